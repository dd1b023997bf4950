/* What constructs of dialects are written as. That the rows are right is asked
 * of SQLite in test/python/test_dialect_rows.py. */
#include "sql_test.h"

typedef struct written {
    int dialect;
    const char *given, *sqlite;
} written;

#define PG    T2SED_DIALECT_POSTGRESQL
#define MY    T2SED_DIALECT_MYSQL
#define DUCK  T2SED_DIALECT_DUCKDB
#define BQ    T2SED_DIALECT_BIGQUERY
#define SNOW  T2SED_DIALECT_SNOWFLAKE
#define MS    T2SED_DIALECT_TSQL
#define CLICK T2SED_DIALECT_CLICKHOUSE

static t2sed_sql *parse(int dialect, const char *text)
{
    t2sed_sql_options options;
    t2sed_sql *sql = NULL;
    t2sed_error err;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = dialect;
    ck_assert_msg(t2sed_sql_parse_as(&sql, text, strlen(text), &options,
                                     &err) == T2SED_OK,
                  "%s: %s", text, err.text);
    return sql;
}

/* Each expression, in SELECT. */
static void check(const written *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[512];
        t2sed_sql *sql;
        snprintf(text, sizeof text, "SELECT %s", all[i].given);
        sql = parse(all[i].dialect, text);
        ck_assert_str_eq(t2sed_sql_text(sql) + 7, all[i].sqlite);
        t2sed_sql_free(sql);
    }
}
#define CHECK(all) check(all, sizeof(all) / sizeof *(all))

START_TEST(operators_keep_their_order)
{
    static const written all[] = {
        {MS, "DATEADD(week, a + b, d)", "date(d, ((a + b) * 7) || ' days')"},
        {MS, "DATEADD(day, a + b, d)", "date(d, (a + b) || ' days')"},
        {MS, "DATEADD(day, abs(a), d)", "date(d, (abs(a)) || ' days')"},
        {MY, "d - INTERVAL a - b WEEK", "date(d, -((a - b) * 7) || ' days')"},
        {PG, "(a + b) * INTERVAL '2 days' + d",
         "date(d, ((a + b) * 2) || ' days')"},
        {PG, "mod(a + b, c)", "((a + b) % c)"},
        {PG, "concat(a + b, c)", "((a + b) || c)"},
        {BQ, "100 / SAFE_DIVIDE(a, b)",
         "CAST(100 AS REAL) / (CAST(a AS REAL) / nullif(b, 0))"},
        {SNOW, "DIV0(a, b + c)",
         "CASE WHEN (b + c) = 0 THEN 0 ELSE CAST(a AS REAL) / (b + c) END"},
        {MY, "a - PERIOD_DIFF(b, c)", "a - (b - c)"},
        {MS, "2 * DATEDIFF(year, a, b)",
         "2 * (strftime('%Y', b) - strftime('%Y', a))"},
        {MS, "1 - DATEDIFF(year, a, b)",
         "1 - (strftime('%Y', b) - strftime('%Y', a))"},
        {MS, "1 + DATEDIFF(year, a, b)",
         "1 + strftime('%Y', b) - strftime('%Y', a)"},
        {MY, "ISNULL(a)", "(a IS NULL)"},
    };
    CHECK(all);
}
END_TEST

START_TEST(months_end_on_their_last_day)
{
    static const written all[] = {
        {MY, "'2023-03-31' - INTERVAL 1 MONTH",
         "date('2023-03-31', 'start of month', '-1 day')"},
        {MY, "'2023-01-30' + INTERVAL 1 MONTH",
         "date('2023-01-30', 'start of month', '+2 months', '-1 day')"},
        {MY, "'2023-01-30' + INTERVAL 2 MONTH",
         "date('2023-01-30', '+2 months')"},
        {MY, "'2023-01-28' + INTERVAL 1 MONTH",
         "date('2023-01-28', '+1 month')"},
        {MY, "'2024-02-29' + INTERVAL 1 YEAR",
         "date('2024-02-29', 'start of month', '+2 years', '-1 day')"},
        {MY, "d + INTERVAL 1 MONTH",
         "min(date(d, '+1 month'), date(d, 'start of month', '+2 months', '-1 "
         "day'))"},
        {MY, "d + INTERVAL 1 YEAR", "date(d, '+1 year')"},
        {PG, "d + INTERVAL '24 months'", "date(d, '+24 months')"},
        {SNOW, "DATEADD(month, -n, d)",
         "min(date(d, (-n) || ' months'), date(d, 'start of month', ((-n) + "
         "1) || ' months', '-1 day'))"},
        /* Where days do not count they are not asked for. */
        {MY, "MONTH(d - INTERVAL 1 MONTH) = 5",
         "strftime('%m', date(d, 'start of month', '-1 month')) = '05'"},
        {PG, "date_trunc('month', d - INTERVAL '1 month')",
         "date(d, 'start of month', '-1 month')"},
        {PG, "date_trunc('year', d - INTERVAL '1 month')",
         "date(d, 'start of month', '-1 month', 'start of year')"},
        {PG, "to_char(d - INTERVAL '1 month', 'YYYY-MM')",
         "strftime('%Y-%m', date(d, 'start of month', '-1 month'))"},
        {PG, "date_trunc('month', d) - INTERVAL '1 month' - INTERVAL '1 day'",
         "date(d, 'start of month', '-1 month', '-1 day')"},
        {MY, "DATE_FORMAT(d, '%Y-%m-01') - INTERVAL 1 MONTH",
         "date(strftime('%Y-%m-01', d), '-1 month')"},
        {MY, "LAST_DAY(d)", "date(d, 'start of month', '+1 month', '-1 day')"},
        {SNOW, "LAST_DAY(d, 'quarter')",
         "date(d, 'start of month', -((strftime('%m', d) - 1) % 3) || ' "
         "months', '+3 months', '-1 day')"},
        {MS, "EOMONTH(d, -2)",
         "date(d, 'start of month', '-1 month', '-1 day')"},
        {MS, "EOMONTH(d, n)",
         "date(d, 'start of month', (n) || ' months', '+1 month', '-1 day')"},
    };
    CHECK(all);
}
END_TEST

START_TEST(days_are_counted_from_1900)
{
    static const written all[] = {
        {MS, "DATEADD(month, DATEDIFF(month, 0, d), 0)",
         "date(d, 'start of month')"},
        {MS, "DATEADD(yy, DATEDIFF(yy, 0, d) + 1, 0)",
         "date(d, 'start of year', '+1 year')"},
        {MS, "DATEADD(mm, DATEDIFF(mm, 0, d) - n, 0)",
         "date(d, 'start of month', (-n) || ' months')"},
        {MS, "DATEADD(week, DATEDIFF(week, 0, d), 0)",
         "date(d, '+1 day', 'weekday 0', '-6 days')"},
        {MS, "DATEADD(dd, 0, DATEDIFF(dd, 0, d))", "date(d, '+0 days')"},
        {MS, "DATEADD(day, n, 0)", "date('1900-01-01', (n) || ' days')"},
        {MS, "DATEDIFF(day, 0, d)",
         "CAST(julianday(d) - julianday('1900-01-01') AS INTEGER)"},
        {MS, "DATEADD(dw, 2, d)", "date(d, '+2 days')"},
        {SNOW, "DATEADD(epoch, 2, d)", "datetime(d, '+2 seconds')"},
        {SNOW, "LAST_DAY(d, dow)", "date(d, '+1 day', '-1 day')"},
        {MS, "GETDATE() - 7", "datetime('now', '-7 days')"},
        {SNOW, "DATEDIFF(day, 0, d)",
         "CAST(julianday(d) - julianday(0) AS INTEGER)"},
    };
    CHECK(all);
}
END_TEST

START_TEST(differences)
{
    static const written all[] = {
        {PG, "CURRENT_DATE - bought",
         "CAST(julianday(CURRENT_DATE) - julianday(bought) AS INTEGER)"},
        {DUCK, "bought - current_date",
         "CAST(julianday(bought) - julianday(CURRENT_DATE) AS INTEGER)"},
        {PG, "CURRENT_DATE - grace_days",
         "date('now', -(grace_days) || ' days')"},
        {PG, "CURRENT_DATE - birthday",
         "CAST(julianday(CURRENT_DATE) - julianday(birthday) AS INTEGER)"},
        {MY, "CURDATE() - bought",
         "strftime('%Y%m%d', 'now') - strftime('%Y%m%d', bought)"},
        {PG, "CURRENT_DATE + days", "date('now', (days) || ' days')"},
        {PG, "DATE '2024-03-01' - DATE '2024-02-01'",
         "CAST(julianday('2024-03-01') - julianday('2024-02-01') AS INTEGER)"},
        {PG, "(CURRENT_DATE - bought)::int",
         "CAST(julianday(CURRENT_DATE) - julianday(bought) AS INTEGER)"},
        {PG, "a - b", "a - b"}, /* nobody knows */
        {PG, "sent_on - paid_on", "julianday(sent_on) - julianday(paid_on)"},
        {PG, "a - b > INTERVAL '2 days'", "julianday(a) - julianday(b) > 2"},
        {PG, "EXTRACT(DAY FROM a - b)",
         "CAST(julianday(a) - julianday(b) AS INTEGER)"},
        {PG, "age(d)",
         "CAST(julianday(CURRENT_DATE) - julianday(d) AS INTEGER)"},
        {PG, "EXTRACT(YEAR FROM age(a, b))",
         "strftime('%Y', a) - strftime('%Y', b) - (strftime('%m-%d', a) < "
         "strftime('%m-%d', b))"},
        {MY, "TIMESTAMPDIFF(YEAR, a, b)",
         "strftime('%Y', b) - strftime('%Y', a) - (strftime('%m-%d', b) < "
         "strftime('%m-%d', a))"},
        {MS, "DATEDIFF(hour, a, b)",
         "strftime('%s', b) / 3600 - strftime('%s', a) / 3600"},
        {MY, "TIMESTAMPDIFF(HOUR, a, b)",
         "(strftime('%s', b) - strftime('%s', a)) / 3600"},
        {MY, "DATEDIFF(a, created_at)",
         "CAST(julianday(a) - julianday(date(created_at)) AS INTEGER)"},
        {BQ, "DATE_DIFF(a, b, WEEK)",
         "CAST((julianday(date(a, 'weekday 6')) - julianday(date(b, 'weekday "
         "6'))) / 7 AS INTEGER)"},
        {SNOW, "DATEDIFF(week, a, b)",
         "CAST((julianday(date(b, 'weekday 0')) - julianday(date(a, 'weekday "
         "0'))) / 7 AS INTEGER)"},
    };
    CHECK(all);
}
END_TEST

START_TEST(weeks_and_names)
{
    static const written all[] = {
        {BQ, "DATE_TRUNC(d, WEEK)", "date(d, 'weekday 6', '-6 days')"},
        {BQ, "DATE_TRUNC(d, WEEK(MONDAY))", "date(d, 'weekday 0', '-6 days')"},
        {BQ, "DATE_TRUNC(d, ISOWEEK)", "date(d, 'weekday 0', '-6 days')"},
        {BQ, "EXTRACT(WEEK(MONDAY) FROM d)",
         "CAST(strftime('%W', d) AS INTEGER)"},
        {MS, "DATETRUNC(week, d)", "date(d, 'weekday 6', '-6 days')"},
        {MS, "DATEPART(week, d)",
         "(strftime('%j', d) + 5 - strftime('%w', d)) / 7 + 1"},
        {PG, "EXTRACT(WEEK FROM d)",
         "(strftime('%j', d, 'weekday 0', '-3 days') + 6) / 7"},
        {MY, "WEEK(d)", "(strftime('%j', d) + 6 - strftime('%w', d)) / 7"},
        {MY, "WEEK(d, 1)",
         "(strftime('%j', d) + 9 - (strftime('%w', d) + 6) % 7) / 7"},
        {MY, "YEARWEEK(d, 3)",
         "strftime('%Y', d, 'weekday 0', '-3 days') * 100 + (strftime('%j', d, "
         "'weekday 0', '-3 days') + 6) / 7"},
        {MY, "MAKEDATE(YEAR(d), 1)", "date(d, 'start of year')"},
        {MS, "DATEFROMPARTS(YEAR(d), MONTH(d), 1)",
         "date(d, 'start of month')"},
        {MY, "EXTRACT(YEAR_MONTH FROM d) = 202403",
         "strftime('%Y%m', d) = '202403'"},
        {MY, "TO_DAYS(d)", "CAST(julianday(date(d)) - 1721059.5 AS INTEGER)"},
        {BQ, "EXTRACT(DATE FROM m)", "date(m)"},
        {BQ, "DATE(2024, 3, n)", "printf('%04d-%02d-%02d', 2024, 3, n)"},
        {MY, "FIELD(a, 'x', 'y')",
         "CASE a WHEN 'x' THEN 1 WHEN 'y' THEN 2 ELSE 0 END"},
        {MS, "CHOOSE(n, 'x', 'y')",
         "CASE n WHEN 1 THEN 'x' WHEN 2 THEN 'y' END"},
        {MY, "MONTHNAME(d) = 'may'", "strftime('%m', d) = '05'"},
        {MY, "'Sunday' = DAYNAME(d)", "'0' = strftime('%w', d)"},
        {SNOW, "DAYNAME(d) IN ('Sat', 'Sun')",
         "strftime('%w', d) IN ('6', '0')"},
        {SNOW, "MONTHNAME(d)",
         "substr('JanFebMarAprMayJunJulAugSepOctNovDec', strftime('%m', d) * 3 "
         "- 2, 3)"},
        {MS, "DATENAME(year, d)", "strftime('%Y', d)"},
    };
    CHECK(all);
}
END_TEST

START_TEST(formats)
{
    static const written all[] = {
        {PG, "to_date('07.11.2023', 'DD.MM.YYYY')", "'2023-11-07'"},
        {PG, "to_date(a, 'YYYY-MM-DD')", "date(a)"},
        {PG, "to_date(a, 'DD/MM/YYYY')",
         "(substr(a, 7, 4) || '-' || substr(a, 4, 2) || '-' || substr(a, 1, "
         "2))"},
        {SNOW, "TO_DATE('7-Nov-23', 'DD-MON-YY')", "'2023-11-07'"},
        {MY, "STR_TO_DATE('November 7, 2023', '%M %e, %Y')", "'2023-11-07'"},
        {DUCK, "strptime('07/11/2023 08:05', '%d/%m/%Y %H:%M')",
         "'2023-11-07 08:05:00'"},
        {BQ, "PARSE_DATE('%Y%m%d', '20231107')", "'2023-11-07'"},
        {MS, "CONVERT(date, '07.11.2023', 104)", "'2023-11-07'"},
        {MS, "CONVERT(VARCHAR(7), d, 120)", "strftime('%Y-%m', d)"},
        {MS, "CONVERT(CHAR(8), d, 112)", "strftime('%Y%m%d', d)"},
        {MS, "CONVERT(VARCHAR(6), d, 120)", "substr(d, 1, 6)"},
        {MS, "CONVERT(VARCHAR(30), d)", "CAST(d AS TEXT)"},
        {PG, "d::varchar(7)", "substr(d, 1, 7)"},
        {PG, "d::varchar(255)", "CAST(d AS TEXT)"},
        {DUCK, "d::varchar(7)", "CAST(d AS TEXT)"}, /* no length there */
        {MY, "DATE_FORMAT(d, '%e.%c.%y')",
         "CAST(strftime('%d', d) AS INTEGER) || '.' || CAST(strftime('%m', d) "
         "AS INTEGER) || '.' || substr(strftime('%Y', d), 3)"},
        {PG, "to_char(d, 'YYYY-\"Q\"Q')",
         "strftime('%Y-Q', d) || ((strftime('%m', d) + 2) / 3)"},
        {MY, "SUBSTRING_INDEX(a, '@', 1)",
         "substr(a, 1, instr(a || '@', '@') - 1)"},
        {MY, "SUBSTRING_INDEX(a, '@', -1)",
         "substr(a, length(rtrim(a, replace(a, '@', ''))) + 1)"},
        {SNOW, "TRY_TO_NUMBER(a)",
         "iif(a GLOB '*[^0-9.+-]*' OR a = '', NULL, CAST(a AS REAL))"},
    };
    CHECK(all);
}
END_TEST

START_TEST(clickhouse)
{
    static const written all[] = {
        {CLICK, "count(), countIf(a == 1)",
         "COUNT(*), COUNT(CASE WHEN a == 1 THEN 1 END)"},
        {CLICK, "count() AS n, sumIf(a, b) AS s, s / n AS r FROM t",
         "COUNT(*) AS n, SUM(CASE WHEN b THEN a ELSE 0 END) AS s, "
         "CAST(SUM(CASE WHEN b THEN a ELSE 0 END) AS REAL) / COUNT(*) AS r "
         "FROM t"},
        {CLICK, "argMax(a, b) FROM t",
         "MAX(a) FILTER (WHERE rank_1 = 1) FROM (SELECT *, ROW_NUMBER() OVER "
         "(ORDER BY b DESC) AS rank_1 FROM t) AS t"},
        {CLICK, "toStartOfMonth(a), subtractDays(today(), 7)",
         "date(a, 'start of month'), date('now', '-7 days')"},
        {CLICK,
         "a FROM t FINAL PREWHERE b = 1 WHERE c = 2 OR d LIMIT 3 "
         "SETTINGS e = 4 FORMAT JSON",
         "a FROM t WHERE b = 1 AND (c = 2 OR d) LIMIT 3"},
        {CLICK, "a ? b : c", "iif(a, b, c)"},
        {PG, "format FROM t settings", "format FROM t settings"},
    };
    t2sed_sql *sql =
        parse(CLICK, "WITH 1 AS x, x + 1 AS y SELECT y * 2, t.x FROM t");
    ck_assert_str_eq(t2sed_sql_text(sql), "SELECT (1 + 1) * 2, t.x FROM t");
    t2sed_sql_free(sql);
    CHECK(all);
}
END_TEST

/* No text of a failure is one of memory. */
START_TEST(nothing_has_a_name)
{
    static const char *const all[] = {
        "SELECT  AS a, b FROM t", "WITH  AS a SELECT a", "SELECT count() AS"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int dialect = 0; dialect <= CLICK; dialect++) {
            t2sed_sql_options options;
            t2sed_sql *sql = NULL;
            t2sed_error err;
            t2sed_sql_options_init(&options, sizeof options);
            options.dialect = dialect;
            ck_assert_int_ne(t2sed_sql_parse_as(&sql, all[i], strlen(all[i]),
                                                &options, &err),
                             T2SED_ENOMEM);
            t2sed_sql_free(sql);
        }
}
END_TEST

/* Names that stand for ever longer texts, in each other. */
START_TEST(names_do_not_explode)
{
    t2sed_sql_options options;
    t2sed_sql *sql = NULL;
    char text[4096];
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = CLICK;
    snprintf(text, sizeof text, "SELECT b + 1 AS a0");
    for (int i = 1; i < 60; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 ", a%d + a%d AS a%d", i - 1, i - 1, i);
    ck_assert_int_eq(
        t2sed_sql_parse_as(&sql, text, strlen(text), &options, NULL),
        T2SED_ELIMIT);
    snprintf(text, sizeof text, "WITH b + 1 AS a0");
    for (int i = 1; i < 60; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 ", a%d + a%d AS a%d", i - 1, i - 1, i);
    snprintf(text + strlen(text), sizeof text - strlen(text), " SELECT a59");
    ck_assert_int_eq(
        t2sed_sql_parse_as(&sql, text, strlen(text), &options, NULL),
        T2SED_ELIMIT);
}
END_TEST

/* Each term is looked for among the results. */
START_TEST(many_results_and_terms)
{
    enum { COUNT = 50000 };
    char *text = malloc(COUNT * 10 + 100);
    t2sed_sql_options options;
    t2sed_sql *sql = NULL;
    size_t n = (size_t)sprintf(text, "SELECT TOP 1 WITH TIES a AS x");
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = MS;
    for (int i = 0; i < COUNT; i++)
        n += (size_t)sprintf(text + n, ",a x");
    n += (size_t)sprintf(text + n, " FROM t ORDER BY b");
    for (int i = 0; i < COUNT; i++)
        n += (size_t)sprintf(text + n, ",b");
    (void)t2sed_sql_parse_as(&sql, text, n, &options, NULL);
    t2sed_sql_free(sql);
    free(text);
}
END_TEST

START_TEST(statements)
{
    static const written all[] = {
        {MS,
         "TOP 2 WITH TIES a, COUNT(*) AS n FROM t GROUP BY a ORDER BY n DESC",
         "a, n FROM (SELECT a, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) "
         "DESC) AS qualify_1 FROM t GROUP BY a) WHERE qualify_1 <= 2 ORDER BY "
         "n DESC"},
        {PG, "a FROM t ORDER BY b FETCH FIRST 2 ROWS WITH TIES",
         "a FROM (SELECT a, RANK() OVER (ORDER BY b) AS qualify_1, b AS "
         "order_a FROM t) WHERE qualify_1 <= 2 ORDER BY order_a"},
        {MS, "TOP 10 PERCENT a FROM t ORDER BY a",
         "a FROM (SELECT a, ROW_NUMBER() OVER (ORDER BY a) AS qualify_1, "
         "COUNT(*) OVER () AS qualify_2 FROM t) WHERE (qualify_1 - 1) * 100 < "
         "10 * qualify_2 ORDER BY a"},
        {SNOW, "MEDIAN(b) FROM t AS u WHERE u.c > 1",
         "AVG(b) FILTER (WHERE rank_1 IN ((count_1 + 1) / 2, (count_1 + 2) / "
         "2)) FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY b IS NULL, b) AS "
         "rank_1, COUNT(b) OVER () AS count_1 FROM t AS u WHERE u.c > 1) AS u"},
        {PG,
         "a, percentile_disc(0.9) WITHIN GROUP (ORDER BY b) FROM t GROUP BY a",
         "a, MIN(b) FILTER (WHERE rank_1 >= 0.9 * count_1) FROM (SELECT *, "
         "ROW_NUMBER() OVER (PARTITION BY a ORDER BY b IS NULL, b) AS rank_1, "
         "COUNT(b) OVER (PARTITION BY a) AS count_1 FROM t) AS t GROUP BY a"},
        {PG, "DISTINCT ON (c) a AS c, b FROM t ORDER BY c, b",
         "c, b FROM (SELECT a AS c, b, ROW_NUMBER() OVER (PARTITION BY a ORDER "
         "BY b) AS qualify_1 FROM t) WHERE qualify_1 = 1 ORDER BY c"},
        {PG, "a #>> '{b,0}' FROM t", "json_extract(a, '$.b[0]') FROM t"},
        {PG, "1 FROM t WHERE 'x' = ANY(a)",
         "1 FROM t WHERE 'x' IN (SELECT value FROM json_each(a))"},
        {PG, "1 FROM t JOIN LATERAL (SELECT a FROM u) v ON true",
         "1 FROM t JOIN (SELECT a FROM u) v ON true"},
    };
    CHECK(all);
}
END_TEST

/* Valid, but nothing that SQLite can say: a status of its own. */
START_TEST(not_supported)
{
    static const struct {
        int dialect;
        const char *text, *what;
    } all[] = {
        {PG, "SELECT a FROM t WHERE b @> '{\"c\": 1}'", "@>"},
        {PG, "SELECT a FROM t WHERE b && c", "&&"},
        {PG, "SELECT a FROM t WHERE b ? 'c'", "?"},
        {PG,
         "SELECT a FROM t JOIN LATERAL (SELECT b FROM u WHERE u.c = t.d) "
         "v ON true",
         "LATERAL"},
        {MS,
         "SELECT a FROM t x CROSS APPLY (SELECT b FROM u WHERE u.c = x.d) v",
         "APPLY"},
        {MS, "SELECT a FROM t PIVOT (SUM(b) FOR c IN ([d])) e", "PIVOT"},
        {DUCK, "SELECT a FROM t ANTI JOIN u USING (b)", "ANTI"},
        {DUCK, "SELECT a FROM t ASOF JOIN u ON t.b >= u.b", "ASOF"},
        {SNOW, "SELECT MEDIAN(b) FROM t JOIN u ON t.a = u.a", "MEDIAN"},
        {MS,
         "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) OVER () "
         "FROM t",
         "PERCENTILE_CONT"},
        {PG, "SELECT to_char(a, 'FM990D00') FROM t", "'FM990D00'"},
        {T2SED_DIALECT_AUTO, "SELECT a::text FROM t WHERE b @> c", "@>"},
        {T2SED_DIALECT_AUTO, "SELECT abs(a), foo(a), bar(b) FROM t", "foo"},
        {T2SED_DIALECT_AUTO, "SELECT \"foo\"(a) FROM t", "\"foo\""},
        {T2SED_DIALECT_AUTO, "SELECT a FROM t, pg_ls(1) u", "pg_ls"},
        {DUCK, "SELECT a FROM (PIVOT t ON b USING sum(c))", "PIVOT"},
        {DUCK, "SELECT a FROM t POSITIONAL JOIN u", "POSITIONAL"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        t2sed_sql_options options;
        t2sed_sql *sql = NULL;
        t2sed_error err;
        t2sed_sql_options_init(&options, sizeof options);
        options.dialect = all[i].dialect;
        ck_assert_msg(t2sed_sql_parse_as(&sql, all[i].text, strlen(all[i].text),
                                         &options, &err) == T2SED_EUNSUPPORTED,
                      "%s", all[i].text);
        ck_assert_ptr_null(sql);
        ck_assert_int_eq(err.offset,
                         strstr(all[i].text, all[i].what) - all[i].text);
        ck_assert_ptr_nonnull(strstr(err.text, "cannot be judged"));
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("dialect text");
    tcase_add_test(cases, operators_keep_their_order);
    tcase_add_test(cases, months_end_on_their_last_day);
    tcase_add_test(cases, days_are_counted_from_1900);
    tcase_add_test(cases, differences);
    tcase_add_test(cases, weeks_and_names);
    tcase_add_test(cases, formats);
    tcase_add_test(cases, clickhouse);
    tcase_add_test(cases, nothing_has_a_name);
    tcase_add_test(cases, names_do_not_explode);
    tcase_add_test(cases, many_results_and_terms);
    tcase_add_test(cases, statements);
    tcase_add_test(cases, not_supported);
    return t2s_test_run("sql dialect text", &cases, 1);
}
