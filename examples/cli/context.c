/* context.c - the turns before a line's question. */
#include <string.h>

#include "cli.h"

static t2sed_status wrong(t2sed_error *err, size_t i, const char *what)
{
    memset(err, 0, sizeof *err);
    err->code = T2SED_EFORMAT;
    err->offset = -1;
    snprintf(err->text, sizeof err->text,
             "\"context\", turn %zu: %s, expected a question or {\"question\", "
             "\"sql\"}",
             i + 1, what);
    return T2SED_EFORMAT;
}

static t2sed_status add_turn(t2sed_conversation *to, const json_t *turn,
                             size_t i, t2sed_error *err)
{
    const json_t *asked =
        json_is_object(turn) ? json_object_get(turn, "question") : turn;
    const json_t *sql = json_object_get(turn, "sql");
    if (!json_is_string(asked))
        return wrong(err, i, "no question");
    if (sql && !json_is_null(sql) && !json_is_string(sql))
        return wrong(err, i, "\"sql\" is no string");
    return t2sed_conversation_add_n(
        to, json_string_value(asked), json_string_length(asked),
        json_string_value(sql), json_string_length(sql), err);
}

t2sed_status cli_context(t2sed_conversation **out, const json_t *line,
                         t2sed_error *err)
{
    json_t *list = json_object_get(line, "context"), *turn;
    t2sed_conversation *made = NULL;
    t2sed_status status;
    size_t i;
    if (!list || json_is_null(list))
        return T2SED_OK;
    if (!json_is_array(list)) {
        wrong(err, 0, "");
        snprintf(err->text, sizeof err->text,
                 "\"context\": expected an array of the turns before");
        return T2SED_EFORMAT;
    }
    status = t2sed_conversation_new(&made, err);
    json_array_foreach(list, i, turn) if (status == T2SED_OK) status =
        add_turn(made, turn, i, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_conversation_free(made);
    return status;
}
