/*
 * t2sed/parts/tree.h - syntax trees of queries and of questions.
 *
 * A query's tree is printed whole, or simplified as models read it. A question
 * has words (byte ranges of its text), and may have a dependency parse and a
 * constituency parse over them. The library's own parser makes these
 * (t2sed/parts/parser.h), or they are imported from CoNLL-U and from bracketed
 * trees, as Stanza, spaCy, CoreNLP and others write them.
 */
#ifndef T2SED_TREE_H
#define T2SED_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "../question.h"
#include "../schema.h"
#include "../sql.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* --- queries --- */

/*
 * How the whole tree is simplified for a model; each switch is 0 or 1.
 */
typedef struct t2sed_sql_view_options {
    size_t struct_size; /* sizeof(t2sed_sql_view_options) */
    /* A non-terminal with one child is replaced by that child, from the top
     * down; children are counted before anything is left out. */
    int collapse_unary;
    /* ON ... and USING (...) stay. */
    int keep_join_constraints;
    /* The terminals "," "(" ")" and JOIN stay. */
    int keep_punctuation;
    /* table . column becomes one terminal, "table.column". */
    int merge_dots;
    /* Aliases of tables become the tables' names and "AS alias" goes; given a
     * schema, a bare column becomes table.column. 1 and 0 mean that; -1 means 1
     * when there is a schema and 0 otherwise. */
    int resolve_aliases;
    /* Style that does not change the result is removed: names of result columns
     * (spelled out where the query is grouped or sorted by them), quotes around
     * names, "x" for the string 'x', <> for !=, == for =, ASC, INNER and OUTER.
     */
    int plain_style;
} t2sed_sql_view_options;

/*
 * Fills in the defaults: the paper's simplified tree.
 *
 * size  sizeof(t2sed_sql_view_options), which becomes struct_size.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_sql_view_options_init(t2sed_sql_view_options *options,
                                           size_t size);

/* How a tree is printed. */
#define T2SED_SQL_SEXPR 0 /* (rule child ...), terminals as JSON strings */
#define T2SED_SQL_JSON  1 /* {"label", "range", "children"} and {"text",... */
#define T2SED_SQL_DOT   2 /* a Graphviz digraph */

/*
 * Prints a query's tree on one line. Ranges are bytes of t2sed_sql_text,
 * from and up to; a terminal that alias resolution added has an empty one.
 *
 * out     NUL-terminated text; free it with t2sed_free.
 * format  T2SED_SQL_SEXPR, T2SED_SQL_JSON or T2SED_SQL_DOT.
 * view    the switches of the simplified tree; NULL prints the whole tree.
 * schema  for alias resolution; may be NULL.
 *
 * Errors: T2SED_EINVAL (format, struct_size), T2SED_ELIMIT (a query whose
 * names refer to each other in more ways than can be followed in reasonable
 * time), T2SED_ENOMEM. Since: 0.1. Source: Chen et al. 2023, section 4.2 and
 * Appendix D.
 */
T2SED_API t2sed_status t2sed_sql_print(char **out, const t2sed_sql *sql,
                                       int format,
                                       const t2sed_sql_view_options *view,
                                       const t2sed_schema *schema,
                                       t2sed_error *err);

/* --- questions --- */

/* Limits: more is T2SED_ELIMIT. */
#define T2SED_QUESTION_MAX_DEPTH 1000    /* nesting of bracketed trees */
#define T2SED_PARSE_MAX_BYTES    8388608 /* an imported parse */

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
#define T2SED_QUESTION_WORD_INIT                                               \
    {                                                                          \
        sizeof(t2sed_question_word), {0, 0}, 0, NULL, NULL                     \
    }

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
 * out     the text, the caller's: freed with t2sed_free.
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
