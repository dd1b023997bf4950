/*
 * ratio.h - the ratio that a query computes: its numerator and its base, which
 * rows each of them is of, and how they differ. x / y, AVG of a condition and
 * the same through subqueries and WITH are one form.
 */
#ifndef T2S_FACTS_RATIO_H
#define T2S_FACTS_RATIO_H

#include "facts/quantity.h"

/* Conditions of a term that are compared. */
#define T2S_MOST_TERM_CONDITIONS 24
#define T2S_MOST_TERM_TABLES     12

/* A condition that the rows of a term meet. */
typedef struct t2s_term_condition {
    uint64_t id;  /* equal for equal ones */
    bool is_test; /* in CASE, FILTER, a comparison that is summed, or COUNT (x),
                     which counts where x is not NULL */
    int32_t column;          /* or T2S_NO_ITEM */
    const t2s_condition *of; /* or NULL */
} t2s_term_condition;

/* The numerator or the base. */
typedef struct t2s_ratio_term {
    int32_t node;  /* the aggregate's call, or another expr */
    char function; /* first letter of the aggregate: C, S, T, A, M; or 0. The
                      sum of a condition counts. */
    bool is_distinct, is_star;
    int32_t column; /* what is aggregated, or T2S_NO_ITEM */
    int32_t core;   /* the SELECT whose rows it is of */
    bool is_window, is_partitioned;
    bool is_other_window; /* MAX (...) OVER, FIRST_VALUE... */
    bool is_subquery;     /* a SELECT in parentheses */
    bool is_difference;   /* a - b: the term is a */
    t2s_term_condition conditions[T2S_MOST_TERM_CONDITIONS];
    size_t condition_count;
    int32_t tables[T2S_MOST_TERM_TABLES]; /* of the schema, each once */
    size_t table_count;
} t2s_ratio_term;

typedef enum t2s_ratio_form {
    T2S_NO_RATIO,
    T2S_RATIO_DIVISION,
    T2S_RATIO_SHARE, /* AVG of a condition: the base is what is averaged */
    T2S_RATIO_MEAN   /* AVG of anything else; of a subquery's aggregate per
                        group, the base are the groups */
} t2s_ratio_form;

typedef struct t2s_ratio {
    t2s_ratio_form form;
    int32_t node;
    t2s_ratio_term over, base;
    /* Of AVG: CASE without ELSE, which leaves rows out. */
    bool lacks_else;
    /* Of a difference a - b, what the base is: 1 b, -1 a, 0 neither. */
    int difference;
} t2s_ratio;

/* The ratio of a result of the main SELECT (the expr of a result_column); of
 * T2S_NO_RATIO where it computes none. */
void t2s_ratio_read(t2s_ratio *out, t2s_quantity_reader *reader, int32_t expr);

#endif
