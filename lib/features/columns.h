/* columns.h - evidence from which columns and tables the right query is likely
 * to use. */
#ifndef T2S_FEATURES_COLUMNS_H
#define T2S_FEATURES_COLUMNS_H

#include "features/features.h"
#include "sketch/prediction.h"
#include "facts/query.h"

extern const t2s_feature t2s_columns_features[];
extern const size_t t2s_columns_feature_count;

/* `prediction` NULL makes all NAN; otherwise it is of `schema`. Errors:
 * T2SED_ENOMEM. */
t2sed_status t2s_columns_fill(float *out, const t2s_query *query,
                              const t2sed_schema *schema,
                              const t2sed_schema_prediction *prediction,
                              t2sed_error *err);

#endif
