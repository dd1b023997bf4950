#include "facts/patterns.h"

#include <string.h>

#include "base/error.h"
#include "facts/coverage.h"

static bool is_pattern(const t2s_condition *of)
{
    const t2s_query_operator by = of->operator;
    return by == T2S_OPERATOR_LIKE && !of->is_glob && !of->is_negated &&
           of->slot.column != T2S_NO_ITEM && !of->slot.is_computed &&
           of->value.operand == T2S_OPERAND_TEXT &&
           of->value.length <= T2S_LONGEST_TEXT &&
           memchr(of->value.text, '%', of->value.length);
}

/* Whether the question has a value in capitals or quotes. */
static bool is_marked(const t2s_question_facts *question,
                      const t2s_string *normal)
{
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        if (value->is_marked && !t2s_is_digit(value->normal[0]) &&
            value->length == normal->length &&
            memcmp(value->normal, normal->text, normal->length) == 0)
            return true;
    }
    return false;
}

/* Whether the question says "exactly" and then, or behind "named", a text's
 * first word. */
static bool asks_for_whole(const t2s_question_facts *question,
                           const t2s_string *normal)
{
    const size_t n = strcspn(normal->text, " ");
    for (size_t i = 0; i + 1 < question->words.count; i++) {
        size_t at = i + 1, length;
        const char *word;
        if (!t2s_question_says(question, i, "exactly precisely"))
            continue;
        while (t2s_question_says(question, at, "named called titled is"))
            at++;
        if (at == question->words.count)
            return false;
        word = t2s_question_text_at(question, at, &length);
        /* Of "old-mill" the question's word is "old". */
        if (n && !t2s_is_digit(word[0]) &&
            (length == n || (length < n && word[length] != ' ')) &&
            memcmp(word, normal->text, length) == 0)
            return true;
    }
    return false;
}

/* Whether a question asks for a part of a text: "with the word", "containing
 * 'CV'"; not "menus that contain the dish 'Soup'". */
static bool asks_for_part(const t2s_question_facts *question)
{
    for (size_t i = 0; i + 1 < question->words.count; i++)
        if (t2s_question_says(question, i,
                              "contain contains containing contained include "
                              "includes including has have having with") &&
            (question->words.at[i + 1].is_quoted ||
             question->words.at[i + 1].is_capital))
            return true;
    return t2s_question_asks(question,
                             "substring|letter|letters|prefix|suffix|word|"
                             "words|text|phrase|start*|begin*|end|ends|ending|"
                             "like|somewhere in|part of|in its name|"
                             "in their name|in their names|in the name");
}

/* Whether another column has a text as a value, and the compared one has values
 * and not this. */
static bool is_elsewhere(const t2s_condition *of, const t2s_value_index *values,
                         const t2s_string *normal)
{
    size_t count = 0;
    t2s_value_index_columns(values, normal->text, normal->length, &count);
    return count && t2s_value_index_count(values, of->slot.column) &&
           !t2s_value_index_holds(values, of->slot.column, normal->text,
                                  normal->length);
}

/* ------------------------------------------------------------- places */

/* Parts of texts that are looked for. */
#define MOST_PARTS 4

/* A part of a text that the question asks for. */
typedef struct asked_part {
    t2s_text_place place;
    size_t word;    /* the text's first word, or its last */
    bool is_behind; /* the text ends with the word: "with Reed in their name" */
} asked_part;

/* The word behind those that say what a text is; what is quoted or in capitals
 * is the text itself: "the letter A". */
static size_t skip(const t2s_question_facts *question, size_t word)
{
    while (word + 1 < question->words.count &&
           !question->words.at[word].is_quoted &&
           !question->words.at[word].is_capital &&
           t2s_question_says(question, word,
                             "the a letter letters word words string text "
                             "phrase digits prefix"))
        word++;
    return word;
}

/* The part that the words from i on ask for. */
static asked_part part_at(const t2s_question_facts *question, size_t i)
{
    asked_part out = {T2S_PLACE_UNKNOWN, i + 2, false};
    if (t2s_question_says(question, i + 1, "with")) {
        if (t2s_question_says(question, i,
                              "start starts starting started begin begins "
                              "beginning"))
            out.place = T2S_PLACE_BEGIN;
        else if (t2s_question_says(question, i, "end ends ending ended"))
            out.place = T2S_PLACE_END;
    } else if (t2s_question_says(question, i, "contain contains containing")) {
        out.place = T2S_PLACE_WITHIN;
        out.word = i + 1;
    } else if (t2s_question_says(question, i, "in") &&
               t2s_question_says(question, i + 1, "their its the") &&
               t2s_question_says(question, i + 2, "name names title titles") &&
               i > 1 && !t2s_question_says(question, i + 3, "of")) {
        return (asked_part){T2S_PLACE_WITHIN, i - 1, true};
    }
    if (out.place != T2S_PLACE_UNKNOWN)
        out.word = skip(question, out.word);
    return out;
}

/* Whether a text is the one that stands at a part's word. */
static bool is_text_at(const asked_part *part,
                       const t2s_question_facts *question,
                       const t2s_string *normal)
{
    const char *last = strrchr(normal->text, ' ');
    const char *from = part->is_behind && last ? last + 1 : normal->text;
    const size_t n = strcspn(from, " ");
    size_t length;
    const char *word;
    if (part->word >= question->words.count || n == 0)
        return false;
    word = t2s_question_text_at(question, part->word, &length);
    return length == n && memcmp(word, from, n) == 0;
}

/* What parts words: "% Reed%" and "%@mail%" are of a part of the text. */
static bool is_sign(char c)
{
    return (unsigned char)c < 0x80 && !t2s_is_digit(c) &&
           !((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* The text of a comparison with a text or a pattern, less its wildcards, and
 * where the column has it. */
static t2s_text_place place_of(const char **text, size_t *n,
                               const t2s_condition *of)
{
    bool begins, ends;
    *text = of->value.text;
    *n = of->value.length;
    if (of->slot.column == T2S_NO_ITEM || of->is_glob ||
        of->value.operand != T2S_OPERAND_TEXT || *n > T2S_LONGEST_TEXT)
        return T2S_PLACE_UNKNOWN;
    if (of->operator== T2S_OPERATOR_EQUAL)
        return of->slot.is_computed ? T2S_PLACE_UNKNOWN : T2S_PLACE_WHOLE;
    if (of->operator!= T2S_OPERATOR_LIKE)
        return T2S_PLACE_UNKNOWN;
    begins = *n == 0 || **text != '%';
    *text += !begins;
    *n -= !begins;
    ends = *n == 0 || (*text)[*n - 1] != '%';
    *n -= !ends;
    if (*n == 0 || memchr(*text, '%', *n) || memchr(*text, '_', *n) ||
        memchr(*text, '\\', *n) || is_sign(**text) || is_sign((*text)[*n - 1]))
        return T2S_PLACE_UNKNOWN;
    return begins ? ends ? T2S_PLACE_WHOLE : T2S_PLACE_BEGIN
           : ends ? T2S_PLACE_END
                  : T2S_PLACE_WITHIN;
}

/* "Menus containing Soup" may be those with a dish of that name, "matches that
 * ended with a draw" those with that result. */
static bool may_be_whole(const t2sed_evidence *from, const t2s_condition *of,
                         const t2s_string *normal)
{
    return !from->values ||
           !t2s_value_index_is_complete(from->values, of->slot.column) ||
           t2s_value_index_holds(from->values, of->slot.column, normal->text,
                                 normal->length);
}

/* Compares the conditions with one part that is asked for. False when memory is
 * short. */
static bool compare_part(t2s_patterns *out, const asked_part *part,
                         const t2s_query *query, const t2sed_evidence *from)
{
    t2s_string normal = {0};
    const t2s_condition *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < query->conditions.count + query->tests.count; i++) {
        const t2s_condition *of =
            i < query->conditions.count
                ? &query->conditions.at[i]
                : &query->tests.at[i - query->conditions.count];
        const char *text;
        size_t n;
        const t2s_text_place place = place_of(&text, &n, of);
        if (n > T2S_LONGEST_TEXT || of->value.operand != T2S_OPERAND_TEXT)
            continue;
        t2s_string_clear(&normal);
        t2s_string_append(&normal, "");
        t2s_value_normal(&normal, text, n);
        if (normal.failed)
            break;
        if (!is_text_at(part, from->question, &normal))
            continue;
        count++;
        if (place == part->place || place == T2S_PLACE_UNKNOWN ||
            (place == T2S_PLACE_WHOLE && may_be_whole(from, of, &normal)))
            count = query->conditions.count + query->tests.count + 2;
        found = of;
        out->has = place;
    }
    if (count == 1) {
        out->elsewhere = found;
        out->asked = part->place;
    }
    count = normal.failed;
    t2s_string_free(&normal);
    return count == 0;
}

/* Reads the first part of a text that the question asks for and the query has
 * in another place. */
static bool compare_parts(t2s_patterns *out, const t2s_query *query,
                          const t2sed_evidence *from)
{
    const t2s_question_facts *question = from->question;
    int left = MOST_PARTS;
    bool ok = true;
    for (size_t i = 0; i + 1 < question->words.count && ok && !out->elsewhere;
         i++) {
        const asked_part part = part_at(question, i);
        /* Which end is meant may be said in more words. */
        if (part.place == T2S_PLACE_UNKNOWN || left-- <= 0 ||
            (part.place == T2S_PLACE_WITHIN &&
             t2s_question_asks(question, "first|last|beginning|at the end|"
                                         "at the start")))
            continue;
        ok = compare_part(out, &part, query, from);
    }
    return ok;
}

t2sed_status t2s_patterns_read(t2s_patterns *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err)
{
    const t2s_question_facts *question = from->question;
    t2s_string normal = {0};
    bool is_short = false; /* memory */
    *out = (t2s_patterns){0};
    if (!compare_parts(out, query, from))
        return t2s_fail_memory(err);
    if (!query->parts.operators[T2S_OPERATOR_LIKE] || asks_for_part(question))
        return T2SED_OK;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (!is_pattern(of))
            continue;
        t2s_string_clear(&normal);
        t2s_string_append(&normal, "");
        t2s_value_normal(&normal, of->value.text, of->value.length);
        is_short |= normal.failed;
        if (normal.failed)
            break;
        if (!out->exact && asks_for_whole(question, &normal))
            out->exact = of;
        out->is_elsewhere |= from->values && is_marked(question, &normal) &&
                             is_elsewhere(of, from->values, &normal);
    }
    t2s_string_free(&normal);
    return is_short ? t2s_fail_memory(err) : T2SED_OK;
}
