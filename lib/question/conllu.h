/* conllu.h - the sentences of CoNLL-U, as they stand there. */
#ifndef T2S_QUESTION_CONLLU_H
#define T2S_QUESTION_CONLLU_H

#include "base/private.h"
#include "question/words.h"

typedef struct t2s_conllu_field {
    const char *text; /* not NUL-terminated */
    size_t length;
} t2s_conllu_field;

/* A word's columns; "_" is empty in tag and relation. */
typedef struct t2s_conllu_word {
    t2s_conllu_field form, tag, relation;
    size_t id;   /* its number in the sentence, from 1 */
    size_t head; /* the head's number in the sentence; 0: the root */
    size_t line;
    size_t met; /* on the way from which word the reader met it */
} t2s_conllu_word;

/* All sentences in a row, and the forms of their words, of which one stands for
 * all words of a multiword token that they do not spell. */
typedef struct t2s_conllu {
    T2S_VECTOR(t2s_conllu_word) words;
    t2s_forms forms;
} t2s_conllu;

/*
 * Appends the sentences of text[0..n), which is valid UTF-8; texts are borrowed
 * from it. Empty nodes are passed over. Every sentence has one root and no
 * cycle. Errors: those of t2sed_question_set_conllu but for the ones of the
 * question; T2SED_ELIMIT is a sentence of more than T2SED_QUESTION_MAX_WORDS
 * words.
 */
T2S_PRIVATE
t2sed_status t2s_conllu_read(t2s_conllu *out, const char *text, size_t n,
                             t2sed_error *err);
#endif
