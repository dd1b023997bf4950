/* Lengths, weekdays, hours, months, units and grains that a question asks for,
 * against those of a query. */
#include "facts/time_parts.h"

#include <math.h>

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

void t2s_time_match_part(t2s_time_match *out, const t2s_time_expression *at,
                         const t2s_query *query, const t2s_time_conditions *c)
{
    switch (at->kind) {
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
    case T2S_TIME_WINDOW:
    case T2S_TIME_TODAY:
        break;
    }
}
