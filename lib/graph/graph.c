/* Looking at a graph: records, JSON, DOT and text. */
#include "graph/graph.h"

#include "base/sized.h"

void t2sed_graph_free(t2sed_graph *graph)
{
    if (!graph)
        return;
    t2s_part_release(graph->joint);
    t2s_part_release(graph->sides[T2SED_SIDE_SQL]);
    t2s_part_release(graph->sides[T2SED_SIDE_QUESTION]);
    t2s_part_release(graph->shared);
    t2s_free(graph);
}

size_t t2s_graph_component_count(const t2sed_graph *graph)
{
    return graph->layout == T2SED_GRAPH_SEPARATE ? 2
           : graph->layout == T2SED_GRAPH_JOINT  ? 1
                                                 : 0;
}

const t2s_part *t2s_graph_component(const t2sed_graph *graph, size_t i)
{
    return i >= t2s_graph_component_count(graph) ? NULL
           : graph->joint                        ? graph->joint
                                                 : graph->sides[i];
}

const char *t2sed_graph_text(const t2sed_graph *graph, int side, size_t *length)
{
    const t2s_part *part =
        graph && (side == T2SED_SIDE_QUESTION || side == T2SED_SIDE_SQL)
            ? graph->sides[side]
            : NULL;
    if (length)
        *length = part ? part->text_length : 0;
    return part ? part->text : NULL;
}

/* The component's part, or NULL, and why. */
static const t2s_part *find_component(const t2sed_graph *graph, size_t i,
                                      t2sed_error *err)
{
    const t2s_part *part = t2s_graph_component(graph, i);
    if (!part)
        t2s_fail(err, T2SED_ENOTFOUND, -1,
                 "graph: there is no component %zu, only %zu", i,
                 t2s_graph_component_count(graph));
    return part;
}

t2sed_status t2sed_graph_component_get(const t2sed_graph *graph, size_t i,
                                       t2sed_graph_component *out,
                                       t2sed_error *err)
{
    t2sed_graph_component record = {.struct_size = sizeof record};
    const t2s_part *part;
    if (!graph || !out)
        return t2s_fail_null(err, __func__, "graph and out");
    part = find_component(graph, i, err);
    if (!part)
        return T2SED_ENOTFOUND;
    record.node_count = (size_t)part->node_count;
    record.edge_count = (size_t)part->edge_count;
    record.edges = part->edges;
    record.global_node = part->global;
    return t2s_sized_write(out, &record, sizeof record, "t2sed_graph_component",
                           err);
}

t2sed_status t2sed_graph_node_get(const t2sed_graph *graph, size_t component,
                                  size_t node, t2sed_graph_node *out,
                                  t2sed_error *err)
{
    t2sed_graph_node record = {.struct_size = sizeof record};
    const t2s_part *part;
    const t2s_graph_node *at;
    if (!graph || !out)
        return t2s_fail_null(err, __func__, "graph and out");
    part = find_component(graph, component, err);
    if (!part)
        return T2SED_ENOTFOUND;
    if (node >= (size_t)part->node_count)
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "graph: component %zu has no node %zu, only %d",
                        component, node, part->node_count);
    at = &part->nodes[node];
    record.kind = at->kind;
    record.label = at->label;
    record.name = at->name;
    record.name_length = at->name_length;
    record.source = (t2sed_span){at->begin, at->end};
    record.range = (t2sed_span){at->text_begin, at->text_end};
    return t2s_sized_write(out, &record, sizeof record, "t2sed_graph_node",
                           err);
}

/* ---------------------------------------------------------------- printing */

enum { EDGE_TYPES = T2SED_EDGE_GLOBAL + 1 };

static const char *const layout_names[] = {"none", "separate", "joint"};
static const char *const kind_names[] = {"word", "constituent", "terminal",
                                         "rule", "global"};
static const char *const type_names[EDGE_TYPES] = {
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
                                 part->edges[i].source, part->edges[i].target,
                                 type_names[part->edges[i].type]);
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
    for (size_t i = 0; i < t2s_graph_component_count(graph); i++) {
        t2s_string_append(out, i > 0 ? ", " : "");
        json_component(t2s_graph_component(graph, i), out);
    }
    t2s_string_append(out, "]}");
}

static void print_dot(const t2sed_graph *graph, t2s_string *out)
{
    static const char *const styles[EDGE_TYPES] = {
        "", "color=blue", "", "", "style=dotted", "color=red", "color=gray"};
    t2s_string_append(out, "graph pair {");
    for (size_t c = 0; c < t2s_graph_component_count(graph); c++) {
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
                out, " c%zun%d -- c%zun%d [%s];", c, part->edges[i].source, c,
                part->edges[i].target, styles[part->edges[i].type]);
        t2s_string_append(out, " }");
    }
    t2s_string_append(out, " }");
}

/* The first child of each node, and the next sibling; -1: none. */
typedef struct family {
    int32_t *child, *sibling;
} family;

/* Every second edge of a tree runs from the parent; those to the children of a
 * node are in their order. */
static bool find_children(family *tree, const t2s_part *part)
{
    const size_t nodes = (size_t)part->node_count;
    tree->child = t2s_alloc_array(nodes, 2 * sizeof *tree->child);
    if (!tree->child)
        return false;
    tree->sibling = tree->child + nodes;
    for (size_t i = 0; i < 2 * nodes; i++)
        tree->child[i] = -1;
    for (int32_t i = part->edge_count - 2; i >= 0; i -= 2) {
        const t2sed_graph_edge *edge = &part->edges[i];
        if (edge->type != T2SED_EDGE_CONSTITUENCY &&
            edge->type != T2SED_EDGE_SYNTAX)
            continue;
        tree->sibling[edge->target] = tree->child[edge->source];
        tree->child[edge->source] = edge->target;
    }
    return true;
}

/* "9:select_core(0,10,11,12)" */
static void text_nonterminal(const t2s_part *part, const family *tree,
                             int32_t node, t2s_string *out)
{
    const char *between = "";
    t2s_string_append_format(out, "%d:%s(", node, part->nodes[node].name);
    for (int32_t at = tree->child[node]; at >= 0; at = tree->sibling[at]) {
        t2s_string_append_format(out, "%s%d", between, at);
        between = ",";
    }
    t2s_string_append(out, ")\n");
}

static void text_edges(const t2s_part *part, int32_t type, t2s_string *out)
{
    bool any = false;
    for (int32_t i = 0; i < part->edge_count; i += 2) {
        if (part->edges[i].type != type)
            continue;
        if (!any)
            t2s_string_append_format(out, "%s:", type_names[type]);
        any = true;
        t2s_string_append_format(out, " %d-%d", part->edges[i].source,
                                 part->edges[i].target);
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
    t2s_free(tree.child);
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
    for (size_t c = 0; c < t2s_graph_component_count(graph); c++) {
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
