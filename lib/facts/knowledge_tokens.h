/* knowledge_tokens.h - the tokens of knowledge: prose with pieces of SQL in
 * it. */
#ifndef T2S_FACTS_KNOWLEDGE_TOKENS_H
#define T2S_FACTS_KNOWLEDGE_TOKENS_H

#include "base/vector.h"
#include "facts/query.h"

typedef enum t2s_hint_kind {
    T2S_HINT_WORD,   /* letters, digits and _ in a row */
    T2S_HINT_NUMBER, /* digits; 1,000 and 0.5 too */
    T2S_HINT_TEXT,   /* in ' ' or " " */
    T2S_HINT_NAME,   /* in ` ` or [ ] */
    T2S_HINT_COMPARISON,
    T2S_HINT_SIGN, /* + - * / */
    T2S_HINT_MARK, /* ( ) , . and others */
    T2S_HINT_BREAK /* ; a full stop, a line's end; and behind the last */
} t2s_hint_kind;

typedef struct t2s_hint_token {
    t2s_hint_kind kind;
    uint32_t begin, end;   /* bytes of the text, without quotes */
    char sign;             /* of a sign or mark, or the quote */
    t2s_query_operator is; /* of a comparison */
} t2s_hint_token;

typedef T2S_VECTOR(t2s_hint_token) t2s_hint_tokens;

/* Splits text[begin..n); the last token is a T2S_HINT_BREAK. False when memory
 * is short. */
bool t2s_hint_tokens_read(t2s_hint_tokens *out, const char *text, size_t begin,
                          size_t n);

#endif
