/* builder.h - what a graph builder holds. */
#ifndef T2S_GRAPH_BUILDER_H
#define T2S_GRAPH_BUILDER_H

#include "graph/graph.h"
#include "graph/link_labels.h"

struct t2sed_graph_builder {
    int layout;
    bool typed, link;
    bool mark; /* terminals are labelled by their links */
    t2sed_sql_view_options view;
    t2s_map labels[2];         /* the joint layout uses the first alone */
    t2s_link_labels marks[2];  /* of each side */
    t2s_part_options parts[2]; /* what goes into each side */
    t2s_part_options join;     /* and into the joint part */
    /* Of the present question; words are NULL where nothing is linked. */
    t2s_part *question;
    t2s_link_words *words;
    const t2sed_schema *schema;
    /* Room to work in. */
    t2s_sketch sketch;
    t2s_links found;
    t2s_link_pairs pairs;
};

#endif
