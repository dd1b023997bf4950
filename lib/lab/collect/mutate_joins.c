/* Joins too many, joins too few, other tables. */
#include <string.h>

#include "lab/collect/operations.h"

static bool is_in_scope(const t2s_mutation *m, int32_t scope, int32_t table)
{
    t2s_for_each_relation (m, scope, relation)
        if (t2s_relation_table(m, relation) == table)
            return true;
    return false;
}

/* Puts its relation's name before each bare column of a scope that a new table
 * has too. */
static void qualify(t2s_mutation *m, int32_t scope, int32_t table)
{
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        const char *name = m->schema->columns[use->column].name;
        if (!use->qualified && m->sources.at[use->relation].scope == scope &&
            t2s_schema_find_column(m->schema, table, name, strlen(name),
                                   NULL) != T2S_NO_ITEM)
            t2s_insert_before(m, use->expr, "%s.",
                              t2s_relation_text(m, use->relation));
    }
}

/* The name for one more table where tables are called T1, T2...; or NULL. */
static const char *next_alias(t2s_mutation *m, int32_t scope)
{
    const char *last = NULL;
    int n = 1;
    t2s_for_each_relation (m, scope, relation) {
        const char *name = t2s_relation_text(m, relation);
        if ((name[0] != 'T' && name[0] != 't') || name[1] < '0' ||
            name[1] > '9' || name[2])
            return NULL;
        last = name;
        if (name[1] - '0' >= n)
            n = name[1] - '0' + 1;
    }
    return last && n < 10 ? t2s_text(m, "%c%d", last[0], n) : NULL;
}

bool t2s_mutate_join_add(t2s_mutation *m)
{
    const t2sed_schema *schema = m->schema;
    int32_t keys = (int32_t)schema->foreign_key_count, from, to, scope, clause;
    t2s_draw draw = T2S_DRAW(m);
    const t2s_foreign_key *key;
    const char *name, *alias, *called;
    for (int32_t i = 0; i < (int32_t)m->scopes.relations.count; i++) {
        int32_t table = t2s_relation_table(m, i);
        scope = m->sources.at[i].scope;
        if (table == T2S_NO_ITEM || m->scopes.scopes.at[scope].core < 0)
            continue;
        for (int32_t k = 0; k < 2 * keys; k++) {
            key = &schema->foreign_keys[k / 2];
            from = k % 2 ? key->to : key->from;
            to = k % 2 ? key->from : key->to;
            if (schema->columns[from].table == table &&
                !is_in_scope(m, scope, schema->columns[to].table))
                t2s_draw_offer(&draw, i * 2 * keys + k, 1);
        }
    }
    if (draw.item < 0)
        return false;
    key = &schema->foreign_keys[draw.item % (2 * keys) / 2];
    from = draw.item % 2 ? key->to : key->from;
    to = draw.item % 2 ? key->from : key->to;
    scope = m->sources.at[draw.item / (2 * keys)].scope;
    clause = t2s_child_rule(m, m->scopes.scopes.at[scope].core,
                            T2S_RULE_from_clause);
    name = t2s_name_text(m, schema->tables[schema->columns[to].table].name);
    alias = next_alias(m, scope);
    called = alias ? alias : name;
    t2s_insert_after(m, clause, " %s %s%s%s%s %s %s.%s = %s.%s",
                     t2s_keyword(m, "JOIN"), name, alias ? " " : "",
                     alias ? t2s_keyword(m, "AS ") : "", alias ? alias : "",
                     t2s_keyword(m, "ON"),
                     t2s_relation_text(m, draw.item / (2 * keys)),
                     t2s_name_text(m, schema->columns[from].name), called,
                     t2s_name_text(m, schema->columns[to].name));
    qualify(m, scope, schema->columns[to].table);
    return true;
}

/* ---------------------------------------------------------- a join less */

/* What goes with one table of a FROM clause. */
typedef struct cut {
    int32_t relation, scope;
    int32_t constraint; /* its ON, or T2S_NO_NODE */
    uint32_t begin, end;
} cut;

/* Finds the bytes to take out for the relation at `node`; false where FROM is
 * no list of tables with at least two. */
static bool find_cut(const t2s_mutation *m, int32_t node, cut *found)
{
    const t2s_node *nodes = m->tree->nodes;
    int32_t list = nodes[node].parent, before = T2S_NO_NODE, first = node, next;
    if (!t2s_node_is(m, list, T2S_RULE_join_clause) &&
        !t2s_node_is(m, list, T2S_RULE_from_clause))
        return false;
    t2s_tree_for_each_child (m->tree, list, child) {
        if (nodes[child].next_sibling == node)
            before = child;
    }
    next = nodes[node].next_sibling;
    if (before != T2S_NO_NODE && !t2s_node_reads(m, before, "FROM")) {
        found->constraint =
            t2s_node_is(m, next, T2S_RULE_join_constraint) ? next : T2S_NO_NODE;
        found->begin = nodes[before].begin;
        found->end = nodes[found->constraint < 0 ? node : next].end;
        return true;
    }
    /* The first goes with the operator after it, and the next one's ON. */
    if (next == T2S_NO_NODE)
        return false;
    node = nodes[next].next_sibling;
    if (node == T2S_NO_NODE)
        return false;
    next = nodes[node].next_sibling;
    found->constraint =
        t2s_node_is(m, next, T2S_RULE_join_constraint) ? next : T2S_NO_NODE;
    found->begin = nodes[first].begin;
    found->end = nodes[node].begin;
    return true;
}

/* The column that the ON says is equal, of another relation. */
static const t2s_use *find_partner(const t2s_mutation *m, const cut *gone,
                                   int32_t column)
{
    const t2s_node *nodes = m->tree->nodes;
    for (size_t i = 0; gone->constraint >= 0 && i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i], *other = NULL;
        int32_t expr = nodes[use->expr].parent;
        if (use->relation != gone->relation || use->column != column ||
            nodes[use->expr].begin < nodes[gone->constraint].begin ||
            nodes[use->expr].end > nodes[gone->constraint].end ||
            t2s_child_word(m, expr, "=") == T2S_NO_NODE)
            continue;
        t2s_tree_for_each_child (m->tree, expr, child)
            if (child != use->expr && m->use_of[child] >= 0)
                other = &m->uses.at[m->use_of[child]];
        if (other && other->relation != gone->relation)
            return other;
    }
    return NULL;
}

/* What a column of the table that goes becomes: its key's partner, its
 * namesake, or something like it. */
static bool replace_use(t2s_mutation *m, const cut *gone, const t2s_use *use)
{
    const char *name = m->schema->columns[use->column].name;
    const t2s_use *partner = find_partner(m, gone, use->column);
    int32_t relation = -1, column = T2S_NO_ITEM;
    t2s_draw draw = T2S_DRAW(m);
    if (partner) {
        relation = partner->relation;
        column = partner->column;
    }
    t2s_for_each_relation (m, gone->scope, other) {
        int32_t table = t2s_relation_table(m, other);
        if (other == gone->relation || table == T2S_NO_ITEM || relation >= 0)
            continue;
        column =
            t2s_schema_find_column(m->schema, table, name, strlen(name), NULL);
        if (column != T2S_NO_ITEM)
            relation = other;
        t2s_draw_offer(&draw, other, 1);
    }
    if (relation < 0 && draw.item >= 0) {
        relation = draw.item;
        column = t2s_draw_similar(m, relation, use->column,
                                  T2S_PLACE(m->place[use->expr]));
    }
    if (column == T2S_NO_ITEM)
        return false;
    t2s_replace_node(m, use->expr, "%s.%s", t2s_relation_text(m, relation),
                     t2s_name_text(m, m->schema->columns[column].name));
    return true;
}

/* Whether a * stands for columns of the relation by its name. */
static bool has_star(const t2s_mutation *m, int32_t relation)
{
    t2s_for_each_node (m, node) {
        int32_t name = t2s_node_is(m, node, T2S_RULE_result_column)
                           ? t2s_child_rule(m, node, T2S_RULE_table_name)
                           : T2S_NO_NODE;
        t2s_sql_word word;
        if (name == T2S_NO_NODE)
            continue;
        word.at = m->tree->nodes[t2s_sql_terminal(m->tree, name)].text;
        word.n = strlen(word.at);
        if (t2s_sql_same(word, m->scopes.relations.at[relation].name))
            return true;
    }
    return false;
}

bool t2s_mutate_join_drop(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    cut gone = {0, 0, T2S_NO_NODE, 0, 0};
    for (int32_t i = 0; i < (int32_t)m->scopes.relations.count; i++) {
        gone.scope = m->sources.at[i].scope;
        if (t2s_relation_table(m, i) != T2S_NO_ITEM &&
            t2s_relation_count(m, gone.scope) > 1 &&
            find_cut(m, m->sources.at[i].node, &gone) && !has_star(m, i))
            t2s_draw_offer(&draw, i, 1);
    }
    if (draw.item < 0)
        return false;
    gone.relation = draw.item;
    gone.scope = m->sources.at[draw.item].scope;
    find_cut(m, m->sources.at[draw.item].node, &gone);
    t2s_drop(m, gone.begin, gone.end);
    if (gone.constraint >= 0 &&
        m->tree->nodes[gone.constraint].begin >= gone.end)
        t2s_drop_node(m, gone.constraint);
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        const t2s_node *at = &m->tree->nodes[use->expr];
        const t2s_node *on =
            gone.constraint < 0 ? NULL : &m->tree->nodes[gone.constraint];
        if (use->relation == gone.relation &&
            !(on && at->begin >= on->begin && at->end <= on->end) &&
            !replace_use(m, &gone, use))
            return false;
    }
    return true;
}

/* -------------------------------------------------------- another table */

/* How many distinct columns of a relation another table lacks. */
static int missing(const t2s_mutation *m, int32_t relation, int32_t table)
{
    int count = 0;
    for (size_t i = 0; i < m->uses.count; i++) {
        const char *name = m->schema->columns[m->uses.at[i].column].name;
        if (m->uses.at[i].relation == relation &&
            t2s_schema_find_column(m->schema, table, name, strlen(name),
                                   NULL) == T2S_NO_ITEM)
            count++;
    }
    return count;
}

/* A column of a table for one of another: its namesake, or the same kind. */
static int32_t counterpart(t2s_mutation *m, int32_t table, int32_t column)
{
    const t2s_column *old = &m->schema->columns[column];
    t2s_draw draw = T2S_DRAW(m);
    int32_t same = t2s_schema_find_column(m->schema, table, old->name,
                                          strlen(old->name), NULL);
    if (same != T2S_NO_ITEM)
        return same;
    for (int32_t i = 0; i < m->schema->tables[table].column_count; i++) {
        int32_t other = m->schema->tables[table].first_column + i;
        if (m->schema->columns[other].kind == old->kind &&
            !m->schema->columns[other].primary == !old->primary)
            t2s_draw_offer(&draw, other, 1);
    }
    return draw.item;
}

static void rename_use(t2s_mutation *m, const t2s_use *use, bool aliased,
                       const char *table, int32_t column)
{
    const char *name = t2s_name_text(m, m->schema->columns[column].name);
    int32_t expr = use->expr;
    if (use->qualified && !aliased)
        t2s_replace_node(m, expr, "%s.%s", table, name);
    else if (column != use->column)
        t2s_replace_node(m, m->tree->nodes[expr].last_child, "%s", name);
}

bool t2s_mutate_table_swap(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t tables = (int32_t)m->schema->table_count, relation, table, node;
    const char *name;
    for (int32_t i = 0; i < (int32_t)m->scopes.relations.count; i++) {
        if (t2s_relation_table(m, i) == T2S_NO_ITEM || has_star(m, i))
            continue;
        for (int32_t other = 0; other < tables; other++) {
            int lacks = missing(m, i, other);
            if (!is_in_scope(m, m->sources.at[i].scope, other) && lacks < 3)
                t2s_draw_offer(&draw, i * tables + other,
                               lacks == 0 ? 3 : 1.0 / lacks);
        }
    }
    if (draw.item < 0)
        return false;
    relation = draw.item / tables;
    table = draw.item % tables;
    node = m->sources.at[relation].node;
    name = t2s_name_text(m, m->schema->tables[table].name);
    t2s_replace_node(m, t2s_child_rule(m, node, T2S_RULE_table_name), "%s",
                     name);
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        int32_t column = use->relation == relation
                             ? counterpart(m, table, use->column)
                             : use->column;
        if (column == T2S_NO_ITEM)
            return false;
        if (use->relation == relation)
            rename_use(m, use,
                       t2s_child_rule(m, node, T2S_RULE_table_alias) >= 0, name,
                       column);
    }
    return true;
}
