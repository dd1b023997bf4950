/*
 * What evidence needs to know of a question. Words of the question and of the
 * schema's names become stems, numbered; everything else compares numbers.
 */
#include "facts/question.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/amounts.h"
#include "facts/asked_cues.h"
#include "facts/question_reader.h"
#include "schema/words.h"

/* Words that ask or bind, beside the linker's. */
static bool is_filler(const char *stem, size_t n)
{
    return t2s_word_is_stop(stem, n) ||
           t2s_is_one_of(
               stem, n,
               "were any every return please tell can if these those its it "
               "his her them they than whose been being will would should "
               "want also some such us what whom their your our");
}

int32_t t2s_question_find_stem(const t2s_question_facts *question,
                               const char *word, size_t n)
{
    const t2s_word_key key = t2s_word_key_of(word, n);
    return (int32_t)t2s_map_get(&question->stem_numbers, key.text, key.length,
                                -1);
}

static int32_t add_key(t2s_question_facts *question, const t2s_word_key *key)
{
    int64_t found =
        t2s_map_get(&question->stem_numbers, key->text, key->length, -1);
    t2s_question_stem made = {.first = -1};
    if (found >= 0)
        return (int32_t)found;
    made.is_stop = is_filler(key->text, key->length);
    if (!t2s_map_set(&question->stem_numbers, key->text, key->length,
                     (int64_t)question->stems.count) ||
        !t2s_vector_push(&question->stems, made))
        return -1;
    return (int32_t)question->stems.count - 1;
}

/* The number of a word's stem, which is added where it is new; -1 when memory
 * is short. */
static int32_t add_stem(t2s_question_facts *question, const char *word,
                        size_t n)
{
    const t2s_word_key key = t2s_word_key_of(word, n);
    return add_key(question, &key);
}

/* Lower case, and straight quotes for curly ones: two blanks fill up their
 * three bytes. */
static bool copy_text(t2s_question_facts *question, const char *text, size_t n)
{
    char *copy = t2s_arena_strndup(&question->arena, text, n);
    if (!copy)
        return false;
    for (size_t i = 0; i < n; i++) {
        question->commas += copy[i] == ',' && !t2s_is_word_part(copy, n, i);
        copy[i] = t2s_ascii_lower(copy[i]);
    }
    for (size_t i = 0; i + 2 < n; i++) {
        unsigned char last = (unsigned char)copy[i + 2];
        if (memcmp(copy + i, "\xE2\x80", 2) != 0 || last < 0x98 || last > 0x9F)
            continue;
        copy[i] = last < 0x9C ? '\'' : '"';
        copy[i + 1] = copy[i + 2] = ' ';
    }
    question->text = copy;
    question->length = n;
    return true;
}

static bool is_letter_at(const t2s_question_facts *question, size_t i)
{
    return i < question->length &&
           t2s_is_word_part(question->text, question->length, i);
}

/* An apostrophe opens a quote where no letter stands before it and one close
 * behind, and closes it the other way round. */
static bool opens(const t2s_question_facts *question, size_t i)
{
    char c = question->text[i];
    return c == '"' || (c == '\'' && !(i > 0 && is_letter_at(question, i - 1)));
}

static bool closes(const t2s_question_facts *question, size_t i, char quote)
{
    return question->text[i] == quote &&
           (quote == '"' || !is_letter_at(question, i + 1));
}

static bool add_quote(t2s_question_facts *question, size_t begin, size_t end)
{
    t2s_question_quote quote;
    while (begin < end && question->text[begin] == ' ')
        begin++;
    while (end > begin && question->text[end - 1] == ' ')
        end--;
    quote.begin = (uint32_t)begin;
    quote.end = (uint32_t)end;
    return begin == end || t2s_vector_push(&question->quotes, quote);
}

static bool find_quotes(t2s_question_facts *question)
{
    bool hopeless[2] = {false, false}; /* no such quote closes any more */
    for (size_t i = 0; i < question->length; i++) {
        char quote = question->text[i];
        size_t end = i + 1;
        if (!opens(question, i) || hopeless[quote == '"'])
            continue;
        while (end < question->length && !closes(question, end, quote))
            end++;
        if (end == question->length) {
            hopeless[quote == '"'] = true;
            continue;
        }
        if (!add_quote(question, i + 1, end))
            return false;
        i = end;
    }
    return true;
}

/* Whether a sentence begins at byte i: behind "?", "!" or a "." that ends no
 * abbreviation. */
static bool begins_sentence(const t2s_question_facts *question, size_t i)
{
    size_t letters = 0;
    while (i > 0 && question->text[i - 1] == ' ')
        i--;
    if (i == 0 || question->text[i - 1] == '?' || question->text[i - 1] == '!')
        return true;
    if (question->text[i - 1] != '.')
        return false;
    for (i--; i > 0 && is_letter_at(question, i - 1); i--)
        letters++;
    return letters > 3;
}

/* "Within a week", which is 7 days, but not "orders a week". */
static bool is_a_week(const t2s_question_facts *question)
{
    const size_t i = question->words.count - 1;
    return i >= 2 && t2s_question_says(question, i, "week") &&
           t2s_question_says(question, i - 1, "a") &&
           t2s_question_says(question, i - 2,
                             "within than under least most exceeding");
}

static bool add_number(t2s_question_facts *question, const char *word, size_t n)
{
    t2s_question_number number = {.word = (int32_t)question->words.count - 1};
    if (is_a_week(question)) {
        number = (t2s_question_number){.value = 7,
                                       .in_days = 7,
                                       .is_spelled = true,
                                       .word = number.word - 1};
        return t2s_vector_push(&question->numbers, number);
    }
    const double times = n == 4 && memcmp(word, "once", 4) == 0    ? 1
                         : n == 5 && memcmp(word, "twice", 5) == 0 ? 2
                                                                   : 0;
    if (times > 0) {
        number.value = times;
        number.is_spelled = true;
    } else if (!t2s_word_says_number(word, n, &number.value,
                                     &number.is_spelled)) {
        return true;
    }
    return t2s_vector_push(&question->numbers, number);
}

/* Numbers of weeks, which queries have in days. */
static void find_days(t2s_question_facts *question)
{
    for (size_t i = 0; i < question->numbers.count; i++) {
        t2s_question_number *at = &question->numbers.at[i];
        const bool is_weeks =
            !t2s_question_says(question, (size_t)at->word, "a") &&
            t2s_question_says(question, (size_t)at->unit, "week weeks");
        at->in_days = is_weeks ? 7 * at->value : at->value;
    }
}

static bool add_word(t2s_question_facts *question, const char *original,
                     size_t begin, size_t end, bool is_quoted)
{
    const char *text = question->text + begin;
    t2s_question_word word = {
        .begin = (uint32_t)begin, .end = (uint32_t)end, .is_quoted = is_quoted};
    const t2s_word_key key = t2s_word_key_of(text, end - begin);
    t2s_question_stem *of;
    word.is_capital = original[begin] >= 'A' && original[begin] <= 'Z' &&
                      !begins_sentence(question, begin);
    word.stem = add_key(question, &key);
    if (word.stem < 0 || !t2s_vector_push(&question->words, word))
        return false;
    of = &question->stems.at[word.stem];
    if (of->first < 0)
        of->first = (int32_t)question->words.count - 1;
    t2s_string_append_n(&question->plain, text, end - begin);
    t2s_string_append_char(&question->plain, ' ');
    t2s_string_append_n(&question->stemmed, key.text, key.length);
    t2s_string_append_char(&question->stemmed, ' ');
    return add_number(question, text, end - begin);
}

bool t2s_question_is_quoted(const t2s_question_facts *question, size_t *quote,
                            size_t i)
{
    while (*quote < question->quotes.count &&
           question->quotes.at[*quote].end <= i)
        ++*quote;
    return *quote < question->quotes.count &&
           question->quotes.at[*quote].begin <= i;
}

static bool find_words(t2s_question_facts *question, const char *original)
{
    size_t quote = 0, begin, end = 0;
    t2s_string_append_char(&question->plain, ' ');
    t2s_string_append_char(&question->stemmed, ' ');
    while (t2s_next_word(question->text, question->length, &end, &begin, false))
        if (!add_word(question, original, begin, end,
                      t2s_question_is_quoted(question, &quote, begin)))
            return false;
    return !question->plain.failed && !question->stemmed.failed;
}

/* ------------------------------------------------------- names */

/* Stems of a name that are looked at. */
#define LONGEST_NAME 32
/* What a stop word counts beside another word. */
#define STOP_WEIGHT 0.3

typedef struct naming {
    t2s_question_facts *question;
    const t2sed_schema *schema;
    bool is_tables; /* the names are those of tables, not of columns */
    t2s_map names;  /* numbers equal ones */
    int32_t *next;  /* the next word of the same stem, or -1 */
} naming;

/* How many tables, or columns, have a stem in their names. */
static uint32_t *names_with(const naming *at, int32_t stem)
{
    t2s_question_stem *of = &at->question->stems.at[stem];
    return at->is_tables ? &of->tables : &of->columns;
}

/* Splits a name into stems, each once counted in the stem's columns (or
 * tables), and gives it its number. */
static bool read_name(naming *at, t2s_name_match *match, const char *name)
{
    t2s_question_facts *question = at->question;
    size_t end = 0, begin, n = strlen(name);
    const int32_t *stems;
    match->stems = (uint32_t)question->name_stems.count;
    for (; match->count < LONGEST_NAME &&
           t2s_next_word(name, n, &end, &begin, true);
         match->count++) {
        int32_t stem = add_stem(question, name + begin, end - begin);
        if (stem < 0 || !t2s_vector_push(&question->name_stems, stem))
            return false;
    }
    match->name = T2S_NO_ITEM;
    if (match->count == 0)
        return true;
    stems = question->name_stems.at + match->stems;
    for (uint32_t i = 0; i < match->count; i++) {
        bool seen = false;
        for (uint32_t j = 0; j < i; j++)
            seen |= stems[j] == stems[i];
        *names_with(at, stems[i]) += !seen;
    }
    match->name = (int32_t)t2s_map_get(&at->names, (const char *)stems,
                                       match->count * sizeof *stems,
                                       (int64_t)at->names.count);
    return t2s_map_set(&at->names, (const char *)stems,
                       match->count * sizeof *stems, match->name);
}

/* Where the name stands whole in the question, or -1. */
static int32_t find_whole(const naming *at, const int32_t *stems, size_t count)
{
    const t2s_question_facts *question = at->question;
    int32_t word = question->stems.at[stems[0]].first;
    for (; word >= 0; word = at->next[word]) {
        size_t same = 1;
        while (same < count && (size_t)word + same < question->words.count &&
               question->words.at[(size_t)word + same].stem == stems[same])
            same++;
        if (same == count)
            return word;
    }
    return -1;
}

/* Whether the words of a name from `word` on are grammar: "since 2024", and the
 * end of "booked at least twice". */
static bool is_grammar(const t2s_question_facts *question, size_t word,
                       size_t count)
{
    const size_t behind = word + count;
    size_t n;
    if (behind >= question->words.count)
        return false;
    if (count > 1)
        return t2s_question_says(question, behind - 1, "at") &&
               t2s_question_says(question, behind, "least most");
    return t2s_question_says(question, word, "since") &&
           (t2s_is_digit(t2s_question_text_at(question, behind, &n)[0]) ||
            t2s_question_says(question, behind, "last this"));
}

/* Once all names are read, for a stem is worth the less the more names have
 * it. */
static void score_name(const naming *at, t2s_name_match *match)
{
    const t2s_question_facts *question = at->question;
    const int32_t *stems;
    double found = 0, all = 0;
    match->first = -1;
    if (match->count == 0)
        return;
    stems = question->name_stems.at + match->stems;
    for (uint32_t i = 0; i < match->count; i++) {
        const t2s_question_stem *stem = &question->stems.at[stems[i]];
        double weight =
            (stem->is_stop ? STOP_WEIGHT : 1) / sqrt(*names_with(at, stems[i]));
        all += weight;
        if (stem->first < 0)
            continue;
        found += weight;
        if (!stem->is_stop && (match->first < 0 || stem->first < match->first))
            match->first = stem->first;
    }
    match->score = (float)(found / all);
    if (found == all) {
        int32_t word = find_whole(at, stems, match->count);
        match->is_whole =
            word >= 0 && !is_grammar(question, (size_t)word, match->count);
        match->first = word >= 0 ? word : match->first;
    }
}

static bool link_words(naming *at)
{
    t2s_question_facts *question = at->question;
    size_t count = question->words.count;
    int32_t *last = t2s_alloc_array(question->stems.count, sizeof *last);
    at->next = t2s_alloc_array(count, sizeof *at->next);
    for (size_t i = 0; last && at->next && i < count; i++) {
        int32_t stem = question->words.at[i].stem;
        at->next[i] = -1;
        if (question->stems.at[stem].first != (int32_t)i)
            at->next[last[stem]] = (int32_t)i;
        last[stem] = (int32_t)i;
    }
    t2s_free(last);
    return last && at->next;
}

/* NULL when memory is short. */
static t2s_name_match *match_all(naming *at, size_t count)
{
    t2s_name_match *matches = t2s_arena_alloc_array(
        &at->question->arena, count ? count : 1, sizeof *matches);
    bool ok = matches != NULL;
    if (ok)
        memset(matches, 0, count * sizeof *matches);
    for (size_t i = 0; ok && i < count; i++)
        ok = read_name(at, &matches[i],
                       at->is_tables ? at->schema->tables[i].readable
                                     : at->schema->columns[i].readable);
    for (size_t i = 0; ok && i < count; i++)
        score_name(at, &matches[i]);
    t2s_map_free(&at->names);
    return ok ? matches : NULL;
}

static bool match_names(t2s_question_facts *question,
                        const t2sed_schema *schema)
{
    naming at = {.question = question, .schema = schema, .is_tables = true};
    bool ok = link_words(&at);
    question->table_count = schema->table_count;
    question->column_count = schema->column_count;
    question->tables = ok ? match_all(&at, schema->table_count) : NULL;
    at.is_tables = false;
    question->columns =
        question->tables ? match_all(&at, schema->column_count) : NULL;
    ok = question->columns;
    for (size_t i = 0; ok && i < schema->column_count; i++)
        if (question->columns[i].score > 0)
            ok = t2s_vector_push(&question->named_columns, (int32_t)i);
    t2s_free(at.next);
    return ok;
}

/* ------------------------------------------------------- the whole */

t2sed_status t2s_question_facts_new(t2s_question_facts **out,
                                    const t2sed_question *question,
                                    const t2sed_schema *schema,
                                    const t2s_value_index *values,
                                    t2sed_error *err)
{
    t2s_question_facts *made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->history = made;
    if (!copy_text(made, question->text, question->length) ||
        !find_quotes(made) || !find_words(made, question->text) ||
        (schema && !match_names(made, schema)) ||
        (values && !t2s_question_find_values(made, question->text, values)) ||
        !t2s_time_words_read(&made->times, made) || !t2s_amounts_join(made)) {
        t2s_question_facts_free(made);
        return t2s_fail_memory(err);
    }
    find_days(made);
    t2s_cues_count(made->cues, made);
    t2s_asked_cues_count(made->asked_cues, made);
    t2s_relative_words_read(&made->relative, made);
    t2s_bound_words_read(&made->bounds, made);
    t2s_window_words_read(&made->windows, made);
    t2s_asked_ratio_read(&made->ratio, made);
    t2s_asked_units_read(&made->units, made);
    *out = made;
    return T2SED_OK;
}

void t2s_question_facts_free(t2s_question_facts *question)
{
    if (!question)
        return;
    if (question->history != question)
        t2s_question_facts_free(question->history);
    t2s_vector_free(&question->earlier);
    t2s_vector_free(&question->words);
    t2s_vector_free(&question->stems);
    t2s_map_free(&question->stem_numbers);
    t2s_vector_free(&question->numbers);
    t2s_vector_free(&question->quotes);
    t2s_vector_free(&question->values);
    t2s_string_free(&question->plain);
    t2s_string_free(&question->stemmed);
    t2s_vector_free(&question->name_stems);
    t2s_vector_free(&question->named_columns);
    t2s_time_words_free(&question->times);
    t2s_arena_free(&question->arena);
    t2s_free(question);
}

bool t2s_question_asks(const t2s_question_facts *question, const char *phrases)
{
    int32_t first, last;
    return t2s_phrases_find(&first, &last, phrases, question, 0);
}

bool t2s_question_says(const t2s_question_facts *question, size_t i,
                       const char *list)
{
    const t2s_question_word *word;
    if (i >= question->words.count)
        return false;
    word = &question->words.at[i];
    return t2s_is_one_of(question->text + word->begin, word->end - word->begin,
                         list);
}

bool t2s_question_is_in_value(const t2s_question_facts *question, size_t first,
                              size_t behind)
{
    const uint32_t begin = question->words.at[first].begin;
    const uint32_t end = question->words.at[behind - 1].end;
    for (size_t i = 0; i < question->values.count; i++) {
        const t2s_question_value *at = &question->values.at[i];
        if (at->begin <= begin && at->end >= end &&
            at->end - at->begin > end - begin)
            return true;
    }
    return false;
}

bool t2s_question_share_stem(const t2s_question_facts *question,
                             const t2s_name_match *a, const t2s_name_match *b)
{
    const int32_t *stems = question->name_stems.at;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (stems[a->stems + i] == stems[b->stems + j])
                return true;
    return false;
}
