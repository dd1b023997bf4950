/* forest.c - boosted trees: reading them from tensors, and their values. */
#include "weights/forest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"

#define MAX_FEATURES (1 << 16) /* of t2s_forest_node.feature */

static int32_t nodes_of(const t2s_forest *forest)
{
    return forest->trees ? forest->starts[forest->trees] : 0;
}

/* --- Values --- */

/* The child that a value leads to. No branch, which no processor could
 * predict. */
static int32_t next_node(const t2s_forest_node *node, float value)
{
    const int is_right = !(value <= node->threshold); /* NaN is */
    const int is_known = !isnan(value);
    return node->child[is_right & (is_known | node->missing)];
}

/* Walks side by side, so that one does not wait for another's memory. */
#define WALKS 8

/* Walks `n` trees from first on to their leaves, and adds these in order. */
static double add_leaves(double sum, const t2s_forest *forest, int32_t first,
                         int32_t n, const float *features)
{
    int32_t at[WALKS];
    bool is_walking;
    for (int32_t k = 0; k < n; k++)
        at[k] =
            forest->starts[first + k + 1] > forest->starts[first + k] ? 0 : ~0;
    do {
        is_walking = false;
        for (int32_t k = 0; k < n; k++) {
            const t2s_forest_node *node;
            if (at[k] < 0)
                continue;
            node = forest->nodes + forest->starts[first + k] + at[k];
            at[k] = next_node(node, features[node->feature]);
            is_walking |= at[k] >= 0;
        }
    } while (is_walking);
    for (int32_t k = 0; k < n; k++)
        sum +=
            (double)
                forest->leaves[forest->starts[first + k] + first + k + ~at[k]];
    return sum;
}

/* Adds the leaves of one tree for up to WALKS rows. */
static void add_leaves_of(double *sums, const t2s_forest *forest, int32_t tree,
                          const float *const *rows, size_t n)
{
    const int32_t start = forest->starts[tree];
    const t2s_forest_node *nodes = forest->nodes + start;
    const float *leaves = forest->leaves + start + tree;
    int32_t at[WALKS];
    /* A leaf alone has no node that could be looked at. */
    const int32_t first = forest->starts[tree + 1] > start ? 0 : ~0;
    int32_t walking = first;
    for (size_t k = 0; k < n; k++)
        at[k] = first;
    while (walking >= 0) {
        walking = -1;
        for (size_t k = 0; k < n; k++) {
            const t2s_forest_node *node = nodes + (at[k] < 0 ? 0 : at[k]);
            const int32_t next = next_node(node, rows[k][node->feature]);
            at[k] = at[k] < 0 ? at[k] : next;
            walking &= at[k];
        }
    }
    for (size_t k = 0; k < n; k++)
        sums[k] += (double)leaves[~at[k]];
}

/* Several walks at a time, so that none waits for the memory of another: the
 * rows in each tree, or, which takes longer, the trees of a row if there are
 * too few rows. */
void t2s_forest_values(double *out, const t2s_forest *forest,
                       const float *const *rows, size_t count)
{
    int32_t n;
    for (size_t i = 0; i < count; i++)
        out[i] = 0;
    if (count >= WALKS) {
        for (size_t i = 0; i < count; i += WALKS) {
            const size_t m = count - i < WALKS ? count - i : WALKS;
            for (int32_t t = 0; t < forest->trees; t++)
                add_leaves_of(out + i, forest, t, rows + i, m);
        }
        return;
    }
    for (int32_t t = 0; t < forest->trees; t += n) {
        n = forest->trees - t < WALKS ? forest->trees - t : WALKS;
        for (size_t i = 0; i < count; i++)
            out[i] = add_leaves(out[i], forest, t, n, rows[i]);
    }
}

double t2s_forest_value(const t2s_forest *forest, const float *features)
{
    double value;
    t2s_forest_values(&value, forest, &features, 1);
    return value;
}

/* Finds the nodes' means; t2s_forest_read does. */
static void find_means(t2s_forest *forest)
{
    for (int32_t t = 0; t < forest->trees; t++) {
        const int32_t start = forest->starts[t];
        t2s_forest_node *nodes = forest->nodes + start;
        const float *leaves = forest->leaves + start + t;
        /* Children are later nodes. */
        for (int32_t i = forest->starts[t + 1] - start; i-- > 0;) {
            const double left = nodes[i].left / (double)T2S_FOREST_SHARES;
            double of[2];
            for (int k = 0; k < 2; k++) {
                const int32_t child = nodes[i].child[k];
                of[k] =
                    (double)(child >= 0 ? nodes[child].mean : leaves[~child]);
            }
            nodes[i].mean = (float)(left * of[0] + (1 - left) * of[1]);
        }
    }
}

/* A walk down a tree: its nodes and leaves, where it is, and the mean there. */
typedef struct walk {
    const t2s_forest_node *nodes;
    const float *leaves;
    int32_t at;
    double here;
} walk;

static walk begin_walk(const t2s_forest *forest, int32_t tree)
{
    const int32_t start = forest->starts[tree];
    walk w = {forest->nodes + start, forest->leaves + start + tree, ~0, 0};
    if (forest->starts[tree + 1] > start)
        w.at = 0;
    w.here = (double)(w.at >= 0 ? w.nodes[0].mean : w.leaves[0]);
    return w;
}

/* Goes on to a child, and adds what that changes. */
static void take_step(walk *w, double *out, const float *features)
{
    const t2s_forest_node *node = &w->nodes[w->at];
    double next;
    w->at = next_node(node, features[node->feature]);
    next = (double)(w->at >= 0 ? w->nodes[w->at].mean : w->leaves[~w->at]);
    out[node->feature] += next - w->here;
    w->here = next;
}

double t2s_forest_contributions(double *out, const t2s_forest *forest,
                                const float *features)
{
    double mean = 0;
    for (int32_t i = 0; i < forest->features; i++)
        out[i] = 0;
    for (int32_t t = 0; t < forest->trees; t += WALKS) {
        const int32_t count =
            forest->trees - t < WALKS ? forest->trees - t : WALKS;
        walk walks[WALKS];
        bool is_on = true;
        for (int32_t k = 0; k < count; k++) {
            walks[k] = begin_walk(forest, t + k);
            mean += walks[k].here;
        }
        while (is_on) {
            is_on = false;
            for (int32_t k = 0; k < count; k++)
                if (walks[k].at >= 0) {
                    take_step(&walks[k], out, features);
                    is_on = true;
                }
        }
    }
    return mean;
}

void t2s_forest_free(t2s_forest *forest)
{
    t2s_arena_free(&forest->arena);
    memset(forest, 0, sizeof *forest);
}

t2sed_status t2s_forest_bind(t2s_forest *forest, const char *const *names,
                             size_t count, t2sed_error *err)
{
    const int32_t total = nodes_of(forest);
    t2s_arena *arena = &forest->arena;
    const char **copies;
    int32_t *places; /* of the forest's names among those given, or -1 */
    t2s_map map = {0};
    bool good = true;
    t2sed_status status = T2SED_OK;
    if (forest->trees == 0)
        return T2SED_OK;
    if (count > MAX_FEATURES)
        return t2s_fail(err, T2SED_ELIMIT, -1, "more than %d features",
                        MAX_FEATURES);
    copies = t2s_arena_alloc_array(arena, count, sizeof *copies);
    places = t2s_alloc_array((size_t)forest->features, sizeof *places);
    for (size_t i = 0; copies && i < count && good; i++) {
        copies[i] = t2s_arena_strdup(arena, names[i]);
        good = copies[i] &&
               t2s_map_set(&map, names[i], strlen(names[i]), (int64_t)i);
    }
    if (!copies || !places || !good)
        status = t2s_fail_memory(err);
    for (int32_t i = 0; i < forest->features && status == T2SED_OK; i++)
        places[i] = (int32_t)t2s_map_get(&map, forest->names[i],
                                         strlen(forest->names[i]), -1);
    for (int32_t i = 0; i < total && status == T2SED_OK; i++)
        if (places[forest->nodes[i].feature] < 0)
            status = t2s_fail(err, T2SED_EMISMATCH, -1,
                              "the trees read the feature %s, which is not "
                              "among those given",
                              forest->names[forest->nodes[i].feature]);
    for (int32_t i = 0; i < total && status == T2SED_OK; i++)
        forest->nodes[i].feature = (uint16_t)places[forest->nodes[i].feature];
    t2s_free(places);
    t2s_map_free(&map);
    if (status == T2SED_OK) {
        forest->names = copies;
        forest->features = (int32_t)count;
    }
    return status;
}

/* --- Reading --- */

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

const t2s_tensor t2s_forest_parts[T2S_FOREST_TENSORS] = {
    [NAMES] = {"names", T2S_U8, 1, {-1}, NULL},
    [SIZES] = {"sizes", T2S_I32, 1, {-1}, NULL},
    [FEATURE] = {"feature", T2S_I32, 1, {-1}, NULL},
    [THRESHOLD] = {"threshold", T2S_F32, 1, {-1}, NULL},
    [LEFT] = {"left", T2S_I32, 1, {-1}, NULL},
    [RIGHT] = {"right", T2S_I32, 1, {-1}, NULL},
    [MISSING] = {"missing", T2S_U8, 1, {-1}, NULL},
    [LEAF] = {"leaf", T2S_F32, 1, {-1}, NULL},
    [LEFT_SHARE] = {"left_share", T2S_U8, 1, {-1}, NULL},
};

/* More nodes than memory should be asked for on a file's word. */
#define MAX_NODES  (1 << 24)
#define MAX_PREFIX 64

typedef struct source {
    const t2s_safetensors *file;
    const char *prefix;
    const t2s_tensor *tensors[T2S_FOREST_TENSORS]; /* LEFT_SHARE may be NULL */
    t2sed_error *err;
} source;

static int64_t length(const source *in, enum part part)
{
    return in->tensors[part]->shape[0];
}

/* `count` elements, or any number of them where that is below 0. */
static t2sed_status find(source *in, int part, int64_t count)
{
    char name[MAX_PREFIX + 16];
    t2s_tensor wanted = t2s_forest_parts[part];
    snprintf(name, sizeof name, "%s%s", in->prefix, wanted.name);
    if (part == LEFT_SHARE && !t2s_safetensors_find(in->file, name))
        return T2SED_OK; /* a forest of before */
    wanted.name = name;
    wanted.shape[0] = count;
    return t2s_safetensors_want(&in->tensors[part], in->file, &wanted, "forest",
                                in->err);
}

static t2sed_status find_all(source *in)
{
    t2sed_status status = find(in, NAMES, -1);
    if (status == T2SED_OK)
        status = find(in, SIZES, -1);
    if (status == T2SED_OK)
        status = find(in, FEATURE, -1);
    if (status != T2SED_OK)
        return status;
    if (length(in, FEATURE) > MAX_NODES || length(in, SIZES) > MAX_NODES)
        return t2s_fail(in->err, T2SED_ELIMIT, -1,
                        "%sfeature: more than %d nodes or trees", in->prefix,
                        MAX_NODES);
    for (int i = THRESHOLD; i <= MISSING && status == T2SED_OK; i++)
        status = find(in, i, length(in, FEATURE));
    if (status == T2SED_OK)
        status = find(in, LEAF, length(in, FEATURE) + length(in, SIZES));
    return status == T2SED_OK ? find(in, LEFT_SHARE, length(in, FEATURE))
                              : status;
}

static size_t count_lines(const char *text, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += text[i] == '\n';
    return count;
}

/* Lines of `text` into the forest's names; each ends on '\n'. */
static t2sed_status split_names(t2s_forest *forest, t2s_map *seen,
                                const char *text, size_t n, const source *in)
{
    size_t begin = 0, i = 0;
    for (size_t at = 0; at < n; at++) {
        if (text[at] != '\n')
            continue;
        if (at == begin || memchr(text + begin, 0, at - begin))
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%snames: line %zu is no name", in->prefix, i + 1);
        if (t2s_map_get(seen, text + begin, at - begin, -1) >= 0)
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%snames: line %zu is there twice", in->prefix,
                            i + 1);
        forest->names[i] =
            t2s_arena_strndup(&forest->arena, text + begin, at - begin);
        if (!forest->names[i] ||
            !t2s_map_set(seen, text + begin, at - begin, (int64_t)i))
            return t2s_fail_memory(in->err);
        begin = at + 1;
        i++;
    }
    return T2SED_OK;
}

static t2sed_status read_names(t2s_forest *forest, const source *in)
{
    const char *text = in->tensors[NAMES]->data;
    size_t n = (size_t)length(in, NAMES), count = count_lines(text, n);
    t2s_map seen = {0};
    t2sed_status status;
    if (count > MAX_FEATURES || (n > 0 && text[n - 1] != '\n'))
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%snames: too many, or cut short", in->prefix);
    forest->names =
        t2s_arena_alloc_array(&forest->arena, count, sizeof *forest->names);
    if (!forest->names)
        return t2s_fail_memory(in->err);
    forest->features = (int32_t)count;
    status = split_names(forest, &seen, text, n, in);
    t2s_map_free(&seen);
    return status;
}

static t2sed_status read_sizes(t2s_forest *forest, const source *in)
{
    const int32_t *sizes = in->tensors[SIZES]->data;
    int64_t trees = length(in, SIZES), nodes = length(in, FEATURE), at = 0;
    int32_t *starts = t2s_arena_alloc_array(&forest->arena, (size_t)trees + 1,
                                            sizeof *starts);
    if (!starts)
        return t2s_fail_memory(in->err);
    starts[0] = 0;
    for (int64_t t = 0; t < trees; t++) {
        if (sizes[t] < 0 || sizes[t] > nodes - at)
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%ssizes: tree %d has more nodes than there are",
                            in->prefix, (int)t);
        if (sizes[t] > T2S_FOREST_TREE_MOST)
            return t2s_fail(in->err, T2SED_ELIMIT, -1,
                            "%ssizes: tree %d has more than %d nodes",
                            in->prefix, (int)t, T2S_FOREST_TREE_MOST);
        at += sizes[t];
        starts[t + 1] = (int32_t)at;
    }
    if (at != nodes)
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%ssizes: %d nodes belong to no tree", in->prefix,
                        (int)(nodes - at));
    forest->starts = starts;
    forest->trees = (int32_t)trees;
    return T2SED_OK;
}

/* A child must come later in its tree, so that every walk ends. */
static bool is_child(int32_t child, int32_t own, int32_t size)
{
    return child >= 0 ? child > own && child < size : ~child <= size;
}

/* Reads node i, which is number `own` of a tree of `size`; false where it is
 * malformed. */
static bool read_node(t2s_forest_node *out, const source *in, int32_t i,
                      int32_t own, int32_t size, int32_t features)
{
    const int32_t feature = ((const int32_t *)in->tensors[FEATURE]->data)[i];
    const int32_t left = ((const int32_t *)in->tensors[LEFT]->data)[i];
    const int32_t right = ((const int32_t *)in->tensors[RIGHT]->data)[i];
    const t2s_tensor *shares = in->tensors[LEFT_SHARE];
    if (feature < 0 || feature >= features || !is_child(left, own, size) ||
        !is_child(right, own, size))
        return false;
    *out = (t2s_forest_node){
        .threshold = ((const float *)in->tensors[THRESHOLD]->data)[i],
        .child = {(int16_t)left, (int16_t)right},
        .feature = (uint16_t)feature,
        .missing = ((const uint8_t *)in->tensors[MISSING]->data)[i],
        .left = shares ? ((const uint8_t *)shares->data)[i] : 0,
    };
    return !isnan(out->threshold) && out->missing <= 1 &&
           out->left <= T2S_FOREST_SHARES;
}

/* The shares of a forest whose file has none: by the leaves on each side. */
static t2sed_status share_by_leaves(t2s_forest *forest, t2s_forest_node *nodes,
                                    t2sed_error *err)
{
    int32_t *counts = t2s_alloc_array(T2S_FOREST_TREE_MOST, sizeof *counts);
    if (!counts)
        return t2s_fail_memory(err);
    for (int32_t t = 0; t < forest->trees; t++) {
        t2s_forest_node *tree = nodes + forest->starts[t];
        /* Children are later nodes. */
        for (int32_t i = forest->starts[t + 1] - forest->starts[t]; i-- > 0;) {
            const int16_t *child = tree[i].child;
            const int32_t left = child[0] >= 0 ? counts[child[0]] : 1;
            const int32_t right = child[1] >= 0 ? counts[child[1]] : 1;
            /* Sides may share nodes in a file that is not a tree's. */
            counts[i] = left + right < 1 << 20 ? left + right : 1 << 20;
            tree[i].left = (uint8_t)(((int64_t)left * 2 * T2S_FOREST_SHARES +
                                      left + right) /
                                     (2 * ((int64_t)left + right)));
        }
    }
    t2s_free(counts);
    return T2SED_OK;
}

static t2sed_status read_nodes(t2s_forest *forest, const source *in)
{
    t2s_forest_node *nodes = t2s_arena_alloc_array(
        &forest->arena, (size_t)length(in, FEATURE), sizeof *nodes);
    if (!nodes)
        return t2s_fail_memory(in->err);
    for (int32_t t = 0; t < forest->trees; t++) {
        const t2sed_status status = t2s_check_interrupt(in->err);
        if (status != T2SED_OK)
            return status;
        for (int32_t i = forest->starts[t]; i < forest->starts[t + 1]; i++) {
            if (!read_node(&nodes[i], in, i, i - forest->starts[t],
                           forest->starts[t + 1] - forest->starts[t],
                           forest->features))
                return t2s_fail(in->err, T2SED_EFORMAT, -1,
                                "%sfeature: node %d of tree %d is malformed "
                                "(feature, threshold, children, missing or "
                                "left_share)",
                                in->prefix, (int)(i - forest->starts[t]),
                                (int)t);
        }
    }
    forest->nodes = nodes;
    return in->tensors[LEFT_SHARE] ? T2SED_OK
                                   : share_by_leaves(forest, nodes, in->err);
}

static t2sed_status read_leaves(t2s_forest *forest, const source *in)
{
    const float *from = in->tensors[LEAF]->data;
    size_t count = (size_t)length(in, LEAF);
    float *leaves =
        t2s_arena_alloc_array(&forest->arena, count, sizeof *leaves);
    if (!leaves)
        return t2s_fail_memory(in->err);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(from[i]))
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%sleaf: element %zu is no finite number",
                            in->prefix, i);
        leaves[i] = from[i];
    }
    forest->leaves = leaves;
    return T2SED_OK;
}

t2sed_status t2s_forest_read(t2s_forest *out, const t2s_safetensors *file,
                             const char *prefix, t2sed_error *err)
{
    t2s_forest forest = {0};
    source in = {.file = file, .prefix = prefix, .err = err};
    t2sed_status status;
    if (strlen(prefix) > MAX_PREFIX)
        return t2s_fail(err, T2SED_EINVAL, -1, "%s: the prefix is too long",
                        prefix);
    status = find_all(&in);
    if (status == T2SED_OK)
        status = read_names(&forest, &in);
    if (status == T2SED_OK)
        status = read_sizes(&forest, &in);
    if (status == T2SED_OK)
        status = read_nodes(&forest, &in);
    if (status == T2SED_OK)
        status = read_leaves(&forest, &in);
    if (status == T2SED_OK) {
        find_means(&forest);
        *out = forest;
    } else {
        t2s_forest_free(&forest);
    }
    return status;
}
