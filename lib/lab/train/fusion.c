/* fusion.c - what the logits of text and forest count for: logistic regression
 * by Newton's method with step halving (Boyd and Vandenberghe 2004, 9.5). */
#include <math.h>
#include <string.h>

#include "lab/train/internal.h"

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

void t2s_train_fit_fusion(t2s_fusion *fusion, const float *text,
                          const float *evidence, const float *labels,
                          const float *weights, size_t count)
{
    problem p = {.text = text,
                 .evidence = evidence,
                 .labels = labels,
                 .weights = weights,
                 .count = count,
                 .start = {fusion->text, fusion->evidence, fusion->bias}};
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
    *fusion = (t2s_fusion){at[0], at[1], at[2]};
}
