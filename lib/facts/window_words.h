/*
 * window_words.h - what a question asks of the order of rows: the one before or
 * behind, a running total, the end of a scale ("oldest", "cheapest"), ties, and
 * for each of what.
 */
#ifndef T2S_FACTS_WINDOW_WORDS_H
#define T2S_FACTS_WINDOW_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t2s_question_facts;

/* What a superlative orders. */
typedef enum t2s_scale {
    T2S_SCALE_TIME,   /* latest, first */
    T2S_SCALE_AGE,    /* oldest: an early date, or a high age */
    T2S_SCALE_SIZE,   /* most, cheapest */
    T2S_SCALE_LENGTH, /* longest */
    T2S_SCALE_SPEED,  /* fastest: a short time, or a high speed */
    T2S_SCALE_WORTH   /* best: a high value, or a low place */
} t2s_scale;

typedef struct t2s_asked_end {
    t2s_scale scale;
    bool is_upper; /* late, old, much, long, fast, good */
    bool is_order; /* oldest first */
    int32_t word;
} t2s_asked_end;

/* Of one question: those behind are passed over. */
#define T2S_MOST_ASKED_SCALES 12
#define T2S_MOST_EACH         4

typedef struct t2s_window_words {
    t2s_asked_end ends[T2S_MOST_ASKED_SCALES];
    size_t end_count;
    size_t previous, next; /* words for the row before, and the one behind */
    size_t running;
    bool is_moving;
    double moving; /* rows of a moving window, or 0 */
    size_t changes;
    bool keeps_ties, breaks_ties;
    bool first_is_empty; /* nothing lies before the first row */
    bool has_earlier;    /* rows before the first count, too */
    bool low_is_good;    /* lower is better */
    size_t each;
    bool each_end;                     /* the end of each is asked for */
    int32_t each_words[T2S_MOST_EACH]; /* behind "each", "per" */
} t2s_window_words;

/* Reads a question whose words, numbers and times are read. */
void t2s_window_words_read(t2s_window_words *out,
                           const struct t2s_question_facts *question);

#endif
