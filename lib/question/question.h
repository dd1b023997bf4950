/* question.h - a question as the graph builder sees it. */
#ifndef T2S_QUESTION_QUESTION_H
#define T2S_QUESTION_QUESTION_H

#include <stdbool.h>

#include "base/string.h"
#include "base/tree.h"
#include "t2sed/parts/tree.h"

#define T2S_HEAD_ROOT T2SED_HEAD_ROOT
#define T2S_HEAD_NONE T2SED_HEAD_UNKNOWN

typedef struct t2s_word {
    uint32_t begin, end;  /* its bytes in the question's text */
    int32_t head;         /* index of the head word, or T2S_HEAD_* */
    const char *relation; /* dependency relation, "" where unknown */
    const char *tag;      /* universal part of speech, "" where unknown */
} t2s_word;

struct t2sed_question {
    char *text; /* as given, NUL-terminated */
    size_t length;
    t2s_word *words;
    size_t word_count;
    bool has_dependencies, has_constituents;
    /* The words came from the caller or from an import, not from our rules:
     * the next import must have the same. */
    bool words_are_given;
    /* The simplified constituency tree: its terminals are exactly the words,
     * in order, with the words' byte ranges. root is T2S_NO_NODE where
     * has_constituents is false. A question of one word has a tree of one
     * terminal. */
    t2s_tree constituents;
    t2s_arena arena; /* relations, tags, labels */
    /* What is known beside it: the question of its text, a blank and the
     * knowledge, without parses; NULL where there is none. */
    t2sed_question *informed;
};

/* Whether word i is one of `list`, which single blanks part. */
static inline bool t2s_question_word_is(const t2sed_question *question,
                                        size_t i, const char *list)
{
    const t2s_word *word = &question->words[i];
    return t2s_is_one_of(question->text + word->begin, word->end - word->begin,
                         list);
}

/* The question with its knowledge, where it has some, as one text. */
static inline const t2sed_question *
t2s_question_informed(const t2sed_question *question)
{
    return question->informed ? question->informed : question;
}

/* A copy with all that is known of the question, or NULL when memory is
 * short. */
t2sed_question *t2s_question_copy(const t2sed_question *question);

/*
 * Copies a constituency tree into *to, which is empty: a node with one child is
 * replaced by that child, from the top down, and the terminals are `words`, in
 * order. False when memory is short.
 */
bool t2s_question_simplify(t2s_tree *to, const t2s_tree *from, const char *text,
                           const t2s_word *words);

/* Longer ones are cut, for a parser's time is the square of a sentence. */
#define T2S_SENTENCE_MAX_WORDS 200

/*
 * The word after the last one of the sentence that begins at word `begin`.
 * Sentences end after . ? ! and runs of them (and the quotes and brackets that
 * close behind), at blank lines, and at T2S_SENTENCE_MAX_WORDS words, or
 * after the last comma or its like in the second half of those.
 */
size_t t2s_sentence_end(const t2sed_question *question, size_t begin);

/*
 * Writes the heads of the tree with the greatest sum of scores: one word is the
 * root (T2S_HEAD_ROOT), every other hangs on a word, and there is no cycle.
 *
 * heads   [count]
 * scores  [count, count + 1]: scores[d * (count + 1) + h] is that of word d
 *         hanging on word h - 1, or being the root for h = 0. A word on itself
 *         is not read; what is no number, or beyond 1e9 in size, is -1e9 or
 *         that limit.
 *
 * Takes O(count^2) time and memory; false when memory is short. Arcs may cross.
 * Source: Chu & Liu 1965; Edmonds 1967.
 */
bool t2s_decode_tree(int32_t *heads, const float *scores, size_t count);

#endif
