/*
 * Reads constituency parses in Penn brackets. A first pass makes the tree as
 * it is written, with the words as terminals; a second, once the words are
 * found in the question, makes the simplified one. Neither recurses.
 */
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "base/utf8.h"
#include "question/align.h"

/* The label above several trees, and of a bracket without a label. */
static const char root_label[] = "ROOT";

typedef struct reader {
    const char *text;
    size_t n, at, line;
    t2s_tree tree; /* as written: all trees under one node */
    int32_t open;  /* the node whose bracket is open */
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
    t2s_tree_append(&r->tree, r->open, node);
    r->open = node;
    r->at += length;
    return T2SED_OK;
}

static t2sed_status close_bracket(reader *r)
{
    if (r->depth == 0)
        return malformed(r, r->at, "a ')' that closes nothing");
    if (r->tree.nodes[r->open].first_child == T2S_NO_NODE)
        return malformed(r, r->at, "a bracket with nothing but a label in it");
    r->open = r->tree.nodes[r->open].parent;
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
    node = t2s_tree_add_terminal(&r->tree, "", 0, 0, 0);
    if (node == T2S_NO_NODE)
        return t2s_fail_memory(r->err);
    t2s_tree_append(&r->tree, r->open, node);
    if (strcmp(r->tree.nodes[r->open].label, "-NONE-") == 0)
        return T2SED_OK; /* a trace: no word of the sentence */
    if (r->forms.count >= T2SED_QUESTION_MAX_WORDS)
        return t2s_fail(r->err, T2SED_ELIMIT, (ptrdiff_t)r->at,
                        "bracketed tree, line %zu: more than %d words", r->line,
                        T2SED_QUESTION_MAX_WORDS);
    if (!t2s_vector_push(&r->forms, form))
        return t2s_fail_memory(r->err);
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

/* How many words each node of the tree as written covers. */
static void count_words(const t2s_tree *tree, uint32_t *covered)
{
    memset(covered, 0, tree->count * sizeof *covered);
    for (size_t i = tree->count; i-- > 0;) { /* children come after parents */
        const t2s_node *node = &tree->nodes[i];
        if (!node->label && node->parent != T2S_NO_NODE &&
            strcmp(tree->nodes[node->parent].label, "-NONE-") != 0)
            covered[i] = 1;
        if (node->parent != T2S_NO_NODE)
            covered[node->parent] += covered[i];
    }
}

/* The only child of `node` that covers words, or T2S_NO_NODE. */
static int32_t only_child(const t2s_tree *tree, const uint32_t *covered,
                          int32_t node)
{
    int32_t found = T2S_NO_NODE;
    t2s_tree_for_each_child (tree, node, child) {
        if (covered[child] && found != T2S_NO_NODE)
            return T2S_NO_NODE;
        if (covered[child])
            found = child;
    }
    return found;
}

/*
 * Copies the node into `to`, unless it covers no word or is replaced by its
 * only child; `copies` tells each node's copy, or that of the nearest node
 * above which has one. Parents come before children, so `copies` of the
 * parent is there.
 */
static bool copy_node(t2s_tree *to, const t2s_tree *from, int32_t node,
                      const uint32_t *covered, int32_t *copies,
                      const t2sed_question *question, const t2s_word *words,
                      size_t *next_word)
{
    const t2s_node *at = &from->nodes[node];
    int32_t above =
        at->parent == T2S_NO_NODE ? T2S_NO_NODE : copies[at->parent];
    int32_t copy;
    copies[node] = above;
    if (!covered[node])
        return true;
    if (!at->label) {
        const t2s_word *word = &words[(*next_word)++];
        copy = t2s_tree_add_terminal(to, question->text + word->begin,
                                     word->end - word->begin, word->begin,
                                     word->end);
    } else if (only_child(from, covered, node) != T2S_NO_NODE) {
        return true;
    } else {
        const char *label = t2s_arena_strdup(&to->arena, at->label);
        copy = label ? t2s_tree_add_nonterminal(to, label, 0, 0) : T2S_NO_NODE;
    }
    if (copy == T2S_NO_NODE)
        return false;
    t2s_tree_append(to, above, copy);
    copies[node] = copy;
    if (above == T2S_NO_NODE)
        to->root = copy;
    return true;
}

/* Nodes are numbered in pre-order, so one pass over them is one from the top.
 */
static t2sed_status simplify(t2s_tree *to, const t2s_tree *from,
                             const t2sed_question *question,
                             const t2s_words *words, t2sed_error *err)
{
    uint32_t *covered = t2s_alloc_array(from->count, sizeof *covered);
    int32_t *copies = t2s_alloc_array(from->count, sizeof *copies);
    size_t next_word = 0;
    bool done = covered && copies;
    if (done)
        count_words(from, covered);
    for (size_t i = 0; i < from->count && done; i++)
        done = copy_node(to, from, (int32_t)i, covered, copies, question,
                         words->at, &next_word);
    t2s_free(covered);
    t2s_free(copies);
    return done ? T2SED_OK : t2s_fail_memory(err);
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
    if (n > T2SED_PARSE_MAX_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "bracketed tree: %zu bytes, the most that are read is "
                        "%d",
                        n, T2SED_PARSE_MAX_BYTES);
    status = t2s_utf8_check(text, n, "bracketed tree", err);
    if (status != T2SED_OK)
        return status;
    status = read_trees(&r);
    if (status == T2SED_OK)
        status = t2s_question_align(&words, &r.forms, question->text,
                                    question->length, err);
    if (status == T2SED_OK)
        status = t2s_question_accepts(question, &words, err);
    if (status == T2SED_OK)
        status = simplify(&tree, &r.tree, question, &words, err);
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
