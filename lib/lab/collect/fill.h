/* fill.h - values for the placeholders that some parsers leave in their SQL. */
#ifndef T2S_COLLECT_FILL_H
#define T2S_COLLECT_FILL_H

#include "lab/collect/slots.h"

/*
 * Glues operators that were split by blanks ("> =", "< >", "! =", "= =") and
 * puts values for the placeholders; *out is a new text (t2s_free ends it).
 * *filled placeholders got a literal of the gold query, *guessed others had to
 * be made up.
 *
 * literals  of the gold query, t2s_slots_find_literals.
 *
 * Errors: those of t2sed_sql_parse_n, T2SED_ELIMIT, T2SED_ENOMEM.
 */
t2sed_status t2s_fill(char **out, size_t *filled, size_t *guessed,
                      const char *sql, size_t n, const t2s_slots *literals,
                      const t2sed_schema *schema, t2sed_error *err);

#endif
