/* log.c - the JSON Lines log of a run. */
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "lab/train/common.h"
#include "lab/train/internal.h"

static t2sed_status write_line(t2sed_trainer *trainer, json_t *object,
                               t2sed_error *err)
{
    return t2s_log_write(trainer->log, trainer->options.log, object, err);
}

static json_t *describe_set(const train_set *set)
{
    size_t right = 0;
    for (size_t i = 0; i < set->labels.count; i++)
        right += set->labels.at[i] >= 0.5f;
    return json_pack("{s:I, s:I, s:I}", "beams", (json_int_t)set->beams.count,
                     "examples", (json_int_t)set->samples.count, "right",
                     (json_int_t)right);
}

static json_t *describe_run(const t2sed_trainer *trainer)
{
    const t2sed_train_options *o = &trainer->options;
    json_t *options = json_pack(
        "{s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:I, s:i, s:b}",
        "device", o->device, "threads", o->threads, "epochs", o->epochs,
        "batch_beams", o->batch_beams, "learning_rate",
        t2s_log_number(o->learning_rate), "warmup", t2s_log_number(o->warmup),
        "weight_decay", t2s_log_number(o->weight_decay), "max_gradient_norm",
        t2s_log_number(o->max_gradient_norm), "label_smoothing",
        t2s_log_number(o->label_smoothing), "seed", (json_int_t)o->seed,
        "patience", o->patience, "train_encoder", o->train_encoder);
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:I}", "event", "run", "backend",
        trainer->backend ? trainer->backend->name() : "none", "options",
        options, "train", describe_set(&trainer->sets[T2SED_TRAIN]), "dev",
        describe_set(&trainer->sets[T2SED_DEV]), "first_epoch",
        (json_int_t)trainer->at.epoch + 1);
}

t2sed_status t2s_train_log_open(t2sed_trainer *trainer, t2sed_error *err)
{
    if (!trainer->options.log || trainer->log)
        return T2SED_OK;
    t2sed_status status =
        t2s_log_open(&trainer->log, trainer->options.log, err);
    return status == T2SED_OK ? write_line(trainer, describe_run(trainer), err)
                              : status;
}

t2sed_status t2s_train_log_epoch(t2sed_trainer *trainer,
                                 const t2sed_train_progress *p,
                                 t2sed_error *err)
{
    if (!trainer->log)
        return T2SED_OK;
    return write_line(
        trainer,
        json_pack("{s:s, s:s, s:i, s:I, s:o, s:o, s:o, s:o, s:o, s:b, s:o}",
                  "event", "epoch", "branch",
                  p->branch == T2SED_BRANCH_EVIDENCE ? "evidence" : "text",
                  "epoch", p->epoch, "step", (json_int_t)p->step,
                  "learning_rate", t2s_log_number(p->learning_rate), "loss",
                  t2s_log_number(p->loss), "dev_loss",
                  t2s_log_number(p->dev_loss), "dev_auc",
                  t2s_log_number(p->dev_auc), "dev_accuracy",
                  t2s_log_number(p->dev_accuracy), "best", p->best, "seconds",
                  t2s_log_number(p->seconds)),
        err);
}

t2sed_status t2s_train_log_fusion(t2sed_trainer *trainer, t2sed_error *err)
{
    const t2s_fusion *f = &trainer->files.config.fusion[T2S_KNOWN_DATABASE];
    if (!trainer->log)
        return T2SED_OK;
    return write_line(
        trainer,
        json_pack("{s:s, s:o, s:o, s:o, s:o}", "event", "fusion", "text_weight",
                  t2s_log_number(f->text), "evidence_weight",
                  t2s_log_number(f->evidence), "bias", t2s_log_number(f->bias),
                  "dev_auc",
                  t2s_log_number(trainer->known_auc[T2S_KNOWN_DATABASE])),
        err);
}
