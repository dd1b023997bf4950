/*
 * joins.h - evidence from how a query fits its schema: joins, grouping and
 * aggregates that the schema speaks for or against.
 */
#ifndef T2S_FEATURES_JOINS_H
#define T2S_FEATURES_JOINS_H

#include "features/features.h"
#include "facts/query.h"

extern const t2s_feature t2s_joins_features[];
extern const size_t t2s_joins_feature_count;

/* `schema` NULL makes all but join.lacking and join.mixed NAN.
 * `question_words` is not used. Errors: T2SED_ENOMEM. */
t2sed_status t2s_joins_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err);

#endif
