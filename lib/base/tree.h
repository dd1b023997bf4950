/*
 * tree.h - ordered, labelled trees: what the SQL grammar, the constituency
 * reader and the simplifiers make and the graph builder reads.
 */
#ifndef T2S_BASE_TREE_H
#define T2S_BASE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/string.h"

#define T2S_NO_NODE (-1)

/* A terminal has text and no label; a non-terminal has a label and no text. */
typedef struct t2s_node {
    const char *label; /* rule or constituent; NULL for a terminal */
    const char *text;  /* a terminal's spelling in the tree, NUL-terminated */
    uint32_t text_length;
    /* The bytes of the source that the node covers; begin == end for what the
     * source does not spell out, such as a table name that alias resolution
     * put before a bare column. */
    uint32_t begin, end;
    int32_t parent, first_child, last_child, next_sibling;
} t2s_node;

/* All zeros but for root (T2S_NO_NODE) is an empty tree. Nodes are named by
 * their index; indices stay valid while the tree grows, pointers do not. */
typedef struct t2s_tree {
    t2s_node *nodes;
    size_t count, capacity;
    int32_t root;
    t2s_arena arena; /* texts and labels that belong to the tree */
} t2s_tree;

#define T2S_TREE_EMPTY                                                         \
    {                                                                          \
        .root = T2S_NO_NODE                                                    \
    }

/* Both return the new node, without parent or children, or T2S_NO_NODE when
 * memory is short. The label is borrowed and must outlive the tree (rule names
 * are static; t2s_arena_strdup(&tree->arena, ...) for others); text is copied.
 */
int32_t t2s_tree_add_terminal(t2s_tree *tree, const char *text, size_t n,
                              size_t begin, size_t end);
int32_t t2s_tree_add_nonterminal(t2s_tree *tree, const char *label,
                                 size_t begin, size_t end);

/* Makes `child` the last child of `parent` and widens the byte ranges above. A
 * child or parent that is T2S_NO_NODE is passed over. */
void t2s_tree_append(t2s_tree *tree, int32_t parent, int32_t child);

void t2s_tree_free(t2s_tree *tree);

/* Makes *to, which is empty, a copy that owns its labels; false when memory is
 * short, and then it is empty still. */
bool t2s_tree_copy(t2s_tree *to, const t2s_tree *from);

#define t2s_tree_for_each_child(tree, node, child)                             \
    for (int32_t child = (tree)->nodes[node].first_child;                      \
         child != T2S_NO_NODE; child = (tree)->nodes[child].next_sibling)

bool t2s_tree_is_terminal(const t2s_tree *tree, int32_t node);

/* The node after `node` in pre-order within the tree below `top`, or
 * T2S_NO_NODE; start with `top` itself. Needs no stack, so depth is free. */
int32_t t2s_tree_next(const t2s_tree *tree, int32_t top, int32_t node);
/* The same but for what is below `node`. */
int32_t t2s_tree_after(const t2s_tree *tree, int32_t top, int32_t node);

/* `top` and all below it, in pre-order. */
#define t2s_tree_for_each(tree, top, node)                                     \
    for (int32_t node = (top); node != T2S_NO_NODE;                            \
         node = t2s_tree_next(tree, top, node))

/* Printers of the tree below `node`, appended to `out`; none recurses.
 * S-expression: (label child ...), terminals as JSON strings. */
void t2s_tree_print_sexpr(const t2s_tree *tree, int32_t node, t2s_string *out);
/* {"label": ..., "range": [begin, end], "children": [...]} and
 * {"text": ..., "range": [begin, end]}, on one line. */
void t2s_tree_print_json(const t2s_tree *tree, int32_t node, t2s_string *out);
/* A Graphviz digraph, on one line. */
void t2s_tree_print_dot(const t2s_tree *tree, int32_t node, t2s_string *out);

#endif
