/* conversation.c - earlier turns, the oldest first. */
#include "question/conversation.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/utf8.h"

struct t2sed_conversation {
    t2s_conversation_turn turns[T2SED_CONVERSATION_MAX_TURNS];
    size_t count;
};

static void drop(const t2s_conversation_turn *gone)
{
    t2s_free(gone->question);
    t2s_free(gone->sql);
}

t2sed_status t2sed_conversation_new(t2sed_conversation **out, t2sed_error *err)
{
    t2sed_conversation *made;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    return T2SED_OK;
}

void t2sed_conversation_free(t2sed_conversation *conversation)
{
    for (size_t i = 0; conversation && i < conversation->count; i++)
        drop(&conversation->turns[i]);
    t2s_free(conversation);
}

static t2sed_status check(const char *text, size_t n, const char *what,
                          t2sed_error *err)
{
    if (n > T2SED_CONVERSATION_MAX_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "conversation: a %s of %zu bytes, at most %d", what, n,
                        T2SED_CONVERSATION_MAX_BYTES);
    return t2s_utf8_check(text, n, what, err);
}

t2sed_status t2sed_conversation_add_n(t2sed_conversation *conversation,
                                      const char *question,
                                      size_t question_length, const char *sql,
                                      size_t sql_length, t2sed_error *err)
{
    t2s_conversation_turn added = {.question_length = question_length,
                                   .sql_length = sql ? sql_length : 0};
    t2sed_status status = T2SED_OK;
    if (!conversation || (!question && question_length > 0))
        return t2s_fail_null(err, __func__, "conversation and question");
    if (question_length == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "conversation: the question is empty");
    status = check(question, question_length, "question", err);
    if (status == T2SED_OK && sql)
        status = check(sql, sql_length, "query", err);
    if (status != T2SED_OK)
        return status;
    added.question = t2s_strndup(question, question_length);
    added.sql = sql ? t2s_strndup(sql, sql_length) : NULL;
    if (!added.question || (sql && !added.sql)) {
        drop(&added);
        return t2s_fail_memory(err);
    }
    if (conversation->count == T2SED_CONVERSATION_MAX_TURNS) {
        drop(&conversation->turns[0]);
        conversation->count--;
        memmove(conversation->turns, conversation->turns + 1,
                conversation->count * sizeof added);
    }
    conversation->turns[conversation->count++] = added;
    return T2SED_OK;
}

t2sed_status t2sed_conversation_add(t2sed_conversation *conversation,
                                    const char *question, const char *sql,
                                    t2sed_error *err)
{
    return t2sed_conversation_add_n(conversation, question,
                                    t2s_text_length(question), sql,
                                    sql ? strlen(sql) : 0, err);
}

size_t t2sed_conversation_count(const t2sed_conversation *conversation)
{
    return conversation ? conversation->count : 0;
}

t2s_conversation_turn
t2s_conversation_get(const t2sed_conversation *conversation, size_t i)
{
    return i < t2sed_conversation_count(conversation)
               ? conversation->turns[i]
               : (t2s_conversation_turn){0};
}
