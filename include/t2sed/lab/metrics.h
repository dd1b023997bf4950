/*
 * t2sed/lab/metrics.h - how good a detector is, and what its decisions are
 * worth.
 *
 * Everything here works on plain arrays: what was scored (`scores`, the higher
 * the surer that a query is right), what turned out (`labels`) and what belongs
 * together (`groups`, as a rule the database, since a detector that has seen a
 * database's questions knows more than it should).
 *
 *     t2sed_items items = {sizeof items};
 *     items.scores = probabilities;
 *     items.labels = labels;
 *     items.groups = databases;
 *     items.count = count;
 *     t2sed_detection_measure(&detection, &items, NULL, &err);
 *     t2sed_detection_sum_up(&summary, detection, T2SED_MEAN_OF_FOLDS, NULL,
 *                            &err);
 *
 * No result depends on the order of the items: items of equal scores are dealt
 * with as one, since no threshold parts them.
 *
 * Source, where nothing else is said: Chen et al., "Error Detection for
 * Text-to-SQL Semantic Parsing" (EMNLP Findings 2023), section 4.
 */
#ifndef T2SED_METRICS_H
#define T2SED_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "../status.h"

T2SED_BEGIN_DECLS

/* What was scored. The arrays are the caller's and only read during a call. */
typedef struct t2sed_items {
    size_t struct_size;   /* sizeof(t2sed_items) */
    size_t count;         /* items */
    const double *scores; /* [count] higher is surer; NaN: not scored. Calls
                             that read them as probabilities say so. */
    const int *labels;    /* [count] 1 right, 0 wrong, -1 not known */
    const int *groups;    /* [count] any numbers; NULL: each item is a group of
                             its own */
} t2sed_items;
#define T2SED_ITEMS_INIT                                                       \
    {                                                                          \
        sizeof(t2sed_items), 0, NULL, NULL, NULL                               \
    }

/* Items that are not scored (NaN) or not labelled (-1) are *left out*: they
 * take part in nothing but the assignment of groups to folds, and results say
 * how many they were. */

/* --- one number --- */

/*
 * The area under the ROC curve: the chance that a right item scores higher
 * than a wrong one, ties counting half.
 *
 * out  the area; NaN where there is no right or no wrong item.
 *
 * Errors: T2SED_EINVAL (a NULL array, another label than 1, 0 and -1),
 * T2SED_ENOMEM. Threads: any. Since: 0.1. Source: section 4.1.
 */
T2SED_LAB_API t2sed_status t2sed_metrics_auc(double *out,
                                             const t2sed_items *items,
                                             t2sed_error *err);

/* --- detection --- */

/* Decisions on items, each made with a threshold that was chosen without it.
 * Only the library makes these; immutable, may be shared by threads. */
typedef struct t2sed_detection {
    size_t count;             /* items, left out or not */
    const int *decisions;     /* [count] 1: taken as right, 0: flagged as an
                                 error, -1: left out */
    const int *folds;         /* [count] also of those left out */
    int fold_count;           /* 1 without cross-validation */
    const double *thresholds; /* [fold_count] NaN for a fold without items */
} t2sed_detection;

typedef struct t2sed_detection_options {
    size_t struct_size; /* sizeof(t2sed_detection_options) */
    int folds;          /* at least 2; 0: no cross-validation, `threshold` */
    uint64_t seed;      /* of the assignment of groups to folds */
    double threshold;   /* decides where folds is 0 */
} t2sed_detection_options;

/* Fills the `size` bytes of *options with the defaults (5 folds, seed 0,
 * threshold 0.5) and sets struct_size. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_LAB_API void
t2sed_detection_options_init(t2sed_detection_options *options, size_t size);

/*
 * Decides for every item whether it is taken as right (its score is at least
 * the threshold) or flagged as an error. The threshold of a fold is the one
 * with the highest accuracy on all other folds: half-way between two
 * neighbouring scores, or -infinity (all are right) or infinity (none is); of
 * several that are equally good, the lowest. Groups, sorted by number, are
 * shuffled by the seed and dealt out to the folds in turn, so that two lists of
 * items with the same groups get the same folds.
 *
 * out      freed with t2sed_detection_free.
 * items    at least two groups must have items that are not left out, unless
 *          options->folds is 0.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: section 4.1, "5-fold cross-validation ... the threshold that
 * maximizes the accuracy", "partitioned by databases".
 */
T2SED_LAB_API t2sed_status t2sed_detection_measure(
    t2sed_detection **out, const t2sed_items *items,
    const t2sed_detection_options *options, t2sed_error *err);
T2SED_LAB_API void t2sed_detection_free(t2sed_detection *detection);

/* How counts become numbers. */
#define T2SED_MEAN_OF_FOLDS 0 /* each fold's number, then their mean */
#define T2SED_ALL_ITEMS     1 /* one number from the items of all folds */

/* Detection in numbers, all from 0 to 1. "Positive" is about right queries,
 * "negative" about wrong ones. A precision of nothing predicted and a recall of
 * nothing there are 0, as is their F1. */
typedef struct t2sed_detection_summary {
    size_t struct_size; /* sizeof(t2sed_detection_summary) */
    size_t count;       /* items that count */
    size_t right;       /* of these */
    size_t left_out;    /* not scored or not labelled */
    size_t folds;       /* that have an item that counts */
    double positive_precision, positive_recall, positive_f1;
    double negative_precision, negative_recall, negative_f1;
    double accuracy; /* of the decisions; NaN without items */
    double auc;      /* NaN where no fold has both right and wrong items */
} t2sed_detection_summary;
#define T2SED_DETECTION_SUMMARY_INIT                                           \
    {                                                                          \
        sizeof(t2sed_detection_summary), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0    \
    }

/*
 * Sums decisions up, all or some of them.
 *
 * out   its struct_size is set by the caller.
 * how   T2SED_MEAN_OF_FOLDS (as the paper's tables) or T2SED_ALL_ITEMS.
 * keep  [count] 0: the item does not count here (hard questions only, say);
 *       NULL: all count. Thresholds are those that were chosen on all items.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Table 2; with keep, Table A.2.
 */
T2SED_LAB_API t2sed_status t2sed_detection_sum_up(
    t2sed_detection_summary *out, const t2sed_detection *detection, int how,
    const unsigned char *keep, t2sed_error *err);

/* --- calibration --- */

/* A bin of a reliability diagram. */
typedef struct t2sed_calibration_bin {
    size_t count;       /* items in it */
    double low, high;   /* its bounds; only the last bin includes its high */
    double probability; /* the items' mean; NaN without items */
    double accuracy;    /* the share that is right; NaN without items */
} t2sed_calibration_bin;

/* How far probabilities are from frequencies; the numbers are NaN where no item
 * counts. Only the library makes these; immutable, may be shared. */
typedef struct t2sed_calibration {
    double error; /* ECE: the mean over items of |mean probability - share
                     right| in their bin */
    double worst; /* the largest such distance of any bin with items */
    double brier; /* the mean squared distance of probability and label */
    int count;    /* of bins; with equal_counts fewer than asked for where many
                     probabilities are equal */
    const t2sed_calibration_bin *bins; /* [count] */
} t2sed_calibration;

typedef struct t2sed_calibration_options {
    size_t struct_size; /* sizeof(t2sed_calibration_options) */
    int bins;           /* at least 1; default 10 */
    int equal_counts;   /* 0: bins of equal width from 0 to 1; 1: of about equal
                           numbers of items, equal probabilities together.
                           Default 0 */
} t2sed_calibration_options;

/* Fills the `size` bytes of *options with the defaults and sets struct_size.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_LAB_API void
t2sed_calibration_options_init(t2sed_calibration_options *options, size_t size);

/*
 * Compares probabilities with what happened.
 *
 * out      freed with t2sed_calibration_free.
 * items    scores are probabilities, 0 to 1.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (also for a score outside 0 to 1), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 * Source: Guo et al., "On Calibration of Modern Neural Networks" (2017), 2.
 */
T2SED_LAB_API t2sed_status t2sed_calibration_measure(
    t2sed_calibration **out, const t2sed_items *items,
    const t2sed_calibration_options *options, t2sed_error *err);
T2SED_LAB_API void t2sed_calibration_free(t2sed_calibration *calibration);

/* --- curves --- */

#define T2SED_CURVE_ANSWERS      0
#define T2SED_CURVE_INTERACTIONS 1
#define T2SED_CURVE_RISK         2

typedef struct t2sed_curve_point {
    double x, y;
    double threshold; /* items that score at least this are answered (or not
                         asked about); infinity at an interaction curve's end */
} t2sed_curve_point;

/* What decisions are worth at every threshold. Only the library makes these;
 * immutable, may be shared. */
typedef struct t2sed_curve {
    int kind;     /* T2SED_CURVE_* */
    size_t items; /* without those left out */
    size_t count; /* of points; 0 where every item is left out */
    double area;  /* the mean of y over 1, 2, ... all items answered or asked
                     about, within a tie over its orders; of a risk curve the
                     AURC. NaN without points */
    const t2sed_curve_point *points; /* [count] */
} t2sed_curve;

/*
 * Draws a curve. A point is a threshold: items of equal scores come together.
 *
 * out   freed with t2sed_curve_free.
 * kind  T2SED_CURVE_ANSWERS: only the x surest items are answered; y is the
 *       share of right ones among them (precision). x from the fewest up.
 *       T2SED_CURVE_INTERACTIONS: the x least sure items are asked about and
 *       so put right; y is the share of all that is right then. x from 0.
 *       T2SED_CURVE_RISK: x is the coverage (the share of items answered, from
 *       the fewest up), y the share of wrong ones among these.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: section 4.2.4, Figure 2 (answers, interactions); El-Yaniv and
 * Wiener 2010 (risk and coverage); Geifman, Uziel and El-Yaniv 2019 (AURC).
 */
T2SED_LAB_API t2sed_status t2sed_curve_measure(t2sed_curve **out,
                                               const t2sed_items *items,
                                               int kind, t2sed_error *err);
T2SED_LAB_API void t2sed_curve_free(t2sed_curve *curve);

/*
 * The point that answers most, or asks least, at a wanted y: the largest x with
 * a precision of at least y (answers), the smallest x with an accuracy of at
 * least y (interactions), the largest x with a risk of at most y (risk).
 *
 * Returns: one of the points; NULL where no threshold does it. Errors: none.
 * Threads: any. Since: 0.1. Source: Tables 5 and 7.
 */
T2SED_LAB_API const t2sed_curve_point *
t2sed_curve_reach(const t2sed_curve *curve, double y);

/* --- beams --- */

/* The candidates of several questions, one beam after the other, best first.
 * The arrays are the caller's and only read during a call. */
typedef struct t2sed_beams {
    size_t struct_size;    /* sizeof(t2sed_beams) */
    size_t count;          /* beams */
    const size_t *offsets; /* [count + 1] beam b is the candidates
                              offsets[b] .. offsets[b + 1] - 1 */
    const double *scores;  /* [offsets[count]] NaN: not scored */
    const int *labels;     /* [offsets[count]] 1, 0 or -1 */
} t2sed_beams;
#define T2SED_BEAMS_INIT                                                       \
    {                                                                          \
        sizeof(t2sed_beams), 0, NULL, NULL, NULL                               \
    }

/*
 * Oracle accuracy: the share of all beams with a right candidate among their
 * first n. A candidate of unknown label is not right. Scores may be NULL.
 *
 * out  NaN where there are no beams.
 *
 * Errors: T2SED_EINVAL. Threads: any. Since: 0.1. Source: Zeng et al., "N-best
 * Hypotheses Reranking for Text-To-SQL Systems" (SLT 2022), 5.3, Table 2.
 */
T2SED_LAB_API t2sed_status t2sed_metrics_oracle(double *out,
                                                const t2sed_beams *beams,
                                                size_t n, t2sed_error *err);

typedef struct t2sed_rerank_options {
    size_t struct_size; /* sizeof(t2sed_rerank_options) */
    size_t limit;       /* only so many labelled candidates of a beam take part;
                           0: all */
    double threshold;   /* ED+RR: a first candidate that scores at least this
                           stays first */
    const double *thresholds; /* [beams] one for each beam instead; or NULL */
} t2sed_rerank_options;

/* Fills the `size` bytes of *options with the defaults (all candidates,
 * threshold 0.5) and sets struct_size. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_LAB_API void t2sed_rerank_options_init(t2sed_rerank_options *options,
                                             size_t size);

/* Accuracies are shares of all beams, skipped ones included; NaN where there
 * are no beams. */
typedef struct t2sed_rerank_summary {
    size_t struct_size;       /* sizeof(t2sed_rerank_summary) */
    size_t beams;             /* all */
    size_t skipped;           /* whose first candidate is missing or has no
                                 label; they count as wrong */
    double first;             /* accuracy of the parser's first ("N/A") */
    double reranked;          /* of the highest score ("RR") */
    double detected_reranked; /* the same, where the first was flagged
                                 ("ED + RR") */
    double oracle;            /* of the beams not skipped, those with a right
                                 candidate ("Beam Hit") */
    size_t flagged;           /* beams whose first was flagged */
} t2sed_rerank_summary;
#define T2SED_RERANK_SUMMARY_INIT                                              \
    {                                                                          \
        sizeof(t2sed_rerank_summary), 0, 0, 0, 0, 0, 0, 0                      \
    }

/*
 * What re-ranking is worth. As in the paper, candidates without a label (most
 * could not be executed) are no part of their beam, and a beam whose first
 * candidate is one is skipped. Among equal scores the parser's order stays, and
 * candidates that were not scored come last; a first one that was not scored
 * counts as flagged.
 *
 * out      its struct_size is set by the caller.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL. Threads: any. Since: 0.1.
 * Source: sections 3.2 and 4.2.3, Table 4, where the threshold is 0.5.
 */
T2SED_LAB_API t2sed_status
t2sed_metrics_rerank(t2sed_rerank_summary *out, const t2sed_beams *beams,
                     const t2sed_rerank_options *options, t2sed_error *err);

/*
 * A parser's confidence in each candidate of a beam, from scores that are no
 * probabilities: of equal candidates the highest score stays, and a softmax
 * over these gives each candidate the probability of what it is equal to.
 *
 * out     [count] sums to 1 over different candidates.
 * scores  [count] logits or log-probabilities; NaN: none, and so is the result.
 * same    [count] equal numbers: equal candidates; NULL: all differ.
 *
 * Errors: T2SED_EINVAL (also for an infinite score other than -infinity),
 * T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: section 4.1, baseline methods.
 */
T2SED_LAB_API t2sed_status t2sed_metrics_softmax(double *out,
                                                 const double *scores,
                                                 const int *same, size_t count,
                                                 t2sed_error *err);

/* --- intervals --- */

/* A number made of some items, `chosen` [count], in which items may come more
 * than once. NaN: undefined for these. It must not keep the array. */
typedef double (*t2sed_statistic)(const size_t *chosen, size_t count,
                                  void *payload);

typedef struct t2sed_bootstrap_options {
    size_t struct_size; /* sizeof(t2sed_bootstrap_options) */
    size_t rounds;      /* at least 1 */
    double level;       /* of confidence, between 0 and 1 */
    uint64_t seed;
} t2sed_bootstrap_options;

/* Fills the `size` bytes of *options with the defaults (1000 rounds, level
 * 0.95, seed 0) and sets struct_size. Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void
t2sed_bootstrap_options_init(t2sed_bootstrap_options *options, size_t size);

/*
 * Cluster bootstrap: a percentile confidence interval of a statistic. Each
 * round draws as many groups as there are, with replacement, and computes the
 * statistic of their items; the interval holds the middle `level` of the
 * results (interpolated linearly). Rounds whose result is NaN do not count.
 *
 * low, high  the interval; both NaN where every round gave NaN.
 * groups     [count]; NULL: each item is a group of its own.
 * options    NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Efron, "Bootstrap Methods" (1979), over clusters.
 */
T2SED_LAB_API t2sed_status t2sed_metrics_bootstrap(
    double *low, double *high, const int *groups, size_t count,
    t2sed_statistic statistic, void *payload,
    const t2sed_bootstrap_options *options, t2sed_error *err);

T2SED_END_DECLS

#endif
