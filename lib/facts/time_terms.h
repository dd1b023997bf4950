/*
 * time_terms.h - what an expression of a query is as a time: a time of a
 * column, whole or cut short, a part of it such as its month, a time that is
 * spelled, or the distance of two. time_conditions.c makes conditions of them.
 */
#ifndef T2S_FACTS_TIME_TERMS_H
#define T2S_FACTS_TIME_TERMS_H

#include "base/calendar.h"
#include "database/value_index.h"
#include "facts/query.h"

typedef enum t2s_term_kind {
    T2S_TERM_OTHER,
    T2S_TERM_NUMBER, /* `number` */
    T2S_TERM_TEXT,   /* `text`: what no function read as a time yet */
    T2S_TERM_TIME,   /* a time that is spelled: `at` */
    T2S_TERM_COLUMN, /* a column's time: `grain` says how fine */
    T2S_TERM_PART,   /* its month, hour... */
    T2S_TERM_SPAN    /* the distance of two times, in `unit` seconds */
} t2s_term_kind;

typedef enum t2s_time_part {
    T2S_PART_MONTH,
    T2S_PART_DAY,
    T2S_PART_HOUR,
    T2S_PART_MINUTE,
    T2S_PART_SECOND,
    T2S_PART_WEEKDAY, /* Sunday 0 */
    T2S_PART_QUARTER,
    T2S_PART_WEEK,
    T2S_PART_DAY_OF_YEAR,
    T2S_PART_CLOCK /* the time of day, as text */
} t2s_time_part;

typedef struct t2s_time_term {
    t2s_term_kind kind;
    int64_t key;    /* of a column: equal for what is the same one */
    int32_t column; /* of the schema, or T2S_NO_ITEM */
    bool is_raw;    /* as it is stored: no function changed it */
    /* How it is written, and how fine; of a raw column as its values say. NONE:
     * not known. */
    t2s_time_layout layout;
    t2s_grain grain;
    /* Of a number that is a time or a span, seconds of 1; 0: it is text, or not
     * known. */
    double unit;
    double divisor; /* of a raw column: what it is divided by */
    int64_t shift;  /* seconds added to a column, last where it is cut */
    int32_t months; /* the same */
    /* Cut to where its grain begins, but written finer: 2024-03-01 for a
     * month. What was added to the column before. */
    bool is_begin;
    int64_t shift_before;
    int32_t months_before;
    t2s_time_part part;
    double plus;         /* added to a part */
    bool is_iso_weekday; /* Monday 1 to Sunday 7, as %u has it */
    t2s_period at;
    /* Of a span: that of a column from `at` (1), or of `at` from it (-1). */
    int anchored;
    bool is_now;     /* from 'now' */
    bool is_compact; /* a span of times such as 20240131: not one of days */
    bool is_cut;     /* substr took part of a field */
    bool is_text;    /* what a function made, and no CAST */
    bool is_dashed;  /* the last piece of || was a mark such as '-' */
    double number;
    t2s_sql_word text;
} t2s_time_term;

/* What reads them. */
typedef struct t2s_term_reader {
    const t2s_query *query;
    const t2sed_schema *schema;    /* or NULL */
    const t2s_value_index *values; /* or NULL */
    int64_t now;
    size_t work; /* expressions left to be read */
} t2s_term_reader;

t2s_time_term t2s_time_term_read(t2s_term_reader *reader, int32_t expr);

/* A month with its year behind: "05.2026", "5/2026". */
bool t2s_time_month_first(t2s_period *out, const char *text, size_t n);

/* The time that a text or a number is, beside a column of a layout; false where
 * it is none. */
bool t2s_time_term_literal(t2s_period *out, t2s_time_layout *layout,
                           const t2s_time_term *literal,
                           const t2s_time_term *beside);

#endif
