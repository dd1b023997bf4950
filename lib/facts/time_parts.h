/* time_parts.h - lengths, weekdays, hours, months, units and grains that a
 * question asks for, against a query; windows are time_match.c's. */
#ifndef T2S_FACTS_TIME_PARTS_H
#define T2S_FACTS_TIME_PARTS_H

#include "facts/time_match.h"

void t2s_time_match_part(t2s_time_match *out, const t2s_time_expression *at,
                         const t2s_query *query,
                         const t2s_time_conditions *conditions);

/* Whether an end of a period is open. */
bool t2s_time_is_open(int64_t at);

#endif
