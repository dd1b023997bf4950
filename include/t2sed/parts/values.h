/*
 * t2sed/parts/values.h - sampled values of a column, for prompts, mutations and
 * parsers of one's own.
 */
#ifndef T2SED_VALUES_H
#define T2SED_VALUES_H

#include <stddef.h>

#include "../database.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* Sampled values of a column. Immutable; may be shared by threads. */
typedef struct t2sed_values t2sed_values;

/* How much a sampling may take. */
typedef struct t2sed_sample_options {
    size_t struct_size;     /* sizeof(t2sed_sample_options) */
    size_t max_values;      /* distinct values; default 100 */
    size_t max_value_bytes; /* longer values are passed over; default 256 */
    size_t max_bytes;       /* of all values together; default 65536 */
    int max_milliseconds;   /* default 500 */
} t2sed_sample_options;

/* Fills in the defaults, `size` bytes at most: sizeof(t2sed_sample_options).
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_API void t2sed_sample_options_init(t2sed_sample_options *options,
                                         size_t size);

/*
 * Reads distinct values of a column that are not NULL, in the order in which
 * the table has them, until a limit is reached: reaching one is no error.
 * Blobs are passed over; bytes of text that are no UTF-8 become U+FFFD.
 *
 * out      freed with t2sed_values_free.
 * column   a column's number in the database's schema.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (no such column), T2SED_EDATABASE (there are no rows to
 * ask for, the database can't be read, or has no such column), T2SED_ENOMEM.
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_database_sample(
    t2sed_values **out, t2sed_database *database, size_t column,
    const t2sed_sample_options *options, t2sed_error *err);
T2SED_API void t2sed_values_free(t2sed_values *values);
T2SED_API size_t t2sed_values_count(const t2sed_values *values);
/* Value `i` as text (numbers as SQLite writes them), its bytes in `*length`
 * (may be NULL); NULL past the end. Borrowed; NUL-terminated, but a value may
 * hold NULs. Since: 0.1. */
T2SED_API const char *t2sed_values_text(const t2sed_values *values, size_t i,
                                        size_t *length);
/* 1 if value `i` is stored as a number, 0 if as text. Since: 0.1. */
T2SED_API int t2sed_values_is_number(const t2sed_values *values, size_t i);

T2SED_END_DECLS

#endif
