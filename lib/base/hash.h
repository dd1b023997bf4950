/*
 * hash.h - FNV-1a of 64 bits (Fowler, Noll and Vo; draft-eastlake-fnv): the
 * same on every machine, so that files may hold it. It does not withstand
 * those who choose what is hashed.
 *
 *     hash = t2s_hash_bytes(T2S_HASH_START, text, n);
 */
#ifndef T2S_BASE_HASH_H
#define T2S_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define T2S_HASH_START 0xcbf29ce484222325u

/* One step: `unit` is a byte, or a number that goes in whole. */
static inline uint64_t t2s_hash_step(uint64_t hash, uint64_t unit)
{
    return (hash ^ unit) * 0x100000001b3u;
}

/* The hash so far, with the bytes at `data` after it. */
static inline uint64_t t2s_hash_bytes(uint64_t hash, const void *data,
                                      size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = t2s_hash_step(hash, bytes[i]);
    return hash;
}

/* The hash with its bits mixed, for those who use a few of them: those of
 * FNV-1a are uneven where texts are short. */
static inline uint64_t t2s_hash_mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}

#endif
