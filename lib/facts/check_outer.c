/* LEFT JOIN whose point a later condition takes away. */

#include "facts/check_reader.h"

/* Whether an expr is a column of the optional side. */
static const t2s_named_column *optional(const t2s_check_reader *r, int32_t expr)
{
    const t2s_named_column *of = t2s_check_column(r, expr);
    return of && of->from == T2S_FROM_RELATION && r->is_outer[of->relation]
               ? of
               : NULL;
}

/* Whether the tree has IS without NOT right behind the first operand. */
static bool tests_null(const t2s_tree *tree, int32_t node)
{
    const int32_t at = t2s_sql_next(tree, t2s_sql_first(tree, node));
    if (t2s_sql_says(tree, at, "ISNULL"))
        return true;
    return t2s_sql_says(tree, at, "IS") &&
           !t2s_sql_says(tree, t2s_sql_next(tree, at), "NOT");
}

static bool is_truth(const t2s_tree *tree, int32_t node)
{
    return t2s_sql_operates(
        tree, node, "IN BETWEEN LIKE GLOB IS NOTNULL ISNULL NOT REGEXP");
}

static void check_condition(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    t2s_sql_comparison of;
    const t2s_named_column *found = NULL;
    if (t2s_sql_compares(&of, tree, node)) {
        found = optional(r, of.left);
        if (!found)
            found = optional(r, of.right);
    } else if (is_truth(tree, node) && !tests_null(tree, node)) {
        found = optional(r, t2s_sql_first(tree, node));
    }
    if (!found || r->scopes->relations.at[found->relation].scope !=
                      r->scopes->scope_of[node])
        return;
    if (r->in_where[node]) {
        t2s_check_hit(r, T2S_CHECK_OUTER_FILTERED, node);
        return;
    }
    /* In ON: undone if another relation is joined, and not by LEFT JOIN. */
    for (int32_t at = tree->nodes[node].parent; at != T2S_NO_NODE;
         at = tree->nodes[at].parent)
        if (t2s_sql_is(tree, at, T2S_RULE_join_constraint)) {
            int32_t joined = -1;
            t2s_for_each_relation (r->scopes, r->scopes->scope_of[node], i)
                if (tree->nodes[r->scopes->relations.at[i].node].end <=
                    tree->nodes[at].begin)
                    joined = i;
            if (joined >= 0 && joined != found->relation &&
                !r->is_outer[joined])
                t2s_check_hit(r, T2S_CHECK_OUTER_UNDONE, node);
            return;
        }
}

/* x.a <> 1 OR x.b IS NULL, of the optional side x. */
static void check_or(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    int32_t tested = t2s_sql_bare(tree, tree->nodes[node].last_child);
    int32_t filter = t2s_sql_bare(tree, t2s_sql_first(tree, node));
    const t2s_named_column *of, *filtered = NULL;
    t2s_sql_comparison comparison;
    if (!r->in_where[node] || !t2s_sql_operates(tree, node, "OR"))
        return;
    if (!tests_null(tree, tested)) {
        const int32_t swapped = tested;
        tested = filter;
        filter = swapped;
    }
    of = tests_null(tree, tested) ? optional(r, t2s_sql_first(tree, tested))
                                  : NULL;
    if (t2s_sql_compares(&comparison, tree, filter))
        filtered = optional(r, comparison.left);
    else if (is_truth(tree, filter))
        filtered = optional(r, t2s_sql_first(tree, filter));
    if (of && filtered && of->relation == filtered->relation)
        t2s_check_hit(r, T2S_CHECK_OUTER_OR_NULL, node);
}

void t2s_check_outer(t2s_check_reader *r)
{
    bool any = false;
    int left = 256; /* conditions that are looked at */
    for (size_t i = 0; i < r->scopes->relations.count; i++)
        any |= r->is_outer[i];
    if (any)
        t2s_tree_for_each (r->tree, r->tree->root, node)
            if (r->required[node] && left-- > 0) {
                check_condition(r, node);
                check_or(r, node);
            }
}
