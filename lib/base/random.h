/* random.h - random numbers that are the same everywhere for a seed: the order
 * of training examples, fresh weights, rows of witness databases. Not for
 * secrets. */
#ifndef T2S_BASE_RANDOM_H
#define T2S_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* SplitMix64 (Steele, Lea and Flood 2014). */
typedef struct t2s_random {
    uint64_t state;
} t2s_random;

uint64_t t2s_random_bits(t2s_random *random);
/* Uniform in [0, 1), a multiple of 2^-53. */
double t2s_random_unit(t2s_random *random);
/* Normal with mean 0 and deviation 1 (Box and Muller). */
double t2s_random_normal(t2s_random *random);
/* Uniform below `limit`, which is at least 1, without bias. */
uint64_t t2s_random_below(t2s_random *random, uint64_t limit);
/* Shuffles (Fisher and Yates). */
void t2s_random_shuffle(t2s_random *random, uint32_t *items, size_t count);

/* A number in [0, 1), a multiple of 2^-53, of a name and a seed alone. */
static inline double t2s_lot(const char *name, uint64_t seed)
{
    uint64_t hash = T2S_HASH_START ^ seed;
    for (; *name; name++)
        hash = t2s_hash_step(hash, (unsigned char)*name);
    return (double)(t2s_hash_mix(hash) >> 11) * 0x1p-53;
}

/* A database's fold, 0 to folds - 1, by its lot; `folds` is at least 1. */
static inline int t2s_fold(const char *db_id, int folds, uint64_t seed)
{
    return (int)(t2s_lot(db_id, seed) * folds);
}

#endif
