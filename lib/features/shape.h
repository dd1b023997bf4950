/* shape.h - features of the structure of a query alone. */
#ifndef T2S_FEATURES_SHAPE_H
#define T2S_FEATURES_SHAPE_H

#include "facts/shape.h"
#include "features/features.h"

extern const t2s_feature t2s_shape_features[];
extern const size_t t2s_shape_feature_count;

/* `schema` may be NULL: then what depends on it is NAN. `question_words` 0
 * makes the ratio to the question NAN. No errors. */
t2sed_status t2s_shape_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err);

#endif
