/* evidence.c - the training samples' evidence. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "train/internal.h"

/* A scorer often has no database, or one whose values it may not read: what
 * these tell is hidden from that part of the samples, in each epoch from
 * others. Values are known wherever queries run, hence among the same. */
#define HIDE_EXECUTION 0.3
#define HIDE_VALUES    0.15

/* Below this part of its mean a deviation is rounding: a constant. */
#define CONSTANT 1e-6

void t2s_train_evidence(const t2sed_trainer *trainer, const t2s_sample *sample,
                        float *to)
{
    size_t count = trainer->files.config.evidence.count;
    for (size_t i = 0; i < count; i++)
        to[i] = sample->evidence ? sample->evidence[i] : NAN;
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* Makes the group's features unknown, and says so. */
static void hide(const t2s_names *names, const char *group, const char *source,
                 float *evidence)
{
    for (size_t i = 0; i < names->count; i++) {
        if (begins(names->at[i], group))
            evidence[i] = NAN;
        else if (strcmp(names->at[i], source) == 0)
            evidence[i] = 0;
    }
}

void t2s_train_hide_evidence(const t2sed_trainer *trainer, uint32_t sample,
                             float *evidence)
{
    const t2s_names *names = &trainer->files.config.evidence;
    t2s_random run = {trainer->options.seed};
    t2s_random epoch = {t2s_random_bits(&run) + (uint64_t)trainer->at.epoch};
    t2s_random own = {t2s_random_bits(&epoch) + sample};
    double lot = t2s_random_unit(&own);
    if (lot < HIDE_EXECUTION)
        hide(names, "execution.", "source.execution", evidence);
    if (lot < HIDE_VALUES)
        hide(names, "value.", "source.values", evidence);
}

/* Mean of feature `i` where it is known, and 1 / deviation (0: a constant). */
static void measure(const train_set *set, size_t i, float *mean, float *scale)
{
    double sum = 0, squares = 0, middle, deviation;
    size_t known = 0;
    for (size_t s = 0; s < set->samples.count; s++) {
        const float *evidence = set->samples.at[s].evidence;
        if (evidence && isfinite(evidence[i])) {
            sum += (double)evidence[i];
            known++;
        }
    }
    middle = known ? sum / (double)known : 0;
    for (size_t s = 0; s < set->samples.count; s++) {
        const float *evidence = set->samples.at[s].evidence;
        if (evidence && isfinite(evidence[i])) {
            double away = (double)evidence[i] - middle;
            squares += away * away;
        }
    }
    deviation = known ? sqrt(squares / (double)known) : 0;
    *mean = (float)middle;
    *scale = deviation > CONSTANT * (fabs(middle) + CONSTANT)
                 ? (float)(1 / deviation)
                 : 0;
}

t2sed_status t2s_train_normalize(t2sed_trainer *trainer, t2sed_error *err)
{
    size_t count = trainer->files.config.evidence.count;
    float *mean = t2s_alloc_array(count, sizeof *mean);
    float *scale = t2s_alloc_array(count, sizeof *scale);
    t2sed_status status = mean && scale ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK) {
        for (size_t i = 0; i < count; i++)
            measure(&trainer->sets[T2SED_TRAIN], i, &mean[i], &scale[i]);
        status =
            t2s_train_write_weight(trainer, "evidence.mean", mean, count, err);
    }
    if (status == T2SED_OK)
        status = t2s_train_write_weight(trainer, "evidence.scale", scale, count,
                                        err);
    t2s_free(mean);
    t2s_free(scale);
    return status;
}
