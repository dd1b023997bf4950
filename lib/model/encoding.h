/* encoding.h - an encoder's vectors, as the scorer sees them. */
#ifndef T2S_MODEL_ENCODING_H
#define T2S_MODEL_ENCODING_H

#include "graph/batch.h"
#include "t2sed/encoder.h"

/* Where a pair's tokens are and came from. */
typedef struct t2s_encoded {
    size_t first_token; /* in the arrays of the encoding */
    int32_t tokens, cut;
    int32_t side_first[2], side_count[2]; /* within the pair */
    size_t text_length[2];                /* of the texts, in bytes */
} t2s_encoded;

struct t2sed_encoding {
    size_t count, token_count, hidden;
    t2s_encoded *pairs;   /* [count] */
    int32_t *ids, *types; /* [token_count] */
    t2sed_span *spans;    /* [token_count] bytes in its text */
    float *vectors;       /* [token_count, hidden] */
    const void *model;    /* whose vectors these are; only compared */
};

/* Pair `i` as the batch builder takes it. */
void t2s_encoding_sequence(t2s_sequence *out, const t2sed_encoding *encoding,
                           size_t i);

#endif
