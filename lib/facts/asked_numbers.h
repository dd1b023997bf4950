/*
 * asked_numbers.h - numbers of a question and the forms in which a query may
 * have them: 50 euros are 5000 cents, "at least 3" is > 2, March is 3.
 */
#ifndef T2S_FACTS_ASKED_NUMBERS_H
#define T2S_FACTS_ASKED_NUMBERS_H

#include "facts/question.h"
#include "facts/restriction_words.h"

/* Whether a query uses a number of its question: as it is, in another unit,
 * within a text, as the year of 20240331, or as the next whole number that
 * means the same (> 2 for "at least 3", >= 3 for "more than 2"; with BETWEEN
 * either of the two next ones). A COUNT uses 0. */
bool t2s_uses_number(const t2s_query *query, double asked);

/* Whether a number in digits is the name of a thing, behind a word of a name of
 * the schema (gardener 2, room no. 14), that neither the query uses nor the
 * knowledge explains. */
bool t2s_number_is_forgotten(const t2s_query *query,
                             const t2s_question_facts *question,
                             const t2s_question_number *number,
                             const t2s_restricted_words *knowledge);

/* Whether the question explains a number of the query: it has the number in one
 * of these forms, or a time that the number is a part of. Arithmetic of the
 * query explains factors of units. */
bool t2s_number_is_asked(const t2s_question_facts *question,
                         const t2s_query *query, double number);

#endif
