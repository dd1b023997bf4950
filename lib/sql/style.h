/* style.h - taking the writer's style out of a query. */
#ifndef T2S_SQL_STYLE_H
#define T2S_SQL_STYLE_H

#include "base/arena.h"
#include "sql/resolve.h"

/*
 * Adds to changes[0..sql->full.count) what makes queries that mean the same
 * look the same, after t2s_sql_resolve or without it:
 *
 *  - names of result columns (AS total) go, and where GROUP BY, HAVING or
 *    ORDER BY use one, the expression it stands for is spelled in its place;
 *    those of derived tables and of WITH stay, since names elsewhere refer to
 *    them;
 *  - "x" that is no column is the string 'x', as SQLite reads it; other
 *    quotes around names go;
 *  - <> becomes !=, == becomes =, ASC, INNER and OUTER go.
 *
 * New texts live in `arena`. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_sql_plain_style(t2s_sql_change *changes, const t2sed_sql *sql,
                                 t2s_arena *arena, t2sed_error *err);

#endif
