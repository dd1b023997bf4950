/* chunks.h - in which order and portions sequences go through the engine:
 * those of about equal length together, so that little is filled up, and never
 * more than a bound of tokens at a time. */
#ifndef T2S_MODEL_CHUNKS_H
#define T2S_MODEL_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define T2S_CHUNK_TOKENS 4096

/* order[0..count): indices by descending length; equal ones keep their
 * order. False when memory is short or the call is interrupted. */
bool t2s_chunks_order(uint32_t *order, const int32_t *lengths, size_t count);

/* Where the chunk that begins at order[begin] ends: after as many sequences as
 * have `tokens` in all, at least one. */
size_t t2s_chunks_end(const uint32_t *order, const int32_t *lengths,
                      size_t count, size_t begin, size_t tokens);

#endif
