/* Clauses, directions, items of SELECT, set operations. */
#include <string.h>

#include "lab/collect/operations.h"

bool t2s_mutate_direction(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t word;
    bool descending;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_ordering_term))
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    word = t2s_child_rule(m, draw.item, T2S_RULE_asc_desc);
    if (word == T2S_NO_NODE) {
        t2s_insert_after(m, m->tree->nodes[draw.item].first_child, " %s",
                         t2s_keyword(m, "DESC"));
        return true;
    }
    descending = t2s_child_word(m, word, "DESC") != T2S_NO_NODE;
    if (descending && t2s_chance(m, 0.5))
        t2s_drop_node(m, word);
    else
        t2s_replace_node(m, word, "%s",
                         t2s_keyword(m, descending ? "ASC" : "DESC"));
    return true;
}

bool t2s_mutate_clause_drop(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    const t2s_node *nodes = m->tree->nodes;
    int32_t limit, parent;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_group_by_clause) ||
            t2s_node_is(m, node, T2S_RULE_order_by_stmt) ||
            t2s_node_is(m, node, T2S_RULE_limit_stmt) ||
            t2s_node_reads(m, node, "HAVING"))
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    parent = nodes[draw.item].parent;
    limit = t2s_child_rule(m, parent, T2S_RULE_limit_stmt);
    if (t2s_node_reads(m, draw.item, "HAVING"))
        t2s_drop(m, nodes[draw.item].begin, nodes[parent].end);
    else
        t2s_drop_node(m, draw.item);
    if (t2s_node_is(m, draw.item, T2S_RULE_order_by_stmt) &&
        limit != T2S_NO_NODE && t2s_chance(m, 0.5))
        t2s_drop_node(m, limit);
    return true;
}

/* Whether DISTINCT could tell in a SELECT: it is none of a subquery that is
 * only looked into, and gives more than one row of aggregates. */
static bool may_repeat(const t2s_mutation *m, int32_t core)
{
    const t2s_node *nodes = m->tree->nodes;
    int32_t items = t2s_child_rule(m, core, T2S_RULE_result_clause);
    if (t2s_node_is(m, nodes[nodes[core].parent].parent, T2S_RULE_expr))
        return false;
    if (t2s_is_grouped(m, core))
        return true;
    t2s_tree_for_each_child (m->tree, items, item)
        if (t2s_node_is(m, item, T2S_RULE_result_column) &&
            t2s_aggregate(m, nodes[item].first_child) == T2S_NO_NODE)
            return true;
    return false;
}

bool t2s_mutate_distinct(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t word;
    t2s_for_each_node (m, node)
        if (t2s_node_reads(m, node, "SELECT") &&
            may_repeat(m, m->tree->nodes[node].parent))
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    word = t2s_child_word(m, m->tree->nodes[draw.item].parent, "DISTINCT");
    if (word != T2S_NO_NODE)
        t2s_drop_node(m, word);
    else
        t2s_insert_after(m, draw.item, " %s", t2s_keyword(m, "DISTINCT"));
    return true;
}

/* The result_clause of the one SELECT that a query is, or T2S_NO_NODE. */
static int32_t lone_items(const t2s_mutation *m)
{
    int32_t scope = t2s_lone_scope(m);
    return scope == T2S_NO_SCOPE
               ? T2S_NO_NODE
               : t2s_child_rule(m, m->scopes.scopes.at[scope].core,
                                T2S_RULE_result_clause);
}

/* An item goes to the end, or to the front. */
static void add_item(t2s_mutation *m, int32_t items, const char *text)
{
    if (t2s_chance(m, 0.75))
        t2s_insert_after(m, items, ", %s", text);
    else
        t2s_insert_before(m, items, "%s, ", text);
}

bool t2s_mutate_item_add(t2s_mutation *m)
{
    int32_t items = lone_items(m), relation;
    t2s_draw draw = T2S_DRAW(m);
    const t2s_table *table;
    relation =
        items == T2S_NO_NODE ? -1 : t2s_pick_relation(m, t2s_lone_scope(m));
    if (relation < 0 || t2s_child_word(m, items, "*") != T2S_NO_NODE)
        return false;
    table = &m->schema->tables[t2s_relation_table(m, relation)];
    for (int32_t i = 0; i < table->column_count; i++)
        if (!t2s_is_used(m, relation, table->first_column + i,
                         T2S_PLACE(T2S_IN_SELECT)))
            t2s_draw_offer(&draw, table->first_column + i, 1);
    if (draw.item == T2S_NO_ITEM)
        return false;
    add_item(m, items, t2s_column_text(m, relation, draw.item));
    return true;
}

bool t2s_mutate_item_drop(t2s_mutation *m)
{
    int32_t items = lone_items(m);
    t2s_draw draw = T2S_DRAW(m);
    if (items == T2S_NO_NODE || t2s_child_word(m, items, ",") == T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (m->tree, items, child)
        if (t2s_node_is(m, child, T2S_RULE_result_column))
            t2s_draw_offer(&draw, child, 1);
    t2s_drop_member(m, draw.item);
    return true;
}

/* Whether SELECT has an item of that spelling. */
static bool is_selected(const t2s_mutation *m, int32_t items, int32_t expr)
{
    const t2s_node *nodes = m->tree->nodes, *own = &nodes[expr];
    t2s_tree_for_each_child (m->tree, items, child) {
        const t2s_node *other = &nodes[child];
        if (other->end - other->begin == own->end - own->begin &&
            memcmp(m->sql->text + other->begin, m->sql->text + own->begin,
                   own->end - own->begin) == 0)
            return true;
    }
    return false;
}

static bool selects_count(const t2s_mutation *m, int32_t items)
{
    t2s_tree_for_each_child (m->tree, items, item) {
        int32_t first = m->tree->nodes[item].first_child;
        if (first != T2S_NO_NODE && t2s_is_count_star(m, first))
            return true;
    }
    return false;
}

bool t2s_mutate_item_extra(t2s_mutation *m)
{
    int32_t items = lone_items(m), scope = t2s_lone_scope(m);
    t2s_draw draw = T2S_DRAW(m);
    if (items == T2S_NO_NODE)
        return false;
    t2s_for_each_node (m, node) {
        int32_t parent = m->tree->nodes[node].parent;
        if (!t2s_node_is(m, node, T2S_RULE_expr) ||
            m->scopes.scope_of[node] != scope || is_selected(m, items, node))
            continue;
        if (t2s_node_is(m, parent, T2S_RULE_ordering_term))
            t2s_draw_offer(&draw, node, 3);
        else if (m->use_of[node] >= 0 && m->place[node] == T2S_IN_GROUP)
            t2s_draw_offer(&draw, node, 2);
        else if (m->use_of[node] >= 0 && m->place[node] == T2S_IN_WHERE)
            t2s_draw_offer(&draw, node, 1);
        else if (t2s_is_count_star(m, node) && m->place[node] == T2S_IN_HAVING)
            t2s_draw_offer(&draw, node, 2);
    }
    if (draw.item >= 0)
        add_item(m, items, t2s_text(m, "%.*s", T2S_SPELLED(m, draw.item)));
    else if (t2s_is_grouped(m, items) && !selects_count(m, items))
        add_item(m, items,
                 t2s_text(m, "%s(*)", m->lower_keywords ? "count" : "COUNT"));
    else
        return false;
    return true;
}

/* ------------------------------------------------------- set operations */

/* a WHERE x INTERSECT a WHERE y becomes a WHERE x AND y, or OR for UNION:
 * where both sides are written alike up to WHERE. */
static bool merge(t2s_mutation *m, int32_t operation, int32_t left,
                  int32_t right)
{
    const t2s_node *nodes = m->tree->nodes;
    int32_t a = t2s_child_rule(m, left, T2S_RULE_where_clause);
    int32_t b = t2s_child_rule(m, right, T2S_RULE_where_clause);
    const char *word =
        t2s_child_word(m, operation, "UNION") != T2S_NO_NODE ? "OR" : "AND";
    uint32_t n;
    if (a == T2S_NO_NODE || b == T2S_NO_NODE ||
        nodes[a].next_sibling != T2S_NO_NODE ||
        nodes[b].next_sibling != T2S_NO_NODE ||
        t2s_child_word(m, operation, "EXCEPT") != T2S_NO_NODE)
        return false;
    n = nodes[a].begin - nodes[left].begin;
    if (n != nodes[b].begin - nodes[right].begin ||
        memcmp(m->sql->text + nodes[left].begin,
               m->sql->text + nodes[right].begin, n) != 0)
        return false;
    t2s_replace(m, nodes[operation].begin, nodes[right].end, "%s %.*s",
                t2s_keyword(m, word), T2S_SPELLED(m, nodes[b].last_child));
    return true;
}

bool t2s_mutate_set_operation(t2s_mutation *m)
{
    static const char *const words[] = {"UNION", "INTERSECT", "EXCEPT"};
    const t2s_node *nodes = m->tree->nodes;
    t2s_draw draw = T2S_DRAW(m), other = T2S_DRAW(m);
    int32_t left = T2S_NO_NODE, right = T2S_NO_NODE;
    double how;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_compound_operator))
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    t2s_tree_for_each_child (m->tree, nodes[draw.item].parent, child) {
        if (!t2s_node_is(m, child, T2S_RULE_select_core))
            continue;
        if (nodes[child].begin < nodes[draw.item].begin)
            left = child;
        else if (right == T2S_NO_NODE)
            right = child;
    }
    how = t2s_random_unit(m->random);
    if (how < 0.4 && merge(m, draw.item, left, right))
        return true;
    if (how < 0.55) {
        t2s_drop(m, nodes[draw.item].begin, nodes[right].end);
    } else if (how < 0.65) {
        t2s_drop(m, nodes[left].begin, nodes[right].begin);
    } else {
        for (int32_t i = 0; i < 3; i++)
            if (t2s_child_word(m, draw.item, words[i]) == T2S_NO_NODE)
                t2s_draw_offer(&other, i, 1);
        t2s_replace_node(m, draw.item, "%s", t2s_keyword(m, words[other.item]));
    }
    return true;
}
