/*
 * t2sed_duckdb.h - what the parts of the extension share.
 *
 * One host exists for each DuckDB database that loads the extension. It has two
 * connections: one reads the catalog, the other runs the library's queries. A
 * view is what was known of the database at one moment, with the checkers made
 * for it; functions borrow a checker for one vector of rows.
 */
#ifndef T2SED_DUCKDB_H
#define T2SED_DUCKDB_H

/* What DuckDB 1.2 and all later versions have. */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#define DUCKDB_EXTENSION_NAME              t2sed
#include <duckdb_extension.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>

#include <t2sed.h>
#include <t2sed/parts.h>

typedef struct host host;
typedef struct view view;

/* --- host.c: the views and checkers --- */

/* NULL: memory is short. The connections are taken, also on failure. */
host *host_new(duckdb_connection catalog, duckdb_connection asked);
host *host_retain(host *h);
void host_release(void *h);

/* A checker and the view that it belongs to, for the caller alone until
 * host_give. `checker` is NULL where none was asked for. */
typedef struct lease {
    view *view;
    t2sed_checker *checker;
} lease;

/* Errors: those of t2sed_model_open and t2sed_checker_new, T2SED_EDATABASE (the
 * catalog can't be read), T2SED_EINVAL ($T2SED_MAX_MILLISECONDS is no number
 * that is taken). Threads: any. */
t2sed_status host_take(lease *out, host *h, bool with_checker,
                       t2sed_error *err);
void host_give(host *h, lease *taken);
/* Borrowed. */
t2sed_database *view_database(const view *v);

/* --- ask.c: queries of the extension's own --- */

/* The text that a query gives, with `argument` as $1 unless it is NULL; the
 * caller frees it; "" of no row. Errors: T2SED_EDATABASE, T2SED_ENOMEM. */
t2sed_status ask_text(char **out, duckdb_connection connection,
                      const char *query, const char *argument,
                      t2sed_error *err);

/* --- catalog.c: what is in the database --- */

typedef struct catalog {
    char *ddl;     /* CREATE TABLE statements as SQLite reads them */
    char *sizes;   /* rows of the tables; changes when some are added */
    json_t *names; /* an object: tables by each of their names, in lower case */
    bool calls_back; /* a view or macro uses a function of the extension */
} catalog;

/* Reads the first two: whether the others are still true. */
t2sed_status catalog_read(catalog *out, duckdb_connection connection,
                          t2sed_error *err);
/* Reads the last two, which takes 20 ms, into what catalog_read made. */
t2sed_status catalog_complete(catalog *of, duckdb_connection connection,
                              t2sed_error *err);
void catalog_free(catalog *of);
/* ASCII letters only, in place. */
void lower(char *text);

/* --- query.c: queries of the library --- */

/* Runs one query at a time; those of several databases wait for each other. */
typedef struct runner runner;
/* NULL: memory is short. The connection is taken. */
runner *runner_new(duckdb_connection connection);
void runner_free(runner *r);

/* The context of a database's callbacks. Frees `known`. */
typedef struct source source;
t2sed_status source_database(t2sed_database **out, runner *r, catalog *known,
                             const t2sed_database_options *limits,
                             t2sed_error *err);

/* --- refuse.c: what a query may not read --- */

/* T2SED_OK if the query reads nothing but tables in `names`, by functions that
 * are known to read no file. Errors: T2SED_ESYNTAX (it reads something else),
 * T2SED_EDATABASE (DuckDB could not be asked). */
t2sed_status refuse_files(duckdb_connection connection, const char *sql,
                          const json_t *names, t2sed_error *err);

/* --- cells.c: values --- */

/* Whether cells_add takes values of this type; others have to be cast to text
 * by DuckDB. */
bool cells_take(duckdb_type type);
/* Hands over the rows of a chunk. Errors: those of t2sed_rows_add, ENOMEM. */
t2sed_status cells_add(t2sed_rows *rows, duckdb_data_chunk chunk);

/* --- functions.c --- */

bool functions_register(duckdb_connection connection, host *h);

#endif
