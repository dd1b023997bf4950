/* fingerprint.h - a result as two numbers, equal where results are. */
#ifndef T2S_DATABASE_FINGERPRINT_H
#define T2S_DATABASE_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "database/result.h"

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
