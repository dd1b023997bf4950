/* The JSON Lines log of a parser's training. */

#include "base/error.h"
#include "base/json.h"
#include "lab/train/common.h"
#include "lab/train/parser_internal.h"

static t2sed_status write_line(t2sed_parser_trainer *trainer, json_t *object,
                               t2sed_error *err)
{
    return t2s_log_write(trainer->log, trainer->options.log, object, err);
}

static json_t *describe_bank(const bank *b)
{
    return json_pack("{s:I, s:I}", "sentences", (json_int_t)b->sentences.count,
                     "words", (json_int_t)b->words.count);
}

static json_t *describe_run(const t2sed_parser_trainer *trainer)
{
    const t2sed_parser_train_options *o = &trainer->options;
    json_t *options = json_pack(
        "{s:i, s:i, s:i, s:i, s:i, s:o, s:i, s:o, s:o, s:o, s:b, s:I}",
        "threads", o->threads, "precision", o->precision, "epochs", o->epochs,
        "batch_words", o->batch_words, "max_words", o->max_words,
        "learning_rate", t2s_log_number(o->learning_rate), "warmup_steps",
        o->warmup_steps, "weight_decay", t2s_log_number(o->weight_decay),
        "max_gradient_norm", t2s_log_number(o->max_gradient_norm), "dropout",
        t2s_log_number(o->dropout), "augment", o->augment, "seed",
        (json_int_t)o->seed);
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:I, s:I, s:I}", "event", "run",
                     "backend", trainer->backend->name(), "options", options,
                     "train", describe_bank(&trainer->banks[T2SED_TRAIN]),
                     "dev", describe_bank(&trainer->banks[T2SED_DEV]), "words",
                     (json_int_t)trainer->words.count, "trained_words",
                     (json_int_t)trainer->trained_words - 1, "first_epoch",
                     (json_int_t)trainer->at.epoch + 1);
}

t2sed_status t2s_parser_log_open(t2sed_parser_trainer *trainer,
                                 t2sed_error *err)
{
    if (!trainer->options.log || trainer->log)
        return T2SED_OK;
    t2sed_status status =
        t2s_log_open(&trainer->log, trainer->options.log, err);
    return status == T2SED_OK ? write_line(trainer, describe_run(trainer), err)
                              : status;
}

t2sed_status t2s_parser_log_epoch(t2sed_parser_trainer *trainer,
                                  const t2sed_parser_train_progress *p,
                                  t2sed_error *err)
{
    if (!trainer->log)
        return T2SED_OK;
    return write_line(
        trainer,
        json_pack(
            "{s:s, s:i, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "event", "epoch",
            "epoch", p->epoch, "step", (json_int_t)p->step, "learning_rate",
            t2s_log_number(p->learning_rate), "loss", t2s_log_number(p->loss),
            "dev_uas", t2s_log_number(p->dev_uas), "dev_las",
            t2s_log_number(p->dev_las), "dev_upos", t2s_log_number(p->dev_upos),
            "seconds", t2s_log_number(p->seconds)),
        err);
}
