#include "database/cells.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "database/value_normal.h"

t2sed_status t2s_cells_open(t2s_run *how, t2s_rows **out, t2s_sandbox *sandbox,
                            const t2sed_schema *schema, const char *table,
                            int32_t first, int32_t count, double ends_at,
                            t2sed_error *err)
{
    t2s_string text = {0};
    double left = ends_at - t2s_clock_ms(CLOCK_MONOTONIC);
    t2s_statement query = {.is_ours = true,
                           .milliseconds = left > 0 ? (int)left : 0};
    t2sed_status status;
    t2s_string_append(&text, "SELECT ");
    for (int32_t i = first; i < first + count; i++) {
        const char *name = schema->columns[i].name;
        t2s_string_append(&text, i > first ? ", s." : "s.");
        t2s_string_append_quoted(&text, name, strlen(name), '"');
    }
    t2s_string_append(&text, " FROM main.");
    t2s_string_append_quoted(&text, table, strlen(table), '"');
    t2s_string_append(&text, " AS s");
    query.sql = text.text;
    query.length = text.length;
    status = text.failed ? t2s_fail_memory(err)
                         : t2s_rows_open(how, out, sandbox, &query, err);
    t2s_string_free(&text);
    return status;
}

t2sed_status t2s_cells_read(t2s_ended *out, t2sed_database *database,
                            int32_t first, int32_t count, int64_t rows,
                            double ends_at, t2s_take_row take, void *context,
                            t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    const double left = ends_at - t2s_clock_ms(CLOCK_MONOTONIC);
    t2s_string text = {0};
    t2s_statement query = {.is_ours = true,
                           .milliseconds = left > 0 ? (int)left : 0,
                           .rows = (size_t)rows};
    t2sed_status status;
    t2s_string_append(&text, "SELECT ");
    for (int32_t i = first; i < first + count; i++) {
        t2s_string_append(&text, i > first ? ", s." : "s.");
        t2s_database_append_name(&text, database, schema->columns[i].name);
    }
    t2s_string_append(&text, " FROM ");
    t2s_database_append_table(&text, database, schema->columns[first].table);
    t2s_string_append(&text, " AS s");
    query.sql = text.text;
    query.length = text.length;
    status = text.failed
                 ? t2s_fail_memory(err)
                 : t2s_database_run(out, database, &query, take, context, err);
    t2s_string_free(&text);
    return status;
}

bool t2s_cell_read(t2s_cell *out, const t2s_rows *row, int i)
{
    int type = t2s_rows_type(row, i);
    *out = (t2s_cell){0};
    if (type == T2SED_CELL_NULL || type == T2SED_CELL_BLOB)
        return true;
    out->is_number = type != T2SED_CELL_TEXT;
    if (out->is_number)
        out->number = t2s_rows_real(row, i);
    out->text = t2s_rows_text(row, i, &out->length);
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

void t2s_append_clean(t2s_string *out, const char *text, size_t n)
{
    size_t start = 0;
    for (size_t i = 0; i < n;) {
        size_t length = t2s_utf8_length(text + i, n - i);
        if (length) {
            i += length;
            continue;
        }
        t2s_string_append_n(out, text + start, i - start);
        t2s_string_append(out, "\xEF\xBF\xBD");
        start = ++i;
    }
    t2s_string_append_n(out, text + start, n - start);
}
