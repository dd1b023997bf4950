/* measure.c - the metrics of an epoch, on the dev beams. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/auc.h"
#include "lab/train/internal.h"

typedef struct measured {
    t2sed_trainer *trainer;
    float *logits; /* [samples of the set] */
    float *chunk;  /* [samples of the set] scratch */
} measured;

static t2sed_status score_chunk(train_chunk chunk, void *payload,
                                t2sed_error *err)
{
    measured *to = payload;
    t2sed_trainer *trainer = to->trainer;
    const train_set *set = &trainer->sets[T2SED_DEV];
    t2s_batch batch;
    t2sed_status status = T2SED_OK;
    t2s_batch_clear(&trainer->scratch);
    for (size_t i = 0; i < chunk.count && status == T2SED_OK; i++) {
        const t2s_sample *sample = &set->samples.at[chunk.samples[i]];
        status = t2s_batch_add(&trainer->scratch, sample->graph,
                               &sample->sequence, err);
    }
    t2s_batch_view(&trainer->scratch, &batch);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_forward(trainer->engine, &batch,
                                                   to->chunk, err);
    for (size_t i = 0; i < chunk.count && status == T2SED_OK; i++)
        to->logits[chunk.samples[i]] = to->chunk[i];
    return status;
}

/* log(1 + e^x) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static void sum_up(const train_set *set, const float *logits,
                   t2sed_train_progress *progress)
{
    double loss = 0, right = 0, all = 0;
    for (size_t i = 0; i < set->samples.count; i++) {
        double weight = set->weights.at[i], label = set->labels.at[i];
        double logit = logits[i];
        loss += weight * (softplus(logit) - label * logit);
        right += weight * ((logit > 0) == (label >= 0.5));
        all += weight;
    }
    progress->dev_loss = loss / all;
    progress->dev_accuracy = right / all;
}

t2sed_status t2s_train_dev_logits(t2sed_trainer *trainer, float *logits,
                                  t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    size_t count = set->samples.count;
    measured to = {.trainer = trainer, .logits = logits};
    uint32_t *samples = t2s_alloc_array(count, sizeof *samples);
    t2sed_status status;
    to.chunk = t2s_alloc_array(count, sizeof *to.chunk);
    status = to.chunk && samples ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        samples[i] = (uint32_t)i;
    if (status == T2SED_OK)
        status = t2s_train_chunks(set, samples, count, score_chunk, &to, err);
    t2s_free(samples);
    t2s_free(to.chunk);
    return status;
}

t2sed_status t2s_train_measure(t2sed_trainer *trainer,
                               t2sed_train_progress *progress, t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    size_t count = set->samples.count;
    float *logits;
    t2sed_status status;
    progress->dev_loss = progress->dev_auc = progress->dev_accuracy = NAN;
    if (count == 0)
        return T2SED_OK;
    logits = t2s_alloc_array(count, sizeof *logits);
    if (!logits)
        return t2s_fail_memory(err);
    status = t2s_train_dev_logits(trainer, logits, err);
    if (status == T2SED_OK)
        status = t2s_auc(&progress->dev_auc, logits, set->labels.at,
                         set->weights.at, count, err);
    if (status == T2SED_OK)
        sum_up(set, logits, progress);
    t2s_free(logits);
    return status;
}
