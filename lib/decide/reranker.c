#include "t2sed/reranker.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "decide/order.h"
#include "decide/policy.h"
#include "decide/ranking.h"
#include "decide/steps.h"

void t2sed_reranker_options_init(t2sed_reranker_options *options)
{
    if (!options)
        return;
    *options = (t2sed_reranker_options)T2SED_RERANKER_OPTIONS_INIT;
}

static t2sed_status read_weights(t2sed_reranker_weights *to,
                                 const t2sed_reranker_weights *weights,
                                 t2sed_error *err)
{
    bool finite;
    t2sed_status status;
    t2sed_reranker_weights_init(to);
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

t2sed_status t2sed_reranker_open_steps(t2sed_reranker **out,
                                       const t2sed_policy_step *steps,
                                       size_t count,
                                       const t2sed_reranker_weights *weights,
                                       t2sed_error *err)
{
    t2sed_reranker *reranker;
    t2sed_reranker_weights use;
    t2s_string text = {0};
    t2sed_status status;
    if (!out || !steps)
        return t2s_fail_null(err, __func__, "out and steps");
    if (count < 1 || count > T2SED_MAX_POLICY_STEPS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: there are %zu steps, expected 1 to %d",
                        count, T2SED_MAX_POLICY_STEPS);
    status = read_weights(&use, weights, err);
    if (status != T2SED_OK)
        return status;
    reranker = t2s_zalloc(sizeof *reranker);
    if (!reranker)
        return t2s_fail_memory(err);
    reranker->only_below = 1;
    reranker->count = count;
    reranker->weights = use;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        reranker->steps[i] = steps[i];
        status = t2s_policy_settle(&reranker->steps[i], err);
    }
    if (status == T2SED_OK) {
        t2s_policy_write(&text, reranker->steps, count);
        reranker->text = t2s_string_take(&text, NULL);
        if (!reranker->text)
            status = t2s_fail_memory(err);
    }
    if (status != T2SED_OK) {
        t2sed_reranker_free(reranker);
        return status;
    }
    *out = reranker;
    return T2SED_OK;
}

t2sed_status t2sed_reranker_open_policy(t2sed_reranker **out,
                                        const char *policy,
                                        const t2sed_reranker_weights *weights,
                                        t2sed_error *err)
{
    t2sed_policy_step steps[T2SED_MAX_POLICY_STEPS];
    size_t count;
    t2sed_status status;
    if (!out || !policy)
        return t2s_fail_null(err, __func__, "out and policy");
    status = t2sed_policy_parse(steps, &count, policy, err);
    return status == T2SED_OK
               ? t2sed_reranker_open_steps(out, steps, count, weights, err)
               : status;
}

t2sed_status t2sed_reranker_open(t2sed_reranker **out,
                                 const t2sed_reranker_options *given,
                                 t2sed_error *err)
{
    t2sed_reranker_options options = T2SED_RERANKER_OPTIONS_INIT;
    static const t2sed_policy_step by_score = {T2SED_POLICY_SCORE, (double)NAN};
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_reranker_options", err);
    if (status != T2SED_OK)
        return status;
    if (!(options.only_below >= 0 && options.only_below <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: only_below is %g, expected 0 to 1",
                        options.only_below);
    status = t2sed_reranker_open_steps(out, &by_score, 1, NULL, err);
    if (status == T2SED_OK)
        (*out)->only_below = options.only_below;
    return status;
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

t2sed_status t2sed_reranker_apply(t2sed_ranking **out,
                                  const t2sed_reranker *reranker,
                                  const t2sed_signals *given, t2sed_error *err)
{
    t2sed_signals signals;
    t2sed_ranking *ranking;
    t2sed_status status;
    const double *p;
    if (!out || !reranker || !given)
        return t2s_fail_null(err, __func__, "out, reranker and signals");
    status = t2s_signals_read(&signals, given, err);
    if (status != T2SED_OK)
        return status;
    ranking = t2s_ranking_new(signals.count);
    if (!ranking)
        return t2s_fail_memory(err);
    p = signals.probability;
    /* A first candidate that is sure enough keeps its place; NaN never is. */
    if (signals.count && !(p && p[0] > reranker->only_below))
        status = t2s_steps_apply(ranking, reranker, &signals, err);
    if (status != T2SED_OK) {
        t2sed_ranking_free(ranking);
        return status;
    }
    t2s_ranking_settle(ranking);
    *out = ranking;
    return T2SED_OK;
}

t2sed_status t2sed_reranker_order(t2sed_ranking **out,
                                  const t2sed_reranker *reranker,
                                  const double *probabilities, size_t count,
                                  t2sed_error *err)
{
    t2sed_signals signals;
    if (!out || !reranker || (!probabilities && count > 0))
        return t2s_fail_null(err, __func__, "out, reranker and probabilities");
    t2sed_signals_init(&signals);
    signals.count = count;
    signals.probability = probabilities;
    return t2sed_reranker_apply(out, reranker, &signals, err);
}

t2sed_status t2sed_reranker_rank(t2sed_ranking **out,
                                 const t2sed_reranker *reranker,
                                 const t2sed_scores *scores, t2sed_error *err)
{
    t2sed_status status;
    double *probabilities;
    size_t count;
    if (!out || !reranker || !scores)
        return t2s_fail_null(err, __func__, "out, reranker and scores");
    count = t2sed_scores_count(scores);
    probabilities = t2s_alloc_array(count, sizeof *probabilities);
    if (!probabilities)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        probabilities[i] = t2sed_scores_probability(scores, i);
    status = t2sed_reranker_order(out, reranker, probabilities, count, err);
    t2s_free(probabilities);
    return status;
}
