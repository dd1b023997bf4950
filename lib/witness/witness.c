/* The public object: its options, and the tables of its schema. */
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "witness/witness.h"

#define MOST_INSTANCES 10000

static const t2sed_witness_options defaults = {
    .struct_size = sizeof defaults, .instances = 24, .max_milliseconds = 2000};

void t2sed_witness_options_init(t2sed_witness_options *options, size_t size)
{
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_witness_options *out,
                                 const t2sed_witness_options *given,
                                 t2sed_error *err)
{
    t2sed_status status =
        T2S_READ_SIZED(t2sed_witness_options, out, given, err);
    if (status)
        return status;
    if (out->instances == 0)
        out->instances = defaults.instances;
    if (out->max_milliseconds == 0)
        out->max_milliseconds = defaults.max_milliseconds;
    if (out->instances < 1 || out->instances > MOST_INSTANCES)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "instances is %d, expected 1 to %d",
                        (int)out->instances, MOST_INSTANCES);
    if (out->max_milliseconds < 1)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "max_milliseconds is %d, expected 1 or more",
                        (int)out->max_milliseconds);
    if (out->value_count && !out->values)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "value_count is %zu, but values is NULL",
                        out->value_count);
    return T2SED_OK;
}

static bool copy_values(t2sed_witness *w)
{
    w->values = t2s_zalloc_array(w->options.value_count, sizeof *w->values);
    for (size_t i = 0; w->values && i < w->options.value_count; i++)
        if (!(w->values[i] = t2s_strdup(w->options.values[i])))
            return false;
    return w->values != NULL;
}

t2sed_status t2sed_witness_new(t2sed_witness **out, const t2sed_schema *schema,
                               const t2sed_witness_options *options,
                               t2sed_error *err)
{
    t2sed_witness *w;
    t2sed_witness_options chosen;
    t2sed_status status;
    if (!out || !schema)
        return t2s_fail_null(err, __func__, "out and schema");
    status = read_options(&chosen, options, err);
    if (status)
        return status;
    for (size_t i = 0; i < chosen.value_count; i++)
        if (!chosen.values[i])
            return t2s_fail(err, T2SED_EINVAL, -1, "values[%zu] is NULL", i);
    w = t2s_zalloc(sizeof *w);
    if (!w)
        return t2s_fail_memory(err);
    w->schema = schema;
    w->options = chosen;
    status = copy_values(w) ? t2s_store_open(&w->store, schema, err)
                            : t2s_fail_memory(err);
    if (status)
        t2sed_witness_free(w);
    else
        *out = w;
    return status;
}

void t2sed_witness_free(t2sed_witness *w)
{
    if (!w)
        return;
    for (size_t i = 0; w->values && i < w->options.value_count; i++)
        t2s_free(w->values[i]);
    t2s_free(w->values);
    t2s_store_close(w->store);
    t2s_free(w);
}

t2sed_status t2s_witness_make_tables(const char **missing, t2sed_witness *w,
                                     t2s_plan *plan, t2sed_error *err)
{
    for (size_t i = 0; i < plan->tables.count; i++) {
        const t2s_filled *table = &plan->tables.at[i];
        bool is_made = false;
        t2sed_status status =
            t2s_store_make(&is_made, w->store, table->table, err);
        if (status)
            return status;
        if (!is_made) {
            *missing = w->schema->tables[table->table].name;
            return T2SED_OK;
        }
        t2s_store_forget(w->store, table->table);
        for (int32_t k = 0; k < table->slot_count; k++) {
            const t2s_stored_column *column =
                &w->store->tables[table->table].columns[k];
            t2s_slot *slot = &plan->slots.at[table->first_slot + k];
            slot->not_null = column->not_null;
            slot->is_generated = column->is_generated;
        }
    }
    return T2SED_OK;
}
