/* What each column's name of a query stands for. */
#include "facts/query_reader.h"

/* Names that stand for names that stand for names, and stars within stars, are
 * followed so far; a WITH table that reads itself has no end. */
#define MAX_STEPS 64

/* A name to be looked up. */
typedef struct wanted {
    t2s_sql_word table; /* .at NULL: a bare name */
    t2s_sql_word column;
    int32_t scope;
    bool is_alias_first; /* alone in ORDER BY */
} wanted;

static const t2s_resolved_name nothing = {T2S_NO_ITEM, T2S_NO_NODE, -1};

static bool is_found(t2s_resolved_name found)
{
    return found.column != T2S_NO_ITEM || found.expression != T2S_NO_NODE;
}

bool t2s_is_column_name(const t2s_tree *tree, int32_t expr)
{
    return t2s_sql_is(tree, expr, T2S_RULE_expr) &&
           t2s_sql_is(tree, tree->nodes[expr].last_child, T2S_RULE_column_name);
}

static wanted wanted_at(t2s_sql_scopes *scopes, int32_t expr)
{
    const t2s_tree *tree = scopes->tree;
    int32_t table = t2s_sql_child(tree, expr, T2S_RULE_table_name);
    wanted name = {{NULL, 0}, {NULL, 0}, scopes->scope_of[expr], false};
    if (table != T2S_NO_NODE)
        name.table = t2s_sql_unquoted(scopes, table);
    name.column = t2s_sql_unquoted(scopes, tree->nodes[expr].last_child);
    name.is_alias_first =
        table == T2S_NO_NODE &&
        t2s_sql_is(tree, tree->nodes[expr].parent, T2S_RULE_ordering_term);
    return name;
}

/* The expr that a result_column of that name consists of, or T2S_NO_NODE. */
static int32_t named_expression(t2s_sql_scopes *scopes, int32_t column,
                                t2s_sql_word name, bool aliases_only)
{
    const t2s_tree *tree = scopes->tree;
    int32_t expr = tree->nodes[column].first_child, spelled;
    if (!t2s_sql_is(tree, expr, T2S_RULE_expr))
        return T2S_NO_NODE;
    spelled = t2s_sql_child(tree, column, T2S_RULE_column_alias);
    if (spelled == T2S_NO_NODE && !aliases_only &&
        t2s_is_column_name(tree, expr))
        spelled = tree->nodes[expr].last_child;
    return spelled != T2S_NO_NODE &&
                   t2s_sql_same(name, t2s_sql_unquoted(scopes, spelled))
               ? expr
               : T2S_NO_NODE;
}

/* The same for a SELECT's result columns. */
static int32_t find_result(t2s_sql_scopes *scopes, int32_t core,
                           t2s_sql_word name, bool aliases_only)
{
    const t2s_tree *tree = scopes->tree;
    int32_t clause = core == T2S_NO_NODE
                         ? T2S_NO_NODE
                         : t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (clause == T2S_NO_NODE)
        return T2S_NO_NODE;
    t2s_tree_for_each_child (tree, clause, column) {
        int32_t expr;
        if (!t2s_sql_spend(scopes))
            break;
        expr = named_expression(scopes, column, name, aliases_only);
        if (expr != T2S_NO_NODE)
            return expr;
    }
    return T2S_NO_NODE;
}

/* The expr at the place that `name` has among the column_names from `first`
 * on, which name a query's columns. */
static int32_t find_renamed(t2s_sql_scopes *scopes, int32_t core, int32_t first,
                            t2s_sql_word name)
{
    const t2s_tree *tree = scopes->tree;
    int32_t clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    int32_t column =
        clause == T2S_NO_NODE ? clause : tree->nodes[clause].first_child;
    /* Commas stand between both. */
    for (int32_t at = first; at != T2S_NO_NODE && column != T2S_NO_NODE;
         at = tree->nodes[at].next_sibling,
                 column = tree->nodes[column].next_sibling) {
        int32_t expr = tree->nodes[column].first_child;
        if (!t2s_sql_spend(scopes))
            break;
        if (t2s_tree_is_terminal(tree, column))
            continue;
        /* Behind a star, places are not known. */
        if (!t2s_sql_is(tree, at, T2S_RULE_column_name) ||
            !t2s_sql_is(tree, expr, T2S_RULE_expr))
            break;
        if (t2s_sql_same(name, t2s_sql_unquoted(scopes, at)))
            return expr;
    }
    return T2S_NO_NODE;
}

/* Relations that are still to be asked for a name. */
typedef struct asking {
    int32_t relations[MAX_STEPS];
    size_t next, count;
} asking;

/* Puts the relations of a scope on the list, those called `table` if that is
 * given. */
static void ask_scope(t2s_sql_scopes *scopes, asking *list, int32_t scope,
                      t2s_sql_word table)
{
    for (int32_t i = scopes->scopes.at[scope].first;
         i >= 0 && list->count < MAX_STEPS; i = scopes->relations.at[i].next)
        if (t2s_sql_spend(scopes) &&
            (!table.at || t2s_sql_same(table, scopes->relations.at[i].name)))
            list->relations[list->count++] = i;
}

/* Puts what the stars of a SELECT stand for on the list. */
static void ask_stars(t2s_sql_scopes *scopes, asking *list, int32_t core)
{
    const t2s_tree *tree = scopes->tree;
    int32_t clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    int32_t scope = scopes->scope_of[core];
    if (clause == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, clause, column) {
        static const t2s_sql_word any = {NULL, 0};
        int32_t first = tree->nodes[column].first_child;
        if (!t2s_sql_spend(scopes))
            return;
        if (!t2s_sql_is(tree, column, T2S_RULE_result_column))
            continue;
        if (t2s_tree_is_terminal(tree, first))
            ask_scope(scopes, list, scope, any);
        else if (t2s_sql_is(tree, first, T2S_RULE_table_name))
            ask_scope(scopes, list, scope, t2s_sql_unquoted(scopes, first));
    }
}

static t2s_resolved_name ask(t2s_sql_scopes *scopes, asking *list,
                             int32_t relation, t2s_sql_word name)
{
    const t2s_sql_relation *at = &scopes->relations.at[relation];
    static const t2s_sql_word any = {NULL, 0};
    t2s_resolved_name found = nothing;
    if (at->origin == T2S_FROM_TABLE && at->table != T2S_NO_ITEM) {
        found.column = t2s_schema_find_column(scopes->schema, at->table,
                                              name.at, name.n, NULL);
    } else if (at->origin == T2S_FROM_QUERY) {
        int32_t core =
            t2s_sql_child(scopes->tree, at->query, T2S_RULE_select_core);
        if (at->columns != T2S_NO_NODE) {
            found.expression = find_renamed(scopes, core, at->columns, name);
            return found;
        }
        found.expression = find_result(scopes, core, name, false);
        if (found.expression == T2S_NO_NODE)
            ask_stars(scopes, list, core);
    } else if (at->origin == T2S_FROM_TABLES) {
        ask_scope(scopes, list, at->inner, any);
    }
    return found;
}

static t2s_resolved_name ask_relation(t2s_sql_scopes *scopes, int32_t relation,
                                      t2s_sql_word name)
{
    asking list = {{relation}, 0, 1};
    while (list.next < list.count) {
        t2s_resolved_name found =
            ask(scopes, &list, list.relations[list.next++], name);
        if (is_found(found) || !t2s_sql_spend(scopes))
            return found;
    }
    return nothing;
}

/* One name, from its scope outwards, through no more than FROM. */
static t2s_resolved_name look_up(t2s_sql_scopes *scopes, const wanted *name)
{
    t2s_resolved_name found = nothing;
    if (!name->column.at)
        return found;
    for (int32_t scope = name->scope; scope != T2S_NO_SCOPE;
         scope = scopes->scopes.at[scope].parent) {
        int32_t core = scopes->scopes.at[scope].core, relation = -1;
        int32_t alias = name->is_alias_first
                            ? find_result(scopes, core, name->column, true)
                            : T2S_NO_NODE;
        for (int32_t i = scopes->scopes.at[scope].first;
             i >= 0 && !is_found(found); i = scopes->relations.at[i].next) {
            if (!t2s_sql_spend(scopes))
                return nothing;
            if (name->table.at &&
                !t2s_sql_same(name->table, scopes->relations.at[i].name))
                continue;
            found = ask_relation(scopes, i, name->column);
            if (relation < 0 && (name->table.at || is_found(found)))
                relation = i;
        }
        if (!name->table.at && alias == T2S_NO_NODE && !is_found(found))
            alias = find_result(scopes, core, name->column, true);
        if (alias != T2S_NO_NODE)
            found = (t2s_resolved_name){T2S_NO_ITEM, alias, -1};
        found.relation = relation;
        if (is_found(found) || relation >= 0)
            return found;
    }
    return found;
}

/* An expression that is itself a name is followed, to its end if it has one. */
static t2s_resolved_name follow(t2s_sql_scopes *scopes, t2s_resolved_name found)
{
    const int32_t relation = found.relation;
    for (int step = 0; step < MAX_STEPS; step++) {
        wanted name;
        if (found.expression == T2S_NO_NODE ||
            !t2s_is_column_name(scopes->tree, found.expression)) {
            found.relation = relation;
            return found;
        }
        name = wanted_at(scopes, found.expression);
        found = look_up(scopes, &name);
    }
    found = nothing;
    found.relation = relation;
    return found;
}

t2s_resolved_name t2s_resolve_name(t2s_sql_scopes *scopes, int32_t expr)
{
    wanted name = wanted_at(scopes, expr);
    return follow(scopes, look_up(scopes, &name));
}

int32_t t2s_resolve_name_in(t2s_sql_scopes *scopes, int32_t relation,
                            t2s_sql_word name)
{
    return name.at ? follow(scopes, ask_relation(scopes, relation, name)).column
                   : T2S_NO_ITEM;
}
