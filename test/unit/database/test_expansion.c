/* Queries, views and columns that grow while SQLite prepares them; and such as
 * only look so. */
#include "sandbox_test.h"

#include "base/clock.h"

#define ITEM "CREATE TABLE item (x, y); INSERT INTO item VALUES (1, 2);"

static void expect(t2s_sandbox *sandbox, const char *sql, t2s_run wanted)
{
    t2sed_error err = {0};
    double start = seconds_now();
    t2s_run how = run_in(sandbox, sql, 5000 * t2s_test_slowness(), &err);
    ck_assert_msg(how == wanted, "%.200s: %d, not %d: %s", sql, (int)how,
                  (int)wanted, err.text);
    if (wanted == T2S_RUN_TIME)
        ck_assert_msg(strstr(err.text, "mention each other") != NULL, "%s",
                      err.text);
    ck_assert(seconds_now() - start < 4 * t2s_test_slowness());
}

/* "WITH a0 AS (first), a1 AS (each level, with the number of the one before
 * for every %d) ... SELECT last FROM aN". */
static char *chain(const char *first, const char *level, int levels,
                   const char *last)
{
    t2s_string text = {0};
    t2s_string_append_format(&text, "WITH a0 AS (%s)", first);
    for (int i = 1; i <= levels; i++) {
        t2s_string_append_format(&text, ", a%d AS (", i);
        for (const char *at = level; *at; at++)
            if (*at == '#')
                t2s_string_append_format(&text, "%d", i - 1);
            else
                t2s_string_append_char(&text, *at);
        t2s_string_append(&text, ")");
    }
    t2s_string_append_format(&text, " SELECT %s FROM a%d", last, levels);
    return t2s_string_take(&text, NULL);
}

static void expect_chain(const char *first, const char *level, int levels,
                         const char *last, t2s_run wanted)
{
    t2s_sandbox *sandbox = sandbox_of(ITEM);
    char *sql = chain(first, level, levels, last);
    ck_assert_ptr_nonnull(sql);
    expect(sandbox, sql, wanted);
    t2sed_free(sql);
    t2s_sandbox_close(sandbox);
}

START_TEST(expressions_that_double)
{
    expect_chain("SELECT x FROM item", "SELECT x+x AS x FROM a#", 24, "x",
                 T2S_RUN_TIME);
    expect_chain("SELECT x FROM item", "SELECT x+x FROM a#", 1, "\"x+x\"",
                 T2S_RUN_DONE);
    expect_chain("SELECT x FROM item", "SELECT \"a\"||\"a\" AS a FROM a#", 24,
                 "1", T2S_RUN_TIME); /* a text in quotes at first */
    expect_chain("SELECT 1 AS \"x:1\"",
                 "SELECT \"x:1\"+\"x:1\" \"x:1\" FROM a#", 24, "*",
                 T2S_RUN_TIME);
    expect_chain("VALUES (1)", "SELECT column1+column1 AS column1 FROM a#", 24,
                 "*", T2S_RUN_TIME);
    expect_chain("SELECT x FROM item",
                 "SELECT x FROM (SELECT CASE x WHEN x THEN x END AS x FROM a#)",
                 20, "x", T2S_RUN_TIME);
    expect_chain("SELECT x FROM item",
                 "SELECT (SELECT x+x) AS x FROM a# UNION ALL SELECT 1", 24, "x",
                 T2S_RUN_TIME);
    expect_chain("SELECT x, x AS y FROM item",
                 "SELECT y+y AS x, x+x AS y FROM a# AS t(x, y)", 24, "x",
                 T2S_RUN_REFUSED); /* SQLite has no such aliases */
    /* few times, it is an ordinary query */
    expect_chain("SELECT x FROM item", "SELECT x+x AS x FROM a#", 8, "x",
                 T2S_RUN_DONE);
}
END_TEST

START_TEST(tables_that_double)
{
    expect_chain("SELECT x FROM item",
                 "SELECT p.x FROM a# p JOIN a# q ON p.x = q.x", 30, "x",
                 T2S_RUN_TIME);
    expect_chain("SELECT x FROM item",
                 "SELECT x FROM item WHERE x IN a# OR x "
                 "IN a#",
                 30, "x", T2S_RUN_TIME);
    expect_chain("SELECT x FROM item", "SELECT *, * FROM a#", 30, "1",
                 T2S_RUN_TIME);
    expect_chain("SELECT x FROM item",
                 "SELECT x FROM a# UNION ALL SELECT x FROM a#", 30, "count(*)",
                 T2S_RUN_TIME);
    expect_chain("SELECT x FROM item", "SELECT x FROM a#", 30000, "x",
                 T2S_RUN_TIME); /* SQLite's stack would end */
    expect_chain("SELECT x FROM item", "SELECT x FROM a#", 60, "x",
                 T2S_RUN_DONE);
}
END_TEST

/* A result column that WHERE and ORDER BY name again and again. */
START_TEST(aliases_are_copied)
{
    t2s_sandbox *sandbox = sandbox_of(ITEM);
    t2s_string text = {0};
    t2s_string_append(&text, "SELECT 1");
    for (int i = 0; i < 900; i++)
        t2s_string_append(&text, "+x");
    t2s_string_append(&text, " AS z FROM item WHERE z");
    for (int i = 0; i < 900; i++)
        t2s_string_append(&text, " AND z");
    expect(sandbox, text.text, T2S_RUN_TIME);
    t2s_string_free(&text);
    t2s_sandbox_close(sandbox);
}
END_TEST

START_TEST(views_that_double)
{
    t2s_string text = {0};
    t2s_sandbox *sandbox;
    t2s_string_append(&text,
                      ITEM "CREATE VIEW v0(\"a b\") AS SELECT x FROM item;"
                           "CREATE VIEW w0 AS SELECT x FROM item;");
    for (int i = 1; i <= 40; i++) {
        t2s_string_append_format(&text,
                                 "CREATE VIEW IF NOT EXISTS main.[v%d] (\"a "
                                 "b\") AS SELECT \"a b\" + \"A B\" FROM v%d;",
                                 i, i - 1);
        t2s_string_append_format(
            &text, "CREATE VIEW w%d AS SELECT p.x FROM w%d p, w%d q;", i, i - 1,
            i - 1);
    }
    t2s_string_append(&text,
                      "CREATE VIEW circle AS SELECT * FROM round;"
                      "CREATE VIEW round AS SELECT * FROM circle;"
                      "CREATE VIEW fine AS WITH t AS (SELECT x FROM item) "
                      "SELECT t.x + i.y AS z FROM t JOIN item i USING (x)");
    sandbox = sandbox_of(text.text);
    expect(sandbox, "SELECT * FROM v5", T2S_RUN_DONE);
    expect(sandbox, "SELECT * FROM V30", T2S_RUN_TIME);
    expect(sandbox, "SELECT 1 FROM \"v30\"", T2S_RUN_TIME);
    expect(sandbox, "SELECT 1 FROM item WHERE x IN main.v40", T2S_RUN_TIME);
    expect(sandbox, "SELECT x FROM w40", T2S_RUN_TIME);
    expect(sandbox, "SELECT x FROM w3", T2S_RUN_DONE);
    expect(sandbox, "SELECT z FROM fine", T2S_RUN_DONE);
    expect(sandbox, "SELECT * FROM circle", T2S_RUN_REFUSED);
    expect(sandbox, "SELECT * FROM item", T2S_RUN_DONE);
    t2s_string_free(&text);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* Added one by one: SQLite 3.45 selects all columns of a new table, where 3.40
 * does not, and has no memory for these. */
START_TEST(generated_columns_that_double)
{
    t2s_string text = {0};
    t2s_sandbox *sandbox;
    t2s_string_append(&text, "CREATE TABLE g(c0 INT CHECK (c0 > 0));"
                             "INSERT INTO g VALUES (1);");
    for (int i = 1; i <= 40; i++)
        t2s_string_append_format(&text,
                                 "ALTER TABLE g ADD \"c%d\" INT GENERATED "
                                 "ALWAYS AS (c%d+[c%d]);",
                                 i, i - 1, i - 1);
    t2s_string_append(&text, "ALTER TABLE g ADD d AS (c0 || 'AS (c40)')");
    sandbox = sandbox_of(text.text);
    expect(sandbox, "SELECT c5, d FROM g", T2S_RUN_DONE);
    expect(sandbox, "SELECT c40 FROM g", T2S_RUN_TIME);
    expect(sandbox, "SELECT t.C40 FROM g AS t", T2S_RUN_TIME);
    expect(sandbox, "SELECT * FROM g", T2S_RUN_TIME);
    expect(sandbox, "SELECT count(*) FROM g", T2S_RUN_DONE);
    t2s_string_free(&text);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* SQLite renames columns of one name to "a:1"..., and one called true. */
START_TEST(columns_that_sqlite_renames)
{
    expect_chain("SELECT x AS a, y AS a FROM item",
                 "SELECT 1 AS a, \"a:1\" + \"a:1\" AS a FROM a#", 22, "\"a:1\"",
                 T2S_RUN_TIME);
    expect_chain("SELECT x AS a, y AS a, 1 AS \"a:2\" FROM item",
                 "SELECT 1 AS a, \"a:1\" + \"a:1\" AS a, 1 AS \"a:2\" FROM a#",
                 22, "\"a:1\"", T2S_RUN_TIME);
    expect_chain("SELECT x AS true FROM item",
                 "SELECT column1 + column1 AS \"true\" FROM a#", 22, "column1",
                 T2S_RUN_TIME);
}
END_TEST

static void append_times(t2s_string *text, const char *part, int times)
{
    for (int i = 0; i < times; i++)
        t2s_string_append(text, part);
}

/* All that is beside a UNION ALL is copied for each of its arms; a window for
 * each OVER; a constant for each mention of the column that is to equal it; and
 * a star stands for 2,000 columns of each of 60 tables. */
START_TEST(copies_without_views)
{
    t2s_string wide = {0}, arms = {0}, windows = {0}, stars = {0}, joins = {0};
    t2s_string constants = {0};
    t2s_sandbox *sandbox;
    t2s_string_append(&wide, ITEM "CREATE TABLE t(c");
    for (int i = 0; i < 1999; i++)
        t2s_string_append_format(&wide, ",c%d", i);
    t2s_string_append(&wide, ")");
    sandbox = sandbox_of(wide.text);
    t2s_string_append(&stars, "SELECT *");
    append_times(&stars, ",*", 99);
    t2s_string_append(&stars, " FROM t");
    append_times(&stars, ",t", 59);
    expect(sandbox, stars.text, T2S_RUN_TIME);
    expect(sandbox, "SELECT *, a.* FROM t a JOIN item b", T2S_RUN_REFUSED);
    expect(sandbox, "SELECT * FROM t", T2S_RUN_DONE);
    t2s_string_append(&joins, "SELECT 1 FROM t");
    append_times(&joins, " NATURAL JOIN t", 60);
    expect(sandbox, joins.text, T2S_RUN_TIME);
    expect(sandbox, "SELECT 1 FROM t NATURAL JOIN item", T2S_RUN_DONE);
    t2s_string_append(&arms, "SELECT u.x FROM (SELECT x FROM item");
    append_times(&arms, " UNION ALL SELECT x FROM item", 400);
    t2s_string_append(&arms, ") u LEFT JOIN (SELECT y");
    append_times(&arms, "+y", 900);
    t2s_string_append(&arms, " AS z FROM item LIMIT 3) b");
    expect(sandbox, arms.text, T2S_RUN_TIME);
    t2s_string_append(&windows, "SELECT sum(1) OVER w");
    append_times(&windows, " + sum(1) OVER w", 900);
    t2s_string_append(&windows, " FROM item WINDOW w AS (PARTITION BY x");
    append_times(&windows, ", x + x + x", 400);
    t2s_string_append(&windows, ")");
    expect(sandbox, windows.text, T2S_RUN_TIME);
    t2s_string_append(&constants, "SELECT 1 FROM item WHERE y = 1");
    append_times(&constants, " + 1", 700);
    append_times(&constants, " AND (x > y OR y > x)", 200);
    expect(sandbox, constants.text, T2S_RUN_TIME);
    t2s_string_free(&constants);
    t2s_sandbox_close(sandbox);
    t2s_string_free(&wide);
    t2s_string_free(&stars);
    t2s_string_free(&joins);
    t2s_string_free(&arms);
    t2s_string_free(&windows);
}
END_TEST

/* What can be hidden in a file: doubled quotes in a name, a definition that is
 * a blob, a second one of the same name, a full-text table that reads a view,
 * and a WITH table before a view that IN names with its database. */
START_TEST(hidden_views)
{
    static const char *const tricks[][2] = {
        {"CREATE VIEW \"q\"\"v\" AS SELECT x FROM v22",
         "SELECT x FROM \"q\"\"v\""},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = "
         "CAST(sql AS BLOB)",
         "SELECT x FROM v22"},
        {"PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES "
         "('view', 'v22', 'v22', 0, 'CREATE VIEW IF NOT EXISTS v22 AS SELECT x "
         "FROM item')",
         "SELECT x FROM v22"},
        {"CREATE VIRTUAL TABLE f USING fts4(x, content='v22')",
         "SELECT * FROM f"},
        {"SELECT 1", "WITH v22 AS (VALUES (1)) SELECT 1 WHERE 1 IN main.v22"},
    };
    char path[] = "/tmp/t2sed-expansion-XXXXXX";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++) {
        t2s_string text = {0};
        t2s_sandbox *sandbox;
        t2s_string_append(&text, ITEM "CREATE VIEW v0 AS SELECT x FROM item;");
        for (int k = 1; k <= 22; k++)
            t2s_string_append_format(
                &text, "CREATE VIEW v%d AS SELECT x + x AS x FROM v%d;", k,
                k - 1);
        t2s_string_append(&text, tricks[i][0]);
        ck_assert_int_eq(truncate(path, 0), 0);
        t2s_test_run_sql(path, text.text);
        ck_assert_int_eq(
            t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL),
            T2SED_OK);
        expect(sandbox, tricks[i][1], T2S_RUN_TIME);
        expect(sandbox, tricks[i][1], T2S_RUN_TIME); /* the second time too */
        t2s_sandbox_close(sandbox);
        t2s_string_free(&text);
    }
    unlink(path);
}
END_TEST

/* What people and language models write goes through. */
START_TEST(ordinary_queries)
{
    static const char *const queries[] = {
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < 100), m AS (SELECT i, i * i AS q FROM n) SELECT sum(q) FROM m",
        "WITH t AS (SELECT x, y, CASE WHEN x > 1 THEN x * y WHEN x < 0 THEN -x "
        "ELSE coalesce(x, y, 0) END AS z FROM item), u AS (SELECT x, y, z, "
        "rank() OVER (PARTITION BY x ORDER BY z DESC) AS r, sum(z) OVER (ORDER "
        "BY y) AS s FROM t), v AS (SELECT x, y, z, r, s, z / nullif(s, 0) AS "
        "share FROM u WHERE r <= 3) SELECT x, max(share) FROM v GROUP BY x "
        "HAVING max(share) > 0 ORDER BY 2 DESC LIMIT 5",
        "SELECT a.x, (SELECT count(*) FROM item b WHERE b.x = a.x) AS n FROM "
        "item a WHERE EXISTS (SELECT 1 FROM item c WHERE c.y = a.y) AND a.x IN "
        "(SELECT x FROM item) ORDER BY n",
        "SELECT * FROM (SELECT x FROM item UNION ALL SELECT y FROM item) t "
        "JOIN "
        "(SELECT y FROM item) u ON t.x = u.y",
        "VALUES (1, 2), (3, 4)",
        "SELECT value FROM json_each('[1, 2]')",
        "SELECT x FROM item WHERE x IN (VALUES (1))",
    };
    t2s_sandbox *sandbox = sandbox_of(ITEM);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++)
        expect(sandbox, queries[i], T2S_RUN_DONE);
    expect(sandbox, "SELECT x FROM (SELECT x FROM", T2S_RUN_REFUSED);
    expect(sandbox, "", T2S_RUN_REFUSED);
    t2s_sandbox_close(sandbox);
}
END_TEST

static t2sed_status ask(void *payload)
{
    static const char query[] =
        "WITH t AS (SELECT a + b AS c FROM v) SELECT c, g1 FROM t, gen "
        "WHERE c IN t";
    t2s_statement statement = {
        .sql = query, .length = sizeof query - 1, .milliseconds = 60000};
    t2s_sandbox *sandbox;
    t2s_rows *rows = NULL;
    t2s_run how;
    t2sed_status status =
        t2s_sandbox_open(&sandbox, payload, T2SED_ISOLATION_NONE, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2s_rows_open(&how, &rows, sandbox, &statement, NULL);
    t2s_rows_close(status == T2SED_OK ? rows : NULL);
    t2s_sandbox_close(sandbox);
    return status;
}

START_TEST(every_allocation)
{
    char path[] = "/tmp/t2sed-expansion-XXXXXX";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    t2s_test_run_sql(path, "CREATE TABLE item (a, b);"
                           "CREATE VIEW v(a, \"b\") AS SELECT * FROM item;"
                           "CREATE TABLE gen (g0, g1 AS (g0 + 1))");
    t2s_test_every_allocation(ask, path);
    unlink(path);
}
END_TEST

/* "SELECT 1 FROM item t0, item t1...", each column of each joined with those of
 * the first. */
static char *star(int tables, const char *columns)
{
    t2s_string text = {0};
    t2s_string_append(&text, "SELECT 1 FROM item t0");
    for (int i = 1; i < tables; i++)
        t2s_string_append_format(&text, ", item t%d", i);
    t2s_string_append(&text, " WHERE 1");
    for (int i = 1; i < tables; i++)
        for (const char *at = columns; *at; at++)
            t2s_string_append_format(&text, " AND t0.%c = t%d.%c", *at, i, *at);
    return t2s_string_take(&text, NULL);
}

/* SQLite's planner asks no handler: two seconds for 40 tables. */
START_TEST(tables_to_be_ordered)
{
    static const struct {
        int tables;
        const char *columns;
        t2s_run wanted;
    } stars[] = {{40, "abcdefgh", T2S_RUN_TIME}, {63, "abcdefgh", T2S_RUN_TIME},
                 {40, "abc", T2S_RUN_TIME},      {25, "abcdefgh", T2S_RUN_TIME},
                 {24, "abcdefgh", T2S_RUN_DONE}, {63, "a", T2S_RUN_DONE}};
    t2s_string made = {0};
    t2s_sandbox *sandbox;
    t2s_string_append(&made, "CREATE TABLE item (a, b, c, d, e, f, g, h);");
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++)
            if (i != k)
                t2s_string_append_format(&made,
                                         "CREATE INDEX i%d%d ON item (%c, %c);",
                                         i, k, 'a' + i, 'a' + k);
    sandbox = sandbox_of(made.text);
    for (size_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        char *sql = star(stars[i].tables, stars[i].columns);
        t2s_string view = {0};
        double start = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID);
        expect(sandbox, sql, stars[i].wanted);
        ck_assert(t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID) - start <
                  1500 * t2s_test_slowness());
        t2s_string_append_format(&view, "WITH v AS (%s) SELECT 1 FROM v", sql);
        expect(sandbox, view.text, stars[i].wanted);
        t2s_string_free(&view);
        t2sed_free(sql);
    }
    t2s_string_free(&made);
    t2s_sandbox_close(sandbox);
}
END_TEST

int main(void)
{
    TCase *expansion = tcase_create("expansion");
    tcase_set_timeout(expansion, 300);
    tcase_add_test(expansion, expressions_that_double);
    tcase_add_test(expansion, tables_that_double);
    tcase_add_test(expansion, aliases_are_copied);
    tcase_add_test(expansion, views_that_double);
    tcase_add_test(expansion, generated_columns_that_double);
    tcase_add_test(expansion, columns_that_sqlite_renames);
    tcase_add_test(expansion, copies_without_views);
    tcase_add_test(expansion, hidden_views);
    tcase_add_test(expansion, ordinary_queries);
    tcase_add_test(expansion, tables_to_be_ordered);
    tcase_add_test(expansion, every_allocation);
    return t2s_test_run("expansion", &expansion, 1);
}
