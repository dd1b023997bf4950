/*
 * t2sed/lab/sketch_trainer.h - training sketchers (t2sed/parts/sketch.h).
 */
#ifndef T2SED_SKETCH_TRAINER_H
#define T2SED_SKETCH_TRAINER_H

#include <stddef.h>
#include <stdint.h>

#include "../parts/sketch.h"
#include "../status.h"
#include "trainer.h"

T2SED_BEGIN_DECLS

/* Collects examples and trains. Used by one thread at a time. */
typedef struct t2sed_sketch_trainer t2sed_sketch_trainer;

typedef struct t2sed_sketch_trainer_options {
    size_t struct_size; /* sizeof(t2sed_sketch_trainer_options) */
    double strength;    /* how closely examples are fitted: the inverse of
                           the weights' penalty; default 4 */
    int passes;         /* over the examples; default 10 */
    int min_count;      /* of examples that have a term; default 6 */
    int max_terms;      /* that are kept; default 30000 */
    int folds;          /* of databases, by t2sed_dataset_fold with the seed
                           0; at least 2; default 5 */
    uint64_t seed;      /* of the order of examples; default 1 */
} t2sed_sketch_trainer_options;

/*
 * Fills *options with the defaults.
 *
 * size  sizeof(t2sed_sketch_trainer_options) of the caller.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void
t2sed_sketch_trainer_options_init(t2sed_sketch_trainer_options *options,
                                  size_t size);

/*
 * Makes a trainer without examples.
 *
 * out      freed with t2sed_sketch_trainer_free.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_LAB_API t2sed_status t2sed_sketch_trainer_new(
    t2sed_sketch_trainer **out, const t2sed_sketch_trainer_options *options,
    t2sed_error *err);
T2SED_LAB_API void t2sed_sketch_trainer_free(t2sed_sketch_trainer *trainer);

/*
 * Adds an example: a question and a query that is right for it. Nothing of
 * what is passed is kept.
 *
 * db_id    the database's name, which tells its fold.
 * schema   may be NULL.
 * context  task and earlier turns; NULL for the defaults.
 * weight   what the example counts for, above 0.
 *
 * Errors: T2SED_EINVAL, T2SED_ELIMIT, T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_sketch_trainer_add(
    t2sed_sketch_trainer *trainer, const char *db_id,
    const t2sed_question *question, const t2sed_sql *sql,
    const t2sed_schema *schema, const t2sed_sketch_options *context,
    double weight, t2sed_error *err);

/*
 * Trains a sketcher of all examples and writes it to `path`, and one without
 * each fold's databases, which goes to `path`/fold-0 and so on. Calibration
 * and thresholds (the best F1 of each head) come from what the latter predict
 * for the databases that they have not seen. The same examples, options and
 * seed give the same files.
 *
 * path  directories are made if need be.
 * tell  called before each model: progress->epoch of progress->epochs; other
 *       than 0 ends training with T2SED_ECANCELLED. May be NULL.
 *
 * Errors: T2SED_ESTATE (a fold has no examples, or all), T2SED_EIO,
 * T2SED_ECANCELLED, T2SED_ENOMEM. Since: 0.1.
 * Source: logistic regression by dual coordinate ascent: Yu, Huang and Lin
 * 2011, "Dual coordinate descent methods for logistic regression and maximum
 * entropy models".
 */
T2SED_LAB_API t2sed_status t2sed_sketch_trainer_run(
    t2sed_sketch_trainer *trainer, const char *path,
    t2sed_train_progress_fn tell, void *payload, t2sed_error *err);

T2SED_END_DECLS

#endif
