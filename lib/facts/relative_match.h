/* relative_match.h - the window relative to today that a question asks for,
 * against those of a query. */
#ifndef T2S_FACTS_RELATIVE_MATCH_H
#define T2S_FACTS_RELATIVE_MATCH_H

#include "facts/question.h"
#include "facts/time_conditions.h"

typedef struct t2s_relative_match {
    const t2s_relative_words *asked; /* of the question */
    int fit; /* ends of it that the query has, and 1; 0: it bounds no time */
    int32_t window; /* of the query, the one that fits best, or -1 */
    bool begin_differs, end_differs;
    double begin_off, end_off; /* signed log of the days by which it is late */
    bool kind_differs;         /* whole months for days, or the reverse */
    bool is_fixed;             /* the query's windows have fixed dates alone */
} t2s_relative_match;

void t2s_relative_match_read(t2s_relative_match *out,
                             const t2s_question_facts *question,
                             const t2s_time_conditions *conditions);

#endif
