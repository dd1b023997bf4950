/*
 * query_bounds.h - the comparisons of a query with numbers, in conditions,
 * CASE, aggregates and LIMIT, and those of two columns.
 */
#ifndef T2S_FACTS_QUERY_BOUNDS_H
#define T2S_FACTS_QUERY_BOUNDS_H

#include "facts/query.h"

typedef struct t2s_query_bound {
    double number;
    bool is_lower;     /* what is compared lies above the number */
    bool is_inclusive; /* > or < has it not */
    bool is_equality;  /* =, IN */
    bool is_whole;     /* what is compared is a whole number: a count... */
    bool is_plain;     /* a column whose name has no unit as thousands */
    bool is_rank;      /* ... or a rank from 1 */
    bool is_fluid;     /* continuous, a moment: > and >= are the same */
    bool is_negated;   /* it says which rows are left out */
    bool keeps_both;   /* the others as well, apart: CASE with ELSE, 1 - ... */
    int32_t node;
} t2s_query_bound;

/* A comparison of two things none of which is a number. */
typedef struct t2s_pair_bound {
    bool is_lower; /* the left one is greater */
    bool is_inclusive;
    bool is_aggregate; /* with what a SELECT or an aggregate gives */
    bool is_negated;
    bool is_condition;   /* all rows of the result must meet it */
    bool keeps_both;     /* as of numbers */
    int32_t left, right; /* columns, or T2S_NO_ITEM */
    int32_t node;
} t2s_pair_bound;

/* LIMIT, or a rank that is compared: places [first, last] are kept. */
typedef struct t2s_kept_places {
    double first, last;
    int32_t node;
} t2s_kept_places;

#define T2S_MOST_QUERY_BOUNDS 32
#define T2S_MOST_PAIR_BOUNDS  16
#define T2S_MOST_KEPT_ROWS    8

typedef struct t2s_query_bounds {
    t2s_query_bound bounds[T2S_MOST_QUERY_BOUNDS];
    size_t count;
    t2s_pair_bound pairs[T2S_MOST_PAIR_BOUNDS];
    size_t pair_count;
    t2s_kept_places kept[T2S_MOST_KEPT_ROWS];
    size_t kept_count;
    /* A month by 3: quarters from 1, and what is none. */
    size_t quarters, no_quarters;
} t2s_query_bounds;

void t2s_query_bounds_read(t2s_query_bounds *out, const t2s_query *query,
                           const t2sed_schema *schema);

/* The expression that an expr is: within parentheses, and of a name that stands
 * for one that expression, in the end. */
int32_t t2s_query_resolved(const t2s_query *query, int32_t expr);

/* Whether rows that meet what a node says are left out: NOT, EXCEPT, and other
 * NOTs around it. */
bool t2s_query_is_negated(const t2s_query *query, int32_t node);

#endif
