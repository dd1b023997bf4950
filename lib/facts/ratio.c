#include "facts/ratio.h"

#include <string.h>

#include "base/hash.h"
#include "base/string.h"

#define MOST_DEPTH 16
/* Nodes below a term that are looked at. */
#define MOST_BELOW 200

typedef struct ratio_reader {
    t2s_quantity_reader *quantities;
    const t2s_query *query;
    const t2s_tree *tree;
} ratio_reader;

static int32_t argument_of(const t2s_tree *tree, int32_t call)
{
    return t2s_sql_child(tree, call, T2S_RULE_expr);
}

static int32_t last_of(const t2s_tree *tree, int32_t expr)
{
    return tree->nodes[expr].last_child;
}

static bool is_constant(ratio_reader *r, int32_t expr)
{
    double number;
    return t2s_quantity_constant(&number, r->quantities, expr);
}

/* The operand that is no constant, or T2S_NO_NODE where none or both are. */
static int32_t lone_operand(ratio_reader *r, int32_t expr)
{
    const int32_t left = t2s_sql_first(r->tree, expr);
    const int32_t right = last_of(r->tree, expr);
    const bool has_left = !is_constant(r, left);
    const bool has_right = !is_constant(r, right);
    return has_left == has_right ? T2S_NO_NODE : has_left ? left : right;
}

/* ------------------------------------------------------------- terms */

static void read_window(t2s_ratio_term *out, const ratio_reader *r,
                        int32_t call)
{
    const int32_t over = t2s_sql_child(r->tree, call, T2S_RULE_over_clause);
    const int32_t window = t2s_sql_child(r->tree, over, T2S_RULE_window_defn);
    if (over == T2S_NO_NODE)
        return;
    out->is_window = true;
    out->is_partitioned |=
        t2s_sql_child(r->tree, window, T2S_RULE_partition_clause) !=
        T2S_NO_NODE;
    out->is_other_window |= t2s_sql_calls(
        r->tree, call, "MAX MIN AVG FIRST_VALUE LAST_VALUE NTH_VALUE");
}

/* Whether an aggregate is of what aggregates in its turn: SUM(COUNT(*)) OVER
 * (), SUM(n) of a subquery's counts. */
static int32_t inner_aggregate(const ratio_reader *r, int32_t argument)
{
    const int32_t inner = t2s_quantity_follow(r->query, argument);
    return t2s_sql_aggregates(r->tree, inner) ? inner : T2S_NO_NODE;
}

/* The column that an argument is, or that CASE gives where a test holds. */
static int32_t column_of(const ratio_reader *r, int32_t argument)
{
    const t2s_tree *tree = r->tree;
    bool gives = false;
    argument = t2s_quantity_follow(r->query, argument);
    if (argument == T2S_NO_NODE ||
        !t2s_sql_says(tree, t2s_sql_first(tree, argument), "CASE"))
        return t2s_quantity_column(r->query, argument);
    t2s_tree_for_each_child (tree, argument, at) {
        const int32_t column = gives && t2s_sql_is(tree, at, T2S_RULE_expr)
                                   ? t2s_quantity_column(r->query, at)
                                   : T2S_NO_ITEM;
        if (column != T2S_NO_ITEM)
            return column;
        gives =
            t2s_sql_says(tree, at, "THEN") || t2s_sql_says(tree, at, "ELSE");
    }
    return T2S_NO_ITEM;
}

static void read_call(t2s_ratio_term *out, const ratio_reader *r, int32_t call)
{
    const t2s_tree *tree = r->tree;
    const int32_t argument = argument_of(tree, call);
    out->node = call;
    out->core = t2s_sql_core_of(&r->query->in_sight, call);
    out->function = t2s_sql_function(tree, call)[0] & ~0x20;
    out->is_distinct =
        t2s_sql_child_word(tree, call, "DISTINCT") != T2S_NO_NODE;
    out->is_star = argument == T2S_NO_NODE;
    out->column = column_of(r, argument);
    if (t2s_sql_calls(tree, call, "SUM TOTAL") && !out->is_star &&
        t2s_quantity_read(r->quantities, argument).is_truth)
        out->function = 'C';
}

/* Finds the aggregate, or the column, that a term is of. */
static void read_term(t2s_ratio_term *out, ratio_reader *r, int32_t expr,
                      int depth)
{
    const t2s_tree *tree = r->tree;
    int32_t scalar, lone;
    out->node = expr = t2s_quantity_follow(r->query, expr);
    if (expr == T2S_NO_NODE || depth > MOST_DEPTH)
        return;
    out->core = t2s_sql_core_of(&r->query->in_sight, expr);
    scalar = t2s_quantity_scalar(r->query, expr);
    if (scalar != T2S_NO_NODE) {
        out->is_subquery = true;
        read_term(out, r, scalar, depth + 1);
    } else if (t2s_sql_function(tree, expr)) {
        const int32_t argument = argument_of(tree, expr);
        const int32_t inner = argument == T2S_NO_NODE
                                  ? T2S_NO_NODE
                                  : inner_aggregate(r, argument);
        read_window(out, r, expr);
        if (inner != T2S_NO_NODE)
            read_call(out, r, inner);
        else if (t2s_sql_calls(tree, expr, "COUNT SUM TOTAL AVG MIN MAX"))
            read_call(out, r, expr);
        else if (argument != T2S_NO_NODE)
            read_term(out, r, argument, depth + 1);
    } else if (t2s_sql_says(tree, t2s_sql_first(tree, expr), "CAST")) {
        read_term(out, r, argument_of(tree, expr), depth + 1);
    } else if (t2s_sql_operates(tree, expr, "+ - * /")) {
        lone = lone_operand(r, expr);
        out->is_difference |=
            lone == T2S_NO_NODE && t2s_sql_operates(tree, expr, "-");
        read_term(out, r,
                  lone != T2S_NO_NODE ? lone : t2s_sql_first(tree, expr),
                  depth + 1);
    } else {
        out->column = t2s_quantity_column(r->query, expr);
    }
}

/* ------------------------------------------------------------- conditions */

static uint64_t hash_lower(uint64_t hash, const char *text, size_t n)
{
    char small[64];
    n = n < sizeof small ? n : sizeof small;
    for (size_t i = 0; i < n; i++)
        small[i] = t2s_ascii_lower(text[i]);
    return t2s_hash_bytes(hash, small, n);
}

/* What a condition compares, without regard to the alias of its table. */
static uint64_t id_of(const ratio_reader *r, const t2s_condition *c)
{
    const unsigned char kind[3] = {
        (unsigned char)(c->operator== T2S_OPERATOR_IN ? T2S_OPERATOR_EQUAL
                                                      : c->operator),
        c->is_negated, (unsigned char)c->value.operand};
    uint64_t hash = t2s_hash_bytes(T2S_HASH_START, kind, sizeof kind);
    if (c->slot.column != T2S_NO_ITEM) {
        hash = t2s_hash_bytes(hash, &c->slot.column, sizeof c->slot.column);
    } else if (c->slot.name != T2S_NO_NODE) {
        const t2s_sql_word word =
            t2s_sql_bare_word(r->tree, r->tree->nodes[c->slot.name].last_child);
        hash = word.at ? hash_lower(hash, word.at, word.n) : hash;
    }
    return c->value.text ? hash_lower(hash, c->value.text, c->value.length)
                         : hash;
}

static void add_condition(t2s_ratio_term *out, const ratio_reader *r,
                          const t2s_condition *c, bool is_test)
{
    const uint64_t id = id_of(r, c);
    const t2s_condition *of = c->value.end > c->value.begin ? c : NULL;
    for (size_t i = 0; i < out->condition_count; i++)
        if (out->conditions[i].id == id)
            return;
    if (out->condition_count < T2S_MOST_TERM_CONDITIONS)
        out->conditions[out->condition_count++] =
            (t2s_term_condition){id, is_test, c->slot.column, of};
}

/* Those that begin in a node: of rows, or tests. */
static void add_within(t2s_ratio_term *out, const ratio_reader *r, int32_t node,
                       bool tests)
{
    const t2s_node *in = node == T2S_NO_NODE ? NULL : &r->tree->nodes[node];
    const t2s_condition *list =
        tests ? r->query->tests.at : r->query->conditions.at;
    const size_t count =
        tests ? r->query->tests.count : r->query->conditions.count;
    for (size_t i = 0; in && i < count; i++) {
        const bool ties = list[i].value.operand == T2S_OPERAND_COLUMN &&
                          list[i].operator== T2S_OPERATOR_EQUAL;
        if (list[i].slot.begin >= in->begin && list[i].slot.begin < in->end &&
            !ties && (tests || list[i].clause != T2S_CLAUSE_HAVING))
            add_condition(out, r, &list[i], tests);
    }
}

static void add_table(t2s_ratio_term *out, int32_t table)
{
    for (size_t i = 0; i < out->table_count; i++)
        if (out->tables[i] == table)
            return;
    if (table != T2S_NO_ITEM && out->table_count < T2S_MOST_TERM_TABLES)
        out->tables[out->table_count++] = table;
}

/* The conditions and tables of a SELECT and of what it reads. */
static void add_core(t2s_ratio_term *out, const ratio_reader *r, int32_t core,
                     int depth)
{
    const t2s_sql_scopes *scopes = &r->query->in_sight;
    int32_t scope;
    if (core == T2S_NO_NODE || depth > MOST_DEPTH || r->quantities->work == 0)
        return;
    r->quantities->work--;
    add_within(out, r, t2s_sql_child(r->tree, core, T2S_RULE_where_clause),
               false);
    add_within(out, r, t2s_sql_child(r->tree, core, T2S_RULE_from_clause),
               false);
    scope = scopes->scope_of[core];
    /* The scope of the names within, which is not that around the SELECT. */
    for (int32_t s = 0; (size_t)s < scopes->scopes.count; s++)
        if (scopes->scopes.at[s].core == core)
            scope = s;
    if (scope < 0)
        return;
    t2s_for_each_relation (scopes, scope, i) {
        const t2s_sql_relation *at = &scopes->relations.at[i];
        if (at->origin == T2S_FROM_QUERY)
            add_core(out, r,
                     t2s_sql_child(r->tree, at->query, T2S_RULE_select_core),
                     depth + 1);
        else
            add_table(out, at->table);
    }
}

/* COUNT (x) counts where x is not NULL. */
static void add_not_null(t2s_ratio_term *out, const ratio_reader *r)
{
    const t2s_condition is_not_null = {
        .operator= T2S_OPERATOR_IS,
        .is_negated = true,
        .slot = {.column = out->column, .name = T2S_NO_NODE},
        .value = {.operand = T2S_OPERAND_NULL}};
    const t2s_quantity_reader *from = r->quantities;
    if (out->column == T2S_NO_ITEM || !from->schema ||
        from->schema->columns[out->column].primary ||
        (from->times.values
             ? !t2s_value_index_has_null(from->times.values, out->column)
             : t2s_schema_is_key(from->schema, out->column)))
        return;
    add_condition(out, r, &is_not_null, true);
}

static void find_rows(t2s_ratio_term *out, const ratio_reader *r)
{
    if (out->node == T2S_NO_NODE)
        return;
    add_within(out, r, out->node, true);
    add_core(out, r, out->core, 0);
    /* What is summed may have a name: SELECT a = 1 AS hit ... SUM(hit). */
    if (out->function) {
        const int32_t argument = argument_of(r->tree, out->node);
        if (argument != T2S_NO_NODE)
            add_within(out, r, t2s_quantity_follow(r->query, argument), true);
        if (t2s_sql_calls(r->tree, out->node, "COUNT") && !out->is_distinct)
            add_not_null(out, r);
    }
}

/* ------------------------------------------------------------- ratios */

static bool find_ratio(t2s_ratio *out, ratio_reader *r, int32_t expr,
                       int depth);

/* The rows that AVG is over: those of `over`, but for what only it tests. */
static void read_averaged(t2s_ratio *out)
{
    out->base = out->over;
    out->base.function = 'C';
    out->base.column = T2S_NO_ITEM;
    out->base.condition_count = 0;
    for (size_t i = 0; i < out->over.condition_count; i++)
        if (!out->over.conditions[i].is_test)
            out->base.conditions[out->base.condition_count++] =
                out->over.conditions[i];
}

/* AVG of what a subquery counts or sums for each of its groups: the base is
 * their number. */
static void read_groups(t2s_ratio *out, const ratio_reader *r)
{
    const int32_t clause =
        t2s_sql_child(r->tree, out->over.core, T2S_RULE_group_by_clause);
    const int32_t key = t2s_sql_child(r->tree, clause, T2S_RULE_expr);
    out->base.is_distinct = key != T2S_NO_NODE;
    if (key != T2S_NO_NODE)
        out->base.column = t2s_quantity_column(r->query, key);
}

static void read_average(t2s_ratio *out, ratio_reader *r, int32_t call)
{
    const t2s_tree *tree = r->tree;
    const int32_t argument =
        t2s_quantity_follow(r->query, argument_of(tree, call));
    const bool is_truth = t2s_quantity_read(r->quantities, argument).is_truth;
    const bool is_inner = t2s_sql_aggregates(tree, argument);
    out->form = is_truth ? T2S_RATIO_SHARE : T2S_RATIO_MEAN;
    out->node = call;
    read_call(&out->over, r, is_inner ? argument : call);
    read_window(&out->over, r, call);
    if (!is_inner)
        out->over.function = is_truth ? 'C' : 'S';
    find_rows(&out->over, r);
    read_averaged(out);
    if (is_inner)
        read_groups(out, r);
    if (!is_truth || !t2s_sql_says(tree, t2s_sql_first(tree, argument), "CASE"))
        return;
    out->lacks_else = t2s_sql_child_word(tree, argument, "ELSE") == T2S_NO_NODE;
}

static bool same_node(const t2s_node *a, const t2s_node *b)
{
    if (!a->text || !b->text)
        return a->label == b->label;
    return t2s_casecmp_n(a->text, a->text_length, b->text, b->text_length) == 0;
}

/* Whether two exprs are spelled the same. */
static bool is_same(const t2s_tree *tree, int32_t a, int32_t b)
{
    int32_t x = a = t2s_sql_bare(tree, a), y = b = t2s_sql_bare(tree, b);
    for (int i = 0; i < MOST_BELOW && x != T2S_NO_NODE && y != T2S_NO_NODE;
         i++) {
        if (!same_node(&tree->nodes[x], &tree->nodes[y]))
            return false;
        x = t2s_tree_next(tree, a, x);
        y = t2s_tree_next(tree, b, y);
    }
    return x == T2S_NO_NODE && y == T2S_NO_NODE;
}

/* Of (a - b) / base, which of them the base is. */
static int base_of_difference(ratio_reader *r, int32_t over, int32_t base)
{
    const t2s_tree *tree = r->tree;
    for (int i = 0; i < MOST_DEPTH; i++) {
        over = t2s_quantity_follow(r->query, over);
        if (t2s_sql_operates(tree, over, "-") &&
            lone_operand(r, over) == T2S_NO_NODE) {
            if (is_same(tree, last_of(tree, over), base))
                return 1;
            return is_same(tree, t2s_sql_first(tree, over), base) ? -1 : 0;
        }
        if (!t2s_sql_operates(tree, over, "* / + -") ||
            lone_operand(r, over) == T2S_NO_NODE)
            return 0;
        over = lone_operand(r, over);
    }
    return 0;
}

static bool read_division(t2s_ratio *out, ratio_reader *r, int32_t node)
{
    const int32_t over = t2s_sql_first(r->tree, node);
    const int32_t base = last_of(r->tree, node);
    if (is_constant(r, base))
        return find_ratio(out, r, over, MOST_DEPTH / 2);
    out->form = T2S_RATIO_DIVISION;
    out->node = node;
    read_term(&out->over, r, over, 0);
    read_term(&out->base, r, base, 0);
    find_rows(&out->over, r);
    find_rows(&out->base, r);
    out->difference = base_of_difference(r, over, base);
    return true;
}

static bool find_ratio(t2s_ratio *out, ratio_reader *r, int32_t expr, int depth)
{
    const t2s_tree *tree = r->tree;
    if (depth > MOST_DEPTH || r->quantities->work == 0)
        return false;
    r->quantities->work--;
    expr = t2s_quantity_follow(r->query, expr);
    if (expr == T2S_NO_NODE || t2s_sql_literal(tree, expr))
        return false;
    if (t2s_quantity_scalar(r->query, expr) != T2S_NO_NODE)
        return find_ratio(out, r, t2s_quantity_scalar(r->query, expr),
                          depth + 1);
    if (t2s_sql_operates(tree, expr, "/"))
        return read_division(out, r, expr);
    if (t2s_sql_calls(tree, expr, "AVG") &&
        argument_of(tree, expr) != T2S_NO_NODE) {
        read_average(out, r, expr);
        return true;
    }
    if (t2s_sql_function(tree, expr) ||
        t2s_sql_says(tree, t2s_sql_first(tree, expr), "CAST"))
        return argument_of(tree, expr) != T2S_NO_NODE &&
               find_ratio(out, r, argument_of(tree, expr), depth + 1);
    return t2s_sql_operates(tree, expr, "* - + ||") &&
           (find_ratio(out, r, t2s_sql_first(tree, expr), depth + 1) ||
            find_ratio(out, r, last_of(tree, expr), depth + 1));
}

void t2s_ratio_read(t2s_ratio *out, t2s_quantity_reader *reader, int32_t expr)
{
    ratio_reader r = {.quantities = reader,
                      .query = reader->query,
                      .tree = reader->query->tree};
    const t2s_ratio_term none = {
        .node = T2S_NO_NODE, .column = T2S_NO_ITEM, .core = T2S_NO_NODE};
    memset(out, 0, sizeof *out);
    out->node = T2S_NO_NODE;
    out->over = out->base = none;
    find_ratio(out, &r, expr, 0);
}
