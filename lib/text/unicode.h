/*
 * unicode.h - what tokenizers ask of a character. The answers are those of
 * Hugging Face's `tokenizers`, whose tables are of several ages; see
 * docs/internals/text.md.
 */
#ifndef T2S_TEXT_UNICODE_H
#define T2S_TEXT_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* White_Space. */
bool t2s_char_is_space(uint32_t c);

/* The classes that GPT-2's pre-tokenizer tells apart. */
enum t2s_char_class {
    T2S_CHAR_LETTER,
    T2S_CHAR_NUMBER,
    T2S_CHAR_SPACE,
    T2S_CHAR_OTHER
};
enum t2s_char_class t2s_char_class(uint32_t c);

/* What BERT's normaliser removes: control, format and private-use characters,
 * but for tab, newline and carriage return. */
bool t2s_char_is_control(uint32_t c);
/* What stripping accents removes. */
bool t2s_char_is_mark(uint32_t c);
/* What BERT splits off as a word of its own. */
bool t2s_char_is_punctuation(uint32_t c);
/* What BERT puts blanks around. */
bool t2s_char_is_ideograph(uint32_t c);

#define T2S_DECOMPOSITION_MAX 4
/* The canonical decomposition; returns how many characters it has. */
size_t t2s_char_decompose(uint32_t c, uint32_t out[T2S_DECOMPOSITION_MAX]);
/* The character that two compose to (NFC); false where they do not. */
bool t2s_char_compose(uint32_t first, uint32_t second, uint32_t *out);
/* Canonical combining class, 0 to 254. */
unsigned t2s_char_combining_class(uint32_t c);

#define T2S_LOWER_MAX 2
/* The full lower-case mapping; returns how many characters it has. */
size_t t2s_char_lower(uint32_t c, uint32_t out[T2S_LOWER_MAX]);

#endif
