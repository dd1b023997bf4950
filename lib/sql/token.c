#include "sql/token.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.h"
#include "sql/build.h"

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
        if (c != '_' && (c < 'a' || c > 'z') && (i == 0 || !t2s_is_digit(c)))
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

/* ------------------------------------------------------------------- tokens */

static bool is_hex_digit(char c)
{
    return t2s_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* What may follow the first character of a name. */
bool t2s_sql_is_name_char(char c)
{
    return is_letter(c) || t2s_is_digit(c) || c == '$';
}

/* SQLite starts no run of blanks with a vertical tab, but goes on with one. */
static bool starts_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static bool is_blank(char c)
{
    return starts_blank(c) || c == '\v';
}

/* The end of the run of such characters at `at`; a NUL is none of any kind. */
static size_t run(const char *text, size_t at, bool (*is_one)(char))
{
    while (is_one(text[at]))
        at++;
    return at;
}

/* Where the text at `at`, which begins a blank or a comment, goes on; `at`
 * where there is neither. Every read is stopped by the final NUL. */
static size_t skip_blank(const t2s_sql_scanner *scanner, size_t at)
{
    const char *text = scanner->text;
    if (starts_blank(text[at])) {
        at = run(text, at, is_blank);
    } else if (text[at] == '-' && text[at + 1] == '-') {
        while (at < scanner->length && text[at] != '\n')
            at++;
    } else if (text[at] == '/' && text[at + 1] == '*' &&
               at + 2 < scanner->length) {
        /* The star that opens a comment does not close it; one that is never
         * closed runs to the end, as in SQLite. */
        for (at += 3; at < scanner->length; at++)
            if (text[at - 1] == '*' && text[at] == '/')
                return at + 1;
        at = scanner->length;
    } else if ((unsigned char)text[at] == 0xEF &&
               (unsigned char)text[at + 1] == 0xBB &&
               (unsigned char)text[at + 2] == 0xBF) {
        at += 3; /* a byte order mark */
    }
    return at;
}

/* 'x', "x" and `x`: a doubled quote is part of the text. */
static int scan_quoted(const t2s_sql_scanner *scanner, size_t *at)
{
    const char *text = scanner->text;
    char quote = text[*at];
    size_t end = *at + 1;
    for (; end < scanner->length; end++) {
        if (text[end] != quote)
            continue;
        if (text[end + 1] != quote) {
            *at = end + 1;
            return quote == '\'' ? TK_STRING : TK_ID;
        }
        end++;
    }
    *at = scanner->length;
    return T2S_TK_ILLEGAL;
}

static int scan_bracketed(const t2s_sql_scanner *scanner, size_t *at)
{
    size_t end = *at + 1;
    while (end < scanner->length && scanner->text[end] != ']')
        end++;
    if (end == scanner->length) {
        *at = end;
        return T2S_TK_ILLEGAL;
    }
    *at = end + 1;
    return TK_ID;
}

/* x'53514C' */
static int scan_blob(const t2s_sql_scanner *scanner, size_t *at)
{
    const char *text = scanner->text;
    size_t begin = *at + 2, end = run(text, begin, is_hex_digit);
    int kind = TK_BLOB;
    if (text[end] != '\'' || (end - begin) % 2 != 0) {
        kind = T2S_TK_ILLEGAL;
        while (end < scanner->length && text[end] != '\'')
            end++;
    }
    *at = end < scanner->length ? end + 1 : end;
    return kind;
}

static int scan_number(const char *text, size_t *at)
{
    size_t end = *at, digits;
    int kind = TK_INTEGER;
    if (text[end] == '0' && t2s_ascii_lower(text[end + 1]) == 'x' &&
        is_hex_digit(text[end + 2])) {
        *at = run(text, end + 2, is_hex_digit);
        return kind;
    }
    end = run(text, end, t2s_is_digit);
    if (text[end] == '.') {
        kind = TK_FLOAT;
        end = run(text, end + 1, t2s_is_digit);
    }
    if (t2s_ascii_lower(text[end]) == 'e') {
        digits = end + (text[end + 1] == '+' || text[end + 1] == '-' ? 2 : 1);
        if (t2s_is_digit(text[digits])) {
            kind = TK_FLOAT;
            end = run(text, digits, t2s_is_digit);
        }
    }
    *at = run(text, end, t2s_sql_is_name_char);
    return *at > end ? T2S_TK_ILLEGAL : kind;
}

/* ?1, :name, @name, $name, with SQLite's $name::space(suffix). */
static int scan_variable(const char *text, size_t *at)
{
    size_t end = *at + 1, letters = 0;
    int kind = TK_VARIABLE;
    if (text[*at] == '?') {
        *at = run(text, end, t2s_is_digit);
        return TK_VARIABLE;
    }
    for (;; end++) {
        if (t2s_sql_is_name_char(text[end])) {
            letters++;
        } else if (text[end] == '(' && letters > 0) {
            do
                end++;
            while (text[end] && !is_blank(text[end]) && text[end] != ')');
            if (text[end] == ')')
                end++;
            else
                kind = T2S_TK_ILLEGAL;
            break;
        } else if (text[end] == ':' && text[end + 1] == ':') {
            end++;
        } else {
            break;
        }
    }
    /* "#1" is a register, which only SQLite itself may name. */
    if (text[*at] == '#' && t2s_is_digit(text[*at + 1]))
        kind = kind == TK_VARIABLE ? TK_RESERVED : kind;
    *at = end;
    return letters > 0 ? kind : T2S_TK_ILLEGAL;
}

static int scan_word(const char *text, size_t *at)
{
    const size_t begin = *at;
    *at = run(text, begin, t2s_sql_is_name_char);
    return t2s_sql_keyword(text + begin, *at - begin);
}

/* The frequent ones first; a longer one before what it begins with. */
static const struct {
    const char *text;
    int kind;
} operators[] = {{",", TK_COMMA},   {"(", TK_LP},           {")", TK_RP},
                 {".", TK_DOT},     {"*", TK_STAR},         {"==", TK_EQ},
                 {"=", TK_EQ},      {">>", TK_RSHIFT},      {">=", TK_GE},
                 {">", TK_GT},      {"<>", TK_NE},          {"<<", TK_LSHIFT},
                 {"<=", TK_LE},     {"<", TK_LT},           {"!=", TK_NE},
                 {"->>", TK_PTR},   {"->", TK_PTR},         {"-", TK_MINUS},
                 {"+", TK_PLUS},    {"/", TK_SLASH},        {"%", TK_REM},
                 {"||", TK_CONCAT}, {"|", TK_BITOR},        {"&", TK_BITAND},
                 {"~", TK_BITNOT},  {";", T2S_TK_SEMICOLON}};

const char *t2s_sql_operator_token(size_t i, int *kind)
{
    if (i >= COUNT(operators))
        return NULL;
    *kind = operators[i].kind;
    return operators[i].text;
}

static int scan_operator(const char *text, size_t *at)
{
    for (size_t i = 0; i < COUNT(operators); i++) {
        const size_t n = strlen(operators[i].text);
        if (strncmp(text + *at, operators[i].text, n) == 0) {
            *at += n;
            return operators[i].kind;
        }
    }
    ++*at;
    return T2S_TK_ILLEGAL;
}

/* The token at *at, which is neither blank nor end; moves *at behind it. */
static int scan_token(const t2s_sql_scanner *scanner, size_t *at)
{
    const char *text = scanner->text;
    char c = text[*at];
    switch (c) {
    case '\'':
    case '"':
    case '`':
        return scan_quoted(scanner, at);
    case '[':
        return scan_bracketed(scanner, at);
    case '?':
    case ':':
    case '@':
    case '$':
    case '#':
        return scan_variable(text, at);
    case 'x':
    case 'X':
        return text[*at + 1] == '\'' ? scan_blob(scanner, at)
                                     : scan_word(text, at);
    default:
        if (t2s_is_digit(c) || (c == '.' && t2s_is_digit(text[*at + 1])))
            return scan_number(text, at);
        return is_letter(c) ? scan_word(text, at) : scan_operator(text, at);
    }
}

static int scan_next(const t2s_sql_scanner *scanner, size_t *at, size_t *begin)
{
    size_t here = *at, after;
    while ((after = skip_blank(scanner, here)) != here)
        here = after;
    *begin = *at = here;
    return here >= scanner->length ? T2S_TK_END : scan_token(scanner, at);
}

/* Whether a token could be a name: SQLite's test before it takes WINDOW, OVER
 * or FILTER for a keyword. */
static bool is_name(int kind)
{
    return kind == TK_ID || kind == TK_STRING || kind == TK_JOIN_KW ||
           kind == TK_WINDOW || kind == TK_OVER ||
           t2s_sql_grammar_fallback(kind) == TK_ID;
}

/* WINDOW, OVER and FILTER are keywords only where what stands around them says
 * so, and names everywhere else. */
static int settle(const t2s_sql_scanner *scanner, size_t at, int kind)
{
    size_t begin;
    int next = scan_next(scanner, &at, &begin);
    bool is_keyword;
    if (kind == TK_WINDOW)
        is_keyword = is_name(next) && scan_next(scanner, &at, &begin) == TK_AS;
    else if (kind == TK_OVER)
        is_keyword = scanner->last == TK_RP && (next == TK_LP || is_name(next));
    else
        is_keyword = scanner->last == TK_RP && next == TK_LP;
    return is_keyword ? kind : TK_ID;
}

int t2s_sql_next_token(t2s_sql_scanner *scanner, t2s_sql_token *token)
{
    size_t begin;
    int kind = scan_next(scanner, &scanner->at, &begin);
    if (kind == TK_WINDOW || kind == TK_OVER || kind == TK_FILTER)
        kind = settle(scanner, scanner->at, kind);
    token->begin = (uint32_t)begin;
    token->end = (uint32_t)scanner->at;
    scanner->last = kind;
    return kind;
}
