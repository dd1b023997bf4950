/* runner.h - the results of queries, within limits. */
#ifndef T2S_DATABASE_RUNNER_H
#define T2S_DATABASE_RUNNER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/private.h"
#include "database/database.h"
#include "database/result.h"
#include "database/value.h"

/*
 * Running beside others, or alone: SQLite counts memory for the whole process.
 * A query that finds too much in use can't know whether it is the one to blame,
 * so it runs again while no other does.
 */
typedef struct t2s_gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t running;
    size_t waiting; /* to be alone; no one else enters meanwhile */
    bool alone;     /* the one that runs is */
} t2s_gate;

#define T2S_GATE_INIT                                                          \
    {                                                                          \
        .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER \
    }

/* What all runners of an evaluator share. */
typedef struct t2s_limits {
    int milliseconds, threads;
    size_t rows, value_bytes, result_bytes;
    int64_t memory; /* of SQLite */
    bool rounded;   /* reals count by six decimals */
    t2s_value_key key;
    t2s_gate gate;
    const atomic_bool *stop; /* or NULL: ends what is running once true */
} t2s_limits;

/* One thread's. All zeros but for limits is ready. */
typedef struct t2s_runner {
    t2s_limits *limits;
    /* Shown each row of a result, from 0, while `rows` stands at it; NULL
     * where nobody looks. */
    void (*look_at_row)(void *payload, const t2s_rows *rows, size_t row);
    void *look_payload;
    t2sed_database *database; /* that queries run on */
    bool quotes_names;        /* as in t2s_statement */
    ptrdiff_t fault; /* where the last query's fault was found, or -1 */
    t2s_string scratch;
} t2s_runner;

T2S_PRIVATE
void t2s_runner_close(t2s_runner *runner);

/*
 * Runs one query, NUL-terminated. The result is the caller's where *how is
 * T2S_RUN_DONE, and empty otherwise; then `err` says why. Returns T2SED_OK,
 * T2SED_EINTERRUPTED, or T2SED_ENOMEM when the library's own memory was short.
 */
T2S_PRIVATE
t2sed_status t2s_runner_run(t2s_run *how, t2s_result *result,
                            t2s_runner *runner, const char *sql, size_t n,
                            t2sed_error *err);

#endif
