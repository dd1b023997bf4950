#include "text/pair_map.h"

#include <string.h>

#include "base/memory.h"

/* The slot that holds the key, or the free one where it belongs. */
static t2s_pair *find_slot(const t2s_pair_map *map, uint32_t a, uint32_t b)
{
    uint64_t hash = (((uint64_t)a << 32) | b) * 0x9e3779b97f4a7c15u;
    size_t slot = (size_t)(hash ^ (hash >> 32)) & (map->slot_count - 1);
    while (map->slots[slot].a != T2S_NO_PAIR &&
           (map->slots[slot].a != a || map->slots[slot].b != b))
        slot = (slot + 1) & (map->slot_count - 1);
    return &map->slots[slot];
}

static bool grow(t2s_pair_map *map)
{
    t2s_pair_map larger = {NULL, map->slot_count ? map->slot_count * 2 : 64,
                           map->count};
    larger.slots = t2s_alloc_array(larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    memset(larger.slots, 0xff, larger.slot_count * sizeof *larger.slots);
    for (size_t i = 0; i < map->slot_count; i++) {
        const t2s_pair *pair = &map->slots[i];
        if (pair->a != T2S_NO_PAIR)
            *find_slot(&larger, pair->a, pair->b) = *pair;
    }
    t2s_free(map->slots);
    *map = larger;
    return true;
}

bool t2s_pair_map_set(t2s_pair_map *map, uint32_t a, uint32_t b, uint32_t x,
                      uint32_t y)
{
    t2s_pair *pair;
    if (map->count * 2 >= map->slot_count && !grow(map))
        return false;
    pair = find_slot(map, a, b);
    if (pair->a == T2S_NO_PAIR)
        map->count++;
    pair->a = a;
    pair->b = b;
    pair->x = x;
    pair->y = y;
    return true;
}

t2s_pair *t2s_pair_map_find(const t2s_pair_map *map, uint32_t a, uint32_t b)
{
    t2s_pair *pair;
    if (map->count == 0)
        return NULL;
    pair = find_slot(map, a, b);
    return pair->a == T2S_NO_PAIR ? NULL : pair;
}

void t2s_pair_map_free(t2s_pair_map *map)
{
    t2s_free(map->slots);
    memset(map, 0, sizeof *map);
}
