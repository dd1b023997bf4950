/*
 * asked_numbers.h - numbers of a question and the forms in which a query may
 * have them: 50 euros are 5000 cents, "at least 3" is > 2, March is 3.
 */
#ifndef T2S_FACTS_ASKED_NUMBERS_H
#define T2S_FACTS_ASKED_NUMBERS_H

#include "facts/question.h"

/* Whether a query uses a number of its question: as it is, in another unit,
 * within a text, as the year of 20240331, or as the next whole number that
 * means the same (> 2 for "at least 3", >= 3 for "more than 2"; with BETWEEN
 * either of the two next ones). A COUNT uses 0. */
bool t2s_uses_number(const t2s_query *query, double asked);

/* Whether a number in digits stands right behind a name of the schema, so that
 * it is the name or the number of a thing: gardener 2, room no. 14. */
bool t2s_number_is_of_name(const t2s_question_facts *question,
                           const t2s_question_number *number);

/* Whether the question explains a number of the query: it has the number in one
 * of these forms, or a time that the number is a part of. Arithmetic of the
 * query explains factors of units. */
bool t2s_number_is_asked(const t2s_question_facts *question,
                         const t2s_query *query, double number);

#endif
