/*
 * graph.h - a graph of parts. A part is one side of a pair as a graph of its
 * own: the question's words and constituents, or the SQL's terminals and rules.
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
#ifndef T2S_GRAPH_GRAPH_H
#define T2S_GRAPH_GRAPH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/tree.h"
#include "base/vector.h"
#include "facts/name_links.h"
#include "question/question.h"
#include "t2sed/parts/graph.h"

#define T2S_NO_GLOBAL (-1)

/* Labels have the numbers 1, 2, ... in the order of the vocabulary; 0 is the
 * number of every label that is not in it. */
#define T2S_LABEL_UNKNOWN 0
/* What stands in the label of a terminal that has none. */
#define T2S_LABEL_TERMINAL (-1)

/* The labels of the published model, in its order. */
T2S_PRIVATE
extern const char *const t2s_paper_question_labels[20];
extern const char *const t2s_paper_sql_labels[11];

int32_t t2s_labels_find(const t2s_map *labels, const char *name);

typedef struct t2s_graph_node {
    const char *name; /* a terminal's text, a non-terminal's label */
    uint32_t name_length;
    int32_t kind; /* T2SED_NODE_* */
    int32_t label;
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

typedef T2S_VECTOR(t2s_link_pair) t2s_link_pairs;

/*
 * Puts the words of the question and the terminals of the SQL that name the
 * same table, column or value into *pairs, ordered by terminal, in place of
 * what was there; `found` is room to work in. A name or value that no words
 * name has one pair, of T2S_LINK_NONE.
 *
 * A column is linked by its own name, whatever table stands before it; words
 * that are part of a name are linked where no words are the whole of it. With
 * a schema, names are those of its tables and columns; without one (NULL), all
 * that is no keyword of SQL and no aggregate's name. Text in double quotes
 * that is no name of the schema counts as a value, as SQLite reads it.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_graph_find_links(t2s_link_pairs *pairs, t2s_links *found,
                                  const t2s_link_words *words,
                                  const t2s_part *sql,
                                  const t2sed_schema *schema, t2sed_error *err);

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
