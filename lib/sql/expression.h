/* expression.h - what the nodes of an expression are: comparisons, literals,
 * calls. Scopes are in scope.h. */
#ifndef T2S_SQL_EXPRESSION_H
#define T2S_SQL_EXPRESSION_H

#include "sql/scope.h"

static inline int32_t t2s_sql_first(const t2s_tree *tree, int32_t node)
{
    return node == T2S_NO_NODE ? node : tree->nodes[node].first_child;
}

static inline int32_t t2s_sql_next(const t2s_tree *tree, int32_t node)
{
    return node == T2S_NO_NODE ? node : tree->nodes[node].next_sibling;
}

/* The expr between the parentheses that `expr` is, or T2S_NO_NODE. */
int32_t t2s_sql_in_parentheses(const t2s_tree *tree, int32_t expr);
/* The same through any number of parentheses: `expr` itself without any. */
int32_t t2s_sql_bare(const t2s_tree *tree, int32_t expr);

/* The operands and the operator (a terminal) of a comparison such as a = b;
 * false for anything else. */
typedef struct t2s_sql_comparison {
    int32_t left, operator, right;
    bool is_equality;
} t2s_sql_comparison;
bool t2s_sql_compares(t2s_sql_comparison *out, const t2s_tree *tree,
                      int32_t expr);

/* The operand behind the terminal `word`, or behind NOT and `word`, of an expr
 * such as a IN (...); T2S_NO_NODE for anything else. The other operand is its
 * first child. */
int32_t t2s_sql_operand(const t2s_tree *tree, int32_t expr, const char *word);

/* The text of the literal that an expr is, within parentheses or not, or
 * NULL. */
const char *t2s_sql_literal(const t2s_tree *tree, int32_t expr);

/* The name of the function that an expr calls, or NULL. */
const char *t2s_sql_function(const t2s_tree *tree, int32_t expr);
/* Whether an expr calls an aggregate function: MIN and MAX of several
 * arguments, and window functions, are none. */
bool t2s_sql_aggregates(const t2s_tree *tree, int32_t expr);

/* Of the conditions of WHERE and ON of the SELECT `core`, parted at AND, the
 * one that a node lies in; T2S_NO_NODE where it lies elsewhere. */
int32_t t2s_sql_condition(t2s_sql_scopes *scopes, int32_t node, int32_t core);

#endif
