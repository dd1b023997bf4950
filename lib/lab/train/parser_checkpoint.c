/*
 * parser_checkpoint.c - the whole state of a parser's training in one
 * safetensors file:
 *
 *   weight/NAME, moment1/NAME, moment2/NAME, average/NAME
 *   position, random, run                                  numbers as I64
 *
 * "run" is a fingerprint of options, treebanks and fixed vectors: a checkpoint
 * continues the run that wrote it and no other.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "weights/safetensors.h"
#include "lab/train/common.h"
#include "lab/train/parser_internal.h"

#define POSITION_NUMBERS 6

static const struct {
    const char *name;
    int32_t part;
} parts[] = {{"weight", T2S_PART_WEIGHT},
             {"moment1", T2S_PART_FIRST},
             {"moment2", T2S_PART_SECOND},
             {"average", T2S_PART_AVERAGE}};
#define PARTS (sizeof parts / sizeof parts[0])

static uint64_t mix_bank(uint64_t hash, const bank *b)
{
    for (size_t i = 0; i < b->sentences.count; i++)
        hash =
            t2s_hash_bytes(hash, &b->sentences.at[i].count, sizeof(uint32_t));
    for (size_t i = 0; i < b->words.count; i++) {
        const bank_word *word = &b->words.at[i];
        const int32_t numbers[] = {word->head, word->tag, word->relation};
        hash = t2s_hash_bytes(hash, word->form, word->length);
        hash = t2s_hash_bytes(hash, numbers, sizeof numbers);
    }
    return hash;
}

/* What has to be equal for a run to go on as it would have. */
static int64_t fingerprint(const t2sed_parser_trainer *trainer)
{
    const t2sed_parser_train_options *o = &trainer->options;
    const double numbers[] = {
        o->precision,    o->epochs,       o->batch_words,
        o->max_words,    o->warmup_steps, o->learning_rate,
        o->weight_decay, o->beta1,        o->beta2,
        o->epsilon,      o->dropout,      o->max_gradient_norm,
        o->augment,      o->vocabulary,   (double)o->seed,
    };
    uint64_t hash = t2s_hash_bytes(trainer->vectors_hash ^ T2S_HASH_START,
                                   numbers, sizeof numbers);
    for (int32_t i = 0; i < trainer->weight_count; i++)
        hash =
            t2s_hash_bytes(hash, trainer->weights[i].shape,
                           (size_t)trainer->weights[i].rank * sizeof(int64_t));
    hash = mix_bank(hash, &trainer->banks[T2SED_TRAIN]);
    return (int64_t)mix_bank(hash, &trainer->banks[T2SED_DEV]);
}

/* What a checkpoint holds, as it is gathered. */
typedef struct gathering {
    t2sed_parser_trainer *trainer;
    t2s_tensors tensors;
    t2s_arena arena; /* names and numbers */
    int64_t position[POSITION_NUMBERS], random[T2S_RANDOM_NUMBERS];
    t2s_checkpoint_numbers numbers;
} gathering;

static t2sed_status gather_weight(gathering *to, int32_t index, size_t part,
                                  t2sed_error *err)
{
    t2sed_parser_trainer *trainer = to->trainer;
    t2s_tensor tensor = trainer->weights[index];
    size_t size = t2s_tensor_size(&tensor);
    float *data = t2s_arena_alloc_array(&to->arena, size, sizeof *data);
    char name[128];
    snprintf(name, sizeof name, "%s/%s", parts[part].name, tensor.name);
    tensor.name = t2s_arena_strdup(&to->arena, name);
    tensor.data = data;
    if (!data || !tensor.name || !t2s_vector_push(&to->tensors, tensor))
        return t2s_fail_memory(err);
    return trainer->backend->trainer_read(trainer->engine, index,
                                          parts[part].part, data, size, err);
}

static t2sed_status gather_position(gathering *to, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = to->trainer;
    const parser_position *at = &trainer->at;
    const int64_t whole[] = {at->epoch, at->step, at->next_group,
                             at->loss_count};
    const double real[] = {at->loss_sum, at->seconds};
    size_t size = T2S_RANDOM_BYTES;
    int64_t step;
    t2sed_status status;
    memcpy(to->position, whole, sizeof whole);
    memcpy(to->position + 4, real, sizeof real); /* doubles by their bits */
    to->numbers = (t2s_checkpoint_numbers){to->position, to->random,
                                           fingerprint(trainer)};
    status = trainer->backend->trainer_get_state(trainer->engine, &step,
                                                 to->random + 1, &size, err);
    to->random[0] = (int64_t)size;
    return status == T2SED_OK ? t2s_checkpoint_add(&to->tensors, &to->numbers,
                                                   POSITION_NUMBERS, err)
                              : status;
}

t2sed_status t2s_parser_checkpoint(t2sed_parser_trainer *trainer,
                                   t2sed_error *err)
{
    gathering *to = t2s_zalloc(sizeof *to);
    t2sed_status status = T2SED_OK;
    if (!to)
        return t2s_fail_memory(err);
    to->trainer = trainer;
    for (size_t part = 0; part < PARTS; part++)
        for (int32_t i = 0; i < trainer->weight_count && status == T2SED_OK;
             i++)
            status = gather_weight(to, i, part, err);
    if (status == T2SED_OK)
        status = gather_position(to, err);
    if (status == T2SED_OK)
        status = t2s_safetensors_write(
            trainer->options.checkpoint, to->tensors.at,
            (int32_t)to->tensors.count, T2S_DTYPE_KEEP, err);
    t2s_vector_free(&to->tensors);
    t2s_arena_free(&to->arena);
    t2s_free(to);
    return status;
}

static t2sed_status put_weight(t2sed_parser_trainer *trainer,
                               const t2s_safetensors *file, int32_t index,
                               size_t part, const char *path, t2sed_error *err)
{
    const t2s_tensor *weight = &trainer->weights[index], *tensor = NULL;
    size_t size = t2s_tensor_size(weight);
    char name[128];
    t2sed_status status;
    snprintf(name, sizeof name, "%s/%s", parts[part].name, weight->name);
    status = t2s_checkpoint_find(&tensor, file, name, T2S_F32, size, "parser",
                                 path, err);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_write(
            trainer->engine, index, parts[part].part, tensor->data, size, err);
    return status;
}

static void unpack_position(parser_position *at, const int64_t *from)
{
    double real[2];
    memcpy(real, from + 4, sizeof real);
    at->epoch = from[0];
    at->step = from[1];
    at->next_group = from[2];
    at->loss_count = from[3];
    at->loss_sum = real[0];
    at->seconds = real[1];
}

/* Checks before anything is changed that the file is this run's. */
static t2sed_status check_run(const t2sed_parser_trainer *trainer,
                              const t2s_safetensors *file, const char *path,
                              parser_position *at, const int64_t **random,
                              t2sed_error *err)
{
    t2s_checkpoint_numbers numbers;
    t2sed_status status = t2s_checkpoint_numbers_of(
        &numbers, file, POSITION_NUMBERS, "parser", path, err);
    if (status != T2SED_OK)
        return status;
    if (numbers.run != fingerprint(trainer))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: written by a run with other options, treebanks or "
                        "another encoder; resume with those, or train without "
                        "it",
                        path);
    unpack_position(at, numbers.position);
    *random = numbers.random;
    if (at->epoch < 0 || at->epoch > trainer->options.epochs ||
        at->next_group < 0 || !t2s_checkpoint_is_count(at->step) ||
        !t2s_checkpoint_is_count(at->loss_count) || (*random)[0] < 0 ||
        (*random)[0] > T2S_RANDOM_BYTES)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: position or random state out of range", path);
    return T2SED_OK;
}

t2sed_status t2sed_parser_trainer_resume(t2sed_parser_trainer *trainer,
                                         const char *checkpoint,
                                         t2sed_error *err)
{
    t2s_safetensors file = {0};
    parser_position at = {0};
    const int64_t *random = NULL;
    t2sed_status status;
    if (!trainer || !checkpoint)
        return t2s_fail_null(err, __func__, "trainer and checkpoint");
    if (trainer->engine)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: can't resume once training began");
    status = t2s_safetensors_open(&file, checkpoint, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_parser_prepare(trainer, err);
    if (status == T2SED_OK)
        status = check_run(trainer, &file, checkpoint, &at, &random, err);
    for (size_t part = 0; part < PARTS; part++)
        for (int32_t i = 0; i < trainer->weight_count && status == T2SED_OK;
             i++)
            status = put_weight(trainer, &file, i, part, checkpoint, err);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_set_state(
            trainer->engine, at.step, random + 1, (size_t)random[0], err);
    if (status == T2SED_OK)
        trainer->at = at;
    if (status != T2SED_OK && trainer->engine) {
        /* Some weights may be the file's by now: not to be trained on. */
        trainer->backend->trainer_close(trainer->engine);
        trainer->engine = NULL;
    }
    t2s_safetensors_close(&file);
    return status;
}
