/* sketch_fit.c - logistic regression, all heads at once, by dual coordinate
 * ascent: an example's multiplier is set to its best value, in turn. */
#include <math.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/base/random.h"
#include "lab/train/sketch_trainer.h"

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
