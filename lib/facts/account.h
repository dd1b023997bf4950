/* account.h - which words a query accounts for. */
#ifndef T2S_EVIDENCE_ACCOUNT_H
#define T2S_EVIDENCE_ACCOUNT_H

#include "facts/query.h"
#include "facts/question.h"

/* Sets stems[i] (question->stems.count of them) for those of the names of the
 * columns and tables that the query uses; names that are not the schema's are
 * split into words. */
void t2s_account_names(bool *stems, const t2s_evidence_question *question,
                       const t2s_query *query);

/* The same for its strings and numbers. */
void t2s_account_values(bool *stems, const t2s_evidence_question *question,
                        const t2s_query *query);

/* Whether the stems of all words of text[0..n) are set, and there are any. */
bool t2s_account_has_all(const bool *stems,
                         const t2s_evidence_question *question,
                         const char *text, size_t n);

#endif
