/* split.c - how byte-level BPE splits a text into words, which are merged each
 * by itself: the regular expressions of pre-tokenizers, written out by hand. */
#include <string.h>

#include "base/string.h"
#include "base/utf8.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

/* What the recognised patterns share, before and behind the numbers. */
#define TIKTOKEN(numbers)                                                      \
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|" numbers      \
    "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"

const char *const t2s_split_patterns[T2S_SPLITS] = {
    [T2S_SPLIT_QWEN2] = TIKTOKEN("\\p{N}"),
    [T2S_SPLIT_LLAMA3] = TIKTOKEN("\\p{N}{1,3}")};

static enum t2s_char_class class_at(const char *text, size_t end, size_t at,
                                    size_t *length)
{
    if ((unsigned char)text[at] < 0x80) {
        *length = 1;
        return t2s_char_class((unsigned char)text[at]);
    }
    return t2s_char_class(t2s_utf8_decode(text + at, end - at, length));
}

/* The end of the run of one class that begins at `at`; *last is where its last
 * character begins. */
static size_t run_end(const char *text, size_t end, size_t at,
                      enum t2s_char_class wanted, size_t *last)
{
    size_t length;
    while (at < end && class_at(text, end, at, &length) == wanted) {
        *last = at;
        at += length;
    }
    return at;
}

/* Length of 's 't 're 've 'm 'll 'd at text[0..n), or 0. */
static size_t contraction(const char *text, size_t n)
{
    if (n >= 2 && memchr("stmd", text[1], 4))
        return 2;
    if (n >= 3 && ((text[2] == 'e' && (text[1] == 'r' || text[1] == 'v')) ||
                   (text[1] == 'l' && text[2] == 'l')))
        return 3;
    return 0;
}

/* The same without regard to case. The long s folds to s, too. */
static size_t folded_contraction(const char *text, size_t n)
{
    static const char long_s[] = "\xC5\xBF";
    char folded[3];
    if (n >= 3 && memcmp(text + 1, long_s, 2) == 0)
        return 3;
    for (size_t i = 0; i < 3; i++)
        folded[i] = i < n ? t2s_ascii_lower(text[i]) : '\0';
    return contraction(folded, n);
}

/*
 * GPT-2's, the first match of
 *   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 */
static size_t gpt2_end(const char *text, size_t end, size_t at, bool blank)
{
    size_t length, last = at, stop;
    enum t2s_char_class class;
    if (!blank && text[at] == '\'') {
        length = contraction(text + at, end - at);
        if (length)
            return at + length;
    }
    if (!blank && text[at] == ' ' && at + 1 < end) {
        class = class_at(text, end, at + 1, &length);
        if (class != T2S_CHAR_SPACE)
            return run_end(text, end, at + 1, class, &last);
    }
    class = class_at(text, end, at, &length);
    stop = run_end(text, end, at, class, &last);
    if (class != T2S_CHAR_SPACE || stop == end)
        return stop;
    /* White space before a word leaves its last character to that word. */
    return blank || last > at ? last : stop;
}

static bool is_newline(char c)
{
    return c == '\r' || c == '\n';
}

/* The end of  ?[^\s\p{L}\p{N}]+[\r\n]*  where the others begin at `at`. */
static size_t others_end(const char *text, size_t end, size_t at)
{
    size_t last;
    at = run_end(text, end, at, T2S_CHAR_OTHER, &last);
    while (at < end && is_newline(text[at]))
        at++;
    return at;
}

/* The end of  \s*[\r\n]+|\s+(?!\S)|\s+  : up to the last newline of the white
 * space; where it has none, all but the last character before a word. */
static size_t space_end(const char *text, size_t end, size_t at)
{
    size_t last = at;
    const size_t stop = run_end(text, end, at, T2S_CHAR_SPACE, &last);
    for (size_t i = stop; i > at; i--)
        if (is_newline(text[i - 1]))
            return i;
    return stop == end || last == at ? stop : last;
}

/* Qwen2's and Llama 3's, of which a number has at most `digits` characters. */
static size_t tiktoken_end(const char *text, size_t end, size_t at, int digits)
{
    size_t length, next, last = at;
    const enum t2s_char_class class = class_at(text, end, at, &length);
    enum t2s_char_class behind = T2S_CHAR_SPACE;
    if (text[at] == '\'') {
        next = folded_contraction(text + at, end - at);
        if (next)
            return at + next;
    }
    if (class == T2S_CHAR_LETTER)
        return run_end(text, end, at, T2S_CHAR_LETTER, &last);
    if (class == T2S_CHAR_NUMBER) {
        for (int i = 0; i < digits && at < end &&
                        class_at(text, end, at, &length) == T2S_CHAR_NUMBER;
             i++)
            at += length;
        return at;
    }
    if (at + length < end)
        behind = class_at(text, end, at + length, &next);
    if (behind == T2S_CHAR_LETTER && !is_newline(text[at]))
        return run_end(text, end, at + length, T2S_CHAR_LETTER, &last);
    if (class == T2S_CHAR_OTHER)
        return others_end(text, end, at);
    if (text[at] == ' ' && behind == T2S_CHAR_OTHER)
        return others_end(text, end, at + length);
    return space_end(text, end, at);
}

size_t t2s_word_end(enum t2s_split split, const char *text, size_t end,
                    size_t at, bool blank)
{
    switch (split) {
    case T2S_SPLIT_QWEN2:
        return tiktoken_end(text, end, at, 1);
    case T2S_SPLIT_LLAMA3:
        return tiktoken_end(text, end, at, 3);
    default:
        return gpt2_end(text, end, at, blank);
    }
}
