/* What each column's name of a query stands for. */
#include "schema/schema.h"
#include "sql/scope.h"

/* Names that stand for names that stand for names are followed so far; a WITH
 * table that reads itself has no end. */
#define MAX_STEPS 64

/* A name to be looked up. */
typedef struct wanted {
    t2s_sql_word table; /* .at NULL: a bare name */
    t2s_sql_word column;
    int32_t scope;
    bool is_alias_first; /* alone in ORDER BY */
} wanted;

static const t2s_sql_name nothing = {T2S_NO_ITEM, T2S_NO_NODE, -1,
                                     false,       false,       false};

static const t2s_sql_word any = {NULL, 0};

bool t2s_sql_is_column(const t2s_tree *tree, int32_t expr)
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
        t2s_sql_is_column(tree, expr))
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
    int32_t clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    int32_t column = t2s_sql_first(tree, clause), expr = T2S_NO_NODE;
    for (;
         column != T2S_NO_NODE && expr == T2S_NO_NODE && t2s_sql_spend(scopes);
         column = tree->nodes[column].next_sibling)
        expr = named_expression(scopes, column, name, aliases_only);
    return expr;
}

/* Looks for `name` among the column_names from `first` on, which name a query's
 * columns: it is the expr at the same place. */
static void find_renamed(t2s_sql_name *found, t2s_sql_scopes *scopes,
                         int32_t core, int32_t first, t2s_sql_word name)
{
    const t2s_tree *tree = scopes->tree;
    int32_t column =
        t2s_sql_first(tree, t2s_sql_child(tree, core, T2S_RULE_result_clause));
    /* Commas stand between both. */
    for (int32_t at = first; at != T2S_NO_NODE && t2s_sql_spend(scopes);
         at = tree->nodes[at].next_sibling) {
        int32_t expr = t2s_sql_first(tree, column);
        if (t2s_sql_is(tree, at, T2S_RULE_column_name) &&
            t2s_sql_same(name, t2s_sql_unquoted(scopes, at))) {
            found->has = true;
            if (t2s_sql_is(tree, expr, T2S_RULE_expr))
                found->expression = expr;
            return;
        }
        /* Behind a star, places are not known. */
        if (column != T2S_NO_NODE)
            column = t2s_tree_is_terminal(tree, column) ||
                             t2s_sql_is(tree, expr, T2S_RULE_expr)
                         ? tree->nodes[column].next_sibling
                         : T2S_NO_NODE;
    }
}

/* Puts the relations of a scope on the list of those still to be asked for a
 * name: those called `table` if that is given, otherwise all of them, once. */
static void ask_scope(t2s_sql_scopes *scopes, int32_t scope, t2s_sql_word table)
{
    t2s_sql_scope *of = &scopes->scopes.at[scope];
    if (!table.at && of->visited == scopes->lookups)
        return;
    if (!table.at)
        of->visited = scopes->lookups;
    for (int32_t i = of->first; i >= 0; i = scopes->relations.at[i].next)
        if (t2s_sql_spend(scopes) &&
            (!table.at || t2s_sql_same(table, scopes->relations.at[i].name)) &&
            !t2s_vector_push(&scopes->pending, i))
            scopes->failed = true;
}

/* Puts what the stars of a SELECT stand for on the list. False: it is VALUES,
 * whose columns have no names. */
static bool ask_stars(t2s_sql_scopes *scopes, int32_t core)
{
    const t2s_tree *tree = scopes->tree;
    int32_t clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    int32_t scope = scopes->scope_of[core];
    if (clause == T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (tree, clause, column) {
        int32_t first = tree->nodes[column].first_child;
        if (!t2s_sql_spend(scopes))
            break;
        if (!t2s_sql_is(tree, column, T2S_RULE_result_column))
            continue;
        if (t2s_tree_is_terminal(tree, first))
            ask_scope(scopes, scope, any);
        else if (t2s_sql_is(tree, first, T2S_RULE_table_name))
            ask_scope(scopes, scope, t2s_sql_unquoted(scopes, first));
    }
    return true;
}

/* Asks one relation; those that its stars stand for are put on the list. */
static void ask(t2s_sql_name *found, t2s_sql_scopes *scopes, int32_t relation,
                t2s_sql_word name)
{
    const t2s_sql_relation *at = &scopes->relations.at[relation];
    int32_t core;
    switch (at->origin) {
    case T2S_FROM_TABLE:
        if (at->table != T2S_NO_ITEM)
            found->column = t2s_schema_find_column(scopes->schema, at->table,
                                                   name.at, name.n, NULL);
        found->has = found->column != T2S_NO_ITEM;
        found->is_unknown |= at->table == T2S_NO_ITEM;
        break;
    case T2S_FROM_QUERY:
        core = t2s_sql_child(scopes->tree, at->query, T2S_RULE_select_core);
        if (at->columns != T2S_NO_NODE) {
            find_renamed(found, scopes, core, at->columns, name);
            break;
        }
        found->expression = find_result(scopes, core, name, false);
        found->has = found->expression != T2S_NO_NODE;
        if (!found->has)
            found->is_unknown |= !ask_stars(scopes, core);
        break;
    case T2S_FROM_TABLES:
        ask_scope(scopes, at->inner, any);
        break;
    default:
        found->is_unknown = true;
    }
}

static t2s_sql_name ask_relation(t2s_sql_scopes *scopes, int32_t relation,
                                 t2s_sql_word name)
{
    t2s_sql_name found = nothing;
    scopes->lookups++;
    scopes->pending.count = 0;
    ask(&found, scopes, relation, name);
    for (size_t next = 0; next < scopes->pending.count && !found.has &&
                          t2s_sql_spend(scopes) && !scopes->failed;
         next++)
        ask(&found, scopes, scopes->pending.at[next], name);
    return found;
}

/* One name, from its scope outwards, through no more than FROM. */
static t2s_sql_name look_up(t2s_sql_scopes *scopes, const wanted *name)
{
    t2s_sql_name found = nothing;
    bool is_unknown = false; /* to the scopes before */
    for (int32_t scope = name->column.at ? name->scope : T2S_NO_SCOPE;
         scope != T2S_NO_SCOPE && !found.has && found.relation < 0;
         scope = scopes->scopes.at[scope].parent) {
        int32_t core = scopes->scopes.at[scope].core, relation = -1;
        int32_t alias = name->is_alias_first
                            ? find_result(scopes, core, name->column, true)
                            : T2S_NO_NODE;
        bool unknown_here = false;
        for (int32_t i = scopes->scopes.at[scope].first; i >= 0 && !found.has;
             i = scopes->relations.at[i].next) {
            if (!t2s_sql_spend(scopes))
                return nothing;
            if (name->table.at &&
                !t2s_sql_same(name->table, scopes->relations.at[i].name))
                continue;
            found = ask_relation(scopes, i, name->column);
            unknown_here |= found.is_unknown;
            if (relation < 0 && (name->table.at || found.has))
                relation = i;
        }
        if (!name->table.at && alias == T2S_NO_NODE && !found.has)
            alias = find_result(scopes, core, name->column, true);
        if (alias != T2S_NO_NODE)
            found = (t2s_sql_name){T2S_NO_ITEM, alias, -1, true, true, false};
        found.relation = relation;
        found.is_unknown = is_unknown;
        is_unknown |= unknown_here;
    }
    return found;
}

/* An expression that is itself a name is followed, to its end if it has one. */
t2s_sql_name t2s_sql_follow(t2s_sql_scopes *scopes, t2s_sql_name name)
{
    t2s_sql_name end = name;
    int step = 0;
    for (; end.expression != T2S_NO_NODE &&
           t2s_sql_is_column(scopes->tree, end.expression) && step < MAX_STEPS;
         step++) {
        wanted next = wanted_at(scopes, end.expression);
        end = look_up(scopes, &next);
    }
    name.column = step < MAX_STEPS ? end.column : T2S_NO_ITEM;
    name.expression = step < MAX_STEPS ? end.expression : T2S_NO_NODE;
    return name;
}

t2s_sql_name t2s_sql_find_name(t2s_sql_scopes *scopes, int32_t expr)
{
    wanted name = wanted_at(scopes, expr);
    return look_up(scopes, &name);
}

int32_t t2s_sql_find_relation(t2s_sql_scopes *scopes, int32_t scope,
                              t2s_sql_word name)
{
    for (; scope != T2S_NO_SCOPE; scope = scopes->scopes.at[scope].parent)
        t2s_for_each_relation (scopes, scope, i) {
            if (!t2s_sql_spend(scopes))
                return -1;
            if (t2s_sql_same(name, scopes->relations.at[i].name))
                return i;
        }
    return -1;
}

int32_t t2s_sql_find_column(t2s_sql_scopes *scopes, int32_t relation,
                            t2s_sql_word name)
{
    return name.at
               ? t2s_sql_follow(scopes, ask_relation(scopes, relation, name))
                     .column
               : T2S_NO_ITEM;
}
