#include "facts/asked_numbers.h"

#include <math.h>
#include <string.h>

#include "facts/cues.h"
#include "facts/units.h"
#include "schema/words.h"

/* Uses and conditions of a query that are searched, at most. */
#define MOST_USES 1000

/* Factors between units of time, of money and of weight; as near as the
 * quotient of two fractions gets: 7 % are 0.07. */
static bool is_factor(double number)
{
    static const double factors[] = {7,   12,   24,   52,   60,    100,
                                     365, 1000, 1440, 3600, 86400, 1000000};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (fabs(number - factors[i]) <= 1e-9 * factors[i])
            return true;
    return false;
}

/* 5000 cents are 50 euros. Words have no sign: "minus 5", "5 below zero". */
static bool is_converted(double number, double asked)
{
    const double a = fabs(number), b = fabs(asked);
    return a == b || (a != 0 && b != 0 && is_factor(a > b ? a / b : b / a));
}

/* '2025-06-30' has 2025 and 30. */
static bool has_word(const t2s_query_use *use, double asked)
{
    size_t at = 0, begin;
    double number;
    while (t2s_next_word(use->text, use->length, &at, &begin, false))
        if (t2s_word_number(use->text + begin, at - begin, &number) &&
            number == asked)
            return true;
    return false;
}

/* Whether a condition compares with the whole number next to one of the
 * question: > 2 is "at least 3", and >= 3 "more than 2". */
static bool compare_next(const t2s_condition *at, size_t count, double asked)
{
    for (size_t i = 0; i < count && i < MOST_USES; i++) {
        const t2s_condition *of = &at[i];
        const double by = of->value.number - asked;
        if (of->value.operand != T2S_OPERAND_NUMBER)
            continue;
        switch (of->operator) {
        case T2S_OPERATOR_GREATER:
        case T2S_OPERATOR_LESS_EQUAL:
            if (by == -1)
                return true;
            break;
        case T2S_OPERATOR_GREATER_EQUAL:
        case T2S_OPERATOR_LESS:
            if (by == 1)
                return true;
            break;
        case T2S_OPERATOR_BETWEEN: /* "between 20 and 30 exclusive" */
            if (fabs(by) == 1)
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

static bool compares_next(const t2s_query *query, double asked)
{
    return compare_next(query->conditions.at, query->conditions.count, asked) ||
           compare_next(query->tests.at, query->tests.count, asked);
}

bool t2s_uses_number(const t2s_query *query, double asked)
{
    if (asked == 0 && query->parts.functions[T2S_FUNCTION_COUNT])
        return true;
    for (size_t i = 0; i < query->uses.count && i < MOST_USES; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if ((use->kind == T2S_USES_NUMBER &&
             (is_converted(use->number, asked) ||
              floor(use->number / 10000) == asked)) ||
            (use->kind == T2S_USES_TEXT && has_word(use, asked)))
            return true;
    }
    return compares_next(query, asked);
}

/* Whether a number is an end of a window (20240331), or a part of one. */
static bool is_date_part(double number, t2s_period window)
{
    const int64_t ends[] = {window.from, window.to - 1};
    for (int i = 0; i < 2; i++) {
        const t2s_period on = t2s_period_around(ends[i], T2S_GRAIN_DAY);
        int64_t year;
        int month, day;
        if (ends[i] <= T2S_TIME_FIRST || ends[i] >= T2S_TIME_LAST - 1)
            continue;
        t2s_date_of(on.from / T2S_DAY_SECONDS, &year, &month, &day);
        if (number == (double)year || number == month || number == day ||
            number == (double)(year * 100 + month) ||
            number == (double)(year * 10000 + month * 100 + day))
            return true;
    }
    return false;
}

/* Whether a number is one of a time of the question: March is 3. */
static bool is_of_time(const t2s_question_facts *question, double number)
{
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *time = &question->times.list.at[i];
        if ((time->kind == T2S_TIME_MONTHS ||
             time->kind == T2S_TIME_WEEKDAYS) &&
            number >= 0 && number < 13 && time->mask >> (unsigned)number & 1)
            return true;
        if (time->kind == T2S_TIME_WINDOW && is_date_part(number, time->window))
            return true;
    }
    return false;
}

/* COUNTED: words before a number that is a count, a place or a date, even if
 * names of the schema have them. UNITS: words behind a number that is an
 * amount. */
#define COUNTED                                                                \
    "top first last next past previous latest least most exactly only year "   \
    "month week day quarter since before after until from to in of by page "   \
    "rank place position line time"
#define UNITS                                                                  \
    "year month week day days hour minute " T2S_YEARS " " T2S_MONTHS           \
    " " T2S_WEEKS " " T2S_HOURS " " T2S_MINUTES " "                            \
    "percent pct times and or to am pm oclock h km m kg line lines row rows "  \
    "time by stars points"

/* Whether a word and its number are written as a name is: "room 14", "room
 * no. 14", not "rooms, 14" or "K-12". */
static bool is_written_as_name(const t2s_question_facts *question, size_t name,
                               size_t number)
{
    const t2s_question_word *words = question->words.at;
    const char *text = question->text;
    uint32_t behind = words[number].end;
    for (uint32_t i = words[name].end; i < words[number].begin; i++)
        if (strchr(",;:?!()-/", text[i]))
            return false;
    for (uint32_t i = words[number].begin; i < words[number].end; i++)
        if (!t2s_is_digit(text[i]))
            return false;
    while (text[behind] == ' ')
        behind++;
    return text[behind] != '(' && text[words[number].end] != '-' &&
           text[words[name].end - 1] != 's'; /* "orders 3" */
}

/* Whether a number in digits stands right behind a word of a name of the
 * schema. */
static bool is_of_name(const t2s_question_facts *question,
                       const t2s_question_number *number)
{
    const size_t at = (size_t)number->word;
    const t2s_question_stem *stem;
    size_t name = at - 1;
    if (at > 1 && t2s_question_says(question, name, "no nr number id"))
        name--;
    if (number->is_spelled || number->value == 0 || at == 0 ||
        t2s_question_says(question, name, COUNTED) ||
        t2s_question_says(question, at + 1, UNITS) ||
        !is_written_as_name(question, name, at))
        return false;
    stem = &question->stems.at[question->words.at[name].stem];
    return !stem->is_stop && stem->columns + stem->tables > 0;
}

/* Whether a text of the query ends in a number: 'S02'. */
static bool has_end(const t2s_query *query, double asked)
{
    t2s_for_each_use (query, use) {
        size_t begin = use->length;
        double number;
        if (use->kind != T2S_USES_TEXT)
            continue;
        while (begin > 0 && t2s_is_digit(use->text[begin - 1]))
            begin--;
        if (begin < use->length &&
            t2s_word_number(use->text + begin, use->length - begin, &number) &&
            number == asked)
            return true;
    }
    return false;
}

bool t2s_number_is_forgotten(const t2s_query *query,
                             const t2s_question_facts *question,
                             const t2s_question_number *number,
                             const t2s_restricted_words *knowledge)
{
    if (!is_of_name(question, number) ||
        t2s_uses_number(query, number->value) || has_end(query, number->value))
        return false;
    for (size_t i = 0; i < knowledge->count; i++) {
        double told;
        if (t2s_word_number(knowledge->at[i].text, knowledge->at[i].length,
                            &told) &&
            told == number->value)
            return false;
    }
    return true;
}

/* "Seventy", "5 pm" of hours from 0, and 20 percent more or less as a factor.
 */
static bool is_spelled_out(const t2s_question_facts *question, double number)
{
    static const struct {
        double number;
        const char *word;
    } words[] = {{13, "thirteen"},  {14, "fourteen|fortnight"},
                 {15, "fifteen"},   {16, "sixteen"},
                 {17, "seventeen"}, {18, "eighteen"},
                 {19, "nineteen"},  {20, "twenty"},
                 {30, "thirty"},    {40, "forty"},
                 {50, "fifty"},     {60, "sixty|hour"},
                 {70, "seventy"},   {80, "eighty"},
                 {90, "ninety"},    {3, "third"},
                 {4, "fourth"},     {5, "fifth"},
                 {6, "sixth"},      {7, "seventh|week"},
                 {8, "eighth"},     {9, "ninth"},
                 {10, "tenth"},     {2, "second"},
                 {3600, "hour"},    {604800, "week"}};
    int32_t first, last;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (fabs(number - words[i].number) < 1e-9 &&
            t2s_phrases_find(&first, &last, words[i].word, question, 0))
            return true;
    return false;
}

static bool is_made_of(const t2s_question_facts *question, double number,
                       double asked)
{
    int32_t first, last;
    return fabs(fabs(number - 1) * 100 - asked) < 1e-6 ||
           (number - asked == 12 &&
            t2s_phrases_find(&first, &last, "pm|p m|afternoon|evening",
                             question, 0));
}

/* "Half" and "twice" divide or multiply by 2. */
static bool is_half(const t2s_question_facts *question, double number)
{
    int32_t first, last;
    return (number == 2 || number == 0.5 || number == 50) &&
           t2s_phrases_find(&first, &last,
                            "half|twice|double|doubled|median|both|two|pair",
                            question, 0);
}

bool t2s_number_is_asked(const t2s_question_facts *question,
                         const t2s_query *query, double number)
{
    for (size_t i = 0; i < question->numbers.count; i++) {
        const double asked = question->numbers.at[i].value;
        if (is_converted(number, asked) ||
            is_made_of(question, number, asked) ||
            (fabs(number - asked) == 1 && compares_next(query, asked)))
            return true;
    }
    return is_of_time(question, number) || is_half(question, number) ||
           is_spelled_out(question, number) ||
           (query->parts.operators[T2S_OPERATOR_ARITHMETIC] &&
            is_factor(number));
}
