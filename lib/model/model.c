#include "model/model.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "model/backend.h"
#include "model/files.h"
#include "model/memory.h"
#include "base/locate.h"
#include "base/system.h"

void t2sed_model_options_init(t2sed_model_options *options, size_t size)
{
    const t2sed_model_options defaults = {.struct_size = sizeof defaults};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

t2sed_model *t2s_model_retain(const t2sed_model *model)
{
    t2sed_model *shared = (t2sed_model *)(uintptr_t)model;
    atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
    return shared;
}

void t2sed_model_free(t2sed_model *model)
{
    if (!model || atomic_fetch_sub_explicit(&model->references, 1,
                                            memory_order_acq_rel) != 1)
        return;
    if (model->handle)
        model->backend->model_close(model->handle);
    t2sed_parser_free(model->parser);
    pthread_mutex_destroy(&model->parser_lock);
    t2s_config_free(&model->config);
    t2sed_tokenizer_free(model->tokenizer);
    for (int i = 0; i < T2S_READERS; i++)
        t2s_forest_free(&model->forests[i]);
    t2s_predictors_free(&model->predictors);
    t2s_free(model->path);
    t2s_free(model->device);
    t2s_free(model->config_text);
    t2s_free(model);
}

static t2sed_status read_options(t2sed_model_options *to,
                                 const t2sed_model_options *options,
                                 t2sed_error *err)
{
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_model_options, to, options, err);
    if (status != T2SED_OK)
        return status;
    if (!to->device)
        to->device = "cpu";
    if (t2s_precision_dtype(to->precision) == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "model options: unknown precision %d", to->precision);
    if (to->threads < 0 || to->threads > 65536)
        return t2s_fail(err, T2SED_EINVAL, -1, "model options: %d threads",
                        to->threads);
    if (to->flags & ~T2SED_MODEL_TRUST_ARCHIVE)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "model options: unknown flags 0x%x", to->flags);
    return T2SED_OK;
}

static bool is_cpu(const char *device)
{
    return strncmp(device, "cpu", 3) == 0;
}

static int choose_precision(const t2sed_model *model, int asked)
{
    if (asked == T2SED_AUTO)
        return model->config.allow_bf16 && is_cpu(model->device) &&
                       model->backend->has_fast_bf16()
                   ? T2SED_BF16
                   : T2SED_FP32;
    if (asked == T2SED_FP16 && is_cpu(model->device))
        return T2SED_FP32; /* CPUs have no fp16 matrix products */
    return asked;
}

static int32_t backend_precision(int precision)
{
    return precision == T2SED_BF16   ? T2S_BFLOAT16
           : precision == T2SED_FP16 ? T2S_FP16
                                     : T2S_FP32;
}

/* Hands weights or archive to the engine. `archive` is NULL for a directory. */
static t2sed_status open_in_backend(t2sed_model *model,
                                    const t2s_model_files *files,
                                    const char *archive,
                                    const t2sed_model_options *options,
                                    t2sed_error *err)
{
    const t2s_backend *backend;
    int32_t precision, own_forward = 0;
    t2sed_status status = t2s_backend_load(&model->backend, options->backend,
                                           options->threads, err);
    if (status != T2SED_OK)
        return status;
    backend = model->backend;
    status = backend->check_device(model->device, err);
    if (status != T2SED_OK)
        return status;
    model->precision = choose_precision(model, options->precision);
    precision = backend_precision(model->precision);
    if (!archive)
        return backend->model_open(&model->handle, &model->config.architecture,
                                   files->tensors, files->weights.count,
                                   model->device, precision, err);
    status = backend->model_open_archive(
        &model->handle, &model->config.architecture, archive, model->device,
        precision, &own_forward, err);
    model->own_forward = own_forward;
    if (own_forward)
        model->precision = T2SED_FP32;
    return status;
}

static t2sed_status keep_config_text(t2sed_model *model, t2sed_error *err)
{
    char *text = json_dumps(model->config.json, JSON_COMPACT);
    if (!text)
        return t2s_fail_memory(err);
    model->config_text = t2s_strdup(text);
    t2s_json_free_text(text);
    return model->config_text ? T2SED_OK : t2s_fail_memory(err);
}

/* Moves what the model needs out of the directory. */
static void take(t2sed_model *model, t2s_model_files *files)
{
    model->config = files->config;
    memset(&files->config, 0, sizeof files->config);
    model->tokenizer = files->tokenizer;
    files->tokenizer = NULL;
    memcpy(model->forests, files->forests, sizeof model->forests);
    memset(files->forests, 0, sizeof files->forests);
}

static t2sed_status keep(t2sed_model *model, t2s_model_files *files,
                         const t2sed_model_options *options, t2sed_error *err)
{
    take(model, files);
    model->precision = T2SED_FP32;
    model->device = t2s_strdup(options->device);
    return model->device ? keep_config_text(model, err) : t2s_fail_memory(err);
}

static t2sed_status open_model(t2sed_model *model, const char *directory_path,
                               const char *archive,
                               const t2sed_model_options *options,
                               t2sed_error *err)
{
    t2s_model_files files;
    t2sed_status status =
        t2s_model_files_open(&files, directory_path, !archive, err);
    if (status != T2SED_OK)
        return status;
    status = keep(model, &files, options, err);
    if (status == T2SED_OK)
        status = t2s_predictors_open(
            &model->predictors, &model->config.evidence, directory_path, err);
    if (status == T2SED_OK && model->config.has_encoder)
        status = open_in_backend(model, &files, archive, options, err);
    t2s_model_files_close(&files);
    return status;
}

/* What a path is: a directory, or an archive in a directory. */
static t2sed_status open_path(t2sed_model *model, const char *path,
                              const t2sed_model_options *options,
                              t2sed_error *err)
{
    const char *slash;
    char *directory;
    t2sed_status status;
    if (!t2s_file_exists(path))
        return open_model(model, path, NULL, options, err);
    status = t2s_file_check(path, err);
    if (status != T2SED_OK)
        return status;
    if (!(options->flags & T2SED_MODEL_TRUST_ARCHIVE))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "%s: is a file, expected a model directory (an "
                        "archive is code: it is opened only where it is "
                        "trusted: T2SED_MODEL_TRUST_ARCHIVE, --trust-archive, "
                        "trust_archive=True)",
                        path);
    slash = t2s_system_last_slash(path);
    directory =
        slash ? t2s_strndup(path, (size_t)(slash - path) + 1) : t2s_strdup(".");
    if (!directory)
        return t2s_fail_memory(err);
    status = open_model(model, directory, path, options, err);
    t2s_free(directory);
    return status;
}

/* A model without anything, and the options that were given. */
static t2sed_status begin(t2sed_model **out, t2sed_model_options *options,
                          const t2sed_model_options *given, t2sed_error *err)
{
    t2sed_model *model;
    t2sed_status status = read_options(options, given, err);
    if (status != T2SED_OK)
        return status;
    model = t2s_zalloc(sizeof *model);
    if (!model)
        return t2s_fail_memory(err);
    atomic_init(&model->references, 1);
    pthread_mutex_init(&model->parser_lock, NULL);
    *out = model;
    return T2SED_OK;
}

t2sed_status t2sed_model_open(t2sed_model **out, const char *path,
                              const t2sed_model_options *given,
                              t2sed_error *err)
{
    t2sed_model_options options;
    t2sed_model *model = NULL;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = begin(&model, &options, given, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_locate(&model->path, T2S_MODEL, path, err);
    if (status == T2SED_OK)
        status = open_path(model, model->path, &options, err);
    if (status != T2SED_OK) {
        t2sed_model_free(model);
        return status;
    }
    *out = model;
    return T2SED_OK;
}

static t2sed_status open_memory(t2sed_model *model, const t2s_memory_model *in,
                                const t2sed_model_options *options,
                                t2sed_error *err)
{
    t2s_model_files files;
    t2sed_status status = t2s_memory_files(&files, in, err);
    if (status != T2SED_OK)
        return status;
    status = keep(model, &files, options, err);
    t2s_model_files_close(&files);
    if (status == T2SED_OK)
        status = t2s_memory_predictors(&model->predictors,
                                       &model->config.evidence, in, err);
    return status;
}

t2sed_status t2sed_model_open_memory(t2sed_model **out, const char *name,
                                     const t2sed_model_file *files,
                                     size_t count,
                                     const t2sed_model_options *given,
                                     t2sed_error *err)
{
    const t2s_memory_model in = {name, files, count};
    t2sed_model_options options;
    t2sed_model *model = NULL;
    t2sed_status status;
    if (!out || !name || !files)
        return t2s_fail_null(err, __func__, "out, name and files");
    status = begin(&model, &options, given, err);
    if (status != T2SED_OK)
        return status;
    model->path = t2s_strdup(name);
    status = model->path ? open_memory(model, &in, &options, err)
                         : t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = model;
    else
        t2sed_model_free(model);
    return status;
}

t2sed_status t2s_model_parser(const t2sed_parser **out, void *payload,
                              t2sed_error *err)
{
    t2sed_model *model = payload;
    t2sed_parser_options options;
    t2sed_status status = T2SED_OK;
    t2sed_parser_options_init(&options, sizeof options);
    options.precision =
        model->precision == T2SED_BF16 ? T2SED_BF16 : T2SED_FP32;
    pthread_mutex_lock(&model->parser_lock);
    if (!model->parser)
        status = t2sed_parser_open(&model->parser, NULL, &options, err);
    if (status == T2SED_OK)
        *out = model->parser;
    pthread_mutex_unlock(&model->parser_lock);
    return status;
}

t2sed_status t2sed_model_describe(const t2sed_model *model,
                                  t2sed_model_info *out, t2sed_error *err)
{
    t2sed_model_info info = {.struct_size = sizeof info};
    const t2s_config *config;
    if (!model || !out)
        return t2s_fail_null(err, __func__, "model and out");
    config = &model->config;
    info.path = model->path;
    info.config = model->config_text;
    info.backend = model->backend ? model->backend->name() : "none";
    info.device = model->device;
    info.precision = model->precision;
    info.hidden = config->architecture.hidden;
    info.max_tokens = config->max_tokens;
    info.reads_parses =
        config->architecture.layout != T2S_GRAPH_NONE &&
        (config->graph.dependency || config->graph.constituency);
    info.threshold = config->threshold;
    return t2s_sized_write(out, &info, sizeof info, "t2sed_model_info", err);
}

size_t t2sed_model_feature_count(const t2sed_model *model)
{
    return model ? model->config.evidence.count : 0;
}

const char *t2sed_model_feature_name(const t2sed_model *model, size_t i)
{
    return i < t2sed_model_feature_count(model) ? model->config.evidence.at[i]
                                                : NULL;
}
