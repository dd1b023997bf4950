/* policy.h - the steps of a re-ranker, and the order that they change. */
#ifndef T2S_DECIDE_POLICY_H
#define T2S_DECIDE_POLICY_H

#include <stdbool.h>

#include "base/arena.h"
#include "decide/beam.h"
#include "t2sed/parts/reranker.h"

typedef enum t2s_policy {
    T2S_POLICY_SCORE,
    T2S_POLICY_DETECT,
    T2S_POLICY_MARGIN,
    T2S_POLICY_SUM,
    T2S_POLICY_SKETCH,
    T2S_POLICY_LINK,
    T2S_POLICY_VOTE,
    T2S_POLICY_RUNS,
    T2S_POLICY_DEFAULT
} t2s_policy;

typedef struct t2s_step {
    t2s_policy policy;
    double number; /* NaN where the policy has none */
} t2s_step;

#define T2S_MOST_STEPS 16

struct t2sed_reranker {
    t2s_step steps[T2S_MOST_STEPS];
    size_t count;
    t2sed_reranker_weights weights;
    t2s_beam_weights beam[T2S_BEAM_KINDS];
    char *text; /* of the steps */
};

/* A move, and the next one of its candidate. */
typedef struct t2s_move {
    t2sed_move move; /* its text is in the arena */
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

/* "rr"; static. */
const char *t2s_policy_name(t2s_policy policy);

/* Reads steps, and writes them with all their numbers, into a new reranker's
 * steps, count and text. Errors: T2SED_EINVAL, T2SED_ENOMEM. */
t2sed_status t2s_policy_parse(t2sed_reranker *out, const char *text,
                              t2sed_error *err);

/* Applies the re-ranker's steps to the order in ranking->candidates, and notes
 * every move. The signals were checked. Errors: T2SED_ENOMEM. */
t2sed_status t2s_steps_apply(t2sed_ranking *ranking,
                             const t2sed_reranker *reranker,
                             const t2sed_signals *signals, t2sed_error *err);

/* Sorts candidates by numbers[candidate], the highest first; equal ones keep
 * their order, and NaN comes last. False when memory is short or the call is
 * interrupted. */
bool t2s_order_sort(size_t *candidates, size_t count, const double *numbers);

/* Each candidate, from the first on, passes those before it whose number is
 * less by more than `margin` (0 or more), until one is not. NaN passes nothing,
 * and is passed by any number. False when memory is short, or
 * where it was interrupted. */
bool t2s_order_promote(size_t *candidates, size_t count, const double *numbers,
                       double margin);

#endif
