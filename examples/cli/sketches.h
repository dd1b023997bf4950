/* sketches.h - questions with right queries, for training and measuring
 * sketchers. */
#ifndef CLI_SKETCHES_H
#define CLI_SKETCHES_H

#include "cli.h"

/* A question and its right query, parsed. */
typedef struct sketch_question {
    const char *db_id;
    const t2sed_schema *schema; /* or NULL */
    t2sed_question *question;
    t2sed_sql *sql;
    /* The turns before, without and with their queries; empty: none. */
    t2sed_conversation *asked, *answered;
    const char *task;
} sketch_question;

typedef t2sed_status (*sketch_question_fn)(const sketch_question *question,
                                           void *payload, t2sed_error *err);

/* What reading files came to. */
typedef struct sketch_totals {
    size_t lines, questions, left_out, bad_lines;
} sketch_totals;

/*
 * Calls `take` for every question of a file, [TASK:]PATH. A line is
 * {"db_id", "question", and the right query as "query", "gold", "gold_sql" or
 * "sql"} or a conversation, {"db_id", "turns": [{"utterance", "sql" or
 * "sql_novalue"}]}. A query that can't be parsed is left out. What `take`
 * fails with ends it, with a message on stderr.
 */
int sketch_read(const char *file, cli_databases *databases,
                sketch_totals *totals, sketch_question_fn take, void *payload);

#endif
