/* Aggregates: another, one less, one more. */
#include <string.h>

#include "base/string.h"
#include "lab/collect/operations.h"

static const char *const aggregates[] = {"COUNT", "SUM", "AVG", "MIN", "MAX"};
enum { COUNT, SUM, AVG, MIN, MAX, AGGREGATES };

/* Draws an aggregate for a column but `but`; text is neither added nor
 * averaged. */
static int32_t draw_aggregate(t2s_mutation *m, int32_t column, const char *but)
{
    bool number = column != T2S_NO_ITEM &&
                  m->schema->columns[column].kind == T2SED_TYPE_NUMBER &&
                  !m->schema->columns[column].primary;
    t2s_draw draw = T2S_DRAW(m);
    for (int32_t i = 0; i < AGGREGATES; i++) {
        if (but && t2s_casecmp(aggregates[i], but) == 0)
            continue;
        if (i == COUNT)
            t2s_draw_offer(&draw, i, number ? 0.7 : 2);
        else if (number || i == MIN || i == MAX)
            t2s_draw_offer(&draw, i, 1);
    }
    return draw.item;
}

/* An aggregate's name in the query's case. */
static const char *aggregate_text(t2s_mutation *m, int32_t aggregate)
{
    static const char *const small[] = {"count", "sum", "avg", "min", "max"};
    bool lower = m->lower_keywords;
    t2s_for_each_node (m, node) {
        int32_t name = t2s_node_is(m, node, T2S_RULE_expr)
                           ? t2s_aggregate(m, node)
                           : T2S_NO_NODE;
        if (name == T2S_NO_NODE)
            continue;
        lower = m->tree->nodes[name].text[0] >= 'a';
        break;
    }
    return lower ? small[aggregate] : aggregates[aggregate];
}

/* A numeric column in a scope, for count(*) to become the sum of. */
static bool draw_number(t2s_mutation *m, int32_t scope, int32_t *relation,
                        int32_t *column)
{
    t2s_draw draw = T2S_DRAW(m);
    const t2s_table *table;
    *relation = t2s_pick_relation(m, scope);
    if (*relation < 0)
        return false;
    table = &m->schema->tables[t2s_relation_table(m, *relation)];
    for (int32_t i = 0; i < table->column_count; i++) {
        const t2s_column *at = &m->schema->columns[table->first_column + i];
        if (at->kind == T2SED_TYPE_NUMBER && !at->primary)
            t2s_draw_offer(&draw, table->first_column + i, 1);
    }
    *column = draw.item;
    return draw.item != T2S_NO_ITEM;
}

bool t2s_mutate_aggregate_swap(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t name, use, relation, column;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_expr) &&
            t2s_aggregate(m, node) != T2S_NO_NODE)
            t2s_draw_offer(&draw, node, t2s_is_count_star(m, node) ? 0.3 : 1);
    if (draw.item < 0)
        return false;
    name = t2s_aggregate(m, draw.item);
    if (!t2s_is_count_star(m, draw.item)) {
        use = t2s_use_within(m, draw.item);
        column = use < 0 ? T2S_NO_ITEM : m->uses.at[use].column;
        t2s_replace_node(
            m, name, "%s",
            aggregate_text(
                m, draw_aggregate(m, column, m->tree->nodes[name].text)));
        return true;
    }
    if (m->scopes.scope_of[draw.item] == T2S_NO_SCOPE ||
        !draw_number(m, m->scopes.scope_of[draw.item], &relation, &column))
        return false;
    t2s_replace_node(m, draw.item, "%s(%s)",
                     aggregate_text(m, t2s_chance(m, 0.6) ? SUM : MAX),
                     t2s_column_text(m, relation, column));
    return true;
}

bool t2s_mutate_aggregate_drop(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_expr) &&
            t2s_aggregate(m, node) != T2S_NO_NODE &&
            t2s_child_rule(m, node, T2S_RULE_expr) != T2S_NO_NODE)
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    t2s_replace_node(
        m, draw.item, "%.*s",
        T2S_SPELLED(m, t2s_child_rule(m, draw.item, T2S_RULE_expr)));
    return true;
}

bool t2s_mutate_aggregate_add(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    const t2s_use *use;
    for (size_t i = 0; i < m->uses.count; i++) {
        int32_t parent;
        use = &m->uses.at[i];
        parent = m->tree->nodes[use->expr].parent;
        if (t2s_node_is(m, parent, T2S_RULE_result_column))
            t2s_draw_offer(&draw, (int32_t)i, 3);
        else if (t2s_node_is(m, parent, T2S_RULE_ordering_term) &&
                 t2s_is_grouped(m, use->expr))
            t2s_draw_offer(&draw, (int32_t)i, 1);
    }
    if (draw.item < 0)
        return false;
    use = &m->uses.at[draw.item];
    t2s_replace_node(m, use->expr, "%s(%.*s)",
                     aggregate_text(m, draw_aggregate(m, use->column, NULL)),
                     T2S_SPELLED(m, use->expr));
    return true;
}

/* A column that is worth counting: a key, a foreign key, or one that the query
 * mentions. */
static int32_t draw_counted(t2s_mutation *m, int32_t relation)
{
    const t2s_table *table =
        &m->schema->tables[t2s_relation_table(m, relation)];
    t2s_draw draw = T2S_DRAW(m);
    for (int32_t i = 0; i < table->column_count; i++) {
        int32_t column = table->first_column + i;
        double weight = m->schema->columns[column].primary ? 3 : 1;
        for (size_t k = 0; k < m->schema->foreign_key_count; k++)
            if (m->schema->foreign_keys[k].from == column)
                weight = 3;
        if (t2s_is_used(m, relation, column, ~0u))
            weight += 2;
        t2s_draw_offer(&draw, column, weight);
    }
    return draw.item;
}

bool t2s_mutate_count(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t name, argument, distinct, relation, column;
    t2s_for_each_node (m, node) {
        name = t2s_node_is(m, node, T2S_RULE_expr) ? t2s_aggregate(m, node)
                                                   : T2S_NO_NODE;
        if (name != T2S_NO_NODE && t2s_node_reads(m, name, "count"))
            t2s_draw_offer(&draw, node, 1);
    }
    if (draw.item < 0 || m->scopes.scope_of[draw.item] == T2S_NO_SCOPE)
        return false;
    name = t2s_aggregate(m, draw.item);
    argument = t2s_child_rule(m, draw.item, T2S_RULE_expr);
    distinct = t2s_child_word(m, draw.item, "DISTINCT");
    if (distinct != T2S_NO_NODE && argument != T2S_NO_NODE &&
        t2s_chance(m, 0.5)) {
        t2s_replace(m, m->tree->nodes[distinct].begin,
                    m->tree->nodes[argument].begin, "%s", "");
    } else if (distinct != T2S_NO_NODE) {
        t2s_replace_node(m, draw.item, "%.*s(*)", T2S_SPELLED(m, name));
    } else if (argument != T2S_NO_NODE) {
        t2s_insert_before(m, argument, "%s ", t2s_keyword(m, "DISTINCT"));
    } else {
        relation = t2s_pick_relation(m, m->scopes.scope_of[draw.item]);
        if (relation < 0)
            return false;
        column = draw_counted(m, relation);
        if (column == T2S_NO_ITEM)
            return false;
        t2s_replace_node(m, draw.item, "%.*s(%s%s)", T2S_SPELLED(m, name),
                         t2s_chance(m, 0.7) ? t2s_keyword(m, "DISTINCT ") : "",
                         t2s_column_text(m, relation, column));
    }
    return true;
}

bool t2s_mutate_superlative(t2s_mutation *m)
{
    int32_t root = m->tree->root, scope = t2s_lone_scope(m);
    int32_t order = t2s_child_rule(m, root, T2S_RULE_order_by_stmt);
    int32_t limit = t2s_child_rule(m, root, T2S_RULE_limit_stmt);
    int32_t term, key, core, items;
    const char *name;
    if (scope == T2S_NO_SCOPE || order == T2S_NO_NODE || limit == T2S_NO_NODE)
        return false;
    term = t2s_child_rule(m, order, T2S_RULE_ordering_term);
    key = m->tree->nodes[term].first_child;
    core = m->scopes.scopes.at[scope].core;
    if (t2s_child_word(m, order, ",") != T2S_NO_NODE || m->use_of[key] < 0 ||
        t2s_child_rule(m, core, T2S_RULE_group_by_clause) != T2S_NO_NODE)
        return false;
    term = t2s_child_rule(m, term, T2S_RULE_asc_desc);
    name = aggregate_text(
        m, term != T2S_NO_NODE && t2s_child_word(m, term, "DESC") != T2S_NO_NODE
               ? MAX
               : MIN);
    items = t2s_child_rule(m, core, T2S_RULE_result_clause);
    if (t2s_chance(m, 0.6))
        t2s_insert_after(m, items, ", %s(%.*s)", name, T2S_SPELLED(m, key));
    else
        t2s_replace_node(m, items, "%s(%.*s)", name, T2S_SPELLED(m, key));
    t2s_drop_node(m, order);
    t2s_drop_node(m, limit);
    return true;
}
