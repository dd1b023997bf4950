/*
 * phrases.h - constituents from dependencies: what the rules work on.
 *
 * Words are taken from the leaves of the dependency tree to its root. For each,
 * the phrases of its dependents and the word itself stand side by side in
 * `row`, in text order; the rules of phrases.c put brackets around parts of the
 * row until one phrase is left.
 */
#ifndef T2S_QUESTION_PHRASES_H
#define T2S_QUESTION_PHRASES_H

#include "base/vector.h"
#include "question/question.h"

/* Relations as far as the rules tell them apart, and unions of them. */
typedef uint32_t t2s_roles;
enum {
    R_OTHER = 1 << 0,
    R_HEAD = 1 << 1, /* the word itself, or a phrase around it */
    R_ROOT = 1 << 2,
    R_SUBJECT = 1 << 3,
    R_EXPLETIVE = 1 << 4,
    R_OBJECT = 1 << 5,
    R_OBLIQUE = 1 << 6,
    R_COMPLEMENT = 1 << 7, /* ccomp, xcomp */
    R_ADVERBIAL = 1 << 8,  /* advcl */
    R_ADNOMINAL = 1 << 9,  /* acl */
    R_RELATIVE = 1 << 10,  /* acl:relcl */
    R_AUXILIARY = 1 << 11,
    R_COPULA = 1 << 12,
    R_MARK = 1 << 13,
    R_CASE = 1 << 14,
    R_DETERMINER = 1 << 15,
    R_NUMBER = 1 << 16,    /* nummod */
    R_ADJECTIVE = 1 << 17, /* amod */
    R_ADVERB = 1 << 18,    /* advmod */
    R_POSSESSOR = 1 << 19, /* nmod:poss */
    R_NOMINAL = 1 << 20,   /* nmod */
    R_APPOSITION = 1 << 21,
    R_COMPOUND = 1 << 22, /* compound, flat */
    R_PARTICLE = 1 << 23, /* compound:prt */
    R_FIXED = 1 << 24,    /* fixed, goeswith */
    R_CONJUNCTION = 1 << 25,
    R_CONJUNCT = 1 << 26,
    R_PUNCTUATION = 1 << 27,
    R_LOOSE = 1 << 28, /* parataxis, discourse, vocative and the like */
    R_SUBJECTS = R_SUBJECT | R_EXPLETIVE,
    R_JOINS = R_PUNCTUATION | R_CONJUNCTION
};

/* Parts of speech; PROPN, SYM and X are nouns. */
typedef enum t2s_tag {
    T_OTHER,
    T_ADJ,
    T_ADP,
    T_ADV,
    T_AUX,
    T_CCONJ,
    T_DET,
    T_INTJ,
    T_NOUN,
    T_NUM,
    T_PART,
    T_PRON,
    T_PUNCT,
    T_SCONJ,
    T_VERB,
    T_COUNT
} t2s_tag;

/* A word, and what the rules know of it. */
typedef struct t2s_phrase_word {
    t2s_roles role;
    t2s_tag tag;
    int32_t head; /* no arc crosses another */
    bool asks;    /* a question word */
} t2s_phrase_word;

/* An item of the row: a phrase in the role of its head word. */
typedef struct t2s_row_item {
    int32_t phrase, word;
    t2s_roles role;
} t2s_row_item;

typedef struct t2s_phrases {
    const t2sed_question *question;
    t2s_phrase_word *words;
    t2s_tree tree; /* node i is word i; brackets follow */
    T2S_VECTOR(t2s_row_item) row;
    bool failed; /* memory was short */
} t2s_phrases;

/* Puts a bracket around row[first..last], which becomes row[first]. */
void t2s_phrases_wrap(t2s_phrases *p, size_t first, size_t last,
                      const char *label);
/* Makes one phrase, with the names of its head word's, of row[first..last]; it
 * stands at `first` then. `nominal`: it is a noun phrase, whatever the word. */
void t2s_phrases_nominal(t2s_phrases *p, size_t first, size_t last,
                         int32_t word, bool nominal);
/* Makes a clause of row[first..], all of whose dependents are there. `word` is
 * its predicate. */
void t2s_phrases_clause(t2s_phrases *p, size_t first, int32_t word);

/* Whether the word is one of these, which blanks part, but for case. */
bool t2s_phrases_spelled(const t2s_phrases *p, int32_t word, const char *list);

#endif
