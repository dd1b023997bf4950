/* asked_results.h - results that a question lists: "how many visits and the
 * total cost". */
#ifndef T2S_FACTS_ASKED_RESULTS_H
#define T2S_FACTS_ASKED_RESULTS_H

#include "facts/question.h"

/* How many more counts, means and totals the question lists than the query,
 * which was read with the schema, computes. 0 where it lists one at most. */
int t2s_results_missing(const t2s_query *query,
                        const t2s_question_facts *question,
                        const t2sed_schema *schema);

#endif
