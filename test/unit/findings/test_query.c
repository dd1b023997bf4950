/* Findings of the query itself: that each is made where it is due, with its
 * place, and not where it is not. */
#include "findings_test.h"

START_TEST(what_cant_run_is_an_error)
{
    static const expected cases[] = {
        {any, "SELECT name FROM singer WHERE", "syntax_error", "", "", ""},
        {any, "SELECT name, FROM singer", "syntax_error", "FROM", "", ""},
        {any, "DROP TABLE singer", "not_a_query", "DROP", "", ""},
        {any, "SELECT 1; SELECT 2", "not_a_query", "SELECT", "", ""},
        {any, " ", "not_a_query", NULL, "", ""},
        {any, "SELECT name FROM singr", "unknown_table", "singr", "", "singer"},
        {any, "SELECT name FROM nothing_like_it", "unknown_table",
         "nothing_like_it", "", ""},
        {any, "SELECT nam FROM singer", "unknown_column", "nam", "", "name"},
        {any, "SELECT T1.capacity FROM singer AS T1 JOIN stadium AS T2",
         "unknown_column", "T1.capacity", "", "T2.capacity"},
        {any, "SELECT capacity FROM singer", "unknown_column", "capacity", "",
         ""},
        {any, "SELECT ordr FROM lodge", "unknown_column", "ordr", "",
         "\"order\""},
#if SQLITE_VERSION_NUMBER >= 3038000 /* tells where it is */
        {any, "SELECT name FROM singer JOIN stadium", "ambiguous_column",
         "name", "", ""},
        {any,
         "SELECT concert_id FROM concert AS c JOIN performs AS p ON "
         "c.concert_id = p.concert_id",
         "ambiguous_column", "concert_id", "", "c.concert_id"},
        /* The outer query does not see the inner one's table. */
        {any,
         "SELECT nam FROM (SELECT 1 AS x FROM singer), concert AS c WHERE "
         "titel = 'x'",
         "unknown_column", "nam", "", ""},
#endif
        {any, "SELECT name FROM singer WHERE max(age) > 3", "aggregate_misused",
         "max", "", ""},
        {any, "SELECT name FROM singer UNION SELECT name, age FROM singer",
         "column_count", NULL, "", ""},
        {any,
         "SELECT name FROM singer WHERE age = (SELECT age, name FROM "
         "singer)",
         "column_count", NULL, "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check(evidence, &cases[i]);
        check(names, &cases[i]);
    }
}
END_TEST

START_TEST(all_unknown_names_are_told)
{
    t2sed_findings *found =
        find_with(evidence, any, "SELECT nam, agee, name FROM singer");
    ck_assert_uint_eq(t2sed_findings_count(found), 2);
    ck_assert_uint_eq(finding_at(found, 1).sql.begin, 12);
    ck_assert_str_eq(finding_at(found, 1).suggestion, "age");
    ck_assert_int_eq(finding_at(found, 1).severity, T2SED_SEVERITY_ERROR);
    t2sed_findings_free(found);
    found =
        find_with(names, any, "SELECT name FROM sing, stadio, sqlite_master");
    ck_assert_uint_eq(t2sed_findings_count(found), 2);
    t2sed_findings_free(found);
    check_clean(evidence, "a, b", "SELECT rowid, name FROM singer");
    check_clean(names, "a, b", "SELECT rowid, name FROM singer LIMIT 1");
}
END_TEST

START_TEST(functions_need_a_database)
{
    static const expected unknown = {
        any, "SELECT shout(name) FROM singer", "unknown_function", "shout", "",
        ""};
    check(evidence, &unknown);
    check_clean(names, any, unknown.sql);
}
END_TEST

START_TEST(results_are_looked_at)
{
    static const expected cases[] = {
        {any, "SELECT name FROM singer WHERE age > 90", "empty_result",
         "WHERE age > 90", "", ""},
        {any, "SELECT max(age) FROM singer WHERE age > 90", "null_result",
         "WHERE age > 90", "", ""},
        {any, "SELECT name, capacity FROM stadium", "null_in_result", "", "",
         ""},
        {"Who is the oldest singer?", "SELECT name FROM singer", "several_rows",
         "", "oldest", ""},
    };
    t2sed_evidence *hasty;
    t2sed_database_options options = t2s_test_options(schema);
    static const expected slow = {
        any,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT count(*) FROM n",
        "too_slow",
        "",
        "",
        ""};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(evidence, &cases[i]);
    check_clean(evidence, any, "SELECT id FROM empty");
    options.max_milliseconds = 20;
    ck_assert_int_eq(t2sed_evidence_new(
                         &hasty, t2s_test_database_with(path, &options), NULL),
                     T2SED_OK);
    check(hasty, &slow);
    t2sed_evidence_free(hasty);
}
END_TEST

START_TEST(conditions)
{
    static const expected cases[] = {
        {any, "SELECT name FROM singer WHERE country = NULL", "null_compared",
         "country = NULL", "", ""},
        {"Whose country contains the letters Fra?",
         "SELECT name FROM singer WHERE country LIKE 'Fra'",
         "like_without_wildcard", "'Fra'", "", ""},
        {any, "SELECT name FROM singer WHERE age = singer.age", "always_true",
         "age = singer.age", "", ""},
        {any,
         "SELECT name FROM singer WHERE (country = 'France' AND age > 3) AND "
         "country = 'Spain'",
         "contradiction", "country = 'Spain'", "", ""},
        {any, "SELECT sum(age) / count(*) FROM singer", "integer_division",
         "sum(age) / count(*)", "", ""},
        {any, "SELECT title FROM concert WHERE \"country\" = 'France'",
         "quoted_name", "\"country\"", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(names, &cases[i]);
    check_clean(names, any, "SELECT name FROM singer WHERE country LIKE 'F%'");
    check_clean(names, "France or Spain",
                "SELECT name FROM singer WHERE country = 'France' OR country = "
                "'Spain'");
}
END_TEST

START_TEST(no_conditions_of_others)
{
    t2sed_findings *found = find_with(
        names, any,
        "SELECT a.name FROM singer AS a JOIN singer AS b ON a.age = b.age "
        "WHERE a.country = 'France' AND b.country = 'Spain' AND a.age = 3");
    ck_assert_int_eq(look(found, "contradiction"), -1);
    ck_assert_int_eq(look(found, "always_true"), -1);
    t2sed_findings_free(found);
    found = find_with(names, any,
                      "SELECT name FROM singer WHERE country = 'France' AND "
                      "NOT country = 'Spain' AND age = 3.0 AND age = 3");
    ck_assert_int_eq(look(found, "contradiction"), -1);
    t2sed_findings_free(found);
}
END_TEST

START_TEST(joins)
{
    static const expected cases[] = {
        {any, "SELECT title FROM concert, singer", "missing_join", "singer", "",
         ""},
        {any,
         "SELECT T1.name FROM singer AS T1 JOIN performs AS T2 ON T1.singer_id "
         "= T2.singer_id JOIN concert AS T3 ON T1.singer_id = T2.singer_id",
         "missing_join", "concert AS T3", "", ""},
        {any,
         "SELECT title FROM concert AS c JOIN stadium AS s ON s.id = "
         "c.concert_id WHERE s.capacity > 3",
         "wrong_join", "s.id = c.concert_id", "", "s.id = c.stadium_id"},
        {any,
         "SELECT lodge_id FROM lodge AS 'a b' JOIN stadium AS s ON s.id = "
         "'a b'.lodge_id WHERE s.capacity > 3",
         "wrong_join", "s.id = 'a b'.lodge_id", "",
         "s.id = \"a b\".\"home stadium\""},
        {any,
         "SELECT s.capacity, t.age FROM stadium AS s JOIN singer AS t ON "
         "s.capacity = t.age",
         "unrelated_join", "s.capacity = t.age", "", ""},
        {any,
         "SELECT c.title FROM concert AS c JOIN stadium AS s ON c.stadium_id = "
         "s.id WHERE c.year > 3",
         "unused_table", "stadium AS s", "", ""},
        {any,
         "SELECT a.title FROM concert AS a JOIN concert AS b ON a.concert_id = "
         "b.concert_id",
         "repeated_table", "a.concert_id = b.concert_id", "", ""},
        {any,
         "SELECT title FROM concert WHERE year IN (SELECT age FROM singer)",
         "unrelated_subquery", "year", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(names, &cases[i]);
}
END_TEST

/* A concert without a stadium is not in the result of the join: that the table
 * does not matter is not certain. */
START_TEST(an_unused_table_may_matter)
{
    t2sed_findings *found =
        find_with(names, any,
                  "SELECT c.title FROM concert AS c JOIN stadium AS s ON "
                  "c.stadium_id = s.id");
    const long place = look(found, "unused_table");
    ck_assert_int_ge(place, 0);
    ck_assert_str_eq(finding_at(found, (size_t)place).message,
                     "Nothing of the table s is used besides the join; it may "
                     "not affect the result.");
    t2sed_findings_free(found);
}
END_TEST

START_TEST(joins_that_are_right)
{
    static const char *const codes[] = {"missing_join",   "wrong_join",
                                        "unrelated_join", "unused_table",
                                        "repeated_table", "unrelated_subquery"};
    static const char *const queries[] = {
        "SELECT s.name, c.title FROM concert AS c JOIN stadium AS s ON "
        "c.stadium_id = s.id",
        "SELECT s.name, c.title FROM concert AS c, stadium AS s WHERE "
        "c.stadium_id = s.id",
        "SELECT title, age FROM concert CROSS JOIN singer",
        "SELECT title, age FROM concert NATURAL JOIN performs JOIN singer "
        "USING "
        "(singer_id)",
        "SELECT c.title FROM concert AS c JOIN performs AS p ON c.concert_id = "
        "p.concert_id",
        "SELECT title FROM concert WHERE stadium_id NOT IN (SELECT id FROM "
        "stadium)",
        "SELECT name FROM singer AS s WHERE EXISTS (SELECT * FROM performs AS "
        "p WHERE p.singer_id = s.singer_id)",
        "SELECT title FROM concert, (SELECT max(year) AS last FROM concert) "
        "WHERE year = last",
        "SELECT a.name, b.name FROM singer AS a JOIN singer AS b ON a.country "
        "= b.country",
        "SELECT a.name, b.name FROM singer AS a JOIN stadium AS b ON a.age < "
        "b.capacity",
        "WITH x AS (SELECT singer_id FROM performs) SELECT name FROM singer "
        "JOIN x ON x.singer_id = singer.singer_id",
        "SELECT s.* FROM concert AS c JOIN stadium AS s ON c.stadium_id = s.id",
    };
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        t2sed_findings *found = find_with(names, any, queries[i]);
        for (size_t k = 0; k < sizeof codes / sizeof codes[0]; k++)
            ck_assert_msg(look(found, codes[k]) < 0, "%s: %s", queries[i],
                          codes[k]);
        t2sed_findings_free(found);
    }
}
END_TEST

START_TEST(groups)
{
    static const expected cases[] = {
        {any, "SELECT name, avg(age) FROM singer", "bare_column", "name", "",
         ""},
        {any, "SELECT name, count(*) FROM singer GROUP BY country",
         "ungrouped_column", "name", "", ""},
        {any, "SELECT sum(size) FROM stadium", "aggregate_of_text", "sum(size)",
         "", ""},
    };
    static const char *const right[] = {
        "SELECT country, count(*) FROM singer GROUP BY country",
        "SELECT country, count(*) FROM singer GROUP BY 1",
        "SELECT name, max(age) FROM singer",
        "SELECT name, age FROM singer GROUP BY singer_id",
        ("SELECT s.name, count(*) FROM concert AS c JOIN stadium AS s ON "
         "c.stadium_id = s.id GROUP BY c.stadium_id"),
        "SELECT country, avg(age) FROM singer WHERE country = 'France'",
        "SELECT name, (SELECT count(*) FROM concert) FROM singer",
        "SELECT lower(country), count(*) FROM singer GROUP BY lower(country)",
        "SELECT name, count(*) OVER () FROM singer",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(evidence, &cases[i]);
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        t2sed_findings *found = find_with(names, any, right[i]);
        ck_assert_msg(look(found, "bare_column") < 0 &&
                          look(found, "ungrouped_column") < 0,
                      "%s: %s", right[i], finding_at(found, 0).message);
        t2sed_findings_free(found);
    }
}
END_TEST

START_TEST(repeated_rows_are_counted)
{
    static const char *const cases[][2] = {
        {"SELECT country FROM singer",
         "1 of the 3 rows of the result repeats another row."},
        {"SELECT 1 FROM singer",
         "2 of the 3 rows of the result repeat another row."},
    };
    for (size_t i = 0; i < 2; i++) {
        t2sed_findings *found = find_with(evidence, any, cases[i][0]);
        const long at = look(found, "duplicate_rows");
        ck_assert_int_ge(at, 0);
        ck_assert_str_eq(finding_at(found, (size_t)at).message, cases[i][1]);
        t2sed_findings_free(found);
    }
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("findings of a query")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], what_cant_run_is_an_error);
    tcase_add_test(cases[0], all_unknown_names_are_told);
    tcase_add_test(cases[0], functions_need_a_database);
    tcase_add_test(cases[0], results_are_looked_at);
    tcase_add_test(cases[0], conditions);
    tcase_add_test(cases[0], no_conditions_of_others);
    tcase_add_test(cases[0], joins);
    tcase_add_test(cases[0], an_unused_table_may_matter);
    tcase_add_test(cases[0], joins_that_are_right);
    tcase_add_test(cases[0], groups);
    tcase_add_test(cases[0], repeated_rows_are_counted);
    return t2s_test_run("findings of a query", cases, 1);
}
