/* text.h - the text that a judge reads, in use and in training. */
#ifndef T2S_JUDGE_TEXT_H
#define T2S_JUDGE_TEXT_H

#include "base/string.h"
#include "facts/execution.h"
#include "schema/schema.h"
#include "t2sed/parts/scorer.h"

/* Behind each query, and behind what it gives: there the judge is asked. */
#define T2S_JUDGE_RIGHT "\n-- Right:"

/* Appends the tables that the beam's queries name, knowledge and question. */
t2sed_status t2s_judge_prompt(t2s_string *out, const t2sed_schema *schema,
                              const t2sed_beam *beam, t2sed_error *err);

/* Appends text[0..n) with each run of blanks as one, none at the ends. */
void t2s_judge_append_line(t2s_string *out, const char *text, size_t n);

/* Appends "\n-- Reasons: " and the text in one line; nothing where that is
 * empty. */
void t2s_judge_append_reasons(t2s_string *out, const char *text);

/* Appends "\n-- Result: " and how many rows a query gives, with the first of
 * them; nothing where it gives no answer. Errors: T2SED_EINTERRUPTED,
 * T2SED_ENOMEM. */
t2sed_status t2s_judge_result(t2s_string *out, t2s_execution *execution,
                              const char *query, size_t n, t2sed_error *err);

#endif
