/* boost.h - training boosted trees, through LightGBM. */
#ifndef T2S_TRAIN_BOOST_H
#define T2S_TRAIN_BOOST_H

#include <stdbool.h>
#include <stdint.h>

#include "weights/forest.h"

/* Examples. */
typedef struct t2s_boost_rows {
    const float *features; /* [count, features], NaN for what is missing */
    const float *labels;   /* [count], 0 or 1 */
    const float *weights;  /* [count] */
    size_t count;
} t2s_boost_rows;

/* T2S_BOOST_OPTIONS_INIT is a small forest, slowly learnt. */
typedef struct t2s_boost_options {
    int trees;               /* at most */
    int leaves;              /* of a tree, at most */
    double learning_rate;    /* what a tree counts for */
    int min_leaf;            /* examples in a leaf, at least */
    double feature_fraction; /* of the features that a tree may read */
    double bagging_fraction; /* of the examples that a tree learns from */
    double lambda;           /* squared penalty of a leaf's value */
    int bins;                /* thresholds of a feature, at most */
    uint32_t seed;
    int patience;         /* stop when the metric of the valid rows has not
                             got better for so many trees, and keep the best
                             number of them; 0: keep all */
    bool by_auc;          /* the metric is the weighted area under the ROC
                             curve; else the weighted binary log loss */
    int threads;          /* 0: all cores */
    const char *lightgbm; /* path of lib_lightgbm.so; NULL: the environment
                             variable T2SED_LIGHTGBM, or where the loader
                             finds it. Loaded once for the process */
} t2s_boost_options;

/* clang-format off */
#define T2S_BOOST_OPTIONS_INIT \
    {.trees = 300, .leaves = 15, .learning_rate = 0.05, .min_leaf = 30, \
     .feature_fraction = 0.5, .bagging_fraction = 0.8, .lambda = 5, \
     .bins = 255, .seed = 1}
/* clang-format on */

/* What came of it. */
typedef struct t2s_boost_report {
    int trees;     /* kept */
    double metric; /* of the valid rows with these; NaN without any */
} t2s_boost_report;

/*
 * Trains a forest whose value is the logit of label 1. `names` ([features])
 * become the forest's names. `valid` may be NULL where options->patience is 0.
 *
 * Deterministic: equal rows, options and version of LightGBM give equal
 * forests on the same processor, with any number of threads
 * (LightGBM's "deterministic", "force_row_wise"; sums of histograms are in
 * double).
 *
 * Errors: T2SED_EEMPTY (no rows), T2SED_ELIMIT (more than an int counts),
 * T2SED_ENOBACKEND (no LightGBM), T2SED_EBACKEND (it failed),
 * T2SED_EINTERRUPTED, T2SED_ENOMEM. *out is untouched then.
 */
t2sed_status t2s_boost_train(t2s_forest *out, t2s_boost_report *report,
                             const t2s_boost_rows *train,
                             const t2s_boost_rows *valid,
                             const char *const *names, size_t features,
                             const t2s_boost_options *options,
                             t2sed_error *err);

/*
 * A forest from a model as LightGBM writes it ("tree\nversion=v4..."), which
 * must be of one class and without categories or linear leaves. Thresholds are
 * rounded down to float, which changes no comparison with one; leaves are
 * rounded to the nearest. Errors: T2SED_EFORMAT, T2SED_EUNSUPPORTED,
 * T2SED_EMISMATCH (a feature beyond `features`), T2SED_ENOMEM.
 */
t2sed_status t2s_boost_read_model(t2s_forest *out, const char *text,
                                  const char *const *names, size_t features,
                                  t2sed_error *err);

#endif
