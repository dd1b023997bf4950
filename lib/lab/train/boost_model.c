/* boost_model.c - LightGBM's text of a model as a forest. */
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/vector.h"
#include "lab/train/boost.h"
#include "lab/write/write.h"

/* Bits of decision_type. */
#define IS_CATEGORICAL 1
#define MISSING_LEFT   2
#define MISSING_SHIFT  2
#define MISSING_MASK   3
enum missing { MISSING_NONE = 0, MISSING_ZERO = 1, MISSING_NAN = 2 };

typedef struct reader {
    const char *tree, *tree_end; /* the text of the present tree */
    int32_t number;              /* its number */
    size_t features;
    T2S_VECTOR(t2s_forest_node) nodes;
    T2S_VECTOR(float) leaves;
    T2S_VECTOR(int32_t) starts;
    t2sed_error *err;
} reader;

static t2sed_status malformed(const reader *in, const char *key)
{
    return t2s_fail(in->err, T2SED_EFORMAT, -1,
                    "LightGBM's model: tree %d: %s is missing or malformed",
                    (int)in->number, key);
}

/* What follows "key=" at the beginning of a line of the tree, or NULL. */
static const char *find_key(const reader *in, const char *key)
{
    size_t n = strlen(key);
    for (const char *line = in->tree; line && line < in->tree_end;) {
        if (strncmp(line, key, n) == 0 && line[n] == '=')
            return line + n + 1;
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return NULL;
}

/* The next number of a list; false at its end. Numbers have a point, which
 * strtod wants only where the locale has one too. */
static bool next_number(const char **at, double *out)
{
    char text[64], *end;
    size_t n, point;
    *at += strspn(*at, " ");
    n = strcspn(*at, " \n");
    if (n == 0 || n >= sizeof text)
        return false;
    memcpy(text, *at, n);
    text[n] = '\0';
    point = strcspn(text, ".");
    if (point < n)
        text[point] = *localeconv()->decimal_point;
    *out = strtod(text, &end);
    *at += n;
    return end == text + n;
}

/* The largest float that is not above: x <= it just where x <= number. */
static float round_down(double number)
{
    float value;
    if (number >= (double)HUGE_VALF)
        return HUGE_VALF;
    value = (float)number;
    return (double)value > number ? nextafterf(value, -HUGE_VALF) : value;
}

static t2sed_status unsupported(const reader *in, const char *what)
{
    return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                    "LightGBM's model: tree %d has %s", (int)in->number, what);
}

static bool is_whole(double number, double low, double high)
{
    return number == floor(number) && number >= low && number <= high;
}

/* A later node of the tree, or one of its leaves. */
static bool is_child(double child, int32_t own, int32_t nodes)
{
    return is_whole(child, -(double)nodes - 1, nodes - 1) &&
           (child < 0 || child > own);
}

/* What LightGBM says of a node, each in a list of its own. */
enum { FEATURE, THRESHOLD, DECISION, LEFT, RIGHT, LISTS };

static t2sed_status read_node(t2s_forest_node *out, const reader *in,
                              const double *of, int32_t own, int32_t nodes)
{
    const bool whole = is_whole(of[FEATURE], INT32_MIN, INT32_MAX) &&
                       is_whole(of[DECISION], 0, INT32_MAX);
    int decision, missing;
    if (!whole || isnan(of[THRESHOLD]) || !is_child(of[LEFT], own, nodes) ||
        !is_child(of[RIGHT], own, nodes))
        return malformed(in, "a node");
    decision = (int)of[DECISION];
    missing = decision >> MISSING_SHIFT & MISSING_MASK;
    if (decision & IS_CATEGORICAL || missing == MISSING_ZERO)
        return unsupported(in, "categories, or takes zeros for missing");
    if (of[FEATURE] < 0 || of[FEATURE] >= (double)in->features)
        return t2s_fail(in->err, T2SED_EMISMATCH, -1,
                        "LightGBM's model: tree %d reads feature %g of %zu",
                        (int)in->number, of[FEATURE], in->features);
    *out = (t2s_forest_node){.feature = (uint16_t)of[FEATURE],
                             .threshold = round_down(of[THRESHOLD]),
                             .child = {(int16_t)of[LEFT], (int16_t)of[RIGHT]},
                             .left = T2S_FOREST_SHARES / 2};
    /* A feature that was never missing in training counts as 0 where it is. */
    out->missing = missing == MISSING_NAN ? !(decision & MISSING_LEFT)
                                          : !(0 <= of[THRESHOLD]);
    return T2SED_OK;
}

static t2sed_status read_nodes(reader *in, int32_t count)
{
    static const char *const keys[LISTS] = {"split_feature", "threshold",
                                            "decision_type", "left_child",
                                            "right_child"};
    const char *lists[LISTS];
    t2sed_status status = T2SED_OK;
    for (int k = 0; k < LISTS; k++)
        if (!(lists[k] = find_key(in, keys[k])))
            return malformed(in, keys[k]);
    for (int32_t i = 0; i < count && status == T2SED_OK; i++) {
        double of[LISTS];
        t2s_forest_node node;
        for (int k = 0; k < LISTS; k++)
            if (!next_number(&lists[k], &of[k]))
                return malformed(in, keys[k]);
        status = read_node(&node, in, of, i, count);
        if (status == T2SED_OK && !t2s_vector_push(&in->nodes, node))
            status = t2s_fail_memory(in->err);
    }
    return status;
}

static t2sed_status read_leaves(reader *in, int32_t count)
{
    const char *at = find_key(in, "leaf_value");
    if (!at)
        return malformed(in, "leaf_value");
    for (int32_t i = 0; i < count; i++) {
        double value;
        if (!next_number(&at, &value) || !isfinite((float)value))
            return malformed(in, "leaf_value");
        if (!t2s_vector_push(&in->leaves, (float)value))
            return t2s_fail_memory(in->err);
    }
    return T2SED_OK;
}

/* Which share of the examples of a node went left, from the examples of each
 * node and leaf: internal_count and leaf_count. A text without them has halves.
 */
static t2sed_status read_shares(reader *in, int32_t count)
{
    const char *inner = find_key(in, "internal_count");
    const char *outer = find_key(in, "leaf_count");
    t2s_forest_node *nodes = in->nodes.at + in->nodes.count - (size_t)count;
    double *examples; /* of the nodes, then of the leaves */
    bool ok = true;
    if (count == 0 || !inner || !outer)
        return T2SED_OK;
    examples = t2s_alloc_array(2 * (size_t)count + 1, sizeof *examples);
    if (!examples)
        return t2s_fail_memory(in->err);
    for (int32_t i = 0; ok && i <= 2 * count; i++)
        ok = next_number(i < count ? &inner : &outer, &examples[i]) &&
             examples[i] >= 0;
    for (int32_t i = 0; ok && i < count; i++) {
        const int32_t left = nodes[i].child[0];
        const double part = examples[left >= 0 ? left : count + ~left];
        ok = part <= examples[i];
        if (ok && examples[i] > 0)
            nodes[i].left =
                (uint8_t)(part / examples[i] * T2S_FOREST_SHARES + 0.5);
    }
    t2s_free(examples);
    return ok ? T2SED_OK : malformed(in, "internal_count");
}

static t2sed_status read_tree(reader *in)
{
    const char *leaves = find_key(in, "num_leaves");
    const char *linear = find_key(in, "is_linear");
    double count;
    t2sed_status status = T2SED_OK;
    if (!leaves || !next_number(&leaves, &count) ||
        !is_whole(count, 1, INT32_MAX / 2 - (double)in->nodes.count))
        return malformed(in, "num_leaves");
    if (count - 1 > T2S_FOREST_TREE_MOST)
        return unsupported(in, "more leaves than a tree may have");
    if (linear && *linear != '0')
        return unsupported(in, "linear leaves");
    if (!t2s_vector_push(&in->starts, (int32_t)in->nodes.count))
        return t2s_fail_memory(in->err);
    if (count > 1)
        status = read_nodes(in, (int32_t)count - 1);
    if (status == T2SED_OK)
        status = read_leaves(in, (int32_t)count);
    return status == T2SED_OK ? read_shares(in, (int32_t)count - 1) : status;
}

static t2sed_status read_trees(reader *in, const char *text)
{
    static const char mark[] = "\nTree=", end[] = "\nend of trees";
    const char *stop = strstr(text, end);
    const char *at = strstr(text, mark);
    const char *classes = strstr(text, "\nnum_tree_per_iteration=");
    if (strncmp(text, "tree\n", 5) != 0 || !stop)
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "LightGBM's model: does not begin as a model does, or "
                        "has no end");
    if (!classes || strncmp(strchr(classes, '='), "=1\n", 3) != 0)
        return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                        "LightGBM's model: not of one class");
    for (; at && at < stop; in->number++) {
        const char *next = strstr(at + 1, mark);
        t2sed_status status;
        in->tree = at + 1;
        in->tree_end = next && next < stop ? next : stop;
        status = read_tree(in);
        if (status != T2SED_OK)
            return status;
        at = next;
    }
    return t2s_vector_push(&in->starts, (int32_t)in->nodes.count)
               ? T2SED_OK
               : t2s_fail_memory(in->err);
}

static t2sed_status keep(t2s_forest *forest, const reader *in,
                         const char *const *names)
{
    t2s_forest_room room;
    if (!t2s_forest_room_make(&room, forest, (size_t)in->number,
                              in->nodes.count, names, in->features))
        return t2s_fail_memory(in->err);
    memcpy(room.starts, in->starts.at,
           in->starts.count * sizeof *in->starts.at);
    if (in->nodes.count)
        memcpy(room.nodes, in->nodes.at,
               in->nodes.count * sizeof *in->nodes.at);
    if (in->leaves.count)
        memcpy(room.leaves, in->leaves.at,
               in->leaves.count * sizeof *in->leaves.at);
    return T2SED_OK;
}

t2sed_status t2s_boost_read_model(t2s_forest *out, const char *text,
                                  const char *const *names, size_t features,
                                  t2sed_error *err)
{
    reader in = {.features = features, .err = err};
    t2s_forest forest = {0};
    t2sed_status status = read_trees(&in, text);
    if (status == T2SED_OK)
        status = keep(&forest, &in, names);
    t2s_vector_free(&in.nodes);
    t2s_vector_free(&in.leaves);
    t2s_vector_free(&in.starts);
    if (status == T2SED_OK)
        *out = forest;
    else
        t2s_forest_free(&forest);
    return status;
}
