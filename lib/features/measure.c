/* What is measured: the unit of what the query computes, texts that are ranked
 * as numbers, and raw group keys. */
#include "facts/quantity.h"

#include <string.h>

#include "facts/odd_texts.h"
#include "features/features.h"

#define MOST_WORK 3000
/* Nodes, and results of the main SELECT, that are looked at. */
#define MOST_NODES   3000
#define MOST_RESULTS 16

#define FEATURES(X)                                                            \
    X(units_asked, 0, 4, NOTHING, "units that the question asks for")          \
    X(unit_fits, 0, 4, NOTHING, "results in a unit that is asked for")         \
    X(unit_off, 0, 4, NOTHING,                                                 \
      "results of an asked dimension in another unit")                         \
    X(unit_off_by, -7, 7, NOTHING,                                             \
      "log10 of the factor by which the worst of them is too small (+)")       \
    X(unit_unknown, 0, 1, NOTHING,                                             \
      "a unit is asked for, and no result is of its dimension")                \
    X(factor, -8, 8, NOTHING,                                                  \
      "log10 of the constants that multiply the result furthest from 1")       \
    X(factor_unasked, 0, 4, NOTHING,                                           \
      "results with a constant factor whose dimension nobody asks for")        \
    X(percent_unasked, 0, 4, NOTHING,                                          \
      "results in percent where no percentage is asked for")                   \
    X(unit_mixed, 0, 4, NOTHING, "sums of quantities in two units")            \
    X(amount_fits, 0, 4, NOTHING,                                              \
      "comparisons with an amount of the question, in the unit compared")      \
    X(amount_off, 0, 4, NOTHING,                                               \
      "comparisons in another unit than the amount of the question")           \
    X(text_ranked, 0, 4, VALUES,                                               \
      "texts that are numbers of several lengths, ordered or compared as "     \
      "text")                                                                  \
    X(text_cut, 0, 4, VALUES, "texts with fractions, made whole by CAST")      \
    X(text_odd, 0, 4, VALUES,                                                  \
      "averages that count texts which are no number as 0 (n/a)")              \
    X(text_odd_tested, 0, 4, VALUES,                                           \
      "averages of such a column, which the query tests")                      \
    X(text_odd_below, 0, 4, VALUES,                                            \
      "comparisons by < or > through CAST that such texts meet, being 0")      \
    X(text_beside_number, 0, 4, SCHEMA,                                        \
      "comparisons by < or > of a text column with a number")                  \
    X(group_raw, 0, 4, NOTHING,                                                \
      "grouping by a column of which the result is a function")                \
    X(group_name_repeats, 0, 4, VALUES,                                        \
      "grouping by a column whose values repeat in its table, named for it")   \
    X(suspects, 0, 6, NOTHING,                                                 \
      "units off or mixed, amounts off, texts ranked, raw or repeating group " \
      "keys: in all")

/* What is hardly ever right; each alone is rare. */
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

#define ROW(name, low, high, needs, meaning)                                   \
    {"measure." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

typedef struct measurer {
    double *out;
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
    if (fabs(factor) > fabs(m->out[F_factor]))
        m->out[F_factor] = factor;
    if (of.unit.dimension == T2S_NO_DIMENSION ||
        !compare_unit(&off, m, &of.unit)) {
        m->out[F_factor_unasked] += fabs(factor) > 0.5;
        m->out[F_percent_unasked] += of.unit.dimension == T2S_DIMENSION_SHARE &&
                                     fabs(of.unit.scale - 0.01) < 1e-6;
        return;
    }
    m->out[F_unit_unknown] = 0;
    if (of.unit.scale <= 0)
        return;
    if (fabs(off) < 0.01) {
        m->out[F_unit_fits]++;
        return;
    }
    m->out[F_unit_off]++;
    if (fabs(off) > fabs(m->out[F_unit_off_by]))
        m->out[F_unit_off_by] = off;
}

static void measure_results(measurer *m)
{
    const int32_t core =
        t2s_sql_child(m->tree, m->tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(m->tree, core, T2S_RULE_result_clause);
    int left = MOST_RESULTS;
    m->out[F_units_asked] = (double)m->units->asked_count;
    m->out[F_unit_unknown] = m->units->asked_count > 0;
    if (result == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (m->tree, result, column)
        if (t2s_sql_is(m->tree, t2s_sql_first(m->tree, column),
                       T2S_RULE_expr) &&
            left-- > 0)
            measure_result(m, t2s_sql_first(m->tree, column));
    m->out[F_unit_mixed] = m->reader.mixed;
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
    for (size_t i = 0; i < m->units->amount_count; i++) {
        const double by = log_of(amount / m->units->amounts[i].scale);
        if (m->units->amounts[i].dimension != left.unit.dimension)
            continue;
        if (!any || fabs(by) < fabs(off))
            off = by;
        any = true;
    }
    if (any && amount > 0)
        m->out[fabs(off) < 0.02 ? F_amount_fits : F_amount_off]++;
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

static void measure_text(measurer *m, int32_t expr)
{
    const t2s_tree *tree = m->tree;
    const int32_t argument = t2s_sql_child(tree, expr, T2S_RULE_expr);
    t2s_sql_comparison of;
    bool is_tested;
    if (t2s_sql_calls(tree, expr, "AVG") && m->schema &&
        t2s_odd_texts_in(&is_tested, m->query, m->values, argument) !=
            T2S_NO_ITEM)
        m->out[is_tested ? F_text_odd_tested : F_text_odd]++;
    if (t2s_sql_calls(tree, expr, "MAX MIN")) {
        m->out[F_text_ranked] += numbers_as_text(m, argument) != T2S_NO_ITEM;
    } else if (t2s_sql_says(tree, t2s_sql_first(tree, expr), "CAST")) {
        const int32_t column = numbers_as_text(m, argument);
        const int32_t type = t2s_sql_child(tree, expr, T2S_RULE_type_name);
        m->out[F_text_cut] +=
            column != T2S_NO_ITEM &&
            t2s_value_index_text_numbers(m->values, column) ==
                T2S_TEXT_FRACTIONS &&
            t2s_sql_says(tree,
                         t2s_sql_terminal(tree, t2s_sql_first(tree, type)),
                         "INTEGER");
    } else if (t2s_sql_compares(&of, tree, expr) &&
               t2s_sql_operates(tree, expr, "< > <= >=")) {
        const int32_t left = t2s_quantity_column(m->query, of.left);
        const int32_t right = t2s_quantity_column(m->query, of.right);
        const bool has_text = numbers_as_text(m, of.left) != T2S_NO_ITEM ||
                              numbers_as_text(m, of.right) != T2S_NO_ITEM;
        m->out[F_text_ranked] += has_text;
        m->out[F_text_odd_below] +=
            m->schema &&
            t2s_odd_texts_below(m->query, m->values, expr) != T2S_NO_ITEM;
        if (m->schema && left >= 0 && right >= 0)
            m->out[F_text_beside_number] +=
                (m->schema->columns[left].kind == T2SED_TYPE_TEXT) !=
                (m->schema->columns[right].kind == T2SED_TYPE_TEXT);
    }
}

static void measure_order(measurer *m, int32_t term)
{
    m->out[F_text_ranked] +=
        numbers_as_text(m, t2s_sql_first(m->tree, term)) != T2S_NO_ITEM;
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
    int32_t repeats = T2S_NO_ITEM;
    t2s_for_each_group (m->tree, clause, at) {
        int32_t column, key;
        column =
            t2s_query_column_at(m->query, t2s_quantity_follow(m->query, at))
                ? t2s_quantity_column(m->query, at)
                : T2S_NO_ITEM;
        if (column == T2S_NO_ITEM || !m->schema)
            continue;
        m->out[F_group_raw] += gives_function_of(m, core, column);
        key = m->schema->tables[m->schema->columns[column].table].first_column;
        has_key |= t2s_schema_is_key(m->schema, column);
        if (m->values &&
            t2s_name_says(m->schema->columns[column].readable,
                          "name title nm label") &&
            t2s_schema_is_lone_key(m->schema, key) &&
            t2s_value_index_count(m->values, column) <
                t2s_value_index_count(m->values, key))
            repeats = column;
    }
    m->out[F_group_name_repeats] += repeats != T2S_NO_ITEM && !has_key;
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

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2sed_evidence *from = in->from;
    measurer m = {.out = out,
                  .query = in->query,
                  .tree = in->query->tree,
                  .schema = from->schema,
                  .values = from->values,
                  .units = &from->question->units,
                  .reader = t2s_quantity_reader_of(in->query, from, MOST_WORK)};
    int left = MOST_NODES;
    (void)err;
    measure_results(&m);
    t2s_tree_for_each (m.tree, m.tree->root, node)
        if (left-- > 0)
            measure_node(&m, node);
#define ADD(name) out[F_suspects] += out[F_##name];
    SUSPECTS(ADD)
    return T2SED_OK;
}

const t2s_feature_group t2s_measure_group = {features, F_COUNT, 0, compute,
                                             true};
