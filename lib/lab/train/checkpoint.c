/*
 * checkpoint.c - the whole state of a run in one safetensors file:
 *
 *   weight/NAME, moment1/NAME, moment2/NAME   the present state
 *   best/NAME                                 the best epoch's weights
 *   position, random, run                     numbers as I64
 *
 * "run" is a fingerprint of options and examples: a checkpoint continues the
 * run that wrote it and no other.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "weights/safetensors.h"
#include "lab/train/common.h"
#include "lab/train/internal.h"

#define POSITION_NUMBERS 8

static const char *const kinds[] = {"weight", "moment1", "moment2", "best"};
#define BEST 3

static uint64_t mix_number(uint64_t hash, double number)
{
    return t2s_hash_bytes(hash, &number, sizeof number);
}

/* What has to be equal for a run to go on as it would have. */
static uint64_t fingerprint(const t2sed_trainer *trainer)
{
    const t2sed_train_options *o = &trainer->options;
    const double numbers[] = {
        o->epochs,          o->batch_beams,  o->learning_rate,
        o->warmup,          o->weight_decay, o->beta1,
        o->beta2,           o->epsilon,      o->max_gradient_norm,
        o->label_smoothing, (double)o->seed, o->train_encoder,
    };
    uint64_t hash = T2S_HASH_START;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash = mix_number(hash, numbers[i]);
    for (int purpose = 0; purpose < 2; purpose++) {
        const train_set *set = &trainer->sets[purpose];
        hash = mix_number(hash, (double)set->beams.count);
        for (size_t i = 0; i < set->samples.count; i++) {
            hash = mix_number(hash, set->labels.at[i]);
            hash = mix_number(hash, set->weights.at[i]);
            hash = t2s_hash_bytes(hash, set->samples.at[i].sequence.ids,
                                  (size_t)set->samples.at[i].sequence.count *
                                      sizeof(int32_t));
        }
    }
    return hash;
}

static void pack_position(int64_t *to, const train_position *at)
{
    const int64_t whole[] = {at->epoch, at->step, at->next_beam, at->loss_count,
                             at->best_epoch};
    const double real[] = {at->loss_sum, at->best_auc, at->seconds};
    memcpy(to, whole, sizeof whole);
    memcpy(to + 5, real, sizeof real); /* doubles by their bits */
}

static void unpack_position(train_position *at, const int64_t *from)
{
    double real[3];
    memcpy(real, from + 5, sizeof real);
    at->epoch = from[0];
    at->step = from[1];
    at->next_beam = from[2];
    at->loss_count = from[3];
    at->best_epoch = from[4];
    at->loss_sum = real[0];
    at->best_auc = real[1];
    at->seconds = real[2];
}

/* The tensors of a checkpoint as they are gathered. */
typedef struct gathering {
    t2sed_trainer *trainer;
    t2s_tensors tensors;
    t2s_arena arena; /* names */
} gathering;

static t2sed_status add_arrays(gathering *to, int kind, float **arrays,
                               t2sed_error *err)
{
    t2sed_trainer *trainer = to->trainer;
    for (int32_t i = 0; i < trainer->weight_count; i++) {
        char name[512];
        t2s_tensor tensor;
        t2sed_status status = trainer->backend->trainer_describe(
            trainer->engine, i, &tensor, err);
        if (status != T2SED_OK)
            return status;
        snprintf(name, sizeof name, "%s/%s", kinds[kind], tensor.name);
        tensor.name = t2s_arena_strdup(&to->arena, name);
        tensor.dtype = T2S_F32;
        tensor.data = arrays[i];
        if (!tensor.name || !t2s_vector_push(&to->tensors, tensor))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

static t2sed_status read_random(t2sed_trainer *trainer,
                                int64_t numbers[T2S_RANDOM_NUMBERS],
                                t2sed_error *err)
{
    size_t size = T2S_RANDOM_BYTES;
    int64_t step;
    t2sed_status status;
    memset(numbers, 0, T2S_RANDOM_NUMBERS * sizeof *numbers);
    status = trainer->backend->trainer_get_state(trainer->engine, &step,
                                                 numbers + 1, &size, err);
    numbers[0] = (int64_t)size;
    return status;
}

t2sed_status t2s_train_checkpoint(t2sed_trainer *trainer, t2sed_error *err)
{
    gathering to = {.trainer = trainer};
    float **arrays[3] = {NULL, NULL, NULL};
    int64_t position[POSITION_NUMBERS];
    int64_t *random = t2s_alloc_array(T2S_RANDOM_NUMBERS, sizeof *random);
    const t2s_checkpoint_numbers numbers = {position, random,
                                            (int64_t)fingerprint(trainer)};
    t2sed_status status = random ? T2SED_OK : t2s_fail_memory(err);
    for (int kind = 0; kind < 3 && status == T2SED_OK; kind++) {
        status = t2s_train_read_all(trainer, kind, &arrays[kind], err);
        if (status == T2SED_OK)
            status = add_arrays(&to, kind, arrays[kind], err);
    }
    if (status == T2SED_OK && trainer->best)
        status = add_arrays(&to, BEST, trainer->best, err);
    pack_position(position, &trainer->at);
    if (status == T2SED_OK)
        status = read_random(trainer, random, err);
    if (status == T2SED_OK)
        status =
            t2s_checkpoint_add(&to.tensors, &numbers, POSITION_NUMBERS, err);
    if (status == T2SED_OK)
        status = t2s_safetensors_write(trainer->options.checkpoint,
                                       to.tensors.at, (int32_t)to.tensors.count,
                                       T2S_DTYPE_KEEP, err);
    for (int kind = 0; kind < 3; kind++)
        t2s_train_free_all(trainer, arrays[kind]);
    t2s_vector_free(&to.tensors);
    t2s_arena_free(&to.arena);
    t2s_free(random);
    return status;
}

/* The tensor of that name with `count` elements of that type. */
static t2sed_status find(const t2s_tensor **out, const t2s_safetensors *file,
                         const char *name, int32_t dtype, size_t count,
                         const char *path, t2sed_error *err)
{
    return t2s_checkpoint_find(out, file, name, dtype, count, "model", path,
                               err);
}

static t2sed_status write_weight(t2sed_trainer *trainer,
                                 const t2s_safetensors *file, int32_t index,
                                 const char *path, t2sed_error *err)
{
    t2s_tensor weight;
    size_t size;
    t2sed_status status = trainer->backend->trainer_describe(
        trainer->engine, index, &weight, err);
    size = status == T2SED_OK ? t2s_tensor_size(&weight) : 0;
    for (int kind = 0; kind < BEST && status == T2SED_OK; kind++) {
        const t2s_tensor *tensor = NULL;
        char name[512];
        snprintf(name, sizeof name, "%s/%s", kinds[kind], weight.name);
        status = find(&tensor, file, name, T2S_F32, size, path, err);
        if (status == T2SED_OK)
            status = trainer->backend->trainer_write(
                trainer->engine, index, kind, tensor->data, size, err);
    }
    return status;
}

static t2sed_status read_best(t2sed_trainer *trainer,
                              const t2s_safetensors *file, const char *path,
                              t2sed_error *err)
{
    /* Makes arrays of the right sizes; their contents are then replaced. */
    t2sed_status status = t2s_train_read_all(trainer, 0, &trainer->best, err);
    for (int32_t i = 0; i < trainer->weight_count && status == T2SED_OK; i++) {
        const t2s_tensor *tensor = NULL;
        t2s_tensor weight;
        char name[512];
        status = trainer->backend->trainer_describe(trainer->engine, i, &weight,
                                                    err);
        if (status != T2SED_OK)
            break;
        snprintf(name, sizeof name, "%s/%s", kinds[BEST], weight.name);
        status = find(&tensor, file, name, T2S_F32, t2s_tensor_size(&weight),
                      path, err);
        if (status == T2SED_OK)
            memcpy(trainer->best[i], tensor->data,
                   t2s_tensor_size(&weight) * sizeof(float));
    }
    return status;
}

/* Checks before anything is changed that the file is this run's. */
static t2sed_status check_run(const t2sed_trainer *trainer,
                              const t2s_safetensors *file, const char *path,
                              train_position *at, const int64_t **random,
                              t2sed_error *err)
{
    t2s_checkpoint_numbers numbers;
    int64_t beams = (int64_t)trainer->sets[T2SED_TRAIN].beams.count;
    t2sed_status status = t2s_checkpoint_numbers_of(
        &numbers, file, POSITION_NUMBERS, "model", path, err);
    if (status != T2SED_OK)
        return status;
    if (numbers.run != (int64_t)fingerprint(trainer))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: written by a run with other options or beams; "
                        "resume with those, or train without it",
                        path);
    unpack_position(at, numbers.position);
    *random = numbers.random;
    if (at->epoch < 0 || at->epoch > trainer->options.epochs ||
        at->next_beam < 0 || at->next_beam > beams ||
        !t2s_checkpoint_is_count(at->step) ||
        !t2s_checkpoint_is_count(at->loss_count) || (*random)[0] < 0 ||
        (*random)[0] > T2S_RANDOM_BYTES)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: position or random state out of range", path);
    return T2SED_OK;
}

t2sed_status t2sed_trainer_resume(t2sed_trainer *trainer,
                                  const char *checkpoint, t2sed_error *err)
{
    t2s_safetensors file = {0};
    train_position at;
    const int64_t *random = NULL;
    t2sed_status status;
    if (!trainer || !checkpoint)
        return t2s_fail_null(err, __func__, "trainer and checkpoint");
    if (trainer->started)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "trainer: can't resume once training began");
    status = t2s_safetensors_open(&file, checkpoint, err);
    if (status != T2SED_OK)
        return status;
    status = check_run(trainer, &file, checkpoint, &at, &random, err);
    for (int32_t i = 0; i < trainer->weight_count && status == T2SED_OK; i++)
        status = write_weight(trainer, &file, i, checkpoint, err);
    if (status == T2SED_OK && at.best_epoch > 0)
        status = read_best(trainer, &file, checkpoint, err);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_set_state(
            trainer->engine, at.step, random + 1, (size_t)random[0], err);
    if (status == T2SED_OK)
        trainer->at = at;
    t2s_safetensors_close(&file);
    return status;
}
