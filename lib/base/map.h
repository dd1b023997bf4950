/* map.h - a hash map from byte strings to numbers. */
#ifndef T2S_BASE_MAP_H
#define T2S_BASE_MAP_H

#include "base/arena.h"
#include "base/hash_table.h"

typedef struct t2s_map_entry {
    const char *key; /* the map's own copy, NUL-terminated */
    size_t key_length;
    int64_t value;
    uint64_t next; /* the entry before of the same hash, plus 1; 0: none */
} t2s_map_entry;

/* A map that is all zeros is empty and ready. Entries stand in the order in
 * which they were added: entries[0..count). */
typedef struct t2s_map {
    t2s_map_entry *entries;
    size_t count, capacity;
    t2s_hash_table hashes; /* to the last entry of that hash, plus 1 */
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
