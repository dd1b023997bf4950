/*
 * store.h - the database in memory in which instances are put: its tables are
 * made once, by the schema's definitions where it has them, each when it is
 * first needed.
 */
#ifndef T2S_WITNESS_STORE_H
#define T2S_WITNESS_STORE_H

#include "database/result.h"
#include "database/sandbox.h"
#include "database/value.h"
#include "schema/schema.h"
#include "sql/sql.h"

/* What is known of a table's columns once it was made. */
typedef struct t2s_stored_column {
    bool not_null, is_generated;
    bool is_unique; /* learnt from a row that was refused */
} t2s_stored_column;

typedef struct t2s_stored {
    bool is_tried, is_made;
    sqlite3_stmt *insert, *clear;
    t2s_stored_column *columns; /* as many as the schema's table has */
} t2s_stored;

/* One thread's at a time. */
typedef struct t2s_store {
    const t2sed_schema *schema;
    t2s_sandbox *sandbox;
    sqlite3 *db;        /* while rows are written, or NULL */
    t2s_stored *tables; /* as many as the schema has */
    size_t table_count; /* of the schema, which may be freed before the store */
    t2s_value_key key;
    t2s_string scratch;
    int ties; /* how T2S_TIE_FUNCTION breaks them */
    int64_t tie_calls;
    int64_t work, work_ends;
    int64_t query_steps; /* that one query may take; 0: QUERY_STEPS */
    double ends_at, thread_ends_at; /* of the clock, of processor time */
    bool is_new;                    /* tables were made since writing began */
    bool is_spoilt; /* not all was written: there is another instance in it */
} t2s_store;

/* Errors: T2SED_EUNSUPPORTED (SQLite does not count its memory),
 * T2SED_EDATABASE, T2SED_ENOMEM. */
t2sed_status t2s_store_open(t2s_store **out, const t2sed_schema *schema,
                            t2sed_error *err);
void t2s_store_close(t2s_store *store);

/*
 * Limits what is done from now on to what takes about so many milliseconds: by
 * the instructions of SQLite's machine and the rows written, so that the same
 * input ends at the same place on every machine. Much later, by the
 * processor time of the calling thread, or the clock.
 */
void t2s_store_limit(t2s_store *store, int milliseconds);
bool t2s_store_is_over(const t2s_store *store);

/* Between these tables and rows are written, for a bounded time. */
void t2s_store_begin(t2s_store *store);
void t2s_store_end(t2s_store *store);

/* Makes a table; *is_made is false where SQLite takes no such table. Errors:
 * T2SED_ENOMEM. */
t2sed_status t2s_store_make(bool *is_made, t2s_store *store, int32_t table,
                            t2sed_error *err);
/* Takes all rows from a table that was made. */
void t2s_store_clear(t2s_store *store, int32_t table);
/* Whether SQLite takes a row, of as many cells as the table has columns. */
bool t2s_store_insert(t2s_store *store, int32_t table, const t2sed_cell *cells);

/* Forgets which columns were found to be unique, so that rows do not depend on
 * what was filled before. */
void t2s_store_forget(t2s_store *store, int32_t table);

/* From now on SELECTs without ORDER BY give their rows in the other order. */
void t2s_store_reverse(t2s_store *store, bool is_reversed);

/* Where rows of a query are shown, one by one, or NULL. First with
 * T2S_BEFORE_ROWS, for the columns. */
#define T2S_BEFORE_ROWS ((size_t)-1)
typedef void (*t2s_show_row)(void *context, const t2s_rows *rows, size_t row);

/*
 * Runs a query. *how says how it ended; the result is the caller's where that
 * is T2S_RUN_DONE; otherwise `why` says why. Errors: T2SED_ENOMEM,
 * T2SED_EINTERRUPTED.
 */
t2sed_status t2s_store_run(t2s_run *how, t2s_result *out, t2s_store *store,
                           const t2sed_sql *sql, t2s_show_row show,
                           void *context, t2sed_error *why);
/* The same of a text, NUL-terminated. */
t2sed_status t2s_store_run_text(t2s_run *how, t2s_result *out, t2s_store *store,
                                const char *text, size_t n, t2s_show_row show,
                                void *context, t2sed_error *why);
/* The same of a query that t2s_append_untied wrote; `ties` 0 lets tied rows
 * follow each other in the order against that in which they are read, other
 * numbers in others. */
t2sed_status t2s_store_run_untied(t2s_run *how, t2s_result *out,
                                  t2s_store *store, const t2s_string *text,
                                  int ties, t2sed_error *why);

#endif
