/*
 * t2sed/lab/trainer.h - training and fine-tuning detectors.
 *
 *     t2sed_train_options options;
 *     t2sed_trainer *trainer = NULL;
 *     t2sed_train_options_init(&options, sizeof options);
 *     options.epochs = 10;
 *     t2sed_trainer_open(&trainer, "base-model", &options, &err);
 *     (then t2sed_trainer_add for each beam)
 *     t2sed_trainer_run(trainer, NULL, NULL, &err);
 *     t2sed_trainer_save(trainer, "new-model", T2SED_FP16, &err);
 *     t2sed_trainer_free(trainer);
 *
 * What is minimised is the weighted mean of the binary cross-entropy of
 * Chen et al. 2023, section 3.3 (its formula lacks the minus sign), by AdamW
 * under the learning-rate schedule of section 4.1: linear warm-up, then linear
 * decay to 0. A step's examples are whole beams, as there.
 *
 * Training computes in fp32. With one thread, equal seeds, data and versions
 * of library and backend give equal bits. A trainer is used by one thread at a
 * time.
 */
#ifndef T2SED_TRAINER_H
#define T2SED_TRAINER_H

#include <stddef.h>
#include <stdint.h>

#include "../model.h"
#include "../parts/evidence.h"
#include "../parts/sketch.h"
#include "../parts/parser.h"
#include "../question.h"
#include "../schema.h"
#include "../parts/schema_prediction.h"
#include "../status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_trainer t2sed_trainer;

/*
 * What of a model is trained. A model may have forests (boosted trees) that
 * read evidence (t2sed/parts/evidence.h), whose logit is added to that of the
 * text; they are grown after the text was trained.
 */
#define T2SED_BRANCH_DEFAULT  0 /* all that the model has */
#define T2SED_BRANCH_TEXT     1 /* encoder, graphs and head */
#define T2SED_BRANCH_EVIDENCE 2 /* the forests; then what each counts for */
#define T2SED_BRANCH_ALL      3 /* the text, then the forests */

/* What a beam is for. */
#define T2SED_TRAIN 0 /* weights are fitted on it */
#define T2SED_DEV   1 /* metrics are measured on it, the best epoch chosen */
#define T2SED_REFIT 2 /* options->refit alone learns from it */

/*
 * How to train. Set it up with t2sed_train_options_init, then change what
 * should differ.
 */
typedef struct t2sed_train_options {
    size_t struct_size;
    const char *device;       /* as in t2sed_model_options; NULL: "cpu" */
    int threads;              /* threads of the engine; 0: all cores */
    int epochs;               /* passes over the training beams; default 10 */
    int batch_beams;          /* beams a step; default 16 */
    double learning_rate;     /* at its highest; default 3e-5 */
    double warmup;            /* the part of all steps that warms up; 0.1 */
    double weight_decay;      /* of AdamW; 0.01 */
    double beta1, beta2;      /* of AdamW; 0.9, 0.999 */
    double epsilon;           /* of AdamW; 1e-8 */
    double max_gradient_norm; /* 0: gradients are not clipped; default 1 */
    double label_smoothing;   /* labels become 1 - s/2 and s/2; default 0 */
    uint64_t seed;            /* order of beams and dropout; default 1 */
    int patience;             /* epochs without a better dev AUC after which
                                 training ends; 0: never; default 0 */
    int train_encoder;        /* 0: graph layers and head alone learn; 1 */
    const char *checkpoint;   /* file that takes the state after each epoch and
                                 every checkpoint_steps steps; NULL: none */
    int checkpoint_steps;     /* 0: after epochs alone; default 200 */
    const char *log;          /* JSON Lines file: one object for the run, one
                                 an epoch; NULL: none */
    int branch;               /* T2SED_BRANCH_...; T2SED_BRANCH_DEFAULT */
    const char *const *add_evidence; /* [add_evidence_count] features of new
                                 forests, which take the place of the
                                 model's if it has any; NULL: none */
    size_t add_evidence_count;
    int parse; /* of questions that lack a parse which the model reads:
                  T2SED_PARSE_MISSING (default), _NEVER; parser.h */
    const t2sed_parser *parser; /* what parses them, and must live until
                  t2sed_trainer_run; NULL: the default parser in fp32, opened
                  when it is first needed */
    int trees;                  /* of a forest, at most; default 1000 */
    int forests; /* whose mean is taken, with seeds one after another;
                    default 5 */
    int refit;   /* 1: once the weights are fitted, the trees are grown again on
                    training, dev and refit beams, as many as before; default
                    0 */
} t2sed_train_options;

/*
 * Fills in the defaults, which are the paper's (section 4.1) but for clipping
 * and for 10 epochs.
 *
 * size  sizeof(t2sed_train_options) of the caller.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void t2sed_train_options_init(t2sed_train_options *options,
                                            size_t size);

/*
 * Opens a trainer that starts from the weights of a model directory.
 *
 * out      the trainer; the caller's, ended by t2sed_trainer_free.
 * model    path of a model directory, such as t2sed_model_import writes.
 *          NULL, with add_evidence: the new model is forests alone, which are
 *          trained and score without the backend.
 * options  copied, strings too; NULL for the defaults.
 *
 * Errors: those of t2sed_model_open; T2SED_EINVAL (an option out of range, a
 * feature named twice); T2SED_EMISMATCH (a feature that is not known, no
 * evidence where forests are to be trained).
 * Threads: any. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_trainer_open(t2sed_trainer **out, const char *model,
                   const t2sed_train_options *options, t2sed_error *err);

/* Frees a trainer; NULL is allowed. Since: 0.1. */
T2SED_LAB_API void t2sed_trainer_free(t2sed_trainer *trainer);

/*
 * Where the evidence of the beams added next comes from, if the model reads
 * evidence: `source` is set to each beam's question; it must live until the
 * last of them is added. NULL, as at first: what question and schema tell.
 *
 * Errors: T2SED_EINVAL. Threads: one at a time. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_trainer_set_evidence(t2sed_trainer *trainer,
                                                      t2sed_evidence *source,
                                                      t2sed_error *err);

/*
 * What predicts sketch, tables and columns for the beams added next, where the
 * model's evidence compares queries with these (plan.*, column.*); either may
 * be NULL, as at first: what needs it is then unknown. Both must live until the
 * last beam is added. A model that is trained on what predictors say of
 * questions that they have learnt from trusts them too much: give those of
 * `t2sed train --folds` that have not seen the beam's database.
 *
 * Errors: T2SED_EINVAL. Threads: one at a time. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_trainer_set_predictors(
    t2sed_trainer *trainer, const t2sed_sketcher *sketcher,
    const t2sed_schema_predictor *schema, t2sed_error *err);

/*
 * Adds a beam: a question and the queries that a parser gave for it.
 *
 * purpose   T2SED_TRAIN, T2SED_DEV or T2SED_REFIT: beams whose databases also
 *           occur in dev. They are left out until the final refit, to avoid
 *           leakage.
 * question  borrowed for the call; parses that it has are used, those that it
 *           lacks are made where the model reads them. The same text is
 *           parsed once.
 * queries   [count] SQL texts.
 * labels    [count] 1 right, 0 wrong, -1 unknown: the query is left out.
 * weight    what each example of the beam counts for in loss and metrics,
 *           above 0; sources differ in it.
 * schema    what aliases and bare columns are resolved with; may be NULL.
 * added     receives the number of queries that went in; may be NULL. A query
 *           that the model can't read (a syntax error, too many tokens) is
 *           left out and does not fail the call.
 *
 * Errors: T2SED_EINVAL (purpose, a label outside -1..1, weight out of range),
 * T2SED_ESTATE (training has begun; there is no parser, as in
 * t2sed_scorer_score), T2SED_EBACKEND, T2SED_ENOMEM.
 * Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_trainer_add(
    t2sed_trainer *trainer, int purpose, const t2sed_question *question,
    const char *const *queries, const int *labels, size_t count, double weight,
    const t2sed_schema *schema, size_t *added, t2sed_error *err);

/* Where training stands, for a progress bar, whatever is trained; only ever
 * grows at the end. What is not measured is NaN. */
typedef struct t2sed_train_progress {
    size_t struct_size;
    int epoch, epochs;    /* the present epoch, from 1 */
    int64_t step, steps;  /* steps done, and in all; 0: not known */
    double done;          /* the part of the run that is over, 0 to 1 */
    double learning_rate; /* of the last step */
    double loss;          /* mean of this epoch's steps so far */
    double seconds;       /* spent in this epoch */
    int epoch_done;       /* 1: an epoch has ended; the metrics hold */
    int best;             /* 1: the best epoch so far */
    /* Metrics of detectors, on the dev beams: */
    double dev_loss;
    double dev_auc;      /* Chen et al. 2023, 4.1; needs both labels */
    double dev_accuracy; /* at probability 0.5 */
    /* Metrics of question parsers: the parts of the dev words with the right
     * head, the right head and relation (subtypes count), the right tag, 0 to
     * 1. Heads are chosen one by one here. */
    double dev_uas, dev_las, dev_upos;
    /* Of detectors alone: */
    int branch;       /* T2SED_BRANCH_TEXT or T2SED_BRANCH_EVIDENCE: each
                         counts epochs and steps of its own */
    int fused;        /* 1: all is trained but for options->refit, and the
                         fields below hold; t2sed_trainer_save may be called
                         now for a model that has not seen the dev beams */
    double fused_auc; /* dev AUC of both branches together */
    double text_weight, evidence_weight; /* what their logits count for */
} t2sed_train_progress;
#define T2SED_TRAIN_PROGRESS_INIT                                              \
    {                                                                          \
        sizeof(t2sed_train_progress), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   \
            0, 0, 0, 0, 0, 0, 0, 0                                             \
    }

/* Called after each step and each epoch. A value other than 0 stops the
 * training after the checkpoint is written: T2SED_ECANCELLED. */
typedef int (*t2sed_train_progress_fn)(const t2sed_train_progress *progress,
                                       void *payload);

/*
 * Continues from a checkpoint: weights, AdamW's moments, position and random
 * numbers. What follows is bit for bit what would have followed without the
 * interruption (one thread). Call it after the beams were added and before
 * t2sed_trainer_run; options and beams must be those of the first run.
 *
 * Errors: T2SED_ENOTFOUND (no such file), T2SED_EFORMAT (no checkpoint),
 * T2SED_EMISMATCH (other options, beams or model), T2SED_ESTATE.
 * Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_trainer_resume(t2sed_trainer *trainer,
                                                const char *checkpoint,
                                                t2sed_error *err);

/*
 * Trains until the last epoch, or until patience runs out. May be called again
 * after T2SED_ECANCELLED.
 *
 * Forests are trained by LightGBM, whose library the environment variable
 * T2SED_LIGHTGBM names. Those for databases learn from each example once, with
 * its database; those for where there is none three times: as it is, with the
 * schema alone (half the weight) and with neither (a quarter). Boosting ends
 * after 150 trees without a better dev AUC. In the end the weights of text and
 * forests (at least 0) and a bias are fitted to the dev beams by logistic
 * regression, for each of the three cases, which calibrates the sum; without
 * dev beams of both labels they stay as they are. To `progress` an epoch is a
 * forest, and step its trees; there is no loss.
 *
 * progress  may be NULL; payload is handed to it.
 *
 * Errors: T2SED_EEMPTY (no training beams), T2SED_ECANCELLED, T2SED_EIO (a
 * checkpoint or log can't be written), T2SED_EBACKEND.
 * Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_trainer_run(t2sed_trainer *trainer,
                                             t2sed_train_progress_fn progress,
                                             void *payload, t2sed_error *err);

/*
 * Writes a model directory: the weights of the best epoch (highest dev AUC;
 * the last epoch where there are no dev beams), and configuration and
 * vocabulary of the model that training started from.
 *
 * precision  T2SED_FP32, T2SED_FP16 or T2SED_BF16: how weights are stored;
 *            T2SED_AUTO: fp32.
 *
 * Errors: T2SED_EIO, T2SED_ENOMEM, T2SED_EINVAL. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_trainer_save(t2sed_trainer *trainer,
                                              const char *directory,
                                              int precision, t2sed_error *err);

T2SED_END_DECLS

#endif
