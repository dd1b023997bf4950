/* The parts of a graph. */
#include "graph/graph.h"

#include <string.h>

/* Enough for the longest SQL and question that we take, and far from where
 * numbers of nodes and edges would pass an int32_t. */
#define NODE_LIMIT 100000000

const char *const t2s_paper_question_labels[] = {
    "FRAG", "SBAR", "WHNP",   "WHADJP", "PP",    "NP", "VP",
    "ADJP", "S",    "NML",    "SBARQ",  "SINV",  "SQ", "QP",
    "ADVP", "WHPP", "WHADVP", "UCP",    "CONJP", "PRN"};

const char *const t2s_paper_sql_labels[] = {
    "select_core",     "expr",          "from_clause",   "where_clause",
    "select_stmt",     "result_clause", "order_by_stmt", "ordering_term",
    "group_by_clause", "join_clause",   "limit_stmt"};

int32_t t2s_labels_find(const t2s_map *labels, const char *name)
{
    return (int32_t)t2s_map_get(labels, name, strlen(name), T2S_LABEL_UNKNOWN);
}

static void start(t2s_part_draft *draft)
{
    draft->nodes.count = 0;
    draft->edges.count = 0;
    t2s_string_clear(&draft->text);
    t2s_string_clear(&draft->names);
    draft->failed = false;
}

void t2s_part_draft_free(t2s_part_draft *draft)
{
    t2s_vector_free(&draft->nodes);
    t2s_vector_free(&draft->edges);
    t2s_vector_free(&draft->node_of);
    t2s_vector_free(&draft->marks);
    t2s_string_free(&draft->text);
    t2s_string_free(&draft->names);
}

static void add_node(t2s_part_draft *draft, t2s_graph_node node,
                     const char *name)
{
    t2s_string_append_n(&draft->names, name, node.name_length);
    t2s_string_append_char(&draft->names, '\0');
    if (!t2s_vector_push(&draft->nodes, node))
        draft->failed = true;
}

/* A terminal, and its text at the end of what the encoder reads. */
static void add_terminal(t2s_part_draft *draft, int32_t kind, const char *text,
                         uint32_t n, uint32_t begin, uint32_t end)
{
    t2s_graph_node node = {.name_length = n,
                           .kind = kind,
                           .label = T2S_LABEL_TERMINAL,
                           .begin = begin,
                           .end = end};
    if (n > 0 && draft->text.length > 0)
        t2s_string_append_char(&draft->text, ' ');
    node.text_begin = (uint32_t)draft->text.length;
    t2s_string_append_n(&draft->text, text, n);
    node.text_end = (uint32_t)draft->text.length;
    add_node(draft, node, text);
}

static void add_nonterminal(t2s_part_draft *draft, int32_t kind,
                            const char *label, const t2s_map *labels,
                            uint32_t begin, uint32_t end)
{
    t2s_graph_node node = {.name_length = (uint32_t)strlen(label),
                           .kind = kind,
                           .label = t2s_labels_find(labels, label),
                           .begin = begin,
                           .end = end};
    add_node(draft, node, label);
}

/* An edge and its reverse. */
static void add_edge(t2s_part_draft *draft, int32_t a, int32_t b, int32_t type)
{
    const t2sed_graph_edge there = {a, b, type}, back = {b, a, type};
    if (!t2s_vector_push(&draft->edges, there) ||
        !t2s_vector_push(&draft->edges, back))
        draft->failed = true;
}

/* Adds the tree's non-terminals after the terminals, which are there, and the
 * edges between each and its children. The k-th terminal of the tree is node k.
 */
static void add_tree(t2s_part_draft *draft, const t2s_tree *tree, int32_t kind,
                     int32_t type, const t2s_map *labels)
{
    int32_t terminal = 0, nonterminal = (int32_t)draft->nodes.count;
    if (!t2s_vector_reserve(&draft->node_of, tree->count)) {
        draft->failed = true;
        return;
    }
    t2s_tree_for_each (tree, tree->root, at) {
        const t2s_node *node = &tree->nodes[at];
        int32_t id = node->label ? nonterminal++ : terminal++;
        draft->node_of.at[at] = id;
        if (node->label)
            add_nonterminal(draft, kind, node->label, labels, node->begin,
                            node->end);
        if (at != tree->root)
            add_edge(draft, draft->node_of.at[node->parent], id, type);
    }
}

static size_t count_terminals(const t2s_tree *tree)
{
    size_t count = 0;
    t2s_tree_for_each (tree, tree->root, at)
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

static void add_dependencies(t2s_part_draft *draft,
                             const t2sed_question *question)
{
    for (int32_t i = 0; i < (int32_t)question->word_count; i++) {
        int32_t head = head_of(question, i);
        /* Two words may claim each other, in a parse that is no tree. */
        if (head >= 0 && !(head < i && head_of(question, head) == i))
            add_edge(draft, head, i, T2SED_EDGE_DEPENDENCY);
    }
}

/* Edges between neighbours, but for those that `taken` (which may be NULL)
 * joins by a dependency already. */
static void add_sequence(t2s_part_draft *draft, int32_t terminals,
                         const t2sed_question *taken)
{
    for (int32_t i = 0; i + 1 < terminals; i++)
        if (!taken ||
            (head_of(taken, i) != i + 1 && head_of(taken, i + 1) != i))
            add_edge(draft, i, i + 1, T2SED_EDGE_SEQUENCE);
}

static int32_t add_global(t2s_part_draft *draft, const t2s_map *labels)
{
    int32_t global = (int32_t)draft->nodes.count;
    add_nonterminal(draft, T2SED_NODE_GLOBAL, T2SED_GRAPH_GLOBAL_LABEL, labels,
                    0, 0);
    for (int32_t i = 0; i < global; i++)
        add_edge(draft, global, i, T2SED_EDGE_GLOBAL);
    return global;
}

static void copy(void *to, const void *from, size_t size)
{
    if (size > 0)
        memcpy(to, from, size);
}

/* Makes a part of the draft, in one allocation: the part, its nodes, its
 * edges, its text, its names. Nodes that have a name already keep it. */
static t2sed_status freeze(t2s_part **out, const t2s_part_draft *draft,
                           int32_t terminals, int32_t global, t2sed_error *err)
{
    const size_t nodes = draft->nodes.count, edges = draft->edges.count;
    const size_t length = draft->text.length;
    t2s_part *part = NULL;
    char *text, *name;
    if (nodes > NODE_LIMIT)
        return t2s_fail(err, T2SED_ELIMIT, -1, "graph: %zu nodes, more than %d",
                        nodes, NODE_LIMIT);
    if (!draft->failed && !draft->text.failed && !draft->names.failed)
        part = t2s_alloc(sizeof *part + nodes * sizeof *part->nodes +
                         edges * sizeof *part->edges + length + 1 +
                         draft->names.length);
    if (!part)
        return t2s_fail_memory(err);
    atomic_init(&part->references, 1);
    part->node_count = (int32_t)nodes;
    part->terminal_count = terminals;
    part->edge_count = (int32_t)edges;
    part->global = global;
    part->nodes = (t2s_graph_node *)(part + 1);
    part->edges = (t2sed_graph_edge *)(part->nodes + nodes);
    part->text = text = (char *)(part->edges + edges);
    part->text_length = length;
    name = text + length + 1;
    copy(text, draft->text.text, length);
    text[length] = '\0';
    copy(name, draft->names.text, draft->names.length);
    copy(part->nodes, draft->nodes.at, nodes * sizeof *part->nodes);
    copy(part->edges, draft->edges.at, edges * sizeof *part->edges);
    for (size_t i = 0; i < nodes; i++) {
        if (part->nodes[i].name)
            continue;
        part->nodes[i].name = name;
        name += part->nodes[i].name_length + 1;
    }
    *out = part;
    return T2SED_OK;
}

/* The same with a global node, if there is to be one. */
static t2sed_status finish(t2s_part **out, t2s_part_draft *draft,
                           int32_t terminals, const t2s_part_options *options,
                           t2sed_error *err)
{
    int32_t global =
        options->global ? add_global(draft, options->labels) : T2S_NO_GLOBAL;
    return freeze(out, draft, terminals, global, err);
}

t2sed_status t2s_part_from_question(t2s_part **out, t2s_part_draft *draft,
                                    const t2sed_question *question,
                                    const t2s_part_options *options,
                                    t2sed_error *err)
{
    const t2s_tree *tree = options->tree && question->has_constituents
                               ? &question->constituents
                               : NULL;
    const size_t words = question->word_count;
    const size_t terminals = tree ? count_terminals(tree) : words;
    if (words == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "question: it has no words");
    if (terminals != words)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "question: %zu words, but %zu terminals in its tree",
                        words, terminals);
    start(draft);
    for (size_t i = 0; i < words; i++) {
        const t2s_word *word = &question->words[i];
        add_terminal(draft, T2SED_NODE_WORD, question->text + word->begin,
                     word->end - word->begin, word->begin, word->end);
    }
    if (options->dependency)
        add_dependencies(draft, question);
    if (tree)
        add_tree(draft, tree, T2SED_NODE_CONSTITUENT, T2SED_EDGE_CONSTITUENCY,
                 options->labels);
    if (options->sequence)
        add_sequence(draft, (int32_t)words,
                     options->dependency && !options->typed ? question : NULL);
    return finish(out, draft, (int32_t)words, options, err);
}

t2sed_status t2s_part_from_sql(t2s_part **out, t2s_part_draft *draft,
                               const t2s_tree *tree,
                               const t2s_part_options *options,
                               t2sed_error *err)
{
    int32_t terminals;
    start(draft);
    t2s_tree_for_each (tree, tree->root, at) {
        const t2s_node *node = &tree->nodes[at];
        if (!node->label)
            add_terminal(draft, T2SED_NODE_TERMINAL, node->text,
                         node->text_length, node->begin, node->end);
    }
    if (draft->failed)
        return t2s_fail_memory(err);
    terminals = (int32_t)draft->nodes.count;
    if (terminals == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "SQL: it has no terminals");
    if (options->tree)
        add_tree(draft, tree, T2SED_NODE_RULE, T2SED_EDGE_SYNTAX,
                 options->labels);
    if (options->sequence)
        add_sequence(draft, terminals, NULL);
    return finish(out, draft, terminals, options, err);
}

/* Copies a part's nodes and edges, numbered from where the draft is. */
static void add_part(t2s_part_draft *draft, const t2s_part *part)
{
    const int32_t first = (int32_t)draft->nodes.count;
    for (int32_t i = 0; i < part->node_count; i++)
        if (!t2s_vector_push(&draft->nodes, part->nodes[i]))
            draft->failed = true;
    for (int32_t i = 0; i < part->edge_count; i++) {
        t2sed_graph_edge edge = part->edges[i];
        edge.source += first;
        edge.target += first;
        if (!t2s_vector_push(&draft->edges, edge))
            draft->failed = true;
    }
}

t2sed_status t2s_part_copy(t2s_part **out, t2s_part_draft *draft,
                           const t2s_part *part, t2sed_error *err)
{
    start(draft);
    add_part(draft, part);
    t2s_string_append_n(&draft->text, part->text, part->text_length);
    return freeze(out, draft, part->terminal_count, part->global, err);
}

/* The links, each once: a word is marked with the terminal that it was last
 * linked to. */
static void add_links(t2s_part_draft *draft, const t2s_part *question,
                      const t2s_link_pair *links, size_t count)
{
    int32_t words = question->terminal_count;
    if (!t2s_vector_reserve(&draft->marks, (size_t)words)) {
        draft->failed = true;
        return;
    }
    for (int32_t i = 0; i < words; i++)
        draft->marks.at[i] = -1;
    for (size_t i = 0; i < count; i++) {
        int32_t word = links[i].word, terminal = links[i].terminal;
        if (word < 0 || draft->marks.at[word] == terminal)
            continue;
        draft->marks.at[word] = terminal;
        add_edge(draft, word, question->node_count + terminal, T2SED_EDGE_LINK);
    }
}

t2sed_status t2s_part_join(t2s_part **out, t2s_part_draft *draft,
                           const t2s_part *question, const t2s_part *sql,
                           const t2s_link_pair *links, size_t link_count,
                           const t2s_part_options *options, t2sed_error *err)
{
    start(draft);
    add_part(draft, question);
    add_part(draft, sql);
    add_links(draft, question, links, link_count);
    return finish(out, draft, question->terminal_count + sql->terminal_count,
                  options, err);
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
