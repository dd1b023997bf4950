/* The times that the question asks for against those that the query has. */
#include "features/features.h"

#define FEATURES(X)                                                            \
    X(asked, "windows of time in the question", 0, 8)                          \
    X(asked_exact, "windows of the question equal to one of the query", 0, 8)  \
    X(asked_spelled,                                                           \
      "windows of the question whose ends are in several conditions or "       \
      "literals",                                                              \
      0, 8)                                                                    \
    X(asked_one_end, "windows of the question of which the query has one end", \
      0, 8)                                                                    \
    X(asked_overlap,                                                           \
      "windows of the question that only overlap one of the query", 0, 8)      \
    X(asked_missing,                                                           \
      "windows of the question of which the query has at most the year", 0, 8) \
    X(worst_fit,                                                               \
      "fit of the window that the query matches worst; -1: none asked", -1, 5) \
    X(best_fit,                                                                \
      "fit of the window that the query matches best; -1: none asked", -1, 5)  \
    X(from_late,                                                               \
      "signed log of the days by which the worst window begins late", -12, 12) \
    X(to_late, "signed log of the days by which the worst window ends late",   \
      -12, 12)                                                                 \
    X(windows, "windows of time in the query", 0, 8)                           \
    X(windows_extra,                                                           \
      "windows of the query that the question does not ask for", 0, 8)         \
    X(windows_open, "windows of the query with an open end", 0, 8)             \
    X(yearless, "a month or day without the year of the question", 0, 1)       \
    X(relative, "windows of the question relative to today", 0, 8)             \
    X(relative_missing, "windows relative to today missing from the query", 0, \
      8)                                                                       \
    X(now_unasked,                                                             \
      "the query uses now, and no window of the question is relative to it",   \
      0, 1)                                                                    \
    X(loses_end,                                                               \
      "a last day compared by <= with a column that has times of day", 0, 4)   \
    X(may_lose_end, "the same with a column whose format is unknown", 0, 4)    \
    X(unordered, "< or > on texts that end with the year", 0, 4)               \
    X(other_layout, "a date in another format than the column's", 0, 4)        \
    X(text_number, "text of a date function compared with a number", 0, 1)     \
    X(cut_field, "substr that takes part of a field of a date", 0, 1)          \
    X(compact_difference, "a difference of dates written as numbers", 0, 1)    \
    X(durations, "lengths of time in the question", 0, 8)                      \
    X(durations_matched,                                                       \
      "lengths of the question that the query compares with", 0, 8)            \
    X(durations_near,                                                          \
      "lengths of the question from which the query differs by one", 0, 8)     \
    X(durations_spelled,                                                       \
      "lengths of the question that the query has only as a number", 0, 8)     \
    X(durations_missing, "lengths of the question missing from the query", 0,  \
      8)                                                                       \
    X(durations_wrong_unit,                                                    \
      "lengths of the question that the query has in another unit", 0, 8)      \
    X(spans, "lengths of time that the query compares with", 0, 8)             \
    X(unit_differs,                                                            \
      "lengths selected in another unit than asked for; -1: unknown", -1, 1)   \
    X(weekdays, "weekdays in the question", 0, 4)                              \
    X(weekdays_matched, "weekdays of the question that the query has", 0, 4)   \
    X(weekdays_wrong, "the query has other weekdays", 0, 1)                    \
    X(hours, "hours of the day in the question", 0, 4)                         \
    X(hours_matched, "hours of the question that the query has", 0, 4)         \
    X(months, "months without a year in the question", 0, 4)                   \
    X(parts_wrong, "the query has other months, or hours, of no year", 0, 1)   \
    X(parts_missing, "it has nothing for months or weekdays of no year", 0, 1) \
    X(months_matched, "months of the question that the query has", 0, 4)       \
    X(sets, "months, weekdays and hours in the query's conditions", 0, 8)      \
    X(grain_asked,                                                             \
      "unit of time that the question groups by (per month); 0: none", 0, 10)  \
    X(grain_grouped, "unit of time that the query groups by; 0: none", 0, 10)  \
    X(grain_differs, "the question's and the query's unit differ", 0, 1)       \
    X(grain_missing,                                                           \
      "the question has a unit, and the query groups by no time", 0, 1)        \
    X(grain_extra,                                                             \
      "the query groups by a unit of time, and the question has none", 0, 1)   \
    X(grain_cycle, "the query groups by month or day without the year", 0, 1)

#define ROW(name, meaning, low, high)  {"time." #name, meaning, low, high, 0},
#define NAME(name, meaning, low, high) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

static double signed_log(double days)
{
    return days < 0 ? -log1p(-days) : log1p(days);
}

static void compare_windows(double *out, const t2s_time_match *m,
                            const t2s_time_conditions *c)
{
    const t2s_asked_window *worst = NULL;
    out[F_worst_fit] = out[F_best_fit] = -1;
    out[F_asked] = (double)m->asked_count;
    for (size_t i = 0; i < m->asked_count; i++) {
        const t2s_asked_window *at = &m->asked[i];
        static const int kinds[] = {F_asked_missing, F_asked_missing,
                                    F_asked_overlap, F_asked_one_end,
                                    F_asked_spelled, F_asked_exact};
        out[kinds[at->fit]]++;
        out[F_relative_missing] +=
            at->asked->is_relative && at->fit < T2S_FIT_SPELLED;
        if ((double)at->fit > out[F_best_fit])
            out[F_best_fit] = (double)at->fit;
        if (!worst || at->fit < worst->fit)
            worst = at;
    }
    out[F_relative] = (double)m->relative_count;
    if (worst) {
        out[F_worst_fit] = (double)worst->fit;
        out[F_from_late] = signed_log(worst->from_off);
        out[F_to_late] = signed_log(worst->to_off);
    }
    out[F_windows] = (double)c->window_count;
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_time_window *at = &c->windows[i];
        out[F_windows_extra] += m->is_extra[i];
        out[F_windows_open] +=
            at->window.from <= T2S_TIME_FIRST || at->window.to >= T2S_TIME_LAST;
        out[F_loses_end] += at->loses_end;
        out[F_may_lose_end] += at->may_lose_end;
        out[F_unordered] += at->is_unordered;
        out[F_other_layout] += at->is_other_layout;
    }
    out[F_yearless] = m->yearless >= 0;
    out[F_now_unasked] = c->uses_now && m->relative_count == 0;
}

static void compare_grains(double *out, const t2s_time_match *m,
                           const t2s_time_conditions *c)
{
    const t2s_time_group *group = m->group >= 0    ? &c->groups[m->group]
                                  : c->group_count ? &c->groups[0]
                                                   : NULL;
    out[F_grain_asked] = m->grain ? (double)m->grain->grain : 0;
    out[F_grain_grouped] = group ? (double)group->grain : 0;
    out[F_grain_differs] = m->grain && group && !m->grain_matched;
    out[F_grain_missing] = m->grain && !group;
    out[F_grain_extra] = !m->grain && group;
    out[F_grain_cycle] =
        group && group->is_cycle &&
        (group->part == T2S_PART_MONTH || group->part == T2S_PART_DAY ||
         group->part == T2S_PART_QUARTER);
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_time_conditions *c = in->match->times;
    const t2s_time_match *m = &in->match->time;
    (void)err;
    compare_windows(out, m, c);
    compare_grains(out, m, c);
    out[F_text_number] = c->compares_text;
    out[F_cut_field] = c->cuts_fields;
    out[F_compact_difference] = c->subtracts_compact;
    out[F_durations] = (double)m->durations;
    out[F_durations_matched] = (double)m->durations_matched;
    out[F_durations_near] = (double)m->durations_near;
    out[F_durations_spelled] = (double)m->durations_spelled;
    out[F_durations_missing] =
        (double)(m->durations - m->durations_matched - m->durations_near -
                 m->durations_spelled);
    out[F_durations_wrong_unit] = (double)m->durations_wrong_unit;
    out[F_spans] = (double)c->span_count;
    out[F_unit_differs] = m->unit ? m->unit_differs : -1;
    out[F_weekdays] = (double)m->weekdays;
    out[F_weekdays_matched] = (double)m->weekdays_matched;
    out[F_weekdays_wrong] = m->wrong_weekday != NULL;
    out[F_hours] = (double)m->hours;
    out[F_hours_matched] = (double)m->hours_matched;
    out[F_months] = (double)m->months;
    out[F_parts_wrong] = m->wrong_parts != NULL;
    out[F_parts_missing] = m->missing != NULL;
    out[F_months_matched] = (double)m->months_matched;
    out[F_sets] = (double)c->set_count;
    return T2SED_OK;
}

const t2s_feature_group t2s_times_group = {features, F_COUNT, 0, compute, true};
