/* Strings and numbers of the query, of the question and of the database. */
#include "features/values.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/covered_words.h"
#include "schema/words.h"

/* How many values of a query, quotes and values of a question are compared,
 * and how long strings may be: those beyond are passed over. */
#define MOST_VALUES  64
#define MOST_NUMBERS 256
#define LONGEST_TEXT 1024

#define FEATURES(X)                                                            \
    X(texts, 0, 8, "strings in the query's conditions")                        \
    X(numbers, 0, 8, "numbers in the query's conditions")                      \
    X(zeros, 0, 4, "zeros among them")                                         \
    X(text_not_in_question, 0, 4, "strings that the question has not")         \
    X(text_partly_in_question, 0, 4,                                           \
      "strings whose words the question has in another form or order")         \
    X(number_not_in_question, 0, 4, "numbers but 0 that the question has not") \
    X(not_in_column, 0, 4, "strings that the column compared with has not")    \
    X(in_other_column, 0, 4, "such strings that another column has")           \
    X(nowhere, 0, 4, "such strings that no column has")                        \
    X(spelled_otherwise, 0, 4,                                                 \
      "strings that the column has in other case or marks only")               \
    X(number_not_in_column, 0, 4, "numbers that the column equalled has not")  \
    X(text_with_number_column, 0, 4,                                           \
      "strings that are no number, compared with a column of numbers")         \
    X(number_with_text_column, 0, 4, "numbers compared with a column of text") \
    X(question_numbers, 0, 5, "numbers of the question, in digits")            \
    X(question_numbers_unused, 0, 4, "such that the query has not")            \
    X(spelled_numbers_unused, 0, 4,                                            \
      "numbers in words of the question that the query has not")               \
    X(limit_not_in_question, 0, 2, "LIMITs but 1 that the question has not")   \
    X(limit_one_beside_number, 0, 1,                                           \
      "LIMIT 1, and an unused number above 1 in the question")                 \
    X(question_values, 0, 8, "values of the database in the question")         \
    X(question_values_unused, 0, 4, "such that the query has not")             \
    X(marked_values_unused, 0, 4,                                              \
      "such, capitalised, quoted or beginning with a digit")                   \
    X(quotes, 0, 4, "quoted strings of the question")                          \
    X(quotes_unused, 0, 4, "such that the query has not")                      \
    X(capitals, 0, 8, "capitalised words of the question but the first")       \
    X(capitals_unused, 0, 8, "such that neither names nor values have")

#define FEATURE_ROW(name, low, high, meaning)                                  \
    {"value." #name, meaning, low, high},
#define FEATURE_NAME(name, low, high, meaning) F_##name,

const t2s_feature t2s_values_features[] = {FEATURES(FEATURE_ROW)};
const size_t t2s_values_feature_count =
    sizeof t2s_values_features / sizeof t2s_values_features[0];

enum feature { FEATURES(FEATURE_NAME) F_COUNT };

/* What a value of a condition is compared with. */
typedef struct comparison {
    int32_t scope;
    t2s_query_clause clause;
    int32_t column; /* or T2S_NO_ITEM */
    bool has_relation, is_computed;
    t2s_query_operator relation;
} comparison;

typedef struct evidence {
    const t2s_question_facts *question;
    const t2s_query *query;
    const t2sed_schema *schema;
    const t2s_value_index *values; /* NULL without a schema, too */
    comparison with;
    size_t seen;                  /* values of conditions */
    t2s_string normal;            /* scratch */
    t2s_string words;             /* scratch */
    t2s_string used;              /* "\nvalue\nvalue\n" in normal form */
    double numbers[MOST_NUMBERS]; /* of the query, those in strings too */
    size_t number_count;
    double v[F_COUNT];
} evidence;

static bool is_condition(t2s_query_clause clause)
{
    return clause == T2S_CLAUSE_WHERE || clause == T2S_CLAUSE_HAVING ||
           clause == T2S_CLAUSE_ON;
}

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
static comparison comparison_of(const evidence *at, size_t i)
{
    const t2s_query *query = at->query;
    comparison with = at->with;
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

static bool is_schema_column(const evidence *at, const comparison *with)
{
    return at->schema && with->has_relation && with->column >= 0 &&
           (size_t)with->column < at->schema->column_count;
}

static bool is_equality(const comparison *with)
{
    return with->relation == T2S_OPERATOR_EQUAL ||
           with->relation == T2S_OPERATOR_NOT_EQUAL ||
           with->relation == T2S_OPERATOR_IN;
}

static void add_number(evidence *at, double number)
{
    if (at->number_count < MOST_NUMBERS)
        at->numbers[at->number_count++] = number;
}

static bool question_has_number(const evidence *at, double number)
{
    const t2s_question_facts *question = at->question->history;
    size_t count = question->numbers.count;
    for (size_t i = 0; i < count && i < MOST_NUMBERS; i++)
        if (question->numbers.at[i].value == number)
            return true;
    return false;
}

static bool query_has_number(const evidence *at, double number)
{
    for (size_t i = 0; i < at->number_count; i++)
        if (at->numbers[i] == number)
            return true;
    return false;
}

/* " word word " of a string, as the question's own, in at->words; and the
 * numbers among them to those of the query. */
static void split_words(evidence *at, const t2s_query_use *use, bool stemmed)
{
    t2s_string_clear(&at->words);
    t2s_string_append_char(&at->words, ' ');
    for (size_t i = 0; i < use->length;) {
        char word[64];
        size_t end = i + 1, n;
        double number;
        if (!t2s_is_word_part(use->text, use->length, i)) {
            i = end;
            continue;
        }
        end = t2s_word_part_end(use->text, use->length, i, false);
        n = end - i < sizeof word ? end - i : sizeof word;
        for (size_t c = 0; c < n; c++)
            word[c] = t2s_ascii_lower(use->text[i + c]);
        if (t2s_word_number(word, n, &number)) {
            if (!stemmed)
                add_number(at, number);
        } else if (stemmed) {
            n = t2s_word_stem(word, n);
        }
        t2s_string_append_n(&at->words, word, n);
        t2s_string_append_char(&at->words, ' ');
        i = end;
    }
}

/* Whether each word of a string stands somewhere in the question. */
static bool question_has_words(const evidence *at, const t2s_query_use *use)
{
    const t2s_question_facts *history = at->question->history;
    for (size_t i = 0; i < use->length;) {
        size_t end = i + 1;
        if (t2s_is_word_part(use->text, use->length, i)) {
            int32_t stem;
            end = t2s_word_part_end(use->text, use->length, i, false);
            stem = t2s_question_find_stem(history, use->text + i, end - i);
            if (stem < 0 || history->stems.at[stem].first < 0)
                return false;
        }
        i = end;
    }
    return true;
}

static void find_in_question(evidence *at, const t2s_query_use *use)
{
    const t2s_question_facts *history = at->question->history;
    split_words(at, use, false);
    if (at->words.failed || at->words.length < 2 ||
        strstr(history->plain.text, at->words.text))
        return;
    split_words(at, use, true);
    if (at->words.failed)
        return;
    if (strstr(history->stemmed.text, at->words.text) ||
        question_has_words(at, use))
        at->v[F_text_partly_in_question]++;
    else
        at->v[F_text_not_in_question]++;
}

/* Whether the index may say that a column has no such value: an empty column
 * says nothing, an incomplete one only of what is known elsewhere. */
static bool is_telling(const evidence *at, int32_t column, bool is_elsewhere)
{
    return t2s_value_index_count(at->values, column) > 0 &&
           (is_elsewhere || t2s_value_index_is_complete(at->values, column));
}

static void find_in_database(evidence *at, const comparison *with,
                             const t2s_query_use *use)
{
    size_t columns = 0;
    if (!at->values || !is_equality(with) || at->normal.length == 0)
        return;
    t2s_value_index_columns(at->values, at->normal.text, at->normal.length,
                            &columns);
    if (t2s_value_index_holds(at->values, with->column, at->normal.text,
                              at->normal.length)) {
        at->v[F_spelled_otherwise] +=
            !t2s_value_index_holds_exactly(at->values, with->column, use->text,
                                           use->length) &&
            !t2s_value_index_holds_padded(at->values, with->column, use->text,
                                          use->length);
        return;
    }
    if (!is_telling(at, with->column, columns > 0))
        return;
    at->v[F_not_in_column]++;
    at->v[F_in_other_column] += columns > 0;
    at->v[F_nowhere] += columns == 0;
}

static void read_text(evidence *at, size_t i)
{
    const t2s_query_use *use = &at->query->uses.at[i];
    comparison with = comparison_of(at, i);
    double number;
    at->v[F_texts]++;
    if (at->seen++ >= MOST_VALUES || use->length > LONGEST_TEXT)
        return;
    t2s_string_clear(&at->normal);
    t2s_string_append(&at->normal, "");
    t2s_value_normal(&at->normal, use->text, use->length);
    if (at->normal.failed)
        return;
    t2s_string_append_n(&at->used, at->normal.text, at->normal.length);
    t2s_string_append_char(&at->used, '\n');
    find_in_question(at, use);
    if (!is_schema_column(at, &with) || with.is_computed)
        return;
    if (at->schema->columns[with.column].kind == T2SED_TYPE_NUMBER &&
        with.relation != T2S_OPERATOR_LIKE &&
        !t2s_word_number(use->text, use->length, &number))
        at->v[F_text_with_number_column]++;
    find_in_database(at, &with, use);
}

static void read_number(evidence *at, size_t i)
{
    const t2s_query_use *use = &at->query->uses.at[i];
    comparison with = comparison_of(at, i);
    char normal[32];
    size_t n = t2s_value_normal_number(normal, use->number);
    at->v[F_numbers]++;
    at->v[F_zeros] += use->number == 0;
    if (at->seen++ >= MOST_VALUES)
        return;
    add_number(at, use->number);
    t2s_string_append_n(&at->used, normal, n);
    t2s_string_append_char(&at->used, '\n');
    at->v[F_number_not_in_question] +=
        use->number != 0 && !question_has_number(at, use->number);
    if (!is_schema_column(at, &with) || with.is_computed)
        return;
    at->v[F_number_with_text_column] +=
        at->schema->columns[with.column].kind == T2SED_TYPE_TEXT;
    if (at->values && is_equality(&with) &&
        !t2s_value_index_holds(at->values, with.column, normal, n) &&
        is_telling(at, with.column, false))
        at->v[F_number_not_in_column]++;
}

static void read_query(evidence *at)
{
    t2s_string_append_char(&at->used, '\n');
    at->with.scope = -1;
    at->with.clause = T2S_CLAUSE_NONE;
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        follow(&at->with, use);
        if (!is_condition(use->clause))
            continue;
        if (use->kind == T2S_USES_TEXT)
            read_text(at, i);
        else if (use->kind == T2S_USES_NUMBER)
            read_number(at, i);
    }
}

static void compare_limits(evidence *at)
{
    const t2s_query *query = at->query;
    for (size_t i = 0; i < query->scopes.count; i++)
        if (query->scopes.at[i].has_limit_number)
            add_number(at, query->scopes.at[i].limit);
    for (size_t i = 0; i < query->scopes.count && i < MOST_VALUES; i++) {
        const t2s_query_scope *scope = &query->scopes.at[i];
        if (scope->has_limit_number && scope->limit != 1 &&
            !question_has_number(at, scope->limit))
            at->v[F_limit_not_in_question]++;
    }
}

static void compare_numbers(evidence *at)
{
    const t2s_question_facts *question = at->question;
    bool limits_to_one = false;
    for (size_t i = 0; i < at->query->scopes.count; i++)
        limits_to_one |= at->query->scopes.at[i].has_limit_number &&
                         at->query->scopes.at[i].limit == 1;
    for (size_t i = 0; i < question->numbers.count && i < MOST_NUMBERS; i++) {
        const t2s_question_number *number = &question->numbers.at[i];
        bool is_unused = !query_has_number(at, number->value);
        at->v[F_question_numbers] += !number->is_spelled;
        if (number->is_spelled)
            at->v[F_spelled_numbers_unused] += is_unused;
        else
            at->v[F_question_numbers_unused] += is_unused;
        if (is_unused && limits_to_one && number->value > 1 &&
            number->value <= 100)
            at->v[F_limit_one_beside_number] = 1;
    }
}

/* Whether the query has a value: within one of its own, or around one. */
static bool is_used(const evidence *at, const char *normal, size_t n)
{
    const char *line = at->used.text + 1;
    if (n == 0 || strstr(at->used.text, normal))
        return true;
    while (*line) {
        size_t length = (size_t)(strchr(line, '\n') - line);
        if (length >= 3 && length < n)
            for (size_t i = 0; i + length <= n; i++)
                if (memcmp(normal + i, line, length) == 0)
                    return true;
        line += length + 1;
    }
    return false;
}

static void compare_values(evidence *at, const bool *names)
{
    const t2s_question_facts *question = at->question;
    at->v[F_question_values] = (double)question->values.count;
    for (size_t i = 0; i < question->values.count && i < MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        if (is_used(at, value->normal, value->length) ||
            t2s_covers_text(names, question, value->normal, value->length))
            continue;
        at->v[F_question_values_unused]++;
        at->v[F_marked_values_unused] += value->is_marked;
    }
}

static void compare_quotes(evidence *at)
{
    const t2s_question_facts *question = at->question;
    at->v[F_quotes] = (double)question->quotes.count;
    for (size_t i = 0; i < question->quotes.count && i < MOST_VALUES; i++) {
        const t2s_question_quote *quote = &question->quotes.at[i];
        size_t n = quote->end - quote->begin;
        if (n > LONGEST_TEXT)
            continue;
        t2s_string_clear(&at->normal);
        t2s_string_append(&at->normal, "");
        t2s_value_normal(&at->normal, question->text + quote->begin, n);
        if (at->normal.failed)
            return;
        at->v[F_quotes_unused] +=
            !is_used(at, at->normal.text, at->normal.length);
    }
}

static void compare_capitals(evidence *at, const bool *all)
{
    const t2s_question_facts *question = at->question;
    for (size_t i = 0; i < question->words.count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        if (!word->is_capital || question->stems.at[word->stem].is_stop)
            continue;
        at->v[F_capitals]++;
        at->v[F_capitals_unused] += !all[word->stem];
    }
}

/* What can't be known without the schema or the database. */
static void blank_unknown(evidence *at)
{
    if (!at->schema)
        at->v[F_text_with_number_column] = at->v[F_number_with_text_column] =
            NAN;
    if (!at->values)
        at->v[F_not_in_column] = at->v[F_in_other_column] = at->v[F_nowhere] =
            at->v[F_spelled_otherwise] = at->v[F_number_not_in_column] = NAN;
    if (!at->question->has_values)
        at->v[F_question_values] = at->v[F_question_values_unused] =
            at->v[F_marked_values_unused] = NAN;
}

static bool gather(evidence *at, bool *names, bool *all)
{
    t2s_cover_names(names, at->question, at->query);
    memcpy(all, names, at->question->stems.count);
    t2s_cover_values(all, at->question, at->query);
    read_query(at);
    if (at->used.failed || at->normal.failed || at->words.failed)
        return false;
    compare_limits(at);
    compare_numbers(at);
    compare_values(at, names);
    compare_quotes(at);
    compare_capitals(at, all);
    return !at->normal.failed;
}

t2sed_status t2s_values_fill(float *out, const t2s_question_facts *question,
                             const t2s_query *query, const t2sed_schema *schema,
                             const t2s_value_index *values, t2sed_error *err)
{
    size_t stems = question->stems.count;
    evidence at = {.question = question,
                   .query = query,
                   .schema = schema,
                   .values = schema ? values : NULL};
    bool *accounted = t2s_zalloc_array(2 * stems, sizeof *accounted);
    bool ok = accounted && gather(&at, accounted, accounted + stems);
    t2s_free(accounted);
    t2s_string_free(&at.normal);
    t2s_string_free(&at.words);
    t2s_string_free(&at.used);
    if (!ok)
        return t2s_fail_memory(err);
    blank_unknown(&at);
    for (int i = 0; i < F_COUNT; i++)
        out[i] = t2s_feature_clip(&t2s_values_features[i], at.v[i]);
    return T2SED_OK;
}

t2sed_status t2s_values_find_unused(bool *values, bool *numbers,
                                    const t2s_question_facts *question,
                                    const t2s_query *query,
                                    const t2sed_schema *schema,
                                    t2sed_error *err)
{
    size_t stems = question->stems.count;
    evidence at = {.question = question, .query = query, .schema = schema};
    bool *accounted = t2s_zalloc_array(2 * stems, sizeof *accounted);
    bool ok = accounted && gather(&at, accounted, accounted + stems);
    for (size_t i = 0; ok && i < question->values.count; i++) {
        const t2s_question_value *value = &question->values.at[i];
        values[i] =
            i < MOST_VALUES && !is_used(&at, value->normal, value->length) &&
            !t2s_covers_text(accounted, question, value->normal, value->length);
    }
    for (size_t i = 0; ok && i < question->numbers.count; i++)
        numbers[i] = i < MOST_NUMBERS &&
                     !query_has_number(&at, question->numbers.at[i].value);
    t2s_free(accounted);
    t2s_string_free(&at.normal);
    t2s_string_free(&at.words);
    t2s_string_free(&at.used);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}
