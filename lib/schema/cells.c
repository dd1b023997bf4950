#include "schema/cells.h"

#include <string.h>

#include "base/hash.h"
#include "schema/value_normal.h"

int t2s_cells_prepare(sqlite3_stmt **out, sqlite3 *db,
                      const t2sed_schema *schema, const char *table,
                      int32_t first, int32_t count)
{
    t2s_string query = {0};
    int code = SQLITE_NOMEM;
    t2s_string_append(&query, "SELECT ");
    for (int32_t i = first; i < first + count; i++) {
        const char *name = schema->columns[i].name;
        t2s_string_append(&query, i > first ? ", s." : "s.");
        t2s_string_append_quoted(&query, name, strlen(name), '"');
    }
    t2s_string_append(&query, " FROM main.");
    t2s_string_append_quoted(&query, table, strlen(table), '"');
    t2s_string_append(&query, " AS s");
    if (!query.failed)
        code = sqlite3_prepare_v2(db, query.text, (int)query.length, out, NULL);
    t2s_string_free(&query);
    return code;
}

bool t2s_cell_read(t2s_cell *out, sqlite3_stmt *row, int i)
{
    int type = sqlite3_column_type(row, i);
    *out = (t2s_cell){0};
    if (type == SQLITE_NULL || type == SQLITE_BLOB)
        return true;
    out->is_number = type != SQLITE_TEXT;
    if (out->is_number)
        out->number = sqlite3_column_double(row, i);
    out->text = (const char *)sqlite3_column_text(row, i);
    out->length = (size_t)sqlite3_column_bytes(row, i);
    return out->text != NULL;
}

bool t2s_cell_normal(t2s_string *out, const t2s_cell *cell)
{
    t2s_string_clear(out);
    if (cell->is_number) {
        char number[32];
        size_t n = t2s_value_normal_number(number, cell->number);
        t2s_string_append_n(out, number, n);
    } else {
        t2s_value_normal(out, cell->text, cell->length);
    }
    return !out->failed;
}

uint64_t t2s_cell_hash(int32_t column, const char *text, size_t n)
{
    uint64_t hash = t2s_hash_step(T2S_HASH_START, (uint32_t)column);
    return t2s_hash_bytes(hash, text, n);
}
