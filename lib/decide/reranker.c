/* reranker.c - a re-ranker, its weights, and the order that it makes. */
#include "t2sed/parts/reranker.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "decide/policy.h"
#include "model/model.h"

/* --- Weights --- */

static const struct {
    const char *name;
    size_t offset;
} weights_by_number[T2S_WEIGHTS] = {
    {"logit_mean", offsetof(t2sed_reranker_weights, logit_mean)},
    {"logit_max", offsetof(t2sed_reranker_weights, logit_max)},
    {"agreement", offsetof(t2sed_reranker_weights, agreement)},
    {"sources", offsetof(t2sed_reranker_weights, sources)},
    {"first", offsetof(t2sed_reranker_weights, first)},
    {"parser", offsetof(t2sed_reranker_weights, parser)},
    {"plan", offsetof(t2sed_reranker_weights, sketch)},
    {"link", offsetof(t2sed_reranker_weights, link)},
};

double *t2s_weight_at(t2sed_reranker_weights *weights, int which)
{
    return (double *)(void *)((char *)weights +
                              weights_by_number[which].offset);
}

void t2sed_reranker_weights_init(t2sed_reranker_weights *weights, size_t size)
{
    const t2sed_reranker_weights own = {.logit_mean = 1, .agreement = 1};
    t2s_sized_init(weights, size, &own, sizeof own);
}

t2sed_status t2sed_reranker_weights_of(t2sed_reranker_weights *weights,
                                       const t2sed_model *model,
                                       t2sed_error *err)
{
    t2sed_reranker_weights read;
    json_t *from = NULL;
    t2s_members in = {NULL, "config.json", err, T2SED_OK};
    if (!weights || !model)
        return t2s_fail_null(err, __func__, "weights and model");
    t2sed_reranker_weights_init(&read, sizeof read);
    in.object = json_object_get(model->config.json, "t2sed");
    t2s_member_object(&in, "reranker", false, &from);
    in.object = from;
    t2s_member_number(&in, "bias", false, -INFINITY, INFINITY, &read.bias);
    for (int i = 0; i < T2S_WEIGHTS; i++)
        t2s_member_number(&in, weights_by_number[i].name, false, -INFINITY,
                          INFINITY, t2s_weight_at(&read, i));
    return in.status == T2SED_OK
               ? t2s_sized_write(weights, &read, sizeof read,
                                 "t2sed_reranker_weights", err)
               : in.status;
}

static t2sed_status read_weights(t2sed_reranker_weights *to,
                                 const t2sed_reranker_weights *weights,
                                 t2sed_error *err)
{
    bool finite;
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_reranker_weights, to, weights, err);
    if (status != T2SED_OK)
        return status;
    finite = isfinite(to->bias);
    for (int i = 0; i < T2S_WEIGHTS; i++)
        finite = finite && isfinite(*t2s_weight_at(to, i));
    return finite ? T2SED_OK
                  : t2s_fail(err, T2SED_EINVAL, -1,
                             "re-ranker: a weight is no finite number");
}

/* --- Re-rankers --- */

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

t2sed_status t2sed_reranker_new(t2sed_reranker **out, const char *policy,
                                const t2sed_model *model, t2sed_error *err)
{
    t2sed_reranker_weights weights;
    t2s_beam_weights beam[T2S_BEAM_KINDS];
    t2sed_reranker *made = NULL;
    t2sed_status status;
    if (!out || !model)
        return t2s_fail_null(err, __func__, "out and model");
    t2sed_reranker_weights_init(&weights, sizeof weights);
    status = t2sed_reranker_weights_of(&weights, model, err);
    if (status == T2SED_OK)
        status = t2s_beam_weights_of(beam, model, err);
    if (status == T2SED_OK)
        status = t2sed_reranker_parse(&made, policy, &weights, err);
    if (status != T2SED_OK)
        return status;
    memcpy(made->beam, beam, sizeof beam);
    *out = made;
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

int t2sed_reranker_weighs_beams(const t2sed_reranker *reranker)
{
    for (int kind = 0; reranker && kind < T2S_BEAM_KINDS; kind++)
        if (reranker->beam[kind].known)
            return 1;
    return 0;
}

t2sed_status t2sed_reranker_probabilities(double *out,
                                          const t2sed_reranker *reranker,
                                          const t2sed_signals *given,
                                          t2sed_error *err)
{
    t2sed_signals signals;
    t2sed_status status;
    if (!out || !reranker || !given)
        return t2s_fail_null(err, __func__, "out, reranker and signals");
    status = t2s_signals_read(&signals, given, err);
    return status == T2SED_OK
               ? t2s_beam_probabilities(
                     out, t2s_beam_weights_for(reranker->beam, &signals),
                     &signals, err)
               : status;
}

/* --- Rankings --- */

/* The parser's order; NULL when memory is short. */
static t2sed_ranking *new_ranking(size_t count)
{
    t2sed_ranking *ranking = t2s_zalloc(sizeof *ranking);
    if (!ranking)
        return NULL;
    ranking->count = count;
    ranking->candidates = t2s_alloc_array(count, sizeof(size_t));
    ranking->ranks = t2s_alloc_array(count, sizeof(size_t));
    if (!ranking->candidates || !ranking->ranks) {
        t2sed_ranking_free(ranking);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        ranking->candidates[i] = ranking->ranks[i] = i;
    return ranking;
}

void t2sed_ranking_free(t2sed_ranking *ranking)
{
    if (!ranking)
        return;
    t2s_free(ranking->candidates);
    t2s_free(ranking->ranks);
    t2s_free(ranking->moves);
    t2s_free(ranking->confidences);
    t2s_arena_free(&ranking->arena);
    t2s_free(ranking);
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
    ranking = new_ranking(signals.count);
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

size_t t2sed_ranking_count(const t2sed_ranking *ranking)
{
    return ranking ? ranking->count : 0;
}

size_t t2sed_ranking_candidate(const t2sed_ranking *ranking, size_t rank)
{
    return ranking && rank < ranking->count ? ranking->candidates[rank]
                                            : (size_t)-1;
}

/* The first move of candidate i, or NULL. */
static const t2s_move *moves_of(const t2sed_ranking *ranking, size_t i)
{
    return ranking->moves && i < ranking->count ? ranking->moves[i] : NULL;
}

size_t t2sed_ranking_move_count(const t2sed_ranking *ranking, size_t i)
{
    size_t count = 0;
    for (const t2s_move *m = ranking ? moves_of(ranking, i) : NULL; m;
         m = m->next)
        count++;
    return count;
}

t2sed_status t2sed_ranking_move_get(const t2sed_ranking *ranking, size_t i,
                                    size_t k, t2sed_move *out, t2sed_error *err)
{
    const t2s_move *m;
    if (!out || !ranking)
        return t2s_fail_null(err, __func__, "out and ranking");
    for (m = moves_of(ranking, i); m && k > 0; m = m->next)
        k--;
    if (!m)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: candidate %zu has no such move", i);
    return t2s_sized_write(out, &m->move, sizeof m->move, "t2sed_move", err);
}

const char *t2sed_ranking_kept(const t2sed_ranking *ranking)
{
    return ranking ? ranking->kept : NULL;
}

double t2sed_ranking_confidence(const t2sed_ranking *ranking, size_t i)
{
    return ranking && ranking->confidences && i < ranking->count
               ? ranking->confidences[i]
               : (double)NAN;
}
