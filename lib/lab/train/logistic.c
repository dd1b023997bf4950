#include "lab/train/logistic.h"

#include <math.h>
#include <string.h>

#include "base/interrupt.h"

#define MOST_STEPS 100
#define LEAST_STEP 1e-9 /* of Newton's, after halving */

typedef double matrix[T2S_NEWTON_MOST][T2S_NEWTON_MOST];

/* Takes the fixed unknowns out of the system. */
static void hold(double *gradient, matrix hessian, size_t n, const bool *fixed)
{
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++)
            if (fixed[j] || fixed[k])
                hessian[j][k] = j == k;
    for (size_t k = 0; k < n; k++)
        if (fixed[k])
            gradient[k] = 0;
}

/* Solves in place; the matrix is positive definite, so that no rows need to
 * change places. */
static void solve(matrix a, double *right, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            double factor = a[j][i] / a[i][i];
            for (size_t k = i; k < n; k++)
                a[j][k] -= factor * a[i][k];
            right[j] -= factor * right[i];
        }
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            right[i] -= a[i][k] * right[k];
        right[i] /= a[i][i];
    }
}

void t2s_newton(double *x, size_t n, const bool *fixed, double tolerance,
                t2s_objective objective, const void *payload)
{
    double value = objective(payload, x, NULL, NULL);
    for (int step = 0; step < MOST_STEPS && !t2s_interrupted(); step++) {
        double way[T2S_NEWTON_MOST], next[T2S_NEWTON_MOST];
        double length = 1, lower;
        matrix hessian;
        objective(payload, x, way, hessian);
        hold(way, hessian, n, fixed);
        solve(hessian, way, n);
        do {
            for (size_t k = 0; k < n; k++)
                next[k] = x[k] - length * way[k];
            lower = objective(payload, next, NULL, NULL);
            length /= 2;
        } while (!(lower <= value) && length > LEAST_STEP);
        if (!(lower < value - tolerance))
            return;
        memcpy(x, next, n * sizeof *x);
        value = lower;
    }
}

/* --- Logistic regression --- */

typedef struct fit {
    const t2s_logistic *of;
    double start[T2S_NEWTON_MOST];
} fit;

/* log(1 + e^x) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double logit_of(const t2s_logistic_row *row, const double *weights,
                       size_t n)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += weights[k] * row->x[k];
    return sum;
}

static double loss_at(const fit *f, const double *at)
{
    const t2s_logistic *of = f->of;
    double loss = 0;
    for (size_t i = 0; i < of->count; i++) {
        const t2s_logistic_row row = of->row(of->data, i);
        const double logit = logit_of(&row, at, of->unknowns);
        loss += row.weight * (softplus(logit) - row.label * logit);
    }
    for (size_t k = 0; k < of->unknowns; k++)
        loss += of->penalty / 2 * (at[k] - f->start[k]) * (at[k] - f->start[k]);
    return loss;
}

static double evaluate(const void *payload, const double *at, double *gradient,
                       matrix hessian)
{
    const fit *f = payload;
    const t2s_logistic *of = f->of;
    const size_t n = of->unknowns;
    if (!gradient)
        return loss_at(f, at);
    memset(hessian, 0, sizeof(matrix));
    for (size_t k = 0; k < n; k++) {
        gradient[k] = of->penalty * (at[k] - f->start[k]);
        hessian[k][k] = of->penalty;
    }
    for (size_t i = 0; i < of->count; i++) {
        const t2s_logistic_row row = of->row(of->data, i);
        const double chance = 1 / (1 + exp(-logit_of(&row, at, n)));
        for (size_t j = 0; j < n; j++) {
            gradient[j] += row.weight * (chance - row.label) * row.x[j];
            for (size_t k = 0; k < n; k++)
                hessian[j][k] +=
                    row.weight * chance * (1 - chance) * row.x[j] * row.x[k];
        }
    }
    return 0;
}

void t2s_logistic_fit(double *weights, const t2s_logistic *problem)
{
    const size_t n = problem->unknowns;
    fit f = {.of = problem};
    bool fixed[T2S_NEWTON_MOST] = {false}, again = true;
    memcpy(f.start, weights, n * sizeof *weights);
    while (again) {
        again = false;
        t2s_newton(weights, n, fixed, problem->tolerance, evaluate, &f);
        for (size_t k = 0; k < problem->at_least_0; k++)
            if (weights[k] < 0) {
                weights[k] = 0;
                fixed[k] = again = true;
            }
    }
}
