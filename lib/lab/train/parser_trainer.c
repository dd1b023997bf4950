/* Opening, preparing and ending the parser's trainer. */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "model/backend.h"
#include "lab/train/common.h"
#include "lab/train/parser_internal.h"

#define FIXED_DROPOUT 0.1 /* how often a word goes without a feature */
#define WORD_DROPOUT  0.2
#define NGRAM_DROPOUT 0.1

t2sed_status
t2sed_parser_trainer_open(t2sed_parser_trainer **out, const char *encoder,
                          const t2sed_parser_train_options *options,
                          t2sed_error *err)
{
    t2sed_parser_trainer *trainer;
    t2sed_status status;
    if (!out || !encoder)
        return t2s_fail_null(err, __func__, "out and encoder");
    if (!t2s_directory_exists(encoder))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such directory",
                        encoder);
    trainer = t2s_zalloc(sizeof *trainer);
    if (!trainer)
        return t2s_fail_memory(err);
    trainer->epoch.number = -1;
    status = t2s_parser_options_copy(&trainer->options, options, err);
    if (status == T2SED_OK) {
        trainer->encoder = t2s_strdup(encoder);
        if (!trainer->encoder)
            status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = t2s_backend_load(&trainer->backend, trainer->options.backend,
                                  trainer->options.threads, err);
    if (status == T2SED_OK && !trainer->backend->parser_trainer_open)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "the backend trains no parsers");
    if (status != T2SED_OK) {
        t2sed_parser_trainer_free(trainer);
        return status;
    }
    *out = trainer;
    return T2SED_OK;
}

void t2sed_parser_trainer_free(t2sed_parser_trainer *trainer)
{
    if (!trainer)
        return;
    if (trainer->engine)
        trainer->backend->trainer_close(trainer->engine);
    t2s_bank_free(&trainer->banks[T2SED_TRAIN]);
    t2s_bank_free(&trainer->banks[T2SED_DEV]);
    t2s_map_free(&trainer->tags);
    t2s_map_free(&trainer->relations);
    t2s_map_free(&trainer->words);
    t2s_vector_free(&trainer->names);
    t2s_free(trainer->weights);
    t2s_parser_epoch_free(&trainer->epoch);
    t2s_parser_input_free(&trainer->input);
    t2s_parser_options_free(&trainer->options);
    t2s_free(trainer->encoder);
    t2s_arena_free(&trainer->arena);
    if (trainer->log)
        fclose(trainer->log);
    t2s_free(trainer);
}

static t2sed_status open_engine(t2sed_parser_trainer *trainer, t2sed_error *err)
{
    const t2sed_parser_train_options *o = &trainer->options;
    bool narrow =
        o->precision == T2SED_BF16 ||
        (o->precision == T2SED_AUTO && trainer->backend->has_fast_bf16());
    t2s_parser_train_options how = {
        .beta1 = o->beta1,
        .beta2 = o->beta2,
        .epsilon = o->epsilon,
        .weight_decay = o->weight_decay,
        .max_gradient_norm = o->max_gradient_norm,
        .dropout = o->dropout,
        .fixed_dropout = o->dropout > 0 ? FIXED_DROPOUT : 0,
        .word_dropout = o->dropout > 0 ? WORD_DROPOUT : 0,
        .ngram_dropout = o->dropout > 0 ? NGRAM_DROPOUT : 0,
        .seed = o->seed,
        .precision = narrow ? T2S_BFLOAT16 : T2S_FP32,
    };
    return trainer->backend->parser_trainer_open(
        &trainer->engine, trainer->weights, trainer->weight_count, &how, err);
}

t2sed_status t2s_parser_prepare(t2sed_parser_trainer *trainer, t2sed_error *err)
{
    float *vectors = NULL, *data = NULL;
    t2sed_status status;
    if (trainer->engine)
        return T2SED_OK;
    if (trainer->started)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: it failed before");
    if (trainer->banks[T2SED_TRAIN].sentences.count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "parser training: no treebanks were added "
                        "(t2sed_parser_trainer_add)");
    trainer->started = true;
    status = t2s_bank_settle_labels(trainer, err);
    if (status == T2SED_OK)
        status = t2s_parser_choose_words(trainer, &vectors, err);
    if (status == T2SED_OK)
        status = t2s_parser_fresh_weights(trainer, vectors, &data, err);
    if (status == T2SED_OK) {
        trainer->vectors_hash = t2s_hash_bytes(
            T2S_HASH_START, data,
            t2s_tensor_size(&trainer->weights[0]) * sizeof *data);
        status = open_engine(trainer, err);
    }
    for (int32_t i = 0; i < trainer->weight_count; i++)
        trainer->weights[i].data = NULL;
    t2s_free(vectors);
    t2s_free(data);
    return status;
}
