/*
 * batch.h - graphs and their token sequences, laid out as the flat arrays of
 * shim/backend.h.
 *
 *     t2s_batch_builder builder = {0};
 *     t2s_batch_clear(&builder);
 *     for (...) status = t2s_batch_add(&builder, graph, &sequence, err);
 *     t2s_batch_view(&builder, &batch);
 *     ...use batch...
 *     t2s_batch_free(&builder);
 *
 * A builder keeps its room when it is cleared, so that batches after the first
 * allocate nothing.
 */
#ifndef T2S_GRAPH_BATCH_H
#define T2S_GRAPH_BATCH_H

#include "shim/backend.h"
#include "graph/graph.h"

/* The tokens of one side: ids[first] .. ids[first + count - 1] of a sequence,
 * and their bytes in the side's encoder text (t2sed_graph_text), ascending. */
typedef struct t2s_sequence_side {
    int32_t first, count;
    const t2sed_span *spans; /* [count] */
} t2s_sequence_side;

/*
 * What the encoder reads of one pair, special tokens and all:
 * [CLS] question [SEP] SQL [SEP]. Tokens that were cut off are simply not
 * there: the terminals they were part of get fewer pieces, or none.
 */
typedef struct t2s_sequence {
    const int32_t *ids;   /* [count] */
    const int32_t *types; /* [count], or NULL for all 0 */
    int32_t count;
    t2s_sequence_side sides[2]; /* the question's, the SQL's */
} t2s_sequence;

typedef T2S_VECTOR(int32_t) t2s_numbers;

/* The arrays of a batch: those of its tokens, then those of each graph. */
enum { T2S_TOKEN_ID, T2S_TOKEN_TYPE, T2S_TOKEN_START, T2S_TOKEN_ARRAYS };
enum t2s_graph_array {
    T2S_NODE_LABEL,
    T2S_NODE_GRAPH,
    T2S_EDGE_SOURCE,
    T2S_EDGE_TARGET,
    T2S_EDGE_TYPE,
    T2S_PIECE_TOKEN,
    T2S_PIECE_NODE,
    T2S_READOUT,
    T2S_GRAPH_ARRAYS
};
#define T2S_BATCH_ARRAYS (T2S_TOKEN_ARRAYS + 2 * T2S_GRAPH_ARRAYS)

/* All zeros is empty and ready. */
typedef struct t2s_batch_builder {
    /* Of the first graph; all others of a batch must have the same. */
    int layout;
    bool typed, global;
    bool has_types;      /* some sequence has token types */
    t2sed_status status; /* of the pair that is being added */
    t2s_numbers arrays[T2S_BATCH_ARRAYS];
} t2s_batch_builder;

/* Empties the batch, keeps its room. */
T2S_PRIVATE
void t2s_batch_clear(t2s_batch_builder *builder);

/*
 * Adds a pair: copies the tokens, and the graph's nodes and edges with their
 * numbers moved behind those that are there. A token is a piece of each
 * terminal that it shares a byte with. On failure the batch is as it was.
 *
 * Errors: T2SED_EMISMATCH (a graph of another layout, typed or global unlike
 * the batch's), T2SED_EINVAL (sides that are not within the sequence),
 * T2SED_ELIMIT (more than an int32_t numbers), T2SED_ENOMEM.
 */
T2S_PRIVATE
t2sed_status t2s_batch_add(t2s_batch_builder *builder, const t2sed_graph *graph,
                           const t2s_sequence *sequence, t2sed_error *err);

/* The arrays as the backend takes them, borrowed until the next change.
 * Evidence is NULL: the caller sets it. */
T2S_PRIVATE
void t2s_batch_view(const t2s_batch_builder *builder, t2s_batch *batch);

T2S_PRIVATE
void t2s_batch_free(t2s_batch_builder *builder);

#endif
