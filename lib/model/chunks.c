#include "model/chunks.h"

/* Whether order[a] belongs after order[b]. */
static int is_after(const uint32_t *order, const int32_t *lengths, size_t a,
                    size_t b)
{
    int32_t left = lengths[order[a]], right = lengths[order[b]];
    return left != right ? left < right : order[a] > order[b];
}

static void sift_down(uint32_t *order, const int32_t *lengths, size_t root,
                      size_t count)
{
    for (;;) {
        size_t child = 2 * root + 1, last = root;
        uint32_t swapped;
        for (size_t i = child; i < child + 2 && i < count; i++)
            if (is_after(order, lengths, i, last))
                last = i;
        if (last == root)
            return;
        swapped = order[root];
        order[root] = order[last];
        order[last] = swapped;
        root = last;
    }
}

/* Heap sort: no memory, no payload for qsort, no bad case. */
void t2s_chunks_order(uint32_t *order, const int32_t *lengths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        sift_down(order, lengths, i, count);
    for (size_t end = count; end-- > 1;) {
        uint32_t last = order[0];
        order[0] = order[end];
        order[end] = last;
        sift_down(order, lengths, 0, end);
    }
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
