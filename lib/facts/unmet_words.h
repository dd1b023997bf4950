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

/* The word of a question for what is so at present ("right now") or is owed,
 * where the query reads a table whose rows have a state, an end or a payment,
 * and uses none, nor takes the last row; or -1. `is_sure`: not where "current"
 * may be of a thing and not of its rows. */
int32_t t2s_find_forgotten_present(const t2s_restrictions *of,
                                   const t2s_query *query,
                                   const t2sed_schema *schema,
                                   const t2s_question_facts *question,
                                   bool is_sure);

#endif
