/* Which end of what a query takes: by ORDER BY, MAX and MIN, ranks, and rows
 * that are compared with others of their table. */

#include "base/string.h"
#include "facts/query_windows_reader.h"

/* Whether a name within a SELECT is of a SELECT around it. */
static bool is_correlated(const t2s_windows_reader *r, int32_t stmt)
{
    const t2s_sql_scopes *scopes = &r->query->in_sight;
    const t2s_node *of = &r->tree->nodes[stmt];
    for (size_t i = 0; i < r->query->columns.count; i++) {
        const t2s_named_column *at = &r->query->columns.at[i];
        const t2s_node *name = &r->tree->nodes[at->expr];
        const t2s_node *from;
        if (name->begin >= of->end)
            break;
        if (name->begin < of->begin || at->from != T2S_FROM_RELATION)
            continue;
        from = &r->tree->nodes[scopes->relations.at[at->relation].node];
        if (from->begin < of->begin || from->begin >= of->end)
            return true;
    }
    return false;
}

static void add_end(t2s_windows_reader *r, const t2s_query_end *made)
{
    for (size_t i = 0; i < r->out->end_count; i++)
        if (r->out->ends[i].expr == made->expr &&
            r->out->ends[i].is_upper == made->is_upper &&
            r->out->ends[i].is_sort == made->is_sort)
            return;
    if (r->out->end_count < T2S_MOST_ENDS && made->expr != T2S_NO_NODE)
        r->out->ends[r->out->end_count++] = *made;
}

/* ------------------------------------------------- rows beside each other */

/* Whether a SELECT calls one of some aggregates, itself. */
static bool core_calls(const t2s_windows_reader *r, int32_t core,
                       const char *list)
{
    int32_t node = core;
    for (int i = 0; i < 400 && node != T2S_NO_NODE; i++) {
        if (t2s_sql_calls(r->tree, node, list) &&
            t2s_sql_core_of(&r->query->in_sight, node) == core)
            return true;
        node = t2s_tree_next(r->tree, core, node);
    }
    return false;
}

/* Whether the relation, which is optional, has to be missing. */
static bool is_missing(const t2s_windows_reader *r, int32_t relation)
{
    for (size_t i = 0; i < r->query->conditions.count; i++) {
        const t2s_condition *c = &r->query->conditions.at[i];
        const t2s_named_column *name =
            (r->query->parts.forms[T2S_FORM_outer_join] ||
             r->query->parts.forms[T2S_FORM_anti_join]) &&
                    c->operator== T2S_OPERATOR_IS && !c->is_negated &&
                    c->value.operand == T2S_OPERAND_NULL
                ? t2s_query_column_at(r->query, c->slot.name)
                : NULL;
        if (name && name->from == T2S_FROM_RELATION &&
            name->relation == relation)
            return true;
    }
    return false;
}

static t2s_beside kind_nested(const t2s_windows_reader *r, int32_t core,
                              int32_t node)
{
    const t2s_tree *tree = r->tree;
    const int32_t stmt = tree->nodes[core].parent;
    const int32_t around = tree->nodes[stmt].parent;
    int32_t up = around;
    if (t2s_sql_says(tree, t2s_sql_first(tree, around), "EXISTS"))
        return t2s_query_is_negated(r->query, node) ? T2S_BESIDE_ANTI
                                                    : T2S_BESIDE_PAIR;
    if (core_calls(r, core, "SUM TOTAL AVG"))
        return T2S_BESIDE_SUM;
    if (core_calls(r, core, "COUNT")) {
        while (t2s_sql_is(tree, up, T2S_RULE_expr))
            up = tree->nodes[up].parent;
        return t2s_sql_is(tree, up, T2S_RULE_result_column) ? T2S_BESIDE_SUM
                                                            : T2S_BESIDE_RANK;
    }
    return core_calls(r, core, "MAX MIN") ||
                   t2s_sql_child(tree, stmt, T2S_RULE_limit_stmt) != T2S_NO_NODE
               ? T2S_BESIDE_LOOK
               : T2S_BESIDE_PAIR;
}

static t2s_beside kind_joined(const t2s_windows_reader *r, int32_t core,
                              const t2s_same_column *of)
{
    const int32_t group =
        t2s_sql_child(r->tree, core, T2S_RULE_group_by_clause);
    const bool has_having =
        t2s_sql_child_word(r->tree, group, "HAVING") != T2S_NO_NODE;
    if (is_missing(r, of->inner) || is_missing(r, of->outer))
        return T2S_BESIDE_ANTI;
    if (group == T2S_NO_NODE)
        return T2S_BESIDE_PAIR;
    return has_having                                   ? T2S_BESIDE_RANK
           : core_calls(r, core, "SUM TOTAL AVG COUNT") ? T2S_BESIDE_SUM
                                                        : T2S_BESIDE_LOOK;
}

/* Whether the two are equal in another column. */
static bool is_grouped(const t2s_windows_reader *r, const t2s_same_column *of)
{
    for (size_t i = 0; i < r->query->conditions.count && i < 256; i++) {
        const t2s_condition *c = &r->query->conditions.at[i];
        const t2s_named_column *a, *b;
        if ((c->operator!= T2S_OPERATOR_EQUAL && c->operator!=
             T2S_OPERATOR_IS) ||
            c->value.operand != T2S_OPERAND_COLUMN)
            continue;
        a = t2s_query_column_at(r->query, c->slot.name);
        b = t2s_query_column_at(r->query, c->value.name);
        if (a && b &&
            ((a->relation == of->inner && b->relation == of->outer) ||
             (b->relation == of->inner && a->relation == of->outer)))
            return true;
    }
    return false;
}

static void read_beside(t2s_windows_reader *r, int32_t node)
{
    t2s_query_beside made;
    const int32_t core = t2s_sql_core_of(&r->query->in_sight, node);
    if (core == T2S_NO_NODE || r->out->beside_count == T2S_MOST_BESIDE ||
        !t2s_query_compares_same(&made.of, r->query, node))
        return;
    made.kind = made.of.is_nested ? kind_nested(r, core, node)
                                  : kind_joined(r, core, &made.of);
    made.expr = t2s_query_resolved(r->query, t2s_sql_first(r->tree, node));
    made.is_grouped = is_grouped(r, &made.of);
    r->out->beside[r->out->beside_count++] = made;
    if (made.kind == T2S_BESIDE_ANTI || made.kind == T2S_BESIDE_RANK)
        add_end(r, &(t2s_query_end){.expr = made.expr,
                                    .is_upper = made.of.is_above,
                                    .is_grouped = made.is_grouped,
                                    .is_known_grouped = true,
                                    .node = node});
}

/* --------------------------------------------------- ORDER BY, MAX, MIN */

/* The nearest row before is the greatest of those before. */
static bool looks_beside(const t2s_windows_reader *r)
{
    for (size_t i = 0; i < r->out->beside_count; i++)
        if (r->out->beside[i].kind == T2S_BESIDE_LOOK)
            return true;
    return false;
}

/* A LIMIT that is no number takes the middle, or a share. */
static bool is_computed(const t2s_tree *tree, int32_t limit)
{
    return limit != T2S_NO_NODE &&
           !t2s_sql_literal(tree,
                            t2s_sql_next(tree, t2s_sql_first(tree, limit)));
}

static void read_order(t2s_windows_reader *r, int32_t order)
{
    const t2s_tree *tree = r->tree;
    const int32_t stmt = tree->nodes[order].parent;
    const int32_t term = t2s_sql_child(tree, order, T2S_RULE_ordering_term);
    const int32_t core = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    int32_t expr = t2s_sql_first(tree, term);
    const char *literal = t2s_sql_literal(tree, expr);
    t2s_query_end made = {.node = order};
    if (!t2s_sql_is(tree, stmt, T2S_RULE_select_stmt) ||
        (stmt != tree->root && looks_beside(r)) ||
        is_computed(tree, t2s_sql_child(tree, stmt, T2S_RULE_limit_stmt)))
        return;
    if (literal && t2s_is_digit(literal[0]))
        expr = t2s_sql_first(
            tree, t2s_sql_result_at(tree, core, t2s_query_number(literal)));
    if (expr == T2S_NO_NODE)
        return;
    made.expr = t2s_query_resolved(r->query, expr);
    made.is_upper = t2s_windows_is_descending(tree, term);
    made.is_sort =
        t2s_sql_child(tree, stmt, T2S_RULE_limit_stmt) == T2S_NO_NODE;
    if (!made.is_sort) {
        made.is_known_grouped = true;
        made.is_grouped = stmt != tree->root && is_correlated(r, stmt);
        r->out->has_limit |= stmt == tree->root;
    }
    add_end(r, &made);
}

static void read_extreme(t2s_windows_reader *r, int32_t call)
{
    const t2s_tree *tree = r->tree;
    const int32_t core = t2s_sql_core_of(&r->query->in_sight, call);
    const int32_t stmt =
        core == T2S_NO_NODE ? T2S_NO_NODE : tree->nodes[core].parent;
    const int32_t group = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    int32_t expr = t2s_sql_child(tree, call, T2S_RULE_expr);
    t2s_query_end made = {.node = call};
    if (expr == T2S_NO_NODE || !t2s_sql_aggregates(tree, call))
        return;
    made.expr = t2s_query_resolved(r->query, expr);
    made.is_upper = t2s_sql_calls(tree, call, "MAX");
    if (t2s_sql_only_result(tree, stmt) != T2S_NO_NODE &&
        t2s_sql_is(tree, tree->nodes[stmt].parent, T2S_RULE_expr)) {
        made.is_known_grouped = true;
        made.is_grouped = is_correlated(r, stmt) || group != T2S_NO_NODE;
        r->out->has_extreme = true;
        if (looks_beside(r))
            return;
    } else if (group != T2S_NO_NODE) {
        made.is_known_grouped = made.is_grouped = true;
    }
    add_end(r, &made);
}

/* x BETWEEN y - 2 AND y takes 3 rows, x > y - 3 too. */
static void read_moving(t2s_windows_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const bool is_compared = t2s_sql_operates(tree, node, "> >=");
    const int32_t low = t2s_sql_bare(
        tree, is_compared ? tree->nodes[node].last_child
                          : t2s_sql_operand(tree, node, "BETWEEN"));
    const char *literal;
    if (low == T2S_NO_NODE || !t2s_sql_operates(tree, low, "-"))
        return;
    literal = t2s_sql_literal(tree, tree->nodes[low].last_child);
    if (literal && t2s_is_digit(literal[0]))
        r->out->moving = t2s_query_number(literal) +
                         (t2s_sql_operates(tree, node, ">") ? 0 : 1);
}

void t2s_windows_read_ends(t2s_windows_reader *r)
{
    const t2s_tree *tree = r->tree;
    for (size_t i = 0; i < r->out->count; i++) {
        const t2s_query_window *window = &r->out->windows[i];
        if (window->kind == T2S_WINDOW_RANK || window->kind == T2S_WINDOW_END)
            add_end(r, &(t2s_query_end){
                           .expr = window->order,
                           .is_upper = window->is_descending != window->is_last,
                           .is_grouped = window->partition_count > 0,
                           .is_known_grouped = true,
                           .node = window->node});
    }
    if (r->query->in_sight.relations.count > 1)
        t2s_tree_for_each (tree, tree->root, node)
            if (t2s_sql_is(tree, node, T2S_RULE_expr))
                read_beside(r, node);
    t2s_tree_for_each (tree, tree->root, node) {
        if (r->out->end_count == T2S_MOST_ENDS)
            break; /* each costs a look at all names */
        if (t2s_sql_is(tree, node, T2S_RULE_order_by_stmt)) {
            read_order(r, node);
        } else if (t2s_sql_is(tree, node, T2S_RULE_expr)) {
            if (t2s_sql_calls(tree, node, "MAX MIN"))
                read_extreme(r, node);
            read_moving(r, node);
        }
    }
}
