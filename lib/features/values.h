/*
 * values.h - evidence from values: strings and numbers of the query against
 * those of the question and of the database.
 */
#ifndef T2S_FEATURES_VALUES_H
#define T2S_FEATURES_VALUES_H

#include "features/features.h"
#include "facts/query.h"
#include "facts/question.h"
#include "database/value_index.h"

extern const t2s_feature t2s_values_features[];
extern const size_t t2s_values_feature_count;

/* `values` NULL: what depends on the database is NAN; `schema` NULL likewise.
 * Errors: T2SED_ENOMEM. */
t2sed_status t2s_values_fill(float *out, const t2s_question_facts *question,
                             const t2s_query *query, const t2sed_schema *schema,
                             const t2s_value_index *values, t2sed_error *err);

/* Which values and numbers of the question the query has not: for each of
 * question->values and ->numbers, the first 64 of each. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_values_find_unused(bool *values, bool *numbers,
                                    const t2s_question_facts *question,
                                    const t2s_query *query,
                                    const t2sed_schema *schema,
                                    t2sed_error *err);

#endif
