/* align.h - finding the words of an imported parse in a question's text. */
#ifndef T2S_QUESTION_ALIGN_H
#define T2S_QUESTION_ALIGN_H

#include "question/question.h"
#include "question/split.h"

/* A word or a multiword token as the import spells it. */
typedef struct t2s_form {
    const char *text;
    size_t length;
    size_t word_count; /* words that share it: 1, or more for 1-2 */
    size_t line;       /* where it stands in the import, for messages */
    bool penn;         /* -LRB-, ``, \/ may stand for ( " / */
} t2s_form;

typedef T2S_VECTOR(t2s_form) t2s_forms;

/*
 * Appends the words that the forms are in text[0..n): each stands where the
 * one before ended, but for white space. T2SED_EMISMATCH where it does not, or
 * where text is left over; T2SED_EEMPTY without forms.
 */
t2sed_status t2s_question_align(t2s_words *words, const t2s_forms *forms,
                                const char *text, size_t n, t2sed_error *err);

/* T2SED_EMISMATCH unless `words` may take the place of the question's own:
 * they may if those came from our rules, else they must be the same. */
t2sed_status t2s_question_accepts(const t2sed_question *question,
                                  const t2s_words *words, t2sed_error *err);

#endif
