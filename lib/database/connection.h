/*
 * connection.h - SQLite files opened so that they can do no harm and come to
 * none.
 *
 * POSIX drops every lock that a process holds on a file when it closes any
 * descriptor of that file. A database may be open in the host as well, so its
 * file is opened, read and closed through SQLite alone, which puts a close off
 * while the process holds locks. stat() is harmless.
 */
#ifndef T2S_DATABASE_CONNECTION_H
#define T2S_DATABASE_CONNECTION_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/private.h"
#include "base/string.h"
#include "t2sed/status.h"

/* How long a locked database is waited for. */
#define T2S_DATABASE_WAIT_MS 500
/* Bytes of a statement, and of a table's or view's definition in a file: the
 * time that SQLite takes to parse a definition may grow with the square of its
 * length, and nothing stops it within one. */
#define T2S_MOST_STATEMENT 65536

/*
 * Opens a database for reading. Nothing is written, neither to the file nor
 * beside it: a database in WAL mode that no one has open is read as immutable.
 * Defensive mode is on, extensions and triggers are off, the schema is not
 * trusted, and the limits on lengths and depths are small. sqlite3_close ends
 * it. Errors: T2SED_ENOTFOUND, T2SED_EDATABASE, T2SED_ENOMEM; the message
 * names the path.
 */
T2S_PRIVATE
t2sed_status t2s_connection_open(sqlite3 **out, const char *path,
                                 t2sed_error *err);

/* An empty database in memory, under the same rules. */
t2sed_status t2s_connection_open_memory(sqlite3 **out, t2sed_error *err);
/* The same with a copy of another's main database, which messages call `name`.
 */
t2sed_status t2s_connection_copy(sqlite3 **out, sqlite3 *from, const char *name,
                                 t2sed_error *err);

/*
 * Takes from a connection what is not SQLite's: the functions and virtual
 * tables that a host has for all connections of its process. Appends to
 * `replaced`, with blanks between, the names of SQLite's own functions in whose
 * place the host has others: these can't be taken away. What stays: collations,
 * and virtual tables of the host's by the name of SQLite's (fts5). Errors:
 * T2SED_EDATABASE (SQLite was built without its list of functions),
 * T2SED_ENOMEM; messages name the path.
 */
t2sed_status t2s_connection_make_pristine(sqlite3 *db, t2s_string *replaced,
                                          const char *path, t2sed_error *err);

/* Whether SQLite counts its memory, without which no limit on it holds
 * (SQLITE_CONFIG_MEMSTATUS); asked while a connection is open. Errors:
 * T2SED_EUNSUPPORTED. */
t2sed_status t2s_connection_check_memory(t2sed_error *err);

/* A file of our own, empty so far, to be written: without a journal, so that
 * it is to be thrown away where writing fails. */
t2sed_status t2s_connection_open_new(sqlite3 **out, const char *path,
                                     t2sed_error *err);

/*
 * How deep SQLite may recurse on the calling thread's stack, by levels of
 * expressions or arms of compound queries; INT_MAX where it has as much as the
 * limits of any connection take.
 */
int t2s_connection_levels(void);

/* Limits the depth of expressions by that. */
void t2s_connection_limit_depth(sqlite3 *db);

/* What SQLite said of `db`, as our error: busy, corrupt, not a database... */
T2S_PRIVATE
t2sed_status t2s_connection_fail(sqlite3 *db, const char *path,
                                 t2sed_error *err);

/* The number that an application writes into its files' headers (SQLite's
 * PRAGMA application_id), read without regard to what follows; 0: none. */
uint32_t t2s_connection_application(sqlite3 *db);

/* Whether a regular file begins as SQLite's databases do. */
T2S_PRIVATE
bool t2s_connection_is_sqlite(const char *path);

/*
 * What changes when a database's content does: which file it is, its size and
 * time, the counters of its first page, size and time of its write-ahead log.
 * All zeros: no such file.
 */
typedef struct t2s_file_state {
    uint64_t device, inode;
    int64_t size, seconds, nanoseconds;
    int64_t log_size, log_seconds, log_nanoseconds;
} t2s_file_state;

void t2s_file_state_read(t2s_file_state *out, const char *path);

bool t2s_file_state_is(const t2s_file_state *state, const char *path);

/* Whether the file was opened as immutable: then SQLite does not notice that
 * another program writes to it meanwhile. */
bool t2s_connection_is_immutable(sqlite3 *db);

/* Appends the state as text, with the header of the database's first page. */
void t2s_file_state_append(t2s_string *out, const char *path);

#endif
