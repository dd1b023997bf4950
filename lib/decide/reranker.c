#include "t2sed/reranker.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "decide/policy.h"

static t2sed_status read_weights(t2sed_reranker_weights *to,
                                 const t2sed_reranker_weights *weights,
                                 t2sed_error *err)
{
    bool finite;
    t2sed_status status;
    t2sed_reranker_weights_init(to, sizeof *to);
    status =
        t2s_sized_read(to, sizeof *to, weights, "t2sed_reranker_weights", err);
    if (status != T2SED_OK)
        return status;
    finite = isfinite(to->bias);
    for (int i = 0; i < T2S_WEIGHTS; i++)
        finite = finite && isfinite(*t2s_weight_at(to, i));
    return finite ? T2SED_OK
                  : t2s_fail(err, T2SED_EINVAL, -1,
                             "re-ranker: a weight is no finite number");
}

t2sed_status t2sed_reranker_parse(t2sed_reranker **out, const char *policy,
                                  const t2sed_reranker_weights *weights,
                                  t2sed_error *err)
{
    t2sed_reranker *reranker;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    reranker = t2s_zalloc(sizeof *reranker);
    if (!reranker)
        return t2s_fail_memory(err);
    status = read_weights(&reranker->weights, weights, err);
    if (status == T2SED_OK)
        status = t2s_policy_parse(reranker, policy ? policy : "default", err);
    if (status != T2SED_OK) {
        t2sed_reranker_free(reranker);
        return status;
    }
    *out = reranker;
    return T2SED_OK;
}

void t2sed_reranker_free(t2sed_reranker *reranker)
{
    if (!reranker)
        return;
    t2s_free(reranker->text);
    t2s_free(reranker);
}

const char *t2sed_reranker_policy(const t2sed_reranker *reranker)
{
    return reranker ? reranker->text : NULL;
}

/* What "default" reads: signals of weight 0 change nothing. */
static unsigned needs_of(const t2sed_reranker_weights *weights)
{
    return T2SED_SIGNAL_WEIGHTS | T2SED_SIGNAL_AGREEMENT |
           (weights->sketch != 0 ? T2SED_SIGNAL_SKETCH : 0) |
           (weights->link != 0 ? T2SED_SIGNAL_LINK : 0);
}

unsigned t2sed_reranker_needs(const t2sed_reranker *reranker)
{
    unsigned needs = 0;
    for (size_t i = 0; reranker && i < reranker->count; i++)
        switch (reranker->steps[i].policy) {
        case T2S_POLICY_VOTE:
        case T2S_POLICY_RUNS:
            needs |= T2SED_SIGNAL_AGREEMENT;
            break;
        case T2S_POLICY_SKETCH:
            needs |= T2SED_SIGNAL_SKETCH;
            break;
        case T2S_POLICY_LINK:
            needs |= T2SED_SIGNAL_LINK;
            break;
        case T2S_POLICY_DEFAULT:
            needs |= needs_of(&reranker->weights);
            break;
        default:
            break;
        }
    return needs;
}

t2sed_status t2sed_reranker_apply(t2sed_ranking **out,
                                  const t2sed_reranker *reranker,
                                  const t2sed_signals *given, t2sed_error *err)
{
    t2sed_signals signals;
    t2sed_ranking *ranking;
    t2sed_status status;
    if (!out || !reranker || !given)
        return t2s_fail_null(err, __func__, "out, reranker and signals");
    status = t2s_signals_read(&signals, given, err);
    if (status != T2SED_OK)
        return status;
    ranking = t2s_ranking_new(signals.count);
    if (!ranking)
        return t2s_fail_memory(err);
    if (signals.count)
        status = t2s_steps_apply(ranking, reranker, &signals, err);
    if (status != T2SED_OK) {
        t2sed_ranking_free(ranking);
        return status;
    }
    *out = ranking;
    return T2SED_OK;
}
