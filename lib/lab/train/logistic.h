/* logistic.h - the one logistic regression: few unknowns, many examples. (That
 * of the sketch, with thousands of sparse terms, is sketch_fit.c's.) */
#ifndef T2S_TRAIN_LOGISTIC_H
#define T2S_TRAIN_LOGISTIC_H

#include <stdbool.h>
#include <stddef.h>

#define T2S_NEWTON_MOST 8 /* unknowns */

/* What is to be as small as possible, and convex. The value at x; where
 * `gradient` is not NULL, it and the second derivatives, [n] each way and
 * positive definite, are set, and the value need not be. */
typedef double (*t2s_objective)(const void *payload, const double *x,
                                double *gradient,
                                double hessian[][T2S_NEWTON_MOST]);

/*
 * Newton's method with step halving (Boyd and Vandenberghe 2004, 9.5), from
 * x[n] on; unknowns that are `fixed` ([n]) stay. It ends where a step brings
 * less than `tolerance`, or where the host's interrupt handler says so.
 */
void t2s_newton(double *x, size_t n, const bool *fixed, double tolerance,
                t2s_objective objective, const void *payload);

typedef struct t2s_logistic_row {
    double x[T2S_NEWTON_MOST]; /* the logit is the sum of weights[k] * x[k] */
    double label;              /* 1 or 0 */
    double weight;
} t2s_logistic_row;

typedef struct t2s_logistic {
    size_t unknowns, count; /* rows */
    t2s_logistic_row (*row)(const void *data, size_t i);
    const void *data;
    /* Of half the squared way from where the weights begin: as much as so many
     * examples. It keeps the fit finite where rows part the labels. */
    double penalty;
    double tolerance;  /* of t2s_newton */
    size_t at_least_0; /* the first so many weights may not be below */
} t2s_logistic;

/* Fits weights [unknowns], from where they are. Those that would be below 0,
 * and may not, become 0, and the others are fitted again. */
void t2s_logistic_fit(double *weights, const t2s_logistic *problem);

#endif
