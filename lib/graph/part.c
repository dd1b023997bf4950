#include "graph/part.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/labels.h"

/* Enough for the longest SQL and question that we take, and far from where
 * numbers of nodes and edges would pass an int32_t. */
#define NODE_LIMIT 100000000

static void start(t2s_sketch *sketch)
{
    sketch->nodes.count = 0;
    sketch->edges.count = 0;
    t2s_string_clear(&sketch->text);
    t2s_string_clear(&sketch->names);
    sketch->failed = false;
}

void t2s_sketch_free(t2s_sketch *sketch)
{
    t2s_vector_free(&sketch->nodes);
    t2s_vector_free(&sketch->edges);
    t2s_vector_free(&sketch->node_of);
    t2s_vector_free(&sketch->marks);
    t2s_string_free(&sketch->text);
    t2s_string_free(&sketch->names);
}

static void add_node(t2s_sketch *sketch, const t2s_graph_node *node,
                     const char *name)
{
    t2s_string_append_n(&sketch->names, name, node->name_length);
    t2s_string_append_char(&sketch->names, '\0');
    if (!t2s_vector_push(&sketch->nodes, *node))
        sketch->failed = true;
}

/* A terminal, and its text at the end of what the encoder reads. */
static void add_terminal(t2s_sketch *sketch, int32_t kind, const char *text,
                         size_t n, uint32_t begin, uint32_t end)
{
    t2s_graph_node node = {0};
    if (n > 0 && sketch->text.length > 0)
        t2s_string_append_char(&sketch->text, ' ');
    node.name_length = (uint32_t)n;
    node.kind = kind;
    node.label = T2S_LABEL_TERMINAL;
    node.begin = begin;
    node.end = end;
    node.text_begin = (uint32_t)sketch->text.length;
    t2s_string_append_n(&sketch->text, text, n);
    node.text_end = (uint32_t)sketch->text.length;
    add_node(sketch, &node, text);
}

static void add_nonterminal(t2s_sketch *sketch, int32_t kind, const char *label,
                            const t2s_map *labels, uint32_t begin, uint32_t end)
{
    t2s_graph_node node = {0};
    node.name_length = (uint32_t)strlen(label);
    node.kind = kind;
    node.label = t2s_labels_find(labels, label);
    node.begin = begin;
    node.end = end;
    add_node(sketch, &node, label);
}

/* An edge and its reverse. */
static void add_edge(t2s_sketch *sketch, int32_t a, int32_t b, int32_t type)
{
    size_t count = sketch->edges.count;
    int32_t *edge;
    if (!t2s_vector_reserve(&sketch->edges, count + 6)) {
        sketch->failed = true;
        return;
    }
    edge = sketch->edges.at + count;
    edge[0] = edge[4] = a;
    edge[1] = edge[3] = b;
    edge[2] = edge[5] = type;
    sketch->edges.count = count + 6;
}

/* Adds the tree's non-terminals after the `terminals` nodes that are there,
 * and the edges between each and its children. The k-th terminal of the tree
 * is node k. */
static void add_tree(t2s_sketch *sketch, const t2s_tree *tree,
                     int32_t terminals, int32_t kind, int32_t type,
                     const t2s_map *labels)
{
    int32_t terminal = 0, nonterminal = terminals;
    if (!t2s_vector_reserve(&sketch->node_of, tree->count)) {
        sketch->failed = true;
        return;
    }
    for (int32_t at = tree->root; at != T2S_NO_NODE;
         at = t2s_tree_next(tree, tree->root, at)) {
        const t2s_node *node = &tree->nodes[at];
        int32_t id = node->label ? nonterminal++ : terminal++;
        sketch->node_of.at[at] = id;
        if (node->label)
            add_nonterminal(sketch, kind, node->label, labels, node->begin,
                            node->end);
        if (at != tree->root)
            add_edge(sketch, sketch->node_of.at[node->parent], id, type);
    }
}

static size_t count_terminals(const t2s_tree *tree)
{
    size_t count = 0;
    for (int32_t at = tree->root; at != T2S_NO_NODE;
         at = t2s_tree_next(tree, tree->root, at))
        count += t2s_tree_is_terminal(tree, at);
    return count;
}

/* The head of a word as a node, or -1: a root, an unknown head, or one that
 * is no other word. */
static int32_t head_of(const t2sed_question *question, int32_t word)
{
    int32_t head = question->words[word].head;
    return head >= 0 && (size_t)head < question->word_count && head != word
               ? head
               : -1;
}

static void add_dependencies(t2s_sketch *sketch, const t2sed_question *question)
{
    for (int32_t i = 0; i < (int32_t)question->word_count; i++) {
        int32_t head = head_of(question, i);
        /* Two words may claim each other, in a parse that is no tree. */
        if (head >= 0 && !(head < i && head_of(question, head) == i))
            add_edge(sketch, head, i, T2SED_EDGE_DEPENDENCY);
    }
}

/* Edges between neighbours, but for those that `taken` (which may be NULL)
 * joins by a dependency already. */
static void add_sequence(t2s_sketch *sketch, int32_t terminals,
                         const t2sed_question *taken)
{
    for (int32_t i = 0; i + 1 < terminals; i++)
        if (!taken ||
            (head_of(taken, i) != i + 1 && head_of(taken, i + 1) != i))
            add_edge(sketch, i, i + 1, T2SED_EDGE_SEQUENCE);
}

static int32_t add_global(t2s_sketch *sketch, const t2s_map *labels)
{
    int32_t global = (int32_t)sketch->nodes.count;
    add_nonterminal(sketch, T2SED_NODE_GLOBAL, T2SED_GRAPH_GLOBAL_LABEL, labels,
                    0, 0);
    for (int32_t i = 0; i < global; i++)
        add_edge(sketch, global, i, T2SED_EDGE_GLOBAL);
    return global;
}

static void copy_edges(t2s_part *part, const t2s_sketch *sketch)
{
    for (int32_t i = 0; i < part->edge_count; i++) {
        const int32_t *edge = sketch->edges.at + 3 * (size_t)i;
        part->edge_source[i] = edge[0];
        part->edge_target[i] = edge[1];
        part->edge_type[i] = edge[2];
    }
}

/* Makes a part of the sketch, in one allocation: the part, its nodes, its
 * edges, its text, its names. Nodes that have a name already keep it. */
static t2sed_status freeze(t2s_part **out, const t2s_sketch *sketch,
                           int32_t terminals, int32_t global, t2sed_error *err)
{
    size_t nodes = sketch->nodes.count, edges = sketch->edges.count / 3;
    size_t size = sizeof(t2s_part) + nodes * sizeof(t2s_graph_node) +
                  3 * edges * sizeof(int32_t) + sketch->text.length + 1 +
                  sketch->names.length;
    t2s_part *part;
    char *text, *name;
    if (sketch->failed || sketch->text.failed || sketch->names.failed)
        return t2s_fail_memory(err);
    part = t2s_alloc(size);
    if (!part)
        return t2s_fail_memory(err);
    atomic_init(&part->references, 1);
    part->node_count = (int32_t)nodes;
    part->terminal_count = terminals;
    part->edge_count = (int32_t)edges;
    part->global = global;
    part->nodes = (t2s_graph_node *)(part + 1);
    part->edge_source = (int32_t *)(part->nodes + nodes);
    part->edge_target = part->edge_source + edges;
    part->edge_type = part->edge_target + edges;
    text = (char *)(part->edge_type + edges);
    name = text + sketch->text.length + 1;
    part->text = text;
    part->text_length = sketch->text.length;
    if (part->text_length > 0)
        memcpy(text, sketch->text.text, part->text_length);
    text[part->text_length] = '\0';
    if (sketch->names.length > 0)
        memcpy(name, sketch->names.text, sketch->names.length);
    memcpy(part->nodes, sketch->nodes.at, nodes * sizeof *part->nodes);
    for (size_t i = 0; i < nodes; i++) {
        if (part->nodes[i].name)
            continue;
        part->nodes[i].name = name;
        name += part->nodes[i].name_length + 1;
    }
    copy_edges(part, sketch);
    *out = part;
    return T2SED_OK;
}

/* Names are one after another and the last of the allocation (freeze). */
static size_t size_of(const t2s_part *part)
{
    const char *end = part->text + part->text_length + 1;
    if (part->node_count > 0) {
        const t2s_graph_node *last = &part->nodes[part->node_count - 1];
        end = last->name + last->name_length + 1;
    }
    return (size_t)(end - (const char *)part);
}

t2sed_status t2s_part_copy(t2s_part **out, const t2s_part *part,
                           t2sed_error *err)
{
    size_t size = size_of(part);
    char *copy = t2s_alloc(size);
    t2s_part *made = (t2s_part *)copy;
    const char *old = (const char *)part;
    if (!copy)
        return t2s_fail_memory(err);
    memcpy(copy, part, size);
    atomic_init(&made->references, 1);
    made->nodes = (t2s_graph_node *)(made + 1);
    made->edge_source = (int32_t *)(made->nodes + made->node_count);
    made->edge_target = made->edge_source + made->edge_count;
    made->edge_type = made->edge_target + made->edge_count;
    made->text = copy + (part->text - old);
    for (int32_t i = 0; i < made->node_count; i++)
        made->nodes[i].name = copy + (part->nodes[i].name - old);
    *out = made;
    return T2SED_OK;
}

static t2sed_status check_count(size_t count, const char *what,
                                t2sed_error *err)
{
    if (count <= NODE_LIMIT)
        return T2SED_OK;
    return t2s_fail(err, T2SED_ELIMIT, -1, "%s: %zu nodes, more than %d", what,
                    count, NODE_LIMIT);
}

t2sed_status t2s_part_from_question(t2s_part **out, t2s_sketch *sketch,
                                    const t2sed_question *question,
                                    const t2s_part_options *options,
                                    t2sed_error *err)
{
    bool tree = options->tree && question->has_constituents;
    int32_t words = (int32_t)question->word_count, global = T2S_NO_GLOBAL;
    t2sed_status status = check_count(
        question->word_count + question->constituents.count, "question", err);
    if (status)
        return status;
    if (words == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "question: it has no words");
    if (tree &&
        count_terminals(&question->constituents) != question->word_count)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "question: %zu words, but %zu terminals in its tree",
                        question->word_count,
                        count_terminals(&question->constituents));
    start(sketch);
    for (int32_t i = 0; i < words; i++) {
        const t2s_word *word = &question->words[i];
        add_terminal(sketch, T2SED_NODE_WORD, question->text + word->begin,
                     word->end - word->begin, word->begin, word->end);
    }
    if (options->dependency)
        add_dependencies(sketch, question);
    if (tree)
        add_tree(sketch, &question->constituents, words, T2SED_NODE_CONSTITUENT,
                 T2SED_EDGE_CONSTITUENCY, options->labels);
    if (options->sequence)
        add_sequence(sketch, words,
                     options->dependency && !options->typed ? question : NULL);
    if (options->global)
        global = add_global(sketch, options->labels);
    return freeze(out, sketch, words, global, err);
}

t2sed_status t2s_part_from_sql(t2s_part **out, t2s_sketch *sketch,
                               const t2s_tree *tree,
                               const t2s_part_options *options,
                               t2sed_error *err)
{
    int32_t terminals, global = T2S_NO_GLOBAL;
    t2sed_status status = check_count(tree->count, "SQL", err);
    if (status)
        return status;
    start(sketch);
    for (int32_t at = tree->root; at != T2S_NO_NODE;
         at = t2s_tree_next(tree, tree->root, at)) {
        const t2s_node *node = &tree->nodes[at];
        if (!node->label)
            add_terminal(sketch, T2SED_NODE_TERMINAL, node->text,
                         node->text_length, node->begin, node->end);
    }
    if (sketch->failed)
        return t2s_fail_memory(err);
    terminals = (int32_t)sketch->nodes.count;
    if (terminals == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "SQL: it has no terminals");
    if (options->tree)
        add_tree(sketch, tree, terminals, T2SED_NODE_RULE, T2SED_EDGE_SYNTAX,
                 options->labels);
    if (options->sequence)
        add_sequence(sketch, terminals, NULL);
    if (options->global)
        global = add_global(sketch, options->labels);
    return freeze(out, sketch, terminals, global, err);
}

/* Copies a part's nodes and edges, numbered from where the sketch is. */
static void add_part(t2s_sketch *sketch, const t2s_part *part)
{
    size_t first = sketch->nodes.count, edge = sketch->edges.count;
    size_t edges = 3 * (size_t)part->edge_count;
    if (!t2s_vector_reserve(&sketch->nodes, first + (size_t)part->node_count) ||
        !t2s_vector_reserve(&sketch->edges, edge + edges)) {
        sketch->failed = true;
        return;
    }
    memcpy(sketch->nodes.at + first, part->nodes,
           (size_t)part->node_count * sizeof *part->nodes);
    sketch->nodes.count = first + (size_t)part->node_count;
    for (int32_t i = 0; i < part->edge_count; i++) {
        int32_t *at = sketch->edges.at + edge + 3 * (size_t)i;
        at[0] = part->edge_source[i] + (int32_t)first;
        at[1] = part->edge_target[i] + (int32_t)first;
        at[2] = part->edge_type[i];
    }
    sketch->edges.count = edge + edges;
}

/* The links, each once: a word is marked with the terminal that it was last
 * linked to. */
static void add_links(t2s_sketch *sketch, const t2s_part *question,
                      const t2s_link_pair *links, size_t count)
{
    int32_t words = question->terminal_count;
    if (!t2s_vector_reserve(&sketch->marks, (size_t)words)) {
        sketch->failed = true;
        return;
    }
    for (int32_t i = 0; i < words; i++)
        sketch->marks.at[i] = -1;
    for (size_t i = 0; i < count; i++) {
        int32_t word = links[i].word, terminal = links[i].terminal;
        if (word < 0 || sketch->marks.at[word] == terminal)
            continue;
        sketch->marks.at[word] = terminal;
        add_edge(sketch, word, question->node_count + terminal,
                 T2SED_EDGE_LINK);
    }
}

t2sed_status t2s_part_join(t2s_part **out, t2s_sketch *sketch,
                           const t2s_part *question, const t2s_part *sql,
                           const t2s_link_pair *links, size_t link_count,
                           const t2s_part_options *options, t2sed_error *err)
{
    int32_t global = T2S_NO_GLOBAL;
    t2sed_status status =
        check_count((size_t)question->node_count + (size_t)sql->node_count,
                    "question and SQL", err);
    if (status)
        return status;
    start(sketch);
    add_part(sketch, question);
    add_part(sketch, sql);
    add_links(sketch, question, links, link_count);
    if (options->global)
        global = add_global(sketch, options->labels);
    return freeze(out, sketch, question->terminal_count + sql->terminal_count,
                  global, err);
}

t2s_part *t2s_part_retain(t2s_part *part)
{
    atomic_fetch_add_explicit(&part->references, 1, memory_order_relaxed);
    return part;
}

void t2s_part_release(t2s_part *part)
{
    if (part && atomic_fetch_sub_explicit(&part->references, 1,
                                          memory_order_acq_rel) == 1)
        t2s_free(part);
}
