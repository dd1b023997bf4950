/* heads.h - sketches as plain objects: which heads a query has, and what
 * probability each was given. */
#ifndef T2S_SKETCH_HEADS_H
#define T2S_SKETCH_HEADS_H

#include "facts/query.h"
#include "facts/shape.h"
#include "t2sed/parts/sketch.h"

/* Name, its feature in shape.h and the least value of that, meaning. The
 * first are T2SED_SKETCH_*. Behind these stand the forms of forms.h
 * and the senses of senses.h. */
#define T2S_SKETCH_HEADS(X)                                                    \
    X(where, where, 1, "conditions on rows")                                   \
    X(group_by, group, 1, "GROUP BY")                                          \
    X(having, having, 1, "HAVING")                                             \
    X(order_by, order, 1, "ORDER BY")                                          \
    X(limit, limit, 1, "LIMIT")                                                \
    X(except, except, 1, "EXCEPT")                                             \
    X(union, union, 1, "UNION")                                                \
    X(intersect, intersect, 1, "INTERSECT")                                    \
    X(limit_1, limit_1, 1, "LIMIT 1")                                          \
    X(select_count, select_count, 1, "the main SELECT selects COUNT")          \
    X(select_sum, select_sum, 1, "the main SELECT selects SUM")                \
    X(select_avg, select_avg, 1, "the main SELECT selects AVG")                \
    X(select_min, select_min, 1, "the main SELECT selects MIN")                \
    X(select_max, select_max, 1, "the main SELECT selects MAX")                \
    X(any_count, any_count, 1, "COUNT, anywhere")                              \
    X(any_sum, any_sum, 1, "SUM, anywhere")                                    \
    X(any_avg, any_avg, 1, "AVG, anywhere")                                    \
    X(any_min, any_min, 1, "MIN, anywhere")                                    \
    X(any_max, any_max, 1, "MAX, anywhere")                                    \
    X(order_by_count, order_by_count, 1, "COUNT in ORDER BY")                  \
    X(distinct, distinct, 1, "DISTINCT, anywhere")                             \
    X(main_distinct, main_distinct, 1, "the main SELECT is SELECT DISTINCT")   \
    X(count_distinct, count_distinct, 1, "COUNT (DISTINCT ...)")               \
    X(star, star, 1, "the main SELECT selects *")                              \
    X(descending, descending, 1, "DESC")                                       \
    X(ascending, ascending, 1, "ORDER BY without DESC")                        \
    X(greater, greater, 1, "> or >= in a condition")                           \
    X(less, less, 1, "< or <= in a condition")                                 \
    X(or_equal, or_equal, 1, ">= or <= in a condition")                        \
    X(not_equal, not_equal, 1, "!=")                                           \
    X(like, like, 1, "LIKE")                                                   \
    X(between, between, 1, "BETWEEN")                                          \
    X(in, in, 1, "IN")                                                         \
    X(or, or, 1, "OR or UNION")                                                \
    X(negation, negation, 1, "NOT, != or EXCEPT")                              \
    X(arithmetic, arithmetic, 1, "arithmetic or ||")                           \
    X(nested, nested, 1, "a SELECT within another")                            \
    X(nested_condition, nested_condition, 1, "a SELECT within a condition")    \
    X(nested_from, nested_from, 1, "a SELECT within FROM, or WITH")            \
    X(main_where, main_where, 1, "the main SELECT has conditions on rows")     \
    X(main_group, main_group, 1, "the main SELECT has GROUP BY")               \
    X(selected_2, selected, 2, "two result columns or more")                   \
    X(selected_3, selected, 3, "three result columns or more")                 \
    X(selected_4, selected, 4, "four result columns or more")                  \
    X(tables_2, tables, 2, "two different tables or more")                     \
    X(tables_3, tables, 3, "three different tables or more")                   \
    X(tables_4, tables, 4, "four different tables or more")                    \
    X(conditions_1, conditions, 1, "a condition on rows or groups")            \
    X(conditions_2, conditions, 2, "two such conditions or more")              \
    X(conditions_3, conditions, 3, "three such conditions or more")

#define T2S_SKETCH_PLACE(name, feature, least, meaning) T2S_SKETCH_##name,
enum t2s_sketch_head {
    T2S_SKETCH_HEADS(T2S_SKETCH_PLACE) T2S_SKETCH_FORMS,
    T2S_SKETCH_SENSES = T2S_SKETCH_FORMS + (int)T2S_FORM_COUNT,
    T2S_SKETCH_COUNT = T2S_SKETCH_SENSES + (int)T2S_SENSE_COUNT
};

struct t2sed_sketch {
    double probability[T2S_SKETCH_COUNT]; /* NAN where the sketcher has no
                                             such head */
    double threshold[T2S_SKETCH_COUNT];
};

/* A sketch of these probabilities, 0 to 1 or NaN, with thresholds of 0.5; NULL
 * when memory is short. */
t2sed_sketch *t2s_sketch_new(const double probabilities[T2S_SKETCH_COUNT]);

/* How far probabilities are kept from 0 and 1 where their logarithm counts. */
#define T2S_SKETCH_LEAST 0.002

/* 1 or 0 for each head; NAN where it can't be known. */
void t2s_sketch_heads(float heads[T2S_SKETCH_COUNT], const t2s_query *query);

/* The probability that head i is as `has` (0 or 1) says, kept from 0 and 1. */
double t2s_sketch_agrees(const t2sed_sketch *sketch, size_t i, float has);

/* t2sed_sketch_compare of a query that is read already. */
t2sed_sketch_fit t2s_sketch_fit_of(const t2sed_sketch *sketch,
                                   const t2s_query *query);

#endif
