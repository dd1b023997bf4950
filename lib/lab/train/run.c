/* run.c - epochs and steps. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/train/common.h"
#include "lab/train/internal.h"

typedef struct run {
    t2sed_trainer *trainer;
    t2sed_train_progress_fn callback;
    void *payload;
    t2sed_train_progress progress;
    double since; /* the clock when `seconds` was last brought up to date */
} run;

static void count_time(run *r)
{
    r->trainer->at.seconds += t2s_seconds_since(&r->since);
}

/* Tells the caller; T2SED_ECANCELLED where it asks to stop. */
static t2sed_status call_back(void *payload, t2sed_error *err)
{
    run *r = payload;
    int answer = r->callback ? r->callback(&r->progress, r->payload) : 0;
    return t2s_steps_told(answer, r->progress.step, err);
}

/* Brings the progress up to the text's present position. */
static void fill_progress(run *r)
{
    t2sed_trainer *trainer = r->trainer;
    const train_position *at = &trainer->at;
    t2sed_train_progress *p = &r->progress;
    p->branch = T2SED_BRANCH_TEXT;
    p->epochs = trainer->options.epochs;
    p->step = (long)at->step;
    p->steps = (long)(t2s_train_steps_per_epoch(trainer) * p->epochs);
    p->loss = at->loss_count ? at->loss_sum / (double)at->loss_count : NAN;
    p->seconds = at->seconds;
}

static t2sed_status save_state(void *payload, t2sed_error *err)
{
    t2sed_trainer *trainer = ((run *)payload)->trainer;
    return trainer->options.checkpoint ? t2s_train_checkpoint(trainer, err)
                                       : T2SED_OK;
}

static t2sed_status one_step(void *payload, t2sed_error *err)
{
    run *r = payload;
    t2sed_trainer *trainer = r->trainer;
    train_position *at = &trainer->at;
    size_t beams = trainer->sets[T2SED_TRAIN].beams.count;
    size_t count = (size_t)trainer->options.batch_beams;
    int64_t steps =
        t2s_train_steps_per_epoch(trainer) * trainer->options.epochs;
    double loss = 0;
    t2sed_status status;
    if (count > beams - (size_t)at->next_beam)
        count = beams - (size_t)at->next_beam;
    r->progress.learning_rate =
        t2s_train_rate(trainer->options.learning_rate, trainer->options.warmup,
                       at->step, steps);
    status = t2s_train_step(trainer, (size_t)at->next_beam, count,
                            r->progress.learning_rate, &loss, err);
    if (status != T2SED_OK)
        return status;
    if (!isfinite(loss))
        return t2s_fail(err, T2SED_EBACKEND, -1,
                        "training: the loss of step %lld is not a number; "
                        "try a lower learning rate",
                        (long long)at->step + 1);
    at->next_beam += (int64_t)count;
    at->step++;
    at->loss_sum += loss;
    at->loss_count++;
    count_time(r);
    fill_progress(r);
    return T2SED_OK;
}

/* Metrics, best weights, log; then the position moves to the next epoch. */
static t2sed_status end_epoch(run *r, t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    train_position *at = &trainer->at;
    t2sed_train_progress *p = &r->progress;
    t2sed_status status = t2s_train_measure(trainer, p, err);
    if (status != T2SED_OK)
        return status;
    /* Without a dev AUC the last epoch counts as the best. */
    p->best =
        at->best_epoch == 0 || isnan(p->dev_auc) || p->dev_auc > at->best_auc;
    if (p->best) {
        status = t2s_train_read_all(trainer, 0, &trainer->best, err);
        if (status != T2SED_OK)
            return status;
        at->best_epoch = at->epoch + 1;
        at->best_auc = p->dev_auc;
    }
    count_time(r);
    p->epoch_done = 1;
    fill_progress(r);
    status = t2s_train_log_epoch(trainer, p, err);
    if (status != T2SED_OK)
        return status;
    at->epoch++;
    at->next_beam = 0;
    at->loss_sum = 0;
    at->loss_count = 0;
    at->seconds = 0;
    status = save_state(r, err);
    if (status == T2SED_OK)
        status = call_back(r, err);
    p->epoch_done = p->best = 0;
    return status;
}

static bool is_step_left(void *payload)
{
    const t2sed_trainer *trainer = ((run *)payload)->trainer;
    return trainer->at.next_beam <
           (int64_t)trainer->sets[T2SED_TRAIN].beams.count;
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
    t2sed_trainer *trainer = r->trainer;
    const t2s_steps steps = {
        is_step_left, one_step,          call_back,
        save_state,   &trainer->at.step, trainer->options.checkpoint_steps};
    t2sed_status status = t2s_train_order(trainer, trainer->at.epoch, err);
    r->progress.epoch = (int)trainer->at.epoch + 1;
    if (status == T2SED_OK)
        status = t2s_steps_take(&steps, r, err);
    return status == T2SED_OK ? finish_epoch(r, &steps, err) : status;
}

static bool patience_is_over(const t2sed_trainer *trainer)
{
    int patience = trainer->options.patience;
    return patience > 0 && trainer->at.best_epoch > 0 &&
           trainer->at.epoch - trainer->at.best_epoch >= patience;
}

static t2sed_status train_text(run *r, t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK && trainer->at.epoch < trainer->options.epochs &&
           !patience_is_over(trainer))
        status = one_epoch(r, err);
    return status;
}

/* Tells of a forest that has grown: an epoch of the progress. */
static t2sed_status tell_forest(run *r, const train_growth *how,
                                const t2s_boost_report *report,
                                t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    const int count = trainer->options.forests + trainer->options.other_forests;
    t2sed_train_progress *p = &r->progress;
    t2sed_status status;
    p->branch = T2SED_BRANCH_EVIDENCE;
    p->epoch =
        (T2S_READER_DATABASE - (int)how->reader) * count + how->member + 1;
    p->epochs = T2S_READERS * count;
    p->step = report->trees;
    p->steps = trainer->options.trees;
    p->loss = p->dev_loss = p->dev_accuracy = NAN;
    p->dev_auc = report->metric;
    p->epoch_done = 1;
    count_time(r);
    p->seconds = trainer->at.seconds;
    trainer->at.seconds = 0;
    status = t2s_train_log_epoch(trainer, p, err);
    if (status == T2SED_OK)
        status = call_back(r, err);
    p->epoch_done = 0;
    return status;
}

static int mean_trees(int trees, int forests)
{
    const int mean = (trees + forests / 2) / forests;
    return mean > 0 ? mean : 1;
}

/* Grows the forests one after the other; the other ones, which have no dev
 * beams of their own, as large as the first ones are on average. */
static t2sed_status grow_all(run *r, enum t2s_reader reader,
                             t2s_forest *forests, int count, t2sed_error *err)
{
    const int first = r->trainer->options.forests;
    t2sed_status status = T2SED_OK;
    int trees = 0;
    for (int i = 0; i < count && status == T2SED_OK; i++) {
        const train_growth how = {.reader = reader,
                                  .member = i,
                                  .trees =
                                      i < first ? 0 : mean_trees(trees, first),
                                  .others = i >= first};
        t2s_boost_report report;
        status = t2s_train_grow(r->trainer, &forests[i], &how, &report, err);
        if (status != T2SED_OK)
            return status;
        if (i < first)
            trees += forests[i].trees;
        status = tell_forest(r, &how, &report, err);
    }
    return status;
}

/* The forests anew, of as many trees as they had on average, on all beams. */
static t2sed_status grow_all_again(run *r, enum t2s_reader reader,
                                   t2s_forest *forests, int count,
                                   t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    const int trees = mean_trees(trainer->files.forests[reader].trees, count);
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < count && status == T2SED_OK; i++) {
        const train_growth how = {.reader = reader,
                                  .member = i,
                                  .trees = trees,
                                  .others = i >= trainer->options.forests,
                                  .all = true};
        status = t2s_train_grow(trainer, &forests[i], &how, NULL, err);
    }
    return status;
}

typedef t2sed_status (*grow_fn)(run *r, enum t2s_reader reader,
                                t2s_forest *forests, int count,
                                t2sed_error *err);

/* Makes the mean of what `grow` grows one of the model's forests. */
static t2sed_status train_forest(run *r, enum t2s_reader reader, grow_fn grow,
                                 t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    const int count = trainer->options.forests + trainer->options.other_forests;
    t2s_forest *forests = t2s_zalloc_array((size_t)count, sizeof *forests),
               mean;
    t2sed_status status =
        forests ? grow(r, reader, forests, count, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_forest_mean(&mean, forests, (size_t)count, err);
    for (int i = 0; forests && i < count; i++)
        t2s_forest_free(&forests[i]);
    t2s_free(forests);
    if (status != T2SED_OK)
        return status;
    t2s_forest_free(&trainer->files.forests[reader]);
    trainer->files.forests[reader] = mean;
    return T2SED_OK;
}

static t2sed_status train_forests(run *r, grow_fn grow, t2sed_error *err)
{
    t2sed_status status = train_forest(r, T2S_READER_DATABASE, grow, err);
    return status == T2SED_OK ? train_forest(r, T2S_READER_WITHOUT, grow, err)
                              : status;
}

/* Lets the forests learn from dev and refit beams as well, once nothing is
 * measured on them any more. */
static t2sed_status refit(run *r, t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    t2sed_status status = T2SED_OK;
    if (!trainer->options.refit || trainer->refitted ||
        trainer->sets[T2SED_DEV].samples.count +
                trainer->sets[T2SED_REFIT].samples.count ==
            0)
        return T2SED_OK;
    status = train_forests(r, grow_all_again, err);
    trainer->refitted = status == T2SED_OK;
    return status;
}

/* Weighs text and forests and tells the caller. */
static t2sed_status fuse(run *r, t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    const t2s_fusion *f = &trainer->files.config.fusion[T2S_KNOWN_DATABASE];
    t2sed_train_progress *p = &r->progress;
    t2sed_status status =
        trainer->fused ? T2SED_OK : t2s_train_fuse(trainer, err);
    if (status != T2SED_OK || !trainer->fused)
        return status;
    p->branch = T2SED_BRANCH_EVIDENCE;
    p->fused = 1;
    p->fused_auc = trainer->known_auc[T2S_KNOWN_DATABASE];
    p->text_weight = f->text;
    p->evidence_weight = f->evidence;
    if (r->callback) /* all is done: nothing is left to stop */
        (void)r->callback(p, r->payload);
    return t2s_train_log_fusion(trainer, err);
}

static t2sed_status train_evidence(run *r, t2sed_error *err)
{
    t2sed_trainer *trainer = r->trainer;
    t2sed_status status =
        trainer->has_grown ? T2SED_OK : train_forests(r, grow_all, err);
    trainer->has_grown = status == T2SED_OK;
    if (status == T2SED_OK)
        status = fuse(r, err);
    return status == T2SED_OK ? refit(r, err) : status;
}

t2sed_status t2sed_trainer_run(t2sed_trainer *trainer,
                               t2sed_train_progress_fn progress, void *payload,
                               t2sed_error *err)
{
    run r = {.trainer = trainer,
             .callback = progress,
             .payload = payload,
             .progress = {.struct_size = sizeof r.progress}};
    t2sed_status status;
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    if (trainer->sets[T2SED_TRAIN].beams.count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "training: no beams were added (t2sed_trainer_add)");
    trainer->started = true;
    t2s_completer_end(t2s_preparer_completer(trainer->preparer));
    status = t2s_train_log_open(trainer, err);
    r.since = t2s_seconds();
    if (status == T2SED_OK && trainer->trains_text)
        status = train_text(&r, err);
    if (status == T2SED_OK && trainer->trains_forest)
        status = train_evidence(&r, err);
    return status;
}
