/* fit_reranker.c - learning how much each kind of evidence counts. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sized.h"
#include "base/vector.h"
#include "decide/answers.h"
#include "lab/train/logistic.h"
#include "t2sed/lab/fit.h"

/* What holds the calibration to scale 1 and bias 0 where beams are all right,
 * or all wrong: as much as so many beams. */
#define PULL 0.01

typedef struct answer {
    double x[T2S_WEIGHTS];
    double score; /* scratch */
    bool right;
} answer;

typedef struct beam {
    size_t begin, end; /* answers */
    double weight;
    size_t best; /* answer, once the weights are learned */
} beam;

typedef struct table {
    T2S_VECTOR(answer) answers;
    T2S_VECTOR(beam) beams;
    double ridge;
    const double *weights; /* once they are learned */
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
                    size_t which)
{
    int label = -1;
    for (size_t i = 0; i < count; i++)
        if (answers->of[i] == which && labels[i] > label)
            label = labels[i];
    return label;
}

static t2sed_status add_answers(table *t, const t2sed_reranker_example *e,
                                const t2s_answers *answers, size_t count,
                                t2sed_error *err)
{
    beam to = {t->answers.count, 0, e->weight, 0};
    for (size_t k = 0; k < answers->count; k++) {
        const int label = label_of(e->labels, count, answers, k);
        answer made = {.right = label > 0};
        memcpy(made.x, answers->at[k].numbers, sizeof made.x);
        if (label >= 0 && !t2s_vector_push(&t->answers, made))
            return t2s_fail_memory(err);
    }
    to.end = t->answers.count;
    return t2s_vector_push(&t->beams, to) ? T2SED_OK : t2s_fail_memory(err);
}

static t2sed_status add_example(table *t, const t2sed_reranker_example *e,
                                t2sed_error *err)
{
    t2s_answers answers = {0};
    t2sed_signals signals;
    t2sed_status status;
    if (!e->labels || !(e->weight >= 0) || isinf(e->weight))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: example %zu has no labels, or a weight "
                        "that is not 0 or more",
                        t->beams.count);
    status = t2s_signals_read(&signals, e->signals, err);
    if (status == T2SED_OK)
        status = t2s_answers_make(&answers, &signals, err);
    if (status == T2SED_OK)
        status = add_answers(t, e, &answers, signals.count, err);
    t2s_answers_free(&answers);
    return status;
}

/* Whether the beam has right and wrong answers. */
static bool teaches(const table *t, const beam *b)
{
    size_t right = 0;
    for (size_t i = b->begin; i < b->end; i++)
        right += t->answers.at[i].right;
    return right > 0 && right < b->end - b->begin;
}

static double score(const answer *a, const double *weights)
{
    double sum = 0;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        sum += weights[i] * a->x[i];
    return sum;
}

/* Adds what a beam's answers say to the slope and the curvature of the loss;
 * scores are their shares, before they are divided by `total`. */
static void add_slope(const table *t, const beam *b, double total, double right,
                      double *gradient, double hessian[][T2S_NEWTON_MOST])
{
    double mean[T2S_WEIGHTS] = {0}, wanted[T2S_WEIGHTS] = {0};
    for (size_t i = b->begin; i < b->end; i++)
        for (int k = 0; k < T2S_WEIGHTS; k++) {
            const answer *a = &t->answers.at[i];
            const double x = a->x[k] * a->score;
            mean[k] += x / total;
            wanted[k] += a->right ? x / right : 0;
        }
    for (int k = 0; k < T2S_WEIGHTS; k++)
        gradient[k] -= b->weight * (wanted[k] - mean[k]);
    for (size_t i = b->begin; i < b->end; i++) {
        const answer *a = &t->answers.at[i];
        for (int k = 0; k < T2S_WEIGHTS; k++)
            for (int l = 0; l < T2S_WEIGHTS; l++)
                hessian[k][l] += b->weight * a->score / total *
                                 (a->x[k] - mean[k]) * (a->x[l] - mean[l]);
    }
}

/* How unlikely the right answers are (conditional logit), and the ridge. */
static double loss(const void *payload, const double *weights, double *gradient,
                   double hessian[][T2S_NEWTON_MOST])
{
    const table *t = payload;
    double sum = 0, all = 0;
    if (gradient) {
        memset(gradient, 0, T2S_WEIGHTS * sizeof *gradient);
        memset(hessian, 0, T2S_WEIGHTS * sizeof *hessian);
    }
    for (size_t b = 0; b < t->beams.count && !t2s_interrupted(); b++) {
        const beam *of = &t->beams.at[b];
        double highest = -INFINITY, total = 0, right = 0;
        if (!teaches(t, of))
            continue;
        for (size_t i = of->begin; i < of->end; i++) {
            answer *a = &t->answers.at[i];
            highest = fmax(highest, a->score = score(a, weights));
        }
        for (size_t i = of->begin; i < of->end; i++) {
            answer *a = &t->answers.at[i];
            total += a->score = exp(a->score - highest);
            right += a->right ? a->score : 0;
        }
        right = fmax(right, 1e-300);
        all += of->weight;
        sum -= of->weight * log(right / total);
        if (gradient)
            add_slope(t, of, total, right, gradient, hessian);
    }
    for (int k = 0; k < T2S_WEIGHTS; k++) {
        sum += 0.5 * t->ridge * all * weights[k] * weights[k];
        if (gradient) {
            gradient[k] += t->ridge * all * weights[k];
            hessian[k][k] += t->ridge * all + 1e-9;
        }
    }
    return sum;
}

/* As long as a weight comes out negative, the most negative is held at 0 and
 * all is done again. */
static void learn(const table *t, double *weights, bool *fixed)
{
    for (;;) {
        int worst = -1;
        memset(weights, 0, T2S_WEIGHTS * sizeof *weights);
        t2s_newton(weights, T2S_WEIGHTS, fixed, 0, loss, t);
        for (int i = 0; i < T2S_WEIGHTS; i++)
            if (weights[i] < 0 && (worst < 0 || weights[i] < weights[worst]))
                worst = i;
        if (worst < 0)
            return;
        fixed[worst] = true;
    }
}

/* The best answer of a beam by its score, the first of equal ones. */
static size_t best_of(const table *t, const beam *b, const double *weights)
{
    size_t best = b->begin;
    for (size_t i = b->begin + 1; i < b->end; i++)
        if (score(&t->answers.at[i], weights) >
            score(&t->answers.at[best], weights))
            best = i;
    return best;
}

static t2s_logistic_row row_of(const void *data, size_t i)
{
    const table *t = data;
    const beam *b = &t->beams.at[i];
    const answer *best = &t->answers.at[b->best];
    if (b->begin == b->end)
        return (t2s_logistic_row){.weight = 0};
    return (t2s_logistic_row){
        {score(best, t->weights), 1}, best->right, b->weight};
}

/* Makes scores of best answers log odds; a scale that is not above 0 is no
 * use. */
static void calibrate(table *t, double *weights, double *bias)
{
    const t2s_logistic problem = {.unknowns = 2,
                                  .count = t->beams.count,
                                  .row = row_of,
                                  .data = t,
                                  .penalty = PULL};
    double line[] = {1, 0}; /* scale and bias */
    for (size_t b = 0; b < t->beams.count && !t2s_interrupted(); b++)
        t->beams.at[b].best = best_of(t, &t->beams.at[b], weights);
    t->weights = weights;
    t2s_logistic_fit(line, &problem);
    if (!(line[0] > 0) || isinf(line[0]) || !isfinite(line[1]))
        return;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        weights[i] *= line[0];
    *bias = line[1];
}

void t2sed_reranker_fit_options_init(t2sed_reranker_fit_options *options,
                                     size_t size)
{
    const t2sed_reranker_fit_options defaults = {
        sizeof defaults,
        T2SED_WEIGHT_LOGIT_MEAN | T2SED_WEIGHT_LOGIT_MAX |
            T2SED_WEIGHT_AGREEMENT | T2SED_WEIGHT_SOURCES |
            T2SED_WEIGHT_SKETCH | T2SED_WEIGHT_LINK,
        0.01};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_reranker_fit_options *options,
                                 const t2sed_reranker_fit_options *given,
                                 t2sed_error *err)
{
    t2sed_status status =
        T2S_READ_SIZED(t2sed_reranker_fit_options, options, given, err);
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
    t2sed_reranker_fit_options options;
    t2sed_reranker_weights learned = {0};
    double at[T2S_WEIGHTS] = {0}, bias = 0;
    bool fixed[T2S_WEIGHTS], any = false;
    table t = {0};
    t2sed_status status;
    if (!weights || (!examples && count > 0))
        return t2s_fail_null(err, __func__, "weights and examples");
    status = read_options(&options, given, err);
    if (status != T2SED_OK)
        return status;
    t.ridge = options.ridge;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        fixed[i] = (options.features & bits[i]) == 0;
    status = add_examples(&t, examples, count, err);
    for (size_t b = 0; b < t.beams.count; b++)
        any = any || teaches(&t, &t.beams.at[b]);
    if (status == T2SED_OK && !any)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "re-ranker: none of %zu beams has both a right and a "
                          "wrong answer",
                          count);
    if (status == T2SED_OK) {
        learn(&t, at, fixed);
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
    t2s_vector_free(&t.answers);
    t2s_vector_free(&t.beams);
    return status;
}
