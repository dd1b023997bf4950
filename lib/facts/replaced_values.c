#include "facts/replaced_values.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/accounted_values.h"
#include "facts/asked_numbers.h"
#include "facts/asked_rows.h"
#include "facts/restriction_words.h"
#include "facts/similar.h"
#include "schema/words.h"

/* Comparisons of a query that are looked at. */
#define MOST_COMPARED 64
/* Words that one abbreviation stands for. */
#define MOST_SHORTENED 5
/* A text of so few bytes is a code, which stands for a word. */
#define LONGEST_CODE 3
/* Words between a number and a word of the column's name that it belongs to, at
 * most. */
#define WORDS_BETWEEN 2

typedef struct search {
    t2s_replaced_values *out;
    const t2sed_evidence *from;
    const t2s_condition *compared[MOST_COMPARED]; /* with what nothing names */
    size_t count;
    t2s_string normal, words; /* scratch */
} search;

/* ------------------------------------------------- what nothing names */

/* A word of the question with those behind it, as many as there are up to
 * `count`. */
static size_t run_of(const t2s_question_facts *of, size_t i, size_t count,
                     const char **text)
{
    const size_t last =
        i + count <= of->words.count ? i + count - 1 : of->words.count - 1;
    *text = of->text + of->words.at[i].begin;
    return of->words.at[last].end - of->words.at[i].begin;
}

/* Whether a word of the question, or several, stands for a text in normal
 * form, being short for it or the other way round. */
static bool is_shortened(const t2s_question_facts *of, const char *text,
                         size_t n)
{
    for (size_t i = 0; i < of->words.count; i++) {
        const char *word;
        size_t length = run_of(of, i, 1, &word);
        if (t2s_is_abbreviation(word, length, text, n))
            return true;
        for (size_t k = 1; k <= MOST_SHORTENED; k++) {
            length = run_of(of, i, k, &word);
            if (t2s_is_abbreviation(text, n, word, length))
                return true;
        }
    }
    return false;
}

/* Whether a word of the question is a form of a word of a text, or the number
 * that it is. */
static bool has_form(const t2s_question_facts *of, const char *word, size_t n)
{
    for (size_t i = 0; i < of->words.count; i++) {
        const char *text;
        const size_t length = run_of(of, i, 1, &text);
        if (t2s_words_are_akin(text, length, word, n))
            return true;
    }
    return false;
}

static bool has_number(const t2s_question_facts *of, double number)
{
    for (size_t i = 0; i < of->numbers.count && i < T2S_MOST_NUMBERS; i++)
        if (of->numbers.at[i].value == number)
            return true;
    return false;
}

static bool names_word_of(const search *at, const char *text, size_t n)
{
    size_t end = 0, begin;
    double number;
    while (t2s_next_word(text, n, &end, &begin, false)) {
        if (t2s_word_number(text + begin, end - begin, &number)
                ? has_number(at->from->question->history, number)
                : !t2s_word_is_stop(text + begin, end - begin) &&
                      has_form(at->from->question->history, text + begin,
                               end - begin))
            return true;
    }
    return false;
}

/* Yes and no, and times, are asked for in other words. */
static bool is_told_otherwise(const t2s_side *value)
{
    t2s_period period;
    t2s_time_layout layout;
    return t2s_is_same_answer(value->text, value->length, "yes", 3) ||
           t2s_is_same_answer(value->text, value->length, "no", 2) ||
           t2s_time_read(&period, &layout, value->text, value->length);
}

static bool is_named(search *at, const t2s_side *value, size_t longest_code)
{
    t2s_string_clear(&at->normal);
    t2s_string_append(&at->normal, "");
    t2s_value_normal(&at->normal, value->text, value->length);
    return at->normal.failed || at->normal.length <= longest_code ||
           is_told_otherwise(value) ||
           t2s_names_text(at->from->question->history, value->text,
                          value->length, &at->words) != T2S_UNNAMED ||
           names_word_of(at, at->normal.text, at->normal.length) ||
           is_shortened(at->from->question->history, at->normal.text,
                        at->normal.length);
}

static bool is_equality(t2s_query_operator operator)
{
    return operator== T2S_OPERATOR_EQUAL || operator== T2S_OPERATOR_IN ||
    operator== T2S_OPERATOR_NOT_EQUAL ||
    operator== T2S_OPERATOR_LIKE;
}

static bool excludes(const t2s_condition *of)
{
    return (of->operator== T2S_OPERATOR_NOT_EQUAL) != of->is_negated;
}

/* Whether a text is a word and no code, although it is as short: "men" of a
 * column of words. */
static bool is_short_word(const search *at, const t2s_condition *by)
{
    char word[LONGEST_CODE];
    if (!at->from->values || by->value.length != LONGEST_CODE)
        return false;
    for (size_t i = 0; i < LONGEST_CODE; i++) {
        word[i] = (char)(by->value.text[i] | 0x20);
        if (word[i] < 'a' || word[i] > 'z')
            return false;
    }
    return t2s_value_index_holds(at->from->values, by->slot.column, word,
                                 LONGEST_CODE);
}

static void list(search *at, const t2s_condition *conditions, size_t count)
{
    for (size_t i = 0; i < count && at->count < MOST_COMPARED; i++) {
        const t2s_condition *of = &conditions[i];
        if (is_equality(of->operator) && of->slot.column != T2S_NO_ITEM &&
            !of->slot.is_computed && of->value.operand == T2S_OPERAND_TEXT &&
            of->value.length <= T2S_LONGEST_TEXT &&
            !is_named(at, &of->value,
                      is_short_word(at, of) ? LONGEST_CODE - 1 : LONGEST_CODE))
            at->compared[at->count++] = of;
    }
}

/* Several values that nothing names are all others of the column, or a kind of
 * them. */
static bool is_of_list(const search *at, const t2s_condition *of)
{
    for (size_t i = 0; i < at->count; i++) {
        const t2s_condition *other = at->compared[i];
        if (other->slot.column == of->slot.column &&
            (other->value.length != of->value.length ||
             memcmp(other->value.text, of->value.text, of->value.length) != 0))
            return true;
    }
    return false;
}

/* --------------------------------------------- what stands in its stead */

/* Whether a text that its column lacks is a value with other letters, of which
 * value_not_in_column tells: `normal` is that value's form. */
static bool is_misspelt(search *at, const t2s_condition *by, const char *normal,
                        size_t n)
{
    t2s_string_clear(&at->normal);
    t2s_value_normal(&at->normal, by->value.text, by->value.length);
    return !at->normal.failed &&
           !t2s_value_index_holds(at->from->values, by->slot.column,
                                  at->normal.text, at->normal.length) &&
           t2s_similarity(at->normal.text, at->normal.length, normal, n) > 0;
}

/* Whether a comparison stands for a value of the question. */
static bool replaces(search *at, const t2s_condition *by,
                     const t2s_question_value *value)
{
    return t2s_value_index_holds(at->from->values, by->slot.column,
                                 value->normal, value->length) &&
           !is_of_list(at, by) &&
           !is_misspelt(at, by, value->normal, value->length) &&
           (by->value.length > LONGEST_CODE || value->length > LONGEST_CODE) &&
           excludes(by) == t2s_is_left_out(at->from, value);
}

static void add(t2s_replaced_values *out, t2s_replaced_value found)
{
    for (size_t i = 0; i < out->count; i++)
        if (out->at[i].by == found.by)
            return;
    if (out->count < T2S_MOST_REPLACED)
        out->at[out->count++] = found;
}

static void find_values(search *at, const t2s_unused_values *unused)
{
    const t2s_question_facts *question = at->from->question;
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        for (size_t k = 0; unused->values[i] && k < at->count; k++)
            if (replaces(at, at->compared[k], value)) {
                add(at->out,
                    (t2s_replaced_value){at->compared[k], (int32_t)i, -1,
                                         value->begin, value->end});
                break;
            }
    }
}

/* A key of another row than that of a value: "in Germany", code = 'FRA'. */
static void find_keys(search *at, const t2s_unused_values *unused,
                      const t2s_value_keys *keys)
{
    const t2s_question_facts *question = at->from->question;
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        const t2s_condition *other = keys->other[i];
        if (unused->values[i] && other && value->is_marked &&
            !t2s_is_left_out(at->from, value) &&
            !is_named(at, &other->value, 1))
            add(at->out, (t2s_replaced_value){other, (int32_t)i, -1,
                                              value->begin, value->end});
    }
}

/* What the knowledge compares with a column is a value of it. */
static void find_told(search *at, const t2s_used_values *used)
{
    const t2s_knowledge *knowledge = at->from->knowledge;
    for (size_t i = 0; i < knowledge->literals.count; i++) {
        const t2s_hint_literal *told = &knowledge->literals.at[i];
        if (!told->is_asked || told->is_number || told->compared < 0 ||
            !is_equality(told->operator))
            continue;
        t2s_string_clear(&at->normal);
        t2s_string_append(&at->normal, "");
        t2s_value_normal(&at->normal, told->text, told->length);
        if (at->normal.failed ||
            t2s_used_values_has(used, at->normal.text, at->normal.length))
            continue;
        for (size_t k = 0; k < at->count; k++)
            if (at->compared[k]->value.length > LONGEST_CODE &&
                t2s_hint_names(&knowledge->columns.at[told->compared],
                               at->from->schema,
                               at->compared[k]->slot.column)) {
                add(at->out, (t2s_replaced_value){at->compared[k], -1, -1,
                                                  told->begin, told->end});
                break;
            }
    }
}

/* ------------------------------------------------------------ numbers */

/* The word of a column's name that stands near a number of the question, or
 * -1. */
static int32_t stands_by(const t2s_question_facts *question,
                         const t2s_question_number *number, int32_t column)
{
    const t2s_name_match *name = &question->columns[column];
    for (int32_t i = number->word - WORDS_BETWEEN - 1;
         i <= number->word + WORDS_BETWEEN + 1; i++) {
        if (i < 0 || i == number->word || (size_t)i >= question->words.count ||
            question->stems.at[question->words.at[i].stem].is_stop)
            continue;
        if (t2s_match_has_stem(question, name, question->words.at[i].stem))
            return i;
    }
    return -1;
}

#define TENS "twenty thirty forty fifty sixty seventy eighty ninety"
#define MANY "dozen hundred thousand million billion bn trillion half quarter"
#define OTHER_UNIT                                                             \
    "week weeks decade decades century centuries gb tb p pm digit digits"
/* At the end of a word. */
#define OTHER_ENDS "s bn gb tb pm w"

/* Whether two words are one number: 1 200, 3/4. */
static bool are_one(const t2s_question_facts *question, size_t i)
{
    const t2s_question_word *word = &question->words.at[i];
    return i + 1 < question->words.count && word[1].begin == word->end + 1 &&
           question->text[word->end] != '-' &&
           t2s_is_digit(question->text[word->begin]) &&
           t2s_is_digit(question->text[word[1].begin]);
}

/* "90s", "2bn" */
static bool has_other_end(const char *text, size_t n)
{
    size_t digits = n;
    while (digits > 0 && text[digits - 1] >= 'a')
        digits--;
    return digits > 0 && t2s_is_one_of(text + digits, n - digits, OTHER_ENDS);
}

/* Whether a number is part of another one, or in a unit that the query may have
 * reckoned from, unless the column has that: "twenty-five", "2 billion", "the
 * 90s", "5 pm". `name` is the word of the column's name. */
static bool is_part(const t2s_question_facts *question,
                    const t2s_question_number *number, int32_t name)
{
    const size_t at = (size_t)number->word;
    size_t before = at, behind = at + 1, n;
    const char *text = t2s_question_text_at(question, at, &n);
    if (before > 0 && t2s_question_says(question, before - 1, "and"))
        before--;
    while (t2s_question_says(question, behind, "and a"))
        behind++;
    return has_other_end(text, n) ||
           t2s_question_says(question, behind, MANY) ||
           ((size_t)name != behind &&
            t2s_question_says(question, behind, OTHER_UNIT)) ||
           (before > 0 &&
            t2s_question_says(question, before - 1, TENS " " MANY)) ||
           are_one(question, at) || (at > 0 && are_one(question, at - 1));
}

/* Seconds since 1970 are so many, of any year that is asked for. */
#define LEAST_EPOCH 1e8

/* Whether a number of a query may come of one that it does not stand for: a
 * year of an age or the other way round, a time of a day, a flag of how many
 * rows there are ("the 3 active ones"). */
static bool is_other_kind(const t2s_condition *by,
                          const t2s_question_number *number, int32_t name)
{
    return (by->value.number >= 1900 && by->value.number <= 2100 &&
            number->value < 200) ||
           (number->value >= 1900 && number->value <= 2100 &&
            by->value.number < 200) ||
           (by->value.number >= LEAST_EPOCH && number->value < 3000) ||
           (name > number->word && by->value.number == 1 &&
            by->operator== T2S_OPERATOR_EQUAL);
}

static bool is_schema_column(const t2s_question_facts *question,
                             const t2s_condition *of)
{
    return of->slot.column >= 0 &&
           (size_t)of->slot.column < question->column_count;
}

static void replace_number(t2s_coverage *out, const t2s_condition *by,
                           const t2s_question_facts *question,
                           const bool *unused)
{
    for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS;
         i++) {
        const t2s_question_number *number = &question->numbers.at[i];
        const t2s_question_word *word = &question->words.at[number->word];
        const int32_t name =
            unused[i] ? stands_by(question, number, by->slot.column) : -1;
        if (name >= 0 && !is_part(question, number, name) &&
            !is_other_kind(by, number, name)) {
            add(&out->replaced, (t2s_replaced_value){by, -1, (int32_t)i,
                                                     word->begin, word->end});
            return;
        }
    }
}

static void replace_numbers(t2s_coverage *out, const t2s_query *query,
                            const t2s_condition *conditions, size_t count,
                            const t2s_question_facts *question,
                            const bool *unused)
{
    for (size_t i = 0; i < count && i < MOST_COMPARED; i++) {
        const t2s_condition *of = &conditions[i];
        if (of->value.operand != T2S_OPERAND_NUMBER || of->value.number == 0 ||
            t2s_number_is_asked(question->history, query, of->value.number) ||
            t2s_value_keys_have(&out->keys, of->value.begin))
            continue;
        out->replaced.numbers++;
        if (is_schema_column(question, of))
            replace_number(out, of, question, unused);
    }
}

static void find_numbers(t2s_coverage *out, const t2s_query *query,
                         const t2s_question_facts *question)
{
    bool unused[T2S_MOST_NUMBERS];
    size_t lacking = 0;
    for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS;
         i++) {
        unused[i] = out->unused.numbers[i] &&
                    !t2s_uses_number(query, question->numbers.at[i].value);
        lacking += unused[i];
    }
    if (!lacking)
        return;
    replace_numbers(out, query, query->conditions.at, query->conditions.count,
                    question, unused);
    replace_numbers(out, query, query->tests.at, query->tests.count, question,
                    unused);
    if (out->replaced.numbers > lacking)
        out->replaced.numbers = lacking;
}

/* Finds them in `out`, the rest of which is read. */
static bool find_replaced(t2s_coverage *out, const t2s_query *query,
                          const t2sed_evidence *from)
{
    search at = {.out = &out->replaced, .from = from};
    bool ok;
    memset(&out->replaced, 0, sizeof out->replaced);
    find_numbers(out, query, from->question);
    if (!from->values && !from->knowledge)
        return true;
    list(&at, query->conditions.at, query->conditions.count);
    list(&at, query->tests.at, query->tests.count);
    if (at.count && from->values)
        find_values(&at, &out->unused);
    find_keys(&at, &out->unused, &out->keys);
    if (at.count && from->knowledge)
        find_told(&at, &out->used);
    ok = !at.normal.failed && !at.words.failed;
    t2s_string_free(&at.normal);
    t2s_string_free(&at.words);
    return ok;
}

/* The words of values for which the query has a key are covered. */
static void cover_keyed(t2s_coverage *out, const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++)
        for (size_t w = 0; out->keys.own[i] && w < question->words.count; w++)
            if (question->words.at[w].begin >= question->values.at[i].begin &&
                question->words.at[w].end <= question->values.at[i].end)
                out->covered[question->words.at[w].stem] = true;
}

t2sed_status t2s_coverage_read(t2s_coverage *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err)
{
    const t2s_question_facts *question = from->question;
    const size_t count = question->stems.count;
    t2sed_status status;
    out->named = t2s_zalloc_array(2 * count, sizeof *out->named);
    if (out->named && t2s_used_values_read(&out->used, query)) {
        out->covered = out->named + count;
        t2s_cover_names(out->named, question, query);
        memcpy(out->covered, out->named, count);
        t2s_cover_values(out->covered, question, query);
        t2s_unused_values_compare(&out->unused, &out->used, question,
                                  out->named);
        status = t2s_values_account(&out->unused, &out->keys, query, from, err);
        if (status != T2SED_OK) {
            t2s_coverage_free(out);
            return status;
        }
        cover_keyed(out, question);
        for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS;
             i++)
            out->forgotten[i] = out->unused.numbers[i] &&
                                t2s_number_is_forgotten(
                                    query, question, &question->numbers.at[i],
                                    &from->rows->knowledge);
        if (find_replaced(out, query, from))
            return T2SED_OK;
    }
    t2s_coverage_free(out);
    return t2s_fail_memory(err);
}

void t2s_coverage_free(t2s_coverage *coverage)
{
    t2s_free(coverage->named);
    t2s_used_values_free(&coverage->used);
    memset(coverage, 0, sizeof *coverage);
}
