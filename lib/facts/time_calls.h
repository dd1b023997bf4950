/* time_calls.h - what functions make of terms; time_terms.c reads the terms. */
#ifndef T2S_FACTS_TIME_CALLS_H
#define T2S_FACTS_TIME_CALLS_H

#include "facts/time_terms.h"

/* Arguments of a call that are read. */
#define T2S_MOST_ARGUMENTS 8

typedef struct t2s_time_call {
    t2s_sql_word name;
    t2s_time_term arguments[T2S_MOST_ARGUMENTS];
    size_t count;
} t2s_time_call;

/* What is no time. */
extern const t2s_time_term t2s_no_term;

t2s_time_term t2s_time_call_term(const t2s_term_reader *reader,
                                 const t2s_time_call *call);

/* A time, or a column's, as text that a function writes; a part of it; and the
 * same so much later. */
t2s_time_term t2s_term_as_text(t2s_time_term term, t2s_grain grain,
                               t2s_time_layout layout);
t2s_time_term t2s_term_as_part(t2s_time_term term, t2s_time_part part);
void t2s_term_move(t2s_time_term *term, double count, t2s_grain unit);
/* a || b, where a is a year or more and b what comes next, or a mark. */
t2s_time_term t2s_term_join(t2s_time_term a, const t2s_time_term *b);

#endif
