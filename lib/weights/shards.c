#include "weights/shards.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/system.h"

#define MAX_INDEX  (16u << 20)
#define MAX_SHARDS 4096

static const char index_name[] = "model.safetensors.index.json";

/* The different files of an index, in the order in which they come. */
static t2sed_status list_files(t2s_map *names, const json_t *index,
                               const char *path, t2sed_error *err)
{
    t2s_members in = {index, path, err, T2SED_OK};
    json_t *map = NULL, *file;
    const char *tensor;
    if (!json_is_object(index))
        t2s_members_fail(&in, T2SED_EFORMAT, "is no JSON object");
    t2s_member_object(&in, "weight_map", true, &map);
    json_object_foreach(map, tensor, file)
    {
        const char *name = json_string_value(file);
        if (in.status != T2SED_OK)
            break;
        if (!name || !*name || *name == '.' || t2s_system_last_slash(name) ||
            strlen(name) != json_string_length(file))
            t2s_members_fail(&in, T2SED_EFORMAT,
                             "\"%s\" is not in a file of this directory",
                             tensor);
        else if (!t2s_map_find(names, name, strlen(name)) &&
                 !t2s_map_set(names, name, strlen(name), (int64_t)names->count))
            in.status = t2s_fail_memory(err);
        else if (names->count > MAX_SHARDS)
            t2s_members_fail(&in, T2SED_ELIMIT, "more than %d files",
                             MAX_SHARDS);
    }
    if (in.status == T2SED_OK && names->count == 0)
        t2s_members_fail(&in, T2SED_EFORMAT, "\"weight_map\" is empty");
    return in.status;
}

static t2sed_status open_files(t2s_shards *out, const t2s_map *names,
                               const char *directory, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    size_t total = 0;
    out->files = t2s_zalloc_array(names->count, sizeof *out->files);
    if (!out->files)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < names->count && status == T2SED_OK; i++) {
        char *path = t2s_path_join(directory, names->entries[i].key);
        status = path ? t2s_check_interrupt(err) : t2s_fail_memory(err);
        if (status == T2SED_OK)
            status = t2s_safetensors_open(&out->files[i], path, err);
        t2s_free(path);
        if (status != T2SED_OK)
            break;
        out->count = i + 1;
        total += (size_t)out->files[i].count;
    }
    if (status != T2SED_OK)
        return status;
    if (total > INT32_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1, "%s: %zu tensors", directory,
                        total);
    out->tensors = t2s_alloc_array(total, sizeof *out->tensors);
    if (!out->tensors)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < out->count; i++) {
        const t2s_safetensors *file = &out->files[i];
        if (file->count > 0)
            memcpy(out->tensors + out->tensor_count, file->tensors,
                   (size_t)file->count * sizeof *file->tensors);
        out->tensor_count += file->count;
    }
    return T2SED_OK;
}

/* Whether each tensor lies in the file that the index says, and no other does.
 */
static t2sed_status check_index(const t2s_shards *shards, const t2s_map *names,
                                const json_t *index, const char *path,
                                t2sed_error *err)
{
    json_t *map = json_object_get(index, "weight_map"), *file;
    const char *tensor;
    json_object_foreach(map, tensor, file)
    {
        const char *name = json_string_value(file);
        const int64_t i = t2s_map_get(names, name, strlen(name), 0);
        if (!t2s_safetensors_find(&shards->files[i], tensor))
            return t2s_fail(err, T2SED_EMISMATCH, -1, "%s: \"%s\" is not in %s",
                            path, tensor, name);
    }
    if ((size_t)shards->tensor_count != json_object_size(map))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: lists %zu tensors, but its files have %d", path,
                        json_object_size(map), (int)shards->tensor_count);
    return T2SED_OK;
}

t2sed_status t2s_shards_open(t2s_shards *out, const char *directory,
                             t2sed_error *err)
{
    t2s_map names = {0};
    json_t *index = NULL;
    char *path = t2s_path_join(directory, index_name);
    t2sed_status status = path ? T2SED_OK : t2s_fail_memory(err);
    memset(out, 0, sizeof *out);
    if (status == T2SED_OK && t2s_file_exists(path)) {
        status = t2s_json_read(&index, path, MAX_INDEX, err);
        if (status == T2SED_OK)
            status = list_files(&names, index, path, err);
    } else if (status == T2SED_OK &&
               !t2s_map_set(&names, "model.safetensors",
                            strlen("model.safetensors"), 0)) {
        status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = open_files(out, &names, directory, err);
    if (status == T2SED_OK && index)
        status = check_index(out, &names, index, path, err);
    if (status != T2SED_OK)
        t2s_shards_close(out);
    t2s_map_free(&names);
    json_decref(index);
    t2s_free(path);
    return status;
}

void t2s_shards_close(t2s_shards *shards)
{
    for (size_t i = 0; i < shards->count; i++)
        t2s_safetensors_close(&shards->files[i]);
    t2s_free(shards->files);
    t2s_free(shards->tensors);
    memset(shards, 0, sizeof *shards);
}
