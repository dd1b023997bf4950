#include "weights/fields.h"

#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"

static void read_one(void *to, const t2s_field *field, t2s_members *in)
{
    int32_t *number = to;
    int place = -1;
    bool is_on = false;
    switch (field->kind) {
    case T2S_FIELD_COUNT:
        t2s_member_count(in, field->key, field->required, (long long)field->low,
                         (long long)field->high, to);
        break;
    case T2S_FIELD_NUMBER:
        t2s_member_number(in, field->key, field->required, field->low,
                          field->high, to);
        break;
    case T2S_FIELD_FLAG:
        t2s_member_boolean(in, field->key, field->required, to);
        break;
    case T2S_FIELD_SWITCH:
        is_on = *number != 0;
        t2s_member_boolean(in, field->key, field->required, &is_on);
        *number = is_on ? (int32_t)field->high : 0;
        break;
    case T2S_FIELD_CHOICE:
        t2s_member_choice(in, field->key, field->required, field->names,
                          &place);
        if (place >= 0)
            *number = (int32_t)field->low + place;
        break;
    }
}

void t2s_fields_read(void *to, const t2s_field *fields, size_t count,
                     t2s_members *in)
{
    const json_t *whole = in->object;
    for (size_t i = 0; i < count; i++) {
        json_t *within = NULL;
        if (fields[i].within &&
            (!t2s_member_object(in, fields[i].within, false, &within) ||
             !within))
            continue;
        in->object = within ? within : whole;
        read_one((char *)to + fields[i].offset, &fields[i], in);
        in->object = whole;
    }
}

t2sed_status t2s_names_copy(t2s_names *out, t2s_arena *arena,
                            const char *const *names, size_t count,
                            t2sed_status fault, const char *what,
                            t2sed_error *err)
{
    t2s_map seen = {0};
    t2sed_status status = T2SED_OK;
    const char **at = t2s_arena_alloc_array(arena, count, sizeof *at);
    if (!at)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        const size_t n = names[i] ? strlen(names[i]) : 0;
        if (n == 0)
            status = t2s_fail(err, fault, -1, "%s: name %zu is empty", what, i);
        else if (t2s_map_find(&seen, names[i], n))
            status = t2s_fail(err, fault, -1, "%s: \"%s\" is listed twice",
                              what, names[i]);
        else if (!t2s_map_set(&seen, names[i], n, 0) ||
                 !(at[i] = t2s_arena_strndup(arena, names[i], n)))
            status = t2s_fail_memory(err);
    }
    t2s_map_free(&seen);
    if (status == T2SED_OK)
        *out = (t2s_names){at, count};
    return status;
}

void t2s_names_read(t2s_names *out, t2s_arena *arena, t2s_members *in,
                    const char *key)
{
    json_t *list = NULL;
    const char **names;
    if (!t2s_member_array(in, key, false, &list) || !list)
        return;
    names = t2s_alloc_array(json_array_size(list), sizeof *names);
    if (!names)
        in->status = t2s_fail_memory(in->err);
    for (size_t i = 0; names && i < json_array_size(list); i++) {
        names[i] = json_string_value(json_array_get(list, i));
        if (!names[i] && in->status == T2SED_OK)
            in->status = t2s_fail(in->err, T2SED_EFORMAT, -1,
                                  "%s: \"%s\" holds something that is no "
                                  "string",
                                  in->what, key);
    }
    if (in->status == T2SED_OK) {
        in->status = t2s_names_copy(out, arena, names, json_array_size(list),
                                    T2SED_EFORMAT, key, in->err);
        if (in->status == T2SED_EFORMAT)
            t2s_fail_in(in->err, in->status, "%s", in->what);
    }
    t2s_free(names);
}

t2sed_status t2s_read_own_object(json_t **out, const json_t *config,
                                 const char *key, int oldest, int newest,
                                 const char *what, t2sed_error *err)
{
    t2s_members in = {config, what, err, T2SED_OK};
    long long format = 0;
    t2s_member_object(&in, key, true, out);
    in.object = *out;
    t2s_member_integer(&in, "format", true, &format);
    if (in.status == T2SED_OK && (format < oldest || format > newest))
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"format\" is %lld, this library reads %d to %d",
                        what, format, oldest, newest);
    return in.status;
}
