#include "facts/odd_texts.h"

#include <stdlib.h>

#include "sql/sql.h"

static bool is_within(const t2s_node *of, uint32_t begin)
{
    return begin >= of->begin && begin < of->end;
}

/* Whether WHERE, ON, HAVING or CASE use a column outside `of`. */
static bool is_compared(const t2s_query *query, int32_t column,
                        const t2s_node *of)
{
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_COLUMN && use->index == column &&
            t2s_is_in_condition(use) && !is_within(of, use->begin))
            return true;
    for (size_t i = 0; i < query->tests.count; i++) {
        const t2s_side *slot = &query->tests.at[i].slot;
        if (slot->column == column && !is_within(of, slot->begin))
            return true;
    }
    return false;
}

/* What an argument makes of its column: nothing but CAST and arithmetic, which
 * take a text that is no number for 0; or else. */
typedef enum argument_kind {
    ARGUMENT_NUMBER,
    ARGUMENT_REPLACES, /* NULLIF, CASE */
    ARGUMENT_OTHER     /* another function, a subquery */
} argument_kind;

static argument_kind kind_of(const t2s_query *query, int32_t argument)
{
    const t2s_tree *tree = query->tree;
    argument_kind kind = ARGUMENT_NUMBER;
    t2s_tree_for_each (tree, argument, node) {
        if (t2s_sql_calls(tree, node, "NULLIF IIF") ||
            t2s_sql_says(tree, t2s_sql_first(tree, node), "CASE"))
            kind = ARGUMENT_REPLACES;
        else if (t2s_sql_is(tree, node, T2S_RULE_select_core) ||
                 t2s_sql_function(tree, node))
            return ARGUMENT_OTHER;
    }
    return kind;
}

int32_t t2s_odd_texts_in(bool *is_tested, const t2s_query *query,
                         const t2s_value_index *values, int32_t expr)
{
    const t2s_node *of = expr == T2S_NO_NODE ? NULL : &query->tree->nodes[expr];
    *is_tested = false;
    for (size_t i = of ? t2s_query_column_from(query, of->begin) : 0;
         of && values && i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        argument_kind kind;
        if (query->tree->nodes[at->expr].begin >= of->end)
            break;
        if (at->column == T2S_NO_ITEM ||
            !t2s_value_index_has_odd_texts(values, at->column))
            continue;
        kind = kind_of(query, expr);
        *is_tested =
            kind == ARGUMENT_REPLACES || is_compared(query, at->column, of);
        return kind == ARGUMENT_OTHER ? T2S_NO_ITEM : at->column;
    }
    return T2S_NO_ITEM;
}

/* Whether an expr is CAST(x AS ...) of a column. */
static bool is_cast(const t2s_tree *tree, int32_t expr)
{
    return t2s_sql_says(tree, t2s_sql_first(tree, expr), "CAST");
}

int32_t t2s_odd_texts_below(const t2s_query *query,
                            const t2s_value_index *values, int32_t expr)
{
    const t2s_tree *tree = query->tree;
    t2s_sql_comparison of;
    int32_t low, high, column;
    const char *bound;
    bool is_tested;
    if (!values || !t2s_sql_compares(&of, tree, expr))
        return T2S_NO_ITEM;
    if (t2s_sql_operates(tree, expr, "< <=")) {
        low = of.left;
        high = of.right;
    } else if (t2s_sql_operates(tree, expr, "> >=")) {
        low = of.right;
        high = of.left;
    } else {
        return T2S_NO_ITEM;
    }
    bound = t2s_sql_literal(tree, high);
    if (!bound || !(strtod(bound, NULL) > 0) || !is_cast(tree, low))
        return T2S_NO_ITEM;
    column = t2s_odd_texts_in(&is_tested, query, values, low);
    return is_tested ? T2S_NO_ITEM : column;
}
