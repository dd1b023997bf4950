/*
 * phrases.h - constituents from dependencies: what the rules work on.
 *
 * Words are taken from the leaves of the dependency tree to its root. For each,
 * the phrases of its dependents and the word itself stand side by side in
 * `row`, in text order; the rules of nominals.c and clauses.c put brackets
 * around parts of the row until one phrase is left.
 */
#ifndef T2S_QUESTION_PHRASES_H
#define T2S_QUESTION_PHRASES_H

#include "base/vector.h"
#include "question/question.h"

/* Relations as far as the rules tell them apart. */
typedef enum t2s_role {
    T2S_ROLE_OTHER,
    T2S_ROLE_HEAD, /* the word itself, or what has been put around it */
    T2S_ROLE_ROOT,
    T2S_ROLE_SUBJECT,
    T2S_ROLE_EXPLETIVE,
    T2S_ROLE_OBJECT,
    T2S_ROLE_OBLIQUE,
    T2S_ROLE_COMPLEMENT, /* ccomp, xcomp */
    T2S_ROLE_ADVERBIAL,  /* advcl */
    T2S_ROLE_ADNOMINAL,  /* acl */
    T2S_ROLE_RELATIVE,   /* acl:relcl */
    T2S_ROLE_AUXILIARY,
    T2S_ROLE_COPULA,
    T2S_ROLE_MARK,
    T2S_ROLE_CASE,
    T2S_ROLE_DETERMINER,
    T2S_ROLE_NUMBER,    /* nummod */
    T2S_ROLE_ADJECTIVE, /* amod */
    T2S_ROLE_ADVERB,    /* advmod */
    T2S_ROLE_POSSESSOR, /* nmod:poss */
    T2S_ROLE_NOMINAL,   /* nmod */
    T2S_ROLE_APPOSITION,
    T2S_ROLE_COMPOUND, /* compound, flat */
    T2S_ROLE_PARTICLE, /* compound:prt */
    T2S_ROLE_FIXED,    /* fixed, goeswith */
    T2S_ROLE_CONJUNCTION,
    T2S_ROLE_CONJUNCT,
    T2S_ROLE_PUNCTUATION,
    T2S_ROLE_LOOSE /* parataxis, discourse, vocative and the like */
} t2s_role;

typedef enum t2s_tag {
    T2S_TAG_OTHER,
    T2S_TAG_ADJ,
    T2S_TAG_ADP,
    T2S_TAG_ADV,
    T2S_TAG_AUX,
    T2S_TAG_CCONJ,
    T2S_TAG_DET,
    T2S_TAG_INTJ,
    T2S_TAG_NOUN, /* PROPN too */
    T2S_TAG_NUM,
    T2S_TAG_PART,
    T2S_TAG_PRON,
    T2S_TAG_PUNCT,
    T2S_TAG_SCONJ,
    T2S_TAG_VERB
} t2s_tag;

/* A bracket, or a word of its own. */
typedef struct t2s_phrase {
    const char *label; /* NULL: a word */
    int32_t word;
    int32_t first, last, next; /* children; the next sister */
    bool asks; /* a question word or a phrase that is labelled WH... */
} t2s_phrase;

/* What stands in the row: a phrase in the role its head word has. */
typedef struct t2s_row_item {
    int32_t phrase, word;
    t2s_role role;
} t2s_row_item;

typedef struct t2s_phrases {
    const t2sed_question *question;
    const int32_t *heads; /* projective */
    uint8_t *roles, *tags;
    T2S_VECTOR(t2s_phrase) phrases;
    T2S_VECTOR(t2s_row_item) row;
    bool failed; /* memory was short */
} t2s_phrases;

#define T2S_NOWHERE SIZE_MAX

/* Puts a bracket around row[first..last], which becomes row[first]. */
void t2s_phrases_wrap(t2s_phrases *p, size_t first, size_t last,
                      const char *label);
/* The place of the head in row[first..last]. */
size_t t2s_phrases_find_head(const t2s_phrases *p, size_t first, size_t last);
/* Whether row[i] is in one of the roles, a mask of T2S_ROLES(...). */
#define T2S_IS(role) (UINT64_C(1) << (role))
bool t2s_phrases_in(const t2s_phrases *p, size_t i, uint64_t roles);
/* Whether row[i] asks. */
bool t2s_phrases_asks(const t2s_phrases *p, size_t i);
/* Whether row[i] is a comma, a full stop or the like: punctuation that parts
 * phrases, where quotes and brackets enclose them. */
bool t2s_phrases_is_stop(const t2s_phrases *p, size_t i);
/* Whether the word is spelled so, but for case. */
bool t2s_phrases_spelled(const t2s_phrases *p, int32_t word, const char *text);

/* How a phrase is called, when it asks and when not. */
typedef struct t2s_phrase_names {
    const char *plain, *asking;
    bool nests; /* post-modifiers stand beside a bracket around the rest */
} t2s_phrase_names;

/* The names of the phrase that a word of this tag heads, clauses aside. */
t2s_phrase_names t2s_phrases_names(const t2s_phrases *p, int32_t word,
                                   bool nominal);

/* Makes one phrase of row[first..last]; it stands at `first` then. */
void t2s_phrases_nominal(t2s_phrases *p, size_t first, size_t last,
                         t2s_phrase_names names);
/* Makes a clause of row[first..], all of whose dependents are there. `word` is
 * its predicate. */
void t2s_phrases_clause(t2s_phrases *p, size_t first, int32_t word);

/* New heads, in which no arc crosses another: each word hangs on the lowest of
 * its ancestors whose subtree holds all words between them. false when memory
 * is short. Source: Nivre & Nilsson 2005 (lifting). */
bool t2s_question_projective(int32_t *heads, const t2s_word *words,
                             size_t count);

#endif
