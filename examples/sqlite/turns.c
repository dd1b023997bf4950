/* turns.c - the turns before a question, from the JSON of an argument. */
#include "../shared/errors.h"
#include "../shared/turns.h"
#include "t2sed_sqlite.h"

SQLITE_EXTENSION_INIT3

t2sed_status turns_read(t2sed_conversation **out, sqlite3_value *argument,
                        t2sed_error *err)
{
    const char *text = (const char *)sqlite3_value_text(argument);
    const size_t n = (size_t)sqlite3_value_bytes(argument);
    json_t *list;
    t2sed_status status;
    if (!text)
        return T2SED_OK;
    list = json_loadb(text, n, 0, NULL);
    status = json_is_array(list)
                 ? turns_from_json(out, list, "", err)
                 : fill_error(err, T2SED_EFORMAT,
                              "the turns before: expected a JSON array");
    json_decref(list);
    return status;
}
