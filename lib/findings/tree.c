#include "findings/tree.h"

#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "facts/column_names.h"

static bool is(const t2s_tree *tree, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(tree, node, rule);
}

bool t2s_find_tree_says(const t2s_tree *tree, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && tree->nodes[node].text &&
           t2s_casecmp(tree->nodes[node].text, word) == 0;
}

/* ------------------------------------------------------------- relations */

/* Whether a table_or_subquery is one of the scopes' relations: parentheses
 * without an alias are none. */
static bool is_relation(const t2s_tree *tree, int32_t node)
{
    static const t2s_sql_rule rules[] = {
        T2S_RULE_table_name, T2S_RULE_select_stmt, T2S_RULE_table_function_name,
        T2S_RULE_table_alias};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (t2s_sql_child(tree, node, rules[i]) != T2S_NO_NODE)
            return true;
    return false;
}

static bool read_relations(t2s_find_tree *t)
{
    const t2s_sql_scopes *scopes = t->scopes;
    size_t count = scopes->relations.count;
    for (int32_t node = t->tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(t->tree, t->tree->root, node))
        if (is(t->tree, node, T2S_RULE_table_or_subquery) &&
            is_relation(t->tree, node) && !t2s_vector_push(&t->nodes, node))
            return false;
    for (size_t i = 0; i < count; i++)
        if (!t2s_vector_push(&t->homes, T2S_NO_SCOPE))
            return false;
    for (size_t s = 0; s < scopes->scopes.count; s++)
        for (int32_t i = scopes->scopes.at[s].first; i >= 0;
             i = scopes->relations.at[i].next)
            t->homes.at[i] = (int32_t)s;
    while (t->nodes.count < count)
        if (!t2s_vector_push(&t->nodes, T2S_NO_NODE))
            return false;
    return true;
}

/* ------------------------------------------------------------- columns */

/* Sets where a name comes from: the first relation in sight that has it, from
 * the inside out. */
static void find_relation(t2s_find_tree *t, t2s_named_column *name)
{
    t2s_sql_scopes *scopes = t->scopes;
    int32_t table = t2s_sql_child(t->tree, name->expr, T2S_RULE_table_name);
    int32_t last = t->tree->nodes[name->expr].last_child;
    t2s_sql_word column = t2s_sql_unquoted(scopes, last);
    t2s_sql_word qualifier = {NULL, 0};
    if (table != T2S_NO_NODE)
        qualifier = t2s_sql_unquoted(scopes, table);
    for (int32_t scope = name->scope; scope != T2S_NO_SCOPE;
         scope = scopes->scopes.at[scope].parent)
        for (int32_t i = scopes->scopes.at[scope].first; i >= 0;
             i = scopes->relations.at[i].next) {
            bool has = qualifier.at ? t2s_sql_same(qualifier,
                                                   scopes->relations.at[i].name)
                                    : t2s_relation_has_name(scopes, i, column);
            if (!t2s_sql_spend(scopes))
                return;
            if (has) {
                name->from = T2S_FROM_RELATION;
                name->relation = i;
                return;
            }
        }
}

static bool is_string(const t2s_tree *tree, int32_t expr)
{
    int32_t last = tree->nodes[expr].last_child;
    return tree->nodes[expr].first_child == last &&
           tree->nodes[t2s_sql_terminal(tree, last)].text[0] == '"';
}

static t2s_named_column read_column(t2s_find_tree *t, int32_t expr)
{
    t2s_named_column name = {expr, T2S_FROM_UNKNOWN, -1, T2S_NO_ITEM,
                             t->scopes->scope_of[expr]};
    t2s_resolved_name found = t2s_resolve_name(t->scopes, expr);
    name.column = found.column;
    find_relation(t, &name);
    if (name.from == T2S_FROM_UNKNOWN &&
        (found.column != T2S_NO_ITEM || found.expression != T2S_NO_NODE ||
         is_string(t->tree, expr)))
        name.from = T2S_FROM_RESULT;
    return name;
}

t2sed_status t2s_find_tree_read(t2s_find_tree *t, const t2s_tree *of,
                                t2s_sql_scopes *scopes, t2sed_error *err)
{
    t->tree = of;
    t->scopes = scopes;
    t->is_whole = true;
    if (!read_relations(t))
        return t2s_fail_memory(err);
    for (int32_t node = of->root; node != T2S_NO_NODE && t->is_whole;
         node = t2s_tree_next(of, of->root, node)) {
        if (!t2s_is_column_name(of, node))
            continue;
        t->is_whole = t->columns.count < T2S_MOST_COLUMNS && scopes->work > 0;
        if (t->is_whole && !t2s_vector_push(&t->columns, read_column(t, node)))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

void t2s_find_tree_free(t2s_find_tree *t)
{
    t2s_vector_free(&t->columns);
    t2s_vector_free(&t->nodes);
    t2s_vector_free(&t->homes);
}

/* ------------------------------------------------------------- expressions */

static bool is_parenthesis(const t2s_tree *tree, int32_t expr)
{
    int32_t first = tree->nodes[expr].first_child;
    return t2s_find_tree_says(tree, first, "(") &&
           is(tree, tree->nodes[first].next_sibling, T2S_RULE_expr) &&
           t2s_find_tree_says(
               tree, tree->nodes[tree->nodes[first].next_sibling].next_sibling,
               ")");
}

int32_t t2s_find_tree_bare(const t2s_tree *tree, int32_t expr)
{
    while (is(tree, expr, T2S_RULE_expr) && is_parenthesis(tree, expr))
        expr = tree->nodes[tree->nodes[expr].first_child].next_sibling;
    return expr;
}

const t2s_named_column *t2s_find_tree_column(const t2s_find_tree *t,
                                             int32_t expr)
{
    size_t low = 0, high = t->columns.count;
    expr = t2s_find_tree_bare(t->tree, expr);
    if (expr == T2S_NO_NODE || !t2s_is_column_name(t->tree, expr))
        return NULL;
    /* In text order: ends of columns ascend. */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->tree->nodes[t->columns.at[middle].expr].begin <
            t->tree->nodes[expr].begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->columns.count && t->columns.at[low].expr == expr
               ? &t->columns.at[low]
               : NULL;
}

static bool is_and(const t2s_tree *tree, int32_t expr)
{
    int32_t first = tree->nodes[expr].first_child;
    return is(tree, first, T2S_RULE_expr) &&
           t2s_find_tree_says(tree, tree->nodes[first].next_sibling, "AND");
}

int32_t t2s_find_tree_condition(const t2s_find_tree *t, int32_t node,
                                int32_t core)
{
    const t2s_tree *tree = t->tree;
    int32_t condition = node, clause = T2S_NO_NODE;
    for (int32_t at = node; at != T2S_NO_NODE && at != core;
         at = tree->nodes[at].parent) {
        if (!t2s_sql_spend(t->scopes))
            return T2S_NO_NODE;
        if (at != node && is(tree, at, T2S_RULE_expr) && !is_and(tree, at) &&
            !is_parenthesis(tree, at))
            condition = at;
        if (is(tree, at, T2S_RULE_where_clause) ||
            is(tree, at, T2S_RULE_join_constraint))
            clause = at;
        else if (is(tree, at, T2S_RULE_select_core))
            clause = T2S_NO_NODE; /* of a query within */
        if (tree->nodes[at].parent == core)
            return clause == T2S_NO_NODE ? T2S_NO_NODE : condition;
    }
    return T2S_NO_NODE;
}

bool t2s_find_tree_comparison(const t2s_tree *tree, int32_t expr, int32_t *left,
                              int32_t *operator, int32_t * right)
{
    static const char *const operators[] = {"=", "==", "!=", "<>",
                                            "<", "<=", ">",  ">="};
    if (!is(tree, expr, T2S_RULE_expr))
        return false;
    *left = tree->nodes[expr].first_child;
    if (!is(tree, *left, T2S_RULE_expr))
        return false;
    *operator= tree->nodes[*left].next_sibling;
    if (*operator== T2S_NO_NODE || !tree->nodes[*operator].text)
        return false;
    *right = tree->nodes[*operator].next_sibling;
    if (!is(tree, *right, T2S_RULE_expr))
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (t2s_find_tree_says(tree, *operator, operators[i]))
            return true;
    return false;
}

const char *t2s_find_tree_literal(const t2s_tree *tree, int32_t expr)
{
    int32_t value;
    expr = t2s_find_tree_bare(tree, expr);
    if (!is(tree, expr, T2S_RULE_expr))
        return NULL;
    value = tree->nodes[expr].first_child;
    return is(tree, value, T2S_RULE_literal_value)
               ? tree->nodes[t2s_sql_terminal(tree, value)].text
               : NULL;
}

const char *t2s_find_tree_function(const t2s_tree *tree, int32_t expr)
{
    int32_t name;
    if (!is(tree, expr, T2S_RULE_expr))
        return NULL;
    name = tree->nodes[expr].first_child;
    return is(tree, name, T2S_RULE_function_name)
               ? tree->nodes[t2s_sql_terminal(tree, name)].text
               : NULL;
}

static bool is_aggregate(const t2s_tree *tree, int32_t expr)
{
    static const char *const names[] = {"COUNT", "SUM", "TOTAL",       "AVG",
                                        "MIN",   "MAX", "GROUP_CONCAT"};
    const char *name = t2s_find_tree_function(tree, expr);
    int arguments = 0;
    if (!name || t2s_sql_child(tree, expr, T2S_RULE_over_clause) != T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (tree, expr, child)
        arguments += is(tree, child, T2S_RULE_expr);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (t2s_casecmp(name, names[i]) == 0)
            return arguments < 2 || names[i][0] == 'G';
    return false;
}

int32_t t2s_find_tree_aggregate(const t2s_tree *tree, int32_t node, int32_t top)
{
    for (; node != T2S_NO_NODE && node != top; node = tree->nodes[node].parent)
        if (is(tree, node, T2S_RULE_expr) && is_aggregate(tree, node))
            return node;
    return T2S_NO_NODE;
}
