/* graph.h - a graph as batches and printers see it. */
#ifndef T2S_GRAPH_GRAPH_H
#define T2S_GRAPH_GRAPH_H

#include "graph/part.h"

struct t2sed_graph {
    int layout; /* T2SED_GRAPH_* */
    bool typed;
    t2s_part *sides[2]; /* question (shared by its beam) and SQL */
    t2s_part *shared;   /* the question of which sides[0] is a copy, or NULL */
    t2s_part *joint;    /* both, in the joint layout; NULL elsewhere */
};

size_t t2s_graph_component_count(const t2sed_graph *graph);
/* Component `i`, or NULL if there is none. */
const t2s_part *t2s_graph_component(const t2sed_graph *graph, size_t i);

/* t2sed_graph_builder_build from a tree of the SQL that is simplified and
 * resolved already. */
t2sed_status t2s_graph_build_from_tree(t2sed_graph **out,
                                       t2sed_graph_builder *builder,
                                       const t2s_tree *sql, t2sed_error *err);

#endif
