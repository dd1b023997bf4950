#include "base/utf8.h"

#include <utf8proc.h>

#include "base/error.h"

/* The most bytes that a character has: enough for utf8proc to look at, whose
 * type for lengths is signed. */
static utf8proc_ssize_t few(size_t n)
{
    return n < 4 ? (utf8proc_ssize_t)n : 4;
}

size_t t2s_utf8_length(const char *text, size_t n)
{
    utf8proc_int32_t character;
    const utf8proc_ssize_t length =
        utf8proc_iterate((const utf8proc_uint8_t *)text, few(n), &character);
    return length > 0 ? (size_t)length : 0;
}

uint32_t t2s_utf8_decode(const char *text, size_t n, size_t *length)
{
    utf8proc_int32_t character;
    const utf8proc_ssize_t taken =
        utf8proc_iterate((const utf8proc_uint8_t *)text, few(n), &character);
    *length = taken > 0 ? (size_t)taken : 1;
    return taken > 0 ? (uint32_t)character : 0xFFFD;
}

size_t t2s_utf8_encode(uint32_t character, char out[4])
{
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)character,
                                        (utf8proc_uint8_t *)out);
}

t2sed_status t2s_utf8_check(const char *text, size_t n, const char *what,
                            t2sed_error *err)
{
    size_t at = 0;
    while (at < n) {
        size_t length = t2s_utf8_length(text + at, n - at);
        if (length == 0)
            return t2s_fail(err, T2SED_EUTF8, (ptrdiff_t)at,
                            "%s: invalid UTF-8: byte 0x%02X at offset %zu",
                            what, (unsigned)(unsigned char)text[at], at);
        at += length;
    }
    return T2SED_OK;
}
