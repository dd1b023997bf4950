#include "facts/time_match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "facts/ages.h"
#include "facts/asked_numbers.h"
#include "facts/time_fit.h"
#include "facts/time_parts.h"
#include "facts/time_reader.h"

/* Numbers of the knowledge that may stand for a year, at most. */
#define MOST_CODES 256

/* Days by which `b` is later than `a`; open ends are far away. */
static double days_late(int64_t a, int64_t b)
{
    return t2s_time_is_same(a, b, false)
               ? 0
               : ((double)b - (double)a) / T2S_DAY_SECONDS;
}

/* Whether a time is another one, or as far from it as the question says: "under
 * way for 7 days on 30 June", "aged 65 on 1 May 2024". */
static bool is_told(const t2s_question_facts *question, int64_t asked,
                    int64_t has)
{
    if (t2s_time_is_same(asked, has, false))
        return true;
    if (t2s_time_is_open(asked) || t2s_time_is_open(has))
        return false;
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind == T2S_TIME_DURATION &&
            fabs(fabs((double)(asked - has)) - at->seconds) <=
                T2S_DAY_SECONDS + 0.02 * at->seconds)
            return true;
    }
    return t2s_age_is_between(question, asked, has);
}

/* Whether some condition, or a literal, begins or ends at a time. */
static bool is_spelled(const t2s_question_facts *question,
                       const t2s_time_conditions *c, int64_t at)
{
    if (t2s_time_is_open(at))
        return true;
    for (size_t i = 0; i < c->window_count; i++)
        if (is_told(question, at, c->windows[i].window.from) ||
            is_told(question, at, c->windows[i].window.to))
            return true;
    for (size_t i = 0; i < c->literal_count; i++)
        if (t2s_time_is_same(c->literals[i].from, at, false) ||
            t2s_time_is_same(c->literals[i].to, at, false))
            return true;
    return false;
}

/* A window, or of one with an open end the day at the other. */
static t2s_period day_of(const t2s_period *asked)
{
    t2s_period day = *asked;
    if (t2s_time_is_open(asked->from))
        day.from = asked->to - T2S_DAY_SECONDS;
    else if (t2s_time_is_open(asked->to))
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
        if ((t2s_time_is_open(has->from) || t2s_time_is_open(has->to)) &&
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

/* Whether a text is a time at which a window of the query ends: that is no part
 * of it. */
static bool is_end(const t2s_time_conditions *c, const t2s_query_use *text)
{
    t2s_period time;
    t2s_time_layout layout;
    if (!t2s_time_read(&time, &layout, text->text, text->length))
        return false;
    for (size_t i = 0; i < c->window_count; i++)
        if (c->windows[i].window.to == time.from)
            return true;
    return false;
}

/* Whether a string or a number of the query has a year: '2015/2016'. */
static bool has_year(const t2s_query *query, const t2s_time_conditions *c,
                     int64_t year)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%04d", (int)year);
    t2s_for_each_use (query, use) {
        if ((use->kind == T2S_USES_TEXT && use->text &&
             strstr(use->text, digits) && !is_end(c, use)) ||
            (use->kind == T2S_USES_NUMBER && use->number == (double)year))
            return true;
    }
    return false;
}

/* Whether a text that is no time has a year: '032022'. */
static bool has_odd_year(const t2s_query *query, const t2s_period *asked)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%04d", (int)t2s_time_year_of(asked->from));
    t2s_for_each_use (query, use) {
        t2s_period time;
        t2s_time_layout layout;
        if (use->kind == T2S_USES_TEXT && use->text &&
            strstr(use->text, digits) &&
            !t2s_time_read(&time, &layout, use->text, use->length))
            return true;
    }
    return false;
}

/* Whether a text or a number of the query begins a period of ten years: '198%',
 * year / 10 = 198; of '1980-01-01' the window tells. */
static bool has_decade(const t2s_query *query, const t2s_period *asked)
{
    const int64_t year = t2s_time_year_of(asked->from);
    char digits[24];
    if (year % 10 != 0 ||
        !t2s_time_is_same(asked->to,
                          t2s_time_add(asked->from, 10, T2S_GRAIN_YEAR), false))
        return false;
    snprintf(digits, sizeof digits, "%03d", (int)(year / 10));
    t2s_for_each_use (query, use) {
        if ((use->kind == T2S_USES_TEXT && use->text && use->length < 6 &&
             strstr(use->text, digits)) ||
            (use->kind == T2S_USES_NUMBER &&
             use->number == (double)(year / 10)))
            return true;
    }
    return false;
}

static size_t count_number(const t2s_question_facts *question, double number)
{
    size_t n = 0;
    for (size_t i = 0; i < question->numbers.count; i++)
        n += question->numbers.at[i].value == number;
    return n;
}

/* Whether the knowledge mentions the year and a number that the query uses and
 * the question does not have: "the 2025 election has id 5". */
static bool is_coded(const t2s_question_facts *question, const t2s_query *query,
                     const t2s_period *asked)
{
    const t2s_question_facts *all = question->history;
    const double year = (double)t2s_time_year_of(asked->from);
    if (count_number(all, year) <= count_number(question, year))
        return false;
    for (size_t i = 0; i < all->numbers.count && i < MOST_CODES; i++) {
        const double code = all->numbers.at[i].value;
        if (code < 1000 && count_number(question, code) == 0 &&
            t2s_uses_number(query, code))
            return true;
    }
    return false;
}

/* Whether the question asks for what is not in a period. */
static bool is_excluded(const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->words.count; i++)
        if (t2s_question_says(question, i,
                              "not no never nothing nobody except outside "
                              "without didn"))
            return true;
    return false;
}

/* Whether a condition with one end is as far from a period as an age is: of
 * those aged 65 in 2024, born until 1959. */
static bool is_aged(const t2s_question_facts *question,
                    const t2s_time_conditions *c, const t2s_period *asked)
{
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *has = &c->windows[i].window;
        const int64_t end = t2s_time_is_open(has->from) ? has->to : has->from;
        if (t2s_time_is_open(has->from) != t2s_time_is_open(has->to) &&
            (t2s_age_is_between(question, asked->from, end) ||
             t2s_age_is_between(question, asked->to, end)))
            return true;
    }
    return false;
}

/* Whether all times of a column lie in a period: a condition would keep all. */
static bool is_all(const t2s_time_conditions *c, const t2s_period *asked)
{
    for (size_t i = 0; i < c->range_count; i++)
        if (c->ranges[i].from >= asked->from && c->ranges[i].to <= asked->to)
            return true;
    return false;
}

/* Whether a literal, or an end of a window, lies in a period. */
static bool is_touched(const t2s_time_conditions *c, const t2s_period *asked)
{
    for (size_t i = 0; i < c->literal_count; i++)
        if (c->literals[i].from <= asked->to &&
            c->literals[i].to >= asked->from)
            return true;
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *has = &c->windows[i].window;
        if ((has->from >= asked->from && has->from <= asked->to) ||
            (has->to >= asked->from && has->to <= asked->to))
            return true;
    }
    return false;
}

/* Whether a condition takes all before a period, or all behind it. */
static bool has_the_rest(const t2s_time_conditions *c, const t2s_period *asked)
{
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *has = &c->windows[i].window;
        if ((t2s_time_is_open(has->from) && has->to == asked->from) ||
            (t2s_time_is_open(has->to) && has->from == asked->to))
            return true;
    }
    return false;
}

/* Whether a period needs no condition of its own: the query has its year in a
 * text that is no time, counts its days up, or reads a table all of whose times
 * lie in it. */
static bool is_elsewhere(const t2s_asked_window *at,
                         const t2s_question_facts *question,
                         const t2s_time_conditions *c, const t2s_query *query)
{
    const t2s_period *asked = &at->asked->window;
    if (c->is_recursive && is_touched(c, asked))
        return true;
    if (at->fit > T2S_FIT_YEAR)
        return false;
    if (has_the_rest(c, asked) && is_excluded(question))
        return true;
    if (at->fit != T2S_FIT_MISSING)
        return false;
    return (c->window_count == 0 &&
            (is_all(c, asked) || is_coded(question, query, asked))) ||
           has_decade(query, asked) ||
           ((asked->grain == T2S_GRAIN_YEAR || has_odd_year(query, asked)) &&
            has_year(query, c, t2s_time_year_of(asked->from)));
}

/* "Not serviced since 2024" is all before, "not before 2024" all from then, or
 * what such rows are denied with: the better fit of both. Of "no orders since
 * 2024" older orders say nothing, but for the last one. */
static t2s_time_fit fit_of_negated(const t2s_time_expression *asked,
                                   const t2s_time_window *window,
                                   const t2s_query *query,
                                   t2s_time_denial denial, t2s_period *best)
{
    const bool is_before = t2s_time_is_open(asked->window.from);
    const bool has_last =
        query->parts.functions[is_before ? T2S_FUNCTION_MIN : T2S_FUNCTION_MAX];
    t2s_time_expression rest = *asked;
    t2s_time_fit fit = T2S_FIT_MISSING, other;
    rest.window.from = is_before ? asked->window.to : T2S_TIME_FIRST;
    rest.window.to = is_before ? T2S_TIME_LAST : asked->window.from;
    if (denial != T2S_DENIES_NOTHING)
        fit = t2s_time_fit_of(asked, window);
    other = denial == T2S_DENIES_ROWS || (asked->denies_rows && !has_last)
                ? T2S_FIT_MISSING
                : t2s_time_fit_of(&rest, window);
    *best = other > fit || denial == T2S_DENIES_NOTHING ? rest.window
                                                        : asked->window;
    return other > fit ? other : fit;
}

/* Whether a condition takes what began until a day: of "as of 30 June". */
static bool is_until_day(const t2s_time_conditions *c, const t2s_period *day)
{
    for (size_t i = 0; i < c->window_count; i++)
        if (t2s_time_is_open(c->windows[i].window.from) &&
            c->windows[i].window.to >= day->from &&
            c->windows[i].window.to <= day->to)
            return true;
    return false;
}

/* Whether the only window of a query is all that is not asked for: from 2022 on
 * for "before 2022". */
static bool is_reversed(const t2s_period *asked, const t2s_question_facts *of,
                        const t2s_time_conditions *c, const t2s_query *query)
{
    const t2s_period *has = &c->windows[0].window;
    return c->window_count == 1 && !query->parts.senses[T2S_SENSE_leaves_out] &&
           !query->parts.forms[T2S_FORM_case] && !is_excluded(of) &&
           t2s_time_is_open(asked->from) == t2s_time_is_open(has->to) &&
           t2s_time_is_open(asked->to) == t2s_time_is_open(has->from) &&
           t2s_time_is_open(asked->from) != t2s_time_is_open(asked->to) &&
           (asked->to == has->from || asked->from == has->to);
}

static void fit_window(t2s_asked_window *at, const t2s_question_facts *question,
                       const t2s_time_conditions *c, const t2s_query *query)
{
    const t2s_period *asked = &at->asked->window;
    const t2s_time_denial denial = t2s_time_denies(query, c);
    bool is_opposite = false;
    double least = INFINITY;
    at->nearest = -1;
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *window = &c->windows[i].window;
        t2s_period want = *asked;
        const t2s_time_fit fit =
            at->asked->is_negated ? fit_of_negated(at->asked, &c->windows[i],
                                                   query, denial, &want)
                                  : t2s_time_fit_of(at->asked, &c->windows[i]);
        const double off = fabs(days_late(want.from, window->from)) +
                           fabs(days_late(want.to, window->to));
        is_opposite |=
            fit < T2S_FIT_SPELLED &&
            t2s_time_fit_of(at->asked, &c->windows[i]) >= T2S_FIT_SPELLED;
        if (fit < at->fit || (fit == at->fit && off >= least))
            continue;
        at->fit = fit;
        least = off;
        if (fit == T2S_FIT_MISSING)
            continue;
        at->nearest = (int32_t)i;
        at->from_off = days_late(want.from, window->from);
        at->to_off = days_late(want.to, window->to);
    }
    if (!at->asked->is_negated && denial == T2S_DENIES_NOTHING &&
        is_reversed(asked, question, c, query)) {
        at->fit = T2S_FIT_ONE_END;
        at->nearest = 0;
    } else if (at->fit < T2S_FIT_SPELLED && !is_opposite &&
               ((is_spelled(question, c, asked->from) &&
                 is_spelled(question, c, asked->to)) ||
                is_day_spelled(c, asked) || is_aged(question, c, asked) ||
                (!at->asked->is_relative && !t2s_time_is_open(asked->from) &&
                 is_elsewhere(at, question, c, query))))
        at->fit = T2S_FIT_SPELLED;
    /* Of a state the end is all that is asked for. */
    if (at->asked->is_state && at->fit == T2S_FIT_SPELLED &&
        is_until_day(c, asked))
        at->from_off = at->to_off = 0;
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
    return (t2s_time_is_same(has->from, asked->from, false) &&
            !t2s_time_is_open(has->from) &&
            (t2s_time_is_same(has->to, today.to, false) ||
             t2s_time_is_same(has->to, today.from, false))) ||
           (t2s_time_is_same(has->to, asked->to, false) &&
            !t2s_time_is_open(has->to) &&
            t2s_time_is_same(has->from, today.from, false));
}

/* Whether a window begins with one that is asked for and ends with another,
 * this one between: 2022, 2023 and 2024. */
static bool is_between(const t2s_time_match *out, const t2s_period *has,
                       const t2s_period *asked)
{
    bool begins = false, ends = false;
    for (size_t i = 0; i < out->asked_count; i++) {
        begins |= t2s_time_is_same(out->asked[i].asked->window.from, has->from,
                                   false);
        ends |=
            t2s_time_is_same(out->asked[i].asked->window.to, has->to, false);
    }
    return begins && ends && !t2s_time_is_open(has->from) &&
           !t2s_time_is_open(has->to) && holds(has, asked);
}

/* Whether a window has one month, quarter... more in front, with which the
 * first that is asked for is compared. */
static bool has_previous(const t2s_question_facts *question,
                         const t2s_period *asked, const t2s_period *has)
{
    static const t2s_grain grains[] = {T2S_GRAIN_DAY, T2S_GRAIN_WEEK,
                                       T2S_GRAIN_MONTH, T2S_GRAIN_QUARTER,
                                       T2S_GRAIN_YEAR};
    if (question->history->windows.previous +
                question->history->windows.changes ==
            0 ||
        t2s_time_is_open(has->from) ||
        !t2s_time_is_same(has->to, asked->to, false))
        return false;
    for (size_t i = 0; i < sizeof grains / sizeof grains[0]; i++)
        if (t2s_time_is_same(t2s_time_add(asked->from, -1, grains[i]),
                             has->from, false))
            return true;
    return false;
}

/* Whether the query separates the months of a wider window: by CASE, or outside
 * of the WITH table that has the year. */
static bool is_parted(const t2s_time_conditions *c, const t2s_period *asked,
                      const t2s_time_window *has)
{
    for (size_t i = 0; i < c->set_count; i++)
        if (c->sets[i].column == has->column &&
            (c->sets[i].part == T2S_PART_MONTH ||
             c->sets[i].part == T2S_PART_QUARTER ||
             c->sets[i].part == T2S_PART_DAY) &&
            (has->window.to >= asked->to && has->window.to < T2S_TIME_LAST))
            return true;
    return false;
}

/* Windows that others explain: "2014/4/23" beside a time of that day, and 2010
 * and 2011 of which the query has the two years as one. */
static void settle(t2s_time_match *out, const t2s_question_facts *question,
                   const t2s_time_conditions *c)
{
    for (size_t i = 0; i < out->asked_count; i++) {
        t2s_asked_window *at = &out->asked[i];
        const t2s_period *asked = &at->asked->window, *has;
        if (at->fit < T2S_FIT_SPELLED && at->nearest >= 0) {
            has = &c->windows[at->nearest].window;
            if (is_until_today(question, asked, has) ||
                is_between(out, has, asked) ||
                has_previous(question, asked, has) ||
                is_parted(c, asked, &c->windows[at->nearest]))
                at->fit = T2S_FIT_SPELLED;
        }
        for (size_t k = 0; k < out->asked_count && at->fit < T2S_FIT_SPELLED;
             k++) {
            const t2s_period *other = &out->asked[k].asked->window;
            if (k == i)
                continue;
            if (out->asked[k].fit == T2S_FIT_EXACT &&
                (holds(asked, other) ||
                 (asked->to == other->from &&
                  question->history->windows.changes > 0)))
                at->fit = T2S_FIT_SPELLED;
            if (at->nearest < 0)
                continue;
            has = &c->windows[at->nearest].window;
            if ((t2s_time_is_same(has->from, asked->from, false) &&
                 t2s_time_is_same(has->to, other->to, false) &&
                 !t2s_time_is_open(has->to)) ||
                (t2s_time_is_same(has->from, other->from, false) &&
                 t2s_time_is_same(has->to, asked->to, false) &&
                 !t2s_time_is_open(has->from)))
                at->fit = T2S_FIT_SPELLED;
        }
    }
}

/* Whether the question has the year of a window as a number, which it may say
 * as something else: "the 2025 orders", "1750 or later". */
static bool has_number_of(const t2s_question_facts *question,
                          const t2s_period *window)
{
    for (size_t i = 0; i < question->numbers.count; i++) {
        const t2s_question_number *at = &question->numbers.at[i];
        if (at->value < 1000 || t2s_time_label(question, (size_t)at->word))
            continue;
        if ((!t2s_time_is_open(window->from) &&
             (double)t2s_time_year_of(window->from) == at->value) ||
            (!t2s_time_is_open(window->to) &&
             (double)t2s_time_year_of(window->to - 1) == at->value))
            return true;
    }
    return false;
}

/* Whether a window begins in the first year of a label of the question's, and
 * ends in the second: of "the 2023/24 season". */
static bool is_labelled(const t2s_question_facts *question,
                        const t2s_period *window)
{
    for (size_t i = 0; i < question->numbers.count; i++) {
        const t2s_question_number *at = &question->numbers.at[i];
        if (t2s_time_label(question, (size_t)at->word) &&
            !t2s_time_is_open(window->from) && !t2s_time_is_open(window->to) &&
            (double)t2s_time_year_of(window->from) == at->value &&
            (double)t2s_time_year_of(window->to - 1) == at->value + 1)
            return true;
    }
    return false;
}

/* Whether a window relative to today is accounted for by the one that is asked
 * for: of a state, the one that begins or ends today. */
static bool is_of_today(const t2s_time_window *window,
                        const t2s_relative_words *asked)
{
    const double day = T2S_DAY_SECONDS;
    return window->is_relative && asked->is_asked &&
           (!asked->is_state ||
            fabs((double)(window->window.from - T2S_TIME_NOW)) <= day ||
            fabs((double)(window->window.to - T2S_TIME_NOW)) <= day);
}

static bool is_accounted(const t2s_time_window *window,
                         const t2s_question_facts *question)
{
    if (is_of_today(window, &question->relative) ||
        has_number_of(question, &window->window) ||
        is_labelled(question, &window->window))
        return true;
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind == T2S_TIME_WINDOW &&
            (t2s_time_fit_of(at, window) != T2S_FIT_MISSING ||
             is_told(question, at->window.from, window->window.from) ||
             is_told(question, at->window.from, window->window.to) ||
             (t2s_time_is_open(window->window.to) &&
              t2s_time_is_same(at->window.to, window->window.from, false)) ||
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

/* Whether a window relative to today is an age that the question has as a bare
 * number, of a day of birth: "patients over 80". */
static bool is_age(const t2s_question_facts *question, const t2s_query *query,
                   const t2s_time_window *window)
{
    static const char *const births[] = {"birth", "born", "dob"};
    return window->is_relative && t2s_time_has_word(query, births, 3) &&
           t2s_age_is_window(question, &window->window);
}

/* ------------------------------------------------------------- the whole */

/* Months, days or quarters that a condition names without a year, where the
 * question has one. */
static void find_yearless(t2s_time_match *out, const t2s_query *query,
                          const t2s_time_conditions *c)
{
    out->yearless = out->yearless_set = -1;
    for (size_t i = 0; i < out->asked_count; i++) {
        const t2s_asked_window *at = &out->asked[i];
        const int64_t from = at->asked->window.from;
        if (at->fit >= T2S_FIT_ONE_END || t2s_time_is_open(from) ||
            t2s_time_is_open(at->asked->window.to) ||
            has_year(query, c, t2s_time_year_of(from)))
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

void t2s_time_match_read(t2s_time_match *out,
                         const t2s_question_facts *question,
                         const t2s_query *query, const t2s_time_conditions *c)
{
    memset(out, 0, sizeof *out);
    out->group = -1;
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind != T2S_TIME_WINDOW) {
            t2s_time_match_part(out, at, query, c);
            continue;
        }
        out->asked[out->asked_count].asked = at;
        fit_window(&out->asked[out->asked_count++], question, c, query);
        out->relative_count += at->is_relative;
    }
    settle(out, question, c);
    find_yearless(out, query, c);
    for (size_t i = 0; i < c->window_count; i++)
        out->is_extra[i] = !is_accounted(&c->windows[i], question->history) &&
                           !is_age(question, query, &c->windows[i]);
}
