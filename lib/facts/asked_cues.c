/* Cues in the words round them. */
#include "facts/asked_cues.h"

#include <string.h>

#include "base/string.h"
#include "schema/words.h"

/* Words behind a preposition within which a number stands. */
#define REACH 5

/* A word before the first says nothing. */
#define says(question, i, list) t2s_question_says(question, (size_t)(i), list)

/* Whether word i is a number, one of a value, or one that stands for an
 * amount: an average, a month. */
static bool is_amount(const t2s_question_facts *question, int64_t i)
{
    const t2s_question_word *word;
    double number;
    bool is_spelled;
    if (i < 0 || (size_t)i >= question->words.count)
        return false;
    word = &question->words.at[i];
    if (word->is_quoted ||
        t2s_word_says_number(question->text + word->begin,
                             word->end - word->begin, &number, &is_spelled))
        return true;
    return says(question, i,
                "average mean median avg maximum minimum max min total half "
                "that those limit threshold target budget capacity "
                "january february march april may june july august september "
                "october november december midnight noon monday tuesday "
                "wednesday thursday friday saturday sunday today yesterday");
}

/* Whether "over", "below"... at words [.., last] have an amount behind them. */
static bool bounds_amount(const t2s_question_facts *question, int64_t last)
{
    /* "over an hour" */
    if (says(question, last + 1, "a an") &&
        says(question, last + 2,
             "year month week day hour minute second "
             "dozen hundred thousand million"))
        return true;
    if (says(question, last + 1, "all the") &&
        says(question, last + 2, "past last previous years months weeks"))
        return false;
    for (int64_t i = last + 1; i <= last + REACH; i++) {
        if (says(question, i, "all and or who which by per with for"))
            return false;
        if (is_amount(question, i))
            return true;
    }
    return false;
}

/* Things in the plural, or a tax, right behind "after" and "before" are taken
 * off an amount: no time. */
static bool is_taken_off(const t2s_question_facts *question, int64_t i)
{
    const t2s_question_word *word;
    if (i < 0 || (size_t)i >= question->words.count)
        return false;
    word = &question->words.at[i];
    return !word->is_quoted && !word->is_capital &&
           (says(question, i, "tax vat shipping tips") ||
            (word->end - word->begin > 3 &&
             question->text[word->end - 1] == 's' &&
             question->text[word->end - 2] != 's' &&
             !says(question, i, "this his its christmas hours")));
}

/* Whether a phrase at words [first, last] compares. */
static bool compares(const t2s_question_facts *question, int32_t first,
                     int32_t last)
{
    if (first < last && !says(question, first, "up"))
        return true;
    if (says(question, first, "over under above below beyond"))
        return bounds_amount(question, last);
    if (says(question, first, "after before"))
        return !is_taken_off(question, last + 1);
    if (says(question, first, "up"))
        return !says(question, last + 1, "today now date then yesterday") &&
               !(says(question, last + 1, "the") &&
                 says(question, last + 2, "present end"));
    return true;
}

static bool asks_for(const t2s_question_facts *question, t2s_cue strict,
                     t2s_cue inclusive)
{
    const t2s_cue cues[2] = {strict, inclusive};
    for (int k = 0; k < 2; k++) {
        int32_t first, last = -1;
        while (
            t2s_cues_find(&first, &last, cues[k], question, (size_t)(last + 1)))
            if (compares(question, first, last))
                return true;
    }
    return false;
}

bool t2s_asks_for_more(const t2s_question_facts *question)
{
    return asks_for(question, T2S_CUE_GREATER, T2S_CUE_AT_LEAST);
}

bool t2s_asks_for_less(const t2s_question_facts *question)
{
    return asks_for(question, T2S_CUE_LESS, T2S_CUE_AT_MOST);
}

bool t2s_asks_for_range(const t2s_question_facts *question)
{
    int32_t first, last = -1;
    while (t2s_cues_find(&first, &last, T2S_CUE_BETWEEN, question,
                         (size_t)(last + 1))) {
        if (!says(question, first, "between"))
            return true;
        for (int64_t i = last + 1; (size_t)i < question->words.count; i++)
            if (is_amount(question, i))
                return true;
    }
    return false;
}

bool t2s_asks_for_order(const t2s_question_facts *question)
{
    int32_t first, last = -1;
    while (t2s_cues_find(&first, &last, T2S_CUE_ORDER, question,
                         (size_t)(last + 1)))
        if (!says(question, first, "ordered") ||
            says(question, last + 1,
                 "by from alphabetically chronologically according ascending "
                 "descending increasingly decreasingly on") ||
            (says(question, last + 1, "in") &&
             says(question, last + 2,
                  "ascending descending alphabetical chronological reverse "
                  "increasing decreasing lexicographic lexicographical order "
                  "an the")) ||
            /* "a list ... ordered" */
            (size_t)last + 1 == question->words.count)
            return true;
    return false;
}

bool t2s_asks_for_negation(const t2s_question_facts *question)
{
    int32_t first, last = -1;
    while (t2s_cues_find(&first, &last, T2S_CUE_NEGATION, question,
                         (size_t)(last + 1))) {
        bool is_whether = false;
        for (int64_t i = first; i >= 0 && says(question, first - 1, "or"); i--)
            is_whether |= says(question, i, "whether regardless");
        if (!is_whether || !says(question, first, "not"))
            return true;
    }
    return false;
}

bool t2s_contains_things(const t2s_question_facts *question, int32_t word)
{
    int64_t at = (int64_t)word + 1;
    while (says(question, at,
                "the a an any some this these only both all at "
                "least more than one two three exactly"))
        at++;
    return (size_t)at < question->words.count &&
           !question->words.at[at].is_quoted &&
           question->stems.at[question->words.at[at].stem].tables > 0;
}
