/* Names of tables for their aliases, and tables before bare columns. */
#include "sql/changes.h"
#include "sql/scope.h"

typedef struct resolver {
    t2s_sql_scopes scopes;
    t2s_sql_change *changes;
} resolver;

/*
 * Puts the table before a bare column: the first in FROM that has it, or in
 * the FROM of the query around, and so on. A name that may belong to something
 * unknown stays as it is.
 */
static void resolve_column(resolver *r, int32_t expr)
{
    t2s_sql_name name = t2s_sql_find_name(&r->scopes, expr);
    if (name.relation >= 0 && !name.is_alias && !name.is_unknown)
        r->changes[expr].text = r->scopes.relations.at[name.relation].shown;
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
            resolve_column(r, node);
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
         !status && node != T2S_NO_NODE && r.scopes.work > 0;
         node = t2s_tree_next(tree, tree->root, node))
        resolve_node(&r, node);
    if (!status && r.scopes.failed)
        status = t2s_fail_memory(err);
    else if (!status && r.scopes.work == 0)
        status = t2s_fail(err, T2SED_ELIMIT, -1,
                          "SQL: the names in the query refer to each other in "
                          "too many ways to be resolved");
    t2s_sql_scopes_free(&r.scopes);
    return status;
}
