#include "graph/batch.h"

#include <string.h>

#include "base/error.h"

void t2s_batch_clear(t2s_batch_builder *builder)
{
    builder->ids.count = builder->types.count = builder->starts.count = 0;
    builder->has_types = false;
    for (int i = 0; i < T2S_GRAPH_ARRAYS; i++)
        builder->graphs[0][i].count = builder->graphs[1][i].count = 0;
}

void t2s_batch_free(t2s_batch_builder *builder)
{
    t2s_vector_free(&builder->ids);
    t2s_vector_free(&builder->types);
    t2s_vector_free(&builder->starts);
    for (int i = 0; i < T2S_GRAPH_ARRAYS; i++) {
        t2s_vector_free(&builder->graphs[0][i]);
        t2s_vector_free(&builder->graphs[1][i]);
    }
}

static bool is_global(const t2sed_graph *graph)
{
    const t2s_part *part = t2s_graph_component(graph, 0);
    return part && part->global != T2S_NO_GLOBAL;
}

static size_t sequence_count(const t2s_batch_builder *builder)
{
    return builder->starts.count > 0 ? builder->starts.count - 1 : 0;
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

/* Makes room for so many more numbers in arrays[first..last]. */
static t2sed_status reserve(t2s_numbers *arrays, int first, int last,
                            size_t more, t2sed_error *err)
{
    for (int i = first; i <= last; i++) {
        const size_t count = arrays[i].count + more;
        if (count > INT32_MAX)
            return t2s_fail(err, T2SED_ELIMIT, -1,
                            "batch: more than %d tokens, nodes, edges or "
                            "pieces",
                            INT32_MAX);
        if (!t2s_vector_reserve(&arrays[i], count))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

/* Room for all but the pieces, so that filling in can't fail. */
static t2sed_status make_room(t2s_batch_builder *builder,
                              const t2sed_graph *graph,
                              const t2s_sequence *sequence, t2sed_error *err)
{
    const size_t tokens = (size_t)sequence->count;
    t2sed_status status = reserve(&builder->starts, 0, 0, 2, err);
    if (!status)
        status = reserve(&builder->ids, 0, 0, tokens, err);
    if (!status)
        status = reserve(&builder->types, 0, 0, tokens, err);
    for (size_t i = 0; i < t2s_graph_component_count(graph) && !status; i++) {
        const t2s_part *part = t2s_graph_component(graph, i);
        t2s_numbers *arrays = builder->graphs[i];
        status = reserve(arrays, T2S_NODE_LABEL, T2S_NODE_GRAPH,
                         (size_t)part->node_count, err);
        if (!status)
            status = reserve(arrays, T2S_EDGE_SOURCE, T2S_EDGE_TYPE,
                             (size_t)part->edge_count, err);
        if (!status)
            status = reserve(arrays, T2S_READOUT, T2S_READOUT, 1, err);
    }
    return status;
}

/* Appends to an array that has room. */
static void put(t2s_numbers *array, int32_t number)
{
    array->at[array->count++] = number;
}

/* The tokens of one side, each a piece of the terminals that it overlaps. The
 * side's first token is `token` of the batch, its first node `node`. */
static t2sed_status add_pieces(t2s_numbers *arrays, const t2s_part *part,
                               const t2s_sequence_side *side, int32_t token,
                               int32_t node, t2sed_error *err)
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
             at++) {
            t2sed_status status;
            if (nodes[at].text_begin == nodes[at].text_end)
                continue;
            status = reserve(arrays, T2S_PIECE_TOKEN, T2S_PIECE_NODE, 1, err);
            if (status)
                return status;
            put(&arrays[T2S_PIECE_TOKEN], token + i);
            put(&arrays[T2S_PIECE_NODE], node + at);
        }
    }
    return T2SED_OK;
}

static t2sed_status add_all_pieces(t2s_batch_builder *builder,
                                   const t2sed_graph *graph,
                                   const t2s_sequence *sequence,
                                   t2sed_error *err)
{
    int32_t token = (int32_t)builder->ids.count;
    bool joint = graph->layout == T2SED_GRAPH_JOINT;
    t2sed_status status = T2SED_OK;
    if (graph->layout == T2SED_GRAPH_NONE)
        return T2SED_OK;
    for (int which = 0; which < 2 && !status; which++) {
        t2s_numbers *arrays = builder->graphs[joint ? 0 : which];
        int32_t node = (int32_t)arrays[T2S_NODE_LABEL].count;
        if (joint && which == T2SED_SIDE_SQL)
            node += graph->sides[T2SED_SIDE_QUESTION]->node_count;
        status =
            add_pieces(arrays, graph->sides[which], &sequence->sides[which],
                       token + sequence->sides[which].first, node, err);
    }
    return status;
}

static void add_component(t2s_numbers *arrays, const t2s_part *part,
                          int32_t graph)
{
    const int32_t first = (int32_t)arrays[T2S_NODE_LABEL].count;
    for (int32_t i = 0; i < part->node_count; i++) {
        put(&arrays[T2S_NODE_LABEL], part->nodes[i].label);
        put(&arrays[T2S_NODE_GRAPH], graph);
    }
    for (int32_t i = 0; i < part->edge_count; i++) {
        put(&arrays[T2S_EDGE_SOURCE], part->edges[i].source + first);
        put(&arrays[T2S_EDGE_TARGET], part->edges[i].target + first);
        put(&arrays[T2S_EDGE_TYPE], part->edges[i].type);
    }
    if (part->global != T2S_NO_GLOBAL)
        put(&arrays[T2S_READOUT], first + part->global);
}

static void add_tokens(t2s_batch_builder *builder, const t2s_sequence *sequence)
{
    if (builder->starts.count == 0)
        put(&builder->starts, 0);
    for (int32_t i = 0; i < sequence->count; i++) {
        put(&builder->ids, sequence->ids[i]);
        put(&builder->types, sequence->types ? sequence->types[i] : 0);
    }
    builder->has_types = builder->has_types || sequence->types;
    put(&builder->starts, (int32_t)builder->ids.count);
}

t2sed_status t2s_batch_add(t2s_batch_builder *builder, const t2sed_graph *graph,
                           const t2s_sequence *sequence, t2sed_error *err)
{
    size_t pieces[2];
    int32_t number = (int32_t)sequence_count(builder);
    t2sed_status status = check_fit(builder, graph, sequence, err);
    for (int i = 0; i < 2; i++)
        pieces[i] = builder->graphs[i][T2S_PIECE_TOKEN].count;
    if (!status)
        status = make_room(builder, graph, sequence, err);
    if (!status)
        status = add_all_pieces(builder, graph, sequence, err);
    for (int i = 0; i < 2 && status; i++)
        builder->graphs[i][T2S_PIECE_TOKEN].count =
            builder->graphs[i][T2S_PIECE_NODE].count = pieces[i];
    if (status)
        return status;
    for (size_t i = 0; i < t2s_graph_component_count(graph); i++)
        add_component(builder->graphs[i], t2s_graph_component(graph, i),
                      number);
    add_tokens(builder, sequence);
    return T2SED_OK;
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
    size_t sequences = sequence_count(builder);
    batch->tokens.sequences = (int32_t)sequences;
    batch->tokens.tokens = (int32_t)builder->ids.count;
    batch->tokens.ids = builder->ids.at;
    batch->tokens.types = builder->has_types ? builder->types.at : NULL;
    batch->tokens.starts = sequences > 0 ? builder->starts.at : no_starts;
    view_graphs(builder, builder->graphs[0],
                sequences > 0 && builder->layout != T2SED_GRAPH_NONE,
                &batch->graphs[0]);
    view_graphs(builder, builder->graphs[1],
                sequences > 0 && builder->layout == T2SED_GRAPH_SEPARATE,
                &batch->graphs[1]);
}
