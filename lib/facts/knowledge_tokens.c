#include "facts/knowledge_tokens.h"

#include <string.h>

#include "schema/words.h"

typedef struct lexer {
    const char *text;
    size_t n;
    bool hopeless[128]; /* no such quote closes any more */
} lexer;

static bool is_word_at(const lexer *in, size_t i)
{
    return i < in->n &&
           (in->text[i] == '_' || t2s_is_word_part(in->text, in->n, i));
}

/* Where the quote that opens at i closes, or 0. An apostrophe within a word
 * neither opens nor closes. */
static size_t close_of(lexer *in, size_t begin, size_t i)
{
    const char quote = in->text[i] == '[' ? ']' : in->text[i];
    const bool is_apostrophe = quote == '\'';
    if (in->hopeless[(unsigned char)quote] ||
        (is_apostrophe && i > begin && is_word_at(in, i - 1)))
        return 0;
    for (size_t at = i + 1; at < in->n; at++)
        if (in->text[at] == quote && !(is_apostrophe && is_word_at(in, at + 1)))
            return at;
    in->hopeless[(unsigned char)quote] = true;
    return 0;
}

/* A comparison that is spelled with signs; its length, or 0. */
static size_t read_comparison(t2s_query_operator *is, const char *at, size_t n)
{
    static const struct {
        const char *spelled;
        t2s_query_operator is;
    } all[] = {{"<=", T2S_OPERATOR_LESS_EQUAL},
               {">=", T2S_OPERATOR_GREATER_EQUAL},
               {"<>", T2S_OPERATOR_NOT_EQUAL},
               {"!=", T2S_OPERATOR_NOT_EQUAL},
               {"==", T2S_OPERATOR_EQUAL},
               {"< =", T2S_OPERATOR_LESS_EQUAL},
               {"> =", T2S_OPERATOR_GREATER_EQUAL},
               {"! =", T2S_OPERATOR_NOT_EQUAL},
               {"\xE2\x89\xA4", T2S_OPERATOR_LESS_EQUAL},
               {"\xE2\x89\xA5", T2S_OPERATOR_GREATER_EQUAL},
               {"\xE2\x89\xA0", T2S_OPERATOR_NOT_EQUAL},
               {"<", T2S_OPERATOR_LESS},
               {">", T2S_OPERATOR_GREATER},
               {"=", T2S_OPERATOR_EQUAL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const size_t length = strlen(all[i].spelled);
        if (n >= length && memcmp(at, all[i].spelled, length) == 0) {
            *is = all[i].is;
            return length;
        }
    }
    return 0;
}

/* A word; or a number, or what begins with one and goes on as dates and times
 * do: 2010-07-19, 19:37:33.0, 1-0. */
static size_t read_word(const lexer *in, t2s_hint_token *token)
{
    size_t i = token->begin;
    double number;
    while (is_word_at(in, i))
        i++;
    if (t2s_is_digit(in->text[token->begin]))
        while (i + 1 < in->n && memchr("-/:", in->text[i], 3) &&
               t2s_is_digit(in->text[i + 1]))
            for (i++; is_word_at(in, i);)
                i++;
    token->kind =
        t2s_word_number(in->text + token->begin, i - token->begin, &number)
            ? T2S_HINT_NUMBER
            : T2S_HINT_WORD;
    return i;
}

/* Whether a full stop ends a sentence: 0.5 and T1.name do not. */
static bool is_stop(const lexer *in, size_t i)
{
    return in->text[i] == '.' && !is_word_at(in, i + 1) &&
           !(i + 1 < in->n && strchr("`\"[", in->text[i + 1]));
}

/* Reads the token at token->begin; returns where it ends, its quotes too. */
static size_t read_token(lexer *in, t2s_hint_token *token, size_t begin)
{
    const size_t i = token->begin;
    const char c = in->text[i];
    size_t length, close;
    if (is_word_at(in, i))
        return token->end = (uint32_t)read_word(in, token);
    token->sign = c;
    if (c && strchr("'\"`[", c) && (close = close_of(in, begin, i)) > 0) {
        token->kind = c == '`' || c == '[' ? T2S_HINT_NAME : T2S_HINT_TEXT;
        token->begin = (uint32_t)i + 1;
        token->end = (uint32_t)close;
        return close + 1;
    }
    length = read_comparison(&token->is, in->text + i, in->n - i);
    token->kind = length ? T2S_HINT_COMPARISON
                  : c == ';' || c == '\n' || is_stop(in, i) ? T2S_HINT_BREAK
                  : c && strchr("+-*/", c)                  ? T2S_HINT_SIGN
                                                            : T2S_HINT_MARK;
    return token->end = (uint32_t)(i + (length ? length : 1));
}

bool t2s_hint_tokens_read(t2s_hint_tokens *out, const char *text, size_t begin,
                          size_t n)
{
    lexer in = {.text = text, .n = n};
    t2s_hint_token last = {.kind = T2S_HINT_BREAK};
    for (size_t i = begin; i < n;) {
        t2s_hint_token token = {.begin = (uint32_t)i};
        if (text[i] == ' ' || text[i] == '\t' || text[i] == '\r') {
            i++;
            continue;
        }
        i = read_token(&in, &token, begin);
        if (!t2s_vector_push(out, token))
            return false;
    }
    last.begin = last.end = (uint32_t)n;
    return t2s_vector_push(out, last);
}
