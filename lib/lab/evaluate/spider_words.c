#include "lab/evaluate/spider.h"

#include <math.h>
#include <string.h>

#include "sql/token.h"

const char t2s_spider_comment[] = "a comment";

static bool splits(char c)
{
    return c && strchr("()[]{}<>;@#$%&?!*", c);
}

/* Spider splits text at blanks and around some punctuation only. */
static bool are_parted(const char *text, size_t at)
{
    char before = text[at - 1], after = text[at];
    if (splits(before) || splits(after))
        return true;
    if (before == ',')
        return !t2s_is_digit(after);
    return after == ',' && !t2s_is_digit(text[at + 1]);
}

static bool is_blank(const char *text, size_t begin, size_t end)
{
    for (; begin < end; begin++)
        if (!strchr(" \t\n\f\r\v", text[begin]))
            return false;
    return true;
}

/* Whether a token that touches a word is part of it: t.column, a number with
 * its sign, 1,2 behind LIMIT. */
static bool belongs_to(const char *text, const t2s_spider_word *w,
                       const t2s_sql_token *token)
{
    char last = text[w->end - 1], first = text[token->begin];
    if (last == '.' || last == ',' || first == ',' ||
        (first == '.' && token->end - token->begin == 1))
        return true;
    return w->end - w->begin == 1 && (last == '-' || last == '+') &&
           (t2s_is_digit(first) || first == '.');
}

static const char *flaw_of(const char *text, const t2s_sql_token *token)
{
    char first = text[token->begin];
    if (first == '`' || first == '[')
        return "a name in ` ` or [ ]";
    for (uint32_t i = token->begin + 1;
         (first == '"' || first == '\'') && i + 1 < token->end; i++)
        if (text[i] == '"' || text[i] == '\'')
            return "a quote within quotes";
    return NULL;
}

/* What stands between two tokens: blanks, or a comment. */
static bool add_gap(t2s_spider_words *words, const char *text, size_t begin,
                    size_t end)
{
    t2s_spider_word gap = {(uint32_t)begin, (uint32_t)end, t2s_spider_comment};
    return is_blank(text, begin, end) || t2s_vector_push(words, gap);
}

bool t2s_spider_split(t2s_spider_words *words, const char *text, size_t n)
{
    t2s_sql_scanner scanner = {text, n, 0, T2S_TK_END};
    t2s_sql_token token;
    size_t end = 0;
    while (t2s_sql_next_token(&scanner, &token) != T2S_TK_END) {
        t2s_spider_word w = {token.begin, token.end, flaw_of(text, &token)};
        t2s_spider_word *last =
            words->count ? &words->at[words->count - 1] : NULL;
        bool touches =
            last && token.begin == last->end && !are_parted(text, token.begin);
        if (touches && belongs_to(text, last, &token)) {
            last->end = token.end;
            last->flaw = last->flaw ? last->flaw : w.flaw;
        } else {
            if (touches)
                w.flaw = "no blank before this";
            if (!add_gap(words, text, end, token.begin) ||
                !t2s_vector_push(words, w))
                return false;
        }
        end = token.end;
    }
    return add_gap(words, text, end, n);
}

bool t2s_spider_number(const char *at, const char *end, double *number)
{
    double digits = 0, factor = *at == '-' ? -1 : 1;
    int places = 0, exponent = 0, sign = 1;
    bool behind = false, any = false;
    at += *at == '-' || *at == '+';
    for (; at < end && (t2s_is_digit(*at) || *at == '.'); at++) {
        any |= t2s_is_digit(*at);
        if (t2s_is_digit(*at))
            digits = digits * 10 + (*at - '0');
        places += behind && t2s_is_digit(*at);
        behind |= *at == '.';
    }
    if (any && at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (*at == '-' || *at == '+')
            sign = *at++ == '-' ? -1 : 1;
        for (; at < end && t2s_is_digit(*at); at++)
            if (exponent < 10000)
                exponent = exponent * 10 + (*at - '0');
    }
    exponent = sign * exponent - places;
    *number = factor * (exponent < 0 ? digits / pow(10, -exponent)
                                     : digits * pow(10, exponent));
    return any && at == end;
}
