#include "base/id_set.h"

#include "base/memory.h"

/* The slot of an id, or the free one where it would go. The last number of
 * all, whose slot would read as free, shares one with the number before it;
 * ids are hashes or far smaller. */
static size_t slot_of(const t2s_id_set *set, uint64_t id)
{
    uint64_t hash = (id ^ (id >> 29)) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(hash >> 20) & (set->slot_count - 1);
    while (set->slots[at] && set->slots[at] != id + 1)
        at = (at + 1) & (set->slot_count - 1);
    return at;
}

static uint64_t bounded(uint64_t id)
{
    return id == UINT64_MAX ? id - 1 : id;
}

static bool grow(t2s_id_set *set)
{
    t2s_id_set larger = {NULL, set->count,
                         set->slot_count ? set->slot_count * 2 : 64};
    larger.slots = t2s_zalloc_array(larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < set->slot_count; i++)
        if (set->slots[i])
            larger.slots[slot_of(&larger, set->slots[i] - 1)] = set->slots[i];
    t2s_free(set->slots);
    *set = larger;
    return true;
}

bool t2s_id_set_add(t2s_id_set *set, uint64_t id)
{
    size_t at;
    if (set->count * 2 >= set->slot_count && !grow(set))
        return false;
    id = bounded(id);
    at = slot_of(set, id);
    set->count += set->slots[at] == 0;
    set->slots[at] = id + 1;
    return true;
}

bool t2s_id_set_has(const t2s_id_set *set, uint64_t id)
{
    id = bounded(id);
    return set->slot_count && set->slots[slot_of(set, id)];
}

void t2s_id_set_free(t2s_id_set *set)
{
    t2s_free(set->slots);
    set->slots = NULL;
    set->count = set->slot_count = 0;
}
