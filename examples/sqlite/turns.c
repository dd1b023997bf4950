/* turns.c - the turns before a question, from the JSON of an argument. */
#include "t2sed_sqlite.h"

#include <jansson.h>
#include <string.h>

SQLITE_EXTENSION_INIT3

static t2sed_status wrong(t2sed_error *err, const char *what, size_t turn)
{
    memset(err, 0, sizeof *err);
    err->code = T2SED_EFORMAT;
    err->offset = -1;
    sqlite3_snprintf((int)sizeof err->text, err->text,
                     "turn %d: %s, expected a question or {\"question\", "
                     "\"sql\"}",
                     (int)turn + 1, what);
    return err->code;
}

static t2sed_status add(t2sed_conversation *to, const json_t *turn, size_t i,
                        t2sed_error *err)
{
    const json_t *asked =
        json_is_object(turn) ? json_object_get(turn, "question") : turn;
    const json_t *sql = json_object_get(turn, "sql");
    if (!json_is_string(asked))
        return wrong(err, "no question", i);
    if (sql && !json_is_null(sql) && !json_is_string(sql))
        return wrong(err, "\"sql\" is no string", i);
    return t2sed_conversation_add_n(
        to, json_string_value(asked), json_string_length(asked),
        json_string_value(sql), json_string_length(sql), err);
}

t2sed_status turns_read(t2sed_conversation **out, sqlite3_value *argument,
                        t2sed_error *err)
{
    t2sed_conversation *made = NULL;
    const char *text = (const char *)sqlite3_value_text(argument);
    const size_t n = (size_t)sqlite3_value_bytes(argument);
    json_t *list, *turn;
    size_t i;
    t2sed_status status;
    if (!text)
        return T2SED_OK;
    list = json_loadb(text, n, 0, NULL);
    if (!json_is_array(list)) {
        json_decref(list);
        wrong(err, "", 0);
        sqlite3_snprintf((int)sizeof err->text, err->text,
                         "the turns before: expected a JSON array");
        return err->code;
    }
    status = t2sed_conversation_new(&made, err);
    json_array_foreach(list, i, turn)
    {
        if (status == T2SED_OK)
            status = add(made, turn, i, err);
    }
    json_decref(list);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_conversation_free(made);
    return status;
}
