/* parse_test.h - what holds for every question parser: whatever the question,
 * it gets one root a sentence, no cycle, and constituents that nest. */
#ifndef T2S_PARSE_TEST_H
#define T2S_PARSE_TEST_H

#include <pthread.h>
#include <string.h>

#include "question/question.h"
#include "t2s_test.h"
#include "t2sed/parts/parser.h"

static inline void t2s_test_check_heads(const t2sed_question *question,
                                        const char *what)
{
    size_t count = question->word_count;
    for (size_t at = 0, end; at < count; at = end) {
        size_t roots = 0;
        end = t2s_sentence_end(question, at);
        for (size_t i = at; i < end; i++) {
            int32_t head = question->words[i].head;
            size_t steps = 0;
            roots += head == T2S_HEAD_ROOT;
            ck_assert_msg(head == T2S_HEAD_ROOT ||
                              ((size_t)head >= at && (size_t)head < end),
                          "%.60s: word %zu's head is %d", what, i, head);
            while (head != T2S_HEAD_ROOT && steps++ <= end - at)
                head = question->words[head].head;
            ck_assert_msg(head == T2S_HEAD_ROOT, "%.60s: a cycle", what);
            ck_assert_msg(*question->words[i].tag &&
                              *question->words[i].relation,
                          "%.60s: word %zu has no label", what, i);
        }
        if (question->word_count <= T2S_SENTENCE_MAX_WORDS)
            ck_assert_msg(roots == 1, "%.60s: %zu roots", what, roots);
    }
}

/* Terminals are the words; children lie in their parents' bytes, in order. */
static inline void t2s_test_check_trees(const t2sed_question *question,
                                        const char *what)
{
    const t2s_tree *tree = &question->constituents;
    size_t words = 0;
    ck_assert(question->has_dependencies && question->has_constituents);
    t2s_test_check_heads(question, what);
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        uint32_t at = tree->nodes[node].begin;
        if (t2s_tree_is_terminal(tree, node)) {
            ck_assert_uint_eq(at, question->words[words].begin);
            words++;
        }
        t2s_tree_for_each_child (tree, node, child) {
            ck_assert(tree->nodes[child].begin >= at);
            at = tree->nodes[child].end;
        }
        ck_assert(at <= tree->nodes[node].end);
    }
    ck_assert_uint_eq(words, question->word_count);
}

/* Parses n bytes and gives what came of it. */
static inline t2sed_status t2s_test_parse(const t2sed_parser *parser,
                                          const char *text, size_t n,
                                          t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_status status = t2sed_question_new_n(&question, text, n, err);
    if (status == T2SED_OK)
        status = t2sed_question_parse(question, parser, err);
    if (status == T2SED_OK)
        t2s_test_check_trees(question, text);
    t2sed_question_free(question);
    return status;
}

/* `count` times `piece`. */
static inline void t2s_test_parse_many(const t2sed_parser *parser,
                                       const char *piece, size_t count,
                                       t2sed_status expected)
{
    size_t n = strlen(piece);
    char *text = malloc(n * count + 1);
    t2sed_error err;
    t2sed_status status;
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * n, piece, n);
    text[n * count] = '\0';
    status = t2s_test_parse(parser, text, n * count, &err);
    free(text);
    ck_assert_msg(status == expected, "%zu times '%s': %s", count, piece,
                  status == T2SED_OK ? "parsed" : err.text);
}

static inline void t2s_test_parses_anything(const t2sed_parser *parser)
{
    static const char *const good[] = {
        "singers",
        "?",
        "...",
        "42",
        "'",
        "\"%s\" -- /* %d",
        "How many singers are there? And bands! List both.",
        "WHAT IS THE NAME",
        "\xe6\x9c\x89\xe5\xa4\x9a\xe5\xb0\x91\xe6\xad\x8c\xe6\x89\x8b"
        "\xef\xbc\x9f",
        "\xd9\x83\xd9\x85 \xd8\xb9\xd8\xaf\xd8\xaf "
        "\xd8\xa7\xd9\x84\xd9\x85\xd8\xba\xd9\x86\xd9\x8a\xd9\x86\xd8\x9f",
        "\xf0\x9f\x98\x80\xf0\x9f\x98\x80",
        "a\xcc\x81\xcc\x82\xcc\x83",
        "stadium_id = 'x''y' and t1.c2 >= -3.5e10",
        "one\n\ntwo\r\n\tthree",
    };
    static const struct {
        const char *text;
        size_t n;
        t2sed_status status;
    } bad[] = {
        {"", 0, T2SED_EEMPTY},
        {" \t\n", 3, T2SED_EEMPTY},
        {"how \xff many", 10, T2SED_EUTF8},
        {"how \xed\xa0\x80", 7, T2SED_EUTF8}, /* half a surrogate pair */
        {"\xe5\xa4", 2, T2SED_EUTF8},         /* cut off */
    };
    t2sed_error err;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ck_assert_msg(t2s_test_parse(parser, good[i], strlen(good[i]), &err) ==
                          T2SED_OK,
                      "%s: %s", good[i], err.text);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(t2s_test_parse(parser, bad[i].text, bad[i].n, &err),
                         bad[i].status);
    t2s_test_parse_many(parser, "word ", 5000, T2SED_OK);
    t2s_test_parse_many(parser, "(", 5000, T2SED_OK);
    t2s_test_parse_many(parser, "a?b ", 2000, T2SED_OK);
    t2s_test_parse_many(parser, "\xe5\xa4\x9a", 5000, T2SED_OK);
    t2s_test_parse_many(parser, "x", 100000, T2SED_OK);
    t2s_test_parse_many(parser, "word ", 10001, T2SED_ELIMIT);
}

/* --- One parser, several threads --- */

typedef struct t2s_test_reader {
    pthread_t thread;
    const t2sed_parser *parser;
    char *printed[3];
} t2s_test_reader;

static inline void *t2s_test_read(void *payload)
{
    static const char *const texts[] = {"How many singers are there?",
                                        "List the names; and ages of singers.",
                                        "?"};
    t2s_test_reader *reader = payload;
    for (int i = 0; i < 3; i++) {
        t2sed_question *question = NULL;
        if (t2sed_question_new(&question, texts[i], NULL) == T2SED_OK &&
            t2sed_question_parse(question, reader->parser, NULL) == T2SED_OK)
            t2sed_question_print(&reader->printed[i], NULL, question,
                                 T2SED_QUESTION_JSON, NULL);
        t2sed_question_free(question);
    }
    return NULL;
}

static inline void t2s_test_parse_in_threads(const t2sed_parser *parser)
{
    t2s_test_reader readers[4] = {{0}};
    for (int i = 0; i < 4; i++) {
        readers[i].parser = parser;
        ck_assert_int_eq(pthread_create(&readers[i].thread, NULL, t2s_test_read,
                                        &readers[i]),
                         0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(readers[i].thread, NULL);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            ck_assert_ptr_nonnull(readers[i].printed[k]);
            ck_assert_str_eq(readers[i].printed[k], readers[0].printed[k]);
        }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            t2sed_free(readers[i].printed[k]);
}

#endif
