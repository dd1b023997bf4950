#include "facts/ages.h"

#include "facts/time_fit.h"
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

bool t2s_age_is_window(const t2s_question_facts *question,
                       const t2s_period *window)
{
    const int64_t now = question->times.now;
    return (t2s_time_is_open(window->from) ||
            t2s_age_is_between(question, now, window->from)) &&
           (t2s_time_is_open(window->to) ||
            t2s_age_is_between(question, now, window->to));
}
