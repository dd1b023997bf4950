/* shards.c - weights in one safetensors file or in several. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/import/import.h"
#include "lab/import/language.h"

/* --- finding --- */

/* Tensors that need not be there: they are computed, or those of a tied
 * output. */
static bool is_spare(const char *name, const t2s_language_shape *shape)
{
    static const char computed[] = ".rotary_emb.inv_freq";
    const size_t n = strlen(name), tail = sizeof computed - 1;
    return (n > tail && strcmp(name + n - tail, computed) == 0) ||
           (shape->tied && strcmp(name, "lm_head.weight") == 0);
}

/* A tensor of the file `what`, as a weight. */
static t2sed_status take(t2s_language_weights *weights,
                         const t2s_tensor *tensor,
                         const t2s_language_shape *shape, const char *what,
                         t2sed_error *err)
{
    const int64_t i =
        t2s_map_get(&weights->names, tensor->name, strlen(tensor->name), -1);
    t2s_language_weight *weight;
    t2sed_status status;
    if (i < 0)
        return is_spare(tensor->name, shape)
                   ? T2SED_OK
                   : t2s_fail(err, T2SED_EMISMATCH, -1,
                              "%s: %s is no weight of a model that is \"%s\" "
                              "with %d layers",
                              what, tensor->name,
                              t2s_family_names[shape->family],
                              (int)shape->layers);
    weight = &weights->list.at[i];
    if (weight->data)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: %s is in another file, too", what, tensor->name);
    status = t2s_tensor_check(tensor, &weight->tensor, what, err);
    if (status != T2SED_OK)
        return status;
    weight->type = t2s_gguf_type_named(t2s_dtype_name(tensor->dtype));
    weight->data = tensor->data;
    weight->tensor.dtype = tensor->dtype;
    return T2SED_OK;
}

static t2sed_status check_found(const t2s_language_weights *weights,
                                const char *directory, t2sed_error *err)
{
    for (size_t i = 0; i < weights->list.count; i++)
        if (!weights->list.at[i].data)
            return t2s_tensor_check(NULL, &weights->list.at[i].tensor,
                                    directory, err);
    return T2SED_OK;
}

/* --- opening --- */

static bool has_file(const char *directory, const char *name, bool *has)
{
    char *path = t2s_path_join(directory, name);
    *has = *has || (path && t2s_file_exists(path));
    t2s_free(path);
    return path != NULL;
}

t2sed_status t2s_import_shards_find(t2s_shards *out, const char *directory,
                                    const t2s_language_shape *shape,
                                    t2s_language_weights *weights,
                                    t2sed_error *err)
{
    bool has = false;
    t2sed_status status;
    *out = (t2s_shards){0};
    if (!has_file(directory, "model.safetensors", &has) ||
        !has_file(directory, "model.safetensors.index.json", &has))
        return t2s_fail_memory(err);
    status = has ? t2s_shards_open(out, directory, err)
                 : t2s_import_fail_missing(directory, err);
    for (int32_t i = 0; i < out->tensor_count && status == T2SED_OK; i++)
        status = take(weights, &out->tensors[i], shape, directory, err);
    return status == T2SED_OK ? check_found(weights, directory, err) : status;
}
