/* sketch.h - evidence from what the right query is likely to have: where a
 * query differs from the sketch. */
#ifndef T2S_FEATURES_SKETCH_H
#define T2S_FEATURES_SKETCH_H

#include "features/features.h"
#include "facts/query.h"
#include "t2sed/sketch.h"

extern const t2s_feature t2s_sketch_features[];
extern const size_t t2s_sketch_feature_count;

/* `sketch` NULL makes all NAN. Errors: none but those of t2s_sketch_heads. */
t2sed_status t2s_sketch_fill(float *out, const t2s_query *query,
                             const t2sed_schema *schema,
                             const t2sed_sketch *sketch, t2sed_error *err);

#endif
