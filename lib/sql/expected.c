#include "sql/expected.h"

#include "grammar.h"
#include "sql/parser.h"

typedef struct word {
    int kind;
    const char *text;
} word;

/* In the order of the message: what most likely was meant comes first.
 * Operators and the beginnings of expressions are summed up. */
static const word words[] = {
    {TK_SELECT, "SELECT"},
    {TK_WITH, "WITH"},
    {TK_VALUES, "VALUES"},
    {TK_RP, "\")\""},
    {TK_FROM, "FROM"},
    {TK_JOIN, "JOIN"},
    {TK_ON, "ON"},
    {TK_USING, "USING"},
    {TK_WHERE, "WHERE"},
    {TK_GROUP, "GROUP BY"},
    {TK_BY, "BY"},
    {TK_HAVING, "HAVING"},
    {TK_ORDER, "ORDER BY"},
    {TK_LIMIT, "LIMIT"},
    {TK_OFFSET, "OFFSET"},
    {TK_ASC, "ASC"},
    {TK_DESC, "DESC"},
    {TK_WHEN, "WHEN"},
    {TK_THEN, "THEN"},
    {TK_ELSE, "ELSE"},
    {TK_END, "END"},
    {TK_PARTITION, "PARTITION BY"},
    {TK_ROWS, "ROWS"},
    {TK_ROW, "ROW"},
    {TK_PRECEDING, "PRECEDING"},
    {TK_FOLLOWING, "FOLLOWING"},
    {TK_FIRST, "FIRST"},
    {TK_LAST, "LAST"},
    {TK_NULL, "NULL"},
    {TK_AND, "AND"},
    {TK_IN, "IN"},
    {TK_LIKE_KW, "LIKE"},
    {TK_BETWEEN, "BETWEEN"},
    {TK_STAR, "\"*\""},
    {TK_COMMA, "\",\""},
    {TK_INTEGER, "a number"},
    {TK_UNION, "UNION"},
    {TK_AS, "AS"},
    {TK_LP, "\"(\""},
    {TK_DOT, "\".\""},
    {TK_ID, "a name"},
    {T2S_TK_END, "end of query"},
};

enum { MOST_WORDS = 12 };

void t2s_sql_describe_expected(t2s_string *out, void *parser)
{
    const char *found[MOST_WORDS + 4];
    size_t count = 0;
    bool expression = t2s_sql_grammar_takes(parser, TK_VARIABLE);
    bool operators = t2s_sql_grammar_takes(parser, TK_CONCAT);
    if (expression)
        found[count++] = "an expression";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int kind = words[i].kind;
        if (count == MOST_WORDS && kind != T2S_TK_END)
            continue;
        if (expression && (kind == TK_LP || kind == TK_NULL ||
                           kind == TK_INTEGER || kind == TK_ID))
            continue;
        if (operators && (kind == TK_STAR || kind == TK_AND || kind == TK_IN ||
                          kind == TK_LIKE_KW || kind == TK_BETWEEN))
            continue;
        if (t2s_sql_grammar_takes(parser, kind))
            found[count++] = words[i].text;
    }
    if (operators)
        found[count++] = "an operator";
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            t2s_string_append(out, i + 1 < count ? ", " : " or ");
        t2s_string_append(out, found[i]);
    }
}
