/* model.c - opening language models. */
#include "language/model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/locate.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sized.h"
#include "weights/shards.h"
#include "model/backend.h"
#include "text/tokenizer.h"
#include "weights/directory.h"
#include "weights/fields.h"

#define ADAPTER_FORMAT 1

void t2sed_language_model_options_init(t2sed_language_model_options *options,
                                       size_t size)
{
    const t2sed_language_model_options defaults = {.struct_size =
                                                       sizeof defaults};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

t2sed_language_model *
t2s_language_model_retain(const t2sed_language_model *model)
{
    t2sed_language_model *shared = (t2sed_language_model *)(uintptr_t)model;
    atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
    return shared;
}

void t2sed_language_model_free(t2sed_language_model *model)
{
    if (!model || atomic_fetch_sub_explicit(&model->references, 1,
                                            memory_order_acq_rel) != 1)
        return;
    if (model->handle)
        model->backend->language_close(model->handle);
    t2s_language_config_free(&model->config);
    t2sed_tokenizer_free(model->tokenizer);
    t2s_free(model->path);
    t2s_free(model->device);
    t2s_free(model);
}

bool t2s_language_model_ends(const t2sed_language_model *model, int32_t id)
{
    for (size_t i = 0; i < model->config.ends.count; i++)
        if (model->config.ends.at[i] == id)
            return true;
    return false;
}

static t2sed_status read_options(t2sed_language_model_options *to,
                                 const t2sed_language_model_options *given,
                                 t2sed_error *err)
{
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_language_model_options, to, given, err);
    if (status != T2SED_OK)
        return status;
    if (!to->device)
        to->device = "cpu";
    if (to->precision < T2SED_AUTO || to->precision > T2SED_INT8)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "language model options: unknown precision %d",
                        to->precision);
    if (to->threads < 0 || to->threads > 65536)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "language model options: %d threads", to->threads);
    return T2SED_OK;
}

static int choose_precision(const t2sed_language_model *model, int asked)
{
    const bool is_cpu = strcmp(model->device, "cpu") == 0;
    if (asked != T2SED_AUTO)
        return asked == T2SED_FP16 && is_cpu ? T2SED_FP32 : asked;
    if (!is_cpu)
        return T2SED_BF16;
    switch (model->backend->language_precision()) {
    case T2S_INT8:
        return T2SED_INT8;
    case T2S_BFLOAT16:
        return T2SED_BF16;
    default:
        return T2SED_FP32;
    }
}

static int32_t backend_precision(int precision)
{
    return precision == T2SED_BF16   ? T2S_BFLOAT16
           : precision == T2SED_FP16 ? T2S_FP16
           : precision == T2SED_INT8 ? T2S_INT8
                                     : T2S_FP32;
}

/* A model of the same shape takes an adapter of another without a word, and
 * then answers nonsense. The last norm tells them apart, in any element type
 * that holds it exactly, without reading a gigabyte. "" where there is none. */
static void print_norm(char out[17], const t2s_shards *shards)
{
    uint64_t hash = T2S_HASH_START;
    const t2s_tensor *norm = NULL;
    for (int32_t i = 0; i < shards->tensor_count; i++)
        if (strcmp(shards->tensors[i].name, "model.norm.weight") == 0)
            norm = &shards->tensors[i];
    *out = '\0';
    if (!norm || (norm->dtype != T2S_F32 && norm->dtype != T2S_F16 &&
                  norm->dtype != T2S_BF16))
        return;
    for (size_t i = 0; i < (size_t)t2s_tensor_elements(norm); i++) {
        float value;
        const char *at = norm->data;
        t2s_widen(&value, at + i * t2s_dtype_size(norm->dtype), norm->dtype, 1);
        hash = t2s_hash_bytes(hash, &value, sizeof value);
    }
    snprintf(out, 17, "%016" PRIx64, hash);
}

/* An adapter is a directory: config.json has "t2sed_adapter": {"format": 1,
 * "scale": the factor of the products, "base_norm": print_norm of the model
 * that it belongs to}. */
static t2sed_status open_adapter(t2s_weight_directory *files,
                                 t2s_adapter *adapter, const char *path,
                                 const t2s_shards *shards, t2sed_error *err)
{
    const char *wanted = "";
    char found[17];
    json_t *ours = NULL;
    char *directory = NULL;
    t2sed_status status = t2s_locate(&directory, T2S_MODEL, path, err);
    if (status == T2SED_OK)
        status = t2s_weight_directory_open(files, directory, err);
    t2s_free(directory);
    if (status != T2SED_OK)
        return status;
    status = t2s_read_own_object(&ours, files->config, "t2sed_adapter",
                                 ADAPTER_FORMAT, ADAPTER_FORMAT,
                                 files->config_path, err);
    t2s_members in = {ours, files->config_path, err, status};
    t2s_member_number(&in, "scale", true, -1e6, 1e6, &adapter->scale);
    t2s_member_string(&in, "base_norm", false, &wanted);
    print_norm(found, shards);
    if (*wanted && *found && strcmp(wanted, found) != 0)
        t2s_members_fail(&in, T2SED_EMISMATCH,
                         "the adapter belongs to another language model, whose "
                         "last norm has the hash %s; this one's is %s",
                         wanted, found);
    adapter->tensors = files->weights.tensors;
    adapter->count = files->weights.count;
    return in.status;
}

static t2sed_status open_weights(t2sed_language_model *model,
                                 const t2sed_language_model_options *options,
                                 t2sed_error *err)
{
    t2s_shards shards;
    t2s_weight_directory low = {0};
    t2s_adapter adapter = {0};
    t2sed_status status;
    model->precision = choose_precision(model, options->precision);
    status = t2s_shards_open(&shards, model->path, err);
    if (status != T2SED_OK)
        return status;
    if (options->adapter)
        status = open_adapter(&low, &adapter, options->adapter, &shards, err);
    if (status == T2SED_OK)
        status = model->backend->language_open(
            &model->handle, &model->config.decoder, shards.tensors,
            shards.tensor_count, options->adapter ? &adapter : NULL,
            model->device, backend_precision(model->precision), err);
    if (status == T2SED_EMISMATCH || status == T2SED_EFORMAT)
        status = t2s_fail_in(err, status, "%s", model->path);
    t2s_weight_directory_close(&low);
    t2s_shards_close(&shards);
    return status;
}

static void find_chat(t2s_chat_tokens *chat, const t2sed_tokenizer *tokenizer)
{
    static const struct {
        int kind;
        const char *start, *role_end, *end;
    } kinds[] = {
        {T2SED_CHAT_CHATML, "<|im_start|>", NULL, "<|im_end|>"},
        {T2SED_CHAT_LLAMA3, "<|start_header_id|>", "<|end_header_id|>",
         "<|eot_id|>"},
    };
    chat->kind = T2SED_CHAT_PLAIN;
    chat->begin = t2s_tokenizer_find(tokenizer, "<|begin_of_text|>");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *role_end = kinds[i].role_end;
        chat->start = t2s_tokenizer_find(tokenizer, kinds[i].start);
        chat->end = t2s_tokenizer_find(tokenizer, kinds[i].end);
        chat->role_end =
            role_end ? t2s_tokenizer_find(tokenizer, role_end) : -1;
        if (chat->start >= 0 && chat->end >= 0 &&
            (!role_end || chat->role_end >= 0)) {
            chat->kind = kinds[i].kind;
            return;
        }
    }
}

static t2sed_status open_tokenizer(t2sed_language_model *model,
                                   t2sed_error *err)
{
    const size_t most = (size_t)model->config.decoder.vocabulary;
    size_t has;
    t2sed_status status =
        t2sed_tokenizer_open(&model->tokenizer, model->path, err);
    if (status != T2SED_OK)
        return status;
    has = t2sed_tokenizer_size(model->tokenizer);
    if (has > most)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the tokenizer has %zu tokens, config.json says "
                        "%zu",
                        model->path, has, most);
    if (model->tokenizer->kind != T2S_BYTE_BPE)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: a language model needs a tokenizer of bytes "
                        "(BPE)",
                        model->path);
    find_chat(&model->chat, model->tokenizer);
    /* A chat's turn ends there, whatever the configuration says. */
    if (model->chat.kind != T2SED_CHAT_PLAIN &&
        !t2s_language_model_ends(model, model->chat.end) &&
        !t2s_vector_push(&model->config.ends, model->chat.end))
        return t2s_fail_memory(err);
    return T2SED_OK;
}

/* Once in a process: every judge and writer opens a model. */
static void warn_if_slow(const t2s_backend *backend)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    const char *why = backend->language_slowness();
    if (why && !atomic_flag_test_and_set(&warned))
        t2s_log(T2SED_LOG_WARNING,
                "language model: %s; `make models-large` installs a faster one",
                why);
}

static t2sed_status open_backend(t2sed_language_model *model,
                                 const t2sed_language_model_options *options,
                                 t2sed_error *err)
{
    t2sed_status status = t2s_backend_load(&model->backend, options->backend,
                                           options->threads, err);
    if (status == T2SED_OK && !model->backend->language_open)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "language model: the backend has none");
    if (status == T2SED_OK)
        status = model->backend->check_device(model->device, err);
    if (status == T2SED_OK)
        warn_if_slow(model->backend);
    return status;
}

t2sed_status
t2sed_language_model_open(t2sed_language_model **out, const char *path,
                          const t2sed_language_model_options *given,
                          t2sed_error *err)
{
    t2sed_language_model_options options;
    t2sed_language_model *model;
    t2sed_status status;
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    status = read_options(&options, given, err);
    if (status != T2SED_OK)
        return status;
    model = t2s_zalloc(sizeof *model);
    if (!model)
        return t2s_fail_memory(err);
    atomic_init(&model->references, 1);
    model->path = t2s_strdup(path);
    model->device = t2s_strdup(options.device);
    status = model->path && model->device ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_language_config_read(&model->config, path, err);
    if (status == T2SED_OK)
        status = open_tokenizer(model, err);
    if (status == T2SED_OK)
        status = open_backend(model, &options, err);
    if (status == T2SED_OK)
        status = open_weights(model, &options, err);
    if (status != T2SED_OK) {
        t2sed_language_model_free(model);
        return status;
    }
    *out = model;
    return T2SED_OK;
}

t2sed_status t2sed_language_model_describe(const t2sed_language_model *model,
                                           t2sed_language_model_info *out,
                                           t2sed_error *err)
{
    t2sed_language_model_info info = {.struct_size = sizeof info};
    const t2s_decoder *decoder;
    if (!model || !out)
        return t2s_fail_null(err, __func__, "model and out");
    decoder = &model->config.decoder;
    info.path = model->path;
    info.family = model->config.family;
    info.backend = model->backend->name();
    info.device = model->device;
    info.precision = model->precision;
    info.layers = decoder->layers;
    info.hidden = decoder->hidden;
    info.vocabulary = decoder->vocabulary;
    info.context = decoder->positions;
    model->backend->language_sizes(model->handle, &info.weight_bytes,
                                   &info.token_bytes);
    return t2s_sized_write(out, &info, sizeof info, "t2sed_language_model_info",
                           err);
}

const t2sed_tokenizer *
t2sed_language_model_tokenizer(const t2sed_language_model *model)
{
    return model ? model->tokenizer : NULL;
}
