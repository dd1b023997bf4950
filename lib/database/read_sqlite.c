#include "database/read_sqlite.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/string.h"
#include "base/vector.h"
#include "database/cells.h"

/* Bytes of all definitions that are kept; further tables have none. */
#define MOST_DEFINED ((size_t)4 << 20)

/* A table or view of the database, as it is called there. */
typedef struct found_table {
    char *name;       /* in the schema's arena, as all names here */
    char *definition; /* likewise, or NULL */
    bool is_view, is_virtual;
} found_table;

typedef struct reader {
    t2sed_schema *schema;
    t2s_sandbox *sandbox;
    double ends_at; /* of the monotonic clock */
    T2S_VECTOR(found_table) tables;
    t2s_rows *rows;        /* of the question at hand */
    t2s_run how;           /* it ended, or T2S_RUN_ROW */
    t2s_string name, type; /* of the row at hand, cleaned */
    size_t defined;        /* bytes of definitions so far */
    t2sed_error why;       /* it ended so */
    t2sed_error *err;
} reader;

/* Fails for how the question at hand ended. */
static t2sed_status failed(reader *r)
{
    const char *path = t2s_sandbox_path(r->sandbox);
    switch (r->how) {
    case T2S_RUN_INTERRUPTED:
        return t2s_check_interrupt(r->err);
    case T2S_RUN_TIME:
        return t2s_fail(r->err, T2SED_ELIMIT, -1,
                        "%s: reading the database took too long", path);
    case T2S_RUN_DATABASE:
        if (r->err)
            *r->err = r->why;
        return r->why.code;
    default:
        return t2s_fail(r->err, T2SED_EDATABASE, -1, "%s: %s", path,
                        r->why.text);
    }
}

static void close_rows(reader *r)
{
    t2s_rows_close(r->rows);
    r->rows = NULL;
}

/* Asks the database; the rows are then read by next_row. */
static t2sed_status ask(reader *r, const char *sql, const char *parameter)
{
    double left = r->ends_at - t2s_clock_ms(CLOCK_MONOTONIC);
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .parameter = parameter,
                           .is_ours = true,
                           .milliseconds = left > 1 ? (int)left : 1};
    t2sed_status status;
    close_rows(r);
    status = t2s_rows_open(&r->how, &r->rows, r->sandbox, &query, &r->why);
    if (status != T2SED_OK && r->err)
        *r->err = r->why;
    return status;
}

static bool next_row(reader *r)
{
    if (r->how == T2S_RUN_ROW)
        r->how = t2s_rows_next(r->rows, &r->why);
    return r->how == T2S_RUN_ROW;
}

/* The row's text in UTF-8; "" for NULL. */
static t2sed_status clean_text(reader *r, int column, t2s_string *out)
{
    size_t n;
    const char *text = t2s_rows_text(r->rows, column, &n);
    t2s_string_clear(out);
    if (!text && t2s_rows_type(r->rows, column) == T2SED_CELL_TEXT)
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
    for (size_t i = 0; i < r->tables.count; i++) {
        const found_table *table = &r->tables.at[i];
        size_t n = table->is_virtual ? strlen(table->name) : 0;
        if (!table->is_virtual || strlen(name) < n + 2 || name[n] != '_' ||
            t2s_casecmp_n(name, n, table->name, n) != 0)
            continue;
        for (size_t k = 0; k < sizeof suffixes / sizeof suffixes[0]; k++)
            if (t2s_casecmp(name + n + 1, suffixes[k]) == 0)
                return true;
    }
    return false;
}

/* Keeps the statement of the row, behind those in *out. */
static t2sed_status keep_definition(reader *r, char **out, int column)
{
    size_t n, before = *out ? strlen(*out) : 0;
    const char *text = t2s_rows_text(r->rows, column, &n);
    t2s_string both = {0};
    if (!text || memchr(text, '\0', n) ||
        r->defined + before + n > MOST_DEFINED)
        return T2SED_OK;
    r->defined += before + n;
    t2s_string_append(&both, *out ? *out : "");
    t2s_string_append(&both, *out ? ";" : "");
    t2s_string_append_n(&both, text, n);
    *out = both.failed
               ? NULL
               : t2s_arena_strndup(&r->schema->arena, both.text, both.length);
    t2s_string_free(&both);
    return *out ? T2SED_OK : t2s_fail_memory(r->err);
}

/* Adds the unique indexes to the definitions of their tables. */
static t2sed_status find_indexes(reader *r)
{
    static const char begins[] = "CREATE UNIQUE INDEX ";
    t2sed_status status =
        ask(r,
            "SELECT tbl_name, sql FROM sqlite_master WHERE type = 'index' AND "
            "sql IS NOT NULL ORDER BY rowid",
            NULL);
    while (status == T2SED_OK && next_row(r)) {
        size_t n;
        const char *sql = t2s_rows_text(r->rows, 1, &n);
        int32_t table;
        if (!sql || n < sizeof begins || memcmp(sql, begins, sizeof begins - 1))
            continue;
        status = clean_text(r, 0, &r->name);
        if (status != T2SED_OK)
            break;
        table = t2s_schema_find_table(r->schema, r->name.text, r->name.length);
        if (table != T2S_NO_ITEM && r->schema->tables[table].definition)
            status = keep_definition(
                r, (char **)&r->schema->tables[table].definition, 1);
    }
    return status == T2SED_OK && r->how != T2S_RUN_DONE && r->how != T2S_RUN_ROW
               ? failed(r)
               : status;
}

/* Notes the names of tables and views, at most one more than are taken. */
static t2sed_status find_tables(reader *r)
{
    t2sed_status status =
        ask(r,
            /* Without LIKE, which may be the host's. */
            "SELECT name, type = 'view', type = 'table' AND rootpage = 0, sql "
            "FROM "
            "sqlite_master WHERE type IN ('table', 'view') AND (name COLLATE "
            "NOCASE < 'sqlite_' OR name COLLATE NOCASE >= 'sqlite`') ORDER BY "
            "rowid",
            NULL);
    while (status == T2SED_OK && next_row(r) &&
           r->tables.count <= T2SED_SCHEMA_MAX_TABLES) {
        size_t n;
        const char *name = t2s_rows_text(r->rows, 0, &n);
        found_table table = {NULL, NULL, t2s_rows_integer(r->rows, 1) != 0,
                             t2s_rows_integer(r->rows, 2) != 0};
        if (!name && t2s_rows_type(r->rows, 0) == T2SED_CELL_NULL)
            continue;
        if (name)
            table.name = t2s_arena_strndup(&r->schema->arena, name, n);
        if (!table.is_virtual)
            status = keep_definition(r, &table.definition, 3);
        if (!table.name || !t2s_vector_push(&r->tables, table))
            status = t2s_fail_memory(r->err);
    }
    return status == T2SED_OK && r->how != T2S_RUN_DONE && r->how != T2S_RUN_ROW
               ? failed(r)
               : status;
}

/* What can't be resolved, such as a view of a table that is gone, is left out,
 * and so is what would take too much work; a file that can't be read is an
 * error. */
static t2sed_status pass_over(reader *r, const char *table)
{
    if (r->how != T2S_RUN_REFUSED &&
        (r->how != T2S_RUN_TIME || t2s_clock_ms(CLOCK_MONOTONIC) >= r->ends_at))
        return failed(r);
    t2s_log(T2SED_LOG_WARNING, "%s: table '%s' is left out: %s",
            t2s_sandbox_path(r->sandbox), table, r->why.text);
    return T2SED_OK;
}

/* Adds the column at the row. */
static t2sed_status read_column(reader *r)
{
    t2sed_status status;
    if (t2s_rows_integer(r->rows, 2) == 1)
        return T2SED_OK; /* hidden in a virtual table */
    status = clean_text(r, 0, &r->name);
    if (status == T2SED_OK)
        status = clean_text(r, 1, &r->type);
    if (status == T2SED_OK)
        status = t2s_schema_add_column(r->schema, r->name.text, r->name.length,
                                       NULL, r->type.text, r->err);
    if (status == T2SED_OK)
        r->schema->columns[r->schema->column_count - 1].primary =
            (int32_t)t2s_rows_integer(r->rows, 3);
    return status;
}

/* Adds a table with its columns. */
static t2sed_status read_table(reader *r, const found_table *table)
{
    t2s_string name = {0};
    t2sed_status status = T2SED_OK;
    t2s_append_clean(&name, table->name, strlen(table->name));
    if (name.failed)
        status = t2s_fail_memory(r->err);
    else if (!is_shadow(r, name.text ? name.text : ""))
        status = ask(r,
                     "SELECT name, type, hidden, pk FROM "
                     "pragma_table_xinfo(?1)",
                     table->name);
    else
        r->how = T2S_RUN_DONE;
    if (status == T2SED_OK && next_row(r)) {
        status = t2s_schema_add_table(r->schema, name.text, name.length, NULL,
                                      table->is_view, r->err);
        if (status == T2SED_OK)
            r->schema->tables[r->schema->table_count - 1].definition =
                table->definition;
        do {
            if (status == T2SED_OK)
                status = read_column(r);
        } while (status == T2SED_OK && next_row(r));
        if (status == T2SED_OK && r->how != T2S_RUN_DONE)
            status = failed(r);
    } else if (status == T2SED_OK && r->how != T2S_RUN_DONE) {
        status = pass_over(r, name.text ? name.text : "");
    }
    t2s_string_free(&name);
    return status;
}

static t2sed_status read_tables(reader *r)
{
    t2sed_status status = find_tables(r);
    for (size_t i = 0; i < r->tables.count && status == T2SED_OK; i++)
        status = read_table(r, &r->tables.at[i]);
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

/* Adds the key at the row (id, seq, table, from, to); one whose table or
 * column is not there is passed over, as SQLite does. */
static t2sed_status read_key(reader *r, int32_t table, int32_t group)
{
    int32_t from, to, parent;
    t2sed_status status = clean_text(r, 2, &r->name);
    if (status != T2SED_OK)
        return status;
    parent = t2s_schema_find_table(r->schema, r->name.text, r->name.length);
    status = clean_text(r, 3, &r->name);
    if (status != T2SED_OK || parent == T2S_NO_ITEM)
        return status;
    from = t2s_schema_find_column(r->schema, table, r->name.text,
                                  r->name.length, NULL);
    status = clean_text(r, 4, &r->name);
    if (status != T2SED_OK)
        return status;
    to = t2s_rows_type(r->rows, 4) == T2SED_CELL_NULL
             ? primary_column(r->schema, parent,
                              (int32_t)t2s_rows_integer(r->rows, 1) + 1)
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
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < r->schema->table_count && status == T2SED_OK; i++) {
        int64_t last = -1;
        if (r->schema->tables[i].is_view)
            continue;
        status = ask(r,
                     "SELECT id, seq, \"table\", \"from\", \"to\" FROM "
                     "pragma_foreign_key_list(?1) ORDER BY id DESC, seq",
                     r->schema->tables[i].name);
        while (status == T2SED_OK && next_row(r)) {
            int64_t id = t2s_rows_integer(r->rows, 0);
            group += id != last;
            last = id;
            status = read_key(r, (int32_t)i, group);
        }
        if (status == T2SED_OK && r->how != T2S_RUN_DONE)
            status = failed(r);
    }
    return status;
}

t2sed_status t2s_schema_read(t2sed_schema *schema, t2s_sandbox *sandbox,
                             t2sed_error *err)
{
    reader r = {.schema = schema, .sandbox = sandbox, .err = err};
    t2sed_status status;
    r.ends_at = t2s_clock_ms(CLOCK_MONOTONIC) + T2S_SCHEMA_READ_MS;
    status = read_tables(&r);
    if (status == T2SED_OK)
        status = t2s_schema_index(schema, err);
    if (status == T2SED_OK)
        status = read_keys(&r);
    if (status == T2SED_OK)
        status = find_indexes(&r);
    close_rows(&r);
    t2s_vector_free(&r.tables);
    t2s_string_free(&r.name);
    t2s_string_free(&r.type);
    return status;
}

t2sed_status t2s_schema_read_new(t2sed_schema **out, t2s_sandbox *sandbox,
                                 const char *path, t2sed_error *err)
{
    t2sed_schema *schema = t2s_schema_new();
    t2sed_status status;
    if (schema)
        schema->path = schema->name = t2s_arena_strdup(&schema->arena, path);
    status = schema && schema->path ? t2s_schema_read(schema, sandbox, err)
                                    : t2s_fail_memory(err);
    if (status != T2SED_ENOMEM && t2s_sandbox_has_changed(sandbox, err))
        status = T2SED_EDATABASE;
    if (status != T2SED_OK)
        t2sed_schema_free(schema);
    else
        *out = schema;
    return status;
}
