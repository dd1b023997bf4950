/* The variants of a query, found in its tree. */
#include "witness/variants.h"

#include <string.h>

/* SELECTs whose parts are varied. */
#define MOST_SCOPES 12

typedef struct finder {
    const t2s_query *query;
    const t2s_tree *tree;
    t2s_variants *out;
} finder;

static void add(finder *f, t2s_variant_kind kind, uint32_t begin, uint32_t end,
                const char *text)
{
    t2s_variants *out = f->out;
    if (out->count == T2S_MOST_VARIANTS) {
        out->are_all = false;
        return;
    }
    out->at[out->count++] =
        (t2s_variant){.kind = kind,
                      .edits = {{.begin = begin, .end = end, .text = text}},
                      .edit_count = 1};
}

static void add_second(finder *f, t2s_variant_kind kind, uint32_t first,
                       const char *before, uint32_t second, const char *behind)
{
    const size_t count = f->out->count;
    add(f, kind, first, first, before);
    if (f->out->count > count) {
        f->out->at[count].edits[1] =
            (t2s_text_edit){.begin = second, .end = second, .text = behind};
        f->out->at[count].edit_count = 2;
    }
}

static void replace(finder *f, t2s_variant_kind kind, int32_t node,
                    const char *text)
{
    add(f, kind, f->tree->nodes[node].begin, f->tree->nodes[node].end, text);
}

/* --- conditions --- */

/* The equality of two columns, which ties tables. */
static bool ties(const finder *f, int32_t expr)
{
    t2s_sql_comparison of;
    return t2s_sql_compares(&of, f->tree, expr) && of.is_equality &&
           t2s_sql_is_column(f->tree, t2s_sql_bare(f->tree, of.left)) &&
           t2s_sql_is_column(f->tree, t2s_sql_bare(f->tree, of.right));
}

/* NOT IN (SELECT ...): the select_stmt, or T2S_NO_NODE. */
static int32_t not_in_query(const finder *f, int32_t expr)
{
    const int32_t list = t2s_sql_operand(f->tree, expr, "IN");
    bool is_negated = false;
    t2s_tree_for_each_child (f->tree, expr, at)
        is_negated |= t2s_sql_says(f->tree, at, "NOT");
    return is_negated && list != T2S_NO_NODE
               ? t2s_sql_child(f->tree, list, T2S_RULE_select_stmt)
               : T2S_NO_NODE;
}

/* Whether rows are chosen by what they are not: these of NULL are lost. */
static bool is_negative(const finder *f, int32_t expr)
{
    const t2s_tree *tree = f->tree;
    const int32_t first = t2s_sql_first(tree, expr);
    bool is_negated = false;
    if (t2s_sql_is(tree, first, T2S_RULE_unary_operator))
        return t2s_sql_says(tree, t2s_sql_first(tree, first), "NOT") &&
               !t2s_sql_says(tree,
                             t2s_sql_first(tree, t2s_sql_next(tree, first)),
                             "EXISTS");
    if (t2s_sql_operates(tree, expr, "<> !="))
        return true;
    if (t2s_sql_operates(tree, expr, "IS ISNULL NOTNULL"))
        return false;
    t2s_tree_for_each_child (tree, expr, at)
        is_negated |= t2s_sql_says(tree, at, "NOT");
    return is_negated &&
           !t2s_sql_says(tree, tree->nodes[expr].last_child, "NULL");
}

static void vary_condition(finder *f, int32_t expr, t2s_variant_kind kind)
{
    const t2s_node *at = &f->tree->nodes[expr];
    const int32_t bare = t2s_sql_bare(f->tree, expr);
    const int32_t stmt = not_in_query(f, bare);
    replace(f, kind, expr, "1");
    if (stmt != T2S_NO_NODE)
        add_second(f, T2S_VARIANT_not_in_nulls, f->tree->nodes[stmt].begin,
                   "WITH t2s_in(t2s_of) AS (", f->tree->nodes[stmt].end,
                   ") SELECT t2s_of FROM t2s_in WHERE t2s_of IS NOT NULL");
    if (kind == T2S_VARIANT_condition && is_negative(f, bare))
        add_second(f, T2S_VARIANT_negated_nulls, at->begin, "((", at->end,
                   ") IS NOT 0)");
}

/* All that AND connects below `expr`: its parts lie to the left. */
static void vary_conditions(finder *f, int32_t expr, t2s_variant_kind kind,
                            bool is_join)
{
    const t2s_tree *tree = f->tree;
    while (expr != T2S_NO_NODE) {
        const int32_t bare = t2s_sql_bare(tree, expr);
        const bool is_and = t2s_sql_operates(tree, bare, "AND");
        const int32_t last = is_and ? tree->nodes[bare].last_child : expr;
        const int32_t part = t2s_sql_bare(tree, last);
        if (f->out->count == T2S_MOST_VARIANTS) {
            f->out->are_all = false;
            return;
        }
        if (!is_join || (is_and && !ties(f, part)))
            vary_condition(f, last, kind);
        if (is_join && !is_and)
            return;
        expr = is_and ? t2s_sql_first(tree, bare) : T2S_NO_NODE;
    }
}

/* --- FROM --- */

/* Whether a column of a relation is named outside of `constraint`. */
static bool is_named_elsewhere(const finder *f, int32_t relation,
                               int32_t constraint)
{
    const t2s_query *query = f->query;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        const uint32_t begin = f->tree->nodes[at->expr].begin;
        if (at->relation == relation && at->from == T2S_FROM_RELATION &&
            (begin < f->tree->nodes[constraint].begin ||
             begin >= f->tree->nodes[constraint].end))
            return true;
    }
    return !query->has_all_columns;
}

static int32_t relation_at(const finder *f, int32_t scope, int32_t node)
{
    t2s_for_each_relation (&f->query->in_sight, scope, i)
        if (f->query->in_sight.relations.at[i].node == node)
            return i;
    return T2S_NO_ITEM;
}

/* "c LEFT JOIN (a JOIN b ON ...) ON ..." for "a JOIN b ON ... JOIN c ON ...":
 * RIGHT JOIN for all versions of SQLite. */
static void turn_round(finder *f, int32_t operator, int32_t table)
{
    const t2s_node *joined = &f->tree->nodes[table];
    const t2s_node *at = &f->tree->nodes[operator];
    const t2s_node *joins = &f->tree->nodes[at->parent];
    /* One table in parentheses would hide its name. */
    const bool is_lone =
        f->tree->nodes[joins->first_child].next_sibling == operator;
    const size_t count = f->out->count;
    add_second(f, T2S_VARIANT_inner_right, joins->begin,
               is_lone ? " LEFT JOIN " : " LEFT JOIN (", at->begin,
               is_lone ? "" : ")");
    if (f->out->count > count) {
        f->out->at[count].edits[0].copy_begin = joined->begin;
        f->out->at[count].edits[0].copy_end = joined->end;
        f->out->at[count].edits[1].end = joined->end;
    }
}

static void vary_operator(finder *f, int32_t operator, int32_t table)
{
    const t2s_node *at = &f->tree->nodes[operator];
    const int32_t first = at->first_child;
    const uint32_t join = f->tree->nodes[at->last_child].begin;
    if (t2s_sql_says(f->tree, first, "LEFT"))
        add(f, T2S_VARIANT_outer, at->begin, join, "");
    else if (t2s_sql_says(f->tree, first, "JOIN") ||
             t2s_sql_says(f->tree, first, "INNER")) {
        add(f, T2S_VARIANT_inner, at->begin, join, "LEFT ");
        turn_round(f, operator, table);
    }
}

static void vary_joins(finder *f, int32_t scope, int32_t from)
{
    const t2s_tree *tree = f->tree;
    const int32_t joins = t2s_sql_child(tree, from, T2S_RULE_join_clause);
    int32_t operator= T2S_NO_NODE, table = T2S_NO_NODE;
    if (joins == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, joins, at) {
        if (t2s_sql_is(tree, at, T2S_RULE_join_operator)) {
            operator= at;
        } else if (t2s_sql_is(tree, at, T2S_RULE_table_or_subquery)) {
            table = at;
        } else if (t2s_sql_is(tree, at, T2S_RULE_join_constraint) && operator!=
                   T2S_NO_NODE) {
            const int32_t on = t2s_sql_child(tree, at, T2S_RULE_expr);
            const int32_t relation = relation_at(f, scope, table);
            vary_operator(f, operator, table);
            if (relation != T2S_NO_ITEM && on != T2S_NO_NODE &&
                !is_named_elsewhere(f, relation, at))
                add(f, T2S_VARIANT_join, tree->nodes[operator].begin,
                    tree->nodes[at].end, "");
            vary_conditions(f, on, T2S_VARIANT_condition, true);
            operator= T2S_NO_NODE;
        }
    }
}

/* --- GROUP BY, DISTINCT --- */

/* Takes a key out with the comma before or behind it. */
static void vary_keys(finder *f, int32_t group)
{
    const t2s_tree *tree = f->tree;
    int32_t comma = T2S_NO_NODE, keys = 0;
    if (!t2s_sql_says(tree, t2s_sql_first(tree, group), "GROUP BY"))
        return;
    t2s_for_each_group (tree, group, at)
        keys++;
    t2s_tree_for_each_child (tree, group, at) {
        const int32_t next = tree->nodes[at].next_sibling;
        if (keys < 2 || t2s_sql_says(tree, at, "HAVING"))
            break;
        if (t2s_tree_is_terminal(tree, at)) {
            comma = t2s_sql_says(tree, at, ",") ? at : T2S_NO_NODE;
            continue;
        }
        if (comma != T2S_NO_NODE)
            add(f, T2S_VARIANT_group_key, tree->nodes[comma].begin,
                tree->nodes[at].end, "");
        else if (next != T2S_NO_NODE)
            add(f, T2S_VARIANT_group_key, tree->nodes[at].begin,
                tree->nodes[next].end, "");
    }
}

static void vary_having(finder *f, int32_t group)
{
    bool is_behind = false;
    t2s_tree_for_each_child (f->tree, group, at) {
        if (is_behind)
            vary_conditions(f, at, T2S_VARIANT_having, false);
        is_behind = t2s_sql_says(f->tree, at, "HAVING");
    }
}

/* --- calls and operators --- */

static void vary_count(finder *f, int32_t argument)
{
    if (argument == T2S_NO_NODE)
        return;
    add(f, T2S_VARIANT_count_repeats, f->tree->nodes[argument].begin,
        f->tree->nodes[argument].begin, "DISTINCT ");
    if (t2s_sql_is_column(f->tree, t2s_sql_bare(f->tree, argument)))
        replace(f, T2S_VARIANT_count_nulls, argument, "*");
}

static void vary_call(finder *f, int32_t node)
{
    const t2s_tree *tree = f->tree;
    const int32_t argument = t2s_sql_child(tree, node, T2S_RULE_expr);
    if (t2s_sql_aggregates(tree, node)) {
        const int32_t distinct = t2s_sql_child_word(f->tree, node, "DISTINCT");
        if (distinct != T2S_NO_NODE)
            replace(f, T2S_VARIANT_inner_distinct, distinct, "");
        else if (t2s_sql_calls(tree, node, "COUNT"))
            vary_count(f, argument);
    } else if (t2s_sql_calls(tree, node, "COALESCE IFNULL") &&
               argument != T2S_NO_NODE) {
        const uint32_t end = tree->nodes[tree->nodes[node].last_child].begin;
        add(f, T2S_VARIANT_coalesce, tree->nodes[argument].end, end, ", NULL");
    } else if (t2s_sql_operates(tree, node, "/")) {
        const int32_t operator= tree->nodes[argument].next_sibling;
        replace(f, T2S_VARIANT_truncates, operator, "* 1.0 /");
    }
}

/* --- the whole --- */

static bool has_aggregate(const finder *f, int32_t core, int32_t scope)
{
    const int32_t result = t2s_sql_child(f->tree, core, T2S_RULE_result_clause);
    t2s_tree_for_each (f->tree, result, at)
        if (f->query->in_sight.scope_of[at] == scope &&
            t2s_sql_aggregates(f->tree, at))
            return true;
    return false;
}

/* Whether repeated rows of a SELECT can be seen: not where it is asked only
 * whether there is a row. */
static bool shows_rows(const finder *f, int32_t core)
{
    const int32_t stmt = f->tree->nodes[core].parent;
    return stmt != T2S_NO_NODE &&
           !t2s_sql_is(f->tree, f->tree->nodes[stmt].parent, T2S_RULE_expr);
}

static void vary_select(finder *f, int32_t scope)
{
    const t2s_tree *tree = f->tree;
    const int32_t core = f->query->in_sight.scopes.at[scope].core;
    const int32_t select = t2s_sql_first(tree, core);
    const int32_t from = t2s_sql_child(tree, core, T2S_RULE_from_clause),
                  where = t2s_sql_child(tree, core, T2S_RULE_where_clause),
                  group = t2s_sql_child(tree, core, T2S_RULE_group_by_clause),
                  distinct = t2s_sql_child_word(f->tree, core, "DISTINCT");
    if (!t2s_sql_says(tree, select, "SELECT"))
        return;
    if (distinct != T2S_NO_NODE)
        replace(f, T2S_VARIANT_distinct, distinct, "");
    else if (from != T2S_NO_NODE && group == T2S_NO_NODE &&
             shows_rows(f, core) && !has_aggregate(f, core, scope))
        add(f, T2S_VARIANT_repeats, tree->nodes[select].end,
            tree->nodes[select].end, " DISTINCT");
    if (from != T2S_NO_NODE)
        vary_joins(f, scope, from);
    if (where != T2S_NO_NODE)
        vary_conditions(f, t2s_sql_child(tree, where, T2S_RULE_expr),
                        T2S_VARIANT_condition, false);
    if (group != T2S_NO_NODE) {
        vary_keys(f, group);
        vary_having(f, group);
    }
}

/* Sorts what ORDER BY leaves tied by the first result columns, both ways: one
 * of them changes the order of tied rows that differ there, and, before LIMIT,
 * which of them are cut off. */
static void vary_ties(finder *f, int32_t order, bool is_limited)
{
    const t2s_tree *tree = f->tree;
    const uint32_t end = tree->nodes[order].end;
    const int32_t result = t2s_sql_child(
        tree, t2s_sql_child(tree, tree->root, T2S_RULE_select_core),
        T2S_RULE_result_clause);
    const bool is_lone =
        result != T2S_NO_NODE &&
        tree->nodes[result].first_child == tree->nodes[result].last_child;
    for (int kind = 0; kind < 1 + is_limited; kind++) {
        const t2s_variant_kind of =
            kind ? T2S_VARIANT_ties_cut : T2S_VARIANT_ties;
        add(f, of, end, end, is_lone ? ", 1" : ", 1, 2");
        add(f, of, end, end, is_lone ? ", 1 DESC" : ", 1 DESC, 2 DESC");
    }
}

static void vary_ends(finder *f)
{
    const t2s_tree *tree = f->tree;
    const bool is_limited =
        t2s_sql_child(tree, tree->root, T2S_RULE_limit_stmt) != T2S_NO_NODE;
    t2s_tree_for_each_child (tree, tree->root, at) {
        if (t2s_sql_is(tree, at, T2S_RULE_order_by_stmt)) {
            replace(f, T2S_VARIANT_order, at, "");
            vary_ties(f, at, is_limited);
        } else if (t2s_sql_is(tree, at, T2S_RULE_limit_stmt)) {
            replace(f, T2S_VARIANT_limit, at, "");
        }
    }
}

static void vary_node(finder *f, int32_t node)
{
    const t2s_tree *tree = f->tree;
    if (t2s_sql_is(tree, node, T2S_RULE_expr)) {
        vary_call(f, node);
    } else if (t2s_sql_is(tree, node, T2S_RULE_compound_operator)) {
        const t2s_node *at = &tree->nodes[node];
        if (at->first_child != at->last_child)
            replace(f, T2S_VARIANT_union_repeats, node, "UNION");
        else if (t2s_sql_says(tree, at->first_child, "UNION"))
            replace(f, T2S_VARIANT_union_distinct, node, "UNION ALL");
    }
}

void t2s_variants_find(t2s_variants *out, const t2s_query *query)
{
    finder f = {.query = query, .tree = query->tree, .out = out};
    size_t seen = 0;
    out->count = 0;
    out->are_all = true;
    vary_ends(&f);
    for (size_t i = 0; i < query->in_sight.scopes.count; i++) {
        if (query->in_sight.scopes.at[i].core == T2S_NO_NODE)
            continue;
        if (seen++ == MOST_SCOPES) {
            out->are_all = false;
            break;
        }
        vary_select(&f, (int32_t)i);
    }
    t2s_tree_for_each (f.tree, f.tree->root, node) {
        if (!out->are_all)
            break;
        vary_node(&f, node);
    }
}

void t2s_variant_write(t2s_string *out, const t2sed_sql *sql,
                       const t2s_variant *variant)
{
    size_t at = 0;
    for (int i = 0; i < variant->edit_count; i++) {
        const t2s_text_edit *edit = &variant->edits[i];
        t2s_string_append_n(out, sql->text + at, edit->begin - at);
        t2s_string_append_n(out, sql->text + edit->copy_begin,
                            edit->copy_end - edit->copy_begin);
        t2s_string_append(out, edit->text);
        at = edit->end;
    }
    t2s_string_append_n(out, sql->text + at, sql->length - at);
}
