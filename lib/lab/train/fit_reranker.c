/* fit_reranker.c - learning how much each kind of evidence counts. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "t2sed/lab/fit.h"

#define MOST_ROUNDS   100
#define MOST_HALVINGS 30

/* Answers of all beams, one after another. */
typedef struct table {
    double (*rows)[T2S_WEIGHTS];
    bool *right; /* [rows] */
    size_t count, capacity;
    struct beam {
        size_t begin, end;
        double weight;
    } * beams;
    size_t beam_count;
    bool free[T2S_WEIGHTS]; /* which weights may be other than 0 */
    double ridge;
    double *scores; /* [rows] */
} table;

/* The bit of each weight in t2sed_reranker_fit_options. */
static const unsigned bits[T2S_WEIGHTS] = {
    [T2S_WEIGHT_LOGIT_MEAN] = T2SED_WEIGHT_LOGIT_MEAN,
    [T2S_WEIGHT_LOGIT_MAX] = T2SED_WEIGHT_LOGIT_MAX,
    [T2S_WEIGHT_AGREEMENT] = T2SED_WEIGHT_AGREEMENT,
    [T2S_WEIGHT_SOURCES] = T2SED_WEIGHT_SOURCES,
    [T2S_WEIGHT_FIRST] = T2SED_WEIGHT_FIRST,
    [T2S_WEIGHT_PARSER] = T2SED_WEIGHT_PARSER,
    [T2S_WEIGHT_SKETCH] = T2SED_WEIGHT_SKETCH,
    [T2S_WEIGHT_LINK] = T2SED_WEIGHT_LINK,
};

/* 1, 0 or -1: an answer is right where a candidate that gives it is. */
static int label_of(const int *labels, size_t count, const t2s_answers *answers,
                    size_t answer)
{
    int label = -1;
    for (size_t i = 0; i < count; i++)
        if (answers->of[i] == answer && labels[i] > label)
            label = labels[i];
    return label;
}

static bool reserve(table *t, size_t more)
{
    size_t capacity = t->capacity ? t->capacity : 256;
    void *rows, *right;
    while (capacity < t->count + more)
        capacity *= 2;
    if (capacity == t->capacity)
        return true;
    rows = t2s_realloc_array(t->rows, capacity, sizeof *t->rows);
    if (rows)
        t->rows = rows;
    right = t2s_realloc_array(t->right, capacity, sizeof *t->right);
    if (right)
        t->right = right;
    if (!rows || !right)
        return false;
    t->capacity = capacity;
    return true;
}

static t2sed_status add_example(table *t, const t2sed_reranker_example *e,
                                t2sed_error *err)
{
    t2s_answers answers = {0};
    t2sed_signals signals;
    struct beam *beam = &t->beams[t->beam_count];
    t2sed_status status;
    if (!e->labels || !(e->weight >= 0) || isinf(e->weight))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: example %zu has no labels, or a weight "
                        "that is not 0 or more",
                        t->beam_count);
    status = t2s_signals_read(&signals, e->signals, err);
    if (status == T2SED_OK)
        status = t2s_answers_make(&answers, &signals, err);
    if (status != T2SED_OK)
        return status;
    beam->begin = t->count;
    beam->weight = e->weight;
    if (!reserve(t, answers.count))
        status = t2s_fail_memory(err);
    for (size_t k = 0; status == T2SED_OK && k < answers.count; k++) {
        const int label = label_of(e->labels, signals.count, &answers, k);
        if (label < 0)
            continue;
        memcpy(t->rows[t->count], answers.at[k].numbers, sizeof *t->rows);
        t->right[t->count++] = label > 0;
    }
    beam->end = t->count;
    t->beam_count++;
    t2s_answers_free(&answers);
    return status;
}

static void free_table(table *t)
{
    t2s_free(t->rows);
    t2s_free(t->right);
    t2s_free(t->beams);
    t2s_free(t->scores);
}

/* Whether the beam has right and wrong answers. */
static bool teaches(const table *t, const struct beam *b)
{
    size_t right = 0;
    for (size_t i = b->begin; i < b->end; i++)
        right += t->right[i];
    return right > 0 && right < b->end - b->begin;
}

static double score(const double *row, const double *weights)
{
    double sum = 0;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        sum += weights[i] * row[i];
    return sum;
}

/* How likely the right answers are, less the ridge; with `gradient` given, its
 * slope and (negated) curvature too. */
static double likelihood(const table *t, const double *weights,
                         double *gradient, double (*curvature)[T2S_WEIGHTS])
{
    double sum = 0, all = 0;
    for (size_t b = 0; b < t->beam_count; b++) {
        const struct beam *beam = &t->beams[b];
        double highest = -INFINITY, total = 0, right = 0;
        double mean[T2S_WEIGHTS] = {0}, wanted[T2S_WEIGHTS] = {0};
        if (t2s_interrupted() || !teaches(t, beam))
            continue;
        all += beam->weight;
        for (size_t i = beam->begin; i < beam->end; i++)
            highest = fmax(highest, t->scores[i] = score(t->rows[i], weights));
        for (size_t i = beam->begin; i < beam->end; i++) {
            t->scores[i] = exp(t->scores[i] - highest);
            total += t->scores[i];
            right += t->right[i] ? t->scores[i] : 0;
        }
        sum += beam->weight * log(fmax(right, 1e-300) / total);
        if (!gradient)
            continue;
        for (size_t i = beam->begin; i < beam->end; i++)
            for (int k = 0; k < T2S_WEIGHTS; k++) {
                const double x = t->rows[i][k] * t->scores[i];
                mean[k] += x / total;
                wanted[k] += t->right[i] ? x / fmax(right, 1e-300) : 0;
            }
        for (int k = 0; k < T2S_WEIGHTS; k++)
            gradient[k] += beam->weight * (wanted[k] - mean[k]);
        for (size_t i = beam->begin; i < beam->end; i++)
            for (int k = 0; k < T2S_WEIGHTS; k++)
                for (int l = 0; l < T2S_WEIGHTS; l++)
                    curvature[k][l] += beam->weight * t->scores[i] / total *
                                       (t->rows[i][k] - mean[k]) *
                                       (t->rows[i][l] - mean[l]);
    }
    for (int k = 0; k < T2S_WEIGHTS; k++) {
        sum -= 0.5 * t->ridge * all * weights[k] * weights[k];
        if (gradient) {
            gradient[k] -= t->ridge * all * weights[k];
            curvature[k][k] += t->ridge * all + 1e-9;
        }
    }
    return sum;
}

/* Solves curvature * step = gradient over the free weights (Gauss, with
 * pivots); the others' steps are 0. */
static void solve(double *step, double (*a)[T2S_WEIGHTS],
                  const double *gradient, const bool *is_free)
{
    double rest[T2S_WEIGHTS];
    for (int i = 0; i < T2S_WEIGHTS; i++) {
        rest[i] = is_free[i] ? gradient[i] : 0;
        for (int k = 0; k < T2S_WEIGHTS; k++)
            if (!is_free[i] || !is_free[k])
                a[i][k] = i == k;
    }
    for (int i = 0; i < T2S_WEIGHTS; i++) {
        int pivot = i;
        for (int k = i + 1; k < T2S_WEIGHTS; k++)
            if (fabs(a[k][i]) > fabs(a[pivot][i]))
                pivot = k;
        for (int k = 0; k < T2S_WEIGHTS && pivot != i; k++) {
            const double swapped = a[i][k];
            a[i][k] = a[pivot][k];
            a[pivot][k] = swapped;
        }
        if (pivot != i) {
            const double swapped = rest[i];
            rest[i] = rest[pivot];
            rest[pivot] = swapped;
        }
        for (int k = i + 1; k < T2S_WEIGHTS; k++) {
            const double factor = a[k][i] / a[i][i];
            for (int l = i; l < T2S_WEIGHTS; l++)
                a[k][l] -= factor * a[i][l];
            rest[k] -= factor * rest[i];
        }
    }
    for (int i = T2S_WEIGHTS - 1; i >= 0; i--) {
        step[i] = rest[i];
        for (int k = i + 1; k < T2S_WEIGHTS; k++)
            step[i] -= a[i][k] * step[k];
        step[i] /= a[i][i];
    }
}

/* Newton's method over the free weights, each step halved until it helps. */
static void climb(const table *t, double *weights)
{
    for (int round = 0; round < MOST_ROUNDS && !t2s_interrupted(); round++) {
        double gradient[T2S_WEIGHTS] = {0}, step[T2S_WEIGHTS], longest = 0;
        double curvature[T2S_WEIGHTS][T2S_WEIGHTS] = {{0}};
        double tried[T2S_WEIGHTS], factor = 1;
        const double now = likelihood(t, weights, gradient, curvature);
        solve(step, curvature, gradient, t->free);
        for (int halving = 0; halving < MOST_HALVINGS; halving++) {
            for (int i = 0; i < T2S_WEIGHTS; i++)
                tried[i] = weights[i] + factor * step[i];
            if (likelihood(t, tried, NULL, NULL) >= now)
                break;
            factor /= 2;
        }
        for (int i = 0; i < T2S_WEIGHTS; i++) {
            longest = fmax(longest, fabs(tried[i] - weights[i]));
            weights[i] = tried[i];
        }
        if (longest < 1e-9)
            return;
    }
}

/* Climbs; as long as a weight comes out negative, the most negative is held at
 * 0 and all is done again. */
static void learn(table *t, double *weights)
{
    for (;;) {
        int worst = -1;
        memset(weights, 0, T2S_WEIGHTS * sizeof *weights);
        climb(t, weights);
        for (int i = 0; i < T2S_WEIGHTS; i++)
            if (weights[i] < 0 && (worst < 0 || weights[i] < weights[worst]))
                worst = i;
        if (worst < 0)
            return;
        t->free[worst] = false;
    }
}

/* The best answer of a beam by its score, the first of equal ones. */
static size_t best_of(const table *t, const struct beam *b,
                      const double *weights)
{
    size_t best = b->begin;
    for (size_t i = b->begin + 1; i < b->end; i++)
        if (score(t->rows[i], weights) > score(t->rows[best], weights))
            best = i;
    return best;
}

/* Makes scores of best answers log odds: the scale and bias of a logistic
 * regression, by Newton's method; a scale that is not above 0 is no use. */
static void calibrate(const table *t, double *weights, double *bias)
{
    double scale = 1, shift = 0;
    for (int round = 0; round < MOST_ROUNDS && !t2s_interrupted(); round++) {
        double gs = 0, gb = 0, ss = 1e-6, sb = 0, bb = 1e-6, det, ds, db;
        for (size_t b = 0; b < t->beam_count; b++) {
            const struct beam *beam = &t->beams[b];
            double x, p, v;
            size_t best;
            if (t2s_interrupted() || beam->begin == beam->end)
                continue;
            best = best_of(t, beam, weights);
            x = score(t->rows[best], weights);
            p = 1 / (1 + exp(-(scale * x + shift)));
            v = beam->weight * p * (1 - p);
            gs += beam->weight * (t->right[best] - p) * x;
            gb += beam->weight * (t->right[best] - p);
            ss += v * x * x;
            sb += v * x;
            bb += v;
        }
        /* A weak pull to scale 1 and shift 0 keeps beams that are all right,
         * or all wrong, from infinity. */
        gs -= 0.01 * (scale - 1);
        gb -= 0.01 * shift;
        ss += 0.01;
        bb += 0.01;
        det = ss * bb - sb * sb;
        ds = (bb * gs - sb * gb) / det;
        db = (ss * gb - sb * gs) / det;
        scale += fmax(fmin(ds, 1), -1);
        shift += fmax(fmin(db, 1), -1);
        if (fabs(ds) < 1e-10 && fabs(db) < 1e-10)
            break;
    }
    if (!(scale > 0) || isinf(scale) || !isfinite(shift))
        return;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        weights[i] *= scale;
    *bias = shift;
}

static t2sed_status read_options(t2sed_reranker_fit_options *options,
                                 const t2sed_reranker_fit_options *given,
                                 t2sed_error *err)
{
    t2sed_status status = t2s_sized_read(options, sizeof *options, given,
                                         "t2sed_reranker_fit_options", err);
    if (status == T2SED_OK &&
        !(options->ridge >= 0 && isfinite(options->ridge)))
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "re-ranker: ridge is %g, expected 0 or more",
                          options->ridge);
    return status;
}

static t2sed_status add_examples(table *t,
                                 const t2sed_reranker_example *examples,
                                 size_t count, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_reranker_example example = {.weight = 1};
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = t2s_sized_read_at(&example, sizeof example, examples, i,
                                       "t2sed_reranker_example", err);
        if (status == T2SED_OK)
            status = add_example(t, &example, err);
    }
    return status;
}

t2sed_status t2sed_reranker_fit(t2sed_reranker_weights *weights,
                                const t2sed_reranker_example *examples,
                                size_t count,
                                const t2sed_reranker_fit_options *given,
                                t2sed_error *err)
{
    t2sed_reranker_fit_options options = T2SED_RERANKER_FIT_OPTIONS_INIT;
    t2sed_reranker_weights learned = {0};
    double at[T2S_WEIGHTS] = {0}, bias = 0;
    table t = {0};
    bool any = false;
    t2sed_status status;
    if (!weights || (!examples && count > 0))
        return t2s_fail_null(err, __func__, "weights and examples");
    status = read_options(&options, given, err);
    if (status != T2SED_OK)
        return status;
    t.ridge = options.ridge;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        t.free[i] = (options.features & bits[i]) != 0;
    t.beams = t2s_zalloc_array(count, sizeof *t.beams);
    if (!t.beams)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = add_examples(&t, examples, count, err);
    for (size_t b = 0; b < t.beam_count; b++)
        any = any || teaches(&t, &t.beams[b]);
    if (status == T2SED_OK && !any)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "re-ranker: none of %zu beams has both a right and a "
                          "wrong answer",
                          count);
    if (status == T2SED_OK) {
        t.scores = t2s_alloc_array(t.count, sizeof *t.scores);
        if (!t.scores)
            status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK) {
        learn(&t, at);
        calibrate(&t, at, &bias);
        /* Interrupted, these have run through without doing anything. */
        status = t2s_check_interrupt(err);
    }
    if (status == T2SED_OK) {
        learned.bias = bias;
        for (int i = 0; i < T2S_WEIGHTS; i++)
            *t2s_weight_at(&learned, i) = at[i];
        status = t2s_sized_write(weights, &learned, sizeof learned,
                                 "t2sed_reranker_weights", err);
    }
    free_table(&t);
    return status;
}
