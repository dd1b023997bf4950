/* shards.c - weights in one safetensors file or in several. */
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/import/import.h"
#include "lab/import/language.h"

#define ONE   "model.safetensors"
#define INDEX "model.safetensors.index.json"

#define MAX_INDEX ((size_t)16 << 20)
#define MAX_FILES 1024

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

static t2sed_status take_all(t2s_language_weights *weights,
                             const t2s_safetensors *file,
                             const t2s_language_shape *shape, const char *what,
                             t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int32_t i = 0; i < file->count && status == T2SED_OK; i++)
        status = take(weights, &file->tensors[i], shape, what, err);
    return status;
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

static t2sed_status open_file(t2s_import_shards *to, const char *path,
                              t2sed_error *err)
{
    t2s_safetensors file;
    t2sed_status status = t2s_check_interrupt(err);
    if (status == T2SED_OK)
        status = t2s_safetensors_open(&file, path, err);
    if (status != T2SED_OK)
        return status;
    if (t2s_vector_push(&to->files, file))
        return T2SED_OK;
    t2s_safetensors_close(&file);
    return t2s_fail_memory(err);
}

/* A file of the directory itself. */
static bool is_plain_name(const char *name)
{
    return name[0] && name[0] != '.' && !strchr(name, '/');
}

/* Opens what the index names, each file once. */
static t2sed_status open_named(t2s_import_shards *to, const json_t *map,
                               const char *directory, const char *index,
                               t2sed_error *err)
{
    const char *tensor;
    json_t *value;
    t2sed_status status = T2SED_OK;
    json_object_foreach((json_t *)(uintptr_t)map, tensor, value)
    {
        const char *name = json_string_value(value);
        char *path;
        if (!name || !is_plain_name(name))
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: \"%s\" is not in a file of this directory",
                            index, tensor);
        if (t2s_map_find(&to->names, name, strlen(name)))
            continue;
        if (to->files.count == MAX_FILES)
            return t2s_fail(err, T2SED_ELIMIT, -1, "%s: more than %d files",
                            index, MAX_FILES);
        path = t2s_path_join(directory, name);
        if (!path || !t2s_map_set(&to->names, name, strlen(name),
                                  (int64_t)to->files.count))
            status = t2s_fail_memory(err);
        else
            status = open_file(to, path, err);
        t2s_free(path);
        if (status != T2SED_OK)
            return status;
    }
    return status;
}

/* Whether each tensor lies in the file that the index says. */
static t2sed_status check_index(const t2s_import_shards *shards,
                                const json_t *map, const char *index,
                                t2sed_error *err)
{
    const char *tensor, *name;
    json_t *value;
    size_t count = 0;
    json_object_foreach((json_t *)(uintptr_t)map, tensor, value)
    {
        name = json_string_value(value);
        if (!t2s_safetensors_find(&shards->files.at[t2s_map_get(
                                      &shards->names, name, strlen(name), 0)],
                                  tensor))
            return t2s_fail(err, T2SED_EMISMATCH, -1, "%s: \"%s\" is not in %s",
                            index, tensor, name);
    }
    for (size_t i = 0; i < shards->files.count; i++)
        count += (size_t)shards->files.at[i].count;
    if (count != json_object_size(map))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: lists %zu tensors, but its files have %zu", index,
                        json_object_size(map), count);
    return T2SED_OK;
}

static t2sed_status open_index(t2s_import_shards *to, const char *directory,
                               const char *index, t2sed_error *err)
{
    json_t *root = NULL, *map = NULL;
    t2s_members in = {.what = index, .err = err};
    t2sed_status status = t2s_json_read(&root, index, MAX_INDEX, err);
    if (status != T2SED_OK)
        return status;
    in.object = root;
    if (!json_is_object(root))
        t2s_members_fail(&in, T2SED_EFORMAT, "is no JSON object");
    t2s_member_object(&in, "weight_map", true, &map);
    status = in.status;
    if (status == T2SED_OK)
        status = open_named(to, map, directory, index, err);
    if (status == T2SED_OK)
        status = check_index(to, map, index, err);
    json_decref(root);
    return status;
}

static t2sed_status open_any(t2s_import_shards *to, const char *directory,
                             const char *one, const char *index,
                             t2sed_error *err)
{
    if (t2s_file_exists(one))
        return open_file(to, one, err);
    if (t2s_file_exists(index))
        return open_index(to, directory, index, err);
    return t2s_import_fail_missing(directory, err);
}

t2sed_status t2s_import_shards_find(t2s_import_shards *out,
                                    const char *directory,
                                    const t2s_language_shape *shape,
                                    t2s_language_weights *weights,
                                    t2sed_error *err)
{
    char *one = t2s_path_join(directory, ONE);
    char *index = t2s_path_join(directory, INDEX);
    t2sed_status status = one && index ? T2SED_OK : t2s_fail_memory(err);
    *out = (t2s_import_shards){0};
    if (status == T2SED_OK)
        status = open_any(out, directory, one, index, err);
    for (size_t i = 0; i < out->files.count && status == T2SED_OK; i++)
        status = take_all(weights, &out->files.at[i], shape, directory, err);
    if (status == T2SED_OK)
        status = check_found(weights, directory, err);
    t2s_free(one);
    t2s_free(index);
    return status;
}

void t2s_import_shards_close(t2s_import_shards *shards)
{
    for (size_t i = 0; i < shards->files.count; i++)
        t2s_safetensors_close(&shards->files.at[i]);
    t2s_vector_free(&shards->files);
    t2s_map_free(&shards->names);
}
