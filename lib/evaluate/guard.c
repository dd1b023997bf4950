#include "evaluate/guard.h"

#include <string.h>

#include "base/string.h"
#include "sql/token.h"

/* Calls whose values may have full length, and the length that values always
 * may have. */
#define FREE_CALLS  16
#define LEAST_BYTES ((size_t)4096)

static bool is_format_call(const char *sql, t2s_sql_token word)
{
    const char *text = sql + word.begin;
    size_t n = word.end - word.begin;
    if (n > 2 && strchr("\"`['", *text)) {
        text++;
        n -= 2;
    }
    return t2s_casecmp_n(text, n, "printf", 6) == 0 ||
           t2s_casecmp_n(text, n, "format", 6) == 0;
}

/* Whether the literal has no %c with a precision. */
static bool is_plain(const char *sql, t2s_sql_token literal)
{
    for (size_t i = literal.begin + 1; i < literal.end; i++) {
        bool precision = false;
        if (sql[i] != '%')
            continue;
        for (i++; i < literal.end && strchr("+-# 0!,.*123456789l", sql[i]); i++)
            precision = precision || sql[i] == '.';
        if (i < literal.end && precision && sql[i] == 'c')
            return false;
    }
    return true;
}

bool t2s_guard_formats(const char *sql, size_t n, bool allow_one)
{
    t2s_sql_scanner scanner = {sql, n, 0, 0};
    t2s_sql_token before[3] = {{0, 0}, {0, 0}, {0, 0}}, token;
    size_t count = 0, unknown = 0;
    bool copied = false;
    while (t2s_sql_next_token(&scanner, &token) != T2S_TK_END) {
        copied =
            copied || t2s_casecmp_n(sql + token.begin, token.end - token.begin,
                                    "WITH", 4) == 0;
        /* printf ( literal , */
        if (count >= 3 && is_format_call(sql, before[0]) &&
            sql[before[1].begin] == '(') {
            if (sql[before[2].begin] != '\'' ||
                (sql[token.begin] != ',' && sql[token.begin] != ')'))
                unknown++;
            else if (!is_plain(sql, before[2]))
                return false;
        }
        before[0] = before[1];
        before[1] = before[2];
        before[2] = token;
        count++;
    }
    return unknown == 0 || (unknown == 1 && allow_one && !copied);
}

size_t t2s_guard_value_bytes(const char *sql, size_t n, size_t columns,
                             size_t bytes, size_t memory)
{
    size_t calls = 0, most = bytes;
    for (size_t i = 0; i < n; i++)
        calls += sql[i] == '(' || sql[i] == '|';
    if (calls > FREE_CALLS)
        most = bytes / calls * FREE_CALLS;
    if (columns && most > memory / columns)
        most = memory / columns;
    if (most < LEAST_BYTES)
        most = LEAST_BYTES;
    return most < bytes ? most : bytes;
}
