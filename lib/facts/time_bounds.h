/* time_bounds.h - single comparisons of times; time_conditions.c makes windows
 * of those that go together. */
#ifndef T2S_FACTS_TIME_BOUNDS_H
#define T2S_FACTS_TIME_BOUNDS_H

#include "facts/time_conditions.h"

/* Comparisons of one query that are read. */
#define T2S_MOST_COMPARISONS 256

/* One comparison of a column with a time, or of a part of it with numbers. */
typedef struct t2s_time_bound {
    int32_t group; /* equal for what rows must meet together */
    int32_t node;
    t2s_time_term slot;
    t2s_time_window window;
    uint64_t mask; /* of a part */
} t2s_time_bound;

typedef struct t2s_bound_reader {
    t2s_term_reader terms;
    t2s_time_conditions *out;
    const t2s_tree *tree;
    t2s_time_bound bounds[T2S_MOST_COMPARISONS];
    size_t count;
    size_t compared, climbed;
} t2s_bound_reader;

/* The bytes of a node. */
t2sed_span t2s_time_place(const t2s_bound_reader *reader, int32_t node);
/* Adds what an expr compares, if it does, to the bounds and spans. */
void t2s_time_compare(t2s_bound_reader *reader, int32_t node);
void t2s_time_add_span(t2s_bound_reader *reader, int32_t node, double seconds,
                       double unit, bool is_modifier);
/* Notes what is wrong with a term by itself. */
void t2s_time_note(t2s_bound_reader *reader, int32_t node,
                   const t2s_time_term *term);

#endif
