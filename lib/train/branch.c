/* branch.c - the text and the evidence of a model, trained one after the
 * other. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "train/internal.h"

#define RANDOM_BYTES 8192 /* at most: shim/backend.h */

static bool on_evidence(const t2sed_trainer *trainer)
{
    return trainer->branch == T2S_BRANCH_EVIDENCE;
}

int t2s_train_epochs(const t2sed_trainer *trainer)
{
    return on_evidence(trainer) ? trainer->options.evidence_epochs
                                : trainer->options.epochs;
}

int t2s_train_batch_beams(const t2sed_trainer *trainer)
{
    return on_evidence(trainer) ? trainer->options.evidence_batch_beams
                                : trainer->options.batch_beams;
}

double t2s_train_highest_rate(const t2sed_trainer *trainer)
{
    return on_evidence(trainer) ? trainer->options.evidence_learning_rate
                                : trainer->options.learning_rate;
}

/* Scorers may be handed evidence of any name, but trainers gather it. */
static t2sed_status check_features(const t2sed_train_options *o,
                                   t2sed_error *err)
{
    for (size_t i = 0; i < o->add_evidence_count; i++) {
        const char *name = o->add_evidence[i] ? o->add_evidence[i] : "";
        size_t at = 0;
        while (at < t2sed_evidence_count() &&
               strcmp(t2sed_evidence_name(at), name) != 0)
            at++;
        if (at == t2sed_evidence_count())
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "training options: \"%.100s\" is no evidence that "
                            "this library gathers",
                            name);
    }
    return T2SED_OK;
}

static t2sed_status add_branch(t2sed_trainer *trainer, t2sed_error *err)
{
    const t2sed_train_options *o = &trainer->options;
    if (o->trees == 0)
        return t2s_model_files_add_evidence(&trainer->files, o->add_evidence,
                                            o->add_evidence_count,
                                            o->evidence_hidden, o->seed, err);
    if (trainer->files.path)
        return t2s_model_files_add_forest(&trainer->files, o->add_evidence,
                                          o->add_evidence_count, err);
    return t2s_model_files_new_forest(&trainer->files, o->add_evidence,
                                      o->add_evidence_count, err);
}

t2sed_status t2s_train_choose_branches(t2sed_trainer *trainer, t2sed_error *err)
{
    t2sed_train_options *o = &trainer->options;
    t2sed_status status = T2SED_OK;
    bool has;
    if (o->add_evidence)
        status = check_features(o, err);
    if (status == T2SED_OK && o->add_evidence)
        status = add_branch(trainer, err);
    o->add_evidence = NULL; /* the caller's */
    if (status != T2SED_OK)
        return status;
    has = trainer->files.config.architecture.evidence_hidden > 0 ||
          trainer->files.config.has_forest;
    if (!trainer->files.config.has_encoder && o->branch != T2SED_BRANCH_TEXT)
        o->branch = T2SED_BRANCH_EVIDENCE; /* all that there is */
    if (!has && o->branch > T2SED_BRANCH_TEXT)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model has no evidence branch to train; one "
                        "can be added",
                        trainer->files.path);
    trainer->branch = o->branch == T2SED_BRANCH_EVIDENCE ? T2S_BRANCH_EVIDENCE
                                                         : T2S_BRANCH_TEXT;
    trainer->last_branch = has && o->branch != T2SED_BRANCH_TEXT
                               ? T2S_BRANCH_EVIDENCE
                               : T2S_BRANCH_TEXT;
    return T2SED_OK;
}

t2sed_status t2s_train_begin_branch(t2sed_trainer *trainer, t2sed_error *err)
{
    t2sed_status status;
    if (on_evidence(trainer) && trainer->files.config.has_forest)
        return T2SED_OK; /* the engine knows nothing of it */
    status = trainer->backend->trainer_set_branch(trainer->engine,
                                                  trainer->branch, err);
    if (status == T2SED_OK && on_evidence(trainer) && trainer->at.step == 0)
        status = t2s_train_normalize(trainer, err);
    return status;
}

/* AdamW counts the steps of each branch from its own start. */
static t2sed_status forget_steps(t2sed_trainer *trainer, t2sed_error *err)
{
    char *random = t2s_alloc(RANDOM_BYTES);
    size_t size = RANDOM_BYTES;
    int64_t step;
    t2sed_status status = random ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_get_state(trainer->engine, &step,
                                                     random, &size, err);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_set_state(trainer->engine, 0, random,
                                                     size, err);
    t2s_free(random);
    return status;
}

t2sed_status t2s_train_next_branch(t2sed_trainer *trainer, t2sed_error *err)
{
    t2sed_status status = trainer->best
                              ? t2s_train_write_all(trainer, trainer->best, err)
                              : T2SED_OK;
    if (status == T2SED_OK)
        status = forget_steps(trainer, err);
    if (status != T2SED_OK)
        return status;
    trainer->text_at = trainer->at;
    trainer->branch = T2S_BRANCH_EVIDENCE;
    if (trainer->files.config.has_forest)
        return T2SED_OK; /* no epochs, and nothing to go on with later */
    t2s_train_free_all(trainer, trainer->best);
    trainer->best = NULL;
    memset(&trainer->at, 0, sizeof trainer->at);
    trainer->order_epoch = -1;
    return trainer->options.checkpoint ? t2s_train_checkpoint(trainer, err)
                                       : T2SED_OK;
}
