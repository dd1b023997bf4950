/* Cues in the words round them. */
#include "facts/asked_cues.h"

#include "facts/bound_words.h"
#include "facts/question.h"
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
    if (word->is_quoted)
        return false;
    if (t2s_word_says_number(question->text + word->begin,
                             word->end - word->begin, &number, &is_spelled))
        return true;
    return says(question, i,
                "average mean median avg maximum minimum max min half "
                "limit threshold target budget capacity "
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
        says(question, last + 2,
             "past last previous years quarters months weeks days hours"))
        return false;
    for (int64_t i = last + 1;
         i <= last + REACH && (size_t)i < question->words.count; i++) {
        if (t2s_is_parted(question, (int32_t)i - 1, (int32_t)i) ||
            says(question, i, "all and or on who which by per with for in"))
            return false;
        if (is_amount(question, i))
            return true;
    }
    return false;
}

/* "Lower case" and "the earlier one" compare nothing; "lower than 5", "fewer
 * seats than" and "3 or fewer" do. */
#define COMPARATIVES                                                           \
    "greater larger higher older later bigger fewer lower younger smaller "    \
    "earlier less"

static bool has_than(const t2s_question_facts *question, int64_t i)
{
    for (int64_t at = i + 1; at <= i + 4; at++)
        if (says(question, at, "than"))
            return true;
    return says(question, i - 1, "or") && !says(question, i + 1, "case");
}

/* "The month before" is a neighbour, and a join alone gives "at least one".
 * Periods have findings of their own. */
static bool compares(const t2s_question_facts *question, int32_t first,
                     int32_t last)
{
    if (t2s_is_in_time(question, first) || says(question, last + 1, "case"))
        return false;
    if (says(question, first, "at") &&
        says(question, last + 1, "one once a an some 1"))
        return false;
    if (first < last && !says(question, first, "up"))
        return true;
    if (says(question, first, COMPARATIVES))
        return has_than(question, first);
    if (says(question, first, "since after before"))
        return false;
    if (says(question, first, "over under above below beyond"))
        return bounds_amount(question, last);
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
    if (says(question, first - 1, "fraction share proportion ratio percentage"))
        return false; /* a scale */
    for (int32_t i = last + 1;
         i <= last + 2 && (size_t)i < question->words.count &&
         !t2s_is_parted(question, i - 1, i);
         i++)
        if (is_amount(question, i))
            return !t2s_is_in_time(question, i) &&
                   (says(question, i + 1, "and") ||
                    says(question, i + 2, "and"));
    return false;
}

/* "Changed from 2023 to 2024" compares two times; it is no range. */
static bool changes(const t2s_question_facts *question, int32_t first)
{
    if (!says(question, first, "from"))
        return false;
    for (int32_t i = 0; i < first; i++)
        if (says(question, i,
                 "change changed changes develop developed development "
                 "increase increased decrease decreased grow grew grown growth "
                 "rise rose risen fall fell drop dropped decline declined "
                 "difference evolve evolved compare compared"))
            return true;
    return false;
}

/* Orders may be things: "in order of age" sorts, "orders per customer" and
 * "the order numbers" do not. */
static bool sorts(const t2s_question_facts *question, int32_t first,
                  int32_t last)
{
    if (says(question, first, "order orders"))
        return (says(question, last + 1, "by them the these results") &&
                !t2s_is_parted(question, last, last + 1)) ||
               says(question, first - 1,
                    "in alphabetical alphabetic chronological ascending "
                    "descending increasing decreasing reverse that this") ||
               (says(question, first - 1, "the") &&
                says(question, first - 2, "in"));
    if (says(question, first, "ordering"))
        return !says(question, first - 1,
                     "from between of since after before until to for");
    if (says(question, first, "rank ranked ranking"))
        return says(question, last + 1,
                    "by the them all each every these those") ||
               first == 0;
    return !says(question, first, "ordered") ||
           (!says(question, first - 1, "were was been be ever never") &&
            says(question, last + 1,
                 "by from alphabetically chronologically according ascending "
                 "descending increasingly decreasingly") &&
            !t2s_is_parted(question, last, last + 1)) ||
           (says(question, last + 1, "in") &&
            says(question, last + 2,
                 "ascending descending alphabetical chronological reverse "
                 "increasing decreasing lexicographic lexicographical order "
                 "an the"));
}

/* Whether words are of a value that is capitalised or quoted, and longer: the
 * "best" of "Best Director". */
static bool is_named(const t2s_question_facts *question, int32_t first,
                     int32_t last)
{
    const uint32_t begin = question->words.at[first].begin;
    const uint32_t end = question->words.at[last].end;
    for (size_t i = 0; i < question->values.count; i++) {
        const t2s_question_value *at = &question->values.at[i];
        if (at->is_marked && at->begin <= begin && at->end >= end &&
            at->end - at->begin > end - begin &&
            (question->words.at[first].is_capital ||
             question->words.at[first].is_quoted))
            return true;
    }
    return question->words.at[first].is_quoted &&
           question->words.at[last].is_quoted;
}

/* "Oldest first" is an order, and "the top level" no end. */
static bool takes_end(const t2s_question_facts *question, int32_t first,
                      int32_t last)
{
    return !is_named(question, first, last) &&
           !(says(question, first, "top") &&
             says(question, last + 1,
                  "level speed manager managers boss tenth quarter half "
                  "ones")) &&
           !(says(question, first, "best") &&
             says(question, last + 1, "before seller sellers")) &&
           !says(question, last + 1, "first") &&
           !says(question, last + 2, "first") &&
           !says(question, last + 3, "first");
}

/* "Not cheaper than", "not paid before", "never seen for the longest time": the
 * query may use >= or MAX in place of NOT. */
static bool turns_bound(const t2s_question_facts *question, int32_t first)
{
    const int32_t from = says(question, first + 1, "t") ? first + 1 : first;
    if (from == first && !says(question, first, "not never no"))
        return false;
    for (int32_t i = from + 1;
         i <= from + 3 && (size_t)i < question->words.count &&
         !t2s_is_parted(question, i - 1, i);
         i++)
        if (says(question, i,
                 "below under before until smaller lower cheaper shorter "
                 "younger lighter slower fewer less earlier"))
            return !says(question, first, "no") ||
                   says(question, i + 1, "than") ||
                   says(question, i + 2, "than");
    for (int32_t i = from + 1; i <= from + 6; i++)
        if (says(question, i, "longest") && says(question, i + 1, "time"))
            return true;
    return false;
}

static bool negates(const t2s_question_facts *question, int32_t first)
{
    size_t n;
    const char *word = t2s_question_text_at(question, (size_t)first, &n);
    const char *end = question->text + question->words.at[first].end;
    if (t2s_is_number_sign(word, n) || (n == 2 && *end == '-'))
        return false; /* "a no-show" */
    if (turns_bound(question, first) ||
        (says(question, first, "nobody none nothing") &&
         says(question, first + 1, "but") &&
         says(question, first + 2, "the those a an his her its their")))
        return false;
    /* "How many are active and how many are not" */
    if (says(question, first, "not") &&
        says(question, first - 2, "many much who which") &&
        (size_t)first + 1 == question->words.count)
        return false;
    /* "named or not", "with or without" */
    return !says(question, first - 1, "or") ||
           !says(question, first, "not no without never");
}

static bool has_rows_behind(const t2s_question_facts *question, int32_t word)
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

/* Whether "contain" has things behind it, and no text. */
static bool contains_things(const t2s_question_facts *question, int32_t word)
{
    bool is_text = false;
    for (int64_t i = word - 4; i <= (int64_t)word + 5; i++)
        is_text |= i >= 0 && (size_t)i < question->words.count &&
                   (question->words.at[i].is_quoted ||
                    says(question, i,
                         "word words letter letters phrase string text "
                         "substring character name names title titles"));
    if (!is_text &&
        says(question, word, "contain contains containing contained"))
        return true;
    return has_rows_behind(question, word);
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
        return !changes(question, first) && is_range(question, first, last);
    case T2S_CUE_ORDER:
        return sorts(question, first, last);
    case T2S_CUE_COMMON: /* "in common parts" */
        return says(question, first - 1, "most more least");
    case T2S_CUE_SUPERLATIVE:
        return takes_end(question, first, last);
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
        T2S_CUE_GREATER,  T2S_CUE_LESS,    T2S_CUE_AT_LEAST,
        T2S_CUE_AT_MOST,  T2S_CUE_BETWEEN, T2S_CUE_ORDER,
        T2S_CUE_NEGATION, T2S_CUE_LIKE,    T2S_CUE_SUPERLATIVE};
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

/* Whether numbers are compared in a direction, which no family may have: "not
 * above 5" asks for less. */
static bool asks_for_side(const t2s_question_facts *question, bool is_lower)
{
    const t2s_bound_words *asked = &question->bounds;
    for (size_t i = 0; i < asked->count; i++)
        if (asked->bounds[i].is_lower == is_lower || asked->bounds[i].is_either)
            return true;
    return asked->is_negated && asked->is_lower == is_lower;
}

/* A share may be a ratio of counts, or the average of a condition. */
#define SHARES "share|proportion|percentage|percent|fraction|ratio|rate"

bool t2s_asks_otherwise(const t2s_question_facts *question, int disagreement)
{
    const char *words;
    int32_t first, last;
    switch (disagreement) {
    case T2S_DISAGREES_greater_extra:
        return asks_for_side(question, true);
    case T2S_DISAGREES_less_extra:
        return asks_for_side(question, false);
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
    case T2S_DISAGREES_negation_extra:
        /* Other words that exclude something. */
        words =
            "another|other|others|different|differ|differs|elsewhere|else|"
            "only|exclusively|solely|always|every|all|once|left out|"
            "leave out|leaves out|leaving out|minus|unlike|beyond|out|"
            "foreign|abroad|non|besides|barring|all * bar|save for|save those|"
            "net of|remove|any but|all but|any * but|"
            "everything but|everyone but|everybody but|everywhere but|"
            "anything but|anyone but|anybody but|anywhere but|unpaid|"
            "unsold|unused|unreturned|undelivered|unassigned|unanswered|"
            "unshipped|unreviewed|unrated|unsettled|unbooked";
        break;
    default:
        return false;
    }
    return t2s_phrases_find(&first, &last, words, question, 0);
}
