/* sketcher_files.c - a sketcher's directory: config.json, model.safetensors. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/locate.h"
#include "sketch/sketcher.h"
#include "weights/safetensors.h"
#include "weights/directory.h"
#include "weights/fields.h"

void t2sed_sketcher_free(t2sed_sketcher *sketcher)
{
    if (!sketcher)
        return;
    t2s_sketch_vocabulary_free(&sketcher->vocabulary);
    t2s_free(sketcher->weights);
    t2s_free(sketcher);
}

/* --- reading --- */

/* The place of a name in a list, or -1. */
static int32_t place_of(const json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text && strcmp(text, name) == 0)
            return (int32_t)i;
    }
    return -1;
}

/* At which place of the file each of our heads stands. Heads that we do not
 * know are passed over; we must have all of ours. */
static t2sed_status read_heads(int32_t at[T2S_SKETCH_COUNT], const json_t *list,
                               const char *what, t2sed_error *err)
{
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
        at[h] = place_of(list, t2sed_sketch_head_name(h));
        if (at[h] < 0)
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "%s: \"heads\" lacks \"%s\"; train the sketcher "
                            "anew",
                            what, t2sed_sketch_head_name(h));
    }
    return T2SED_OK;
}

static t2sed_status read_thresholds(t2sed_sketcher *sketcher,
                                    const json_t *list,
                                    const int32_t at[T2S_SKETCH_COUNT],
                                    const char *what, t2sed_error *err)
{
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
        const json_t *value = json_array_get(list, (size_t)at[h]);
        double threshold =
            json_is_number(value) ? json_number_value(value) : -1;
        if (!(threshold >= 0 && threshold <= 1))
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: \"thresholds\": item %d is not from 0 to 1",
                            what, (int)at[h]);
        sketcher->threshold[h] = threshold;
    }
    return T2SED_OK;
}

static t2sed_status read_config(t2sed_sketcher *sketcher,
                                int32_t at[T2S_SKETCH_COUNT], size_t *heads,
                                const json_t *json, const char *path,
                                t2sed_error *err)
{
    json_t *ours = NULL, *names = NULL, *thresholds = NULL;
    t2s_members in = {.what = path, .err = err};
    in.status =
        t2s_read_own_object(&ours, json, "t2sed_plan", T2S_SKETCHER_FORMAT,
                            T2S_SKETCHER_FORMAT, path, err);
    in.object = ours;
    if (t2s_member_array(&in, "heads", true, &names))
        in.status = read_heads(at, names, path, err);
    if (t2s_member_array(&in, "thresholds", true, &thresholds))
        in.status = read_thresholds(sketcher, thresholds, at, path, err);
    *heads = json_array_size(names);
    return in.status;
}

/* A tensor of that type and shape ([rows], or [rows, columns]). */
static t2sed_status find(const t2s_tensor **out, const t2s_safetensors *file,
                         const char *name, bool is_ids, int64_t rows,
                         int64_t columns, const char *path, t2sed_error *err)
{
    const t2s_tensor *tensor = t2s_safetensors_find(file, name);
    int32_t rank = columns ? 2 : 1;
    if (!tensor)
        return t2s_fail(err, T2SED_EMISMATCH, -1, "%s: no tensor \"%s\"", path,
                        name);
    if (tensor->dtype == T2S_DTYPE_OTHER ||
        (tensor->dtype == T2S_I64) != is_ids || tensor->rank != rank ||
        (rows >= 0 && tensor->shape[0] != rows) ||
        (columns && tensor->shape[1] != columns))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"%s\" is of another type or shape than "
                        "config.json and the other tensors say",
                        path, name);
    *out = tensor;
    return T2SED_OK;
}

/* So that no sum of products is infinite. */
static bool is_sane(float number)
{
    return fabsf(number) <= 1e9F;
}

/* A row of numbers per head, in our order; each is sane. */
static t2sed_status read_rows(float *to, const t2s_tensor *tensor, size_t rows,
                              size_t heads, const int32_t at[T2S_SKETCH_COUNT],
                              const char *path, t2sed_error *err)
{
    float *row = t2s_alloc_array(heads, sizeof *row);
    size_t size = heads * t2s_dtype_size(tensor->dtype);
    t2sed_status status = row ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < rows && status == T2SED_OK; i++) {
        t2s_widen(row, (const char *)tensor->data + i * size, tensor->dtype,
                  heads);
        for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
            to[i * T2S_SKETCH_STRIDE + h] = row[at[h]];
            if (!is_sane(row[at[h]]))
                status = t2s_fail(err, T2SED_EFORMAT, -1,
                                  "%s: \"%s\" is not finite, or beyond 1e9",
                                  path, tensor->name);
        }
    }
    t2s_free(row);
    return status;
}

static t2sed_status read_vocabulary(t2sed_sketcher *sketcher,
                                    const t2s_safetensors *file,
                                    const char *path, t2sed_error *err)
{
    const t2s_tensor *ids, *rarity;
    float *values;
    const uint64_t *at;
    size_t count;
    t2sed_status status = find(&ids, file, "terms", true, -1, 0, path, err);
    if (status == T2SED_OK)
        status =
            find(&rarity, file, "rarity", false, ids->shape[0], 0, path, err);
    if (status != T2SED_OK)
        return status;
    count = (size_t)ids->shape[0];
    if (count > T2S_SKETCHER_MAX_TERMS)
        return t2s_fail(err, T2SED_ELIMIT, -1, "%s: %zu terms, at most %d",
                        path, count, T2S_SKETCHER_MAX_TERMS);
    at = ids->data;
    for (size_t i = 1; i < count; i++)
        if (at[i] <= at[i - 1])
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: \"terms\" do not rise at %zu", path, i);
    values = t2s_alloc_array(count, sizeof *values);
    if (!values)
        return t2s_fail_memory(err);
    t2s_widen(values, rarity->data, rarity->dtype, count);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        if (!is_sane(values[i]))
            status =
                t2s_fail(err, T2SED_EFORMAT, -1,
                         "%s: \"rarity\" is not finite, or beyond 1e9", path);
    if (status == T2SED_OK &&
        !t2s_sketch_vocabulary_make(&sketcher->vocabulary, at, values, count))
        status = t2s_fail_memory(err);
    t2s_free(values);
    return status;
}

static t2sed_status read_weights(t2sed_sketcher *sketcher,
                                 const t2s_safetensors *file, size_t heads,
                                 const int32_t at[T2S_SKETCH_COUNT],
                                 const char *path, t2sed_error *err)
{
    const struct {
        const char *name;
        float *to;
    } vectors[] = {{"bias", sketcher->bias},
                   {"slope", sketcher->slope},
                   {"shift", sketcher->shift}};
    const t2s_tensor *tensor;
    t2sed_status status = read_vocabulary(sketcher, file, path, err);
    size_t count = sketcher->vocabulary.count;
    for (size_t i = 0; i < 3 && status == T2SED_OK; i++) {
        status = find(&tensor, file, vectors[i].name, false, (int64_t)heads, 0,
                      path, err);
        if (status == T2SED_OK)
            status = read_rows(vectors[i].to, tensor, 1, heads, at, path, err);
    }
    if (status == T2SED_OK)
        status = find(&tensor, file, "weights", false, (int64_t)count,
                      (int64_t)heads, path, err);
    if (status != T2SED_OK)
        return status;
    sketcher->weights =
        t2s_zalloc_array(count * T2S_SKETCH_STRIDE, sizeof *sketcher->weights);
    if (!sketcher->weights)
        return t2s_fail_memory(err);
    return read_rows(sketcher->weights, tensor, count, heads, at, path, err);
}

t2sed_status t2s_sketcher_read(t2sed_sketcher **out, const json_t *config,
                               const t2s_safetensors *weights,
                               const char *config_path,
                               const char *weights_path, t2sed_error *err)
{
    int32_t at[T2S_SKETCH_COUNT];
    size_t heads = 0;
    t2sed_sketcher *made = t2s_zalloc(sizeof *made);
    t2sed_status status =
        made ? read_config(made, at, &heads, config, config_path, err)
             : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = read_weights(made, weights, heads, at, weights_path, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_sketcher_free(made);
    return status;
}

t2sed_status t2sed_sketcher_open(t2sed_sketcher **out, const char *path,
                                 t2sed_error *err)
{
    t2s_weight_directory files;
    char *found;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_locate(&found, T2S_SKETCHER, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_weight_directory_open(&files, found, err);
    t2s_free(found);
    if (status != T2SED_OK)
        return status;
    status = t2s_sketcher_read(out, files.config, &files.weights,
                               files.config_path, files.weights_path, err);
    t2s_weight_directory_close(&files);
    return status;
}
