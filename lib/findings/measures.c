/* measures.c - what a query measures and counts, against what the question
 * asks for. */
#include <math.h>

#include "findings/findings.h"

/* Reports a sentence at what was measured first, if it was. */
static void report_at(t2s_inspected *q, t2sed_finding_code code, int32_t node,
                      const char *sentence)
{
    if (node != T2S_NO_NODE)
        t2s_report(q, code, t2s_span_of_node(q, node), T2S_NOWHERE, NULL, "%s",
                   sentence);
}

/* ------------------------------------------------------------- units */

static void check_unit(t2s_inspected *q)
{
    const t2s_measured *has = &q->match->measured;
    const double by = has->of[T2S_M_unit_off_by];
    if (has->of[T2S_M_unit_off] <= 0 || has->of[T2S_M_unit_fits] > 0 ||
        q->match->time.unit_differs ||
        q->from->question->units.amount_count > 0)
        return;
    t2s_report(q, T2SED_FINDING_UNIT_DIFFERS,
               t2s_span_of_node(q, has->at[T2S_M_unit_off]), T2S_NOWHERE, NULL,
               "This is %.7g times %s than in the unit that the question asks "
               "for.",
               pow(10, fabs(by)), by > 0 ? "smaller" : "larger");
}

/* Shares are kept as fractions and as percents. */
static bool asks_share(const t2s_inspected *q)
{
    const t2s_asked_units *units = &q->from->question->units;
    for (size_t i = 0; i < units->asked_count; i++)
        if (units->asked[i].dimension == T2S_DIMENSION_SHARE)
            return true;
    for (size_t i = 0; i < units->amount_count; i++)
        if (units->amounts[i].dimension == T2S_DIMENSION_SHARE)
            return true;
    return false;
}

void t2s_check_units(t2s_inspected *q)
{
    const t2s_measured *has = &q->match->measured;
    /* These say the same of some of them. */
    if (t2s_is_reported(q, T2SED_FINDING_UNIT_KEPT) ||
        t2s_is_reported(q, T2SED_FINDING_PERCENT_MISSING) || asks_share(q))
        return;
    check_unit(q);
    if (has->of[T2S_M_amount_fits] <= 0)
        report_at(q, T2SED_FINDING_UNIT_DIFFERS, has->at[T2S_M_amount_off],
                  "This comparison is not in the unit of the amount in the "
                  "question.");
    if (has->of[T2S_M_unit_mixed] > 0)
        t2s_report(q, T2SED_FINDING_UNIT_DIFFERS, T2S_NOWHERE, T2S_NOWHERE,
                   NULL, "The query adds up quantities in different units.");
}

/* ------------------------------------------------------------- counts */

/* The column that a call is of, or NULL. */
static const t2s_column *column_in(const t2s_inspected *q, int32_t call)
{
    const t2s_named_column *name =
        t2s_column_at(q, t2s_sql_child(q->tree, call, T2S_RULE_expr));
    return q->from->schema && name && name->column != T2S_NO_ITEM
               ? &q->from->schema->columns[name->column]
               : NULL;
}

/* Whether a call is a result by itself: no operand of /, - or *, and no test.
 */
static bool is_result(const t2s_inspected *q, int32_t call)
{
    const t2s_tree *tree = q->tree;
    int32_t at = call;
    for (; at != T2S_NO_NODE && !t2s_sql_is(tree, at, T2S_RULE_select_core);
         at = tree->nodes[at].parent)
        if (t2s_is_truth(tree, at) || t2s_sql_operates(tree, at, "/") ||
            t2s_sql_operates(tree, at, "-") || t2s_sql_operates(tree, at, "*"))
            return false;
    return true;
}

/* Whether the query counts twice: with and without NULL. */
static bool counts_twice(const t2s_query *query)
{
    int count = 0;
    t2s_for_each_use (query, use)
        count +=
            use->kind == T2S_USES_FUNCTION && use->index == T2S_FUNCTION_COUNT;
    return count > 1;
}

static void check_count(t2s_inspected *q)
{
    const t2s_counted *has = &q->match->counted;
    const int32_t nulls = has->at[T2S_C_count_has_null_unnamed];
    const int32_t call =
        nulls != T2S_NO_NODE ? nulls : has->at[T2S_C_count_nullable];
    const t2s_column *of;
    if (call == T2S_NO_NODE || !(of = column_in(q, call)) ||
        !is_result(q, call) || counts_twice(q->query))
        return;
    if (nulls != T2S_NO_NODE)
        t2s_report(q, T2SED_FINDING_WRONG_MEASURE, t2s_span_of_node(q, call),
                   T2S_NOWHERE, NULL,
                   "COUNT leaves out the rows in which %s is NULL.", of->name);
    else if (of->kind == T2SED_TYPE_NUMBER &&
             q->from->question->cues[T2S_CUE_COUNT] == 0)
        t2s_report(q, T2SED_FINDING_WRONG_MEASURE, t2s_span_of_node(q, call),
                   T2S_NOWHERE, NULL,
                   "COUNT of %s counts rows; it does not add up values.",
                   of->name);
}

/* Whether a node stands in the result of the main SELECT. */
static bool is_in_result(const t2s_inspected *q, int32_t node)
{
    const int32_t core =
        t2s_sql_child(q->tree, q->tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(q->tree, core, T2S_RULE_result_clause);
    return result != T2S_NO_NODE && node != T2S_NO_NODE &&
           q->tree->nodes[node].begin >= q->tree->nodes[result].begin &&
           q->tree->nodes[node].end <= q->tree->nodes[result].end;
}

/* An average may well be of prices. */
static void report_sum(t2s_inspected *q, int32_t call, const char *sentence)
{
    if (call != T2S_NO_NODE && t2s_sql_calls(q->tree, call, "SUM TOTAL"))
        report_at(q, T2SED_FINDING_WRONG_MEASURE, call, sentence);
}

/* "How many pupils" of a query that counts teachers. */
static void check_counted(t2s_inspected *q)
{
    const t2s_counted *has = &q->match->counted;
    if (has->asked_amount != T2S_NO_ITEM &&
        has->at[T2S_C_count_for_sum] != T2S_NO_NODE)
        t2s_report(q, T2SED_FINDING_WRONG_MEASURE,
                   t2s_span_of_node(q, has->at[T2S_C_count_for_sum]),
                   T2S_NOWHERE, NULL,
                   "The question asks for an amount (column %s); this counts "
                   "rows.",
                   q->from->schema->columns[has->asked_amount].name);
    if (has->at[T2S_C_counted_named] != T2S_NO_NODE &&
        has->asked_table != T2S_NO_ITEM && has->counted_table != T2S_NO_ITEM &&
        has->of[T2S_C_counted_named] < 0 &&
        has->of[T2S_C_counted_parent] <= 0 &&
        q->from->question->tables[has->counted_table].score <= 0)
        t2s_report(q, T2SED_FINDING_WRONG_MEASURE,
                   t2s_span_of_node(q, has->at[T2S_C_counted_named]),
                   T2S_NOWHERE, NULL,
                   "The question counts %s; this counts rows of %s.",
                   q->from->schema->tables[has->asked_table].name,
                   q->from->schema->tables[has->counted_table].name);
}

/* COUNT (DISTINCT ...) of what the question has no word for; of a key it may be
 * a table's rows. */
static void check_distinct(t2s_inspected *q)
{
    const int32_t call = q->match->counted.at[T2S_C_distinct_unnamed];
    const t2s_named_column *name =
        call == T2S_NO_NODE
            ? NULL
            : t2s_column_at(q, t2s_sql_child(q->tree, call, T2S_RULE_expr));
    if (name && name->column != T2S_NO_ITEM &&
        !t2s_may_be_key(q->from->schema, name->column) && is_in_result(q, call))
        report_at(q, T2SED_FINDING_WRONG_MEASURE, call,
                  "The question neither names what this counts nor asks for "
                  "distinct values.");
}

#define SHARE_OF                                                               \
    "share of|percentage of|proportion of|fraction of|percent of|what share|"  \
    "what percentage|what proportion|which share"

/* Whether a query uses a column of shares, or one that the word names. */
static bool uses_share(const t2s_inspected *q)
{
    t2s_for_each_use (q->query, use)
        if (use->kind == T2S_USES_COLUMN && use->index != T2S_NO_ITEM &&
            (t2s_unit_of_name(q->from->schema->columns[use->index].readable)
                     .dimension == T2S_DIMENSION_SHARE ||
             t2s_name_says(q->from->schema->columns[use->index].readable,
                           "share shares fraction proportion")))
            return true;
    return false;
}

/* "The share of tickets" of a query whose only result is a count. */
static void check_share(t2s_inspected *q)
{
    const t2s_query_parts *has = &q->query->parts;
    const int32_t result = t2s_sql_only_result(q->tree, q->tree->root);
    if (result != T2S_NO_NODE &&
        t2s_sql_calls(q->tree, t2s_sql_bare(q->tree, result), "COUNT SUM") &&
        !has->forms[T2S_FORM_ratio] && !has->senses[T2S_SENSE_averages] &&
        !has->senses[T2S_SENSE_shares] &&
        t2s_question_asks(q->from->question, SHARE_OF) && !uses_share(q))
        report_at(q, T2SED_FINDING_WRONG_MEASURE, result,
                  "The question asks for a share; the query divides by "
                  "nothing.");
}

#define QUANTITIES                                                             \
    "pieces|units|copies|quantity|quantities|amounts of|number of|tonnes|"     \
    "tons|kilos|weight|volume|litres|count"

void t2s_check_measures(t2s_inspected *q)
{
    const t2s_counted *has = &q->match->counted;
    check_counted(q);
    check_count(q);
    check_distinct(q);
    check_share(q);
    report_at(q, T2SED_FINDING_UNSORTABLE_TEXT,
              q->match->measured.at[T2S_M_text_ranked],
              "The column holds numbers as text, so that '10' sorts before "
              "'9'; use CAST.");
    if (!q->from->question->ratio.is_share)
        report_at(q, T2SED_FINDING_WRONG_MEASURE,
                  has->at[T2S_C_count_star_nulls],
                  "COUNT(*) also counts rows where the column is NULL, which "
                  "lowers this mean; use COUNT or AVG of the column.");
    if (q->from->question->units.is_money && has->of[T2S_C_money_there] < 2) {
        report_sum(q, has->at[T2S_C_money_price_alone],
                   "This adds up prices per piece without their quantities.");
        if (!t2s_question_asks(q->from->question, QUANTITIES))
            report_sum(q, has->at[T2S_C_money_quantity_alone],
                       "The question asks for money; this adds up quantities.");
    }
}
