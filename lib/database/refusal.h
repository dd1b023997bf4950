/*
 * refusal.h - what SQLite says against a query before it runs, known from the
 * schema alone: the tables are made, empty, in a database in memory.
 */
#ifndef T2S_DATABASE_REFUSAL_H
#define T2S_DATABASE_REFUSAL_H

#include <stdbool.h>
#include <string.h>

#include "base/string.h"
#include "schema/schema.h"
#include "sql/sql.h"

typedef struct t2s_refusal {
    bool is_refused;
    ptrdiff_t offset; /* byte of the query, or -1 */
    char message[T2SED_ERROR_TEXT_SIZE];
} t2s_refusal;

/* Whether the query did not even reach a system of the host's. */
static inline bool t2s_was_not_sent(const t2s_refusal *refusal)
{
    return refusal->is_refused &&
           strncmp(refusal->message, "not sent ", 9) == 0;
}

/* One thread at a time. */
typedef struct t2s_refusals t2s_refusals;

/* isolation: T2SED_ISOLATION_*. Errors: T2SED_EDATABASE, T2SED_ENOMEM,
 * T2SED_ENOTFOUND (no worker program). */
t2sed_status t2s_refusals_open(t2s_refusals **out, const t2sed_schema *schema,
                               int isolation, t2sed_error *err);
void t2s_refusals_free(t2s_refusals *refusals);

/* Whether SQLite refuses the query; one that would take too long to prepare,
 * or is refused for what the schema does not tell, is not. Errors:
 * T2SED_ENOMEM. */
t2sed_status t2s_refusals_ask(t2s_refusal *out, t2s_refusals *refusals,
                              const t2sed_sql *sql, t2sed_error *err);

#endif
