#include "model/files.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/save.h"
#include "model/pairing.h"
#include "t2sed/model.h"

/* What makes a tokenizer, in any of its forms. */
static const char *const tokenizer_files[] = {
    "tokenizer.json",
    "vocab.json",
    "merges.txt",
    "vocab.txt",
    "tokenizer_config.json",
    "special_tokens_map.json",
};
#define MODEL_CARD "README.md"

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

static const char *const forest_prefixes[T2S_READERS] = {"without.",
                                                         "database."};

static t2sed_status read_forest(t2s_model_files *to, const char *path,
                                t2sed_error *err)
{
    char *name = t2s_path_join(path, T2S_FOREST_FILE);
    t2s_safetensors file;
    t2sed_status status;
    if (!name)
        return t2s_fail_memory(err);
    status = t2s_safetensors_open(&file, name, err);
    if (status != T2SED_OK) {
        t2s_free(name);
        return status;
    }
    for (int i = 0; i < T2S_READERS && status == T2SED_OK; i++) {
        status =
            t2s_forest_read(&to->forests[i], &file, forest_prefixes[i], err);
        if (status == T2SED_OK)
            status = t2s_forest_bind(&to->forests[i], to->config.evidence.at,
                                     to->config.evidence.count, err);
    }
    if (status != T2SED_OK && status != T2SED_ENOMEM)
        t2s_fail_in(err, status, "%s", name);
    t2s_safetensors_close(&file);
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
    if (status == T2SED_OK && files.config.has_forest)
        status = read_forest(&files, path, err);
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

static t2sed_status copy_file(const char *from, const char *to,
                              t2sed_error *err)
{
    t2s_mapping mapping;
    t2sed_status status = t2s_file_map(&mapping, from, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_save_file(to, mapping.data, mapping.size, err);
    t2s_file_unmap(&mapping);
    return status;
}

/* Copies a file; where there is none, removes what an earlier model left under
 * its name, so that no two tokenizers lie side by side. */
static t2sed_status carry(const char *from, const char *to, const char *name,
                          t2sed_error *err)
{
    char *source = t2s_path_join(from, name);
    char *target = t2s_path_join(to, name);
    t2sed_status status = T2SED_OK;
    if (!source || !target)
        status = t2s_fail_memory(err);
    else if (t2s_file_exists(source))
        status = copy_file(source, target, err);
    else if (strcmp(name, MODEL_CARD) != 0)
        (void)unlink(target);
    t2s_free(source);
    t2s_free(target);
    return status;
}

t2sed_status t2s_copy_tokenizer(const char *from, const char *to,
                                t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < sizeof tokenizer_files / sizeof *tokenizer_files;
         i++)
        if (status == T2SED_OK)
            status = carry(from, to, tokenizer_files[i], err);
    if (status == T2SED_OK)
        status = carry(from, to, MODEL_CARD, err);
    return status;
}

t2sed_status t2s_remove_tokenizer(const char *directory, t2sed_error *err)
{
    for (size_t i = 0; i < sizeof tokenizer_files / sizeof *tokenizer_files;
         i++) {
        char *path = t2s_path_join(directory, tokenizer_files[i]);
        if (!path)
            return t2s_fail_memory(err);
        (void)unlink(path);
        t2s_free(path);
    }
    return T2SED_OK;
}

t2sed_status t2s_write_model(const char *path, const t2s_config *config,
                             const t2s_tensor *tensors, int32_t count,
                             int32_t dtype, const json_t *extra,
                             t2sed_error *err)
{
    char *config_file = t2s_path_join(path, T2S_CONFIG_FILE);
    char *weights_file = t2s_path_join(path, T2S_WEIGHTS_FILE);
    t2sed_status status = T2SED_OK;
    if (!config_file || !weights_file)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && config->has_encoder)
        status =
            t2s_safetensors_write(weights_file, tensors, count, dtype, err);
    if (status == T2SED_OK)
        status = t2s_config_write(config, config_file, extra, err);
    t2s_free(config_file);
    t2s_free(weights_file);
    return status;
}

/* The forest's file, or none where an earlier model left one. */
static t2sed_status write_forest(const t2s_model_files *files, const char *path,
                                 t2sed_error *err)
{
    const t2s_forest *forests[] = {&files->forests[0], &files->forests[1]};
    char *name = t2s_path_join(path, T2S_FOREST_FILE);
    t2sed_status status = T2SED_OK;
    if (!name)
        return t2s_fail_memory(err);
    if (files->config.has_forest)
        status =
            t2s_forest_write(name, forests, forest_prefixes, T2S_READERS, err);
    else
        (void)unlink(name);
    t2s_free(name);
    return status;
}

t2sed_status t2s_model_files_save(const t2s_model_files *files,
                                  const char *path, const t2s_tensor *tensors,
                                  int32_t count, int32_t dtype,
                                  const json_t *extra, t2sed_error *err)
{
    t2sed_status status = t2s_make_directory(path, err);
    if (status == T2SED_OK && files->path)
        status = t2s_copy_tokenizer(files->path, path, err);
    if (status == T2SED_OK)
        status = write_forest(files, path, err);
    if (status == T2SED_OK)
        status = t2s_write_model(path, &files->config, tensors, count, dtype,
                                 extra, err);
    return status;
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
