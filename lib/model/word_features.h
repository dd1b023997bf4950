/* word_features.h - what the question parser reads of a word. */
#ifndef T2S_MODEL_WORD_FEATURES_H
#define T2S_MODEL_WORD_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/private.h"
#include "base/string.h"
#include "base/vector.h"

#define T2S_WORD_SHAPES 16

typedef T2S_VECTOR(int32_t) t2s_ngrams;

/* Appends the word in lower case (character by character), with every ASCII
 * digit as 0: how words.txt spells it. The word is valid UTF-8. */
T2S_PRIVATE
void t2s_word_normal(t2s_string *out, const char *word, size_t n);

/*
 * Appends the rows of the word's n-grams, at least one, all below `buckets`.
 * Of "<word>" in lower case, of which the first 24 characters are read: the
 * prefixes of 2 to 4 characters, the suffixes of 2 to 5, the different runs of
 * 3 and of 4, and the whole. Each is hashed with what it is: FNV-1a (32 bits)
 * of 'p', 's', 'g' or 'w' and its bytes, modulo `buckets`. false when memory
 * is short.
 */
bool t2s_word_ngrams(t2s_ngrams *out, const char *word, size_t n,
                     int32_t buckets);

/* How the word is written, below T2S_WORD_SHAPES: digits, signs, capitals. */
int32_t t2s_word_shape(const char *word, size_t n);

/* Rows of a parser's tables. */
typedef struct t2s_word_rows {
    int32_t fixed, word, shape;
} t2s_word_rows;

/*
 * All that the network reads of a word; its n-grams are appended. `words` maps
 * normal forms to rows of the fixed table, of which the first `trained` rows,
 * row 0 among them, are those of the trained table too. `scratch` is the
 * caller's, to be used again. false when memory is short.
 */
T2S_PRIVATE
bool t2s_word_rows_of(t2s_word_rows *out, t2s_ngrams *ngrams, const char *word,
                      size_t n, const t2s_map *words, int32_t trained,
                      int32_t buckets, t2s_string *scratch);

#endif
