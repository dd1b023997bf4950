/* Columns beside aggregates, and columns that a group may have several values
 * of: SQLite takes one of them, no one knows which. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "facts/check_reader.h"

/* The aggregates of one SELECT. */
typedef struct calls {
    int count;
    bool is_extreme; /* the last one is MIN or MAX */
} calls;

typedef struct groups {
    t2s_check_reader *r;
    bool *is_known; /* for each column of the schema: one value in a group */
    calls *calls;   /* of each scope */
} groups;

/* What is known of a SELECT. */
typedef struct selecting {
    int32_t core, scope, result, group; /* nodes, or T2S_NO_NODE */
    bool takes_row; /* its one aggregate is MIN or MAX: the others are of the
                       row that has it */
    bool has_group; /* GROUP BY, and not HAVING alone */
} selecting;

/* Those of all SELECTs in one walk, since there may be as many SELECTs as there
 * is text. An aggregate in ORDER BY groups as well. */
static void count_calls(const groups *g)
{
    const t2s_tree *tree = g->r->tree;
    t2s_tree_for_each (tree, tree->root, node) {
        const int32_t scope = g->r->scopes->scope_of[node];
        if (scope < 0 || !t2s_sql_aggregates(tree, node))
            continue;
        g->calls[scope].count++;
        g->calls[scope].is_extreme = t2s_sql_calls(tree, node, "MIN MAX");
    }
}

/* False where there is nothing to look for: no groups, no aggregates. */
static bool read_select(const groups *g, selecting *s, int32_t scope)
{
    const t2s_tree *tree = g->r->tree;
    const calls *made = &g->calls[scope];
    s->scope = scope;
    s->core = g->r->scopes->scopes.at[scope].core;
    if (s->core == T2S_NO_NODE)
        return false;
    s->result = t2s_sql_child(tree, s->core, T2S_RULE_result_clause);
    s->group = t2s_sql_child(tree, s->core, T2S_RULE_group_by_clause);
    s->has_group =
        s->group != T2S_NO_NODE &&
        t2s_sql_says(tree, t2s_sql_first(tree, s->group), "GROUP BY");
    s->takes_row = made->count == 1 && made->is_extreme;
    return s->result != T2S_NO_NODE && (s->has_group || made->count > 0);
}

/* Whether all that is in FROM is a table of the schema. */
static bool has_tables_only(const groups *g, int32_t scope)
{
    const t2s_sql_scopes *scopes = g->r->scopes;
    t2s_for_each_relation (scopes, scope, i)
        if (scopes->relations.at[i].origin != T2S_FROM_TABLE ||
            scopes->relations.at[i].table == T2S_NO_ITEM)
            return false;
    return scopes->scopes.at[scope].first >= 0;
}

int32_t t2s_check_grouped_by(const t2s_check_reader *r, int32_t term)
{
    const t2s_tree *tree = r->tree;
    const int32_t core = tree->nodes[tree->nodes[term].parent].parent;
    const char *literal = t2s_sql_literal(tree, term);
    const t2s_named_column *name = t2s_check_column(r, term);
    long place = 0;
    int32_t column;
    if (name && name->from == T2S_FROM_RESULT &&
        name->expression != T2S_NO_NODE)
        return name->expression;
    if (!literal)
        return term;
    for (; t2s_is_digit(*literal) && place < 1000; literal++)
        place = place * 10 + (*literal - '0');
    column = t2s_sql_result_at(tree, core, (double)place);
    return column == T2S_NO_NODE ? term : t2s_sql_first(tree, column);
}

/* The column of the schema that an expr is, or T2S_NO_ITEM. */
static int32_t column_of(const groups *g, int32_t expr)
{
    const t2s_named_column *name = t2s_check_column(g->r, expr);
    return name ? name->column : T2S_NO_ITEM;
}

/* Makes known what GROUP BY names. An expression may tell the columns in it;
 * that it does is taken for granted. */
static void know_grouped(groups *g, const selecting *s)
{
    const t2s_tree *tree = g->r->tree;
    if (!s->has_group)
        return;
    t2s_for_each_group (tree, s->group, term) {
        const t2s_named_column *name, *end;
        t2s_check_columns_in(&name, &end, g->r,
                             t2s_check_grouped_by(g->r, term));
        for (; name < end; name++)
            if (name->column != T2S_NO_ITEM)
                g->is_known[name->column] = true;
    }
}

/* Passes what is known on along equalities; true where that told more. */
static bool know_equal(groups *g, const selecting *s)
{
    const t2s_tree *tree = g->r->tree;
    bool more = false;
    t2s_tree_for_each (tree, s->core, node) {
        t2s_sql_comparison of;
        int32_t a, b;
        bool is_a, is_b;
        if (g->r->steps == 0)
            return false;
        g->r->steps--;
        if (!g->r->required[node] || g->r->scopes->scope_of[node] != s->scope ||
            !t2s_sql_compares(&of, tree, node) || !of.is_equality)
            continue;
        a = column_of(g, of.left);
        b = column_of(g, of.right);
        is_a = t2s_sql_literal(tree, of.left) ||
               (a != T2S_NO_ITEM && g->is_known[a]);
        is_b = t2s_sql_literal(tree, of.right) ||
               (b != T2S_NO_ITEM && g->is_known[b]);
        if (is_a && !is_b && b != T2S_NO_ITEM)
            more = g->is_known[b] = true;
        if (is_b && !is_a && a != T2S_NO_ITEM)
            more = g->is_known[a] = true;
    }
    return more;
}

/* A table whose whole primary key is known has one row. */
static bool know_rows(groups *g, int32_t scope)
{
    const t2sed_schema *schema = g->r->schema;
    const t2s_sql_scopes *scopes = g->r->scopes;
    bool more = false;
    t2s_for_each_relation (scopes, scope, i) {
        const t2s_table *table = &schema->tables[scopes->relations.at[i].table];
        const t2s_column *columns = schema->columns + table->first_column;
        bool *known = g->is_known + table->first_column;
        int32_t missing = table->key_columns;
        for (int32_t k = 0; k < table->column_count; k++)
            missing -= columns[k].primary && known[k];
        if (missing > 0 || table->key_columns == 0)
            continue;
        for (int32_t k = 0; k < table->column_count; k++) {
            more |= !known[k];
            known[k] = true;
        }
    }
    return more;
}

/* Whether the schema declares a primary key of the column's table: without
 * one it can't be told what a group has one of. */
static bool has_key(const groups *g, int32_t column)
{
    const t2sed_schema *schema = g->r->schema;
    return schema->tables[schema->columns[column].table].key_columns > 0;
}

/* Result columns of which several values are possible. */
static void check_columns(groups *g, const selecting *s)
{
    const t2s_named_column *name, *end;
    t2s_check_columns_in(&name, &end, g->r, s->result);
    for (; name < end; name++)
        if (name->scope == s->scope && name->from == T2S_FROM_RELATION &&
            name->column != T2S_NO_ITEM && !g->is_known[name->column] &&
            g->r->scopes->relations.at[name->relation].scope == s->scope &&
            (!s->has_group || has_key(g, name->column)) &&
            g->r->call[name->expr] == T2S_NO_NODE)
            t2s_check_hit(g->r,
                          s->has_group ? T2S_CHECK_UNGROUPED_COLUMN
                                       : T2S_CHECK_BARE_COLUMN,
                          name->expr);
}

static void check_select(groups *g, int32_t scope)
{
    selecting s;
    bool more;
    if (!read_select(g, &s, scope) || s.takes_row || !has_tables_only(g, scope))
        return;
    memset(g->is_known, 0, g->r->schema->column_count);
    know_grouped(g, &s);
    do {
        more = know_equal(g, &s);
        more = know_rows(g, scope) || more;
    } while (more && g->r->steps > 0);
    if (g->r->steps > 0)
        check_columns(g, &s);
}

t2sed_status t2s_check_groups(t2s_check_reader *r, t2sed_error *err)
{
    groups g = {.r = r};
    g.is_known = t2s_zalloc_array(r->schema->column_count, sizeof *g.is_known);
    g.calls = t2s_zalloc_array(r->scopes->scopes.count, sizeof *g.calls);
    if (g.is_known && g.calls) {
        count_calls(&g);
        for (size_t s = 0; s < r->scopes->scopes.count; s++)
            check_select(&g, (int32_t)s);
    }
    t2s_free(g.is_known);
    t2s_free(g.calls);
    return g.is_known && g.calls ? T2SED_OK : t2s_fail_memory(err);
}
