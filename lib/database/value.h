/* value.h - values of a result as 64-bit numbers that are equal where the
 * values are. */
#ifndef T2S_DATABASE_VALUE_H
#define T2S_DATABASE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/private.h"
#include "base/string.h"
#include "database/sandbox.h"

/*
 * A secret of the evaluator. A query from outside can't know it, so it can't
 * make up two values of one number; by chance two different ones meet once in
 * 2^64.
 */
typedef struct t2s_value_key {
    uint64_t low, high;
} t2s_value_key;

/* From the system's random numbers, or from clock and address where there are
 * none. */
T2S_PRIVATE
void t2s_value_key_init(t2s_value_key *key);

/*
 * The number of column `column` of the row. Integers are
 * equal to reals of the same value; with `rounded` reals are rounded to six
 * decimals before (rule 3 of the fixed rule). Text is its UTF-8 with bad bytes
 * dropped. Text, blobs, NULL and numbers are never equal to each other.
 * `scratch` is room for text that has bad bytes. Returns false when memory is
 * short.
 */
bool t2s_value_read(uint64_t *out, const t2s_value_key *key,
                    const t2s_rows *row, int column, bool rounded,
                    t2s_string *scratch);

/* Spreads a number over all 64 bits; different numbers stay different. */
uint64_t t2s_mix(uint64_t x);

#endif
