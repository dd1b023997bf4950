#include "sql/changes.h"

#include "schema/schema.h"
#include "sql/scope.h"

/* Whether something has a column: a subquery over a table that the schema
 * lacks may or may not. */
typedef enum answer { NO, YES, UNKNOWN } answer;

typedef struct resolver {
    t2s_sql_scopes scopes;
    t2s_sql_change *changes;
    uint32_t lookups;            /* numbers them, for scopes' `visited` */
    T2S_VECTOR(int32_t) pending; /* relations that a lookup has yet to ask */
    bool failed;                 /* memory was short */
} resolver;

static void ask_later(resolver *r, int32_t relation)
{
    if (!t2s_vector_push(&r->pending, relation))
        r->failed = true;
}

static void ask_all_of(resolver *r, int32_t scope)
{
    t2s_sql_scope *at = &r->scopes.scopes.at[scope];
    if (at->visited == r->lookups)
        return;
    at->visited = r->lookups;
    for (int32_t i = at->first; i >= 0; i = r->scopes.relations.at[i].next)
        ask_later(r, i);
}

/* The column_name of an expr that is a column, however qualified. */
static int32_t column_of(const t2s_tree *tree, int32_t expr)
{
    int32_t last = tree->nodes[expr].last_child;
    return t2s_sql_is(tree, last, T2S_RULE_column_name) ? last : T2S_NO_NODE;
}

/* Whether a result_column is called that; a star is asked about later. */
static answer result_column_has(resolver *r, int32_t node, int32_t scope,
                                t2s_sql_word name)
{
    const t2s_tree *tree = r->scopes.tree;
    int32_t first = tree->nodes[node].first_child;
    int32_t alias = t2s_sql_child(tree, node, T2S_RULE_column_alias);
    if (alias == T2S_NO_NODE && t2s_sql_is(tree, first, T2S_RULE_expr))
        alias = column_of(tree, first);
    if (alias != T2S_NO_NODE)
        return t2s_sql_same(name, t2s_sql_unquoted(&r->scopes, alias)) ? YES
                                                                       : NO;
    if (t2s_sql_is(tree, first, T2S_RULE_table_name)) {
        t2s_sql_word table = t2s_sql_unquoted(&r->scopes, first);
        for (int32_t i = r->scopes.scopes.at[scope].first; i >= 0;
             i = r->scopes.relations.at[i].next)
            if (t2s_sql_same(table, r->scopes.relations.at[i].name))
                ask_later(r, i);
    } else if (t2s_tree_is_terminal(tree, first)) {
        ask_all_of(r, scope);
    }
    return NO;
}

static answer query_has(resolver *r, int32_t query, t2s_sql_word name)
{
    const t2s_tree *tree = r->scopes.tree;
    int32_t core = t2s_sql_child(tree, query, T2S_RULE_select_core);
    int32_t clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (clause == T2S_NO_NODE)
        return UNKNOWN; /* VALUES */
    t2s_tree_for_each_child (tree, clause, column) {
        if (!t2s_sql_spend(&r->scopes))
            return UNKNOWN;
        if (t2s_sql_is(tree, column, T2S_RULE_result_column) &&
            result_column_has(r, column, r->scopes.scope_of[core], name) == YES)
            return YES;
    }
    return NO;
}

static answer columns_have(resolver *r, int32_t first, t2s_sql_word name)
{
    const t2s_tree *tree = r->scopes.tree;
    for (int32_t at = first; at != T2S_NO_NODE;
         at = tree->nodes[at].next_sibling)
        if (t2s_sql_is(tree, at, T2S_RULE_column_name) &&
            t2s_sql_same(name, t2s_sql_unquoted(&r->scopes, at)))
            return YES;
    return NO;
}

/* Asks one relation; those that its stars stand for are put on the list. */
static answer ask(resolver *r, int32_t relation, t2s_sql_word name)
{
    const t2s_sql_relation *at = &r->scopes.relations.at[relation];
    switch (at->origin) {
    case T2S_FROM_TABLE:
        if (!r->scopes.schema || at->table == T2S_NO_ITEM)
            return UNKNOWN;
        return t2s_schema_find_column(r->scopes.schema, at->table, name.at,
                                      name.n, NULL) == T2S_NO_ITEM
                   ? NO
                   : YES;
    case T2S_FROM_QUERY:
        if (at->columns != T2S_NO_NODE)
            return columns_have(r, at->columns, name);
        return query_has(r, at->query, name);
    case T2S_FROM_TABLES:
        ask_all_of(r, at->inner);
        return NO;
    default:
        return UNKNOWN;
    }
}

static answer has_column(resolver *r, int32_t relation, t2s_sql_word name)
{
    answer best = NO;
    r->lookups++;
    r->pending.count = 0;
    ask_later(r, relation);
    while (r->pending.count > 0 && !r->failed) {
        answer now = ask(r, r->pending.at[--r->pending.count], name);
        if (now == YES)
            return YES;
        if (now == UNKNOWN)
            best = UNKNOWN;
        if (!t2s_sql_spend(&r->scopes))
            return UNKNOWN;
    }
    return best;
}

/* Whether a result column of the scope's SELECT has that alias. */
static bool is_result_alias(resolver *r, int32_t scope, t2s_sql_word name)
{
    const t2s_tree *tree = r->scopes.tree;
    int32_t core = r->scopes.scopes.at[scope].core;
    int32_t clause = core == T2S_NO_NODE
                         ? T2S_NO_NODE
                         : t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (clause == T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (tree, clause, column) {
        int32_t alias = t2s_sql_child(tree, column, T2S_RULE_column_alias);
        if (!t2s_sql_spend(&r->scopes))
            return false;
        if (alias != T2S_NO_NODE &&
            t2s_sql_same(name, t2s_sql_unquoted(&r->scopes, alias)))
            return true;
    }
    return false;
}

/*
 * Puts the table before a bare column: the first in FROM that has it, or in
 * the FROM of the query around, and so on. A name that may belong to something
 * unknown stays as it is.
 */
static void resolve_column(resolver *r, int32_t expr, int32_t column)
{
    const t2s_tree *tree = r->scopes.tree;
    t2s_sql_word name = t2s_sql_unquoted(&r->scopes, column);
    int32_t scope = r->scopes.scope_of[expr];
    bool lone_in_order =
        t2s_sql_is(tree, tree->nodes[expr].parent, T2S_RULE_ordering_term);
    if (!name.at) {
        r->failed = true;
        return;
    }
    for (; scope != T2S_NO_SCOPE; scope = r->scopes.scopes.at[scope].parent) {
        bool unknown = false;
        if (lone_in_order && is_result_alias(r, scope, name))
            return;
        for (int32_t i = r->scopes.scopes.at[scope].first; i >= 0;
             i = r->scopes.relations.at[i].next) {
            answer found = has_column(r, i, name);
            if (found == YES) {
                r->changes[expr].text = r->scopes.relations.at[i].shown;
                return;
            }
            unknown = unknown || found == UNKNOWN;
        }
        if (unknown || is_result_alias(r, scope, name))
            return;
    }
}

/* Replaces an alias before a dot by the table that it stands for. */
static void resolve_table(resolver *r, int32_t node, int32_t table)
{
    t2s_sql_word name = t2s_sql_unquoted(&r->scopes, table);
    int32_t scope = r->scopes.scope_of[node];
    for (; scope != T2S_NO_SCOPE; scope = r->scopes.scopes.at[scope].parent)
        for (int32_t i = r->scopes.scopes.at[scope].first; i >= 0;
             i = r->scopes.relations.at[i].next) {
            const t2s_sql_relation *at = &r->scopes.relations.at[i];
            if (!t2s_sql_spend(&r->scopes))
                return;
            if (!t2s_sql_same(name, at->name))
                continue;
            if (at->aliased)
                r->changes[t2s_sql_terminal(r->scopes.tree, table)].text =
                    at->shown;
            return;
        }
}

/* "AS alias" after a table's name goes. */
static void drop_alias(resolver *r, int32_t node)
{
    const t2s_tree *tree = r->scopes.tree;
    bool after_name = false;
    if (t2s_sql_child(tree, node, T2S_RULE_table_name) == T2S_NO_NODE ||
        t2s_sql_child(tree, node, T2S_RULE_table_alias) == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, node, child) {
        bool alias = t2s_sql_is(tree, child, T2S_RULE_table_alias);
        /* After the name comes AS, where it is written, and then the alias. */
        if (alias || (after_name && t2s_tree_is_terminal(tree, child)))
            r->changes[child].dropped = true;
        if (alias)
            return;
        after_name = after_name || t2s_sql_is(tree, child, T2S_RULE_table_name);
    }
}

static void resolve_node(resolver *r, int32_t node)
{
    const t2s_tree *tree = r->scopes.tree;
    int32_t first = tree->nodes[node].first_child;
    if (t2s_sql_is(tree, node, T2S_RULE_table_or_subquery)) {
        drop_alias(r, node);
    } else if (t2s_sql_is(tree, node, T2S_RULE_result_column) ||
               t2s_sql_is(tree, node, T2S_RULE_expr)) {
        if (t2s_sql_is(tree, first, T2S_RULE_table_name))
            resolve_table(r, node, first);
        else if (r->scopes.schema &&
                 t2s_sql_is(tree, first, T2S_RULE_column_name))
            resolve_column(r, node, first);
    }
}

t2sed_status t2s_sql_resolve(t2s_sql_change *changes, const t2sed_sql *sql,
                             const t2sed_schema *schema, t2sed_error *err)
{
    resolver r = {0};
    const t2s_tree *tree = &sql->full;
    t2sed_status status;
    r.changes = changes;
    status = t2s_sql_scopes_find(&r.scopes, tree, schema, err);
    for (int32_t node = tree->root;
         !status && node != T2S_NO_NODE && !r.failed && r.scopes.work > 0;
         node = t2s_tree_next(tree, tree->root, node))
        resolve_node(&r, node);
    if (!status && (r.failed || r.scopes.failed))
        status = t2s_fail_memory(err);
    else if (!status && r.scopes.work == 0)
        status = t2s_fail(err, T2SED_ELIMIT, -1,
                          "SQL: the names in the query refer to each other in "
                          "too many ways to be resolved");
    t2s_sql_scopes_free(&r.scopes);
    t2s_vector_free(&r.pending);
    return status;
}
