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

t2sed_status t2s_patterns_read(t2s_patterns *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err)
{
    const t2s_question_facts *question = from->question;
    t2s_string normal = {0};
    bool is_short = false; /* memory */
    *out = (t2s_patterns){0};
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
