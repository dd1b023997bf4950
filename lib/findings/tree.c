#include "findings/tree.h"

#include <string.h>

#include "base/string.h"

static bool is(const t2s_tree *tree, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(tree, node, rule);
}

static bool is_parenthesis(const t2s_tree *tree, int32_t expr)
{
    int32_t first = tree->nodes[expr].first_child;
    return t2s_sql_says(tree, first, "(") &&
           is(tree, tree->nodes[first].next_sibling, T2S_RULE_expr) &&
           t2s_sql_says(
               tree, tree->nodes[tree->nodes[first].next_sibling].next_sibling,
               ")");
}

int32_t t2s_find_tree_bare(const t2s_tree *tree, int32_t expr)
{
    while (is(tree, expr, T2S_RULE_expr) && is_parenthesis(tree, expr))
        expr = tree->nodes[tree->nodes[expr].first_child].next_sibling;
    return expr;
}

const t2s_named_column *t2s_find_tree_column(const t2s_query *query,
                                             int32_t expr)
{
    expr = t2s_find_tree_bare(query->tree, expr);
    return expr == T2S_NO_NODE ? NULL : t2s_query_column_at(query, expr);
}

static bool is_and(const t2s_tree *tree, int32_t expr)
{
    int32_t first = tree->nodes[expr].first_child;
    return is(tree, first, T2S_RULE_expr) &&
           t2s_sql_says(tree, tree->nodes[first].next_sibling, "AND");
}

int32_t t2s_find_tree_condition(t2s_sql_scopes *scopes, int32_t node,
                                int32_t core)
{
    const t2s_tree *tree = scopes->tree;
    int32_t condition = node, clause = T2S_NO_NODE;
    for (int32_t at = node; at != T2S_NO_NODE && at != core;
         at = tree->nodes[at].parent) {
        if (!t2s_sql_spend(scopes))
            return T2S_NO_NODE;
        if (at != node && is(tree, at, T2S_RULE_expr) && !is_and(tree, at) &&
            !is_parenthesis(tree, at))
            condition = at;
        if (is(tree, at, T2S_RULE_where_clause) ||
            is(tree, at, T2S_RULE_join_constraint))
            clause = at;
        else if (is(tree, at, T2S_RULE_select_core))
            clause = T2S_NO_NODE; /* of a query within */
        if (tree->nodes[at].parent == core)
            return clause == T2S_NO_NODE ? T2S_NO_NODE : condition;
    }
    return T2S_NO_NODE;
}

bool t2s_find_tree_comparison(const t2s_tree *tree, int32_t expr, int32_t *left,
                              int32_t *operator, int32_t * right)
{
    static const char *const operators[] = {"=", "==", "!=", "<>",
                                            "<", "<=", ">",  ">="};
    if (!is(tree, expr, T2S_RULE_expr))
        return false;
    *left = tree->nodes[expr].first_child;
    if (!is(tree, *left, T2S_RULE_expr))
        return false;
    *operator= tree->nodes[*left].next_sibling;
    if (*operator== T2S_NO_NODE || !tree->nodes[*operator].text)
        return false;
    *right = tree->nodes[*operator].next_sibling;
    if (!is(tree, *right, T2S_RULE_expr))
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (t2s_sql_says(tree, *operator, operators[i]))
            return true;
    return false;
}

const char *t2s_find_tree_literal(const t2s_tree *tree, int32_t expr)
{
    int32_t value;
    expr = t2s_find_tree_bare(tree, expr);
    if (!is(tree, expr, T2S_RULE_expr))
        return NULL;
    value = tree->nodes[expr].first_child;
    return is(tree, value, T2S_RULE_literal_value)
               ? tree->nodes[t2s_sql_terminal(tree, value)].text
               : NULL;
}

const char *t2s_find_tree_function(const t2s_tree *tree, int32_t expr)
{
    int32_t name;
    if (!is(tree, expr, T2S_RULE_expr))
        return NULL;
    name = tree->nodes[expr].first_child;
    return is(tree, name, T2S_RULE_function_name)
               ? tree->nodes[t2s_sql_terminal(tree, name)].text
               : NULL;
}

static bool is_aggregate(const t2s_tree *tree, int32_t expr)
{
    static const char *const names[] = {"COUNT", "SUM", "TOTAL",       "AVG",
                                        "MIN",   "MAX", "GROUP_CONCAT"};
    const char *name = t2s_find_tree_function(tree, expr);
    int arguments = 0;
    if (!name || t2s_sql_child(tree, expr, T2S_RULE_over_clause) != T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (tree, expr, child)
        arguments += is(tree, child, T2S_RULE_expr);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (t2s_casecmp(name, names[i]) == 0)
            return arguments < 2 || names[i][0] == 'G';
    return false;
}

int32_t t2s_find_tree_aggregate(const t2s_tree *tree, int32_t node, int32_t top)
{
    for (; node != T2S_NO_NODE && node != top; node = tree->nodes[node].parent)
        if (is(tree, node, T2S_RULE_expr) && is_aggregate(tree, node))
            return node;
    return T2S_NO_NODE;
}
