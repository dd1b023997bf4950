/* vocabulary.h - the terms that a sketcher knows, and a question as a
 * sparse row of their weights. */
#ifndef T2S_SKETCH_VOCABULARY_H
#define T2S_SKETCH_VOCABULARY_H

#include "base/private.h"
#include "sketch/terms.h"

/* Term i has ids[i], in rising order. All zeros is an empty one. */
typedef struct t2s_sketch_vocabulary {
    uint64_t *ids;
    float *rarity; /* log of how rare it is, plus 1 */
    size_t count;
    uint32_t *starts; /* where the ids with each value of their top bits begin,
                         and the end: of hashes, one or two each */
    int top_bits;
} t2s_sketch_vocabulary;

typedef struct t2s_sketch_item {
    uint32_t term;
    float value;
} t2s_sketch_item;

typedef struct t2s_sketch_row {
    T2S_VECTOR(t2s_sketch_item) list;
} t2s_sketch_row;

/* Takes copies; ids rise. False when memory is short. */
T2S_PRIVATE
bool t2s_sketch_vocabulary_make(t2s_sketch_vocabulary *out, const uint64_t *ids,
                                const float *rarity, size_t count);
T2S_PRIVATE
void t2s_sketch_vocabulary_free(t2s_sketch_vocabulary *vocabulary);

/*
 * The terms that the vocabulary has, in *row (emptied first). Within a view a
 * term is worth (1 + log of its count) times its rarity, over the length of
 * the whole view; facts are worth their value. False when memory is short.
 */
T2S_PRIVATE
bool t2s_sketch_weigh(t2s_sketch_row *row,
                      const t2s_sketch_vocabulary *vocabulary,
                      const t2s_sketch_term *terms, size_t count);

#endif
