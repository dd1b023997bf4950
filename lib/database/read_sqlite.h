/* read_sqlite.h - the schema of an open SQLite database. */
#ifndef T2S_DATABASE_READ_SQLITE_H
#define T2S_DATABASE_READ_SQLITE_H

#include "database/sandbox.h"
#include "schema/schema.h"

/* Fills an empty schema with the tables, views and keys of a database, and
 * indexes it. */
t2sed_status t2s_schema_read(t2sed_schema *schema, t2s_sandbox *sandbox,
                             t2sed_error *err);

/* How long reading a schema may take. */
#define T2S_SCHEMA_READ_MS 5000

/* The schema of the database that is called `path`. */
t2sed_status t2s_schema_read_new(t2sed_schema **out, t2s_sandbox *sandbox,
                                 const char *path, t2sed_error *err);

#endif
