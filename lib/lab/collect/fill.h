/* fill.h - values for the placeholders that some parsers leave in their SQL.
 *
 * Some parsers predict the bare word `value` for every value (SPLASH's beams of
 * Seq2Struct are such: Elgohary et al. 2020), so that their SQL cannot run.
 * Each placeholder gets a literal of the gold query: the one whose column is
 * the same, then whose operator is (LIMIT goes with LIMIT alone), then whose
 * type suits the column; of equally good ones the first. Every literal is given
 * once before one is given twice. Where the gold query has none, LIMIT and
 * numbers get 1 and text 'value'. `value` stays as it is where the schema or
 * the query itself has a column of that name.
 */
#ifndef T2S_COLLECT_FILL_H
#define T2S_COLLECT_FILL_H

#include "schema/schema.h"
#include "sql/sql.h"

/* The literals of a gold query. */
typedef struct t2s_slots t2s_slots;

/* t2s_slots_free ends *out. `schema` may be NULL. Errors: T2SED_ELIMIT (more
 * than 200 literals), T2SED_ENOMEM. */
t2sed_status t2s_slots_find_literals(t2s_slots **out, const t2sed_sql *gold,
                                     const t2sed_schema *schema,
                                     t2sed_error *err);
void t2s_slots_free(t2s_slots *slots);

/*
 * Fills a prediction's placeholders, and puts together operators that blanks
 * have torn apart ("> =", "! ="); all else stays as it was written. *out is a
 * new text (t2s_free ends it). *filled placeholders got a literal of the gold
 * query, *guessed others a made-up value.
 *
 * Errors: those of t2sed_sql_parse_n, T2SED_ELIMIT, T2SED_ENOMEM.
 */
t2sed_status t2s_fill(char **out, size_t *filled, size_t *guessed,
                      const char *sql, size_t n, const t2s_slots *literals,
                      const t2sed_schema *schema, t2sed_error *err);

#endif
