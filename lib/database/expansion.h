/*
 * expansion.h - how large a query becomes while SQLite prepares it.
 *
 * SQLite copies a view, a WITH table or a subquery into the query at each
 * mention, and an expression of theirs at each mention of its column, before
 * any handler could stop it: twenty-four tables, each of which selects x + x of
 * the one before, take 5 GB. It also recurses once for each table within a
 * table, until the stack ends. So the size is worked out before.
 */
#ifndef T2S_DATABASE_EXPANSION_H
#define T2S_DATABASE_EXPANSION_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "t2sed/status.h"

/* The views of a database and its tables with generated columns. */
typedef struct t2s_catalog t2s_catalog;

/* Reads sqlite_master; `path` names the database in messages. */
t2sed_status t2s_catalog_new(t2s_catalog **out, sqlite3 *db, const char *path,
                             t2sed_error *err);
void t2s_catalog_free(t2s_catalog *catalog);

typedef enum t2s_expansion {
    T2S_EXPANSION_FITS,
    T2S_EXPANSION_TOO_LARGE,
    T2S_EXPANSION_SYNTAX /* not to be worked out: the query does not parse */
} t2s_expansion;

/* What a query of n bytes comes to; sql[n] is NUL. The calling thread's stack
 * counts, too, unless the query `is_flat`: lists of columns alone. `err` says
 * why where *out is not T2S_EXPANSION_FITS. Returns T2SED_ENOMEM or T2SED_OK.
 */
t2sed_status t2s_expansion_of_query(t2s_expansion *out, t2s_catalog *catalog,
                                    const char *sql, size_t n, bool is_flat,
                                    t2sed_error *err);

/* What "SELECT * FROM name" comes to; case does not count. */
t2sed_status t2s_expansion_of_table(t2s_expansion *out, t2s_catalog *catalog,
                                    const char *name, size_t n,
                                    t2sed_error *err);

#endif
