#include "facts/query.h"

#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "facts/query_reader.h"

static t2s_query_role role_at(const t2s_query_reader *r, int32_t stmt)
{
    int32_t parent = r->tree->nodes[stmt].parent;
    if (t2s_sql_is(r->tree, parent, T2S_RULE_common_table_expression))
        return T2S_ROLE_FROM;
    switch (r->places[parent].clause) {
    case T2S_CLAUSE_FROM:
        return T2S_ROLE_FROM;
    case T2S_CLAUSE_ON:
    case T2S_CLAUSE_WHERE:
    case T2S_CLAUSE_HAVING:
        return T2S_ROLE_CONDITION;
    default:
        return T2S_ROLE_OTHER;
    }
}

static void add_scope(t2s_query_reader *r, int32_t core)
{
    int32_t stmt = r->tree->nodes[core].parent;
    t2s_query_scope scope = {0};
    scope.parent = r->places[stmt].scope;
    scope.compound = r->places[stmt].compound;
    if (scope.parent >= 0)
        scope.depth = r->query->scopes.at[scope.parent].depth + 1;
    if (stmt != r->tree->root) {
        scope.role = role_at(r, stmt);
    } else if (scope.compound) {
        scope.role = T2S_ROLE_COMPOUND;
    } else {
        scope.role = T2S_ROLE_MAIN;
        r->query->main = (int32_t)r->query->scopes.count;
    }
    r->places[core].scope = (int32_t)r->query->scopes.count;
    r->places[core].clause = T2S_CLAUSE_NONE;
    if (!t2s_vector_push(&r->query->scopes, scope))
        r->failed = true;
}

static t2s_query_compound compound_operator(const t2s_query_reader *r,
                                            int32_t node)
{
    int32_t word = r->tree->nodes[node].first_child;
    if (t2s_sql_says(r->tree, word, "INTERSECT"))
        return T2S_COMPOUND_INTERSECT;
    return t2s_sql_says(r->tree, word, "EXCEPT") ? T2S_COMPOUND_EXCEPT
                                                 : T2S_COMPOUND_UNION;
}

/* The clause that a node begins, or `outer`. */
static t2s_query_clause clause_of(const t2s_query_reader *r, int32_t node,
                                  t2s_query_clause outer)
{
    static const struct {
        t2s_sql_rule rule;
        t2s_query_clause clause;
    } clauses[] = {
        {T2S_RULE_select_stmt, T2S_CLAUSE_NONE},
        {T2S_RULE_result_clause, T2S_CLAUSE_SELECT},
        {T2S_RULE_from_clause, T2S_CLAUSE_FROM},
        {T2S_RULE_join_constraint, T2S_CLAUSE_ON},
        {T2S_RULE_where_clause, T2S_CLAUSE_WHERE},
        {T2S_RULE_group_by_clause, T2S_CLAUSE_GROUP},
        {T2S_RULE_limit_stmt, T2S_CLAUSE_LIMIT},
    };
    int32_t parent = r->tree->nodes[node].parent;
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (t2s_sql_is(r->tree, node, clauses[i].rule))
            return clauses[i].clause;
    if (t2s_sql_is(r->tree, node, T2S_RULE_order_by_stmt) &&
        t2s_sql_is(r->tree, parent, T2S_RULE_select_stmt))
        return T2S_CLAUSE_ORDER; /* that of a window is no clause */
    return outer;
}

static void set_place(t2s_query_reader *r, int32_t node)
{
    int32_t parent = r->tree->nodes[node].parent;
    t2s_query_place *at = &r->places[node];
    t2s_query_scope *scope;
    at->scope = parent == T2S_NO_NODE ? -1 : r->places[parent].scope;
    at->clause = parent == T2S_NO_NODE
                     ? T2S_CLAUSE_NONE
                     : clause_of(r, node, r->places[parent].clause);
    at->compound = T2S_NOT_COMPOUND;
    at->in_case =
        parent != T2S_NO_NODE &&
        !t2s_sql_is(r->tree, node, T2S_RULE_select_stmt) &&
        (r->places[parent].in_case ||
         t2s_sql_says(r->tree, r->tree->nodes[parent].first_child, "CASE"));
    if (t2s_sql_is(r->tree, node, T2S_RULE_select_core)) {
        add_scope(r, node);
        return;
    }
    if (t2s_sql_is(r->tree, node, T2S_RULE_compound_operator))
        r->places[parent].compound = compound_operator(r, node);
    if (t2s_sql_is(r->tree, parent, T2S_RULE_select_stmt) &&
        (t2s_sql_is(r->tree, node, T2S_RULE_order_by_stmt) ||
         t2s_sql_is(r->tree, node, T2S_RULE_limit_stmt))) {
        int32_t core = t2s_sql_child(r->tree, parent, T2S_RULE_select_core);
        at->scope = r->places[core].scope;
    }
    /* HAVING stands in the middle of its node. */
    if (t2s_sql_is(r->tree, parent, T2S_RULE_group_by_clause) &&
        t2s_sql_says(r->tree, node, "HAVING"))
        r->places[parent].clause = at->clause = T2S_CLAUSE_HAVING;
    if (at->scope < 0 || at->clause == T2S_CLAUSE_NONE)
        return;
    scope = &r->query->scopes.at[at->scope];
    /* The node of GROUP BY may hold HAVING alone. */
    if (!t2s_sql_is(r->tree, node, T2S_RULE_group_by_clause))
        scope->has[at->clause] = true;
    if (t2s_sql_is(r->tree, node, T2S_RULE_result_column))
        scope->selected++;
}

/* ------------------------------------------------------------- reading */

static t2sed_status read(t2s_query_reader *r, const t2sed_schema *schema,
                         t2sed_error *err)
{
    const t2s_tree *tree = r->tree;
    t2s_sql_scopes *in_sight = &r->query->in_sight;
    t2sed_status status = t2s_sql_scopes_find(in_sight, tree, schema, err);
    if (status)
        return status;
    r->places = t2s_alloc_array(tree->count, sizeof *r->places);
    if (!r->places)
        return t2s_fail_memory(err);
    for (int32_t node = tree->root; node != T2S_NO_NODE && !r->failed;
         node = t2s_tree_next(tree, tree->root, node))
        set_place(r, node);
    for (int32_t node = tree->root;
         node != T2S_NO_NODE && !r->failed && in_sight->work > 0;
         node = t2s_tree_next(tree, tree->root, node)) {
        r->query->tokens += t2s_tree_is_terminal(tree, node);
        t2s_query_list_node(r, node);
    }
    if (!r->failed && in_sight->work > 0)
        t2s_query_list_conditions(r);
    if (r->failed || in_sight->failed)
        return t2s_fail_memory(err);
    if (in_sight->work == 0)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: the names in the query refer to each other in "
                        "too many ways to be followed");
    t2s_query_find_parts(r->query, schema);
    return T2SED_OK;
}

t2sed_status t2s_query_read(t2s_query *query, const t2sed_sql *sql,
                            const t2sed_schema *schema, t2sed_error *err)
{
    t2s_query made = {.tree = &sql->full, .has_all_columns = true};
    t2s_query_reader r = {.tree = &sql->full, .query = &made};
    t2sed_status status = read(&r, schema, err);
    t2s_free(r.places);
    if (status)
        t2s_query_free(&made);
    else
        *query = made;
    return status;
}

void t2s_query_free(t2s_query *query)
{
    t2s_sql_scopes_free(&query->in_sight);
    t2s_vector_free(&query->uses);
    t2s_vector_free(&query->scopes);
    t2s_vector_free(&query->columns);
    t2s_vector_free(&query->conditions);
    t2s_vector_free(&query->tests);
    t2s_arena_free(&query->arena);
}

size_t t2s_query_column_from(const t2s_query *query, uint32_t byte)
{
    size_t low = 0, high = query->columns.count;
    /* Names of columns do not lie in each other: they are in order. */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (query->tree->nodes[query->columns.at[middle].expr].begin < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const t2s_named_column *t2s_query_column_at(const t2s_query *query,
                                            int32_t expr)
{
    const size_t i =
        expr == T2S_NO_NODE
            ? query->columns.count
            : t2s_query_column_from(query, query->tree->nodes[expr].begin);
    return i < query->columns.count && query->columns.at[i].expr == expr
               ? &query->columns.at[i]
               : NULL;
}

bool t2s_query_reads_table(const t2s_query *query, int32_t table)
{
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_TABLE && use->index == table)
            return true;
    return false;
}

bool t2s_query_names_column(const t2s_query *query, int32_t column)
{
    for (size_t i = 0; i < query->columns.count; i++)
        if (query->columns.at[i].column == column)
            return true;
    return false;
}

int32_t t2s_query_relation_of(const t2s_query *query, const t2s_side *side)
{
    const t2s_named_column *name = t2s_query_column_at(query, side->name);
    return name && name->from == T2S_FROM_RELATION ? name->relation : -1;
}

/* ------------------------------------------------------ unknown names */

/* SQLite joins as many; each name is compared with all, so that more of them,
 * in subqueries, would cost too much. */
#define MOST_TABLES 64

static bool begins(const t2s_query_use *use, const char *prefix)
{
    size_t n = strlen(prefix);
    return use->text && use->length >= n &&
           t2s_casecmp_n(use->text, n, prefix, n) == 0;
}

static bool is_called(const t2s_query_use *use, const char *name)
{
    return use->length == strlen(name) && begins(use, name);
}

static bool is_unknown_table(const t2s_query_use *use)
{
    return use->kind == T2S_USES_TABLE && use->index == T2S_NO_ITEM;
}

bool t2s_is_unknown_table(const t2s_query_use *use)
{
    return is_unknown_table(use) && use->text && !begins(use, "sqlite_") &&
           !begins(use, "pragma_");
}

bool t2s_is_unknown_column(const t2s_query_use *use)
{
    static const char *const hidden[] = {"rowid", "oid", "_rowid_"};
    if (use->kind != T2S_USES_UNKNOWN || !use->text)
        return false;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (is_called(use, hidden[i]))
            return false;
    return !begins(use, "column"); /* column1: of VALUES */
}

/* Whether a column is called as one of the tables: full-text search, whose
 * tables have columns that nobody declares. */
static bool is_own_column(const t2s_query_use *use,
                          const t2s_query_use *const *tables, size_t count)
{
    if (use->kind != T2S_USES_UNKNOWN || !use->text)
        return false;
    for (size_t i = 0; i < count; i++)
        if (tables[i]->text && is_called(use, tables[i]->text))
            return true;
    return false;
}

bool t2s_query_knows_columns(const t2s_query *query)
{
    const t2s_query_use *tables[MOST_TABLES];
    size_t count = 0;
    t2s_for_each_use (query, use) {
        if (use->kind != T2S_USES_TABLE)
            continue;
        if (count == MOST_TABLES)
            return false;
        tables[count++] = use;
    }
    t2s_for_each_use (query, use) {
        if (is_unknown_table(use) || is_own_column(use, tables, count) ||
            (use->kind == T2S_USES_FUNCTION && use->clause == T2S_CLAUSE_FROM))
            return false;
    }
    return true;
}

size_t t2s_query_unknown_names(const t2s_query *query)
{
    bool columns = t2s_query_knows_columns(query);
    size_t count = 0;
    for (size_t i = 0; i < query->uses.count; i++)
        count += t2s_is_unknown_table(&query->uses.at[i]) ||
                 (columns && t2s_is_unknown_column(&query->uses.at[i]));
    return count;
}
