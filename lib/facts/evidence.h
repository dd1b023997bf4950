/* evidence.h - what is known of a question on a database: features and findings
 * are made from it. */
#ifndef T2S_FACTS_EVIDENCE_H
#define T2S_FACTS_EVIDENCE_H

#include "database/refusal.h"
#include "database/value_index.h"
#include "facts/execution.h"
#include "facts/knowledge.h"
#include "t2sed/evidence.h"
#include "t2sed/link.h"
#include "t2sed/schema_prediction.h"

/* NULL is what it has not. */
struct t2sed_evidence {
    t2sed_database *database;
    const t2sed_schema *schema;
    const t2s_value_index *values; /* only with a schema */
    t2s_execution *execution;      /* only where queries can run */
    char *asked;                   /* the question's text and knowledge */
    size_t asked_length;
    t2s_question_facts *question;      /* without its knowledge */
    t2s_knowledge *knowledge;          /* of `asked` */
    size_t question_words;             /* as the question was split */
    const t2sed_conversation *earlier; /* the turns before it */
    const t2sed_sketch *sketch;        /* of the question */
    const t2sed_schema_prediction *prediction;
    /* What findings alone need: NULL until the first of them, and then only
     * with a schema and no execution, or with values. */
    t2s_refusals *refusals;
    t2sed_linker *linker;
    void (*free_linker)(t2sed_linker *linker);
};

#endif
