/* sketch_calibrate.c - probabilities and decisions from held-out logits. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lab/train/logistic.h"
#include "lab/train/sketch_trainer.h"

typedef struct scored {
    double logit;
    double weight;
    bool has;
} scored;

static int compare(const void *a, const void *b)
{
    double x = ((const scored *)a)->logit, y = ((const scored *)b)->logit;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* What a head is told by before examples are seen: as good as so many. */
#define PRIOR 10.0

static t2s_logistic_row row_of(const void *data, size_t i)
{
    const scored *of = (const scored *)data + i;
    return (t2s_logistic_row){{of->logit, 1}, of->has, of->weight};
}

/* Slope and shift by maximum likelihood (Platt 1999). */
static void fit_slope(float *slope, float *shift, const scored *list,
                      size_t count)
{
    const t2s_logistic problem = {.unknowns = 2,
                                  .count = count,
                                  .row = row_of,
                                  .data = list,
                                  .penalty = PRIOR,
                                  .tolerance = 1e-9};
    double line[] = {1, 0};
    t2s_logistic_fit(line, &problem);
    *slope = (float)line[0];
    *shift = (float)line[1];
}

/*
 * The threshold of the best F1 to be expected: half of that F1 (Lipton, Elkan
 * and Narayanaswamy 2014), by the probabilities alone. With few examples that
 * is steadier than the best by what they have.
 */
static double best_threshold(scored *list, size_t count, double slope,
                             double shift)
{
    double all = 0, found = 0, taken = 0, best = 0;
    qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++) {
        double p = 1 / (1 + exp(-(slope * list[i].logit + shift)));
        all += list[i].weight * p;
    }
    for (size_t i = 0; i < count; i++) {
        double p = 1 / (1 + exp(-(slope * list[i].logit + shift)));
        found += list[i].weight * p;
        taken += list[i].weight;
        if (2 * found > best * (all + taken))
            best = 2 * found / (all + taken);
    }
    return best > 0 ? best / 2 : 0.5;
}

/* The examples whose head h is known, but for those of `fold`; of those alone
 * where `alone` is set. Returns how many. */
static size_t collect(scored *list, const t2sed_sketch_trainer *trainer,
                      const float *logits, int fold, size_t h, bool alone)
{
    size_t known = 0;
    for (size_t i = 0; i < trainer->examples.count; i++) {
        const sketch_example *example = &trainer->examples.at[i];
        if (isnan(example->heads[h]) || example->fold == fold ||
            (alone && !example->is_alone))
            continue;
        list[known].logit = (double)logits[i * T2S_SKETCH_STRIDE + h];
        list[known].weight = (double)example->weight;
        list[known++].has = example->heads[h] > 0;
    }
    return known;
}

bool t2s_sketch_calibrate(t2sed_sketcher *sketcher,
                          const t2sed_sketch_trainer *trainer,
                          const float *logits, int fold)
{
    scored *list = t2s_alloc_array(trainer->examples.count, sizeof *list);
    if (!list)
        return false;
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
        size_t count = collect(list, trainer, logits, fold, h, false);
        fit_slope(&sketcher->slope[h], &sketcher->shift[h], list, count);
        count = collect(list, trainer, logits, fold, h, true);
        sketcher->threshold[h] =
            best_threshold(list, count, (double)sketcher->slope[h],
                           (double)sketcher->shift[h]);
    }
    t2s_free(list);
    return true;
}
