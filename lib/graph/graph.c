#include "graph/graph.h"

#include "base/memory.h"

const t2s_part *t2s_graph_component(const t2sed_graph *graph, size_t i)
{
    if (graph->layout == T2SED_GRAPH_JOINT && i == 0)
        return graph->joint;
    if (graph->layout == T2SED_GRAPH_SEPARATE && i < 2)
        return graph->sides[i];
    return NULL;
}

/* The component, or NULL for none and for no graph. */
static const t2s_part *component_at(const t2sed_graph *graph, size_t i)
{
    return graph ? t2s_graph_component(graph, i) : NULL;
}

static const t2s_graph_node *node_at(const t2sed_graph *graph, size_t component,
                                     size_t node)
{
    const t2s_part *part = component_at(graph, component);
    return part && node < (size_t)part->node_count ? &part->nodes[node] : NULL;
}

void t2sed_graph_free(t2sed_graph *graph)
{
    if (!graph)
        return;
    t2s_part_release(graph->joint);
    t2s_part_release(graph->sides[T2SED_SIDE_SQL]);
    t2s_part_release(graph->sides[T2SED_SIDE_QUESTION]);
    t2s_free(graph);
}

int t2sed_graph_layout(const t2sed_graph *graph)
{
    return graph ? graph->layout : 0;
}

int t2sed_graph_typed(const t2sed_graph *graph)
{
    return graph ? graph->typed : 0;
}

size_t t2sed_graph_component_count(const t2sed_graph *graph)
{
    return !graph                                  ? 0
           : graph->layout == T2SED_GRAPH_SEPARATE ? 2
           : graph->layout == T2SED_GRAPH_JOINT    ? 1
                                                   : 0;
}

const char *t2sed_graph_text(const t2sed_graph *graph, int side, size_t *length)
{
    if (!graph || (side != T2SED_SIDE_QUESTION && side != T2SED_SIDE_SQL))
        return NULL;
    if (length)
        *length = graph->sides[side]->text_length;
    return graph->sides[side]->text;
}

size_t t2sed_graph_node_count(const t2sed_graph *graph, size_t component)
{
    const t2s_part *part = component_at(graph, component);
    return part ? (size_t)part->node_count : 0;
}

int t2sed_graph_node_kind(const t2sed_graph *graph, size_t component,
                          size_t node)
{
    const t2s_graph_node *at = node_at(graph, component, node);
    return at ? at->kind : -1;
}

int32_t t2sed_graph_node_label(const t2sed_graph *graph, size_t component,
                               size_t node)
{
    const t2s_graph_node *at = node_at(graph, component, node);
    return at ? at->label : -1;
}

const char *t2sed_graph_node_name(const t2sed_graph *graph, size_t component,
                                  size_t node, size_t *length)
{
    const t2s_graph_node *at = node_at(graph, component, node);
    if (!at)
        return NULL;
    if (length)
        *length = at->name_length;
    return at->name;
}

int t2sed_graph_node_source(const t2sed_graph *graph, size_t component,
                            size_t node, size_t *begin, size_t *end)
{
    const t2s_graph_node *at = node_at(graph, component, node);
    if (!at)
        return 0;
    if (begin)
        *begin = at->begin;
    if (end)
        *end = at->end;
    return 1;
}

int t2sed_graph_node_range(const t2sed_graph *graph, size_t component,
                           size_t node, size_t *begin, size_t *end)
{
    const t2s_graph_node *at = node_at(graph, component, node);
    if (!at)
        return 0;
    if (begin)
        *begin = at->text_begin;
    if (end)
        *end = at->text_end;
    return 1;
}

size_t t2sed_graph_edge_count(const t2sed_graph *graph, size_t component)
{
    const t2s_part *part = component_at(graph, component);
    return part ? (size_t)part->edge_count : 0;
}

const int32_t *t2sed_graph_edge_sources(const t2sed_graph *graph,
                                        size_t component)
{
    const t2s_part *part = component_at(graph, component);
    return part ? part->edge_source : NULL;
}

const int32_t *t2sed_graph_edge_targets(const t2sed_graph *graph,
                                        size_t component)
{
    const t2s_part *part = component_at(graph, component);
    return part ? part->edge_target : NULL;
}

const int32_t *t2sed_graph_edge_types(const t2sed_graph *graph,
                                      size_t component)
{
    const t2s_part *part = component_at(graph, component);
    return part ? part->edge_type : NULL;
}
