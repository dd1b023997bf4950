/* result.h - what a query gave, and whether two queries gave the same. */
#ifndef T2S_DATABASE_RESULT_H
#define T2S_DATABASE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/private.h"
#include "t2sed/status.h"

/* Rows of values, each as its number (value.h): 8 bytes a value, whatever its
 * length. All zeros is empty. */
typedef struct t2s_result {
    uint64_t *cells; /* cells[row * columns + column] */
    size_t rows, columns;
    size_t capacity; /* of cells */
} t2s_result;

T2S_PRIVATE
void t2s_result_free(t2s_result *result);

typedef enum t2s_difference {
    T2S_SAME,
    T2S_OTHER_ROW_COUNT,
    T2S_OTHER_COLUMN_COUNT,
    T2S_OTHER_VALUES,
    T2S_OTHER_ORDER, /* the same rows, in an order that differs */
    T2S_UNKNOWN      /* too many ways to pair the columns */
} t2s_difference;

/*
 * Whether some permutation of b's columns makes it equal to a: as lists of rows
 * where `ordered`, otherwise as bags.
 *
 * Columns can only be paired that hold the same values, so few permutations are
 * looked at; each costs one pass over the rows. The worst case is as hard as
 * graph isomorphism, hence T2S_UNKNOWN: results of hundreds of columns made for
 * the purpose. Errors: T2SED_ENOMEM.
 */
T2S_PRIVATE
t2sed_status t2s_result_compare(t2s_difference *out, const t2s_result *a,
                                const t2s_result *b, bool ordered,
                                t2sed_error *err);

/*
 * Results that t2s_result_compare finds equal as lists have the same `list`,
 * those that are equal as bags of rows the same `bag`. Others have the same by
 * chance once in 2^64, and `bag` where rows and columns can't be told apart by
 * three rounds of looking at each other's values (results made for that
 * purpose). Numbers of values depend on a secret, so fingerprints compare
 * within one runner only.
 */
typedef struct t2s_fingerprint {
    uint64_t list, bag;
} t2s_fingerprint;

/* Passes over the rows eight times; false when memory is short. */
bool t2s_fingerprint_make(t2s_fingerprint *out, const t2s_result *result);

#endif
