/* id_set.h - a set of 64-bit numbers. */
#ifndef T2S_BASE_ID_SET_H
#define T2S_BASE_ID_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zeros is an empty one. */
typedef struct t2s_id_set {
    uint64_t *slots; /* the number plus 1; 0 is free */
    size_t count, slot_count;
} t2s_id_set;

/* False when memory is short. */
bool t2s_id_set_add(t2s_id_set *set, uint64_t id);
bool t2s_id_set_has(const t2s_id_set *set, uint64_t id);
void t2s_id_set_free(t2s_id_set *set);

#endif
