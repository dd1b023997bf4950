/*
 * hash_table.h - the library's hash table: 64-bit numbers to 64-bit numbers, or
 * a set of such numbers. t2s_map is one whose keys are texts.
 */
#ifndef T2S_BASE_HASH_TABLE_H
#define T2S_BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A table that is all zeros is empty and ready. */
typedef struct t2s_hash_table {
    uint64_t *slots; /* the key plus 1, or 0 for a free one; and its value */
    size_t slot_count, count;
    bool is_set; /* keys have no values; set before the first key */
} t2s_hash_table;

/* Makes room for `count` keys in all. False when memory is short. */
bool t2s_hash_table_reserve(t2s_hash_table *table, size_t count);

/* The value of a key, valid until the next key is added. A new key has the
 * value 0. NULL when memory is short. Of a set the result is not NULL, and must
 * not be written to. */
uint64_t *t2s_hash_table_add(t2s_hash_table *table, uint64_t key);
/* The same, but NULL where the table does not have the key. */
uint64_t *t2s_hash_table_find(const t2s_hash_table *table, uint64_t key);

/* The entry at *at or the next one behind it, in no particular order; false at
 * the end. value may be NULL.
 *
 *     for (size_t at = 0; t2s_hash_table_next(&table, &at, &key, &value);) */
bool t2s_hash_table_next(const t2s_hash_table *table, size_t *at, uint64_t *key,
                         uint64_t *value);
void t2s_hash_table_free(t2s_hash_table *table);

#endif
