#include "facts/coverage.h"

#include <string.h>

#include "facts/demonyms.h"
#include "facts/restriction_words.h"
#include "schema/words.h"

/* ------------------------------------------------------------- words */

/* Bytes of names and strings that are looked at, in a query of any size. */
#define MOST_BYTES 65536

static void account_text(bool *stems, const t2s_question_facts *question,
                         const t2s_query_use *use, bool by_case, size_t *left)
{
    size_t at = 0, begin;
    if (use->length > *left)
        return;
    *left -= use->length;
    while (t2s_next_word(use->text, use->length, &at, &begin, by_case)) {
        int32_t stem =
            t2s_question_find_stem(question, use->text + begin, at - begin);
        if (stem >= 0)
            stems[stem] = true;
    }
}

static void account_match(bool *stems, const t2s_question_facts *question,
                          const t2s_name_match *match)
{
    for (uint32_t i = 0; i < match->count; i++)
        stems[question->name_stems.at[match->stems + i]] = true;
}

void t2s_cover_names(bool *stems, const t2s_question_facts *question,
                     const t2s_query *query)
{
    size_t left = MOST_BYTES;
    t2s_for_each_use (query, use) {
        size_t index = (size_t)use->index;
        if (use->kind == T2S_USES_COLUMN && question->columns &&
            index < question->column_count)
            account_match(stems, question, &question->columns[index]);
        else if (use->kind == T2S_USES_TABLE && question->tables &&
                 index < question->table_count)
            account_match(stems, question, &question->tables[index]);
        else if (use->kind == T2S_USES_UNKNOWN || use->kind == T2S_USES_TABLE)
            account_text(stems, question, use, true, &left);
    }
}

void t2s_cover_values(bool *stems, const t2s_question_facts *question,
                      const t2s_query *query)
{
    size_t left = MOST_BYTES;
    t2s_for_each_use (query, use) {
        char number[32];
        int32_t stem;
        if (use->kind == T2S_USES_TEXT)
            account_text(stems, question, use, false, &left);
        if (use->kind != T2S_USES_NUMBER)
            continue;
        stem = t2s_question_find_stem(
            question, number, t2s_value_normal_number(number, use->number));
        if (stem >= 0)
            stems[stem] = true;
    }
}

/* Whether the stems of all words of text[0..n) are set, and there are any. */
static bool covers_text(const bool *stems, const t2s_question_facts *question,
                        const char *text, size_t n)
{
    size_t at = 0, begin;
    bool any = false;
    while (t2s_next_word(text, n, &at, &begin, false)) {
        int32_t stem =
            t2s_question_find_stem(question, text + begin, at - begin);
        if (stem < 0 || !stems[stem])
            return false;
        any = true;
    }
    return any;
}

/* " word word " of a text, as a question has them. */
static void split_words(t2s_string *words, const char *text, size_t n,
                        bool stemmed)
{
    size_t end = 0, begin;
    t2s_string_clear(words);
    t2s_string_append_char(words, ' ');
    while (t2s_next_word(text, n, &end, &begin, false)) {
        const t2s_word_key key = t2s_word_key_of(text + begin, end - begin);
        if (stemmed)
            t2s_string_append_n(words, key.text, key.length);
        for (size_t c = begin;
             !stemmed && c < end && c < begin + T2S_LONGEST_KEY; c++)
            t2s_string_append_char(words, t2s_ascii_lower(text[c]));
        t2s_string_append_char(words, ' ');
    }
}

/* Whether each word of a text stands somewhere in the question. */
static bool has_words(const t2s_question_facts *question, const char *text,
                      size_t n)
{
    size_t end = 0, begin;
    while (t2s_next_word(text, n, &end, &begin, false)) {
        int32_t stem =
            t2s_question_find_stem(question, text + begin, end - begin);
        if (stem < 0 || question->stems.at[stem].first < 0)
            return false;
    }
    return true;
}

/* "Spanish" names Spain. */
static bool names_country(const t2s_question_facts *question, const char *text,
                          size_t n)
{
    const char *words = t2s_demonyms_of(text, n);
    for (size_t i = 0; words && i < question->words.count; i++) {
        size_t length;
        const char *word = t2s_question_text_at(question, i, &length);
        if (t2s_word_is_of(words, word, length))
            return true;
    }
    return false;
}

t2s_naming t2s_names_text(const t2s_question_facts *question, const char *text,
                          size_t n, t2s_string *words)
{
    split_words(words, text, n, false);
    if (words->failed || words->length < 2 ||
        strstr(question->plain.text, words->text))
        return T2S_NAMED;
    split_words(words, text, n, true);
    if (words->failed)
        return T2S_NAMED;
    return strstr(question->stemmed.text, words->text) ||
                   has_words(question, text, n) ||
                   names_country(question, text, n)
               ? T2S_NAMED_PARTLY
               : T2S_UNNAMED;
}

/* ------------------------------------------------------------- values */

static void add_number(t2s_used_values *used, double number)
{
    if (used->number_count < T2S_MOST_NUMBERS)
        used->numbers[used->number_count++] = number;
}

/* The numbers that a string has as words. */
static void add_numbers(t2s_used_values *used, const t2s_query_use *use)
{
    size_t at = 0, begin;
    double number;
    while (t2s_next_word(use->text, use->length, &at, &begin, false))
        if (t2s_word_number(use->text + begin, at - begin, &number))
            add_number(used, number);
}

static void add_value(t2s_used_values *used, const t2s_query *query, size_t i)
{
    const t2s_query_use *use = &query->uses.at[i];
    char number[32];
    if (use->kind == T2S_USES_TEXT && use->length > T2S_LONGEST_TEXT)
        return;
    used->values[used->count].use = i;
    used->values[used->count].normal = used->texts.length;
    if (use->kind == T2S_USES_NUMBER) {
        add_number(used, use->number);
        t2s_string_append_n(&used->texts, number,
                            t2s_value_normal_number(number, use->number));
    } else {
        add_numbers(used, use);
        t2s_value_normal(&used->texts, use->text, use->length);
    }
    used->values[used->count].length =
        used->texts.length - used->values[used->count].normal;
    used->count++;
    t2s_string_append_char(&used->texts, '\n');
}

bool t2s_is_compared(const t2s_query *query, const t2s_query_use *use)
{
    return (use->kind == T2S_USES_TEXT || use->kind == T2S_USES_NUMBER) &&
           (t2s_is_in_condition(use) || t2s_query_test_of(query, use));
}

bool t2s_used_values_read(t2s_used_values *used, const t2s_query *query)
{
    size_t seen = 0;
    t2s_string_append_char(&used->texts, '\n');
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (t2s_is_compared(query, use) && seen++ < T2S_MOST_VALUES)
            add_value(used, query, i);
    }
    for (size_t i = 0; i < query->scopes.count; i++)
        if (query->scopes.at[i].has_limit_number)
            add_number(used, query->scopes.at[i].limit);
    return !used->texts.failed;
}

void t2s_used_values_free(t2s_used_values *used)
{
    t2s_string_free(&used->texts);
}

bool t2s_used_values_has(const t2s_used_values *used, const char *normal,
                         size_t n)
{
    const char *line = used->texts.text + 1;
    if (n == 0 || strstr(used->texts.text, normal))
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

static bool has_number(const t2s_used_values *used, double number)
{
    for (size_t i = 0; i < used->number_count; i++)
        if (used->numbers[i] == number)
            return true;
    return false;
}

void t2s_unused_values_compare(t2s_unused_values *unused,
                               const t2s_used_values *used,
                               const t2s_question_facts *question,
                               const bool *named)
{
    memset(unused, 0, sizeof *unused);
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        unused->values[i] =
            !t2s_used_values_has(used, value->normal, value->length) &&
            !covers_text(named, question, value->normal, value->length);
    }
    for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS; i++)
        unused->numbers[i] = !has_number(used, question->numbers.at[i].value) &&
                             !has_number(used, question->numbers.at[i].in_days);
}
