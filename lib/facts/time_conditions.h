/*
 * time_conditions.h - what a query says of time: windows of columns, parts of
 * times such as weekdays, distances, what it groups by, however it is written.
 */
#ifndef T2S_FACTS_TIME_CONDITIONS_H
#define T2S_FACTS_TIME_CONDITIONS_H

#include "facts/time_terms.h"

/* What rows of a SELECT must meet together: a window of one column. */
typedef struct t2s_time_window {
    t2s_period window; /* an end may be open; what the rows meet */
    int32_t column;    /* of the schema, or T2S_NO_ITEM */
    bool is_negated;   /* NOT BETWEEN */
    bool is_relative;  /* an end comes from 'now' */
    /* A day that is the last, compared with <= or =, against times of day, of
     * which all but midnight are lost: surely (by the values, or the function
     * that made them), or perhaps. */
    bool loses_end, may_lose_end;
    bool is_unordered;    /* < or > of texts in whose layout the year is last */
    bool is_other_layout; /* compared with a text of another layout */
    t2s_period values;    /* of the column, where they are all known */
    t2sed_span place;     /* in the query: of the comparisons */
} t2s_time_window;

/* A part of a column's time: of weekday, hour..., which it may be. */
typedef struct t2s_time_set {
    t2s_time_part part;
    uint64_t mask;
    int32_t column;
    bool is_alone;       /* no condition gives the year with it */
    bool is_iso_weekday; /* Sunday is 7 */
    t2sed_span place;
} t2s_time_set;

/* A distance compared with a number. */
typedef struct t2s_time_span {
    double seconds, unit;
    bool is_modifier; /* of a date function: '+7 days' */
    t2sed_span place;
} t2s_time_span;

/* What a SELECT groups by: a grain, or a part of the time (is_cycle). */
typedef struct t2s_time_group {
    t2s_grain grain;
    bool is_cycle;
    t2s_time_part part;
    t2sed_span place;
} t2s_time_group;

/* Of one query: those behind are passed over. */
#define T2S_MOST_TIME_CONDITIONS 64

/* All zeros is an empty one. */
typedef struct t2s_time_conditions {
    t2s_time_window windows[T2S_MOST_TIME_CONDITIONS];
    size_t window_count;
    t2s_time_set sets[T2S_MOST_TIME_CONDITIONS];
    size_t set_count;
    t2s_time_span spans[T2S_MOST_TIME_CONDITIONS];
    size_t span_count;
    t2s_time_group groups[T2S_MOST_TIME_CONDITIONS];
    size_t group_count;
    /* Seconds of 1 of the distances that the query selects. */
    double selected_units[T2S_MOST_TIME_CONDITIONS];
    size_t selected_count;
    /* Times that it spells outside of the comparisons of windows. */
    t2s_period literals[T2S_MOST_TIME_CONDITIONS];
    size_t literal_count;
    /* The values of the columns of times of its tables, where all are known. */
    t2s_period ranges[T2S_MOST_TIME_CONDITIONS];
    size_t range_count;
    bool is_recursive; /* WITH RECURSIVE, which counts days or months up */
    bool uses_now;
    bool subtracts_compact; /* 20240301 - 20240228 taken for days */
    bool cuts_fields;       /* substr that takes part of a field */
    bool compares_text;     /* strftime('%Y', x) = 2023, a text, is false */
    t2sed_span compact_at, cut_at;
} t2s_time_conditions;

/*
 * Reads them; t2s_free ends what is given. NULL when memory is short. `schema`
 * and `values` may be NULL; `now` is what 'now' stands for. Work is limited: of
 * a query that has very many comparisons the first are read.
 */
t2s_time_conditions *t2s_time_conditions_new(const t2s_query *query,
                                             const t2sed_schema *schema,
                                             const t2s_value_index *values,
                                             int64_t now);

#endif
