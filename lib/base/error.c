#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Puts `raw`, to which vsnprintf wrote that many bytes or would have, into the
 * error as one printable line; what is too long ends in "...", at the border of
 * a character or an escape. A character that vsnprintf cut is behind the
 * border: an escape is no shorter than the bytes it stands for. */
static void finish(t2sed_error *err, const char *raw, int written)
{
    size_t n = written < 0 ? 0 : strlen(raw);
    size_t size = t2sed_printable(err->text, sizeof err->text, raw, n);
    if (size < sizeof err->text && written < T2SED_ERROR_TEXT_SIZE)
        return;
    t2sed_printable(err->text, sizeof err->text - 3, raw, n);
    memcpy(err->text + strlen(err->text), "...", 4);
}

t2sed_status t2s_fail(t2sed_error *err, t2sed_status status, ptrdiff_t offset,
                      const char *format, ...)
{
    char raw[T2SED_ERROR_TEXT_SIZE];
    va_list arguments;
    int written;
    if (!err)
        return status;
    va_start(arguments, format);
    written = vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    *err = (t2sed_error){.code = status, .offset = offset};
    finish(err, raw, written);
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
    char prefix[T2SED_ERROR_TEXT_SIZE];
    char raw[T2SED_ERROR_TEXT_SIZE];
    va_list arguments;
    if (!err)
        return status;
    va_start(arguments, format);
    if (vsnprintf(prefix, sizeof prefix, format, arguments) < 0)
        prefix[0] = '\0';
    va_end(arguments);
    finish(err, raw, snprintf(raw, sizeof raw, "%s: %s", prefix, err->text));
    return err->code;
}
