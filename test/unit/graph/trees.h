/* trees.h - small trees and questions for tests of graphs, written down as
 * S-expressions and as lists of words. */
#ifndef TEST_GRAPH_TREES_H
#define TEST_GRAPH_TREES_H

#include "t2s_test.h"

#include <string.h>

#include "base/memory.h"
#include "base/tree.h"
#include "question/question.h"
#include "t2sed/parts/graph.h"

/* Reads (label child ...), terminals in double quotes without escapes. The
 * k-th terminal covers the bytes of its text in `source`, found from left to
 * right; a terminal that is not found there covers none. NULL when memory is
 * short. */
static inline bool tree_read(t2s_tree *tree, const char *sexpr,
                             const char *source)
{
    const char *from = source;
    int32_t above = T2S_NO_NODE;
    for (const char *at = sexpr; *at;) {
        int32_t node = T2S_NO_NODE;
        if (*at == '(') {
            size_t n = strcspn(++at, " ()");
            char *label = t2s_arena_strndup(&tree->arena, at, n);
            if (label)
                node = t2s_tree_add_nonterminal(tree, label, 0, 0);
            if (node == T2S_NO_NODE)
                return false;
            t2s_tree_append(tree, above, node);
            above = node;
            at += n;
        } else if (*at == '"') {
            size_t n = strcspn(++at, "\"");
            char text[256];
            const char *found;
            size_t begin;
            memcpy(text, at, n);
            text[n] = '\0';
            found = strstr(from, text);
            begin = (size_t)((found ? found : from) - source);
            node = t2s_tree_add_terminal(tree, text, n, begin,
                                         begin + (found ? n : 0));
            if (node == T2S_NO_NODE)
                return false;
            if (found)
                from = found + n;
            t2s_tree_append(tree, above, node);
            at += n + 1;
        } else {
            if (*at == ')')
                above = tree->nodes[above].parent;
            at++;
        }
        if (tree->root == T2S_NO_NODE)
            tree->root = node;
    }
    return true;
}

static inline t2s_tree tree_of(const char *sexpr, const char *source)
{
    t2s_tree tree = T2S_TREE_EMPTY;
    ck_assert(tree_read(&tree, sexpr, source));
    return tree;
}

/* A question of the words in `text`, which single blanks part; heads (one a
 * word) and constituents may be NULL. */
static inline t2sed_question *question_of(const char *text, const int *heads,
                                          const char *constituents)
{
    t2sed_question *question = calloc(1, sizeof *question);
    size_t words = 1;
    for (const char *at = text; *at; at++)
        words += *at == ' ';
    question->text = strdup(text);
    question->length = strlen(text);
    question->words = calloc(words, sizeof *question->words);
    question->has_dependencies = heads != NULL;
    question->has_constituents = constituents != NULL;
    for (size_t begin = 0; begin < question->length;) {
        size_t n = strcspn(text + begin, " ");
        t2s_word *word = &question->words[question->word_count];
        word->begin = (uint32_t)begin;
        word->end = (uint32_t)(begin + n);
        word->head = heads ? heads[question->word_count] : T2S_HEAD_NONE;
        word->relation = word->tag = "";
        question->word_count++;
        begin += n + 1;
    }
    question->constituents.root = T2S_NO_NODE;
    if (constituents)
        question->constituents = tree_of(constituents, text);
    return question;
}

static inline void question_end(t2sed_question *question)
{
    free(question->text);
    free(question->words);
    t2s_tree_free(&question->constituents);
    free(question);
}

/* A component or a node; all zeros where there is none. */
static inline t2sed_graph_component component_of(const t2sed_graph *graph,
                                                 size_t i)
{
    t2sed_graph_component record = {.struct_size = sizeof record};
    t2sed_status status = t2sed_graph_component_get(graph, i, &record, NULL);
    ck_assert(status == T2SED_OK || status == T2SED_ENOTFOUND);
    return record;
}

static inline t2sed_graph_node node_of(const t2sed_graph *graph,
                                       size_t component, size_t i)
{
    t2sed_graph_node record = {.struct_size = sizeof record};
    t2sed_status status =
        t2sed_graph_node_get(graph, component, i, &record, NULL);
    ck_assert(status == T2SED_OK || status == T2SED_ENOTFOUND);
    return record;
}

static inline bool is_span(t2sed_span span, size_t begin, size_t end)
{
    return span.begin == begin && span.end == end;
}

#endif
