/* What a conversation has said is one more question: the texts of all turns in
 * a row, the newest first, and the values of their queries as quotes. */
#include "facts/question.h"

#include <string.h>

#include "question/conversation.h"
#include "base/error.h"
#include "base/memory.h"
#include "database/value_index.h"

#define MOST_TURNS 15
#define MOST_BYTES 65536

typedef struct hearing {
    t2s_question_facts *question;
    const t2sed_schema *schema; /* or NULL */
    t2s_string text;
    T2S_VECTOR(t2s_query_use) names; /* of columns and tables of the schema */
} hearing;

/* As a quote, whose words are no cues. */
static void hear_value(hearing *at, const char *text, size_t n)
{
    t2s_string_append_char(&at->text, '"');
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(&at->text, text[i] == '"' ? ' ' : text[i]);
    t2s_string_append(&at->text, "\" . ");
}

/* False when memory is short. */
static bool hear_use(hearing *at, const t2s_query_use *use)
{
    char number[32];
    if (use->kind == T2S_USES_TEXT)
        hear_value(at, use->text, use->length);
    else if (use->kind == T2S_USES_NUMBER)
        hear_value(at, number, t2s_value_normal_number(number, use->number));
    else if ((use->kind == T2S_USES_COLUMN || use->kind == T2S_USES_TABLE) &&
             use->index >= 0)
        return t2s_vector_push(&at->names, *use);
    return true;
}

static t2sed_status hear_query(hearing *at, const char *text, size_t n,
                               t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2s_query query = {0};
    t2sed_status status = t2sed_sql_parse_n(&sql, text, n, err);
    if (status == T2SED_OK)
        status = t2s_query_read(&query, sql, at->schema, err);
    if (status == T2SED_OK) {
        bool ok = t2s_vector_push(&at->question->earlier, query.parts);
        for (size_t i = 0;
             ok && i < query.uses.count && at->text.length < MOST_BYTES; i++)
            ok = hear_use(at, &query.uses.at[i]);
        if (!ok)
            status = t2s_fail_memory(err);
    }
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    return status == T2SED_ENOMEM ? status : T2SED_OK;
}

static t2sed_status hear_turns(hearing *at, const t2sed_conversation *earlier,
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
            status = hear_query(at, turn.sql, turn.sql_length, err);
    }
    return status;
}

/* What earlier queries use is named as well as can be. */
static void mark_names(t2s_question_facts *history, const hearing *at)
{
    for (size_t i = 0; i < at->names.count; i++) {
        const t2s_query_use *use = &at->names.at[i];
        t2s_name_match *match = use->kind == T2S_USES_TABLE
                                    ? &history->tables[use->index]
                                    : &history->columns[use->index];
        match->score = 1;
        match->is_whole = true;
    }
}

t2sed_status t2s_question_facts_set_history(t2s_question_facts *question,
                                            const char *asked,
                                            const t2sed_conversation *earlier,
                                            const t2sed_schema *schema,
                                            t2sed_error *err)
{
    hearing at = {.question = question, .schema = schema};
    t2sed_question said = {0};
    t2sed_status status;
    if (question->history != question)
        t2s_question_facts_free(question->history);
    question->history = question;
    question->earlier.count = 0;
    if (t2sed_conversation_count(earlier) == 0)
        return T2SED_OK;
    t2s_string_append(&at.text, asked);
    t2s_string_append(&at.text, " . ");
    status = hear_turns(&at, earlier, err);
    if (status == T2SED_OK && at.text.failed)
        status = t2s_fail_memory(err);
    said.text = at.text.text;
    said.length = at.text.length;
    if (status == T2SED_OK)
        status = t2s_question_facts_new(&question->history, &said, schema, NULL,
                                        err);
    if (status == T2SED_OK)
        mark_names(question->history, &at);
    t2s_string_free(&at.text);
    t2s_vector_free(&at.names);
    return status;
}
