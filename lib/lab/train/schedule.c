#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "lab/train/internal.h"

double t2s_train_rate(double highest, double warmup, int64_t step,
                      int64_t steps)
{
    double warm = warmup * (double)steps;
    double at = (double)step;
    if (at + 1 < warm)
        return highest * (at + 1) / warm;
    if ((double)steps <= warm)
        return highest;
    return highest * ((double)steps - at) / ((double)steps - warm + 1);
}

int64_t t2s_train_steps_per_epoch(const t2sed_trainer *trainer)
{
    size_t beams = trainer->sets[T2SED_TRAIN].beams.count;
    size_t batch = (size_t)trainer->options.batch_beams;
    return (int64_t)((beams + batch - 1) / batch);
}

t2sed_status t2s_train_order(t2sed_trainer *trainer, int64_t epoch,
                             t2sed_error *err)
{
    size_t count = trainer->sets[T2SED_TRAIN].beams.count;
    /* A generator of each epoch's own, so that a resumed run need not replay
     * the epochs before. */
    t2s_random random = {trainer->options.seed * 0x9E3779B97F4A7C15u +
                         (uint64_t)epoch};
    if (trainer->order_epoch == epoch)
        return T2SED_OK;
    if (!trainer->order)
        trainer->order = t2s_alloc_array(count, sizeof *trainer->order);
    if (!trainer->order)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        trainer->order[i] = (uint32_t)i;
    t2s_random_shuffle(&random, trainer->order, count);
    trainer->order_epoch = epoch;
    return T2SED_OK;
}
