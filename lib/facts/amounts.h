/*
 * amounts.h - amounts of a question that several words make up: "two and a half
 * hours", "2 1/2 hours", "an hour and a half", "half a litre", "2 h 10 min",
 * "longer than 1h30".
 */
#ifndef T2S_FACTS_AMOUNTS_H
#define T2S_FACTS_AMOUNTS_H

#include <stdbool.h>

struct t2s_question_facts;

/* Makes one number of the numbers of such an amount, once the numbers are read.
 * False when out of memory. */
bool t2s_amounts_join(struct t2s_question_facts *question);

#endif
