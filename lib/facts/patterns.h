/*
 * patterns.h - LIKE patterns of a query whose question does not ask for a part
 * of a text: those that hold a whole value of another column, and those whose
 * text the question asks for exactly.
 */
#ifndef T2S_FACTS_PATTERNS_H
#define T2S_FACTS_PATTERNS_H

#include "case/case.h"

typedef struct t2s_patterns {
    bool is_elsewhere; /* a value that the question names: another column has
                          it, the compared one does not */
    const t2s_condition *exact; /* the first one of a text that stands behind
                                   "exactly", or NULL */
} t2s_patterns;

/* Errors: T2SED_ENOMEM. */
t2sed_status t2s_patterns_read(t2s_patterns *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err);

#endif
