#include "model/chunks.h"

#include "base/sort.h"

static int longest_first(const void *a, const void *b, const void *lengths)
{
    const int32_t x = ((const int32_t *)lengths)[*(const uint32_t *)a];
    const int32_t y = ((const int32_t *)lengths)[*(const uint32_t *)b];
    return (x < y) - (x > y);
}

bool t2s_chunks_order(uint32_t *order, const int32_t *lengths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    return t2s_sort(order, count, sizeof *order, longest_first, lengths);
}

size_t t2s_chunks_end(const uint32_t *order, const int32_t *lengths,
                      size_t count, size_t begin, size_t tokens)
{
    size_t sum = 0, end = begin;
    while (end < count) {
        size_t length = (size_t)lengths[order[end]];
        if (end > begin && sum + length > tokens)
            break;
        sum += length;
        end++;
    }
    return end;
}
