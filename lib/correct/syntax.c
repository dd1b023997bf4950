/* syntax.c - repairs a syntax error: at the token where the parser stops, tries
 * replacements, insertions and deletions, and keeps the texts that parse
 * farthest (Burke and Fisher 1987). */
#include "correct/syntax.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/string.h"
#include "sql/token.h"

#define MOST_ROUNDS 3
#define MOST_KEPT   6     /* texts that are repaired further */
#define MOST_BYTES  10000 /* longer ones are not repaired */
#define FEW_TOKENS  4     /* of which one may be wrong */
#define GUESS       12    /* penalty of an edit that is a guess, in bytes */

/* Keywords that a misspelled word is compared with. */
static const char *const keywords[] = {
    "SELECT",   "FROM",  "WHERE", "GROUP BY",  "ORDER BY", "HAVING", "LIMIT",
    "DISTINCT", "JOIN",  "ON",    "AS",        "AND",      "OR",     "NOT",
    "IN",       "LIKE",  "IS",    "NULL",      "BETWEEN",  "UNION",  "EXCEPT",
    "CASE",     "WHEN",  "THEN",  "INTERSECT", "ELSE",     "END",    "ASC",
    "DESC",     "COUNT", "GROUP", "ORDER",     "EXISTS",   "LEFT",   "WITH"};
/* Tokens tried as insertions. */
static const char *const missing[] = {")",  ",",  "AND", "(",  "FROM",
                                      "AS", "ON", "IN",  "(*)"};

typedef struct attempt {
    const char *text;
    size_t length;
    size_t at;      /* where the parser stopped */
    size_t guesses; /* penalty in bytes of progress: GUESS for each edit that
                       nothing in the text suggests */
} attempt;

typedef struct repairer {
    attempt kept[MOST_KEPT], next[MOST_KEPT];
    size_t kept_count, next_count;
    t2sed_sql *out; /* the first that parses */
    t2s_arena arena;
    bool failed; /* memory was short */
} repairer;

static size_t cost(const attempt *one)
{
    return one->length - one->at + one->guesses;
}

/* Of those that do not parse, the ones that cost least. */
static void keep(repairer *m, const attempt *one)
{
    size_t at = m->next_count;
    while (at > 0 && cost(&m->next[at - 1]) > cost(one))
        at--;
    if (at == MOST_KEPT)
        return;
    if (m->next_count == MOST_KEPT)
        m->next_count--;
    memmove(m->next + at + 1, m->next + at,
            (m->next_count - at) * sizeof *m->next);
    m->next[at] = *one;
    m->next_count++;
}

/* Tries the text with `by` in the place of its bytes [begin, end). */
static void offer(repairer *m, const attempt *from, size_t begin, size_t end,
                  const char *by, size_t guess)
{
    const bool is_word = *by && !strchr("'\"`]", *by);
    t2s_string text = {0};
    t2sed_error err;
    t2sed_status status;
    if (m->out || m->failed)
        return;
    t2s_string_append_n(&text, from->text, begin);
    t2s_string_append(&text, is_word ? " " : "");
    t2s_string_append(&text, by);
    t2s_string_append(&text, is_word ? " " : "");
    t2s_string_append_n(&text, from->text + end, from->length - end);
    status = text.failed
                 ? T2SED_ENOMEM
                 : t2sed_sql_parse_n(&m->out, text.text, text.length, &err);
    m->failed = status == T2SED_ENOMEM;
    if (status == T2SED_ESYNTAX && err.offset >= 0) {
        attempt one = {NULL, text.length, (size_t)err.offset,
                       from->guesses + guess};
        one.text = t2s_arena_strndup(&m->arena, text.text, text.length);
        m->failed = !one.text;
        if (one.text)
            keep(m, &one);
    }
    t2s_string_free(&text);
}

/* A keyword that is like the word at [begin, end), but not that word. */
static void offer_keywords(repairer *m, const attempt *from, size_t begin,
                           size_t end)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const size_t n = strlen(keywords[i]);
        const size_t far =
            t2s_edit_distance(from->text + begin, end - begin, keywords[i], n);
        if (far > 0 && far <= (n < 4 ? 1 : 2) && far < end - begin)
            offer(m, from, begin, end, keywords[i], 0);
    }
}

/* A quote that is not closed ends before the next keyword, or the text. */
static void offer_quote(repairer *m, const attempt *from)
{
    const char first = from->text[from->at];
    const char quote[] = {first == '[' ? ']' : first, '\0'};
    t2s_sql_scanner scanner = {
        .text = from->text, .length = from->length, .at = from->at + 1};
    size_t end = from->length;
    t2s_sql_token token;
    int kind;
    while ((kind = t2s_sql_next_token(&scanner, &token)) != T2S_TK_END) {
        static const char *const after[] = {"AND",   "OR",    "GROUP", "ORDER",
                                            "LIMIT", "UNION", "FROM",  ")"};
        const size_t n = token.end - token.begin;
        for (size_t i = 0; i < sizeof after / sizeof *after; i++)
            if (strlen(after[i]) == n && end == from->length &&
                t2s_casecmp_n(from->text + token.begin, n, after[i], n) == 0)
                end = token.begin;
    }
    while (end > from->at + 1 && strchr(" \t\r\n;", from->text[end - 1]))
        end--;
    offer(m, from, end, end, quote, 0);
}

/* The token at which the parser stopped, and the one before it. */
static void find_tokens(t2s_sql_token *before, t2s_sql_token *here,
                        const attempt *from)
{
    t2s_sql_scanner scanner = {.text = from->text, .length = from->length};
    *before = *here = (t2s_sql_token){0, 0};
    while (t2s_sql_next_token(&scanner, here) != T2S_TK_END &&
           here->end <= from->at)
        *before = *here;
    if (here->begin == here->end) /* the end: before a comment, too */
        here->begin = here->end = before->end;
}

static void repair_once(repairer *m, const attempt *from)
{
    t2s_sql_token before, here;
    find_tokens(&before, &here, from);
    if (from->at < from->length && strchr("'\"`[", from->text[from->at]) &&
        here.end == from->length)
        offer_quote(m, from);
    offer_keywords(m, from, here.begin, here.end);
    offer_keywords(m, from, before.begin, before.end);
    for (int i = 0; i < 2; i++) {
        const t2s_sql_token *idle = i ? &before : &here;
        if (idle->begin < idle->end &&
            strchr(",()=<>.;", from->text[idle->begin]))
            offer(m, from, idle->begin, idle->end, "", GUESS);
    }
    if (t2s_is_one_of(from->text + before.begin, before.end - before.begin,
                      "GROUP ORDER PARTITION"))
        offer(m, from, here.begin, here.begin, "BY", 0);
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        offer(m, from, here.begin, here.begin, missing[i], GUESS);
    if (before.begin < before.end)
        offer(m, from, before.begin, before.end, "", GUESS);
    if (here.begin < here.end)
        offer(m, from, here.begin, here.end, "", GUESS);
}

static size_t count_tokens(const char *text, size_t n)
{
    t2s_sql_scanner scanner = {.text = text, .length = n};
    t2s_sql_token token;
    size_t count = 0;
    while (t2s_sql_next_token(&scanner, &token) != T2S_TK_END)
        count++;
    return count;
}

static void repair(repairer *m, const char *text, size_t n, size_t at)
{
    const size_t tokens = count_tokens(text, n);
    const size_t rounds =
        tokens < FEW_TOKENS ? tokens > 1 : tokens / FEW_TOKENS;
    m->kept[0] = (attempt){text, n, at, 0};
    m->kept_count = 1;
    for (size_t round = 0;
         round < rounds && round < MOST_ROUNDS && !m->out && !m->failed;
         round++) {
        m->next_count = 0;
        for (size_t i = 0; i < m->kept_count; i++)
            repair_once(m, &m->kept[i]);
        memcpy(m->kept, m->next, sizeof m->kept);
        m->kept_count = m->next_count;
    }
}

t2sed_status t2s_parse_or_repair(t2sed_sql **out, const char *text, size_t n,
                                 t2sed_error *err)
{
    repairer m = {.out = NULL};
    t2sed_error own;
    const t2sed_status status = t2sed_sql_parse_n(out, text, n, &own);
    if (status == T2SED_ESYNTAX && own.offset >= 0 && n <= MOST_BYTES &&
        !memchr(text, '\0', n))
        repair(&m, text, n, (size_t)own.offset);
    t2s_arena_free(&m.arena);
    if (m.out) {
        *out = m.out;
        return T2SED_OK;
    }
    if (m.failed)
        return t2s_fail_memory(err);
    if (status != T2SED_OK && err)
        *err = own;
    return status;
}
