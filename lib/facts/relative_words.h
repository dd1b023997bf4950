/*
 * relative_words.h - the window relative to today that a question asks for, in
 * more words than time_words.h knows: "signups today", "not seen for 90 days",
 * "joined more than a year ago", "overdue".
 */
#ifndef T2S_FACTS_RELATIVE_WORDS_H
#define T2S_FACTS_RELATIVE_WORDS_H

#include "facts/time_words.h"

struct t2s_question_facts;

typedef struct t2s_relative_words {
    bool is_asked;
    t2s_period window; /* an end may be open */
    bool is_calendar;  /* "last month"; not "the last 30 days" */
    bool is_due;       /* "overdue": of a day on which something is due */
    t2sed_span place;  /* in the question */
} t2s_relative_words;

/* The first of a question whose words and times are read; none where it says
 * what today is. */
void t2s_relative_words_read(t2s_relative_words *out,
                             const struct t2s_question_facts *question);

#endif
