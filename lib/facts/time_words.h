/*
 * time_words.h - the time expressions of a question: "in March 2024", "since
 * 2020", "the last 30 days", "per month", "within 48 hours", "on Sundays".
 */
#ifndef T2S_FACTS_TIME_WORDS_H
#define T2S_FACTS_TIME_WORDS_H

#include "base/calendar.h"
#include "base/vector.h"
#include "t2sed/status.h"

struct t2s_question_facts;

typedef enum t2s_time_kind {
    T2S_TIME_WINDOW,   /* `window`, an end of which may be open */
    T2S_TIME_TODAY,    /* what the question takes for today: `window` */
    T2S_TIME_MONTHS,   /* of no year: bit m of `mask`, from 1 */
    T2S_TIME_WEEKDAYS, /* bit d of `mask`, Sunday 0, as strftime has it */
    T2S_TIME_HOURS,    /* of any day: `window` in seconds from midnight */
    T2S_TIME_GRAIN,    /* per `grain`; is_cycle: by weekday, hour of day... */
    T2S_TIME_DURATION, /* `seconds`, said in `grain` */
    T2S_TIME_UNIT      /* "in minutes": what the answer counts, `grain` */
} t2s_time_kind;

typedef struct t2s_time_expression {
    t2s_time_kind kind;
    t2s_period window;
    t2s_grain grain;
    double seconds;
    uint64_t mask;
    int day;          /* of the month of no year, "on May 18"; 0: all of it */
    bool is_relative; /* to today */
    bool is_cycle;
    bool is_state;    /* the state on a day is asked for: "as of 30 June" */
    bool is_negated;  /* "not serviced since 2024": nothing in the window */
    bool denies_rows; /* the same of rows: "no orders since 2024" */
    t2sed_span place; /* in the question */
} t2s_time_expression;

/*
 * What "now" is where the question does not say it: noon of a day that no
 * question has, so that relative windows of question and query can be compared
 * and are told from others.
 */
#define T2S_TIME_NOW ((int64_t)33250046400) /* 3023-08-27 12:00 */

static inline bool t2s_is_around_now(int64_t at)
{
    return at > T2S_TIME_NOW - (int64_t)200 * 366 * T2S_DAY_SECONDS &&
           at < T2S_TIME_NOW + (int64_t)200 * 366 * T2S_DAY_SECONDS;
}

/* Expressions of one question: those behind are passed over. */
#define T2S_MOST_TIMES 48

/* All zeros is an empty one. */
typedef struct t2s_time_words {
    T2S_VECTOR(t2s_time_expression) list; /* in the order of the text */
    int64_t now;                          /* T2S_TIME_NOW, or today's noon */
} t2s_time_words;

/* Reads the words of a question. False when memory is short. */
bool t2s_time_words_read(t2s_time_words *out,
                         const struct t2s_question_facts *question);
void t2s_time_words_free(t2s_time_words *times);

/* The window relative to today that a question asks for, in more words than
 * those above: "signups today", "not seen for 90 days", "joined more than a
 * year ago", "overdue", "upcoming", "expired". */
typedef struct t2s_relative_words {
    bool is_asked;
    t2s_period window; /* an end may be open */
    bool is_calendar;  /* "last month"; not "the last 30 days" */
    bool is_due;       /* "overdue": of a day on which something is due */
    bool is_state;     /* "upcoming": a column of states may have it, too */
    bool is_of_end;    /* "expired": of a time until which something holds */
    bool is_age;       /* "older than 8 years", by the day or by the year */
    t2sed_span place;  /* in the question */
} t2s_relative_words;

/* The first of a question whose words and times are read; none where it says
 * what today is. */
void t2s_relative_words_read(t2s_relative_words *out,
                             const struct t2s_question_facts *question);

#endif
