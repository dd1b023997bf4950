#include "facts/time_match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ends are the same within a minute: 23:59:59 and midnight. */
#define SAME_SECONDS 61

static bool is_same(int64_t a, int64_t b, bool is_relative)
{
    const int64_t apart = a > b ? a - b : b - a;
    return apart <= (is_relative ? T2S_DAY_SECONDS : SAME_SECONDS);
}

static bool is_open(int64_t at)
{
    return at <= T2S_TIME_FIRST || at >= T2S_TIME_LAST;
}

/* Days by which `b` is later than `a`; open ends are far away. */
static double days_late(int64_t a, int64_t b)
{
    return is_same(a, b, false) ? 0 : ((double)b - (double)a) / T2S_DAY_SECONDS;
}

static bool ends_alike(const t2s_time_expression *asked, int64_t to)
{
    /* Until now, and from then on, are the same for what has happened. */
    if (asked->is_relative && is_open(to) && asked->window.to > T2S_TIME_NOW)
        return true;
    return is_same(asked->window.to, to, asked->is_relative);
}

static int64_t year_of(int64_t at)
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
    const int64_t at[2] = {is_open(a->from) ? a->to : a->from,
                           is_open(b->from) ? b->to : b->from};
    return !is_open(at[0]) && !is_open(at[1]) &&
           year_of(at[0]) == year_of(at[1]);
}

/* A window of as many days as one that is relative to no known day. */
static bool is_as_long(const t2s_time_expression *asked, const t2s_period *b)
{
    const double want = (double)(asked->window.to - asked->window.from);
    const double has = (double)b->to - (double)b->from;
    return asked->is_relative && t2s_is_around_now(asked->window.from) &&
           !t2s_is_around_now(b->from) && fabs(want - has) < want / 15;
}

static t2s_time_fit fit_of(const t2s_time_expression *asked,
                           const t2s_time_window *window)
{
    const t2s_period *a = &asked->window, *b = &window->window;
    /* "after 2000-01-01", of times of day: > takes the rest of that day. */
    const bool from = is_same(a->from, b->from, asked->is_relative) ||
                      (a->grain == T2S_GRAIN_DAY && is_open(a->to) &&
                       is_same(a->from - T2S_DAY_SECONDS, b->from, false));
    const bool to = ends_alike(asked, b->to);
    if (from && to)
        return window->is_negated ? T2S_FIT_SPELLED : T2S_FIT_EXACT;
    if (is_as_long(asked, b))
        return T2S_FIT_SPELLED;
    /* A moment of a day: its midnight is how some write the day. */
    if (a->grain == T2S_GRAIN_DAY && b->to - b->from <= 60 &&
        b->from >= a->from && b->to <= a->to)
        return from ? T2S_FIT_EXACT : T2S_FIT_SPELLED;
    if ((from && !is_open(a->from)) || (to && !is_open(a->to)))
        /* A day is a word for the end of a longer time. */
        return a->to - a->from == T2S_DAY_SECONDS && !is_open(b->from) &&
                       !is_open(b->to) && b->to - b->from > T2S_DAY_SECONDS
                   ? T2S_FIT_SPELLED
                   : T2S_FIT_ONE_END;
    if (a->from < b->to && b->from < a->to &&
        (!is_open(b->from) || !is_open(b->to)))
        return T2S_FIT_OVERLAPS;
    return share_year(a, b) ? T2S_FIT_YEAR : T2S_FIT_MISSING;
}

/* Whether a time is another one, or as far from it as the question says: "under
 * way for 7 days on 30 June", "aged 65 on 1 May 2024". */
static bool is_told(const t2s_question_facts *question, int64_t asked,
                    int64_t has)
{
    if (is_same(asked, has, false))
        return true;
    if (is_open(asked) || is_open(has))
        return false;
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind == T2S_TIME_DURATION &&
            fabs(fabs((double)(asked - has)) - at->seconds) <=
                T2S_DAY_SECONDS + 0.02 * at->seconds)
            return true;
    }
    for (size_t i = 0; i < question->numbers.count && i < 16; i++) {
        const double years = question->numbers.at[i].value;
        if (years >= 10 && years <= 110 &&
            is_same(t2s_time_add(asked, -(int64_t)years, T2S_GRAIN_YEAR), has,
                    true))
            return true;
    }
    return false;
}

/* Whether some condition, or a literal, begins or ends at a time. */
static bool is_spelled(const t2s_question_facts *question,
                       const t2s_time_conditions *c, int64_t at)
{
    if (is_open(at))
        return true;
    for (size_t i = 0; i < c->window_count; i++)
        if (is_told(question, at, c->windows[i].window.from) ||
            is_told(question, at, c->windows[i].window.to))
            return true;
    for (size_t i = 0; i < c->literal_count; i++)
        if (is_same(c->literals[i].from, at, false) ||
            is_same(c->literals[i].to, at, false))
            return true;
    return false;
}

/* A window, or of one with an open end the day at the other. */
static t2s_period day_of(const t2s_period *asked)
{
    t2s_period day = *asked;
    if (is_open(asked->from))
        day.from = asked->to - T2S_DAY_SECONDS;
    else if (is_open(asked->to))
        day.to = asked->from + T2S_DAY_SECONDS;
    return day;
}

/* Whether a condition or a literal is within a day that is asked about: of two
 * columns between which it lies, one bound is enough. */
static bool is_day_spelled(const t2s_time_conditions *c,
                           const t2s_period *asked)
{
    const t2s_period day = day_of(asked), *at = &day;
    if (asked->grain > T2S_GRAIN_DAY || day.to - day.from > T2S_DAY_SECONDS)
        return false;
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *has = &c->windows[i].window;
        if ((is_open(has->from) || is_open(has->to)) &&
            ((has->from >= at->from && has->from <= at->to) ||
             (has->to >= at->from && has->to <= at->to)))
            return true;
    }
    for (size_t i = 0; i < c->literal_count; i++)
        if (c->window_count == 0 && c->literals[i].from >= at->from &&
            c->literals[i].from <= at->to)
            return true;
    return false;
}

/* Whether a string or a number of the query has a year: '2015/2016'. */
static bool has_year(const t2s_query *query, int64_t year)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%04d", (int)year);
    t2s_for_each_use (query, use) {
        if ((use->kind == T2S_USES_TEXT && use->text &&
             strstr(use->text, digits)) ||
            (use->kind == T2S_USES_NUMBER && use->number == (double)year))
            return true;
    }
    return false;
}

static void fit_window(t2s_asked_window *at, const t2s_question_facts *question,
                       const t2s_time_conditions *c, const t2s_query *query)
{
    const t2s_period *asked = &at->asked->window;
    double least = INFINITY;
    at->nearest = -1;
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *window = &c->windows[i].window;
        const t2s_time_fit fit = fit_of(at->asked, &c->windows[i]);
        const double off = fabs(days_late(asked->from, window->from)) +
                           fabs(days_late(asked->to, window->to));
        if (fit < at->fit || (fit == at->fit && off >= least))
            continue;
        at->fit = fit;
        least = off;
        if (fit == T2S_FIT_MISSING)
            continue;
        at->nearest = (int32_t)i;
        at->from_off = days_late(asked->from, window->from);
        at->to_off = days_late(asked->to, window->to);
    }
    if (at->fit < T2S_FIT_SPELLED &&
        ((is_spelled(question, c, asked->from) &&
          is_spelled(question, c, asked->to)) ||
         is_day_spelled(c, asked) ||
         (at->fit == T2S_FIT_MISSING && asked->grain == T2S_GRAIN_YEAR &&
          !is_open(asked->from) && has_year(query, year_of(asked->from)))))
        at->fit = T2S_FIT_SPELLED;
}

static bool holds(const t2s_period *a, const t2s_period *b)
{
    return a->from <= b->from && a->to >= b->to;
}

/* A window of the question's up to its own today. */
static bool is_until_today(const t2s_question_facts *question,
                           const t2s_period *asked, const t2s_period *has)
{
    const t2s_period today =
        t2s_period_around(question->times.now, T2S_GRAIN_DAY);
    return (is_same(has->from, asked->from, false) && !is_open(has->from) &&
            (is_same(has->to, today.to, false) ||
             is_same(has->to, today.from, false))) ||
           (is_same(has->to, asked->to, false) && !is_open(has->to) &&
            is_same(has->from, today.from, false));
}

/* Windows that others explain: "2014/4/23" beside a time of that day, and 2010
 * and 2011 of which the query has the two years as one. */
static void settle(t2s_time_match *out, const t2s_question_facts *question,
                   const t2s_time_conditions *c)
{
    for (size_t i = 0; i < out->asked_count; i++) {
        t2s_asked_window *at = &out->asked[i];
        const t2s_period *asked = &at->asked->window, *has;
        if (at->fit < T2S_FIT_SPELLED && at->nearest >= 0 &&
            is_until_today(question, asked, &c->windows[at->nearest].window))
            at->fit = T2S_FIT_SPELLED;
        for (size_t k = 0; k < out->asked_count && at->fit < T2S_FIT_SPELLED;
             k++) {
            const t2s_period *other = &out->asked[k].asked->window;
            if (k == i)
                continue;
            if (out->asked[k].fit == T2S_FIT_EXACT && holds(asked, other))
                at->fit = T2S_FIT_SPELLED;
            if (at->nearest < 0)
                continue;
            has = &c->windows[at->nearest].window;
            if ((is_same(has->from, asked->from, false) &&
                 is_same(has->to, other->to, false) && !is_open(has->to)) ||
                (is_same(has->from, other->from, false) &&
                 is_same(has->to, asked->to, false) && !is_open(has->from)))
                at->fit = T2S_FIT_SPELLED;
        }
    }
}

static bool is_accounted(const t2s_time_window *window,
                         const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind == T2S_TIME_WINDOW &&
            (fit_of(at, window) != T2S_FIT_MISSING ||
             is_told(question, at->window.from, window->window.from) ||
             is_told(question, at->window.from, window->window.to) ||
             is_told(question, at->window.to, window->window.to)))
            return true;
        if (at->kind == T2S_TIME_TODAY)
            return true;
        if ((at->kind == T2S_TIME_MONTHS || at->kind == T2S_TIME_DURATION) &&
            (window->is_relative || at->kind == T2S_TIME_MONTHS))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------- the rest */

/* Months, days or quarters that a condition names without a year, where the
 * question has one. */
static void find_yearless(t2s_time_match *out, const t2s_time_conditions *c)
{
    out->yearless = out->yearless_set = -1;
    for (size_t i = 0; i < out->asked_count; i++) {
        const t2s_asked_window *at = &out->asked[i];
        if (at->fit >= T2S_FIT_ONE_END || is_open(at->asked->window.from) ||
            is_open(at->asked->window.to))
            continue;
        for (size_t k = 0; k < c->set_count; k++)
            if (c->sets[k].is_alone && (c->sets[k].part == T2S_PART_MONTH ||
                                        c->sets[k].part == T2S_PART_DAY ||
                                        c->sets[k].part == T2S_PART_QUARTER)) {
                out->yearless = (int32_t)i;
                out->yearless_set = (int32_t)k;
                return;
            }
    }
}

static bool has_number(const t2s_query *query, double number)
{
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_NUMBER &&
            fabs(fabs(use->number) - number) < 1e-6 * (1 + number))
            return true;
    return false;
}

static void match_duration(t2s_time_match *out, const t2s_time_expression *at,
                           const t2s_query *query, const t2s_time_conditions *c)
{
    static const double scales[] = {
        1, 60, 3600, T2S_DAY_SECONDS, 0.001, 7.0 * T2S_DAY_SECONDS};
    const double slack =
        at->seconds * (at->grain >= T2S_GRAIN_MONTH ? 0.03 : 0.001);
    const double said = at->seconds / t2s_grain_seconds(at->grain);
    bool is_matched = false, is_near = false, is_spelled_out = false;
    bool is_wrong_unit = false;
    out->durations++;
    for (size_t i = 0; i < c->span_count; i++) {
        const t2s_time_span *span = &c->spans[i];
        const double off = fabs(span->seconds - at->seconds);
        is_matched |= off <= slack;
        is_near |= off > slack && off <= span->unit + slack;
        is_wrong_unit |= !span->is_modifier && off > slack &&
                         fabs(span->seconds / span->unit - said) < 1e-6 * said;
    }
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
        is_spelled_out |= has_number(query, at->seconds / scales[i]);
    is_spelled_out |= has_number(query, said);
    out->durations_matched += is_matched;
    out->durations_near += !is_matched && is_near;
    out->durations_spelled += !is_matched && !is_near && is_spelled_out;
    out->durations_wrong_unit += !is_matched && !is_near && is_wrong_unit;
}

/* Weekdays by %w, or by %u, whose Sunday is 7. */
static bool are_days(const t2s_time_set *set, uint64_t asked)
{
    if (!set->is_iso_weekday)
        return (set->mask & 0xff) == asked ||
               ((set->mask & 0x7f) == asked && set->mask != 0x80 &&
                (set->mask & 0x40)); /* >= 6 */
    return ((set->mask & 0x7e) | ((set->mask & 0x80) ? 1U : 0U)) == asked;
}

static void match_weekdays(t2s_time_match *out, const t2s_time_expression *at,
                           const t2s_time_conditions *c)
{
    bool is_matched = false;
    int32_t other = -1;
    t2s_time_set all = {.mask = 0}; /* = 0 OR = 6 */
    for (size_t i = 0; i < c->set_count; i++) {
        if (c->sets[i].part != T2S_PART_WEEKDAY)
            continue;
        all.mask |= c->sets[i].mask;
        is_matched |= are_days(&c->sets[i], at->mask) ||
                      are_days(&c->sets[i], ~at->mask & 0x7f);
        other = (int32_t)i;
    }
    is_matched |= other >= 0 && are_days(&all, at->mask);
    out->weekdays++;
    out->weekdays_matched += is_matched;
    if (!is_matched && other >= 0) {
        out->wrong_weekday = at;
        out->wrong_weekday_set = other;
    }
}

static void match_hours(t2s_time_match *out, const t2s_time_expression *at,
                        const t2s_time_conditions *c)
{
    const int64_t first = at->window.from / 3600;
    const int64_t last = (at->window.to - 1) / 3600;
    uint64_t hours = 0;
    bool is_matched = false;
    for (int64_t h = first; h <= last && h < 24; h++)
        hours |= 1ULL << h;
    for (size_t i = 0; i < c->set_count; i++)
        if (c->sets[i].part == T2S_PART_HOUR ||
            c->sets[i].part == T2S_PART_CLOCK)
            is_matched |=
                c->sets[i].mask == hours ||
                (last < 23 && c->sets[i].mask == (hours | 2ULL << last));
    out->hours++;
    out->hours_matched += is_matched;
}

static void match_months(t2s_time_match *out, const t2s_time_expression *at,
                         const t2s_time_conditions *c)
{
    bool is_matched = false;
    for (size_t i = 0; i < c->set_count; i++)
        is_matched |= c->sets[i].part == T2S_PART_MONTH &&
                      (c->sets[i].mask & 0x1ffe) == at->mask;
    out->months++;
    out->months_matched += is_matched;
}

static bool is_about(double a, double b)
{
    return fabs(a - b) <= 0.03 * b;
}

static void match_unit(t2s_time_match *out, const t2s_time_expression *at,
                       const t2s_time_conditions *c)
{
    const double want = t2s_grain_seconds(at->grain);
    bool is_matched = out->unit && !out->unit_differs;
    if (c->selected_count == 0)
        return;
    for (size_t i = 0; i < c->selected_count; i++)
        is_matched |= is_about(c->selected_units[i], want);
    out->unit = at;
    out->selected_unit = c->selected_units[0];
    out->unit_differs = !is_matched;
}

static void match_grain(t2s_time_match *out, const t2s_time_expression *at,
                        const t2s_time_conditions *c)
{
    if (out->grain && out->grain_matched)
        return;
    out->grain = at;
    for (size_t i = 0; i < c->group_count; i++) {
        if (out->group < 0)
            out->group = (int32_t)i;
        if (c->groups[i].grain != at->grain ||
            (at->is_cycle && at->grain == T2S_GRAIN_DAY &&
             !c->groups[i].is_cycle))
            continue;
        out->group = (int32_t)i;
        out->grain_matched = true;
    }
}

void t2s_time_match_read(t2s_time_match *out,
                         const t2s_question_facts *question,
                         const t2s_query *query, const t2s_time_conditions *c)
{
    memset(out, 0, sizeof *out);
    out->group = -1;
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        switch (at->kind) {
        case T2S_TIME_WINDOW:
            out->asked[out->asked_count].asked = at;
            fit_window(&out->asked[out->asked_count++], question, c, query);
            out->relative_count += at->is_relative;
            break;
        case T2S_TIME_DURATION:
            match_duration(out, at, query, c);
            break;
        case T2S_TIME_WEEKDAYS:
            match_weekdays(out, at, c);
            break;
        case T2S_TIME_HOURS:
            match_hours(out, at, c);
            break;
        case T2S_TIME_MONTHS:
            match_months(out, at, c);
            break;
        case T2S_TIME_UNIT:
            match_unit(out, at, c);
            break;
        case T2S_TIME_GRAIN:
            match_grain(out, at, c);
            break;
        case T2S_TIME_TODAY:
            break;
        }
    }
    settle(out, question, c);
    find_yearless(out, c);
    for (size_t i = 0; i < c->window_count; i++)
        out->is_extra[i] = !is_accounted(&c->windows[i], question->history);
}

/* ------------------------------------------------------ relative to today */

/* How an end of the query's window is to one that is asked for. */
typedef struct end_fit {
    bool is_same;
    double off; /* signed log of days */
} end_fit;

/* Within a day, or less than half of one where a day is asked for, and 1 % of
 * what is asked for (a year has 365 days or 366). What lies behind today is no
 * end of a past window. */
static end_fit compare_end(int64_t asked, int64_t has, bool is_day,
                           bool is_past_end)
{
    const double days = (double)(has - asked) / T2S_DAY_SECONDS;
    const double reach =
        (is_day ? 0.4 : 1.1) +
        fabs((double)(asked - T2S_TIME_NOW)) / T2S_DAY_SECONDS / 100;
    end_fit fit = {asked == has, 0};
    if (is_past_end && asked >= T2S_TIME_NOW && has >= T2S_TIME_NOW)
        fit.is_same = true;
    else if (!is_open(asked) && !is_open(has) && fabs(days) <= reach)
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
    const int64_t at = is_open(window->from) ? window->to : window->from;
    return !is_open(at) && (t2s_period_around(at, T2S_GRAIN_MONTH).from == at ||
                            (is_short(asked, 8) &&
                             t2s_period_around(at, T2S_GRAIN_WEEK).from == at));
}

static void compare_window(t2s_relative_match *out,
                           const t2s_time_conditions *c, size_t i)
{
    const t2s_relative_words *asked = out->asked;
    const t2s_time_window *has = &c->windows[i];
    const bool is_day = is_short(asked, 1);
    const bool is_past = asked->window.from <= T2S_TIME_NOW - T2S_DAY_SECONDS ||
                         asked->window.to <= T2S_TIME_NOW + T2S_DAY_SECONDS;
    const end_fit from =
        compare_end(asked->window.from, has->window.from, is_day, false);
    const end_fit to =
        compare_end(asked->window.to, has->window.to, is_day, is_past);
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
    const int64_t at =
        is_open(asked->window.from) ? asked->window.to : asked->window.from;
    const double length = (double)(T2S_TIME_NOW - at);
    for (size_t i = 0; i < c->span_count; i++)
        if (fabs(fabs(c->spans[i].seconds) - fabs(length)) <=
            1.5 * T2S_DAY_SECONDS + fabs(length) / 100)
            return true;
    return false;
}

void t2s_relative_match_read(t2s_relative_match *out,
                             const t2s_question_facts *question,
                             const t2s_time_conditions *c)
{
    bool is_relative = false;
    *out = (t2s_relative_match){.asked = &question->relative, .window = -1};
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
