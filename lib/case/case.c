/* What is known of a question on a database. */
#include "case/case.h"

#include "base/error.h"
#include "base/memory.h"
#include "case/candidate.h"
#include "facts/asked_rows.h"
#include "question/conversation.h"

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
    t2s_case_forget(evidence);
    t2s_question_facts_free(evidence->question);
    t2s_knowledge_free(evidence->knowledge);
    t2s_free(evidence->rows);
    t2s_execution_free(evidence->execution);
    t2s_refusals_free(evidence->refusals);
    t2sed_witness_free(evidence->witness);
    t2sed_linker_free(evidence->linker);
    t2sed_database_free(evidence->database);
    t2s_free(evidence->asked);
    t2s_free(evidence);
}

/* The linker's index is a second one beside evidence->values: that one is what
 * models were trained with, all in memory and small; this one finds what is
 * alike. */
t2sed_status t2s_case_open_linker(t2sed_evidence *evidence, t2sed_error *err)
{
    t2sed_status status;
    if (evidence->linker || !evidence->values)
        return T2SED_OK;
    status = t2sed_linker_new(&evidence->linker, evidence->database, err);
    /* A file that vanished says nothing. */
    return status == T2SED_ENOMEM || status == T2SED_EINTERRUPTED ? status
                                                                  : T2SED_OK;
}

/* What t2sed_witness_group may take. */
#define WITNESS_MS 500

t2sed_status t2s_case_witness(t2sed_witness **out, t2sed_evidence *of,
                              t2sed_error *err)
{
    t2sed_witness_options options;
    t2sed_status status = T2SED_OK;
    if (!of->witness && !of->has_no_witness && of->schema &&
        !(of->database && t2s_database_options(of->database)->isolation)) {
        t2sed_witness_options_init(&options, sizeof options);
        options.max_milliseconds = WITNESS_MS;
        status = t2sed_witness_new(&of->witness, of->schema, &options, err);
        if (status == T2SED_EUNSUPPORTED || status == T2SED_EDATABASE) {
            of->has_no_witness = true;
            status = T2SED_OK;
        }
    }
    *out = of->witness;
    return status;
}

/* ------------------------------------------------------ earlier turns */

/* Earlier turns that are read, and bytes of them. */
#define MOST_TURNS 15
#define MOST_BYTES 65536

typedef struct earlier_turns {
    const t2sed_evidence *evidence;
    t2s_string text;
    T2S_VECTOR(t2s_query_use) names; /* of columns and tables of the schema */
} earlier_turns;

/* As a quote, whose words are no cues. */
static void add_value(earlier_turns *at, const char *text, size_t n)
{
    t2s_string_append_char(&at->text, '"');
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(&at->text, text[i] == '"' ? ' ' : text[i]);
    t2s_string_append(&at->text, "\" . ");
}

/* False when memory is short. */
static bool add_use(earlier_turns *at, const t2s_query_use *use)
{
    char number[32];
    if (use->kind == T2S_USES_TEXT)
        add_value(at, use->text, use->length);
    else if (use->kind == T2S_USES_NUMBER)
        add_value(at, number, t2s_value_normal_number(number, use->number));
    else if ((use->kind == T2S_USES_COLUMN || use->kind == T2S_USES_TABLE) &&
             use->index >= 0)
        return t2s_vector_push(&at->names, *use);
    return true;
}

static t2sed_status add_query(earlier_turns *at, const char *text, size_t n,
                              t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2s_query query = {0};
    t2sed_status status = t2sed_sql_parse_n(&sql, text, n, err);
    if (status == T2SED_OK)
        status = t2s_query_read(&query, sql, at->evidence->schema, err);
    if (status == T2SED_OK) {
        bool ok =
            t2s_vector_push(&at->evidence->question->earlier, query.parts);
        for (size_t i = 0;
             ok && i < query.uses.count && at->text.length < MOST_BYTES; i++)
            ok = add_use(at, &query.uses.at[i]);
        if (!ok)
            status = t2s_fail_memory(err);
    }
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    return status == T2SED_ENOMEM ? status : T2SED_OK;
}

static t2sed_status add_turns(earlier_turns *at,
                              const t2sed_conversation *earlier,
                              t2sed_error *err)
{
    const size_t count = t2sed_conversation_count(earlier);
    size_t left = MOST_BYTES;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && i < MOST_TURNS && status == T2SED_OK; i++) {
        const t2s_conversation_turn turn =
            t2s_conversation_get(earlier, count - 1 - i);
        if (turn.question_length > left ||
            turn.sql_length > left - turn.question_length)
            break;
        left -= turn.question_length + turn.sql_length;
        t2s_string_append_n(&at->text, turn.question, turn.question_length);
        t2s_string_append(&at->text, " . ");
        if (turn.sql)
            status = add_query(at, turn.sql, turn.sql_length, err);
    }
    return status;
}

static void mark_name(t2s_name_match *match)
{
    match->score = 1;
    match->is_whole = true;
}

/* What earlier queries use, and knowledge spells out, is named as well as can
 * be. */
static void mark_names(t2s_question_facts *history, const earlier_turns *at)
{
    const t2s_knowledge *knowledge = at->evidence->knowledge;
    for (size_t i = 0; i < at->names.count; i++) {
        const t2s_query_use *use = &at->names.at[i];
        mark_name(use->kind == T2S_USES_TABLE ? &history->tables[use->index]
                                              : &history->columns[use->index]);
    }
    for (size_t i = 0; knowledge && i < knowledge->columns.count; i++) {
        const t2s_hint_column *named = &knowledge->columns.at[i];
        int32_t column = named->column;
        for (; column != T2S_NO_ITEM;
             column = named->is_qualified
                          ? T2S_NO_ITEM
                          : at->evidence->schema->columns[column].next_same)
            mark_name(&history->columns[column]);
    }
}

/*
 * Makes question->history: one more question, which is the text of the
 * question, its knowledge and the texts of all turns in a row, the newest
 * first, with the values of their queries as quotes. What these use of the
 * schema is named in it. A query that can't be read says nothing. After a
 * failure the question stands alone.
 */
static t2sed_status set_history(t2sed_evidence *evidence,
                                const t2sed_conversation *earlier,
                                t2sed_error *err)
{
    t2s_question_facts *question = evidence->question;
    earlier_turns at = {.evidence = evidence};
    t2sed_question all = {0};
    t2sed_status status;
    if (question->history != question)
        t2s_question_facts_free(question->history);
    question->history = question;
    question->earlier.count = 0;
    if (t2sed_conversation_count(earlier) == 0 && !evidence->knowledge)
        return T2SED_OK;
    t2s_string_append_n(&at.text, evidence->asked, evidence->asked_length);
    t2s_string_append(&at.text, " . ");
    status = add_turns(&at, earlier, err);
    if (status == T2SED_OK && at.text.failed)
        status = t2s_fail_memory(err);
    all.text = at.text.text;
    all.length = at.text.length;
    if (status == T2SED_OK)
        status = t2s_question_facts_new(&question->history, &all,
                                        evidence->schema, NULL, err);
    if (status == T2SED_OK)
        mark_names(question->history, &at);
    t2s_string_free(&at.text);
    t2s_vector_free(&at.names);
    return status;
}

static t2sed_status read_rows(t2sed_evidence *evidence, size_t length,
                              t2sed_error *err)
{
    const bool has_knowledge = evidence->knowledge != NULL;
    return t2s_asked_rows_new(
        &evidence->rows, evidence->question,
        has_knowledge ? evidence->asked + length : NULL,
        has_knowledge ? evidence->asked_length - length : 0, err);
}

void t2s_case_clear_question(t2sed_evidence *evidence)
{
    evidence->earlier = NULL;
    evidence->sketch = NULL;
    evidence->prediction = NULL;
    t2s_free(evidence->rows);
    evidence->rows = NULL;
    t2s_question_facts_free(evidence->question);
    evidence->question = NULL;
    t2s_knowledge_free(evidence->knowledge);
    evidence->knowledge = NULL;
}

t2sed_status t2s_case_set_question(t2sed_evidence *evidence,
                                   const t2sed_question *question,
                                   const t2sed_conversation *earlier,
                                   t2sed_error *err)
{
    t2sed_status status;
    t2s_case_clear_question(evidence);
    t2s_case_question_changed(evidence);
    t2s_free(evidence->asked);
    evidence->asked_length = t2s_question_informed(question)->length;
    evidence->asked = t2s_strndup(t2s_question_informed(question)->text,
                                  evidence->asked_length);
    if (!evidence->asked)
        return t2s_fail_memory(err);
    evidence->question_words = t2sed_question_word_count(question);
    status = t2s_question_facts_new(&evidence->question, question,
                                    evidence->schema, evidence->values, err);
    if (status == T2SED_OK && question->informed)
        status = t2s_knowledge_new(&evidence->knowledge, evidence->asked,
                                   question->length + 1, evidence->asked_length,
                                   evidence->question, evidence->schema, err);
    if (status == T2SED_OK)
        status = read_rows(evidence, question->length + 1, err);
    if (status == T2SED_OK)
        status = set_history(evidence, earlier, err);
    if (status == T2SED_OK)
        evidence->earlier = earlier;
    else
        t2s_case_clear_question(evidence);
    return status;
}

t2sed_status t2sed_evidence_set_question(t2sed_evidence *evidence,
                                         const t2sed_question *question,
                                         t2sed_error *err)
{
    if (!evidence || !question)
        return t2s_fail_null(err, __func__, "evidence and question");
    return t2s_case_set_question(evidence, question, NULL, err);
}

t2sed_status
t2sed_evidence_set_conversation(t2sed_evidence *evidence,
                                const t2sed_conversation *conversation,
                                t2sed_error *err)
{
    t2sed_status status;
    if (!evidence)
        return t2s_fail_null(err, __func__, "evidence");
    if (!evidence->question)
        return conversation ? t2s_fail(err, T2SED_ESTATE, -1,
                                       "evidence: no question is set "
                                       "(t2sed_evidence_set_question)")
                            : T2SED_OK;
    if (!conversation && !evidence->earlier)
        return T2SED_OK; /* as t2sed_evidence_set_question left it */
    t2s_case_question_changed(evidence);
    status = set_history(evidence, conversation, err);
    evidence->earlier = status == T2SED_OK ? conversation : NULL;
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
