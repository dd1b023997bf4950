/* token.h - cutting SQL into tokens by the rules of SQLite 3.40. */
#ifndef T2S_SQL_TOKEN_H
#define T2S_SQL_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/private.h"
#include "base/string.h"

/* The bytes of a token in the query. */
typedef struct t2s_sql_token {
    uint32_t begin, end;
} t2s_sql_token;

/* Kinds of tokens are the grammar's TK_* and these, which it never sees. */
#define T2S_TK_END       0
#define T2S_TK_SEMICOLON 1000
#define T2S_TK_ILLEGAL   1001

/* Reads one token after another. `text` ends in a NUL at text[length]. */
typedef struct t2s_sql_scanner {
    const char *text;
    size_t length, at;
    int last; /* kind of the token before, for OVER and FILTER */
} t2s_sql_scanner;

/* The kind of the next token that is no blank or comment; at the end
 * T2S_TK_END, with an empty token. */
T2S_PRIVATE
int t2s_sql_next_token(t2s_sql_scanner *scanner, t2s_sql_token *token);

/* What may follow the first character of a name. */
bool t2s_sql_is_name_char(char c);
/* Operator `i`, a longer one before what it begins with, and its kind; NULL
 * behind the last. */
const char *t2s_sql_operator_token(size_t i, int *kind);
/* The TK_* of a keyword of the grammar, in any case; TK_ID for other words. */
int t2s_sql_keyword(const char *word, size_t n);
/* A keyword of that kind, or NULL. */
const char *t2s_sql_keyword_name(int kind);
/* Whether a name can stand without quotes: letters of ASCII, digits and _, and
 * no keyword. */
T2S_PRIVATE
bool t2s_sql_is_plain_name(const char *name, size_t n);
/* Appends a name as SQL spells it: in double quotes where it needs them. */
void t2s_sql_append_name(t2s_string *out, const char *name, size_t n);

#endif
