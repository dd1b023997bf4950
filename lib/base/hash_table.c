#include "base/hash_table.h"

#include "base/memory.h"

static size_t width(const t2s_hash_table *table)
{
    return table->is_set ? 1 : 2;
}

/* The last number of all, whose slot would read as free, shares one with the
 * number before it; keys are hashes or far smaller. */
static uint64_t stored(uint64_t key)
{
    return key == UINT64_MAX ? key : key + 1;
}

/* The slot of a key, or the free one where it belongs. */
static uint64_t *find_slot(const t2s_hash_table *table, uint64_t key)
{
    uint64_t hash = (key ^ (key >> 29)) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(hash >> 20) & (table->slot_count - 1);
    uint64_t *slot = table->slots + at * width(table);
    while (*slot && *slot != key) {
        at = (at + 1) & (table->slot_count - 1);
        slot = table->slots + at * width(table);
    }
    return slot;
}

static bool grow(t2s_hash_table *table, size_t slot_count)
{
    t2s_hash_table larger = *table;
    larger.slot_count = slot_count;
    larger.slots = t2s_zalloc_array(larger.slot_count,
                                    width(table) * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < table->slot_count * width(table); i += width(table))
        if (table->slots[i]) {
            uint64_t *slot = find_slot(&larger, table->slots[i]);
            for (size_t k = 0; k < width(table); k++)
                slot[k] = table->slots[i + k];
        }
    t2s_free(table->slots);
    *table = larger;
    return true;
}

bool t2s_hash_table_reserve(t2s_hash_table *table, size_t count)
{
    size_t slots = table->slot_count ? table->slot_count : 64;
    while (slots / 2 < count && slots <= SIZE_MAX / 4)
        slots *= 2;
    return slots == table->slot_count || grow(table, slots);
}

uint64_t *t2s_hash_table_add(t2s_hash_table *table, uint64_t key)
{
    uint64_t *slot;
    if (table->count * 2 >= table->slot_count &&
        !t2s_hash_table_reserve(table, table->count + 1))
        return NULL;
    slot = find_slot(table, stored(key));
    table->count += *slot == 0;
    *slot = stored(key);
    return slot + width(table) - 1;
}

uint64_t *t2s_hash_table_find(const t2s_hash_table *table, uint64_t key)
{
    uint64_t *slot = table->slot_count ? find_slot(table, stored(key)) : NULL;
    return slot && *slot ? slot + width(table) - 1 : NULL;
}

bool t2s_hash_table_next(const t2s_hash_table *table, size_t *at, uint64_t *key,
                         uint64_t *value)
{
    while (*at < table->slot_count) {
        const uint64_t *slot = table->slots + (*at)++ * width(table);
        if (!*slot)
            continue;
        *key = *slot - 1;
        if (value)
            *value = slot[width(table) - 1];
        return true;
    }
    return false;
}

void t2s_hash_table_free(t2s_hash_table *table)
{
    t2s_free(table->slots);
    *table = (t2s_hash_table){.is_set = table->is_set};
}
