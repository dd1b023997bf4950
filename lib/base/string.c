#include "base/string.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"

/* Makes room for n more bytes and the NUL. */
static bool make_room(t2s_string *string, size_t n)
{
    if (string->failed)
        return false;
    if (n >= SIZE_MAX - string->length ||
        (string->length + n + 1 > string->capacity &&
         !t2s_vector_grow(&string->text, &string->capacity,
                          string->length + n + 1, 1)))
        string->failed = true;
    return !string->failed;
}

void t2s_string_append_n(t2s_string *string, const char *text, size_t n)
{
    if (!make_room(string, n))
        return;
    if (n)
        memcpy(string->text + string->length, text, n);
    string->length += n;
    string->text[string->length] = '\0';
}

void t2s_string_append(t2s_string *string, const char *text)
{
    t2s_string_append_n(string, text, strlen(text));
}

void t2s_string_append_char(t2s_string *string, char c)
{
    t2s_string_append_n(string, &c, 1);
}

void t2s_string_append_format(t2s_string *string, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        string->failed = true;
        return;
    }
    if (!make_room(string, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(string->text + string->length, (size_t)length + 1, format,
              arguments);
    va_end(arguments);
    string->length += (size_t)length;
}

void t2s_string_append_json(t2s_string *string, const char *text, size_t n)
{
    size_t start = 0;
    t2s_string_append_char(string, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        t2s_string_append_n(string, text + start, i - start);
        start = i + 1;
        if (c == '"' || c == '\\') {
            t2s_string_append_char(string, '\\');
            t2s_string_append_char(string, (char)c);
        } else if (c == '\n') {
            t2s_string_append(string, "\\n");
        } else if (c == '\t') {
            t2s_string_append(string, "\\t");
        } else if (c == '\r') {
            t2s_string_append(string, "\\r");
        } else {
            t2s_string_append_format(string, "\\u%04x", c);
        }
    }
    t2s_string_append_n(string, text + start, n - start);
    t2s_string_append_char(string, '"');
}

void t2s_string_append_quoted(t2s_string *string, const char *text, size_t n,
                              char quote)
{
    t2s_string_append_char(string, quote);
    for (size_t i = 0; i < n; i++) {
        if (text[i] == quote)
            t2s_string_append_char(string, quote);
        t2s_string_append_char(string, text[i]);
    }
    t2s_string_append_char(string, quote);
}

void t2s_string_clear(t2s_string *string)
{
    string->length = 0;
    string->failed = false;
    if (string->text)
        string->text[0] = '\0';
}

char *t2s_string_take(t2s_string *string, size_t *length)
{
    char *text;
    t2s_string_append_n(string, "", 0);
    if (string->failed) {
        t2s_string_free(string);
        return NULL;
    }
    text = string->text;
    if (length)
        *length = string->length;
    memset(string, 0, sizeof *string);
    return text;
}

void t2s_string_free(t2s_string *string)
{
    t2s_free(string->text);
    memset(string, 0, sizeof *string);
}

char t2s_ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int t2s_casecmp_n(const char *a, size_t a_length, const char *b,
                  size_t b_length)
{
    size_t shorter = a_length < b_length ? a_length : b_length;
    for (size_t i = 0; i < shorter; i++) {
        unsigned char x = (unsigned char)t2s_ascii_lower(a[i]);
        unsigned char y = (unsigned char)t2s_ascii_lower(b[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return a_length == b_length ? 0 : a_length < b_length ? -1 : 1;
}

bool t2s_is_one_of(const char *text, size_t n, const char *list)
{
    while (*list) {
        size_t i = 0;
        while (i < n && list[i] && list[i] != ' ' &&
               t2s_ascii_lower(list[i]) == t2s_ascii_lower(text[i]))
            i++;
        if (i == n && (list[i] == ' ' || !list[i]))
            return true;
        while (list[i] && list[i] != ' ')
            i++;
        list += i + (list[i] == ' ');
    }
    return false;
}

size_t t2s_text_length(const char *text)
{
    return text ? strlen(text) : 1;
}

int t2s_casecmp(const char *a, const char *b)
{
    return t2s_casecmp_n(a, strlen(a), b, strlen(b));
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t t2s_edit_distance(const char *a, size_t a_length, const char *b,
                         size_t b_length)
{
    size_t rows[3][T2S_EDIT_LONGEST + 1];
    a_length = least(a_length, T2S_EDIT_LONGEST);
    b_length = least(b_length, T2S_EDIT_LONGEST);
    for (size_t k = 0; k <= b_length; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= a_length; i++) {
        const size_t *before = rows[(i + 1) % 3], *last = rows[(i + 2) % 3];
        const char here = t2s_ascii_lower(a[i - 1]);
        size_t *row = rows[i % 3];
        row[0] = i;
        for (size_t k = 1; k <= b_length; k++) {
            const char there = t2s_ascii_lower(b[k - 1]);
            row[k] = least(least(last[k], row[k - 1]) + 1,
                           last[k - 1] + (here != there));
            if (i > 1 && k > 1 && here == t2s_ascii_lower(b[k - 2]) &&
                there == t2s_ascii_lower(a[i - 2]))
                row[k] = least(row[k], before[k - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}
