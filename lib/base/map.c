#include "base/map.h"

#include <string.h>

#include "base/hash.h"
#include "base/string.h"
#include "base/vector.h"

static uint64_t hash_key(const t2s_map *map, const char *key, size_t n)
{
    uint64_t hash = T2S_HASH_START;
    if (!map->folds_case)
        return t2s_hash_bytes(hash, key, n);
    for (size_t i = 0; i < n; i++)
        hash = t2s_hash_step(hash, (unsigned char)t2s_ascii_lower(key[i]));
    return hash;
}

static bool is_key(const t2s_map *map, const t2s_map_entry *entry,
                   const char *key, size_t n)
{
    if (map->folds_case)
        return t2s_casecmp_n(entry->key, entry->key_length, key, n) == 0;
    return entry->key_length == n && memcmp(entry->key, key, n) == 0;
}

static t2s_map_entry *find(const t2s_map *map, uint64_t hash, const char *key,
                           size_t n)
{
    const uint64_t *last = t2s_hash_table_find(&map->hashes, hash);
    for (uint64_t i = last ? *last : 0; i; i = map->entries[i - 1].next)
        if (is_key(map, &map->entries[i - 1], key, n))
            return &map->entries[i - 1];
    return NULL;
}

bool t2s_map_set(t2s_map *map, const char *key, size_t n, int64_t value)
{
    const uint64_t hash = hash_key(map, key, n);
    t2s_map_entry *known = find(map, hash, key, n);
    t2s_map_entry entry = {NULL, n, value, 0};
    uint64_t *last;
    if (known) {
        known->value = value;
        return true;
    }
    entry.key = t2s_arena_strndup(&map->keys, key, n);
    if (!entry.key ||
        (map->count == map->capacity &&
         !t2s_vector_grow(&map->entries, &map->capacity, map->count + 1,
                          sizeof *map->entries)) ||
        !(last = t2s_hash_table_add(&map->hashes, hash)))
        return false;
    entry.next = *last;
    map->entries[map->count++] = entry;
    *last = map->count;
    return true;
}

t2s_map_entry *t2s_map_find(const t2s_map *map, const char *key, size_t n)
{
    return find(map, hash_key(map, key, n), key, n);
}

int64_t t2s_map_get(const t2s_map *map, const char *key, size_t n,
                    int64_t otherwise)
{
    const t2s_map_entry *entry = t2s_map_find(map, key, n);
    return entry ? entry->value : otherwise;
}

void t2s_map_free(t2s_map *map)
{
    t2s_arena_free(&map->keys);
    t2s_free(map->entries);
    t2s_hash_table_free(&map->hashes);
    memset(map, 0, sizeof *map);
}
