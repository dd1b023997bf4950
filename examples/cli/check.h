/* check.h - what the parts of t2sed check share: the command (check.c), the
 * files of queries (check_files.c), what it prints (check_show.c), and the
 * formats of code review (check_review.c). */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "rules.h"
#include "score.h"

/* A query that is checked. */
typedef struct cli_check_query {
    const char *text; /* as it was given */
    size_t length;
} cli_check_query;

/* One question and its queries, wherever they came from. */
typedef struct cli_check_item {
    const t2sed_question *question;    /* NULL: there is none, and queries
                                          are checked by themselves */
    const t2sed_conversation *earlier; /* the turns before it, or NULL */
    const cli_check_query *queries;    /* [count] */
    size_t count;
    const char *db_id;  /* NULL: none was given */
    const char *file;   /* NULL: arguments, or standard input */
    const char *source; /* its text, which queries are pieces of; NULL: a line
                           of JSON, or arguments */
    size_t line;        /* of the JSON */
} cli_check_item;

/* An item and what was found of it. */
typedef struct cli_checked {
    cli_check_item item;
    const t2sed_report *report;     /* NULL: there is no question */
    const t2sed_findings *findings; /* of the query then */
    int dialect;                    /* of the queries, as it was asked for */
    t2sed_sql *best;          /* the best query; NULL: not needed, or it does
                                 not parse */
    t2sed_explanation *steps; /* of the best; NULL: not asked for, or the query
                                 does not parse */
    t2sed_corrections *corrections; /* of the best; NULL: likewise */
    double abstain;                 /* a threshold of the decision */
} cli_checked;

/* The candidate at a rank. */
t2sed_checked cli_checked_at(const cli_checked *c, size_t rank);
/* Finding i of it; false where there are no more. */
bool cli_checked_finding(t2sed_finding *out, const cli_checked *c,
                         const t2sed_checked *of, size_t i);

/* --- the command (check.c) --- */

typedef enum cli_check_format {
    CLI_CHECK_TEXT,
    CLI_CHECK_JSON,
    CLI_CHECK_SARIF,
    CLI_CHECK_GITHUB,
    CLI_CHECK_GITLAB
} cli_check_format;

/* What is gathered for one document at the end. */
typedef struct cli_review {
    json_t *results, *rules; /* NULL: nothing yet */
} cli_review;

typedef struct cli_check_command {
    cli_model_options how;
    cli_database_options from;
    cli_parser parser;
    cli_judge judge;
    cli_rule_options rule_options;
    const char *db_id, *schema_file, *knowledge, *color, *feedback;
    const char *dialect_name, *format_name;
    double right, answer, abstain, judge_margin;
    bool json, explain, correct, files, all_findings;
    cli_check_format format;
    int dialect;
    cli_databases databases;
    t2sed_schema *schema; /* of --schema */
    t2sed_model *model;
    t2sed_checker *checker; /* the one that was last needed: */
    const cli_database *checker_database;
    int checker_dialect;
    cli_rules checker_rules;
    size_t printed; /* items */
    cli_review review;
} cli_check_command;

/* Opens what all queries need; CLI_OK or the exit status. */
int cli_check_open(cli_check_command *c);
/* Checks one item on a database (NULL: none) and prints what is found; CLI_OK,
 * CLI_BAD_INPUT where the rules say so, or CLI_FAILED. */
int cli_check_item_run(cli_check_command *c, const cli_check_item *item,
                       cli_database *database, int dialect,
                       const cli_rules *rules);
/* Says on stderr what is wrong with an item, and where; CLI_FAILED. */
int cli_check_failed(const cli_check_item *item, const t2sed_error *err);
/* The queries of files (check_files.c); the exit status. */
int cli_check_files(cli_check_command *c, char **files, int count);

/* --- what is printed --- */

/* For people, as `--color` says: "auto", "always" or "never". */
void cli_check_print(const cli_checked *c, const char *color);
/* The report's JSON, with what the options ask for beside it; CLI_OK or the
 * exit status. */
int cli_check_write(const cli_checked *c);

/* The byte `at` of the text that a query stands in, as line and column, both
 * from 1; columns are characters. */
typedef struct cli_position {
    size_t line, column;
} cli_position;
cli_position cli_position_of(const char *text, size_t at);
/* The line at which an item of a file begins. */
size_t cli_line_of(const cli_check_item *item);

/* Adds the findings of the best query, or prints them, as GitHub has them. */
void cli_review_add(cli_review *review, cli_check_format format,
                    const cli_checked *c);
/* Prints what was gathered; `is_whole`: nothing failed. */
void cli_review_end(cli_review *review, cli_check_format format, bool is_whole);

#endif
