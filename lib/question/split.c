/*
 * Words by rule, close to the English Universal Dependencies treebanks. Text
 * is cut at white space into chunks, and each chunk from left to right into
 * words; what a rule needs to see lies within the chunk.
 */
#include "question/words.h"

#include <string.h>

#include <utf8proc.h>

#include "base/error.h"
#include "base/string.h"
#include "base/utf8.h"

/* No address is looked for past this: time stays linear in the text. */
#define LONGEST_ADDRESS 512

typedef enum character_class {
    C_LETTER, /* letters, marks, joiners, '_' */
    C_DIGIT,
    C_HAN,        /* a word each */
    C_APOSTROPHE, /* ' and U+2019 */
    C_SYMBOL,     /* emoji and other signs outside ASCII */
    C_PUNCTUATION /* all else */
} character_class;

typedef struct character {
    uint32_t code;  /* lower-cased where ASCII, U+2019 as ' */
    uint32_t begin; /* byte in the text */
    uint8_t class;  /* character_class */
    bool upper;     /* an ASCII capital */
} character;

typedef struct chunk {
    const char *text;
    T2S_VECTOR(character) characters;
    size_t end_byte; /* where the chunk ends in the text */
    bool is_last;    /* nothing but blanks follows */
} chunk;

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

static character_class class_of(uint32_t c)
{
    if (c < 0x80) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
            return C_LETTER;
        if (c >= '0' && c <= '9')
            return C_DIGIT;
        return c == '\'' ? C_APOSTROPHE : C_PUNCTUATION;
    }
    if (c == 0x2019)
        return C_APOSTROPHE;
    if (is_han(c))
        return C_HAN;
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_ND:
        return C_DIGIT;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return C_PUNCTUATION;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
        return C_SYMBOL;
    default:
        return C_LETTER;
    }
}

static character character_of(uint32_t code, size_t begin)
{
    character made = {code, (uint32_t)begin, (uint8_t)class_of(code), false};
    made.upper = code >= 'A' && code <= 'Z';
    if (made.upper)
        made.code += 'a' - 'A';
    else if (code == 0x2019)
        made.code = '\'';
    return made;
}

t2sed_status t2s_words_add(t2s_words *words, size_t begin, size_t end,
                           t2sed_error *err)
{
    t2s_word word = {(uint32_t)begin, (uint32_t)end, T2S_HEAD_NONE, "", ""};
    if (words->count >= T2SED_QUESTION_MAX_WORDS)
        return t2s_fail(err, T2SED_ELIMIT, (ptrdiff_t)begin,
                        "question: more than %d words, the most that are read",
                        T2SED_QUESTION_MAX_WORDS);
    if (!t2s_vector_push(words, word))
        return t2s_fail_memory(err);
    return T2SED_OK;
}

static uint32_t code_at(const chunk *c, size_t i)
{
    return i < c->characters.count ? c->characters.at[i].code : 0;
}

static bool is(const chunk *c, size_t i, character_class wanted)
{
    return i < c->characters.count && c->characters.at[i].class == wanted;
}

static bool is_letter(const chunk *c, size_t i)
{
    return is(c, i, C_LETTER);
}

static bool is_digit(const chunk *c, size_t i)
{
    return is(c, i, C_DIGIT);
}

static bool is_word(const chunk *c, size_t i)
{
    return is_letter(c, i) || is_digit(c, i);
}

/* The first place from i on that is no letter or digit. */
static size_t skip_word(const chunk *c, size_t i)
{
    while (is_word(c, i))
        i++;
    return i;
}

static size_t skip_digits(const chunk *c, size_t i)
{
    while (is_digit(c, i))
        i++;
    return i;
}

/* The byte at which character i begins. */
static size_t byte_at(const chunk *c, size_t i)
{
    return i < c->characters.count ? c->characters.at[i].begin : c->end_byte;
}

/* Whether the characters from i on, up to end, are one of these words. */
static bool spells(const chunk *c, size_t i, size_t end, const char *words)
{
    return t2s_is_one_of(c->text + byte_at(c, i),
                         byte_at(c, end) - byte_at(c, i), words);
}

/* The length of the clitic that begins with the apostrophe at i, or 0. */
static size_t clitic_length(const chunk *c, size_t i)
{
    size_t end = i + 1;
    while (is_letter(c, end))
        end++;
    if (is_digit(c, end) || is(c, end, C_APOSTROPHE))
        return 0;
    return spells(c, i + 1, end, "s m d re ve ll") ? end - i : 0;
}

/* Whether "n't" stands at i and ends its word. */
static bool is_not(const chunk *c, size_t i)
{
    return code_at(c, i) == 'n' && is(c, i + 1, C_APOSTROPHE) &&
           code_at(c, i + 2) == 't' && !is_word(c, i + 3);
}

/* Addresses: where one begins at i, its end, else i. Closing punctuation is
 * not part of it. */
static size_t address_end(const chunk *c, size_t i)
{
    size_t end = i, at = 0, scheme = 0, dot = 0;
    while (end < c->characters.count && end < i + LONGEST_ADDRESS &&
           code_at(c, end) != '"' && code_at(c, end) != '<' &&
           code_at(c, end) != '>' && code_at(c, end) != '(' &&
           code_at(c, end) != ')') {
        uint32_t code = code_at(c, end);
        if (code == '@' && end > i && !at)
            at = end;
        if (code == '.' && is_word(c, end + 1))
            dot = end;
        if (code == ':' && code_at(c, end + 1) == '/' &&
            code_at(c, end + 2) == '/' && end > i)
            scheme = end;
        end++;
    }
    while (end > i && !is_word(c, end - 1) && code_at(c, end - 1) != '/' &&
           code_at(c, end - 1) != '=')
        end--;
    if (scheme && scheme + 3 < end)
        return end;
    if (at && is_word(c, at + 1) && dot > at)
        return end;
    if (dot && end > i + 4 && spells(c, i, i + 4, "www."))
        return end;
    return i;
}

/* 2014-03-05, 555-1234-...: groups of digits that belong together, as in a
 * date or a telephone number; "10-12" and "15-year" do not. */
static bool joins_digits(const chunk *c, size_t begin, size_t hyphen)
{
    size_t left = hyphen - begin, end = skip_digits(c, hyphen + 1);
    size_t right = end - hyphen - 1;
    if (is_letter(c, end))
        return false;
    if (left >= 3 && right >= 3)
        return right == 3 || right == 4 || left == 3;
    return (left == 4 && (right == 2 || right == 1) && code_at(c, end) == '-' &&
            is_digit(c, end + 1)) ||
           (right >= 1 && right <= 4 && begin >= 2 &&
            code_at(c, begin - 1) == '-' && is_digit(c, begin - 2)) ||
           (left == 1 && right == 3 && code_at(c, end) == '-');
}

/* The end of a number that begins at i: 1,234.5 3:30 5/18/2004 2014-03-05;
 * letters may follow (2nd, 3D), units and halves of the day are cut off. */
static size_t number_end(const chunk *c, size_t i)
{
    size_t group = i, end = skip_digits(c, i), letters;
    for (;;) {
        uint32_t code = code_at(c, end);
        if (!is_digit(c, end + 1))
            break;
        if (code != '.' && code != ',' && code != ':' && code != '/' &&
            !(code == '-' && joins_digits(c, group, end)))
            break;
        group = end + 1;
        end = skip_digits(c, group);
    }
    letters = skip_word(c, end);
    if (spells(c, end, letters, "am pm km kg cm mm mph lbs ft hrs min"))
        return end;
    if (is_word(c, letters + 1) && code_at(c, letters) == '.' && letters > end)
        return skip_word(c, letters + 1); /* 3a.txt */
    if ((code_at(c, end) == 'a' || code_at(c, end) == 'p') &&
        code_at(c, end + 1) == '.' && code_at(c, end + 2) == 'm')
        return end;
    return letters;
}

/* Prefixes after which English treebanks keep the hyphen within the word. */
static bool is_prefix(const chunk *c, size_t begin, size_t end)
{
    return spells(
        c, begin, end,
        "e co non pre post re ex anti multi mid semi sub un inter intra micro "
        "mini ultra neo bi tri de pro over counter under vice pseudo super "
        "trans uni x t meh");
}

static bool is_abbreviation(const chunk *c, size_t begin, size_t end)
{
    return spells(
        c, begin, end,
        "mr mrs ms dr prof st sr jr vs etc inc co corp ltd gen col capt lt "
        "sgt rep sen gov rev hon ave blvd rd ft mt dept univ approx jan feb "
        "aug sept oct nov dec cf al eg ie vol fig ed assoc pp");
}

/* Whether the full stop at `dot` belongs to the word [begin, dot). */
static bool keeps_stop(const chunk *c, size_t begin, size_t dot)
{
    bool at_end = c->is_last;
    for (size_t i = dot + 1; i < c->characters.count && at_end; i++)
        at_end = !is_word(c, i);
    for (size_t i = begin; i < dot; i++)
        if (code_at(c, i) == '.') { /* U.S. e.g. a.m.: parts of a letter */
            for (size_t j = begin; j < dot; j += 2)
                if (!is_letter(c, j) ||
                    (j + 1 < dot && code_at(c, j + 1) != '.'))
                    return false;
            return true;
        }
    if (dot == begin + 1)
        return !at_end && is_letter(c, begin) && c->characters.at[begin].upper;
    if (spells(c, begin, dot, "no")) /* "No. 5", but not "says no." */
        return !at_end && c->characters.at[begin].upper;
    return is_abbreviation(c, begin, dot) && !at_end;
}

/* Whether the word [begin, i) goes on past the character at i, which is
 * neither letter nor digit. */
static bool goes_on(const chunk *c, size_t begin, size_t i)
{
    bool before = is_word(c, i - 1), after = is_word(c, i + 1);
    if (!before || !after)
        return false;
    switch (code_at(c, i)) {
    case '.': /* U.S table.column file.txt; but not "end.Start" */
        return !(c->characters.at[i + 1].upper && i - begin > 1 &&
                 is_letter(c, i + 2) && !c->characters.at[i + 2].upper &&
                 !c->characters.at[i - 1].upper);
    case '&':
    case '@':
        return true;
    case '\'':
        return clitic_length(c, i) == 0;
    case '-':
        return is_prefix(c, begin, i) ||
               (is_digit(c, i + 1) &&
                skip_digits(c, i + 1) == skip_word(c, i + 1) &&
                i == begin + 1 && c->characters.at[begin].upper);
    case '/': /* w/o n/a */
        return i == begin + 1 && skip_word(c, i + 1) == i + 2;
    default:
        return false;
    }
}

/* Two words written as one, cut before their last letters; the length of the
 * first, or 0. */
static size_t fused(const chunk *c, size_t begin, size_t end)
{
    if (spells(c, begin, end, "cannot gonna gotta wanna gimme lemme"))
        return 3;
    return spells(c, begin, end,
                  "dont doesnt didnt isnt arent wasnt wont havent")
               ? end - begin - 2
               : 0;
}

/* The end of the word that begins with the letter at i. */
static size_t letters_end(const chunk *c, size_t i)
{
    size_t end = i, first;
    for (;;) {
        while (is_word(c, end)) {
            if (end > i && is_not(c, end))
                return end;
            end++;
        }
        if (end >= c->characters.count || !goes_on(c, i, end))
            break;
        end++;
    }
    if (code_at(c, end) == '.' && code_at(c, end + 1) != '.' &&
        keeps_stop(c, i, end))
        return end + 1;
    first = fused(c, i, end);
    return first ? i + first : end;
}

/* The end of a run of signs that are one word: "..." "--" "?!" "==" "<=". */
static size_t signs_end(const chunk *c, size_t i)
{
    static const char *const repeated = ".-!?*=<>~+_`'|";
    uint32_t first = code_at(c, i);
    size_t end = i + 1;
    for (size_t length = 2; length <= 3; length++)
        if (spells(c, i, i + length, ":) :( ;) :-) :-( ;-) =) <3 :d :p") &&
            !is_word(c, i + length))
            return i + length;
    if (first == '!' || first == '?') {
        while (code_at(c, end) == '!' || code_at(c, end) == '?')
            end++;
    } else if (first && first < 0x80 && strchr(repeated, (int)first)) {
        while (code_at(c, end) == first)
            end++;
        if ((first == '<' || first == '>' || first == '=') &&
            (code_at(c, end) == '=' || code_at(c, end) == '>') && end == i + 1)
            end++;
    }
    return end;
}

/* '90s and the clitics; otherwise the apostrophe is a quote. */
static size_t apostrophe_end(const chunk *c, size_t i)
{
    size_t length = clitic_length(c, i);
    bool follows = i > 0 && (is_word(c, i - 1) || code_at(c, i - 1) == ')' ||
                             code_at(c, i - 1) == '.');
    if (!follows && !(i == 0 && length == c->characters.count))
        length = 0; /* "i 'd like": a chunk of its own is one too */
    if (length)
        return i + length;
    if (is_digit(c, i + 1) && is_digit(c, i + 2) && !is_digit(c, i + 3) &&
        (i == 0 || !is_word(c, i - 1))) {
        size_t end = skip_word(c, i + 1);
        if (!is(c, end, C_APOSTROPHE))
            return end;
    }
    return code_at(c, i + 1) == '\'' ? i + 2 : i + 1;
}

/* Marks, joiners and modifiers come with the sign they follow. */
static size_t symbol_end(const chunk *c, size_t i)
{
    uint32_t first = code_at(c, i);
    size_t end = i + 1;
    if (first < 0x2190) /* currency and the like: one by one */
        return end;
    while (end < c->characters.count &&
           ((code_at(c, end) >= 0x1F3FB && code_at(c, end) <= 0x1F3FF) ||
            code_at(c, end) == 0xFE0F || code_at(c, end) == 0x200D ||
            code_at(c, end - 1) == 0x200D))
        end++;
    return end;
}

/* A decimal point or a sign before digits: .5 -3 */
static bool begins_number(const chunk *c, size_t i)
{
    uint32_t code = code_at(c, i);
    if (!is_digit(c, i + 1) || (i > 0 && is_word(c, i - 1)))
        return false;
    return code == '.' || ((code == '-' || code == '+') && i == 0);
}

static size_t word_end(const chunk *c, size_t i)
{
    size_t end = address_end(c, i);
    if (end > i)
        return end;
    switch ((character_class)c->characters.at[i].class) {
    case C_LETTER:
        if (is_not(c, i) && i > 0 && is_letter(c, i - 1))
            return i + 3;
        return letters_end(c, i);
    case C_DIGIT:
        return number_end(c, i);
    case C_APOSTROPHE:
        return apostrophe_end(c, i);
    case C_SYMBOL:
        return symbol_end(c, i);
    case C_PUNCTUATION:
        return begins_number(c, i) ? number_end(c, i + 1) : signs_end(c, i);
    case C_HAN:
    default:
        return i + 1;
    }
}

static t2sed_status split_chunk(t2s_words *words, const chunk *c,
                                t2sed_error *err)
{
    size_t count = c->characters.count, i = 0;
    while (i < count) {
        size_t end = word_end(c, i);
        t2sed_status status =
            t2s_words_add(words, byte_at(c, i), byte_at(c, end), err);
        if (status != T2SED_OK)
            return status;
        i = end;
    }
    return T2SED_OK;
}

/* Fills `c` with what stands from `at` up to the next blank. */
static bool read_chunk(chunk *c, const char *text, size_t n, size_t at)
{
    c->text = text;
    c->characters.count = 0;
    while (at < n && t2s_blank_length(text + at, n - at) == 0) {
        size_t length;
        uint32_t code = t2s_utf8_decode(text + at, n - at, &length);
        if (!t2s_vector_push(&c->characters, character_of(code, at)))
            return false;
        at += length;
    }
    c->end_byte = at;
    c->is_last = at + t2s_blanks_length(text + at, n - at) == n;
    return true;
}

t2sed_status t2s_question_split(t2s_words *words, const char *text, size_t n,
                                t2sed_error *err)
{
    chunk c = {0};
    t2sed_status status = T2SED_OK;
    size_t at = t2s_blanks_length(text, n);
    while (at < n && status == T2SED_OK) {
        if (!read_chunk(&c, text, n, at)) {
            status = t2s_fail_memory(err);
            break;
        }
        status = split_chunk(words, &c, err);
        at = c.end_byte + t2s_blanks_length(text + c.end_byte, n - c.end_byte);
    }
    t2s_vector_free(&c.characters);
    return status;
}
