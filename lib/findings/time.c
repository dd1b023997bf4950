/* Windows of time, grains, weekdays and lengths of time that the question asks
 * for and the query has otherwise, and comparisons of dates that lose rows. */
#include "facts/asked_numbers.h"
#include "findings/findings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A window in words: "2023-02-30 12:00 to 2023-03-31" and room to spare. */
#define WORDS_SIZE 80

/* A time; one that ends a window is that day's last moment. */
static void print_time(char *out, size_t size, int64_t at, bool is_end)
{
    const int64_t day =
        t2s_period_around(is_end ? at - 1 : at, T2S_GRAIN_DAY).from;
    const int clock = (int)(at - day);
    int64_t year;
    int month, date;
    t2s_date_of(day / T2S_DAY_SECONDS, &year, &month, &date);
    if (clock == 0 || clock >= T2S_DAY_SECONDS - 1)
        snprintf(out, size, "%04d-%02d-%02d", (int)year, month, date);
    else
        snprintf(out, size, "%04d-%02d-%02d %02d:%02d", (int)year, month, date,
                 clock / 3600, clock / 60 % 60);
}

static void print_window(char out[WORDS_SIZE], const t2s_period *window)
{
    char from[32], to[32];
    print_time(from, sizeof from, window->from, false);
    print_time(to, sizeof to, window->to, true);
    if (window->from <= T2S_TIME_FIRST)
        snprintf(out, WORDS_SIZE, "everything until %s", to);
    else if (window->to >= T2S_TIME_LAST)
        snprintf(out, WORDS_SIZE, "everything from %s on", from);
    else if (window->to - window->from <= T2S_DAY_SECONDS)
        snprintf(out, WORDS_SIZE, "%s", from);
    else
        snprintf(out, WORDS_SIZE, "%s to %s", from, to);
}

/* ------------------------------------------------------------- windows */

/* The last day for a whole month: tables of what is at the end of one have such
 * dates. */
static bool is_last_day(const t2s_period *asked, const t2s_period *has)
{
    return has->to == asked->to && has->to - has->from <= T2S_DAY_SECONDS;
}

/* Whether the query has a year that the question names there, in a column that
 * is not known to be one of times. */
static bool has_year(const t2s_inspected *q, t2sed_span place)
{
    for (size_t i = place.begin; i < place.end; i++) {
        size_t n = 0;
        double year = 0;
        for (;
             i + n < place.end && isdigit((unsigned char)q->from->asked[i + n]);
             n++)
            year = 10 * year + (q->from->asked[i + n] - '0');
        if (n == 4 && t2s_uses_number(q->query, year))
            return true;
        i += n;
    }
    return false;
}

static void report_missing(t2s_inspected *q, t2sed_span asked)
{
    t2s_report(
        q, T2SED_FINDING_TIME_WINDOW_MISSING, T2S_NOWHERE, asked, NULL,
        "The question asks for \"%.*s\"; no condition selects that time.",
        (int)(asked.end - asked.begin), q->from->asked + asked.begin);
}

/* "The last minutes" may be minutes of a game. */
static bool are_minutes(t2s_grain grain)
{
    return grain == T2S_GRAIN_MINUTE || grain == T2S_GRAIN_SECOND;
}

/* Whether a query without any window lacks one. It need not name the day on
 * which it is written, nor the day of its data. */
static bool may_lack(const t2s_inspected *q, const t2s_time_expression *asked,
                     const t2s_time_conditions *c)
{
    return !asked->is_state && !has_year(q, asked->place) &&
           !(asked->is_relative && (c->uses_now || are_minutes(asked->grain)));
}

static void report_window(t2s_inspected *q, const t2s_asked_window *at,
                          const t2s_time_conditions *c)
{
    const t2s_period *asked = &at->asked->window;
    const t2sed_span question = at->asked->place;
    const t2s_time_window *has =
        at->nearest >= 0 ? &c->windows[at->nearest] : NULL;
    char want[WORDS_SIZE], is[WORDS_SIZE];
    if (at->fit >= T2S_FIT_SPELLED || (at->asked->is_negated && has))
        return;
    if (!has || at->fit < T2S_FIT_OVERLAPS) {
        if (c->window_count > 0 ? !at->asked->is_relative
                                : may_lack(q, at->asked, c))
            report_missing(q, question);
        return;
    }
    if (at->asked->is_relative || has->is_relative || has->is_negated ||
        has->loses_end || is_last_day(asked, &has->window))
        return;
    print_window(want, asked);
    print_window(is, &has->window);
    t2s_report(q, T2SED_FINDING_TIME_WINDOW_DIFFERS, has->place, question, NULL,
               "The question asks for %s; the query selects %s.", want, is);
}

/* Whether the query tells what is overdue without today: by a text, or by the
 * days between two columns. */
static bool knows_due(const t2s_inspected *q, const t2s_time_conditions *c)
{
    t2s_for_each_use (q->query, use)
        if (use->kind == T2S_USES_TEXT && use->text && strstr(use->text, "due"))
            return true;
    return c->selected_count > 0 ||
           q->query->parts.forms[T2S_FORM_compared_columns];
}

static bool says_one_of(const t2s_question_facts *question, const char *words)
{
    for (size_t i = 0; i < question->words.count; i++)
        if (t2s_question_says(question, i, words))
            return true;
    return false;
}

/* Whether the rows of the rest of time are what a query may exclude ("no visit
 * in the last 90 days"), or a day is compared as its first moment. */
static bool is_other_way(const t2s_inspected *q, const t2s_period *asked,
                         const t2s_period *has)
{
    const bool is_rest =
        has->to >= T2S_TIME_LAST || has->from <= T2S_TIME_FIRST;
    const bool is_moment = has->to - has->from <= 60 &&
                           has->from >= asked->from && has->to <= asked->to;
    return is_moment ||
           (is_rest &&
            says_one_of(q->from->question,
                        "not no never none nobody without haven havent hasn "
                        "hasnt didn didnt isn isnt aren arent inactive idle"));
}

/* Whether a fixed date bounds the times of a window that is relative to today:
 * how far it is from today is not known. */
static bool has_fixed_end(const t2s_time_conditions *c,
                          const t2s_time_window *has)
{
    for (size_t i = 0; i < c->window_count; i++)
        if (!c->windows[i].is_relative && c->windows[i].column == has->column)
            return true;
    return false;
}

/* Windows relative to today: their dates are of no known day, and not told. */
static void report_relative(t2s_inspected *q)
{
    const t2s_time_conditions *c = q->match->times;
    const t2s_relative_match *m = &q->match->relative;
    const t2sed_span place = m->asked->place;
    if (!m->asked->is_asked || q->match->time.asked_count > 1)
        return;
    if (m->fit == 0 && !c->uses_now && !are_minutes(m->asked->window.grain) &&
        !(m->asked->is_due && knows_due(q, c)))
        report_missing(q, place);
    /* "The same month last year" is a part of it. */
    if (m->window < 0 || m->fit > 2 || !c->windows[m->window].is_relative ||
        has_fixed_end(c, &c->windows[m->window]) ||
        is_other_way(q, &m->asked->window, &c->windows[m->window].window) ||
        says_one_of(q->from->question, "same"))
        return;
    t2s_report(q, T2SED_FINDING_TIME_WINDOW_DIFFERS,
               c->windows[m->window].place, place, NULL,
               "The question asks for \"%.*s\"; this period %s.",
               (int)(place.end - place.begin), q->from->asked + place.begin,
               !m->end_differs     ? "begins on another day"
               : !m->begin_differs ? "ends on another day"
                                   : "begins and ends on other days");
}

/* Whether an end of a window lies more than two days from today; one that ends
 * today may be what "overdue" says. */
static bool is_off_today(const t2s_inspected *q, const t2s_time_window *has)
{
    const int64_t now = q->from->question->times.now;
    const int64_t ends[2] = {has->window.from, has->window.to};
    for (int i = 0; i < 2; i++)
        if (ends[i] > T2S_TIME_FIRST && ends[i] < T2S_TIME_LAST &&
            (ends[i] < now - 2 * T2S_DAY_SECONDS ||
             ends[i] > now + 2 * T2S_DAY_SECONDS))
            return true;
    return false;
}

static void report_windows(t2s_inspected *q, const t2s_time_match *m,
                           const t2s_time_conditions *c)
{
    for (size_t i = 0; i < m->asked_count; i++)
        if ((int32_t)i != m->yearless)
            report_window(q, &m->asked[i], c);
    if (m->yearless >= 0) {
        const t2s_time_expression *asked = m->asked[m->yearless].asked;
        const t2s_time_set *set = &c->sets[m->yearless_set];
        t2s_report(q, T2SED_FINDING_YEAR_MISSING, set->place, asked->place,
                   NULL,
                   "The question names a year; this condition accepts the "
                   "month or day of every year.");
    }
    for (size_t i = 0; i < c->window_count; i++)
        if (m->is_extra[i] &&
            (!c->windows[i].is_relative || is_off_today(q, &c->windows[i])))
            t2s_report(q, T2SED_FINDING_TIME_WINDOW_UNEXPECTED,
                       c->windows[i].place, T2S_NOWHERE, NULL,
                       "The question does not mention this period.");
}

/* ------------------------------------------------------------- the rest */

static const char *grain_name(t2s_grain grain)
{
    static const char *const names[] = {
        "",      "second",  "minute",    "hour", "day",   "week",
        "month", "quarter", "half-year", "year", "decade"};
    return names[grain];
}

static const char *unit_name(double seconds)
{
    return seconds < 0.5        ? "milliseconds"
           : seconds < 30       ? "seconds"
           : seconds < 1800     ? "minutes"
           : seconds < 43200    ? "hours"
           : seconds < 302400   ? "days"
           : seconds < 1200000  ? "weeks"
           : seconds < 15000000 ? "months"
                                : "years";
}

/* Whether the question asks for all of the day that a window loses: "on that
 * day" may mean its beginning, for what lies between two columns. */
static bool is_asked_whole(const t2s_time_match *m, const t2s_time_window *has)
{
    for (size_t i = 0; i < m->asked_count; i++) {
        const int64_t late = m->asked[i].asked->window.to - has->window.to;
        if (late <= T2S_DAY_SECONDS && late >= T2S_DAY_SECONDS - 1 &&
            (has->window.from > T2S_TIME_FIRST ||
             m->asked[i].asked->window.from <= T2S_TIME_FIRST))
            return true;
    }
    return false;
}

/* Whether a part of times limits what is asked for: "in June", not a name or
 * what a year begins with. */
static bool is_limit(const t2s_inspected *q, const t2s_time_expression *asked)
{
    const t2s_question_facts *facts = q->from->question;
    for (size_t i = 0; i < facts->words.count; i++)
        if (facts->words.at[i].begin == asked->place.begin)
            return (t2s_question_says(facts, i,
                                      "between from since after before until "
                                      "till through up") ||
                    (i > 0 &&
                     t2s_question_says(facts, i - 1,
                                       "in during on throughout within of"))) &&
                   !says_one_of(facts, "fiscal financial season seasons "
                                       "academic start starts begins starting "
                                       "beginning not no except other than");
    return false;
}

/* Months, weekdays and hours of no year. */
static void report_parts(t2s_inspected *q, const t2s_time_match *m)
{
    if (m->missing && is_limit(q, m->missing) && m->asked_count == 0)
        report_missing(q, m->missing->place);
    if (m->wrong_parts && is_limit(q, m->wrong_parts) && m->asked_count == 0)
        t2s_report(
            q, T2SED_FINDING_TIME_WINDOW_DIFFERS, m->wrong_parts_at,
            m->wrong_parts->place, NULL,
            "The question asks for \"%.*s\"; this period %s.",
            (int)(m->wrong_parts->place.end - m->wrong_parts->place.begin),
            q->from->asked + m->wrong_parts->place.begin,
            m->wrong_parts->kind == T2S_TIME_HOURS ? "selects other hours"
            : m->wrong_parts->day                  ? "selects other days"
                                                   : "selects other months");
}

static void report_others(t2s_inspected *q, const t2s_time_match *m,
                          const t2s_time_conditions *c)
{
    if (m->wrong_weekday) {
        const t2s_time_set *set = &c->sets[m->wrong_weekday_set];
        t2s_report(q, T2SED_FINDING_WRONG_WEEKDAY, set->place,
                   m->wrong_weekday->place, NULL,
                   "These weekdays differ from the question's; strftime('%%w') "
                   "is 0 for Sunday and 6 for Saturday.");
    }
    if (m->grain && m->group >= 0 && !m->grain_matched) {
        const t2s_time_group *group = &c->groups[m->group];
        t2s_report(
            q, T2SED_FINDING_TIME_GRAIN_DIFFERS, group->place, m->grain->place,
            NULL,
            "The question asks for values per %s; the query groups by %s.",
            grain_name(m->grain->grain), grain_name(group->grain));
    }
    if (m->unit_differs)
        t2s_report(q, T2SED_FINDING_TIME_UNIT_DIFFERS, T2S_NOWHERE,
                   m->unit->place, NULL,
                   "The question asks for %s; the query returns %s.",
                   unit_name(t2s_grain_seconds(m->unit->grain)),
                   unit_name(m->selected_unit));
    /* Subtracting two texts subtracts their years. */
    if (c->subtracts_compact &&
        !says_one_of(q->from->question->history, "year years age ages aged"))
        t2s_report(q, T2SED_FINDING_DATES_SUBTRACTED, c->compact_at,
                   T2S_NOWHERE, NULL,
                   "Subtracting dates as they are written, or days of the "
                   "month, does not give a number of days.");
    if (c->cuts_fields)
        t2s_report(q, T2SED_FINDING_DATE_LAYOUT, c->cut_at, T2S_NOWHERE, NULL,
                   "This substring does not match the column's date format.");
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_time_window *at = &c->windows[i];
        if (at->is_other_layout)
            t2s_report(q, T2SED_FINDING_DATE_LAYOUT, at->place, T2S_NOWHERE,
                       NULL, "The column has another date format.");
        if (at->loses_end && is_asked_whole(m, at))
            t2s_report(q, T2SED_FINDING_TIME_END_LOST, at->place, T2S_NOWHERE,
                       NULL,
                       "The column has times of day, so this bound drops the "
                       "last day after midnight.");
    }
}

void t2s_check_times(t2s_inspected *q)
{
    const t2s_match *match = q->match;
    report_windows(q, &match->time, match->times);
    report_relative(q);
    report_parts(q, &match->time);
    report_others(q, &match->time, match->times);
}
