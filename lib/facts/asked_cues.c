/* Cues in the words round them. */
#include "facts/asked_cues.h"

#include "facts/restriction_words.h"

#include <string.h>

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

static bool is_range(const t2s_question_facts *question, int32_t first,
                     int32_t last)
{
    if (!says(question, first, "between"))
        return true;
    for (int64_t i = last + 1; (size_t)i < question->words.count; i++)
        if (is_amount(question, i))
            return true;
    return false;
}

static bool sorts(const t2s_question_facts *question, int32_t first,
                  int32_t last)
{
    return !says(question, first, "ordered") ||
           says(question, last + 1,
                "by from alphabetically chronologically according ascending "
                "descending increasingly decreasingly on") ||
           (says(question, last + 1, "in") &&
            says(question, last + 2,
                 "ascending descending alphabetical chronological reverse "
                 "increasing decreasing lexicographic lexicographical order "
                 "an the")) ||
           /* "a list ... ordered" */
           (size_t)last + 1 == question->words.count;
}

static bool negates(const t2s_question_facts *question, int32_t first)
{
    bool is_whether = false;
    size_t n;
    const char *word = t2s_question_text_at(question, (size_t)first, &n);
    if (t2s_is_number_sign(word, n))
        return false;
    for (int64_t i = first; i >= 0 && says(question, first - 1, "or"); i--)
        is_whether |= says(question, i, "whether regardless");
    return !is_whether || !says(question, first, "not");
}

/* Whether "contain" has rows of a table behind it, and no text. */
static bool contains_things(const t2s_question_facts *question, int32_t word)
{
    int64_t at = (int64_t)word + 1;
    while (says(question, at,
                "the a an any some this these only both all at "
                "least more than one two three exactly"))
        at++;
    return says(question, word, "contain contains containing contained") &&
           (size_t)at < question->words.count &&
           !question->words.at[at].is_quoted &&
           question->stems.at[question->words.at[at].stem].tables > 0;
}

/* Whether a phrase at words [first, last] asks for what its family is for. */
static bool asks(const t2s_question_facts *question, t2s_cue cue, int32_t first,
                 int32_t last)
{
    switch (cue) {
    case T2S_CUE_GREATER:
    case T2S_CUE_LESS:
    case T2S_CUE_AT_LEAST:
    case T2S_CUE_AT_MOST:
        return compares(question, first, last);
    case T2S_CUE_BETWEEN:
        return is_range(question, first, last);
    case T2S_CUE_ORDER:
        return sorts(question, first, last);
    case T2S_CUE_NEGATION:
        return negates(question, first);
    case T2S_CUE_LIKE:
        return !contains_things(question, first);
    default:
        return true;
    }
}

bool t2s_asked_cues_find(int32_t *first, int32_t *last, t2s_cue cue,
                         const t2s_question_facts *question)
{
    for (size_t from = 0; t2s_cues_find(first, last, cue, question, from);
         from = (size_t)*last + 1)
        if (asks(question, cue, *first, *last))
            return true;
    return false;
}

void t2s_asked_cues_count(uint32_t counts[T2S_CUES],
                          const t2s_question_facts *question)
{
    static const t2s_cue narrowed[] = {
        T2S_CUE_GREATER, T2S_CUE_LESS,  T2S_CUE_AT_LEAST, T2S_CUE_AT_MOST,
        T2S_CUE_BETWEEN, T2S_CUE_ORDER, T2S_CUE_NEGATION, T2S_CUE_LIKE};
    memcpy(counts, question->cues, T2S_CUES * sizeof *counts);
    for (size_t k = 0; k < sizeof narrowed / sizeof narrowed[0]; k++) {
        const t2s_cue cue = narrowed[k];
        int32_t first, last = -1;
        if (!counts[cue])
            continue;
        counts[cue] = 0;
        while (t2s_cues_find(&first, &last, cue, question, (size_t)(last + 1)))
            counts[cue] += asks(question, cue, first, last);
    }
}

/* A share may be a ratio of counts, or the average of a condition. */
#define SHARES "share|proportion|percentage|percent|fraction|ratio|rate"

bool t2s_asks_otherwise(const t2s_question_facts *question, int disagreement)
{
    const char *words;
    int32_t first, last;
    switch (disagreement) {
    case T2S_DISAGREES_count_extra:
        words = SHARES
            "|number|total|quantity|frequency|frequencies|amount|times|often|"
            "counts|popularity|size|many";
        break;
    case T2S_DISAGREES_average_extra:
        words = SHARES;
        break;
    case T2S_DISAGREES_sum_extra:
        /* Money that comes in or goes out is added up by itself. */
        words = SHARES
            "|revenue|revenues|turnover|sales|spend|spends|spent|spending|"
            "earn|earns|earned|earnings|income|profit|profits|expenditure|"
            "expenditures|expenses|proceeds|takings|how much|worth";
        break;
    case T2S_DISAGREES_order_extra:
        words = "list|first|last|recent|latest|rank";
        break;
    default:
        return false;
    }
    return t2s_phrases_find(&first, &last, words, question, 0);
}
