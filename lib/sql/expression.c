/* Comparisons, literals and calls. */
#include "sql/scope.h"

#include <string.h>

#include "base/string.h"

int32_t t2s_sql_in_parentheses(const t2s_tree *tree, int32_t expr)
{
    int32_t open = t2s_sql_first(tree, expr);
    int32_t inner = t2s_sql_next(tree, open);
    return t2s_sql_is(tree, expr, T2S_RULE_expr) &&
                   t2s_sql_says(tree, open, "(") &&
                   t2s_sql_is(tree, inner, T2S_RULE_expr) &&
                   t2s_sql_says(tree, t2s_sql_next(tree, inner), ")")
               ? inner
               : T2S_NO_NODE;
}

int32_t t2s_sql_bare(const t2s_tree *tree, int32_t expr)
{
    for (int32_t inner = expr; inner != T2S_NO_NODE;
         inner = t2s_sql_in_parentheses(tree, inner))
        expr = inner;
    return expr;
}

bool t2s_sql_compares(t2s_sql_comparison *out, const t2s_tree *tree,
                      int32_t expr)
{
    static const char *const operators[] = {"=", "==", "!=", "<>",
                                            "<", "<=", ">",  ">="};
    if (!t2s_sql_is(tree, expr, T2S_RULE_expr))
        return false;
    out->left = t2s_sql_first(tree, expr);
    out->operator= t2s_sql_next(tree, out->left);
    out->right = t2s_sql_next(tree, out->operator);
    if (!t2s_sql_is(tree, out->left, T2S_RULE_expr) ||
        !t2s_sql_is(tree, out->right, T2S_RULE_expr))
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (t2s_sql_says(tree, out->operator, operators[i])) {
            out->is_equality = operators[i][0] == '=';
            return true;
        }
    return false;
}

int32_t t2s_sql_operand(const t2s_tree *tree, int32_t expr, const char *word)
{
    int32_t left = t2s_sql_first(tree, expr), at = t2s_sql_next(tree, left);
    if (!t2s_sql_is(tree, expr, T2S_RULE_expr) ||
        !t2s_sql_is(tree, left, T2S_RULE_expr))
        return T2S_NO_NODE;
    if (t2s_sql_says(tree, at, "NOT"))
        at = t2s_sql_next(tree, at);
    return t2s_sql_says(tree, at, word) ? t2s_sql_next(tree, at) : T2S_NO_NODE;
}

const char *t2s_sql_operator(const t2s_tree *tree, int32_t expr)
{
    const int32_t left = t2s_sql_first(tree, expr);
    const int32_t at = t2s_sql_next(tree, left);
    return t2s_sql_is(tree, expr, T2S_RULE_expr) &&
                   t2s_sql_is(tree, left, T2S_RULE_expr) && at != T2S_NO_NODE
               ? tree->nodes[at].text
               : NULL;
}

static bool is_listed(const char *text, const char *list)
{
    return text && t2s_is_one_of(text, strlen(text), list);
}

bool t2s_sql_operates(const t2s_tree *tree, int32_t expr, const char *list)
{
    return is_listed(t2s_sql_operator(tree, expr), list);
}

const char *t2s_sql_literal(const t2s_tree *tree, int32_t expr)
{
    int32_t value = t2s_sql_first(tree, t2s_sql_bare(tree, expr));
    return t2s_sql_is(tree, value, T2S_RULE_literal_value)
               ? tree->nodes[t2s_sql_terminal(tree, value)].text
               : NULL;
}

bool t2s_sql_is_null(const t2s_tree *tree, int32_t expr)
{
    return is_listed(t2s_sql_literal(tree, expr), "NULL");
}

const char *t2s_sql_function(const t2s_tree *tree, int32_t expr)
{
    int32_t name = t2s_sql_first(tree, expr);
    return t2s_sql_is(tree, expr, T2S_RULE_expr) &&
                   t2s_sql_is(tree, name, T2S_RULE_function_name)
               ? tree->nodes[t2s_sql_terminal(tree, name)].text
               : NULL;
}

bool t2s_sql_calls(const t2s_tree *tree, int32_t expr, const char *list)
{
    return is_listed(t2s_sql_function(tree, expr), list);
}

bool t2s_sql_aggregates(const t2s_tree *tree, int32_t expr)
{
    int arguments = 0;
    if (t2s_sql_child(tree, expr, T2S_RULE_over_clause) != T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (tree, expr, child)
        arguments += t2s_sql_is(tree, child, T2S_RULE_expr);
    return t2s_sql_calls(tree, expr, "GROUP_CONCAT") ||
           (arguments < 2 &&
            t2s_sql_calls(tree, expr, "COUNT SUM TOTAL AVG MIN MAX"));
}

int32_t t2s_sql_result(const t2s_tree *tree, int32_t stmt)
{
    const int32_t core = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    const int32_t clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    return t2s_sql_child(tree, clause, T2S_RULE_result_column);
}

int32_t t2s_sql_result_from(const t2s_tree *tree, int32_t column)
{
    while (column != T2S_NO_NODE &&
           !t2s_sql_is(tree, t2s_sql_first(tree, column), T2S_RULE_expr))
        column = t2s_sql_next(tree, column);
    return t2s_sql_first(tree, column);
}

int32_t t2s_sql_result_at(const t2s_tree *tree, int32_t core, double place)
{
    int32_t at =
        t2s_sql_first(tree, t2s_sql_child(tree, core, T2S_RULE_result_clause));
    for (; at != T2S_NO_NODE; at = tree->nodes[at].next_sibling)
        if (t2s_sql_is(tree, at, T2S_RULE_result_column) && --place == 0)
            return at;
    return T2S_NO_NODE;
}

int32_t t2s_sql_only_result(const t2s_tree *tree, int32_t stmt)
{
    const int32_t column = t2s_sql_result(tree, stmt);
    const int32_t expr = t2s_sql_first(tree, column);
    return t2s_sql_next(tree, column) == T2S_NO_NODE &&
                   t2s_sql_is(tree, expr, T2S_RULE_expr)
               ? expr
               : T2S_NO_NODE;
}

int32_t t2s_sql_condition(t2s_sql_scopes *scopes, int32_t node, int32_t core)
{
    const t2s_tree *tree = scopes->tree;
    int32_t condition = node;
    bool is_in_clause = false;
    for (int32_t at = node; at != T2S_NO_NODE && at != core;
         at = tree->nodes[at].parent) {
        if (!t2s_sql_spend(scopes))
            return T2S_NO_NODE;
        if (at != node && t2s_sql_is(tree, at, T2S_RULE_expr) &&
            !t2s_sql_operates(tree, at, "AND") &&
            t2s_sql_in_parentheses(tree, at) == T2S_NO_NODE)
            condition = at;
        if (t2s_sql_is(tree, at, T2S_RULE_where_clause) ||
            t2s_sql_is(tree, at, T2S_RULE_join_constraint))
            is_in_clause = true;
        else if (t2s_sql_is(tree, at, T2S_RULE_select_core))
            is_in_clause = false; /* of a query within */
        if (tree->nodes[at].parent == core)
            return is_in_clause ? condition : T2S_NO_NODE;
    }
    return T2S_NO_NODE;
}
