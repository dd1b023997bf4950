/* time_digits.h - dates of a question that are written in digits. */
#ifndef T2S_FACTS_TIME_DIGITS_H
#define T2S_FACTS_TIME_DIGITS_H

#include "facts/time_reader.h"

/* A date in digits at word i, with a time of day behind it; false where there
 * is none. */
bool t2s_time_digits(t2s_said_time *out, const t2s_question_facts *question,
                     size_t i);

#endif
