/* execution.h - running queries, bounded and sandboxed, and remembering what
 * they gave. */
#ifndef T2S_FACTS_EXECUTION_H
#define T2S_FACTS_EXECUTION_H

#include "facts/outcomes.h"
#include "sql/sql.h"

/* A database that queries are tried on. One thread at a time. */
typedef struct t2s_execution t2s_execution;

/* On a database that has rows, which must live as long. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_execution_new(t2s_execution **out, t2sed_database *database,
                               t2sed_error *err);
void t2s_execution_free(t2s_execution *execution);

/* How a query ended, for people. */
typedef struct t2s_trial {
    bool is_known;   /* it was run */
    bool is_refused; /* by SQLite: `message` says why */
    bool is_slow;    /* stopped by the limit on time */
    bool is_done;
    size_t rows, columns;
    bool is_null;     /* done: there are rows, and NULLs alone in them */
    bool has_null;    /* done: a NULL in the first 50 rows */
    ptrdiff_t offset; /* refused: byte of the query, or -1 */
    char message[T2SED_ERROR_TEXT_SIZE];
} t2s_trial;

/* Runs the query. Errors: T2SED_ENOMEM. */
t2sed_status t2s_execution_try(t2s_trial *out, const t2sed_sql *sql,
                               t2s_execution *execution, t2sed_error *err);

/*
 * How the query ends, from memory where it ran before on the same file. With
 * `execution` NULL that is T2S_RUN_DATABASE. Fingerprints of one execution
 * compare with each other until the file changes.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_execution_run(t2s_outcome *out, const t2sed_sql *sql,
                               t2s_execution *execution, t2sed_error *err);

/* Whether a query of our own gives a row; one that fails, or takes more than
 * `milliseconds` (0: what all may take), does not. Errors: T2SED_ENOMEM. */
t2sed_status t2s_execution_has_rows(bool *out, const char *query,
                                    int milliseconds, t2s_execution *execution,
                                    t2sed_error *err);

/* How many states of its file were seen: another count is another database.
 * Errors: T2SED_ENOMEM. */
t2sed_status t2s_execution_files(size_t *out, t2s_execution *execution,
                                 t2sed_error *err);

#endif
