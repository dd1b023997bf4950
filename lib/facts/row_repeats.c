/* Rows that the database repeats: what keys that are not declared, or groups of
 * another table, leave open. */
#include "facts/row_keys.h"

/* Questions to the database about one query, the columns of one, and the part
 * of a query's time that one may take. */
#define MOST_ASKED    4
#define MOST_COLUMNS  4
#define PARTS_OF_TIME 10

/* Columns of one table by which its rows are told apart. */
typedef struct told {
    int32_t columns[MOST_COLUMNS];
    int count;
    bool is_full;
} told;

static bool is_told(const told *by, int32_t column)
{
    for (int i = 0; i < by->count; i++)
        if (by->columns[i] == column)
            return true;
    return false;
}

static void tell(told *by, int32_t column)
{
    if (is_told(by, column))
        return;
    if (by->count == MOST_COLUMNS)
        by->is_full = true;
    else
        by->columns[by->count++] = column;
}

/* The columns of a relation within an expression. */
static void tell_within(told *by, const t2s_row_keys *k, int32_t expr,
                        int32_t relation)
{
    const t2s_named_column *at, *end;
    t2s_check_columns_in(&at, &end, k->r, expr);
    for (; at < end; at++)
        if (at->from == T2S_FROM_RELATION && at->relation == relation &&
            at->column != T2S_NO_ITEM)
            tell(by, at->column);
}

static void tell_groups(told *by, const t2s_row_keys *k, int32_t relation)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t core =
        t2s_check_core(k->r, k->r->scopes->relations.at[relation].scope);
    const int32_t group = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    if (group == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, group, term)
        if (t2s_sql_is(tree, term, T2S_RULE_expr))
            tell_within(by, k, t2s_check_grouped_by(k->r, term), relation);
}

static bool has_equal_rows(t2s_row_keys *k, int32_t table, const told *by)
{
    static const char *const queries[MOST_COLUMNS] = {
        "SELECT 1 FROM main.$1 AS t WHERE t.$2 IS NOT NULL GROUP BY t.$2"
        " HAVING count(*) > 1 LIMIT 1",
        "SELECT 1 FROM main.$1 AS t WHERE t.$2 IS NOT NULL GROUP BY t.$2, t.$3"
        " HAVING count(*) > 1 LIMIT 1",
        "SELECT 1 FROM main.$1 AS t WHERE t.$2 IS NOT NULL GROUP BY t.$2,"
        " t.$3, t.$4 HAVING count(*) > 1 LIMIT 1",
        "SELECT 1 FROM main.$1 AS t WHERE t.$2 IS NOT NULL GROUP BY t.$2,"
        " t.$3, t.$4, t.$5 HAVING count(*) > 1 LIMIT 1"};
    const t2sed_schema *schema = k->r->schema;
    const char *names[MOST_COLUMNS + 1] = {schema->tables[table].name};
    bool found = false;
    for (int i = 0; i < by->count; i++)
        names[i + 1] = schema->columns[by->columns[i]].name;
    if (k->r->status == T2SED_OK && k->asked++ < MOST_ASKED)
        k->r->status = t2s_execution_has_rows(&found, k->r->execution,
                                              queries[by->count - 1], names,
                                              PARTS_OF_TIME, k->r->err);
    return found;
}

/* Whether a condition is on a column of the relation that does not tell its
 * rows apart: it may leave one row of several. */
static bool is_filtered(t2s_row_keys *k, int32_t relation, const told *by)
{
    const t2s_tree *tree = k->r->tree;
    const t2s_named_column *at, *end;
    t2s_check_columns_in(&at, &end, k->r, tree->root);
    for (; at < end; at++) {
        int32_t node = at->expr;
        if (at->from != T2S_FROM_RELATION || at->relation != relation ||
            is_told(by, at->column))
            continue;
        while (node != T2S_NO_NODE && k->work > 0 &&
               !t2s_sql_is(tree, node, T2S_RULE_where_clause) &&
               !t2s_sql_is(tree, node, T2S_RULE_join_constraint)) {
            node = tree->nodes[node].parent;
            k->work--;
        }
        if (node != T2S_NO_NODE)
            return true;
    }
    return false;
}

bool t2s_relation_repeats(t2s_row_keys *k, int32_t relation, uint32_t fixed)
{
    const t2s_sql_relation *of = &k->r->scopes->relations.at[relation];
    told by = {.count = 0};
    int32_t column;
    size_t from = 0;
    if (!k->r->execution || of->origin != T2S_FROM_TABLE ||
        of->table == T2S_NO_ITEM || t2s_relation_is_bounded(k, relation))
        return false;
    while ((column = t2s_relation_tied_by(k, &from, relation, fixed)) !=
           T2S_NO_ITEM)
        tell(&by, column);
    if (by.count == 0)
        return false;
    tell_groups(&by, k, relation);
    return !by.is_full && !is_filtered(k, relation, &by) &&
           has_equal_rows(k, of->table, &by);
}
