/*
 * value_store.h - the values of a database, to be asked for by their normal
 * form, by its beginning and by its words: an index that is made once for each
 * database and kept in a SQLite file, or in memory.
 */
#ifndef T2S_DATABASE_VALUE_STORE_H
#define T2S_DATABASE_VALUE_STORE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "database/value_normal.h"
#include "t2sed/database.h"

/* One connection; used by one thread at a time. */
typedef struct t2s_value_store t2s_value_store;
struct t2s_cell_reader;

/* What is known of a column. */
typedef struct t2s_stored_column {
    int64_t count;    /* distinct values */
    int64_t texts;    /* of them, those that are no numbers */
    int64_t longest;  /* bytes of the longest of them */
    bool is_complete; /* but for those longer than max_value_bytes */
} t2s_stored_column;

/*
 * Opens the index of a database of a file, which it makes where the options
 * name no index, or that is no file, is of another state of the database, was
 * made by other limits on what is taken in, or cut short by lower ones on time
 * or room, or is broken; a file that is no index at all is left alone. The
 * limits are those of the database's options; a column past one is incomplete,
 * no error. In memory it may have a quarter of the room.
 * Columns are asked for by their number in the database's schema, by whose
 * names they are found; the database is not kept, and has no index file where
 * it is isolated.
 *
 * Errors: those of t2s_cells_read_all. An index file that can't be read or
 * written is none.
 */
t2sed_status t2s_value_store_open(t2s_value_store **out,
                                  t2sed_database *database, t2sed_error *err);
void t2s_value_store_free(t2s_value_store *store);

/* NULL for a column that the database does not have, or whose values were not
 * read (a view's). */
const t2s_stored_column *t2s_value_store_column(const t2s_value_store *store,
                                                int32_t column);

/* Whether asking went wrong: the file is broken, and answers were "none". It
 * should be opened again, which makes a new one: the file is gone. */
bool t2s_value_store_is_broken(const t2s_value_store *store);

typedef struct t2s_stored_value {
    int32_t column; /* of the schema */
    const char *normal, *text;
    size_t normal_length, text_length;
    bool is_number;
} t2s_stored_value;

typedef enum t2s_value_query {
    T2S_VALUES_EQUAL,        /* of any column, of that normal form */
    T2S_VALUES_EQUAL_IN,     /* the same in `column` */
    T2S_VALUES_BEGINNING_IN, /* in `column`, whose normal form begins so, by
                                that; "": all */
    T2S_VALUES_WORD,         /* of any column, with that word (a piece) */
    T2S_VALUES_WORD_IN,
    T2S_VALUE_QUERIES
} t2s_value_query;

/* Begins to ask; ends what was asked before. `key` is not kept. At most `limit`
 * values come, in an order that depends on nothing but the database. */
void t2s_value_store_ask(t2s_value_store *store, t2s_value_query query,
                         int32_t column, const char *key, size_t n, int limit);
/* The next value, which lives until the next call; false at the end. */
bool t2s_value_store_next(t2s_value_store *store, t2s_stored_value *value);

/* How a column has a value: 0 not at all, 1 in that normal form, 2 byte by
 * byte. */
int t2s_value_store_has(t2s_value_store *store, int32_t column,
                        const char *normal, size_t normal_length,
                        const char *text, size_t n);

/* --- making the index (value_store_build.c) --- */

/* What the tables of an index are made by, in the order of their names; the
 * text is SQLite's own of it, too. */
extern const char *const t2s_value_store_tables[];
extern const size_t t2s_value_store_table_count;

/* The application_id, by which an index is told from other files: "T2Si". */
#define T2S_VALUE_STORE_ID 1412584297

/*
 * Fills the empty database `index` with the values of another, by that one's
 * own schema; `key` says what it was made of. `max_bytes` is that of the place.
 * beside: NULL, or a reader of a host's database that takes in the same values
 * (cells.h).
 * Errors: those of t2s_cells_read_all; T2SED_EIO where the index can't be
 * written.
 */
t2sed_status t2s_value_store_build(sqlite3 *index, t2sed_database *database,
                                   const char *key, int64_t max_bytes,
                                   struct t2s_cell_reader *beside,
                                   t2sed_error *err);

/* Bytes of all values in memory, by a database's options. */
#define T2S_VALUE_STORE_IN_MEMORY(o) ((o)->max_values_bytes / 4 + 1)
/* Distinct numbers that are kept of a column, by a database's options. */
#define T2S_VALUE_STORE_NUMBERS(o) ((o)->max_column_values / 20 + 1)

#endif
