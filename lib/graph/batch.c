#include "graph/batch.h"

#include <string.h>

void t2s_batch_clear(t2s_batch_builder *builder)
{
    builder->has_types = false;
    for (int i = 0; i < T2S_BATCH_ARRAYS; i++)
        builder->arrays[i].count = 0;
}

void t2s_batch_free(t2s_batch_builder *builder)
{
    for (int i = 0; i < T2S_BATCH_ARRAYS; i++)
        t2s_vector_free(&builder->arrays[i]);
}

/* The arrays of the graphs' component 0 or 1. */
#define GRAPH(builder, i)                                                      \
    ((builder)->arrays + T2S_TOKEN_ARRAYS + (i)*T2S_GRAPH_ARRAYS)

static bool is_global(const t2sed_graph *graph)
{
    const t2s_part *part = t2s_graph_component(graph, 0);
    return part && part->global != T2S_NO_GLOBAL;
}

static size_t sequence_count(const t2s_batch_builder *builder)
{
    const size_t starts = builder->arrays[T2S_TOKEN_START].count;
    return starts > 0 ? starts - 1 : 0;
}

static t2sed_status check_fit(t2s_batch_builder *builder,
                              const t2sed_graph *graph,
                              const t2s_sequence *sequence, t2sed_error *err)
{
    for (int i = 0; i < 2; i++) {
        const t2s_sequence_side *side = &sequence->sides[i];
        if (side->first < 0 || side->count < 0 ||
            side->first > sequence->count - side->count)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "batch: %d tokens from %d in a sequence of %d",
                            side->count, side->first, sequence->count);
    }
    if (sequence_count(builder) == 0) {
        builder->layout = graph->layout;
        builder->typed = graph->typed;
        builder->global = is_global(graph);
        return T2SED_OK;
    }
    if (builder->layout == graph->layout && builder->typed == graph->typed &&
        builder->global == is_global(graph))
        return T2SED_OK;
    return t2s_fail(err, T2SED_EMISMATCH, -1,
                    "batch: graphs of different layouts in one batch");
}

/* Appends a number, unless that fails: then status says so. */
static void put(t2s_batch_builder *builder, t2s_numbers *array, int32_t number)
{
    if (array->count == INT32_MAX)
        builder->status = T2SED_ELIMIT;
    else if (!t2s_vector_push(array, number))
        builder->status = T2SED_ENOMEM;
}

/* The tokens of one side, each a piece of the terminals that it overlaps. The
 * side's first token is `token` of the batch, its first node `node`. */
static void add_pieces(t2s_batch_builder *builder, t2s_numbers *arrays,
                       const t2s_part *part, const t2s_sequence_side *side,
                       int32_t token, int32_t node)
{
    const t2s_graph_node *nodes = part->nodes;
    int32_t near = 0;
    for (int32_t i = 0; i < side->count; i++) {
        const size_t begin = side->spans[i].begin, end = side->spans[i].end;
        while (near < part->terminal_count && nodes[near].text_end <= begin)
            near++;
        /* A terminal without text, and a token without, overlap nothing. */
        for (int32_t at = near; begin < end && at < part->terminal_count &&
                                nodes[at].text_begin < end;
             at++)
            if (nodes[at].text_begin < nodes[at].text_end) {
                put(builder, &arrays[T2S_PIECE_TOKEN], token + i);
                put(builder, &arrays[T2S_PIECE_NODE], node + at);
            }
    }
}

/* The pieces of both sides, before their nodes and tokens are added. */
static void add_all_pieces(t2s_batch_builder *builder, const t2sed_graph *graph,
                           const t2s_sequence *sequence)
{
    const int32_t token = (int32_t)builder->arrays[T2S_TOKEN_ID].count;
    const bool joint = graph->layout == T2SED_GRAPH_JOINT;
    for (int side = 0; side < 2; side++) {
        t2s_numbers *arrays = GRAPH(builder, joint ? 0 : side);
        int32_t node = (int32_t)arrays[T2S_NODE_LABEL].count;
        if (joint && side == T2SED_SIDE_SQL)
            node += graph->sides[T2SED_SIDE_QUESTION]->node_count;
        add_pieces(builder, arrays, graph->sides[side], &sequence->sides[side],
                   token + sequence->sides[side].first, node);
    }
}

static void add_component(t2s_batch_builder *builder, t2s_numbers *arrays,
                          const t2s_part *part, int32_t graph)
{
    const int32_t first = (int32_t)arrays[T2S_NODE_LABEL].count;
    for (int32_t i = 0; i < part->node_count; i++) {
        put(builder, &arrays[T2S_NODE_LABEL], part->nodes[i].label);
        put(builder, &arrays[T2S_NODE_GRAPH], graph);
    }
    for (int32_t i = 0; i < part->edge_count; i++) {
        put(builder, &arrays[T2S_EDGE_SOURCE], part->edges[i].source + first);
        put(builder, &arrays[T2S_EDGE_TARGET], part->edges[i].target + first);
        put(builder, &arrays[T2S_EDGE_TYPE], part->edges[i].type);
    }
    if (part->global != T2S_NO_GLOBAL)
        put(builder, &arrays[T2S_READOUT], first + part->global);
}

static void add_tokens(t2s_batch_builder *builder, const t2s_sequence *sequence)
{
    t2s_numbers *arrays = builder->arrays;
    if (arrays[T2S_TOKEN_START].count == 0)
        put(builder, &arrays[T2S_TOKEN_START], 0);
    for (int32_t i = 0; i < sequence->count; i++) {
        put(builder, &arrays[T2S_TOKEN_ID], sequence->ids[i]);
        put(builder, &arrays[T2S_TOKEN_TYPE],
            sequence->types ? sequence->types[i] : 0);
    }
    put(builder, &arrays[T2S_TOKEN_START], (int32_t)arrays[T2S_TOKEN_ID].count);
}

t2sed_status t2s_batch_add(t2s_batch_builder *builder, const t2sed_graph *graph,
                           const t2s_sequence *sequence, t2sed_error *err)
{
    size_t before[T2S_BATCH_ARRAYS];
    const int32_t number = (int32_t)sequence_count(builder);
    t2sed_status status = check_fit(builder, graph, sequence, err);
    if (status)
        return status;
    for (int i = 0; i < T2S_BATCH_ARRAYS; i++)
        before[i] = builder->arrays[i].count;
    builder->status = T2SED_OK;
    if (graph->layout != T2SED_GRAPH_NONE)
        add_all_pieces(builder, graph, sequence);
    for (size_t i = 0; i < t2s_graph_component_count(graph); i++)
        add_component(builder, GRAPH(builder, i), t2s_graph_component(graph, i),
                      number);
    add_tokens(builder, sequence);
    if (builder->status == T2SED_OK) {
        builder->has_types = builder->has_types || sequence->types;
        return T2SED_OK;
    }
    for (int i = 0; i < T2S_BATCH_ARRAYS; i++)
        builder->arrays[i].count = before[i];
    return builder->status == T2SED_ENOMEM
               ? t2s_fail_memory(err)
               : t2s_fail(err, builder->status, -1,
                          "batch: more than %d tokens, nodes, edges or pieces",
                          INT32_MAX);
}

static void view_graphs(const t2s_batch_builder *builder,
                        const t2s_numbers *arrays, bool used,
                        t2s_graph_batch *out)
{
    memset(out, 0, sizeof *out);
    if (!used)
        return;
    out->graphs = (int32_t)sequence_count(builder);
    out->nodes = (int32_t)arrays[T2S_NODE_LABEL].count;
    out->edges = (int32_t)arrays[T2S_EDGE_SOURCE].count;
    out->pieces = (int32_t)arrays[T2S_PIECE_TOKEN].count;
    out->node_label = arrays[T2S_NODE_LABEL].at;
    out->node_graph = arrays[T2S_NODE_GRAPH].at;
    out->edge_source = arrays[T2S_EDGE_SOURCE].at;
    out->edge_target = arrays[T2S_EDGE_TARGET].at;
    out->edge_type = builder->typed ? arrays[T2S_EDGE_TYPE].at : NULL;
    out->piece_token = arrays[T2S_PIECE_TOKEN].at;
    out->piece_node = arrays[T2S_PIECE_NODE].at;
    out->readout = builder->global ? arrays[T2S_READOUT].at : NULL;
}

void t2s_batch_view(const t2s_batch_builder *builder, t2s_batch *batch)
{
    static const int32_t no_starts[1] = {0};
    const t2s_numbers *arrays = builder->arrays;
    size_t sequences = sequence_count(builder);
    batch->evidence = NULL;
    batch->tokens.sequences = (int32_t)sequences;
    batch->tokens.tokens = (int32_t)arrays[T2S_TOKEN_ID].count;
    batch->tokens.ids = arrays[T2S_TOKEN_ID].at;
    batch->tokens.types = builder->has_types ? arrays[T2S_TOKEN_TYPE].at : NULL;
    batch->tokens.starts =
        sequences > 0 ? arrays[T2S_TOKEN_START].at : no_starts;
    view_graphs(builder, GRAPH(builder, 0),
                sequences > 0 && builder->layout != T2SED_GRAPH_NONE,
                &batch->graphs[0]);
    view_graphs(builder, GRAPH(builder, 1),
                sequences > 0 && builder->layout == T2SED_GRAPH_SEPARATE,
                &batch->graphs[1]);
}
