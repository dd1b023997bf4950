/* map.h - a hash map from byte strings to numbers. */
#ifndef T2S_BASE_MAP_H
#define T2S_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct t2s_map_entry {
    const char *key; /* the map's own copy, NUL-terminated */
    size_t key_length;
    uint64_t hash;
    int64_t value;
} t2s_map_entry;

/* A map that is all zeros is empty and ready. Entries stand in the order in
 * which they were added: entries[0..count). */
typedef struct t2s_map {
    t2s_map_entry *entries;
    size_t count, capacity;
    uint32_t *slots; /* 0 is free, else an entry's index plus 1 */
    size_t slot_count;
    t2s_arena keys;
    bool folds_case; /* keys are the same without regard to ASCII case; set
                        before the first key */
} t2s_map;

/* Adds a key or replaces its value; false when memory is short. */
bool t2s_map_set(t2s_map *map, const char *key, size_t n, int64_t value);
/* The key's entry, valid until the next t2s_map_set, or NULL. */
t2s_map_entry *t2s_map_find(const t2s_map *map, const char *key, size_t n);
/* The key's value, or `otherwise`. */
int64_t t2s_map_get(const t2s_map *map, const char *key, size_t n,
                    int64_t otherwise);
void t2s_map_free(t2s_map *map);

#endif
