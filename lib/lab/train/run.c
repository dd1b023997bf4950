#include "lab/train/run.h"

#include <errno.h>
#include <math.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/system.h"

t2sed_status t2s_run_describe_weights(t2s_run *run, t2sed_error *err)
{
    const t2s_backend *backend = run->backend;
    t2sed_status status = T2SED_OK;
    run->weight_count = backend->trainer_count(run->engine);
    run->weights =
        t2s_alloc_array((size_t)run->weight_count, sizeof *run->weights);
    if (!run->weights)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < run->weight_count && status == T2SED_OK; i++)
        status =
            backend->trainer_describe(run->engine, i, &run->weights[i], err);
    return status;
}

void t2s_run_end(t2s_run *run)
{
    t2s_free(run->best);
    t2s_free(run->weights);
    if (run->engine)
        run->backend->trainer_close(run->engine);
    if (run->log)
        fclose(run->log);
}

/* --- The log --- */

static t2sed_status open_log(FILE **out, const char *path, t2sed_error *err)
{
    /* A pipe without a reader is an error, not waited for. */
    const int number = t2s_system_append(path);
    FILE *file = number < 0 ? NULL : fdopen(number, "a");
    if (number >= 0 && !file)
        t2s_system_close(number);
    if (!file)
        return t2s_fail(err, T2SED_EIO, -1, "%s: cannot be opened: %s", path,
                        errno == ENOENT ? "no such directory" : "no access");
    *out = file;
    return T2SED_OK;
}

json_t *t2s_log_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

t2sed_status t2s_run_log(t2s_run *run, json_t *object, t2sed_error *err)
{
    bool good = object != NULL;
    if (run->log) {
        good = good && json_dumpf(object, run->log,
                                  JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0;
        good = good && fputc('\n', run->log) != EOF && fflush(run->log) == 0;
    }
    json_decref(object);
    return good ? T2SED_OK
                : t2s_fail(err, T2SED_EIO, -1, "%s: cannot be written",
                           run->log_path);
}

static t2sed_status log_run(t2s_run *run, t2sed_error *err)
{
    json_t *object =
        json_pack("{s:s, s:s, s:o, s:I}", "event", "run", "backend",
                  run->backend ? run->backend->name() : "none", "options",
                  t2s_options_describe(run->options, run->kind->options),
                  "first_epoch", (json_int_t)run->at.epoch + 1);
    json_t *data = run->kind->describe(run);
    if (!object || !data || json_object_update(object, data) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(data);
    return t2s_run_log(run, object, err);
}

static t2sed_status log_epoch(t2s_run *run, t2sed_error *err)
{
    const t2sed_train_progress *p = &run->progress;
    json_t *object;
    if (!run->log)
        return T2SED_OK;
    object = json_pack(
        "{s:s, s:s, s:i, s:I, s:o, s:o, s:b, s:o}", "event", "epoch", "branch",
        p->branch == T2SED_BRANCH_EVIDENCE ? "evidence" : "text", "epoch",
        p->epoch, "step", (json_int_t)p->step, "learning_rate",
        t2s_log_number(p->learning_rate), "loss", t2s_log_number(p->loss),
        "best", p->best, "seconds", t2s_log_number(p->seconds));
    for (const t2s_metric *m = run->kind->metrics; object && m->name; m++) {
        const double value = *(const double *)((const char *)p + m->offset);
        if (json_object_set_new(object, m->name, t2s_log_number(value)) != 0) {
            json_decref(object);
            object = NULL;
        }
    }
    return t2s_run_log(run, object, err);
}

void t2s_progress_init(t2sed_train_progress *progress)
{
    *progress = (t2sed_train_progress){.struct_size = sizeof *progress,
                                       .branch = T2SED_BRANCH_TEXT,
                                       .loss = NAN,
                                       .dev_loss = NAN,
                                       .dev_auc = NAN,
                                       .dev_accuracy = NAN,
                                       .dev_uas = NAN,
                                       .dev_las = NAN,
                                       .dev_upos = NAN};
}

t2sed_status t2s_run_begin(t2s_run *run, t2sed_train_progress_fn callback,
                           void *payload, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    run->callback = callback;
    run->payload = payload;
    t2s_progress_init(&run->progress);
    if (run->log_path && !run->log) {
        status = open_log(&run->log, run->log_path, err);
        if (status == T2SED_OK)
            status = log_run(run, err);
    }
    run->since = t2s_clock_ms(CLOCK_MONOTONIC) * 1e-3;
    return status;
}

/* --- Progress --- */

double t2s_run_done(const t2s_run *run)
{
    double inside =
        run->items > 0 ? (double)run->at.next / (double)run->items : 0;
    return ((double)run->at.epoch + inside) / run->epochs;
}

static void count_time(t2s_run *run)
{
    const double now = t2s_clock_ms(CLOCK_MONOTONIC) * 1e-3;
    run->at.seconds += now - run->since;
    run->since = now;
}

/* Brings the progress up to the present position. */
static void fill_progress(t2s_run *run)
{
    const t2s_position *at = &run->at;
    t2sed_train_progress *p = &run->progress;
    count_time(run);
    p->epochs = run->epochs;
    p->step = at->step;
    p->done = t2s_run_done(run);
    p->loss = at->loss_count ? at->loss_sum / (double)at->loss_count : NAN;
    p->seconds = at->seconds;
}

/* Tells the caller; T2SED_ECANCELLED where it asks to stop. */
static t2sed_status tell(t2s_run *run, t2sed_error *err)
{
    if (!run->callback || run->callback(&run->progress, run->payload) == 0)
        return T2SED_OK;
    return t2s_fail(err, T2SED_ECANCELLED, -1,
                    "training: stopped by the caller after step %lld",
                    (long long)run->progress.step);
}

t2sed_status t2s_run_tell_epoch(t2s_run *run, t2sed_error *err)
{
    t2sed_status status;
    run->progress.epoch_done = 1;
    count_time(run);
    run->progress.seconds = run->at.seconds;
    run->at.seconds = 0;
    status = log_epoch(run, err);
    if (status == T2SED_OK)
        status = tell(run, err);
    run->progress.epoch_done = 0;
    return status;
}

/* --- Steps and epochs --- */

static t2sed_status save(t2s_run *run, t2sed_error *err)
{
    return run->checkpoint ? t2s_run_save(run, err) : T2SED_OK;
}

/* Saves, and lets nothing interrupt that: what a checkpoint lacks has to be
 * done again. */
static t2sed_status save_held(t2s_run *run, t2sed_error *err)
{
    t2sed_status status;
    t2s_interrupt_hold();
    status = save(run, err);
    t2s_interrupt_release();
    return status;
}

static t2sed_status step(t2s_run *run, t2sed_error *err)
{
    double loss = 0;
    t2sed_status status = t2s_check_interrupt(err);
    if (status == T2SED_OK)
        status = run->kind->step(run, &loss, err);
    if (status != T2SED_OK)
        return status;
    if (!isfinite(loss))
        return t2s_fail(err, T2SED_EBACKEND, -1,
                        "training: the loss of step %lld is not a number; "
                        "try a lower learning rate",
                        (long long)run->at.step + 1);
    run->at.step++;
    run->at.loss_sum += loss;
    run->at.loss_count++;
    fill_progress(run);
    return tell(run, err);
}

/* What was done is saved before the caller's wish to stop is obeyed. */
static t2sed_status take_steps(t2s_run *run, t2sed_error *err)
{
    const int every = run->checkpoint_steps;
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK && run->at.next < run->items) {
        bool stop;
        status = step(run, err);
        stop = status == T2SED_ECANCELLED || status == T2SED_EINTERRUPTED;
        if (status != T2SED_OK && !stop)
            return status;
        if (stop || (every && run->at.step % every == 0)) {
            t2sed_status saved = save_held(run, stop ? NULL : err);
            if (saved != T2SED_OK)
                return saved;
        }
    }
    return status;
}

/* Measures, and keeps the weights where they are the best so far. Without a
 * score the last epoch counts as the best. */
static t2sed_status measure(t2s_run *run, t2sed_error *err)
{
    t2s_position *at = &run->at;
    double score = INFINITY;
    t2sed_status status = run->kind->measure(run, &score, err);
    if (status != T2SED_OK || score == (double)INFINITY)
        return status;
    run->progress.best =
        at->best_epoch == 0 || isnan(score) || score > at->best_score;
    if (!run->progress.best)
        return T2SED_OK;
    status = t2s_run_read(run, T2S_PART_WEIGHT, &run->best, err);
    if (status == T2SED_OK) {
        at->best_epoch = at->epoch + 1;
        at->best_score = score;
    }
    return status;
}

/* Metrics, best weights, log; then the position moves to the next epoch. */
static t2sed_status end_epoch(t2s_run *run, t2sed_error *err)
{
    t2s_position *at = &run->at;
    t2sed_status status = measure(run, err);
    if (status != T2SED_OK)
        return status;
    fill_progress(run);
    run->progress.epoch_done = 1;
    status = log_epoch(run, err);
    if (status != T2SED_OK)
        return status;
    at->epoch++;
    at->next = at->loss_count = 0;
    at->loss_sum = at->seconds = 0;
    status = save(run, err);
    if (status == T2SED_OK)
        status = tell(run, err);
    run->progress.epoch_done = run->progress.best = 0;
    return status;
}

static t2sed_status one_epoch(t2s_run *run, t2sed_error *err)
{
    t2sed_status status = run->kind->begin_epoch(run, err), saved;
    run->progress.epoch = (int)run->at.epoch + 1;
    if (status == T2SED_OK)
        status = take_steps(run, err);
    if (status != T2SED_OK)
        return status;
    status = end_epoch(run, err);
    if (status != T2SED_EINTERRUPTED)
        return status;
    /* Measuring takes long: interrupted, it is done again by the next run. */
    saved = save_held(run, NULL);
    return saved == T2SED_OK ? status : saved;
}

static bool patience_is_over(const t2s_run *run)
{
    return run->patience > 0 && run->at.best_epoch > 0 &&
           run->at.epoch - run->at.best_epoch >= run->patience;
}

t2sed_status t2s_run_epochs(t2s_run *run, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK && run->at.epoch < run->epochs &&
           !patience_is_over(run))
        status = one_epoch(run, err);
    return status;
}
