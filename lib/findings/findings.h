/*
 * findings.h - a query that is checked: what the checks read, and how they
 * report. kinds.c has the table of all findings, and runs the checks.
 */
#ifndef T2S_FINDINGS_FINDINGS_H
#define T2S_FINDINGS_FINDINGS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vector.h"
#include "case/candidate.h"
#include "t2sed/finding.h"

/* Findings of one query; more are passed over. */
#define T2S_MOST_FINDINGS 64

/* Log odds: what counts less says little of a query. */
#define T2S_LEAST_WEIGHT 0.1

struct t2sed_findings {
    T2S_VECTOR(t2sed_finding) list;
    t2s_arena arena;      /* of their texts */
    const char *question; /* that their spans are of, or NULL */
    size_t question_length;
};

/* A query that is checked. */
typedef struct t2s_inspected {
    const t2sed_sql *sql;
    const t2s_tree *tree;       /* of sql */
    const t2sed_evidence *from; /* the schema, the question... */
    t2s_candidate *candidate;
    t2s_query *query;         /* its facts */
    const t2s_match *match;   /* only with a question */
    t2s_sql_scopes *scopes;   /* of query */
    t2s_outcome outcome;      /* of running it */
    t2s_refusal refusal;      /* by SQLite */
    t2s_result_filter filter; /* what the data explains of the result */
    t2sed_findings *out;
    t2sed_status status; /* the first failure; then no other check is run */
    t2sed_error *err;
} t2s_inspected;

/* No place. */
#define T2S_NOWHERE ((t2sed_span){(size_t)-1, (size_t)-1})

/*
 * Reports a finding. The message is a sentence without line breaks; a name in
 * it that comes from the query may have any bytes: they are made printable. A
 * finding of the same code and place is reported once.
 *
 * suggestion  what could stand instead of the bytes at `sql`, or NULL.
 */
void t2s_report(t2s_inspected *q, t2sed_finding_code code, t2sed_span sql,
                t2sed_span question, const char *suggestion, const char *format,
                ...) T2S_PRINTF(6, 7);

/* Whether a finding of that code was reported. */
bool t2s_is_reported(const t2s_inspected *q, t2sed_finding_code code);

/* Makes places in the query's text for SQLite those of what was given. */
void t2s_findings_to_source(t2sed_findings *findings, const t2sed_sql *sql);

/* What each feature adds to the log odds of a query's probability. */
typedef struct t2s_contributions {
    const char *const *names; /* [count] */
    const double *at;         /* [count] */
    size_t count;
} t2s_contributions;

/*
 * Gives findings their weights: the contributions of the features that measure
 * the same (findings.def), of which findings that share a feature have equal
 * parts; NaN where none does. Puts them in the order of weight, errors first,
 * and drops those, errors apart, that say too little of a query of this
 * probability (t2sed/parts/reasons.h); NaN: none. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_findings_weigh(t2sed_findings *findings,
                                const t2s_contributions *of, double probability,
                                t2sed_error *err);

/* How many findings share each feature, claims[of->count]. */
void t2s_findings_claim(int32_t *claims, const t2sed_findings *findings,
                        const t2s_contributions *of);

/* The list of a text that is no query, which `why` describes. */
t2sed_status t2s_findings_unread(t2sed_findings **out, const char *text,
                                 size_t n, const t2sed_error *why,
                                 t2sed_error *err);

/* The same of a query that can't be read here and that the host's system
 * refuses, as t2s_host_said has it. */
t2sed_status t2s_findings_refused(t2sed_findings **out, const char *said,
                                  t2sed_error *err);
/* A sentence with the words of a host's system against a query. */
void t2s_host_said(char *out, size_t size, const char *message);

/* Which findings are wanted. */
typedef struct t2s_finding_rules {
    bool *ignored; /* by place; NULL: none is */
    int severity;  /* the least */
} t2s_finding_rules;

/* Reads codes, between commas or blanks (NULL: none), and a severity (0: all).
 * Ended with t2s_finding_rules_free. Errors: T2SED_EINVAL, T2SED_ENOMEM. */
t2sed_status t2s_finding_rules_read(t2s_finding_rules *out, const char *ignore,
                                    int severity, t2sed_error *err);
void t2s_finding_rules_free(t2s_finding_rules *rules);
bool t2s_finding_is_wanted(const t2s_finding_rules *rules,
                           const t2sed_finding *finding);
/* Removes those that are not wanted. NULL is allowed. */
void t2s_findings_reduce(t2sed_findings *findings,
                         const t2s_finding_rules *rules);

/* Remembers that memory was short. */
void t2s_check_failed(t2s_inspected *q);

/* The places of a use and of a node of the query; of words [first, last] of
 * the question, and of the first words there that are a cue. */
t2sed_span t2s_span_of_use(const t2s_query_use *use);
t2sed_span t2s_span_of_node(const t2s_inspected *q, int32_t node);
t2sed_span t2s_span_of_words(const t2s_inspected *q, int32_t first,
                             int32_t last);
t2sed_span t2s_span_of_cue(const t2s_inspected *q, t2s_cue cue);
/* The token of a text that begins at a byte, as far as it can be told; -1 is
 * nowhere. */
t2sed_span t2s_span_of_token(const char *text, size_t n, ptrdiff_t offset);

/* The listed column that an expr is, within parentheses or not; or NULL. */
const t2s_named_column *t2s_column_at(const t2s_inspected *q, int32_t expr);

/* Whether a text stands for a missing value: '', 'n/a', 'unknown'. */
bool t2s_is_placeholder(const char *text, size_t n);

/* The place of a code in findings.def. */
size_t t2s_finding_place(t2sed_finding_code code);
/* A finding of that code that has its name and severity, and nothing else. */
t2sed_finding t2s_finding_of(t2sed_finding_code code);
/* Runs the checks for which all is there. */
void t2s_run_checks(t2s_inspected *q);

/* The checks, in the order of the table. */
typedef void t2s_check(t2s_inspected *q);
t2s_check t2s_check_refusal, t2s_check_dead_keys, t2s_check_time,
    t2s_check_empty, t2s_check_nulls, t2s_check_rows, t2s_check_values,
    t2s_check_joins, t2s_check_subqueries, t2s_check_sums,
    t2s_check_self_comparison, t2s_check_contradiction, t2s_check_like,
    t2s_check_quoted_names, t2s_check_cues, t2s_check_query_numbers,
    t2s_check_column_count, t2s_check_question_names, t2s_check_question_values,
    t2s_check_knowledge, t2s_check_times, t2s_check_sketch, t2s_check_meaning,
    t2s_check_ends, t2s_check_bounds, t2s_check_numbers, t2s_check_direction,
    t2s_check_windows, t2s_check_units, t2s_check_measures, t2s_check_narrowing,
    t2s_check_sides;

#endif
