/* empty.h - a schema's tables without rows, to ask SQLite what it thinks of
 * queries on them. */
#ifndef T2S_DATABASE_EMPTY_H
#define T2S_DATABASE_EMPTY_H

#include <stddef.h>

#include "t2sed/schema.h"

/* Any number of threads may use one: SQLite lets one in at a time. */
typedef struct t2s_empty t2s_empty;

/* Views become tables; a column of a table's name before it, a table without
 * columns and one of SQLite's own are left out. Errors: T2SED_EDATABASE,
 * T2SED_ENOMEM. */
t2sed_status t2s_empty_new(t2s_empty **out, const t2sed_schema *schema,
                           t2sed_error *err);
/* 1 where SQLite prepares the query; 0 also where it would become too large
 * while SQLite does (expansion.h); -1 where memory is short. sql[n] is NUL. */
int t2s_empty_prepares(const t2s_empty *empty, const char *sql, size_t n);
void t2s_empty_free(t2s_empty *empty);

#endif
