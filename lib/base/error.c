#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* Makes text[0..n) one line of valid UTF-8, in place. */
static void clean_line(char *text, size_t n)
{
    size_t at = 0;
    while (at < n) {
        size_t length = t2s_utf8_length(text + at, n - at);
        if (length == 0) {
            text[at++] = '?';
        } else {
            if ((unsigned char)text[at] < 0x20 || text[at] == 0x7f)
                text[at] = ' ';
            at += length;
        }
    }
}

/* Ends a text that vsnprintf cut in "..." at a character's border. */
static void end_in_dots(char *text)
{
    size_t at = T2SED_ERROR_TEXT_SIZE - 4;
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    memcpy(text + at, "...", 4);
}

static void fill(t2sed_error *err, t2sed_status status, ptrdiff_t offset)
{
    err->code = status;
    err->reserved_int = 0;
    err->offset = offset;
    memset(err->reserved, 0, sizeof err->reserved);
}

static void finish(t2sed_error *err, int written)
{
    if (written < 0)
        err->text[0] = '\0';
    else if (written >= T2SED_ERROR_TEXT_SIZE)
        end_in_dots(err->text);
    clean_line(err->text, strlen(err->text));
}

t2sed_status t2s_fail(t2sed_error *err, t2sed_status status, ptrdiff_t offset,
                      const char *format, ...)
{
    if (err) {
        va_list arguments;
        fill(err, status, offset);
        va_start(arguments, format);
        finish(err, vsnprintf(err->text, sizeof err->text, format, arguments));
        va_end(arguments);
    }
    return status;
}

t2sed_status t2s_fail_memory(t2sed_error *err)
{
    return t2s_fail(err, T2SED_ENOMEM, -1, "out of memory");
}

t2sed_status t2s_fail_null(t2sed_error *err, const char *function,
                           const char *what)
{
    return t2s_fail(err, T2SED_EINVAL, -1, "%s: %s must not be NULL", function,
                    what);
}

t2sed_status t2s_fail_in(t2sed_error *err, t2sed_status status,
                         const char *format, ...)
{
    char inner[T2SED_ERROR_TEXT_SIZE];
    char prefix[T2SED_ERROR_TEXT_SIZE];
    va_list arguments;
    if (!err)
        return status;
    memcpy(inner, err->text, sizeof inner);
    va_start(arguments, format);
    if (vsnprintf(prefix, sizeof prefix, format, arguments) < 0)
        prefix[0] = '\0';
    va_end(arguments);
    finish(err, snprintf(err->text, sizeof err->text, "%s: %s", prefix, inner));
    return err->code;
}
