/* What is known of a question on a database. */
#include "facts/evidence.h"

#include "base/error.h"
#include "base/memory.h"

/* Reads what the database tells of its values, and prepares to ask it. */
static t2sed_status set_database(t2sed_evidence *evidence,
                                 t2sed_database *database, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    evidence->database = t2s_database_retain(database);
    evidence->schema = t2sed_database_schema(database);
    if (t2sed_database_has_rows(database))
        status = t2s_execution_new(&evidence->execution, database, err);
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
    t2s_execution_free(evidence->execution);
    t2s_refusals_free(evidence->refusals);
    if (evidence->linker)
        evidence->free_linker(evidence->linker);
    t2sed_database_free(evidence->database);
    t2s_free(evidence->asked);
    t2s_free(evidence);
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
