/* rules.h - the names of the non-terminals of SQL trees. */
#ifndef T2S_SQL_RULES_H
#define T2S_SQL_RULES_H

#include "base/private.h"

/* Most are those of the SQLite grammar for ANTLR, which the paper's parser is
 * derived from; the rest follow its style. */
#define T2S_SQL_RULES(X)                                                       \
    X(any_name)                                                                \
    X(asc_desc)                                                                \
    X(collation_name)                                                          \
    X(column_alias)                                                            \
    X(column_name)                                                             \
    X(common_table_expression)                                                 \
    X(common_table_stmt)                                                       \
    X(compound_operator)                                                       \
    X(database_name)                                                           \
    X(expr)                                                                    \
    X(filter_clause)                                                           \
    X(frame_bound)                                                             \
    X(frame_exclude)                                                           \
    X(frame_spec)                                                              \
    X(from_clause)                                                             \
    X(function_name)                                                           \
    X(group_by_clause)                                                         \
    X(index_name)                                                              \
    X(join_clause)                                                             \
    X(join_constraint)                                                         \
    X(join_operator)                                                           \
    X(limit_stmt)                                                              \
    X(literal_value)                                                           \
    X(name)                                                                    \
    X(order_by_stmt)                                                           \
    X(ordering_term)                                                           \
    X(over_clause)                                                             \
    X(partition_clause)                                                        \
    X(raise_function)                                                          \
    X(result_clause)                                                           \
    X(result_column)                                                           \
    X(select_core)                                                             \
    X(select_stmt)                                                             \
    X(signed_number)                                                           \
    X(table_alias)                                                             \
    X(table_function_name)                                                     \
    X(table_name)                                                              \
    X(table_or_subquery)                                                       \
    X(type_name)                                                               \
    X(unary_operator)                                                          \
    X(where_clause)                                                            \
    X(window_clause)                                                           \
    X(window_defn)                                                             \
    X(window_name)

typedef enum t2s_sql_rule {
#define T2S_SQL_RULE(name) T2S_RULE_##name,
    T2S_SQL_RULES(T2S_SQL_RULE)
#undef T2S_SQL_RULE
        T2S_RULE_COUNT
} t2s_sql_rule;

/* Labels of nodes are exactly these pointers, so they compare by address. */
T2S_PRIVATE
extern const char *const t2s_sql_rule_names[T2S_RULE_COUNT];

#define T2S_SQL_LABEL(rule) (t2s_sql_rule_names[T2S_RULE_##rule])

#endif
