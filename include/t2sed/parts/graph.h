/*
 * t2sed/parts/graph.h - builds the graph of a question and a query, the input
 * of a model's graph layers.
 *
 * A graph has nodes of two sides. On each side the terminals come first, in
 * text order (the question's words; the SQL's terminals), then the
 * non-terminals in pre-order (constituents; rules of the grammar). The layout
 * says how the sides are connected:
 *
 *   separate  two components, the question's (0) and the SQL's (1), each with
 *             its own numbering from 0 (Chen et al. 2023, section 3.2);
 *   joint     one component (0): the question's nodes, then the SQL's;
 *   none      no component: the encoder's [CLS] vector alone is read.
 *
 * Edges have a type, run in both directions, and are never self-loops (the
 * graph layer adds those). In a typed graph the same pair of nodes may be
 * joined once by each type; in an untyped one it is joined once, and the edge
 * carries the lowest of its types for display only.
 *
 * With a global node, each component has one node more, its last, joined to
 * all others; its vector is read out in place of the mean.
 *
 * The encoder reads the words joined by single blanks, and the SQL's terminals
 * joined by single blanks; every terminal knows its bytes there (so that
 * tokens find their nodes) and its bytes in the text it came from.
 */
#ifndef T2SED_GRAPH_H
#define T2SED_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "../question.h"
#include "../schema.h"
#include "../sql.h"
#include "../status.h"
#include "tree.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_graph_builder t2sed_graph_builder;
typedef struct t2sed_graph t2sed_graph;

/* Layouts. */
#define T2SED_GRAPH_NONE     0
#define T2SED_GRAPH_SEPARATE 1
#define T2SED_GRAPH_JOINT    2

/* Sides. */
#define T2SED_SIDE_QUESTION 0
#define T2SED_SIDE_SQL      1

/* Types of edges: rows of a model's table of edge types. */
#define T2SED_EDGE_SELF         0 /* never in a graph: the layer's own */
#define T2SED_EDGE_DEPENDENCY   1 /* a word and its head */
#define T2SED_EDGE_CONSTITUENCY 2 /* a constituent and its child */
#define T2SED_EDGE_SYNTAX       3 /* a rule of the SQL grammar and its child */
#define T2SED_EDGE_SEQUENCE     4 /* neighbours in the text */
/* A word and a SQL terminal that name the same table, column or value. */
#define T2SED_EDGE_LINK   5
#define T2SED_EDGE_GLOBAL 6 /* the global node and any other */

/* Kinds of nodes. */
#define T2SED_NODE_WORD        0 /* a word of the question */
#define T2SED_NODE_CONSTITUENT 1 /* a constituent of the question */
#define T2SED_NODE_TERMINAL    2 /* a terminal of the SQL */
#define T2SED_NODE_RULE        3 /* a rule of the SQL's syntax tree */
#define T2SED_NODE_GLOBAL      4

/* The label of a global node, should a vocabulary hold it. */
#define T2SED_GRAPH_GLOBAL_LABEL "[GLOBAL]"

/* Labels of terminals by their links, should a vocabulary hold one of them: a
 * word and a name of the SQL that are the same, or of which one is part of the
 * other; a word and a value that are the same; a word, name or value that
 * nothing on the other side names. Keywords have none. Since: 0.1. Source:
 * Wang et al. 2020, section 4.3, as labels of nodes. */
#define T2SED_GRAPH_EXACT_LABEL    "[EXACT]"
#define T2SED_GRAPH_PARTIAL_LABEL  "[PARTIAL]"
#define T2SED_GRAPH_VALUE_LABEL    "[VALUE]"
#define T2SED_GRAPH_UNLINKED_LABEL "[UNLINKED]"

/* What a builder makes. */
typedef struct t2sed_graph_options {
    size_t struct_size; /* sizeof(t2sed_graph_options) */
    int layout;         /* T2SED_GRAPH_*; default separate */
    /* Types of edges, 1 or 0; default 1. Without `constituency` the question
     * has no non-terminals, without `syntax` the SQL has none. `link` counts
     * in the joint layout alone. */
    int dependency, constituency, syntax, sequence, link;
    int typed;       /* default 0, as published */
    int global_node; /* default 0 */
    /* What of the SQL's tree is kept; NULL (the default) for the defaults of
     * t2sed_sql_view_options. */
    const t2sed_sql_view_options *view;
    /* Vocabularies: the label at index i has the number i + 1; a label that is
     * not listed has 0. The joint layout uses question_labels for both sides.
     * NULL (the default) stands for the published model's labels: 20 for
     * questions, 11 for SQL, all 31 in the joint layout. */
    const char *const *question_labels;
    size_t question_label_count;
    const char *const *sql_labels;
    size_t sql_label_count;
} t2sed_graph_options;

/*
 * Fills in the defaults: the paper's graph.
 *
 * size  sizeof(t2sed_graph_options), which becomes struct_size.
 *
 * Errors: none. Threads: any. Since: 0.9. Source: Chen et al. 2023, 3.2.
 */
T2SED_API void t2sed_graph_options_init(t2sed_graph_options *options,
                                        size_t size);

/*
 * Makes a builder of graphs.
 *
 * out      the new builder, freed with t2sed_graph_builder_free.
 * options  copied, with all that it points to; NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (options, an unknown layout, a label that is empty
 * or listed twice), T2SED_ENOMEM. Threads: any; a builder is used by one
 * thread at a time. Since: 0.1.
 */
T2SED_API t2sed_status
t2sed_graph_builder_new(t2sed_graph_builder **out,
                        const t2sed_graph_options *options, t2sed_error *err);

/* Frees a builder; the graphs that it made stay. NULL is allowed. Since: 0.1.
 */
T2SED_API void t2sed_graph_builder_free(t2sed_graph_builder *builder);

/*
 * Sets the question whose candidates are built next. Its side of the graph is
 * made here, once, and shared by the graphs of all candidates.
 *
 * question  copied; it may be freed after the call.
 * schema    the database's schema, or NULL: resolves aliases and bare columns
 *           of the SQL, and links words to it. Borrowed: it must live until
 *           the next call of this function, or until the builder is freed.
 *
 * On failure the builder keeps the question that it had.
 *
 * Errors: T2SED_EEMPTY (a question without words), T2SED_ELIMIT,
 * T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.2 (merged dependency and constituency
 * parse).
 */
T2SED_API t2sed_status t2sed_graph_builder_set_question(
    t2sed_graph_builder *builder, const t2sed_question *question,
    const t2sed_schema *schema, t2sed_error *err);

/*
 * Builds the graph of the present question and one candidate.
 *
 * out  the new graph, freed with t2sed_graph_free. It needs neither the
 *      builder nor the question nor the SQL any more.
 * sql  not kept.
 *
 * Errors: T2SED_ESTATE (no question was set), T2SED_EEMPTY, T2SED_ELIMIT,
 * T2SED_ENOMEM, and what resolving names against the schema may give.
 * Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.2 and Appendix D.
 */
T2SED_API t2sed_status t2sed_graph_builder_build(t2sed_graph **out,
                                                 t2sed_graph_builder *builder,
                                                 const t2sed_sql *sql,
                                                 t2sed_error *err);

/* Frees a graph. NULL is allowed. Since: 0.1. */
T2SED_API void t2sed_graph_free(t2sed_graph *graph);

/*
 * What the encoder reads of a side (T2SED_SIDE_*), with its length in bytes in
 * *length (which may be NULL).
 *
 * Returns: text borrowed from the graph; NULL for another side. Errors: none.
 * Threads: any; a graph never changes. Since: 0.1.
 */
T2SED_API const char *t2sed_graph_text(const t2sed_graph *graph, int side,
                                       size_t *length);

/* One direction of an edge; T2SED_EDGE_*. An array's element: it won't grow. */
typedef struct t2sed_graph_edge {
    int32_t source, target, type;
} t2sed_graph_edge;

typedef struct t2sed_graph_component {
    size_t struct_size; /* sizeof(t2sed_graph_component) */
    size_t node_count;
    /* Edges, [edge_count]; an edge and its reverse stand side by side. */
    size_t edge_count;
    const t2sed_graph_edge *edges;
    int32_t global_node; /* -1: there is none */
} t2sed_graph_component;
#define T2SED_GRAPH_COMPONENT_INIT                                             \
    {                                                                          \
        sizeof(t2sed_graph_component), 0, 0, NULL, 0                           \
    }

typedef struct t2sed_graph_node {
    size_t struct_size; /* sizeof(t2sed_graph_node) */
    int kind;           /* T2SED_NODE_* */
    /* The number of a non-terminal's label, 0 if unknown to the vocabulary; of
     * a terminal's link, -1 if the vocabulary has none for it. */
    int32_t label;
    /* A terminal's text or a non-terminal's label, NUL-terminated. */
    const char *name;
    size_t name_length;
    /* Its bytes in the question or SQL as the user wrote it; begin == end where
     * the text does not spell the node out (a table name that resolution added)
     * and for a global node. */
    t2sed_span source;
    /* A terminal's bytes in t2sed_graph_text of its side; begin == end for
     * other nodes. */
    t2sed_span range;
} t2sed_graph_node;
#define T2SED_GRAPH_NODE_INIT                                                  \
    {                                                                          \
        sizeof(t2sed_graph_node), 0, 0, NULL, 0, {0, 0},                       \
        {                                                                      \
            0, 0                                                               \
        }                                                                      \
    }

/*
 * A component of a graph: of the separate layout 0 (question) and 1 (SQL), of
 * the joint layout 0, of no graph none.
 *
 * out  its struct_size is set by the caller; receives the rest, whose pointers
 *      live as long as the graph.
 *
 * Errors: T2SED_ENOTFOUND (no such component), T2SED_EINVAL (NULL,
 * struct_size). Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_graph_component_get(const t2sed_graph *graph,
                                                 size_t component,
                                                 t2sed_graph_component *out,
                                                 t2sed_error *err);

/*
 * A node of a component, from 0.
 *
 * out  as in t2sed_graph_component_get.
 *
 * Errors: T2SED_ENOTFOUND (no such component or node), T2SED_EINVAL (NULL,
 * struct_size). Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_graph_node_get(const t2sed_graph *graph,
                                            size_t component, size_t node,
                                            t2sed_graph_node *out,
                                            t2sed_error *err);

/* Forms of print. */
#define T2SED_GRAPH_JSON 0
#define T2SED_GRAPH_DOT  1
#define T2SED_GRAPH_TEXT 2

/*
 * Prints a graph.
 *
 * JSON, on one line without a newline:
 *
 *   {"layout": "separate", "typed": false, "question": TEXT, "sql": TEXT,
 *    "components": [{"nodes": [NODE, ...], "edges": [[0, 1, "sequence"], ...],
 *                    "global": null}, ...]}
 *
 * where the texts are what the encoder reads, an edge is [source, target,
 * type] (every direction is listed), "global" is a node's index or null, and a
 * NODE is {"kind": "word", "name": TEXT, "label": null, "source": [0, 3],
 * "range": [0, 3]}: "label" is null for terminals that have none, "range" for
 * what is no terminal. Kinds: "word", "constituent", "terminal", "rule",
 * "global". Types: "dependency", "constituency", "syntax", "sequence", "link",
 * "global".
 *
 * DOT is a Graphviz graph on one line, a cluster for each component, each pair
 * of nodes joined once per type. Text is for people: a line for each terminal,
 * then each non-terminal with its children, and a line for each other type of
 * edge; every line ends in a newline.
 *
 * text    NUL-terminated, freed with t2sed_free.
 * length  its bytes without the NUL; may be NULL.
 * format  T2SED_GRAPH_JSON, _DOT or _TEXT.
 *
 * Errors: T2SED_EINVAL (another format), T2SED_ENOMEM. Threads: any.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_graph_print(char **text, size_t *length,
                                         const t2sed_graph *graph, int format,
                                         t2sed_error *err);

T2SED_END_DECLS

#endif
