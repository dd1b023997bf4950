/* The form in which values are compared. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "database/value_normal.h"

static bool is_plain(char c)
{
    return t2s_is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static bool is_mark(char c, const char *marks)
{
    return c && strchr(marks, c);
}

/* Whether the piece text[begin..end) is of such as "'s". */
static bool ends_in_s(const char *text, size_t begin, size_t end)
{
    return end - begin > 2 && text[end - 2] == '\'' &&
           (text[end - 1] == 's' || text[end - 1] == 'S');
}

bool t2s_value_next_piece(const char *text, size_t n, size_t *at, size_t *begin,
                          size_t *end)
{
    for (size_t i = *at; i < n;) {
        size_t from, to;
        while (i < n && !is_plain(text[i]) && !is_mark(text[i], "-_'.&:/+#"))
            i++;
        for (from = i;
             i < n && (is_plain(text[i]) || is_mark(text[i], "-_'.&:/+#"));)
            i++;
        to = i;
        while (from < to && !is_plain(text[from]) &&
               !(text[from] == '-' && from + 1 < to &&
                 t2s_is_digit(text[from + 1])))
            from++;
        while (to > from && is_mark(text[to - 1], "-_'.&:/"))
            to--;
        if (ends_in_s(text, from, to))
            to -= 2;
        if (from < to) {
            *at = i;
            *begin = from;
            *end = to;
            return true;
        }
    }
    *at = n;
    return false;
}

void t2s_value_normal(t2s_string *out, const char *text, size_t n)
{
    size_t start = out->length, at = 0, begin, end;
    while (t2s_value_next_piece(text, n, &at, &begin, &end)) {
        if (out->length > start)
            t2s_string_append_char(out, ' ');
        for (size_t i = begin; i < end; i++)
            t2s_string_append_char(out, t2s_ascii_lower(text[i]));
    }
}

size_t t2s_value_normal_number(char out[32], double number)
{
    int n = snprintf(out, 32, "%.15g", number + 0.0);
    for (int i = 0; i < n; i++) /* whatever the locale */
        if (out[i] == ',')
            out[i] = '.';
    return (size_t)n;
}

bool t2s_value_is_like(const char *text, const char *pattern)
{
    return sqlite3_strlike(pattern, text, 0) == 0;
}
