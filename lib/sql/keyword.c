#include <string.h>

#include "base/string.h"
#include "grammar.h"
#include "sql/token.h"

typedef struct keyword {
    char name[18];
    unsigned char kind;
} keyword;

/*
 * SQLite's keywords, sorted. Those that SQLite takes as names wherever its
 * SELECT language has no other use for them (ABORT, KEY, VIEW...) are missing
 * here unless the grammar gives them a use; those that are never names and
 * have no use in SELECT are TK_RESERVED.
 */
static const keyword keywords[] = {
    {"ABORT", TK_ABORT},
    {"ADD", TK_RESERVED},
    {"ALL", TK_ALL},
    {"ALTER", TK_RESERVED},
    {"AND", TK_AND},
    {"AS", TK_AS},
    {"ASC", TK_ASC},
    {"AUTOINCREMENT", TK_RESERVED},
    {"BETWEEN", TK_BETWEEN},
    {"BY", TK_BY},
    {"CASE", TK_CASE},
    {"CAST", TK_CAST},
    {"CHECK", TK_RESERVED},
    {"COLLATE", TK_COLLATE},
    {"COMMIT", TK_RESERVED},
    {"CONSTRAINT", TK_RESERVED},
    {"CREATE", TK_RESERVED},
    {"CROSS", TK_JOIN_KW},
    {"CURRENT", TK_CURRENT},
    {"CURRENT_DATE", TK_CTIME_KW},
    {"CURRENT_TIME", TK_CTIME_KW},
    {"CURRENT_TIMESTAMP", TK_CTIME_KW},
    {"DEFAULT", TK_RESERVED},
    {"DEFERRABLE", TK_RESERVED},
    {"DELETE", TK_RESERVED},
    {"DESC", TK_DESC},
    {"DISTINCT", TK_DISTINCT},
    {"DROP", TK_RESERVED},
    {"ELSE", TK_ELSE},
    {"END", TK_END},
    {"ESCAPE", TK_ESCAPE},
    {"EXCEPT", TK_EXCEPT},
    {"EXCLUDE", TK_EXCLUDE},
    {"EXISTS", TK_EXISTS},
    {"FAIL", TK_FAIL},
    {"FILTER", TK_FILTER},
    {"FIRST", TK_FIRST},
    {"FOLLOWING", TK_FOLLOWING},
    {"FOREIGN", TK_RESERVED},
    {"FROM", TK_FROM},
    {"FULL", TK_JOIN_KW},
    {"GLOB", TK_LIKE_KW},
    {"GROUP", TK_GROUP},
    {"GROUPS", TK_GROUPS},
    {"HAVING", TK_HAVING},
    {"IGNORE", TK_IGNORE},
    {"IN", TK_IN},
    {"INDEX", TK_RESERVED},
    {"INDEXED", TK_INDEXED},
    {"INNER", TK_JOIN_KW},
    {"INSERT", TK_RESERVED},
    {"INTERSECT", TK_INTERSECT},
    {"INTO", TK_RESERVED},
    {"IS", TK_IS},
    {"ISNULL", TK_ISNULL},
    {"JOIN", TK_JOIN},
    {"LAST", TK_LAST},
    {"LEFT", TK_JOIN_KW},
    {"LIKE", TK_LIKE_KW},
    {"LIMIT", TK_LIMIT},
    {"MATCH", TK_MATCH},
    {"MATERIALIZED", TK_MATERIALIZED},
    {"NATURAL", TK_JOIN_KW},
    {"NO", TK_NO},
    {"NOT", TK_NOT},
    {"NOTHING", TK_RESERVED},
    {"NOTNULL", TK_NOTNULL},
    {"NULL", TK_NULL},
    {"NULLS", TK_NULLS},
    {"OFFSET", TK_OFFSET},
    {"ON", TK_ON},
    {"OR", TK_OR},
    {"ORDER", TK_ORDER},
    {"OTHERS", TK_OTHERS},
    {"OUTER", TK_JOIN_KW},
    {"OVER", TK_OVER},
    {"PARTITION", TK_PARTITION},
    {"PRECEDING", TK_PRECEDING},
    {"PRIMARY", TK_RESERVED},
    {"RAISE", TK_RAISE},
    {"RANGE", TK_RANGE},
    {"RECURSIVE", TK_RECURSIVE},
    {"REFERENCES", TK_RESERVED},
    {"REGEXP", TK_LIKE_KW},
    {"RETURNING", TK_RESERVED},
    {"RIGHT", TK_JOIN_KW},
    {"ROLLBACK", TK_ROLLBACK},
    {"ROW", TK_ROW},
    {"ROWS", TK_ROWS},
    {"SELECT", TK_SELECT},
    {"SET", TK_RESERVED},
    {"TABLE", TK_RESERVED},
    {"THEN", TK_THEN},
    {"TIES", TK_TIES},
    {"TO", TK_RESERVED},
    {"TRANSACTION", TK_RESERVED},
    {"UNBOUNDED", TK_UNBOUNDED},
    {"UNION", TK_UNION},
    {"UNIQUE", TK_RESERVED},
    {"UPDATE", TK_RESERVED},
    {"USING", TK_USING},
    {"VALUES", TK_VALUES},
    {"WHEN", TK_WHEN},
    {"WHERE", TK_WHERE},
    {"WINDOW", TK_WINDOW},
    {"WITH", TK_WITH},
};

int t2s_sql_keyword(const char *word, size_t n)
{
    char upper[sizeof keywords[0].name];
    size_t low = 0, high = sizeof keywords / sizeof *keywords;
    if (n < 2 || n >= sizeof upper)
        return TK_ID;
    for (size_t i = 0; i < n; i++)
        upper[i] =
            (char)(word[i] >= 'a' && word[i] <= 'z' ? word[i] - 32 : word[i]);
    upper[n] = '\0';
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(upper, keywords[middle].name);
        if (order == 0)
            return keywords[middle].kind;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return TK_ID;
}

bool t2s_sql_is_plain_name(const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char c = t2s_ascii_lower(name[i]);
        if (c != '_' && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return n > 0 && t2s_sql_keyword(name, n) == TK_ID;
}

void t2s_sql_append_name(t2s_string *out, const char *name, size_t n)
{
    if (t2s_sql_is_plain_name(name, n))
        t2s_string_append_n(out, name, n);
    else
        t2s_string_append_quoted(out, name, n, '"');
}
