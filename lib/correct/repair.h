/* repair.h - names that a query has and its database has not. */
#ifndef T2S_CORRECT_REPAIR_H
#define T2S_CORRECT_REPAIR_H

#include <stdbool.h>

#include "sql/sql.h"
#include "t2sed/parts/evidence.h"

/*
 * *out becomes the query with names that are there in the place of those that
 * are not, as far as findings suggest any; else it stays as it was. *can_run:
 * whether all names are there then. `schema` is
 * evidence on a schema alone, so that nothing runs. Errors: T2SED_ENOMEM,
 * T2SED_EINTERRUPTED.
 */
t2sed_status t2s_repair(t2sed_sql **out, bool *can_run, t2sed_evidence *schema,
                        const t2sed_sql *sql, t2sed_error *err);

/* Whether a query has all its names from the schema; true, where that can't be
 * told. Errors: the same. */
t2sed_status t2s_can_run(bool *out, t2sed_evidence *schema, const char *text,
                         size_t n, t2sed_error *err);

#endif
