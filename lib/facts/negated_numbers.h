/* negated_numbers.h - numbers that a question leaves out: "in 2024 but not in
 * 2025". */
#ifndef T2S_FACTS_NEGATED_NUMBERS_H
#define T2S_FACTS_NEGATED_NUMBERS_H

#include "facts/question.h"

typedef struct t2s_negated_numbers {
    int asked;   /* numbers of the question behind a negation */
    int fits;    /* those that the query leaves out, too, and others of the
                    question that it does not */
    int swapped; /* those of which it does the opposite */
    uint32_t begin, end; /* bytes of the first of these in the query */
} t2s_negated_numbers;

/* fits and swapped are 0 where no number is asked for so. */
t2s_negated_numbers
t2s_negated_numbers_match(const t2s_query *query,
                          const t2s_question_facts *question);

#endif
