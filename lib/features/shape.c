#include "features/shape.h"

#define ROW(name, most, value, meaning) {"shape." #name, meaning, 0, most},

const t2s_feature t2s_shape_features[] = {T2S_SHAPE(ROW)};
const size_t t2s_shape_feature_count = T2S_SHAPE_COUNT;

t2sed_status t2s_shape_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err)
{
    (void)err;
    t2s_shape_read(out, query);
    out[T2S_SHAPE_uses_per_word] =
        question_words ? out[T2S_SHAPE_uses] / (float)question_words : NAN;
    out[T2S_SHAPE_unknown_names] = (float)t2s_query_unknown_names(query);
    if (!schema)
        out[T2S_SHAPE_unknown_names] = out[T2S_SHAPE_columns] = NAN;
    for (size_t i = 0; i < T2S_SHAPE_COUNT; i++)
        out[i] = t2s_feature_clip(&t2s_shape_features[i], (double)out[i]);
    return T2SED_OK;
}
