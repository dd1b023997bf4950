/*
 * Agreement with SQLite's own parser on random changes to queries of our own
 * and to predictions in ../shared/data. 20,000 changes of each by default;
 * more, with figures (the number is that of changes):
 *
 *     T2S_AGREEMENT=300000 build/test/sql/test_sqlite_changes
 */
#include "real_queries.h"

#include "base/string.h"

static long wanted_changes(void)
{
    const char *text = getenv("T2S_AGREEMENT");
    return text ? strtol(text, NULL, 10) : 20000;
}

static const char *const own[] = {
    "SELECT a, count(*) AS n FROM t AS x JOIN u ON x.b = u.b WHERE a > 1 AND "
    "NOT b LIKE 'x%' ESCAPE '!' GROUP BY a, b HAVING n > 2 ORDER BY 1 DESC "
    "NULLS LAST LIMIT 5 OFFSET 2",
    "WITH RECURSIVE c(x) AS NOT MATERIALIZED (SELECT 1 UNION ALL SELECT x + 1 "
    "FROM c) SELECT x FROM c, main.d NOT INDEXED LEFT JOIN e USING (x, y)",
    "SELECT sum(a) FILTER (WHERE b) OVER (w PARTITION BY c ORDER BY d ROWS "
    "BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE NO OTHERS) FROM t "
    "WINDOW w AS (ORDER BY a), v AS (RANGE CURRENT ROW)",
    "SELECT CASE a WHEN 1 THEN 'x' ELSE x'00' END, CAST(b AS NUMERIC(10, -2)) "
    "COLLATE nocase FROM (VALUES (1, 2), (3, 4)) AS v INDEXED BY i",
    "SELECT a IS NOT DISTINCT FROM b, c ISNULL, d NOT NULL, e NOT IN (1, 2), "
    "f IN (), g IN t, h IN f(1), -i -> 'j' ->> 'k', (1, 2) = (3, 4)",
};

static const char *const words[] = {
    "SELECT",
    "FROM",
    "WHERE",
    "GROUP",
    "BY",
    "HAVING",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "JOIN",
    "LEFT",
    "OUTER",
    "NATURAL",
    "ON",
    "USING",
    "AS",
    "DISTINCT",
    "ALL",
    "UNION",
    "EXCEPT",
    "WITH",
    "RECURSIVE",
    "MATERIALIZED",
    "VALUES",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "CAST",
    "COLLATE",
    "EXISTS",
    "NOT",
    "IN",
    "BETWEEN",
    "AND",
    "OR",
    "LIKE",
    "MATCH",
    "ESCAPE",
    "IS",
    "NULL",
    "ISNULL",
    "NOTNULL",
    "OVER",
    "PARTITION",
    "WINDOW",
    "ROWS",
    "RANGE",
    "GROUPS",
    "UNBOUNDED",
    "PRECEDING",
    "FOLLOWING",
    "CURRENT",
    "ROW",
    "EXCLUDE",
    "TIES",
    "OTHERS",
    "NO",
    "FILTER",
    "NULLS",
    "FIRST",
    "LAST",
    "ASC",
    "DESC",
    "INDEXED",
    "RAISE",
    "IGNORE",
    "ABORT",
    "CURRENT_TIME",
    "TRUE",
    "KEY",
    "VIEW",
    "ADD",
    "TABLE",
    "SET",
    "TO",
    "INDEX",
    "DEFAULT",
    "INTO",
    "REPLACE",
    "IF",
    "TEMP",
    "DO",
    "NOTHING",
    "ALWAYS",
    "(",
    ")",
    ",",
    ".",
    "*",
    "+",
    "-",
    "/",
    "%",
    "~",
    "&",
    "||",
    "<<",
    "<",
    ">=",
    "==",
    "<>",
    "->",
    "->>",
    ";",
    "?",
    "?1",
    ":a",
    "$c",
    "#1",
    "#a",
    "1",
    "1.5",
    "1e5",
    "1e",
    ".5",
    "0x1F",
    "0x1g",
    "x'ab'",
    "x'a'",
    "'s'",
    "\"id\"",
    "`id`",
    "[id]",
    "[",
    "'",
    "\"",
    "!",
    "^",
    "1a",
    "a",
    "t1",
    "/*",
    "--",
    "/**/",
    "rank()",
    "count(*)",
    "\v",
    "\xef\xbb\xbf",
    "\xc3\xa9",
};

static uint32_t draw(uint32_t *state, size_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((*state >> 8) % (below ? below : 1));
}

/* Where the word that covers byte `at` begins and ends: names and numbers are
 * words, and so is every other character. */
static void word_at(const char *text, size_t n, size_t at, size_t *begin,
                    size_t *end)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_.0123456789"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    *begin = *end = at;
    if (!strchr(letters, text[at]) || !text[at]) {
        while (*begin > 0 && ((unsigned char)text[*begin] & 0xC0) == 0x80)
            --*begin;
        do
            ++*end;
        while (*end < n && ((unsigned char)text[*end] & 0xC0) == 0x80);
        return;
    }
    while (*begin > 0 && strchr(letters, text[*begin - 1]))
        --*begin;
    while (*end < n && strchr(letters, text[*end]))
        ++*end;
}

/* Drops, doubles, replaces or puts in a word, or cuts the text off. */
static void change(t2s_string *text, uint32_t *state)
{
    t2s_string out = {0};
    const char *word = words[draw(state, sizeof words / sizeof *words)];
    size_t n = text->length, begin, end;
    uint32_t how = draw(state, 8);
    if (n == 0)
        return;
    word_at(text->text, n, draw(state, n), &begin, &end);
    t2s_string_append_n(&out, text->text, begin);
    if (how == 1) { /* doubled */
        t2s_string_append_n(&out, text->text + begin, end - begin);
        t2s_string_append_char(&out, ' ');
        t2s_string_append_n(&out, text->text + begin, end - begin);
    } else if (how >= 2 && how <= 6) {
        t2s_string_append_char(&out, ' ');
        t2s_string_append(&out, word);
        t2s_string_append_char(&out, ' ');
        if (how > 4)
            t2s_string_append_n(&out, text->text + begin, end - begin);
    }
    if (how != 7)
        t2s_string_append_n(&out, text->text + end, n - end);
    t2s_string_free(text);
    *text = out;
}

static void compare_changes(const queries *from, const char *what, long count)
{
    tally sum = {0};
    uint32_t state = 1;
    sqlite3 *db = t2s_test_open_database(":memory:");
    for (long i = 0; i < count; i++) {
        t2s_string text = {0};
        t2s_string_append(&text, from->at[draw(&state, from->count)]);
        for (uint32_t times = 1 + draw(&state, 2); times > 0; times--)
            change(&text, &state);
        if (text.text)
            compare(&sum, db, text.text);
        t2s_string_free(&text);
    }
    sqlite3_close(db);
    report(what, &sum);
}

START_TEST(changes_of_own_queries)
{
    queries list = {0};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        ck_assert(t2s_vector_push(&list, (char *)(uintptr_t)own[i]));
    compare_changes(&list, "changed own queries", wanted_changes());
    t2s_vector_free(&list);
}
END_TEST

START_TEST(changes_of_real_queries)
{
    queries list = {0};
    ck_assert(read_set(&list, sets[PREDICTIONS][0], sets[PREDICTIONS][1]));
    compare_changes(&list, "changed predictions/dev", wanted_changes());
    free_queries(&list);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("changes");
    if (is_there(sets[PREDICTIONS][1]))
        tcase_add_test(cases, changes_of_real_queries);
    else
        t2s_test_skip("changes of real queries", "no ../shared/data");
    tcase_add_test(cases, changes_of_own_queries);
    return run_agreement("sql sqlite changes", cases);
}
