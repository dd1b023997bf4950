/* The columns that a query spells out, each with the table of FROM that it
 * comes from, and the conditions that all rows must meet. */
#include "findings/findings.h"

#include "facts/column_names.h"

/* The first relation in sight that has the name, from the inside out, or -1. */
static int32_t find_relation(t2s_checked *q, int32_t expr)
{
    t2s_sql_scopes *scopes = &q->scopes;
    int32_t table = t2s_sql_child(q->tree, expr, T2S_RULE_table_name);
    t2s_sql_word column =
        t2s_sql_unquoted(scopes, q->tree->nodes[expr].last_child);
    t2s_sql_word qualifier = {NULL, 0};
    if (table != T2S_NO_NODE)
        qualifier = t2s_sql_unquoted(scopes, table);
    for (int32_t scope = scopes->scope_of[expr]; scope != T2S_NO_SCOPE;
         scope = scopes->scopes.at[scope].parent)
        for (int32_t i = scopes->scopes.at[scope].first; i >= 0;
             i = scopes->relations.at[i].next) {
            bool has = qualifier.at ? t2s_sql_same(qualifier,
                                                   scopes->relations.at[i].name)
                                    : t2s_relation_has_name(scopes, i, column);
            if (!t2s_sql_spend(scopes))
                return -1;
            if (has)
                return i;
        }
    return -1;
}

static bool is_double_quoted(const t2s_tree *tree, int32_t expr)
{
    int32_t last = tree->nodes[expr].last_child;
    return tree->nodes[expr].first_child == last &&
           tree->nodes[t2s_sql_terminal(tree, last)].text[0] == '"';
}

static t2s_named_column read_column(t2s_checked *q, int32_t expr)
{
    t2s_resolved_name found = t2s_resolve_name(&q->scopes, expr);
    t2s_named_column made = {.expr = expr,
                             .from = T2S_FROM_UNKNOWN,
                             .relation = find_relation(q, expr),
                             .column = found.column,
                             .scope = q->scopes.scope_of[expr]};
    if (made.relation >= 0)
        made.from = T2S_FROM_RELATION;
    else if (found.column != T2S_NO_ITEM || found.expression != T2S_NO_NODE ||
             is_double_quoted(q->tree, expr))
        made.from = T2S_FROM_RESULT;
    return made;
}

void t2s_columns_list(t2s_checked *q)
{
    const t2s_tree *tree = q->tree;
    q->has_all_columns = true;
    for (int32_t node = tree->root; node != T2S_NO_NODE && q->has_all_columns;
         node = t2s_tree_next(tree, tree->root, node)) {
        if (!t2s_is_column_name(tree, node))
            continue;
        q->has_all_columns =
            q->columns.count < T2S_MOST_COLUMNS && q->scopes.work > 0;
        if (q->has_all_columns &&
            !t2s_vector_push(&q->columns, read_column(q, node))) {
            t2s_check_failed(q);
            return;
        }
    }
}

const t2s_named_column *t2s_column_at(const t2s_checked *q, int32_t expr)
{
    const t2s_node *nodes = q->tree->nodes;
    size_t low = 0, high = q->columns.count;
    expr = t2s_sql_bare(q->tree, expr);
    if (!t2s_is_column_name(q->tree, expr))
        return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (nodes[q->columns.at[middle].expr].begin < nodes[expr].begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low < q->columns.count && q->columns.at[low].expr == expr
               ? &q->columns.at[low]
               : NULL;
}

int32_t t2s_scope_of_relation(const t2s_checked *q, int32_t relation)
{
    int32_t node = q->scopes.relations.at[relation].node;
    return q->scopes.scope_of[q->tree->nodes[node].parent];
}

static bool is_and(const t2s_tree *tree, int32_t expr)
{
    int32_t first = t2s_sql_first(tree, expr);
    return t2s_sql_is(tree, first, T2S_RULE_expr) &&
           t2s_sql_says(tree, t2s_sql_next(tree, first), "AND");
}

int32_t t2s_condition_around(t2s_checked *q, int32_t node, int32_t core)
{
    const t2s_tree *tree = q->tree;
    int32_t condition = node;
    bool is_in_clause = false;
    for (int32_t at = node; at != T2S_NO_NODE && at != core;
         at = tree->nodes[at].parent) {
        if (!t2s_sql_spend(&q->scopes))
            return T2S_NO_NODE;
        if (at != node && t2s_sql_is(tree, at, T2S_RULE_expr) &&
            !is_and(tree, at) &&
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
