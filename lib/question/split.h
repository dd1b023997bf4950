/* split.h - a question's text split into words by rule. */
#ifndef T2S_QUESTION_SPLIT_H
#define T2S_QUESTION_SPLIT_H

#include "base/vector.h"
#include "question/question.h"

typedef T2S_VECTOR(t2s_word) t2s_words;

/* Appends the words of text[0..n), which is valid UTF-8, with no heads.
 * T2SED_ELIMIT past T2SED_QUESTION_MAX_WORDS, T2SED_ENOMEM. */
t2sed_status t2s_question_split(t2s_words *words, const char *text, size_t n,
                                t2sed_error *err);

/* A word [begin, end) of which nothing is known; false when memory is short,
 * and *status tells limit from memory. */
t2sed_status t2s_words_add(t2s_words *words, size_t begin, size_t end,
                           t2sed_error *err);

/* Length of the white space or control character at text[0..n), or 0. */
size_t t2s_blank_length(const char *text, size_t n);
/* Length of all such characters at the start of text[0..n). */
size_t t2s_blanks_length(const char *text, size_t n);

#endif
