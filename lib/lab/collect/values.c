#include "lab/collect/values.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "schema/schema.h"

/* Enough for variety; text longer than this is no value to ask for. */
static const t2sed_sample_options limits = {sizeof limits, 60, 60, 8192, 1000};

t2sed_status t2s_column_values_init(t2s_column_values *values,
                                    const t2sed_schema *schema,
                                    const char *database, t2sed_error *err)
{
    values->schema = schema;
    values->database = database ? t2s_strdup(database) : NULL;
    values->sampled =
        t2s_zalloc_array(schema->column_count, sizeof *values->sampled);
    values->asked = t2s_zalloc_array(schema->column_count, 1);
    if (values->sampled && values->asked && (values->database || !database))
        return T2SED_OK;
    return t2s_fail_memory(err);
}

void t2s_column_values_free(t2s_column_values *values)
{
    for (size_t i = 0; values->sampled && i < values->schema->column_count; i++)
        t2sed_values_free(values->sampled[i]);
    t2s_free(values->sampled);
    t2s_free(values->asked);
    t2s_free(values->database);
}

t2sed_status t2s_column_values_get(const t2sed_values **out,
                                   t2s_column_values *values, int32_t column)
{
    t2sed_values **sampled = &values->sampled[column];
    t2sed_status status = T2SED_OK;
    if (values->database && !values->asked[column])
        status = t2sed_schema_sample_values(sampled, values->schema,
                                            values->database, (size_t)column,
                                            &limits, NULL);
    if (t2s_interrupted())
        status = T2SED_EINTERRUPTED;
    if (status == T2SED_ENOMEM || status == T2SED_EINTERRUPTED) {
        t2sed_values_free(*sampled);
        *sampled = NULL;
        return status;
    }
    values->asked[column] = 1;
    if (*sampled && t2sed_values_count(*sampled) == 0) {
        t2sed_values_free(*sampled);
        *sampled = NULL;
    }
    *out = *sampled;
    return T2SED_OK;
}
