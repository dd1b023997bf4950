/* question.h - a question as the graph builder sees it. */
#ifndef T2S_QUESTION_QUESTION_H
#define T2S_QUESTION_QUESTION_H

#include <stdbool.h>

#include "base/tree.h"
#include "t2sed/question.h"

#define T2S_HEAD_ROOT (-1) /* the word is the root of its sentence */
#define T2S_HEAD_NONE (-2) /* nothing is known of the word's head */

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
};

/* A copy with all that is known of the question, or NULL when memory is
 * short. */
t2sed_question *t2s_question_copy(const t2sed_question *question);

#endif
