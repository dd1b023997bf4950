/* Values of a column, sampled. */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "base/vector.h"
#include "database/cells.h"
#include "schema/schema.h"
#include "database/text.h"

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

/* Adds the row's value unless it is there or passed over; *full says that it
 * has no room any more. */
static t2sed_status add_value(t2sed_values *values, const t2s_rows *row,
                              const t2sed_sample_options *options,
                              t2s_string *key, size_t *bytes, bool *full,
                              t2sed_error *err)
{
    t2s_cell cell;
    if (!t2s_cell_read(&cell, row, 0))
        return t2s_fail_memory(err);
    if (!cell.text || cell.length > options->max_value_bytes)
        return T2SED_OK;
    t2s_string_clear(key);
    t2s_string_append_char(key, cell.is_number ? '1' : '0');
    t2s_append_clean(key, cell.text, cell.length);
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

static t2sed_status read_values(t2sed_values *values, t2s_rows *rows,
                                t2s_run *how,
                                const t2sed_sample_options *options,
                                t2sed_error *err)
{
    t2s_string key = {0};
    size_t bytes = 0;
    bool full = false;
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK && !full &&
           (*how = t2s_rows_next(rows, err)) == T2S_RUN_ROW)
        status = add_value(values, rows, options, &key, &bytes, &full, err);
    t2s_string_free(&key);
    return status;
}

static t2sed_status sample(t2sed_values *values, const t2sed_schema *schema,
                           const char *path, int32_t column,
                           const t2sed_sample_options *options,
                           t2sed_error *err)
{
    const t2s_column *at = &schema->columns[column];
    double ends_at = t2s_clock_ms(CLOCK_MONOTONIC) + options->max_milliseconds;
    t2s_sandbox *sandbox = NULL;
    t2s_rows *rows = NULL;
    t2s_run how = T2S_RUN_DATABASE;
    t2sed_error why;
    t2sed_status status = t2s_sandbox_open(&sandbox, path, &why);
    if (status == T2SED_OK)
        status = t2s_cells_open(&how, &rows, sandbox, schema,
                                schema->tables[at->table].name, column, 1,
                                ends_at, &why);
    if (status == T2SED_OK && how == T2S_RUN_ROW)
        status = read_values(values, rows, &how, options, &why);
    values->complete = how == T2S_RUN_DONE;
    if (status == T2SED_OK && how == T2S_RUN_INTERRUPTED)
        status = T2SED_EINTERRUPTED;
    /* What was read until the time was over is a sample too. */
    if (status == T2SED_OK && how != T2S_RUN_DONE && how != T2S_RUN_ROW &&
        (how != T2S_RUN_TIME || !rows))
        status = how == T2S_RUN_DATABASE
                     ? why.code
                     : t2s_fail_in(&why, T2SED_EDATABASE, "%s", path);
    t2s_rows_close(rows);
    t2s_sandbox_close(sandbox);
    if (status != T2SED_OK && err)
        *err = why;
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
    status = sample(values, schema, database, (int32_t)column, &use, err);
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
