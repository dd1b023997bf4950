/* execution.h - running queries, bounded and sandboxed, and remembering what
 * they gave. */
#ifndef T2S_FACTS_EXECUTION_H
#define T2S_FACTS_EXECUTION_H

#include "database/refusal.h"
#include "database/result.h"
#include "database/runner.h"

/* A database that queries are tried on. What it gave is remembered until its
 * file changes. One thread at a time. */
typedef struct t2s_execution t2s_execution;

/* On a database that has rows, which must live as long. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_execution_new(t2s_execution **out, t2sed_database *database,
                               t2sed_error *err);
void t2s_execution_free(t2s_execution *execution);

/* How a query ended and what it gave. */
typedef struct t2s_outcome {
    t2s_run how;
    size_t rows_seen;     /* that passed until it ended */
    bool first_is_null;   /* the first row: NULLs alone */
    bool first_is_text;   /* its first value */
    bool first_is_zero;   /* the same, a number */
    size_t rows, columns; /* of a query that ended well, as the next ones */
    bool is_null;         /* 1 to 50 rows, and NULLs alone in them */
    bool has_null;        /* a NULL in the first 50 rows */
    size_t negative;      /* of these rows, those with a number below 0 */
    bool has_fraction;    /* a number that is not whole, in these rows */
    double largest;       /* of their numbers that came as REAL; or 0 */
    float repeated;       /* share of rows that repeat another */
    t2s_fingerprint fingerprint;
} t2s_outcome;

/*
 * How the query ends, from memory where it ran before on the same file. With
 * `execution` NULL, and where the file is gone, that is T2S_RUN_DATABASE.
 * Fingerprints of one execution compare with each other until the file changes.
 *
 * refusal  NULL, or what SQLite says against the query: one that it refuses is
 *          run again, for only that tells.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_execution_run(t2s_outcome *out, t2s_refusal *refusal,
                               const t2sed_sql *sql, t2s_execution *execution,
                               t2sed_error *err);

/*
 * Runs a query again and shows its rows, numbered from 0, to look(). *rows is
 * how many there were where *how is T2S_RUN_DONE.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_execution_look(
    t2s_run *how, size_t *rows, t2s_execution *execution, const char *query,
    size_t n, void (*look)(void *payload, const t2s_rows *row, size_t number),
    void *payload, t2sed_error *err);

/*
 * Whether a query of our own gives a row; one that fails, or takes more than
 * one of `parts` of the time that a query may take, does not. In the query $1
 * stands for names[0], $2 for names[1]..., as quoted names.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_execution_has_rows(bool *out, t2s_execution *execution,
                                    const char *query, const char *const *names,
                                    int parts, t2sed_error *err);

/*
 * Whether a foreign key of the database's schema is dead, that is leads nowhere
 * there: no value of it occurs in what it refers to, though both have values;
 * and whether some value of a dead key would be found but for the blanks round
 * the two. The database is asked the first time; where it does not answer soon,
 * or has no such columns, the key is taken for one that lives.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_execution_key_is_dead(bool *out, t2s_execution *execution,
                                       size_t key, t2sed_error *err);
t2sed_status t2s_execution_key_is_padded(bool *out, t2s_execution *execution,
                                         size_t key, t2sed_error *err);

#endif
