/* steps.h - what policies do to an order. */
#ifndef T2S_DECIDE_STEPS_H
#define T2S_DECIDE_STEPS_H

#include "decide/policy.h"
#include "decide/ranking.h"

/* Applies the re-ranker's steps to the order in ranking->candidates, and notes
 * every move. The signals were checked. Errors: T2SED_ENOMEM. */
t2sed_status t2s_steps_apply(t2sed_ranking *ranking,
                             const t2sed_reranker *reranker,
                             const t2sed_signals *signals, t2sed_error *err);

#endif
