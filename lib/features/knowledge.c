/* What the knowledge beside the question says exactly, against the query. */
#include <string.h>

#include "base/error.h"
#include "facts/coverage.h"
#include "facts/knowledge_fit.h"
#include "features/features.h"

#define FEATURES(X)                                                            \
    X(words, 0, 100, NOTHING, "words of the knowledge")                        \
    X(columns, 0, 10, SCHEMA, "names of columns in it")                        \
    X(columns_unused, 0, 8, SCHEMA, "such, of no key, that the query has not") \
    X(columns_unused_share, 0, 1, SCHEMA, "share of them of all such")         \
    X(asked_columns_unused, 0, 8, SCHEMA,                                      \
      "such, beside words of the question")                                    \
    X(compared_columns_unused, 0, 8, SCHEMA, "such, compared with a value")    \
    X(plain_columns_unused, 0, 8, SCHEMA,                                      \
      "such, neither compared nor in a function")                              \
    X(keys_unused, 0, 4, SCHEMA, "keys named that the query has not")          \
    X(conditions, 0, 10, SCHEMA, "comparisons of a column with a value")       \
    X(conditions_met, 0, 10, SCHEMA, "such that the query has")                \
    X(conditions_met_share, 0, 1, SCHEMA, "share of them of all such")         \
    X(conditions_other_operator, 0, 4, SCHEMA,                                 \
      "such that the query has with another operator")                         \
    X(conditions_other_value, 0, 4, SCHEMA,                                    \
      "such whose column the query compares with other values")                \
    X(conditions_other_column, 0, 4, SCHEMA,                                   \
      "such whose value the query compares with another column")               \
    X(conditions_selected, 0, 4, SCHEMA,                                       \
      "such whose column the query selects and does not compare")              \
    X(conditions_lacking, 0, 8, SCHEMA,                                        \
      "such of which the query has neither column nor value")                  \
    X(asked_conditions_unmet, 0, 8, SCHEMA,                                    \
      "such that it has not so, beside words of the question")                 \
    X(unmet_columns, 0, 4, SCHEMA, "columns compared, none of them so")        \
    X(values, 0, 10, NOTHING, "quoted and compared values")                    \
    X(values_unused, 0, 8, NOTHING, "such that the query has not")             \
    X(asked_values_unused, 0, 8, NOTHING,                                      \
      "such, beside words of the question")                                    \
    X(values_unused_share, 0, 1, NOTHING, "share of them of all such")         \
    X(quotes_unused, 0, 8, NOTHING,                                            \
      "such, compared with no column, beside words of the question")           \
    X(calls, 0, 6, SCHEMA, "aggregates of columns in it")                      \
    X(calls_unmet, 0, 6, SCHEMA, "such that the query has not")                \
    X(count_missing, 0, 1, NOTHING, "COUNT in it, not in the query")           \
    X(sum_missing, 0, 1, NOTHING, "SUM in it, neither SUM nor COUNT")          \
    X(extreme_missing, 0, 1, NOTHING,                                          \
      "MAX or MIN in it, neither these nor ORDER BY")                          \
    X(functions_extra, 0, 4, NOTHING,                                          \
      "aggregates selected that neither it nor the question asks for")         \
    X(divide_missing, 0, 1, NOTHING, "a division in it, not in the query")     \
    X(divide_extra, 0, 1, NOTHING, "the reverse")                              \
    X(subtract_missing, 0, 1, NOTHING, "a difference in it, not in the query") \
    X(subtract_extra, 0, 1, NOTHING, "the reverse")                            \
    X(hundred_missing, 0, 1, NOTHING, "* 100 in it, not in the query")         \
    X(hundred_extra, 0, 1, NOTHING, "the reverse")                             \
    X(sibling_instead, 0, 5, SCHEMA,                                           \
      "unnamed columns beside an unused one that it names")                    \
    X(columns_unexplained, 0, 8, SCHEMA,                                       \
      "columns used but for joins that neither it nor the question names")     \
    X(columns_named_share, 0, 1, SCHEMA,                                       \
      "share of columns used but for joins that it names")                     \
    X(selected_named_share, 0, 1, SCHEMA,                                      \
      "share of selected columns that it or the question names")               \
    X(query_values_unexplained, 0, 4, NOTHING,                                 \
      "values of the query that neither it nor the question has")              \
    X(query_values_named_share, 0, 1, NOTHING,                                 \
      "share of the query's values that it has")

#define ROW(name, low, high, needs, meaning)                                   \
    {"knowledge." #name, meaning, low, high,                                   \
     T2S_NEEDS_KNOWLEDGE | T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

typedef struct comparing {
    double *out;
    const t2s_feature_input *in;
    const t2s_knowledge *hint;
    const t2s_query *query;
    const t2sed_schema *schema;
    t2s_knowledge_fit fit;
} comparing;

static double share(double part, double all)
{
    return all > 0 ? part / all : (double)NAN;
}

/* ------------------------------------------------------- columns */

/* Whether the column was named before in the text. */
static bool is_repeated(const comparing *at, size_t i)
{
    const t2s_hint_column *columns = at->hint->columns.at;
    for (size_t k = 0; k < i; k++)
        if (columns[k].column == columns[i].column &&
            columns[k].is_qualified == columns[i].is_qualified)
            return true;
    return false;
}

static void compare_columns(comparing *at)
{
    double *out = at->out;
    for (size_t i = 0; i < at->hint->columns.count; i++) {
        const t2s_hint_column *hint = &at->hint->columns.at[i];
        if (hint->function >= 0 && !hint->is_compared) {
            out[F_calls]++;
            out[F_calls_unmet] += !at->fit.has_call[i];
        }
        if (is_repeated(at, i))
            continue;
        out[F_columns]++;
        if (at->fit.has_column[i])
            continue;
        if (t2s_schema_is_key(at->schema, hint->column)) {
            out[F_keys_unused]++;
            continue;
        }
        out[F_columns_unused]++;
        out[F_asked_columns_unused] += hint->is_asked;
        out[F_compared_columns_unused] += hint->is_compared;
        out[F_plain_columns_unused] += !hint->is_compared && hint->function < 0;
    }
    out[F_columns_unused_share] = share(out[F_columns_unused], out[F_columns]);
}

static bool is_named(const comparing *at, int32_t column)
{
    for (size_t i = 0; i < at->hint->columns.count; i++)
        if (t2s_hint_names(&at->hint->columns.at[i], at->schema, column))
            return true;
    return false;
}

/* Whether a column of that table is named which the query has not. */
static bool has_unused_sibling(const comparing *at, int32_t column)
{
    for (size_t i = 0; i < at->hint->columns.count; i++)
        if (!at->fit.has_column[i] &&
            at->schema->columns[at->hint->columns.at[i].column].table ==
                at->schema->columns[column].table)
            return true;
    return false;
}

static void explain_columns(comparing *at)
{
    const t2s_name_match *asked = at->in->from->question->columns;
    double used = 0, named = 0, selected = 0, selected_named = 0;
    t2s_for_each_use (at->query, use) {
        bool by_hint, by_question;
        if (use->kind != T2S_USES_COLUMN || use->only_ties)
            continue;
        by_hint = is_named(at, use->index);
        by_question = asked[use->index].is_whole;
        used++;
        named += by_hint;
        if (use->clause == T2S_CLAUSE_SELECT && use->scope == at->query->main) {
            selected++;
            selected_named += by_hint || by_question;
        }
        if (by_hint || by_question)
            continue;
        at->out[F_columns_unexplained]++;
        at->out[F_sibling_instead] += has_unused_sibling(at, use->index);
    }
    at->out[F_columns_named_share] = share(named, used);
    at->out[F_selected_named_share] = share(selected_named, selected);
}

/* ------------------------------------------------------- conditions */

/* The first of the columns named that is the one of a literal. */
static int32_t first_of(const comparing *at, const t2s_hint_literal *literal)
{
    const t2s_hint_column *columns = at->hint->columns.at;
    int32_t i = 0;
    while (columns[i].column != columns[literal->compared].column)
        i++;
    return i;
}

static void compare_conditions(comparing *at)
{
    static const enum feature of_fit[T2S_FITS] = {
        [T2S_FIT_LACKING] = F_conditions_lacking,
        [T2S_FIT_SELECTED] = F_conditions_selected,
        [T2S_FIT_OTHER_COLUMN] = F_conditions_other_column,
        [T2S_FIT_OTHER_VALUE] = F_conditions_other_value,
        [T2S_FIT_OTHER_OPERATOR] = F_conditions_other_operator,
        [T2S_FIT_MET] = F_conditions_met};
    bool is_compared[T2S_MOST_HINTS] = {false},
         is_met[T2S_MOST_HINTS] = {false};
    for (size_t i = 0; i < at->hint->literals.count; i++) {
        const t2s_hint_literal *literal = &at->hint->literals.at[i];
        const t2s_condition_fit fit = at->fit.fits[i];
        const bool is_well = fit == T2S_FIT_MET || fit == T2S_FIT_SELECTED;
        if (literal->compared < 0)
            continue;
        at->out[F_conditions]++;
        at->out[of_fit[fit]]++;
        at->out[F_asked_conditions_unmet] += !is_well && literal->is_asked;
        is_compared[first_of(at, literal)] = true;
        is_met[first_of(at, literal)] |= is_well;
    }
    for (size_t i = 0; i < T2S_MOST_HINTS; i++)
        at->out[F_unmet_columns] += is_compared[i] && !is_met[i];
    at->out[F_conditions_met_share] =
        share(at->out[F_conditions_met], at->out[F_conditions]);
}

static void compare_values(comparing *at)
{
    for (size_t i = 0; i < at->hint->literals.count; i++) {
        const t2s_hint_literal *literal = &at->hint->literals.at[i];
        const bool lacks = !at->fit.has_value[i];
        at->out[F_values]++;
        at->out[F_values_unused] += lacks;
        at->out[F_asked_values_unused] += lacks && literal->is_asked;
        at->out[F_quotes_unused] +=
            lacks && literal->is_asked && literal->compared < 0;
    }
    at->out[F_values_unused_share] =
        share(at->out[F_values_unused], at->out[F_values]);
}

/* Whether the question has a literal's words, or its number; *normal is
 * scratch. */
static bool question_has(const comparing *at, const t2s_query_use *use,
                         t2s_string *normal)
{
    const t2s_question_facts *question = at->in->from->question;
    for (size_t i = 0; use->kind == T2S_USES_NUMBER &&
                       i < question->numbers.count && i < T2S_MOST_NUMBERS;
         i++)
        if (question->numbers.at[i].value == use->number)
            return true;
    if (use->kind == T2S_USES_NUMBER || use->length > T2S_LONGEST_TEXT)
        return false;
    t2s_string_clear(normal);
    t2s_string_append_char(normal, ' ');
    t2s_value_normal(normal, use->text, use->length);
    t2s_string_append_char(normal, ' ');
    return !normal->failed && strstr(question->plain.text, normal->text);
}

static t2sed_status explain_values(comparing *at, t2sed_error *err)
{
    t2s_string normal = {0};
    double all = 0, named = 0;
    bool ok;
    for (size_t i = 0; i < at->fit.value_count && !normal.failed; i++) {
        const t2s_query_use *use = at->fit.values[i].value;
        bool by_hint = false;
        if (use->kind == T2S_USES_NUMBER &&
            (use->number == 0 || use->number == 1 || use->number == 100))
            continue;
        for (size_t k = 0; k < at->hint->literals.count && !by_hint; k++)
            by_hint = t2s_hint_is(&at->hint->literals.at[k], use);
        all++;
        named += by_hint;
        at->out[F_query_values_unexplained] +=
            !by_hint && !question_has(at, use, &normal);
    }
    at->out[F_query_values_named_share] = share(named, all);
    ok = !normal.failed;
    t2s_string_free(&normal);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}

/* ------------------------------------------------------- functions */

/* Whether an arithmetic operator of the query is that sign. */
static bool has_sign(const comparing *at, char sign)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_OPERATOR &&
            use->index == T2S_OPERATOR_ARITHMETIC && use->begin < use->end &&
            at->in->sql->text[use->begin] == sign)
            return true;
    return false;
}

static bool has_hundred(const comparing *at)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_NUMBER && use->number == 100)
            return true;
    return false;
}

static void compare_functions(comparing *at)
{
    const t2s_query_parts *has = &at->query->parts;
    const bool *asks = at->hint->functions, *own = has->functions;
    const bool counts = own[T2S_FUNCTION_COUNT] || own[T2S_FUNCTION_SUM];
    at->out[F_count_missing] = asks[T2S_FUNCTION_COUNT] && !counts;
    at->out[F_sum_missing] = asks[T2S_FUNCTION_SUM] && !counts;
    at->out[F_extreme_missing] =
        (asks[T2S_FUNCTION_MAX] || asks[T2S_FUNCTION_MIN]) &&
        !own[T2S_FUNCTION_MAX] && !own[T2S_FUNCTION_MIN] &&
        !has->clauses[T2S_CLAUSE_ORDER];
    for (int f = 0; f < T2S_FUNCTION_OTHER; f++)
        at->out[F_functions_extra] +=
            has->selected_functions[f] && !asks[f] &&
            !(f == T2S_FUNCTION_COUNT &&
              at->in->from->question->cues[T2S_CUE_COUNT] > 0);
}

static void compare_arithmetic(comparing *at)
{
    const bool *asks = at->hint->parts;
    const bool divides = has_sign(at, '/'), subtracts = has_sign(at, '-');
    const bool hundred = has_hundred(at);
    at->out[F_divide_missing] = asks[T2S_HINT_DIVIDE] && !divides &&
                                !at->query->parts.functions[T2S_FUNCTION_AVG];
    at->out[F_divide_extra] = !asks[T2S_HINT_DIVIDE] && divides;
    at->out[F_subtract_missing] = asks[T2S_HINT_SUBTRACT] && !subtracts;
    at->out[F_subtract_extra] = !asks[T2S_HINT_SUBTRACT] && subtracts;
    at->out[F_hundred_missing] = asks[T2S_HINT_HUNDRED] && !hundred;
    at->out[F_hundred_extra] = !asks[T2S_HINT_HUNDRED] && hundred;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    comparing at = {.out = out,
                    .in = in,
                    .hint = in->from->knowledge,
                    .query = in->query,
                    .schema = in->from->schema};
    for (int i = 0; i < F_COUNT; i++)
        out[i] = 0;
    out[F_words] = (double)at.hint->words;
    t2s_knowledge_fit_read(&at.fit, at.hint, at.query, at.schema);
    compare_values(&at);
    compare_functions(&at);
    compare_arithmetic(&at);
    if (at.schema) {
        compare_columns(&at);
        explain_columns(&at);
        compare_conditions(&at);
    }
    return explain_values(&at, err);
}

const t2s_feature_group t2s_knowledge_group = {features, F_COUNT,
                                               T2S_NEEDS_KNOWLEDGE, compute};
