#include "base/json.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

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

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "an integer";
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    default:
        return "null";
    }
}

/* The member, or NULL: then *status says whether that is an error. */
static json_t *member(const json_t *object, const char *key, bool required,
                      const char *wanted, const char *what,
                      t2sed_status *status, t2sed_error *err)
{
    json_t *value = json_object_get(object, key);
    *status = T2SED_OK;
    if (value && !json_is_null(value))
        return value;
    if (required)
        *status =
            t2s_fail(err, T2SED_EFORMAT, -1, "%s: \"%s\" is %s, expected %s",
                     what, key, value ? "null" : "missing", wanted);
    return NULL;
}

static t2sed_status wrong_type(const json_t *value, const char *key,
                               const char *wanted, const char *what,
                               t2sed_error *err)
{
    return t2s_fail(err, T2SED_EFORMAT, -1, "%s: \"%s\" is %s, expected %s",
                    what, key, type_name(value), wanted);
}

t2sed_status t2s_json_string(const json_t *object, const char *key,
                             bool required, const char **out, const char *what,
                             t2sed_error *err)
{
    t2sed_status status;
    json_t *value =
        member(object, key, required, "a string", what, &status, err);
    if (!value)
        return status;
    if (!json_is_string(value))
        return wrong_type(value, key, "a string", what, err);
    *out = json_string_value(value);
    return T2SED_OK;
}

t2sed_status t2s_json_integer(const json_t *object, const char *key,
                              bool required, long long *out, const char *what,
                              t2sed_error *err)
{
    t2sed_status status;
    json_t *value =
        member(object, key, required, "an integer", what, &status, err);
    if (!value)
        return status;
    if (!json_is_integer(value))
        return wrong_type(value, key, "an integer", what, err);
    *out = json_integer_value(value);
    return T2SED_OK;
}

t2sed_status t2s_json_number(const json_t *object, const char *key,
                             bool required, double *out, const char *what,
                             t2sed_error *err)
{
    t2sed_status status;
    json_t *value =
        member(object, key, required, "a number", what, &status, err);
    if (!value)
        return status;
    if (!json_is_number(value))
        return wrong_type(value, key, "a number", what, err);
    *out = json_number_value(value);
    return T2SED_OK;
}

t2sed_status t2s_json_boolean(const json_t *object, const char *key,
                              bool required, bool *out, const char *what,
                              t2sed_error *err)
{
    t2sed_status status;
    json_t *value =
        member(object, key, required, "true or false", what, &status, err);
    if (!value)
        return status;
    if (!json_is_boolean(value))
        return wrong_type(value, key, "true or false", what, err);
    *out = json_is_true(value);
    return T2SED_OK;
}

t2sed_status t2s_json_array(const json_t *object, const char *key,
                            bool required, json_t **out, const char *what,
                            t2sed_error *err)
{
    t2sed_status status;
    json_t *value =
        member(object, key, required, "an array", what, &status, err);
    if (!value)
        return status;
    if (!json_is_array(value))
        return wrong_type(value, key, "an array", what, err);
    *out = value;
    return T2SED_OK;
}

t2sed_status t2s_json_object(const json_t *object, const char *key,
                             bool required, json_t **out, const char *what,
                             t2sed_error *err)
{
    t2sed_status status;
    json_t *value =
        member(object, key, required, "an object", what, &status, err);
    if (!value)
        return status;
    if (!json_is_object(value))
        return wrong_type(value, key, "an object", what, err);
    *out = value;
    return T2SED_OK;
}

void t2s_json_free_text(char *text)
{
    json_free_t end;
    json_get_alloc_funcs(NULL, &end);
    if (text)
        end(text);
}
