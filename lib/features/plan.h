/* plan.h - evidence from what the right query is likely to have: where a query
 * differs from the plan. */
#ifndef T2S_FEATURES_PLAN_H
#define T2S_FEATURES_PLAN_H

#include "features/features.h"
#include "facts/query.h"
#include "t2sed/plan.h"

extern const t2s_feature t2s_plan_features[];
extern const size_t t2s_plan_feature_count;

/* `plan` NULL makes all NAN. Errors: none but those of t2s_plan_heads. */
t2sed_status t2s_plan_fill(float *out, const t2s_query *query,
                           const t2sed_schema *schema, const t2sed_plan *plan,
                           t2sed_error *err);

#endif
