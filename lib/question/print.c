/* Prints questions: S-expression, JSON, DOT, CoNLL-U. */
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "question/question.h"
#include "question/words.h"

static const char *word_text(const t2sed_question *q, size_t i)
{
    return q->text + q->words[i].begin;
}

static size_t word_length(const t2sed_question *q, size_t i)
{
    return q->words[i].end - q->words[i].begin;
}

static void append_word(t2s_string *out, const t2sed_question *q, size_t i)
{
    t2s_string_append_json(out, word_text(q, i), word_length(q, i));
}

static void print_sexpr(const t2sed_question *q, t2s_string *out)
{
    if (q->has_constituents) {
        t2s_tree_print_sexpr(&q->constituents, q->constituents.root, out);
        return;
    }
    t2s_string_append(out, "(ROOT");
    for (size_t i = 0; i < q->word_count; i++) {
        t2s_string_append_char(out, ' ');
        append_word(out, q, i);
    }
    t2s_string_append_char(out, ')');
}

/* Heads are numbers of words from 0, -1 for a root, null where unknown. */
static void print_json(const t2sed_question *q, t2s_string *out)
{
    t2s_string_append(out, "{\"text\": ");
    t2s_string_append_json(out, q->text, q->length);
    t2s_string_append(out, ", \"words\": [");
    for (size_t i = 0; i < q->word_count; i++) {
        const t2s_word *word = &q->words[i];
        t2s_string_append(out, i ? ", {\"text\": " : "{\"text\": ");
        append_word(out, q, i);
        t2s_string_append_format(
            out, ", \"range\": [%u, %u], \"head\": ", word->begin, word->end);
        if (word->head == T2S_HEAD_NONE)
            t2s_string_append(out, "null");
        else
            t2s_string_append_format(out, "%d", (int)word->head);
        t2s_string_append(out, ", \"relation\": ");
        t2s_string_append_json(out, word->relation, strlen(word->relation));
        t2s_string_append(out, ", \"tag\": ");
        t2s_string_append_json(out, word->tag, strlen(word->tag));
        t2s_string_append_char(out, '}');
    }
    t2s_string_append(out, "], \"constituents\": ");
    if (q->has_constituents)
        t2s_tree_print_json(&q->constituents, q->constituents.root, out);
    else
        t2s_string_append(out, "null");
    t2s_string_append_char(out, '}');
}

/* The constituents' nodes and edges; terminals are the words, w0, w1... */
static void print_dot_constituents(const t2sed_question *q, t2s_string *out)
{
    const t2s_tree *tree = &q->constituents;
    int word = 0;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        const t2s_node *at = &tree->nodes[node];
        if (at->label) {
            t2s_string_append_format(out, " n%d [label=", (int)node);
            t2s_string_append_json(out, at->label, strlen(at->label));
            t2s_string_append(out, "];");
        }
        if (node != tree->root)
            t2s_string_append_format(out, " n%d -> %c%d;", (int)at->parent,
                                     at->label ? 'n' : 'w',
                                     at->label ? (int)node : word);
        if (!at->label)
            word++;
    }
}

static void print_dot(const t2sed_question *q, t2s_string *out)
{
    t2s_string_append(out, "digraph question {");
    for (size_t i = 0; i < q->word_count; i++) {
        t2s_string_append_format(out, " w%zu [label=", i);
        append_word(out, q, i);
        t2s_string_append(out, ", shape=box];");
    }
    if (q->has_constituents)
        print_dot_constituents(q, out);
    for (size_t i = 0; i < q->word_count; i++) {
        const t2s_word *word = &q->words[i];
        if (word->head < 0)
            continue;
        t2s_string_append_format(
            out, " w%d -> w%zu [style=dashed, label=", (int)word->head, i);
        t2s_string_append_json(out, word->relation, strlen(word->relation));
        t2s_string_append(out, "];");
    }
    t2s_string_append(out, " }");
}

/* Text with each white space or control character as a blank: it stays in its
 * line and its column. */
static void append_plain(t2s_string *out, const char *text, size_t n)
{
    size_t start = 0;
    for (size_t i = 0; i < n;) {
        size_t length = t2s_blank_length(text + i, n - i);
        if (length == 0 || text[i] == ' ') {
            i++;
            continue;
        }
        t2s_string_append_n(out, text + start, i - start);
        t2s_string_append_char(out, ' ');
        i += length;
        start = i;
    }
    t2s_string_append_n(out, text + start, n - start);
}

static void append_column(t2s_string *out, const char *text)
{
    t2s_string_append_char(out, '\t');
    t2s_string_append(out, text[0] ? text : "_");
}

static void print_conllu(const t2sed_question *q, t2s_string *out)
{
    size_t root = q->word_count;
    t2s_string_append(out, "# text = ");
    append_plain(out, q->text, q->length);
    t2s_string_append_char(out, '\n');
    for (size_t i = 0; i < q->word_count; i++) {
        const t2s_word *word = &q->words[i];
        bool joined = word->head == T2S_HEAD_ROOT && root < i;
        if (word->head == T2S_HEAD_ROOT && !joined)
            root = i;
        t2s_string_append_format(out, "%zu\t", i + 1);
        append_plain(out, word_text(q, i), word_length(q, i));
        t2s_string_append(out, "\t_");
        append_column(out, word->tag);
        t2s_string_append(out, "\t_\t_\t");
        if (word->head == T2S_HEAD_NONE)
            t2s_string_append_char(out, '_');
        else
            t2s_string_append_format(
                out, "%d", joined ? (int)root + 1 : (int)word->head + 1);
        append_column(out, joined ? "parataxis" : word->relation);
        t2s_string_append(out, "\t_\t");
        t2s_string_append(out, i + 1 < q->word_count &&
                                       q->words[i + 1].begin == word->end
                                   ? "SpaceAfter=No\n"
                                   : "_\n");
    }
}

t2sed_status t2sed_question_print(char **out, size_t *length,
                                  const t2sed_question *question, int format,
                                  t2sed_error *err)
{
    static void (*const printers[])(const t2sed_question *, t2s_string *) = {
        print_sexpr, print_json, print_dot, print_conllu};
    t2s_string text = {0};
    char *taken;
    if (!out || !question)
        return t2s_fail_null(err, __func__, "out and question");
    if (format < 0 || format >= (int)(sizeof printers / sizeof printers[0]))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "format %d is none of T2SED_QUESTION_*", format);
    printers[format](question, &text);
    taken = t2s_string_take(&text, length);
    if (!taken)
        return t2s_fail_memory(err);
    *out = taken;
    return T2SED_OK;
}
