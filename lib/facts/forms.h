/*
 * forms.h - which forms of today's SQL a query has: windows, ratios,
 * conditional aggregates, anti-joins... Where several spellings mean one thing
 * (NOT IN, NOT EXISTS, EXCEPT, LEFT JOIN with IS NULL), they are one form.
 */
#ifndef T2S_FACTS_FORMS_H
#define T2S_FACTS_FORMS_H

#include <stdbool.h>

#include "base/tree.h"

/* Name and meaning; "anywhere" in the query unless something else is said. */
#define T2S_FORMS(X)                                                           \
    X(window, "OVER")                                                          \
    X(partition, "PARTITION BY")                                               \
    X(rank, "ROW_NUMBER, RANK, DENSE_RANK or NTILE")                           \
    X(running, "an aggregate over a window in an order")                       \
    X(neighbour, "LAG, LEAD, FIRST_VALUE, LAST_VALUE or NTH_VALUE")            \
    X(with, "WITH")                                                            \
    X(case, "CASE or IIF")                                                     \
    X(conditional_aggregate,                                                   \
      "an aggregate of CASE, IIF or a comparison, or with FILTER")             \
    X(ratio, "a division")                                                     \
    X(percent, "a factor of 100")                                              \
    X(product, "a multiplication, but by 100 or 1.0")                          \
    X(difference, "a subtraction")                                             \
    X(addition, "an addition")                                                 \
    X(real, "CAST to REAL, or a factor of 1.0 or 100.0")                       \
    X(cast, "CAST")                                                            \
    X(fallback, "COALESCE, IFNULL or NULLIF")                                  \
    X(is_null, "IS NULL but for that of an anti-join")                         \
    X(is_not_null, "IS NOT NULL")                                              \
    X(outer_join, "LEFT, RIGHT or FULL JOIN but for that of an anti-join")     \
    X(anti_join,                                                               \
      "NOT IN or NOT EXISTS with a SELECT, EXCEPT, or an outer join whose "    \
      "other side IS NULL")                                                    \
    X(semi_join, "IN or EXISTS with a SELECT")                                 \
    X(concatenation, "GROUP_CONCAT or ||")                                     \
    X(round, "ROUND")                                                          \
    X(date, "a date or time function")                                         \
    X(text, "a function of text")                                              \
    X(offset, "OFFSET")                                                        \
    X(union_all, "UNION ALL")                                                  \
    X(group_2, "GROUP BY of two expressions or more")                          \
    X(nested_aggregate, "an aggregate over a SELECT that aggregates")          \
    X(compared_query, "a comparison with a SELECT's one value")                \
    X(compared_columns, "< or > between two columns")

#define T2S_FORM_PLACE(name, meaning) T2S_FORM_##name,
typedef enum t2s_form { T2S_FORMS(T2S_FORM_PLACE) T2S_FORM_COUNT } t2s_form;

/* Sets has[form] of a whole tree. Time in proportion to its nodes. */
void t2s_forms_read(bool has[T2S_FORM_COUNT], const t2s_tree *tree);

#endif
