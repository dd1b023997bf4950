/* Other columns than those that were meant. */
#include <string.h>

#include "lab/collect/operations.h"

/* A use in one of the places; its index, or -1. */
static int32_t draw_use(t2s_mutation *m, unsigned places)
{
    t2s_draw draw = T2S_DRAW(m);
    for (size_t i = 0; i < m->uses.count; i++)
        if (places & T2S_PLACE(m->place[m->uses.at[i].expr]))
            t2s_draw_offer(&draw, (int32_t)i, 1);
    return draw.item;
}

/* Writes another column where one stands, qualified where that one is. */
static void put_column(t2s_mutation *m, const t2s_use *use, int32_t relation,
                       int32_t column)
{
    const char *name = t2s_name_text(m, m->schema->columns[column].name);
    if (use->qualified)
        t2s_replace_node(m, use->expr, "%s.%s", t2s_relation_text(m, relation),
                         name);
    else
        t2s_replace_node(m, use->expr, "%s",
                         t2s_column_text(m, relation, column));
}

static bool swap_column(t2s_mutation *m, unsigned places)
{
    int32_t at = draw_use(m, places), relation, column;
    const t2s_use *use;
    if (at < 0)
        return false;
    use = &m->uses.at[at];
    relation = use->relation;
    if (t2s_chance(m, 0.2)) /* a column of another table in sight */
        relation = t2s_pick_relation(m, m->sources.at[relation].scope);
    column = t2s_draw_similar(m, relation, use->column,
                              T2S_PLACE(m->place[use->expr]));
    if (column == T2S_NO_ITEM)
        return false;
    put_column(m, use, relation, column);
    return true;
}

bool t2s_mutate_column_select(t2s_mutation *m)
{
    return swap_column(m, T2S_PLACE(T2S_IN_SELECT));
}

bool t2s_mutate_column_where(t2s_mutation *m)
{
    return swap_column(m, T2S_PLACE(T2S_IN_WHERE) | T2S_PLACE(T2S_IN_HAVING));
}

bool t2s_mutate_column_order(t2s_mutation *m)
{
    return swap_column(m, T2S_PLACE(T2S_IN_GROUP) | T2S_PLACE(T2S_IN_ORDER));
}

/* The column of that name that another relation has, or T2S_NO_ITEM. */
static int32_t find_namesake(const t2s_mutation *m, const t2s_use *use,
                             int32_t relation)
{
    const char *name = m->schema->columns[use->column].name;
    int32_t table = t2s_relation_table(m, relation);
    if (relation == use->relation || table == T2S_NO_ITEM)
        return T2S_NO_ITEM;
    return t2s_schema_find_column(m->schema, table, name, strlen(name), NULL);
}

bool t2s_mutate_column_table(t2s_mutation *m)
{
    int32_t relations = (int32_t)m->scopes.relations.count, other;
    t2s_draw draw = T2S_DRAW(m);
    const t2s_use *use;
    for (size_t i = 0; i < m->uses.count; i++) {
        use = &m->uses.at[i];
        if (m->place[use->expr] == T2S_IN_FROM)
            continue;
        t2s_for_each_relation (m, m->sources.at[use->relation].scope, relation)
            if (find_namesake(m, use, relation) != T2S_NO_ITEM)
                t2s_draw_offer(&draw, (int32_t)i * relations + relation, 1);
    }
    if (draw.item < 0)
        return false;
    use = &m->uses.at[draw.item / relations];
    other = draw.item % relations;
    put_column(m, use, other, find_namesake(m, use, other));
    return true;
}

/* Another column of its table that refers to the same table. */
static int32_t draw_sibling_key(t2s_mutation *m, int32_t column)
{
    const t2sed_schema *schema = m->schema;
    t2s_draw draw = T2S_DRAW(m);
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *own = &schema->foreign_keys[i];
        for (size_t j = 0; own->from == column && j < schema->foreign_key_count;
             j++) {
            const t2s_foreign_key *key = &schema->foreign_keys[j];
            if (key->from != column && key->group != own->group &&
                schema->columns[key->from].table ==
                    schema->columns[column].table &&
                schema->columns[key->to].table ==
                    schema->columns[own->to].table)
                t2s_draw_offer(&draw, key->from, 1);
        }
    }
    return draw.item;
}

bool t2s_mutate_key_swap(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    for (size_t i = 0; i < m->uses.count; i++)
        if (draw_sibling_key(m, m->uses.at[i].column) != T2S_NO_ITEM)
            t2s_draw_offer(&draw, (int32_t)i, 1);
    if (draw.item < 0)
        return false;
    put_column(m, &m->uses.at[draw.item], m->uses.at[draw.item].relation,
               draw_sibling_key(m, m->uses.at[draw.item].column));
    return true;
}

bool t2s_mutate_group_key(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m), item = T2S_DRAW(m);
    const t2s_use *use;
    int32_t clause;
    t2s_for_each_node (m, node)
        if (m->place[node] == T2S_IN_GROUP &&
            t2s_node_is(m, node, T2S_RULE_expr) &&
            t2s_node_is(m, m->tree->nodes[node].parent,
                        T2S_RULE_group_by_clause))
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    clause = m->tree->nodes[draw.item].parent;
    if (t2s_child_word(m, clause, ",") != T2S_NO_NODE) {
        t2s_drop_member(m, draw.item);
        return true;
    }
    /* The only key: group by what is selected, or by a key of another table. */
    if (m->use_of[draw.item] < 0)
        return false;
    use = &m->uses.at[m->use_of[draw.item]];
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *other = &m->uses.at[i];
        if (m->sources.at[other->relation].scope ==
                m->sources.at[use->relation].scope &&
            (other->column != use->column ||
             other->relation != use->relation) &&
            m->place[other->expr] != T2S_IN_GROUP)
            t2s_draw_offer(&item, (int32_t)i,
                           m->place[other->expr] == T2S_IN_SELECT ? 4 : 1);
    }
    if (item.item < 0)
        return false;
    put_column(m, use, m->uses.at[item.item].relation,
               m->uses.at[item.item].column);
    return true;
}
