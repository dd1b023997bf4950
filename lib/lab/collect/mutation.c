#include "lab/collect/mutation.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/string.h"

/* Operations look at pairs of tables and columns: a hostile query must not make
 * that long. Those of parsers have a few hundred. */
#define MAX_NODES 5000

/* ---------------------------------------------------------------- looking */

bool t2s_is(const t2s_mutation *m, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(m->tree, node, rule);
}

bool t2s_reads(const t2s_mutation *m, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && t2s_tree_is_terminal(m->tree, node) &&
           t2s_casecmp(m->nodes[node].text, word) == 0;
}

int32_t t2s_child(const t2s_mutation *m, int32_t node, t2s_sql_rule rule)
{
    return node == T2S_NO_NODE ? T2S_NO_NODE
                               : t2s_sql_child(m->tree, node, rule);
}

int32_t t2s_child_word(const t2s_mutation *m, int32_t node, const char *word)
{
    t2s_tree_for_each_child (m->tree, node, child)
        if (t2s_reads(m, child, word))
            return child;
    return T2S_NO_NODE;
}

bool t2s_has_word(const t2s_mutation *m, int32_t node, const char *word)
{
    return t2s_child_word(m, node, word) != T2S_NO_NODE;
}

int32_t t2s_scope_of(const t2s_mutation *m, int32_t relation)
{
    return m->scopes.scope_of[m->scopes.relations.at[relation].node];
}

int32_t t2s_table_of(const t2s_mutation *m, int32_t relation)
{
    const t2s_sql_relation *at = &m->scopes.relations.at[relation];
    return at->origin == T2S_FROM_TABLE ? at->table : T2S_NO_ITEM;
}

int32_t t2s_relation_count(const t2s_mutation *m, int32_t scope)
{
    int32_t count = 0;
    t2s_for_each_relation (&m->scopes, scope, relation)
        count++;
    return count;
}

int32_t t2s_namesake(const t2s_mutation *m, int32_t table, int32_t column)
{
    const char *name = m->schema->columns[column].name;
    return t2s_schema_find_column(m->schema, table, name, strlen(name), NULL);
}

int32_t t2s_lone_core(const t2s_mutation *m)
{
    int32_t root = m->tree->root;
    int32_t core = t2s_child(m, root, T2S_RULE_select_core);
    return t2s_child(m, root, T2S_RULE_compound_operator) != T2S_NO_NODE ||
                   t2s_child(m, core, T2S_RULE_result_clause) == T2S_NO_NODE
               ? T2S_NO_NODE
               : core;
}

bool t2s_is_grouped(const t2s_mutation *m, int32_t node)
{
    int32_t scope = m->scopes.scope_of[node];
    return scope != T2S_NO_SCOPE &&
           t2s_child(m, m->scopes.scopes.at[scope].core,
                     T2S_RULE_group_by_clause) != T2S_NO_NODE;
}

int32_t t2s_aggregate(const t2s_mutation *m, int32_t expr)
{
    static const char *const names[] = {"count", "sum", "avg", "min", "max"};
    int32_t first = m->nodes[expr].first_child;
    int32_t name;
    if (first == T2S_NO_NODE || !t2s_is(m, first, T2S_RULE_function_name))
        return T2S_NO_NODE;
    name = t2s_sql_terminal(m->tree, first);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (t2s_reads(m, name, names[i]))
            return name;
    return T2S_NO_NODE;
}

bool t2s_is_count_star(const t2s_mutation *m, int32_t expr)
{
    return t2s_reads(m, t2s_aggregate(m, expr), "count") &&
           t2s_has_word(m, expr, "*");
}

bool t2s_is_used(const t2s_mutation *m, int32_t relation, int32_t column,
                 int places)
{
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        if (use->relation == relation && use->column == column &&
            (places & m->place[use->expr]))
            return true;
    }
    return false;
}

const t2sed_values *t2s_values_of(t2s_mutation *m, int32_t column)
{
    /* Enough for variety; text longer than this is no value to ask for. */
    static const t2sed_sample_options limits = {sizeof limits, 60, 60, 8192,
                                                1000};
    t2s_column_values *values = m->values;
    t2sed_values **sampled = &values->sampled[column];
    t2sed_status status = T2SED_OK;
    if (!values->asked[column])
        status = t2sed_database_sample(sampled, values->database,
                                       (size_t)column, &limits, NULL);
    m->failed |= status == T2SED_ENOMEM || t2s_interrupted();
    values->asked[column] = !m->failed;
    if (*sampled && (m->failed || t2sed_values_count(*sampled) == 0)) {
        t2sed_values_free(*sampled);
        *sampled = NULL;
    }
    return *sampled;
}

/* ------------------------------------------------------------ analysis */

static int place_of_rule(const t2s_mutation *m, int32_t node)
{
    static const struct {
        t2s_sql_rule rule;
        int place;
    } places[] = {
        {T2S_RULE_result_clause, T2S_IN_SELECT},
        {T2S_RULE_from_clause, T2S_IN_FROM},
        {T2S_RULE_where_clause, T2S_IN_WHERE},
        {T2S_RULE_group_by_clause, T2S_IN_GROUP},
        {T2S_RULE_order_by_stmt, T2S_IN_ORDER},
        {T2S_RULE_limit_stmt, T2S_IN_LIMIT},
        {T2S_RULE_select_core, T2S_IN_NONE},
        {T2S_RULE_select_stmt, T2S_IN_NONE},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (t2s_is(m, node, places[i].rule))
            return places[i].place;
    return 0;
}

static void find_places(t2s_mutation *m)
{
    t2s_for_each_node (m, node) {
        int32_t parent = m->nodes[node].parent;
        int own = place_of_rule(m, node);
        if (own || parent == T2S_NO_NODE)
            m->place[node] = (unsigned char)(own ? own : T2S_IN_NONE);
        else if (!m->place[node])
            m->place[node] = m->place[parent];
        if (t2s_reads(m, node, "HAVING") &&
            t2s_is(m, parent, T2S_RULE_group_by_clause))
            for (int32_t at = node; at != T2S_NO_NODE;
                 at = m->nodes[at].next_sibling)
                m->place[at] = T2S_IN_HAVING;
    }
}

/* The relation and column that a name means, seen from `scope` outwards. A
 * bare name that may come from something unknown is not guessed at. */
static bool find_column(t2s_mutation *m, int32_t scope, t2s_sql_word table,
                        t2s_sql_word name, t2s_use *use)
{
    for (; scope != T2S_NO_SCOPE; scope = m->scopes.scopes.at[scope].parent) {
        bool unknown = false;
        t2s_for_each_relation (&m->scopes, scope, relation) {
            int32_t at = t2s_table_of(m, relation);
            if (table.at &&
                !t2s_sql_same(table, m->scopes.relations.at[relation].name))
                continue;
            use->column = at == T2S_NO_ITEM
                              ? T2S_NO_ITEM
                              : t2s_schema_find_column(m->schema, at, name.at,
                                                       name.n, NULL);
            use->relation = relation;
            use->scope = t2s_scope_of(m, relation);
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

/* Notes the column that an expr is, if it is one; false if memory is short. */
static bool find_use(t2s_mutation *m, int32_t expr)
{
    int32_t first = m->nodes[expr].first_child;
    int32_t last = m->nodes[expr].last_child;
    t2s_sql_word table = {NULL, 0}, name;
    t2s_use use = {expr, T2S_NO_ITEM, -1, T2S_NO_SCOPE, false};
    if (!t2s_is(m, last, T2S_RULE_column_name) ||
        m->scopes.scope_of[expr] == T2S_NO_SCOPE)
        return true;
    if (t2s_is(m, first, T2S_RULE_table_name)) {
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

static bool has_upper(const t2s_mutation *m, int32_t node)
{
    const t2s_node *at = &m->nodes[node];
    for (uint32_t i = at->begin; i < at->end; i++)
        if (m->sql->text[i] >= 'A' && m->sql->text[i] <= 'Z')
            return true;
    return false;
}

/* Keywords as SELECT is written; names in lower case where all are. */
static void find_style(t2s_mutation *m)
{
    m->lower_keywords = !has_upper(m, t2s_sql_terminal(m->tree, m->tree->root));
    m->lower_names = true;
    for (size_t i = 0; i < m->uses.count; i++)
        m->lower_names &= !has_upper(m, m->uses.at[i].expr);
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
    m->nodes = sql->full.nodes;
    m->place = t2s_zalloc_array(count, sizeof *m->place);
    m->use_of = t2s_alloc_array(count, sizeof *m->use_of);
    if (!m->place || !m->use_of)
        return t2s_fail_memory(err);
    memset(m->use_of, -1, count * sizeof *m->use_of);
    status = t2s_sql_scopes_find(&m->scopes, m->tree, m->schema, err);
    if (status)
        return status;
    find_places(m);
    t2s_for_each_node (m, node)
        if (t2s_is(m, node, T2S_RULE_expr) && !find_use(m, node))
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
    t2s_vector_free(&m->edits);
    t2s_arena_free(&m->arena);
}
