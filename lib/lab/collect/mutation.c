#include "lab/collect/mutation.h"

#include <string.h>

#include "base/error.h"
#include "base/string.h"

/* Operations look at pairs of tables and columns: a hostile query must not make
 * that long. Those of parsers have a few hundred. */
#define MAX_NODES 5000

bool t2s_node_is(const t2s_mutation *m, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(m->tree, node, rule);
}

bool t2s_node_reads(const t2s_mutation *m, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && t2s_tree_is_terminal(m->tree, node) &&
           t2s_casecmp(m->tree->nodes[node].text, word) == 0;
}

int32_t t2s_child_word(const t2s_mutation *m, int32_t node, const char *word)
{
    t2s_tree_for_each_child (m->tree, node, child)
        if (t2s_node_reads(m, child, word))
            return child;
    return T2S_NO_NODE;
}

int32_t t2s_child_rule(const t2s_mutation *m, int32_t node, t2s_sql_rule rule)
{
    return node == T2S_NO_NODE ? T2S_NO_NODE
                               : t2s_sql_child(m->tree, node, rule);
}

int32_t t2s_relation_table(const t2s_mutation *m, int32_t relation)
{
    const t2s_sql_relation *at = &m->scopes.relations.at[relation];
    return at->origin == T2S_FROM_TABLE ? at->table : T2S_NO_ITEM;
}

int32_t t2s_relation_count(const t2s_mutation *m, int32_t scope)
{
    int32_t count = 0;
    t2s_for_each_relation (m, scope, relation)
        count++;
    return count;
}

int32_t t2s_pick_relation(t2s_mutation *m, int32_t scope)
{
    t2s_draw draw = T2S_DRAW(m);
    t2s_for_each_relation (m, scope, relation)
        if (t2s_relation_table(m, relation) != T2S_NO_ITEM)
            t2s_draw_offer(&draw, relation, 1);
    return draw.item;
}

int32_t t2s_lone_scope(const t2s_mutation *m)
{
    int32_t root = m->tree->root;
    int32_t core = t2s_child_rule(m, root, T2S_RULE_select_core);
    if (core == T2S_NO_NODE ||
        t2s_child_rule(m, root, T2S_RULE_compound_operator) != T2S_NO_NODE ||
        t2s_child_rule(m, core, T2S_RULE_result_clause) == T2S_NO_NODE)
        return T2S_NO_SCOPE;
    return m->scopes.scope_of[core];
}

bool t2s_is_grouped(const t2s_mutation *m, int32_t node)
{
    int32_t scope = m->scopes.scope_of[node];
    return scope != T2S_NO_SCOPE &&
           t2s_child_rule(m, m->scopes.scopes.at[scope].core,
                          T2S_RULE_group_by_clause) != T2S_NO_NODE;
}

int32_t t2s_aggregate(const t2s_mutation *m, int32_t expr)
{
    static const char *const names[] = {"count", "sum", "avg", "min", "max"};
    int32_t first = m->tree->nodes[expr].first_child;
    int32_t name;
    if (first == T2S_NO_NODE || !t2s_node_is(m, first, T2S_RULE_function_name))
        return T2S_NO_NODE;
    name = t2s_sql_terminal(m->tree, first);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (t2s_node_reads(m, name, names[i]))
            return name;
    return T2S_NO_NODE;
}

bool t2s_is_count_star(const t2s_mutation *m, int32_t expr)
{
    int32_t name = t2s_aggregate(m, expr);
    return name != T2S_NO_NODE && t2s_node_reads(m, name, "count") &&
           t2s_child_word(m, expr, "*") != T2S_NO_NODE;
}

int32_t t2s_use_within(const t2s_mutation *m, int32_t expr)
{
    int32_t argument;
    if (!t2s_node_is(m, expr, T2S_RULE_expr))
        return -1;
    if (m->use_of[expr] >= 0 || t2s_aggregate(m, expr) == T2S_NO_NODE)
        return m->use_of[expr];
    argument = t2s_child_rule(m, expr, T2S_RULE_expr);
    return argument == T2S_NO_NODE ? -1 : m->use_of[argument];
}

bool t2s_is_used(const t2s_mutation *m, int32_t relation, int32_t column,
                 unsigned places)
{
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        if (use->relation == relation && use->column == column &&
            (places & T2S_PLACE(m->place[use->expr])))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------ analysis */

static t2s_place place_of_rule(const t2s_mutation *m, int32_t node)
{
    static const struct {
        t2s_sql_rule rule;
        t2s_place place;
    } places[] = {
        {T2S_RULE_result_clause, T2S_IN_SELECT},
        {T2S_RULE_from_clause, T2S_IN_FROM},
        {T2S_RULE_where_clause, T2S_IN_WHERE},
        {T2S_RULE_group_by_clause, T2S_IN_GROUP},
        {T2S_RULE_order_by_stmt, T2S_IN_ORDER},
        {T2S_RULE_limit_stmt, T2S_IN_LIMIT},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (t2s_node_is(m, node, places[i].rule))
            return places[i].place;
    return T2S_IN_NONE;
}

static void find_places(t2s_mutation *m)
{
    const t2s_node *nodes = m->tree->nodes;
    t2s_for_each_node (m, node) {
        int32_t parent = nodes[node].parent;
        t2s_place own = place_of_rule(m, node);
        if (own != T2S_IN_NONE)
            m->place[node] = (unsigned char)own;
        else if (t2s_node_is(m, node, T2S_RULE_select_core) ||
                 t2s_node_is(m, node, T2S_RULE_select_stmt) ||
                 parent == T2S_NO_NODE)
            m->place[node] = T2S_IN_NONE;
        else if (m->place[node] == T2S_IN_NONE)
            m->place[node] = m->place[parent];
        if (t2s_node_reads(m, node, "HAVING") &&
            t2s_node_is(m, parent, T2S_RULE_group_by_clause))
            for (int32_t at = node; at != T2S_NO_NODE;
                 at = nodes[at].next_sibling)
                m->place[at] = T2S_IN_HAVING;
    }
}

/* Lists the nodes of relations; scope.c numbers them in the same walk. */
static bool find_sources(t2s_mutation *m)
{
    t2s_for_each_node (m, node) {
        t2s_source source = {node, m->scopes.scope_of[node]};
        if (!t2s_node_is(m, node, T2S_RULE_table_or_subquery) ||
            (t2s_child_rule(m, node, T2S_RULE_table_name) == T2S_NO_NODE &&
             t2s_child_rule(m, node, T2S_RULE_select_stmt) == T2S_NO_NODE &&
             t2s_child_rule(m, node, T2S_RULE_table_function_name) ==
                 T2S_NO_NODE &&
             t2s_child_rule(m, node, T2S_RULE_table_alias) == T2S_NO_NODE))
            continue;
        if (!t2s_vector_push(&m->sources, source))
            return false;
    }
    return m->sources.count == m->scopes.relations.count;
}

/* The relation and column that a name means, seen from `scope` outwards. A
 * bare name that may come from something unknown is not guessed at. */
static bool find_column(t2s_mutation *m, int32_t scope, t2s_sql_word table,
                        t2s_sql_word name, t2s_use *use)
{
    for (; scope != T2S_NO_SCOPE; scope = m->scopes.scopes.at[scope].parent) {
        bool unknown = false;
        t2s_for_each_relation (m, scope, relation) {
            int32_t at = t2s_relation_table(m, relation);
            if (table.at &&
                !t2s_sql_same(table, m->scopes.relations.at[relation].name))
                continue;
            use->column = at == T2S_NO_ITEM
                              ? T2S_NO_ITEM
                              : t2s_schema_find_column(m->schema, at, name.at,
                                                       name.n, NULL);
            use->relation = relation;
            if (use->column != T2S_NO_ITEM)
                return true;
            if (table.at)
                return false;
            unknown |= at == T2S_NO_ITEM;
        }
        if (unknown)
            return false;
    }
    return false;
}

static bool find_use(t2s_mutation *m, int32_t expr)
{
    const t2s_node *nodes = m->tree->nodes;
    int32_t first = nodes[expr].first_child, last = nodes[expr].last_child;
    t2s_sql_word table = {NULL, 0}, name;
    t2s_use use = {expr, T2S_NO_ITEM, -1, false};
    if (!t2s_node_is(m, last, T2S_RULE_column_name) ||
        m->scopes.scope_of[expr] == T2S_NO_SCOPE)
        return true;
    if (t2s_node_is(m, first, T2S_RULE_table_name)) {
        table = t2s_sql_unquoted(&m->scopes, first);
        use.qualified = true;
    } else if (first != last) {
        return true;
    }
    name = t2s_sql_unquoted(&m->scopes, last);
    if (!name.at || (use.qualified && !table.at))
        return false;
    if (!find_column(m, m->scopes.scope_of[expr], table, name, &use))
        return true;
    m->use_of[expr] = (int32_t)m->uses.count;
    return t2s_vector_push(&m->uses, use);
}

static bool has_upper(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] >= 'A' && text[i] <= 'Z')
            return true;
    return false;
}

/* Keywords as SELECT is written; names in lower case where all are. */
static void find_style(t2s_mutation *m)
{
    int32_t first = t2s_sql_terminal(m->tree, m->tree->root);
    const t2s_node *at = &m->tree->nodes[first];
    m->lower_keywords =
        !has_upper(m->sql->text + at->begin, at->end - at->begin);
    m->lower_names = true;
    for (size_t i = 0; i < m->uses.count; i++) {
        at = &m->tree->nodes[m->uses.at[i].expr];
        if (has_upper(m->sql->text + at->begin, at->end - at->begin))
            m->lower_names = false;
    }
}

t2sed_status t2s_mutation_begin(t2s_mutation *m, const t2sed_sql *sql,
                                t2sed_error *err)
{
    size_t count = sql->full.count;
    t2sed_status status;
    if (count > MAX_NODES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: the query's tree has %zu nodes; the mutator "
                        "takes %d at most",
                        count, MAX_NODES);
    m->sql = sql;
    m->tree = &sql->full;
    m->place = t2s_zalloc_array(count, sizeof *m->place);
    m->use_of = t2s_alloc_array(count, sizeof *m->use_of);
    if (!m->place || !m->use_of)
        return t2s_fail_memory(err);
    memset(m->use_of, -1, count * sizeof *m->use_of);
    status = t2s_sql_scopes_find(&m->scopes, m->tree, m->schema, err);
    if (status)
        return status;
    find_places(m);
    if (!find_sources(m))
        return t2s_fail_memory(err);
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_expr) && !find_use(m, node))
            return t2s_fail_memory(err);
    if (m->scopes.work == 0)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: the names in the query refer to each other in "
                        "too many ways to be resolved");
    find_style(m);
    return T2SED_OK;
}

void t2s_mutation_end(t2s_mutation *m)
{
    t2s_sql_scopes_free(&m->scopes);
    t2s_free(m->place);
    t2s_free(m->use_of);
    t2s_vector_free(&m->uses);
    t2s_vector_free(&m->sources);
    t2s_vector_free(&m->edits);
    t2s_arena_free(&m->arena);
}
