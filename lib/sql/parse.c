#include <string.h>

#include "base/utf8.h"
#include "grammar.h"
#include "sql/build.h"
#include "sql/sql.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ----------------------------------------------- what the grammar builds with
 */

const char *const t2s_sql_rule_names[T2S_RULE_COUNT] = {
#define T2S_SQL_RULE(name) #name,
    T2S_SQL_RULES(T2S_SQL_RULE)
#undef T2S_SQL_RULE
};

t2s_sql_part t2s_sql_none(void)
{
    t2s_sql_part none = {T2S_NO_NODE, T2S_NO_NODE, 0, 0};
    return none;
}

static t2s_sql_part one(t2s_sql_build *build, int32_t node)
{
    t2s_sql_part part = t2s_sql_none();
    if (node == T2S_NO_NODE)
        build->status = T2SED_ENOMEM;
    part.first = part.last = node;
    return part;
}

t2s_sql_part t2s_sql_leaf(t2s_sql_build *build, t2s_sql_token token)
{
    if (!build->tree || build->status)
        return t2s_sql_none();
    return one(build, t2s_tree_add_terminal(
                          build->tree, build->text + token.begin,
                          token.end - token.begin, token.begin, token.end));
}

t2s_sql_part t2s_sql_leaf_of_two(t2s_sql_build *build, t2s_sql_token a,
                                 t2s_sql_token b)
{
    t2s_string text = {0};
    t2s_sql_part part;
    if (!build->tree || build->status)
        return t2s_sql_none();
    t2s_string_append_n(&text, build->text + a.begin, a.end - a.begin);
    t2s_string_append_char(&text, ' ');
    t2s_string_append_n(&text, build->text + b.begin, b.end - b.begin);
    part = one(build, text.failed
                          ? T2S_NO_NODE
                          : t2s_tree_add_terminal(build->tree, text.text,
                                                  text.length, a.begin, b.end));
    t2s_string_free(&text);
    return part;
}

t2s_sql_part t2s_sql_join(t2s_sql_build *build, const t2s_sql_part *parts,
                          size_t count)
{
    t2s_sql_part all = t2s_sql_none();
    if (!build->tree || build->status)
        return all;
    for (size_t i = 0; i < count; i++) {
        all.joined |= parts[i].joined;
        if (parts[i].level > all.level)
            all.level = parts[i].level;
        if (parts[i].first == T2S_NO_NODE)
            continue;
        if (all.first == T2S_NO_NODE)
            all.first = parts[i].first;
        else
            build->tree->nodes[all.last].next_sibling = parts[i].first;
        all.last = parts[i].last;
    }
    return all;
}

t2s_sql_part t2s_sql_node(t2s_sql_build *build, t2s_sql_rule rule,
                          const t2s_sql_part *parts, size_t count)
{
    t2s_sql_part children = t2s_sql_join(build, parts, count);
    t2s_sql_part node;
    if (!build->tree || build->status)
        return children;
    node = one(build, t2s_tree_add_nonterminal(build->tree,
                                               t2s_sql_rule_names[rule], 0, 0));
    if (build->status)
        return node;
    for (int32_t child = children.first, next; child != T2S_NO_NODE;
         child = next) {
        next = build->tree->nodes[child].next_sibling;
        t2s_tree_append(build->tree, node.first, child);
    }
    node.level = children.level;
    if (rule == T2S_RULE_expr || rule == T2S_RULE_table_or_subquery)
        node.level++;
    /* The innermost expression is on level 1, within no other. */
    if (node.level > T2S_SQL_MAX_NESTING + 1)
        build->status = T2SED_ELIMIT;
    return node;
}

t2s_sql_part t2s_sql_name(t2s_sql_build *build, t2s_sql_rule rule,
                          t2s_sql_token token)
{
    t2s_sql_part leaf = t2s_sql_leaf(build, token);
    t2s_sql_part any = t2s_sql_node(build, T2S_RULE_any_name, &leaf, 1);
    return t2s_sql_node(build, rule, &any, 1);
}

t2s_sql_part t2s_sql_lone_name(t2s_sql_build *build, t2s_sql_token token)
{
    const char *text = build->text + token.begin;
    size_t n = token.end - token.begin;
    t2s_sql_part part;
    if (t2s_casecmp_n(text, n, "TRUE", 4) == 0 ||
        t2s_casecmp_n(text, n, "FALSE", 5) == 0) {
        part = t2s_sql_leaf(build, token);
        part = t2s_sql_node(build, T2S_RULE_literal_value, &part, 1);
    } else {
        part = t2s_sql_name(build, T2S_RULE_column_name, token);
    }
    return t2s_sql_node(build, T2S_RULE_expr, &part, 1);
}

/* ------------------------------------------------------------------ parsing */

/* Where a parse came to: the token that it stopped at, and what it has seen of
 * the statement that tells INSERT after WITH from a typing error. */
typedef struct progress {
    int kind;
    t2s_sql_token token;
    size_t depth;   /* open parentheses */
    bool first;     /* no token of the statement before this one */
    bool with_only; /* WITH began it, and no SELECT or VALUES followed */
} progress;

/*
 * Feeds tokens until the end of the first statement or the first failure. In a
 * repeated parse `stop` is the byte of the failed token, which is not fed.
 */
static void run(t2s_sql_build *build, void *parser, t2s_sql_scanner *scanner,
                progress *at, size_t stop)
{
    at->depth = 0;
    at->first = true;
    at->with_only = false;
    for (;;) {
        at->kind = t2s_sql_next_token(scanner, &at->token);
        if (at->first && at->kind == T2S_TK_SEMICOLON)
            continue;
        if (at->token.begin >= stop)
            return;
        if (at->kind == T2S_TK_ILLEGAL) {
            build->status = T2SED_ESYNTAX;
            return;
        }
        if (at->kind == T2S_TK_SEMICOLON)
            at->kind = T2S_TK_END;
        if (at->first && at->kind == T2S_TK_END) {
            build->status = T2SED_EEMPTY;
            return;
        }
        if (at->kind == TK_LP && ++at->depth > T2S_SQL_MAX_NESTING) {
            build->status = T2SED_ELIMIT;
            return;
        }
        t2s_sql_grammar_feed(parser, at->kind, at->token);
        if (build->status || at->kind == T2S_TK_END)
            return;
        if (at->kind == TK_RP)
            at->depth--;
        if (at->first)
            at->with_only = at->kind == TK_WITH;
        if (at->depth == 0 && (at->kind == TK_SELECT || at->kind == TK_VALUES))
            at->with_only = false;
        at->first = false;
    }
}

static bool is_word(const char *text, t2s_sql_token token,
                    const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (t2s_casecmp_n(text + token.begin, token.end - token.begin, list[i],
                          strlen(list[i])) == 0)
            return true;
    return false;
}

/* Whether the token that failed begins a statement other than SELECT. */
static bool begins_other_statement(const char *text, const progress *at)
{
    static const char *const first[] = {
        "ALTER",   "ANALYZE",  "ATTACH",    "BEGIN",   "COMMIT",
        "CREATE",  "DELETE",   "DETACH",    "DROP",    "END",
        "EXPLAIN", "INSERT",   "PRAGMA",    "REINDEX", "RELEASE",
        "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE",  "VACUUM"};
    static const char *const after_with[] = {"DELETE", "INSERT", "REPLACE",
                                             "UPDATE"};
    return at->first
               ? is_word(text, at->token, first, COUNT(first))
               : at->with_only && at->depth == 0 &&
                     is_word(text, at->token, after_with, COUNT(after_with));
}

/* A token as a message shows it: cut where it is long, between characters. */
static int shown_length(const char *text, t2s_sql_token token)
{
    size_t n = token.end - token.begin, at = 0;
    if (n <= 40)
        return (int)n;
    while (at < 37)
        at += t2s_utf8_length(text + token.begin + at, n - at);
    return (int)at;
}

static t2sed_status fail_illegal(const t2sed_sql *sql, const progress *at,
                                 t2sed_error *err)
{
    const char *text = sql->text;
    const size_t byte = t2s_sql_source_at(sql, at->token.begin);
    const char first = text[at->token.begin];
    const char *why =
        strchr("'\"`", first) ? ", whose closing quote is missing"
        : first == '['        ? ", whose closing bracket is missing"
        : t2s_ascii_lower(first) == 'x'
            ? ", which is no blob: it needs an even number of hex "
              "digits"
            : "";
    return t2s_fail(err, T2SED_ESYNTAX, (ptrdiff_t)byte,
                    "SQL, byte %zu: unrecognized token \"%.*s\"%s", byte,
                    shown_length(text, at->token), text + at->token.begin, why);
}

/* What a message calls a kind of token. */
static const char *kind_name(int kind)
{
    static const struct {
        int kind;
        const char *name;
    } names[] = {{TK_RP, "\")\""},       {TK_LP, "\"(\""},
                 {TK_STAR, "\"*\""},     {TK_COMMA, "\",\""},
                 {TK_DOT, "\".\""},      {TK_GROUP, "GROUP BY"},
                 {TK_ORDER, "ORDER BY"}, {TK_PARTITION, "PARTITION BY"},
                 {TK_LIKE_KW, "LIKE"},   {TK_INTEGER, "a number"},
                 {TK_ID, "a name"},      {T2S_TK_END, "end of query"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].kind == kind)
            return names[i].name;
    return t2s_sql_keyword_name(kind);
}

static bool is_among(int kind, const int *kinds)
{
    while (*kinds >= 0 && *kinds != kind)
        kinds++;
    return *kinds == kind;
}

enum { MOST_WORDS = 12 };

/* Appends such as `FROM, WHERE, "," or end of query`, from what the parser can
 * take next. Operators and the beginnings of expressions are summed up. */
static void describe_expected(t2s_string *out, void *parser)
{
    /* In the order of the message: what most likely was meant comes first. */
    static const int kinds[] = {
        TK_SELECT,    TK_WITH,      TK_VALUES,  TK_RP,    TK_FROM,
        TK_JOIN,      TK_ON,        TK_USING,   TK_WHERE, TK_GROUP,
        TK_BY,        TK_HAVING,    TK_ORDER,   TK_LIMIT, TK_OFFSET,
        TK_ASC,       TK_DESC,      TK_WHEN,    TK_THEN,  TK_ELSE,
        TK_END,       TK_PARTITION, TK_ROWS,    TK_ROW,   TK_PRECEDING,
        TK_FOLLOWING, TK_FIRST,     TK_LAST,    TK_NULL,  TK_AND,
        TK_IN,        TK_LIKE_KW,   TK_BETWEEN, TK_STAR,  TK_COMMA,
        TK_INTEGER,   TK_UNION,     TK_AS,      TK_LP,    TK_DOT,
        TK_ID,        T2S_TK_END};
    static const int of_expression[] = {TK_LP, TK_NULL, TK_INTEGER, TK_ID, -1};
    static const int of_operators[] = {TK_STAR,    TK_AND,     TK_IN,
                                       TK_LIKE_KW, TK_BETWEEN, -1};
    const char *found[MOST_WORDS + 4];
    size_t count = 0;
    bool expression = t2s_sql_grammar_takes(parser, TK_VARIABLE);
    bool operators = t2s_sql_grammar_takes(parser, TK_CONCAT);
    if (expression)
        found[count++] = "an expression";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((count < MOST_WORDS || kinds[i] == T2S_TK_END) &&
            !(expression && is_among(kinds[i], of_expression)) &&
            !(operators && is_among(kinds[i], of_operators)) &&
            t2s_sql_grammar_takes(parser, kinds[i]))
            found[count++] = kind_name(kinds[i]);
    if (operators)
        found[count++] = "an operator";
    for (size_t i = 0; i < count; i++) {
        t2s_string_append(out, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        t2s_string_append(out, found[i]);
    }
}

/* Parses again up to the failed token, this time without a tree and without
 * the reductions that the token caused, to see what could have followed. */
static bool list_expected(t2s_string *list, const t2sed_sql *sql,
                          const progress *failed)
{
    t2s_sql_build build = {NULL, sql->text, T2SED_OK, false};
    t2s_sql_scanner scanner = {sql->text, sql->length, 0, T2S_TK_END};
    progress at;
    void *parser = t2s_sql_grammar_new(&build);
    if (!parser)
        return false;
    run(&build, parser, &scanner, &at, failed->token.begin);
    if (!build.status)
        describe_expected(list, parser);
    t2s_sql_grammar_free(parser);
    return !build.status && !list->failed;
}

static t2sed_status fail_syntax(const t2sed_sql *sql, const progress *at,
                                t2sed_error *err)
{
    const char *found = sql->text + at->token.begin;
    int shown = shown_length(sql->text, at->token);
    size_t byte = t2s_sql_source_at(sql, at->token.begin);
    t2s_string expected = {0};
    t2sed_status status;
    if (at->kind == T2S_TK_ILLEGAL)
        return fail_illegal(sql, at, err);
    if (begins_other_statement(sql->text, at))
        return t2s_fail(err, T2SED_ENOTSELECT, (ptrdiff_t)byte,
                        "SQL, byte %zu: %.*s is not a query; "
                        "only SELECT, VALUES and WITH ... SELECT are",
                        byte, shown, found);
    if (!list_expected(&expected, sql, at))
        status = t2s_fail_memory(err);
    else if (at->kind == T2S_TK_END)
        status = t2s_fail(err, T2SED_ESYNTAX, (ptrdiff_t)byte,
                          "SQL, byte %zu: the query ends too early, expected "
                          "%s",
                          byte, expected.text ? expected.text : "more");
    else
        status = t2s_fail(err, T2SED_ESYNTAX, (ptrdiff_t)byte,
                          "SQL, byte %zu: found \"%.*s\", expected %s", byte,
                          shown, found, expected.text ? expected.text : "more");
    t2s_string_free(&expected);
    return status;
}

static t2sed_status fail(const t2sed_sql *sql, t2sed_status status,
                         const progress *at, t2sed_error *err)
{
    size_t byte;
    switch (status) {
    case T2SED_ESYNTAX:
        return fail_syntax(sql, at, err);
    case T2SED_EEMPTY:
        return t2s_fail(err, status, 0, "SQL: the query is empty");
    case T2SED_ELIMIT:
        byte = t2s_sql_source_at(sql, at->token.begin);
        return t2s_fail(err, status, (ptrdiff_t)byte,
                        "SQL, byte %zu: more than %d levels of nesting", byte,
                        T2S_SQL_MAX_NESTING);
    default:
        return t2s_fail_memory(err);
    }
}

/* After the first statement only semicolons, blanks and comments may follow. */
static t2sed_status check_rest(const t2sed_sql *sql, t2s_sql_scanner *scanner,
                               t2sed_error *err)
{
    t2s_sql_token token;
    size_t byte;
    int kind;
    do
        kind = t2s_sql_next_token(scanner, &token);
    while (kind == T2S_TK_SEMICOLON);
    if (kind == T2S_TK_END)
        return T2SED_OK;
    byte = t2s_sql_source_at(sql, token.begin);
    return t2s_fail(err, T2SED_EMANY, (ptrdiff_t)byte,
                    "SQL, byte %zu: a second statement begins with \"%.*s\"; "
                    "only one is allowed",
                    byte, shown_length(scanner->text, token),
                    scanner->text + token.begin);
}

t2sed_status t2s_sql_parse_text(t2sed_sql *sql, t2sed_error *err)
{
    t2s_sql_build build = {&sql->full, sql->text, T2SED_OK, false};
    t2s_sql_scanner scanner = {sql->text, sql->length, 0, T2S_TK_END};
    progress at;
    void *parser = t2s_sql_grammar_new(&build);
    if (!parser)
        return t2s_fail_memory(err);
    run(&build, parser, &scanner, &at, SIZE_MAX);
    t2s_sql_grammar_free(parser);
    if (build.status)
        return fail(sql, build.status, &at, err);
    if (!build.accepted)
        return t2s_fail(err, T2SED_EINTERNAL, -1,
                        "SQL: the parser neither took nor refused the query");
    return check_rest(sql, &scanner, err);
}

/* What can be said of the text before it is cut into tokens. */
t2sed_status t2s_sql_check_text(const char *text, size_t n, t2sed_error *err)
{
    const char *nul;
    if (n > T2SED_SQL_MAX_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: %zu bytes, more than the %d that are allowed", n,
                        T2SED_SQL_MAX_BYTES);
    nul = n ? memchr(text, '\0', n) : NULL;
    if (nul)
        return t2s_fail(err, T2SED_ESYNTAX, nul - text,
                        "SQL, byte %td: found a NUL byte, which SQL has none "
                        "of",
                        nul - text);
    return t2s_utf8_check(text, n, "SQL", err);
}
