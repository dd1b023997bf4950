/* read_sqlite.h - the schema of an open SQLite database. */
#ifndef T2S_SCHEMA_READ_SQLITE_H
#define T2S_SCHEMA_READ_SQLITE_H

#include <sqlite3.h>

#include "schema/schema.h"

/* Fills an empty schema with the tables, views and keys of `db`, and indexes
 * it. `path` names the database in messages. */
t2sed_status t2s_schema_read(t2sed_schema *schema, sqlite3 *db,
                             const char *path, t2sed_error *err);

/* How long reading a schema may take. */
#define T2S_SCHEMA_READ_MS 5000

#endif
