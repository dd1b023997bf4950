/*
 * bound_words.h - comparisons with a number that a question asks for ("more
 * than 5", "30 or fewer", "between 3 and 8"), how many rows of an end ("top 3")
 * and which place ("second highest").
 */
#ifndef T2S_FACTS_BOUND_WORDS_H
#define T2S_FACTS_BOUND_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t2s_question_facts;

typedef struct t2s_asked_bound {
    double number;
    double in_days; /* of "2 weeks" 14; else the number */
    bool is_lower;  /* more than, at least */
    bool is_inclusive;
    bool is_either; /* the other direction, too: "more or less than 5" */
    bool is_unsure; /* a negation may turn it: "not paid within 14 days" */
    int32_t word;   /* of the number */
    double times;   /* "100 thousand": 1000; else 1 */
} t2s_asked_bound;

/* Of one question: those behind are passed over. */
#define T2S_MOST_ASKED_BOUNDS 16
#define T2S_MOST_ASKED_ENDS   8

/* Times are none of it: time_words.h has them. */
typedef struct t2s_bound_words {
    t2s_asked_bound bounds[T2S_MOST_ASKED_BOUNDS];
    size_t count;
    double rows[T2S_MOST_ASKED_ENDS]; /* top 3, the two longest */
    size_t row_count;
    double places[T2S_MOST_ASKED_ENDS]; /* second best */
    size_t place_count;
    /* Comparisons without a number: paid after it was due. */
    size_t strict, inclusive;
    size_t implied; /* late, fell: strict by themselves */
    /* The first word behind the first of them, and the last before it. */
    int32_t behind, before;
    bool is_lower;   /* the first of them */
    bool is_negated; /* "did not exceed": the equal ones, too */
} t2s_bound_words;

/* Reads a question whose words, numbers and times are read. */
void t2s_bound_words_read(t2s_bound_words *out,
                          const struct t2s_question_facts *question);

/* Whether a word lies in a window of time that the question asks for. */
bool t2s_is_in_time(const struct t2s_question_facts *question, int32_t word);

/* Whether a sentence or a part of one ends between two words. */
bool t2s_is_parted(const struct t2s_question_facts *question, int32_t a,
                   int32_t b);

#endif
