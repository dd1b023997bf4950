/* question_parts.h - the parts of a question's making: question.c calls them.
 */
#ifndef T2S_FACTS_QUESTION_PARTS_H
#define T2S_FACTS_QUESTION_PARTS_H

#include "facts/question.h"

/* The number of a word's stem, which is added where it is new; -1 when memory
 * is short. */
int32_t t2s_question_add_stem(t2s_question_facts *question, const char *word,
                              size_t n);

/* Whether byte i is in a quote; *quote, 0 at first, keeps the place among the
 * quotes while i rises. */
bool t2s_question_is_quoted(const t2s_question_facts *question, size_t *quote,
                            size_t i);

/* Fills in tables, columns and what goes with them. False when memory is
 * short. */
bool t2s_question_match_names(t2s_question_facts *question,
                              const t2sed_schema *schema);

/* Finds the values that the question names; `original` is its text with its
 * capitals. False when memory is short. */
bool t2s_question_find_values(t2s_question_facts *question,
                              const char *original,
                              const t2s_value_index *values);

#endif
