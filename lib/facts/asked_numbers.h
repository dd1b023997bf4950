/*
 * asked_numbers.h - numbers of a question and the forms in which a query may
 * have them: 50 euros are 5000 cents, "at least 3" is > 2, March is 3.
 */
#ifndef T2S_FACTS_ASKED_NUMBERS_H
#define T2S_FACTS_ASKED_NUMBERS_H

#include "facts/question.h"

/* Whether a query has a number of its question: as it is, in another unit, in a
 * text, as the year of 20240331, or as the whole number next to it, greater by
 * one where > or <= compares. A COUNT gives 0 by itself. */
bool t2s_uses_number(const t2s_query *query, double asked);

/* Whether a question has a number of the query, or one that makes it. */
bool t2s_number_is_asked(const t2s_question_facts *question,
                         const t2s_query *query, double number);

#endif
