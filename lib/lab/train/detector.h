/* detector.h - the parts of the trainer of detectors. */
#ifndef T2S_TRAIN_DETECTOR_H
#define T2S_TRAIN_DETECTOR_H

#include "base/vector.h"
#include "graph/batch.h"
#include "lab/train/run.h"
#include "model/files.h"
#include "model/gatherer.h"
#include "model/sample.h"

#define T2S_TRAIN_SETS 3 /* T2SED_TRAIN, T2SED_DEV, T2SED_REFIT */

/* Samples first .. first + count of a set are one beam. */
typedef struct train_beam {
    uint32_t first, count;
} train_beam;

/* The examples of one purpose. All arrays are by samples.count. */
typedef struct train_set {
    T2S_VECTOR(t2s_sample) samples;
    T2S_VECTOR(float) labels, weights;
    T2S_VECTOR(float)
    less; /* with forests: [samples, T2S_KNOWN_DATABASE,
             evidence] of the cases where less is known */
    T2S_VECTOR(train_beam) beams;
} train_set;

struct t2sed_trainer {
    t2s_run run; /* of the text's training */
    t2sed_train_options options;
    t2s_model_files files;
    t2s_preparer preparer;
    t2sed_parser *parser;      /* opened by the trainer itself, or NULL */
    t2sed_evidence *evidence;  /* of the beams added next; borrowed */
    t2s_batch_builder scratch; /* of dev batches */
    t2s_gatherer less[T2S_KNOWN_DATABASE]; /* with forests */
    t2sed_database *bare;              /* of the last schema alone, or NULL */
    double known_auc[T2S_KNOWN_CASES]; /* of the sum, on the dev beams */
    train_set sets[T2S_TRAIN_SETS];
    bool trains_text, trains_forests;
    bool has_grown; /* the forests are trained */
    bool fused;     /* what text and forests count for was fitted */
    bool refitted;  /* the forests have learned from all beams */
    bool started;
    uint32_t *order; /* of the present epoch, beams of T2SED_TRAIN */
};

/* --- trainer.c --- */
extern const t2s_options t2s_detector_options;

/* --- batches.c --- */
extern const t2s_run_kind t2s_detector_run;
/* The learning rate of step `step` (from 0) of `steps`: linear from near 0 to
 * `highest` over the first `warmup` of the steps, then linear to 0. */
double t2s_train_rate(double highest, double warmup, int64_t step,
                      int64_t steps);
/* Puts the beams of epoch `epoch` (from 0) into trainer->order. */
t2sed_status t2s_train_order(t2sed_trainer *trainer, int64_t epoch,
                             t2sed_error *err);
/* Steps of the text's training, in all epochs. */
int64_t t2s_train_steps(const t2sed_trainer *trainer);
/* The text's logits of all dev samples, [samples]. */
t2sed_status t2s_train_dev_logits(t2sed_trainer *trainer, float *logits,
                                  t2sed_error *err);

/* --- forest.c --- */
/* What gathers evidence where less is known than of a database. */
t2sed_status t2s_train_open_less(t2sed_trainer *trainer, t2sed_error *err);
t2sed_status t2s_train_set_less(t2sed_trainer *trainer,
                                const t2sed_question *question,
                                t2sed_error *err);
/* The set's next sample, for which there is room. */
t2sed_status t2s_train_add_less(t2sed_trainer *trainer, train_set *set,
                                const char *query, t2sed_error *err);
/* Grows the forests, fits what text and forests count for, and lets the forests
 * learn from all beams if the options want that. */
t2sed_status t2s_train_forests(t2sed_trainer *trainer, t2sed_error *err);

#endif
