/* printable.c - text as one line that a terminal shows and does not obey. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "t2sed/status.h"

/* The longest escape, \U000e0041, with its NUL. */
#define ESCAPE_SIZE 11

static bool is_harmless(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } harmful[] = {
        {0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
        {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
        {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
    };
    for (size_t i = 0; i < sizeof harmful / sizeof harmful[0]; i++)
        if (c >= harmful[i].first && c <= harmful[i].last)
            return false;
    return true;
}

static void escape(char out[ESCAPE_SIZE], uint32_t c)
{
    static const char named[] = "\n\t\r", letters[] = "ntr";
    const char *name = c && c < 0x20 ? strchr(named, (int)c) : NULL;
    if (name)
        snprintf(out, ESCAPE_SIZE, "\\%c", letters[name - named]);
    else
        snprintf(out, ESCAPE_SIZE,
                 c < 0x80      ? "\\x%02x"
                 : c < 0x10000 ? "\\u%04x"
                               : "\\U%08x",
                 (unsigned)c);
}

size_t t2sed_printable(char *out, size_t size, const char *text, size_t n)
{
    size_t total = 0, room = size ? size - 1 : 0, end = 0;
    bool fits = out != NULL;
    for (size_t at = 0, length; text && at < n; at += length) {
        char escaped[ESCAPE_SIZE];
        const char *piece = text + at;
        uint32_t c = t2s_utf8_decode(piece, n - at, &length);
        size_t long_as = length;
        if (t2s_utf8_length(piece, n - at) == 0)
            snprintf(escaped, sizeof escaped, "\\x%02x",
                     (unsigned)(unsigned char)*piece);
        else if (is_harmless(c))
            escaped[0] = '\0';
        else
            escape(escaped, c);
        if (escaped[0]) {
            piece = escaped;
            long_as = strlen(escaped);
        }
        fits = fits && long_as <= room - end;
        if (fits) {
            memcpy(out + end, piece, long_as);
            end += long_as;
        }
        total += long_as;
    }
    if (out && size)
        out[end] = '\0';
    return total;
}
