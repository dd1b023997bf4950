/* time_scan.h - what the readers of time expressions share, which go through
 * the words of a question from left to right. */
#ifndef T2S_FACTS_TIME_SCAN_H
#define T2S_FACTS_TIME_SCAN_H

#include "facts/time_reader.h"

typedef struct t2s_time_scan {
    t2s_time_words *out;
    const t2s_question_facts *question;
    int64_t year; /* the only year that is said, or 0 */
    bool failed;
} t2s_time_scan;

#define SAYS(i, list) t2s_question_says(s->question, (i), (list))

/* What the words before or behind a date make of it. */
typedef enum t2s_bound_word {
    T2S_BOUND_NONE,
    T2S_BOUND_BETWEEN, /* two dates, with "and" */
    T2S_BOUND_FROM,    /* two dates, with "to"; or one */
    T2S_BOUND_SINCE,
    T2S_BOUND_AFTER,
    T2S_BOUND_BEFORE,
    T2S_BOUND_UNTIL,
    T2S_BOUND_TO /* "the 12 months to June"; else nothing */
} t2s_bound_word;

/* Such words at i, *words of them; and behind a date: "2015 or later". */
t2s_bound_word t2s_scan_prefix(const t2s_time_scan *s, size_t i, size_t *words);
t2s_bound_word t2s_scan_suffix(const t2s_time_scan *s, size_t i, size_t *words);

/* A date at i, past "the", "year", "end of"...; how many words with these. */
typedef struct t2s_found_time {
    t2s_said_time time;
    size_t words;
} t2s_found_time;
bool t2s_scan_date(t2s_found_time *out, const t2s_time_scan *s, size_t i);

/* Whether the words before make a date an example of how dates are written. */
bool t2s_scan_is_example(const t2s_time_scan *s, size_t i);

/* Adds an expression of the words [first, behind). */
void t2s_scan_add(t2s_time_scan *s, const t2s_time_expression *made,
                  size_t first, size_t behind);

/* Readers of an expression that begins at word i: the word behind it, or i
 * where there is none. time_grains.c has these; those of windows are
 * time_words.c's. */
typedef size_t t2s_scan_reader(t2s_time_scan *s, size_t i);
t2s_scan_reader t2s_scan_grain, t2s_scan_duration, t2s_scan_unit,
    t2s_scan_weekdays, t2s_scan_hours;

#endif
