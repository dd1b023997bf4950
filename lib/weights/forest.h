/* forest.h - boosted trees: a number from a vector of features, some of which
 * may be missing (NaN). Made by train/boost.h; kept as tensors. */
#ifndef T2S_WEIGHTS_FOREST_H
#define T2S_WEIGHTS_FOREST_H

#include <stdint.h>

#include "base/arena.h"
#include "base/private.h"
#include "weights/safetensors.h"

/* Where a walk goes left if the feature is at most the threshold, and right if
 * not; a missing one goes the way that training found best. */
typedef struct t2s_forest_node {
    float threshold;
    int16_t child[2]; /* left, right: a later node of the same tree, by its
                         number in it; below 0: leaf ~child of the tree */
    uint16_t feature;
    uint8_t missing; /* the child that a missing feature takes: 0 or 1 */
    uint8_t left;    /* share of the training examples here that went left, of
                        T2S_FOREST_SHARES */
    float mean;      /* of the leaves below, over the training examples; found
                        once it is read */
} t2s_forest_node;

#define T2S_FOREST_SHARES    254
#define T2S_FOREST_TREE_MOST INT16_MAX /* nodes of one tree */

/* The value is the sum of one leaf of every tree. A tree of n nodes has n + 1
 * leaves. All zeros is a forest without trees, whose value is 0. */
typedef struct t2s_forest {
    int32_t trees, features;
    const int32_t *starts;  /* [trees + 1] first node of a tree; its first leaf
                               is number starts[t] + t */
    t2s_forest_node *nodes; /* [starts[trees]] */
    const float *leaves;    /* [starts[trees] + trees] */
    const char **names;     /* [features] */
    t2s_arena arena;        /* all of these */
} t2s_forest;

/*
 * The sum of the leaves that `features` ([forest->features], NaN for what is
 * missing) lead to: for classifiers a logit. Any number of threads at once.
 */
T2S_PRIVATE
double t2s_forest_value(const t2s_forest *forest, const float *features);
/* The same of many vectors, rows[count], which is faster. */
void t2s_forest_values(double *out, const t2s_forest *forest,
                       const float *const *rows, size_t count);

/*
 * What each feature adds to the forest's value for the vector `features`: out
 * [forest->features] and the returned number, the forest's mean over the
 * training examples, add up to t2s_forest_value but for rounding. Along the
 * path to a leaf, the feature of a node adds the difference of the means below
 * the child that is taken and below the node (A. Saabas, "Interpreting random
 * forests", 2014; first order of Lundberg and Lee's TreeSHAP). The forest has
 * means. Any number of threads at once.
 */
double t2s_forest_contributions(double *out, const t2s_forest *forest,
                                const float *features);

/*
 * Makes the forest read vectors of other features: names[i] is what element i
 * of the vectors is; those that the forest does not use may be among them in
 * any order. Errors: T2SED_EMISMATCH (one that it uses is not there),
 * T2SED_ENOMEM.
 */
t2sed_status t2s_forest_bind(t2s_forest *forest, const char *const *names,
                             size_t count, t2sed_error *err);

/*
 * A forest in a file of tensors, under names that begin with `prefix` (""; or
 * "selected." where several share a file):
 *
 *     names      U8  [bytes]  names of the features, '\n' after each
 *     sizes      I32 [trees]  nodes of each tree; nodes are all trees' in turn
 *     feature    I32 [nodes]
 *     threshold  F32 [nodes]
 *     left, right I32 [nodes] as t2s_forest_node.child
 *     missing    U8  [nodes]
 *     leaf       F32 [nodes + trees]
 *     left_share U8  [nodes]  as t2s_forest_node.left; without it, in
 * proportion to the leaves on each side (trees are grown where there are
 * examples, so this comes near; the sums are exact with any shares)
 *
 * Everything is checked, so that walks end and stay inside, and copied: the
 * file may be closed. Errors: T2SED_EMISMATCH (a tensor is not there, or of
 * another type or shape), T2SED_EFORMAT (an index that leads outside or
 * backwards, a number that is none, a name that is empty or occurs twice),
 * T2SED_ENOMEM.
 */
t2sed_status t2s_forest_read(t2s_forest *out, const t2s_safetensors *file,
                             const char *prefix, t2sed_error *err);

/* The names and types of these tensors, in this order. */
#define T2S_FOREST_TENSORS 9
T2S_PRIVATE
extern const t2s_tensor t2s_forest_parts[T2S_FOREST_TENSORS];

T2S_PRIVATE
void t2s_forest_free(t2s_forest *forest);

#endif
