#include "model/memory.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "sketch/schema_predictor.h"
#include "sketch/sketcher.h"

static t2sed_status check_files(const t2s_memory_model *in, t2sed_error *err)
{
    for (size_t i = 0; i < in->count; i++)
        if (!in->files[i].name || !in->files[i].data)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: file %zu has no name or no data", in->name, i);
    return T2SED_OK;
}

/* The file "directory/name", or NULL. */
static const t2sed_model_file *find(const t2s_memory_model *in,
                                    const char *directory, const char *name)
{
    const size_t n = strlen(directory);
    for (size_t i = 0; i < in->count; i++)
        if (strncmp(in->files[i].name, directory, n) == 0 &&
            strcmp(in->files[i].name + n, name) == 0)
            return &in->files[i];
    return NULL;
}

/* The same, and its path for messages, which the caller frees. */
static t2sed_status want(const t2sed_model_file **out, char **path,
                         const t2s_memory_model *in, const char *directory,
                         const char *name, t2sed_error *err)
{
    *out = find(in, directory, name);
    if (!*out)
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "%s/%s%s: no such file in memory", in->name, directory,
                        name);
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

/* A directory of config and weights within the model's; all zeros where there
 * is no such file, and the one that ships is meant. */
static t2sed_status open_own(t2s_weight_directory *out,
                             const t2s_memory_model *in, const char *directory,
                             t2sed_error *err)
{
    t2s_weight_directory made = {0};
    const t2sed_model_file *config, *weights;
    t2sed_status status;
    *out = made;
    if (!find(in, directory, T2S_CONFIG_FILE) &&
        !find(in, directory, T2S_WEIGHTS_FILE))
        return T2SED_OK;
    status =
        want(&config, &made.config_path, in, directory, T2S_CONFIG_FILE, err);
    if (status == T2SED_OK)
        status = want(&weights, &made.weights_path, in, directory,
                      T2S_WEIGHTS_FILE, err);
    if (status == T2SED_OK)
        status = t2s_json_parse(&made.config, config->data, config->size,
                                made.config_path, err);
    if (status == T2SED_OK)
        status = t2s_safetensors_parse(&made.weights, weights->data,
                                       weights->size, made.weights_path, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_weight_directory_close(&made);
    return status;
}

static t2sed_status open_sketcher(t2sed_sketcher **out,
                                  const t2s_memory_model *in, t2sed_error *err)
{
    t2s_weight_directory own;
    t2sed_status status = open_own(&own, in, T2S_OWN_SKETCH "/", err);
    if (status == T2SED_OK)
        status = own.config ? t2s_sketcher_read(out, &own, err)
                            : t2sed_sketcher_open(out, NULL, err);
    return status;
}

static t2sed_status open_schema_predictor(t2sed_schema_predictor **out,
                                          const t2s_memory_model *in,
                                          t2sed_error *err)
{
    t2s_weight_directory own;
    t2sed_status status =
        open_own(&own, in, T2S_OWN_SCHEMA_PREDICTION "/", err);
    if (status == T2SED_OK)
        status = own.config ? t2s_schema_predictor_read(out, &own, err)
                            : t2sed_schema_predictor_open(out, NULL, err);
    if (own.config)
        t2s_weight_directory_close(&own);
    return status;
}

t2sed_status t2s_memory_predictors(t2s_predictors *out, const t2s_names *names,
                                   const t2s_memory_model *in, t2sed_error *err)
{
    t2s_predictors made = {NULL, NULL};
    t2sed_status status = T2SED_OK;
    if (t2s_needs_sketch(names))
        status = open_sketcher(&made.sketcher, in, err);
    if (status == T2SED_OK && t2s_needs_schema_prediction(names))
        status = open_schema_predictor(&made.schema, in, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_predictors_free(&made);
    return status;
}
