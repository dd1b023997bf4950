/* tuner.h - the parts of the tuner. */
#ifndef T2S_TRAIN_TUNER_H
#define T2S_TRAIN_TUNER_H

#include <stdbool.h>

#include "base/vector.h"
#include "model/files.h"
#include "t2sed/lab/tuner.h"

#define T2S_TUNER_FOLDS 5

/* A query. */
typedef struct tuner_row {
    uint64_t database, question; /* hashes; that of the question has both */
    size_t at;                   /* its features: at * width */
    double logit;                /* calibrated: log odds */
    int label;
    int fold;
    bool fixed; /* it can't run, which the model's bound answers alone */
} tuner_row;

/* a logit + b + the sum of weights[k] * values[k] */
typedef struct tuner_fit {
    double scale, shift;
    double *weights; /* [width] */
} tuner_fit;

struct t2sed_tuner {
    t2s_model_files files;
    uint64_t seed;
    size_t width;
    enum t2s_known known; /* of the first query; all have the same */
    T2S_VECTOR(tuner_row) rows;
    T2S_VECTOR(float) features; /* [rows, width], in the order of adding */
    /* Made by t2sed_tuner_run: */
    float *values; /* [width, rows] the bins' standardised means, 0: missing */
    int *groups;   /* [rows] what is resampled together */
    double *logits[2]; /* [rows] before and after, each held out */
    tuner_fit fit;
    t2sed_tuning result;
    bool has_run;
};

/* --- tuner_fit.c --- */

/* Cuts the features into bins: sets `values` from rows and features. Labels
 * are not looked at. */
t2sed_status t2s_tuner_cut(t2sed_tuner *tuner, t2sed_error *err);
/* Fits to the rows of all parts but two (-1: none), from where `fit` is. An
 * infinite penalty leaves the weights at 0. */
t2sed_status t2s_tuner_fit(tuner_fit *fit, const t2sed_tuner *tuner, int part,
                           int other, double penalty, t2sed_error *err);
double t2s_tuner_logit(const tuner_fit *fit, const t2sed_tuner *tuner,
                       size_t row);
/* The weights as trees whose leaves are `unit` times as large, which are 0
 * where less or more is known than of the tuner's rows. */
t2sed_status t2s_tuner_trees(t2s_forest *out, const t2sed_tuner *tuner,
                             double unit, t2sed_error *err);

/* --- tuner_measure.c --- */

/* The mean log loss of a row. */
double t2s_tuner_loss(double logit, int label);
/* Fills in the metrics and `better`. */
t2sed_status t2s_tuner_measure(t2sed_tuner *tuner, t2sed_error *err);

#endif
