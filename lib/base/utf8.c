#include "base/utf8.h"

#include "base/error.h"

static int continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

size_t t2s_utf8_length(const char *text, size_t n)
{
    const unsigned char *u = (const unsigned char *)text;
    if (n == 0)
        return 0;
    if (u[0] < 0x80)
        return 1;
    if (u[0] < 0xC2)
        return 0;
    if (u[0] < 0xE0)
        return n >= 2 && continues(text[1]) ? 2 : 0;
    if (u[0] < 0xF0) {
        if (n < 3 || !continues(text[1]) || !continues(text[2]))
            return 0;
        if ((u[0] == 0xE0 && u[1] < 0xA0) || (u[0] == 0xED && u[1] > 0x9F))
            return 0;
        return 3;
    }
    if (u[0] > 0xF4 || n < 4 || !continues(text[1]) || !continues(text[2]) ||
        !continues(text[3]))
        return 0;
    if ((u[0] == 0xF0 && u[1] < 0x90) || (u[0] == 0xF4 && u[1] > 0x8F))
        return 0;
    return 4;
}

uint32_t t2s_utf8_decode(const char *text, size_t n, size_t *length)
{
    const unsigned char *u = (const unsigned char *)text;
    *length = t2s_utf8_length(text, n);
    switch (*length) {
    case 1:
        return u[0];
    case 2:
        return ((uint32_t)(u[0] & 0x1F) << 6) | (u[1] & 0x3Fu);
    case 3:
        return ((uint32_t)(u[0] & 0x0F) << 12) |
               ((uint32_t)(u[1] & 0x3F) << 6) | (u[2] & 0x3Fu);
    case 4:
        return ((uint32_t)(u[0] & 0x07) << 18) |
               ((uint32_t)(u[1] & 0x3F) << 12) |
               ((uint32_t)(u[2] & 0x3F) << 6) | (u[3] & 0x3Fu);
    default:
        *length = 1;
        return 0xFFFD;
    }
}

size_t t2s_utf8_encode(uint32_t character, char out[4])
{
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    if (character < 0x800) {
        out[0] = (char)(0xC0 | (character >> 6));
        out[1] = (char)(0x80 | (character & 0x3F));
        return 2;
    }
    if (character < 0x10000) {
        out[0] = (char)(0xE0 | (character >> 12));
        out[1] = (char)(0x80 | ((character >> 6) & 0x3F));
        out[2] = (char)(0x80 | (character & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | (character >> 18));
    out[1] = (char)(0x80 | ((character >> 12) & 0x3F));
    out[2] = (char)(0x80 | ((character >> 6) & 0x3F));
    out[3] = (char)(0x80 | (character & 0x3F));
    return 4;
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
