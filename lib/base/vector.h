/*
 * vector.h - growing arrays.
 *
 *     T2S_VECTOR(int) ids = {0};
 *     if (!t2s_vector_push(&ids, 7)) ...out of memory...
 *     for (size_t i = 0; i < ids.count; i++) use(ids.at[i]);
 *     t2s_vector_free(&ids);
 */
#ifndef T2S_BASE_VECTOR_H
#define T2S_BASE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"

#define T2S_VECTOR(type)                                                       \
    struct {                                                                   \
        type *at;                                                              \
        size_t count, capacity;                                                \
    }

/* Makes room for `count` elements in all; false when memory is short, and then
 * the vector is as it was. */
#define t2s_vector_reserve(vector, wanted)                                     \
    ((wanted) <= (vector)->capacity ||                                         \
     t2s_vector_grow(&(vector)->at, &(vector)->capacity, (wanted),             \
                     sizeof *(vector)->at))

/* Appends one element; false when memory is short. */
#define t2s_vector_push(vector, element)                                       \
    (t2s_vector_reserve((vector), (vector)->count + 1) &&                      \
     ((vector)->at[(vector)->count++] = (element), true))

#define t2s_vector_free(vector)                                                \
    (t2s_free((vector)->at), (vector)->at = NULL,                              \
     (vector)->count = (vector)->capacity = 0)

/* What stands behind t2s_vector_reserve: array_field is the address of the
 * vector's `at`. */
bool t2s_vector_grow(void *array_field, size_t *capacity, size_t wanted,
                     size_t element_size);

#endif
