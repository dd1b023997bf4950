/* resolve.h - which table each name of a query belongs to. */
#ifndef T2S_SQL_RESOLVE_H
#define T2S_SQL_RESOLVE_H

#include <stdbool.h>

#include "base/private.h"
#include "sql/sql.h"

/* What resolving does to one node of the whole tree. Of a terminal, `text`
 * replaces the spelling; of an `expr` that is a bare column, it is the table
 * to put before it. */
typedef struct t2s_sql_change {
    const char *text; /* borrowed from the query's tree, or NULL */
    bool dropped;     /* the node goes, with all below it */
} t2s_sql_change;

/*
 * Fills in changes[0..sql->full.count), which are all zeros before: names of
 * tables for their aliases, and, with a schema, tables for bare columns.
 * Errors: T2SED_ENOMEM, T2SED_ELIMIT.
 */
T2S_PRIVATE
t2sed_status t2s_sql_resolve(t2s_sql_change *changes, const t2sed_sql *sql,
                             const t2sed_schema *schema, t2sed_error *err);

#endif
