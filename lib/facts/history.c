/* What a conversation has said is one more question: the texts of all turns in
 * a row, the newest first, and the values of their queries as quotes. */
#include "facts/history.h"

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
    bool *columns, *tables; /* that earlier queries use; NULL: no schema */
} hearing;

/* As a quote, whose words are no cues. */
static void hear_value(hearing *at, const char *text, size_t n)
{
    t2s_string_append_char(&at->text, '"');
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(&at->text, text[i] == '"' ? ' ' : text[i]);
    t2s_string_append(&at->text, "\" . ");
}

static void hear_use(hearing *at, const t2s_query_use *use)
{
    char number[32];
    size_t index = (size_t)use->index;
    switch (use->kind) {
    case T2S_USES_TEXT:
        hear_value(at, use->text, use->length);
        break;
    case T2S_USES_NUMBER:
        hear_value(at, number, t2s_value_normal_number(number, use->number));
        break;
    case T2S_USES_COLUMN:
        if (at->columns && index < at->schema->column_count)
            at->columns[index] = true;
        break;
    case T2S_USES_TABLE:
        if (at->tables && index < at->schema->table_count)
            at->tables[index] = true;
        break;
    default:
        break;
    }
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
        if (!t2s_vector_push(&at->question->earlier, query.parts))
            status = t2s_fail_memory(err);
        for (size_t i = 0; i < query.uses.count && at->text.length < MOST_BYTES;
             i++)
            hear_use(at, &query.uses.at[i]);
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
static void mark(t2s_name_match *matches, const bool *used, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (used[i]) {
            matches[i].score = 1;
            matches[i].is_whole = true;
        }
}

static t2sed_status make_history(t2s_question_facts **out, const hearing *at,
                                 t2sed_error *err)
{
    const t2sed_question text = {.text = at->text.text,
                                 .length = at->text.length};
    t2s_question_facts *history = NULL;
    t2sed_status status =
        t2s_question_facts_new(&history, &text, at->schema, NULL, err);
    if (status != T2SED_OK)
        return status;
    if (at->schema) {
        mark(history->columns, at->columns, history->column_count);
        mark(history->tables, at->tables, history->table_count);
    }
    *out = history;
    return T2SED_OK;
}

t2sed_status t2s_question_facts_set_history(t2s_question_facts *question,
                                            const char *asked,
                                            const t2sed_conversation *earlier,
                                            const t2sed_schema *schema,
                                            t2sed_error *err)
{
    hearing at = {.question = question, .schema = schema};
    t2s_question_facts *history = NULL;
    t2sed_status status = T2SED_OK;
    if (question->history != question)
        t2s_question_facts_free(question->history);
    question->history = question;
    question->earlier.count = 0;
    if (t2sed_conversation_count(earlier) == 0)
        return T2SED_OK;
    if (schema) {
        at.columns = t2s_zalloc_array(schema->column_count + 1, sizeof(bool));
        at.tables = t2s_zalloc_array(schema->table_count + 1, sizeof(bool));
        if (!at.columns || !at.tables)
            status = t2s_fail_memory(err);
    }
    t2s_string_append(&at.text, asked);
    t2s_string_append(&at.text, " . ");
    if (status == T2SED_OK)
        status = hear_turns(&at, earlier, err);
    if (status == T2SED_OK && at.text.failed)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = make_history(&history, &at, err);
    if (status == T2SED_OK) {
        question->history = history;
    }
    t2s_string_free(&at.text);
    t2s_free(at.columns);
    t2s_free(at.tables);
    return status;
}
