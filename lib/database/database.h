/*
 * database.h - a database as the other rooms use it: they run queries on it and
 * ask for its values, and know nothing of files, connections or callbacks.
 */
#ifndef T2S_DATABASE_DATABASE_H
#define T2S_DATABASE_DATABASE_H

#include "base/private.h"
#include "base/string.h"
#include "database/sandbox.h"
#include "database/value_index.h"
#include "t2sed/database.h"
#include "t2sed/sql.h"

/* One more owner; t2sed_database_free takes one away. NULL stays NULL. */
t2sed_database *t2s_database_retain(t2sed_database *database);

/* How a query ended. */
typedef struct t2s_ended {
    t2s_run how;
    bool has_begun;   /* it was taken, and ended later */
    bool met_memory;  /* it stopped for memory that may be another query's */
    bool has_changed; /* the file did while it was read: T2S_RUN_DATABASE */
    ptrdiff_t fault;  /* where in the query the fault was found, or -1 */
    size_t columns;   /* of the result; 0: not known */
} t2s_ended;

/* Takes a row. T2S_RUN_ROW: the next one; anything else ends the query so, and
 * then `err` has to say why where that is no T2S_RUN_DONE. */
typedef t2s_run (*t2s_take_row)(void *context, const t2s_rows *row,
                                t2sed_error *err);

/*
 * Runs one query, row by row. Waits for a connection where there are no more.
 * `err` says why where the query did not end by T2S_RUN_DONE; a database that
 * can't be opened is T2S_RUN_DATABASE. Errors: T2SED_EINTERRUPTED,
 * T2SED_ENOMEM, T2SED_ECANCELLED (a callback of the host's).
 */
t2sed_status t2s_database_run(t2s_ended *out, t2sed_database *database,
                              const t2s_statement *query, t2s_take_row take,
                              void *context, t2sed_error *err);

/*
 * Until t2s_database_forget a database system of the host's whose dialect the
 * query is in is asked it as it was written, wherever its text as SQLite has it
 * is to run: functions have other names there. The query is borrowed as long.
 * NULL and other databases: nothing changes. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_database_remember(t2sed_database *database,
                                   const t2sed_sql *sql, t2sed_error *err);
void t2s_database_forget(t2sed_database *database, const t2sed_sql *sql);
/* The dialect of a system of the host's; T2SED_DIALECT_SQLITE of any other
 * database, of a system that is not known, and of NULL. */
int t2s_database_system(const t2sed_database *database);
/* Whether the query is one of these: in the dialect of the host's system. */
bool t2s_database_runs_as_written(const t2sed_database *database,
                                  const t2sed_sql *sql);

/*
 * Looks whether the database can be asked, and its file is as it was: another
 * *state says that rows may be others. Errors: those of t2s_connection_open.
 */
T2S_PRIVATE
t2sed_status t2s_database_look(size_t *state, t2sed_database *database,
                               t2sed_error *err);

/* Appends a name, quoted as the database system wants it; a table, in what is
 * the main database in SQLite. */
void t2s_database_append_name(t2s_string *out, const t2sed_database *database,
                              const char *name);
void t2s_database_append_table(t2s_string *out, const t2sed_database *database,
                               int32_t table);

/* The options, with defaults filled in; strings live as long as the database.
 */
const t2sed_database_options *
t2s_database_options(const t2sed_database *database);

/* The SQLite file, or NULL where it is none. */
const char *t2s_database_path(const t2sed_database *database);

/* Whether a callback of the host's runs its queries, and the dialect that the
 * host named, or NULL. */
bool t2s_database_is_host(const t2sed_database *database);
const char *t2s_database_dialect(const t2sed_database *database);
/* Whether that is MySQL's or MariaDB's. */
bool t2s_database_is_mysql(const t2sed_database *database);
/* SQL Server has TOP in the place of LIMIT. */
bool t2s_database_is_tsql(const t2sed_database *database);

/* Whether values of its columns are to be read. */
bool t2s_database_has_values(const t2sed_database *database);

/* T2SED_ESTATE: this thread runs a callback of the database's, which would wait
 * for itself. */
t2sed_status t2s_database_check_turn(t2sed_database *database,
                                     t2sed_error *err);

/* What is kept of its values. */
struct t2s_kept_values *t2s_database_kept_values(t2sed_database *database);

/* The values for features, made when first asked for; *out is NULL where they
 * are unknown. Errors: those of t2s_value_index_open; T2SED_ESTATE. */
t2sed_status t2s_database_values(const t2s_value_index **out,
                                 t2sed_database *database, t2sed_error *err);

#endif
