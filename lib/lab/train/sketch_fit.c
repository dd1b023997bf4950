/* sketch_fit.c - the weights of a sketcher, and its probabilities and decisions
 * from held-out logits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "lab/train/logistic.h"
#include "lab/train/sketch_trainer.h"

/* --- weights: logistic regression, all heads at once, by dual coordinate
 * ascent: an example's multiplier is set to its best value, in turn --- */

enum { NEWTON_STEPS = 40 };

/* How exact log-odds need to be. */
#define CLOSE 1e-3F

static float sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

/*
 * The u with u + q sigmoid(u) = c, where `u` is a first guess: Newton's steps,
 * kept between the bounds that there are. The left side rises with a slope of
 * at least 1.
 */
static float solve(float u, float q, float c)
{
    float low = c - q, high = c;
    if (!(u > low && u < high))
        u = c < 0 ? c - q / 2 : -logf(1 + q);
    if (!(u > low && u < high))
        u = (low + high) / 2;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        float s = sigmoid(u), rest = u + q * s - c;
        if (fabsf(rest) < CLOSE * (1 + q * s * (1 - s)))
            break;
        if (rest > 0)
            high = u;
        else
            low = u;
        u -= rest / (1 + q * s * (1 - s));
        if (!(u > low && u < high))
            u = (low + high) / 2;
    }
    return u;
}

typedef struct fitting {
    t2sed_sketcher *sketcher;
    const t2sed_sketch_trainer *trainer;
    const sketch_rows *rows;
    float *duals;  /* [rows][heads] log-odds of the multipliers' share */
    float *square; /* [rows] squared length */
} fitting;

/* One example, all heads. */
static void improve(fitting *at, size_t r)
{
    const sketch_example *example =
        &at->trainer->examples.at[at->rows->source[r]];
    const t2s_sketch_item *items = at->rows->items.at;
    size_t begin = at->rows->begin[r], end = at->rows->begin[r + 1];
    float *duals = at->duals + r * T2S_SKETCH_COUNT;
    float margin[T2S_SKETCH_STRIDE], step[T2S_SKETCH_STRIDE] = {0};
    /* the multiplier is cost * sigmoid(dual) */
    float cost = (float)at->trainer->options.strength * example->weight;
    float q = cost * at->square[r];
    memcpy(margin, at->sketcher->bias, sizeof margin);
    for (size_t i = begin; i < end; i++) {
        const float *w =
            at->sketcher->weights + (size_t)items[i].term * T2S_SKETCH_STRIDE;
        for (size_t h = 0; h < T2S_SKETCH_STRIDE; h++)
            margin[h] += items[i].value * w[h];
    }
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
        float sign = example->heads[h] > 0 ? 1.0F : -1.0F;
        float before = sigmoid(duals[h]);
        if (isnan(example->heads[h]))
            continue;
        duals[h] = solve(duals[h], q, q * before - sign * margin[h]);
        step[h] = sign * cost * (sigmoid(duals[h]) - before);
        at->sketcher->bias[h] += step[h];
    }
    for (size_t i = begin; i < end; i++) {
        float *w =
            at->sketcher->weights + (size_t)items[i].term * T2S_SKETCH_STRIDE;
        for (size_t h = 0; h < T2S_SKETCH_STRIDE; h++)
            w[h] += items[i].value * step[h];
    }
}

static void prepare(fitting *at)
{
    const sketch_rows *rows = at->rows;
    for (size_t i = 0; i < rows->count * T2S_SKETCH_COUNT; i++)
        at->duals[i] = -INFINITY;
    for (size_t r = 0; r < rows->count; r++) {
        double sum = 1; /* the bias */
        for (size_t i = rows->begin[r]; i < rows->begin[r + 1]; i++)
            sum += (double)rows->items.at[i].value *
                   (double)rows->items.at[i].value;
        at->square[r] = (float)sum;
    }
}

bool t2s_sketch_fit(t2sed_sketcher *sketcher,
                    const t2sed_sketch_trainer *trainer,
                    const sketch_rows *rows, int passes)
{
    fitting at = {sketcher, trainer, rows, NULL, NULL};
    t2s_random random = {trainer->options.seed};
    uint32_t *order = t2s_alloc_array(rows->count, sizeof *order);
    bool ok;
    at.duals =
        t2s_alloc_array(rows->count, T2S_SKETCH_COUNT * sizeof *at.duals);
    at.square = t2s_alloc_array(rows->count, sizeof *at.square);
    ok = order && at.duals && at.square;
    if (ok) {
        prepare(&at);
        for (size_t i = 0; i < rows->count; i++)
            order[i] = (uint32_t)i;
        for (int pass = 0; pass < passes && ok; pass++) {
            t2s_random_shuffle(&random, order, rows->count);
            for (size_t i = 0; i < rows->count && ok; i++) {
                ok = !t2s_interrupted();
                improve(&at, order[i]);
            }
        }
    }
    t2s_free(order);
    t2s_free(at.duals);
    t2s_free(at.square);
    return ok;
}

/* --- probabilities and decisions --- */

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
