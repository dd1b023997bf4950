#include "base/vector.h"

#include <stdint.h>
#include <string.h>

bool t2s_vector_grow(void *array_field, size_t *capacity, size_t wanted,
                     size_t element_size)
{
    void *array;
    size_t room = *capacity < 8 ? 8 : *capacity;
    while (room < wanted) {
        if (room > SIZE_MAX / 2)
            return false;
        room *= 2;
    }
    /* The field's type is T *, not void *: copying its bytes keeps to the
     * aliasing rules. */
    memcpy(&array, array_field, sizeof array);
    array = t2s_realloc_array(array, room, element_size);
    if (!array)
        return false;
    memcpy(array_field, &array, sizeof array);
    *capacity = room;
    return true;
}
