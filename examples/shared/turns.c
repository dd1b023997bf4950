/* turns.c - see turns.h. */
#include "turns.h"

#include "errors.h"

static t2sed_status add(t2sed_conversation *to, const json_t *turn, size_t i,
                        const char *where, t2sed_error *err)
{
    const json_t *asked =
        json_is_object(turn) ? json_object_get(turn, "question") : turn;
    const json_t *sql = json_object_get(turn, "sql");
    const char *what = NULL;
    if (!json_is_string(asked))
        what = "no question";
    else if (sql && !json_is_null(sql) && !json_is_string(sql))
        what = "\"sql\" is no string";
    if (what)
        return fill_error(err, T2SED_EFORMAT,
                          "%sturn %zu: %s, expected a question or "
                          "{\"question\", \"sql\"}",
                          where, i + 1, what);
    return t2sed_conversation_add_n(
        to, json_string_value(asked), json_string_length(asked),
        json_string_value(sql), json_string_length(sql), err);
}

t2sed_status turns_from_json(t2sed_conversation **out, const json_t *list,
                             const char *where, t2sed_error *err)
{
    t2sed_conversation *made = NULL;
    t2sed_status status = t2sed_conversation_new(&made, err);
    for (size_t i = 0; status == T2SED_OK && i < json_array_size(list); i++)
        status = add(made, json_array_get(list, i), i, where, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_conversation_free(made);
    return status;
}

t2sed_status turns_from_text(t2sed_conversation **out, const char *text,
                             size_t n, t2sed_error *err)
{
    json_t *list = json_loadb(text, n, 0, NULL);
    t2sed_status status =
        json_is_array(list)
            ? turns_from_json(out, list, "", err)
            : fill_error(err, T2SED_EFORMAT,
                         "the turns before: expected a JSON array");
    json_decref(list);
    return status;
}
