/* advice.h - findings as advice for a language model: a line each. */
#ifndef T2S_FINDINGS_ADVICE_H
#define T2S_FINDINGS_ADVICE_H

#include "base/string.h"
#include "findings/findings.h"

/* Appends a text as one printable line. */
void t2s_append_printable(t2s_string *out, const char *text, size_t n);

/* Appends a line for each finding of a query of n bytes, each behind a line
 * break: how severe and how sure, what is wrong, where, and what should stand
 * there. What comes from the query or the database makes no line of its own. */
void t2s_append_advice(t2s_string *out, const t2sed_findings *findings,
                       const char *query, size_t n);

/* Appends how much a weight (t2sed_finding.weight) says against the query, in
 * brackets; nothing where it is not known. */
void t2s_append_evidence(t2s_string *out, double weight);

/* Whether the worst of them is an error. */
bool t2s_findings_have_error(const t2sed_findings *findings);

#endif
