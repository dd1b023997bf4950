/*
 * t2sed/question.h - a question in English, and the knowledge beside it.
 *
 * A t2sed_question is a text that is split into words by rule, or the caller's
 * own words. Knowledge is a second text that defines terms of the question for
 * this database. t2sed/parts/tree.h has the words and their parse trees.
 */
#ifndef T2SED_QUESTION_H
#define T2SED_QUESTION_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

T2SED_BEGIN_DECLS

/* Used by one thread at a time; while it does not change, several may read
 * it. */
typedef struct t2sed_question t2sed_question;

/* Limits: more is T2SED_ELIMIT. */
#define T2SED_QUESTION_MAX_BYTES  1048576 /* a question's text */
#define T2SED_QUESTION_MAX_WORDS  10000
#define T2SED_KNOWLEDGE_MAX_BYTES 65536 /* the knowledge beside a question */

/*
 * Makes a question of `n` bytes of text, split into words the way the
 * Universal Dependencies treebanks of English are (see docs/internals/
 * question.md): punctuation and clitics ('s, n't) are words of their own,
 * while numbers, abbreviations, names_with_underscores, addresses and URLs
 * stay whole; other scripts are split at blanks and punctuation, Han
 * characters one by one. The text is copied as it is.
 *
 * Errors: T2SED_EEMPTY (nothing but blanks and control characters),
 * T2SED_EUTF8 (with the offset of the first bad byte), T2SED_ELIMIT,
 * T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_new_n(t2sed_question **out,
                                            const char *text, size_t n,
                                            t2sed_error *err);
T2SED_API t2sed_status t2sed_question_new(t2sed_question **out,
                                          const char *text, t2sed_error *err);

T2SED_API void t2sed_question_free(t2sed_question *question);

/*
 * Sets the knowledge beside the question, in place of what it had: what its
 * terms mean on this database, as the "evidence" of BIRD ("eligible free rate
 * = FreeMeal / Enrollment; more than 500 refers to NumTstTakr > 500") or in
 * prose. A query may use what knowledge names without being asked for it by
 * the question; what exactly it says (columns, conditions, functions) is
 * compared with the query. Sketcher, schema predictor, linker and the text
 * that models read take the question's text, a blank and the knowledge as one
 * text: spans that they give in the question lie in its knowledge where they
 * begin beyond its text, whose length and 1 are to be taken off. Parses are of
 * the question alone. On failure the question stays as it was.
 *
 * text  UTF-8; copied. NULL or nothing but white space: there is none.
 *
 * Errors: T2SED_EINVAL, T2SED_EUTF8, T2SED_ELIMIT (T2SED_KNOWLEDGE_MAX_BYTES;
 * or with the question more than T2SED_QUESTION_MAX_*), T2SED_ENOMEM.
 * Threads: one at a time. Since: 0.9. Source: our own, for the external
 * knowledge of "Can LLM Already Serve as A Database Interface? A BIg Bench for
 * Large-Scale Database Grounded Text-to-SQLs" (Li et al. 2023), section 3.3.
 */
T2SED_API t2sed_status t2sed_question_set_knowledge_n(t2sed_question *question,
                                                      const char *text,
                                                      size_t n,
                                                      t2sed_error *err);
T2SED_API t2sed_status t2sed_question_set_knowledge(t2sed_question *question,
                                                    const char *text,
                                                    t2sed_error *err);
/* The knowledge as given, or NULL where there is none; its bytes in `*length`
 * (may be NULL). Borrowed until it is set again. Since: 0.9. */
T2SED_API const char *t2sed_question_knowledge(const t2sed_question *question,
                                               size_t *length);

/* The text as given; its bytes in `*length` (may be NULL). Borrowed.
 * Since: 0.1. */
T2SED_API const char *t2sed_question_text(const t2sed_question *question,
                                          size_t *length);
T2SED_END_DECLS

#endif
