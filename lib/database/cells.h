/* cells.h - reading the numbers and texts of a table, row by row. */
#ifndef T2S_DATABASE_CELLS_H
#define T2S_DATABASE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/string.h"
#include "database/database.h"
#include "schema/schema.h"

/* Borrowed from a row until the next. */
typedef struct t2s_cell {
    const char *text; /* NULL: neither a number nor a text */
    size_t length;
    bool is_number;
    double number; /* where it is one */
} t2s_cell;

/* Runs a query of `count` of a table's columns, which begin at `first` in the
 * database's schema, as t2s_database_run does, until the monotonic clock has
 * `ends_at`. `rows`: as many are taken. */
t2sed_status t2s_cells_read(t2s_ended *out, t2sed_database *database,
                            int32_t first, int32_t count, int64_t rows,
                            double ends_at, t2s_take_row take, void *context,
                            t2sed_error *err);

/* Reads numbers and texts of all tables, once. */
typedef struct t2s_cell_reader {
    t2sed_database *database;
    int64_t rows;        /* of each table, its first */
    int64_t most_values; /* distinct ones that are wanted of a column */
    int64_t most_bytes;  /* of a value; of longer ones some more may come */
    double ends_at;      /* of the monotonic clock */
    /* Takes in a value; false where memory is short. */
    bool (*take)(struct t2s_cell_reader *reader, int32_t column,
                 const t2s_cell *cell);
    /* Called once a column was read, the columns of a table together. */
    void (*end_column)(struct t2s_cell_reader *reader, int32_t column,
                       bool is_complete);
    bool *is_full;  /* of each column, set by `take`: no more values of it */
    bool *is_read;  /* of each column: rows of it were read, all or some */
    bool *has_null; /* of each column: a NULL was among them */
    bool has_ended; /* no time is left, or, set by `take`, no room */
    /* Of a host's database: another that takes in the same values, of as many
     * rows, until this one has ended; or NULL. */
    struct t2s_cell_reader *beside;
} t2s_cell_reader;

/* Reads the tables of the database's schema. Views, and tables and columns that
 * the database does not have, or that a host's database refuses, are passed
 * over. Errors: those of t2s_connection_open, T2SED_EINTERRUPTED,
 * T2SED_ECANCELLED, T2SED_ENOMEM. */
t2sed_status t2s_cells_read_all(t2s_cell_reader *reader, t2sed_error *err);

/* The same of a database of the host's (cells_host.c). */
t2sed_status t2s_cells_read_host(t2s_cell_reader *reader, t2sed_error *err);

/* Whether more values of a column are wanted, by a reader or beside it. */
bool t2s_cells_are_wanted(const t2s_cell_reader *reader, int32_t column);

/* Neighbouring columns that one statement reads. */
typedef struct t2s_cell_part {
    t2s_cell_reader *reader;
    int32_t first, count;
    int64_t rows, most_rows; /* so far, and that are taken */
    bool failed;             /* memory was short */
} t2s_cell_part;

/* Takes a row of a part, `context`: a t2s_take_row. */
t2s_run t2s_cell_part_take(void *context, const t2s_rows *row,
                           t2sed_error *err);

/* Column i of the row; false where memory is short. */
bool t2s_cell_read(t2s_cell *out, const t2s_rows *row, int i);

/* Puts its normal form (value_normal.h) in place of what `out` holds; false
 * where memory is short. */
bool t2s_cell_normal(t2s_string *out, const t2s_cell *cell);

/* By which a text is told from others of its column and of other columns. */
uint64_t t2s_cell_hash(int32_t column, const char *text, size_t n);

/* Appends text[0..n), which may be any bytes; those that are no UTF-8 become
 * U+FFFD, one each. */
void t2s_append_clean(t2s_string *out, const char *text, size_t n);

#endif
