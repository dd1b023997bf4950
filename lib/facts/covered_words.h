/* covered_words.h - which words a query accounts for. */
#ifndef T2S_FACTS_COVERED_WORDS_H
#define T2S_FACTS_COVERED_WORDS_H

#include "facts/query.h"
#include "facts/question.h"

/* Sets stems[i] (question->stems.count of them) for those of the names of the
 * columns and tables that the query uses; names that are not the schema's are
 * split into words. */
void t2s_cover_names(bool *stems, const t2s_question_facts *question,
                     const t2s_query *query);

/* The same for its strings and numbers. */
void t2s_cover_values(bool *stems, const t2s_question_facts *question,
                      const t2s_query *query);

/* Whether the stems of all words of text[0..n) are set, and there are any. */
bool t2s_covers_text(const bool *stems, const t2s_question_facts *question,
                     const char *text, size_t n);

#endif
