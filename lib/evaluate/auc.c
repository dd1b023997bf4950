#include "evaluate/auc.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

typedef struct scored {
    float score, label, weight;
} scored;

static int by_score(const void *a, const void *b)
{
    float x = ((const scored *)a)->score, y = ((const scored *)b)->score;
    return (x > y) - (x < y);
}

t2sed_status t2s_auc(double *out, const float *scores, const float *labels,
                     const float *weights, size_t count, t2sed_error *err)
{
    double right = 0, wrong = 0, above = 0;
    scored *items = t2s_alloc_array(count, sizeof *items);
    if (!items)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        items[i].score = scores[i];
        items[i].label = labels[i];
        items[i].weight = weights ? weights[i] : 1;
        if (isnan(scores[i])) {
            t2s_free(items);
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "AUC: score %zu is not a number", i);
        }
    }
    qsort(items, count, sizeof *items, by_score);
    /* Walk up the scores a tie at a time: every right item of the tie is above
     * all wrong ones below it and ties with those in it. */
    for (size_t i = 0; i < count;) {
        double tie_right = 0, tie_wrong = 0;
        size_t j = i;
        for (; j < count && items[j].score == items[i].score; j++) {
            if (items[j].label >= 0.5f)
                tie_right += items[j].weight;
            else
                tie_wrong += items[j].weight;
        }
        above += tie_right * (wrong + tie_wrong / 2);
        right += tie_right;
        wrong += tie_wrong;
        i = j;
    }
    t2s_free(items);
    *out = right > 0 && wrong > 0 ? above / (right * wrong) : NAN;
    return T2SED_OK;
}
