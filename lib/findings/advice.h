/* advice.h - findings as advice for a language model: a line each. */
#ifndef T2S_FINDINGS_ADVICE_H
#define T2S_FINDINGS_ADVICE_H

#include "base/string.h"
#include "findings/findings.h"

/* How advice begins, and the marks within its lines. */
#define T2S_ADVICE_CANT_RUN "The query can't run as it is."
#define T2S_ADVICE_NONE_RUN "None of the queries can run, "
#define T2S_ADVICE_RIGHT    "The query is right with probability "
#define T2S_ADVICE_UNJUDGED "The query can't be judged, "
#define T2S_ADVICE_UNKNOWN  "It is not known whether the query is right."
#define T2S_ADVICE_DOUBT    "The query may be wrong."
#define T2S_ADVICE_NO_FAULT "No fault was found: the query can be run."
#define T2S_ADVICE_PLACE    " In the query: "
#define T2S_ADVICE_INSTEAD  " Instead: "

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
/*
 * Whether a text of n bytes is advice, or a line of it. If so, *what is the
 * message of the first line with a replacement, else of the first warning. It
 * is empty if there is neither, or if the query can't run: then only its names
 * are replaced.
 */
bool t2s_advice_read(t2sed_span *what, const char *text, size_t n);

/* Whether the worst of them is an error. */
bool t2s_findings_have_error(const t2sed_findings *findings);

#endif
