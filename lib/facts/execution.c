#include "facts/execution.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/runner.h"
#include "database/refusal.h"

/* Rows that are looked at for NULLs. */
#define ROWS_LOOKED_AT   50
#define MAX_VALUE_BYTES  ((size_t)1 << 20)
#define MAX_RESULT_BYTES ((size_t)16 << 20)
#define MAX_MEMORY       ((int64_t)128 << 20)

struct t2s_execution {
    t2s_limits limits;
    t2s_runner runner;
    t2s_outcomes endings; /* of `state` */
    size_t state;         /* of the database's file */
};

t2sed_status t2s_execution_new(t2s_execution **out, t2sed_database *database,
                               t2sed_error *err)
{
    const t2sed_database_options *options = t2s_database_options(database);
    t2s_execution *e = t2s_zalloc(sizeof *e);
    if (!e)
        return t2s_fail_memory(err);
    e->limits.milliseconds = options->max_milliseconds;
    e->limits.threads = 1;
    e->limits.rows = (size_t)options->max_rows;
    e->limits.value_bytes = MAX_VALUE_BYTES;
    e->limits.result_bytes = MAX_RESULT_BYTES;
    e->limits.memory = MAX_MEMORY;
    e->limits.rounded = true;
    t2s_value_key_init(&e->limits.key);
    e->runner.limits = &e->limits;
    e->runner.database = database;
    if (!t2s_gate_init(&e->limits.gate)) {
        t2s_free(e);
        return t2s_fail_memory(err);
    }
    *out = e;
    return T2SED_OK;
}

void t2s_execution_free(t2s_execution *e)
{
    if (!e)
        return;
    t2s_runner_close(&e->runner);
    t2s_gate_free(&e->limits.gate);
    t2s_outcomes_free(&e->endings);
    t2s_free(e);
}

/* Makes the file the open database. What is remembered goes when it has
 * changed. */
static t2sed_status open_file(t2s_execution *e, t2sed_error *err)
{
    size_t state = e->state;
    const t2sed_status status =
        t2s_database_look(&state, e->runner.database, err);
    if (status != T2SED_OK || state != e->state)
        t2s_outcomes_free(&e->endings);
    e->state = state;
    return status;
}

static t2sed_status pass_on(t2sed_error *err, const t2sed_error *why)
{
    if (err)
        *err = *why;
    return why->code;
}

static void look(void *payload, const t2s_rows *rows, size_t row)
{
    t2s_outcome *seen = payload;
    int columns = t2s_rows_columns(rows);
    bool all_null = true;
    seen->rows_seen = row + 1;
    if (row >= ROWS_LOOKED_AT)
        return;
    for (int i = 0; i < columns; i++) {
        bool null = t2s_rows_type(rows, i) == T2SED_CELL_NULL;
        seen->has_null = seen->has_null || null;
        all_null = all_null && null;
    }
    seen->is_null = all_null && (row == 0 || seen->is_null);
    if (row == 0) {
        int type = t2s_rows_type(rows, 0);
        seen->first_is_null = all_null;
        seen->first_is_text = type == T2SED_CELL_TEXT;
        seen->first_is_zero =
            (type == T2SED_CELL_INTEGER || type == T2SED_CELL_REAL) &&
            t2s_rows_real(rows, 0) == 0.0;
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Share of rows that repeat another; rows are compared by a hash of 64 bits.
 * The cells are used up. */
static float repeated(t2s_result *result)
{
    size_t distinct = 0;
    if (result->rows == 0 || result->columns == 0)
        return 0;
    for (size_t i = 0; i < result->rows; i++) {
        uint64_t hash = 0;
        for (size_t k = 0; k < result->columns; k++)
            hash = t2s_mix(hash * 31 + result->cells[i * result->columns + k]);
        result->cells[i] = hash; /* cells before row i are done with */
    }
    qsort(result->cells, result->rows, sizeof *result->cells, compare_numbers);
    for (size_t i = 0; i < result->rows; i++)
        distinct += i == 0 || result->cells[i] != result->cells[i - 1];
    return 1.0F - (float)distinct / (float)result->rows;
}

/* Runs the query on the open database, looks at its rows, and remembers how it
 * ended. `why` says why where it is refused, and where this fails. */
static t2sed_status run(t2s_outcome *out, t2s_execution *e,
                        const t2sed_sql *sql, t2sed_error *why)
{
    t2s_outcome made = {.how = T2S_RUN_DATABASE};
    t2s_result result = {0};
    t2sed_status status;
    bool ok = true;
    e->runner.look_at_row = look;
    e->runner.look_payload = &made;
    status = t2s_runner_run(&made.how, &result, &e->runner, sql->text,
                            sql->length, why);
    e->runner.look_at_row = NULL;
    if (status != T2SED_OK)
        return status;
    made.rows = result.rows;
    made.columns = result.columns;
    if (made.how != T2S_RUN_DONE || made.rows > ROWS_LOOKED_AT)
        made.is_null = false;
    if (made.how != T2S_RUN_DONE) {
        made.has_null = false;
    } else {
        ok = t2s_fingerprint_make(&made.fingerprint, &result);
        made.repeated = ok ? repeated(&result) : 0;
    }
    t2s_result_free(&result);
    /* A disk that failed says nothing of the query. */
    if (made.how != T2S_RUN_DATABASE)
        ok = ok && t2s_outcomes_add(&e->endings, sql->text, sql->length, &made);
    if (!ok)
        return t2s_fail_memory(why);
    *out = made;
    return T2SED_OK;
}

/* How the query ends, from memory where it ran before and is not refused, of
 * which only trying says why. */
static t2sed_status outcome_of(t2s_outcome *out, t2sed_error *refusal,
                               t2s_execution *e, const t2sed_sql *sql,
                               t2sed_error *err)
{
    const t2s_outcome *known;
    t2sed_error why = {0};
    *out = (t2s_outcome){.how = T2S_RUN_DATABASE};
    /* A file that has changed is opened anew; one that is gone says nothing. */
    if (open_file(e, &why) != T2SED_OK)
        return why.code == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
    known = t2s_outcomes_find(&e->endings, sql->text, sql->length);
    if (known && (!refusal || known->how != T2S_RUN_REFUSED))
        *out = *known;
    else if (run(out, e, sql, &why) != T2SED_OK)
        return pass_on(err, &why);
    if (refusal)
        *refusal = why;
    return T2SED_OK;
}

t2sed_status t2s_execution_try(t2s_trial *out, const t2sed_sql *sql,
                               t2s_execution *e, t2sed_error *err)
{
    t2s_outcome outcome;
    t2sed_error refusal;
    t2sed_status status = outcome_of(&outcome, &refusal, e, sql, err);
    memset(out, 0, sizeof *out);
    if (status != T2SED_OK)
        return status;
    out->is_known = outcome.how != T2S_RUN_DATABASE;
    out->is_refused = outcome.how == T2S_RUN_REFUSED;
    out->is_slow = outcome.how == T2S_RUN_TIME;
    out->is_done = outcome.how == T2S_RUN_DONE;
    out->offset = -1;
    if (out->is_refused) {
        out->offset = e->runner.fault;
        memcpy(out->message, refusal.text, sizeof out->message);
    }
    out->rows = outcome.rows;
    out->columns = outcome.columns;
    out->is_null = outcome.is_null;
    out->has_null = outcome.has_null;
    return T2SED_OK;
}

t2sed_status t2s_execution_files(size_t *out, t2s_execution *e,
                                 t2sed_error *err)
{
    t2sed_error why = {0};
    /* A file that is gone is not asked: queries say so. */
    if (open_file(e, &why) != T2SED_OK && why.code == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    *out = e->state;
    return T2SED_OK;
}

t2sed_status t2s_execution_has_rows(bool *out, const char *query,
                                    int milliseconds, t2s_execution *e,
                                    t2sed_error *err)
{
    const int usual = e->limits.milliseconds;
    t2s_result result = {0};
    t2s_run how = T2S_RUN_DATABASE;
    t2sed_error why = {0};
    t2sed_status status;
    *out = false;
    if (open_file(e, &why) != T2SED_OK)
        return why.code == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
    e->runner.look_at_row = NULL;
    if (milliseconds > 0 && milliseconds < usual)
        e->limits.milliseconds = milliseconds;
    status =
        t2s_runner_run(&how, &result, &e->runner, query, strlen(query), &why);
    e->limits.milliseconds = usual;
    if (status != T2SED_OK)
        return pass_on(err, &why);
    *out = how == T2S_RUN_DONE && result.rows > 0;
    t2s_result_free(&result);
    return T2SED_OK;
}

t2sed_status t2s_execution_run(t2s_outcome *out, const t2sed_sql *sql,
                               t2s_execution *e, t2sed_error *err)
{
    if (e)
        return outcome_of(out, NULL, e, sql, err);
    *out = (t2s_outcome){.how = T2S_RUN_DATABASE};
    return T2SED_OK;
}
