#include "database/runner.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

void t2s_runner_close(t2s_runner *runner)
{
    t2sed_schema_free(runner->schema);
    t2s_sandbox_close(runner->sandbox);
    t2s_string_free(&runner->scratch);
    runner->schema = NULL;
    runner->sandbox = NULL;
}

t2sed_status t2s_runner_open(t2s_runner *runner, const char *path,
                             t2sed_error *err)
{
    t2s_file_state file;
    t2sed_status status;
    t2s_file_state_read(&file, path);
    if (runner->sandbox &&
        strcmp(t2s_sandbox_path(runner->sandbox), path) == 0 &&
        memcmp(&file, &runner->file, sizeof file) == 0)
        return T2SED_OK;
    t2s_runner_close(runner);
    status = t2s_sandbox_open(&runner->sandbox, path, err);
    if (status == T2SED_OK)
        runner->file = file;
    return status;
}

t2sed_status t2s_runner_schema(const t2sed_schema **out, t2s_runner *runner,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!runner->schema)
        status = t2sed_schema_open_sqlite(
            &runner->schema, t2s_sandbox_path(runner->sandbox), err);
    if (status == T2SED_OK)
        *out = runner->schema;
    return status;
}

/* Makes room for one more row; how it went. */
static t2s_run make_room(t2s_result *result, const t2s_limits *limits,
                         t2sed_error *err)
{
    size_t wanted = (result->rows + 1) * result->columns, capacity;
    uint64_t *cells;
    if (result->rows == limits->rows) {
        t2s_fail(err, T2SED_ELIMIT, -1, "more than %zu rows", limits->rows);
        return T2S_RUN_ROWS;
    }
    if (wanted <= result->capacity)
        return T2S_RUN_DONE;
    if (wanted * sizeof *cells > limits->result_bytes) {
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "a result of more than %zu bytes at 8 a value",
                 limits->result_bytes);
        return T2S_RUN_MEMORY;
    }
    capacity = result->capacity + result->capacity / 2 + 16;
    if (capacity > limits->result_bytes / sizeof *cells)
        capacity = limits->result_bytes / sizeof *cells;
    if (capacity < wanted)
        capacity = wanted;
    cells = t2s_realloc_array(result->cells, capacity, sizeof *cells);
    if (!cells) {
        t2s_fail_memory(err);
        return T2S_RUN_MEMORY;
    }
    result->cells = cells;
    result->capacity = capacity;
    return T2S_RUN_DONE;
}

static t2sed_status read_rows(t2s_run *how, t2s_result *result,
                              t2s_runner *runner, t2s_rows *rows,
                              t2sed_error *err)
{
    const t2s_limits *limits = runner->limits;
    t2sed_error why;
    result->columns = (size_t)t2s_rows_columns(rows);
    while ((*how = t2s_rows_next(rows, err)) == T2S_RUN_ROW) {
        uint64_t *cells;
        *how = make_room(result, limits, &why);
        if (*how != T2S_RUN_DONE) {
            if (err)
                *err = why;
            return why.code == T2SED_ENOMEM ? T2SED_ENOMEM : T2SED_OK;
        }
        if (runner->look_at_row)
            runner->look_at_row(runner->look_payload, rows, result->rows);
        cells = result->cells + result->rows++ * result->columns;
        for (size_t i = 0; i < result->columns; i++)
            if (!t2s_value_read(&cells[i], &limits->key, rows, (int)i,
                                limits->rounded, &runner->scratch))
                return t2s_fail_memory(err);
    }
    return *how == T2S_RUN_INTERRUPTED ? T2SED_EINTERRUPTED : T2SED_OK;
}

static t2sed_status run_once(t2s_run *how, t2s_result *result,
                             t2s_runner *runner, const t2s_statement *query,
                             t2sed_error *err)
{
    t2s_rows *rows = NULL;
    t2sed_status status =
        t2s_rows_open(how, &rows, runner->sandbox, query, err);
    if (status != T2SED_OK || *how != T2S_RUN_ROW)
        return status;
    status = read_rows(how, result, runner, rows, err);
    t2s_rows_close(rows);
    if (status != T2SED_OK || *how != T2S_RUN_DONE)
        t2s_result_free(result);
    return status;
}

t2sed_status t2s_runner_run(t2s_run *how, t2s_result *result,
                            t2s_runner *runner, const char *sql, size_t n,
                            t2sed_error *err)
{
    t2s_limits *limits = runner->limits;
    t2s_statement query = {.sql = sql,
                           .length = n,
                           .milliseconds = limits->milliseconds,
                           .memory = limits->memory,
                           .value_bytes = limits->value_bytes,
                           .stop = limits->stop};
    t2s_result rows = {0};
    t2sed_status status = T2SED_OK;
    for (bool alone = false, again = true; again; alone = true) {
        t2s_gate_enter(&limits->gate, alone);
        status = run_once(how, &rows, runner, &query, err);
        t2s_gate_leave(&limits->gate);
        again = status == T2SED_OK && *how == T2S_RUN_MEMORY && !alone &&
                t2s_sandbox_met_memory(runner->sandbox) && limits->threads > 1;
    }
    if (status == T2SED_OK && *how == T2S_RUN_DONE)
        *result = rows;
    return status;
}
