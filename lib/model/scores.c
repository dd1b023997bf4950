#include "model/scores.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

t2sed_scores *t2s_scores_new(size_t count, size_t clauses)
{
    t2sed_scores *scores = t2s_zalloc(sizeof *scores);
    if (!scores)
        return NULL;
    scores->at = t2s_zalloc_array(count, sizeof *scores->at);
    if (clauses > 0 && count <= SIZE_MAX / clauses)
        scores->clauses = t2s_zalloc_array(count * clauses, sizeof(float));
    if (!scores->at || (clauses > 0 && !scores->clauses)) {
        t2sed_scores_free(scores);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        scores->at[i].logit = scores->at[i].probability = NAN;
    scores->count = count;
    scores->clause_count = clauses;
    return scores;
}

void t2sed_scores_free(t2sed_scores *scores)
{
    if (!scores)
        return;
    t2s_free(scores->at);
    t2s_free(scores->clauses);
    t2s_arena_free(&scores->errors);
    t2s_free(scores);
}

size_t t2sed_scores_count(const t2sed_scores *scores)
{
    return scores ? scores->count : 0;
}

t2sed_status t2sed_scores_status(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? scores->at[i].status : T2SED_EINVAL;
}

double t2sed_scores_probability(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? scores->at[i].probability
                                       : (double)NAN;
}

double t2sed_scores_logit(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? scores->at[i].logit : (double)NAN;
}

const t2sed_error *t2sed_scores_error(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? scores->at[i].error : NULL;
}

size_t t2sed_scores_cut(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? (size_t)scores->at[i].cut : 0;
}

t2sed_status t2sed_scores_clauses(const t2sed_scores *scores, size_t i,
                                  float *out, size_t count, t2sed_error *err)
{
    if (!scores || !out)
        return t2s_fail_null(err, __func__, "scores and out");
    if (i >= scores->count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scores: there is no candidate %zu", i);
    if (scores->clause_count == 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "the model says nothing of clauses");
    if (count != scores->clause_count)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "room for %zu clause logits, the model gives %zu",
                        count, scores->clause_count);
    if (scores->at[i].status != T2SED_OK) {
        if (err && scores->at[i].error)
            *err = *scores->at[i].error;
        return scores->at[i].status;
    }
    memcpy(out, scores->clauses + i * count, count * sizeof *out);
    return T2SED_OK;
}
