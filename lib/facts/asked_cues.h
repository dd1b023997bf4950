/*
 * asked_cues.h - whether words that may ask for a part of a query (cues.h) do
 * so where they stand: "over 40" compares, "over all deliveries" does not.
 */
#ifndef T2S_FACTS_ASKED_CUES_H
#define T2S_FACTS_ASKED_CUES_H

#include "facts/question.h"

/* A comparison with a number, a time or a value: "more than", "over 40"; not
 * so "over the past year", "after refunds", "up to today", "below Ana". */
bool t2s_asks_for_more(const t2s_question_facts *question);
bool t2s_asks_for_less(const t2s_question_facts *question);
/* "between 5 and 9"; not so "between an order and its payment". */
bool t2s_asks_for_range(const t2s_question_facts *question);
/* "ordered by name"; not so "customers who ordered". */
bool t2s_asks_for_order(const t2s_question_facts *question);
/* A negation but for "whether or not". */
bool t2s_asks_for_negation(const t2s_question_facts *question);
/* Whether "contain" at a word has rows of a table behind it, and no text. */
bool t2s_contains_things(const t2s_question_facts *question, int32_t word);

#endif
