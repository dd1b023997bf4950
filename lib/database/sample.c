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
#include "t2sed/parts/values.h"

/* A value's key in the map is '0' or '1' (a number) and its text, so that 1
 * and '1' are two. */
struct t2sed_values {
    t2s_map distinct;
};

static const t2sed_sample_options defaults = {sizeof defaults, 100, 256, 65536,
                                              500};

void t2sed_sample_options_init(t2sed_sample_options *options, size_t size)
{
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_sample_options *to,
                                 const t2sed_sample_options *from,
                                 t2sed_error *err)
{
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

typedef struct sampling {
    t2sed_values *values;
    const t2sed_sample_options *options;
    t2s_string key;
    size_t bytes;
    bool failed; /* memory was short */
} sampling;

/* Adds the row's value unless it is there or passed over. */
static t2s_run add_value(void *context, const t2s_rows *row, t2sed_error *err)
{
    sampling *at = context;
    t2s_map *distinct = &at->values->distinct;
    t2s_string *key = &at->key;
    t2s_cell cell;
    (void)err;
    at->failed = !t2s_cell_read(&cell, row, 0);
    if (at->failed)
        return T2S_RUN_MEMORY;
    if (!cell.text || cell.length > at->options->max_value_bytes)
        return T2S_RUN_ROW;
    t2s_string_clear(key);
    t2s_string_append_char(key, cell.is_number ? '1' : '0');
    t2s_append_clean(key, cell.text, cell.length);
    at->failed = key->failed;
    if (at->failed)
        return T2S_RUN_MEMORY;
    if (t2s_map_find(distinct, key->text, key->length))
        return T2S_RUN_ROW;
    if (distinct->count >= at->options->max_values ||
        key->length - 1 > at->options->max_bytes - at->bytes)
        return T2S_RUN_ROWS;
    at->bytes += key->length - 1;
    at->failed = !t2s_map_set(distinct, key->text, key->length, 0);
    return at->failed ? T2S_RUN_MEMORY : T2S_RUN_ROW;
}

static t2sed_status sample(t2sed_values *values, t2sed_database *database,
                           int32_t column, const t2sed_sample_options *options,
                           t2sed_error *err)
{
    sampling at = {.values = values, .options = options};
    t2s_ended ended;
    t2sed_error why = {0};
    t2sed_status status = t2s_cells_read(&ended, database, column, 1, 0,
                                         t2s_clock_ms(CLOCK_MONOTONIC) +
                                             options->max_milliseconds,
                                         add_value, &at, &why);
    t2s_string_free(&at.key);
    if (at.failed)
        return t2s_fail_memory(err);
    /* What was read until the time was over is a sample too. */
    if (status == T2SED_OK && ended.how != T2S_RUN_DONE &&
        ended.how != T2S_RUN_ROWS &&
        (ended.how != T2S_RUN_TIME || !ended.has_begun)) {
        const char *path = t2s_database_path(database);
        if (ended.how == T2S_RUN_REFUSED)
            why.code = T2SED_EDATABASE;
        status = ended.how == T2S_RUN_DATABASE
                     ? why.code
                     : t2s_fail_in(&why, T2SED_EDATABASE, "%s",
                                   path ? path : "database");
    }
    if (status != T2SED_OK && err)
        *err = why;
    return status;
}

t2sed_status t2sed_database_sample(t2sed_values **out, t2sed_database *database,
                                   size_t column,
                                   const t2sed_sample_options *options,
                                   t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    t2sed_sample_options use;
    t2sed_values *values;
    t2s_again again = {0};
    t2sed_status status;
    if (!out || !database)
        return t2s_fail_null(err, __func__, "out and database");
    status = read_options(&use, options, err);
    if (status != T2SED_OK)
        return status;
    if (column >= (schema ? schema->column_count : 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "column %zu of a schema with %zu columns", column,
                        schema ? schema->column_count : 0);
    values = t2s_zalloc(sizeof *values);
    if (!values)
        return t2s_fail_memory(err);
    do {
        t2s_map_free(&values->distinct);
        status = sample(values, database, (int32_t)column, &use, err);
    } while (t2s_read_again(&again, status));
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
