/* Lengths, weekdays, hours, months, units and grains that a question asks for,
 * against those of a query. */
#include "facts/time_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "facts/time_fit.h"
#include "facts/time_reader.h"

/* Months and weekdays of a question that are looked for in all of a query. */
#define MOST_SOUGHT 4

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

/* Whether a text has a word in it; one of three letters, an abbreviation, at
 * the beginning of a word. */
static bool contains(const char *text, const char *word)
{
    const size_t length = strlen(text), n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (t2s_casecmp_n(text + i, n, word, n) == 0 &&
            (n != 3 || i == 0 || !isalpha((unsigned char)text[i - 1])))
            return true;
    return false;
}

bool t2s_time_has_word(const t2s_query *query, const char *const *words,
                       size_t count)
{
    t2s_for_each_use (query, use)
        for (size_t i = 0; use->text && i < count; i++)
            if (contains(use->text, words[i]))
                return true;
    return false;
}

/* Whether a string of the query is a day, or a month, of a year. */
static bool has_day_of(const t2s_query *query, int64_t year)
{
    t2s_for_each_use (query, use) {
        t2s_period time;
        t2s_time_layout layout;
        if (use->kind == T2S_USES_TEXT && use->text &&
            t2s_time_read(&time, &layout, use->text, use->length) &&
            time.grain < T2S_GRAIN_YEAR && t2s_time_year_of(time.from) == year)
            return true;
    }
    return false;
}

bool t2s_time_has_label(const t2s_query *query,
                        const t2s_question_facts *question, uint32_t begin)
{
    for (size_t i = 0; i < question->words.count; i++)
        if (question->words.at[i].begin == begin &&
            t2s_time_label(question, i)) {
            const int64_t year = (int64_t)t2s_time_number(question, i);
            return has_day_of(query, year) && has_day_of(query, year + 1);
        }
    return false;
}

static bool groups_by(const t2s_time_conditions *c, t2s_time_part part,
                      t2s_grain most)
{
    for (size_t i = 0; i < c->group_count; i++)
        if (c->groups[i].is_cycle ? c->groups[i].part == part
                                  : c->groups[i].grain <= most)
            return true;
    return false;
}

/* Whether a query that compares no weekday may have it otherwise: as a number
 * or a name of a column of weekdays, or as what it groups by. */
static bool names_weekday(const t2s_query *query, const t2s_time_conditions *c,
                          uint64_t asked)
{
    static const char *const names[] = {"sun", "mon", "tue", "wed",
                                        "thu", "fri", "sat"};
    static const char *const others[] = {"%w",      "%u",          "weekday",
                                         "weekend", "%a",          "dow",
                                         "workday", "day_of_week", "dayofweek"};
    if (groups_by(c, T2S_PART_WEEKDAY, T2S_GRAIN_DAY) || c->window_count > 0 ||
        t2s_time_has_word(query, others, sizeof others / sizeof others[0]))
        return true;
    for (int d = 0; d < 7; d++)
        if ((asked & 1ULL << d) && (t2s_time_has_word(query, &names[d], 1) ||
                                    has_number(query, d ? d : 7)))
            return true;
    return false;
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
                           const t2s_query *query, const t2s_time_conditions *c)
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
    } else if (!is_matched && out->weekdays <= MOST_SOUGHT &&
               !names_weekday(query, c, at->mask)) {
        out->missing = at;
    }
}

/* An hour more or less at either end is a reading of "after" and "until". */
static void match_hours(t2s_time_match *out, const t2s_time_expression *at,
                        const t2s_time_conditions *c)
{
    const int64_t first = at->window.from / 3600;
    const int64_t last = (at->window.to - 1) / 3600;
    uint64_t hours = 0;
    const t2s_time_set *wrong = NULL;
    bool is_matched = false, is_near = false;
    for (int64_t h = first; h <= last && h < 24; h++)
        hours |= 1ULL << h;
    for (size_t i = 0; i < c->set_count; i++) {
        const uint64_t mask = c->sets[i].mask;
        if (c->sets[i].part != T2S_PART_HOUR &&
            c->sets[i].part != T2S_PART_CLOCK)
            continue;
        is_matched |=
            mask == hours || (last < 23 && mask == (hours | 2ULL << last));
        is_near |= t2s_count_bits(mask ^ hours) <= 2;
        wrong = &c->sets[i];
    }
    out->hours++;
    out->hours_matched += is_matched;
    if (wrong && !is_matched && !is_near && !out->wrong_parts) {
        out->wrong_parts = at;
        out->wrong_parts_at = wrong->place;
    }
}

/* The months of a window of at most a year, as a mask; 0 of others. */
static uint64_t months_of(const t2s_period *window)
{
    uint64_t mask = 0;
    int64_t year;
    int month, day;
    if (t2s_time_is_open(window->from) || t2s_time_is_open(window->to))
        return 0;
    for (int64_t at = t2s_period_around(window->from, T2S_GRAIN_MONTH).from;
         at < window->to; at = t2s_time_add(at, 1, T2S_GRAIN_MONTH)) {
        t2s_date_of(at / T2S_DAY_SECONDS, &year, &month, &day);
        if (mask & 1ULL << month)
            return 0;
        mask |= 1ULL << month;
    }
    return mask;
}

/* Whether a query that compares no month may have it otherwise: as a number or
 * a name, by arithmetic of dates, or as what it groups by. */
static bool names_month(const t2s_query *query, const t2s_time_conditions *c,
                        uint64_t asked)
{
    static const char *const names[] = {"",    "jan", "feb", "mar", "apr",
                                        "may", "jun", "jul", "aug", "sep",
                                        "oct", "nov", "dec"};
    static const char *const others[] = {"%m",     "%j",     "month", "quarter",
                                         "period", "season", "fiscal"};
    char digits[8];
    const char *const number = digits;
    if (groups_by(c, T2S_PART_MONTH, T2S_GRAIN_MONTH) || c->span_count > 0 ||
        t2s_time_has_word(query, others, sizeof others / sizeof others[0]))
        return true;
    for (int m = 1; m <= 12; m++) {
        snprintf(digits, sizeof digits, "%02d", m);
        if ((asked & 1ULL << m) &&
            (t2s_time_has_word(query, &names[m], 1) ||
             t2s_time_has_word(query, &number, 1) || has_number(query, m)))
            return true;
    }
    return false;
}

/* Whether a query has a day of a month as a text, '%-05-18', or as the day of
 * the month beside the month. */
static bool spells_day(const t2s_time_expression *at, const t2s_query *query,
                       const t2s_time_conditions *c)
{
    char month_first[3][16], day_first[3][16];
    const char *const texts[] = {month_first[0], month_first[1], month_first[2],
                                 day_first[0],   day_first[1],   day_first[2]};
    int month = 1;
    while (month < 12 && !(at->mask & 1ULL << month))
        month++;
    for (int i = 0; i < 3; i++) {
        const char mark = "-/."[i];
        snprintf(month_first[i], sizeof *month_first, "%02d%c%02d", month, mark,
                 at->day);
        snprintf(day_first[i], sizeof *day_first, "%02d%c%02d", at->day, mark,
                 month);
    }
    /* Day first stands at the beginning: '2018-05-01' has no 18 May. */
    t2s_for_each_use (query, use)
        for (int i = 0; use->text && i < 6; i++)
            if (i < 3 ? contains(use->text, texts[i])
                      : strncmp(use->text, texts[i], 5) == 0)
                return true;
    for (size_t i = 0; i < c->set_count; i++)
        if (c->sets[i].part == T2S_PART_DAY ||
            c->sets[i].part == T2S_PART_DAY_OF_YEAR)
            return true;
    return false;
}

/* "On May 18", of any year: a window of a week at most that has the day. */
static void match_day(t2s_time_match *out, const t2s_time_expression *at,
                      const t2s_query *query, const t2s_time_conditions *c)
{
    const t2sed_span *place = NULL;
    bool is_matched = spells_day(at, query, c);
    bool is_touched = c->window_count > 1; /* of which one is not known */
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_period *has = &c->windows[i].window;
        int64_t year;
        int month, day;
        if (t2s_time_is_open(has->from) || t2s_time_is_open(has->to) ||
            c->windows[i].is_relative) {
            is_touched = true;
            continue;
        }
        place = &c->windows[i].place;
        for (int64_t d = has->from / T2S_DAY_SECONDS;
             d * T2S_DAY_SECONDS < has->to &&
             has->to - has->from <= 7 * T2S_DAY_SECONDS;
             d++) {
            t2s_date_of(d, &year, &month, &day);
            is_matched |= (at->mask & 1ULL << month) && day == at->day;
        }
    }
    out->months++;
    out->months_matched += is_matched;
    if (!is_matched && !is_touched && place && !out->wrong_parts) {
        out->wrong_parts = at;
        out->wrong_parts_at = *place;
    }
}

/* Months of sets and of windows: one by one, and of sets that are alternatives
 * ("= '06' OR = '07'") all. */
static void match_months(t2s_time_match *out, const t2s_time_expression *at,
                         const t2s_query *query, const t2s_time_conditions *c)
{
    const t2sed_span *place = NULL;
    bool is_matched = false, is_touched = false;
    uint64_t all = 0;
    for (size_t i = 0; i < c->set_count; i++) {
        const uint64_t mask = c->sets[i].mask & 0x1ffe;
        if (c->sets[i].part != T2S_PART_MONTH) {
            is_touched |= c->sets[i].part == T2S_PART_QUARTER;
            continue;
        }
        is_matched |= mask == at->mask;
        all |= mask;
        place = &c->sets[i].place;
    }
    for (size_t i = 0; i < c->window_count; i++) {
        const uint64_t mask = months_of(&c->windows[i].window);
        is_matched |= mask == at->mask;
        is_touched |= mask == 0;
        all |= mask;
        place = &c->windows[i].place;
    }
    is_matched |= all == at->mask;
    out->months++;
    out->months_matched += is_matched;
    if (is_matched || is_touched || (all & at->mask))
        return;
    if (all && !out->wrong_parts) {
        out->wrong_parts = at;
        out->wrong_parts_at = *place;
    } else if (!all && out->months <= MOST_SOUGHT &&
               !names_month(query, c, at->mask)) {
        out->missing = at;
    }
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

void t2s_time_match_part(t2s_time_match *out, const t2s_time_expression *at,
                         const t2s_query *query, const t2s_time_conditions *c)
{
    switch (at->kind) {
    case T2S_TIME_DURATION:
        match_duration(out, at, query, c);
        break;
    case T2S_TIME_WEEKDAYS:
        match_weekdays(out, at, query, c);
        break;
    case T2S_TIME_HOURS:
        match_hours(out, at, c);
        break;
    case T2S_TIME_MONTHS:
        (at->day ? match_day : match_months)(out, at, query, c);
        break;
    case T2S_TIME_UNIT:
        match_unit(out, at, c);
        break;
    case T2S_TIME_GRAIN:
        match_grain(out, at, c);
        break;
    case T2S_TIME_WINDOW:
    case T2S_TIME_TODAY:
        break;
    }
}

/* ------------------------------------------------------------- denials */

static bool is_of_time(const t2s_time_conditions *c, int32_t column)
{
    for (size_t i = 0; i < c->window_count; i++)
        if (c->windows[i].column == column)
            return true;
    return false;
}

t2s_time_denial t2s_time_denies(const t2s_query *query,
                                const t2s_time_conditions *conditions)
{
    const t2s_query_parts *has = &query->parts;
    t2s_time_denial denial = T2S_DENIES_NOTHING;
    if (has->compounds[T2S_COMPOUND_EXCEPT] ||
        (has->uses[T2S_USES_NOT] && has->operators[T2S_OPERATOR_EXISTS]))
        return T2S_DENIES_ROWS;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        const bool is_not =
            at->is_negated != (at->operator== T2S_OPERATOR_NOT_EQUAL);
        if (is_not && at->value.operand == T2S_OPERAND_QUERY)
            return T2S_DENIES_ROWS;
        if (at->value.operand == T2S_OPERAND_NULL
                ? !is_not && !is_of_time(conditions, at->slot.column)
                : is_not || (at->value.operand == T2S_OPERAND_NUMBER &&
                             at->value.number < 1))
            denial = T2S_DENIES_PERHAPS;
    }
    return denial;
}
