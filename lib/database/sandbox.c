#include "database/sandbox.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/string.h"
#include "database/connection.h"
#include "database/expansion.h"
#include "database/watch.h"
#include "database/worker.h"

#define VALUE_BYTES ((size_t)16 << 20)
/* Calls whose values may have full length, and the length that values always
 * may have. */
#define FREE_CALLS 16
/* As many operators take the time of a call. */
#define OPERATORS_OF_A_CALL 8
#define LEAST_BYTES         ((size_t)4096)
/* Bytes of a query; its tokens are counted before (expansion.h). */
#define MOST_QUERY (1 << 20)
/* Questions of the authorizer between two looks at the clock. */
#define QUESTIONS 64
/* How often a file is read that other programs write to meanwhile. */
#define MOST_READINGS 5
/* What reading schemas and values may take. */
#define OWN_MEMORY ((int64_t)512 << 20)

struct t2s_sandbox {
    char *path;
    t2s_worker *worker; /* reads the database, or NULL; then this does: */
    sqlite3 *db;
    t2s_file_state file; /* before it was opened */
    t2s_watch watch;
    t2s_functions *functions;
    t2s_catalog *catalog; /* read with the first query */
    int too_short;        /* a limit within which it can't be read */
    t2s_string replaced;  /* functions of SQLite's that are the host's here */
    bool calls_replaced;  /* the query that is prepared */
    bool is_ours;         /* it is */
    bool is_writing;      /* tables and rows of the library's own */
    unsigned questions;
    ptrdiff_t fault;
};

/* --- what statements may do --- */

static bool is_listed(const char *name, const char *list)
{
    return name && t2s_is_one_of(name, strlen(name), list);
}

/* What SQLite's own functions could do to the process. The host's are taken
 * from the connection. */
static bool is_harmful(const char *function)
{
    return is_listed(function, "load_extension sqlite_log");
}

/* What full-text tables ask when they are first used, and, of what is ours,
 * the library itself. */
static bool may_ask(const t2s_sandbox *s, const char *pragma, const char *value)
{
    return (!value && is_listed(pragma, "page_size data_version encoding")) ||
           (s->is_ours && is_listed(pragma, "table_xinfo foreign_key_list"));
}

/* R-trees prepare what they would write to their tables when they are first
 * read. It does not run: a statement that writes is no query. */
static bool is_of_rtree(const char *table)
{
    static const char *const endings[] = {"_node", "_rowid", "_parent"};
    const size_t n = strlen(table);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t length = strlen(endings[i]);
        if (n > length && t2s_casecmp(table + n - length, endings[i]) == 0)
            return true;
    }
    return false;
}

/* What tables and rows of the library's own need. The definitions of tables may
 * be a stranger's: none selects, attaches or makes a trigger. */
static bool may_write(int action, const char *a)
{
    switch (action) {
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_INDEX:
    case SQLITE_REINDEX:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_TRANSACTION:
        return true;
    case SQLITE_PRAGMA:
        return is_listed(a, "reverse_unordered_selects");
    default:
        return false;
    }
}

static int authorize(void *payload, int action, const char *a, const char *b,
                     const char *c, const char *d)
{
    t2s_sandbox *s = payload;
    (void)c;
    (void)d;
    /* Of what SQLite does while it prepares, only this can be stopped. */
    if (++s->questions % QUESTIONS == 0 && t2s_watch_is_over(&s->watch))
        return SQLITE_DENY;
    if (s->is_writing && action != SQLITE_READ && action != SQLITE_FUNCTION)
        return may_write(action, a) ? SQLITE_OK : SQLITE_DENY;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
    case SQLITE_READ:
        return SQLITE_OK;
    case SQLITE_FUNCTION: /* b is its name */
        if (!s->is_ours && s->replaced.length && is_listed(b, s->replaced.text))
            s->calls_replaced = true;
        return s->calls_replaced || is_harmful(b) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_UPDATE: /* json_each and its like declare themselves so; an
                           UPDATE itself is no query, and the file is read-only
                         */
        return t2s_casecmp(a, "sqlite_master") == 0 || is_of_rtree(a)
                   ? SQLITE_OK
                   : SQLITE_DENY;
    case SQLITE_INSERT:
    case SQLITE_DELETE:
        return is_of_rtree(a) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
        return may_ask(s, a, b) ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/* --- opening --- */

t2sed_status t2s_sandbox_wrap(t2s_sandbox **out, sqlite3 *db, const char *path,
                              t2sed_error *err)
{
    t2s_sandbox *s = t2s_zalloc(sizeof *s);
    t2sed_status status;
    if (!s) {
        sqlite3_close(db);
        return t2s_fail_memory(err);
    }
    s->db = s->watch.db = db;
    s->fault = -1;
    s->path = t2s_strdup(path);
    status = t2s_connection_make_pristine(db, &s->replaced, path, err);
    if (status == T2SED_OK)
        s->functions = t2s_functions_new(db, &s->watch);
    if (status == T2SED_OK && (!s->path || !s->functions))
        status = t2s_fail_memory(err);
    if (status != T2SED_OK) {
        t2s_sandbox_close(s);
        return status;
    }
    sqlite3_set_authorizer(db, authorize, s);
    *out = s;
    return T2SED_OK;
}

/* Takes over the worker. */
static t2sed_status wrap_worker(t2s_sandbox **out, t2s_worker *worker,
                                const char *path, t2sed_error *err)
{
    t2s_sandbox *s = t2s_zalloc(sizeof *s);
    if (s)
        s->path = t2s_strdup(path);
    if (!s || !s->path) {
        t2s_free(s);
        t2s_worker_free(worker);
        return t2s_fail_memory(err);
    }
    s->worker = worker;
    s->fault = -1;
    *out = s;
    return T2SED_OK;
}

static t2sed_status open_worker(t2s_sandbox **out, const char *path,
                                t2sed_error *err)
{
    t2s_worker *worker = NULL;
    t2sed_status status = t2s_worker_open(&worker, path, NULL, 0, NULL, err);
    return status == T2SED_OK ? wrap_worker(out, worker, path, err) : status;
}

static t2sed_status open_here(t2s_sandbox **out, const char *path,
                              t2sed_error *err)
{
    sqlite3 *db = NULL;
    t2s_file_state file;
    t2sed_status status;
    t2s_file_state_read(&file, path);
    status = t2s_connection_open(&db, path, err);
    if (status == T2SED_OK)
        status = t2s_sandbox_wrap(out, db, path, err);
    if (status == T2SED_OK)
        (*out)->file = file;
    return status;
}

/* Puts a worker in the place of a sandbox whose process is not fit for it. */
static t2sed_status move_to_worker(t2s_sandbox **sandbox, t2sed_error *err)
{
    t2s_sandbox *here = *sandbox;
    t2sed_error why;
    t2sed_status status = t2s_connection_check_memory(err);
    const bool is_counted = status == T2SED_OK;
    if (is_counted && here->replaced.length == 0)
        return T2SED_OK;
    status = open_worker(sandbox, here->path, &why);
    if (status == T2SED_ENOMEM)
        t2s_fail_memory(err);
    else if (status != T2SED_OK)
        status = is_counted ? T2SED_OK : T2SED_EUNSUPPORTED;
    if (*sandbox != here || status != T2SED_OK)
        t2s_sandbox_close(here);
    return status;
}

t2sed_status t2s_sandbox_open(t2s_sandbox **out, const char *path,
                              int isolation, t2sed_error *err)
{
    t2s_sandbox *opened = NULL;
    t2sed_status status = isolation == T2SED_ISOLATION_WORKER
                              ? open_worker(&opened, path, err)
                              : open_here(&opened, path, err);
    if (status == T2SED_OK && isolation == T2SED_ISOLATION_NONE)
        status = move_to_worker(&opened, err);
    if (status == T2SED_OK)
        *out = opened;
    return status;
}

t2sed_status t2s_sandbox_open_memory(t2s_sandbox **out, int isolation,
                                     const char *const *statements,
                                     size_t count, bool *made, t2sed_error *err)
{
    sqlite3 *db = NULL;
    t2s_worker *worker = NULL;
    t2sed_status status;
    if (isolation == T2SED_ISOLATION_WORKER) {
        status = t2s_worker_open(&worker, NULL, statements, count, made, err);
        return status == T2SED_OK ? wrap_worker(out, worker, "in memory", err)
                                  : status;
    }
    status = t2s_connection_open_memory(&db, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        made[i] =
            sqlite3_exec(db, statements[i], NULL, NULL, NULL) == SQLITE_OK;
    return status == T2SED_OK ? t2s_sandbox_wrap(out, db, "in memory", err)
                              : status;
}

void t2s_sandbox_close(t2s_sandbox *s)
{
    if (!s)
        return;
    t2s_worker_free(s->worker);
    t2s_watch_free(&s->watch);
    t2s_catalog_free(s->catalog);
    sqlite3_close(s->db);
    t2s_functions_free(s->functions);
    t2s_string_free(&s->replaced);
    t2s_free(s->path);
    t2s_free(s);
}

sqlite3 *t2s_sandbox_begin_writing(t2s_sandbox *s, int milliseconds,
                                   int64_t memory)
{
    if (s->worker)
        return NULL;
    s->is_writing = true;
    s->is_ours = s->calls_replaced = false;
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, (int)VALUE_BYTES);
    t2s_connection_limit_depth(s->db);
    t2s_watch_begin(&s->watch, milliseconds, memory, NULL);
    t2s_watch_definitions(&s->watch, true);
    return s->db;
}

void t2s_sandbox_end_writing(t2s_sandbox *s, bool made)
{
    t2s_watch_definitions(&s->watch, false);
    t2s_watch_end(&s->watch);
    s->is_writing = false;
    if (made) {
        t2s_catalog_free(s->catalog);
        s->catalog = NULL;
    }
}

const char *t2s_sandbox_path(const t2s_sandbox *s)
{
    return s->path;
}

bool t2s_sandbox_met_memory(const t2s_sandbox *s)
{
    return s->worker ? t2s_worker_look(s->worker)->met_memory
                     : atomic_load(&s->watch.why) == T2S_STOP_MEMORY;
}

bool t2s_sandbox_is_immutable(const t2s_sandbox *s)
{
    return !s->worker && t2s_connection_is_immutable(s->db);
}

static atomic_size_t changes; /* that were seen, of all files */

bool t2s_sandbox_has_changed(const t2s_sandbox *s, t2sed_error *err)
{
    const bool has = s->worker ? t2s_worker_has_changed(s->worker)
                               : t2s_sandbox_is_immutable(s) &&
                                     !t2s_file_state_is(&s->file, s->path);
    if (!has)
        return false;
    atomic_fetch_add(&changes, 1);
    t2s_fail(err, T2SED_EDATABASE, -1,
             "%s: another program changed the database while it was read",
             s->path);
    return true;
}

bool t2s_read_again(t2s_again *again, t2sed_status status)
{
    const size_t seen = atomic_load(&changes);
    const bool is_new = seen != again->changes;
    again->changes = seen;
    return status == T2SED_EDATABASE && is_new &&
           ++again->times < MOST_READINGS;
}

ptrdiff_t t2s_sandbox_fault(const t2s_sandbox *s)
{
    return s->worker ? t2s_worker_look(s->worker)->fault : s->fault;
}

/* --- starting a query --- */

/* What the failure of a statement means. */
static t2s_run stopped_by(const t2s_rows *rows, int code, t2sed_error *err)
{
    t2s_sandbox *s = rows->sandbox;
    int why = atomic_load(&s->watch.why);
    if ((code & 0xFF) == SQLITE_INTERRUPT && why == T2S_STOP_NONE)
        why = T2S_STOP_TIME; /* a function that would not have ended */
    if (why == T2S_STOP_INTERRUPT) {
        t2s_check_interrupt(err);
        return T2S_RUN_INTERRUPTED;
    }
    if (why == T2S_STOP_TIME) {
        t2s_fail(err, T2SED_ELIMIT, -1, "stopped after %d ms",
                 rows->milliseconds);
        return T2S_RUN_TIME;
    }
    if (why == T2S_STOP_STEPS) {
        t2s_fail(err, T2SED_ELIMIT, -1, "stopped after %lld steps of SQLite",
                 (long long)s->watch.most_steps);
        return T2S_RUN_TIME;
    }
    if (s->calls_replaced) {
        t2s_fail(
            err, T2SED_EUNSUPPORTED, -1,
            "the program has functions of its own in the place of SQLite's "
            "(%s), which a query can't call: it needs a worker",
            s->replaced.text);
        return T2S_RUN_DATABASE;
    }
    switch (why == T2S_STOP_MEMORY ? SQLITE_NOMEM : code & 0xFF) {
    case SQLITE_NOMEM:
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "stopped at %lld bytes of SQLite's memory",
                 (long long)rows->memory);
        return T2S_RUN_MEMORY;
    case SQLITE_TOOBIG:
        t2s_fail(err, T2SED_ELIMIT, -1, "a value of more than %d bytes",
                 sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, -1));
        return T2S_RUN_MEMORY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
    case SQLITE_READONLY:
        t2s_connection_fail(s->db, s->path, err);
        return T2S_RUN_DATABASE;
    default:
        t2s_fail(err, T2SED_EDATABASE, -1, "%s", sqlite3_errmsg(s->db));
        return T2S_RUN_REFUSED;
    }
}

/*
 * SQLite looks at clock and memory only where its program jumps, and a row's
 * expressions are one straight run: the more a query calls and joins (counted
 * by its parentheses and bars) and the more operators it has, which read a
 * value once, the fewer bytes each value may have; and its columns, and all
 * arguments of its calls (counted by its commas), may together take `memory`.
 * Columns 0: not known yet.
 */
static size_t value_bytes(const t2s_statement *query, size_t columns)
{
    size_t calls = 0, operators = 0, values = columns,
           bytes = query->value_bytes ? query->value_bytes : VALUE_BYTES;
    size_t most = bytes, memory = (size_t)query->memory;
    for (size_t i = 0; i < query->length && !query->is_ours; i++) {
        const char c = query->sql[i];
        calls += c == '(' || c == '|';
        operators += c && strchr("+-*/%&~=<>", c);
        values += c == ',';
    }
    calls += operators / OPERATORS_OF_A_CALL;
    if (calls > FREE_CALLS)
        most = bytes / calls * FREE_CALLS;
    values += calls;
    if (values && memory && most > memory / values)
        most = memory / values;
    if (most < LEAST_BYTES)
        most = LEAST_BYTES;
    return most < bytes ? most : bytes;
}

static void limit_values(t2s_sandbox *s, const t2s_statement *query,
                         size_t columns)
{
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, (int)value_bytes(query, columns));
}

/* Refuses a query that grows too large while it is prepared. */
static t2sed_status check_expansion(t2s_run *how, t2s_sandbox *s,
                                    const t2s_statement *query,
                                    t2sed_error *err)
{
    t2s_expansion size = T2S_EXPANSION_FITS;
    t2sed_status status = t2s_expansion_of_query(
        &size, s->catalog, query->sql, query->length, query->is_ours, err);
    if (status == T2SED_OK && query->parameter && size == T2S_EXPANSION_FITS)
        status = t2s_expansion_of_table(&size, s->catalog, query->parameter,
                                        strlen(query->parameter), err);
    if (size == T2S_EXPANSION_TOO_LARGE)
        *how = T2S_RUN_TIME;
    else if (size == T2S_EXPANSION_SYNTAX)
        *how = T2S_RUN_REFUSED;
    return status;
}

/* Refuses what is no plain query. */
static bool is_query(sqlite3_stmt *rows, const t2s_statement *query,
                     t2sed_error *err)
{
    int parameters = rows ? sqlite3_bind_parameter_count(rows) : 0;
    if (rows && sqlite3_stmt_readonly(rows) && !sqlite3_stmt_isexplain(rows) &&
        sqlite3_column_count(rows) > 0 &&
        parameters == (query->parameter != NULL))
        return true;
    t2s_fail(err, T2SED_ENOTSELECT, -1, "%s",
             parameters > 0
                 ? "a parameter such as ? or :name that no one fills in"
                 : "no query");
    return false;
}

static void prepare(t2s_run *how, t2s_rows *rows, const t2s_statement *query,
                    t2sed_error *err)
{
    t2s_sandbox *s = rows->sandbox;
    int code;
    limit_values(s, query, 0);
    s->fault = -1;
    /* The definitions, which may be no longer than T2S_MOST_STATEMENT, have
     * been read by now. */
    sqlite3_limit(s->db, SQLITE_LIMIT_SQL_LENGTH, MOST_QUERY);
    code = sqlite3_prepare_v2(s->db, query->sql, (int)query->length + 1,
                              &rows->statement, NULL);
    sqlite3_limit(s->db, SQLITE_LIMIT_SQL_LENGTH, T2S_MOST_STATEMENT);
    if (code != SQLITE_OK) {
        *how = stopped_by(rows, code, err);
#if SQLITE_VERSION_NUMBER >= 3038000
        s->fault = sqlite3_error_offset(s->db);
#endif
    } else if (!is_query(rows->statement, query, err)) {
        *how = T2S_RUN_REFUSED;
    } else {
        limit_values(s, query, (size_t)sqlite3_column_count(rows->statement));
        if (query->parameter)
            sqlite3_bind_text(rows->statement, 1, query->parameter, -1,
                              SQLITE_TRANSIENT);
    }
}

/* Reads the definitions of the database, with no more time than a query. */
static t2sed_status read_catalog(t2s_run *how, t2s_rows *rows, t2sed_error *err)
{
    t2s_sandbox *s = rows->sandbox;
    t2sed_error why;
    t2sed_status status;
    if (s->catalog)
        return T2SED_OK;
    if (rows->milliseconds <= s->too_short) {
        *how = T2S_RUN_TIME;
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "stopped: reading the definitions of the database took more "
                 "than %d ms",
                 s->too_short);
        return T2SED_OK;
    }
    t2s_watch_definitions(&s->watch, true);
    status = t2s_catalog_new(&s->catalog, s->db, s->path, &why);
    t2s_watch_definitions(&s->watch, false);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK) {
        *how = stopped_by(rows, sqlite3_errcode(s->db), err);
        if (*how == T2S_RUN_REFUSED)
            *how = T2S_RUN_DATABASE;
        else if (*how == T2S_RUN_TIME)
            s->too_short = rows->milliseconds;
    }
    return T2SED_OK;
}

/* Starts the query on the sandbox's own connection. */
static t2sed_status start(t2s_run *how, t2s_rows *rows,
                          const t2s_statement *query, t2sed_error *err)
{
    t2s_sandbox *s = rows->sandbox;
    t2sed_status status;
    s->is_ours = query->is_ours;
    s->calls_replaced = false;
    t2s_connection_limit_depth(s->db); /* of this thread's stack */
    t2s_watch_begin(&s->watch, query->milliseconds, query->memory, query->stop);
    status = read_catalog(how, rows, err);
    if (status == T2SED_OK && *how == T2S_RUN_ROW)
        status = check_expansion(how, s, query, err);
    if (status == T2SED_OK && *how == T2S_RUN_ROW)
        prepare(how, rows, query, err);
    t2s_watch_steps(&s->watch, query->steps);
    return status;
}

t2sed_status t2s_rows_open(t2s_run *how, t2s_rows **out, t2s_sandbox *s,
                           const t2s_statement *query, t2sed_error *err)
{
    t2s_statement limited = *query;
    t2s_rows *rows = t2s_zalloc(sizeof *rows);
    t2sed_status status;
    if (!rows)
        return t2s_fail_memory(err);
    rows->sandbox = s;
    rows->milliseconds = query->milliseconds;
    if (limited.is_ours && limited.memory == 0)
        limited.memory = OWN_MEMORY;
    rows->memory = limited.memory;
    *how = T2S_RUN_ROW;
    status = s->worker ? t2s_worker_start(how, s->worker, &limited, err)
                       : start(how, rows, &limited, err);
    if (s->worker)
        rows->count = t2s_worker_look(s->worker)->columns;
    if (status == T2SED_OK && *how == T2S_RUN_INTERRUPTED)
        status = T2SED_EINTERRUPTED;
    if (status != T2SED_OK || *how != T2S_RUN_ROW)
        t2s_rows_close(rows);
    else
        *out = rows;
    return status;
}

/* --- rows --- */

t2s_run t2s_rows_next(t2s_rows *rows, t2sed_error *err)
{
    int code;
    if (rows->sandbox->worker) {
        t2s_run how = t2s_worker_next(rows->sandbox->worker, err);
        rows->cells = t2s_worker_look(rows->sandbox->worker)->cells;
        return how;
    }
    code = sqlite3_step(rows->statement);
    if (code == SQLITE_ROW)
        return T2S_RUN_ROW;
    return code == SQLITE_DONE ? T2S_RUN_DONE : stopped_by(rows, code, err);
}

void t2s_rows_close(t2s_rows *rows)
{
    if (!rows)
        return;
    if (rows->sandbox->worker) {
        t2s_worker_end(rows->sandbox->worker);
    } else {
        sqlite3_finalize(rows->statement);
        t2s_watch_end(&rows->sandbox->watch);
    }
    t2s_free(rows);
}

int t2s_rows_columns(const t2s_rows *rows)
{
    return rows->statement ? sqlite3_column_count(rows->statement)
                           : (int)rows->count;
}

int t2s_rows_type(const t2s_rows *rows, int column)
{
    int type;
    if (!rows->statement)
        return rows->cells[column].type;
    type = sqlite3_column_type(rows->statement, column);
    return type == SQLITE_NULL ? T2SED_CELL_NULL : type;
}

int64_t t2s_rows_integer(const t2s_rows *rows, int column)
{
    return rows->statement ? sqlite3_column_int64(rows->statement, column)
                           : rows->cells[column].integer;
}

double t2s_rows_real(const t2s_rows *rows, int column)
{
    return rows->statement ? sqlite3_column_double(rows->statement, column)
                           : rows->cells[column].real;
}

const char *t2s_rows_text(const t2s_rows *rows, int column, size_t *length)
{
    const char *text;
    if (!rows->statement) {
        *length = rows->cells[column].length;
        return rows->cells[column].text;
    }
    if (sqlite3_column_type(rows->statement, column) == SQLITE_BLOB)
        text = sqlite3_column_blob(rows->statement, column);
    else
        text = (const char *)sqlite3_column_text(rows->statement, column);
    *length = (size_t)sqlite3_column_bytes(rows->statement, column);
    return text;
}
