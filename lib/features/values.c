/* Strings and numbers of the query, of the question and of the database. */
#include <string.h>

#include "base/error.h"
#include "facts/replaced_values.h"
#include "features/features.h"
#include "schema/words.h"

#define FEATURES(X)                                                            \
    X(texts, 0, 8, NOTHING, "strings in the query's conditions")               \
    X(numbers, 0, 8, NOTHING, "numbers in the query's conditions")             \
    X(zeros, 0, 4, NOTHING, "zeros in the query's conditions")                 \
    X(text_not_in_question, 0, 4, NOTHING,                                     \
      "strings of the query missing from the question")                        \
    X(text_partly_in_question, 0, 4, NOTHING,                                  \
      "strings whose words the question has in another form or order")         \
    X(number_not_in_question, 0, 4, NOTHING,                                   \
      "numbers of the query, except 0, missing from the question")             \
    X(not_in_column, 0, 4, VALUES, "strings that the compared column lacks")   \
    X(in_other_column, 0, 4, VALUES,                                           \
      "strings that the compared column lacks and another has")                \
    X(nowhere, 0, 4, VALUES, "strings that no column has")                     \
    X(spelled_otherwise, 0, 4, VALUES,                                         \
      "strings that the column has with other case or accents")                \
    X(number_not_in_column, 0, 4, VALUES,                                      \
      "numbers that the column compared by = lacks")                           \
    X(text_with_number_column, 0, 4, SCHEMA,                                   \
      "strings that are not numbers, compared with a column of numbers")       \
    X(number_with_text_column, 0, 4, SCHEMA,                                   \
      "numbers compared with a column of text")                                \
    X(question_numbers, 0, 5, NOTHING, "numbers of the question, in digits")   \
    X(question_numbers_unused, 0, 4, NOTHING,                                  \
      "numbers of the question, in digits, missing from the query")            \
    X(spelled_numbers_unused, 0, 4, NOTHING,                                   \
      "numbers of the question, in words, missing from the query")             \
    X(limit_not_in_question, 0, 2, NOTHING,                                    \
      "LIMITs, except 1, missing from the question")                           \
    X(limit_one_beside_number, 0, 1, NOTHING,                                  \
      "LIMIT 1, and an unused number above 1 in the question")                 \
    X(question_values, 0, 8, VALUES, "values of the database in the question") \
    X(question_values_unused, 0, 4, VALUES,                                    \
      "values of the database in the question, missing from the query")        \
    X(marked_values_unused, 0, 4, VALUES,                                      \
      "the same, capitalised, quoted or beginning with a digit")               \
    X(replaced, 0, 4, SCHEMA,                                                  \
      "strings that nothing names, for which the question names another "      \
      "value of the compared column, missing from the query")                  \
    X(number_replaced, 0, 4, NOTHING,                                          \
      "numbers of conditions that are not in the question, at most as many "   \
      "as the question has that are not in the query")                         \
    X(column_number_replaced, 0, 4, SCHEMA,                                    \
      "the same, if the question's is beside a word of the column's name")     \
    X(named_numbers_unused, 0, 4, SCHEMA,                                      \
      "numbers behind a name of the schema (room 14), missing from the query " \
      "and the knowledge")                                                     \
    X(pattern_elsewhere, 0, 1, VALUES,                                         \
      "a LIKE pattern with a value of the question; another column has the "   \
      "value, the compared column does not")                                   \
    X(pattern_for_exact, 0, 1, NOTHING,                                        \
      "a LIKE pattern with a wildcard of a text that stands behind "           \
      "\"exactly\"")                                                           \
    X(pattern_differs, 0, 1, NOTHING,                                          \
      "a text that the question asks for in another place: \"starting "        \
      "with\", "                                                               \
      "\"containing\"")                                                        \
    X(quotes, 0, 4, NOTHING, "quoted strings of the question")                 \
    X(quotes_unused, 0, 4, NOTHING,                                            \
      "quoted strings of the question missing from the query")                 \
    X(capitals, 0, 8, NOTHING,                                                 \
      "capitalised words of the question, except the first")                   \
    X(capitals_unused, 0, 8, NOTHING,                                          \
      "such words that are in no name and no value")                           \
    X(by_key, 0, 4, ROWS,                                                      \
      "values of the question for which the query has the key of their row")

#define ROW(name, low, high, needs, meaning)                                   \
    {"value." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

/* What a value of a condition is compared with. */
typedef struct comparison {
    int32_t scope;
    t2s_query_clause clause;
    int32_t column; /* or T2S_NO_ITEM */
    bool has_relation, is_computed;
    t2s_query_operator relation;
} comparison;

typedef struct values {
    double *out;
    const t2s_feature_input *in;
    comparison with;
    const t2s_coverage *coverage;
    const t2s_used_values *used; /* of it */
    t2s_string words;            /* scratch */
} values;

/* Keeps track of what the next value is compared with. */
static void follow(comparison *with, const t2s_query_use *use)
{
    bool is_new = use->scope != with->scope || use->clause != with->clause;
    if (is_new || use->kind == T2S_USES_AND || use->kind == T2S_USES_OR) {
        memset(with, 0, sizeof *with);
        with->scope = use->scope;
        with->clause = use->clause;
        with->column = T2S_NO_ITEM;
    }
    if (use->kind == T2S_USES_COLUMN) {
        with->column = use->index;
    } else if (use->kind == T2S_USES_FUNCTION) {
        with->is_computed = true;
    } else if (use->kind == T2S_USES_OPERATOR) {
        with->is_computed |= use->index == T2S_OPERATOR_ARITHMETIC;
        with->has_relation = true;
        with->relation = (t2s_query_operator)use->index;
    }
}

/* The comparison of value i: with what stands before it or, in 'x' = column,
 * behind it. */
static comparison comparison_of(const values *at, size_t i)
{
    const t2s_query *query = at->in->query;
    comparison with = at->with;
    const t2s_condition *test =
        t2s_is_in_condition(&query->uses.at[i])
            ? NULL
            : t2s_query_test_of(query, &query->uses.at[i]);
    if (test) {
        with.column = test->slot.column;
        with.has_relation = true;
        with.is_computed = test->slot.is_computed;
        with.relation = test->operator;
        return with;
    }
    if (with.has_relation || i + 2 >= query->uses.count ||
        query->uses.at[i + 1].kind != T2S_USES_OPERATOR ||
        query->uses.at[i + 2].kind != T2S_USES_COLUMN ||
        query->uses.at[i + 2].scope != query->uses.at[i].scope ||
        query->uses.at[i + 2].clause != query->uses.at[i].clause)
        return with;
    with.has_relation = true;
    with.relation = (t2s_query_operator)query->uses.at[i + 1].index;
    with.column = query->uses.at[i + 2].index;
    return with;
}

static bool is_schema_column(const values *at, const comparison *with)
{
    return at->in->from->schema && with->has_relation && with->column >= 0 &&
           (size_t)with->column < at->in->from->schema->column_count &&
           !with->is_computed;
}

static bool is_equality(const comparison *with)
{
    return with->relation == T2S_OPERATOR_EQUAL ||
           with->relation == T2S_OPERATOR_NOT_EQUAL ||
           with->relation == T2S_OPERATOR_IN;
}

static bool question_has_number(const values *at, double number)
{
    const t2s_question_facts *question = at->in->from->question->history;
    size_t count = question->numbers.count;
    for (size_t i = 0; i < count && i < T2S_MOST_NUMBERS; i++)
        if (question->numbers.at[i].value == number ||
            question->numbers.at[i].in_days == number)
            return true;
    return false;
}

/* Whether the question names a value, in whatever form. */
static bool is_asked_value(const values *at, const char *normal, size_t n)
{
    const t2s_question_facts *question = at->in->from->question;
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++)
        if (question->values.at[i].length == n &&
            memcmp(question->values.at[i].normal, normal, n) == 0)
            return true;
    return false;
}

static void find_in_question(values *at, const t2s_query_use *use,
                             const char *normal, size_t n)
{
    t2s_naming naming = t2s_names_text(at->in->from->question->history,
                                       use->text, use->length, &at->words);
    if (naming == T2S_UNNAMED && is_asked_value(at, normal, n))
        naming = T2S_NAMED_PARTLY;
    at->out[F_text_partly_in_question] += naming == T2S_NAMED_PARTLY;
    at->out[F_text_not_in_question] += naming == T2S_UNNAMED;
}

/* Whether the index may say that a column has no such value: an empty column
 * says nothing, an incomplete one only of what is known elsewhere. */
static bool is_telling(const values *at, int32_t column, bool is_elsewhere)
{
    return t2s_value_index_count(at->in->from->values, column) > 0 &&
           (is_elsewhere ||
            t2s_value_index_is_complete(at->in->from->values, column));
}

static void find_in_database(values *at, const comparison *with,
                             const t2s_query_use *use, const char *normal,
                             size_t n)
{
    const t2s_value_index *index = at->in->from->values;
    size_t columns = 0;
    t2s_value_index_columns(index, normal, n, &columns);
    if (t2s_value_index_holds(index, with->column, normal, n)) {
        at->out[F_spelled_otherwise] +=
            !t2s_value_index_holds_exactly(index, with->column, use->text,
                                           use->length) &&
            !t2s_value_index_holds_padded(index, with->column, use->text,
                                          use->length);
        return;
    }
    if (!is_telling(at, with->column, columns > 0))
        return;
    at->out[F_not_in_column]++;
    at->out[F_in_other_column] += columns > 0;
    at->out[F_nowhere] += columns == 0;
}

static void compare_text(values *at, const t2s_query_use *use,
                         const comparison *with, const char *normal, size_t n)
{
    double number;
    if (!t2s_value_keys_have(&at->coverage->keys, use->begin))
        find_in_question(at, use, normal, n);
    if (!is_schema_column(at, with))
        return;
    if (at->in->from->schema->columns[with->column].kind == T2SED_TYPE_NUMBER &&
        with->relation != T2S_OPERATOR_LIKE &&
        !t2s_word_number(use->text, use->length, &number))
        at->out[F_text_with_number_column]++;
    if (at->in->from->values && is_equality(with) && n > 0)
        find_in_database(at, with, use, normal, n);
}

static void compare_number(values *at, const t2s_query_use *use,
                           const comparison *with, const char *normal, size_t n)
{
    at->out[F_number_not_in_question] +=
        use->number != 0 && !question_has_number(at, use->number) &&
        !t2s_value_keys_have(&at->coverage->keys, use->begin);
    if (!is_schema_column(at, with))
        return;
    at->out[F_number_with_text_column] +=
        at->in->from->schema->columns[with->column].kind == T2SED_TYPE_TEXT;
    if (at->in->from->values && is_equality(with) &&
        !t2s_value_index_holds(at->in->from->values, with->column, normal, n) &&
        is_telling(at, with->column, false))
        at->out[F_number_not_in_column]++;
}

static void compare_query(values *at)
{
    const t2s_query *query = at->in->query;
    size_t next = 0;
    at->with.scope = -1;
    at->with.clause = T2S_CLAUSE_NONE;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        bool is_text = use->kind == T2S_USES_TEXT;
        comparison with;
        const char *normal;
        follow(&at->with, use);
        if (!t2s_is_compared(query, use))
            continue;
        at->out[is_text ? F_texts : F_numbers]++;
        at->out[F_zeros] += !is_text && use->number == 0;
        if (next == at->used->count || at->used->values[next].use != i)
            continue;
        with = comparison_of(at, i);
        normal = at->used->texts.text + at->used->values[next].normal;
        (is_text ? compare_text : compare_number)(
            at, use, &with, normal, at->used->values[next++].length);
    }
}

static void compare_limits(values *at)
{
    const t2s_query *query = at->in->query;
    for (size_t i = 0; i < query->scopes.count && i < T2S_MOST_VALUES; i++) {
        const t2s_query_scope *scope = &query->scopes.at[i];
        if (scope->has_limit_number && scope->limit != 1 &&
            !question_has_number(at, scope->limit))
            at->out[F_limit_not_in_question]++;
    }
}

static void find_unused(values *at)
{
    const t2s_question_facts *question = at->in->from->question;
    const t2s_unused_values *unused = &at->coverage->unused;
    at->out[F_question_values] = (double)question->values.count;
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        at->out[F_question_values_unused] += unused->values[i];
        at->out[F_by_key] += at->coverage->keys.own[i] != NULL;
        at->out[F_marked_values_unused] +=
            unused->values[i] && question->values.at[i].is_marked;
    }
    for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS;
         i++) {
        const t2s_question_number *number = &question->numbers.at[i];
        at->out[F_question_numbers] += !number->is_spelled;
        at->out[number->is_spelled ? F_spelled_numbers_unused
                                   : F_question_numbers_unused] +=
            unused->numbers[i];
        at->out[F_named_numbers_unused] += at->coverage->forgotten[i];
        if (unused->numbers[i] && at->in->query->parts.limit_1 &&
            number->value > 1 && number->value <= 100)
            at->out[F_limit_one_beside_number] = 1;
    }
    at->out[F_number_replaced] = (double)at->coverage->replaced.numbers;
    for (size_t i = 0; i < at->coverage->replaced.count; i++)
        at->out[at->coverage->replaced.at[i].number < 0
                    ? F_replaced
                    : F_column_number_replaced]++;
}

static void compare_quotes(values *at)
{
    const t2s_question_facts *question = at->in->from->question;
    t2s_string normal = {0};
    at->out[F_quotes] = (double)question->quotes.count;
    for (size_t i = 0; i < question->quotes.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_quote *quote = &question->quotes.at[i];
        size_t n = quote->end - quote->begin;
        if (n > T2S_LONGEST_TEXT)
            continue;
        t2s_string_clear(&normal);
        t2s_string_append(&normal, "");
        t2s_value_normal(&normal, question->text + quote->begin, n);
        if (normal.failed)
            break;
        at->out[F_quotes_unused] +=
            !t2s_used_values_has(at->used, normal.text, normal.length);
    }
    at->words.failed |= normal.failed;
    t2s_string_free(&normal);
}

static void compare_capitals(values *at)
{
    const t2s_question_facts *question = at->in->from->question;
    for (size_t i = 0; i < question->words.count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        if (!word->is_capital || question->stems.at[word->stem].is_stop)
            continue;
        at->out[F_capitals]++;
        at->out[F_capitals_unused] += !at->coverage->covered[word->stem];
    }
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    values at = {.out = out,
                 .in = in,
                 .coverage = &in->match->coverage,
                 .used = &in->match->coverage.used};
    bool is_short; /* memory */
    compare_query(&at);
    compare_limits(&at);
    find_unused(&at);
    compare_quotes(&at);
    compare_capitals(&at);
    out[F_pattern_elsewhere] = in->match->patterns.is_elsewhere;
    out[F_pattern_for_exact] = in->match->patterns.exact != NULL;
    out[F_pattern_differs] = in->match->patterns.elsewhere != NULL;
    is_short = at.words.failed;
    t2s_string_free(&at.words);
    return is_short ? t2s_fail_memory(err) : T2SED_OK;
}

const t2s_feature_group t2s_values_group = {features, F_COUNT, 0, compute,
                                            true};
