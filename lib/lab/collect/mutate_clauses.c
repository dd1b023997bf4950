/* Clauses, directions, items of SELECT, set operations. */
#include <string.h>

#include "lab/collect/mutation.h"

static bool change_direction(t2s_mutation *m, int32_t term)
{
    int32_t word = t2s_child(m, term, T2S_RULE_asc_desc);
    bool descending;
    if (word == T2S_NO_NODE)
        return t2s_insert_after(m, m->nodes[term].first_child, " %s",
                                t2s_keyword(m, "DESC"));
    descending = t2s_has_word(m, word, "DESC");
    if (descending && t2s_chance(m, 0.5))
        return t2s_drop_node(m, word);
    return t2s_replace_node(m, word, "%s",
                            t2s_keyword(m, descending ? "ASC" : "DESC"));
}

static double is_clause(t2s_mutation *m, int32_t node)
{
    return t2s_is(m, node, T2S_RULE_group_by_clause) ||
           t2s_is(m, node, T2S_RULE_order_by_stmt) ||
           t2s_is(m, node, T2S_RULE_limit_stmt) || t2s_reads(m, node, "HAVING");
}

static bool drop_clause(t2s_mutation *m, int32_t node)
{
    int32_t parent = m->nodes[node].parent;
    int32_t limit = t2s_child(m, parent, T2S_RULE_limit_stmt);
    if (t2s_reads(m, node, "HAVING"))
        return t2s_drop(m, m->nodes[node].begin, m->nodes[parent].end);
    if (t2s_is(m, node, T2S_RULE_order_by_stmt) && limit != T2S_NO_NODE &&
        t2s_chance(m, 0.5))
        t2s_drop_node(m, limit);
    return t2s_drop_node(m, node);
}

/* The word SELECT, where DISTINCT could tell: not in a subquery that is only
 * looked into, nor where the one row is of aggregates. */
static double may_repeat(t2s_mutation *m, int32_t word)
{
    int32_t core = m->nodes[word].parent;
    if (!t2s_reads(m, word, "SELECT") ||
        t2s_is(m, m->nodes[m->nodes[core].parent].parent, T2S_RULE_expr))
        return 0;
    if (t2s_is_grouped(m, core))
        return 1;
    t2s_tree_for_each_child (m->tree,
                             t2s_child(m, core, T2S_RULE_result_clause), item)
        if (t2s_is(m, item, T2S_RULE_result_column) &&
            t2s_aggregate(m, m->nodes[item].first_child) == T2S_NO_NODE)
            return 1;
    return 0;
}

static bool change_distinct(t2s_mutation *m, int32_t select)
{
    int32_t word = t2s_child_word(m, m->nodes[select].parent, "DISTINCT");
    if (word != T2S_NO_NODE)
        return t2s_drop_node(m, word);
    return t2s_insert_after(m, select, " %s", t2s_keyword(m, "DISTINCT"));
}

/* ------------------------------------------------------ items of SELECT */

/* The result_clause of the one SELECT that a query is, or T2S_NO_NODE. */
static int32_t lone_items(const t2s_mutation *m)
{
    return t2s_child(m, t2s_lone_core(m), T2S_RULE_result_clause);
}

/* An item goes to the end, or to the front. */
static bool put_item(t2s_mutation *m, int32_t items, const char *text)
{
    return t2s_chance(m, 0.75) ? t2s_insert_after(m, items, ", %s", text)
                               : t2s_insert_before(m, items, "%s, ", text);
}

static double new_weight(const t2s_mutation *m, int32_t relation,
                         int32_t column)
{
    return !t2s_is_used(m, relation, column, T2S_IN_SELECT);
}

static bool add_item(t2s_mutation *m, int32_t query)
{
    int32_t items = lone_items(m), relation, column;
    (void)query;
    if (items == T2S_NO_NODE)
        return false;
    relation = t2s_draw_relation(m, m->scopes.scope_of[items]);
    if (t2s_has_word(m, items, "*"))
        return false;
    column = t2s_draw_column(m, relation, new_weight);
    return column != T2S_NO_ITEM &&
           put_item(m, items, t2s_column_text(m, relation, column));
}

static double is_one_of_many(t2s_mutation *m, int32_t item)
{
    int32_t items = m->nodes[item].parent;
    return items == lone_items(m) && t2s_has_word(m, items, ",");
}

/* Whether SELECT has an item of that spelling. */
static bool is_selected(const t2s_mutation *m, int32_t items, int32_t expr)
{
    const t2s_node *own = &m->nodes[expr];
    t2s_tree_for_each_child (m->tree, items, child) {
        const t2s_node *other = &m->nodes[child];
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
        int32_t first = m->nodes[item].first_child;
        if (first != T2S_NO_NODE && t2s_is_count_star(m, first))
            return true;
    }
    return false;
}

/* How often an expression of another clause gets into SELECT by mistake. */
static double extra_weight(const t2s_mutation *m, int32_t expr)
{
    if (t2s_is(m, m->nodes[expr].parent, T2S_RULE_ordering_term))
        return 3;
    if (m->use_of[expr] >= 0 && m->place[expr] == T2S_IN_GROUP)
        return 2;
    if (m->use_of[expr] >= 0 && m->place[expr] == T2S_IN_WHERE)
        return 1;
    return m->place[expr] == T2S_IN_HAVING && t2s_is_count_star(m, expr) ? 2
                                                                         : 0;
}

static bool add_extra(t2s_mutation *m, int32_t query)
{
    int32_t items = lone_items(m);
    t2s_draw draw = T2S_DRAW(m);
    (void)query;
    if (items == T2S_NO_NODE)
        return false;
    t2s_for_each_node (m, node)
        if (t2s_is(m, node, T2S_RULE_expr) &&
            m->scopes.scope_of[node] == m->scopes.scope_of[items] &&
            extra_weight(m, node) > 0 && !is_selected(m, items, node))
            t2s_draw_offer(&draw, node, extra_weight(m, node));
    if (draw.item >= 0)
        return put_item(m, items,
                        t2s_text(m, "%.*s", T2S_SPELLED(m, draw.item)));
    return t2s_is_grouped(m, items) && !selects_count(m, items) &&
           put_item(m, items, m->lower_keywords ? "count(*)" : "COUNT(*)");
}

/* ------------------------------------------------------- set operations */

/* a WHERE x INTERSECT a WHERE y becomes a WHERE x AND y, or OR for UNION:
 * where both sides are written alike up to WHERE. */
static bool merge(t2s_mutation *m, int32_t operation, int32_t left,
                  int32_t right)
{
    const t2s_node *nodes = m->nodes;
    int32_t a = t2s_child(m, left, T2S_RULE_where_clause);
    int32_t b = t2s_child(m, right, T2S_RULE_where_clause);
    const char *word = t2s_has_word(m, operation, "UNION") ? "OR" : "AND";
    uint32_t n;
    if (a == T2S_NO_NODE || b == T2S_NO_NODE ||
        nodes[a].next_sibling != T2S_NO_NODE ||
        nodes[b].next_sibling != T2S_NO_NODE ||
        t2s_has_word(m, operation, "EXCEPT"))
        return false;
    n = nodes[a].begin - nodes[left].begin;
    if (n != nodes[b].begin - nodes[right].begin ||
        memcmp(m->sql->text + nodes[left].begin,
               m->sql->text + nodes[right].begin, n) != 0)
        return false;
    return t2s_replace(m, nodes[operation].begin, nodes[right].end, "%s %.*s",
                       t2s_keyword(m, word),
                       T2S_SPELLED(m, nodes[b].last_child));
}

static bool change_set_operation(t2s_mutation *m, int32_t operation)
{
    static const char *const words[] = {"UNION", "INTERSECT", "EXCEPT"};
    const t2s_node *nodes = m->nodes;
    t2s_draw other = T2S_DRAW(m);
    int32_t left = T2S_NO_NODE, right = T2S_NO_NODE;
    double how;
    t2s_tree_for_each_child (m->tree, nodes[operation].parent, child) {
        if (!t2s_is(m, child, T2S_RULE_select_core))
            continue;
        if (nodes[child].begin < nodes[operation].begin)
            left = child;
        else if (right == T2S_NO_NODE)
            right = child;
    }
    how = t2s_random_unit(m->random);
    if (how < 0.4 && merge(m, operation, left, right))
        return true;
    if (how < 0.55)
        return t2s_drop(m, nodes[operation].begin, nodes[right].end);
    if (how < 0.65)
        return t2s_drop(m, nodes[left].begin, nodes[right].begin);
    for (int32_t i = 0; i < 3; i++)
        if (!t2s_has_word(m, operation, words[i]))
            t2s_draw_offer(&other, i, 1);
    return t2s_replace_node(m, operation, "%s",
                            t2s_keyword(m, words[other.item]));
}

const t2s_operation t2s_clause_operations[] = {
    {"direction", T2SED_MUTATION_DIRECTION, 1, T2S_OVER_NODES,
     T2S_RULE_ordering_term, NULL, change_direction},
    {"clause_drop", T2SED_MUTATION_CLAUSE_DROP, 1.5, T2S_OVER_NODES,
     T2S_RULE_COUNT, is_clause, drop_clause},
    {"distinct", T2SED_MUTATION_DISTINCT, 1.5, T2S_OVER_NODES, T2S_RULE_COUNT,
     may_repeat, change_distinct},
    {"item_add", T2SED_MUTATION_ITEM_ADD, 0.7, T2S_OVER_QUERY, 0, NULL,
     add_item},
    {"item_drop", T2SED_MUTATION_ITEM_DROP, 1, T2S_OVER_NODES,
     T2S_RULE_result_column, is_one_of_many, t2s_drop_member},
    {"item_extra", T2SED_MUTATION_ITEM_EXTRA, 1, T2S_OVER_QUERY, 0, NULL,
     add_extra},
    {"set_operation", T2SED_MUTATION_SET_OPERATION, 1.5, T2S_OVER_NODES,
     T2S_RULE_compound_operator, NULL, change_set_operation},
    {0},
};
