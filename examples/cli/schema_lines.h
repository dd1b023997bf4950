/* schema_lines.h - questions with right queries, as the commands of the schema
 * predictor read them. */
#ifndef CLI_SCHEMA_LINES_H
#define CLI_SCHEMA_LINES_H

#include "cli.h"

/* Databases, whose queries are not run. */
typedef struct schema_sources {
    cli_databases databases;
    bool without_values;
} schema_sources;

/* What a line, or a turn of it, says. All but `right` may be NULL or as in
 * t2sed_schema_prediction_options. */
typedef struct schema_example {
    const char *db_id;
    const t2sed_schema *schema;
    const t2sed_question *question;
    const t2sed_sql *right;
    t2sed_schema_prediction_options options;
} schema_example;

typedef t2sed_status (*schema_visitor)(void *payload,
                                       const schema_example *example,
                                       t2sed_error *err);

bool schema_sources_open(schema_sources *sources,
                         const cli_database_options *from);
void schema_sources_close(schema_sources *sources);

/* How many examples were visited, and left out. */
typedef struct schema_counts {
    size_t visited, left_out;
} schema_counts;

/*
 * Visits the examples of a file: lines with "question" and "query" or "gold"
 * (Spider), with "question", "gold_sql" and maybe "wrong_sql" and "feedback"
 * (SPLASH), or with "turns" of "utterance" and "sql" (CoSQL, SParC). What
 * can't be read is told on stderr and left out. Returns the exit status.
 */
int schema_lines_visit(schema_sources *sources, const char *path,
                       schema_visitor visit, void *payload,
                       schema_counts *counts);

int cli_train_schema(int argc, char **argv);
int cli_eval_schema(int argc, char **argv);
int cli_link_schema(int argc, char **argv);

#endif
