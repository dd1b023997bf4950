#include "model/scores.h"

#include <math.h>

#include "base/memory.h"

t2sed_scores *t2s_scores_new(size_t count)
{
    t2sed_scores *scores = t2s_zalloc(sizeof *scores);
    if (!scores)
        return NULL;
    scores->at = t2s_zalloc_array(count, sizeof *scores->at);
    if (!scores->at) {
        t2sed_scores_free(scores);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        scores->at[i].logit = scores->at[i].probability = NAN;
    scores->count = count;
    return scores;
}

void t2sed_scores_free(t2sed_scores *scores)
{
    if (!scores)
        return;
    t2s_free(scores->at);
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
