/*
 * sorted_keys.h - 64-bit keys in ascending order, which may be in a mapped
 * file. A search begins at those of the same top 16 bits: for hashes, a few.
 */
#ifndef T2S_BASE_SORTED_KEYS_H
#define T2S_BASE_SORTED_KEYS_H

#include <stddef.h>
#include <stdint.h>

#define T2S_KEY_TOPS 65536
#define T2S_NO_KEY   SIZE_MAX

/* Where the keys with each value of the top 16 bits begin; the last is their
 * number. */
typedef struct t2s_key_tops {
    uint32_t starts[T2S_KEY_TOPS + 1];
} t2s_key_tops;

/* `count` is below 2^32. */
void t2s_key_tops_find(t2s_key_tops *tops, const uint64_t *keys, size_t count);

/* The place of a key, or T2S_NO_KEY. */
size_t t2s_sorted_keys_find(const t2s_key_tops *tops, const uint64_t *keys,
                            uint64_t key);

#endif
