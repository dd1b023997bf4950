#include "witness/store.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/string.h"
#include "base/vector.h"
#include "database/connection.h"
#include "witness/unstable.h"

/* What writing the rows of one instance, and a query on it, may take. A query
 * ends by its steps long before its time, where a machine is not very slow. */
#define WRITE_MS    500
#define QUERY_MS    400
#define QUERY_STEPS 1000000
#define MEMORY      ((int64_t)64 << 20)
#define MOST_ROWS   2000
#define MOST_CELLS  200000
#define MOST_VALUE  ((size_t)1 << 20)

/* What takes about as long as an instruction of SQLite's machine: starting a
 * query, writing a row; how many of them take a millisecond. */
#define STEPS_OF_BYTE 5 /* of a query, which is parsed */
#define STEPS_OF_ROW  50
#define STEPS_OF_MS   40000
/* What the thread may work, and the clock may run, beyond that: twice as long,
 * and as many milliseconds more. */
#define MORE_WORK_MS  200
#define MORE_CLOCK_MS 1000

/* In the order against that of the calls, or mixed. */
static void break_tie(sqlite3_context *context, int count,
                      sqlite3_value **values)
{
    t2s_store *store = sqlite3_user_data(context);
    t2s_random random = {(uint64_t)(store->tie_calls + (store->ties << 20))};
    (void)count;
    (void)values;
    store->tie_calls++;
    sqlite3_result_int64(context, store->ties
                                      ? (int64_t)t2s_random_bits(&random)
                                      : -store->tie_calls);
}

t2sed_status t2s_store_open(t2s_store **out, const t2sed_schema *schema,
                            t2sed_error *err)
{
    t2s_store *store = t2s_zalloc(sizeof *store);
    sqlite3 *db = NULL;
    t2sed_status status;
    if (!store)
        return t2s_fail_memory(err);
    store->schema = schema;
    store->table_count = schema->table_count;
    t2s_value_key_init(&store->key);
    store->tables =
        t2s_zalloc_array(schema->table_count + 1, sizeof *store->tables);
    status = store->tables ? t2s_connection_open_memory(&db, err)
                           : t2s_fail_memory(err);
    if (!status)
        status = t2s_sandbox_wrap(&store->sandbox, db, "in memory", err);
    if (!status)
        status = t2s_connection_check_memory(err);
    if (!status &&
        sqlite3_create_function(db, T2S_TIE_FUNCTION, 0, SQLITE_UTF8, store,
                                break_tie, NULL, NULL) != SQLITE_OK)
        status = t2s_fail_memory(err);
    if (status)
        t2s_store_close(store);
    else
        *out = store;
    return status;
}

void t2s_store_close(t2s_store *store)
{
    if (!store)
        return;
    for (size_t i = 0; store->tables && i < store->table_count; i++) {
        sqlite3_finalize(store->tables[i].insert);
        sqlite3_finalize(store->tables[i].clear);
        t2s_free(store->tables[i].columns);
    }
    t2s_free(store->tables);
    t2s_sandbox_close(store->sandbox);
    t2s_string_free(&store->scratch);
    t2s_free(store);
}

void t2s_store_limit(t2s_store *store, int milliseconds)
{
    const double twice = 2.0 * milliseconds;
    store->work_ends = store->work + (int64_t)milliseconds * STEPS_OF_MS;
    store->thread_ends_at =
        t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID) + twice + MORE_WORK_MS;
    store->ends_at = t2s_clock_ms(CLOCK_MONOTONIC) + twice + MORE_CLOCK_MS;
}

bool t2s_store_is_over(const t2s_store *store)
{
    return store->work >= store->work_ends ||
           t2s_clock_ms(CLOCK_MONOTONIC) > store->ends_at ||
           t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID) > store->thread_ends_at;
}

static bool execute(t2s_store *store, const char *sql)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

void t2s_store_begin(t2s_store *store)
{
    store->is_new = store->is_spoilt = false;
    store->db = t2s_sandbox_begin_writing(store->sandbox, WRITE_MS, MEMORY);
    execute(store, "BEGIN");
}

void t2s_store_end(t2s_store *store)
{
    if (!execute(store, "COMMIT")) {
        execute(store, "ROLLBACK");
        store->is_spoilt = true;
    }
    t2s_sandbox_end_writing(store->sandbox, store->is_new);
    store->db = NULL;
}

/* --- tables --- */

/* The type that makes SQLite treat values as the declared one would. */
static const char *affinity(const t2s_column *column)
{
    switch (column->kind) {
    case T2SED_TYPE_TEXT:
        return "TEXT";
    case T2SED_TYPE_NUMBER:
        return t2s_type_has(column->type, "INT")    ? "INTEGER"
               : t2s_type_has(column->type, "REAL") ? "REAL"
                                                    : "NUMERIC";
    case T2SED_TYPE_TIME:
    case T2SED_TYPE_BOOLEAN:
        return "NUMERIC";
    default:
        return "";
    }
}

/* CREATE TABLE by what the schema says of a table that has no definition. */
static void append_table(t2s_string *sql, const t2sed_schema *schema,
                         int32_t table)
{
    const t2s_table *of = &schema->tables[table];
    const t2s_column *columns = schema->columns + of->first_column;
    const char *between = ", PRIMARY KEY (";
    t2s_string_append(sql, "CREATE TABLE ");
    t2s_string_append_quoted(sql, of->name, strlen(of->name), '"');
    for (int32_t i = 0; i < of->column_count; i++) {
        t2s_string_append(sql, i ? ", " : " (");
        t2s_string_append_quoted(sql, columns[i].name, strlen(columns[i].name),
                                 '"');
        t2s_string_append_format(sql, " %s", affinity(&columns[i]));
    }
    for (int32_t i = 0; i < of->column_count; i++)
        if (columns[i].primary) {
            t2s_string_append(sql, between);
            t2s_string_append_quoted(sql, columns[i].name,
                                     strlen(columns[i].name), '"');
            between = ", ";
        }
    t2s_string_append(sql, *between == ',' && between[2] ? ")" : "))");
}

/* By its definition, or, where SQLite does not take that, by its columns. */
static bool create(t2s_store *store, int32_t table, t2sed_error *err)
{
    const t2s_table *of = &store->schema->tables[table];
    t2s_string sql = {0};
    bool made = of->definition && execute(store, of->definition);
    if (!made && !(of->is_view && of->definition)) {
        append_table(&sql, store->schema, table);
        if (sql.failed)
            t2s_fail_memory(err);
        else
            made = execute(store, sql.text);
    }
    t2s_string_free(&sql);
    return made;
}

/* Notes the columns as SQLite made them: those of NOT NULL, those that it
 * computes. *same is false where they are not the schema's. */
static t2sed_status read_columns(bool *same, t2s_store *store, int32_t table,
                                 t2sed_error *err)
{
    static const char ask[] =
        "SELECT name, \"notnull\", hidden FROM pragma_table_xinfo(?1)";
    const t2s_table *of = &store->schema->tables[table];
    t2s_stored *stored = &store->tables[table];
    t2s_statement query = {.sql = ask,
                           .length = sizeof ask - 1,
                           .parameter = of->name,
                           .is_ours = true,
                           .milliseconds = WRITE_MS};
    t2s_rows *rows = NULL;
    t2s_run how = T2S_RUN_REFUSED;
    int32_t count = 0;
    t2sed_status status =
        t2s_rows_open(&how, &rows, store->sandbox, &query, err);
    *same = !status && how == T2S_RUN_ROW;
    while (*same && t2s_rows_next(rows, NULL) == T2S_RUN_ROW) {
        size_t n;
        const char *name = t2s_rows_text(rows, 0, &n);
        const t2s_column *column =
            &store->schema->columns[of->first_column + count];
        *same = count < of->column_count && name && strlen(column->name) == n &&
                memcmp(name, column->name, n) == 0;
        if (*same) {
            stored->columns[count].not_null = t2s_rows_integer(rows, 1) != 0;
            stored->columns[count].is_generated =
                t2s_rows_integer(rows, 2) != 0;
        }
        count++;
    }
    t2s_rows_close(rows);
    *same = *same && count == of->column_count;
    return status;
}

static void append_insert(t2s_string *sql, const t2s_store *store,
                          int32_t table)
{
    const t2s_table *of = &store->schema->tables[table];
    const t2s_stored *stored = &store->tables[table];
    int32_t count = 0;
    t2s_string_append(sql, "INSERT INTO ");
    t2s_string_append_quoted(sql, of->name, strlen(of->name), '"');
    for (int32_t i = 0; i < of->column_count; i++) {
        const char *name = store->schema->columns[of->first_column + i].name;
        if (stored->columns[i].is_generated)
            continue;
        t2s_string_append(sql, count++ ? ", " : " (");
        t2s_string_append_quoted(sql, name, strlen(name), '"');
    }
    for (int32_t i = 0; i < count; i++)
        t2s_string_append(sql, i ? ", ?" : ") VALUES (?");
    t2s_string_append(sql, ")");
}

static bool prepare_one(sqlite3_stmt **out, t2s_store *store,
                        const t2s_string *sql, t2sed_error *err)
{
    if (sql->failed)
        t2s_fail_memory(err);
    return !sql->failed &&
           sqlite3_prepare_v3(store->db, sql->text, (int)sql->length + 1,
                              SQLITE_PREPARE_PERSISTENT, out,
                              NULL) == SQLITE_OK;
}

/* Prepares the statements that write rows and take them away. */
static bool prepare(t2s_store *store, int32_t table, t2sed_error *err)
{
    const char *name = store->schema->tables[table].name;
    t2s_stored *stored = &store->tables[table];
    t2s_string sql = {0};
    bool done;
    append_insert(&sql, store, table);
    done = prepare_one(&stored->insert, store, &sql, err);
    t2s_string_clear(&sql);
    t2s_string_append(&sql, "DELETE FROM ");
    t2s_string_append_quoted(&sql, name, strlen(name), '"');
    done = done && prepare_one(&stored->clear, store, &sql, err);
    t2s_string_free(&sql);
    return done;
}

static bool is_followed(const t2s_store *store, int32_t table)
{
    return store->schema->tables[table].is_view &&
           store->schema->tables[table].definition;
}

/* Takes away what a call left that the host ended. */
static void unmake(t2s_store *store, int32_t table)
{
    t2s_stored *stored = &store->tables[table];
    const t2s_table *of = &store->schema->tables[table];
    t2s_string sql = {0};
    sqlite3_finalize(stored->insert);
    sqlite3_finalize(stored->clear);
    t2s_free(stored->columns);
    *stored = (t2s_stored){0};
    t2s_string_append(&sql, is_followed(store, table)
                                ? "DROP VIEW IF EXISTS "
                                : "DROP TABLE IF EXISTS ");
    t2s_string_append_quoted(&sql, of->name, strlen(of->name), '"');
    t2s_store_begin(store);
    if (!sql.failed)
        execute(store, sql.text);
    t2s_store_end(store);
    t2s_string_free(&sql);
}

static t2sed_status make_once(t2s_store *store, int32_t table, t2sed_error *err)
{
    t2s_stored *stored = &store->tables[table];
    t2sed_error why = {0};
    t2sed_status status = T2SED_OK;
    t2s_store_begin(store);
    store->is_new = true;
    stored->is_made = create(store, table, &why);
    t2s_store_end(store);
    if (stored->is_made && is_followed(store, table))
        return T2SED_OK; /* what it shows is looked at by queries alone */
    if (stored->is_made)
        status = read_columns(&stored->is_made, store, table, err);
    if (!status && stored->is_made) {
        t2s_store_begin(store);
        stored->is_made = prepare(store, table, &why);
        t2s_store_end(store);
    }
    if (why.code == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    return status || stored->is_made ? status : t2s_check_interrupt(err);
}

t2sed_status t2s_store_make(bool *is_made, t2s_store *store, int32_t table,
                            t2sed_error *err)
{
    t2s_stored *stored = &store->tables[table];
    const size_t count = (size_t)store->schema->tables[table].column_count;
    t2sed_status status = T2SED_OK;
    if (!stored->is_tried) {
        if (stored->columns)
            unmake(store, table);
        stored->columns = t2s_zalloc_array(count, sizeof *stored->columns);
        status = stored->columns ? make_once(store, table, err)
                                 : t2s_fail_memory(err);
        stored->is_tried = !status;
        stored->is_made = stored->is_made && !status;
    }
    *is_made = stored->is_made;
    return status;
}

/* --- rows --- */

void t2s_store_clear(t2s_store *store, int32_t table)
{
    sqlite3_step(store->tables[table].clear);
    if (sqlite3_reset(store->tables[table].clear) != SQLITE_OK)
        store->is_spoilt = true;
}

static void bind(sqlite3_stmt *insert, int at, const t2sed_cell *cell)
{
    switch (cell->type) {
    case T2SED_CELL_INTEGER:
        sqlite3_bind_int64(insert, at, cell->integer);
        break;
    case T2SED_CELL_REAL:
        sqlite3_bind_double(insert, at, cell->real);
        break;
    case T2SED_CELL_TEXT:
        sqlite3_bind_text(insert, at, cell->text, (int)cell->length,
                          SQLITE_STATIC);
        break;
    default:
        sqlite3_bind_null(insert, at);
    }
}

/* SQLite names what two rows have the same of: "t.a", or "t.a, t.b". */
static void learn(t2s_store *store, int32_t table)
{
    const t2s_table *of = &store->schema->tables[table];
    const char *said = sqlite3_errmsg(store->db), *at = strstr(said, ": ");
    const size_t n = strlen(of->name);
    if (!at || strchr(said, ',') || strncmp(at + 2, of->name, n) != 0 ||
        at[2 + n] != '.')
        return;
    for (int32_t i = 0; i < of->column_count; i++)
        if (strcmp(store->schema->columns[of->first_column + i].name,
                   at + 3 + n) == 0)
            store->tables[table].columns[i].is_unique = true;
}

bool t2s_store_insert(t2s_store *store, int32_t table, const t2sed_cell *cells)
{
    t2s_stored *stored = &store->tables[table];
    const int32_t count = store->schema->tables[table].column_count;
    int at = 0, code;
    if (store->is_spoilt)
        return false; /* the time or memory for this instance is used up */
    for (int32_t i = 0; i < count; i++)
        if (!stored->columns[i].is_generated)
            bind(stored->insert, ++at, &cells[i]);
    store->work += STEPS_OF_ROW;
    sqlite3_step(stored->insert);
    code = sqlite3_reset(stored->insert);
    if ((code & 0xFF) == SQLITE_CONSTRAINT && code != SQLITE_CONSTRAINT_CHECK)
        learn(store, table);
    sqlite3_clear_bindings(stored->insert);
    code &= 0xFF;
    if (code == SQLITE_INTERRUPT || code == SQLITE_NOMEM)
        store->is_spoilt = true;
    return code == SQLITE_OK;
}

void t2s_store_forget(t2s_store *store, int32_t table)
{
    for (int32_t i = 0; i < store->schema->tables[table].column_count; i++)
        store->tables[table].columns[i].is_unique = false;
}

void t2s_store_reverse(t2s_store *store, bool is_reversed)
{
    store->db = t2s_sandbox_begin_writing(store->sandbox, WRITE_MS, MEMORY);
    execute(store, is_reversed ? "PRAGMA reverse_unordered_selects = 1"
                               : "PRAGMA reverse_unordered_selects = 0");
    t2s_sandbox_end_writing(store->sandbox, false);
    store->db = NULL;
}

/* --- queries --- */

static t2s_run take_rows(t2s_result *out, t2s_store *store, t2s_rows *rows,
                         t2s_show_row show, void *context, bool *failed,
                         t2sed_error *why)
{
    t2s_run how;
    out->columns = (size_t)t2s_rows_columns(rows);
    if (show)
        show(context, rows, T2S_BEFORE_ROWS);
    while ((how = t2s_rows_next(rows, why)) == T2S_RUN_ROW) {
        const size_t needed = (out->rows + 1) * out->columns;
        if (out->rows == MOST_ROWS || needed > MOST_CELLS) {
            t2s_fail(why, T2SED_ELIMIT, -1, "more than %d rows", MOST_ROWS);
            return T2S_RUN_ROWS;
        }
        *failed = needed > out->capacity &&
                  !t2s_vector_grow(&out->cells, &out->capacity, needed,
                                   sizeof *out->cells);
        for (size_t i = 0; i < out->columns && !*failed; i++)
            *failed = !t2s_value_read(&out->cells[out->rows * out->columns + i],
                                      &store->key, rows, (int)i, true,
                                      &store->scratch);
        if (*failed)
            return T2S_RUN_MEMORY;
        if (show)
            show(context, rows, out->rows);
        out->rows++;
    }
    return how;
}

t2sed_status t2s_store_run_text(t2s_run *how, t2s_result *out, t2s_store *store,
                                const char *text, size_t n, t2s_show_row show,
                                void *context, t2sed_error *why)
{
    t2s_statement query = {.sql = text,
                           .length = n,
                           .milliseconds = QUERY_MS,
                           .steps = store->query_steps ? store->query_steps
                                                       : QUERY_STEPS,
                           .memory = MEMORY,
                           .value_bytes = MOST_VALUE};
    t2s_result result = {0};
    t2s_rows *rows = NULL;
    bool failed = false;
    t2sed_status status;
    if (store->is_spoilt) {
        *how = T2S_RUN_TIME;
        t2s_fail(why, T2SED_ELIMIT, -1,
                 "writing rows took too much time or memory");
        return T2SED_OK;
    }
    store->work += STEPS_OF_BYTE * (int64_t)n;
    status = t2s_rows_open(how, &rows, store->sandbox, &query, why);
    if (status || *how != T2S_RUN_ROW)
        return status;
    *how = take_rows(&result, store, rows, show, context, &failed, why);
    store->work +=
        sqlite3_stmt_status(rows->statement, SQLITE_STMTSTATUS_VM_STEP, 0);
    t2s_rows_close(rows);
    if (failed)
        status = t2s_fail_memory(why);
    else if (*how == T2S_RUN_INTERRUPTED)
        status = T2SED_EINTERRUPTED;
    if (status || *how != T2S_RUN_DONE)
        t2s_result_free(&result);
    else
        *out = result;
    return status;
}

t2sed_status t2s_store_run(t2s_run *how, t2s_result *out, t2s_store *store,
                           const t2sed_sql *sql, t2s_show_row show,
                           void *context, t2sed_error *why)
{
    return t2s_store_run_text(how, out, store, sql->text, sql->length, show,
                              context, why);
}

t2sed_status t2s_store_run_untied(t2s_run *how, t2s_result *out,
                                  t2s_store *store, const t2s_string *text,
                                  int ties, t2sed_error *why)
{
    store->ties = ties;
    store->tie_calls = 0;
    return t2s_store_run_text(how, out, store, text->text, text->length, NULL,
                              NULL, why);
}
