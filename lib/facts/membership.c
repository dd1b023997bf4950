#include "facts/membership.h"

#include "sql/scope.h"

bool t2s_is_subquery(const t2s_tree *tree, int32_t expr)
{
    return t2s_sql_child(tree, t2s_sql_bare(tree, expr),
                         T2S_RULE_select_stmt) != T2S_NO_NODE;
}

/* Whether NOT stands before an expr, in parentheses or not. */
static bool is_under_not(const t2s_tree *tree, int32_t expr)
{
    int32_t up = tree->nodes[expr].parent;
    while (up != T2S_NO_NODE && t2s_sql_in_parentheses(tree, up) >= 0)
        up = tree->nodes[up].parent;
    return up != T2S_NO_NODE &&
           t2s_sql_says(tree, t2s_sql_first(tree, t2s_sql_first(tree, up)),
                        "NOT");
}

t2s_membership t2s_membership_of(const t2s_tree *tree, int32_t expr)
{
    const int32_t first = t2s_sql_first(tree, expr);
    int32_t operand;
    bool is_negated;
    if (t2s_sql_says(tree, first, "EXISTS")) {
        is_negated = is_under_not(tree, expr);
    } else {
        operand = t2s_sql_operand(tree, expr, "IN");
        if (operand == T2S_NO_NODE || !t2s_is_subquery(tree, operand))
            return T2S_MEMBERSHIP_NONE;
        is_negated = t2s_sql_says(tree, t2s_sql_next(tree, first), "NOT");
    }
    return is_negated ? T2S_MEMBERSHIP_NOT_IN : T2S_MEMBERSHIP_IN;
}
