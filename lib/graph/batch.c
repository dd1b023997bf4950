#include "graph/batch.h"

#include <string.h>

#include "base/error.h"

/* What a batch holds of one kind of graph; also how far it is filled. */
typedef struct extent {
    size_t nodes, edges, pieces, readout;
} extent;

static extent extent_of(const t2s_graph_arrays *arrays)
{
    extent at = {arrays->node_label.count, arrays->edge_source.count,
                 arrays->piece_token.count, arrays->readout.count};
    return at;
}

static void cut(t2s_graph_arrays *arrays, extent at)
{
    arrays->node_label.count = arrays->node_graph.count = at.nodes;
    arrays->edge_source.count = arrays->edge_target.count = at.edges;
    arrays->edge_type.count = at.edges;
    arrays->piece_token.count = arrays->piece_node.count = at.pieces;
    arrays->readout.count = at.readout;
}

void t2s_batch_clear(t2s_batch_builder *builder)
{
    static const extent empty = {0, 0, 0, 0};
    builder->ids.count = builder->types.count = builder->starts.count = 0;
    builder->has_types = false;
    cut(&builder->graphs[0], empty);
    cut(&builder->graphs[1], empty);
}

static void free_arrays(t2s_graph_arrays *arrays)
{
    t2s_vector_free(&arrays->node_label);
    t2s_vector_free(&arrays->node_graph);
    t2s_vector_free(&arrays->edge_source);
    t2s_vector_free(&arrays->edge_target);
    t2s_vector_free(&arrays->edge_type);
    t2s_vector_free(&arrays->piece_token);
    t2s_vector_free(&arrays->piece_node);
    t2s_vector_free(&arrays->readout);
}

void t2s_batch_free(t2s_batch_builder *builder)
{
    t2s_vector_free(&builder->ids);
    t2s_vector_free(&builder->types);
    t2s_vector_free(&builder->starts);
    free_arrays(&builder->graphs[0]);
    free_arrays(&builder->graphs[1]);
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

/* Room for all but the pieces, so that filling in can't fail. */
static t2sed_status make_room(t2s_batch_builder *builder,
                              const t2sed_graph *graph,
                              const t2s_sequence *sequence, t2sed_error *err)
{
    size_t tokens = builder->ids.count + (size_t)sequence->count;
    bool ok = t2s_vector_reserve(&builder->ids, tokens) &&
              t2s_vector_reserve(&builder->types, tokens) &&
              t2s_vector_reserve(&builder->starts, builder->starts.count + 2);
    if (tokens > INT32_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1, "batch: more than %d tokens",
                        INT32_MAX);
    for (size_t i = 0; i < t2sed_graph_component_count(graph); i++) {
        const t2s_part *part = t2s_graph_component(graph, i);
        t2s_graph_arrays *arrays = &builder->graphs[i];
        size_t nodes = arrays->node_label.count + (size_t)part->node_count;
        size_t edges = arrays->edge_source.count + (size_t)part->edge_count;
        if (nodes > INT32_MAX || edges > INT32_MAX)
            return t2s_fail(err, T2SED_ELIMIT, -1,
                            "batch: more than %d nodes or edges", INT32_MAX);
        ok = ok && t2s_vector_reserve(&arrays->node_label, nodes) &&
             t2s_vector_reserve(&arrays->node_graph, nodes) &&
             t2s_vector_reserve(&arrays->edge_source, edges) &&
             t2s_vector_reserve(&arrays->edge_target, edges) &&
             t2s_vector_reserve(&arrays->edge_type, edges) &&
             t2s_vector_reserve(&arrays->readout, arrays->readout.count + 1);
    }
    return ok ? T2SED_OK : t2s_fail_memory(err);
}

static t2sed_status add_piece(t2s_graph_arrays *arrays, int32_t token,
                              int32_t node, t2sed_error *err)
{
    if (arrays->piece_token.count >= INT32_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1, "batch: more than %d pieces",
                        INT32_MAX);
    if (!t2s_vector_push(&arrays->piece_token, token) ||
        !t2s_vector_push(&arrays->piece_node, node))
        return t2s_fail_memory(err);
    return T2SED_OK;
}

/* The tokens of one side, each a piece of the terminals that it overlaps. The
 * side's first token is `token` of the batch, its first node `node`. */
static t2sed_status add_pieces(t2s_graph_arrays *arrays, const t2s_part *part,
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
            status = add_piece(arrays, token + i, node + at, err);
            if (status)
                return status;
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
        t2s_graph_arrays *arrays = &builder->graphs[joint ? 0 : which];
        int32_t node = (int32_t)arrays->node_label.count;
        if (joint && which == T2SED_SIDE_SQL)
            node += graph->sides[T2SED_SIDE_QUESTION]->node_count;
        status =
            add_pieces(arrays, graph->sides[which], &sequence->sides[which],
                       token + sequence->sides[which].first, node, err);
    }
    return status;
}

static void add_component(t2s_graph_arrays *arrays, const t2s_part *part,
                          int32_t graph)
{
    size_t node = arrays->node_label.count, edge = arrays->edge_source.count;
    size_t nodes = (size_t)part->node_count, edges = (size_t)part->edge_count;
    for (size_t i = 0; i < nodes; i++) {
        arrays->node_label.at[node + i] = part->nodes[i].label;
        arrays->node_graph.at[node + i] = graph;
    }
    for (size_t i = 0; i < edges; i++) {
        arrays->edge_source.at[edge + i] = part->edge_source[i] + (int32_t)node;
        arrays->edge_target.at[edge + i] = part->edge_target[i] + (int32_t)node;
    }
    if (edges > 0)
        memcpy(arrays->edge_type.at + edge, part->edge_type,
               edges * sizeof(int32_t));
    arrays->node_label.count = arrays->node_graph.count = node + nodes;
    arrays->edge_source.count = arrays->edge_target.count = edge + edges;
    arrays->edge_type.count = edge + edges;
    if (part->global != T2S_NO_GLOBAL)
        arrays->readout.at[arrays->readout.count++] =
            (int32_t)node + part->global;
}

static void add_tokens(t2s_batch_builder *builder, const t2s_sequence *sequence)
{
    size_t count = (size_t)sequence->count, size = count * sizeof(int32_t);
    if (builder->starts.count == 0)
        builder->starts.at[builder->starts.count++] = 0;
    if (count > 0)
        memcpy(builder->ids.at + builder->ids.count, sequence->ids, size);
    if (count > 0 && sequence->types)
        memcpy(builder->types.at + builder->types.count, sequence->types, size);
    else if (count > 0)
        memset(builder->types.at + builder->types.count, 0, size);
    builder->has_types = builder->has_types || sequence->types;
    builder->ids.count += count;
    builder->types.count += count;
    builder->starts.at[builder->starts.count++] = (int32_t)builder->ids.count;
}

t2sed_status t2s_batch_add(t2s_batch_builder *builder, const t2sed_graph *graph,
                           const t2s_sequence *sequence, t2sed_error *err)
{
    extent before[2] = {extent_of(&builder->graphs[0]),
                        extent_of(&builder->graphs[1])};
    int32_t number = (int32_t)sequence_count(builder);
    t2sed_status status = check_fit(builder, graph, sequence, err);
    if (!status)
        status = make_room(builder, graph, sequence, err);
    if (!status)
        status = add_all_pieces(builder, graph, sequence, err);
    if (status) {
        cut(&builder->graphs[0], before[0]);
        cut(&builder->graphs[1], before[1]);
        return status;
    }
    for (size_t i = 0; i < t2sed_graph_component_count(graph); i++)
        add_component(&builder->graphs[i], t2s_graph_component(graph, i),
                      number);
    add_tokens(builder, sequence);
    return T2SED_OK;
}

static void view_graphs(const t2s_batch_builder *builder,
                        const t2s_graph_arrays *arrays, bool used,
                        t2s_graph_batch *out)
{
    memset(out, 0, sizeof *out);
    if (!used)
        return;
    out->graphs = (int32_t)sequence_count(builder);
    out->nodes = (int32_t)arrays->node_label.count;
    out->edges = (int32_t)arrays->edge_source.count;
    out->pieces = (int32_t)arrays->piece_token.count;
    out->node_label = arrays->node_label.at;
    out->node_graph = arrays->node_graph.at;
    out->edge_source = arrays->edge_source.at;
    out->edge_target = arrays->edge_target.at;
    out->edge_type = builder->typed ? arrays->edge_type.at : NULL;
    out->piece_token = arrays->piece_token.at;
    out->piece_node = arrays->piece_node.at;
    out->readout = builder->global ? arrays->readout.at : NULL;
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
    view_graphs(builder, &builder->graphs[0],
                sequences > 0 && builder->layout != T2SED_GRAPH_NONE,
                &batch->graphs[0]);
    view_graphs(builder, &builder->graphs[1],
                sequences > 0 && builder->layout == T2SED_GRAPH_SEPARATE,
                &batch->graphs[1]);
}
