/*
 * tree.h - the tree of a query as those who look for findings see it.
 */
#ifndef T2S_FINDINGS_TREE_H
#define T2S_FINDINGS_TREE_H

#include "facts/query.h"
#include "sql/scope.h"

/* The listed column that an expr is, through parentheses; or NULL. */
const t2s_named_column *t2s_find_tree_column(const t2s_query *query,
                                             int32_t expr);
/* What stands within parentheses. */
int32_t t2s_find_tree_bare(const t2s_tree *tree, int32_t expr);

/* The condition of WHERE or ON of the SELECT `core`, of those that AND parts,
 * that a node lies in; T2S_NO_NODE where it lies elsewhere. */
int32_t t2s_find_tree_condition(t2s_sql_scopes *scopes, int32_t node,
                                int32_t core);

/* The operands and the operator of a comparison such as a = b; false for
 * anything else. `operator` is the terminal. */
bool t2s_find_tree_comparison(const t2s_tree *tree, int32_t expr, int32_t *left,
                              int32_t *operator, int32_t * right);

/* The text of a literal, or NULL. */
const char *t2s_find_tree_literal(const t2s_tree *tree, int32_t expr);

/* The call of an aggregate function (of one argument or none, and no window)
 * that a node lies in or is, below `top`; or T2S_NO_NODE. */
int32_t t2s_find_tree_aggregate(const t2s_tree *tree, int32_t node,
                                int32_t top);
/* The name of a call's function, or NULL where the expr is no call. */
const char *t2s_find_tree_function(const t2s_tree *tree, int32_t expr);

#endif
