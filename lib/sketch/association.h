/*
 * association.h - what counts on other databases tell: how often a column was
 * used where a word stood in the question, beside the mention, or in the
 * column's name. Keys are hashes, so that it is small and holds no text.
 */
#ifndef T2S_SKETCH_ASSOCIATION_H
#define T2S_SKETCH_ASSOCIATION_H

#include "base/hash_table.h"
#include "base/private.h"

typedef struct t2s_association_entry {
    uint64_t key; /* 0: none */
    float hits, cases;
} t2s_association_entry;

/* All zeros is an empty one. */
typedef struct t2s_association {
    t2s_hash_table counts;
} t2s_association;

/* Keys that are hashes take far fewer steps to their slots. */
#define T2S_ASSOCIATION_MOST_STEPS 512

/* What was counted, less what `without` (NULL: nothing) counted of it. */
typedef struct t2s_association_view {
    const t2s_association *all, *without;
} t2s_association_view;

/* A text, not NUL-terminated; `text` NULL is none. */
typedef struct t2s_pair_text {
    const char *text;
    size_t length;
} t2s_pair_text;

#define T2S_NO_TEXT ((t2s_pair_text){NULL, 0})

/* A key of a kind of thing (1 to 15), a number and up to two texts. The kind is
 * its highest four bits; it is never 0. */
T2S_PRIVATE
uint64_t t2s_association_key(int kind, int number, t2s_pair_text a,
                             t2s_pair_text b);

/* Adds to the counts of a key; false when memory is short. */
T2S_PRIVATE
bool t2s_association_add(t2s_association *to, uint64_t key, float hits,
                         float cases);
/* The counts of a key; zeros where it has none. */
t2s_association_entry t2s_association_get(t2s_association_view view,
                                          uint64_t key);
/* The entry at *at or the next one; false at the end (t2s_hash_table_next). */
T2S_PRIVATE
bool t2s_association_next(const t2s_association *from, size_t *at,
                          t2s_association_entry *entry);

/* The logarithm of how much the odds of a key are above `base`, shrunk as if
 * `weight` cases of the base had been seen too. */
double t2s_association_odds(t2s_association_entry counts, double base,
                            double weight);
/* The share of hits among cases, kept away from 0 and 1; `otherwise` where
 * there are none. */
double t2s_association_share(t2s_association_view view, uint64_t key,
                             double otherwise);

T2S_PRIVATE
void t2s_association_free(t2s_association *association);

#endif
