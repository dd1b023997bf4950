/* boost_model.c - LightGBM's text of a model as a forest. */
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vector.h"
#include "lab/train/boost.h"

/* Bits of decision_type. */
#define IS_CATEGORICAL 1
#define MISSING_LEFT   2
#define MISSING_SHIFT  2
#define MISSING_MASK   3
enum missing { MISSING_NONE = 0, MISSING_ZERO = 1, MISSING_NAN = 2 };

typedef T2S_VECTOR(t2s_forest_node) node_list;
typedef T2S_VECTOR(float) leaf_list;
typedef T2S_VECTOR(int32_t) start_list;

typedef struct reader {
    const char *tree, *tree_end; /* the text of the present tree */
    int32_t number;              /* its number */
    size_t features;
    node_list nodes;
    leaf_list leaves;
    start_list starts;
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

static bool next_integer(const char **at, int32_t *out)
{
    double number;
    if (!next_number(at, &number) || number != floor(number) ||
        fabs(number) > INT32_MAX)
        return false;
    *out = (int32_t)number;
    return true;
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

/* The child for a missing feature. A feature that was never missing in
 * training counts as 0 where it is. */
static int32_t missing_child(int32_t decision, double threshold)
{
    if ((decision >> MISSING_SHIFT & MISSING_MASK) == MISSING_NAN)
        return decision & MISSING_LEFT ? 0 : 1;
    return 0 <= threshold ? 0 : 1;
}

static t2sed_status check_decision(const reader *in, int32_t decision)
{
    if (decision & IS_CATEGORICAL ||
        (decision >> MISSING_SHIFT & MISSING_MASK) == MISSING_ZERO)
        return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                        "LightGBM's model: tree %d has categories, or takes "
                        "zeros for missing",
                        (int)in->number);
    return T2SED_OK;
}

static bool is_child(int32_t child, int32_t own, int32_t nodes)
{
    return child >= 0 ? child > own && child < nodes : ~child <= nodes;
}

static t2sed_status read_nodes(reader *in, int32_t count)
{
    const char *feature = find_key(in, "split_feature");
    const char *threshold = find_key(in, "threshold");
    const char *decision = find_key(in, "decision_type");
    const char *left = find_key(in, "left_child");
    const char *right = find_key(in, "right_child");
    if (!feature || !threshold || !decision || !left || !right)
        return malformed(in, "a list");
    for (int32_t i = 0; i < count; i++) {
        t2s_forest_node node;
        int32_t how;
        double bound;
        t2sed_status status;
        if (!next_integer(&feature, &node.feature) ||
            !next_number(&threshold, &bound) || isnan(bound) ||
            !next_integer(&decision, &how) ||
            !next_integer(&left, &node.child[0]) ||
            !next_integer(&right, &node.child[1]) ||
            !is_child(node.child[0], i, count) ||
            !is_child(node.child[1], i, count))
            return malformed(in, "a node");
        status = check_decision(in, how);
        if (status != T2SED_OK)
            return status;
        if (node.feature < 0 || (size_t)node.feature >= in->features)
            return t2s_fail(in->err, T2SED_EMISMATCH, -1,
                            "LightGBM's model: tree %d reads feature %d of %zu",
                            (int)in->number, (int)node.feature, in->features);
        node.threshold = round_down(bound);
        node.missing = missing_child(how, bound);
        if (!t2s_vector_push(&in->nodes, node))
            return t2s_fail_memory(in->err);
    }
    return T2SED_OK;
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

static t2sed_status read_tree(reader *in)
{
    const char *leaves = find_key(in, "num_leaves");
    const char *linear = find_key(in, "is_linear");
    int32_t count;
    t2sed_status status = T2SED_OK;
    if (!leaves || !next_integer(&leaves, &count) || count < 1)
        return malformed(in, "num_leaves");
    if (linear && *linear != '0')
        return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                        "LightGBM's model: tree %d has linear leaves",
                        (int)in->number);
    if (!t2s_vector_push(&in->starts, (int32_t)in->nodes.count))
        return t2s_fail_memory(in->err);
    if (in->nodes.count > (size_t)INT32_MAX / 2 - (size_t)count)
        return malformed(in, "num_leaves");
    if (count > 1)
        status = read_nodes(in, count - 1);
    return status == T2SED_OK ? read_leaves(in, count) : status;
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

static void *copy(t2s_arena *arena, const void *from, size_t count, size_t size)
{
    void *to = t2s_arena_alloc_array(arena, count, size);
    if (to && count)
        memcpy(to, from, count * size);
    return to;
}

static t2sed_status keep(t2s_forest *forest, const reader *in,
                         const char *const *names)
{
    t2s_arena *arena = &forest->arena;
    forest->trees = in->number;
    forest->features = (int32_t)in->features;
    forest->starts =
        copy(arena, in->starts.at, in->starts.count, sizeof *in->starts.at);
    forest->nodes =
        copy(arena, in->nodes.at, in->nodes.count, sizeof *in->nodes.at);
    forest->leaves =
        copy(arena, in->leaves.at, in->leaves.count, sizeof *in->leaves.at);
    forest->names =
        t2s_arena_alloc_array(arena, in->features, sizeof *forest->names);
    if (!forest->starts || !forest->nodes || !forest->leaves || !forest->names)
        return t2s_fail_memory(in->err);
    for (size_t i = 0; i < in->features; i++) {
        forest->names[i] = t2s_arena_strdup(arena, names[i]);
        if (!forest->names[i])
            return t2s_fail_memory(in->err);
    }
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
