/* sources.h - what a t2sed_evidence has at hand: findings are made from it as
 * features are. */
#ifndef T2S_FEATURES_SOURCES_H
#define T2S_FEATURES_SOURCES_H

#include "database/refusal.h"
#include "database/value_index.h"
#include "facts/dead_keys.h"
#include "facts/question.h"
#include "facts/execution.h"
#include "t2sed/evidence.h"

struct t2sed_linker;

/* NULL is what it has not. All of it is the evidence's. */
typedef struct t2s_sources {
    const t2sed_schema *schema;
    const t2s_question_facts *question;
    const char *asked;                 /* the question's text */
    const t2sed_conversation *earlier; /* the turns before it */
    const t2sed_sketch *sketch;        /* of the question */
    const t2s_value_index *values;     /* only with a schema */
    t2s_execution *execution;
    t2s_dead_keys *keys;         /* only with both of these */
    t2s_refusals *refusals;      /* only with a schema and no execution */
    struct t2sed_linker *linker; /* only with values */
} t2s_sources;

/* Makes what findings alone need, the first time. Errors: T2SED_EINTERRUPTED,
 * T2SED_EDATABASE, T2SED_ENOMEM. */
t2sed_status t2s_evidence_sources(t2s_sources *out, t2sed_evidence *evidence,
                                  t2sed_error *err);

/* The values that it knows, or NULL; *schema becomes its schema, or NULL. */
const t2s_value_index *t2s_evidence_values(const t2sed_evidence *evidence,
                                           const t2sed_schema **schema);

#endif
