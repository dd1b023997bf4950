/* branch.c - which of text and forests is trained, one after the other. */
#include <string.h>

#include "base/error.h"
#include "lab/train/internal.h"

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
    has = trainer->files.config.has_forest;
    if (!trainer->files.config.has_encoder && o->branch != T2SED_BRANCH_TEXT)
        o->branch = T2SED_BRANCH_EVIDENCE; /* all that there is */
    if (!has && o->branch > T2SED_BRANCH_TEXT)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model reads no evidence, so that there are "
                        "no forests to train; they can be added",
                        trainer->files.path);
    if (!trainer->files.config.has_encoder && o->branch == T2SED_BRANCH_TEXT)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model reads no text that could be trained",
                        trainer->files.path ? trainer->files.path
                                            : "new model");
    trainer->trains_text = o->branch != T2SED_BRANCH_EVIDENCE;
    trainer->trains_forest = has && o->branch != T2SED_BRANCH_TEXT;
    return T2SED_OK;
}
