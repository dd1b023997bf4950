/*
 * findings.h - how findings are gathered. Each other file looks for one kind
 * and adds what it finds to one list.
 */
#ifndef T2S_FINDINGS_FINDINGS_H
#define T2S_FINDINGS_FINDINGS_H

#include "base/arena.h"
#include "base/error.h"
#include "findings/tree.h"
#include "facts/query.h"
#include "features/sources.h"
#include "sql/scope.h"
#include "t2sed/finding.h"
#include "t2sed/plan.h"

typedef struct t2s_finding {
    t2sed_finding_code code;
    ptrdiff_t sql_begin, sql_end, question_begin, question_end; /* or -1 */
    const char *message;    /* in the arena */
    const char *suggestion; /* in the arena, or NULL */
} t2s_finding;

struct t2sed_findings {
    T2S_VECTOR(t2s_finding) list;
    t2s_arena arena;
    bool failed; /* memory was short */
};

/* Findings of one query at most; more are passed over. */
#define T2S_MOST_FINDINGS 64

/* Where a finding lies. */
typedef struct t2s_place {
    ptrdiff_t begin, end; /* bytes; -1, -1: nowhere */
} t2s_place;

#define T2S_NOWHERE ((t2s_place){-1, -1})

/* All that findings come from. */
typedef struct t2s_find {
    t2sed_findings *out;
    const t2sed_sql *sql;
    const t2s_query *query;
    t2s_sources from;
    t2s_sql_scopes *scopes; /* of sql->full */
} t2s_find;

/*
 * Adds a finding. The message is a sentence without line breaks; a name in it
 * that comes from the query may have any bytes: they are made printable. What
 * memory is short for is remembered in `failed`.
 *
 * suggestion  what could stand instead of the bytes at `sql`, or NULL.
 */
void t2s_findings_add(t2sed_findings *findings, t2sed_finding_code code,
                      t2s_place sql, t2s_place question, const char *suggestion,
                      const char *format, ...) T2S_PRINTF(6, 7);

/* The places of a use, of words [first, last] of the question, and of a node
 * of the query's tree. */
t2s_place t2s_place_of_use(const t2s_query_use *use);
t2s_place t2s_place_of_words(const t2s_question_facts *question, int32_t first,
                             int32_t last);
/* The first words of the question that are a cue of a family. */
t2s_place t2s_place_of_cue(const t2s_question_facts *question, t2s_cue cue);
t2s_place t2s_place_of_node(const t2s_find *at, int32_t node);
/* The token of a text that begins at a byte, as far as it can be told; an
 * offset of -1 is nowhere. */
t2s_place t2s_place_of_token(const char *text, size_t n, ptrdiff_t offset);

/*
 * Each looks for findings of one kind. Errors: T2SED_ENOMEM.
 *
 * running (result.c): whether SQLite takes the query (*runs) and what it
 * gives. The others look at queries that run.
 */
t2sed_status t2s_find_running(t2s_find *at, bool *runs, t2sed_error *err);
/* What linking says of the values of conditions (values.c). */
t2sed_status t2s_find_values(t2s_find *at, t2sed_error *err);
/* Explains what SQLite refuses with `message`, about the byte `offset` of the
 * query or -1 (names.c). */
void t2s_find_refused(t2s_find *at, const char *message, ptrdiff_t offset);

/* Tables that nothing joins, or the wrong columns; that are of no use. */
t2sed_status t2s_find_joins(t2s_find *at, t2sed_error *err);
/* Columns beside aggregates. */
t2sed_status t2s_find_groups(t2s_find *at, t2sed_error *err);
/* Comparisons that are always or never true, and the like. */
t2sed_status t2s_find_conditions(t2s_find *at, t2sed_error *err);
/* Parts of the query that the question asks for or not, by its cues. */
t2sed_status t2s_find_clauses(t2s_find *at, t2sed_error *err);
/* Clauses that the question's plan has or has not. */
t2sed_status t2s_find_plan(t2s_find *at, t2sed_error *err);
/* Words of the question that the query does not account for. */
t2sed_status t2s_find_question(t2s_find *at, t2sed_error *err);

#endif
