/* time_match.h - the times that a question asks for against those that a query
 * has. */
#ifndef T2S_FACTS_TIME_MATCH_H
#define T2S_FACTS_TIME_MATCH_H

#include "facts/question.h"
#include "facts/time_conditions.h"

/* How well the query has a window that is asked for, from bad to good. */
typedef enum t2s_time_fit {
    T2S_FIT_MISSING,
    T2S_FIT_YEAR,     /* a window in the same year */
    T2S_FIT_OVERLAPS, /* one that overlaps it */
    T2S_FIT_ONE_END,  /* one that begins, or ends, with it */
    T2S_FIT_SPELLED,  /* its ends are there, in several conditions */
    T2S_FIT_EXACT
} t2s_time_fit;

typedef struct t2s_asked_window {
    const t2s_time_expression *asked;
    t2s_time_fit fit;
    int32_t nearest;         /* of the query's windows, or -1 */
    double from_off, to_off; /* days by which that begins and ends late */
} t2s_asked_window;

typedef struct t2s_time_match {
    t2s_asked_window asked[T2S_MOST_TIMES];
    size_t asked_count;
    /* Windows of the query that nothing in the question accounts for. */
    bool is_extra[T2S_MOST_TIME_CONDITIONS];
    size_t relative_count; /* of `asked` */

    /* The one whose condition names a month, a day or a quarter and no year,
     * and where it does; or -1. */
    int32_t yearless, yearless_set;

    size_t durations, durations_matched, durations_near, durations_spelled;
    size_t durations_wrong_unit;
    size_t weekdays, weekdays_matched;
    const t2s_time_expression *wrong_weekday; /* and the condition */
    int32_t wrong_weekday_set;
    size_t hours, hours_matched;
    size_t months, months_matched;
    /* Months, or hours, of no year, whose conditions are of others; where. */
    const t2s_time_expression *wrong_parts;
    t2sed_span wrong_parts_at;
    /* Months or weekdays of which the query says nothing. */
    const t2s_time_expression *missing;
    /* Distances are selected in another unit than asked. */
    const t2s_time_expression *unit;
    double selected_unit;
    bool unit_differs;
    /* Grains: what is asked, and grouped by. */
    const t2s_time_expression *grain;
    int32_t group; /* the group that fits best, or -1 */
    bool grain_matched;
} t2s_time_match;

/* `history` of the question accounts for windows of the query, too. */
void t2s_time_match_read(t2s_time_match *out,
                         const t2s_question_facts *question,
                         const t2s_query *query,
                         const t2s_time_conditions *conditions);

/* How the query has the window relative to today that is asked for. A state is
 * asked for only of a query that bounds a time of it. `schema` may be NULL. */
typedef struct t2s_relative_match {
    const t2s_relative_words *asked; /* of the question */
    int fit; /* ends of it that the query has, and 1; 0: it bounds no time */
    int32_t window; /* of the query, the one that fits best, or -1 */
    bool begin_differs, end_differs;
    double begin_off, end_off; /* signed log of the days by which it is late */
    bool kind_differs;         /* whole months for days, or the reverse */
    bool is_fixed;             /* the query's windows have fixed dates alone */
} t2s_relative_match;

void t2s_relative_match_read(t2s_relative_match *out,
                             const t2s_question_facts *question,
                             const t2s_time_conditions *conditions,
                             const t2sed_schema *schema);

#endif
