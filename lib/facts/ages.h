/* ages.h - ages that a question has, against days of birth. */
#ifndef T2S_FACTS_AGES_H
#define T2S_FACTS_AGES_H

#include "facts/question.h"

/* Whether a number of years that the question has lies between two times: `has`
 * is that long before `asked`. */
bool t2s_age_is_between(const t2s_question_facts *question, int64_t asked,
                        int64_t has);

/* Whether the ends of a window before today are ages of the question: of "over
 * 80" all until 80 years ago. */
bool t2s_age_is_window(const t2s_question_facts *question,
                       const t2s_period *window);

/* Whether a column has days of birth, by its readable name. */
bool t2s_age_is_of(const char *name);

#endif
