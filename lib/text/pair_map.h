/* pair_map.h - a hash map from pairs of numbers to pairs of numbers: the
 * merges of BPE and the edges of tries. */
#ifndef T2S_TEXT_PAIR_MAP_H
#define T2S_TEXT_PAIR_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define T2S_NO_PAIR UINT32_MAX

typedef struct t2s_pair {
    uint32_t a, b; /* the key; a is not T2S_NO_PAIR */
    uint32_t x, y; /* the value */
} t2s_pair;

/* A map that is all zeros is empty and ready. */
typedef struct t2s_pair_map {
    t2s_pair *slots; /* a == T2S_NO_PAIR is free */
    size_t slot_count, count;
} t2s_pair_map;

/* Adds a key or replaces its value; false when memory is short. */
bool t2s_pair_map_set(t2s_pair_map *map, uint32_t a, uint32_t b, uint32_t x,
                      uint32_t y);
/* The key's pair, valid until the next set, or NULL. */
t2s_pair *t2s_pair_map_find(const t2s_pair_map *map, uint32_t a, uint32_t b);
void t2s_pair_map_free(t2s_pair_map *map);

#endif
