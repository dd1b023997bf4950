/*
 * t2sed/database.h - the database that questions are about: its schema, the
 * values of its columns, and the sandbox that queries run in.
 *
 *     t2sed_database_open(&database, "shop.sqlite", NULL, &err);
 *     schema = t2sed_database_schema(database);
 *     ...checkers and correctors take `database`...
 *     t2sed_database_free(database);
 *
 * It comes from a SQLite file, from an open connection, from a schema alone
 * (then nothing is known of rows), or from callbacks of the host, so that a
 * client of another database system can bring its own connection.
 *
 * Queries are untrusted. In SQLite they run read-only, with SELECT and harmless
 * functions alone, within limits on time, memory and rows; docs/security.md
 * lists the guarantees. The library rewrites each query token by token before a
 * host's callback runs it; the host's connection has to allow reading alone.
 *
 * A thread needs 512 KB of stack for any query. With less (musl gives 128 KB)
 * short queries run; those for which SQLite might need more than is left end
 * with T2SED_ELIMIT.
 */
#ifndef T2SED_DATABASE_H
#define T2SED_DATABASE_H

#include <stddef.h>
#include <stdint.h>

#include "schema.h"
#include "status.h"

struct sqlite3;

T2SED_BEGIN_DECLS

/*
 * A database. Any number of threads may use one, and objects of several threads
 * may share it: each query takes a connection of its own to a file. Where there
 * is but one connection (callbacks, a copy of a database in memory), a query
 * waits for the one before it.
 *
 * fork() in a multithreaded program: the child may use its copies of the
 * database locks. A database of one connection (callbacks, a copy in memory)
 * that another thread used at that moment is T2SED_ESTATE there. SQLite's own
 * locks may still be held: a child may wait for ever in SQLite if another
 * thread was in it. Queries by T2SED_ISOLATION_WORKER do not use SQLite in the
 * process and run; linkers, constraints and datasets use it.
 */
typedef struct t2sed_database t2sed_database;

/*
 * Where SQLite reads a database file and runs queries on it, both of which may
 * be hostile: by default in the calling process, within limits that
 * docs/security.md describes. A host that must also be safe from unknown faults
 * (of SQLite, or a loop that asks no handler) uses a worker: a small program,
 * t2sed-worker, with the system's limits on memory, files and system calls,
 * which is killed at the deadline. docs/performance.md says what it costs.
 *
 * A worker is used without being asked for (since 0.10) where the process can't
 * hold the limits: where SQLite does not count its memory
 * (SQLITE_CONFIG_MEMSTATUS; without the program opening is an error,
 * T2SED_EUNSUPPORTED), and where the host put functions of its own in the place
 * of SQLite's by sqlite3_auto_extension (without the program queries that call
 * these can't be run). Other functions and virtual tables that a host
 * registered so are taken from the connection that queries run on.
 *
 * The worker program is looked for in $T2SED_WORKER, beside the library and
 * under the installation prefix. It is started when a database is opened and
 * ends with it and the objects that use it, or with the host. A host that reaps
 * children that it does not know (waitpid with -1) or ignores SIGCHLD must keep
 * the process number of a dead worker from being used again before the database
 * is freed: the library would kill that process. Statements of
 * t2sed_schema_parse_ddl and datasets are read in the calling process.
 */
#define T2SED_ISOLATION_NONE   0 /* in the calling process */
#define T2SED_ISOLATION_WORKER 1 /* in a worker process for each connection */

/* A number that is 0 stands for its default. */
typedef struct t2sed_database_options {
    size_t struct_size; /* sizeof(t2sed_database_options) */
    int isolation;      /* T2SED_ISOLATION_*: where SQLite runs; default:
                           T2SED_ISOLATION_NONE */
    /* Used in place of the database's own schema (from tables.json, for one),
     * whose tables and columns are found by their names; must live as long as
     * the database and the objects made of it are used. NULL: the database's
     * own. */
    const t2sed_schema *schema;
    int max_milliseconds;    /* that a query may run: of processor time, and
                                three times that by the clock; by the clock
                                where a callback or a worker runs it. -1:
                                queries do not run; default 500 */
    int max_rows;            /* of a result; default 2000 */
    int values_milliseconds; /* that reading the values of the columns may
                                take, once, also of a database of the host's;
                                -1: they are not read; default 1000 */
    /* A file that keeps the index of the values, written when it is missing,
     * made from another state of the database, or broken. NULL: the index is
     * made in memory. A file that can't be written, or is a file of another
     * kind (which is left as it is), is no error (t2sed_set_log tells); the
     * index is in memory then, too. Not used with an isolation. Of a database
     * of the host's it is of a dialect, a schema and these limits: rows that
     * change later are not noticed, so remove the file to have them read again.
     */
    const char *index;
    int index_milliseconds; /* that making the file may take; default 30000 */
    int64_t max_table_rows; /* of each table; default 2000000 */
    int64_t max_column_values; /* distinct texts of a column; of numbers, a
                                  twentieth of that; default 200000 */
    int64_t max_value_bytes;   /* longer values are passed over; default 200 */
    int64_t max_values_bytes;  /* of all values; default 256 MiB, and a quarter
                                  of that in memory */
} t2sed_database_options;

/*
 * Fills in the defaults, `size` bytes at most: sizeof(t2sed_database_options).
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_database_options_init(t2sed_database_options *options,
                                           size_t size);

/*
 * Opens a SQLite file, read-only; it is never changed, nor is anything written
 * beside it. A file that changes later is opened again by the next query;
 * schema and values stay as they were first read.
 *
 * out      freed with t2sed_database_free.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (an option is out of its range), T2SED_ENOTFOUND (no
 * such file, no worker program), T2SED_EDATABASE (a directory, not a database,
 * corrupt, locked by another process, unreadable), T2SED_EUNSUPPORTED (a worker
 * is needed, see above, and there is none), T2SED_ELIMIT, T2SED_ENOMEM.
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_database_open(t2sed_database **out, const char *path,
                    const t2sed_database_options *options, t2sed_error *err);

/*
 * The main database of an open SQLite connection, which is only read, and only
 * during the call. A file is opened again, as by t2sed_database_open, so that
 * neither connection is in the other's way: what is not committed is not seen.
 * Of a database in memory a copy is made, of 256 MiB at most.
 *
 * The host and this library have to use the same copy of SQLite.
 *
 * Errors: as t2sed_database_open; T2SED_EUNSUPPORTED (a database in memory and
 * an isolation, or memory that is not counted), T2SED_ELIMIT (a larger one).
 * Threads: the connection's. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_database_new_sqlite(
    t2sed_database **out, struct sqlite3 *connection,
    const t2sed_database_options *options, t2sed_error *err);

/*
 * A schema alone: queries do not run, and values are unknown. `schema` must
 * live as long; NULL: nothing is known at all.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_database_new_schema(
    t2sed_database **out, const t2sed_schema *schema,
    const t2sed_database_options *options, t2sed_error *err);

/* --- databases of the host --- */

/* What a value of a row is. */
#define T2SED_CELL_NULL    0
#define T2SED_CELL_INTEGER 1
#define T2SED_CELL_REAL    2
#define T2SED_CELL_TEXT    3
#define T2SED_CELL_BLOB    4

/* One value of a row. It will not grow. */
typedef struct t2sed_cell {
    int type;         /* T2SED_CELL_* */
    int64_t integer;  /* of an integer */
    double real;      /* of a real */
    const char *text; /* of a text or blob: `length` bytes; text is UTF-8 */
    size_t length;
} t2sed_cell;

/* Rows of a small database that was made to show a difference: a table, or the
 * result of a query on it (t2sed_report_ask_table, t2sed/parts/witness.h).
 * Pointers live as long as what they were taken from. */
typedef struct t2sed_witness_rows {
    size_t struct_size; /* sizeof(t2sed_witness_rows), set by the caller */
    const char *name;   /* the table; "" of a result */
    size_t column_count, row_count;
    const char *const *columns; /* [column_count] names */
    const t2sed_cell *cells;    /* [row_count][column_count] */
    size_t left_out; /* rows of a result behind the first 50, not in row_count
                      */
} t2sed_witness_rows;

/* For the declaration of one. Since: 0.10. */
#define T2SED_WITNESS_ROWS_INIT                                                \
    {                                                                          \
        sizeof(t2sed_witness_rows), NULL, 0, 0, NULL, NULL, 0                  \
    }

/* What the host is asked to run. */
typedef struct t2sed_query {
    size_t struct_size; /* sizeof(t2sed_query) */
    const char *sql;    /* one SELECT, NUL-terminated, in UTF-8: send it on a
                           connection with that character set, or convert it */
    size_t length;      /* its bytes */
    int max_milliseconds;
    size_t max_rows;        /* more are not wanted; 0: any number */
    size_t max_value_bytes; /* a longer text or blob ends the query */
} t2sed_query;

/* Takes the rows of one query; exists while the callback runs. */
typedef struct t2sed_rows t2sed_rows;

/*
 * Hands over one row, whose values are read before the call returns. Every row
 * of a query has as many. A call with `cells` NULL tells the number of columns
 * and adds no row, which an empty result needs; with `count` 0 as well it only
 * asks whether to go on, which a callback may do while it waits.
 *
 * Returns T2SED_OK, or that the query shall end: T2SED_ELIMIT (time, rows or
 * bytes), T2SED_EINTERRUPTED, T2SED_EINVAL (a value of no type, a text of
 * NULL, a row of another length). The callback returns this status then;
 * whatever it hands over afterwards is not looked at.
 *
 * Threads: that which called the callback. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_rows_add(t2sed_rows *rows, const t2sed_cell *cells,
                                      size_t count);

/*
 * A database system of the host's. The library calls back one at a time, but
 * from whatever thread needs the database.
 */
typedef struct t2sed_database_callbacks {
    size_t struct_size; /* sizeof(t2sed_database_callbacks) */
    void *context;      /* the first argument of each */
    /*
     * Makes the schema, which the library frees (t2sed_schema_parse_ddl). Asked
     * once; not needed where the options have a schema. Returns T2SED_OK or
     * why it failed, described in *err.
     */
    t2sed_status (*describe)(void *context, t2sed_schema **out,
                             t2sed_error *err);
    /*
     * Runs one query, which comes from outside. It was read by the rules of
     * `dialect`, is one SELECT by them, and is rewritten from its tokens,
     * without comments, with strings and quoted names spelled so that settings
     * of the connection do not matter. Functions that the library does not know
     * pass: the host has to see to it that the query can only read, by the
     * rights of its connection and a READ ONLY transaction (docs/security.md).
     * Offsets in *err are bytes of this text. Hands each row to t2sed_rows_add.
     * NULL: queries do not run.
     *
     * The library's own SELECTs come the same way: for the first rows of each
     * table and for distinct values of the columns of large tables (as far as
     * values_milliseconds and the other limits go), once; for the most common
     * values in PostgreSQL's pg_stats; and, beside a query, whether tables have
     * rows. They need the right to SELECT and no other. What the database
     * refuses is left out: t2sed_database_values_known.
     *
     * Returns T2SED_OK; what t2sed_rows_add returned; T2SED_ELIMIT where the
     * database system's own limit on time ended it; T2SED_ESYNTAX where the
     * database refuses the query, which is evidence against it;
     * T2SED_EDATABASE where it could not be asked; T2SED_ECANCELLED to end the
     * library's call as a whole, with that status. *err says why.
     */
    t2sed_status (*query)(void *context, const t2sed_query *query,
                          t2sed_rows *rows, t2sed_error *err);
    /* Called from another thread while `query` runs, once its time is over and
     * from then on every 50 ms: makes it return soon. It may come just as
     * `query` returns, but not after the next one began. NULL: what does not
     * call t2sed_rows_add is waited for. */
    void (*cancel)(void *context);
    /* Called last of all, also where t2sed_database_new fails; may be NULL. */
    void (*free)(void *context);
    /* What system it is: a name as of t2sed_dialect_name, "mariadb", or
     * "standard" for another one that reads "x" as a name. By its rules queries
     * are read and written; a checker whose queries are in this dialect
     * (t2sed_checker_options) has them asked in it, all others in SQLite's.
     * What the two read differently is not asked, nor, for NULL and other
     * names, what any two systems read differently (backslashes in strings,
     * names in quotes): say the dialect. The library's own questions have
     * names in the system's quotes; "tsql" has TOP, all others LIMIT. */
    const char *dialect;
} t2sed_database_callbacks;

/* Fills in zeros and the size, `size` bytes at most.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_API void
t2sed_database_callbacks_init(t2sed_database_callbacks *callbacks, size_t size);

/*
 * A database of the host's, by callbacks, which are copied; what `dialect`
 * points at is, too. What they hand over is checked, copied where it is kept,
 * and bounded by the options; a query that fails is like one that SQLite
 * refuses or can't run.
 *
 * Errors: T2SED_EINVAL (an option is out of its range; neither a schema nor
 * `describe`), what `describe` returns, T2SED_ENOMEM. Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_database_new(
    t2sed_database **out, const t2sed_database_callbacks *callbacks,
    const t2sed_database_options *options, t2sed_error *err);

/* --- using it --- */

/* Frees a database; objects that were made with it keep what they need of it.
 * NULL is allowed. Errors: none. Threads: any. Since: 0.9. */
T2SED_API void t2sed_database_free(t2sed_database *database);

/* The schema, or NULL where none is known; borrowed. Errors: none.
 * Threads: any. Since: 0.9. */
T2SED_API const t2sed_schema *
t2sed_database_schema(const t2sed_database *database);

/* 1 where queries can run, 0 where there are no rows to ask for. Errors: none.
 * Threads: any. Since: 0.9. */
T2SED_API int t2sed_database_has_rows(const t2sed_database *database);

/* How many values of a column are known to evidence, scorers and findings. */
#define T2SED_VALUES_UNKNOWN 0 /* none were read */
#define T2SED_VALUES_SOME    1 /* some: a limit ended the reading */
#define T2SED_VALUES_ALL     2

/*
 * Says how many values of a column are known, which are read if they were not
 * yet. They are unknown where there are no rows to ask for, where
 * values_milliseconds is -1 or was over before the table's turn, for views, and
 * for columns that the database refuses to read. What a model or a finding says
 * of a query is weaker there.
 *
 * out     T2SED_VALUES_*.
 * column  a column's number in the database's schema.
 *
 * Errors: T2SED_EINVAL (no such column), T2SED_EDATABASE (a file can't be
 * read), T2SED_EINTERRUPTED, T2SED_ECANCELLED, T2SED_ESTATE (called by a
 * callback of the database), T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_database_values_known(int *out,
                                                   t2sed_database *database,
                                                   size_t column,
                                                   t2sed_error *err);

T2SED_END_DECLS

#endif
