/*
 * sandbox.h - running SQL of unknown origin on a database of unknown origin.
 *
 * Statements may read tables and call functions, and nothing else; each has
 * limits on time, memory and the length of values, which hold against any
 * query and any file as far as docs/security.md says.
 */
#ifndef T2S_DATABASE_SANDBOX_H
#define T2S_DATABASE_SANDBOX_H

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "t2sed/database.h"

/* One thread's at a time. */
typedef struct t2s_sandbox t2s_sandbox;

/* An isolation: in this process, whatever it is like. */
#define T2S_ISOLATION_HERE (-1)

/*
 * isolation: T2SED_ISOLATION_*. With T2SED_ISOLATION_NONE a worker is used
 * where this process can't keep what is promised: where the host replaced
 * functions of SQLite's, or SQLite does not count its memory. Errors: those of
 * t2s_connection_open, T2SED_ENOTFOUND (no worker program), T2SED_EUNSUPPORTED
 * (no worker where one is needed).
 */
t2sed_status t2s_sandbox_open(t2s_sandbox **out, const char *path,
                              int isolation, t2sed_error *err);
/* A database in memory, made by statements of ours; made[i] tells whether
 * SQLite took statements[i]. */
t2sed_status t2s_sandbox_open_memory(t2s_sandbox **out, int isolation,
                                     const char *const *statements,
                                     size_t count, bool *made,
                                     t2sed_error *err);
/* Round an open connection, which becomes the sandbox's, also where it fails.
 * Queries that call functions of SQLite's that the host replaced are
 * T2S_RUN_DATABASE. */
t2sed_status t2s_sandbox_wrap(t2s_sandbox **out, sqlite3 *db, const char *path,
                              t2sed_error *err);
void t2s_sandbox_close(t2s_sandbox *sandbox);

/*
 * Between these two what runs on the connection of a database in memory may
 * make tables and write rows, within the same limits; no query runs meanwhile.
 * NULL where a worker has it. made: there are other tables than before.
 */
sqlite3 *t2s_sandbox_begin_writing(t2s_sandbox *sandbox, int milliseconds,
                                   int64_t memory);
void t2s_sandbox_end_writing(t2s_sandbox *sandbox, bool made);

/* The path that messages name. */
const char *t2s_sandbox_path(const t2s_sandbox *sandbox);

/* How a query ended. */
typedef enum t2s_run {
    T2S_RUN_DONE,
    T2S_RUN_REFUSED, /* by SQLite or the authorizer */
    T2S_RUN_TIME,
    T2S_RUN_ROWS,
    T2S_RUN_MEMORY,      /* of SQLite, of the result, or of one value */
    T2S_RUN_DATABASE,    /* the file can't be read */
    T2S_RUN_INTERRUPTED, /* by the host */
    T2S_RUN_ROW          /* not ended: there is a row */
} t2s_run;

typedef struct t2s_statement {
    const char *sql; /* NUL-terminated */
    size_t length;
    const char *source;    /* what a database of the host's is asked in its
                              place, NUL-terminated; or NULL */
    const char *parameter; /* ?1, the name of a table; or NULL */
    bool is_ours;          /* the library wrote it: it may ask for the schema */
    bool quotes_names;     /* its names are t2s_database_append_name's */
    int milliseconds;   /* of processor time; three times that by the clock */
    int64_t memory;     /* that SQLite may take; 0: no limit */
    size_t value_bytes; /* of a text or blob, less in queries of many calls
                           or columns that are not ours; 0: 16 MiB */
    size_t rows;        /* that are taken; a callback need not give more.
                           0: any number */
    int64_t steps;      /* of SQLite's machine, about, that it may take in
                           this process; then it is T2S_RUN_TIME. 0: any */
    const atomic_bool *stop; /* or NULL: ends the query once true */
} t2s_statement;

/* The rows of a query that runs, and the one at hand. A sandbox has one such
 * query at a time. */
typedef struct t2s_rows {
    sqlite3_stmt *statement; /* or NULL: then the row is */
    const t2sed_cell *cells; /* with the texts of numbers, too */
    size_t count;            /* of the cells */
    t2s_sandbox *sandbox;    /* or NULL: a callback's */
    int milliseconds;        /* for messages */
    int64_t memory;
} t2s_rows;

/*
 * Starts a query. *how is T2S_RUN_ROW and *out the caller's, until
 * t2s_rows_close, or *how is why it is refused, and `err` says it. Returns
 * T2SED_OK, T2SED_EINTERRUPTED, or T2SED_ENOMEM when the library's own memory
 * was short.
 */
t2sed_status t2s_rows_open(t2s_run *how, t2s_rows **out, t2s_sandbox *sandbox,
                           const t2s_statement *query, t2sed_error *err);

/* Moves to the next row, T2S_RUN_ROW; T2S_RUN_DONE at the end; otherwise why
 * the query was ended, and `err` says it. */
t2s_run t2s_rows_next(t2s_rows *rows, t2sed_error *err);
void t2s_rows_close(t2s_rows *rows);

/* The row: columns, and for each T2SED_CELL_*. The text is that of a number
 * too, and a blob's bytes; NULL when memory is short, or for an empty blob.
 * Borrowed until the next row. */
int t2s_rows_columns(const t2s_rows *rows);
int t2s_rows_type(const t2s_rows *rows, int column);
int64_t t2s_rows_integer(const t2s_rows *rows, int column);
double t2s_rows_real(const t2s_rows *rows, int column);
const char *t2s_rows_text(const t2s_rows *rows, int column, size_t *length);

/* Whether the query stopped for memory that may be another query's. */
bool t2s_sandbox_met_memory(const t2s_sandbox *sandbox);

/* Whether SQLite reads the file without regard to other programs, for in WAL
 * mode it can't do otherwise where nobody has it open. */
bool t2s_sandbox_is_immutable(const t2s_sandbox *sandbox);

/*
 * Whether another program wrote to such a file since it was opened: what was
 * read may be a mixture, and the sandbox is of no more use. `err` says it,
 * T2SED_EDATABASE. What was read is to be read again:
 *
 *     t2s_again again = {0};
 *     do
 *         status = ...;
 *     while (t2s_read_again(&again, status));
 *
 * which is true after T2SED_EDATABASE, a few times at most, where a file has
 * changed.
 */
bool t2s_sandbox_has_changed(const t2s_sandbox *sandbox, t2sed_error *err);

typedef struct t2s_again {
    int times;
    size_t changes; /* that were seen */
} t2s_again;

bool t2s_read_again(t2s_again *again, t2sed_status status);

/* Where in the query SQLite found its fault, or -1. */
ptrdiff_t t2s_sandbox_fault(const t2s_sandbox *sandbox);

#endif
