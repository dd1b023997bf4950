/*
 * shape.h - the structure of a query as numbers, whatever the style it is
 * written in: which clauses, how many tables, conditions, columns. The features
 * shape.* and the heads of a sketch are these.
 */
#ifndef T2S_FACTS_SHAPE_H
#define T2S_FACTS_SHAPE_H

#include "facts/query.h"

/* Short names for a query's parts, of which `has` is a pointer: tables of
 * conditions on them stay readable. */
#define USES(kind)      has->uses[T2S_USES_##kind]
#define CLAUSE(name)    has->clauses[T2S_CLAUSE_##name]
#define COMPOUND(name)  has->compounds[T2S_COMPOUND_##name]
#define ROLE(name)      has->roles[T2S_ROLE_##name]
#define OPERATOR(name)  has->operators[T2S_OPERATOR_##name]
#define CONDITION(name) has->condition_operators[T2S_OPERATOR_##name]
#define FUNCTION(name)  has->functions[T2S_FUNCTION_##name]
#define SELECTS(name)   has->selected_functions[T2S_FUNCTION_##name]

/*
 * Name, the most that the feature counts, value, meaning. Unless something else
 * is said, "anywhere": in whichever SELECT. Tables are joined in FROM or in
 * WHERE; both are one to all of these. The values are of a query, its parts
 * `has` and its main SELECT `main`; those of uses_per_word and unknown_names
 * take more (features/features.c).
 */
#define T2S_SHAPE(X)                                                           \
    X(selects, 8, query->scopes.count, "SELECTs in the query")                 \
    X(main_where, 1, has->main_has_row_condition,                              \
      "the main SELECT has conditions on rows")                                \
    X(main_group, 1, main->has[T2S_CLAUSE_GROUP],                              \
      "the main SELECT has GROUP BY")                                          \
    X(main_having, 1, main->has[T2S_CLAUSE_HAVING],                            \
      "the main SELECT has HAVING")                                            \
    X(main_order, 1, main->has[T2S_CLAUSE_ORDER],                              \
      "the main SELECT has ORDER BY")                                          \
    X(main_limit, 1, main->has[T2S_CLAUSE_LIMIT], "the main SELECT has LIMIT") \
    X(where, 1, has->has_row_condition, "conditions on rows, anywhere")        \
    X(group, 1, CLAUSE(GROUP), "GROUP BY, anywhere")                           \
    X(having, 1, CLAUSE(HAVING), "HAVING, anywhere")                           \
    X(order, 1, CLAUSE(ORDER), "ORDER BY, anywhere")                           \
    X(limit, 1, CLAUSE(LIMIT), "LIMIT, anywhere")                              \
    X(limit_1, 1, has->limit_1, "LIMIT 1, anywhere")                           \
    X(union, 1, COMPOUND(UNION), "UNION")                                      \
    X(intersect, 1, COMPOUND(INTERSECT), "INTERSECT")                          \
    X(except, 1, COMPOUND(EXCEPT), "EXCEPT")                                   \
    X(compound, 1, COMPOUND(UNION) || COMPOUND(INTERSECT) || COMPOUND(EXCEPT), \
      "any of the three")                                                      \
    X(nested, 1, ROLE(CONDITION) || ROLE(FROM) || ROLE(OTHER),                 \
      "a SELECT within another")                                               \
    X(nested_condition, 1, ROLE(CONDITION), "a SELECT within a condition")     \
    X(nested_from, 1, ROLE(FROM), "a SELECT within FROM, or WITH")             \
    X(depth, 4, has->depth, "how deeply SELECTs nest; 0 where none does")      \
    X(negation, 1, USES(NOT) || OPERATOR(NOT_EQUAL) || COMPOUND(EXCEPT),       \
      "NOT, != or EXCEPT")                                                     \
    X(not_equal, 1, OPERATOR(NOT_EQUAL), "!=")                                 \
    X(like, 1, OPERATOR(LIKE), "LIKE")                                         \
    X(or, 1, USES(OR) || COMPOUND(UNION), "OR or UNION")                       \
    X(between, 1, OPERATOR(BETWEEN), "BETWEEN")                                \
    X(in, 1, OPERATOR(IN), "IN")                                               \
    X(exists, 1, OPERATOR(EXISTS), "EXISTS")                                   \
    X(is, 1, OPERATOR(IS), "IS, ISNULL, NOTNULL")                              \
    X(arithmetic, 1, OPERATOR(ARITHMETIC), "arithmetic or ||")                 \
    X(select_count, 1, SELECTS(COUNT), "the main SELECT selects COUNT")        \
    X(select_sum, 1, SELECTS(SUM), "the main SELECT selects SUM")              \
    X(select_avg, 1, SELECTS(AVG), "the main SELECT selects AVG")              \
    X(select_min, 1, SELECTS(MIN), "the main SELECT selects MIN")              \
    X(select_max, 1, SELECTS(MAX), "the main SELECT selects MAX")              \
    X(select_other, 1, SELECTS(OTHER),                                         \
      "the main SELECT selects another function")                              \
    X(any_count, 1, FUNCTION(COUNT), "COUNT, anywhere")                        \
    X(any_sum, 1, FUNCTION(SUM), "SUM, anywhere")                              \
    X(any_avg, 1, FUNCTION(AVG), "AVG, anywhere")                              \
    X(any_min, 1, FUNCTION(MIN), "MIN, anywhere")                              \
    X(any_max, 1, FUNCTION(MAX), "MAX, anywhere")                              \
    X(any_other, 1, FUNCTION(OTHER), "another function, anywhere")             \
    X(order_by_count, 1, has->order_by_count, "COUNT in ORDER BY")             \
    X(distinct, 1, USES(DISTINCT), "DISTINCT, anywhere")                       \
    X(main_distinct, 1, main->distinct, "the main SELECT is SELECT DISTINCT")  \
    X(count_distinct, 1, has->count_distinct, "COUNT (DISTINCT ...)")          \
    X(star, 1, has->selects_star, "the main SELECT selects *")                 \
    X(selected, 6, main->selected, "columns that the main SELECT selects")     \
    X(selected_2, 1, main->selected >= 2, "two of them or more")               \
    X(selected_3, 1, main->selected >= 3, "three of them or more")             \
    X(tables, T2S_MOST_DIFFERENT_TABLES, has->tables,                          \
      "different tables, anywhere")                                            \
    X(tables_2, 1, has->tables >= 2, "two of them or more")                    \
    X(tables_3, 1, has->tables >= 3, "three of them or more")                  \
    X(descending, 1, USES(DESCENDING), "DESC")                                 \
    X(ascending, 1, CLAUSE(ORDER) && !USES(DESCENDING),                        \
      "ORDER BY without DESC")                                                 \
    X(greater, 1, CONDITION(GREATER) || CONDITION(GREATER_EQUAL),              \
      "> or >= in a condition")                                                \
    X(less, 1, CONDITION(LESS) || CONDITION(LESS_EQUAL),                       \
      "< or <= in a condition")                                                \
    X(or_equal, 1, CONDITION(LESS_EQUAL) || CONDITION(GREATER_EQUAL),          \
      ">= or <= in a condition")                                               \
    X(conditions, 6, has->conditions, "conditions but for joins")              \
    X(conditions_1, 1, has->conditions >= 1, "one of them or more")            \
    X(conditions_2, 1, has->conditions >= 2, "two of them or more")            \
    X(literals, 8, has->literals, "strings and numbers but for LIMIT's")       \
    X(uses, 100, query->uses.count,                                            \
      "names, values, functions and operators in all")                         \
    X(tokens, 200, query->tokens, "tokens of the query")                       \
    X(uses_per_word, 8, 0, "uses to words of the question")                    \
    X(unknown_names, 4, 0,                                                     \
      "names that the schema lacks, so that it can't run")                     \
    X(columns, T2S_MOST_DIFFERENT_COLUMNS, has->columns,                       \
      "different columns, anywhere")

/* Where each stands: T2S_SHAPE_where and so on. */
#define T2S_SHAPE_PLACE(name, most, value, meaning) T2S_SHAPE_##name,
enum t2s_shape { T2S_SHAPE(T2S_SHAPE_PLACE) T2S_SHAPE_COUNT };

/* Not limited to what the features count. */
void t2s_shape_read(float shape[T2S_SHAPE_COUNT], const t2s_query *query);

#endif
