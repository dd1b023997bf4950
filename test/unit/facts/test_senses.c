/* What a query does, whichever way it is written. */
#include <stdio.h>
#include <string.h>

#include "facts/query.h"
#include "t2s_test.h"

#define NAME(name, meaning) #name,
static const char *const names[] = {T2S_SENSES(NAME)};

/* The names of a query's senses, in their order. */
static const char *senses_of(const char *text)
{
    static char list[1000];
    t2s_query query = {0};
    t2sed_sql *sql;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    ck_assert_int_eq(t2s_query_read(&query, sql, NULL, &err), T2SED_OK);
    list[0] = '\0';
    for (size_t i = 0; i < T2S_SENSE_COUNT; i++)
        if (query.parts.senses[i]) {
            strcat(list, *list ? " " : "");
            strcat(list, names[i]);
        }
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    return list;
}

#define has(text, expected) ck_assert_str_eq(senses_of(text), (expected))

START_TEST(counts_are_read)
{
    has("SELECT count(*) FROM t", "counts");
    has("SELECT sum(CASE WHEN a = 1 THEN 1 ELSE 0 END) FROM t", "counts");
    has("SELECT sum(a > 1) FROM t", "counts");
    has("SELECT sum(EXISTS (SELECT 1 FROM u)) FROM t",
        "counts keeps_unmatched once");
    has("SELECT total(iif(a, 1, 0)) FROM t", "counts");
    has("SELECT sum(f) FROM (SELECT a = 1 AS f FROM t)", "counts");
    has("SELECT sum(CASE a WHEN 'x' THEN 1 END) FROM t", "counts");
    has("SELECT sum(CASE WHEN a = 1 THEN b ELSE 0 END) FROM t", "totals");
    has("SELECT sum(coalesce(a = 1, 0)) FROM t", "counts");
    has("SELECT sum(x) FROM (SELECT coalesce(x, 0) AS x FROM t)", "totals");
    has("SELECT coalesce(sum(x), 0) AS x FROM t HAVING x > 1", "totals");
    has("SELECT sum(a) FROM t", "totals");
    has("SELECT sum(a) OVER (ORDER BY b) FROM t", "totals");
}
END_TEST

START_TEST(shares_and_averages_are_read)
{
    has("SELECT avg(a) FROM t", "averages");
    has("SELECT sum(a) * 1.0 / count(*) FROM t", "counts averages totals");
    has("SELECT avg(a = 1) FROM t", "counts shares");
    has("SELECT avg(CASE WHEN a = 1 THEN 100.0 ELSE 0 END) FROM t",
        "counts shares");
    has("SELECT count(CASE WHEN a = 1 THEN 1 END) * 1.0 / count(*) FROM t",
        "counts shares");
    has("SELECT sum(a) / (SELECT sum(a) FROM u) FROM t",
        "totals shares groups keeps_unmatched");
    has("WITH x AS (SELECT sum(a) AS s, sum(b) AS n FROM t) SELECT s / n FROM "
        "x",
        "totals shares");
    has("SELECT a / b FROM t", "");
}
END_TEST

/* Each SUM would look at all of a CASE, which costs the square of a query. */
START_TEST(parts_of_a_large_case_are_not_read)
{
    static char text[40000] = "SELECT sum(CASE a";
    size_t n = strlen(text);
    for (int i = 0; i < 1000; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, " WHEN %d THEN 1", i);
    snprintf(text + n, sizeof text - n, " END) FROM t");
    has(text, "totals");
}
END_TEST

START_TEST(extremes_and_tops_are_read)
{
    has("SELECT max(a) FROM t", "extremes");
    has("SELECT max(a, b) FROM t", "");
    has("SELECT a FROM t ORDER BY b LIMIT 3", "extremes tops");
    has("SELECT a FROM (SELECT a, rank() OVER (ORDER BY b) AS r FROM t) WHERE "
        "r <= 3",
        "extremes tops");
    has("SELECT a FROM t WHERE b = (SELECT max(b) FROM t)",
        "extremes compares_aggregate");
    has("SELECT a FROM t, (SELECT avg(b) AS m FROM t) WHERE b > m",
        "averages compares_aggregate");
    has("SELECT a FROM t GROUP BY a HAVING count(*) > 3", "counts groups once");
}
END_TEST

START_TEST(groups_and_kept_rows_are_read)
{
    has("SELECT a, count(*) FROM t GROUP BY a", "counts groups");
    has("SELECT a, (SELECT count(*) FROM u WHERE u.b = t.b) FROM t",
        "counts groups keeps_unmatched");
    has("SELECT a, sum(c) OVER (PARTITION BY a) FROM t", "totals groups");
    has("SELECT a FROM t LEFT JOIN u ON t.b = u.b", "keeps_unmatched");
    has("SELECT a FROM t GROUP BY a", "groups once");
}
END_TEST

START_TEST(sets_are_read)
{
    has("SELECT a FROM t WHERE a <> 1", "leaves_out");
    has("SELECT a FROM t WHERE b IS NOT NULL", "");
    has("SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u)", "leaves_out");
    has("SELECT a FROM t LEFT JOIN u ON t.b = u.b WHERE u.b IS NULL",
        "leaves_out");
    has("SELECT a FROM t WHERE (SELECT count(*) FROM u WHERE u.b = t.b) = 0",
        "counts leaves_out");
    has("SELECT a FROM t WHERE b = 1 OR b = 2", "either");
    has("SELECT a FROM t WHERE b IN (1, 2)", "either");
    has("SELECT a FROM t WHERE b IN (1)", "");
    has("SELECT a FROM t UNION SELECT a FROM u", "either once");
    has("SELECT a FROM t UNION ALL SELECT a FROM u", "either");
    has("SELECT a FROM t INTERSECT SELECT a FROM u", "both once");
    has("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u) AND b IN (SELECT b "
        "FROM "
        "v)",
        "both once");
    has("SELECT a FROM t WHERE c IN (1, 2) GROUP BY a HAVING count(DISTINCT c) "
        "= 2",
        "counts groups either both once");
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("all");
    tcase_add_test(all, counts_are_read);
    tcase_add_test(all, shares_and_averages_are_read);
    tcase_add_test(all, parts_of_a_large_case_are_not_read);
    tcase_add_test(all, extremes_and_tops_are_read);
    tcase_add_test(all, groups_and_kept_rows_are_read);
    tcase_add_test(all, sets_are_read);
    return t2s_test_run("senses", &all, 1);
}
