/* evidence.c - what is known of a question on a database. */
#include "t2sed/evidence.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "features/features.h"
#include "sketch/prediction.h"
#include "features/sources.h"
#include "features/outcome.h"
#include "facts/history.h"
#include "t2sed/link.h"

struct t2sed_evidence {
    t2sed_database *database;      /* or NULL */
    const t2sed_schema *schema;    /* or NULL */
    const t2s_value_index *values; /* or NULL */
    t2s_execution *execution;      /* or NULL */
    t2s_dead_keys *keys;           /* or NULL: of `execution` and `schema` */
    t2s_refusals *refusals;        /* or NULL: made when first asked for */
    t2sed_linker *linker;          /* the same */
    char *asked;                   /* the question's text, or NULL */
    t2s_question_facts *question;
    size_t question_words;
    const t2sed_conversation *earlier;         /* turns before it, or NULL */
    const t2sed_sketch *sketch;                /* of the question, or NULL */
    const t2sed_schema_prediction *prediction; /* or NULL */
};

/* Reads what the database tells of its values, and prepares to ask it. */
static t2sed_status set_database(t2sed_evidence *evidence,
                                 t2sed_database *database, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    evidence->database = t2s_database_retain(database);
    evidence->schema = t2sed_database_schema(database);
    if (t2sed_database_has_rows(database))
        status = t2s_execution_new(&evidence->execution, database, err);
    if (status == T2SED_OK && evidence->execution && evidence->schema)
        status = t2s_dead_keys_new(&evidence->keys, evidence->schema,
                                   evidence->execution, err);
    if (status == T2SED_OK)
        status = t2s_database_values(&evidence->values, database, err);
    return status;
}

t2sed_status t2sed_evidence_new(t2sed_evidence **out, t2sed_database *database,
                                t2sed_error *err)
{
    t2sed_evidence *evidence;
    t2sed_status status = T2SED_OK;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    evidence = t2s_zalloc(sizeof *evidence);
    if (!evidence)
        return t2s_fail_memory(err);
    if (database)
        status = set_database(evidence, database, err);
    if (status != T2SED_OK) {
        t2sed_evidence_free(evidence);
        return status;
    }
    *out = evidence;
    return T2SED_OK;
}

void t2sed_evidence_free(t2sed_evidence *evidence)
{
    if (!evidence)
        return;
    t2s_question_facts_free(evidence->question);
    t2s_dead_keys_free(evidence->keys);
    t2s_execution_free(evidence->execution);
    t2s_refusals_free(evidence->refusals);
    t2sed_linker_free(evidence->linker);
    t2sed_database_free(evidence->database);
    t2s_free(evidence->asked);
    t2s_free(evidence);
}

/* Its index is a second one beside `values`: that one is what models were
 * trained with, all in memory and small; this one finds what is alike. */
static t2sed_status open_linker(t2sed_evidence *evidence, t2sed_error *err)
{
    t2sed_status status;
    if (evidence->linker || !evidence->values)
        return T2SED_OK;
    status = t2sed_linker_new(&evidence->linker, evidence->database, err);
    /* A file that vanished says nothing. */
    return status == T2SED_ENOMEM || status == T2SED_EINTERRUPTED ? status
                                                                  : T2SED_OK;
}

t2sed_status t2s_evidence_sources(t2s_sources *out, t2sed_evidence *evidence,
                                  t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (evidence->schema && !evidence->execution && !evidence->refusals)
        status = t2s_refusals_open(&evidence->refusals, evidence->schema, err);
    if (status == T2SED_OK)
        status = open_linker(evidence, err);
    *out = (t2s_sources){.schema = evidence->schema,
                         .question = evidence->question,
                         .asked = evidence->asked,
                         .earlier = evidence->earlier,
                         .sketch = evidence->sketch,
                         .values = evidence->schema ? evidence->values : NULL,
                         .execution = evidence->execution,
                         .keys = evidence->keys,
                         .refusals = evidence->refusals,
                         .linker = evidence->linker};
    return status;
}

t2sed_status t2sed_evidence_set_question(t2sed_evidence *evidence,
                                         const t2sed_question *question,
                                         t2sed_error *err)
{
    if (!evidence || !question)
        return t2s_fail_null(err, __func__, "evidence and question");
    t2s_question_facts_free(evidence->question);
    evidence->question = NULL;
    evidence->earlier = NULL;
    evidence->sketch = NULL;
    evidence->prediction = NULL;
    t2s_free(evidence->asked);
    evidence->asked = t2s_strndup(question->text, question->length);
    if (!evidence->asked)
        return t2s_fail_memory(err);
    evidence->question_words = t2sed_question_word_count(question);
    return t2s_question_facts_new(&evidence->question, question,
                                  evidence->schema, evidence->values, err);
}

t2sed_status
t2sed_evidence_set_conversation(t2sed_evidence *evidence,
                                const t2sed_conversation *conversation,
                                t2sed_error *err)
{
    t2sed_status status;
    if (!evidence)
        return t2s_fail_null(err, __func__, "evidence");
    evidence->earlier = NULL;
    if (!evidence->question)
        return conversation ? t2s_fail(err, T2SED_ESTATE, -1,
                                       "evidence: no question is set "
                                       "(t2sed_evidence_set_question)")
                            : T2SED_OK;
    status =
        t2s_question_facts_set_history(evidence->question, evidence->asked,
                                       conversation, evidence->schema, err);
    if (status == T2SED_OK)
        evidence->earlier = conversation;
    return status;
}

t2sed_status t2sed_evidence_set_sketch(t2sed_evidence *evidence,
                                       const t2sed_sketch *sketch,
                                       t2sed_error *err)
{
    if (!evidence)
        return t2s_fail_null(err, __func__, "evidence");
    evidence->sketch = sketch;
    return T2SED_OK;
}

t2sed_status
t2sed_evidence_set_prediction(t2sed_evidence *evidence,
                              const t2sed_schema_prediction *prediction,
                              t2sed_error *err)
{
    const t2sed_schema *schema = evidence ? evidence->schema : NULL;
    if (!evidence)
        return t2s_fail_null(err, __func__, "evidence");
    if (prediction &&
        (!schema || prediction->column_count != schema->column_count ||
         prediction->table_count != schema->table_count))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "evidence: the prediction is for %zu tables and %zu "
                        "columns, the schema has %zu and %zu",
                        prediction->table_count, prediction->column_count,
                        schema ? schema->table_count : 0,
                        schema ? schema->column_count : 0);
    evidence->prediction = prediction;
    return T2SED_OK;
}

const t2s_value_index *t2s_evidence_values(const t2sed_evidence *evidence,
                                           const t2sed_schema **schema)
{
    *schema = evidence->schema;
    return evidence->values;
}

t2sed_status t2sed_evidence_compute(t2sed_evidence *evidence,
                                    const t2sed_sql *sql, float *numbers,
                                    t2sed_error *err)
{
    t2s_query query = {0};
    float *computed;
    t2sed_status status;
    if (!evidence || !sql || !numbers)
        return t2s_fail_null(err, __func__, "evidence, sql and numbers");
    if (!evidence->question)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "evidence: no question is set "
                        "(t2sed_evidence_set_question)");
    computed = t2s_alloc_array(t2sed_evidence_count(), sizeof *computed);
    if (!computed)
        return t2s_fail_memory(err);
    status = t2s_query_read(&query, sql, evidence->schema, err);
    if (status == T2SED_OK) {
        const t2s_feature_input input = {.schema = evidence->schema,
                                         .question = evidence->question,
                                         .question_words =
                                             evidence->question_words,
                                         .values = evidence->values,
                                         .execution = evidence->execution,
                                         .keys = evidence->keys,
                                         .sketch = evidence->sketch,
                                         .prediction = evidence->prediction,
                                         .sql = sql,
                                         .query = &query};
        status = t2s_features_compute(computed, &input, err);
    }
    if (status == T2SED_OK)
        memcpy(numbers, computed, t2sed_evidence_count() * sizeof *numbers);
    t2s_query_free(&query);
    t2s_free(computed);
    return status;
}

t2sed_status t2s_evidence_run(t2s_outcome *out, t2sed_evidence *evidence,
                              const t2sed_sql *sql, t2sed_error *err)
{
    t2s_outcome ending;
    t2sed_status status =
        t2s_execution_run(&ending, sql, evidence->execution, err);
    if (status == T2SED_OK)
        status = t2s_check_interrupt(err);
    if (status == T2SED_OK)
        *out = ending;
    return status;
}

const t2sed_schema *t2s_evidence_schema(const t2sed_evidence *evidence)
{
    return evidence->schema;
}
