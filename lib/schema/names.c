#include <stdbool.h>
#include <string.h>

#include "base/string.h"
#include "schema/schema.h"

static bool is_lower(char c)
{
    return (c >= 'a' && c <= 'z') || t2s_is_digit(c);
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_separator(char c)
{
    return c == '_' || c == ' ' || c == '\t' || c == '\n' || c == '\r' ||
           c == '-' || c == '.';
}

/* Whether a word begins at name[i] because of case: homeTown, IDNumber. */
static bool case_parts(const char *name, size_t n, size_t i)
{
    if (i == 0 || !is_upper(name[i]))
        return false;
    return is_lower(name[i - 1]) || (is_upper(name[i - 1]) && i + 1 < n &&
                                     name[i + 1] >= 'a' && name[i + 1] <= 'z');
}

const char *t2s_readable_name(t2s_arena *arena, const char *name, size_t n)
{
    char *readable = t2s_arena_alloc(arena, 2 * n + 1);
    size_t length = 0;
    bool parted = true; /* no blank wanted before the next letter */
    if (!readable)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (is_separator(name[i]) || case_parts(name, n, i)) {
            if (!parted)
                readable[length++] = ' ';
            parted = true;
        }
        if (!is_separator(name[i])) {
            readable[length++] = t2s_ascii_lower(name[i]);
            parted = false;
        }
    }
    if (length && readable[length - 1] == ' ')
        length--;
    if (length == 0) { /* nothing but separators: the name as it is */
        memcpy(readable, name, n);
        length = n;
    }
    readable[length] = '\0';
    return readable;
}

bool t2s_type_has(const char *type, const char *part)
{
    size_t n = strlen(part), length = strlen(type);
    for (size_t i = 0; i + n <= length; i++)
        if (t2s_casecmp_n(type + i, n, part, n) == 0)
            return true;
    return false;
}

int32_t t2s_type_kind(const char *declared)
{
    /* In order: "DATETIME" is no number for its "INT" in "POINT"-like names,
     * and "TIMESTAMP" no text. */
    static const struct {
        const char *part;
        int32_t kind;
    } rules[] = {{"BOOL", T2SED_TYPE_BOOLEAN}, {"DATE", T2SED_TYPE_TIME},
                 {"TIME", T2SED_TYPE_TIME},    {"YEAR", T2SED_TYPE_TIME},
                 {"CHAR", T2SED_TYPE_TEXT},    {"TEXT", T2SED_TYPE_TEXT},
                 {"CLOB", T2SED_TYPE_TEXT},    {"STRING", T2SED_TYPE_TEXT},
                 {"ENUM", T2SED_TYPE_TEXT},    {"UUID", T2SED_TYPE_TEXT},
                 {"BLOB", T2SED_TYPE_OTHER},   {"INT", T2SED_TYPE_NUMBER},
                 {"REAL", T2SED_TYPE_NUMBER},  {"FLOA", T2SED_TYPE_NUMBER},
                 {"DOUB", T2SED_TYPE_NUMBER},  {"NUM", T2SED_TYPE_NUMBER},
                 {"DEC", T2SED_TYPE_NUMBER},   {"MONEY", T2SED_TYPE_NUMBER},
                 {"SERIAL", T2SED_TYPE_NUMBER}};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (t2s_type_has(declared, rules[i].part))
            return rules[i].kind;
    return T2SED_TYPE_OTHER;
}
