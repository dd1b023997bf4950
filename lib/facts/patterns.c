#include "facts/patterns.h"

#include <string.h>

#include "base/error.h"
#include "facts/coverage.h"

static bool is_pattern(const t2s_condition *of)
{
    return of->operator== T2S_OPERATOR_LIKE && !of->is_glob &&
        of->slot.column != T2S_NO_ITEM && !of->slot.is_computed &&
        of->value.operand == T2S_OPERAND_TEXT && of->value.length <=
        T2S_LONGEST_TEXT && memchr(of->value.text, '%', of->value.length);
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

/* Whether a question asks for a whole text: "exactly", not "exactly 3". */
static bool asks_for_whole(const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->words.count; i++) {
        bool counts = false;
        if (!t2s_question_says(question, i, "exactly precisely"))
            continue;
        for (size_t k = 0; k < question->numbers.count; k++)
            counts |= (size_t)question->numbers.at[k].word == i + 1;
        if (!counts)
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

/* Another column that has the pattern's text as a value, where the compared one
 * has values and not this, or T2S_NO_ITEM. */
static int32_t column_of(const t2s_condition *of, const t2sed_evidence *from,
                         const t2s_string *normal)
{
    const t2s_value_index *values = from->values;
    size_t count = 0;
    const int32_t *columns =
        t2s_value_index_columns(values, normal->text, normal->length, &count);
    return count && t2s_value_index_count(values, of->slot.column) &&
                   !t2s_value_index_holds(values, of->slot.column, normal->text,
                                          normal->length)
               ? columns[0]
               : T2S_NO_ITEM;
}

t2sed_status t2s_patterns_read(t2s_patterns *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err)
{
    const t2s_question_facts *question = from->question;
    const bool is_part = asks_for_part(question);
    const bool is_exact = !is_part && asks_for_whole(question);
    const bool finds_values = from->values && !is_part;
    t2s_string normal = {0};
    bool is_short; /* memory */
    *out = (t2s_patterns){.column = T2S_NO_ITEM};
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (!is_pattern(of))
            continue;
        if (is_exact && !out->exact)
            out->exact = of;
        if (!finds_values || out->elsewhere)
            continue;
        t2s_string_clear(&normal);
        t2s_string_append(&normal, "");
        t2s_value_normal(&normal, of->value.text, of->value.length);
        if (!normal.failed && is_marked(question, &normal))
            out->column = column_of(of, from, &normal);
        if (out->column != T2S_NO_ITEM)
            out->elsewhere = of;
    }
    is_short = normal.failed;
    t2s_string_free(&normal);
    return is_short ? t2s_fail_memory(err) : T2SED_OK;
}
