/*
 * execution.h - evidence from running a query, bounded and sandboxed: whether
 * it runs, and whether what it gives looks like an answer.
 */
#ifndef T2S_EVIDENCE_EXECUTION_H
#define T2S_EVIDENCE_EXECUTION_H

#include "evidence/features.h"
#include "evidence/query.h"
#include "evidence/question.h"

/* A database that queries are tried on. One thread at a time. */
typedef struct t2s_execution t2s_execution;

/* Errors: those of t2s_database_open, T2SED_ENOMEM. */
t2sed_status t2s_execution_open(t2s_execution **out, const char *path,
                                int max_milliseconds, size_t max_rows,
                                t2sed_error *err);
void t2s_execution_free(t2s_execution *execution);

extern const t2s_feature t2s_execution_features[];
extern const size_t t2s_execution_feature_count;

/*
 * Runs the query and describes its result. With `execution` NULL, or a
 * database that can no longer be read, all is NAN; what a query that fails or
 * is cut off can't tell is NAN too.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_execution_fill(float *out,
                                const t2s_evidence_question *question,
                                const t2s_query *query, const t2sed_sql *sql,
                                t2s_execution *execution, t2sed_error *err);

#endif
