/* What a row of a join is a row of: which tables its aggregates count again
 * and again, because another table has several rows for each of theirs. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "facts/check_reader.h"

/* Relations of one FROM, equalities and aggregates of a query that are looked
 * at, and columns of a subquery's key. */
#define MOST_RELATIONS 32
#define MOST_TIES      256
#define MOST_CALLS     64
#define MOST_KEY       4
/* Comparisons of ties. */
#define MOST_WORK 1000000

/* What tells the rows of something in FROM apart. */
typedef enum key_kind {
    KEY_UNREAD,
    KEY_UNKNOWN,
    KEY_NONE,  /* it has one row */
    KEY_TABLE, /* the primary key of `table` */
    KEY_NAMES  /* columns of these names */
} key_kind;

typedef struct key {
    key_kind kind;
    int32_t table;
    int32_t count;
    t2s_sql_word names[MOST_KEY];
} key;

/* column = something of the relations `others` of the same FROM. */
typedef struct tie {
    int32_t scope, relation;
    int32_t column; /* of the schema, or T2S_NO_ITEM */
    t2s_sql_word name;
    uint32_t others;
    bool is_literal; /* column = 'x' */
} tie;

/* The exprs that are columns of a relation with a bound, or T2S_NO_ITEM: rows
 * between two columns (valid from, valid to) are taken for one. */
typedef struct bounds {
    int32_t low, high; /* columns */
    bool is_between;
} bounds;

typedef struct grain {
    t2s_check_reader *r;
    int8_t *bit;       /* of each relation in its FROM; -1 beyond the limit */
    bounds *bounds;    /* of each relation */
    key *keys;         /* of each relation */
    int32_t *uses;     /* of each relation: columns of it, but for ties */
    bool *is_odd;      /* of each scope: not all of it is understood */
    uint32_t *grouped; /* of each scope: relations that GROUP BY fixes */
    T2S_VECTOR(tie) ties;
    size_t work; /* steps left; without any, all is taken for one row */
    bool failed;
} grain;

/* ------------------------------------------------------------- reading */

static uint32_t bit_of(const grain *g, int32_t relation)
{
    return g->bit[relation] < 0 ? 0 : (uint32_t)1 << g->bit[relation];
}

/* The relations of a scope that an expression uses. */
static uint32_t used_by(const grain *g, int32_t expr, int32_t scope)
{
    const t2s_named_column *at, *end;
    uint32_t used = 0;
    t2s_check_columns_in(&at, &end, g->r, expr);
    for (; at < end; at++)
        if (at->from == T2S_FROM_RELATION &&
            g->r->scopes->relations.at[at->relation].scope == scope)
            used |= bit_of(g, at->relation);
    return used;
}

/* The same but for what CASE and comparisons only test. */
static uint32_t valued_by(const grain *g, int32_t expr, int32_t scope)
{
    const t2s_tree *tree = g->r->tree;
    uint32_t used = 0;
    bool tests = false;
    int32_t node = expr;
    while (node != T2S_NO_NODE) {
        t2s_sql_comparison of;
        const int32_t first = t2s_sql_first(tree, node);
        tests = g->r->tested[node] || t2s_sql_compares(&of, tree, node) ||
                t2s_sql_is(tree, node, T2S_RULE_filter_clause) ||
                t2s_sql_operand(tree, node, "IN") != T2S_NO_NODE ||
                t2s_sql_operand(tree, node, "IS") != T2S_NO_NODE ||
                t2s_sql_operand(tree, node, "LIKE") != T2S_NO_NODE;
        if (!tests && t2s_sql_is_column(tree, node)) {
            used |= used_by(g, node, scope);
            tests = true;
        }
        node = tests && first != T2S_NO_NODE ? t2s_tree_after(tree, expr, node)
                                             : t2s_tree_next(tree, expr, node);
    }
    return used;
}

static void add_tie(grain *g, const t2s_named_column *of, int32_t other)
{
    tie made = {.relation = of->relation, .column = of->column};
    const t2s_tree *tree = g->r->tree;
    made.scope = g->r->scopes->relations.at[of->relation].scope;
    made.name = t2s_sql_bare_word(tree, tree->nodes[of->expr].last_child);
    made.others = used_by(g, other, made.scope);
    made.is_literal = t2s_sql_literal(tree, other) != NULL;
    if (g->ties.count < MOST_TIES && !t2s_vector_push(&g->ties, made))
        g->failed = true;
}

static void add_bound(grain *g, const t2s_named_column *of, bool is_high)
{
    bounds *at = &g->bounds[of->relation];
    *(is_high ? &at->high : &at->low) = of->column;
    at->is_between |= at->low != T2S_NO_ITEM && at->high != T2S_NO_ITEM &&
                      at->low != at->high;
}

/* The column that an expr is, or that coalesce(column, ...) begins with. */
static const t2s_named_column *bounded(const grain *g, int32_t expr)
{
    const t2s_tree *tree = g->r->tree;
    expr = t2s_sql_bare(tree, expr);
    if (t2s_sql_calls(tree, expr, "COALESCE IFNULL"))
        expr = t2s_sql_child(tree, expr, T2S_RULE_expr);
    return t2s_check_column(g->r, expr);
}

/* A required equality ties its sides; an order bounds one of them. */
static void read_comparison(grain *g, int32_t node, int32_t left, int32_t right,
                            const char *operator)
{
    const int32_t sides[2] = {left, right};
    for (int i = 0; i < 2; i++) {
        const t2s_named_column *of = operator[0] == '='
                                         ? t2s_check_column(g->r, sides[i])
                                         : bounded(g, sides[i]);
        if (!of || of->from != T2S_FROM_RELATION ||
            g->r->scopes->relations.at[of->relation].scope !=
                g->r->scopes->scope_of[node])
            continue;
        if (operator[0] == '=')
            add_tie(g, of, sides[1 - i]);
        else if (operator[0] == '<' || operator[0] == '>')
            add_bound(g, of, (operator[0] == '<') == (i == 0));
    }
}

/* USING (a): the column of the relation, equal to that of those before. */
static void read_using(grain *g, int32_t node)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t scope = g->r->scopes->scope_of[node];
    const t2s_sql_word word = t2s_sql_bare_word(tree, node);
    int32_t last = -1;
    uint32_t others = 0;
    for (int32_t i = g->r->scopes->scopes.at[scope].first;
         i >= 0 && tree->nodes[g->r->scopes->relations.at[i].node].begin <
                       tree->nodes[node].begin;
         i = g->r->scopes->relations.at[i].next) {
        if (last >= 0)
            others |= bit_of(g, last);
        last = i;
    }
    for (int32_t i = g->r->scopes->scopes.at[scope].first; i >= 0 && others;
         i = i == last ? -1 : g->r->scopes->relations.at[i].next) {
        const t2s_sql_relation *at = &g->r->scopes->relations.at[i];
        tie made = {scope, i, T2S_NO_ITEM, word, 0, false};
        if (at->table != T2S_NO_ITEM)
            made.column = t2s_schema_find_column(g->r->schema, at->table,
                                                 word.at, word.n, NULL);
        if (i != last && at->origin == T2S_FROM_TABLE &&
            made.column == T2S_NO_ITEM)
            continue;
        /* Of several before, each is as good as the others. */
        made.others = i == last ? others : bit_of(g, last);
        if (g->ties.count < MOST_TIES && !t2s_vector_push(&g->ties, made))
            g->failed = true;
    }
}

/* The relations that a term of GROUP BY fixes: those of the expression that it
 * is, or that its name or its place stands for. */
static uint32_t grouped_by(const grain *g, int32_t term, int32_t group,
                           int32_t scope)
{
    const t2s_tree *tree = g->r->tree;
    const t2s_named_column *name = t2s_check_column(g->r, term);
    const char *literal = t2s_sql_literal(tree, term);
    const int32_t result =
        t2s_sql_child(tree, tree->nodes[group].parent, T2S_RULE_result_clause);
    double place = literal ? t2s_query_number(literal) : 0;
    if (literal && result != T2S_NO_NODE)
        t2s_tree_for_each_child (tree, result, column)
            if (t2s_sql_is(tree, column, T2S_RULE_result_column) &&
                --place == 0)
                return used_by(g, column, scope);
    if (!name || name->from == T2S_FROM_RELATION)
        return used_by(g, term, scope);
    return name->expression == T2S_NO_NODE
               ? 0
               : used_by(g, name->expression, scope);
}

static void read_node(grain *g, int32_t node)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t parent = tree->nodes[node].parent;
    const int32_t scope = g->r->scopes->scope_of[node];
    t2s_sql_comparison of;
    if (scope < 0)
        return;
    if (t2s_sql_is(tree, node, T2S_RULE_table_function_name))
        g->is_odd[scope] = true;
    if (t2s_sql_is(tree, parent, T2S_RULE_group_by_clause) &&
        t2s_sql_is(tree, node, T2S_RULE_expr)) {
        g->grouped[scope] |= grouped_by(g, node, parent, scope);
    }
    if (t2s_sql_is(tree, node, T2S_RULE_column_name) &&
        t2s_sql_is(tree, parent, T2S_RULE_join_constraint))
        read_using(g, node);
    if (t2s_sql_compares(&of, tree, node)) {
        if (g->r->required[node] || !of.is_equality)
            read_comparison(g, node, of.left, of.right,
                            tree->nodes[of.operator].text);
    } else if (t2s_sql_operand(tree, node, "BETWEEN") != T2S_NO_NODE) {
        const int32_t low = t2s_sql_operand(tree, node, "BETWEEN");
        read_comparison(g, node, low, T2S_NO_NODE, "<");
        read_comparison(g, node, tree->nodes[node].last_child, T2S_NO_NODE,
                        ">");
    } else if (t2s_sql_operand(tree, node, "IS") != T2S_NO_NODE) {
        const t2s_named_column *of_null =
            t2s_check_column(g->r, t2s_sql_first(tree, node));
        const int32_t is = t2s_sql_next(tree, t2s_sql_first(tree, node));
        if (of_null && of_null->from == T2S_FROM_RELATION &&
            !t2s_sql_says(tree, t2s_sql_next(tree, is), "NOT"))
            g->bounds[of_null->relation].is_between = true;
    }
}

/* ------------------------------------------------------------- keys */

/* The name of a result column, or nothing. */
static t2s_sql_word result_name(const t2s_tree *tree, int32_t column)
{
    const int32_t alias = t2s_sql_child(tree, column, T2S_RULE_column_alias);
    const int32_t expr = t2s_sql_first(tree, column);
    t2s_sql_word none = {NULL, 0};
    if (alias != T2S_NO_NODE)
        return t2s_sql_bare_word(tree, tree->nodes[alias].last_child);
    return t2s_sql_is_column(tree, expr)
               ? t2s_sql_bare_word(tree, tree->nodes[expr].last_child)
               : none;
}

/* Whether a term of GROUP BY is that result column. */
static bool is_result(const grain *g, int32_t term, int32_t column,
                      int32_t place)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t expr = t2s_sql_first(tree, column);
    const char *literal = t2s_sql_literal(tree, term);
    const t2s_named_column *a = t2s_check_column(g->r, term);
    const t2s_named_column *b = t2s_check_column(g->r, expr);
    if (literal)
        return t2s_query_number(literal) == (double)place;
    if (a && a->expression != T2S_NO_NODE && a->expression == expr)
        return true;
    return a && b && a->from == T2S_FROM_RELATION && b->from == a->from &&
           a->relation == b->relation && a->column == b->column &&
           a->column != T2S_NO_ITEM;
}

/* Adds the name of the result column that a term of GROUP BY is. */
static bool add_key(const grain *g, key *out, int32_t result, int32_t term,
                    int32_t columns)
{
    const t2s_tree *tree = g->r->tree;
    int32_t place = 0, listed = columns;
    t2s_tree_for_each_child (tree, result, column) {
        t2s_sql_word name;
        if (!t2s_sql_is(tree, column, T2S_RULE_result_column))
            continue;
        if (is_result(g, term, column, ++place)) {
            name = columns == T2S_NO_NODE ? result_name(tree, column)
                                          : t2s_sql_bare_word(tree, listed);
            if (!name.at || out->count == MOST_KEY)
                return false;
            out->names[out->count++] = name;
            return true;
        }
        for (int step = 0; step < 2 && listed != T2S_NO_NODE; step++)
            listed = t2s_sql_next(tree, listed);
    }
    return false;
}

static bool has_aggregate(const grain *g, int32_t result)
{
    const t2s_tree *tree = g->r->tree;
    for (int32_t node = result; node != T2S_NO_NODE;
         node = t2s_sql_is(tree, node, T2S_RULE_select_stmt)
                    ? t2s_tree_after(tree, result, node)
                    : t2s_tree_next(tree, result, node))
        if (g->r->call[node] == node)
            return true;
    return false;
}

static void read_query_key(const grain *g, key *out,
                           const t2s_sql_relation *relation)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t stmt = relation->query;
    const int32_t core = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    const int32_t group = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    const int32_t result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    const t2s_sql_scope *scope;
    out->kind = KEY_UNKNOWN;
    if (result == T2S_NO_NODE ||
        t2s_sql_child(tree, stmt, T2S_RULE_compound_operator) != T2S_NO_NODE)
        return;
    if (group != T2S_NO_NODE &&
        t2s_sql_says(tree, t2s_sql_first(tree, group), "GROUP BY")) {
        t2s_tree_for_each_child (tree, group, term) {
            if (t2s_sql_says(tree, term, "HAVING"))
                break;
            if (t2s_sql_is(tree, term, T2S_RULE_expr) &&
                !add_key(g, out, result, term, relation->columns))
                return;
        }
        out->kind = KEY_NAMES;
        return;
    }
    if (has_aggregate(g, result)) {
        out->kind = KEY_NONE;
        return;
    }
    scope = &g->r->scopes->scopes.at[g->r->scopes->scope_of[core]];
    if (scope->first >= 0 && scope->first == scope->last &&
        g->r->scopes->relations.at[scope->first].origin == T2S_FROM_TABLE &&
        relation->columns == T2S_NO_NODE &&
        !t2s_sql_says(tree, t2s_sql_next(tree, t2s_sql_first(tree, core)),
                      "DISTINCT")) {
        out->table = g->r->scopes->relations.at[scope->first].table;
        out->kind = out->table == T2S_NO_ITEM ? KEY_UNKNOWN : KEY_TABLE;
    }
}

static const key *key_of(grain *g, int32_t relation)
{
    const t2s_sql_relation *of = &g->r->scopes->relations.at[relation];
    key *out = &g->keys[relation];
    if (out->kind != KEY_UNREAD)
        return out;
    out->kind = KEY_UNKNOWN;
    if (of->origin == T2S_FROM_TABLE && of->table != T2S_NO_ITEM &&
        g->r->schema->tables[of->table].key_columns > 0) {
        out->kind = KEY_TABLE;
        out->table = of->table;
    } else if (of->origin == T2S_FROM_QUERY) {
        read_query_key(g, out, of);
    }
    return out;
}

/* ------------------------------------------------------- what is fixed */

/* Whether a column of a relation equals what the rows of `fixed` have. */
static bool is_tied(grain *g, int32_t relation, int32_t column,
                    t2s_sql_word name, uint32_t fixed)
{
    for (size_t i = 0; i < g->ties.count && g->work > 0; i++) {
        const tie *at = &g->ties.at[i];
        g->work--;
        if (at->relation == relation && (at->others & ~fixed) == 0 &&
            (column == T2S_NO_ITEM ? t2s_sql_same(at->name, name)
                                   : at->column == column))
            return true;
    }
    return false;
}

static bool has_one_row(grain *g, int32_t relation, uint32_t fixed)
{
    const t2sed_schema *schema = g->r->schema;
    const key *of = key_of(g, relation);
    const t2s_sql_word none = {NULL, 0};
    const t2s_table *table;
    if (of->kind == KEY_UNKNOWN || g->bounds[relation].is_between ||
        g->work == 0)
        return true;
    if (of->kind != KEY_TABLE) {
        for (int32_t i = 0; i < of->count; i++)
            if (!is_tied(g, relation, T2S_NO_ITEM, of->names[i], fixed))
                return false;
        return true;
    }
    table = &schema->tables[of->table];
    for (int32_t i = 0, c = table->first_column; i < table->column_count;
         i++, c++)
        if (schema->columns[c].is_referenced &&
            is_tied(g, relation, c, none, fixed) && table->key_columns < 2)
            return true;
    for (int32_t i = 0, c = table->first_column; i < table->column_count;
         i++, c++)
        if (schema->columns[c].primary && !is_tied(g, relation, c, none, fixed))
            return false;
    return true;
}

/* All relations of a scope that have one row for each row of `fixed`. */
static uint32_t close(grain *g, int32_t scope, uint32_t fixed)
{
    bool more = true;
    while (more) {
        more = false;
        t2s_sql_for_each_relation(g->r->scopes, scope,
                                  i) if (!(fixed & bit_of(g, i)) &&
                                         has_one_row(g, i, fixed))
        {
            fixed |= bit_of(g, i);
            more = true;
        }
    }
    return fixed;
}

/* ------------------------------------------------------------- checks */

static bool says_distinct(const t2s_tree *tree, int32_t call)
{
    t2s_tree_for_each_child (tree, call, at)
        if (t2s_sql_says(tree, at, "DISTINCT"))
            return true;
    return false;
}

static uint32_t all_of(const grain *g, int32_t scope)
{
    uint32_t all = 0;
    t2s_sql_for_each_relation(g->r->scopes, scope, i) all |= bit_of(g, i);
    return all;
}

/* Whether some table of the scope has a row for each row of the join. */
static bool has_grain(grain *g, int32_t scope, uint32_t all)
{
    t2s_sql_for_each_relation(
        g->r->scopes, scope,
        i) if (close(g, scope, bit_of(g, i) | g->grouped[scope]) ==
               all) return true;
    return false;
}

/* COUNT(*) where a relation on the optional side has several rows. */
static void check_outer(grain *g, int32_t scope, int32_t call, uint32_t all)
{
    t2s_sql_for_each_relation(g->r->scopes, scope,
                              i) if (g->r->is_outer[i] &&
                                     !(g->grouped[scope] & bit_of(g, i)) &&
                                     !has_one_row(g, i, all & ~bit_of(g, i)))
    {
        t2s_check_hit(g->r, T2S_CHECK_OUTER_COUNTED, call);
        return;
    }
}

/* A table of which nothing but what joins it is used, that has several rows for
 * each of the others, and that the question does not name. */
static void check_unnamed(grain *g, int32_t scope, int32_t node, uint32_t all)
{
    const t2s_check_reader *r = g->r;
    bool is_named = false;
    if (!r->question)
        return;
    t2s_sql_for_each_relation(r->scopes, scope, i) is_named |=
        r->scopes->relations.at[i].table != T2S_NO_ITEM &&
        r->question->tables[r->scopes->relations.at[i].table].score > 0;
    if (!is_named)
        return;
    t2s_sql_for_each_relation(r->scopes, scope, i)
    {
        const t2s_sql_relation *at = &r->scopes->relations.at[i];
        if (at->origin != T2S_FROM_TABLE || at->table == T2S_NO_ITEM ||
            g->uses[i] > 0 || has_one_row(g, i, all & ~bit_of(g, i)) ||
            r->question->tables[at->table].score > 0)
            continue;
        t2s_check_hit(g->r, T2S_CHECK_MANY_UNNAMED, node);
        return;
    }
}

static void check_call(grain *g, int32_t call)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t scope = g->r->scopes->scope_of[call];
    const bool is_count = t2s_sql_calls(tree, call, "COUNT");
    uint32_t all, used;
    if (scope < 0 || g->is_odd[scope] || t2s_sql_calls(tree, call, "MIN MAX") ||
        says_distinct(tree, call))
        return;
    all = all_of(g, scope);
    used = valued_by(g, call, scope);
    if ((all & (all - 1)) == 0)
        return;
    if (used == 0) {
        if (is_count && g->grouped[scope])
            check_outer(g, scope, call, all);
        if (!has_grain(g, scope, all))
            t2s_check_hit(g->r, T2S_CHECK_COUNT_OF_PAIRS, call);
    } else if (close(g, scope, used | g->grouped[scope]) != all) {
        t2s_check_hit(g->r,
                      is_count                   ? T2S_CHECK_COUNT_MULTIPLIED
                      : has_grain(g, scope, all) ? T2S_CHECK_SUM_MULTIPLIED
                                                 : T2S_CHECK_SUM_OF_PAIRS,
                      call);
    }
    check_unnamed(g, scope, call, all);
}

/* A SELECT without DISTINCT and groups: rows of which nothing but a table of no
 * other use tells them apart. */
static void check_rows(grain *g, int32_t scope)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t core = t2s_check_core(g->r, scope);
    int32_t result;
    uint32_t all, used;
    if (core == T2S_NO_NODE || g->is_odd[scope] || g->grouped[scope] ||
        tree->nodes[core].parent != tree->root ||
        t2s_sql_child(tree, tree->root, T2S_RULE_compound_operator) !=
            T2S_NO_NODE)
        return;
    result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (result == T2S_NO_NODE || has_aggregate(g, result) ||
        t2s_sql_says(tree, t2s_sql_next(tree, t2s_sql_first(tree, core)),
                     "DISTINCT"))
        return;
    t2s_tree_for_each_child (tree, result, column)
        if (t2s_sql_says(tree, tree->nodes[column].last_child, "*"))
            return;
    all = all_of(g, scope);
    used = used_by(g, result, scope);
    if (!used)
        return;
    used = close(g, scope, used);
    if (used == all)
        return;
    check_unnamed(g, scope, result, all);
    t2s_sql_for_each_relation(g->r->scopes, scope,
                              i) if (!(used & bit_of(g, i)) &&
                                     g->uses[i] > 0) return;
    t2s_check_hit(g->r, T2S_CHECK_ROWS_REPEAT, result);
}

/* A SELECT in parentheses that stands for one value. */
static void check_scalar(grain *g, int32_t scope)
{
    const t2s_tree *tree = g->r->tree;
    const int32_t core = t2s_check_core(g->r, scope);
    int32_t stmt, result;
    if (core == T2S_NO_NODE || g->is_odd[scope])
        return;
    stmt = tree->nodes[core].parent;
    result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (!t2s_sql_is(tree, tree->nodes[stmt].parent, T2S_RULE_expr) ||
        !t2s_sql_says(tree, t2s_sql_first(tree, tree->nodes[stmt].parent),
                      "(") ||
        result == T2S_NO_NODE || has_aggregate(g, result) ||
        t2s_sql_child(tree, stmt, T2S_RULE_limit_stmt) != T2S_NO_NODE ||
        t2s_sql_child(tree, stmt, T2S_RULE_compound_operator) != T2S_NO_NODE)
        return;
    /* a IN (SELECT ...) asks for several. */
    if (t2s_sql_operand(tree, tree->nodes[tree->nodes[stmt].parent].parent,
                        "IN") == tree->nodes[stmt].parent)
        return;
    /* WHERE name = 'x' is taken to find one. */
    for (size_t i = 0; i < g->ties.count; i++)
        if (g->ties.at[i].scope == scope && g->ties.at[i].is_literal)
            return;
    if (g->grouped[scope] == 0 && close(g, scope, 0) != all_of(g, scope))
        t2s_check_hit(g->r, T2S_CHECK_SCALAR_MANY, stmt);
}

/* A subquery in FROM, of groups, joined by none or some of their names. */
static void check_groups(grain *g, int32_t scope)
{
    const uint32_t all = all_of(g, scope);
    if (g->is_odd[scope])
        return;
    t2s_sql_for_each_relation(g->r->scopes, scope, i)
    {
        const key *of = key_of(g, i);
        if (of->kind == KEY_NAMES && all != bit_of(g, i) && g->uses[i] == 0 &&
            !has_one_row(g, i, all & ~bit_of(g, i)))
            t2s_check_hit(g->r, T2S_CHECK_GROUPS_UNTIED,
                          g->r->scopes->relations.at[i].node);
    }
}

/* Counts the columns of each relation that do more than tie it. */
static void count_uses(grain *g)
{
    for (size_t i = 0; i < g->r->query->columns.count; i++) {
        const t2s_named_column *at = &g->r->query->columns.at[i];
        t2s_sql_comparison of;
        int32_t node = at->expr;
        if (at->from != T2S_FROM_RELATION)
            continue;
        while (t2s_sql_in_parentheses(g->r->tree,
                                      g->r->tree->nodes[node].parent) == node)
            node = g->r->tree->nodes[node].parent;
        node = g->r->tree->nodes[node].parent;
        g->uses[at->relation] +=
            !(g->r->required[node] && t2s_sql_compares(&of, g->r->tree, node) &&
              of.is_equality && t2s_check_column(g->r, of.left) &&
              t2s_check_column(g->r, of.right));
    }
}

static void check_all(grain *g)
{
    const t2s_tree *tree = g->r->tree;
    const t2s_sql_scopes *scopes = g->r->scopes;
    int calls = 0;
    for (size_t s = 0; s < scopes->scopes.count; s++) {
        int8_t bit = 0;
        t2s_sql_for_each_relation(scopes, s, i)
        {
            if (bit == MOST_RELATIONS ||
                scopes->relations.at[i].origin == T2S_FROM_TABLES ||
                g->r->is_cross[i])
                g->is_odd[s] = true;
            g->bit[i] = bit == MOST_RELATIONS ? -1 : bit++;
        }
    }
    t2s_tree_for_each (tree, tree->root, node)
        read_node(g, node);
    if (g->ties.count == MOST_TIES)
        return;
    count_uses(g);
    t2s_tree_for_each (tree, tree->root, node)
        if (g->r->call[node] == node && calls++ < MOST_CALLS)
            check_call(g, node);
    for (size_t s = 0; s < scopes->scopes.count; s++) {
        check_rows(g, (int32_t)s);
        check_scalar(g, (int32_t)s);
        check_groups(g, (int32_t)s);
    }
}

t2sed_status t2s_check_grain(t2s_check_reader *r, t2sed_error *err)
{
    grain g = {.r = r, .work = MOST_WORK};
    const size_t relations = r->scopes->relations.count;
    const size_t scopes = r->scopes->scopes.count;
    bool ok;
    if (relations == 0)
        return T2SED_OK;
    g.bit = t2s_zalloc_array(relations, sizeof *g.bit);
    g.bounds = t2s_alloc_array(relations, sizeof *g.bounds);
    g.uses = t2s_zalloc_array(relations, sizeof *g.uses);
    g.keys = t2s_zalloc_array(relations, sizeof *g.keys);
    g.is_odd = t2s_zalloc_array(scopes, sizeof *g.is_odd);
    g.grouped = t2s_zalloc_array(scopes, sizeof *g.grouped);
    ok = g.bit && g.bounds && g.keys && g.uses && g.is_odd && g.grouped;
    for (size_t i = 0; ok && i < relations; i++)
        g.bounds[i] = (bounds){T2S_NO_ITEM, T2S_NO_ITEM, false};
    if (ok)
        check_all(&g);
    t2s_free(g.bit);
    t2s_free(g.bounds);
    t2s_free(g.keys);
    t2s_free(g.uses);
    t2s_free(g.is_odd);
    t2s_free(g.grouped);
    t2s_vector_free(&g.ties);
    return ok && !g.failed ? T2SED_OK : t2s_fail_memory(err);
}
