/*
 * t2sed/question.h - questions: words and parse trees.
 *
 * A t2sed_question is a question's text, its words (byte ranges of the text),
 * and what is known of its syntax: a dependency parse, a constituency parse,
 * both over the same words, or neither. It is made from text, split into words
 * by rule, or from the caller's own words; parses are imported from CoNLL-U
 * and from bracketed trees, as Stanza, spaCy, CoreNLP and others write them.
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
#define T2SED_QUESTION_MAX_DEPTH  1000    /* nesting of bracketed trees */
#define T2SED_PARSE_MAX_BYTES     8388608 /* an imported parse */
#define T2SED_KNOWLEDGE_MAX_BYTES 65536   /* the knowledge beside a question */

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

/*
 * Makes a question of the caller's own words; its text is the words with
 * single blanks between. A parse that is imported later must have these words.
 *
 * words  `count` NUL-terminated strings, none empty, none with white space or
 *        control characters in it.
 *
 * Errors: T2SED_EEMPTY (no word), T2SED_EINVAL (a word that can be none; the
 * message has its number, from 1), T2SED_EUTF8, T2SED_ELIMIT, T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_new_words(t2sed_question **out,
                                                const char *const *words,
                                                size_t count, t2sed_error *err);

T2SED_API void t2sed_question_free(t2sed_question *question);

/*
 * Imports a dependency parse in CoNLL-U (https://universaldependencies.org/
 * format.html), one sentence or several. Comments, empty nodes (8.1), and the
 * columns LEMMA, XPOS, FEATS, DEPS and MISC are passed over. The words are
 * found in the question's text by their characters, in order, without regard
 * to white space, and replace the words that the question had; a multiword
 * token (1-2) is found as a whole and its characters are shared out among its
 * words. If a parse was imported before, or the question was made of given
 * words, the words must be the same. Each sentence has its own root. On
 * failure the question stays as it was.
 *
 * Errors: T2SED_EFORMAT (a line that is no CoNLL-U, an id out of order, a head
 * that is no word of the sentence, a sentence with no root or with a cycle),
 * T2SED_EMISMATCH (words that are not those of the question), T2SED_EEMPTY (no
 * word), T2SED_EUTF8, T2SED_ELIMIT, T2SED_ENOMEM; messages have the line.
 * Source: Chen et al. 2023, section 4.2 (dependency edges of the question).
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_set_conllu_n(t2sed_question *question,
                                                   const char *text, size_t n,
                                                   t2sed_error *err);
T2SED_API t2sed_status t2sed_question_set_conllu(t2sed_question *question,
                                                 const char *text,
                                                 t2sed_error *err);

/*
 * Imports a constituency parse in the brackets of the Penn Treebank,
 * (ROOT (S (NP (DT the) ...) ...)), one tree or several. -LRB- and its like
 * stand for brackets, `` and '' for quotes; function tags (NP-SBJ) are cut
 * off, and traces (-NONE-) left out. Words are treated as in
 * t2sed_question_set_conllu_n. Then the tree is simplified from the top: a
 * node with a single child is replaced by that child, so that parts of speech
 * and chains vanish and each node kept has two children or more. Several trees
 * are joined under one node ROOT.
 *
 * Errors: as t2sed_question_set_conllu_n; T2SED_EFORMAT is a bracket missing
 * or too many, with its byte offset and line.
 * Source: Chen et al. 2023, section 4.2 (simplified constituency tree).
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_set_brackets_n(t2sed_question *question,
                                                     const char *text, size_t n,
                                                     t2sed_error *err);
T2SED_API t2sed_status t2sed_question_set_brackets(t2sed_question *question,
                                                   const char *text,
                                                   t2sed_error *err);

/*
 * Derives constituents with the labels of the Penn Treebank (S, SQ, SBARQ,
 * SBAR, NP, VP, PP, ADJP, ADVP, QP, WHNP, WHADVP...) from the dependency parse
 * and the parts of speech, by the rules that docs/internals/question.md
 * gives, and simplifies them as t2sed_question_set_brackets_n does. Arcs that
 * cross others are lifted first, so that every constituent is a run of words;
 * heads and relations of t2sed_question_word_get stay. Sentences are
 * joined under one node ROOT. Constituents that the question had are replaced.
 * Takes time in proportion to the words but for odd trees (10,000 dependents
 * of one word), and memory in proportion.
 *
 * Errors: T2SED_ESTATE (no dependency parse), T2SED_ENOMEM; the question stays
 * as it was. Since: 0.1.
 */
T2SED_API t2sed_status
t2sed_question_derive_constituents(t2sed_question *question, t2sed_error *err);

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
/* How many words there are, at least 1. Since: 0.1. */
T2SED_API size_t t2sed_question_word_count(const t2sed_question *question);

#define T2SED_HEAD_ROOT    (-1) /* the word is the root of its sentence */
#define T2SED_HEAD_UNKNOWN (-2) /* there is no dependency parse */

typedef struct t2sed_question_word {
    size_t struct_size; /* sizeof(t2sed_question_word) */
    t2sed_span span;    /* its bytes in the text */
    int32_t head;       /* the number of its head word, or T2SED_HEAD_* */
    /* Dependency relation and universal part of speech; "" where unknown. */
    const char *relation;
    const char *tag;
} t2sed_question_word;

/*
 * A word and its place in the dependency parse.
 *
 * i    from 0.
 * out  its struct_size is set by the caller; receives the rest, whose pointers
 *      are borrowed until the next import.
 *
 * Errors: T2SED_ENOTFOUND (no such word), T2SED_EINVAL (NULL, struct_size).
 * Threads: as t2sed_question. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_question_word_get(const t2sed_question *question,
                                               size_t i,
                                               t2sed_question_word *out,
                                               t2sed_error *err);

/* What t2sed_question_print writes, always one line but for CoNLL-U. */
#define T2SED_QUESTION_SEXPR  0 /* the simplified constituents, as SQL trees */
#define T2SED_QUESTION_JSON   1 /* text, words with heads, constituents */
#define T2SED_QUESTION_DOT    2 /* a Graphviz digraph of both parses */
#define T2SED_QUESTION_CONLLU 3 /* "# text = ..." and a line per word */

/*
 * Prints the words and what is known of their syntax. Without constituents the
 * S-expression is (ROOT "word" ...). In CoNLL-U the sentences of a question
 * are joined under the first one's root (as parataxis), columns that are not
 * known are "_", and the block ends with a newline but no empty line.
 *
 * out     the text, the caller's: t2sed_free() ends it.
 * length  its bytes; may be NULL.
 * format  one of T2SED_QUESTION_*.
 *
 * Errors: T2SED_EINVAL (no such format), T2SED_ENOMEM. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_print(char **out, size_t *length,
                                            const t2sed_question *question,
                                            int format, t2sed_error *err);

T2SED_END_DECLS

#endif
