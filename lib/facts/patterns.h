/*
 * patterns.h - LIKE patterns of a query where its question does not ask for a
 * part of a text: round a whole value of another column, or where it says
 * "exactly".
 */
#ifndef T2S_FACTS_PATTERNS_H
#define T2S_FACTS_PATTERNS_H

#include "case/case.h"

typedef struct t2s_patterns {
    /* The first such condition, or NULL. */
    const t2s_condition *elsewhere; /* the question names the value; the column
                                       has only longer ones, or none */
    const t2s_condition *exact;
    int32_t column; /* another column that has the value */
} t2s_patterns;

/* Errors: T2SED_ENOMEM. */
t2sed_status t2s_patterns_read(t2s_patterns *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err);

#endif
