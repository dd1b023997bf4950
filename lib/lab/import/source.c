/* source.c - a pre-trained encoder as others save it. */
#include "lab/import/import.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#define OURS  "encoder."
#define PROBE "embeddings.word_embeddings.weight"

#define PICKLE "pytorch_model.bin" /* what older models have */

/* Where a model stands alone, below a task's head, inside a
 * sentence-transformers module. */
static const char *const prefixes[] = {"", "bert.", "roberta.", "model.",
                                       "0.auto_model."};

static t2sed_status find_prefix(t2s_import_source *source, t2sed_error *err)
{
    char name[128];
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        snprintf(name, sizeof name, "%s%s", prefixes[i], PROBE);
        if (t2s_safetensors_find(&source->file, name)) {
            source->prefix = prefixes[i];
            return T2SED_OK;
        }
    }
    return t2s_fail(err, T2SED_EMISMATCH, -1,
                    "%s: has no tensor " PROBE
                    ", also not below bert. or roberta.",
                    source->path);
}

static bool has(const char *directory, const char *name)
{
    char *path = t2s_path_join(directory, name);
    bool is_there = path && t2s_file_exists(path);
    t2s_free(path);
    return is_there;
}

t2sed_status t2s_import_refuse_pickle(const char *path, t2sed_error *err)
{
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                    "%s: not read, it may be a pickle; make model.safetensors "
                    "of it with: python3 examples/python/convert_checkpoint.py "
                    "%s",
                    path, path);
}

t2sed_status t2s_import_fail_missing(const char *directory, t2sed_error *err)
{
    char *pickle;
    t2sed_status status;
    if (!has(directory, PICKLE))
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "%s: has no model.safetensors", directory);
    pickle = t2s_path_join(directory, PICKLE);
    status =
        pickle ? t2s_import_refuse_pickle(pickle, err) : t2s_fail_memory(err);
    t2s_free(pickle);
    return status;
}

static t2sed_status open_weights(t2s_import_source *to, const char *directory,
                                 t2sed_error *err)
{
    to->path = t2s_path_join(directory, "model.safetensors");
    if (!to->path)
        return t2s_fail_memory(err);
    if (t2s_file_exists(to->path))
        return t2s_safetensors_open(&to->file, to->path, err);
    if (has(directory, "model.safetensors.index.json"))
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: the weights are split over several files; save "
                        "them as one",
                        directory);
    return t2s_import_fail_missing(directory, err);
}

t2sed_status t2s_import_source_open(t2s_import_source *out,
                                    const char *directory, t2sed_error *err)
{
    t2sed_status status;
    *out = (t2s_import_source){0};
    status = open_weights(out, directory, err);
    if (status == T2SED_OK)
        status = find_prefix(out, err);
    if (status != T2SED_OK)
        t2s_import_source_close(out);
    return status;
}

void t2s_import_source_close(t2s_import_source *source)
{
    t2s_safetensors_close(&source->file);
    t2s_free(source->path);
    memset(source, 0, sizeof *source);
}

/* The names of before 2019: LayerNorm.gamma and .beta. */
static const t2s_tensor *find_old(const t2s_import_source *source, char *name)
{
    static const char *const pairs[][2] = {
        {".LayerNorm.weight", ".LayerNorm.gamma"},
        {".LayerNorm.bias", ".LayerNorm.beta"}};
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(name), tail = strlen(pairs[i][0]);
        if (n > tail && strcmp(name + n - tail, pairs[i][0]) == 0) {
            strcpy(name + n - tail, pairs[i][1]); /* never longer */
            return t2s_safetensors_find(&source->file, name);
        }
    }
    return NULL;
}

t2sed_status t2s_import_source_find(t2s_tensor *out,
                                    const t2s_import_source *source,
                                    const t2s_weight *weight, t2sed_error *err)
{
    const char *theirs = weight->tensor.name;
    const t2s_tensor *tensor;
    t2sed_status status;
    char name[256];
    /* Ours have "encoder." before all; theirs have it before the layers. */
    if (strncmp(theirs, OURS "embeddings.", strlen(OURS "embeddings.")) == 0)
        theirs += strlen(OURS);
    snprintf(name, sizeof name, "%s%s", source->prefix, theirs);
    tensor = t2s_safetensors_find(&source->file, name);
    if (!tensor)
        tensor = find_old(source, name);
    status = t2s_tensor_check(tensor, &weight->tensor, source->path, err);
    if (status != T2SED_OK)
        return status;
    *out = *tensor;
    out->name = weight->tensor.name;
    return T2SED_OK;
}
