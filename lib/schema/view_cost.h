/*
 * view_cost.h - how much work it is for SQLite to resolve a view. SQLite copies
 * a view or a WITH table into the query at each mention, before any progress
 * handler could stop it, so that forty short views, each of which mentions the
 * one before twice, take for ever. Views that cost more than a limit are
 * therefore never asked for anything.
 */
#ifndef T2S_SCHEMA_VIEW_COST_H
#define T2S_SCHEMA_VIEW_COST_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "t2sed/status.h"

typedef struct t2s_view_costs t2s_view_costs;

/* Reads the views of `db`; `path` names it in messages. */
t2sed_status t2s_view_costs_new(t2s_view_costs **out, sqlite3 *db,
                                const char *path, t2sed_error *err);
void t2s_view_costs_free(t2s_view_costs *costs);

/* Tells in *cheap whether the table or view of that name (case does not count)
 * may be asked for; a name that is no view's always may. */
t2sed_status t2s_view_is_cheap(bool *cheap, t2s_view_costs *costs,
                               const char *name, size_t n, t2sed_error *err);

/* The same for a query, of n bytes: what it mentions and its own WITH tables.
 */
t2sed_status t2s_query_is_cheap(bool *cheap, t2s_view_costs *costs,
                                const char *sql, size_t n, t2sed_error *err);

#endif
