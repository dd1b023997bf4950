#include "base/tree.h"

#include <string.h>

#include "base/vector.h"

static int32_t add_node(t2s_tree *tree, const t2s_node *node)
{
    if (tree->count >= INT32_MAX ||
        (tree->count == tree->capacity &&
         !t2s_vector_grow(&tree->nodes, &tree->capacity, tree->count + 1,
                          sizeof *tree->nodes)))
        return T2S_NO_NODE;
    tree->nodes[tree->count] = *node;
    return (int32_t)tree->count++;
}

int32_t t2s_tree_add_terminal(t2s_tree *tree, const char *text, size_t n,
                              size_t begin, size_t end)
{
    t2s_node node = {NULL,          NULL,        (uint32_t)n, (uint32_t)begin,
                     (uint32_t)end, T2S_NO_NODE, T2S_NO_NODE, T2S_NO_NODE,
                     T2S_NO_NODE};
    node.text = t2s_arena_strndup(&tree->arena, text, n);
    return node.text ? add_node(tree, &node) : T2S_NO_NODE;
}

int32_t t2s_tree_add_nonterminal(t2s_tree *tree, const char *label,
                                 size_t begin, size_t end)
{
    t2s_node node = {label,           NULL,          0,
                     (uint32_t)begin, (uint32_t)end, T2S_NO_NODE,
                     T2S_NO_NODE,     T2S_NO_NODE,   T2S_NO_NODE};
    return add_node(tree, &node);
}

/* Widens the range of `node` and of all above it to hold [begin, end). */
static void widen(t2s_tree *tree, int32_t node, uint32_t begin, uint32_t end)
{
    for (; node != T2S_NO_NODE; node = tree->nodes[node].parent) {
        t2s_node *at = &tree->nodes[node];
        if (at->begin == at->end) {
            at->begin = begin;
            at->end = end;
            continue;
        }
        if (at->begin <= begin && at->end >= end)
            return;
        if (begin < at->begin)
            at->begin = begin;
        if (end > at->end)
            at->end = end;
    }
}

void t2s_tree_append(t2s_tree *tree, int32_t parent, int32_t child)
{
    t2s_node *above, *below;
    if (parent == T2S_NO_NODE || child == T2S_NO_NODE)
        return;
    above = &tree->nodes[parent];
    below = &tree->nodes[child];
    below->parent = parent;
    below->next_sibling = T2S_NO_NODE;
    if (above->last_child == T2S_NO_NODE)
        above->first_child = child;
    else
        tree->nodes[above->last_child].next_sibling = child;
    above->last_child = child;
    if (below->begin != below->end)
        widen(tree, parent, below->begin, below->end);
}

void t2s_tree_free(t2s_tree *tree)
{
    t2s_free(tree->nodes);
    t2s_arena_free(&tree->arena);
    memset(tree, 0, sizeof *tree);
    tree->root = T2S_NO_NODE;
}

/* The node's strings, as the arena's own. */
static bool own_strings(t2s_node *node, t2s_arena *arena)
{
    if (node->label)
        node->label = t2s_arena_strdup(arena, node->label);
    else
        node->text = t2s_arena_strndup(arena, node->text, node->text_length);
    return node->label || node->text;
}

bool t2s_tree_copy(t2s_tree *to, const t2s_tree *from)
{
    t2s_tree made = T2S_TREE_EMPTY;
    for (size_t i = 0; i < from->count; i++) {
        t2s_node node = from->nodes[i];
        if (!own_strings(&node, &made.arena) ||
            add_node(&made, &node) == T2S_NO_NODE) {
            t2s_tree_free(&made);
            return false;
        }
    }
    made.root = from->root;
    *to = made;
    return true;
}

bool t2s_tree_is_terminal(const t2s_tree *tree, int32_t node)
{
    return tree->nodes[node].label == NULL;
}

int32_t t2s_tree_after(const t2s_tree *tree, int32_t top, int32_t node)
{
    for (; node != top; node = tree->nodes[node].parent)
        if (tree->nodes[node].next_sibling != T2S_NO_NODE)
            return tree->nodes[node].next_sibling;
    return T2S_NO_NODE;
}

int32_t t2s_tree_next(const t2s_tree *tree, int32_t top, int32_t node)
{
    const int32_t child = tree->nodes[node].first_child;
    return child != T2S_NO_NODE ? child : t2s_tree_after(tree, top, node);
}

/* ---------------------------------------------------------------- printing */

/* What a format writes before a node, between siblings, and after a
 * non-terminal's children. */
typedef struct format {
    void (*open)(const t2s_node *node, t2s_string *out);
    const char *between;
    const char *first; /* between a label and the first child */
    const char *close;
} format;

static void print(const t2s_tree *tree, int32_t top, const format *how,
                  t2s_string *out)
{
    int32_t node = top;
    for (;;) {
        const t2s_node *at = &tree->nodes[node];
        how->open(at, out);
        if (at->first_child != T2S_NO_NODE) {
            t2s_string_append(out, how->first);
            node = at->first_child;
            continue;
        }
        if (at->label)
            t2s_string_append(out, how->close);
        while (node != top && tree->nodes[node].next_sibling == T2S_NO_NODE) {
            node = tree->nodes[node].parent;
            t2s_string_append(out, how->close);
        }
        if (node == top)
            return;
        t2s_string_append(out, how->between);
        node = tree->nodes[node].next_sibling;
    }
}

static void open_sexpr(const t2s_node *node, t2s_string *out)
{
    if (node->label) {
        t2s_string_append_char(out, '(');
        t2s_string_append(out, node->label);
    } else {
        t2s_string_append_json(out, node->text, node->text_length);
    }
}

static void open_json(const t2s_node *node, t2s_string *out)
{
    t2s_string_append(out, node->label ? "{\"label\": " : "{\"text\": ");
    if (node->label)
        t2s_string_append_json(out, node->label, strlen(node->label));
    else
        t2s_string_append_json(out, node->text, node->text_length);
    t2s_string_append_format(out, ", \"range\": [%u, %u]", node->begin,
                             node->end);
    t2s_string_append(out, node->label ? ", \"children\": [" : "}");
}

void t2s_tree_print_sexpr(const t2s_tree *tree, int32_t node, t2s_string *out)
{
    static const format sexpr = {open_sexpr, " ", " ", ")"};
    print(tree, node, &sexpr, out);
}

void t2s_tree_print_json(const t2s_tree *tree, int32_t node, t2s_string *out)
{
    static const format json = {open_json, ", ", "", "]}"};
    print(tree, node, &json, out);
}

void t2s_tree_print_dot(const t2s_tree *tree, int32_t top, t2s_string *out)
{
    t2s_string_append(out, "digraph tree {");
    t2s_tree_for_each (tree, top, node) {
        const t2s_node *at = &tree->nodes[node];
        const char *name = at->label ? at->label : at->text;
        t2s_string_append_format(out, " n%d [label=", (int)node);
        t2s_string_append_json(out, name, strlen(name));
        t2s_string_append(out, at->label ? "];" : ", shape=box];");
        if (node != top)
            t2s_string_append_format(out, " n%d -> n%d;", (int)at->parent,
                                     (int)node);
    }
    t2s_string_append(out, " }");
}
