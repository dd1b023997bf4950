#include "facts/ages.h"

#include <math.h>

#include "facts/time_fit.h"
#include "facts/time_reader.h"
#include "facts/units.h"

bool t2s_age_is_of(const char *name)
{
    return t2s_name_says(name, "birth birthday birthdate born dob");
}

bool t2s_age_is_between(const t2s_question_facts *question, int64_t asked,
                        int64_t has)
{
    if (t2s_time_is_open(asked) || t2s_time_is_open(has))
        return false;
    for (size_t i = 0; i < question->numbers.count && i < 16; i++) {
        const double years = question->numbers.at[i].value;
        if (years >= 10 && years <= 110 &&
            t2s_time_is_same(
                t2s_time_add(asked, -(int64_t)years, T2S_GRAIN_YEAR), has,
                true))
            return true;
    }
    return false;
}

/* Whether a time is so many years before today. */
static bool is_years_ago(const t2s_question_facts *question, double years,
                         int64_t at)
{
    return t2s_time_is_same(
        t2s_time_add(question->times.now, -(int64_t)years, T2S_GRAIN_YEAR), at,
        true);
}

/* Whether a number is the last of a range: "20 to 29", "20-29", "between 20 and
 * 29". */
static bool ends_range(const t2s_question_facts *question, size_t i)
{
    const t2s_question_number *at = &question->numbers.at[i];
    const size_t word = (size_t)at->word;
    int32_t first;
    if (i == 0 || at[-1].value >= at->value)
        return false;
    first = at[-1].word;
    if (first + 1 == at->word)
        return t2s_time_gap(question, (size_t)first) == '-';
    return first + 2 == at->word &&
           (t2s_question_says(question, word - 1, "to through") ||
            (first > 0 && t2s_question_says(question, word - 1, "and") &&
             t2s_question_says(question, (size_t)first - 1, "between")));
}

/* Whether a time is as long before today as the question says in years, or a
 * year more: "over 65", of a window with one end, is from 66 on, and of "20 to
 * 29" all are younger than 30. "Adults" are 18. */
static bool is_age(const t2s_question_facts *question, int64_t at,
                   bool is_alone)
{
    if (t2s_time_is_open(at))
        return false;
    for (size_t i = 0; i < question->numbers.count && i < 16; i++) {
        const double years = question->numbers.at[i].value;
        if (years >= 1 && years <= 110 && years == floor(years) &&
            (is_years_ago(question, years, at) ||
             ((is_alone || ends_range(question, i)) &&
              is_years_ago(question, years + 1, at))))
            return true;
    }
    return t2s_question_asks(question, "adult|adults|minor|minors|under age") &&
           is_years_ago(question, 18, at);
}

/* Whether a window has all who are "in their twenties", "in his 30s". */
static bool is_decade_of_age(const t2s_question_facts *question,
                             const t2s_period *window)
{
    for (size_t i = 2; i < question->words.count; i++) {
        const int years = t2s_time_tens(question, i);
        if (years > 0 && t2s_question_says(question, i - 1, "their his her") &&
            t2s_question_says(question, i - 2, "in") &&
            is_years_ago(question, years + 10, window->from) &&
            is_years_ago(question, years, window->to))
            return true;
    }
    return false;
}

bool t2s_age_is_window(const t2s_question_facts *question,
                       const t2s_period *window)
{
    return is_decade_of_age(question, window) ||
           ((t2s_time_is_open(window->from) ||
             is_age(question, window->from, t2s_time_is_open(window->to))) &&
            (t2s_time_is_open(window->to) ||
             is_age(question, window->to, t2s_time_is_open(window->from))));
}
