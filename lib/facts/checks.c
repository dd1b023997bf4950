/* Prepares what the checks share, and runs them. */
#include "facts/checks.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/check_reader.h"

/* Nodes of expressions that are looked at again and again. */
#define MOST_STEPS 100000

void t2s_check_hit_asked(t2s_check_reader *r, t2s_check_kind kind, int32_t node,
                         const int32_t words[2])
{
    t2s_check_hits *hits = &r->out->of[kind];
    if (hits->count == 0) {
        hits->first = words[0];
        hits->last = words[1];
    }
    if (hits->count < T2S_MOST_HITS)
        hits->nodes[hits->count] = node;
    hits->count++;
}

void t2s_check_hit(t2s_check_reader *r, t2s_check_kind kind, int32_t node)
{
    t2s_check_hit_asked(r, kind, node, (const int32_t[]){-1, -1});
}

const t2s_named_column *t2s_check_column(const t2s_check_reader *r,
                                         int32_t expr)
{
    return t2s_query_column_at(r->query, t2s_sql_bare(r->tree, expr));
}

void t2s_check_columns_in(const t2s_named_column **first,
                          const t2s_named_column **end,
                          const t2s_check_reader *r, int32_t node)
{
    const t2s_named_column *all = r->query->columns.at;
    *first = *end = all;
    if (!all || node == T2S_NO_NODE)
        return; /* nothing may be added to NULL */
    *first += t2s_query_column_from(r->query, r->tree->nodes[node].begin);
    *end += t2s_query_column_from(r->query, r->tree->nodes[node].end);
}

/* ------------------------------------------------------------- reading */

/* What stands right behind CASE and WHEN. */
static void mark_tested(t2s_check_reader *r, int32_t expr)
{
    bool is_tested = false;
    t2s_tree_for_each_child (r->tree, expr, at) {
        r->tested[at] = is_tested;
        is_tested = t2s_sql_says(r->tree, at, "CASE") ||
                    t2s_sql_says(r->tree, at, "WHEN");
    }
}

static void read_node(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const int32_t parent = tree->nodes[node].parent;
    const bool is_expr = t2s_sql_is(tree, node, T2S_RULE_expr);
    r->call[node] = T2S_NO_NODE;
    if (parent == T2S_NO_NODE || t2s_sql_is(tree, node, T2S_RULE_select_stmt))
        return;
    r->in_where[node] =
        t2s_sql_is(tree, node, T2S_RULE_where_clause) || r->in_where[parent];
    r->required[node] =
        is_expr && (t2s_sql_is(tree, parent, T2S_RULE_where_clause) ||
                    t2s_sql_is(tree, parent, T2S_RULE_join_constraint) ||
                    (r->required[parent] &&
                     (t2s_sql_operates(tree, parent, "AND") ||
                      t2s_sql_in_parentheses(tree, parent) == node)));
    if (is_expr && t2s_sql_says(tree, t2s_sql_first(tree, node), "CASE"))
        mark_tested(r, node);
    r->call[node] = t2s_sql_aggregates(tree, node) ? node : r->call[parent];
}

/* Of the relations from `k` on, the first that stands right in `from`. */
static int32_t next_in(const t2s_check_reader *r, int32_t from, int32_t k)
{
    while (k >= 0 &&
           r->tree->nodes[r->scopes->relations.at[k].node].parent != from)
        k = r->scopes->relations.at[k].next;
    return k;
}

/* How each relation of a scope is joined: its operator stands before it. */
static void read_joins(t2s_check_reader *r, int32_t first)
{
    const t2s_tree *tree = r->tree;
    const int32_t from =
        tree->nodes[r->scopes->relations.at[first].node].parent;
    int32_t joined = T2S_NO_NODE, k = next_in(r, from, first);
    t2s_tree_for_each_child (tree, from, at) {
        if (t2s_sql_is(tree, at, T2S_RULE_join_operator))
            joined = t2s_sql_first(tree, at);
        else if (t2s_tree_is_terminal(tree, at))
            joined = T2S_NO_NODE;
        if (k < 0 || r->scopes->relations.at[k].node != at)
            continue;
        r->is_outer[k] = t2s_sql_says(tree, joined, "LEFT");
        r->is_natural[k] = t2s_sql_says(tree, joined, "NATURAL");
        r->is_cross[k] =
            r->is_natural[k] || t2s_sql_says(tree, joined, "CROSS");
        k = next_in(r, from, r->scopes->relations.at[k].next);
    }
}

static t2sed_status run(t2s_check_reader *r, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_tree_for_each (r->tree, r->tree->root, node)
        read_node(r, node);
    for (size_t s = 0; s < r->scopes->scopes.count; s++)
        if (r->scopes->scopes.at[s].first >= 0)
            read_joins(r, r->scopes->scopes.at[s].first);
    if (r->schema)
        status = t2s_check_grain(r, err);
    if (r->schema && status == T2SED_OK)
        status = t2s_check_ties(r, err);
    t2s_check_outer(r);
    t2s_check_expressions(r);
    t2s_check_asked(r);
    if (r->schema && status == T2SED_OK)
        status = t2s_check_groups(r, err);
    return status == T2SED_OK ? r->status : status;
}

t2sed_status t2s_checks_find(t2s_checks *out, const t2s_query *query,
                             const t2sed_evidence *from, t2sed_error *err)
{
    t2s_check_reader r = {.query = query,
                          .tree = query->tree,
                          .scopes = &query->in_sight,
                          .schema = from->schema,
                          .question = from->question,
                          .values = from->values,
                          .execution = from->execution,
                          .steps = MOST_STEPS,
                          .err = err,
                          .out = out};
    const size_t nodes = query->tree->count;
    const size_t relations = query->in_sight.relations.count;
    t2sed_status status = T2SED_OK;
    memset(out, 0, sizeof *out);
    /* Of a query with more columns than are listed nothing is said. */
    if (!query->has_all_columns)
        return T2SED_OK;
    r.required = t2s_zalloc_array(nodes, sizeof *r.required);
    r.tested = t2s_zalloc_array(nodes, sizeof *r.tested);
    r.in_where = t2s_zalloc_array(nodes, sizeof *r.in_where);
    r.call = t2s_alloc_array(nodes, sizeof *r.call);
    r.is_outer = t2s_zalloc_array(relations, sizeof *r.is_outer);
    r.is_cross = t2s_zalloc_array(relations, sizeof *r.is_cross);
    r.is_natural = t2s_zalloc_array(relations, sizeof *r.is_natural);
    status = r.required && r.tested && r.in_where && r.call && r.is_outer &&
                     r.is_cross && r.is_natural
                 ? run(&r, err)
                 : t2s_fail_memory(err);
    t2s_free(r.required);
    t2s_free(r.tested);
    t2s_free(r.in_where);
    t2s_free(r.call);
    t2s_free(r.is_outer);
    t2s_free(r.is_cross);
    t2s_free(r.is_natural);
    return status;
}
