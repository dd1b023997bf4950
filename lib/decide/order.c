#include "decide/order.h"

#include <math.h>
#include <stdbool.h>

/* Whether candidate a goes before candidate b on its merits: NaN, which no
 * comparison is true of, goes before nothing. */
static bool is_better(const double *numbers, size_t a, size_t b)
{
    return numbers[a] > numbers[b] || (isnan(numbers[b]) && !isnan(numbers[a]));
}

/* Merges the sorted runs from[begin..middle) and from[middle..end). */
static void merge(size_t *to, const size_t *from, size_t begin, size_t middle,
                  size_t end, const double *numbers)
{
    size_t a = begin, b = middle;
    for (size_t i = begin; i < end; i++)
        if (b == end || (a < middle && !is_better(numbers, from[b], from[a])))
            to[i] = from[a++];
        else
            to[i] = from[b++];
}

/* Merge sort, which is stable; `room` has as many elements as `items`. */
void t2s_order_sort(size_t *items, size_t *room, size_t count,
                    const double *numbers)
{
    size_t *from = items, *to = room;
    for (size_t width = 1; width < count; width *= 2) {
        size_t *swapped = from;
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = middle + width < count ? middle + width : count;
            merge(to, from, begin, middle, end, numbers);
        }
        from = to;
        to = swapped;
    }
    for (size_t i = 0; from != items && i < count; i++)
        items[i] = from[i];
}

void t2s_order_promote(size_t *candidates, size_t count, const double *numbers,
                       double margin)
{
    for (size_t i = 1; i < count; i++) {
        const size_t candidate = candidates[i];
        const double number = numbers[candidate];
        size_t at = i;
        while (at > 0 &&
               (number - numbers[candidates[at - 1]] > margin ||
                (isnan(numbers[candidates[at - 1]]) && !isnan(number)))) {
            candidates[at] = candidates[at - 1];
            at--;
        }
        candidates[at] = candidate;
    }
}
