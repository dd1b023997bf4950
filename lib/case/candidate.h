/*
 * candidate.h - a query of a case: what is read and found of it, each once, on
 * first need. Rooms that look at a query ask for its candidate; none parses or
 * reads it again.
 *
 * A case keeps its candidates until t2s_case_forget or the next question. A
 * pointer to a candidate is valid until the case is asked for another text,
 * which ends all others where there are T2S_MOST_CANDIDATES.
 */
#ifndef T2S_CASE_CANDIDATE_H
#define T2S_CASE_CANDIDATE_H

#include "case/case.h"
#include "facts/asked_keys.h"
#include "facts/asked_results.h"
#include "facts/bound_match.h"
#include "facts/checks.h"
#include "facts/codes.h"
#include "facts/counted.h"
#include "facts/knowledge_fit.h"
#include "facts/measured.h"
#include "facts/negated_numbers.h"
#include "facts/other_owner.h"
#include "facts/pair_match.h"
#include "facts/patterns.h"
#include "facts/query_windows.h"
#include "facts/replaced_values.h"
#include "facts/restrictions.h"
#include "facts/result_filter.h"
#include "facts/roles.h"
#include "facts/time_column.h"
#include "facts/time_match.h"
#include "facts/shown_keys.h"
#include "facts/state_words.h"
#include "facts/value_sides.h"
#include "facts/window_match.h"
#include "witness/effects.h"

#define T2S_MOST_CANDIDATES 256

/* What a query is beside its question. */
typedef struct t2s_match {
    bool disagrees[T2S_DISAGREEMENTS]; /* with cues */
    t2s_time_conditions *times;
    t2s_time_match time;
    t2s_relative_match relative;
    t2s_time_column time_column;
    t2s_query_bounds bounds;
    t2s_bound_match bound[T2S_MOST_ASKED_BOUNDS]; /* of question->history */
    bool bound_is_used[T2S_MOST_QUERY_BOUNDS];
    t2s_pair_match pair[T2S_MOST_PAIR_BOUNDS];
    t2s_place_match place;
    t2s_query_windows windows;
    t2s_window_match window;
    t2s_knowledge_fit knowledge; /* where the case has some */
    t2s_coverage coverage;
    t2s_patterns patterns;
    t2s_measured measured;
    t2s_counted counted;
    /* Where the case has a schema. */
    t2s_asked_keys keys;
    t2s_restrictions restrictions;
    t2s_codes codes;
    t2s_unused_roles unused_roles;
    t2s_roles roles;
    t2s_negated_numbers negated;
    t2s_shown_keys shown_keys;
    t2s_state_words states;
    t2s_other_owner other_owner;
    int results_missing; /* asked_results.h */
    t2s_value_ends ends;
    bool has_self_join;
    t2s_self_join self_join;
    t2s_asked_value self_value; /* of it; of a recursion, none */
} t2s_match;

/* All zeros but for `of` and `sql` is a candidate of which nothing is known. */
typedef struct t2s_candidate {
    t2sed_evidence *of; /* the case */
    t2sed_sql *sql;     /* or NULL: it can't be read, and `why` says why */
    t2sed_error why;
    /* What follows is made by the functions below. */
    t2s_query query;
    size_t work; /* of query.in_sight, as it was after reading */
    t2s_checks checks;
    t2s_result_filter filter;
    t2s_match match;
    t2s_effects effects;
    t2s_refusal refusal;
    bool has_query, has_checks, has_filter, has_match, has_effects, has_refusal;
} t2s_candidate;

/*
 * The candidate of a text, parsed unless the case knows it. Where it can't be
 * read, its `sql` is NULL. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_case_candidate(t2s_candidate **out, t2sed_evidence *of,
                                const char *text, size_t n, t2sed_error *err);
/* The same for a query that was parsed already; the case shares it. */
t2sed_status t2s_case_candidate_of(t2s_candidate **out, t2sed_evidence *of,
                                   const t2sed_sql *sql, t2sed_error *err);

/*
 * The facts of a candidate with an `sql`, by the case's schema. Errors:
 * T2SED_ENOMEM, T2SED_ELIMIT (as t2s_query_read).
 */
t2sed_status t2s_candidate_query(t2s_query **out, t2s_candidate *candidate,
                                 t2sed_error *err);
/* What t2s_checks_find and t2s_result_filter_find say of them; and how they are
 * beside the question, which the case must have. Errors: theirs and those of
 * t2s_candidate_query. */
t2sed_status t2s_candidate_checks(const t2s_checks **out,
                                  t2s_candidate *candidate, t2sed_error *err);
t2sed_status t2s_candidate_filter(const t2s_result_filter **out,
                                  t2s_candidate *candidate, t2sed_error *err);
t2sed_status t2s_candidate_match(const t2s_match **out,
                                 t2s_candidate *candidate, t2sed_error *err);
/* What t2s_effects_find says; all zeros where the case has no witness. Errors:
 * its own and those of t2s_candidate_query. */
t2sed_status t2s_candidate_effects(const t2s_effects **out,
                                   t2s_candidate *candidate, t2sed_error *err);
/* What t2s_refusals_ask says of a candidate with an `sql`, where the case has a
 * schema and no rows; else it is not refused. Errors: those of
 * t2s_refusals_open and t2s_refusals_ask. */
t2sed_status t2s_candidate_refusal(const t2s_refusal **out,
                                   t2s_candidate *candidate, t2sed_error *err);
/* Frees what was made of a candidate, and lets go of its sql. */
void t2s_candidate_end(t2s_candidate *candidate);

/* Ends all candidates of a case. */
void t2s_case_forget(t2sed_evidence *of);
/* The question or its turns changed: forgets what is of them, or all
 * candidates, unless these are held. */
void t2s_case_question_changed(t2sed_evidence *of);

#endif
