/* Columns beside aggregates, and columns that a group may have several values
 * of: SQLite takes one of them, no one knows which. */
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/string.h"
#include "findings/findings.h"

/* The aggregates of one SELECT. */
typedef struct calls {
    int count;
    bool is_extreme; /* the last one is min or max */
} calls;

typedef struct groups {
    t2s_find *at;
    const t2s_tree *tree;
    bool *is_known; /* for each column of the schema: one value in a group */
    calls *calls;   /* of each scope */
} groups;

/* What is known of a SELECT. */
typedef struct selecting {
    int32_t core, scope, result, group; /* nodes, or T2S_NO_NODE */
    int aggregates;                     /* among its results */
    bool takes_row; /* its one aggregate is min or max: the others are of the
                       row that has it */
    bool has_group; /* GROUP BY, and not HAVING alone */
} selecting;

/* Those of all SELECTs in one walk, since there may be as many SELECTs as there
 * is text. An aggregate in ORDER BY groups as well. */
static void count_calls(const groups *g)
{
    for (int32_t node = g->tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(g->tree, g->tree->root, node)) {
        const char *name = t2s_find_tree_function(g->tree, node);
        const int32_t scope = g->at->scopes->scope_of[node];
        if (!name || scope < 0 ||
            t2s_find_tree_aggregate(g->tree, node,
                                    g->tree->nodes[node].parent) != node)
            continue;
        g->calls[scope].count++;
        g->calls[scope].is_extreme =
            t2s_casecmp(name, "MIN") == 0 || t2s_casecmp(name, "MAX") == 0;
    }
}

static bool read_select(const groups *g, selecting *s, int32_t scope)
{
    memset(s, 0, sizeof *s);
    s->scope = scope;
    s->core = g->at->scopes->scopes.at[scope].core;
    if (s->core == T2S_NO_NODE)
        return false;
    s->result = t2s_sql_child(g->tree, s->core, T2S_RULE_result_clause);
    s->group = t2s_sql_child(g->tree, s->core, T2S_RULE_group_by_clause);
    if (s->result == T2S_NO_NODE)
        return false;
    s->has_group =
        s->group != T2S_NO_NODE &&
        t2s_sql_says(g->tree, g->tree->nodes[s->group].first_child, "GROUP BY");
    s->aggregates = g->calls[scope].count;
    s->takes_row = s->aggregates == 1 && g->calls[scope].is_extreme;
    return s->has_group || s->aggregates > 0;
}

/* Whether all that is in FROM is a table of the schema. */
static bool has_tables_only(const groups *g, int32_t scope)
{
    const t2s_sql_scopes *scopes = g->at->scopes;
    int32_t count = 0;
    for (int32_t i = scopes->scopes.at[scope].first; i >= 0;
         i = scopes->relations.at[i].next, count++)
        if (scopes->relations.at[i].origin != T2S_FROM_TABLE ||
            scopes->relations.at[i].table == T2S_NO_ITEM)
            return false;
    return count > 0;
}

/* The expr that a term of GROUP BY stands for: itself, or the result column
 * that its number names. */
static int32_t grouped_by(const groups *g, const selecting *s, int32_t expr)
{
    const char *literal = t2s_find_tree_literal(g->tree, expr);
    long place = 0;
    if (!literal)
        return expr;
    for (; *literal >= '0' && *literal <= '9' && place < 1000; literal++)
        place = place * 10 + (*literal - '0');
    t2s_tree_for_each_child (g->tree, s->result, column)
        if (t2s_sql_is(g->tree, column, T2S_RULE_result_column) && --place == 0)
            return g->tree->nodes[column].first_child;
    return expr;
}

static void know(groups *g, int32_t expr)
{
    const t2s_named_column *name = t2s_find_tree_column(g->at->query, expr);
    if (name && name->column != T2S_NO_ITEM)
        g->is_known[name->column] = true;
}

/* What GROUP BY names. False where it groups by an expression, whose columns
 * may still be told by it. */
static bool know_grouped(groups *g, const selecting *s)
{
    bool all = true;
    if (!s->has_group)
        return true;
    t2s_tree_for_each_child (g->tree, s->group, term) {
        int32_t expr = term;
        if (t2s_sql_says(g->tree, term, "HAVING"))
            break;
        if (!t2s_sql_is(g->tree, term, T2S_RULE_expr))
            continue;
        expr = grouped_by(g, s, expr);
        all = all && t2s_find_tree_column(g->at->query, expr);
        know(g, expr);
    }
    return all;
}

/* Passes what is known on along equalities; true where that told more. */
static bool know_equal(groups *g, const selecting *s)
{
    bool more = false;
    for (int32_t node = s->core; node != T2S_NO_NODE;
         node = t2s_tree_next(g->tree, s->core, node)) {
        int32_t left, operator, right;
        const t2s_named_column *a, *b;
        bool is_a, is_b;
        if (!t2s_find_tree_comparison(g->tree, node, &left, &operator, &right) ||
            g->tree->nodes[operator].text[0] != '=' ||
            t2s_find_tree_condition(g->at->scopes, node, s->core) != node)
            continue;
        a = t2s_find_tree_column(g->at->query, left);
        b = t2s_find_tree_column(g->at->query, right);
        is_a = t2s_find_tree_literal(g->tree, left) ||
               (a && a->column != T2S_NO_ITEM && g->is_known[a->column]);
        is_b = t2s_find_tree_literal(g->tree, right) ||
               (b && b->column != T2S_NO_ITEM && g->is_known[b->column]);
        if (is_a == is_b)
            continue;
        if (is_a && b && b->column != T2S_NO_ITEM)
            more = g->is_known[b->column] = true;
        if (is_b && a && a->column != T2S_NO_ITEM)
            more = g->is_known[a->column] = true;
    }
    return more;
}

/* A table whose whole primary key is known has one row. */
static bool know_rows(groups *g, int32_t scope)
{
    const t2sed_schema *schema = g->at->from.schema;
    const t2s_sql_scopes *scopes = g->at->scopes;
    bool more = false;
    for (int32_t i = scopes->scopes.at[scope].first; i >= 0;
         i = scopes->relations.at[i].next) {
        const t2s_table *table = &schema->tables[scopes->relations.at[i].table];
        bool has_key = false, is_known = true;
        for (int32_t k = 0; k < table->column_count; k++)
            if (schema->columns[table->first_column + k].primary) {
                has_key = true;
                is_known = is_known && g->is_known[table->first_column + k];
            }
        for (int32_t k = 0; has_key && is_known && k < table->column_count; k++)
            if (!g->is_known[table->first_column + k])
                more = g->is_known[table->first_column + k] = true;
    }
    return more;
}

/* Whether the schema declares a primary key of the column's table: without
 * one it can't be told what a group has one of. */
static bool has_key(const groups *g, int32_t column)
{
    const t2sed_schema *schema = g->at->from.schema;
    const t2s_table *table = &schema->tables[schema->columns[column].table];
    for (int32_t i = 0; i < table->column_count; i++)
        if (schema->columns[table->first_column + i].primary)
            return true;
    return false;
}

static void add(groups *g, const selecting *s, const t2s_named_column *name)
{
    const t2s_node *node = &g->tree->nodes[name->expr];
    int n =
        (int)(node->end - node->begin < 100 ? node->end - node->begin : 100);
    const char *text = g->at->sql->text + node->begin;
    if (s->has_group)
        t2s_findings_add(g->at->out, T2SED_FINDING_UNGROUPED_COLUMN,
                         t2s_place_of_node(g->at, name->expr), T2S_NOWHERE,
                         NULL,
                         "A group may have several values of %.*s, of which "
                         "any one is given.",
                         n, text);
    else
        t2s_findings_add(g->at->out, T2SED_FINDING_BARE_COLUMN,
                         t2s_place_of_node(g->at, name->expr), T2S_NOWHERE,
                         NULL,
                         "%.*s stands beside an aggregate without GROUP BY: "
                         "the one row has any one of its values.",
                         n, text);
}

static void find_columns(groups *g, const selecting *s)
{
    const t2s_query *query = g->at->query;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *name = &query->columns.at[i];
        if (name->scope != s->scope || name->from != T2S_FROM_RELATION ||
            name->column == T2S_NO_ITEM || g->is_known[name->column] ||
            g->at->scopes->relations.at[name->relation].scope != s->scope ||
            g->tree->nodes[name->expr].begin <
                g->tree->nodes[s->result].begin ||
            g->tree->nodes[name->expr].end > g->tree->nodes[s->result].end ||
            (s->has_group && !has_key(g, name->column)) ||
            t2s_find_tree_aggregate(g->tree, name->expr, s->result) !=
                T2S_NO_NODE)
            continue;
        add(g, s, name);
    }
}

static void find_in(groups *g, int32_t scope)
{
    selecting s;
    bool more;
    if (!read_select(g, &s, scope) || s.takes_row || !has_tables_only(g, scope))
        return;
    memset(g->is_known, 0, g->at->from.schema->column_count);
    if (!know_grouped(g, &s))
        return;
    do {
        more = know_equal(g, &s);
        more = know_rows(g, scope) || more;
    } while (more && g->at->scopes->work > 0);
    if (g->at->scopes->work == 0)
        return;
    find_columns(g, &s);
}

static void append_name(t2s_string *query, const char *name)
{
    t2s_string_append_quoted(query, name, strlen(name), '"');
}

/* Whether a column has what is no number. */
static t2sed_status has_words(bool *out, const groups *g, int32_t column,
                              t2sed_error *err)
{
    const t2s_column *of = &g->at->from.schema->columns[column];
    t2s_string query = {0};
    t2sed_status status;
    t2s_string_append(&query, "SELECT 1 FROM ");
    append_name(&query, g->at->from.schema->tables[of->table].name);
    t2s_string_append(&query, " WHERE typeof(");
    append_name(&query, of->name);
    t2s_string_append(&query, ") = 'text' AND ");
    append_name(&query, of->name);
    t2s_string_append(&query, " GLOB '*[^-0-9. ]*' LIMIT 1");
    status = query.failed ? t2s_fail_memory(err)
                          : t2s_execution_has_rows(out, query.text, 0,
                                                   g->at->from.execution, err);
    t2s_string_free(&query);
    return status;
}

/* Calls that are looked at: each asks the database. */
#define MOST_CALLS 8

/* SUM and AVG of text. */
static t2sed_status find_texts(groups *g, t2sed_error *err)
{
    const t2s_query *query = g->at->query;
    int asked = 0;
    for (size_t i = 0; i < query->columns.count && g->at->from.execution; i++) {
        const t2s_named_column *name = &query->columns.at[i];
        int32_t call = g->tree->nodes[name->expr].parent;
        const char *function = t2s_find_tree_function(g->tree, call);
        bool found = false;
        t2sed_status status;
        if (!function || name->column == T2S_NO_ITEM ||
            g->at->from.schema->columns[name->column].kind != T2SED_TYPE_TEXT ||
            (t2s_casecmp(function, "SUM") != 0 &&
             t2s_casecmp(function, "AVG") != 0 &&
             t2s_casecmp(function, "TOTAL") != 0) ||
            asked++ >= MOST_CALLS)
            continue;
        status = has_words(&found, g, name->column, err);
        if (status != T2SED_OK)
            return status;
        if (found)
            t2s_findings_add(g->at->out, T2SED_FINDING_AGGREGATE_OF_TEXT,
                             t2s_place_of_node(g->at, call), T2S_NOWHERE, NULL,
                             "%s holds text; what is no number in it counts "
                             "as 0.",
                             g->at->from.schema->columns[name->column].name);
    }
    return T2SED_OK;
}

t2sed_status t2s_find_groups(t2s_find *at, t2sed_error *err)
{
    groups g = {.at = at, .tree = &at->sql->full};
    t2sed_status status;
    if (!at->from.schema || !at->query->has_all_columns)
        return T2SED_OK;
    g.is_known =
        t2s_zalloc_array(at->from.schema->column_count, sizeof *g.is_known);
    g.calls = t2s_zalloc_array(at->scopes->scopes.count, sizeof *g.calls);
    status = g.is_known && g.calls ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK)
        count_calls(&g);
    for (size_t s = 0; s < at->scopes->scopes.count && status == T2SED_OK;
         s++) {
        status = t2s_check_interrupt(err);
        find_in(&g, (int32_t)s);
    }
    t2s_free(g.is_known);
    t2s_free(g.calls);
    return status == T2SED_OK ? find_texts(&g, err) : status;
}
