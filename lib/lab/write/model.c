/* model.c - model directories: forests added, weights filled, files written. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/system.h"
#include "lab/write/write.h"

/* What config.json tells of the branch that was there before. */
static void forget_branch(t2s_config *config)
{
    static const char *const keys[] = {"fusion", "evidence_training",
                                       "dev_auc"};
    json_t *ours = json_object_get(config->json, "t2sed");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        (void)json_object_del(ours, keys[i]);
}

t2sed_status t2s_model_files_add_forest(t2s_model_files *files,
                                        const char *const *names, size_t count,
                                        t2sed_error *err)
{
    t2s_config *config = &files->config;
    t2sed_status status =
        t2s_names_copy(&config->evidence, &config->arena, names, count,
                       T2SED_EINVAL, "evidence", err);
    if (status != T2SED_OK)
        return status;
    forget_branch(config);
    config->has_forest = true;
    return t2s_config_settle(config, files->path ? files->path : "new model",
                             err);
}

t2sed_status t2s_model_files_new_forest(t2s_model_files *out,
                                        const char *const *names, size_t count,
                                        t2sed_error *err)
{
    t2s_model_files files = {0};
    t2sed_status status;
    t2s_config_init(&files.config);
    files.config.has_encoder = false;
    status = t2s_model_files_add_forest(&files, names, count, err);
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        files.config.fusion[known].text = 0;
    if (status == T2SED_OK)
        *out = files;
    else
        t2s_model_files_close(&files);
    return status;
}

void t2s_fill_normal(float *data, size_t count, double deviation,
                     t2s_random *random)
{
    for (size_t i = 0; i < count; i++)
        data[i] = (float)(deviation * t2s_random_normal(random));
}

void t2s_fill_uniform(float *data, size_t count, double bound,
                      t2s_random *random)
{
    for (size_t i = 0; i < count; i++)
        data[i] = (float)(bound * (2 * t2s_random_unit(random) - 1));
}

void t2s_weight_fill(const t2s_weight *weight, float *data, t2s_random *random)
{
    const size_t count = (size_t)t2s_tensor_elements(&weight->tensor);
    switch (weight->initial) {
    case T2S_INITIAL_NORMAL:
        t2s_fill_normal(data, count, 0.02, random);
        break;
    case T2S_INITIAL_LABELS:
        t2s_fill_normal(data, count, 0.5, random);
        memset(data, 0, (size_t)weight->tensor.shape[1] * sizeof *data);
        break;
    case T2S_INITIAL_GLOROT:
        t2s_fill_uniform(data, count,
                         sqrt(6 / (weight->fan_in + weight->fan_out)), random);
        break;
    case T2S_INITIAL_LINEAR:
        t2s_fill_uniform(data, count, 1 / sqrt(weight->fan_in), random);
        break;
    default:
        for (size_t i = 0; i < count; i++)
            data[i] = weight->initial == T2S_INITIAL_ONE ? 1.0f : 0.0f;
    }
}

/* What makes a tokenizer, in any of its forms, how a language model generates,
 * and the model card. */
static const char *const carried[] = {
    "tokenizer.json",
    "vocab.json",
    "merges.txt",
    "vocab.txt",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "generation_config.json",
    "README.md",
};
enum { MODEL_CARD = 7 };

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

t2sed_status t2s_copy_tokenizer(const char *from, const char *to,
                                t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int i = 0; i <= MODEL_CARD && status == T2SED_OK; i++) {
        char *source = from ? t2s_path_join(from, carried[i]) : NULL;
        char *target = t2s_path_join(to, carried[i]);
        if ((from && !source) || !target)
            status = t2s_fail_memory(err);
        else if (source && t2s_file_exists(source))
            status = copy_file(source, target, err);
        else if (i != MODEL_CARD)
            (void)t2s_system_remove(target);
        t2s_free(source);
        t2s_free(target);
    }
    return status;
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
        status = t2s_forest_write(name, forests, t2s_forest_prefixes,
                                  T2S_READERS, err);
    else
        (void)t2s_system_remove(name);
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

void t2s_model_files_remove(const char *path)
{
    static const char *const made[] = {T2S_CONFIG_FILE, T2S_WEIGHTS_FILE,
                                       T2S_FOREST_FILE};
    const size_t count = sizeof carried / sizeof *carried;
    for (size_t i = 0; i < count + sizeof made / sizeof *made; i++) {
        char *file =
            t2s_path_join(path, i < count ? carried[i] : made[i - count]);
        if (file)
            (void)t2s_system_remove(file);
        t2s_free(file);
    }
    (void)t2s_system_remove_directory(
        path); /* fails where a caller's files are left */
}

/* --- Directories --- */

t2sed_status t2s_make_directory(const char *path, t2sed_error *err)
{
    if (t2s_system_make_directory(path) ||
        (errno == EEXIST && t2s_directory_exists(path)))
        return T2SED_OK;
    return t2s_fail(err, errno == ENOENT ? T2SED_ENOTFOUND : T2SED_EIO, -1,
                    "%s: the directory can't be made%s", path,
                    errno == EEXIST   ? ": a file has its name"
                    : errno == ENOENT ? ": the one above it does not exist"
                    : errno == EACCES ? ": permission denied"
                                      : "");
}

t2sed_status t2s_write_directory(const char *path, json_t *config,
                                 const t2s_tensor *tensors, int32_t count,
                                 int32_t dtype, t2sed_error *err)
{
    char *config_file = t2s_path_join(path, T2S_CONFIG_FILE);
    char *tensor_file = t2s_path_join(path, T2S_WEIGHTS_FILE);
    t2sed_status status = config && config_file && tensor_file
                              ? t2s_make_directory(path, err)
                              : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_safetensors_write(tensor_file, tensors, count, dtype, err);
    if (status == T2SED_OK)
        status = t2s_json_save(config_file, config, T2S_CONFIG_STYLE, err);
    else
        json_decref(config);
    t2s_free(config_file);
    t2s_free(tensor_file);
    return status;
}
