#include "base/sorted_keys.h"

static size_t top_of(uint64_t key)
{
    return (size_t)(key >> 48);
}

void t2s_key_tops_find(t2s_key_tops *tops, const uint64_t *keys, size_t count)
{
    size_t at = 0;
    for (size_t top = 0; top <= T2S_KEY_TOPS; top++) {
        while (at < count && top_of(keys[at]) < top)
            at++;
        tops->starts[top] = (uint32_t)at;
    }
}

/* A binary search, because all keys of a damaged file may share their top
 * bits. */
size_t t2s_sorted_keys_find(const t2s_key_tops *tops, const uint64_t *keys,
                            uint64_t key)
{
    size_t low = tops->starts[top_of(key)];
    size_t high = tops->starts[top_of(key) + 1];
    const size_t end = high;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && keys[low] == key ? low : T2S_NO_KEY;
}
