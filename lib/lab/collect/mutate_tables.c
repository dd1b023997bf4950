/* Joins too many, joins too few, other tables; other columns than those that
 * were meant. */
#include <string.h>

#include "lab/collect/mutation.h"

static bool is_in_scope(const t2s_mutation *m, int32_t scope, int32_t table)
{
    t2s_for_each_relation (&m->scopes, scope, relation)
        if (t2s_table_of(m, relation) == table)
            return true;
    return false;
}

/* ---------------------------------------------------------- a join more */

/* Puts its relation's name before each bare column of a scope that a new table
 * has too. */
static void qualify(t2s_mutation *m, int32_t scope, int32_t table)
{
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        if (!use->qualified && use->scope == scope &&
            t2s_namesake(m, table, use->column) != T2S_NO_ITEM)
            t2s_insert_before(m, use->expr, "%s.",
                              t2s_relation_text(m, use->relation));
    }
}

/* The name for one more table where tables are called T1, T2...; or NULL. */
static const char *next_alias(t2s_mutation *m, int32_t scope)
{
    const char *last = NULL;
    int n = 1;
    t2s_for_each_relation (&m->scopes, scope, relation) {
        const char *name = t2s_relation_text(m, relation);
        if ((name[0] != 'T' && name[0] != 't') || !t2s_is_digit(name[1]) ||
            name[2])
            return NULL;
        last = name;
        if (name[1] - '0' >= n)
            n = name[1] - '0' + 1;
    }
    return last && n < 10 ? t2s_text(m, "%c%d", last[0], n) : NULL;
}

/* A foreign key, from either end, that joins another table to a relation. */
typedef struct join {
    int32_t relation, from, to; /* from: a column of the relation */
} join;

/* All keys at all relations are numbered. */
static join join_of(const t2s_mutation *m, int32_t number)
{
    int32_t ends = 2 * (int32_t)m->schema->foreign_key_count;
    const t2s_foreign_key *key = &m->schema->foreign_keys[number % ends / 2];
    return number % 2 ? (join){number / ends, key->to, key->from}
                      : (join){number / ends, key->from, key->to};
}

static bool draw_join(t2s_mutation *m, join *drawn)
{
    const t2s_column *columns = m->schema->columns;
    size_t count = 2 * m->schema->foreign_key_count * m->scopes.relations.count;
    t2s_draw draw = T2S_DRAW(m);
    for (int32_t i = 0; i < (int32_t)count; i++) {
        join at = join_of(m, i);
        int32_t scope = t2s_scope_of(m, at.relation);
        if (columns[at.from].table == t2s_table_of(m, at.relation) &&
            m->scopes.scopes.at[scope].core >= 0 &&
            !is_in_scope(m, scope, columns[at.to].table))
            t2s_draw_offer(&draw, i, 1);
    }
    if (draw.item >= 0)
        *drawn = join_of(m, draw.item);
    return draw.item >= 0;
}

static bool add_join(t2s_mutation *m, int32_t query)
{
    join by;
    int32_t scope, table, clause;
    const char *name, *alias;
    (void)query;
    if (!draw_join(m, &by))
        return false;
    scope = t2s_scope_of(m, by.relation);
    table = m->schema->columns[by.to].table;
    clause =
        t2s_child(m, m->scopes.scopes.at[scope].core, T2S_RULE_from_clause);
    name = t2s_name_text(m, m->schema->tables[table].name);
    alias = next_alias(m, scope);
    if (alias)
        t2s_insert_after(m, clause, " %s %s %s %s", t2s_keyword(m, "JOIN"),
                         name, t2s_keyword(m, "AS"), alias);
    else
        t2s_insert_after(m, clause, " %s %s", t2s_keyword(m, "JOIN"), name);
    t2s_insert_after(m, clause, " %s %s.%s = %s.%s", t2s_keyword(m, "ON"),
                     t2s_relation_text(m, by.relation),
                     t2s_column_name(m, by.from), alias ? alias : name,
                     t2s_column_name(m, by.to));
    qualify(m, scope, table);
    return true;
}

/* ---------------------------------------------------------- a join less */

/* What goes with one table of a FROM clause. */
typedef struct cut {
    uint32_t begin, end;
    int32_t constraint; /* the ON of the join, maybe behind that; or none */
} cut;

/* Finds what to take out for a relation; false where FROM is no list of tables
 * with at least two. */
static bool find_cut(const t2s_mutation *m, int32_t relation, cut *found)
{
    const t2s_node *nodes = m->nodes;
    int32_t node = m->scopes.relations.at[relation].node, joined = node;
    int32_t list = nodes[node].parent, before = T2S_NO_NODE, next;
    bool is_first;
    if (!t2s_is(m, list, T2S_RULE_join_clause) &&
        !t2s_is(m, list, T2S_RULE_from_clause))
        return false;
    t2s_tree_for_each_child (m->tree, list, child)
        if (nodes[child].next_sibling == node)
            before = child;
    is_first = before == T2S_NO_NODE || t2s_reads(m, before, "FROM");
    /* The first goes with the operator after it, and the next one's ON. */
    if (is_first) {
        next = nodes[node].next_sibling;
        joined = next == T2S_NO_NODE ? next : nodes[next].next_sibling;
        if (joined == T2S_NO_NODE)
            return false;
    }
    next = nodes[joined].next_sibling;
    found->constraint =
        t2s_is(m, next, T2S_RULE_join_constraint) ? next : T2S_NO_NODE;
    found->begin = nodes[is_first ? node : before].begin;
    found->end = is_first ? nodes[joined].begin
                          : nodes[found->constraint < 0 ? node : next].end;
    return true;
}

static bool lies_in(const t2s_mutation *m, int32_t node, int32_t outer)
{
    return outer != T2S_NO_NODE &&
           m->nodes[node].begin >= m->nodes[outer].begin &&
           m->nodes[node].end <= m->nodes[outer].end;
}

/* The column of another relation that the ON says is equal, or NULL. */
static const t2s_use *find_partner(const t2s_mutation *m, int32_t on,
                                   const t2s_use *of)
{
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i], *other = NULL;
        int32_t expr = m->nodes[use->expr].parent;
        if (use->relation != of->relation || use->column != of->column ||
            !lies_in(m, use->expr, on) || !t2s_has_word(m, expr, "="))
            continue;
        t2s_tree_for_each_child (m->tree, expr, child)
            if (child != use->expr && m->use_of[child] >= 0)
                other = &m->uses.at[m->use_of[child]];
        if (other && other->relation != of->relation)
            return other;
    }
    return NULL;
}

/* What a column of the table that goes becomes: its key's partner, its
 * namesake, or something like it. */
static bool replace_use(t2s_mutation *m, int32_t on, const t2s_use *use)
{
    const t2s_use *partner = find_partner(m, on, use);
    int32_t relation = partner ? partner->relation : -1;
    int32_t column = partner ? partner->column : T2S_NO_ITEM;
    t2s_draw draw = T2S_DRAW(m);
    t2s_for_each_relation (&m->scopes, use->scope, other) {
        int32_t table = t2s_table_of(m, other);
        if (other == use->relation || table == T2S_NO_ITEM || relation >= 0)
            continue;
        column = t2s_namesake(m, table, use->column);
        if (column != T2S_NO_ITEM)
            relation = other;
        t2s_draw_offer(&draw, other, 1);
    }
    if (relation < 0 && draw.item >= 0) {
        relation = draw.item;
        column = t2s_draw_similar(m, relation, use);
    }
    return column != T2S_NO_ITEM &&
           t2s_replace_node(m, use->expr, "%s.%s",
                            t2s_relation_text(m, relation),
                            t2s_column_name(m, column));
}

/* Whether a * stands for columns of the relation by its name. */
static bool has_star(const t2s_mutation *m, int32_t relation)
{
    t2s_for_each_node (m, node) {
        int32_t name = t2s_is(m, node, T2S_RULE_result_column)
                           ? t2s_child(m, node, T2S_RULE_table_name)
                           : T2S_NO_NODE;
        t2s_sql_word word;
        if (name == T2S_NO_NODE)
            continue;
        word.at = m->nodes[t2s_sql_terminal(m->tree, name)].text;
        word.n = strlen(word.at);
        if (t2s_sql_same(word, m->scopes.relations.at[relation].name))
            return true;
    }
    return false;
}

static bool drop_join(t2s_mutation *m, int32_t query)
{
    t2s_draw draw = T2S_DRAW(m);
    cut gone = {0};
    (void)query;
    for (int32_t i = 0; i < (int32_t)m->scopes.relations.count; i++)
        if (t2s_table_of(m, i) != T2S_NO_ITEM &&
            t2s_relation_count(m, t2s_scope_of(m, i)) > 1 &&
            find_cut(m, i, &gone) && !has_star(m, i))
            t2s_draw_offer(&draw, i, 1);
    if (draw.item < 0)
        return false;
    find_cut(m, draw.item, &gone);
    t2s_drop(m, gone.begin, gone.end);
    if (gone.constraint != T2S_NO_NODE &&
        m->nodes[gone.constraint].begin >= gone.end)
        t2s_drop_node(m, gone.constraint);
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        if (use->relation == draw.item &&
            !lies_in(m, use->expr, gone.constraint) &&
            !replace_use(m, gone.constraint, use))
            return false;
    }
    return true;
}

/* -------------------------------------------------------- another table */

/* How many of a relation's uses are of columns that a table lacks. */
static int count_missing(const t2s_mutation *m, int32_t relation, int32_t table)
{
    int count = 0;
    for (size_t i = 0; i < m->uses.count; i++)
        count += m->uses.at[i].relation == relation &&
                 t2s_namesake(m, table, m->uses.at[i].column) == T2S_NO_ITEM;
    return count;
}

/* A column of a table for one of another: its namesake, or the same kind. */
static int32_t draw_counterpart(t2s_mutation *m, int32_t table, int32_t column)
{
    const t2s_column *old = &m->schema->columns[column];
    t2s_draw draw = T2S_DRAW(m);
    int32_t same = t2s_namesake(m, table, column);
    if (same != T2S_NO_ITEM)
        return same;
    t2s_for_each_column(
        m, table, other) if (m->schema->columns[other].kind == old->kind &&
                             !m->schema->columns[other].primary ==
                                 !old->primary) t2s_draw_offer(&draw, other, 1);
    return draw.item;
}

/* Another table in the place of `relation`, with what follows for its uses. */
static bool put_table(t2s_mutation *m, int32_t relation, int32_t table)
{
    int32_t node = m->scopes.relations.at[relation].node;
    bool aliased = t2s_child(m, node, T2S_RULE_table_alias) != T2S_NO_NODE;
    const char *name = t2s_name_text(m, m->schema->tables[table].name);
    t2s_replace_node(m, t2s_child(m, node, T2S_RULE_table_name), "%s", name);
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        int32_t column;
        if (use->relation != relation)
            continue;
        column = draw_counterpart(m, table, use->column);
        if (column == T2S_NO_ITEM)
            return false;
        if (use->qualified && !aliased)
            t2s_replace_node(m, use->expr, "%s.%s", name,
                             t2s_column_name(m, column));
        else
            t2s_replace_node(m, m->nodes[use->expr].last_child, "%s",
                             t2s_column_name(m, column));
    }
    return true;
}

static bool swap_table(t2s_mutation *m, int32_t query)
{
    int32_t tables = (int32_t)m->schema->table_count;
    t2s_draw draw = T2S_DRAW(m);
    (void)query;
    for (int32_t i = 0; i < (int32_t)m->scopes.relations.count; i++) {
        if (t2s_table_of(m, i) == T2S_NO_ITEM || has_star(m, i))
            continue;
        for (int32_t other = 0; other < tables; other++) {
            int missing = count_missing(m, i, other);
            if (missing < 3 && !is_in_scope(m, t2s_scope_of(m, i), other))
                t2s_draw_offer(&draw, i * tables + other,
                               missing == 0 ? 3 : 1.0 / missing);
        }
    }
    return draw.item >= 0 &&
           put_table(m, draw.item / tables, draw.item % tables);
}

/* ------------------------------------------------------- another column */

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
static bool swap_relation(t2s_mutation *m, int32_t query)
{
    int32_t relations = (int32_t)m->scopes.relations.count, relation;
    t2s_draw draw = T2S_DRAW(m);
    const t2s_use *use;
    (void)query;
    for (size_t i = 0; i < m->uses.count; i++) {
        use = &m->uses.at[i];
        if (m->place[use->expr] == T2S_IN_FROM)
            continue;
        t2s_for_each_relation (&m->scopes, use->scope, other)
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

const t2s_operation t2s_table_operations[] = {
    {"join_add", T2SED_MUTATION_JOIN_ADD, 2, T2S_OVER_QUERY, 0, NULL, add_join},
    {"join_drop", T2SED_MUTATION_JOIN_DROP, 1.5, T2S_OVER_QUERY, 0, NULL,
     drop_join},
    {"table_swap", T2SED_MUTATION_TABLE_SWAP, 1, T2S_OVER_QUERY, 0, NULL,
     swap_table},
    {"column_select", T2SED_MUTATION_COLUMN_SELECT, 2.5, T2S_OVER_USES,
     T2S_IN_SELECT, NULL, swap_column},
    {"column_where", T2SED_MUTATION_COLUMN_WHERE, 2.5, T2S_OVER_USES,
     T2S_IN_CONDITION, NULL, swap_column},
    {"column_order", T2SED_MUTATION_COLUMN_ORDER, 2.5, T2S_OVER_USES,
     T2S_IN_GROUP | T2S_IN_ORDER, NULL, swap_column},
    {"column_table", T2SED_MUTATION_COLUMN_TABLE, 2, T2S_OVER_QUERY, 0, NULL,
     swap_relation},
    {"key_swap", T2SED_MUTATION_KEY_SWAP, 1, T2S_OVER_USES, 0xFF,
     has_sibling_key, swap_key},
    {"group_key", T2SED_MUTATION_GROUP_KEY, 1.5, T2S_OVER_NODES, T2S_RULE_expr,
     is_group_key, change_group_key},
    {0},
};
