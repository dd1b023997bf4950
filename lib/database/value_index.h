/*
 * value_index.h - which columns of a database hold which values: made once
 * per database, immutable afterwards, so that any number of threads may ask.
 */
#ifndef T2S_DATABASE_VALUE_INDEX_H
#define T2S_DATABASE_VALUE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/calendar.h"
#include "database/value_normal.h"
#include "t2sed/database.h"

typedef struct t2s_value_index t2s_value_index;
struct t2s_cell_reader;

/* What the making may take. A column past a limit is incomplete, no error. */
typedef struct t2s_value_index_options {
    int64_t max_rows;       /* of each table, its first */
    size_t max_values;      /* distinct values of a column */
    size_t max_value_bytes; /* longer ones are passed over */
    size_t max_bytes;       /* of all normal forms together */
    int max_milliseconds;   /* for the whole database */
} t2s_value_index_options;

#define T2S_VALUE_INDEX_OPTIONS_INIT                                           \
    {                                                                          \
        100000, 3000, 100, 16 * 1024 * 1024, 1000                              \
    }

/*
 * Reads the values of the columns of the database's schema. `options` NULL: the
 * defaults. Errors: those of t2s_cells_read_all.
 */
t2sed_status t2s_value_index_open(t2s_value_index **out,
                                  t2sed_database *database,
                                  const t2s_value_index_options *options,
                                  t2sed_error *err);

/*
 * The same with the values of another reading, which is to have *reader beside
 * it (cells.h). t2s_value_index_end ends the index and the reader; where the
 * reading failed with `status`, it frees the index and returns that. Errors:
 * T2SED_ENOMEM.
 */
t2sed_status t2s_value_index_begin(t2s_value_index **out,
                                   struct t2s_cell_reader **reader,
                                   t2sed_database *database,
                                   const t2s_value_index_options *options,
                                   t2sed_error *err);
t2sed_status t2s_value_index_end(t2s_value_index **out,
                                 struct t2s_cell_reader *reader,
                                 t2sed_status status, t2sed_error *err);

void t2s_value_index_free(t2s_value_index *index);

/* The columns that hold a value, given in normal form: ascending, *count of
 * them. NULL where there are none. */
const int32_t *t2s_value_index_columns(const t2s_value_index *index,
                                       const char *normal, size_t n,
                                       size_t *count);
/* Whether `column` holds it. */
bool t2s_value_index_holds(const t2s_value_index *index, int32_t column,
                           const char *normal, size_t n);
/* Whether it holds just this text, byte by byte. */
bool t2s_value_index_holds_exactly(const t2s_value_index *index, int32_t column,
                                   const char *text, size_t n);
/* Whether it holds this text with blanks round it only: neither as it is nor,
 * where it begins or ends with blanks, without them. */
bool t2s_value_index_holds_padded(const t2s_value_index *index, int32_t column,
                                  const char *text, size_t n);
/* Whether all values of the column are known. */
bool t2s_value_index_is_complete(const t2s_value_index *index, int32_t column);
/* Whether values of the column were read, all or some. */
bool t2s_value_index_is_read(const t2s_value_index *index, int32_t column);
/* How all of the column's first values write a time, and in *grain how fine
 * the finest of them is; T2S_LAYOUT_NONE where they are no times. */
t2s_time_layout t2s_value_index_times(const t2s_value_index *index,
                                      int32_t column, t2s_grain *grain);
/* The period that holds all times of a column. False if not all values are
 * known, or if a time can be read in two ways, as 3/4/2024 can. */
bool t2s_value_index_time_range(const t2s_value_index *index, int32_t column,
                                t2s_period *range);
/* Whether a NULL of the column was read. */
bool t2s_value_index_has_null(const t2s_value_index *index, int32_t column);

/* What the texts of a column are, where most that were read are numbers. */
typedef enum t2s_text_numbers {
    T2S_TEXT_NO_NUMBERS, /* no texts, or few of them numbers */
    T2S_TEXT_CODES,      /* whole, of one length: their order is right */
    T2S_TEXT_NUMBERS,    /* whole, of several lengths */
    T2S_TEXT_FRACTIONS
} t2s_text_numbers;
t2s_text_numbers t2s_value_index_text_numbers(const t2s_value_index *index,
                                              int32_t column);
/* Whether texts sort such numbers wrongly ('9' after '10'), or other texts are
 * among them ("n/a"). */
bool t2s_value_index_misorders(const t2s_value_index *index, int32_t column);
/* Whether it has other texts ("n/a", "") beside such numbers. */
bool t2s_value_index_has_odd_texts(const t2s_value_index *index,
                                   int32_t column);

/* How many distinct values of it are known. */
size_t t2s_value_index_count(const t2s_value_index *index, int32_t column);

#endif
