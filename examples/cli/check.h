/* check.h - what the two parts of t2sed check share: the command (check.c) and
 * what it prints (check_show.c). */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "score.h"

/* A query that is checked. */
typedef struct cli_check_query {
    const char *text; /* as it was given */
    size_t length;
} cli_check_query;

/* One question, its queries and what was found of them. */
typedef struct cli_checked {
    const char *db_id;              /* NULL: none was given */
    const cli_check_query *queries; /* [count] */
    size_t count;
    const t2sed_report *report;
    t2sed_sql *best;          /* the best query; NULL: not needed, or it does
                                 not parse */
    t2sed_explanation *steps; /* of the best; NULL: not asked for, or the query
                                 does not parse */
    t2sed_corrections *corrections; /* of the best; NULL: likewise */
    double answer, abstain;         /* the thresholds of the decision */
} cli_checked;

/* For people, as `--color` says: "auto", "always" or "never". */
void cli_check_print(const cli_checked *c, const char *color);
/* The report's JSON, with what the options ask for beside it; CLI_OK or the
 * exit status. */
int cli_check_write(const cli_checked *c);

#endif
