#include "sql/scope.h"

#include <string.h>

#include "schema/schema.h"

bool t2s_sql_spend(t2s_sql_scopes *scopes)
{
    if (scopes->work == 0)
        return false;
    scopes->work--;
    return true;
}

bool t2s_sql_is(const t2s_tree *tree, int32_t node, t2s_sql_rule rule)
{
    return node != T2S_NO_NODE &&
           tree->nodes[node].label == t2s_sql_rule_names[rule];
}

bool t2s_sql_says(const t2s_tree *tree, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && tree->nodes[node].text &&
           t2s_casecmp(tree->nodes[node].text, word) == 0;
}

int32_t t2s_sql_child(const t2s_tree *tree, int32_t node, t2s_sql_rule rule)
{
    int32_t child = t2s_sql_first(tree, node);
    while (child != T2S_NO_NODE && !t2s_sql_is(tree, child, rule))
        child = tree->nodes[child].next_sibling;
    return child;
}

int32_t t2s_sql_child_word(const t2s_tree *tree, int32_t node, const char *word)
{
    int32_t child = t2s_sql_first(tree, node);
    while (child != T2S_NO_NODE && !t2s_sql_says(tree, child, word))
        child = tree->nodes[child].next_sibling;
    return child;
}

int32_t t2s_sql_group_next(const t2s_tree *tree, int32_t clause, int32_t term)
{
    term = term == T2S_NO_NODE ? t2s_sql_first(tree, clause)
                               : tree->nodes[term].next_sibling;
    while (term != T2S_NO_NODE && !t2s_sql_is(tree, term, T2S_RULE_expr))
        term = t2s_sql_says(tree, term, "HAVING")
                   ? T2S_NO_NODE
                   : tree->nodes[term].next_sibling;
    return term;
}

bool t2s_sql_is_ordered(const t2sed_sql *sql)
{
    return t2s_sql_child(&sql->full, sql->full.root, T2S_RULE_order_by_stmt) !=
           T2S_NO_NODE;
}

int32_t t2s_sql_terminal(const t2s_tree *tree, int32_t node)
{
    while (tree->nodes[node].first_child != T2S_NO_NODE)
        node = tree->nodes[node].first_child;
    return node;
}

t2s_sql_word t2s_sql_bare_word(const t2s_tree *tree, int32_t node)
{
    t2s_sql_word word = {NULL, 0};
    if (node == T2S_NO_NODE)
        return word;
    node = t2s_sql_terminal(tree, node);
    word.at = tree->nodes[node].text;
    word.n = tree->nodes[node].text_length;
    if (word.n >= 2 && strchr("\"`['", word.at[0])) {
        word.at++;
        word.n -= 2;
    }
    return word;
}

t2s_sql_word t2s_sql_unquoted(t2s_sql_scopes *scopes, int32_t node)
{
    const t2s_node *at =
        &scopes->tree->nodes[t2s_sql_terminal(scopes->tree, node)];
    t2s_sql_word word = {at->text, at->text_length};
    char quote = word.at[0], *plain;
    size_t n = 0;
    if (quote != '"' && quote != '`' && quote != '\'' && quote != '[')
        return word;
    word.at++;
    word.n -= 2;
    if (quote == '[' || !memchr(word.at, quote, word.n))
        return word;
    plain = t2s_arena_alloc(&scopes->arena, word.n);
    scopes->failed |= !plain;
    for (size_t i = 0; plain && i < word.n; i++) {
        plain[n++] = word.at[i];
        if (word.at[i] == quote)
            i++;
    }
    word.at = plain;
    word.n = n;
    return word;
}

bool t2s_sql_same(t2s_sql_word a, t2s_sql_word b)
{
    return a.n == b.n && a.at && b.at &&
           t2s_casecmp_n(a.at, a.n, b.at, b.n) == 0;
}

static int32_t add_scope(t2s_sql_scopes *scopes, int32_t parent, int32_t core)
{
    t2s_sql_scope scope = {parent, core, -1, -1, 0};
    if (!t2s_vector_push(&scopes->scopes, scope))
        return T2S_NO_SCOPE;
    return (int32_t)scopes->scopes.count - 1;
}

static bool add_relation(t2s_sql_scopes *scopes, int32_t scope,
                         t2s_sql_relation relation)
{
    int32_t added = (int32_t)scopes->relations.count;
    t2s_sql_scope *in = &scopes->scopes.at[scope];
    relation.next = -1;
    relation.scope = scope;
    if (!t2s_vector_push(&scopes->relations, relation))
        return false;
    if (in->last < 0)
        in->first = added;
    else
        scopes->relations.at[in->last].next = added;
    in->last = added;
    return true;
}

int32_t t2s_sql_find_cte(t2s_sql_scopes *scopes, int32_t node,
                         t2s_sql_word name)
{
    const t2s_tree *tree = scopes->tree;
    for (; node != T2S_NO_NODE; node = tree->nodes[node].parent) {
        int32_t with = tree->nodes[node].first_child;
        if (!t2s_sql_spend(scopes))
            return T2S_NO_NODE;
        if (!t2s_sql_is(tree, node, T2S_RULE_select_stmt) ||
            !t2s_sql_is(tree, with, T2S_RULE_common_table_stmt))
            continue;
        t2s_tree_for_each_child (tree, with, cte)
            if (t2s_sql_spend(scopes) &&
                t2s_sql_is(tree, cte, T2S_RULE_common_table_expression) &&
                t2s_sql_same(name, t2s_sql_unquoted(
                                       scopes, tree->nodes[cte].first_child)))
                return cte;
    }
    return T2S_NO_NODE;
}

static void describe_table(t2s_sql_scopes *scopes, int32_t node, int32_t name,
                           t2s_sql_relation *relation)
{
    const t2s_tree *tree = scopes->tree;
    bool qualified =
        t2s_sql_child(tree, node, T2S_RULE_database_name) != T2S_NO_NODE;
    int32_t cte = qualified ? T2S_NO_NODE
                            : t2s_sql_find_cte(scopes, node, relation->name);
    relation->shown = tree->nodes[t2s_sql_terminal(tree, name)].text;
    if (cte != T2S_NO_NODE) {
        relation->origin = T2S_FROM_QUERY;
        relation->query = t2s_sql_child(tree, cte, T2S_RULE_select_stmt);
        relation->columns = t2s_sql_child(tree, cte, T2S_RULE_column_name);
    } else if (scopes->schema && relation->name.at) {
        relation->table = t2s_schema_find_table(
            scopes->schema, relation->name.at, relation->name.n);
    }
}

/* Puts a table_or_subquery into its scope. */
static bool enter(t2s_sql_scopes *scopes, int32_t node)
{
    const t2s_tree *tree = scopes->tree;
    int32_t scope = scopes->scope_of[node];
    int32_t table = t2s_sql_child(tree, node, T2S_RULE_table_name);
    int32_t query = t2s_sql_child(tree, node, T2S_RULE_select_stmt);
    int32_t function = t2s_sql_child(tree, node, T2S_RULE_table_function_name);
    int32_t alias = t2s_sql_child(tree, node, T2S_RULE_table_alias);
    t2s_sql_relation relation = {
        T2S_FROM_TABLE, {NULL, 0},   NULL, false, T2S_NO_NODE, T2S_NO_NODE,
        T2S_NO_SCOPE,   T2S_NO_ITEM, -1,   node,  scope};
    if (table != T2S_NO_NODE) {
        relation.name = t2s_sql_unquoted(scopes, table);
        describe_table(scopes, node, table, &relation);
    } else if (query != T2S_NO_NODE) {
        relation.origin = T2S_FROM_QUERY;
        relation.query = query;
    } else if (function != T2S_NO_NODE) {
        relation.origin = T2S_FROM_FUNCTION;
        relation.name = t2s_sql_unquoted(scopes, function);
        relation.shown = tree->nodes[t2s_sql_terminal(tree, function)].text;
    } else if (alias != T2S_NO_NODE) {
        /* What stands in the parentheses is seen through the alias only. */
        relation.origin = T2S_FROM_TABLES;
        relation.inner =
            add_scope(scopes, scopes->scopes.at[scope].parent, T2S_NO_NODE);
        if (relation.inner == T2S_NO_SCOPE)
            return false;
        scopes->scope_of[node] = relation.inner;
    } else {
        return true;
    }
    if (alias != T2S_NO_NODE) {
        relation.name = t2s_sql_unquoted(scopes, alias);
        if (table != T2S_NO_NODE)
            relation.aliased = true;
        else
            relation.shown = tree->nodes[t2s_sql_terminal(tree, alias)].text;
    }
    return add_relation(scopes, scope, relation);
}

/* The scope that a node's names are looked up in, from its parent's. */
static bool place(t2s_sql_scopes *scopes, int32_t node)
{
    const t2s_tree *tree = scopes->tree;
    int32_t parent = tree->nodes[node].parent;
    int32_t scope =
        parent == T2S_NO_NODE ? T2S_NO_SCOPE : scopes->scope_of[parent];
    if (t2s_sql_is(tree, node, T2S_RULE_select_core)) {
        scope = add_scope(scopes, scope, node);
        if (scope == T2S_NO_SCOPE)
            return false;
    } else if (t2s_sql_is(tree, parent, T2S_RULE_select_stmt) &&
               (t2s_sql_is(tree, node, T2S_RULE_order_by_stmt) ||
                t2s_sql_is(tree, node, T2S_RULE_limit_stmt))) {
        /* It orders the rows of the (first) SELECT beside it. */
        scope =
            scopes->scope_of[t2s_sql_child(tree, parent, T2S_RULE_select_core)];
    } else if (t2s_sql_is(tree, node, T2S_RULE_select_stmt) &&
               t2s_sql_is(tree, parent, T2S_RULE_table_or_subquery)) {
        /* A subquery in FROM does not see the tables beside it. */
        scope = scopes->scopes.at[scope].parent;
    }
    scopes->scope_of[node] = scope;
    return !t2s_sql_is(tree, node, T2S_RULE_table_or_subquery) ||
           enter(scopes, node);
}

t2sed_status t2s_sql_scopes_find(t2s_sql_scopes *scopes, const t2s_tree *tree,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    scopes->tree = tree;
    scopes->schema = schema;
    scopes->work = 5000000;
    scopes->scope_of = t2s_alloc_array(tree->count, sizeof(int32_t));
    if (!scopes->scope_of)
        return t2s_fail_memory(err);
    t2s_tree_for_each (tree, tree->root, node)
        if (!place(scopes, node))
            return t2s_fail_memory(err);
    return T2SED_OK;
}

void t2s_sql_scopes_free(t2s_sql_scopes *scopes)
{
    t2s_free(scopes->scope_of);
    t2s_vector_free(&scopes->scopes);
    t2s_vector_free(&scopes->relations);
    t2s_vector_free(&scopes->pending);
    t2s_arena_free(&scopes->arena);
}
