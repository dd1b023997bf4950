/* tuner_fit.c - what the tuner fits: scale, shift, and weights of features that
 * are cut into bins, so that they can be written as trees. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/train/logistic.h"
#include "lab/train/tuner.h"
#include "lab/write/write.h"

#define BINS 16 /* of a feature, at most */
/* What scale 1 and shift 0 weigh against the rows, as much as so many. */
#define PLATT_PENALTY 5
#define LEAST_SCALE   0.05 /* trees are divided by it */
#define NEWTON_STEPS  5
#define SWEEPS        6
#define LEAST_CURVE   1e-3 /* p (1 - p) of a row */
#define FARTHEST      4    /* deviations, of a bin's mean */

/* --- Bins --- */

typedef struct bins {
    int count;
    float upper[BINS]; /* of all but the last: a value is in the first bin
                          whose upper it does not exceed */
    float value[BINS]; /* standardised means */
} bins;

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float half_way(float a, float b)
{
    const float middle = a / 2 + b / 2;
    return middle >= a && middle < b ? middle : a;
}

/* Sorted values cut at about equal counts, never between equal ones, and before
 * the highest; the bins' values are standardised means. */
static void cut(bins *out, const float *sorted, size_t count)
{
    double sums[BINS] = {0}, sizes[BINS] = {0}, mean = 0, square = 0;
    *out = (bins){.count = 1};
    for (size_t i = 0; i < count; i++) {
        const double x = (double)sorted[i];
        if (i > 0 && sorted[i] > sorted[i - 1] && out->count < BINS &&
            ((double)i * BINS >= (double)count * out->count ||
             !(sorted[i] < sorted[count - 1]))) {
            out->upper[out->count - 1] = half_way(sorted[i - 1], sorted[i]);
            out->count++;
        }
        sums[out->count - 1] += x;
        sizes[out->count - 1]++;
    }
    for (int b = 0; b < out->count && count; b++)
        mean += sums[b] / (double)count;
    for (int b = 0; b < out->count && count; b++) {
        const double off = sums[b] / sizes[b] - mean;
        square += off * off * sizes[b] / (double)count;
    }
    if (!(square > 0) || !isfinite(square))
        out->count = 0;
    for (int b = 0; b < out->count; b++)
        out->value[b] = (float)fmin(
            fmax((sums[b] / sizes[b] - mean) / sqrt(square), -FARTHEST),
            FARTHEST);
}

/* The bins of feature k; `room` is [rows]. */
static void bins_of(bins *out, const t2sed_tuner *tuner, size_t k, float *room)
{
    size_t count = 0;
    for (size_t i = 0; i < tuner->rows.count; i++) {
        const float x = tuner->features.at[i * tuner->width + k];
        if (!isnan(x))
            room[count++] = fminf(fmaxf(x, -FLT_MAX), FLT_MAX);
    }
    qsort(room, count, sizeof *room, by_value);
    cut(out, room, count);
}

static float value_of(const bins *b, float x)
{
    int i = 0;
    if (isnan(x) || b->count == 0)
        return 0;
    while (i + 1 < b->count && x > b->upper[i])
        i++;
    return b->value[i];
}

t2sed_status t2s_tuner_cut(t2sed_tuner *tuner, t2sed_error *err)
{
    const size_t count = tuner->rows.count;
    float *room = t2s_alloc_array(count, sizeof *room);
    t2s_free(tuner->values);
    tuner->values = t2s_alloc_array(count * tuner->width, sizeof(float));
    for (size_t k = 0; room && tuner->values && k < tuner->width; k++) {
        bins b;
        bins_of(&b, tuner, k, room);
        for (size_t i = 0; i < count; i++)
            tuner->values[k * count + i] = value_of(
                &b,
                tuner->features.at[tuner->rows.at[i].at * tuner->width + k]);
    }
    t2s_free(room);
    return room && tuner->values ? T2SED_OK : t2s_fail_memory(err);
}

/* --- Fitting --- */

typedef struct used {
    const t2sed_tuner *tuner;
    const size_t *rows; /* [count] */
    size_t count;
    double *base, *slope, *rest; /* [count] */
} used;

static t2s_logistic_row row_of(const void *data, size_t i)
{
    const used *of = data;
    const tuner_row *row = &of->tuner->rows.at[of->rows[i]];
    return (t2s_logistic_row){{row->logit, 1}, row->label, 1};
}

static void fit_scale(tuner_fit *fit, const used *of)
{
    const t2s_logistic problem = {.unknowns = 2,
                                  .count = of->count,
                                  .row = row_of,
                                  .data = of,
                                  .penalty = PLATT_PENALTY,
                                  .tolerance = 1e-9,
                                  .at_least_0 = 1};
    double at[] = {1, 0};
    t2s_logistic_fit(at, &problem);
    fit->scale = fmax(at[0], LEAST_SCALE);
    fit->shift = at[1];
}

/* One sweep of coordinate descent over the weights, on the parabola that
 * slope and rest describe. */
static void sweep(tuner_fit *fit, const used *of, double penalty)
{
    for (size_t k = 0; k < of->tuner->width; k++) {
        const float *x = of->tuner->values + k * of->tuner->rows.count;
        double curve = penalty, pull = -penalty * fit->weights[k], step;
        for (size_t i = 0; i < of->count; i++) {
            const double v = (double)x[of->rows[i]];
            curve += of->slope[i] * v * v;
            pull += of->rest[i] * v;
        }
        step = pull / curve;
        fit->weights[k] += step;
        for (size_t i = 0; step != 0 && i < of->count; i++)
            of->rest[i] -= step * of->slope[i] * (double)x[of->rows[i]];
    }
}

/* Newton's method, each step by coordinate descent (Friedman, Hastie and
 * Tibshirani 2010). */
static t2sed_status fit_weights(tuner_fit *fit, const used *of, double penalty,
                                t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int n = 0; n < NEWTON_STEPS && status == T2SED_OK; n++) {
        for (size_t i = 0; i < of->count; i++) {
            const double p =
                1 / (1 + exp(-t2s_tuner_logit(fit, of->tuner, of->rows[i])));
            of->slope[i] = fmax(p * (1 - p), LEAST_CURVE);
            of->rest[i] = of->tuner->rows.at[of->rows[i]].label - p;
        }
        for (int s = 0; s < SWEEPS; s++)
            sweep(fit, of, penalty);
        status = t2s_check_interrupt(err);
    }
    return status;
}

t2sed_status t2s_tuner_fit(tuner_fit *fit, const t2sed_tuner *tuner, int part,
                           int other, double penalty, t2sed_error *err)
{
    const size_t count = tuner->rows.count;
    size_t *rows = t2s_alloc_array(count, sizeof *rows);
    double *room = t2s_alloc_array(2 * count, sizeof *room);
    used of = {.tuner = tuner, .rows = rows, .slope = room};
    t2sed_status status = rows && room ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK) {
        of.rest = room + count;
        for (size_t i = 0; i < count; i++)
            if (!tuner->rows.at[i].fixed && tuner->rows.at[i].fold != part &&
                tuner->rows.at[i].fold != other)
                rows[of.count++] = i;
        fit_scale(fit, &of);
        if (isfinite(penalty))
            status = fit_weights(fit, &of, penalty, err);
    }
    t2s_free(rows);
    t2s_free(room);
    return status;
}

double t2s_tuner_logit(const tuner_fit *fit, const t2sed_tuner *tuner,
                       size_t row)
{
    const size_t count = tuner->rows.count;
    double sum = fit->scale * tuner->rows.at[row].logit + fit->shift;
    for (size_t k = 0; k < tuner->width; k++)
        if (fit->weights[k] != 0)
            sum += fit->weights[k] * (double)tuner->values[k * count + row];
    return sum;
}

/* --- Trees --- */

/* Nodes before those of the bins: the case has to be the tuner's, and the
 * feature known. */
#define GUARDS 2

/* A tree of one feature: leaves 0 to GUARDS - 1 are those of the guards, the
 * others the bins. */
static int32_t put_tree(t2s_forest_node *nodes, float *leaves,
                        const t2sed_tuner *tuner, size_t k, const bins *b,
                        double unit)
{
    /* source.execution parts the forest for databases from the other, and
     * source.schema the two cases of that. */
    const bool with_schema = tuner->known != T2S_KNOWN_QUESTION;
    const int32_t last = GUARDS + b->count - 2;
    nodes[0] = (t2s_forest_node){
        .feature = (uint16_t)tuner->files.config.sources[T2S_KNOWN_SCHEMA],
        .threshold = 0.5F,
        .child = {with_schema ? ~0 : 1, with_schema ? 1 : ~0},
        .missing = with_schema ? 0 : 1,
        .left = with_schema ? 0 : T2S_FOREST_SHARES};
    nodes[1] = (t2s_forest_node){.feature = (uint16_t)k,
                                 .threshold = FLT_MAX,
                                 .child = {GUARDS, ~1},
                                 .missing = 1,
                                 .left = T2S_FOREST_SHARES};
    leaves[0] = leaves[1] = 0;
    for (int i = 0; i + 1 < b->count; i++) {
        const int32_t n = GUARDS + i;
        /* Bins have about as many examples each. */
        nodes[n] = (t2s_forest_node){
            .threshold = b->upper[i],
            .child = {(int16_t)~n, (int16_t)(n == last ? ~(n + 1) : n + 1)},
            .feature = (uint16_t)k,
            .left = (uint8_t)(T2S_FOREST_SHARES / (b->count - i))};
    }
    for (int i = 0; i < b->count; i++)
        leaves[GUARDS + i] =
            (float)(unit * tuner->fit.weights[k] * (double)b->value[i]);
    return GUARDS + b->count - 1;
}

t2sed_status t2s_tuner_trees(t2s_forest *out, const t2sed_tuner *tuner,
                             double unit, t2sed_error *err)
{
    const size_t width = tuner->width;
    t2s_forest forest = {0};
    t2s_forest_room room = {0};
    float *sorted = t2s_alloc_array(tuner->rows.count, sizeof *sorted);
    bins *all = t2s_alloc_array(width, sizeof *all);
    size_t trees = 0, nodes = 0;
    int32_t node = 0, tree = 0;
    bool ok = sorted && all;
    for (size_t k = 0; ok && k < width; k++) {
        bins_of(&all[k], tuner, k, sorted);
        if (all[k].count < 2 || !(fabs(tuner->fit.weights[k]) > 0))
            all[k].count = 0;
        trees += all[k].count > 0;
        nodes += all[k].count ? GUARDS + (size_t)all[k].count - 1 : 0;
    }
    ok = ok && t2s_forest_room_make(&room, &forest, trees, nodes,
                                    tuner->files.config.evidence.at, width);
    for (size_t k = 0; ok && k < width; k++) {
        if (all[k].count == 0)
            continue;
        room.starts[tree] = node;
        node += put_tree(room.nodes + node, room.leaves + node + tree, tuner, k,
                         &all[k], unit);
        tree++;
    }
    if (ok)
        room.starts[tree] = node;
    t2s_free(sorted);
    t2s_free(all);
    if (ok)
        *out = forest;
    else
        t2s_forest_free(&forest);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}
