#include "model/scores.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"

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

t2sed_status t2sed_scores_get(const t2sed_scores *scores, size_t i,
                              t2sed_score *out, t2sed_error *err)
{
    const t2s_score *at;
    t2sed_score made;
    if (!out || !scores)
        return t2s_fail_null(err, __func__, "out and scores");
    if (i >= scores->count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scores: there is no candidate %zu, expected 0 to "
                        "below %zu",
                        i, scores->count);
    at = &scores->at[i];
    made = (t2sed_score){.status = at->status,
                         .probability = at->probability,
                         .logit = at->logit,
                         .error = at->error,
                         .cut = (size_t)at->cut};
    return t2s_sized_write(out, &made, sizeof made, "t2sed_score", err);
}

double t2sed_scores_probability(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? scores->at[i].probability
                                       : (double)NAN;
}
