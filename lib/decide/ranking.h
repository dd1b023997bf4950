/* ranking.h - an order of candidates, and how it came about. */
#ifndef T2S_DECIDE_RANKING_H
#define T2S_DECIDE_RANKING_H

#include <stdbool.h>

#include "base/arena.h"
#include "t2sed/reranker.h"

/* Moves of all candidates, chained by candidate. */
typedef struct t2s_move {
    size_t step, from, to;
    const char *policy; /* static */
    const char *text;   /* in the arena */
    struct t2s_move *next;
} t2s_move;

struct t2sed_ranking {
    size_t count;
    size_t *candidates;  /* [count] by rank */
    size_t *ranks;       /* [count] by candidate; room for the steps */
    t2s_move **moves;    /* [count] the first of each; NULL: none noted */
    double *confidences; /* [count]; NULL: none */
    const char *kept;    /* or NULL */
    t2s_arena arena;     /* of moves and texts */
};

/* The parser's order; NULL when memory is short. */
t2sed_ranking *t2s_ranking_new(size_t count);

/* Notes a move behind the others of its candidate; false when memory is
 * short. */
bool t2s_ranking_note(t2sed_ranking *ranking, size_t candidate,
                      const t2s_move *move);

#endif
