/* Values of a column, sampled. */
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "base/vector.h"
#include "schema/database.h"
#include "schema/schema.h"
#include "schema/text.h"
#include "schema/view_cost.h"

/* A value's key in the map is '0' or '1' (a number) and its text, so that 1
 * and '1' are two. */
struct t2sed_values {
    t2s_map distinct;
    bool complete;
};

static t2sed_status read_options(t2sed_sample_options *to,
                                 const t2sed_sample_options *from,
                                 t2sed_error *err)
{
    t2sed_sample_options defaults = T2SED_SAMPLE_OPTIONS_INIT;
    t2sed_status status;
    *to = defaults;
    status = t2s_sized_read(to, sizeof *to, from, "t2sed_sample_options", err);
    if (status != T2SED_OK)
        return status;
    if (to->max_milliseconds < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_sample_options: max_milliseconds is negative");
    return T2SED_OK;
}

/* "SELECT t.c FROM t": the table's name keeps SQLite from reading the column's
 * as a text in quotes where there is none. */
static char *make_query(const char *table, const char *column)
{
    t2s_string query = {0};
    t2s_string_append(&query, "SELECT s.");
    t2s_string_append_quoted(&query, column, strlen(column), '"');
    t2s_string_append(&query, " FROM main.");
    t2s_string_append_quoted(&query, table, strlen(table), '"');
    t2s_string_append(&query, " AS s");
    return t2s_string_take(&query, NULL);
}

/* Adds the row's value unless it is there or passed over; *full says that it
 * has no room any more. */
static t2sed_status add_value(t2sed_values *values, sqlite3_stmt *row,
                              const t2sed_sample_options *options,
                              t2s_string *key, size_t *bytes, bool *full,
                              t2sed_error *err)
{
    int type = sqlite3_column_type(row, 0);
    const char *text;
    size_t n;
    if (type == SQLITE_NULL || type == SQLITE_BLOB)
        return T2SED_OK;
    text = (const char *)sqlite3_column_text(row, 0);
    n = (size_t)sqlite3_column_bytes(row, 0);
    if (!text)
        return t2s_fail_memory(err);
    if (n > options->max_value_bytes)
        return T2SED_OK;
    t2s_string_clear(key);
    t2s_string_append_char(key, type == SQLITE_TEXT ? '0' : '1');
    t2s_append_clean(key, text, n);
    if (key->failed)
        return t2s_fail_memory(err);
    if (t2s_map_find(&values->distinct, key->text, key->length))
        return T2SED_OK;
    *full = values->distinct.count >= options->max_values ||
            key->length - 1 > options->max_bytes - *bytes;
    if (*full)
        return T2SED_OK;
    *bytes += key->length - 1;
    return t2s_map_set(&values->distinct, key->text, key->length, 0)
               ? T2SED_OK
               : t2s_fail_memory(err);
}

static t2sed_status read_values(t2sed_values *values, sqlite3 *db,
                                const char *path, const char *query,
                                const t2sed_sample_options *options,
                                t2sed_error *err)
{
    sqlite3_stmt *rows = NULL;
    t2s_string key = {0};
    t2s_deadline deadline;
    size_t bytes = 0;
    bool full = false;
    int code;
    t2sed_status status = T2SED_OK;
    sqlite3_set_authorizer(db, t2s_database_authorize_read, NULL);
    t2s_database_set_deadline(db, &deadline, options->max_milliseconds);
    code = sqlite3_prepare_v2(db, query, -1, &rows, NULL);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(rows)) == SQLITE_ROW && !full &&
               status == T2SED_OK)
            status = add_value(values, rows, options, &key, &bytes, &full, err);
    values->complete = code == SQLITE_DONE;
    if (status == T2SED_OK && code != SQLITE_DONE && code != SQLITE_ROW &&
        !deadline.passed)
        status = t2s_database_fail(db, path, err);
    sqlite3_finalize(rows);
    t2s_string_free(&key);
    return status;
}

/* Checks that the table may be asked, and asks. */
static t2sed_status sample(t2sed_values *values, const char *path,
                           const char *table, const char *column,
                           const t2sed_sample_options *options,
                           t2sed_error *err)
{
    sqlite3 *db;
    t2s_view_costs *costs = NULL;
    bool cheap = false;
    char *query = make_query(table, column);
    t2sed_status status =
        query ? t2s_database_open(&db, path, err) : t2s_fail_memory(err);
    if (status != T2SED_OK) {
        t2s_free(query);
        return status;
    }
    status = t2s_view_costs_new(&costs, db, path, err);
    if (status == T2SED_OK)
        status = t2s_view_is_cheap(&cheap, costs, table, strlen(table), err);
    if (status == T2SED_OK && !cheap)
        status =
            t2s_fail(err, T2SED_ELIMIT, -1,
                     "%s: view '%s' has too many views within it", path, table);
    if (status == T2SED_OK)
        status = read_values(values, db, path, query, options, err);
    t2s_view_costs_free(costs);
    sqlite3_close(db);
    t2s_free(query);
    return status;
}

t2sed_status t2sed_schema_sample_values(t2sed_values **out,
                                        const t2sed_schema *schema,
                                        const char *database, size_t column,
                                        const t2sed_sample_options *options,
                                        t2sed_error *err)
{
    t2sed_sample_options use;
    t2sed_values *values;
    const t2s_column *at;
    t2sed_status status;
    if (!out || !schema)
        return t2s_fail_null(err, __func__, "out and schema");
    status = read_options(&use, options, err);
    if (status != T2SED_OK)
        return status;
    if (column >= schema->column_count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "column %zu of a schema with %zu columns", column,
                        schema->column_count);
    if (!database)
        database = schema->path;
    if (!database)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "the schema was not read from a database, and none "
                        "is named");
    values = t2s_zalloc(sizeof *values);
    if (!values)
        return t2s_fail_memory(err);
    at = &schema->columns[column];
    status = sample(values, database, schema->tables[at->table].name, at->name,
                    &use, err);
    if (status != T2SED_OK) {
        t2sed_values_free(values);
        return status;
    }
    *out = values;
    return T2SED_OK;
}

void t2sed_values_free(t2sed_values *values)
{
    if (!values)
        return;
    t2s_map_free(&values->distinct);
    t2s_free(values);
}

size_t t2sed_values_count(const t2sed_values *values)
{
    return values ? values->distinct.count : 0;
}

const char *t2sed_values_text(const t2sed_values *values, size_t i,
                              size_t *length)
{
    if (!values || i >= values->distinct.count)
        return NULL;
    if (length)
        *length = values->distinct.entries[i].key_length - 1;
    return values->distinct.entries[i].key + 1;
}

int t2sed_values_is_number(const t2sed_values *values, size_t i)
{
    return values && i < values->distinct.count &&
           values->distinct.entries[i].key[0] == '1';
}

int t2sed_values_complete(const t2sed_values *values)
{
    return values ? values->complete : 0;
}
