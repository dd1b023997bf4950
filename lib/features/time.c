/* The times that the question asks for against those that the query has. */
#include "features/features.h"

#include "base/error.h"
#include "base/memory.h"
#include "facts/time_match.h"

#define FEATURES(X)                                                            \
    X(asked, "windows of time that the question has", 0, 8)                    \
    X(asked_exact, "of them, those that a window of the query equals", 0, 8)   \
    X(asked_spelled, "those whose ends several conditions, or literals, have", \
      0, 8)                                                                    \
    X(asked_one_end, "those of which the query has one end", 0, 8)             \
    X(asked_overlap, "those that a window of the query overlaps only", 0, 8)   \
    X(asked_missing, "those of which the query has nothing but a year", 0, 8)  \
    X(worst_fit, "how well the query has the worst of them, -1: none", -1, 5)  \
    X(best_fit, "the same of the best", -1, 5)                                 \
    X(from_late, "signed log of days by which the worst begins late", -12, 12) \
    X(to_late, "signed log of days by which the worst ends late", -12, 12)     \
    X(windows, "windows of time that the query has", 0, 8)                     \
    X(windows_extra, "of them, those that nothing asks for", 0, 8)             \
    X(windows_open, "windows of the query with an open end", 0, 8)             \
    X(yearless, "a month or day without the year that is asked", 0, 1)         \
    X(relative, "windows asked that are relative to today", 0, 8)              \
    X(relative_missing, "of them, those that the query has not", 0, 8)         \
    X(now_unasked, "the query uses now, and nothing is relative to it", 0, 1)  \
    X(loses_end, "a last day compared by <= with times of day", 0, 4)          \
    X(may_lose_end, "the same of a column that is not known", 0, 4)            \
    X(unordered, "< or > of texts that end in the year", 0, 4)                 \
    X(other_layout, "a date in another layout than the column's", 0, 4)        \
    X(text_number, "text of a date function compared with a number", 0, 1)     \
    X(cut_field, "substr that takes part of a field", 0, 1)                    \
    X(compact_difference, "dates as numbers subtracted", 0, 1)                 \
    X(durations, "lengths of time that the question has", 0, 8)                \
    X(durations_matched, "of them, those that the query compares with", 0, 8)  \
    X(durations_near, "those that it is off by one with", 0, 8)                \
    X(durations_spelled, "those that are a number of it", 0, 8)                \
    X(durations_missing, "those that it has not", 0, 8)                        \
    X(durations_wrong_unit, "those that it takes in another unit", 0, 8)       \
    X(spans, "lengths of time that the query compares with", 0, 8)             \
    X(unit_differs,                                                            \
      "lengths selected in another unit than asked; -1: unknown", -1, 1)       \
    X(weekdays, "weekdays that the question has", 0, 4)                        \
    X(weekdays_matched, "of them, those that the query has", 0, 4)             \
    X(weekdays_wrong, "the query has others", 0, 1)                            \
    X(hours, "hours of the day that the question has", 0, 4)                   \
    X(hours_matched, "of them, those that the query has", 0, 4)                \
    X(months, "months without a year that the question has", 0, 4)             \
    X(months_matched, "of them, those that the query has", 0, 4)               \
    X(sets, "months, weekdays, hours that conditions of the query have", 0, 8) \
    X(grain_asked, "per what time the question asks, 0: none", 0, 10)          \
    X(grain_grouped, "by what time the query groups, 0: none", 0, 10)          \
    X(grain_differs, "asked and grouped differ", 0, 1)                         \
    X(grain_missing, "asked, and no time is grouped by", 0, 1)                 \
    X(grain_extra, "grouped, and not asked", 0, 1)                             \
    X(grain_cycle, "grouped by month or day of no year", 0, 1)

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
    const t2s_question_facts *question = in->from->question;
    t2s_time_match m;
    t2s_time_conditions *c = t2s_time_conditions_new(
        in->query, in->from->schema, in->from->values, question->times.now);
    if (!c)
        return t2s_fail_memory(err);
    for (int i = 0; i < F_COUNT; i++)
        out[i] = 0;
    t2s_time_match_read(&m, question, in->query, c);
    compare_windows(out, &m, c);
    compare_grains(out, &m, c);
    out[F_text_number] = c->compares_text;
    out[F_cut_field] = c->cuts_fields;
    out[F_compact_difference] = c->subtracts_compact;
    out[F_durations] = (double)m.durations;
    out[F_durations_matched] = (double)m.durations_matched;
    out[F_durations_near] = (double)m.durations_near;
    out[F_durations_spelled] = (double)m.durations_spelled;
    out[F_durations_missing] = (double)(m.durations - m.durations_matched -
                                        m.durations_near - m.durations_spelled);
    out[F_durations_wrong_unit] = (double)m.durations_wrong_unit;
    out[F_spans] = (double)c->span_count;
    out[F_unit_differs] = m.unit ? m.unit_differs : -1;
    out[F_weekdays] = (double)m.weekdays;
    out[F_weekdays_matched] = (double)m.weekdays_matched;
    out[F_weekdays_wrong] = m.wrong_weekday != NULL;
    out[F_hours] = (double)m.hours;
    out[F_hours_matched] = (double)m.hours_matched;
    out[F_months] = (double)m.months;
    out[F_months_matched] = (double)m.months_matched;
    out[F_sets] = (double)c->set_count;
    t2s_free(c);
    return T2SED_OK;
}

const t2s_feature_group t2s_times_group = {features, F_COUNT, 0, compute};
