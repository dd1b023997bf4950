/* sketcher_calibrate.c - probabilities and decisions from held-out logits. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lab/train/sketcher.h"

enum { STEPS = 50 };

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

/* log(1 + e^x) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* The weighted loss of a line, and the prior's, which pulls towards slope 1 and
 * shift 0. */
static double loss_of(const scored *list, size_t count, double a, double b)
{
    double sum = PRIOR / 2 * ((a - 1) * (a - 1) + b * b);
    for (size_t i = 0; i < count; i++) {
        double x = a * list[i].logit + b;
        sum += list[i].weight * (softplus(x) - list[i].has * x);
    }
    return sum;
}

/* Newton's step from (a, b). */
static void newton(double *da, double *db, const scored *list, size_t count,
                   double a, double b)
{
    double ga = PRIOR * (a - 1), gb = PRIOR * b;
    double haa = PRIOR, hab = 0, hbb = PRIOR, det;
    for (size_t i = 0; i < count; i++) {
        double x = list[i].logit, w = list[i].weight;
        double p = 1 / (1 + exp(-(a * x + b)));
        double rest = w * (p - list[i].has), bend = w * p * (1 - p);
        ga += rest * x;
        gb += rest;
        haa += bend * x * x;
        hab += bend * x;
        hbb += bend;
    }
    det = haa * hbb - hab * hab;
    *da = (hab * gb - hbb * ga) / det;
    *db = (hab * ga - haa * gb) / det;
}

/* Slope and shift by maximum likelihood (Platt 1999). */
static void fit_slope(float *slope, float *shift, const scored *list,
                      size_t count)
{
    double a = 1, b = 0, loss = loss_of(list, count, a, b);
    for (int step = 0; step < STEPS; step++) {
        double da, db, next = INFINITY;
        newton(&da, &db, list, count, a, b);
        for (int half = 0; half < STEPS; half++, da /= 2, db /= 2) {
            next = loss_of(list, count, a + da, b + db);
            if (next <= loss)
                break;
        }
        if (!(next < loss - 1e-9))
            break;
        a += da;
        b += db;
        loss = next;
    }
    *slope = (float)a;
    *shift = (float)b;
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
                      const sketch_held_out *held_out, int fold, size_t h,
                      bool alone)
{
    size_t known = 0;
    for (size_t i = 0; i < trainer->examples.count; i++) {
        const sketch_example *example = &trainer->examples.at[i];
        if (isnan(example->heads[h]) || example->fold == fold ||
            (alone && !example->is_alone))
            continue;
        list[known].logit = (double)held_out->logits[i * T2S_SKETCH_STRIDE + h];
        list[known].weight = (double)example->weight;
        list[known++].has = example->heads[h] > 0;
    }
    return known;
}

bool t2s_sketch_calibrate(t2sed_sketcher *sketcher,
                          const t2sed_sketch_trainer *trainer,
                          const sketch_held_out *held_out, int fold)
{
    scored *list = t2s_alloc_array(trainer->examples.count, sizeof *list);
    if (!list)
        return false;
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
        size_t count = collect(list, trainer, held_out, fold, h, false);
        fit_slope(&sketcher->slope[h], &sketcher->shift[h], list, count);
        count = collect(list, trainer, held_out, fold, h, true);
        sketcher->threshold[h] =
            best_threshold(list, count, (double)sketcher->slope[h],
                           (double)sketcher->shift[h]);
    }
    t2s_free(list);
    return true;
}
