/* pair_words.h - the words around the mention of a name. */
#ifndef T2S_EVIDENCE_PAIR_WORDS_H
#define T2S_EVIDENCE_PAIR_WORDS_H

#include "sketch/pair.h"

/* Kinds of keys in an association. */
enum {
    T2S_PAIR_BASE = 1,   /* how often a column has a role */
    T2S_PAIR_TABLE_BASE, /* how often a table is used */
    T2S_PAIR_HEAD,       /* the same by the last word of the name */
    T2S_PAIR_STEM,       /* by any word of the name */
    T2S_PAIR_WORD,       /* by a word of the question and one of the name */
    T2S_PAIR_TABLE_STEM, /* for tables */
    T2S_PAIR_TABLE_WORD,
    T2S_PAIR_AROUND, /* by a word beside the mention */
    T2S_PAIR_TABLE_AROUND,
    T2S_PAIR_FEEDBACK, /* the same in feedback */
    T2S_PAIR_FEEDBACK_BASE
};

/* Hits, or eight times as many cases, from which on a count is looked at; of a
 * word with a word of a name, hits alone. */
#define T2S_PAIR_LEAST      3
#define T2S_PAIR_LEAST_WORD 5

/* Places beside a mention: two words before, two behind. */
#define T2S_PAIR_PLACES 4

/* Words of the question that stand in a row, [begin, end); begin is -1 where
 * the name is not mentioned. */
typedef struct t2s_mention {
    int32_t begin, end;
} t2s_mention;

t2s_mention t2s_mention_of(const t2s_question_facts *question,
                           const t2s_name_match *match);

/* A text, not NUL-terminated. */
typedef struct t2s_pair_text {
    const char *text;
    size_t length;
} t2s_pair_text;

t2s_pair_text t2s_pair_stem(const t2s_question_facts *question, int32_t stem);
/* The word at a place (0: just before the mention, 1: before that, 2: just
 * behind, 3: behind that), in the form that counts are kept by. */
t2s_pair_text t2s_pair_beside(const t2s_question_facts *question,
                              t2s_mention mention, int place);

/* Families of words whose distance from a mention tells its role. */
typedef enum t2s_pair_family {
    T2S_FAMILY_ASK,
    T2S_FAMILY_WHERE,
    T2S_FAMILY_EACH,
    T2S_FAMILY_ORDER,
    T2S_FAMILY_MOST,
    T2S_FAMILY_COMPARE,
    T2S_FAMILY_VALUE,
    T2S_FAMILY_AGGREGATE,
    T2S_FAMILIES
} t2s_pair_family;

/* For each word the families that it belongs to, as bits: made in `arena`,
 * NULL when memory is short. */
const uint8_t *t2s_pair_families(t2s_arena *arena,
                                 const t2s_question_facts *question);
/* How far before the mention the family's nearest word stands (behind: how far
 * behind), at most 15; NAN where there is none. */
float t2s_pair_before(const uint8_t *families, t2s_mention mention,
                      t2s_pair_family family);
float t2s_pair_behind(const uint8_t *families, size_t count,
                      t2s_mention mention, t2s_pair_family family);

/*
 * The words and pairs of neighbouring words that a question is counted by:
 * distinct, at most T2S_PAIR_TERMS. `terms` is of that many; returns how many.
 */
#define T2S_PAIR_TERMS 96
typedef struct t2s_pair_term {
    char text[96];
    size_t length;
    int32_t stem; /* of a lone word; -1: a pair */
} t2s_pair_term;
size_t t2s_pair_terms(t2s_pair_term terms[T2S_PAIR_TERMS],
                      const t2s_question_facts *question);

#endif
