/* forest.c - the mean of forests, and forests as tensors of a file. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "lab/write/write.h"

bool t2s_forest_room_make(t2s_forest_room *out, t2s_forest *forest,
                          size_t trees, size_t nodes, const char *const *names,
                          size_t features)
{
    t2s_arena *arena = &forest->arena;
    forest->trees = (int32_t)trees;
    forest->features = (int32_t)features;
    forest->starts = out->starts =
        t2s_arena_alloc_array(arena, trees + 1, sizeof *out->starts);
    forest->nodes = out->nodes =
        t2s_arena_alloc_array(arena, nodes, sizeof *out->nodes);
    forest->leaves = out->leaves =
        t2s_arena_alloc_array(arena, nodes + trees, sizeof *out->leaves);
    forest->names =
        t2s_arena_alloc_array(arena, features, sizeof *forest->names);
    if (!out->starts || !out->nodes || !out->leaves || !forest->names)
        return false;
    for (size_t i = 0; i < features; i++)
        if (!(forest->names[i] = t2s_arena_strdup(arena, names[i])))
            return false;
    return true;
}

static int32_t nodes_of(const t2s_forest *forest)
{
    return forest->trees ? forest->starts[forest->trees] : 0;
}

t2sed_status t2s_forest_mean(t2s_forest *out, const t2s_forest *forests,
                             size_t count, t2sed_error *err)
{
    t2s_forest mean = {0};
    t2s_forest_room room;
    size_t trees = 0, nodes = 0;
    int32_t at = 0, tree = 0;
    for (size_t i = 0; i < count; i++) {
        trees += (size_t)forests[i].trees;
        nodes += (size_t)nodes_of(&forests[i]);
    }
    if (!t2s_forest_room_make(&room, &mean, trees, nodes, forests[0].names,
                              (size_t)forests[0].features)) {
        t2s_forest_free(&mean);
        return t2s_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        const t2s_forest *from = &forests[i];
        const int32_t total = nodes_of(from);
        for (int32_t k = 0; k < total + from->trees; k++)
            room.leaves[at + tree + k] =
                (float)((double)from->leaves[k] / (double)count);
        if (total)
            memcpy(room.nodes + at, from->nodes,
                   (size_t)total * sizeof *room.nodes);
        for (int32_t t = 0; t < from->trees; t++)
            room.starts[tree++] = at + from->starts[t];
        at += total;
    }
    room.starts[tree] = at;
    *out = mean;
    return T2SED_OK;
}

/* In the order of t2s_forest_parts. */
enum part {
    NAMES,
    SIZES,
    FEATURE,
    THRESHOLD,
    LEFT,
    RIGHT,
    MISSING,
    LEAF,
    LEFT_SHARE
};

static size_t name_bytes(const t2s_forest *forest)
{
    size_t n = 0;
    for (int32_t i = 0; i < forest->features; i++)
        n += strlen(forest->names[i]) + 1;
    return n;
}

static void fill(void *const data[T2S_FOREST_TENSORS], const t2s_forest *forest)
{
    char *text = data[NAMES];
    for (int32_t i = 0; i < forest->features; i++) {
        const size_t n = strlen(forest->names[i]);
        memcpy(text, forest->names[i], n);
        text[n] = '\n';
        text += n + 1;
    }
    for (int32_t t = 0; t < forest->trees; t++)
        ((int32_t *)data[SIZES])[t] = forest->starts[t + 1] - forest->starts[t];
    for (int32_t i = 0; i < nodes_of(forest); i++) {
        const t2s_forest_node *node = &forest->nodes[i];
        ((int32_t *)data[FEATURE])[i] = node->feature;
        ((float *)data[THRESHOLD])[i] = node->threshold;
        ((int32_t *)data[LEFT])[i] = node->child[0];
        ((int32_t *)data[RIGHT])[i] = node->child[1];
        ((uint8_t *)data[MISSING])[i] = node->missing;
        ((uint8_t *)data[LEFT_SHARE])[i] = node->left;
    }
    for (int32_t i = 0; i < nodes_of(forest) + forest->trees; i++)
        ((float *)data[LEAF])[i] = forest->leaves[i];
}

t2sed_status t2s_forest_tensors(t2s_tensor out[T2S_FOREST_TENSORS],
                                const t2s_forest *forest, const char *prefix,
                                t2s_arena *arena, t2sed_error *err)
{
    void *data[T2S_FOREST_TENSORS];
    for (int i = 0; i < T2S_FOREST_TENSORS; i++) {
        const t2s_tensor *part = &t2s_forest_parts[i];
        const int64_t count = i == NAMES   ? (int64_t)name_bytes(forest)
                              : i == SIZES ? forest->trees
                              : i == LEAF  ? nodes_of(forest) + forest->trees
                                           : nodes_of(forest);
        const size_t size = strlen(prefix) + strlen(part->name) + 1;
        char *name = t2s_arena_alloc(arena, size);
        data[i] = t2s_arena_alloc_array(arena, (size_t)count,
                                        t2s_dtype_size(part->dtype));
        if (!name || !data[i])
            return t2s_fail_memory(err);
        snprintf(name, size, "%s%s", prefix, part->name);
        out[i] = (t2s_tensor){name, part->dtype, 1, {count}, data[i]};
    }
    fill(data, forest);
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
