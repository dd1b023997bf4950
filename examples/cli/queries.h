/* queries.h - the queries of a line. */
#ifndef CLI_QUERIES_H
#define CLI_QUERIES_H

#include "cli.h"

/* The queries of a line: the objects that get a probability, and their SQL. */
typedef struct cli_queries {
    json_t **targets;
    const char **queries;
    size_t *lengths;
    t2sed_sql **read; /* NULL: the query is as it was given */
    size_t count;
    int dialect; /* T2SED_DIALECT_* */
} cli_queries;

/* Finds the queries. A candidate that is no object with "sql", or can't be read
 * in its dialect, is answered at once where it can be, and is no part of them.
 *
 * dialect  T2SED_DIALECT_* of a line that names none.
 *
 * Errors: T2SED_EFORMAT, T2SED_ENOMEM. */
t2sed_status cli_queries_find(cli_queries *b, json_t *line, int dialect,
                              t2sed_error *err);
void cli_queries_free(cli_queries *b);
/* Gives each query that has none its "findings", or "findings_error"; see
 * cli_findings_start. */
void cli_queries_add_findings(const cli_queries *b, cli_databases *databases,
                              cli_database *database,
                              const t2sed_question *question,
                              const t2sed_conversation *earlier,
                              const cli_weighing *by);
/* Gives the object of a query its error in the place of a probability. */
void cli_query_failed(json_t *target, const t2sed_error *err);

#endif
