/*
 * checkpoint.c - the whole state of a run in one safetensors file:
 *
 *   weight/NAME, moment1/NAME, moment2/NAME   the present state
 *   average/NAME                              of engines that have averages
 *   best/NAME                                 the best epoch's weights
 *   position, random, run                     numbers as I64
 *
 * "random" is the state of the engine's random numbers, with its size in bytes
 * before it. "run" is a fingerprint of options and data: a checkpoint
 * continues the run that wrote it and no other.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/vector.h"
#include "lab/train/run.h"
#include "lab/write/write.h"
#include "weights/safetensors.h"

#define POSITION_NUMBERS (sizeof(t2s_position) / 8)
#define RANDOM_BYTES     8192
#define RANDOM_NUMBERS   (RANDOM_BYTES / 8 + 1)
#define MOST_NAME        512

static const struct {
    const char *name;
    int32_t part;
} parts[] = {{"weight", T2S_PART_WEIGHT},
             {"moment1", T2S_PART_MOMENT_1},
             {"moment2", T2S_PART_MOMENT_2},
             {"average", T2S_PART_AVERAGE}};
#define BEST "best"

static int part_count(const t2s_run *run)
{
    return run->kind->has_average ? 4 : 3;
}

/* Elements of a weight. */
static size_t size_of(const t2s_run *run, int32_t weight)
{
    return (size_t)t2s_tensor_elements(&run->weights[weight]);
}

/* --- Copies of weights --- */

/* An array for each weight, all one allocation; NULL when memory is short. */
static float **new_arrays(const t2s_run *run)
{
    const size_t count = (size_t)run->weight_count;
    size_t size = 0;
    float **arrays, *next;
    for (int32_t i = 0; i < run->weight_count; i++)
        size += size_of(run, i);
    arrays = t2s_alloc(count * sizeof *arrays + size * sizeof *next);
    next = arrays ? (float *)(arrays + count) : NULL;
    for (int32_t i = 0; arrays && i < run->weight_count; i++) {
        arrays[i] = next;
        next += size_of(run, i);
    }
    return arrays;
}

t2s_tensor *t2s_run_tensors(const t2s_run *run, float *const *arrays)
{
    const size_t count = (size_t)run->weight_count;
    t2s_tensor *tensors = t2s_alloc_array(count, sizeof *tensors);
    for (size_t i = 0; tensors && i < count; i++) {
        tensors[i] = run->weights[i];
        tensors[i].data = arrays[i];
    }
    return tensors;
}

t2sed_status t2s_run_read(t2s_run *run, int32_t part, float ***arrays,
                          t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!*arrays)
        *arrays = new_arrays(run);
    if (!*arrays)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < run->weight_count && status == T2SED_OK; i++)
        status = run->backend->trainer_read(run->engine, i, part, (*arrays)[i],
                                            size_of(run, i), err);
    return status;
}

t2sed_status t2s_run_write(t2s_run *run, float *const *arrays, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int32_t i = 0; i < run->weight_count && status == T2SED_OK; i++)
        status = run->backend->trainer_write(run->engine, i, T2S_PART_WEIGHT,
                                             arrays[i], size_of(run, i), err);
    return status;
}

/* --- Writing --- */

static int64_t fingerprint(const t2s_run *run)
{
    const uint64_t hash = t2s_options_hash(run->options, run->kind->options);
    return (int64_t)run->kind->hash(hash, run);
}

/* What a checkpoint holds, as it is gathered. */
typedef struct gathering {
    T2S_VECTOR(t2s_tensor) tensors;
    t2s_arena arena; /* names */
    float **arrays[4];
    int64_t random[RANDOM_NUMBERS], run;
} gathering;

static bool add_arrays(gathering *to, const t2s_run *run, const char *part,
                       float **arrays)
{
    for (int32_t i = 0; i < run->weight_count; i++) {
        char name[MOST_NAME];
        t2s_tensor tensor = run->weights[i];
        snprintf(name, sizeof name, "%s/%s", part, tensor.name);
        tensor.name = t2s_arena_strdup(&to->arena, name);
        tensor.dtype = T2S_F32;
        tensor.data = arrays[i];
        if (!tensor.name || !t2s_vector_push(&to->tensors, tensor))
            return false;
    }
    return true;
}

/* Numbers of 8 bytes; doubles go in by their bits. */
static bool add_numbers(gathering *to, const char *name, const void *numbers,
                        int64_t count)
{
    const t2s_tensor tensor = {name, T2S_I64, 1, {count}, numbers};
    return t2s_vector_push(&to->tensors, tensor);
}

static t2sed_status gather(gathering *to, t2s_run *run, t2sed_error *err)
{
    size_t size = RANDOM_BYTES;
    int64_t step;
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < part_count(run) && status == T2SED_OK; i++) {
        status = t2s_run_read(run, parts[i].part, &to->arrays[i], err);
        if (status == T2SED_OK &&
            !add_arrays(to, run, parts[i].name, to->arrays[i]))
            return t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = run->backend->trainer_get_state(run->engine, &step,
                                                 to->random + 1, &size, err);
    if (status != T2SED_OK)
        return status;
    to->random[0] = (int64_t)size;
    to->run = fingerprint(run);
    return (!run->best || add_arrays(to, run, BEST, run->best)) &&
                   add_numbers(to, "position", &run->at, POSITION_NUMBERS) &&
                   add_numbers(to, "random", to->random, RANDOM_NUMBERS) &&
                   add_numbers(to, "run", &to->run, 1)
               ? T2SED_OK
               : t2s_fail_memory(err);
}

t2sed_status t2s_run_save(t2s_run *run, t2sed_error *err)
{
    gathering *to = t2s_zalloc(sizeof *to);
    t2sed_status status = to ? gather(to, run, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_safetensors_write(run->checkpoint, to->tensors.at,
                                       (int32_t)to->tensors.count,
                                       T2S_DTYPE_KEEP, err);
    for (int i = 0; to && i < part_count(run); i++)
        t2s_free(to->arrays[i]);
    if (to) {
        t2s_vector_free(&to->tensors);
        t2s_arena_free(&to->arena);
    }
    t2s_free(to);
    return status;
}

/* --- Reading --- */

typedef struct reading {
    t2s_run *run;
    t2s_safetensors file;
    const char *path;
    t2s_position at;
    const int64_t *random;
} reading;

/* The tensor of that name with `count` elements of that type. */
static t2sed_status find(const void **out, const reading *in, const char *name,
                         int32_t dtype, size_t count, t2sed_error *err)
{
    const t2s_tensor *tensor = t2s_safetensors_find(&in->file, name);
    if (!tensor || tensor->dtype != dtype ||
        (size_t)t2s_tensor_elements(tensor) != count)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: not a checkpoint of this %s: \"%s\" is missing or "
                        "has another shape",
                        in->path, in->run->kind->what, name);
    *out = tensor->data;
    return T2SED_OK;
}

static bool is_count(int64_t number)
{
    return number >= 0 && number <= INT64_MAX / 2;
}

static t2sed_status read_numbers(reading *in, t2sed_error *err)
{
    const t2s_run *run = in->run;
    const void *position = NULL, *random = NULL, *of_run = NULL;
    t2sed_status status =
        find(&position, in, "position", T2S_I64, POSITION_NUMBERS, err);
    if (status == T2SED_OK)
        status = find(&random, in, "random", T2S_I64, RANDOM_NUMBERS, err);
    if (status == T2SED_OK)
        status = find(&of_run, in, "run", T2S_I64, 1, err);
    if (status != T2SED_OK)
        return status;
    if (*(const int64_t *)of_run != fingerprint(run))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: written by a run with other %s; resume with "
                        "those, or train without it",
                        in->path, run->kind->given);
    memcpy(&in->at, position, sizeof in->at);
    in->random = random;
    if (!is_count(in->at.epoch) || in->at.epoch > run->epochs ||
        !is_count(in->at.next) || !is_count(in->at.step) ||
        !is_count(in->at.loss_count) || in->random[0] < 0 ||
        in->random[0] > RANDOM_BYTES)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: position or random state out of range", in->path);
    return T2SED_OK;
}

/* Finds all weights; where they are wanted, puts them into the engine, and
 * those of the best epoch into `best`. */
static t2sed_status read_weights(const reading *in, bool wanted, float **best,
                                 t2sed_error *err)
{
    t2s_run *run = in->run;
    const int count = part_count(run);
    t2sed_status status = T2SED_OK;
    for (int32_t i = 0; i < run->weight_count; i++) {
        const size_t size = size_of(run, i);
        for (int p = 0; p < count + (best != NULL); p++) {
            const void *data = NULL;
            char name[MOST_NAME];
            snprintf(name, sizeof name, "%s/%s",
                     p < count ? parts[p].name : BEST, run->weights[i].name);
            status = find(&data, in, name, T2S_F32, size, err);
            if (status == T2SED_OK && wanted && p < count)
                status = run->backend->trainer_write(
                    run->engine, i, parts[p].part, data, size, err);
            else if (status == T2SED_OK && wanted)
                memcpy(best[i], data, size * sizeof(float));
            if (status != T2SED_OK)
                return status;
        }
    }
    return status;
}

static t2sed_status read_file(reading *in, t2sed_error *err)
{
    t2s_run *run = in->run;
    float **best = NULL;
    t2sed_status status = read_numbers(in, err);
    if (status == T2SED_OK && in->at.best_epoch > 0) {
        best = new_arrays(run);
        status = best ? T2SED_OK : t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = read_weights(in, false, best, err);
    if (status == T2SED_OK)
        status = run->backend->trainer_set_state(run->engine, in->at.step,
                                                 in->random + 1,
                                                 (size_t)in->random[0], err);
    if (status == T2SED_OK)
        status = read_weights(in, true, best, err);
    if (status != T2SED_OK) {
        t2s_free(best);
        return status;
    }
    t2s_free(run->best);
    run->best = best;
    run->at = in->at;
    return T2SED_OK;
}

t2sed_status t2s_run_resume(t2s_run *run, const char *path, t2sed_error *err)
{
    reading in = {.run = run, .path = path};
    t2sed_status status = t2s_safetensors_open(&in.file, path, err);
    if (status == T2SED_OK)
        status = read_file(&in, err);
    t2s_safetensors_close(&in.file);
    return status;
}
