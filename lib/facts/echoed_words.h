/*
 * echoed_words.h - words of a question for which a query has something, though
 * not the word: forms of a word of a name ("ordered" of orders, "sold" of
 * sales), words of a time that a condition restricts ("June"), words that ask
 * for a form of the answer ("longest", "hours").
 */
#ifndef T2S_FACTS_ECHOED_WORDS_H
#define T2S_FACTS_ECHOED_WORDS_H

#include "facts/question.h"
#include "facts/restrictions.h"
#include "facts/time_match.h"

/* Sets is_echoed of the words of restrictions->question. */
void t2s_echoed_words_mark(t2s_restrictions *restrictions,
                           const t2s_query *query, const t2sed_schema *schema,
                           const t2s_question_facts *question,
                           const t2s_time_match *times);

/* Whether two words are forms of one: order, ordered; booking, booked; sale,
 * sold. Their case does not count. */
bool t2s_words_are_forms(const char *a, size_t a_length, const char *b,
                         size_t b_length);

#endif
