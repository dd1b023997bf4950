/*
 * shape.h - evidence from the structure of a query alone, whatever the style
 * it is written in: which clauses, how many tables, conditions, columns.
 */
#ifndef T2S_FACTS_SHAPE_H
#define T2S_FACTS_SHAPE_H

#include "features/features.h"
#include "facts/query.h"

#define T2S_SHAPE_MOST_TABLES  6
#define T2S_SHAPE_MOST_COLUMNS 16

/* Unless something else is said, "anywhere": in whichever SELECT. Tables are
 * joined in FROM or in WHERE; both are one to all of these. */
#define T2S_SHAPE_FEATURES(X)                                                  \
    X(selects, 8, "SELECTs in the query")                                      \
    X(main_where, 1, "the main SELECT has conditions on rows")                 \
    X(main_group, 1, "the main SELECT has GROUP BY")                           \
    X(main_having, 1, "the main SELECT has HAVING")                            \
    X(main_order, 1, "the main SELECT has ORDER BY")                           \
    X(main_limit, 1, "the main SELECT has LIMIT")                              \
    X(where, 1, "conditions on rows, anywhere")                                \
    X(group, 1, "GROUP BY, anywhere")                                          \
    X(having, 1, "HAVING, anywhere")                                           \
    X(order, 1, "ORDER BY, anywhere")                                          \
    X(limit, 1, "LIMIT, anywhere")                                             \
    X(limit_1, 1, "LIMIT 1, anywhere")                                         \
    X(union, 1, "UNION")                                                       \
    X(intersect, 1, "INTERSECT")                                               \
    X(except, 1, "EXCEPT")                                                     \
    X(compound, 1, "any of the three")                                         \
    X(nested, 1, "a SELECT within another")                                    \
    X(nested_condition, 1, "a SELECT within a condition")                      \
    X(nested_from, 1, "a SELECT within FROM, or WITH")                         \
    X(depth, 4, "how deeply SELECTs nest; 0 where none does")                  \
    X(negation, 1, "NOT, != or EXCEPT")                                        \
    X(not_equal, 1, "!=")                                                      \
    X(like, 1, "LIKE")                                                         \
    X(or, 1, "OR or UNION")                                                    \
    X(between, 1, "BETWEEN")                                                   \
    X(in, 1, "IN")                                                             \
    X(exists, 1, "EXISTS")                                                     \
    X(is, 1, "IS, ISNULL, NOTNULL")                                            \
    X(arithmetic, 1, "arithmetic or ||")                                       \
    X(select_count, 1, "the main SELECT selects COUNT")                        \
    X(select_sum, 1, "the main SELECT selects SUM")                            \
    X(select_avg, 1, "the main SELECT selects AVG")                            \
    X(select_min, 1, "the main SELECT selects MIN")                            \
    X(select_max, 1, "the main SELECT selects MAX")                            \
    X(select_other, 1, "the main SELECT selects another function")             \
    X(any_count, 1, "COUNT, anywhere")                                         \
    X(any_sum, 1, "SUM, anywhere")                                             \
    X(any_avg, 1, "AVG, anywhere")                                             \
    X(any_min, 1, "MIN, anywhere")                                             \
    X(any_max, 1, "MAX, anywhere")                                             \
    X(any_other, 1, "another function, anywhere")                              \
    X(order_by_count, 1, "COUNT in ORDER BY")                                  \
    X(distinct, 1, "DISTINCT, anywhere")                                       \
    X(main_distinct, 1, "the main SELECT is SELECT DISTINCT")                  \
    X(count_distinct, 1, "COUNT (DISTINCT ...)")                               \
    X(star, 1, "the main SELECT selects *")                                    \
    X(selected, 6, "columns that the main SELECT selects")                     \
    X(selected_2, 1, "two of them or more")                                    \
    X(selected_3, 1, "three of them or more")                                  \
    X(tables, T2S_SHAPE_MOST_TABLES, "different tables, anywhere")             \
    X(tables_2, 1, "two of them or more")                                      \
    X(tables_3, 1, "three of them or more")                                    \
    X(descending, 1, "DESC")                                                   \
    X(ascending, 1, "ORDER BY without DESC")                                   \
    X(greater, 1, "> or >= in a condition")                                    \
    X(less, 1, "< or <= in a condition")                                       \
    X(or_equal, 1, ">= or <= in a condition")                                  \
    X(conditions, 6, "conditions but for joins")                               \
    X(conditions_1, 1, "one of them or more")                                  \
    X(conditions_2, 1, "two of them or more")                                  \
    X(literals, 8, "strings and numbers but for LIMIT's")                      \
    X(uses, 100, "names, values, functions and operators in all")              \
    X(tokens, 200, "tokens of the query")                                      \
    X(uses_per_word, 8, "uses to words of the question")                       \
    X(unknown_names, 4, "names that the schema lacks, so that it can't run")   \
    X(columns, T2S_SHAPE_MOST_COLUMNS, "different columns, anywhere")

/* Where each stands: T2S_SHAPE_where and so on. */
#define T2S_SHAPE_PLACE(name, most, meaning) T2S_SHAPE_##name,
enum t2s_shape_feature { T2S_SHAPE_FEATURES(T2S_SHAPE_PLACE) T2S_SHAPE_COUNT };

extern const t2s_feature t2s_shape_features[];
extern const size_t t2s_shape_feature_count;

/* `schema` may be NULL: then what depends on it is NAN. `question_words` 0
 * makes the ratio to the question NAN. No errors. */
t2sed_status t2s_shape_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err);

#endif
