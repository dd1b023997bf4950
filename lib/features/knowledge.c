/* What the knowledge beside the question says exactly, against the query. */
#include <string.h>

#include "base/error.h"
#include "facts/coverage.h"
#include "facts/knowledge_fit.h"
#include "features/features.h"

#define FEATURES(X)                                                            \
    X(words, 0, 100, NOTHING, "words of the knowledge")                        \
    X(columns, 0, 10, SCHEMA, "names of columns in the knowledge")             \
    X(columns_unused, 0, 8, SCHEMA,                                            \
      "columns named by the knowledge, not keys, missing from the query")      \
    X(columns_unused_share, 0, 1, SCHEMA,                                      \
      "their share of the columns named, except keys")                         \
    X(asked_columns_unused, 0, 8, SCHEMA,                                      \
      "columns missing from the query, named beside words of the question")    \
    X(plain_columns_unused, 0, 8, SCHEMA,                                      \
      "columns missing from the query, named outside conditions and "          \
      "functions")                                                             \
    X(conditions, 0, 10, SCHEMA, "conditions that the knowledge spells out")   \
    X(conditions_met, 0, 10, SCHEMA,                                           \
      "conditions of the knowledge that the query has")                        \
    X(conditions_met_share, 0, 1, SCHEMA,                                      \
      "their share of all conditions of the knowledge")                        \
    X(conditions_lacking, 0, 8, SCHEMA,                                        \
      "conditions of which the query has neither column nor value")            \
    X(asked_conditions_unmet, 0, 8, SCHEMA,                                    \
      "conditions missing from the query, beside words of the question")       \
    X(unmet_columns, 0, 4, SCHEMA,                                             \
      "columns in conditions of which the query has none")                     \
    X(values, 0, 10, NOTHING, "quoted and compared values in the knowledge")   \
    X(calls, 0, 6, SCHEMA, "aggregates of columns in the knowledge")           \
    X(divide_extra, 0, 1, NOTHING,                                             \
      "a division in the query and not in the knowledge")                      \
    X(subtract_extra, 0, 1, NOTHING,                                           \
      "a difference in the query and not in the knowledge")                    \
    X(columns_unexplained, 0, 8, SCHEMA,                                       \
      "columns, except of joins, that neither knowledge nor question names")   \
    X(columns_named_share, 0, 1, SCHEMA,                                       \
      "share of columns, except of joins, that the knowledge names")           \
    X(selected_named_share, 0, 1, SCHEMA,                                      \
      "share of selected columns that knowledge or question names")            \
    X(query_values_unexplained, 0, 4, NOTHING,                                 \
      "values of the query that neither knowledge nor question has")           \
    X(query_values_named_share, 0, 1, NOTHING,                                 \
      "share of the query's values that the knowledge has")

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
    const t2s_knowledge_fit *fit;
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
        out[F_calls] += hint->function >= 0 && !hint->is_compared;
        if (is_repeated(at, i))
            continue;
        out[F_columns]++;
        if (at->fit->has_column[i] ||
            t2s_schema_is_key(at->schema, hint->column))
            continue;
        out[F_columns_unused]++;
        out[F_asked_columns_unused] += hint->is_asked;
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
    bool is_compared[T2S_MOST_HINTS] = {false},
         is_met[T2S_MOST_HINTS] = {false};
    for (size_t i = 0; i < at->hint->literals.count; i++) {
        const t2s_hint_literal *literal = &at->hint->literals.at[i];
        const t2s_condition_fit fit = at->fit->fits[i];
        const bool is_well = fit == T2S_FIT_MET || fit == T2S_FIT_SELECTED;
        if (literal->compared < 0)
            continue;
        at->out[F_conditions]++;
        at->out[F_conditions_lacking] += fit == T2S_FIT_LACKING;
        at->out[F_conditions_met] += fit == T2S_FIT_MET;
        at->out[F_asked_conditions_unmet] += !is_well && literal->is_asked;
        is_compared[first_of(at, literal)] = true;
        is_met[first_of(at, literal)] |= is_well;
    }
    for (size_t i = 0; i < T2S_MOST_HINTS; i++)
        at->out[F_unmet_columns] += is_compared[i] && !is_met[i];
    at->out[F_conditions_met_share] =
        share(at->out[F_conditions_met], at->out[F_conditions]);
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
    for (size_t i = 0; i < at->fit->value_count && !normal.failed; i++) {
        const t2s_query_use *use = at->fit->values[i].value;
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

/* ------------------------------------------------------- arithmetic */

/* Whether an arithmetic operator of the query is that sign. */
static bool has_sign(const comparing *at, char sign)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_OPERATOR &&
            use->index == T2S_OPERATOR_ARITHMETIC && use->begin < use->end &&
            at->in->candidate->sql->text[use->begin] == sign)
            return true;
    return false;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    comparing at = {.out = out,
                    .in = in,
                    .hint = in->from->knowledge,
                    .fit = &in->match->knowledge,
                    .query = in->query,
                    .schema = in->from->schema};
    out[F_words] = (double)at.hint->words;
    out[F_values] = (double)at.hint->literals.count;
    out[F_divide_extra] =
        !at.hint->parts[T2S_HINT_DIVIDE] && has_sign(&at, '/');
    out[F_subtract_extra] =
        !at.hint->parts[T2S_HINT_SUBTRACT] && has_sign(&at, '-');
    if (at.schema) {
        compare_columns(&at);
        explain_columns(&at);
        compare_conditions(&at);
    }
    return explain_values(&at, err);
}

const t2s_feature_group t2s_knowledge_group = {
    features, F_COUNT, T2S_NEEDS_KNOWLEDGE, compute, true};
