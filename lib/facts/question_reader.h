/* question_reader.h - what the files that read a question share. */
#ifndef T2S_FACTS_QUESTION_READER_H
#define T2S_FACTS_QUESTION_READER_H

#include "facts/question.h"

/* Whether byte i is in a quote; *quote, 0 at first, keeps the place among the
 * quotes while i rises. */
bool t2s_question_is_quoted(const t2s_question_facts *question, size_t *quote,
                            size_t i);

/* Fills in question->values; `original` is the text in its own case. False when
 * memory is short. */
bool t2s_question_find_values(t2s_question_facts *question,
                              const char *original,
                              const t2s_value_index *values);

#endif
