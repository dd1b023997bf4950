/* unmet_words.h - words of a question that narrow, for which a query does
 * nothing. */
#ifndef T2S_FACTS_UNMET_WORDS_H
#define T2S_FACTS_UNMET_WORDS_H

#include "facts/restrictions.h"

/* The word for t2s_restrictions.bare, or -1. */
int32_t t2s_find_bare_noun(const t2s_restrictions *of, const t2s_query *query,
                           const t2sed_schema *schema,
                           const t2s_question_facts *question);

/* Content words of the question that the query has not, while a column has
 * them that the query does not use either. */
int t2s_restrictions_offered(const t2s_restrictions *of, const t2s_query *query,
                             const t2sed_schema *schema);

/* Finds `present` of the restrictions: "right now", "owed", "unsolved" of a
 * query that reads a table whose rows have a state, an end, a payment or
 * solved_at, and uses none, nor takes the last row. */
void t2s_find_forgotten_present(t2s_restrictions *of, const t2s_query *query,
                                const t2sed_schema *schema,
                                const t2s_question_facts *question);

#endif
