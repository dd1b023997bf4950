/*
 * t2sed/lab/schema_trainer.h - training schema predictors
 * (t2sed/parts/schema_prediction.h).
 */
#ifndef T2SED_LAB_SCHEMA_TRAINER_H
#define T2SED_LAB_SCHEMA_TRAINER_H

#include <stddef.h>
#include <stdint.h>

#include "../parts/schema_prediction.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* Collects right queries and trains predictors on them. Used by one thread at
 * a time. */
typedef struct t2sed_schema_trainer t2sed_schema_trainer;

typedef struct t2sed_schema_trainer_options {
    size_t struct_size;   /* sizeof(t2sed_schema_trainer_options) */
    int trees;            /* of the forest of each role; default 64 */
    int leaves;           /* of a tree, at most; default 24 */
    double learning_rate; /* default 0.2 */
    int threads;          /* 0: all cores */
    uint64_t seed;        /* default 1 */
    const char *lightgbm; /* path of lib_lightgbm.so; NULL: found as
                             docs/training.md says */
} t2sed_schema_trainer_options;

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void
t2sed_schema_trainer_options_init(t2sed_schema_trainer_options *options,
                                  size_t size);

/*
 * Makes a trainer.
 *
 * out      freed with t2sed_schema_trainer_free.
 * options  copied; NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (an option out of range), T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_schema_trainer_new(
    t2sed_schema_trainer **out, const t2sed_schema_trainer_options *options,
    t2sed_error *err);
T2SED_LAB_API void t2sed_schema_trainer_free(t2sed_schema_trainer *trainer);

/*
 * Adds a question and its right query.
 *
 * question  as in t2sed_schema_predictor_predict, copied; `schema` and
 * schema    options->values must live until the last run.
 * options   what is known beside them, copied but for `values`; NULL: nothing.
 * db_id     the database's name: examples of a database are kept together.
 * right     the right query.
 * weight    what the example counts for, above 0.
 *
 * Errors: T2SED_EINVAL, those of t2sed_roles_read. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_schema_trainer_add(
    t2sed_schema_trainer *trainer, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    const char *db_id, const t2sed_sql *right, double weight, t2sed_error *err);

/*
 * Trains a predictor and writes its directory, which is made if need be.
 *
 * path   of the directory.
 * fold   0 to folds - 1: databases of that fold (a hash of their names) are
 *        left out. -1: none is.
 * folds  1 or more.
 *
 * With one version of LightGBM and the same processor, equal examples in
 * equal order give equal bytes.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no example is left), T2SED_ENOBACKEND
 * (no LightGBM), T2SED_EBACKEND, T2SED_EIO, T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_schema_trainer_run(t2sed_schema_trainer *trainer, const char *path,
                         int fold, int folds, t2sed_error *err);

T2SED_END_DECLS

#endif
