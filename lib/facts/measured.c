/* measured.c - the unit of what a query computes, texts that it ranks as
 * numbers, and raw group keys. */
#include "facts/measured.h"

#include <math.h>
#include <string.h>

#include "facts/odd_texts.h"

/* More seconds are a moment, counted from 1970. */
#define MOST_SECONDS 6e8
#define MOST_WORK    3000
/* Nodes, and results of the main SELECT, that are looked at. */
#define MOST_NODES   3000
#define MOST_RESULTS 16

/* Suspicious patterns, too rare to learn one by one; their sum is a feature. */
#define SUSPECTS(X)                                                            \
    X(unit_off)                                                                \
    X(unit_mixed)                                                              \
    X(amount_off)                                                              \
    X(text_ranked)                                                             \
    X(text_cut)                                                                \
    X(text_odd_below)                                                          \
    X(text_beside_number)                                                      \
    X(group_raw)                                                               \
    X(group_name_repeats)

typedef struct measurer {
    double *out;
    int32_t *at;
    const t2s_query *query;
    const t2s_tree *tree;
    const t2sed_schema *schema;    /* or NULL */
    const t2s_value_index *values; /* or NULL */
    const t2s_asked_units *units;  /* of the question */
    t2s_quantity_reader reader;
} measurer;

static double log_of(double number)
{
    return number > 0 ? log10(number) : 0;
}

/* ------------------------------------------------------------- units */

/* The factor by which a result is off, nearest to 1 among the units asked for
 * of its dimension; false where none is. */
static bool compare_unit(double *off, const measurer *m, const t2s_unit *unit)
{
    bool any = false;
    for (size_t i = 0; i < m->units->asked_count; i++) {
        const t2s_unit *asked = &m->units->asked[i];
        const double by = log_of(unit->scale / asked->scale);
        if (asked->dimension != unit->dimension)
            continue;
        if (!any || fabs(by) < fabs(*off))
            *off = by;
        any = true;
    }
    return any;
}

static void measure_result(measurer *m, int32_t expr)
{
    const t2s_quantity of = t2s_quantity_read(&m->reader, expr);
    const double factor = log_of(fabs(of.factor));
    double off = 0;
    if (of.is_constant)
        return;
    if (fabs(factor) > fabs(m->out[T2S_M_factor]))
        m->out[T2S_M_factor] = factor;
    if (of.unit.dimension == T2S_NO_DIMENSION ||
        !compare_unit(&off, m, &of.unit)) {
        m->out[T2S_M_factor_unasked] += fabs(factor) > 0.5;
        m->out[T2S_M_percent_unasked] +=
            of.unit.dimension == T2S_DIMENSION_SHARE &&
            fabs(of.unit.scale - 0.01) < 1e-6;
        return;
    }
    m->out[T2S_M_unit_unknown] = 0;
    if (of.unit.scale <= 0)
        return;
    if (fabs(off) < 0.01) {
        m->out[T2S_M_unit_fits]++;
        return;
    }
    t2s_count_at(m->out, m->at, T2S_M_unit_off, expr, true);
    if (fabs(off) > fabs(m->out[T2S_M_unit_off_by]))
        m->out[T2S_M_unit_off_by] = off;
}

static void measure_results(measurer *m)
{
    int left = MOST_RESULTS;
    m->out[T2S_M_units_asked] = (double)m->units->asked_count;
    m->out[T2S_M_unit_unknown] = m->units->asked_count > 0;
    if (t2s_sql_result(m->tree, m->tree->root) == T2S_NO_NODE)
        return;
    t2s_for_each_result (m->tree, m->tree->root, expr)
        if (left-- > 0)
            measure_result(m, expr);
    m->out[T2S_M_unit_mixed] = m->reader.mixed;
}

/* A comparison of a quantity with a constant, against the question's amounts of
 * its dimension. */
static void measure_comparison(measurer *m, int32_t expr)
{
    t2s_sql_comparison of;
    t2s_quantity left, right;
    double amount, off = 0;
    bool any = false;
    if (m->units->amount_count == 0 || !t2s_sql_compares(&of, m->tree, expr))
        return;
    left = t2s_quantity_read(&m->reader, of.left);
    right = t2s_quantity_read(&m->reader, of.right);
    if (left.is_constant) {
        const t2s_quantity swapped = left;
        left = right;
        right = swapped;
    }
    if (!right.is_constant || left.is_constant || left.unit.scale <= 0)
        return;
    amount = right.number * left.unit.scale;
    /* A moment is no length of time. */
    if (left.unit.dimension == T2S_DIMENSION_TIME && amount > MOST_SECONDS)
        return;
    for (size_t i = 0; i < m->units->amount_count; i++) {
        const double by = log_of(amount / m->units->amounts[i].scale);
        if (m->units->amounts[i].dimension != left.unit.dimension)
            continue;
        if (!any || fabs(by) < fabs(off))
            off = by;
        /* Of whole numbers, > 20 is >= 21. */
        if (fabs(fabs(amount - m->units->amounts[i].scale) - left.unit.scale) <
            1e-6 * left.unit.scale)
            off = 0;
        any = true;
    }
    if (any && amount > 0)
        t2s_count_at(m->out, m->at,
                     fabs(off) < 0.02 ? T2S_M_amount_fits : T2S_M_amount_off,
                     expr, true);
}

/* ------------------------------------------------------------- texts */

/* The column that an expr names as it is, a text whose values are numbers that
 * text does not order; or T2S_NO_ITEM. */
static int32_t numbers_as_text(const measurer *m, int32_t expr)
{
    const t2s_named_column *name =
        expr == T2S_NO_NODE
            ? NULL
            : t2s_query_column_at(m->query,
                                  t2s_quantity_follow(m->query, expr));
    return m->values && m->schema && name && name->column != T2S_NO_ITEM &&
                   t2s_value_index_text_numbers(m->values, name->column) >=
                       T2S_TEXT_NUMBERS
               ? name->column
               : T2S_NO_ITEM;
}

/* Whether an expr's numbers, which are texts, sort wrongly. */
static bool is_misordered(const measurer *m, int32_t expr)
{
    const int32_t column = numbers_as_text(m, expr);
    return column != T2S_NO_ITEM &&
           t2s_value_index_misorders(m->values, column);
}

/* Whether the order does not matter to a comparison: one with '' leaves out
 * missing texts, and one of a column with itself lists each pair once. */
static bool needs_no_order(const measurer *m, const t2s_sql_comparison *of)
{
    const char *left = t2s_sql_literal(m->tree, of->left);
    const char *right = t2s_sql_literal(m->tree, of->right);
    const int32_t column = t2s_quantity_column(m->query, of->left);
    return (left && strcmp(left, "''") == 0) ||
           (right && strcmp(right, "''") == 0) ||
           (column != T2S_NO_ITEM &&
            column == t2s_quantity_column(m->query, of->right));
}

static void measure_text(measurer *m, int32_t expr)
{
    const t2s_tree *tree = m->tree;
    const int32_t argument = t2s_sql_child(tree, expr, T2S_RULE_expr);
    t2s_sql_comparison of;
    bool is_tested;
    if (t2s_sql_calls(tree, expr, "AVG") && m->schema &&
        t2s_odd_texts_in(&is_tested, m->query, m->values, argument) !=
            T2S_NO_ITEM)
        m->out[is_tested ? T2S_M_text_odd_tested : T2S_M_text_odd]++;
    if (t2s_sql_calls(tree, expr, "MAX MIN")) {
        t2s_count_at(m->out, m->at, T2S_M_text_ranked, expr,
                     is_misordered(m, argument));
    } else if (t2s_sql_says(tree, t2s_sql_first(tree, expr), "CAST")) {
        const int32_t column = numbers_as_text(m, argument);
        const int32_t type = t2s_sql_child(tree, expr, T2S_RULE_type_name);
        t2s_count_at(
            m->out, m->at, T2S_M_text_cut, expr,
            column != T2S_NO_ITEM &&
                t2s_value_index_text_numbers(m->values, column) ==
                    T2S_TEXT_FRACTIONS &&
                t2s_sql_says(tree,
                             t2s_sql_terminal(tree, t2s_sql_first(tree, type)),
                             "INTEGER"));
    } else if (t2s_sql_compares(&of, tree, expr) &&
               t2s_sql_operates(tree, expr, "< > <= >=")) {
        const int32_t left = t2s_quantity_column(m->query, of.left);
        const int32_t right = t2s_quantity_column(m->query, of.right);
        const bool has_text =
            !needs_no_order(m, &of) &&
            (is_misordered(m, of.left) || is_misordered(m, of.right));
        t2s_count_at(m->out, m->at, T2S_M_text_ranked, expr, has_text);
        m->out[T2S_M_text_odd_below] +=
            m->schema &&
            t2s_odd_texts_below(m->query, m->values, expr) != T2S_NO_ITEM;
        if (m->schema && left >= 0 && right >= 0)
            t2s_count_at(
                m->out, m->at, T2S_M_text_beside_number, expr,
                (m->schema->columns[left].kind == T2SED_TYPE_TEXT) !=
                    (m->schema->columns[right].kind == T2SED_TYPE_TEXT));
    }
}

/* A key after other terms only breaks ties. */
static void measure_order(measurer *m, int32_t term)
{
    const int32_t expr = t2s_sql_first(m->tree, term);
    const int32_t column = numbers_as_text(m, expr);
    const int32_t first = t2s_sql_child(m->tree, m->tree->nodes[term].parent,
                                        T2S_RULE_ordering_term);
    t2s_count_at(m->out, m->at, T2S_M_text_ranked, expr,
                 is_misordered(m, expr) &&
                     (term == first || !t2s_schema_is_key(m->schema, column)));
}

/* ------------------------------------------------------------- groups */

/* Whether a result of a SELECT is a function of a column, and no aggregate. */
static bool gives_function_of(const measurer *m, int32_t core, int32_t column)
{
    const int32_t result = t2s_sql_child(m->tree, core, T2S_RULE_result_clause);
    t2s_tree_for_each_child (m->tree, result, at) {
        const int32_t expr =
            t2s_quantity_follow(m->query, t2s_sql_first(m->tree, at));
        if (t2s_sql_is(m->tree, expr, T2S_RULE_expr) &&
            t2s_sql_calls(m->tree, expr,
                          "LOWER UPPER TRIM SUBSTR SUBSTRING STRFTIME COALESCE "
                          "IFNULL DATE REPLACE") &&
            t2s_quantity_column(m->query,
                                t2s_sql_child(m->tree, expr, T2S_RULE_expr)) ==
                column)
            return true;
    }
    return false;
}

static void measure_group(measurer *m, int32_t clause)
{
    const int32_t core = m->tree->nodes[clause].parent;
    bool has_key = false;
    int32_t repeats = T2S_NO_NODE;
    t2s_for_each_group (m->tree, clause, at) {
        int32_t column, key;
        column =
            t2s_query_column_at(m->query, t2s_quantity_follow(m->query, at))
                ? t2s_quantity_column(m->query, at)
                : T2S_NO_ITEM;
        if (column == T2S_NO_ITEM || !m->schema)
            continue;
        t2s_count_at(m->out, m->at, T2S_M_group_raw, at,
                     gives_function_of(m, core, column));
        key = m->schema->tables[m->schema->columns[column].table].first_column;
        has_key |= t2s_schema_is_key(m->schema, column);
        if (m->values &&
            t2s_name_says(m->schema->columns[column].readable,
                          "name title nm label") &&
            t2s_schema_is_lone_key(m->schema, key) &&
            t2s_value_index_count(m->values, column) <
                t2s_value_index_count(m->values, key))
            repeats = at;
    }
    t2s_count_at(m->out, m->at, T2S_M_group_name_repeats, repeats,
                 repeats != T2S_NO_NODE && !has_key);
}

/* ------------------------------------------------------------- the whole */

static void measure_node(measurer *m, int32_t node)
{
    if (t2s_sql_is(m->tree, node, T2S_RULE_group_by_clause)) {
        measure_group(m, node);
    } else if (t2s_sql_is(m->tree, node, T2S_RULE_ordering_term)) {
        measure_order(m, node);
    } else if (t2s_sql_is(m->tree, node, T2S_RULE_expr)) {
        measure_comparison(m, node);
        measure_text(m, node);
    }
}

void t2s_measured_read(t2s_measured *out, const t2s_query *query,
                       const t2sed_evidence *from)
{
    measurer m = {.out = out->of,
                  .at = out->at,
                  .query = query,
                  .tree = query->tree,
                  .schema = from->schema,
                  .values = from->values,
                  .units = &from->question->units,
                  .reader = t2s_quantity_reader_of(query, from, MOST_WORK)};
    int left = MOST_NODES;
    memset(out->of, 0, sizeof out->of);
    for (int i = 0; i < T2S_MEASURE_COUNT; i++)
        out->at[i] = T2S_NO_NODE;
    measure_results(&m);
    t2s_tree_for_each (m.tree, m.tree->root, node)
        if (left-- > 0)
            measure_node(&m, node);
#define ADD(name) out->of[T2S_M_suspects] += out->of[T2S_M_##name];
    SUSPECTS(ADD)
}
