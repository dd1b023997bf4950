/* The window relative to today that the question asks for against that of the
 * query, and the column of time that the query bounds. */
#include "features/features.h"

#define FEATURES(X)                                                            \
    X(asked, 0, 1, NOTHING, "the question has a window relative to today")     \
    X(fit, -1, 3, NOTHING,                                                     \
      "ends of that window that the query has, and 1; 0: it bounds no time; "  \
      "-1: none is asked for")                                                 \
    X(begin_differs, 0, 1, NOTHING, "the query's window begins elsewhere")     \
    X(end_differs, 0, 1, NOTHING, "the query's window ends elsewhere")         \
    X(begin_off, -12, 12, NOTHING,                                             \
      "signed log of the days by which it begins late")                        \
    X(end_off, -12, 12, NOTHING, "the same of its end")                        \
    X(kind_differs, 0, 1, NOTHING,                                             \
      "whole months or years are asked for and not taken, or the reverse")     \
    X(fixed, 0, 1, NOTHING, "the query's windows have fixed dates alone")      \
    X(column_fit, -1, 1, SCHEMA,                                               \
      "the question names the column of time that is bounded better than the " \
      "others of its table: 1; another one: -1")                               \
    X(column_first, -1, 1, SCHEMA,                                             \
      "the bounded column is its table's first of time: 1; it is not: -1")

#define ROW(name, low, high, needs, meaning)                                   \
    {"today." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

/* ------------------------------------------------------------- windows */

static void compare_windows(double *out, const t2s_relative_match *m)
{
    out[F_asked] = m->asked->is_asked;
    out[F_fit] = m->asked->is_asked ? m->fit : -1;
    out[F_begin_differs] = m->begin_differs;
    out[F_end_differs] = m->end_differs;
    out[F_begin_off] = m->begin_off;
    out[F_end_off] = m->end_off;
    out[F_kind_differs] = m->kind_differs;
    out[F_fixed] = m->is_fixed;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_time_column *column = &in->match->time_column;
    (void)err;
    compare_windows(out, &in->match->relative);
    if (column->column != T2S_NO_ITEM) {
        out[F_column_first] = column->is_first ? 1 : -1;
        out[F_column_fit] = column->fit;
    }
    return T2SED_OK;
}

const t2s_feature_group t2s_today_group = {features, F_COUNT, 0, compute, true};
