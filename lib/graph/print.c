#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "graph/graph.h"
#include "graph/labels.h"

static const char *const layout_names[] = {"none", "separate", "joint"};
static const char *const kind_names[] = {"word", "constituent", "terminal",
                                         "rule", "global"};
static const char *const type_names[T2SED_EDGE_TYPE_COUNT] = {
    "self",     "dependency", "constituency", "syntax",
    "sequence", "link",       "global"};

static bool is_terminal(const t2s_graph_node *node)
{
    return node->kind == T2SED_NODE_WORD || node->kind == T2SED_NODE_TERMINAL;
}

static void json_node(const t2s_graph_node *node, t2s_string *out)
{
    t2s_string_append_format(
        out, "{\"kind\": \"%s\", \"name\": ", kind_names[node->kind]);
    t2s_string_append_json(out, node->name, node->name_length);
    if (node->label == T2S_LABEL_TERMINAL)
        t2s_string_append(out, ", \"label\": null");
    else
        t2s_string_append_format(out, ", \"label\": %d", node->label);
    t2s_string_append_format(out, ", \"source\": [%u, %u]", node->begin,
                             node->end);
    if (is_terminal(node))
        t2s_string_append_format(out, ", \"range\": [%u, %u]}",
                                 node->text_begin, node->text_end);
    else
        t2s_string_append(out, ", \"range\": null}");
}

static void json_component(const t2s_part *part, t2s_string *out)
{
    t2s_string_append(out, "{\"nodes\": [");
    for (int32_t i = 0; i < part->node_count; i++) {
        t2s_string_append(out, i > 0 ? ", " : "");
        json_node(&part->nodes[i], out);
    }
    t2s_string_append(out, "], \"edges\": [");
    for (int32_t i = 0; i < part->edge_count; i++)
        t2s_string_append_format(out, "%s[%d, %d, \"%s\"]", i > 0 ? ", " : "",
                                 part->edge_source[i], part->edge_target[i],
                                 type_names[part->edge_type[i]]);
    if (part->global == T2S_NO_GLOBAL)
        t2s_string_append(out, "], \"global\": null}");
    else
        t2s_string_append_format(out, "], \"global\": %d}", part->global);
}

static void json_side(const t2sed_graph *graph, int side, t2s_string *out)
{
    t2s_string_append_json(out, graph->sides[side]->text,
                           graph->sides[side]->text_length);
}

static void print_json(const t2sed_graph *graph, t2s_string *out)
{
    t2s_string_append_format(out, "{\"layout\": \"%s\", \"typed\": %s",
                             layout_names[graph->layout],
                             graph->typed ? "true" : "false");
    t2s_string_append(out, ", \"question\": ");
    json_side(graph, T2SED_SIDE_QUESTION, out);
    t2s_string_append(out, ", \"sql\": ");
    json_side(graph, T2SED_SIDE_SQL, out);
    t2s_string_append(out, ", \"components\": [");
    for (size_t i = 0; i < t2sed_graph_component_count(graph); i++) {
        t2s_string_append(out, i > 0 ? ", " : "");
        json_component(t2s_graph_component(graph, i), out);
    }
    t2s_string_append(out, "]}");
}

static void print_dot(const t2sed_graph *graph, t2s_string *out)
{
    static const char *const styles[T2SED_EDGE_TYPE_COUNT] = {
        "", "color=blue", "", "", "style=dotted", "color=red", "color=gray"};
    t2s_string_append(out, "graph pair {");
    for (size_t c = 0; c < t2sed_graph_component_count(graph); c++) {
        const t2s_part *part = t2s_graph_component(graph, c);
        t2s_string_append_format(out, " subgraph cluster_%zu {", c);
        for (int32_t i = 0; i < part->node_count; i++) {
            const t2s_graph_node *node = &part->nodes[i];
            t2s_string_append_format(out, " c%zun%d [label=", c, i);
            t2s_string_append_json(out, node->name, node->name_length);
            t2s_string_append(out, is_terminal(node) ? ", shape=box];" : "];");
        }
        /* Every second edge is the reverse of the one before it. */
        for (int32_t i = 0; i < part->edge_count; i += 2)
            t2s_string_append_format(
                out, " c%zun%d -- c%zun%d [%s];", c, part->edge_source[i], c,
                part->edge_target[i], styles[part->edge_type[i]]);
        t2s_string_append(out, " }");
    }
    t2s_string_append(out, " }");
}

/* The children of each node, in order: those of node i are
 * children[first[i]] .. children[first[i + 1] - 1]. */
typedef struct family {
    int32_t *first, *children;
} family;

static bool is_tree_edge(const t2s_part *part, int32_t edge)
{
    return part->edge_type[edge] == T2SED_EDGE_CONSTITUENCY ||
           part->edge_type[edge] == T2SED_EDGE_SYNTAX;
}

/* Tree edges run from the parent first, in the pre-order of the children. */
static bool find_children(family *tree, const t2s_part *part)
{
    size_t nodes = (size_t)part->node_count;
    tree->first = t2s_zalloc_array(nodes + 2, sizeof *tree->first);
    tree->children = t2s_alloc_array(nodes, sizeof *tree->children);
    if (!tree->first || !tree->children)
        return false;
    for (int32_t i = 0; i < part->edge_count; i += 2)
        if (is_tree_edge(part, i))
            tree->first[part->edge_source[i] + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        tree->first[i] += tree->first[i - 1];
    /* first[i + 1] is where node i's next child goes, and ends as where node
     * i + 1's children begin. */
    for (int32_t i = 0; i < part->edge_count; i += 2)
        if (is_tree_edge(part, i))
            tree->children[tree->first[part->edge_source[i] + 1]++] =
                part->edge_target[i];
    return true;
}

/* "9:select_core(0,10,11,12)" */
static void text_nonterminal(const t2s_part *part, const family *tree,
                             int32_t node, t2s_string *out)
{
    t2s_string_append_format(out, "%d:%s(", node, part->nodes[node].name);
    for (int32_t i = tree->first[node]; i < tree->first[node + 1]; i++)
        t2s_string_append_format(out, "%s%d", i > tree->first[node] ? "," : "",
                                 tree->children[i]);
    t2s_string_append(out, ")\n");
}

static void text_edges(const t2s_part *part, int32_t type, t2s_string *out)
{
    bool any = false;
    for (int32_t i = 0; i < part->edge_count; i += 2) {
        if (part->edge_type[i] != type)
            continue;
        if (!any)
            t2s_string_append_format(out, "%s:", type_names[type]);
        any = true;
        t2s_string_append_format(out, " %d-%d", part->edge_source[i],
                                 part->edge_target[i]);
    }
    if (any)
        t2s_string_append_char(out, '\n');
}

static void text_component(const t2s_part *part, t2s_string *out)
{
    family tree = {NULL, NULL};
    if (!find_children(&tree, part))
        out->failed = true;
    for (int32_t i = 0; i < part->node_count && !out->failed; i++)
        if (is_terminal(&part->nodes[i]))
            t2s_string_append_format(out, "%d %s\n", i, part->nodes[i].name);
        else if (part->nodes[i].kind == T2SED_NODE_GLOBAL)
            t2s_string_append_format(out, "%d global\n", i);
        else
            text_nonterminal(part, &tree, i, out);
    t2s_free(tree.first);
    t2s_free(tree.children);
    text_edges(part, T2SED_EDGE_DEPENDENCY, out);
    text_edges(part, T2SED_EDGE_SEQUENCE, out);
    text_edges(part, T2SED_EDGE_LINK, out);
}

static void print_text(const t2sed_graph *graph, t2s_string *out)
{
    t2s_string_append_format(out, "layout: %s, %s\n",
                             layout_names[graph->layout],
                             graph->typed ? "typed" : "untyped");
    t2s_string_append_format(out, "question: %s\n", graph->sides[0]->text);
    t2s_string_append_format(out, "sql: %s\n", graph->sides[1]->text);
    for (size_t c = 0; c < t2sed_graph_component_count(graph); c++) {
        t2s_string_append_format(out, "component %zu\n", c);
        text_component(t2s_graph_component(graph, c), out);
    }
}

t2sed_status t2sed_graph_print(char **text, size_t *length,
                               const t2sed_graph *graph, int format,
                               t2sed_error *err)
{
    static void (*const printers[])(const t2sed_graph *, t2s_string *) = {
        print_json, print_dot, print_text};
    t2s_string out = {0};
    char *taken;
    if (!text || !graph)
        return t2s_fail_null(err, __func__, "text and graph");
    if (format < T2SED_GRAPH_JSON || format > T2SED_GRAPH_TEXT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "format %d is none of T2SED_GRAPH_JSON, _DOT, _TEXT",
                        format);
    printers[format](graph, &out);
    taken = t2s_string_take(&out, length);
    if (!taken)
        return t2s_fail_memory(err);
    *text = taken;
    return T2SED_OK;
}
