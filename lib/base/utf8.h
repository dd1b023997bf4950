/* utf8.h - validating and decoding UTF-8. Properties, normalisation and case
 * are lib/text's, on utf8proc. */
#ifndef T2S_BASE_UTF8_H
#define T2S_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "t2sed/status.h"

/* Length in bytes of the character at text[0..n), 1 to 4; 0 if the bytes there
 * are no UTF-8 (overlong forms, surrogates and what lies past U+10FFFF are
 * none) or n is 0. */
size_t t2s_utf8_length(const char *text, size_t n);

/* The character at text[0..n), whose length goes to *length; bad bytes give
 * U+FFFD with length 1. n is at least 1. */
uint32_t t2s_utf8_decode(const char *text, size_t n, size_t *length);

/* Writes a character's 1 to 4 bytes, returns how many. */
size_t t2s_utf8_encode(uint32_t character, char out[4]);

/* T2SED_OK, or T2SED_EUTF8 with the offset of the first bad byte; `what` names
 * the input in the message ("question", "query"). */
t2sed_status t2s_utf8_check(const char *text, size_t n, const char *what,
                            t2sed_error *err);

#endif
