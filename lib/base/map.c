#include "base/map.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/vector.h"

static uint64_t hash_key(const t2s_map *map, const char *key, size_t n)
{
    uint64_t hash = T2S_HASH_START;
    if (!map->folds_case)
        hash = t2s_hash_bytes(hash, key, n);
    else
        for (size_t i = 0; i < n; i++)
            hash = t2s_hash_step(hash, (unsigned char)t2s_ascii_lower(key[i]));
    return t2s_hash_mix(hash);
}

static bool is_same(const t2s_map *map, const char *a, const char *b, size_t n)
{
    return map->folds_case ? t2s_casecmp_n(a, n, b, n) == 0
                           : memcmp(a, b, n) == 0;
}

/* The slot that holds the key, or the free one where it belongs. */
static size_t find_slot(const t2s_map *map, const char *key, size_t n,
                        uint64_t hash)
{
    size_t mask = map->slot_count - 1;
    size_t slot = (size_t)hash & mask;
    while (map->slots[slot]) {
        const t2s_map_entry *entry = &map->entries[map->slots[slot] - 1];
        if (entry->hash == hash && entry->key_length == n &&
            is_same(map, entry->key, key, n))
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

static bool grow_slots(t2s_map *map)
{
    size_t count = map->slot_count ? map->slot_count * 2 : 16;
    uint32_t *slots = t2s_zalloc_array(count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < map->count; i++) {
        size_t slot = (size_t)map->entries[i].hash & (count - 1);
        while (slots[slot])
            slot = (slot + 1) & (count - 1);
        slots[slot] = (uint32_t)(i + 1);
    }
    t2s_free(map->slots);
    map->slots = slots;
    map->slot_count = count;
    return true;
}

bool t2s_map_set(t2s_map *map, const char *key, size_t n, int64_t value)
{
    uint64_t hash = hash_key(map, key, n);
    size_t slot;
    t2s_map_entry entry;
    if (map->count >= UINT32_MAX - 1)
        return false;
    if (map->count * 4 >= map->slot_count * 3 && !grow_slots(map))
        return false;
    slot = find_slot(map, key, n, hash);
    if (map->slots[slot]) {
        map->entries[map->slots[slot] - 1].value = value;
        return true;
    }
    entry.key = t2s_arena_strndup(&map->keys, key, n);
    entry.key_length = n;
    entry.hash = hash;
    entry.value = value;
    if (!entry.key)
        return false;
    if (map->count == map->capacity &&
        !t2s_vector_grow(&map->entries, &map->capacity, map->count + 1,
                         sizeof *map->entries))
        return false;
    map->entries[map->count++] = entry;
    map->slots[slot] = (uint32_t)map->count;
    return true;
}

t2s_map_entry *t2s_map_find(const t2s_map *map, const char *key, size_t n)
{
    size_t slot;
    if (map->slot_count == 0)
        return NULL;
    slot = find_slot(map, key, n, hash_key(map, key, n));
    return map->slots[slot] ? &map->entries[map->slots[slot] - 1] : NULL;
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
    t2s_free(map->slots);
    memset(map, 0, sizeof *map);
}
