/* context.c - the turns before a line's question. */
#include "../shared/turns.h"
#include "cli.h"

t2sed_status cli_context(t2sed_conversation **out, const json_t *line,
                         t2sed_error *err)
{
    const json_t *list = json_object_get(line, "context");
    if (!list || json_is_null(list))
        return T2SED_OK;
    if (!json_is_array(list))
        return fill_error(err, T2SED_EFORMAT,
                          "\"context\": expected an array of the turns before");
    return turns_from_json(out, list, "\"context\", ", err);
}
