/* evidence_branch.c - a branch for the evidence, added to a model without. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/files.h"

static bool is_branch(const char *name)
{
    return strncmp(name, "evidence.", 9) == 0 ||
           strncmp(name, "fusion.", 7) == 0;
}

static t2sed_status make_fresh(t2s_tensor *out, t2s_model_files *files,
                               const t2s_weight *weight, t2s_random *random,
                               t2sed_error *err)
{
    t2s_tensor tensor = {
        .name = weight->name, .dtype = T2S_F32, .rank = weight->rank};
    float *data;
    memcpy(tensor.shape, weight->shape, sizeof tensor.shape);
    data = t2s_arena_alloc_array(
        &files->fresh, (size_t)t2s_tensor_elements(&tensor), sizeof *data);
    if (!data)
        return t2s_fail_memory(err);
    t2s_weight_fill(weight, data, random);
    tensor.data = data;
    *out = tensor;
    return T2SED_OK;
}

/* The tensors of the file, and fresh ones for the branch. */
static t2sed_status list_tensors(t2s_model_files *files, unsigned long seed,
                                 t2sed_error *err)
{
    const t2s_weights *weights = &files->weights;
    t2sed_status status = T2SED_OK;
    t2s_free(files->tensors);
    files->tensors =
        t2s_alloc_array((size_t)weights->count, sizeof *files->tensors);
    if (!files->tensors)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < weights->count && status == T2SED_OK; i++) {
        const t2s_weight *weight = &weights->at[i];
        t2s_random random = {(uint64_t)seed * 0x9E3779B97F4A7C15u +
                             (uint64_t)(i + 1)};
        if (is_branch(weight->name)) {
            status =
                make_fresh(&files->tensors[i], files, weight, &random, err);
        } else {
            const t2s_tensor *tensor =
                t2s_safetensors_find(&files->file, weight->name);
            status = t2s_weight_check(weight, tensor, files->path, err);
            if (status == T2SED_OK)
                files->tensors[i] = *tensor;
        }
    }
    return status;
}

t2sed_status t2s_model_files_add_evidence(t2s_model_files *files,
                                          const char *const *names,
                                          size_t count, int32_t hidden,
                                          unsigned long seed, t2sed_error *err)
{
    t2s_config *config = &files->config;
    t2s_architecture *a = &config->architecture;
    t2s_weights weights = {0};
    t2sed_status status;
    if (a->evidence > 0 && a->evidence_hidden == 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model's head reads evidence itself; a branch "
                        "can't be added",
                        files->path);
    status = t2s_config_set_names(config, &config->evidence, names, count,
                                  "evidence", err);
    a->evidence_hidden = hidden;
    if (status == T2SED_OK)
        status = t2s_config_settle(config, files->path, err);
    if (status == T2SED_OK)
        status = t2s_weights_list(&weights, a, err);
    if (status != T2SED_OK)
        return status;
    t2s_weights_free(&files->weights);
    files->weights = weights;
    return list_tensors(files, seed, err);
}

/* What config.json tells of the branch that was there before. */
static void forget_branch(t2s_config *config)
{
    static const char *const keys[] = {"fusion", "evidence_hidden",
                                       "evidence_training", "dev_auc"};
    json_t *ours = json_object_get(config->json, "t2sed");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        (void)json_object_del(ours, keys[i]);
}

/* The config's evidence is `names`, read by a forest. */
static t2sed_status set_forest(t2s_model_files *files, const char *const *names,
                               size_t count, t2sed_error *err)
{
    t2s_config *config = &files->config;
    t2sed_status status = t2s_config_set_names(config, &config->evidence, names,
                                               count, "evidence", err);
    if (status != T2SED_OK)
        return status;
    forget_branch(config);
    config->has_forest = true;
    config->architecture.evidence_hidden = 0;
    return t2s_config_settle(config, files->path ? files->path : "new model",
                             err);
}

t2sed_status t2s_model_files_add_forest(t2s_model_files *files,
                                        const char *const *names, size_t count,
                                        t2sed_error *err)
{
    t2s_weights weights = {0};
    t2s_tensor *tensors = NULL;
    t2sed_status status = set_forest(files, names, count, err);
    if (status != T2SED_OK || !files->config.has_encoder)
        return status;
    status = t2s_weights_list(&weights, &files->config.architecture, err);
    if (status == T2SED_OK)
        status = t2s_weights_match(&tensors, &weights, &files->file,
                                   files->path, err);
    if (status != T2SED_OK) {
        t2s_weights_free(&weights);
        return status;
    }
    t2s_weights_free(&files->weights);
    t2s_free(files->tensors);
    files->weights = weights;
    files->tensors = tensors;
    return T2SED_OK;
}

t2sed_status t2s_model_files_new_forest(t2s_model_files *out,
                                        const char *const *names, size_t count,
                                        t2sed_error *err)
{
    t2s_model_files files = {0};
    t2sed_status status;
    t2s_config_init(&files.config);
    files.config.has_encoder = false;
    status = set_forest(&files, names, count, err);
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        files.config.fusion[known].text = 0;
    if (status == T2SED_OK)
        *out = files;
    else
        t2s_model_files_close(&files);
    return status;
}
