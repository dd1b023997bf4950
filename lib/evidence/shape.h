/*
 * shape.h - evidence from the structure of a query alone, whatever the style
 * it is written in: which clauses, how many tables, conditions, columns.
 */
#ifndef T2S_EVIDENCE_SHAPE_H
#define T2S_EVIDENCE_SHAPE_H

#include "evidence/features.h"
#include "evidence/query.h"

extern const t2s_feature t2s_shape_features[];
extern const size_t t2s_shape_feature_count;

/* `schema` may be NULL: then what depends on it is NAN. `question_words` 0
 * makes the ratio to the question NAN. No errors. */
t2sed_status t2s_shape_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err);

#endif
