/* sort.h - the library's stable sort. */
#ifndef T2S_BASE_SORT_H
#define T2S_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

/* Less than 0, 0 or more than 0, as for qsort. */
typedef int (*t2s_compare_fn)(const void *a, const void *b,
                              const void *context);

/* Sorts `count` items of `size` bytes; equal ones keep their order. False when
 * memory is short or the call is interrupted (t2s_fail_early says which): the
 * items are then all there, in some order. */
bool t2s_sort(void *items, size_t count, size_t size, t2s_compare_fn compare,
              const void *context);

#endif
