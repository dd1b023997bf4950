/* How well one window of a query has one that a question asks for. */
#include "facts/time_fit.h"

#include <math.h>

/* Ends are the same within a minute: 23:59:59 and midnight. */
#define SAME_SECONDS 61

bool t2s_time_is_same(int64_t a, int64_t b, bool is_relative)
{
    const int64_t apart = a > b ? a - b : b - a;
    return apart <= (is_relative ? T2S_DAY_SECONDS : SAME_SECONDS);
}

bool t2s_time_is_open(int64_t at)
{
    return at <= T2S_TIME_FIRST || at >= T2S_TIME_LAST;
}

static bool ends_alike(const t2s_time_expression *asked, int64_t to)
{
    /* Until now, and from then on, are the same for what has happened. */
    if (asked->is_relative && t2s_time_is_open(to) &&
        asked->window.to > T2S_TIME_NOW)
        return true;
    return t2s_time_is_same(asked->window.to, to, asked->is_relative);
}

int64_t t2s_time_year_of(int64_t at)
{
    int64_t year;
    int month, day;
    t2s_date_of(t2s_period_around(at, T2S_GRAIN_DAY).from / T2S_DAY_SECONDS,
                &year, &month, &day);
    return year;
}

/* Of two windows that are in one year, or share one: one that is bounded. */
static bool share_year(const t2s_period *a, const t2s_period *b)
{
    const int64_t at[2] = {t2s_time_is_open(a->from) ? a->to : a->from,
                           t2s_time_is_open(b->from) ? b->to : b->from};
    return !t2s_time_is_open(at[0]) && !t2s_time_is_open(at[1]) &&
           t2s_time_year_of(at[0]) == t2s_time_year_of(at[1]);
}

/* A window of as many days as one that is relative to no known day. */
static bool is_as_long(const t2s_time_expression *asked, const t2s_period *b)
{
    const double want = (double)(asked->window.to - asked->window.from);
    const double has = (double)b->to - (double)b->from;
    return asked->is_relative && t2s_is_around_now(asked->window.from) &&
           !t2s_is_around_now(b->from) && fabs(want - has) < want / 15;
}

bool t2s_time_ends_unit(const t2s_period *asked, t2s_grain unit,
                        const t2s_period *has)
{
    return unit >= T2S_GRAIN_WEEK && t2s_time_is_open(asked->from) &&
           asked->to > T2S_TIME_NOW + T2S_DAY_SECONDS &&
           t2s_is_around_now(asked->to) && t2s_time_is_open(has->from) &&
           !t2s_time_is_open(has->to) && !t2s_is_around_now(has->to) &&
           t2s_period_around(has->to, unit).from == has->to;
}

/* Whether it is known on which days a window is: none relative to today, where
 * the question does not say what today is. */
static bool is_of_known_days(const t2s_time_expression *asked)
{
    return !asked->is_relative || (!t2s_is_around_now(asked->window.from) &&
                                   !t2s_is_around_now(asked->window.to));
}

/* Whether one of two windows has no end where the other one ends behind all
 * values of the column: "in 2025", and all from 2025-01 on of a column that
 * ends in 2025. */
static bool needs_no_end(const t2s_time_expression *asked,
                         const t2s_time_window *window)
{
    const int64_t a = asked->window.to, b = window->window.to;
    return is_of_known_days(asked) && window->values.from < window->values.to &&
           t2s_time_is_open(a) != t2s_time_is_open(b) &&
           (t2s_time_is_open(a) ? b : a) >= window->values.to;
}

static bool needs_no_start(const t2s_time_expression *asked,
                           const t2s_time_window *window)
{
    const int64_t a = asked->window.from, b = window->window.from;
    return is_of_known_days(asked) && window->values.from < window->values.to &&
           t2s_time_is_open(a) != t2s_time_is_open(b) &&
           (t2s_time_is_open(a) ? b : a) <= window->values.from;
}

t2s_time_fit t2s_time_fit_of(const t2s_time_expression *asked,
                             const t2s_time_window *window)
{
    const t2s_period *a = &asked->window, *b = &window->window;
    /* "after 2000-01-01", of times of day: > takes the rest of that day. */
    const bool from =
        t2s_time_is_same(a->from, b->from, asked->is_relative) ||
        (a->grain == T2S_GRAIN_DAY && t2s_time_is_open(a->to) &&
         t2s_time_is_same(a->from - T2S_DAY_SECONDS, b->from, false)) ||
        needs_no_start(asked, window);
    const bool to = ends_alike(asked, b->to) || needs_no_end(asked, window);
    if (from && to)
        return window->is_negated ? T2S_FIT_SPELLED : T2S_FIT_EXACT;
    if (is_as_long(asked, b) ||
        (asked->is_relative && t2s_time_ends_unit(a, asked->grain, b)))
        return T2S_FIT_SPELLED;
    /* A moment of a day: its midnight is how some write the day. */
    if (a->grain == T2S_GRAIN_DAY && b->to - b->from <= 60 &&
        b->from >= a->from && b->to <= a->to)
        return from ? T2S_FIT_EXACT : T2S_FIT_SPELLED;
    if ((from && !t2s_time_is_open(a->from)) ||
        (to && !t2s_time_is_open(a->to)))
        /* A day is a word for the end of a longer time. */
        return a->to - a->from == T2S_DAY_SECONDS &&
                       !t2s_time_is_open(b->from) && !t2s_time_is_open(b->to) &&
                       b->to - b->from > T2S_DAY_SECONDS
                   ? T2S_FIT_SPELLED
                   : T2S_FIT_ONE_END;
    if (a->from < b->to && b->from < a->to &&
        (!t2s_time_is_open(b->from) || !t2s_time_is_open(b->to)))
        return T2S_FIT_OVERLAPS;
    return share_year(a, b) ? T2S_FIT_YEAR : T2S_FIT_MISSING;
}
