/* forest.c - the mean of forests, and forests as tensors of a file. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/write/write.h"

/* Room for the trees of all, with the names of the first. */
static bool alloc_mean(t2s_forest *mean, int32_t **starts,
                       t2s_forest_node **nodes, float **leaves,
                       const t2s_forest *forests, size_t count)
{
    size_t trees = 0, total = 0;
    for (size_t i = 0; i < count; i++) {
        trees += (size_t)forests[i].trees;
        total +=
            forests[i].trees ? (size_t)forests[i].starts[forests[i].trees] : 0;
    }
    mean->trees = (int32_t)trees;
    mean->features = forests[0].features;
    *starts = t2s_arena_alloc_array(&mean->arena, trees + 1, sizeof **starts);
    *nodes = t2s_arena_alloc_array(&mean->arena, total, sizeof **nodes);
    *leaves =
        t2s_arena_alloc_array(&mean->arena, total + trees, sizeof **leaves);
    mean->names = t2s_arena_alloc_array(&mean->arena, (size_t)mean->features,
                                        sizeof *mean->names);
    if (!*starts || !*nodes || !*leaves || !mean->names)
        return false;
    for (int32_t i = 0; i < mean->features; i++) {
        mean->names[i] = t2s_arena_strdup(&mean->arena, forests[0].names[i]);
        if (!mean->names[i])
            return false;
    }
    return true;
}

t2sed_status t2s_forest_mean(t2s_forest *out, const t2s_forest *forests,
                             size_t count, t2sed_error *err)
{
    t2s_forest mean = {0};
    int32_t *starts;
    t2s_forest_node *nodes;
    float *leaves;
    int32_t at = 0, tree = 0;
    if (!alloc_mean(&mean, &starts, &nodes, &leaves, forests, count)) {
        t2s_forest_free(&mean);
        return t2s_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        const t2s_forest *from = &forests[i];
        int32_t total = from->trees ? from->starts[from->trees] : 0;
        for (int32_t k = 0; k < total + from->trees; k++)
            leaves[at + tree + k] =
                (float)((double)from->leaves[k] / (double)count);
        if (total)
            memcpy(nodes + at, from->nodes, (size_t)total * sizeof *nodes);
        for (int32_t t = 0; t < from->trees; t++)
            starts[tree++] = at + from->starts[t];
        at += total;
    }
    starts[tree] = at;
    mean.starts = starts;
    mean.nodes = nodes;
    mean.leaves = leaves;
    *out = mean;
    return T2SED_OK;
}

/* In the order of t2s_forest_parts. */
enum part { NAMES, SIZES, FEATURE, THRESHOLD, LEFT, RIGHT, MISSING, LEAF };

typedef struct arrays {
    char *names;
    int32_t *sizes, *feature, *left, *right;
    float *threshold;
    uint8_t *missing;
    size_t name_bytes;
} arrays;

static size_t name_bytes(const t2s_forest *forest)
{
    size_t n = 0;
    for (int32_t i = 0; i < forest->features; i++)
        n += strlen(forest->names[i]) + 1;
    return n;
}

static bool alloc_arrays(arrays *a, const t2s_forest *forest, t2s_arena *arena)
{
    size_t trees = (size_t)forest->trees;
    size_t nodes = trees ? (size_t)forest->starts[trees] : 0;
    a->name_bytes = name_bytes(forest);
    a->names = t2s_arena_alloc(arena, a->name_bytes);
    a->sizes = t2s_arena_alloc_array(arena, trees, sizeof *a->sizes);
    a->feature = t2s_arena_alloc_array(arena, nodes, sizeof *a->feature);
    a->left = t2s_arena_alloc_array(arena, nodes, sizeof *a->left);
    a->right = t2s_arena_alloc_array(arena, nodes, sizeof *a->right);
    a->threshold = t2s_arena_alloc_array(arena, nodes, sizeof *a->threshold);
    a->missing = t2s_arena_alloc_array(arena, nodes, sizeof *a->missing);
    return a->names && a->sizes && a->feature && a->left && a->right &&
           a->threshold && a->missing;
}

static void fill_arrays(arrays *a, const t2s_forest *forest)
{
    char *text = a->names;
    int32_t nodes = forest->trees ? forest->starts[forest->trees] : 0;
    for (int32_t i = 0; i < forest->features; i++) {
        size_t n = strlen(forest->names[i]);
        memcpy(text, forest->names[i], n);
        text[n] = '\n';
        text += n + 1;
    }
    for (int32_t t = 0; t < forest->trees; t++)
        a->sizes[t] = forest->starts[t + 1] - forest->starts[t];
    for (int32_t i = 0; i < nodes; i++) {
        a->feature[i] = forest->nodes[i].feature;
        a->threshold[i] = forest->nodes[i].threshold;
        a->left[i] = forest->nodes[i].child[0];
        a->right[i] = forest->nodes[i].child[1];
        a->missing[i] = (uint8_t)forest->nodes[i].missing;
    }
}

t2sed_status t2s_forest_tensors(t2s_tensor out[T2S_FOREST_TENSORS],
                                const t2s_forest *forest, const char *prefix,
                                t2s_arena *arena, t2sed_error *err)
{
    arrays a;
    const int64_t nodes = forest->trees ? forest->starts[forest->trees] : 0;
    if (!alloc_arrays(&a, forest, arena))
        return t2s_fail_memory(err);
    fill_arrays(&a, forest);
    for (int i = 0; i < T2S_FOREST_TENSORS; i++) {
        const void *data[] = {
            [NAMES] = a.names,     [SIZES] = a.sizes,
            [FEATURE] = a.feature, [THRESHOLD] = a.threshold,
            [LEFT] = a.left,       [RIGHT] = a.right,
            [MISSING] = a.missing, [LEAF] = forest->leaves,
        };
        size_t size = strlen(prefix) + strlen(t2s_forest_parts[i].name) + 1;
        char *name = t2s_arena_alloc(arena, size);
        if (!name)
            return t2s_fail_memory(err);
        snprintf(name, size, "%s%s", prefix, t2s_forest_parts[i].name);
        out[i] = (t2s_tensor){.name = name,
                              .dtype = t2s_forest_parts[i].dtype,
                              .rank = 1,
                              .shape = {nodes},
                              .data = data[i]};
    }
    out[NAMES].shape[0] = (int64_t)a.name_bytes;
    out[SIZES].shape[0] = forest->trees;
    out[LEAF].shape[0] = nodes + forest->trees;
    return T2SED_OK;
}

t2sed_status t2s_forest_write(const char *path,
                              const t2s_forest *const *forests,
                              const char *const *prefixes, size_t count,
                              t2sed_error *err)
{
    t2s_arena arena = {0};
    size_t total = count * T2S_FOREST_TENSORS;
    t2s_tensor *tensors =
        t2s_arena_alloc_array(&arena, 2 * total, sizeof *tensors);
    t2sed_status status = tensors ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        status = t2s_forest_tensors(tensors + i * T2S_FOREST_TENSORS,
                                    forests[i], prefixes[i], &arena, err);
    if (status == T2SED_OK) {
        t2s_tensors_by_width(tensors + total, tensors, total);
        status = t2s_safetensors_write(path, tensors + total, (int32_t)total,
                                       T2S_DTYPE_KEEP, err);
    }
    t2s_arena_free(&arena);
    return status;
}
