#include "schema/read_sqlite.h"

#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/vector.h"
#include "schema/database.h"
#include "schema/text.h"
#include "schema/view_cost.h"

typedef struct reader {
    t2sed_schema *schema;
    sqlite3 *db;
    const char *path;
    t2s_view_costs *costs;
    T2S_VECTOR(char *) virtual_tables; /* names in the schema's arena */
    sqlite3_stmt *columns;             /* of the table bound to it */
    sqlite3_stmt *keys;
    t2s_string name, type; /* of the row at hand, cleaned */
    t2sed_error *err;
} reader;

static t2sed_status failed(reader *r)
{
    return t2s_database_fail(r->db, r->path, r->err);
}

static t2sed_status prepare(reader *r, sqlite3_stmt **out, const char *query)
{
    return sqlite3_prepare_v2(r->db, query, -1, out, NULL) == SQLITE_OK
               ? T2SED_OK
               : failed(r);
}

/* The row's text in UTF-8; "" for NULL. */
static t2sed_status clean_text(reader *r, sqlite3_stmt *row, int column,
                               t2s_string *out)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t n = (size_t)sqlite3_column_bytes(row, column);
    t2s_string_clear(out);
    if (!text && sqlite3_column_type(row, column) != SQLITE_NULL)
        return t2s_fail_memory(r->err);
    /* a name ends at a NUL, for SQLite too */
    t2s_append_clean(out, text ? text : "", text ? strnlen(text, n) : 0);
    return out->failed ? t2s_fail_memory(r->err) : T2SED_OK;
}

/* Whether the table is one in which a full-text or R-tree table keeps its
 * data: the virtual table's name, '_', and a known word. */
static bool is_shadow(const reader *r, const char *name)
{
    static const char *const suffixes[] = {
        "content", "segments", "segdir", "docsize", "stat",  "data",
        "idx",     "config",   "node",   "rowid",   "parent"};
    for (size_t i = 0; i < r->virtual_tables.count; i++) {
        size_t n = strlen(r->virtual_tables.at[i]);
        if (strlen(name) < n + 2 || name[n] != '_' ||
            t2s_casecmp_n(name, n, r->virtual_tables.at[i], n) != 0)
            continue;
        for (size_t k = 0; k < sizeof suffixes / sizeof suffixes[0]; k++)
            if (t2s_casecmp(name + n + 1, suffixes[k]) == 0)
                return true;
    }
    return false;
}

static t2sed_status find_virtual_tables(reader *r)
{
    sqlite3_stmt *rows;
    int code = SQLITE_DONE;
    t2sed_status status =
        prepare(r, &rows,
                "SELECT name FROM sqlite_master WHERE type = 'table' AND "
                "sql LIKE 'CREATE VIRTUAL TABLE%'");
    while (status == T2SED_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        char *name;
        status = clean_text(r, rows, 0, &r->name);
        if (status != T2SED_OK)
            break;
        name = t2s_arena_strdup(&r->schema->arena, r->name.text);
        if (r->virtual_tables.count < T2SED_SCHEMA_MAX_TABLES &&
            (!name || !t2s_vector_push(&r->virtual_tables, name)))
            status = t2s_fail_memory(r->err);
    }
    if (status == T2SED_OK && code != SQLITE_DONE)
        status = failed(r);
    sqlite3_finalize(rows);
    return status;
}

/* What can't be resolved, such as a view of a table that is gone, is left out;
 * a file that can't be read is an error. */
static t2sed_status pass_over(reader *r, const char *table)
{
    int code = sqlite3_errcode(r->db) & 0xFF;
    if (code != SQLITE_ERROR && code != SQLITE_AUTH && code != SQLITE_MISMATCH)
        return failed(r);
    t2s_log(T2SED_LOG_WARNING, "%s: table '%s' is left out: %s", r->path, table,
            sqlite3_errmsg(r->db));
    return T2SED_OK;
}

/* Adds the column at r->columns' row. */
static t2sed_status read_column(reader *r)
{
    t2sed_status status;
    if (sqlite3_column_int(r->columns, 2) == 1)
        return T2SED_OK; /* hidden in a virtual table */
    status = clean_text(r, r->columns, 0, &r->name);
    if (status == T2SED_OK)
        status = clean_text(r, r->columns, 1, &r->type);
    if (status == T2SED_OK)
        status = t2s_schema_add_column(r->schema, r->name.text, r->name.length,
                                       NULL, r->type.text, r->err);
    if (status == T2SED_OK)
        r->schema->columns[r->schema->column_count - 1].primary =
            sqlite3_column_int(r->columns, 3);
    return status;
}

/* Adds the table at the row (name, type) with its columns. */
static t2sed_status read_table(reader *r, sqlite3_stmt *row)
{
    const char *raw = (const char *)sqlite3_column_text(row, 0);
    size_t n = (size_t)sqlite3_column_bytes(row, 0);
    bool is_view = sqlite3_column_int(row, 1), is_cheap;
    int code;
    t2sed_status status = clean_text(r, row, 0, &r->name);
    if (status != T2SED_OK || !raw || is_shadow(r, r->name.text))
        return status;
    status = t2s_view_is_cheap(&is_cheap, r->costs, raw, n, r->err);
    if (status != T2SED_OK)
        return status;
    if (!is_cheap) {
        t2s_log(T2SED_LOG_WARNING,
                "%s: view '%s' is left out: too many views within it", r->path,
                r->name.text);
        return T2SED_OK;
    }
    sqlite3_reset(r->columns);
    sqlite3_bind_text(r->columns, 1, raw, (int)n, SQLITE_STATIC);
    code = sqlite3_step(r->columns);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? T2SED_OK : pass_over(r, r->name.text);
    status = t2s_schema_add_table(r->schema, r->name.text, r->name.length, NULL,
                                  is_view, r->err);
    while (status == T2SED_OK && code == SQLITE_ROW) {
        status = read_column(r);
        code = sqlite3_step(r->columns);
    }
    return status == T2SED_OK && code != SQLITE_DONE ? failed(r) : status;
}

static t2sed_status read_tables(reader *r)
{
    sqlite3_stmt *rows = NULL;
    int code = SQLITE_DONE;
    t2sed_status status =
        prepare(r, &r->columns,
                "SELECT name, type, hidden, pk FROM pragma_table_xinfo(?1)");
    if (status == T2SED_OK)
        status = prepare(r, &rows,
                         "SELECT name, type = 'view' FROM sqlite_master WHERE "
                         "type IN ('table', 'view') AND name NOT LIKE "
                         "'sqlite\\_%' ESCAPE '\\' ORDER BY rowid");
    while (status == T2SED_OK && (code = sqlite3_step(rows)) == SQLITE_ROW)
        status = read_table(r, rows);
    if (status == T2SED_OK && code != SQLITE_DONE)
        status = failed(r);
    sqlite3_finalize(rows);
    return status;
}

/* The column of `table` whose place in the primary key is `place`, from 1. */
static int32_t primary_column(const t2sed_schema *schema, int32_t table,
                              int32_t place)
{
    const t2s_table *at = &schema->tables[table];
    for (int32_t i = 0; i < at->column_count; i++)
        if (schema->columns[at->first_column + i].primary == place)
            return at->first_column + i;
    return T2S_NO_ITEM;
}

/* Adds the key at r->keys' row (id, seq, table, from, to); one whose table or
 * column is not there is passed over, as SQLite does. */
static t2sed_status read_key(reader *r, int32_t table, int32_t group)
{
    int32_t from, to, parent;
    t2sed_status status = clean_text(r, r->keys, 2, &r->name);
    if (status != T2SED_OK)
        return status;
    parent = t2s_schema_find_table(r->schema, r->name.text, r->name.length);
    status = clean_text(r, r->keys, 3, &r->name);
    if (status != T2SED_OK || parent == T2S_NO_ITEM)
        return status;
    from = t2s_schema_find_column(r->schema, table, r->name.text,
                                  r->name.length, NULL);
    status = clean_text(r, r->keys, 4, &r->name);
    if (status != T2SED_OK)
        return status;
    to = sqlite3_column_type(r->keys, 4) == SQLITE_NULL
             ? primary_column(r->schema, parent,
                              sqlite3_column_int(r->keys, 1) + 1)
             : t2s_schema_find_column(r->schema, parent, r->name.text,
                                      r->name.length, NULL);
    if (from == T2S_NO_ITEM || to == T2S_NO_ITEM)
        return T2SED_OK;
    return t2s_schema_add_foreign_key(r->schema, from, to, group, r->err);
}

/* SQLite numbers a table's keys from the last one declared. */
static t2sed_status read_keys(reader *r)
{
    int32_t group = -1;
    t2sed_status status =
        prepare(r, &r->keys,
                "SELECT id, seq, \"table\", \"from\", \"to\" FROM "
                "pragma_foreign_key_list(?1) ORDER BY id DESC, seq");
    for (size_t i = 0; i < r->schema->table_count && status == T2SED_OK; i++) {
        int code, last = -1;
        if (r->schema->tables[i].is_view)
            continue;
        sqlite3_reset(r->keys);
        sqlite3_bind_text(r->keys, 1, r->schema->tables[i].name, -1,
                          SQLITE_STATIC);
        while (status == T2SED_OK &&
               (code = sqlite3_step(r->keys)) == SQLITE_ROW) {
            if (sqlite3_column_int(r->keys, 0) != last)
                group++;
            last = sqlite3_column_int(r->keys, 0);
            status = read_key(r, (int32_t)i, group);
        }
        if (status == T2SED_OK && code != SQLITE_DONE)
            status = failed(r);
    }
    return status;
}

t2sed_status t2s_schema_read(t2sed_schema *schema, sqlite3 *db,
                             const char *path, t2sed_error *err)
{
    reader r = {.schema = schema, .db = db, .path = path, .err = err};
    t2s_deadline deadline;
    t2sed_status status;
    t2s_database_set_deadline(db, &deadline, T2S_SCHEMA_READ_MS);
    status = t2s_view_costs_new(&r.costs, db, path, err);
    if (status == T2SED_OK)
        status = find_virtual_tables(&r);
    if (status == T2SED_OK)
        status = read_tables(&r);
    if (status == T2SED_OK)
        status = t2s_schema_index(schema, err);
    if (status == T2SED_OK)
        status = read_keys(&r);
    sqlite3_finalize(r.columns);
    sqlite3_finalize(r.keys);
    t2s_database_set_deadline(db, NULL, -1);
    t2s_view_costs_free(r.costs);
    t2s_vector_free(&r.virtual_tables);
    t2s_string_free(&r.name);
    t2s_string_free(&r.type);
    return status;
}

t2sed_status t2sed_schema_open_sqlite(t2sed_schema **out, const char *path,
                                      t2sed_error *err)
{
    sqlite3 *db;
    t2sed_schema *schema;
    t2sed_status status;
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    status = t2s_database_open(&db, path, err);
    if (status != T2SED_OK)
        return status;
    schema = t2s_schema_new();
    if (schema)
        schema->path = schema->name = t2s_arena_strdup(&schema->arena, path);
    if (schema && schema->path)
        status = t2s_schema_read(schema, db, path, err);
    else
        status = t2s_fail_memory(err);
    sqlite3_close(db);
    if (status != T2SED_OK) {
        t2sed_schema_free(schema);
        return status;
    }
    *out = schema;
    return T2SED_OK;
}
