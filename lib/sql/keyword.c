#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "grammar.h"
#include "sql/token.h"

/* The keywords that have a kind of their own, sorted: grammar.y numbers their
 * kinds in the same order, from TK_ABORT to TK_WITH. */
static const char *const keywords[] = {
    "ABORT",     "ALL",    "AND",          "AS",        "ASC",
    "BETWEEN",   "BY",     "CASE",         "CAST",      "COLLATE",
    "CURRENT",   "DESC",   "DISTINCT",     "ELSE",      "END",
    "ESCAPE",    "EXCEPT", "EXCLUDE",      "EXISTS",    "FAIL",
    "FILTER",    "FIRST",  "FOLLOWING",    "FROM",      "GROUP",
    "GROUPS",    "HAVING", "IGNORE",       "IN",        "INDEXED",
    "INTERSECT", "IS",     "ISNULL",       "JOIN",      "LAST",
    "LIMIT",     "MATCH",  "MATERIALIZED", "NO",        "NOT",
    "NOTNULL",   "NULL",   "NULLS",        "OFFSET",    "ON",
    "OR",        "ORDER",  "OTHERS",       "OVER",      "PARTITION",
    "PRECEDING", "RAISE",  "RANGE",        "RECURSIVE", "ROLLBACK",
    "ROW",       "ROWS",   "SELECT",       "THEN",      "TIES",
    "UNBOUNDED", "UNION",  "USING",        "VALUES",    "WHEN",
    "WHERE",     "WINDOW", "WITH"};

/* Those that share a kind. */
static const struct {
    const char *name;
    int kind;
} others[] = {{"CROSS", TK_JOIN_KW},         {"CURRENT_DATE", TK_CTIME_KW},
              {"CURRENT_TIME", TK_CTIME_KW}, {"CURRENT_TIMESTAMP", TK_CTIME_KW},
              {"FULL", TK_JOIN_KW},          {"GLOB", TK_LIKE_KW},
              {"INNER", TK_JOIN_KW},         {"LEFT", TK_JOIN_KW},
              {"LIKE", TK_LIKE_KW},          {"NATURAL", TK_JOIN_KW},
              {"OUTER", TK_JOIN_KW},         {"REGEXP", TK_LIKE_KW},
              {"RIGHT", TK_JOIN_KW}};

/* Those that are never names and have no use in SELECT, sorted. All other
 * keywords of SQLite (KEY, VIEW...) are names wherever a query may have them.
 */
static const char *const reserved[] = {
    "ADD",        "ALTER",   "AUTOINCREMENT", "CHECK",      "COMMIT",
    "CONSTRAINT", "CREATE",  "DEFAULT",       "DEFERRABLE", "DELETE",
    "DROP",       "FOREIGN", "INDEX",         "INSERT",     "INTO",
    "NOTHING",    "PRIMARY", "REFERENCES",    "RETURNING",  "SET",
    "TABLE",      "TO",      "TRANSACTION",   "UNIQUE",     "UPDATE"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static_assert(TK_WITH - TK_ABORT + 1 == COUNT(keywords), "keywords");

const char *t2s_sql_keyword_name(int kind)
{
    return kind >= TK_ABORT && kind <= TK_WITH ? keywords[kind - TK_ABORT]
                                               : NULL;
}

static int compare(const void *word, const void *name)
{
    return strcmp(word, *(const char *const *)name);
}

int t2s_sql_keyword(const char *word, size_t n)
{
    char upper[sizeof "CURRENT_TIMESTAMP"];
    const char *const *found;
    if (n < 2 || n >= sizeof upper)
        return TK_ID;
    for (size_t i = 0; i < n; i++)
        upper[i] =
            (char)(word[i] >= 'a' && word[i] <= 'z' ? word[i] - 32 : word[i]);
    upper[n] = '\0';
    found =
        bsearch(upper, keywords, COUNT(keywords), sizeof *keywords, compare);
    if (found)
        return TK_ABORT + (int)(found - keywords);
    for (size_t i = 0; i < COUNT(others); i++)
        if (strcmp(upper, others[i].name) == 0)
            return others[i].kind;
    return bsearch(upper, reserved, COUNT(reserved), sizeof *reserved, compare)
               ? TK_RESERVED
               : TK_ID;
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
