/* value_store_build.h - making the index: value_store.c calls it. */
#ifndef T2S_SCHEMA_VALUE_STORE_BUILD_H
#define T2S_SCHEMA_VALUE_STORE_BUILD_H

#include <sqlite3.h>

#include "database/value_store.h"

/* What the tables of an index are made by, in the order of their names; the
 * text is SQLite's own of it, too. */
extern const char *const t2s_value_store_tables[];
extern const size_t t2s_value_store_table_count;

/* The application_id, by which an index is told from other files: "T2Si". */
#define T2S_VALUE_STORE_ID 1412584297

/*
 * Fills the empty database `index` with the values of the one at `path`; `key`
 * says what it was made of. `max_bytes` is that of the place.
 *
 * Errors: those of t2s_connection_open for `path`; T2SED_EIO where the index
 * can't be written; T2SED_ENOMEM.
 */
t2sed_status t2s_value_store_build(sqlite3 *index, const char *path,
                                   const char *key, int64_t max_bytes,
                                   const t2s_value_store_options *options,
                                   t2sed_error *err);

#endif
