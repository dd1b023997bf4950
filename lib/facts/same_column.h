/* same_column.h - comparisons of one column of two relations, which tell the
 * greater row: b.day < a.day. */
#ifndef T2S_FACTS_SAME_COLUMN_H
#define T2S_FACTS_SAME_COLUMN_H

#include "facts/query.h"

/* The greater one of two relations' rows of one column, which is the inner
 * one's: b.day < a.day in a SELECT of b within one of a. */
typedef struct t2s_same_column {
    int32_t inner, outer; /* relations */
    bool is_above;        /* the inner one is greater */
    bool is_inclusive;
    bool is_nested; /* the outer one is of a SELECT around */
} t2s_same_column;

/* Whether an expr compares one column of two relations by < or >. */
bool t2s_query_compares_same(t2s_same_column *out, const t2s_query *query,
                             int32_t expr);

#endif
