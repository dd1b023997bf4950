#include "question/characters.h"

#include <utf8proc.h>

#include "base/utf8.h"
#include "question/split.h"

static bool is_blank(uint32_t c)
{
    if (c < 0x80)
        return c <= 0x20 || c == 0x7F;
    return c <= 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x2060 || c == 0x3000 || c == 0xFEFF;
}

size_t t2s_blank_length(const char *text, size_t n)
{
    size_t length;
    if (n == 0)
        return 0;
    return is_blank(t2s_utf8_decode(text, n, &length)) ? length : 0;
}

size_t t2s_blanks_length(const char *text, size_t n)
{
    size_t at = 0, length;
    while ((length = t2s_blank_length(text + at, n - at)) > 0)
        at += length;
    return at;
}

static bool is_han(uint32_t c)
{
    return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

static t2s_class class_of(uint32_t c)
{
    if (c < 0x80) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
            return T2S_CLASS_LETTER;
        if (c >= '0' && c <= '9')
            return T2S_CLASS_DIGIT;
        return c == '\'' ? T2S_CLASS_APOSTROPHE : T2S_CLASS_PUNCTUATION;
    }
    if (c == 0x2019)
        return T2S_CLASS_APOSTROPHE;
    if (is_han(c))
        return T2S_CLASS_HAN;
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_ND:
        return T2S_CLASS_DIGIT;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return T2S_CLASS_PUNCTUATION;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
        return T2S_CLASS_SYMBOL;
    default:
        return T2S_CLASS_LETTER;
    }
}

t2s_character t2s_character_of(uint32_t code, size_t begin)
{
    t2s_character character = {code, (uint32_t)begin, 0, false};
    character.class = (uint8_t)class_of(code);
    character.upper = code >= 'A' && code <= 'Z';
    if (character.upper)
        character.code += 'a' - 'A';
    else if (code == 0x2019)
        character.code = '\'';
    return character;
}
