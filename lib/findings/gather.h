/* gather.h - what a t2sed_evidence has at hand, for those who look for
 * findings. */
#ifndef T2S_EVIDENCE_GATHER_H
#define T2S_EVIDENCE_GATHER_H

#include "findings/find.h"

/* Fills in the schema, question and database of `at`. Errors: T2SED_EDATABASE,
 * T2SED_ENOMEM. */
t2sed_status t2s_evidence_sources(t2s_find *at, t2sed_evidence *evidence,
                                  t2sed_error *err);

/* The values that it knows, or NULL; *schema becomes its schema, or NULL. */
const t2s_value_index *t2s_evidence_values(const t2sed_evidence *evidence,
                                           const t2sed_schema **schema);

#endif
