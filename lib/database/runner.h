/* runner.h - running SQL of unknown origin on one database at a time, within
 * limits. */
#ifndef T2S_DATABASE_RUNNER_H
#define T2S_DATABASE_RUNNER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/private.h"
#include "database/connection.h"
#include "database/gate.h"
#include "database/result.h"
#include "database/sandbox.h"
#include "database/value.h"
#include "t2sed/schema.h"

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
    t2s_sandbox *sandbox; /* of the open database, or NULL */
    t2s_file_state file;
    t2sed_schema *schema; /* read when first asked for */
    t2s_string scratch;
} t2s_runner;

T2S_PRIVATE
void t2s_runner_close(t2s_runner *runner);

/* Makes `path` the database that queries run on; one that is open already is
 * opened anew where the file has changed or is another. */
T2S_PRIVATE
t2sed_status t2s_runner_open(t2s_runner *runner, const char *path,
                             t2sed_error *err);

/* The schema of the open database, borrowed until another one is opened. */
T2S_PRIVATE
t2sed_status t2s_runner_schema(const t2sed_schema **out, t2s_runner *runner,
                               t2sed_error *err);

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
