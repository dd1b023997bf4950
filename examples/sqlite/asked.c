/* asked.c - a question from arguments: its text, the turns before it as JSON,
 * and knowledge beside it. */
#include "../shared/turns.h"
#include "t2sed_sqlite.h"

SQLITE_EXTENSION_INIT3

static t2sed_status read_turns(t2sed_conversation **out,
                               sqlite3_value *argument, t2sed_error *err)
{
    const char *text = (const char *)sqlite3_value_text(argument);
    return text ? turns_from_text(out, text,
                                  (size_t)sqlite3_value_bytes(argument), err)
                : T2SED_OK;
}

static t2sed_status read_knowledge(t2sed_question *question,
                                   sqlite3_value *argument, t2sed_error *err)
{
    const char *text = (const char *)sqlite3_value_text(argument);
    return t2sed_question_set_knowledge_n(
        question, text, (size_t)sqlite3_value_bytes(argument), err);
}

t2sed_status asked_read(asked *out, sqlite3_value *question,
                        sqlite3_value *turns, sqlite3_value *knowledge,
                        t2sed_error *err)
{
    const char *text = (const char *)sqlite3_value_text(question);
    t2sed_status status;
    *out = (asked){NULL, NULL};
    if (!text)
        return T2SED_OK;
    status = t2sed_question_new_n(&out->question, text,
                                  (size_t)sqlite3_value_bytes(question), err);
    if (status == T2SED_OK && turns)
        status = read_turns(&out->earlier, turns, err);
    if (status == T2SED_OK && knowledge)
        status = read_knowledge(out->question, knowledge, err);
    return status;
}

void asked_free(asked *of)
{
    t2sed_conversation_free(of->earlier);
    t2sed_question_free(of->question);
}
