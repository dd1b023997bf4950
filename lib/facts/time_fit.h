/* time_fit.h - how well one window of a query has one that a question asks for;
 * time_match.c finds the best of a query. */
#ifndef T2S_FACTS_TIME_FIT_H
#define T2S_FACTS_TIME_FIT_H

#include "facts/time_match.h"

t2s_time_fit t2s_time_fit_of(const t2s_time_expression *asked,
                             const t2s_time_window *window);

/* Whether two ends are the same: within a minute, or relative to today within a
 * day. */
bool t2s_time_is_same(int64_t a, int64_t b, bool is_relative);

/* Whether an end of a period is open. */
bool t2s_time_is_open(int64_t at);

/* Whether a window of fixed dates ends with a year, a month... as one does that
 * is asked for up to there, relative to no known day: "by the end of the year".
 */
bool t2s_time_ends_unit(const t2s_period *asked, t2s_grain unit,
                        const t2s_period *has);

int64_t t2s_time_year_of(int64_t at);

#endif
