/* link_labels.h - labels of terminals by how they are linked: what a model's
 * table of labels adds to the vector of a terminal's tokens. */
#ifndef T2S_GRAPH_LINK_LABELS_H
#define T2S_GRAPH_LINK_LABELS_H

#include "graph/links.h"

/* The numbers of a vocabulary's labels by t2s_link_kind; T2S_LABEL_TERMINAL
 * where it has none. */
typedef struct t2s_link_labels {
    int32_t of[T2S_LINK_KIND_COUNT];
} t2s_link_labels;

t2s_link_labels t2s_link_labels_of(const t2s_map *vocabulary);

/* Whether the vocabulary has any of them. */
bool t2s_link_labels_any(const t2s_link_labels *labels);

/*
 * Labels terminals: of a pair's `side` (T2SED_SIDE_*), `count` of them, by the
 * nearest kind of all their links. What is not in `pairs` is unlinked if it is
 * a word, and keeps its label if it is the SQL's (a keyword).
 */
void t2s_link_labels_set(const t2s_link_labels *labels,
                         t2s_graph_node *terminals, int32_t count,
                         const t2s_link_pairs *pairs, int side);

#endif
