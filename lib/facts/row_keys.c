/* Reads which relations of a FROM have one row for each row of others. */
#include "facts/row_keys.h"

#include <string.h>

#include "base/memory.h"

/* Relations of one FROM and equalities that are looked at, and columns of a
 * subquery's key. */
#define MOST_RELATIONS 32
#define MOST_TIES      256
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

/* ------------------------------------------------------------- reading */

uint32_t t2s_relation_bit(const t2s_row_keys *k, int32_t relation)
{
    return k->bit[relation] < 0 ? 0 : (uint32_t)1 << k->bit[relation];
}

uint32_t t2s_relations_all(const t2s_row_keys *k, int32_t scope)
{
    uint32_t all = 0;
    t2s_for_each_relation (k->r->scopes, scope, i)
        all |= t2s_relation_bit(k, i);
    return all;
}

uint32_t t2s_relations_used(const t2s_row_keys *k, int32_t expr, int32_t scope)
{
    const t2s_named_column *at, *end;
    uint32_t used = 0;
    t2s_check_columns_in(&at, &end, k->r, expr);
    for (; at < end; at++)
        if (at->from == T2S_FROM_RELATION &&
            k->r->scopes->relations.at[at->relation].scope == scope)
            used |= t2s_relation_bit(k, at->relation);
    return used;
}

uint32_t t2s_relations_valued(const t2s_row_keys *k, int32_t expr,
                              int32_t scope)
{
    const t2s_tree *tree = k->r->tree;
    uint32_t used = 0;
    bool tests = false;
    int32_t node = expr;
    while (node != T2S_NO_NODE) {
        t2s_sql_comparison of;
        const int32_t first = t2s_sql_first(tree, node);
        tests = k->r->tested[node] || t2s_sql_compares(&of, tree, node) ||
                t2s_sql_is(tree, node, T2S_RULE_filter_clause) ||
                t2s_sql_operand(tree, node, "IN") != T2S_NO_NODE ||
                t2s_sql_operand(tree, node, "IS") != T2S_NO_NODE ||
                t2s_sql_operand(tree, node, "LIKE") != T2S_NO_NODE;
        if (!tests && t2s_sql_is_column(tree, node)) {
            used |= t2s_relations_used(k, node, scope);
            tests = true;
        }
        node = tests && first != T2S_NO_NODE ? t2s_tree_after(tree, expr, node)
                                             : t2s_tree_next(tree, expr, node);
    }
    return used;
}

static void push(t2s_row_keys *k, const tie *made)
{
    if (!k->is_full && !t2s_vector_push(&k->ties, *made))
        k->failed = true;
    k->is_full = k->ties.count == MOST_TIES;
}

static void add_tie(t2s_row_keys *k, const t2s_named_column *of, int32_t other)
{
    tie made = {.relation = of->relation, .column = of->column};
    const t2s_tree *tree = k->r->tree;
    made.scope = k->r->scopes->relations.at[of->relation].scope;
    made.name = t2s_sql_bare_word(tree, tree->nodes[of->expr].last_child);
    made.others = t2s_relations_used(k, other, made.scope);
    made.is_literal = t2s_sql_literal(tree, other) != NULL;
    push(k, &made);
}

static void add_bound(t2s_row_keys *k, const t2s_named_column *of, bool is_high)
{
    bounds *at = &k->bounds[of->relation];
    *(is_high ? &at->high : &at->low) = of->column;
    at->is_between |= at->low != T2S_NO_ITEM && at->high != T2S_NO_ITEM &&
                      at->low != at->high;
}

/* The column that an expr is, or that coalesce(column, ...) begins with. */
static const t2s_named_column *bounded(const t2s_row_keys *k, int32_t expr)
{
    const t2s_tree *tree = k->r->tree;
    expr = t2s_sql_bare(tree, expr);
    if (t2s_sql_calls(tree, expr, "COALESCE IFNULL"))
        expr = t2s_sql_child(tree, expr, T2S_RULE_expr);
    return t2s_check_column(k->r, expr);
}

/* A required equality ties its sides; an order bounds one of them. */
static void read_comparison(t2s_row_keys *k, int32_t node, int32_t left,
                            int32_t right, const char *operator)
{
    const int32_t sides[2] = {left, right};
    for (int i = 0; i < 2; i++) {
        const t2s_named_column *of = operator[0] == '='
                                         ? t2s_check_column(k->r, sides[i])
                                         : bounded(k, sides[i]);
        if (!of || of->from != T2S_FROM_RELATION ||
            k->r->scopes->relations.at[of->relation].scope !=
                k->r->scopes->scope_of[node])
            continue;
        if (operator[0] == '=')
            add_tie(k, of, sides[1 - i]);
        else if ((operator[0] == '<' || operator[0] == '>') &&
                 !(t2s_relations_used(k, sides[1 - i],
                                      k->r->scopes->scope_of[node]) &
                   t2s_relation_bit(k, of->relation)))
            add_bound(k, of, (operator[0] == '<') == (i == 0));
    }
}

/* USING (a): the column of the relation, equal to that of those before. */
static void read_using(t2s_row_keys *k, int32_t node)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t scope = k->r->scopes->scope_of[node];
    const t2s_sql_word word = t2s_sql_bare_word(tree, node);
    int32_t last = -1;
    uint32_t others = 0;
    for (int32_t i = k->r->scopes->scopes.at[scope].first;
         i >= 0 && tree->nodes[k->r->scopes->relations.at[i].node].begin <
                       tree->nodes[node].begin;
         i = k->r->scopes->relations.at[i].next) {
        if (last >= 0)
            others |= t2s_relation_bit(k, last);
        last = i;
    }
    for (int32_t i = k->r->scopes->scopes.at[scope].first; i >= 0 && others;
         i = i == last ? -1 : k->r->scopes->relations.at[i].next) {
        const t2s_sql_relation *at = &k->r->scopes->relations.at[i];
        tie made = {scope, i, T2S_NO_ITEM, word, 0, false};
        if (at->table != T2S_NO_ITEM)
            made.column = t2s_schema_find_column(k->r->schema, at->table,
                                                 word.at, word.n, NULL);
        if (i != last && at->origin == T2S_FROM_TABLE &&
            made.column == T2S_NO_ITEM)
            continue;
        /* Of several before, each is as good as the others. */
        made.others = i == last ? others : t2s_relation_bit(k, last);
        push(k, &made);
    }
}

static void read_node(t2s_row_keys *k, int32_t node)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t parent = tree->nodes[node].parent;
    const int32_t scope = k->r->scopes->scope_of[node];
    t2s_sql_comparison of;
    if (scope < 0)
        return;
    if (t2s_sql_is(tree, node, T2S_RULE_table_function_name))
        k->is_odd[scope] = true;
    if (t2s_sql_is(tree, parent, T2S_RULE_group_by_clause) &&
        t2s_sql_is(tree, node, T2S_RULE_expr)) {
        k->grouped[scope] |=
            t2s_relations_used(k, t2s_check_grouped_by(k->r, node), scope);
    }
    if (t2s_sql_is(tree, node, T2S_RULE_column_name) &&
        t2s_sql_is(tree, parent, T2S_RULE_join_constraint))
        read_using(k, node);
    if (t2s_sql_compares(&of, tree, node)) {
        if (k->r->required[node] || !of.is_equality)
            read_comparison(k, node, of.left, of.right,
                            tree->nodes[of.operator].text);
    } else if (t2s_sql_operand(tree, node, "BETWEEN") != T2S_NO_NODE) {
        const int32_t low = t2s_sql_operand(tree, node, "BETWEEN");
        read_comparison(k, node, low, T2S_NO_NODE, "<");
        read_comparison(k, node, tree->nodes[node].last_child, T2S_NO_NODE,
                        ">");
    } else if (t2s_sql_operand(tree, node, "IS") != T2S_NO_NODE) {
        const t2s_named_column *of_null =
            t2s_check_column(k->r, t2s_sql_first(tree, node));
        const int32_t is = t2s_sql_next(tree, t2s_sql_first(tree, node));
        if (of_null && of_null->from == T2S_FROM_RELATION &&
            !t2s_sql_says(tree, t2s_sql_next(tree, is), "NOT"))
            k->bounds[of_null->relation].is_between = true;
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
static bool is_result(const t2s_row_keys *k, int32_t term, int32_t column,
                      int32_t place)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t expr = t2s_sql_first(tree, column);
    const char *literal = t2s_sql_literal(tree, term);
    const t2s_named_column *a = t2s_check_column(k->r, term);
    const t2s_named_column *b = t2s_check_column(k->r, expr);
    if (literal)
        return t2s_query_number(literal) == (double)place;
    if (a && a->expression != T2S_NO_NODE && a->expression == expr)
        return true;
    return a && b && a->from == T2S_FROM_RELATION && b->from == a->from &&
           a->relation == b->relation && a->column == b->column &&
           a->column != T2S_NO_ITEM;
}

/* Adds the name of the result column that a term of GROUP BY is. */
static bool add_key(const t2s_row_keys *k, key *out, int32_t result,
                    int32_t term, int32_t columns)
{
    const t2s_tree *tree = k->r->tree;
    int32_t place = 0, listed = columns;
    t2s_tree_for_each_child (tree, result, column) {
        t2s_sql_word name;
        if (!t2s_sql_is(tree, column, T2S_RULE_result_column))
            continue;
        if (is_result(k, term, column, ++place)) {
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

bool t2s_result_aggregates(const t2s_row_keys *k, int32_t result)
{
    const t2s_tree *tree = k->r->tree;
    for (int32_t node = result; node != T2S_NO_NODE;
         node = t2s_sql_is(tree, node, T2S_RULE_select_stmt)
                    ? t2s_tree_after(tree, result, node)
                    : t2s_tree_next(tree, result, node))
        if (k->r->call[node] == node)
            return true;
    return false;
}

static void read_query_key(const t2s_row_keys *k, key *out,
                           const t2s_sql_relation *relation)
{
    const t2s_tree *tree = k->r->tree;
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
        t2s_for_each_group (tree, group, term)
            if (!add_key(k, out, result, term, relation->columns))
                return;
        out->kind = KEY_NAMES;
        return;
    }
    if (t2s_result_aggregates(k, result)) {
        out->kind = KEY_NONE;
        return;
    }
    scope = &k->r->scopes->scopes.at[k->r->scopes->scope_of[core]];
    if (scope->first >= 0 && scope->first == scope->last &&
        k->r->scopes->relations.at[scope->first].origin == T2S_FROM_TABLE &&
        relation->columns == T2S_NO_NODE &&
        !t2s_sql_says(tree, t2s_sql_next(tree, t2s_sql_first(tree, core)),
                      "DISTINCT")) {
        out->table = k->r->scopes->relations.at[scope->first].table;
        out->kind = out->table == T2S_NO_ITEM ? KEY_UNKNOWN : KEY_TABLE;
    }
}

static const key *key_of(t2s_row_keys *k, int32_t relation)
{
    const t2s_sql_relation *of = &k->r->scopes->relations.at[relation];
    key *out = &k->keys[relation];
    if (out->kind != KEY_UNREAD)
        return out;
    out->kind = KEY_UNKNOWN;
    if (of->origin == T2S_FROM_TABLE && of->table != T2S_NO_ITEM &&
        k->r->schema->tables[of->table].key_columns > 0) {
        out->kind = KEY_TABLE;
        out->table = of->table;
    } else if (of->origin == T2S_FROM_QUERY) {
        read_query_key(k, out, of);
    }
    return out;
}

/* ------------------------------------------------------- what is fixed */

/* Whether a column of a relation equals what the rows of `fixed` have. */
static bool is_tied(t2s_row_keys *k, int32_t relation, int32_t column,
                    t2s_sql_word name, uint32_t fixed)
{
    for (size_t i = 0; i < k->ties.count && k->work > 0; i++) {
        const tie *at = &k->ties.at[i];
        k->work--;
        if (at->relation == relation && (at->others & ~fixed) == 0 &&
            (column == T2S_NO_ITEM ? t2s_sql_same(at->name, name)
                                   : at->column == column))
            return true;
    }
    return false;
}

bool t2s_relation_has_one_row(t2s_row_keys *k, int32_t relation, uint32_t fixed)
{
    const t2sed_schema *schema = k->r->schema;
    const key *of = key_of(k, relation);
    const t2s_sql_word none = {NULL, 0};
    const t2s_table *table;
    if (of->kind == KEY_UNKNOWN || k->bounds[relation].is_between ||
        k->work == 0)
        return true;
    if (of->kind != KEY_TABLE) {
        for (int32_t i = 0; i < of->count; i++)
            if (!is_tied(k, relation, T2S_NO_ITEM, of->names[i], fixed))
                return false;
        return true;
    }
    table = &schema->tables[of->table];
    for (int32_t i = 0, c = table->first_column; i < table->column_count;
         i++, c++)
        if (schema->columns[c].is_referenced &&
            is_tied(k, relation, c, none, fixed) && table->key_columns < 2)
            return true;
    for (int32_t i = 0, c = table->first_column; i < table->column_count;
         i++, c++)
        if (schema->columns[c].primary && !is_tied(k, relation, c, none, fixed))
            return false;
    return true;
}

uint32_t t2s_relations_close(t2s_row_keys *k, int32_t scope, uint32_t fixed)
{
    bool more = true;
    while (more) {
        more = false;
        t2s_for_each_relation (k->r->scopes, scope, i)
            if (!(fixed & t2s_relation_bit(k, i)) &&
                t2s_relation_has_one_row(k, i, fixed)) {
                fixed |= t2s_relation_bit(k, i);
                more = true;
            }
    }
    return fixed;
}

bool t2s_relation_is_keyless(t2s_row_keys *k, int32_t relation)
{
    return k->r->scopes->relations.at[relation].origin == T2S_FROM_TABLE &&
           key_of(k, relation)->kind == KEY_UNKNOWN;
}

int32_t t2s_relation_tied_by(t2s_row_keys *k, size_t *from, int32_t relation,
                             uint32_t fixed)
{
    while (*from < k->ties.count && k->work > 0) {
        const tie *at = &k->ties.at[(*from)++];
        k->work--;
        if (at->relation == relation && at->column != T2S_NO_ITEM &&
            (at->others & ~fixed) == 0)
            return at->column;
    }
    return T2S_NO_ITEM;
}

bool t2s_relation_is_bounded(const t2s_row_keys *k, int32_t relation)
{
    const bounds *of = &k->bounds[relation];
    return of->is_between || of->low != T2S_NO_ITEM || of->high != T2S_NO_ITEM;
}

/* ------------------------------------------------------------- the whole */

bool t2s_relation_has_groups(t2s_row_keys *k, int32_t relation)
{
    return key_of(k, relation)->kind == KEY_NAMES;
}

bool t2s_scope_has_constant(const t2s_row_keys *k, int32_t scope)
{
    for (size_t i = 0; i < k->ties.count; i++)
        if (k->ties.at[i].scope == scope && k->ties.at[i].is_literal)
            return true;
    return false;
}

/* Numbers the relations of each scope. */
static void number(t2s_row_keys *k)
{
    const t2s_sql_scopes *scopes = k->r->scopes;
    for (size_t s = 0; s < scopes->scopes.count; s++) {
        int8_t bit = 0;
        t2s_for_each_relation (scopes, s, i) {
            if (bit == MOST_RELATIONS ||
                scopes->relations.at[i].origin == T2S_FROM_TABLES ||
                k->r->is_natural[i])
                k->is_odd[s] = true;
            k->is_crossed[s] |= k->r->is_cross[i] && !k->r->is_natural[i];
            k->bit[i] = bit == MOST_RELATIONS ? -1 : bit++;
            k->bounds[i] = (bounds){T2S_NO_ITEM, T2S_NO_ITEM, false};
        }
    }
}

/* Counts the columns of each relation that do more than tie it. */
static void count_uses(t2s_row_keys *k)
{
    for (size_t i = 0; i < k->r->query->columns.count; i++) {
        const t2s_named_column *at = &k->r->query->columns.at[i];
        t2s_sql_comparison of;
        int32_t node = at->expr;
        if (at->from != T2S_FROM_RELATION)
            continue;
        while (t2s_sql_in_parentheses(k->r->tree,
                                      k->r->tree->nodes[node].parent) == node)
            node = k->r->tree->nodes[node].parent;
        node = k->r->tree->nodes[node].parent;
        k->uses[at->relation] +=
            !(k->r->required[node] && t2s_sql_compares(&of, k->r->tree, node) &&
              of.is_equality && t2s_check_column(k->r, of.left) &&
              t2s_check_column(k->r, of.right));
    }
}

bool t2s_row_keys_read(t2s_row_keys *out, t2s_check_reader *r)
{
    const size_t relations = r->scopes->relations.count;
    const size_t scopes = r->scopes->scopes.count;
    *out = (t2s_row_keys){.r = r, .work = MOST_WORK};
    out->bit = t2s_zalloc_array(relations, sizeof *out->bit);
    out->bounds = t2s_zalloc_array(relations, sizeof *out->bounds);
    out->keys = t2s_zalloc_array(relations, sizeof *out->keys);
    out->uses = t2s_zalloc_array(relations, sizeof *out->uses);
    out->is_odd = t2s_zalloc_array(scopes, sizeof *out->is_odd);
    out->is_crossed = t2s_zalloc_array(scopes, sizeof *out->is_crossed);
    out->grouped = t2s_zalloc_array(scopes, sizeof *out->grouped);
    if (!out->bit || !out->bounds || !out->keys || !out->uses || !out->is_odd ||
        !out->is_crossed || !out->grouped)
        return false;
    number(out);
    t2s_tree_for_each (r->tree, r->tree->root, node)
        read_node(out, node);
    count_uses(out);
    return !out->failed;
}

void t2s_row_keys_free(t2s_row_keys *keys)
{
    t2s_free(keys->bit);
    t2s_free(keys->bounds);
    t2s_free(keys->keys);
    t2s_free(keys->uses);
    t2s_free(keys->is_odd);
    t2s_free(keys->is_crossed);
    t2s_free(keys->grouped);
    t2s_vector_free(&keys->ties);
}
