/* time_reader.h - dates in the words of a question; time_words.c makes
 * expressions of them. */
#ifndef T2S_FACTS_TIME_READER_H
#define T2S_FACTS_TIME_READER_H

#include "facts/question.h"

/* A date, month, quarter... as it is said. */
typedef struct t2s_said_time {
    t2s_period at; /* where the year is known */
    bool has_year;
    int month, day; /* without a year: what is known; day 0: all of it */
    int months;     /* how many from `month` on */
    size_t words;   /* that it takes */
} t2s_said_time;

/* The byte between words i and i + 1 where there is just one, or 0. */
char t2s_time_gap(const t2s_question_facts *question, size_t i);
/* The number that word i says, "3rd" and "three" too, or -1. */
double t2s_time_number(const t2s_question_facts *question, size_t i);
/* The grain that word i names, in singular or plural: "day", "months". */
t2s_grain t2s_time_unit(const t2s_question_facts *question, size_t i);
/* "am" or "pm" at word i: the hours to add, or -1. */
int t2s_time_half_of_day(const t2s_question_facts *question, size_t i);
/* A time of day at word i: "8 am", "08:30", "midnight". How many words it
 * takes, or 0. `bare`: a number alone is an hour. */
size_t t2s_time_clock(t2s_period *out, const t2s_question_facts *question,
                      size_t i, bool bare);
/* A date at word i; false where there is none. */
bool t2s_time_said(t2s_said_time *out, const t2s_question_facts *question,
                   size_t i);
/* The number whose plural word i is, a multiple of ten from 20 on: "30s",
 * "nineties"; or 0. */
int t2s_time_tens(const t2s_question_facts *question, size_t i);
/* Words of a label that looks like a time and is none ("2023/24"), or 0. */
size_t t2s_time_label(const t2s_question_facts *question, size_t i);
/* Gives a time without a year that year; false where there is no such day. */
bool t2s_time_in_year(t2s_said_time *time, int64_t year);

/* Whether "today" at word i is the present, and no day: "who is the treasurer
 * today". */
bool t2s_time_is_present(const t2s_question_facts *question, size_t i);

/* "Placed today", "arriving today", "were there today", "today's orders": the
 * day, where "is alive today" and "are employed today" are any time now and "up
 * to today" is an end. */
bool t2s_time_is_day(const t2s_question_facts *question, size_t i);

/* Whether word i is a participle, by its form: "used", "sold". */
bool t2s_time_is_participle(const t2s_question_facts *question, size_t i);

#endif
