/*
 * overlap.h - evidence from names: which columns and tables the question
 * names and which the query uses, and which words neither accounts for.
 */
#ifndef T2S_FEATURES_OVERLAP_H
#define T2S_FEATURES_OVERLAP_H

#include "features/features.h"
#include "facts/query.h"
#include "facts/question.h"

extern const t2s_feature t2s_overlap_features[];
extern const size_t t2s_overlap_feature_count;

/* Without a schema all but those of words and length are NAN.
 * Errors: T2SED_ENOMEM. */
t2sed_status t2s_overlap_fill(float *out, const t2s_question_facts *question,
                              const t2s_query *query,
                              const t2sed_schema *schema, t2sed_error *err);

#endif
