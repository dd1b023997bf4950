/* Epochs and steps of the parser's trainer. */
#include <math.h>

#include "base/error.h"
#include "lab/train/common.h"
#include "lab/train/parser_internal.h"

#define HOLD   0.3  /* the part of the run before the rate falls */
#define LOWEST 0.02 /* of the highest rate */

typedef struct run {
    t2sed_parser_trainer *trainer;
    t2sed_parser_train_progress_fn callback;
    void *payload;
    t2sed_parser_train_progress progress;
    double since; /* the clock when `seconds` was last brought up to date */
} run;

static void count_time(run *r)
{
    r->trainer->at.seconds += t2s_seconds_since(&r->since);
}

/* The part of the run that is over. */
static double part_done(const t2sed_parser_trainer *trainer)
{
    double groups = (double)trainer->epoch.groups.count;
    double inside = groups > 0 ? (double)trainer->at.next_group / groups : 0;
    return ((double)trainer->at.epoch + inside) / trainer->options.epochs;
}

static double rate(const t2sed_parser_trainer *trainer)
{
    double warm = trainer->options.warmup_steps
                      ? (double)trainer->at.step / trainer->options.warmup_steps
                      : 1;
    double fall = (part_done(trainer) - HOLD) / (1 - HOLD);
    double factor = fall > 0 ? 1 - fall * (1 - LOWEST) : 1;
    if (warm + LOWEST < 1)
        factor *= warm + LOWEST;
    return trainer->options.learning_rate * factor;
}

static t2sed_status call_back(void *payload, t2sed_error *err)
{
    run *r = payload;
    int answer = r->callback ? r->callback(&r->progress, r->payload) : 0;
    return t2s_steps_told(answer, r->progress.step, err);
}

static void fill_progress(run *r)
{
    const t2sed_parser_trainer *trainer = r->trainer;
    const parser_position *at = &trainer->at;
    t2sed_parser_train_progress *p = &r->progress;
    p->epochs = trainer->options.epochs;
    p->step = (long)at->step;
    p->done = part_done(trainer);
    p->loss = at->loss_count ? at->loss_sum / (double)at->loss_count : NAN;
    p->seconds = at->seconds;
}

static t2sed_status save_state(void *payload, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = ((run *)payload)->trainer;
    return trainer->options.checkpoint ? t2s_parser_checkpoint(trainer, err)
                                       : T2SED_OK;
}

static t2sed_status one_step(void *payload, t2sed_error *err)
{
    run *r = payload;
    t2sed_parser_trainer *trainer = r->trainer;
    parser_position *at = &trainer->at;
    t2s_parser_batch batch;
    double loss = 0;
    t2sed_status status =
        t2s_parser_batch_of(trainer, &trainer->epoch.sentences, &trainer->epoch,
                            (size_t)at->next_group, &batch, err);
    if (status != T2SED_OK)
        return status;
    r->progress.learning_rate = rate(trainer);
    status = trainer->backend->parser_trainer_step(
        trainer->engine, &batch, r->progress.learning_rate, &loss, err);
    if (status != T2SED_OK)
        return status;
    at->next_group++;
    at->step++;
    at->loss_sum += loss;
    at->loss_count++;
    count_time(r);
    fill_progress(r);
    return T2SED_OK;
}

/* Measures and log; then the position moves to the next epoch. */
static t2sed_status end_epoch(run *r, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = r->trainer;
    parser_position *at = &trainer->at;
    t2sed_parser_train_progress *p = &r->progress;
    t2sed_status status = t2s_parser_measure(trainer, p, err);
    if (status != T2SED_OK)
        return status;
    count_time(r);
    fill_progress(r);
    p->epoch_done = 1;
    status = t2s_parser_log_epoch(trainer, p, err);
    if (status != T2SED_OK)
        return status;
    at->epoch++;
    at->next_group = 0;
    at->loss_sum = 0;
    at->loss_count = 0;
    at->seconds = 0;
    status = save_state(r, err);
    if (status == T2SED_OK)
        status = call_back(r, err);
    p->epoch_done = 0;
    return status;
}

static bool is_step_left(void *payload)
{
    const t2sed_parser_trainer *trainer = ((run *)payload)->trainer;
    return trainer->at.next_group < (int64_t)trainer->epoch.groups.count;
}

/* Measuring takes long: interrupted, it is done again by the next run. */
static t2sed_status finish_epoch(run *r, const t2s_steps *steps,
                                 t2sed_error *err)
{
    t2sed_status status = end_epoch(r, err), saved;
    if (status != T2SED_EINTERRUPTED)
        return status;
    saved = t2s_steps_save(steps, r, NULL);
    return saved == T2SED_OK ? status : saved;
}

static t2sed_status one_epoch(run *r, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = r->trainer;
    const t2s_steps steps = {
        is_step_left, one_step,          call_back,
        save_state,   &trainer->at.step, trainer->options.checkpoint_steps};
    t2sed_status status =
        t2s_parser_make_epoch(trainer, trainer->at.epoch, err);
    r->progress.epoch = (int)trainer->at.epoch + 1;
    if (status == T2SED_OK)
        status = t2s_steps_take(&steps, r, err);
    return status == T2SED_OK ? finish_epoch(r, &steps, err) : status;
}

t2sed_status t2sed_parser_trainer_run(t2sed_parser_trainer *trainer,
                                      t2sed_parser_train_progress_fn progress,
                                      void *payload, t2sed_error *err)
{
    run r = {.trainer = trainer,
             .callback = progress,
             .payload = payload,
             .progress = {.struct_size = sizeof r.progress}};
    t2sed_status status;
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    status = t2s_parser_prepare(trainer, err);
    if (status == T2SED_OK)
        status = t2s_parser_log_open(trainer, err);
    r.since = t2s_seconds();
    while (status == T2SED_OK && trainer->at.epoch < trainer->options.epochs)
        status = one_epoch(&r, err);
    return status;
}
