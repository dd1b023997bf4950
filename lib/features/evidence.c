/* The features of an evidence. */
#include "facts/evidence.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "features/features.h"
#include "sketch/prediction.h"

t2sed_status
t2sed_evidence_set_prediction(t2sed_evidence *evidence,
                              const t2sed_schema_prediction *prediction,
                              t2sed_error *err)
{
    const t2sed_schema *schema = evidence ? evidence->schema : NULL;
    if (!evidence)
        return t2s_fail_null(err, __func__, "evidence");
    if (prediction &&
        (!schema || prediction->column_count != schema->column_count ||
         prediction->table_count != schema->table_count))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "evidence: the prediction is for %zu tables and %zu "
                        "columns, the schema has %zu and %zu",
                        prediction->table_count, prediction->column_count,
                        schema ? schema->table_count : 0,
                        schema ? schema->column_count : 0);
    evidence->prediction = prediction;
    return T2SED_OK;
}

t2sed_status t2sed_evidence_compute(t2sed_evidence *evidence,
                                    const t2sed_sql *sql, float *numbers,
                                    t2sed_error *err)
{
    t2s_query query = {0};
    float *computed;
    t2sed_status status;
    if (!evidence || !sql || !numbers)
        return t2s_fail_null(err, __func__, "evidence, sql and numbers");
    if (!evidence->question)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "evidence: no question is set "
                        "(t2sed_evidence_set_question)");
    computed = t2s_alloc_array(t2sed_evidence_count(), sizeof *computed);
    if (!computed)
        return t2s_fail_memory(err);
    status = t2s_query_read(&query, sql, evidence->schema, err);
    if (status == T2SED_OK) {
        const t2s_feature_input input = {.schema = evidence->schema,
                                         .question = evidence->question,
                                         .question_words =
                                             evidence->question_words,
                                         .values = evidence->values,
                                         .execution = evidence->execution,
                                         .sketch = evidence->sketch,
                                         .prediction = evidence->prediction,
                                         .sql = sql,
                                         .query = &query};
        status = t2s_features_compute(computed, &input, err);
    }
    if (status == T2SED_OK)
        memcpy(numbers, computed, t2sed_evidence_count() * sizeof *numbers);
    t2s_query_free(&query);
    t2s_free(computed);
    return status;
}
