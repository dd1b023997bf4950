#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "model/files.h"
#include "lab/import/import_config.h"
#include "lab/import/import_source.h"
#include "lab/import/prune.h"
#include "lab/write/write.h"
#include "t2sed/lab/import.h"

#define WORDS "encoder.embeddings.word_embeddings.weight"

/* A model in the making. All zeros is none. */
typedef struct import {
    t2s_config config;
    t2s_import_source source;
    t2s_pruning pruning; /* count 0: the whole vocabulary stays */
    t2s_weights weights;
    t2s_tensor *tensors; /* [weights.count] */
    t2s_arena arena;     /* fresh and gathered data */
} import;

void t2sed_import_options_init(t2sed_import_options *options, size_t size)
{
    const t2sed_import_options defaults = {
        .struct_size = sizeof defaults, .precision = T2SED_FP32, .seed = 1};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_import_options *to,
                                 const t2sed_import_options *options,
                                 t2sed_error *err)
{
    t2sed_status status;
    t2sed_import_options_init(to, sizeof *to);
    status =
        t2s_sized_read(to, sizeof *to, options, "t2sed_import_options", err);
    if (status != T2SED_OK)
        return status;
    if (t2s_precision_dtype(to->precision) == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "import options: unknown precision %d", to->precision);
    if (to->keep_first < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "import options: keep_first is %d", to->keep_first);
    if (to->layers < 0)
        return t2s_fail(err, T2SED_EINVAL, -1, "import options: layers is %d",
                        to->layers);
    return T2SED_OK;
}

static t2sed_status cut_layers(t2s_config *config, int layers, const char *from,
                               t2sed_error *err)
{
    if (layers > config->architecture.layers)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "%s: its encoder has %d layers, and %d are to be kept",
                        from, config->architecture.layers, layers);
    if (layers > 0)
        config->architecture.layers = layers;
    return T2SED_OK;
}

static t2sed_status make_fresh(import *in, t2s_tensor *out,
                               const t2s_weight *weight, t2s_random *random,
                               t2sed_error *err)
{
    float *data;
    int64_t count;
    *out = weight->tensor;
    out->dtype = T2S_F32;
    count = t2s_tensor_elements(out);
    if (count < 0)
        return t2s_fail(err, T2SED_ELIMIT, -1, "%s is too large",
                        weight->tensor.name);
    data = t2s_arena_alloc_array(&in->arena, (size_t)count, sizeof *data);
    if (!data)
        return t2s_fail_memory(err);
    t2s_weight_fill(weight, data, random);
    out->data = data;
    return T2SED_OK;
}

/* The rows of the word embeddings that are kept. */
static t2sed_status gather_rows(import *in, t2s_tensor *words, t2sed_error *err)
{
    size_t row = (size_t)words->shape[1] * t2s_dtype_size(words->dtype);
    char *data = t2s_arena_alloc_array(&in->arena, in->pruning.count, row);
    if (!data)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < in->pruning.count; i++)
        memcpy(data + i * row,
               (const char *)words->data + (size_t)in->pruning.ids[i] * row,
               row);
    words->data = data;
    words->shape[0] = (int64_t)in->pruning.count;
    return T2SED_OK;
}

/* Every tensor of the model: the encoder's from the source, others fresh. Each
 * has random numbers of its own, so that one more tensor changes no other. */
static t2sed_status collect(import *in, unsigned long seed, t2sed_error *err)
{
    t2sed_status status =
        t2s_weights_list(&in->weights, &in->config.architecture, err);
    if (status != T2SED_OK)
        return status;
    in->tensors =
        t2s_alloc_array((size_t)in->weights.count, sizeof *in->tensors);
    if (!in->tensors)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < in->weights.count && status == T2SED_OK; i++) {
        const t2s_weight *weight = &in->weights.at[i];
        t2s_random random = {(uint64_t)seed * 0x9E3779B97F4A7C15u +
                             (uint64_t)(i + 1)};
        status = t2s_check_interrupt(err);
        if (status != T2SED_OK)
            return status;
        if (!weight->encoder)
            status = make_fresh(in, &in->tensors[i], weight, &random, err);
        else
            status = t2s_import_source_find(&in->tensors[i], &in->source,
                                            weight, err);
        if (status == T2SED_OK && in->pruning.count > 0 &&
            strcmp(weight->tensor.name, WORDS) == 0)
            status = gather_rows(in, &in->tensors[i], err);
    }
    return status;
}

static t2sed_status write_model(import *in, const char *from, const char *to,
                                const t2sed_import_options *options,
                                t2sed_error *err)
{
    t2sed_status status = t2s_make_directory(to, err);
    if (status == T2SED_OK && in->pruning.count > 0) {
        in->config.architecture.vocabulary = (int32_t)in->pruning.count;
        status = t2s_remove_tokenizer(to, err);
        if (status == T2SED_OK)
            status = t2s_pruning_write(&in->pruning, to, err);
    } else if (status == T2SED_OK) {
        status = t2s_copy_tokenizer(from, to, err);
    }
    if (status == T2SED_OK)
        status =
            t2s_write_model(to, &in->config, in->tensors, in->weights.count,
                            t2s_precision_dtype(options->precision), NULL, err);
    return status;
}

/* The tokenizer must be there and fit before anything is written. */
static t2sed_status check_tokenizer(import *in, const char *from,
                                    const t2sed_import_options *options,
                                    t2sed_error *err)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_status status = t2sed_tokenizer_open(&tokenizer, from, err);
    if (status != T2SED_OK)
        return status;
    if (t2sed_tokenizer_size(tokenizer) >
        (size_t)in->config.architecture.vocabulary)
        status = t2s_fail(err, T2SED_EMISMATCH, -1,
                          "%s: the tokenizer has %zu tokens, but "
                          "\"vocab_size\" is %d",
                          from, t2sed_tokenizer_size(tokenizer),
                          in->config.architecture.vocabulary);
    if (status == T2SED_OK && options->keep_text)
        status = t2s_pruning_make(&in->pruning, tokenizer, options->keep_text,
                                  options->keep_first, err);
    if (!in->pruning.tokenizer) /* else it is the pruning's */
        t2sed_tokenizer_free(tokenizer);
    return status;
}

static void end(import *in)
{
    t2s_config_free(&in->config);
    t2s_import_source_close(&in->source);
    t2s_pruning_free(&in->pruning);
    t2s_weights_free(&in->weights);
    t2s_free(in->tensors);
    t2s_arena_free(&in->arena);
}

t2sed_status t2sed_model_import(const char *from, const char *to,
                                const t2sed_import_options *given,
                                t2sed_error *err)
{
    t2sed_import_options options;
import in = {0 };
    t2sed_status status;
    if (!from || !to)
        return t2s_fail_null(err, __func__, "from and to");
    status = read_options(&options, given, err);
    if (status != T2SED_OK)
        return status;
    if (t2s_file_exists(from))
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: not a directory; weights that PyTorch saved "
                        "become its model.safetensors with: python3 "
                        "examples/python/convert_checkpoint.py %s",
                        from, from);
    if (!t2s_directory_exists(from))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such directory",
                        from);
    status = t2s_import_config(&in.config, from, options.config, err);
    if (status == T2SED_OK)
        status = cut_layers(&in.config, options.layers, from, err);
    if (status == T2SED_OK)
        status = t2s_import_source_open(&in.source, from, err);
    if (status == T2SED_OK)
        status = check_tokenizer(&in, from, &options, err);
    if (status == T2SED_OK)
        status = collect(&in, options.seed, err);
    if (status == T2SED_OK)
        status = write_model(&in, from, to, &options, err);
    end(&in);
    return status;
}
