/* Comparisons of one column of two relations by < or >. */
#include "facts/same_column.h"

#include "facts/query_bounds.h"

/* The only listed column within an expr, or NULL. */
static const t2s_named_column *only_column(const t2s_query *query, int32_t expr)
{
    const t2s_node *of = &query->tree->nodes[expr];
    const t2s_named_column *found = NULL;
    for (size_t i = t2s_query_column_from(query, of->begin);
         i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        if (query->tree->nodes[at->expr].begin >= of->end)
            break;
        if (found)
            return NULL;
        found = at;
    }
    return found;
}

/* The column of the schema that a name is of, whatever is made of it. */
static int32_t source_of(const t2s_query *query, const t2s_named_column *name)
{
    int32_t expr;
    const t2s_named_column *inner;
    if (name->column != T2S_NO_ITEM)
        return name->column;
    expr = t2s_query_resolved(query, name->expr);
    inner = expr == name->expr || t2s_sql_aggregates(query->tree, expr)
                ? NULL
                : only_column(query, expr);
    return inner ? inner->column : T2S_NO_ITEM;
}

bool t2s_query_compares_same(t2s_same_column *out, const t2s_query *query,
                             int32_t expr)
{
    const t2s_sql_scopes *scopes = &query->in_sight;
    const t2s_sql_relation *a, *b;
    const t2s_named_column *left, *right;
    t2s_sql_comparison of;
    const int32_t low = t2s_sql_operand(query->tree, expr, "BETWEEN");
    int32_t a_of, b_of;
    bool is_left_inner;
    if (low != T2S_NO_NODE) {
        of.left = t2s_sql_first(query->tree, expr);
        of.right = query->tree->nodes[expr].last_child;
    } else if (!t2s_sql_operates(query->tree, expr, "< > <= >=") ||
               !t2s_sql_compares(&of, query->tree, expr)) {
        return false;
    }
    left = only_column(query, of.left);
    right = only_column(query, of.right);
    if (!left || !right || left->from != T2S_FROM_RELATION ||
        right->from != T2S_FROM_RELATION || left->relation == right->relation)
        return false;
    a = &scopes->relations.at[left->relation];
    b = &scopes->relations.at[right->relation];
    a_of = t2s_query_resolved(query, left->expr);
    b_of = t2s_query_resolved(query, right->expr);
    if (a_of != b_of || a_of == left->expr) {
        const int32_t column = source_of(query, left);
        if (column == T2S_NO_ITEM || column != source_of(query, right))
            return false;
    }
    out->is_nested = a->scope != b->scope;
    is_left_inner =
        out->is_nested ? a->scope > b->scope : left->relation > right->relation;
    out->inner = is_left_inner ? left->relation : right->relation;
    out->outer = is_left_inner ? right->relation : left->relation;
    out->is_above =
        t2s_sql_operates(query->tree, expr, "> >=") == is_left_inner;
    out->is_inclusive =
        low != T2S_NO_NODE || t2s_sql_operates(query->tree, expr, "<= >=");
    return true;
}
