#include "sketch/association.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

/* A text with a byte after it that UTF-8 does not have. */
static uint64_t add(uint64_t hash, t2s_pair_text text)
{
    return text.text ? t2s_hash_step(
                           t2s_hash_bytes(hash, text.text, text.length), 0xFF)
                     : hash;
}

uint64_t t2s_association_key(int kind, int number, t2s_pair_text a,
                             t2s_pair_text b)
{
    const char head[2] = {(char)kind, (char)number};
    const uint64_t hash =
        add(T2S_HASH_START, (t2s_pair_text){head, sizeof head});
    return (uint64_t)kind << 60 | t2s_hash_mix(add(add(hash, a), b)) >> 4;
}

/* A value of the table is the two counts. */
static t2s_association_entry read_entry(uint64_t key, uint64_t value)
{
    float counts[2];
    memcpy(counts, &value, sizeof counts);
    return (t2s_association_entry){key, counts[0], counts[1]};
}

bool t2s_association_add(t2s_association *to, uint64_t key, float hits,
                         float cases)
{
    uint64_t *value = t2s_hash_table_add(&to->counts, key);
    t2s_association_entry entry;
    if (!value)
        return false;
    entry = read_entry(key, *value);
    memcpy(value, (float[]){entry.hits + hits, entry.cases + cases},
           sizeof *value);
    return true;
}

bool t2s_association_next(const t2s_association *from, size_t *at,
                          t2s_association_entry *entry)
{
    uint64_t key, value;
    if (!t2s_hash_table_next(&from->counts, at, &key, &value))
        return false;
    *entry = read_entry(key, value);
    return true;
}

static t2s_association_entry get(const t2s_association *from, uint64_t key)
{
    const uint64_t *value =
        from ? t2s_hash_table_find(&from->counts, key) : NULL;
    return value ? read_entry(key, *value) : (t2s_association_entry){0};
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
    t2s_hash_table_free(&association->counts);
}
