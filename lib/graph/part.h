/*
 * part.h - one side of a pair as a graph of its own: the question's words and
 * constituents, or the SQL's terminals and rules.
 *
 * Nodes: terminals in text order, then non-terminals in pre-order, then the
 * global node if there is one. Edges stand in both directions, one after the
 * other, each pair of nodes once per type (typed) or once (untyped); there are
 * no self-loops.
 *
 * No set of edges is needed to keep them unique. Tree edges have a non-terminal
 * at one end, so they never meet the others; a dependency repeats another only
 * where two words are each other's heads, and a sequence edge repeats a
 * dependency only where a word's head is its neighbour. Both are looked up.
 */
#ifndef T2S_GRAPH_PART_H
#define T2S_GRAPH_PART_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/string.h"
#include "base/tree.h"
#include "base/vector.h"
#include "question/question.h"
#include "t2sed/graph.h"

#define T2S_NO_GLOBAL (-1)

typedef struct t2s_graph_node {
    const char *name; /* a terminal's text, a non-terminal's label */
    uint32_t name_length;
    int32_t kind;                  /* T2SED_NODE_* */
    int32_t label;                 /* 0: unknown label; -1: a terminal without
                                      one (builder.c) */
    uint32_t begin, end;           /* its bytes in the source */
    uint32_t text_begin, text_end; /* a terminal's bytes in the part's text */
} t2s_graph_node;

/* Never changes once made, so that the graphs of a beam share a question's.
 * A part, its arrays and its strings are one allocation; of a joint part and of
 * a copy, names are those of the parts that it was made of. */
typedef struct t2s_part {
    atomic_int references;
    int32_t node_count, terminal_count, edge_count;
    int32_t global; /* a node, or T2S_NO_GLOBAL */
    t2s_graph_node *nodes;
    t2sed_graph_edge *edges;
    const char *text; /* what the encoder reads, NUL-terminated */
    size_t text_length;
} t2s_part;

/* What goes into a part. */
typedef struct t2s_part_options {
    bool tree;       /* non-terminals, and the edges of the tree */
    bool dependency; /* edges between a word and its head */
    bool sequence;   /* edges between neighbours */
    bool typed;
    bool global;
    const t2s_map *labels;
} t2s_part_options;

/* A part in the making. All zeros is ready; one draft serves for any number of
 * parts, and keeps its room. */
typedef struct t2s_part_draft {
    T2S_VECTOR(t2s_graph_node) nodes;
    T2S_VECTOR(t2sed_graph_edge) edges;
    T2S_VECTOR(int32_t) node_of; /* of each node of the tree */
    T2S_VECTOR(int32_t) marks;   /* of each word, when links are made */
    t2s_string text, names;
    bool failed; /* out of memory */
} t2s_part_draft;

void t2s_part_draft_free(t2s_part_draft *draft);

/* Errors: T2SED_EEMPTY (no words), T2SED_EMISMATCH (a tree whose terminals are
 * not the words), T2SED_ELIMIT, T2SED_ENOMEM. */
t2sed_status t2s_part_from_question(t2s_part **out, t2s_part_draft *draft,
                                    const t2sed_question *question,
                                    const t2s_part_options *options,
                                    t2sed_error *err);
/* Errors: T2SED_EEMPTY (no terminals), T2SED_ELIMIT, T2SED_ENOMEM. */
t2sed_status t2s_part_from_sql(t2s_part **out, t2s_part_draft *draft,
                               const t2s_tree *tree,
                               const t2s_part_options *options,
                               t2sed_error *err);

/* A link of some t2s_link_kind: a word of the question, a terminal of the SQL.
 * T2S_LINK_NONE has no word (-1): a name or value that no words name. */
typedef struct t2s_link_pair {
    int32_t word, terminal, kind;
} t2s_link_pair;

/*
 * The question's nodes, the SQL's after them, the links between both (ordered
 * by terminal; the same pair counts once), and the global node. The two must
 * outlive the joint part. Errors: T2SED_ELIMIT,
 * T2SED_ENOMEM.
 */
t2sed_status t2s_part_join(t2s_part **out, t2s_part_draft *draft,
                           const t2s_part *question, const t2s_part *sql,
                           const t2s_link_pair *links, size_t link_count,
                           const t2s_part_options *options, t2sed_error *err);

/* A copy that is not shared yet, so that its nodes may be changed. `part` must
 * outlive it. Errors: T2SED_ENOMEM. */
t2sed_status t2s_part_copy(t2s_part **out, t2s_part_draft *draft,
                           const t2s_part *part, t2sed_error *err);

t2s_part *t2s_part_retain(t2s_part *part);
void t2s_part_release(t2s_part *part);

#endif
