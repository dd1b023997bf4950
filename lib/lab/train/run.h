/* run.h - a run: what training of any network has, whatever the network reads.
 * Epochs and steps, position, checkpoint, the best weights, the log. */
#ifndef T2S_TRAIN_RUN_H
#define T2S_TRAIN_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lab/train/options.h"
#include "shim/backend.h"
#include "t2sed/lab/trainer.h"

/* Where a run stands; all of it goes into a checkpoint, as it is here: numbers
 * of 8 bytes each. */
typedef struct t2s_position {
    int64_t epoch; /* epochs that are over */
    int64_t step;  /* steps done, in all epochs */
    int64_t next;  /* of the present epoch's items */
    int64_t loss_count;
    int64_t best_epoch; /* from 1; 0: none yet */
    double loss_sum;    /* of the present epoch's steps */
    double best_score;
    double seconds; /* of the present epoch */
} t2s_position;

typedef struct t2s_run t2s_run;

/* A number of the progress that the log has too. */
typedef struct t2s_metric {
    const char *name;
    size_t offset; /* of a double in t2sed_train_progress */
} t2s_metric;

/* What kinds of runs do each in their way. A trainer's struct begins with its
 * run. */
typedef struct t2s_run_kind {
    const char *what;  /* what is trained, in messages */
    const char *given; /* what two runs have in common, in messages */
    const t2s_options *options;
    const t2s_metric *metrics; /* measured on dev items; ends on a name NULL */
    bool has_average;          /* the engine keeps averages of the weights */
    /* What a run is told by: its data (a hash, and as JSON for the log). */
    uint64_t (*hash)(uint64_t hash, const t2s_run *run);
    json_t *(*describe)(const t2s_run *run);
    /* Puts the items of epoch at.epoch in order and sets run->items. */
    t2sed_status (*begin_epoch)(t2s_run *run, t2sed_error *err);
    /* One step of the engine from item at.next on, which moves. */
    t2sed_status (*step)(t2s_run *run, double *loss, t2sed_error *err);
    /* Fills in the progress's metrics. *score: what chooses the best epoch,
     * whose weights are kept, NaN if there is nothing to measure; untouched
     * where the last epoch is always the best. */
    t2sed_status (*measure)(t2s_run *run, double *score, t2sed_error *err);
} t2s_run_kind;

struct t2s_run {
    const t2s_run_kind *kind;
    const void *options; /* the trainer's struct of kind->options */
    int epochs, patience, checkpoint_steps;
    const char *checkpoint, *log_path; /* of the options, or NULL */
    /* NULL without an engine: */
    const t2s_backend *backend;
    t2s_trainer_handle *engine;
    t2s_tensor *weights; /* [weight_count] names and shapes, the engine's */
    int32_t weight_count;
    int64_t items; /* of the present epoch */
    t2s_position at;
    float **best; /* the best epoch's weights, or NULL; t2s_free ends them */
    FILE *log;
    t2sed_train_progress progress;
    t2sed_train_progress_fn callback;
    void *payload;
    double since; /* the clock when `seconds` was last brought up to date */
};

/* --- run.c --- */
/* Takes the names and shapes of the engine's weights. */
t2sed_status t2s_run_describe_weights(t2s_run *run, t2sed_error *err);
/* Closes engine and log. */
void t2s_run_end(t2s_run *run);

/* Nothing is done and nothing measured. */
void t2s_progress_init(t2sed_train_progress *progress);

/* Opens the log, if there is one, and sets the callback. */
t2sed_status t2s_run_begin(t2s_run *run, t2sed_train_progress_fn callback,
                           void *payload, t2sed_error *err);
/* Trains until the last epoch or until patience is over. Errors:
 * T2SED_ECANCELLED, T2SED_EINTERRUPTED, T2SED_EIO, those of the engine. */
t2sed_status t2s_run_epochs(t2s_run *run, t2sed_error *err);
/* The part of the run that is over, 0 to 1. */
double t2s_run_done(const t2s_run *run);
/* An epoch of the progress has ended: log and callback. */
t2sed_status t2s_run_tell_epoch(t2s_run *run, t2sed_error *err);
/* Writes an object, which is taken over, as a line of the log; NULL means that
 * memory was short. Without a log it does nothing. */
t2sed_status t2s_run_log(t2s_run *run, json_t *object, t2sed_error *err);
/* null for what is no number: JSON has no NaN. */
json_t *t2s_log_number(double value);

/* --- checkpoint.c --- */
/* The weights as tensors with these numbers, [weight_count]; NULL when memory
 * is short. */
t2s_tensor *t2s_run_tensors(const t2s_run *run, float *const *arrays);
/* Reads numbers of all weights into *arrays, one array for each; NULL: they are
 * made, and t2s_free ends them, after a failure too. part: enum
 * t2s_weight_part. */
t2sed_status t2s_run_read(t2s_run *run, int32_t part, float ***arrays,
                          t2sed_error *err);
/* Makes these the engine's weights. */
t2sed_status t2s_run_write(t2s_run *run, float *const *arrays,
                           t2sed_error *err);
/* The whole state in run->checkpoint. */
t2sed_status t2s_run_save(t2s_run *run, t2sed_error *err);
/* The state of a file. It is checked before anything changes. Errors:
 * T2SED_ENOTFOUND, T2SED_EFORMAT, T2SED_EMISMATCH (of another run). */
t2sed_status t2s_run_resume(t2s_run *run, const char *path, t2sed_error *err);

#endif
