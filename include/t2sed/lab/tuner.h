/*
 * t2sed/lab/tuner.h - fitting a model to some hundred labelled queries of one's
 * own, where that makes it better.
 *
 *     t2sed_tuner_open(&tuner, model_path, 1, &err);
 *     (then t2sed_tuner_add for each labelled query)
 *     t2sed_tuning result = {sizeof result};
 *     t2sed_tuner_run(tuner, &result, &err);
 *     if (result.better)
 *         t2sed_tuner_save(tuner, "new-model", &err);
 *     t2sed_tuner_free(tuner);
 *
 * The log odds x of the model become a x + b + w f: a scale and a shift (Platt
 * 1999), and a weight for each feature that the model reads (ridge regression).
 * Features are cut into at most 16 bins of equal counts first, so that w f is
 * a sum of small trees and the new model is a model like any other. How much
 * of this is used, nothing at all included, is chosen by cross-validation.
 */
#ifndef T2SED_TUNER_H
#define T2SED_TUNER_H

#include <stddef.h>
#include <stdint.h>

#include "../status.h"

T2SED_BEGIN_DECLS

/* Used by one thread at a time. */
typedef struct t2sed_tuner t2sed_tuner;

/* The fewest queries to tune on, and the fewest right and wrong ones. */
#define T2SED_TUNER_QUERIES 50
#define T2SED_TUNER_LABELS  10
/* From so many databases on, whole databases are held out; else questions. */
#define T2SED_TUNER_DATABASES 10

/*
 * Opens a tuner of a model that reads evidence.
 *
 * out    freed with t2sed_tuner_free.
 * model  path of a model directory (t2sed_model_info.path).
 * seed   of the parts that are held out, and of the bootstrap.
 *
 * Errors: those of t2sed_model_open; T2SED_EUNSUPPORTED (the model has no
 * forest). Threads: any. Since: 0.9.
 */
T2SED_LAB_API t2sed_status t2sed_tuner_open(t2sed_tuner **out,
                                            const char *model, uint64_t seed,
                                            t2sed_error *err);
/* Frees a tuner; NULL is allowed. Since: 0.9. */
T2SED_LAB_API void t2sed_tuner_free(t2sed_tuner *tuner);

/*
 * Adds a labelled query.
 *
 * db_id     its database, or NULL.
 * question  its question: queries of one question and database are held out
 *           together.
 * features  [count] from t2sed_scorer_gather; count is
 *           t2sed_model_feature_count.
 * logit     t2sed_score.logit.
 * label     1 right, 0 wrong.
 *
 * Errors: T2SED_EINVAL (NULL, another label, a logit that is not finite),
 * T2SED_EMISMATCH (another count; the query was scored with a database, a
 * schema or neither, and the first one otherwise), T2SED_ENOMEM. Since: 0.9.
 */
T2SED_LAB_API t2sed_status t2sed_tuner_add(t2sed_tuner *tuner,
                                           const char *db_id,
                                           const char *question,
                                           const float *features, size_t count,
                                           double logit, int label,
                                           t2sed_error *err);

/* A number of the queries while each was held out, before and after tuning, and
 * the 95 % interval of after - before (cluster bootstrap over what was held out
 * together, 1000 rounds). NaN: undefined. */
typedef struct t2sed_tuning_metric {
    double before, after, low, high;
} t2sed_tuning_metric;

/* What is fitted, by size. */
#define T2SED_TUNING_NOTHING   0
#define T2SED_TUNING_SCALE     1 /* scale and shift */
#define T2SED_TUNING_CORRECTED 2 /* and weights of features */

typedef struct t2sed_tuning {
    size_t struct_size;    /* sizeof(t2sed_tuning) */
    size_t queries, right; /* that were added, and are right */
    size_t questions, databases;
    int by_database;           /* 1: databases were held out, 0: questions */
    int form;                  /* T2SED_TUNING_*, fitted to all queries */
    double scale, shift;       /* a and b */
    double penalty;            /* of squared weights; infinity: none */
    t2sed_tuning_metric auc;   /* within each held-out part */
    t2sed_tuning_metric pairs; /* of a right and a wrong query of one question,
                                  the share in order; ties count half */
    t2sed_tuning_metric ece;   /* ten bins of equal width */
    t2sed_tuning_metric log_loss;
    int better; /* 1: the interval of the log loss lies below
                   0, and that of the AUC not below 0 */
} t2sed_tuning;
#define T2SED_TUNING_INIT                                                      \
    {                                                                          \
        sizeof(t2sed_tuning), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0},         \
            {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, 0                        \
    }

/*
 * Five parts are held out in turn. For each, the form and the penalty that do
 * best when the other four are held out in turn (log loss) are fitted to these
 * four; so no query has a part in what it is measured by. In the end the form
 * is chosen and fitted on all queries.
 *
 * out  its struct_size is set by the caller.
 *
 * Equal queries, in any order, and equal seeds give equal results.
 *
 * Errors: T2SED_EEMPTY (fewer queries, right or wrong ones than
 * T2SED_TUNER_..., fewer than ten questions), T2SED_EINVAL,
 * T2SED_EINTERRUPTED, T2SED_ENOMEM. Since: 0.9.
 * Source: Platt 1999; Varma and Simon 2006 (nested cross-validation); our own
 * measurements in docs/research/training.md.
 */
T2SED_LAB_API t2sed_status t2sed_tuner_run(t2sed_tuner *tuner,
                                           t2sed_tuning *out, t2sed_error *err);

/*
 * Writes the tuned model, as a directory that must not exist: beside it first,
 * so that it is there whole or not at all. Cases that no query was of (with a
 * database, a schema or neither) stay as they were, and so do thresholds and
 * the weights of beams.
 *
 * Errors: T2SED_ESTATE (t2sed_tuner_run has not succeeded), T2SED_EIO (also
 * for a directory that exists), T2SED_ENOTFOUND, T2SED_ENOMEM. Since: 0.9.
 */
T2SED_LAB_API t2sed_status t2sed_tuner_save(t2sed_tuner *tuner,
                                            const char *directory,
                                            t2sed_error *err);

T2SED_END_DECLS

#endif
