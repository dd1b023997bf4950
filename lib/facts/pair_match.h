/* pair_match.h - comparisons of two columns or results of a query against what
 * the question says of them: "redeemed after it expired". */
#ifndef T2S_FACTS_PAIR_MATCH_H
#define T2S_FACTS_PAIR_MATCH_H

#include "facts/query_bounds.h"
#include "facts/question.h"

typedef struct t2s_pair_match {
    bool is_strict; /* < or > where "or equal" is asked for */
    bool is_loose;  /* <= or >= where it is not asked for */
    int direction;  /* that of the question: 1, the other one: -1, not known: 0;
                       what a conversation asks for counts, too */
} t2s_pair_match;

/* Fills out[has->pair_count]. */
void t2s_pairs_match(t2s_pair_match *out, const t2s_question_facts *question,
                     const t2s_query_bounds *has);

#endif
