/* fusion.c - what the branches' logits count for: logistic regression by
 * Newton's method with step halving (Boyd and Vandenberghe 2004, 9.5). */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "evaluate/auc.h"
#include "train/internal.h"

#define UNKNOWNS   3 /* weight of the text, of the evidence, bias */
#define MOST_STEPS 100

/* A penalty of half the squared way from the start, as much as one example
 * weighs: nothing among hundreds, and what keeps the fit finite where the
 * logits part the labels perfectly. */
#define PENALTY 1.0

typedef struct problem {
    const float *text, *evidence, *labels, *weights;
    size_t count;
    double start[UNKNOWNS];
    bool fixed[UNKNOWNS]; /* at their present value */
} problem;

static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double logit_of(const problem *p, size_t i, const double *at)
{
    return at[0] * (double)p->text[i] + at[1] * (double)p->evidence[i] + at[2];
}

static double loss_at(const problem *p, const double *at)
{
    double loss = 0;
    for (size_t i = 0; i < p->count; i++) {
        double logit = logit_of(p, i, at);
        loss += (double)p->weights[i] *
                (softplus(logit) - (double)p->labels[i] * logit);
    }
    for (int k = 0; k < UNKNOWNS; k++)
        loss += PENALTY / 2 * (at[k] - p->start[k]) * (at[k] - p->start[k]);
    return loss;
}

static void derive(const problem *p, const double *at, double *gradient,
                   double hessian[UNKNOWNS][UNKNOWNS])
{
    memset(hessian, 0, sizeof(double[UNKNOWNS][UNKNOWNS]));
    for (int k = 0; k < UNKNOWNS; k++) {
        gradient[k] = PENALTY * (at[k] - p->start[k]);
        hessian[k][k] = PENALTY;
    }
    for (size_t i = 0; i < p->count; i++) {
        const double x[UNKNOWNS] = {(double)p->text[i], (double)p->evidence[i],
                                    1};
        double chance = 1 / (1 + exp(-logit_of(p, i, at)));
        double weight = (double)p->weights[i];
        for (int j = 0; j < UNKNOWNS; j++) {
            gradient[j] += weight * (chance - (double)p->labels[i]) * x[j];
            for (int k = 0; k < UNKNOWNS; k++)
                hessian[j][k] += weight * chance * (1 - chance) * x[j] * x[k];
        }
    }
    for (int j = 0; j < UNKNOWNS; j++)
        for (int k = 0; k < UNKNOWNS; k++)
            if (p->fixed[j] || p->fixed[k])
                hessian[j][k] = j == k;
    for (int k = 0; k < UNKNOWNS; k++)
        if (p->fixed[k])
            gradient[k] = 0;
}

/* Solves in place; the matrix is positive definite, so that no rows need to
 * change places. */
static void solve(double matrix[UNKNOWNS][UNKNOWNS], double *right)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = i + 1; j < UNKNOWNS; j++) {
            double factor = matrix[j][i] / matrix[i][i];
            for (int k = i; k < UNKNOWNS; k++)
                matrix[j][k] -= factor * matrix[i][k];
            right[j] -= factor * right[i];
        }
    }
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        for (int k = i + 1; k < UNKNOWNS; k++)
            right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
}

static void minimize(const problem *p, double *at)
{
    double loss = loss_at(p, at);
    for (int step = 0; step < MOST_STEPS; step++) {
        double way[UNKNOWNS], hessian[UNKNOWNS][UNKNOWNS], next[UNKNOWNS];
        double length = 1, lower;
        derive(p, at, way, hessian);
        solve(hessian, way);
        do {
            for (int k = 0; k < UNKNOWNS; k++)
                next[k] = at[k] - length * way[k];
            lower = loss_at(p, next);
            length /= 2;
        } while (!(lower <= loss) && length > 1e-9);
        if (!(lower < loss - 1e-12 * fabs(loss)))
            return;
        memcpy(at, next, sizeof next);
        loss = lower;
    }
}

void t2s_train_fit_fusion(train_fusion *fusion, const float *text,
                          const float *evidence, const float *labels,
                          const float *weights, size_t count)
{
    problem p = {
        .text = text,
        .evidence = evidence,
        .labels = labels,
        .weights = weights,
        .count = count,
        .start = {fusion->weights[0], fusion->weights[1], fusion->bias}};
    double at[UNKNOWNS];
    bool again = true;
    memcpy(at, p.start, sizeof at);
    while (again) {
        again = false;
        minimize(&p, at);
        for (int k = 0; k < 2; k++) {
            if (at[k] < 0) {
                at[k] = 0;
                p.fixed[k] = again = true;
            }
        }
    }
    if (at[0] <= 0 && at[1] <= 0)
        return;
    fusion->weights[0] = at[0];
    fusion->weights[1] = at[1];
    fusion->bias = at[2];
}

static t2sed_status put_into_engine(t2sed_trainer *trainer, t2sed_error *err)
{
    const train_fusion *f = &trainer->fusion;
    const float weights[2] = {(float)f->weights[0], (float)f->weights[1]};
    const float bias = (float)f->bias;
    t2sed_status status =
        t2s_train_write_weight(trainer, "fusion.weight", weights, 2, err);
    if (status == T2SED_OK)
        status = t2s_train_write_weight(trainer, "fusion.bias", &bias, 1, err);
    if (status == T2SED_OK)
        status = t2s_train_read_all(trainer, 0, &trainer->best, err);
    return status;
}

/* Fits to the logits, which are then replaced by their sum in `text`. */
static t2sed_status fit(t2sed_trainer *trainer, float *text,
                        const float *evidence, t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    train_fusion *f = &trainer->fusion;
    size_t count = set->samples.count;
    float weights[2], bias;
    t2sed_status status =
        t2s_train_read_weight(trainer, "fusion.weight", weights, 2, err);
    if (status == T2SED_OK)
        status = t2s_train_read_weight(trainer, "fusion.bias", &bias, 1, err);
    if (status != T2SED_OK)
        return status;
    f->weights[0] = (double)weights[0];
    f->weights[1] = (double)weights[1];
    f->bias = (double)bias;
    t2s_train_fit_fusion(f, text, evidence, set->labels.at, set->weights.at,
                         count);
    for (size_t i = 0; i < count; i++)
        text[i] = (float)(f->weights[0] * (double)text[i] +
                          f->weights[1] * (double)evidence[i] + f->bias);
    return t2s_auc(&f->dev_auc, text, set->labels.at, set->weights.at, count,
                   err);
}

static bool has_both_labels(const train_set *set)
{
    bool right = false, wrong = false;
    for (size_t i = 0; i < set->samples.count; i++) {
        right |= set->labels.at[i] >= 0.5f;
        wrong |= set->labels.at[i] < 0.5f;
    }
    return right && wrong;
}

t2sed_status t2s_train_fuse(t2sed_trainer *trainer, t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    size_t count = set->samples.count;
    float *text, *evidence;
    t2sed_status status = T2SED_OK;
    if (!has_both_labels(set))
        return T2SED_OK;
    text = t2s_alloc_array(count, sizeof *text);
    evidence = t2s_alloc_array(count, sizeof *evidence);
    if (!text || !evidence)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && trainer->best)
        status = t2s_train_write_all(trainer, trainer->best, err);
    if (status == T2SED_OK)
        status = t2s_train_dev_logits(trainer, T2S_BRANCH_TEXT, text, err);
    if (status == T2SED_OK)
        status =
            t2s_train_dev_logits(trainer, T2S_BRANCH_EVIDENCE, evidence, err);
    if (status == T2SED_OK)
        status = fit(trainer, text, evidence, err);
    if (status == T2SED_OK)
        status = put_into_engine(trainer, err);
    trainer->fused = status == T2SED_OK;
    t2s_free(text);
    t2s_free(evidence);
    return status;
}
