/*
 * Reads constituency parses in Penn brackets. A first pass makes the tree as
 * it is written, with the words as terminals; a second, once the words are
 * found in the question, makes the simplified one. Neither recurses.
 */
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "question/words.h"

/* The label above several trees, and of a bracket without a label. */
static const char root_label[] = "ROOT";

typedef struct reader {
    const char *text;
    size_t n, at, line;
    t2s_tree tree; /* as written: all trees under one node */
    int32_t open;  /* the node whose bracket is open */
    bool is_bare;  /* nothing but its label was read */
    size_t depth;
    t2s_forms forms; /* one for each terminal of the tree, in order */
    t2sed_error *err;
} reader;

static t2sed_status malformed(reader *r, size_t at, const char *what)
{
    return t2s_fail(r->err, T2SED_EFORMAT, (ptrdiff_t)at,
                    "bracketed tree, line %zu, byte %zu: %s", r->line, at,
                    what);
}

static void skip_blanks(reader *r)
{
    size_t length;
    while ((length = t2s_blank_length(r->text + r->at, r->n - r->at)) > 0) {
        r->line += r->text[r->at] == '\n';
        r->at += length;
    }
}

/* Length of the label or word at the reader's place, which may be 0. */
static size_t atom_length(const reader *r)
{
    size_t end = r->at;
    while (end < r->n && r->text[end] != '(' && r->text[end] != ')' &&
           t2s_blank_length(r->text + end, r->n - end) == 0)
        end++;
    return end - r->at;
}

/* A label without its function tags: NP-SBJ-1 and NP=2 are NP, -NONE- stays. */
static const char *make_label(reader *r, const char *text, size_t n)
{
    size_t length = 1;
    if (n == 0)
        return root_label;
    while (length < n && text[0] != '-' && text[length] != '-' &&
           text[length] != '=' && text[length] != '|')
        length++;
    return t2s_arena_strndup(&r->tree.arena, text, text[0] == '-' ? n : length);
}

static t2sed_status open_bracket(reader *r)
{
    const char *label;
    size_t length;
    int32_t node;
    if (++r->depth > T2SED_QUESTION_MAX_DEPTH)
        return t2s_fail(r->err, T2SED_ELIMIT, (ptrdiff_t)r->at,
                        "bracketed tree, line %zu, byte %zu: nested deeper "
                        "than %d",
                        r->line, r->at, T2SED_QUESTION_MAX_DEPTH);
    r->at++;
    skip_blanks(r);
    length = atom_length(r);
    label = make_label(r, r->text + r->at, length);
    node =
        label ? t2s_tree_add_nonterminal(&r->tree, label, 0, 0) : T2S_NO_NODE;
    if (node == T2S_NO_NODE)
        return t2s_fail_memory(r->err);
    r->tree.nodes[node].parent = r->open;
    r->open = node;
    r->is_bare = true;
    r->at += length;
    return T2SED_OK;
}

/* A bracket that covers no word, only traces, is left out. */
static t2sed_status close_bracket(reader *r)
{
    int32_t parent;
    if (r->depth == 0)
        return malformed(r, r->at, "a ')' that closes nothing");
    if (r->is_bare)
        return malformed(r, r->at, "a bracket with nothing but a label in it");
    parent = r->tree.nodes[r->open].parent;
    if (r->tree.nodes[r->open].first_child != T2S_NO_NODE)
        t2s_tree_append(&r->tree, parent, r->open);
    r->open = parent;
    r->depth--;
    r->at++;
    return T2SED_OK;
}

static t2sed_status read_leaf(reader *r)
{
    t2s_form form = {r->text + r->at, atom_length(r), 1, r->line, true};
    int32_t node;
    if (r->depth == 0)
        return malformed(r, r->at, "expected '('");
    r->at += form.length;
    r->is_bare = false;
    if (strcmp(r->tree.nodes[r->open].label, "-NONE-") == 0)
        return T2SED_OK; /* a trace: no word of the sentence */
    if (r->forms.count >= T2SED_QUESTION_MAX_WORDS)
        return t2s_fail(r->err, T2SED_ELIMIT, (ptrdiff_t)r->at,
                        "bracketed tree, line %zu: more than %d words", r->line,
                        T2SED_QUESTION_MAX_WORDS);
    node = t2s_tree_add_terminal(&r->tree, "", 0, 0, 0);
    if (node == T2S_NO_NODE || !t2s_vector_push(&r->forms, form))
        return t2s_fail_memory(r->err);
    t2s_tree_append(&r->tree, r->open, node);
    return T2SED_OK;
}

static t2sed_status read_trees(reader *r)
{
    t2sed_status status = T2SED_OK;
    r->line = 1;
    r->tree.root = r->open =
        t2s_tree_add_nonterminal(&r->tree, root_label, 0, 0);
    if (r->open == T2S_NO_NODE)
        return t2s_fail_memory(r->err);
    for (skip_blanks(r); r->at < r->n && status == T2SED_OK; skip_blanks(r)) {
        if (r->text[r->at] == '(')
            status = open_bracket(r);
        else if (r->text[r->at] == ')')
            status = close_bracket(r);
        else
            status = read_leaf(r);
    }
    if (status == T2SED_OK && r->depth)
        status = malformed(r, r->n, "the text ends before its last ')'");
    return status;
}

bool t2s_question_simplify(t2s_tree *to, const t2s_tree *from, const char *text,
                           const t2s_word *words)
{
    /* Of each node its copy, or that of the nearest node above it. */
    int32_t *copies = t2s_alloc_array(from->count, sizeof *copies);
    bool done = copies != NULL;
    for (int32_t node = from->root; node != T2S_NO_NODE && done;
         node = t2s_tree_next(from, from->root, node)) {
        const t2s_node *at = &from->nodes[node];
        const int32_t above =
            node == from->root ? T2S_NO_NODE : copies[at->parent];
        const char *label = NULL;
        int32_t copy = T2S_NO_NODE;
        copies[node] = above;
        if (at->label && at->first_child == at->last_child)
            continue;
        if (at->label)
            label = t2s_arena_strdup(&to->arena, at->label);
        if (label)
            copy = t2s_tree_add_nonterminal(to, label, 0, 0);
        if (!at->label) {
            copy = t2s_tree_add_terminal(to, text + words->begin,
                                         words->end - words->begin,
                                         words->begin, words->end);
            words++;
        }
        t2s_tree_append(to, above, copy);
        if (above == T2S_NO_NODE)
            to->root = copy;
        copies[node] = copy;
        done = copy != T2S_NO_NODE;
    }
    t2s_free(copies);
    return done;
}

/* Words that came from our rules give way to the parse's; other words stay,
 * with their heads, for they are the same. */
static void take_words(t2sed_question *question, t2s_words *words)
{
    if (question->words_are_given) {
        t2s_vector_free(words);
        return;
    }
    t2s_free(question->words);
    question->words = words->at;
    question->word_count = words->count;
    question->words_are_given = true;
}

t2sed_status t2sed_question_set_brackets_n(t2sed_question *question,
                                           const char *text, size_t n,
                                           t2sed_error *err)
{
    reader r = {.text = text, .n = n, .tree = T2S_TREE_EMPTY, .err = err};
    t2s_words words = {0};
    t2s_tree tree = T2S_TREE_EMPTY;
    t2sed_status status;
    if (!question || (!text && n > 0))
        return t2s_fail_null(err, __func__, "question and text");
    status = t2s_question_check_parse(text, n, "bracketed tree", err);
    if (status != T2SED_OK)
        return status;
    status = read_trees(&r);
    if (status == T2SED_OK)
        status = t2s_question_align(&words, &r.forms, question, err);
    if (status == T2SED_OK &&
        !t2s_question_simplify(&tree, &r.tree, question->text, words.at))
        status = t2s_fail_memory(err);
    t2s_tree_free(&r.tree);
    t2s_vector_free(&r.forms);
    if (status != T2SED_OK) {
        t2s_vector_free(&words);
        t2s_tree_free(&tree);
        return status;
    }
    take_words(question, &words);
    t2s_tree_free(&question->constituents);
    question->constituents = tree;
    question->has_constituents = true;
    return T2SED_OK;
}

t2sed_status t2sed_question_set_brackets(t2sed_question *question,
                                         const char *text, t2sed_error *err)
{
    return t2sed_question_set_brackets_n(question, text, t2s_text_length(text),
                                         err);
}
