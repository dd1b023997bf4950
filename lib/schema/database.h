/* database.h - SQLite files opened so that they can do no harm and come to
 * none. */
#ifndef T2S_SCHEMA_DATABASE_H
#define T2S_SCHEMA_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "t2sed/status.h"

/* How long a locked database is waited for. */
#define T2S_DATABASE_WAIT_MS 500

/*
 * Opens a database for reading. Nothing is written, neither to the file nor
 * beside it: a database in WAL mode that no one has open is read as immutable.
 * Defensive mode is on, extensions and triggers are off, the schema is not
 * trusted, and the limits on lengths and depths are small. sqlite3_close ends
 * it. Errors: T2SED_ENOTFOUND, T2SED_EDATABASE, T2SED_ENOMEM; the message
 * names the path.
 */
t2sed_status t2s_database_open(sqlite3 **out, const char *path,
                               t2sed_error *err);

/* An empty database in memory, under the same rules. */
t2sed_status t2s_database_open_memory(sqlite3 **out, t2sed_error *err);

/* A file of our own, empty so far, to be written: without a journal, so that
 * it is to be thrown away where writing fails. */
t2sed_status t2s_database_open_new(sqlite3 **out, const char *path,
                                   t2sed_error *err);

/* What SQLite said of `db`, as our error: busy, corrupt, not a database... */
t2sed_status t2s_database_fail(sqlite3 *db, const char *path, t2sed_error *err);

/* Stops whatever runs on `db` once the time is over: its statements then end
 * with SQLITE_INTERRUPT. The deadline must outlive the connection or the next
 * call; ms < 0 takes it away. */
typedef struct t2s_deadline {
    int64_t at_ms; /* of the monotonic clock */
    bool passed;
} t2s_deadline;

void t2s_database_set_deadline(sqlite3 *db, t2s_deadline *deadline, int ms);

/* The authorizer that allows SELECT, reading and functions only; what queries
 * on a database of unknown origin run under. `payload` is not used. */
int t2s_database_authorize_read(void *payload, int action, const char *a,
                                const char *b, const char *c, const char *d);

#endif
