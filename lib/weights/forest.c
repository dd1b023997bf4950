#include "weights/forest.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"

/* The leaf of one tree, whose nodes begin at `nodes`. */
static int32_t find_leaf(const t2s_forest_node *nodes, int32_t at,
                         const float *features)
{
    while (at >= 0) {
        const t2s_forest_node *node = &nodes[at];
        float value = features[node->feature];
        at = node->child[isnan(value) ? node->missing
                                      : !(value <= node->threshold)];
    }
    return ~at;
}

/* Tree after tree, so that each is in the caches for all rows but the first. */
void t2s_forest_values(double *out, const t2s_forest *forest,
                       const float *const *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = 0;
    for (int32_t t = 0; t < forest->trees; t++) {
        const t2s_forest_node *nodes = forest->nodes + forest->starts[t];
        const float *leaves = forest->leaves + forest->starts[t] + t;
        const int32_t root = forest->starts[t + 1] > forest->starts[t] ? 0 : ~0;
        for (size_t i = 0; i < count; i++)
            out[i] += (double)leaves[find_leaf(nodes, root, rows[i])];
    }
}

double t2s_forest_value(const t2s_forest *forest, const float *features)
{
    double value;
    t2s_forest_values(&value, forest, &features, 1);
    return value;
}

void t2s_forest_free(t2s_forest *forest)
{
    t2s_arena_free(&forest->arena);
    memset(forest, 0, sizeof *forest);
}

static bool index_names(t2s_map *map, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!t2s_map_set(map, names[i], strlen(names[i]), (int64_t)i))
            return false;
    return true;
}

/* Which of the forest's features its nodes read. */
static t2sed_status find_used(bool *used, const t2s_forest *forest,
                              const t2s_map *map, t2sed_error *err)
{
    for (int32_t i = 0; i < forest->starts[forest->trees]; i++) {
        int32_t feature = forest->nodes[i].feature;
        const char *name = forest->names[feature];
        if (used[feature])
            continue;
        used[feature] = true;
        if (t2s_map_get(map, name, strlen(name), -1) < 0)
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "the trees read the feature %s, which is not "
                            "among those given",
                            name);
    }
    return T2SED_OK;
}

static t2sed_status rename_features(t2s_forest *forest,
                                    const char *const *names, size_t count,
                                    const t2s_map *map, t2sed_error *err)
{
    const int32_t total = forest->starts[forest->trees];
    t2s_forest_node *nodes =
        t2s_arena_alloc_array(&forest->arena, (size_t)total, sizeof *nodes);
    const char **copies =
        t2s_arena_alloc_array(&forest->arena, count, sizeof *copies);
    if (!nodes || !copies)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        copies[i] = t2s_arena_strdup(&forest->arena, names[i]);
        if (!copies[i])
            return t2s_fail_memory(err);
    }
    for (int32_t i = 0; i < total; i++) {
        const char *name = forest->names[forest->nodes[i].feature];
        nodes[i] = forest->nodes[i];
        nodes[i].feature = (int32_t)t2s_map_get(map, name, strlen(name), 0);
    }
    forest->nodes = nodes;
    forest->names = copies;
    forest->features = (int32_t)count;
    return T2SED_OK;
}

t2sed_status t2s_forest_bind(t2s_forest *forest, const char *const *names,
                             size_t count, t2sed_error *err)
{
    t2s_map map = {0};
    bool *used;
    t2sed_status status;
    if (forest->trees == 0)
        return T2SED_OK;
    used = t2s_zalloc_array((size_t)forest->features, sizeof *used);
    if (!used || !index_names(&map, names, count))
        status = t2s_fail_memory(err);
    else
        status = find_used(used, forest, &map, err);
    if (status == T2SED_OK)
        status = rename_features(forest, names, count, &map, err);
    t2s_map_free(&map);
    t2s_free(used);
    return status;
}
