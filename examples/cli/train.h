/* train.h - what the kinds of t2sed train share. */
#ifndef CLI_TRAIN_H
#define CLI_TRAIN_H

#include "cli.h"

#define CLI_MAX_FOLDS 16

/* Models of which number K has not seen the databases of fold K. */
typedef struct cli_folds {
    t2sed_sketcher *sketchers[CLI_MAX_FOLDS];
    t2sed_schema_predictor *schemas[CLI_MAX_FOLDS];
    int sketcher_count, schema_count;
} cli_folds;

/* Opens DIR/fold-0, fold-1 and so on as far as there are any; a NULL directory
 * gives none. False after a message. cli_folds_close in any case. */
bool cli_folds_open(cli_folds *folds, const char *sketches,
                    const char *schemas);
void cli_folds_close(cli_folds *folds);
/* The trainer's next beam is of database `db_id`. */
t2sed_status cli_folds_use(const cli_folds *folds, t2sed_trainer *trainer,
                           const char *db_id, t2sed_error *err);

const char **cli_split_features(char *list, size_t *count);

/* --- train_run.c --- */

/* After a signal: says how to go on, where there is a checkpoint; returns the
 * exit status. */
int cli_train_stopped(const char *checkpoint);

/* Cuts the weight off FILE or FILE=WEIGHT (none: 1). False where it is no
 * number above 0. */
bool cli_train_weight(char *operand, double *weight);

/* --- train_baseline.c --- */

/* The dev beams, as the default model scores them; zeros to begin with. */
typedef struct cli_baseline {
    t2sed_model *model;
    t2sed_scorer *scorer;
    double *probabilities; /* [count] */
    int *labels;           /* [count] */
    size_t count, room;
    bool is_broken; /* there is no such model, or a beam can't be scored */
} cli_baseline;

/* Scores a dev beam. labels: [beam->count]. */
void cli_baseline_add(cli_baseline *b, const t2sed_beam *beam,
                      const int *labels);
/* Warns where the AUC of a model on the dev beams is unknown (NaN), or worse
 * than the default model's, or than chance. */
void cli_baseline_warn(const cli_baseline *b, double auc);
void cli_baseline_free(cli_baseline *b);

/* --- rows of option tables --- */

/* `o` has the checkpoint's options and the log's. */
#define CLI_RUN_OPTIONS(o, resumes)                                            \
    {"threads", CLI_COUNT, &(o).threads, "N", "0: all cores"},                 \
        {"checkpoint", CLI_STRING, &(o).checkpoint, "FILE",                    \
         "where the state is kept"},                                           \
        {"checkpoint-steps", CLI_COUNT, &(o).checkpoint_steps, "N", "200"},    \
        {"resume", CLI_FLAG, &(resumes), NULL,                                 \
         "go on from --checkpoint where it exists"},                           \
    {                                                                          \
        "log", CLI_STRING, &(o).log, "FILE", "metrics as JSON Lines"           \
    }

#endif
