/* same_query.h - whether two queries say the same, without running them. */
#ifndef T2S_DECIDE_SAME_QUERY_H
#define T2S_DECIDE_SAME_QUERY_H

#include <stdint.h>

#include "t2sed/schema.h"
#include "t2sed/sql.h"

/*
 * A number that is the same for queries that differ only in what cannot change
 * the result: case, quotes, blanks and parentheses, names of tables' aliases
 * and of result columns, the order of the tables of an inner join, of selected
 * or grouped columns, and of the operands of AND, OR, = and the like. `schema`
 * may be NULL: then a column with its table's name differs from one without.
 *
 * Other queries have another number, but for chance (64 bits).
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_same_query_number(uint64_t *out, const t2sed_sql *sql,
                                   const t2sed_schema *schema,
                                   t2sed_error *err);

#endif
