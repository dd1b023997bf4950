/* Other columns than those that were meant. */
#include "lab/collect/mutation.h"

static bool swap_column(t2s_mutation *m, int32_t at)
{
    const t2s_use *use = &m->uses.at[at];
    int32_t relation = use->relation;
    if (t2s_chance(m, 0.2)) /* a column of another table in scope */
        relation = t2s_draw_relation(m, use->scope);
    return t2s_put_column(m, use, relation, t2s_draw_similar(m, relation, use));
}

/* The column of the same name that another relation has, or T2S_NO_ITEM. */
static int32_t find_namesake(const t2s_mutation *m, const t2s_use *use,
                             int32_t relation)
{
    int32_t table = t2s_table_of(m, relation);
    return relation == use->relation || table == T2S_NO_ITEM
               ? T2S_NO_ITEM
               : t2s_namesake(m, table, use->column);
}

/* The operands are pairs of a use and a relation. */
static bool swap_table(t2s_mutation *m, int32_t query)
{
    int32_t relations = (int32_t)m->scopes.relations.count, relation;
    t2s_draw draw = T2S_DRAW(m);
    const t2s_use *use;
    (void)query;
    for (size_t i = 0; i < m->uses.count; i++) {
        use = &m->uses.at[i];
        if (m->place[use->expr] == T2S_IN_FROM)
            continue;
        t2s_for_each_relation (m, use->scope, other)
            if (find_namesake(m, use, other) != T2S_NO_ITEM)
                t2s_draw_offer(&draw, (int32_t)i * relations + other, 1);
    }
    if (draw.item < 0)
        return false;
    use = &m->uses.at[draw.item / relations];
    relation = draw.item % relations;
    return t2s_put_column(m, use, relation, find_namesake(m, use, relation));
}

/* Another column of its table that refers to the same table. */
static int32_t draw_sibling_key(t2s_mutation *m, int32_t column)
{
    const t2sed_schema *schema = m->schema;
    const t2s_column *columns = schema->columns;
    t2s_draw draw = T2S_DRAW(m);
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *own = &schema->foreign_keys[i];
        for (size_t j = 0; own->from == column && j < schema->foreign_key_count;
             j++) {
            const t2s_foreign_key *key = &schema->foreign_keys[j];
            if (key->from != column && key->group != own->group &&
                columns[key->from].table == columns[column].table &&
                columns[key->to].table == columns[own->to].table)
                t2s_draw_offer(&draw, key->from, 1);
        }
    }
    return draw.item;
}

static double has_sibling_key(t2s_mutation *m, int32_t at)
{
    return draw_sibling_key(m, m->uses.at[at].column) != T2S_NO_ITEM;
}

static bool swap_key(t2s_mutation *m, int32_t at)
{
    const t2s_use *use = &m->uses.at[at];
    return t2s_put_column(m, use, use->relation,
                          draw_sibling_key(m, use->column));
}

static double is_group_key(t2s_mutation *m, int32_t expr)
{
    return m->place[expr] == T2S_IN_GROUP &&
           t2s_is(m, m->nodes[expr].parent, T2S_RULE_group_by_clause);
}

/* One of several keys goes; in place of a lone one, the query groups by what is
 * selected, or by another column that it uses. */
static bool change_group_key(t2s_mutation *m, int32_t expr)
{
    t2s_draw draw = T2S_DRAW(m);
    const t2s_use *use, *other;
    if (t2s_has_word(m, m->nodes[expr].parent, ","))
        return t2s_drop_member(m, expr);
    if (m->use_of[expr] < 0)
        return false;
    use = &m->uses.at[m->use_of[expr]];
    for (size_t i = 0; i < m->uses.count; i++) {
        int place = m->place[m->uses.at[i].expr];
        other = &m->uses.at[i];
        if (other->scope == use->scope && place != T2S_IN_GROUP &&
            (other->column != use->column || other->relation != use->relation))
            t2s_draw_offer(&draw, (int32_t)i, place == T2S_IN_SELECT ? 4 : 1);
    }
    if (draw.item < 0)
        return false;
    other = &m->uses.at[draw.item];
    return t2s_put_column(m, use, other->relation, other->column);
}

const t2s_operation t2s_column_operations[] = {
    {"column_select", T2SED_MUTATION_COLUMN_SELECT, 2.5, T2S_OVER_USES,
     T2S_IN_SELECT, NULL, swap_column},
    {"column_where", T2SED_MUTATION_COLUMN_WHERE, 2.5, T2S_OVER_USES,
     T2S_IN_CONDITION, NULL, swap_column},
    {"column_order", T2SED_MUTATION_COLUMN_ORDER, 2.5, T2S_OVER_USES,
     T2S_IN_GROUP | T2S_IN_ORDER, NULL, swap_column},
    {"column_table", T2SED_MUTATION_COLUMN_TABLE, 2, T2S_OVER_QUERY, 0, NULL,
     swap_table},
    {"key_swap", T2SED_MUTATION_KEY_SWAP, 1, T2S_OVER_USES, 0xFF,
     has_sibling_key, swap_key},
    {"group_key", T2SED_MUTATION_GROUP_KEY, 1.5, T2S_OVER_NODES, T2S_RULE_expr,
     is_group_key, change_group_key},
    {0},
};
