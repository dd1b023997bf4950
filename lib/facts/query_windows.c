/* The window functions of a query, and the conditions before and after them. */
#include "facts/query_windows_reader.h"

#include <string.h>

#include "base/string.h"

/* Nodes of an expression, and differences, that are looked at. */
#define MOST_BELOW       64
#define MOST_DIFFERENCES 64

/* ---------------------------------------------------------- one function */

static t2s_window_kind kind_of(const t2s_tree *tree, int32_t call)
{
    return t2s_sql_calls(tree, call, "LAG LEAD") ? T2S_WINDOW_LOOK
           : t2s_sql_calls(tree, call, "FIRST_VALUE LAST_VALUE NTH_VALUE")
               ? T2S_WINDOW_END
           : t2s_sql_calls(tree, call, "ROW_NUMBER RANK DENSE_RANK")
               ? T2S_WINDOW_RANK
           : t2s_sql_calls(tree, call,
                           "COUNT SUM TOTAL AVG MIN MAX GROUP_CONCAT")
               ? T2S_WINDOW_WHOLE
               : T2S_WINDOW_OTHER;
}

/* The window of an OVER, by its name or not. */
static int32_t definition_of(const t2s_windows_reader *r, int32_t over)
{
    const t2s_tree *tree = r->tree;
    const int32_t name = t2s_sql_child(tree, over, T2S_RULE_window_name);
    const int32_t scope = r->query->in_sight.scope_of[over];
    int32_t clause, at;
    if (name == T2S_NO_NODE || scope < 0)
        return t2s_sql_child(tree, over, T2S_RULE_window_defn);
    clause = t2s_sql_child(tree, r->query->in_sight.scopes.at[scope].core,
                           T2S_RULE_window_clause);
    for (at = t2s_sql_first(tree, clause); at != T2S_NO_NODE;
         at = t2s_sql_next(tree, at))
        if (t2s_sql_is(tree, at, T2S_RULE_window_name) &&
            t2s_sql_same(t2s_sql_bare_word(tree, at),
                         t2s_sql_bare_word(tree, name)))
            return t2s_sql_next(tree, t2s_sql_next(tree, at));
    return T2S_NO_NODE;
}

static void read_partition(const t2s_windows_reader *r, t2s_query_window *made,
                           int32_t clause)
{
    for (int32_t at = t2s_sql_first(r->tree, clause); at != T2S_NO_NODE;
         at = t2s_sql_next(r->tree, at))
        if (t2s_sql_is(r->tree, at, T2S_RULE_expr) &&
            made->partition_count < T2S_MOST_PARTITIONS)
            made->partitions[made->partition_count++] =
                t2s_query_resolved(r->query, at);
}

static bool same_expr(const t2s_windows_reader *r, int32_t a, int32_t b)
{
    const t2s_named_column *x, *y;
    if (a == b)
        return true;
    x = t2s_query_column_at(r->query, t2s_sql_bare(r->tree, a));
    y = t2s_query_column_at(r->query, t2s_sql_bare(r->tree, b));
    return x && y && x->column != T2S_NO_ITEM && x->column == y->column;
}

static bool is_partitioned_by(const t2s_windows_reader *r,
                              const t2s_query_window *window, int32_t expr)
{
    for (size_t i = 0; i < window->partition_count; i++)
        if (same_expr(r, window->partitions[i], expr))
            return true;
    return false;
}

bool t2s_windows_is_descending(const t2s_tree *tree, int32_t term)
{
    const int32_t word = t2s_sql_child(tree, term, T2S_RULE_asc_desc);
    return t2s_sql_says(tree, t2s_sql_first(tree, word), "DESC");
}

static void read_order(const t2s_windows_reader *r, t2s_query_window *made,
                       int32_t order)
{
    made->order = T2S_NO_NODE;
    for (int32_t at = t2s_sql_first(r->tree, order); at != T2S_NO_NODE;
         at = t2s_sql_next(r->tree, at)) {
        int32_t expr;
        if (!t2s_sql_is(r->tree, at, T2S_RULE_ordering_term))
            continue;
        expr = t2s_query_resolved(r->query, t2s_sql_first(r->tree, at));
        made->is_ordered_by_partition |= is_partitioned_by(r, made, expr);
        if (made->order_count++ > 0)
            continue;
        made->order = expr;
        made->is_descending = t2s_windows_is_descending(r->tree, at);
    }
}

static double number_of(const t2s_tree *tree, int32_t expr)
{
    const char *literal = t2s_sql_literal(tree, expr);
    return literal && t2s_is_digit(literal[0]) ? t2s_query_number(literal) : -1;
}

/* How many rows a bound of a frame lies before the current one; *is_known is
 * false for UNBOUNDED. */
static double rows_before(const t2s_tree *tree, int32_t bound, bool *is_known)
{
    const int32_t first = t2s_sql_first(tree, bound);
    const bool is_behind =
        t2s_sql_says(tree, t2s_sql_next(tree, first), "FOLLOWING");
    double rows = 0;
    if (!t2s_sql_says(tree, first, "CURRENT"))
        rows = t2s_sql_is(tree, first, T2S_RULE_expr) ? number_of(tree, first)
                                                      : -1;
    if (rows < 0)
        *is_known = false;
    return is_behind ? -rows : rows;
}

static void read_frame(const t2s_tree *tree, t2s_query_window *made,
                       int32_t frame)
{
    const int32_t begin = t2s_sql_child(tree, frame, T2S_RULE_frame_bound);
    int32_t end = t2s_sql_next(tree, begin);
    bool is_known = true, is_end_known = true;
    double from, to = 0;
    made->reaches_current = true;
    if (frame == T2S_NO_NODE)
        return;
    if (end != T2S_NO_NODE)
        end = t2s_sql_next(tree, end);
    from = rows_before(tree, begin, &is_known);
    if (t2s_sql_is(tree, end, T2S_RULE_frame_bound))
        to = rows_before(tree, end, &is_end_known);
    made->has_frame = is_known || !is_end_known;
    made->reaches_current = is_end_known && to > -0.5 && to < 0.5;
    made->rows = is_known && is_end_known ? from - to + 1 : 0;
}

/* ------------------------------------------------------ rows of a window */

/* The SELECT whose rows a scope's are: its own, or that of its only relation.
 */
static int32_t grouping_core(const t2s_windows_reader *r, int32_t scope)
{
    const t2s_sql_scopes *scopes = &r->query->in_sight;
    for (int i = 0; i < 4 && scope >= 0; i++) {
        const int32_t core = scopes->scopes.at[scope].core;
        const int32_t first = scopes->scopes.at[scope].first;
        if (core == T2S_NO_NODE)
            return core;
        if (t2s_sql_child(r->tree, core, T2S_RULE_group_by_clause) !=
            T2S_NO_NODE)
            return core;
        if (first < 0 || scopes->relations.at[first].next >= 0 ||
            scopes->relations.at[first].origin != T2S_FROM_QUERY)
            return T2S_NO_NODE;
        scope = scopes->scope_of[t2s_sql_child(
            r->tree, scopes->relations.at[first].query, T2S_RULE_select_core)];
    }
    return T2S_NO_NODE;
}

static bool is_single(const t2s_windows_reader *r,
                      const t2s_query_window *window)
{
    const t2s_tree *tree = r->tree;
    const int32_t core = grouping_core(r, window->scope);
    const int32_t clause = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    if (!t2s_sql_says(tree, t2s_sql_first(tree, clause), "GROUP BY") ||
        window->partition_count == 0)
        return false;
    t2s_for_each_group (tree, clause, at) {
        int32_t expr = at;
        const double place = number_of(tree, at);
        if (place > 0)
            expr = t2s_sql_first(tree, t2s_sql_result_at(tree, core, place));
        if (expr == T2S_NO_NODE ||
            !is_partitioned_by(r, window, t2s_query_resolved(r->query, expr)))
            return false;
    }
    return true;
}

static void read_window(t2s_windows_reader *r, int32_t over)
{
    const t2s_tree *tree = r->tree;
    const int32_t call = tree->nodes[over].parent;
    const int32_t window = definition_of(r, over);
    t2s_query_window made = {.node = call};
    if (r->out->count == T2S_MOST_WINDOWS)
        return;
    made.kind = kind_of(tree, call);
    made.scope = r->query->in_sight.scope_of[over];
    made.is_lead = t2s_sql_calls(tree, call, "LEAD");
    made.is_last = t2s_sql_calls(tree, call, "LAST_VALUE");
    made.keeps_ties = t2s_sql_calls(tree, call, "RANK DENSE_RANK");
    read_partition(r, &made,
                   t2s_sql_child(tree, window, T2S_RULE_partition_clause));
    read_order(r, &made, t2s_sql_child(tree, window, T2S_RULE_order_by_stmt));
    read_frame(tree, &made, t2s_sql_child(tree, window, T2S_RULE_frame_spec));
    if (made.kind == T2S_WINDOW_WHOLE && made.order_count > 0)
        made.kind = T2S_WINDOW_SUM;
    made.is_single = is_single(r, &made);
    r->out->windows[r->out->count++] = made;
}

/* ---------------------------------------------- differences of two rows */

/* Whether an expr is a LAG or LEAD, or holds one: 1 for one that looks back, -1
 * for one ahead, 0 for none. */
static int looks(const t2s_windows_reader *r, int32_t expr)
{
    const int32_t top = t2s_query_resolved(r->query, expr);
    int32_t node = top;
    for (int i = 0; i < MOST_BELOW && node != T2S_NO_NODE; i++) {
        const int32_t at = t2s_sql_is(r->tree, node, T2S_RULE_expr)
                               ? t2s_query_resolved(r->query, node)
                               : node;
        for (size_t k = 0; k < r->out->count; k++)
            if (r->out->windows[k].node == at &&
                r->out->windows[k].kind == T2S_WINDOW_LOOK)
                return r->out->windows[k].is_lead ==
                               r->out->windows[k].is_descending
                           ? 1
                           : -1;
        node = t2s_sql_is(r->tree, node, T2S_RULE_select_stmt)
                   ? t2s_tree_after(r->tree, top, node)
                   : t2s_tree_next(r->tree, top, node);
    }
    return 0;
}

static void read_difference(t2s_windows_reader *r, int32_t expr)
{
    const int32_t left = t2s_sql_first(r->tree, expr);
    const int32_t right = t2s_sql_next(r->tree, t2s_sql_next(r->tree, left));
    const int a = looks(r, left), b = looks(r, right);
    if ((a == 0) == (b == 0))
        return;
    if (b - a > 0)
        r->out->forward++;
    else
        r->out->backward++;
}

/* ------------------------------------------------------------- filters */

/* Whether a condition is one on rows: with a value, or NULL. */
static bool is_filter(const t2s_condition *c)
{
    return c->slot.name != T2S_NO_NODE &&
           (c->value.operand == T2S_OPERAND_TEXT ||
            c->value.operand == T2S_OPERAND_NUMBER ||
            c->value.operand == T2S_OPERAND_NULL ||
            c->value.operand == T2S_OPERAND_QUERY);
}

/* Whether a SELECT's rows are those that a scope gives. */
static bool gives(const t2s_windows_reader *r, int32_t relation, int32_t scope)
{
    const t2s_sql_relation *of = &r->query->in_sight.relations.at[relation];
    return of->origin == T2S_FROM_QUERY && scope >= 0 &&
           r->query->in_sight.scopes.at[scope].core ==
               t2s_sql_child(r->tree, of->query, T2S_RULE_select_core);
}

/* A name of what a window function gives, in a SELECT around it. */
static bool is_of_window(const t2s_windows_reader *r, int32_t expr)
{
    const int32_t to = t2s_query_resolved(r->query, expr);
    for (size_t k = 0; k < r->out->count; k++) {
        const t2s_node *node = &r->tree->nodes[r->out->windows[k].node];
        if (node->begin >= r->tree->nodes[to].begin &&
            node->end <= r->tree->nodes[to].end)
            return true;
    }
    return false;
}

static void read_filters(t2s_windows_reader *r)
{
    const t2s_query *query = r->query;
    for (size_t i = 0; i < query->conditions.count && i < 64; i++) {
        const t2s_condition *c = &query->conditions.at[i];
        const t2s_named_column *name =
            is_filter(c) ? t2s_query_column_at(query, c->slot.name) : NULL;
        bool is_before = false;
        if (!name || name->from != T2S_FROM_RELATION ||
            is_of_window(r, name->expr))
            continue;
        for (size_t k = 0; k < r->out->count; k++) {
            const t2s_query_window *window = &r->out->windows[k];
            if (gives(r, name->relation, window->scope)) {
                r->out->filters_after[window->kind]++;
                break;
            }
            is_before |= window->scope == name->scope;
        }
        r->out->filters_before += is_before;
    }
}

void t2s_query_windows_read(t2s_query_windows *out, const t2s_query *query)
{
    t2s_windows_reader r = {out, query, query->tree};
    memset(out, 0, sizeof *out);
    if (query->tree->root == T2S_NO_NODE)
        return;
    t2s_tree_for_each (r.tree, r.tree->root, node)
        if (t2s_sql_is(r.tree, node, T2S_RULE_over_clause))
            read_window(&r, node);
    if (out->count > 0) {
        int differences = 0;
        t2s_tree_for_each (r.tree, r.tree->root, node)
            if (t2s_sql_operates(r.tree, node, "- /") &&
                differences++ < MOST_DIFFERENCES)
                read_difference(&r, node);
        read_filters(&r);
    }
    t2s_windows_read_ends(&r);
}
