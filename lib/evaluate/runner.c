#include "evaluate/runner.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "evaluate/guard.h"
#include "schema/database.h"

/* Steps of SQLite's machine between two looks at clock and memory; it looks
 * where the program jumps, so see guard.h for what has no jumps. */
#define STEPS 100

/* What a running query is measured against. */
typedef struct watch {
    const t2s_limits *limits;
    int64_t start_ms, start_work_ms, memory;
    t2s_run how; /* T2S_RUN_DONE, or why it was stopped */
} watch;

static int64_t milliseconds(clockid_t clock)
{
    return (int64_t)t2s_clock_ms(clock);
}

/* The clock may run that much longer than the processor works for a query. */
#define MOST_WAITING 10

/* Whether the time is up: the processor's, so that labels do not depend on what
 * else the machine does. The clock is much the cheaper to ask. */
static bool time_is_up(const watch *w)
{
    int64_t limit = w->limits->milliseconds;
    int64_t passed = milliseconds(CLOCK_MONOTONIC) - w->start_ms;
    return passed >= limit &&
           (passed >= MOST_WAITING * limit ||
            milliseconds(CLOCK_THREAD_CPUTIME_ID) - w->start_work_ms >= limit);
}

/* The progress handler: what is not 0 ends the query. */
static int look(void *payload)
{
    watch *w = payload;
    if (atomic_load(&w->limits->stop) || time_is_up(w))
        w->how = T2S_RUN_TIME;
    else if (sqlite3_memory_used() > w->memory)
        w->how = T2S_RUN_MEMORY;
    return w->how != T2S_RUN_DONE;
}

static void start_watch(watch *w, t2s_runner *runner)
{
    w->limits = runner->limits;
    w->start_ms = milliseconds(CLOCK_MONOTONIC);
    w->start_work_ms = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    w->memory = sqlite3_memory_used() + runner->limits->memory;
    w->how = T2S_RUN_DONE;
    sqlite3_progress_handler(runner->db, STEPS, look, w);
}

void t2s_runner_close(t2s_runner *runner)
{
    t2s_view_costs_free(runner->views);
    t2sed_schema_free(runner->schema);
    sqlite3_close(runner->db);
    t2s_free(runner->path);
    t2s_string_free(&runner->scratch);
    runner->views = NULL;
    runner->schema = NULL;
    runner->db = NULL;
    runner->path = NULL;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
           a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Above t2s_database_open's own: what a foreign query might use up. */
static t2sed_status set_limits(t2s_runner *runner, t2sed_error *err)
{
    static const struct {
        int limit, value;
    } limits[] = {{SQLITE_LIMIT_EXPR_DEPTH, 1000},
                  {SQLITE_LIMIT_COMPOUND_SELECT, 500},
                  {SQLITE_LIMIT_VDBE_OP, 2000000},
                  {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}};
    /* Sorting and grouping stay in memory, which is measured, and fill no
     * disk; bytes are read, not mapped, so that a file may shrink. */
    static const char settings[] = "PRAGMA temp_store = memory;"
                                   "PRAGMA mmap_size = 0;"
                                   "PRAGMA cell_size_check = on;";
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(runner->db, limits[i].limit, limits[i].value);
    sqlite3_limit(runner->db, SQLITE_LIMIT_LENGTH,
                  (int)runner->limits->value_bytes);
    if (sqlite3_exec(runner->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return t2s_database_fail(runner->db, runner->path, err);
    return T2SED_OK;
}

/* Views, generated columns and indexes may call what queries may not. */
static t2sed_status check_schema(t2s_runner *runner, t2sed_error *err)
{
    static const char query[] = "SELECT sql FROM sqlite_master "
                                "WHERE sql LIKE '%printf%' OR sql LIKE "
                                "'%format%'";
    sqlite3_stmt *rows = NULL;
    t2sed_status status = T2SED_OK;
    int code = sqlite3_prepare_v2(runner->db, query, -1, &rows, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(rows);
        if (code == SQLITE_ROW) {
            const char *sql = (const char *)sqlite3_column_text(rows, 0);
            size_t n = (size_t)sqlite3_column_bytes(rows, 0);
            if (sql && !t2s_guard_formats(sql, n, false))
                status = t2s_fail(err, T2SED_EDATABASE, -1,
                                  "%s: the schema calls printf with a format "
                                  "that might not end in time",
                                  runner->path);
        }
    }
    if (code != SQLITE_DONE)
        status = t2s_database_fail(runner->db, runner->path, err);
    sqlite3_finalize(rows);
    return status;
}

t2sed_status t2s_runner_open(t2s_runner *runner, const char *path,
                             t2sed_error *err)
{
    struct stat file;
    watch w;
    t2sed_status status;
    bool found = stat(path, &file) == 0;
    if (runner->db && found && strcmp(runner->path, path) == 0 &&
        same_file(&file, &runner->file))
        return T2SED_OK;
    t2s_runner_close(runner);
    status = t2s_database_open(&runner->db, path, err);
    if (status != T2SED_OK)
        return status;
    runner->path = t2s_strdup(path);
    if (!runner->path) {
        status = t2s_fail_memory(err);
    } else {
        memset(&runner->file, 0, sizeof runner->file);
        if (found)
            runner->file = file;
        status = set_limits(runner, err);
    }
    if (status == T2SED_OK) {
        start_watch(&w, runner);
        status = t2s_view_costs_new(&runner->views, runner->db, path, err);
        if (status == T2SED_OK)
            status = check_schema(runner, err);
        sqlite3_progress_handler(runner->db, 0, NULL, NULL);
    }
    if (status != T2SED_OK) {
        t2s_runner_close(runner);
        return status;
    }
    sqlite3_set_authorizer(runner->db, t2s_database_authorize_read, NULL);
    return T2SED_OK;
}

t2sed_status t2s_runner_schema(const t2sed_schema **out, t2s_runner *runner,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!runner->schema)
        status = t2sed_schema_open_sqlite(&runner->schema, runner->path, err);
    if (status == T2SED_OK)
        *out = runner->schema;
    return status;
}

/* Sets the limit on values for one query; columns 0: not known yet. */
static void limit_values(t2s_runner *runner, const char *sql, size_t n,
                         size_t columns)
{
    const t2s_limits *limits = runner->limits;
    sqlite3_limit(runner->db, SQLITE_LIMIT_LENGTH,
                  (int)t2s_guard_value_bytes(sql, n, columns,
                                             limits->value_bytes,
                                             (size_t)limits->memory));
}

/* What the failure of a statement means. */
static t2s_run stopped_by(t2s_runner *runner, const watch *w, int code,
                          t2sed_error *err)
{
    const t2s_limits *limits = runner->limits;
    switch (code & 0xFF) {
    case SQLITE_INTERRUPT:
        if (w->how == T2S_RUN_MEMORY)
            break;
        t2s_fail(err, T2SED_ELIMIT, -1, "stopped after %d ms",
                 limits->milliseconds);
        return T2S_RUN_TIME;
    case SQLITE_TOOBIG:
        t2s_fail(err, T2SED_ELIMIT, -1, "a value of more than %d bytes",
                 sqlite3_limit(runner->db, SQLITE_LIMIT_LENGTH, -1));
        return T2S_RUN_MEMORY;
    case SQLITE_NOMEM:
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        t2s_database_fail(runner->db, runner->path, err);
        return T2S_RUN_DATABASE;
    default:
        t2s_fail(err, T2SED_EDATABASE, -1, "%s", sqlite3_errmsg(runner->db));
        return T2S_RUN_REFUSED;
    }
    t2s_fail(err, T2SED_ELIMIT, -1, "stopped at %lld bytes of SQLite's memory",
             (long long)limits->memory);
    return T2S_RUN_MEMORY;
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
                              t2s_runner *runner, sqlite3_stmt *rows,
                              const watch *w, t2sed_error *err)
{
    const t2s_limits *limits = runner->limits;
    t2sed_error why;
    int code;
    *how = T2S_RUN_DONE;
    while (*how == T2S_RUN_DONE && (code = sqlite3_step(rows)) != SQLITE_DONE) {
        uint64_t *cells;
        if (code != SQLITE_ROW) {
            *how = stopped_by(runner, w, code, err);
            break;
        }
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
    return T2SED_OK;
}

/* Refuses what is no plain query. */
static bool is_query(sqlite3_stmt *rows, t2sed_error *err)
{
    if (rows && sqlite3_stmt_readonly(rows) && !sqlite3_stmt_isexplain(rows) &&
        sqlite3_column_count(rows) > 0 &&
        sqlite3_bind_parameter_count(rows) == 0)
        return true;
    t2s_fail(err, T2SED_ENOTSELECT, -1, "%s",
             rows && sqlite3_bind_parameter_count(rows) > 0
                 ? "a parameter such as ? or :name that no one fills in"
                 : "no query");
    return false;
}

/* *suspect: stopped for memory that may be another query's. */
static t2sed_status run_once(t2s_run *how, bool *suspect, t2s_result *result,
                             t2s_runner *runner, const char *sql, size_t n,
                             t2sed_error *err)
{
    sqlite3_stmt *rows = NULL;
    watch w;
    t2sed_status status = T2SED_OK;
    int code;
    start_watch(&w, runner);
    limit_values(runner, sql, n, 0);
    code = sqlite3_prepare_v2(runner->db, sql, (int)n + 1, &rows, NULL);
    if (code != SQLITE_OK) {
        *how = stopped_by(runner, &w, code, err);
    } else if (!is_query(rows, err)) {
        *how = T2S_RUN_REFUSED;
    } else {
        result->columns = (size_t)sqlite3_column_count(rows);
        limit_values(runner, sql, n, result->columns);
        status = read_rows(how, result, runner, rows, &w, err);
    }
    sqlite3_finalize(rows);
    sqlite3_progress_handler(runner->db, 0, NULL, NULL);
    *suspect = w.how == T2S_RUN_MEMORY;
    if (status != T2SED_OK || *how != T2S_RUN_DONE)
        t2s_result_free(result);
    return status;
}

t2sed_status t2s_runner_run(t2s_run *how, t2s_result *result,
                            t2s_runner *runner, const char *sql, size_t n,
                            t2sed_error *err)
{
    t2s_result rows = {0};
    bool cheap = true;
    t2sed_status status =
        t2s_query_is_cheap(&cheap, runner->views, sql, n, err);
    if (status != T2SED_OK)
        return status;
    if (!cheap) {
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "WITH tables or views that mention each other so often that "
                 "SQLite would copy them without end");
        *how = T2S_RUN_TIME;
        return T2SED_OK;
    }
    if (!t2s_guard_formats(sql, n, true)) {
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "printf or format with %%c and a precision, or several whose "
                 "formats are no literals, might not end in time");
        *how = T2S_RUN_TIME;
        return T2SED_OK;
    }
    for (bool alone = false, again = true; again; alone = true) {
        bool suspect = false;
        t2s_gate_enter(&runner->limits->gate, alone);
        status = run_once(how, &suspect, &rows, runner, sql, n, err);
        t2s_gate_leave(&runner->limits->gate);
        again = status == T2SED_OK && suspect && !alone &&
                runner->limits->threads > 1;
    }
    if (status == T2SED_OK && *how == T2S_RUN_DONE)
        *result = rows;
    return status;
}
