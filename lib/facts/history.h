/* history.h - a question together with the turns before it. */
#ifndef T2S_FACTS_HISTORY_H
#define T2S_FACTS_HISTORY_H

#include "facts/question.h"
#include "t2sed/conversation.h"

/*
 * Makes question->history of the question and the turns before it: their words
 * and numbers, and of their queries the values, the names of columns and tables
 * and the parts that cues ask for. NULL or no turns: the question itself. The
 * newest 15 turns are read, as far as they have 64 KiB. A query that can't be
 * read says nothing.
 *
 * asked   the text of the question, as it was written.
 * schema  that which the question was made with, or NULL.
 *
 * Errors: T2SED_ENOMEM; the question then stands alone.
 */
t2sed_status t2s_question_facts_set_history(t2s_question_facts *question,
                                            const char *asked,
                                            const t2sed_conversation *earlier,
                                            const t2sed_schema *schema,
                                            t2sed_error *err);

#endif
