/* characters.h - a chunk of text, decoded and sorted into classes, for the
 * splitter. */
#ifndef T2S_QUESTION_CHARACTERS_H
#define T2S_QUESTION_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum t2s_class {
    T2S_CLASS_LETTER, /* letters, marks, joiners, '_' */
    T2S_CLASS_DIGIT,
    T2S_CLASS_HAN,        /* a word each */
    T2S_CLASS_APOSTROPHE, /* ' and U+2019 */
    T2S_CLASS_SYMBOL,     /* emoji and other signs outside ASCII */
    T2S_CLASS_PUNCTUATION /* all else */
} t2s_class;

typedef struct t2s_character {
    uint32_t code;  /* lower-cased where ASCII, U+2019 as ' */
    uint32_t begin; /* byte in the text */
    uint8_t class;  /* t2s_class */
    bool upper;     /* an ASCII capital */
} t2s_character;

t2s_character t2s_character_of(uint32_t code, size_t begin);

#endif
