#include "database/runner.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static void enter(t2s_gate *gate, bool alone)
{
    pthread_mutex_lock(&gate->lock);
    gate->waiting += alone;
    while (gate->alone || (alone ? gate->running > 0 : gate->waiting > 0))
        pthread_cond_wait(&gate->changed, &gate->lock);
    gate->waiting -= alone;
    gate->alone = alone;
    gate->running++;
    pthread_mutex_unlock(&gate->lock);
}

static void leave(t2s_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->running--;
    gate->alone = false;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

void t2s_runner_close(t2s_runner *runner)
{
    t2s_string_free(&runner->scratch);
}

/* Makes room for one more row; T2S_RUN_ROW, or why there is none. */
static t2s_run make_room(t2s_result *result, const t2s_limits *limits,
                         bool *failed, t2sed_error *err)
{
    size_t wanted = (result->rows + 1) * result->columns, capacity;
    uint64_t *cells;
    if (result->rows == limits->rows) {
        t2s_fail(err, T2SED_ELIMIT, -1, "more than %zu rows", limits->rows);
        return T2S_RUN_ROWS;
    }
    if (wanted <= result->capacity)
        return T2S_RUN_ROW;
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
        *failed = true;
        return T2S_RUN_MEMORY;
    }
    result->cells = cells;
    result->capacity = capacity;
    return T2S_RUN_ROW;
}

/* A query that runs. */
typedef struct running {
    t2s_runner *runner;
    t2s_result *result;
    bool failed; /* the library's own memory was short */
} running;

static t2s_run take_row(void *context, const t2s_rows *row, t2sed_error *err)
{
    running *at = context;
    t2s_result *result = at->result;
    t2s_runner *runner = at->runner;
    t2s_run how;
    uint64_t *cells;
    result->columns = (size_t)t2s_rows_columns(row);
    how = make_room(result, runner->limits, &at->failed, err);
    if (how != T2S_RUN_ROW)
        return how;
    if (runner->look_at_row)
        runner->look_at_row(runner->look_payload, row, result->rows);
    cells = result->cells + result->rows++ * result->columns;
    for (size_t i = 0; i < result->columns; i++)
        if (!t2s_value_read(&cells[i], &runner->limits->key, row, (int)i,
                            runner->limits->rounded, &runner->scratch)) {
            at->failed = true;
            return T2S_RUN_MEMORY;
        }
    return T2S_RUN_ROW;
}

static t2sed_status run_once(t2s_ended *ended, t2s_result *result,
                             t2s_runner *runner, const t2s_statement *query,
                             t2sed_error *err)
{
    running at = {runner, result, false};
    t2sed_status status =
        t2s_database_run(ended, runner->database, query, take_row, &at, err);
    if (at.failed)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && ended->how == T2S_RUN_DONE)
        result->columns = ended->columns;
    else
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
                           .quotes_names = runner->quotes_names,
                           .milliseconds = limits->milliseconds,
                           .memory = limits->memory,
                           .value_bytes = limits->value_bytes,
                           .rows = limits->rows + 1,
                           .stop = limits->stop};
    t2s_result rows = {0};
    t2s_ended ended;
    t2s_again again = {0};
    bool alone = false, needs_alone;
    t2sed_status status;
    do {
        enter(&limits->gate, alone);
        status = run_once(&ended, &rows, runner, &query, err);
        leave(&limits->gate);
        needs_alone = status == T2SED_OK && ended.how == T2S_RUN_MEMORY &&
                      !alone && ended.met_memory && limits->threads > 1;
        alone |= needs_alone;
    } while (needs_alone || (status == T2SED_OK && ended.has_changed &&
                             t2s_read_again(&again, T2SED_EDATABASE)));
    *how = ended.how;
    runner->fault = ended.fault;
    if (status == T2SED_OK && *how == T2S_RUN_DONE)
        *result = rows;
    return status;
}
