/* The structure of a query. */
#include "facts/shape.h"

#include "features/features.h"

#define ROW(name, most, value, meaning) {"shape." #name, meaning, 0, most, 0},

static const t2s_feature features[] = {T2S_SHAPE(ROW)};

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    float shape[T2S_SHAPE_COUNT];
    (void)err;
    t2s_shape_read(shape, in->query);
    for (size_t i = 0; i < T2S_SHAPE_COUNT; i++)
        out[i] = (double)shape[i];
    out[T2S_SHAPE_uses_per_word] =
        in->question_words ? out[T2S_SHAPE_uses] / (double)in->question_words
                           : (double)NAN;
    out[T2S_SHAPE_unknown_names] = (double)t2s_query_unknown_names(in->query);
    if (!in->schema)
        out[T2S_SHAPE_unknown_names] = out[T2S_SHAPE_columns] = (double)NAN;
    return T2SED_OK;
}

const t2s_feature_group t2s_shape_group = {features, T2S_SHAPE_COUNT, 0,
                                           compute};
