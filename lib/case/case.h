/*
 * case.h - a case: a question with its knowledge and turns on a database, and
 * the candidates that are looked at. t2sed_evidence is its public name.
 */
#ifndef T2S_CASE_CASE_H
#define T2S_CASE_CASE_H

#include "base/map.h"
#include "base/vector.h"
#include "database/refusal.h"
#include "database/value_index.h"
#include "facts/execution.h"
#include "facts/knowledge.h"
#include "t2sed/parts/evidence.h"
#include "t2sed/parts/link.h"
#include "t2sed/parts/schema_prediction.h"
#include "t2sed/parts/witness.h"

/* The candidates of a case (candidate.h). All zeros is none. */
typedef struct t2s_candidates {
    T2S_VECTOR(struct t2s_candidate *) list;
    t2s_map texts; /* of queries for SQLite: places in the list */
    bool are_held; /* another question does not end them */
} t2s_candidates;

/* Absent parts are NULL. */
struct t2sed_evidence {
    t2sed_database *database;
    const t2sed_schema *schema;
    const t2s_value_index *values; /* only with a schema */
    t2s_execution *execution;      /* only where queries can run */
    char *asked;                   /* the question's text and knowledge */
    size_t asked_length;
    t2s_question_facts *question;      /* without its knowledge */
    t2s_knowledge *knowledge;          /* of `asked` */
    struct t2s_asked_rows *rows;       /* that the question asks for */
    size_t question_words;             /* as the question was split */
    const t2sed_conversation *earlier; /* the turns before it */
    const t2sed_sketch *sketch;        /* of the question */
    const t2sed_schema_prediction *prediction;
    t2s_candidates candidates;
    /* Of the schema, once it is asked what candidates do (t2s_case_witness). */
    t2sed_witness *witness;
    bool has_no_witness;    /* there can be none */
    t2s_refusals *refusals; /* once asked (t2s_candidate_refusal) */
    /* What findings alone need (t2s_case_open_linker), or NULL. */
    t2sed_linker *linker;
};

/*
 * t2sed_evidence_set_question and t2sed_evidence_set_conversation in one, which
 * reads the question and its turns once. Without a question after a failure.
 */
t2sed_status t2s_case_set_question(t2sed_evidence *of,
                                   const t2sed_question *question,
                                   const t2sed_conversation *earlier,
                                   t2sed_error *err);
/* Leaves the case without a question, its turns and what was predicted for it.
 */
void t2s_case_clear_question(t2sed_evidence *of);

/* Makes the linker that findings need, the first time, where there are values.
 * Errors: T2SED_ENOMEM, T2SED_EINTERRUPTED. */
t2sed_status t2s_case_open_linker(t2sed_evidence *of, t2sed_error *err);

/*
 * The witness of a case with a schema, made on first need; *out is NULL where
 * there is none: without a schema, where a host has SQLite run in another
 * process, or does not let it count its memory. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_case_witness(t2sed_witness **out, t2sed_evidence *of,
                              t2sed_error *err);

#endif
