#include "model/memory.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static t2sed_status check_files(const t2s_memory_model *in, t2sed_error *err)
{
    for (size_t i = 0; i < in->count; i++)
        if (!in->files[i].name || !in->files[i].data)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: file %zu has no name or no data", in->name, i);
    return T2SED_OK;
}

/* The file "directory/name", or NULL. The model's own directory is "". */
static const t2sed_model_file *find(const t2s_memory_model *in,
                                    const char *directory, const char *name)
{
    const size_t n = strlen(directory);
    for (size_t i = 0; i < in->count; i++)
        if (strncmp(in->files[i].name, directory, n) == 0 &&
            (n == 0 || in->files[i].name[n] == '/') &&
            strcmp(in->files[i].name + n + (n > 0), name) == 0)
            return &in->files[i];
    return NULL;
}

/* The same, and unless NULL its path for messages, which the caller frees. */
static t2sed_status want(const t2sed_model_file **out, char **path,
                         const t2s_memory_model *in, const char *directory,
                         const char *name, t2sed_error *err)
{
    *out = find(in, directory, name);
    if (!*out)
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "%s/%s%s%s: no such file in memory", in->name,
                        directory, *directory ? "/" : "", name);
    if (!path)
        return T2SED_OK;
    *path = t2s_path_join(in->name, (*out)->name);
    return *path ? T2SED_OK : t2s_fail_memory(err);
}

/* --- the model itself --- */

static t2sed_status read_config(t2s_model_files *to, const t2s_memory_model *in,
                                t2sed_error *err)
{
    const t2sed_model_file *file;
    char *path = NULL;
    t2sed_status status = want(&file, &path, in, "", T2S_CONFIG_FILE, err);
    if (status == T2SED_OK)
        status =
            t2s_config_parse(&to->config, file->data, file->size, path, err);
    if (status == T2SED_OK && to->config.has_encoder)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "%s: a model with an encoder is opened from its "
                          "directory",
                          path);
    t2s_free(path);
    return status;
}

static t2sed_status read_forests(t2s_model_files *to,
                                 const t2s_memory_model *in, t2sed_error *err)
{
    const t2sed_model_file *file;
    t2s_safetensors tensors;
    char *path = NULL;
    t2sed_status status = want(&file, &path, in, "", T2S_FOREST_FILE, err);
    if (status == T2SED_OK)
        status =
            t2s_safetensors_parse(&tensors, file->data, file->size, path, err);
    if (status == T2SED_OK) {
        status = t2s_model_files_read_forests(to, &tensors, path, err);
        t2s_safetensors_close(&tensors);
    }
    t2s_free(path);
    return status;
}

t2sed_status t2s_memory_files(t2s_model_files *out, const t2s_memory_model *in,
                              t2sed_error *err)
{
    t2s_model_files files = {0};
    t2sed_status status = check_files(in, err);
    if (status == T2SED_OK && !(files.path = t2s_strdup(in->name)))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = read_config(&files, in, err);
    if (status == T2SED_OK && files.config.has_forest)
        status = read_forests(&files, in, err);
    if (status == T2SED_OK)
        *out = files;
    else
        t2s_model_files_close(&files);
    return status;
}

/* --- what predicts for it --- */

/* A t2s_own_files of a t2s_memory_model. */
static t2sed_status parse_own(t2s_weight_directory *out, const void *of,
                              const char *name, t2sed_error *err)
{
    const t2s_memory_model *in = of;
    const t2sed_model_file *config, *weights;
    char *path;
    t2sed_status status;
    if (!find(in, name, T2S_CONFIG_FILE) && !find(in, name, T2S_WEIGHTS_FILE))
        return T2SED_OK;
    status = want(&config, NULL, in, name, T2S_CONFIG_FILE, err);
    if (status == T2SED_OK)
        status = want(&weights, NULL, in, name, T2S_WEIGHTS_FILE, err);
    if (status != T2SED_OK)
        return status;
    path = t2s_path_join(in->name, name);
    if (!path)
        return t2s_fail_memory(err);
    status = t2s_weight_directory_parse(out, path, config->data, config->size,
                                        weights->data, weights->size, err);
    t2s_free(path);
    return status;
}

t2sed_status t2s_memory_predictors(t2s_predictors *out, const t2s_names *names,
                                   const t2s_memory_model *in, t2sed_error *err)
{
    return t2s_predictors_read(out, names, parse_own, in, err);
}
