/* encoding.h - an encoder's vectors, as the scorer sees them, and the portions
 * in which sequences go through the engine. */
#ifndef T2S_MODEL_ENCODING_H
#define T2S_MODEL_ENCODING_H

#include <stdbool.h>

#include "graph/batch.h"
#include "t2sed/parts/encoder.h"

typedef struct t2s_encoded {
    t2s_sequence sequence;
    t2sed_span *spans; /* [tokens] bytes in its text; the sequence's memory */
    int32_t cut;
    size_t first_token;    /* of `vectors` */
    size_t text_length[2]; /* of the texts, in bytes */
} t2s_encoded;

struct t2sed_encoding {
    size_t count, token_count, hidden;
    t2s_encoded *pairs; /* [count] */
    float *vectors;     /* [token_count, hidden] */
    const void *model;  /* whose vectors these are; only compared */
};

/* Sequences of about equal length go together, so that little is filled up,
 * and never more than a bound of tokens at a time. */
#define T2S_CHUNK_TOKENS 4096

/* order[0..count): indices by descending length; equal ones keep their
 * order. False when memory is short or the call is interrupted. */
bool t2s_chunks_order(uint32_t *order, const int32_t *lengths, size_t count);

/* Where the chunk that begins at order[begin] ends: after as many sequences as
 * have `tokens` in all, at least one. `padded`: each has as many as the
 * longest. */
size_t t2s_chunks_end(const uint32_t *order, const int32_t *lengths,
                      size_t count, size_t begin, size_t tokens, bool padded);

#endif
