/*
 * inputs.h - batches checked and brought into the shape that the module's
 * methods take. Nothing here knows of libtorch, so that no index reaches it
 * unchecked.
 */
#ifndef T2S_SHIM_INPUTS_H
#define T2S_SHIM_INPUTS_H

#include <cstdint>
#include <vector>

#include "backend.h"

namespace t2s
{

/* Sequences of about equal length, which attention takes side by side. */
struct group {
    int64_t sequences, length;
    std::vector<int64_t> pad; /* [sequences, length] rows of the batch */
    std::vector<float> mask;  /* [sequences, length] 0 or -inf */
};

/* Tokens as encode() of the module takes them. The rows are filled up to a
 * multiple of 16, so that varied batches share a few matrix shapes. */
struct token_input {
    int64_t tokens;
    std::vector<int64_t> ids, types, places, back; /* [rows] */
    std::vector<int64_t> starts;                   /* [sequences + 1] rows */
    std::vector<group> groups;
};

/* A graph batch as score() of the module takes it. Nodes are filled up, too. */
struct graph_input {
    int64_t nodes;                        /* without those that fill up */
    std::vector<int64_t> token, node;     /* [pieces] */
    std::vector<float> share;             /* [pieces] 1 / pieces of the node */
    std::vector<int64_t> label, labelled; /* [non-terminals] */
    std::vector<int64_t> source, target, kind; /* edges, then self-loops */
    std::vector<int64_t> owner; /* [rows] of a node; [graphs] with a readout */
    std::vector<float> part;    /* [rows] 1 / nodes of the graph; else 0 */
};

struct score_input {
    std::vector<int64_t> first; /* [sequences] row of the first token */
    graph_input graphs[2];
    int32_t graph_count; /* 0, 1 or 2 */
};

/* Throw `failure` for what is outside the contract of backend.h. */
void check_architecture(const t2s_architecture &architecture);
token_input prepare_tokens(const t2s_architecture &architecture,
                           const t2s_token_batch &tokens);
score_input prepare_score(const t2s_architecture &architecture,
                          const t2s_batch &batch);

} // namespace t2s

#endif
