/*
 * odd_texts.h - texts that are no number, among texts that are ("n/a" in a
 * column of numbers): SQLite counts them as 0.
 */
#ifndef T2S_FACTS_ODD_TEXTS_H
#define T2S_FACTS_ODD_TEXTS_H

#include "database/value_index.h"
#include "facts/query.h"

/* The column with such texts that `expr` reads through CAST and arithmetic
 * alone, or T2S_NO_ITEM. `expr` is the argument of an aggregate, or a side of a
 * comparison. *is_tested: the query has the column elsewhere in a condition, or
 * replaces values of it. */
int32_t t2s_odd_texts_in(bool *is_tested, const t2s_query *query,
                         const t2s_value_index *values, int32_t expr);

/* The column with such texts that a comparison, an expr, reads through CAST and
 * takes for lower than a positive number, without a condition on it elsewhere;
 * or T2S_NO_ITEM. */
int32_t t2s_odd_texts_below(const t2s_query *query,
                            const t2s_value_index *values, int32_t expr);

#endif
