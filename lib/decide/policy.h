/* policy.h - the steps of a re-ranker. */
#ifndef T2S_DECIDE_POLICY_H
#define T2S_DECIDE_POLICY_H

#include "decide/ranking.h"
#include "t2sed/reranker.h"

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
    char *text; /* of the steps */
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

#endif
