/* words.h - words as stretches of a question's text: made by rule, or found
 * there for an imported parse. */
#ifndef T2S_QUESTION_WORDS_H
#define T2S_QUESTION_WORDS_H

#include "base/private.h"
#include "base/vector.h"
#include "question/question.h"

typedef T2S_VECTOR(t2s_word) t2s_words;

/* Appends the words of text[0..n), which is valid UTF-8, with no heads
 * (split.c). T2SED_ELIMIT past T2SED_QUESTION_MAX_WORDS, T2SED_ENOMEM. */
t2sed_status t2s_question_split(t2s_words *words, const char *text, size_t n,
                                t2sed_error *err);

/* Appends a word [begin, end) of which nothing is known; errors as above. */
t2sed_status t2s_words_add(t2s_words *words, size_t begin, size_t end,
                           t2sed_error *err);

/* Length of the white space or control character at text[0..n), or 0. */
size_t t2s_blank_length(const char *text, size_t n);
/* Length of all such characters at the start of text[0..n). */
size_t t2s_blanks_length(const char *text, size_t n);

/* A word or a multiword token as an import spells it. */
typedef struct t2s_form {
    const char *text;
    size_t length;
    size_t word_count; /* words that share it: 1, or more for 1-2 */
    size_t line;       /* where it stands in the import, for messages */
    bool penn;         /* -LRB-, ``, \/ may stand for ( " / */
} t2s_form;

typedef T2S_VECTOR(t2s_form) t2s_forms;

/*
 * Appends the words that the forms are in the question's text (align.c): each
 * stands where the one before ended, but for white space. T2SED_EMISMATCH where
 * it does not, where text is left over, or where the question's own words did
 * not come from our rules and are others; T2SED_EEMPTY without forms.
 */
t2sed_status t2s_question_align(t2s_words *words, const t2s_forms *forms,
                                const t2sed_question *question,
                                t2sed_error *err);

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

/* T2SED_OK where text[0..n) may be an imported parse: no longer than
 * T2SED_PARSE_MAX_BYTES, and UTF-8. `what` names the format. */
t2sed_status t2s_question_check_parse(const char *text, size_t n,
                                      const char *what, t2sed_error *err);

#endif
