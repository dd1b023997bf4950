/* changes.h - what a view changes in the nodes of a query's whole tree. */
#ifndef T2S_SQL_CHANGES_H
#define T2S_SQL_CHANGES_H

#include <stdbool.h>

#include "base/private.h"
#include "sql/sql.h"

/* Of a terminal, `text` replaces the spelling; of an `expr` that is a bare
 * column, it is the table to put before it. */
typedef struct t2s_sql_change {
    const char *text; /* NULL: none */
    bool dropped;     /* the node goes, with all below it */
} t2s_sql_change;

/*
 * Fills in changes[0..sql->full.count), which are all zeros before: names of
 * tables for their aliases, and, with a schema, tables for bare columns. Texts
 * are borrowed from the query's tree. Errors: T2SED_ENOMEM, T2SED_ELIMIT.
 */
T2S_PRIVATE
t2sed_status t2s_sql_resolve(t2s_sql_change *changes, const t2sed_sql *sql,
                             const t2sed_schema *schema, t2sed_error *err);

/*
 * Adds what makes queries of the same meaning look the same, after
 * t2s_sql_resolve or without it:
 *
 *  - names of result columns (AS total) go, and where GROUP BY, HAVING or
 *    ORDER BY use one, its expression is spelled in its place; those of derived
 *    tables and of WITH stay, since names elsewhere refer to them;
 *  - "x" that is no column is the string 'x', as SQLite reads it; other
 *    quotes around names go;
 *  - <> becomes !=, == becomes =, ASC, INNER and OUTER go.
 *
 * New texts live in `arena`. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_sql_plain_style(t2s_sql_change *changes, const t2sed_sql *sql,
                                 t2s_arena *arena, t2sed_error *err);

#endif
