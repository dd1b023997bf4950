#include "model/files.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/pairing.h"
#include "t2sed/model.h"

static t2sed_status read_config(t2s_model_files *to, const char *path,
                                t2sed_error *err)
{
    char *file;
    t2sed_status status;
    if (!t2s_directory_exists(path))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such model directory",
                        path);
    file = t2s_path_join(path, T2S_CONFIG_FILE);
    if (!file)
        return t2s_fail_memory(err);
    status = t2s_config_read(&to->config, file, err);
    t2s_free(file);
    return status;
}

static t2sed_status read_tokenizer(t2s_model_files *to, const char *path,
                                   t2sed_error *err)
{
    t2sed_status status = t2sed_tokenizer_open(&to->tokenizer, path, err);
    t2s_specials specials;
    size_t size;
    if (status != T2SED_OK)
        return status;
    size = t2sed_tokenizer_size(to->tokenizer);
    if (size > (size_t)to->config.architecture.vocabulary)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the tokenizer has %zu tokens, but \"vocab_size\" "
                        "in %s is %d",
                        path, size, T2S_CONFIG_FILE,
                        to->config.architecture.vocabulary);
    status = t2s_specials_find(&specials, to->tokenizer, err);
    if (status != T2SED_OK)
        return t2s_fail_in(err, status, "%s", path);
    return T2SED_OK;
}

static t2sed_status read_weights(t2s_model_files *to, const char *path,
                                 t2sed_error *err)
{
    char *file = t2s_path_join(path, T2S_WEIGHTS_FILE);
    t2sed_status status;
    if (!file)
        return t2s_fail_memory(err);
    status = t2s_safetensors_open(&to->file, file, err);
    if (status == T2SED_OK)
        status =
            t2s_weights_match(&to->tensors, &to->weights, &to->file, file, err);
    t2s_free(file);
    return status;
}

const char *const t2s_forest_prefixes[T2S_READERS] = {"without.", "database."};

t2sed_status t2s_model_files_read_forests(t2s_model_files *to,
                                          const t2s_safetensors *file,
                                          const char *name, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < T2S_READERS && status == T2SED_OK; i++) {
        status =
            t2s_forest_read(&to->forests[i], file, t2s_forest_prefixes[i], err);
        if (status == T2SED_OK)
            status = t2s_forest_bind(&to->forests[i], to->config.evidence.at,
                                     to->config.evidence.count, err);
    }
    if (status != T2SED_OK && status != T2SED_ENOMEM)
        t2s_fail_in(err, status, "%s", name);
    return status;
}

static t2sed_status read_forests(t2s_model_files *to, const char *path,
                                 t2sed_error *err)
{
    char *name = t2s_path_join(path, T2S_FOREST_FILE);
    t2s_safetensors file;
    t2sed_status status =
        name ? t2s_safetensors_open(&file, name, err) : t2s_fail_memory(err);
    if (status == T2SED_OK) {
        status = t2s_model_files_read_forests(to, &file, name, err);
        t2s_safetensors_close(&file);
    }
    t2s_free(name);
    return status;
}

static t2sed_status read_encoder(t2s_model_files *to, const char *path,
                                 bool with_weights, t2sed_error *err)
{
    t2sed_status status =
        t2s_weights_list(&to->weights, &to->config.architecture, err);
    if (status == T2SED_OK && with_weights)
        status = read_weights(to, path, err);
    if (status == T2SED_OK)
        status = read_tokenizer(to, path, err);
    return status;
}

t2sed_status t2s_model_files_open(t2s_model_files *out, const char *path,
                                  bool with_weights, t2sed_error *err)
{
    t2s_model_files files = {0};
    t2sed_status status;
    files.path = t2s_strdup(path);
    status = files.path ? read_config(&files, path, err) : t2s_fail_memory(err);
    if (status == T2SED_OK && with_weights && files.config.has_own_forward)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "%s: \"branch\" is \"archive\": what the directory "
                          "describes is an archive within, which is opened by "
                          "its own path",
                          path);
    if (status == T2SED_OK && files.config.has_forest)
        status = read_forests(&files, path, err);
    if (status == T2SED_OK && files.config.has_encoder)
        status = read_encoder(&files, path, with_weights, err);
    if (status != T2SED_OK) {
        t2s_model_files_close(&files);
        return status;
    }
    *out = files;
    return T2SED_OK;
}

void t2s_model_files_close(t2s_model_files *files)
{
    t2s_free(files->path);
    t2s_config_free(&files->config);
    t2sed_tokenizer_free(files->tokenizer);
    for (int i = 0; i < T2S_READERS; i++)
        t2s_forest_free(&files->forests[i]);
    t2s_weights_free(&files->weights);
    t2s_free(files->tensors);
    t2s_safetensors_close(&files->file);
    memset(files, 0, sizeof *files);
}

int32_t t2s_precision_dtype(int precision)
{
    switch (precision) {
    case T2SED_AUTO:
    case T2SED_FP32:
        return T2S_F32;
    case T2SED_FP16:
        return T2S_F16;
    case T2SED_BF16:
        return T2S_BF16;
    default:
        return T2S_DTYPE_OTHER;
    }
}
