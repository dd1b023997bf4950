#include "sketch/association.h"

#include <math.h>

#include "base/hash.h"
#include "base/memory.h"

/* A text with a byte after it that UTF-8 does not have. */
static uint64_t add(uint64_t hash, const char *text, size_t n)
{
    return t2s_hash_step(t2s_hash_bytes(hash, text, n), 0xFF);
}

uint64_t t2s_association_key(int kind, int number, const char *a, size_t a_size,
                             const char *b, size_t b_size)
{
    const char head[2] = {(char)kind, (char)number};
    uint64_t hash = add(T2S_HASH_START, head, sizeof head);
    if (a)
        hash = add(hash, a, a_size);
    if (b)
        hash = add(hash, b, b_size);
    return (uint64_t)kind << 60 | t2s_hash_mix(hash) >> 4;
}

/* The slot of a key, or the free one where it would stand, which takes *steps
 * to find. */
static t2s_association_entry *slot_of(t2s_association_entry *slots,
                                      size_t slot_count, uint64_t key,
                                      size_t *steps)
{
    size_t i = (size_t)key & (slot_count - 1);
    for (*steps = 0; slots[i].key && slots[i].key != key; ++*steps)
        i = (i + 1) & (slot_count - 1);
    return &slots[i];
}

static bool grow(t2s_association *to)
{
    size_t slot_count = to->slot_count ? 2 * to->slot_count : 64, steps;
    t2s_association_entry *slots = t2s_zalloc_array(slot_count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < to->slot_count; i++)
        if (to->slots[i].key)
            *slot_of(slots, slot_count, to->slots[i].key, &steps) =
                to->slots[i];
    t2s_free(to->slots);
    to->slots = slots;
    to->slot_count = slot_count;
    return true;
}

bool t2s_association_add(t2s_association *to, uint64_t key, float hits,
                         float cases)
{
    t2s_association_entry *slot;
    size_t steps;
    if (2 * (to->count + 1) > to->slot_count && !grow(to))
        return false;
    slot = slot_of(to->slots, to->slot_count, key, &steps);
    if (steps > to->longest)
        to->longest = steps;
    if (!slot->key) {
        slot->key = key;
        to->count++;
    }
    slot->hits += hits;
    slot->cases += cases;
    return true;
}

static t2s_association_entry get(const t2s_association *from, uint64_t key)
{
    size_t steps;
    if (!from || !from->slot_count)
        return (t2s_association_entry){0};
    return *slot_of(from->slots, from->slot_count, key, &steps);
}

t2s_association_entry t2s_association_get(t2s_association_view view,
                                          uint64_t key)
{
    t2s_association_entry found = get(view.all, key);
    if (found.key && view.without) {
        t2s_association_entry less = get(view.without, key);
        found.hits -= less.hits;
        found.cases -= less.cases;
    }
    return found;
}

static double log_odds(double share)
{
    return log(share / (1 - share));
}

double t2s_association_odds(t2s_association_entry counts, double base,
                            double weight)
{
    return log_odds(((double)counts.hits + weight * base) /
                    ((double)counts.cases + weight)) -
           log_odds(base);
}

double t2s_association_share(t2s_association_view view, uint64_t key,
                             double otherwise)
{
    t2s_association_entry found = t2s_association_get(view, key);
    return ((double)found.hits + 2 * otherwise) / ((double)found.cases + 2);
}

void t2s_association_free(t2s_association *association)
{
    t2s_free(association->slots);
    *association = (t2s_association){0};
}
