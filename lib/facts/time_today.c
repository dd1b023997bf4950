/* The window relative to today that a question asks for, against a query. */
#include "facts/time_fit.h"

#include <math.h>

#include "facts/units.h"

/* An end of the query's window against the end that is asked for. */
typedef struct end_fit {
    bool is_same;
    double off; /* signed log of days */
} end_fit;

/* Within so many days, and 1 % of what is asked for (a year has 365 days or
 * 366). Ends of past windows that lie behind today are the same. */
static end_fit compare_end(int64_t asked, int64_t has, double slack,
                           bool is_past_end)
{
    const double days = (double)(has - asked) / T2S_DAY_SECONDS;
    const double reach =
        slack + fabs((double)(asked - T2S_TIME_NOW)) / T2S_DAY_SECONDS / 100;
    end_fit fit = {asked == has, 0};
    if (is_past_end && asked >= T2S_TIME_NOW && has >= T2S_TIME_NOW)
        fit.is_same = true;
    else if (!t2s_time_is_open(asked) && !t2s_time_is_open(has) &&
             fabs(days) <= reach)
        fit.is_same = true;
    if (!fit.is_same)
        fit.off = days < 0 ? -log1p(-days) : log1p(days);
    return fit;
}

static bool is_short(const t2s_relative_words *asked, int days)
{
    return asked->window.to - asked->window.from <=
           (int64_t)days * T2S_DAY_SECONDS;
}

/* Whether a window begins or ends with a month or, where days or weeks are
 * asked for, a week. */
static bool is_whole(const t2s_period *window, const t2s_relative_words *asked)
{
    const int64_t at =
        t2s_time_is_open(window->from) ? window->to : window->from;
    return !t2s_time_is_open(at) &&
           (t2s_period_around(at, T2S_GRAIN_MONTH).from == at ||
            (is_short(asked, 8) &&
             t2s_period_around(at, T2S_GRAIN_WEEK).from == at));
}

/* Whether a window begins today, of what is asked for up to an end ahead: "by
 * the end of the year". */
static bool begins_today(const t2s_period *asked, const t2s_period *has)
{
    return t2s_time_is_open(asked->from) && !t2s_time_is_open(asked->to) &&
           asked->to > T2S_TIME_NOW + T2S_DAY_SECONDS &&
           has->from >= T2S_TIME_NOW - T2S_DAY_SECONDS &&
           has->from <= T2S_TIME_NOW + T2S_DAY_SECONDS;
}

static void compare_window(t2s_relative_match *out,
                           const t2s_time_conditions *c, size_t i)
{
    const t2s_relative_words *asked = out->asked;
    const t2s_time_window *has = &c->windows[i];
    const bool is_day = is_short(asked, 1);
    const double slack =
        is_day                                                   ? 0.4
        : asked->is_age && asked->window.grain == T2S_GRAIN_YEAR ? 367
                                                                 : 1.1;
    const bool is_past =
        (!t2s_time_is_open(asked->window.from) &&
         asked->window.from <= T2S_TIME_NOW - T2S_DAY_SECONDS) ||
        asked->window.to <= T2S_TIME_NOW + T2S_DAY_SECONDS;
    const end_fit from =
        begins_today(&asked->window, &has->window)
            ? (end_fit){true, 0}
            : compare_end(asked->window.from, has->window.from, slack, false);
    const end_fit to =
        t2s_time_ends_unit(&asked->window, asked->window.grain, &has->window)
            ? (end_fit){true, 0}
            : compare_end(asked->window.to, has->window.to, slack, is_past);
    const int fit = 1 + from.is_same + to.is_same;
    if (fit <= out->fit)
        return;
    out->window = (int32_t)i;
    out->fit = fit;
    out->begin_differs = !from.is_same;
    out->end_differs = !to.is_same;
    out->begin_off = from.off;
    out->end_off = to.off;
    out->kind_differs = fit < 3 && !is_day &&
                        asked->is_calendar != is_whole(&has->window, asked);
}

/* "julianday('now') - julianday(x) > 90" has no window, and its length. */
static bool has_length(const t2s_relative_words *asked,
                       const t2s_time_conditions *c)
{
    const int64_t at = t2s_time_is_open(asked->window.from)
                           ? asked->window.to
                           : asked->window.from;
    const double length = (double)(T2S_TIME_NOW - at);
    for (size_t i = 0; i < c->span_count; i++)
        if (fabs(fabs(c->spans[i].seconds) - fabs(length)) <=
            1.5 * T2S_DAY_SECONDS + fabs(length) / 100)
            return true;
    return false;
}

/* Whether a window is one of a state: relative to today, and of a column that
 * may have the state's times. */
static bool is_of_state(const t2s_relative_words *asked,
                        const t2s_time_window *has, const t2sed_schema *schema)
{
    return has->is_relative &&
           (!asked->is_of_end ||
            (schema && has->column != T2S_NO_ITEM &&
             t2s_name_says(schema->columns[has->column].readable,
                           "until expires expire expiry expired expiration "
                           "valid end ends lapses lapsed")));
}

void t2s_relative_match_read(t2s_relative_match *out,
                             const t2s_question_facts *question,
                             const t2s_time_conditions *c,
                             const t2sed_schema *schema)
{
    static const t2s_relative_words nothing;
    bool is_told = !question->relative.is_state;
    bool is_relative = false;
    *out = (t2s_relative_match){.asked = &question->relative, .window = -1};
    for (size_t i = 0; i < c->window_count && !is_told; i++)
        is_told = is_of_state(out->asked, &c->windows[i], schema);
    if (!is_told)
        out->asked = &nothing;
    if (!out->asked->is_asked)
        return;
    for (size_t i = 0; i < c->window_count; i++) {
        is_relative |= c->windows[i].is_relative;
        if (!c->windows[i].is_negated)
            compare_window(out, c, i);
    }
    if (out->fit == 0 && (c->span_count || c->window_count || c->set_count))
        out->fit = has_length(out->asked, c) ? 3 : 1;
    out->is_fixed = c->window_count > 0 && !is_relative;
}
