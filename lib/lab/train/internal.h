/* internal.h - the trainer's own parts. */
#ifndef T2S_TRAIN_INTERNAL_H
#define T2S_TRAIN_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/vector.h"
#include "model/files.h"
#include "model/gatherer.h"
#include "lab/train/boost.h"
#include "graph/batch.h"
#include "model/sample.h"
#include "shim/backend.h"
#include "t2sed/lab/trainer.h"

#define T2S_TRAIN_SETS 3 /* T2SED_TRAIN, T2SED_DEV, T2SED_REFIT */

/* Samples first .. first + count of a set are one beam. */
typedef struct train_beam {
    uint32_t first, count;
} train_beam;

/* The examples of one purpose. */
typedef struct train_set {
    T2S_VECTOR(t2s_sample) samples;
    T2S_VECTOR(float) labels;  /* one a sample */
    T2S_VECTOR(float) weights; /* one a sample */
    T2S_VECTOR(float)
    others; /* one a sample: what it counts for in the
               other forests */
    T2S_VECTOR(train_beam) beams;
    T2S_VECTOR(float)
    less; /* with a forest: [samples, T2S_KNOWN_DATABASE,
             evidence] of the cases where less is known */
} train_set;

/* Where training stands; all of it goes into a checkpoint. */
typedef struct train_position {
    int64_t epoch;      /* epochs that are over */
    int64_t step;       /* steps done, in all epochs */
    int64_t next_beam;  /* of the present epoch's order */
    double loss_sum;    /* of the present epoch's steps */
    int64_t loss_count; /* steps in loss_sum */
    int64_t best_epoch; /* from 1; 0: none yet */
    double best_auc;
    double seconds; /* of the present epoch */
} train_position;

struct t2sed_trainer {
    t2sed_train_options options; /* its strings are the trainer's own */
    t2s_model_files files;
    t2s_preparer *preparer;
    t2sed_parser *parser;      /* opened by the trainer itself, or NULL */
    t2sed_evidence *evidence;  /* of the beams added next; borrowed */
    t2s_batch_builder scratch; /* of dev batches */
    t2s_gatherer *less[T2S_KNOWN_DATABASE]; /* with a forest */
    double known_auc[T2S_KNOWN_CASES];      /* of the sum, on the dev beams */
    /* NULL without an encoder: */
    const t2s_backend *backend;
    t2s_trainer_handle *engine;
    train_set sets[T2S_TRAIN_SETS];
    double other_weight; /* of the beams added next; NaN: their weight */
    bool trains_text, trains_forest;
    train_position at; /* of the text's training */
    bool has_grown;    /* the forests are trained */
    bool fused;        /* what text and forests count for was fitted */
    bool refitted;     /* and that on all beams */
    bool started;
    uint32_t *order;     /* of the present epoch, beams of T2SED_TRAIN */
    int64_t order_epoch; /* the epoch that order is of, or -1 */
    int32_t weight_count;
    float **best; /* [weight_count] the best epoch's weights, or NULL */
    FILE *log;
};

/* --- options.c --- */
t2sed_status t2s_train_options_copy(t2sed_train_options *out,
                                    const t2sed_train_options *options,
                                    t2sed_error *err);
void t2s_train_options_free(t2sed_train_options *options);

/* --- branch.c --- */
/* Gives the model new forests if the options want some, and finds out what is
 * to be trained. Errors: see t2sed_trainer_open. */
t2sed_status t2s_train_choose_branches(t2sed_trainer *trainer,
                                       t2sed_error *err);
/* --- forest.c --- */
/* What gathers evidence where less is known than of a database. */
t2sed_status t2s_train_open_less(t2sed_trainer *trainer, t2sed_error *err);
t2sed_status t2s_train_set_less(t2sed_trainer *trainer,
                                const t2sed_question *question,
                                const t2sed_schema *schema, t2sed_error *err);
t2sed_status t2s_train_add_less(t2sed_trainer *trainer, train_set *set,
                                const char *query, t2sed_error *err);
/* Which forest grows, and on what. */
typedef struct train_growth {
    enum t2s_reader reader;
    int member;  /* of those whose mean is taken, from 0 */
    int trees;   /* so many; 0: until the dev AUC gets no better */
    bool others; /* examples count for what they do in the other forests */
    bool all;    /* of dev and refit beams as well */
} train_growth;

t2sed_status t2s_train_grow(t2sed_trainer *trainer, t2s_forest *forest,
                            const train_growth *how, t2s_boost_report *report,
                            t2sed_error *err);
/* What text and forests count for, by how much is known, fitted to the dev
 * beams if they have both labels. */
t2sed_status t2s_train_fuse(t2sed_trainer *trainer, t2sed_error *err);

/* --- fusion.c --- */
/* Fits *fusion, which holds what to start from, to logits of text and forest,
 * by logistic regression. Weights that would be below 0 become 0; where none
 * would be left, nothing changes. */
void t2s_train_fit_fusion(t2s_fusion *fusion, const float *text,
                          const float *evidence, const float *labels,
                          const float *weights, size_t count);

/* --- schedule.c --- */
/* The learning rate of step `step` (from 0) of `steps`: linear from near 0 to
 * `highest` over the first `warmup` of the steps, then linear to 0. */
double t2s_train_rate(double highest, double warmup, int64_t step,
                      int64_t steps);
int64_t t2s_train_steps_per_epoch(const t2sed_trainer *trainer);
/* Puts the beams of epoch `epoch` (from 0) into trainer->order. */
t2sed_status t2s_train_order(t2sed_trainer *trainer, int64_t epoch,
                             t2sed_error *err);

/* --- batches.c --- */
/* Samples of one forward pass: indices into a set, longest first. */
typedef struct train_chunk {
    const uint32_t *samples;
    size_t count;
} train_chunk;

/* Cuts `count` samples (indices, which are sorted by length) into chunks of
 * bounded size and calls `use` with each. */
t2sed_status t2s_train_chunks(
    const train_set *set, uint32_t *samples, size_t count,
    t2sed_status (*use)(train_chunk chunk, void *payload, t2sed_error *err),
    void *payload, t2sed_error *err);
/* One step over the beams order[first..first + count). */
t2sed_status t2s_train_step(t2sed_trainer *trainer, size_t first, size_t count,
                            double rate, double *loss, t2sed_error *err);

/* --- measure.c --- */
/* The text's logits of all dev samples, [samples]. */
t2sed_status t2s_train_dev_logits(t2sed_trainer *trainer, float *logits,
                                  t2sed_error *err);
/* Fills in dev_loss, dev_auc and dev_accuracy. */
t2sed_status t2s_train_measure(t2sed_trainer *trainer,
                               t2sed_train_progress *progress,
                               t2sed_error *err);

/* --- weights.c --- */
/* Reads all weights (which 0), moments (1, 2) into arrays of the trainer's
 * shapes; *out is NULL or made by an earlier call. */
t2sed_status t2s_train_read_all(t2sed_trainer *trainer, int32_t which,
                                float ***out, t2sed_error *err);
/* Puts weights that were read so back into the engine. */
t2sed_status t2s_train_write_all(t2sed_trainer *trainer, float *const *arrays,
                                 t2sed_error *err);
void t2s_train_free_all(t2sed_trainer *trainer, float **arrays);

/* --- checkpoint.c --- */
t2sed_status t2s_train_checkpoint(t2sed_trainer *trainer, t2sed_error *err);

/* --- log.c --- */
t2sed_status t2s_train_log_open(t2sed_trainer *trainer, t2sed_error *err);
t2sed_status t2s_train_log_epoch(t2sed_trainer *trainer,
                                 const t2sed_train_progress *progress,
                                 t2sed_error *err);
t2sed_status t2s_train_log_fusion(t2sed_trainer *trainer, t2sed_error *err);

#endif
