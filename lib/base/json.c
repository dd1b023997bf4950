#include "base/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/string.h"

static t2sed_status parse(json_t **out, const char *text, size_t n,
                          size_t flags, const char *what, t2sed_error *err)
{
    json_error_t error;
    json_t *value = json_loadb(
        text, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | flags, &error);
    if (!value) {
        /* no text at all: jansson had no memory for its reader */
        if (!error.text[0] ||
            json_error_code(&error) == json_error_out_of_memory)
            return t2s_fail_memory(err);
        return t2s_fail(err, T2SED_EFORMAT, error.position,
                        "%s: not valid JSON: line %d, byte %d: %s", what,
                        error.line, error.position, error.text);
    }
    *out = value;
    return T2SED_OK;
}

t2sed_status t2s_json_parse(json_t **out, const char *text, size_t n,
                            const char *what, t2sed_error *err)
{
    return parse(out, text, n, 0, what, err);
}

static t2sed_status read_file(json_t **out, const char *path, size_t limit,
                              size_t flags, t2sed_error *err)
{
    char *text;
    size_t length;
    t2sed_status status = t2s_file_read(&text, &length, path, limit, err);
    if (status != T2SED_OK)
        return status;
    status = parse(out, text, length, flags, path, err);
    t2s_free(text);
    return status;
}

t2sed_status t2s_json_read(json_t **out, const char *path, size_t limit,
                           t2sed_error *err)
{
    return read_file(out, path, limit, 0, err);
}

t2sed_status t2s_json_read_loose(json_t **out, const char *path, size_t limit,
                                 t2sed_error *err)
{
    return read_file(out, path, limit, JSON_DECODE_INT_AS_REAL, err);
}

enum kind { STRING, BOOLEAN, ARRAY, OBJECT, INTEGER, NUMBER, OTHER };

static const char *const kind_names[] = {
    "a string",   "true or false", "an array", "an object",
    "an integer", "a number",      "null"};

static enum kind kind_of(const json_t *value)
{
    return json_is_string(value)    ? STRING
           : json_is_boolean(value) ? BOOLEAN
           : json_is_array(value)   ? ARRAY
           : json_is_object(value)  ? OBJECT
           : json_is_integer(value) ? INTEGER
           : json_is_real(value)    ? NUMBER
                                    : OTHER;
}

bool t2s_members_fail(t2s_members *in, t2sed_status status, const char *format,
                      ...)
{
    char text[T2SED_ERROR_TEXT_SIZE] = "";
    va_list arguments;
    if (in->status != T2SED_OK)
        return false;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    in->status = t2s_fail(in->err, status, -1, "%s: %s", in->what, text);
    return false;
}

/* The member, or NULL: it is absent and has a default, or it is a failure. */
static json_t *find(t2s_members *in, const char *key, bool required,
                    enum kind wanted)
{
    json_t *value = json_object_get(in->object, key);
    const enum kind kind = kind_of(value);
    if (in->status != T2SED_OK || (kind == OTHER && !required))
        return NULL;
    if (kind == wanted || (kind == INTEGER && wanted == NUMBER))
        return value;
    t2s_members_fail(in, T2SED_EFORMAT, "\"%s\" is %s, expected %s", key,
                     value ? kind_names[kind] : "missing", kind_names[wanted]);
    return NULL;
}

/* The members of one type, whose value is VALUE(member). */
#define GETTER(name, type, kind, VALUE)                                        \
    bool t2s_member_##name(t2s_members *in, const char *key, bool required,    \
                           type *out)                                          \
    {                                                                          \
        json_t *member = find(in, key, required, kind);                        \
        if (member)                                                            \
            *out = VALUE(member);                                              \
        return in->status == T2SED_OK;                                         \
    }
#define ITSELF(member) (member)

GETTER(string, const char *, STRING, json_string_value)
GETTER(boolean, bool, BOOLEAN, json_is_true)
GETTER(array, json_t *, ARRAY, ITSELF)
GETTER(object, json_t *, OBJECT, ITSELF)
GETTER(integer, long long, INTEGER, json_integer_value)

bool t2s_member_count(t2s_members *in, const char *key, bool required,
                      long long least, long long most, int32_t *out)
{
    long long value = *out;
    if (!t2s_member_integer(in, key, required, &value))
        return false;
    if (value < least || value > most)
        return t2s_members_fail(in, T2SED_EFORMAT,
                                "\"%s\" is %lld, expected %lld to %lld", key,
                                value, least, most);
    *out = (int32_t)value;
    return true;
}

bool t2s_member_number(t2s_members *in, const char *key, bool required,
                       double least, double most, double *out)
{
    const json_t *member = find(in, key, required, NUMBER);
    const double value = json_number_value(member);
    if (member && !(value >= least && value <= most))
        return t2s_members_fail(in, T2SED_EFORMAT,
                                "\"%s\" is %g, expected %g to %g", key, value,
                                least, most);
    if (member)
        *out = value;
    return in->status == T2SED_OK;
}

static bool fail_choice(t2s_members *in, const char *key, const char *name,
                        const char *const *names)
{
    t2s_string list = {0};
    for (size_t i = 0; names[i]; i++)
        t2s_string_append_format(&list, "%s\"%s\"",
                                 i == 0         ? ""
                                 : names[i + 1] ? ", "
                                                : " or ",
                                 names[i]);
    if (list.failed)
        in->status = t2s_fail_memory(in->err);
    t2s_members_fail(in, T2SED_EUNSUPPORTED, "\"%s\" is \"%s\", expected %s",
                     key, name, list.text);
    t2s_string_free(&list);
    return false;
}

bool t2s_member_choice(t2s_members *in, const char *key, bool required,
                       const char *const *names, int *out)
{
    const char *name = NULL;
    if (!t2s_member_string(in, key, required, &name) || !name)
        return in->status == T2SED_OK;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) {
            *out = i;
            return true;
        }
    return fail_choice(in, key, name, names);
}

void t2s_json_free_text(char *text)
{
    json_free_t end;
    json_get_alloc_funcs(NULL, &end);
    if (text)
        end(text);
}

t2sed_status t2s_json_save(const char *path, json_t *object, size_t flags,
                           t2sed_error *err)
{
    char *text = object ? json_dumps(object, flags) : NULL;
    t2s_string out = {0};
    t2sed_status status;
    t2s_string_append_format(&out, "%s\n", text ? text : "");
    status = text && !out.failed
                 ? t2s_save_file(path, out.text, out.length, err)
                 : t2s_fail_memory(err);
    t2s_string_free(&out);
    json_decref(object);
    t2s_json_free_text(text);
    return status;
}
