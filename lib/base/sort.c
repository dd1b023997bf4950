/* A merge sort from the bottom up: runs of 1, 2, 4... items are merged from one
 * array into the other and back. */
#include "base/sort.h"

#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"

typedef struct sorter {
    size_t size; /* of an item */
    t2s_compare_fn compare;
    const void *context;
} sorter;

/* Merges from[begin..middle) and from[middle..end), which are sorted. */
static void merge(const sorter *s, char *to, const char *from, size_t begin,
                  size_t middle, size_t end)
{
    const char *a = from + begin * s->size, *a_end = from + middle * s->size;
    const char *b = a_end, *b_end = from + end * s->size;
    for (to += begin * s->size; a < a_end || b < b_end; to += s->size) {
        bool takes_b =
            a == a_end || (b < b_end && s->compare(b, a, s->context) < 0);
        memcpy(to, takes_b ? b : a, s->size);
        if (takes_b)
            b += s->size;
        else
            a += s->size;
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

bool t2s_sort(void *items, size_t count, size_t size, t2s_compare_fn compare,
              const void *context)
{
    const sorter s = {size, compare, context};
    char *room = count > 1 ? t2s_alloc_array(count, size) : NULL;
    char *from = items, *to = room;
    bool done = count < 2 || room;
    for (size_t width = 1; done && width < count; width *= 2) {
        char *merged = to;
        for (size_t begin = 0; begin < count; begin += 2 * width)
            merge(&s, to, from, begin, least(begin + width, count),
                  least(begin + 2 * width, count));
        to = from;
        from = merged;
        done = !t2s_interrupted();
    }
    if (room && from == room)
        memcpy(items, room, count * size);
    t2s_free(room);
    return done;
}
