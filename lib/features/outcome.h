/* outcome.h - what a query gives on the database that evidence is gathered on,
 * for the rooms that compare results. */
#ifndef T2S_FEATURES_OUTCOME_H
#define T2S_FEATURES_OUTCOME_H

#include "facts/outcomes.h"
#include "t2sed/evidence.h"

/* As t2s_execution_run: a query that t2sed_evidence_compute ran is not run
 * again. */
t2sed_status t2s_evidence_run(t2s_outcome *out, t2sed_evidence *evidence,
                              const t2sed_sql *sql, t2sed_error *err);

/* The schema that it was opened with, or NULL. */
const t2sed_schema *t2s_evidence_schema(const t2sed_evidence *evidence);

#endif
