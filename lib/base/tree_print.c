#include <string.h>

#include "base/tree.h"

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
    for (int32_t node = top; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, top, node)) {
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
