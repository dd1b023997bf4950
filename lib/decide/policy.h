/* policy.h - the steps of a re-ranker. */
#ifndef T2S_DECIDE_POLICY_H
#define T2S_DECIDE_POLICY_H

#include <stdbool.h>

#include "base/string.h"
#include "t2sed/reranker.h"

struct t2sed_reranker {
    double only_below; /* the first stays if it is more probable; else 1 */
    t2sed_policy_step steps[T2SED_MAX_POLICY_STEPS]; /* no NaN */
    size_t count;
    t2sed_reranker_weights weights;
    char *text; /* of the steps */
};

/* The policy's default number; NaN where it has none. */
double t2s_policy_default(int policy);

/* Puts defaults in place of NaN. T2SED_EINVAL where a policy or a number is
 * out of range. */
t2sed_status t2s_policy_settle(t2sed_policy_step *step, t2sed_error *err);

/* The short text form of steps. */
void t2s_policy_write(t2s_string *out, const t2sed_policy_step *steps,
                      size_t count);

#endif
