#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/string.h"
#include "lab/evaluate/spider.h"
#include "exact_test.h"

typedef struct pair {
    const char *gold, *predicted, *expected;
} pair;

static void check_pairs(const pair *pairs, size_t count, int rule)
{
    for (size_t i = 0; i < count; i++) {
        const char *found = difference(pairs[i].gold, pairs[i].predicted, rule);
        ck_assert_msg(strcmp(found, pairs[i].expected) == 0,
                      "%s\n%s\nexpected \"%s\", found \"%s\"", pairs[i].gold,
                      pairs[i].predicted, pairs[i].expected, found);
    }
}

#define CHECK_PAIRS(pairs, rule)                                               \
    check_pairs((pairs), sizeof(pairs) / sizeof *(pairs), (rule))

START_TEST(selected_items_are_a_bag)
{
    static const pair pairs[] = {
        {"SELECT name, age FROM singer", "SELECT age, name FROM singer", ""},
        {"SELECT name, age FROM singer", "SELECT name FROM singer", "select"},
        {"SELECT name, age FROM singer", "SELECT name, name FROM singer",
         "select"},
        {"SELECT name FROM singer", "select NAME from SINGER;", ""},
        {"SELECT name FROM singer", "SELECT T1.name FROM singer AS T1", ""},
        {"SELECT name FROM singer", "SELECT DISTINCT name FROM singer", ""},
        {"SELECT count(*) FROM singer", "SELECT count(id) FROM singer",
         "select"},
        {"SELECT max(age) FROM singer", "SELECT min(age) FROM singer",
         "select"},
        {"SELECT count(DISTINCT age) FROM singer",
         "SELECT count(age) FROM singer", ""},
        {"SELECT id - age FROM singer", "SELECT age - id FROM singer",
         "select"},
        {"SELECT id - age FROM singer", "SELECT id + age FROM singer",
         "select"},
        {"SELECT sum(id * age) FROM singer",
         "SELECT SUM((id * age)) FROM singer", "beyond"},
        {"SELECT (max(age) - min(age)) FROM singer",
         "SELECT (max(age) - min(age)) FROM singer", ""},
        /* Read as three items each. */
        {"SELECT max(age), *, id FROM singer",
         "SELECT max(age) * id FROM singer", ""},
        {"SELECT name, age FROM singer", "SELECT name age FROM singer", ""},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

START_TEST(conditions_are_a_bag)
{
    static const pair pairs[] = {
        {"SELECT name FROM singer WHERE age > 5 AND id = 3",
         "SELECT name FROM singer WHERE id = 9 AND age > 1", ""},
        {"SELECT name FROM singer WHERE age > 5",
         "SELECT name FROM singer WHERE age >= 5", "where"},
        {"SELECT name FROM singer WHERE age > 5", "SELECT name FROM singer",
         "where"},
        {"SELECT name FROM singer WHERE age > 5 AND id = 3",
         "SELECT name FROM singer WHERE age > 5 OR id = 3", "connectives"},
        {"SELECT name FROM singer WHERE name LIKE '%a%'",
         "SELECT name FROM singer WHERE name NOT LIKE '%a%'", "where"},
        {"SELECT name FROM singer WHERE age BETWEEN 1 AND 2",
         "SELECT name FROM singer WHERE age BETWEEN -3.5 AND 4", ""},
        {"SELECT name FROM singer WHERE name = 'x'",
         "SELECT name FROM singer WHERE name = \"y\"", ""},
        {"SELECT name FROM singer WHERE age = id",
         "SELECT name FROM singer WHERE age = 7", ""},
        {"SELECT name FROM singer WHERE age IN (7)",
         "SELECT name FROM singer WHERE age = 7", "where"},
        /* What follows a column up to AND is passed over. */
        {"SELECT name FROM singer WHERE age = id AND name = 'x'",
         "SELECT name FROM singer WHERE age = id OR id = 5 AND name = 'x'", ""},
        {"SELECT name FROM singer WHERE age = id",
         "SELECT name FROM singer WHERE age = id = 5 = age", ""},
        {"SELECT name FROM singer WHERE age = id",
         "SELECT name FROM singer WHERE age = 5 = id", "beyond"},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

START_TEST(groups_and_orders_are_lists)
{
    static const pair pairs[] = {
        {"SELECT name FROM singer GROUP BY name, age",
         "SELECT name FROM singer GROUP BY name, age", ""},
        {"SELECT name FROM singer GROUP BY name, age",
         "SELECT name FROM singer GROUP BY age, name", "group"},
        {"SELECT name FROM singer GROUP BY name HAVING count(*) > 2",
         "SELECT name FROM singer GROUP BY name HAVING count(*) > 3", ""},
        {"SELECT name FROM singer GROUP BY name HAVING count(*) > 2",
         "SELECT name FROM singer GROUP BY name HAVING max(age) > 2", "group"},
        {"SELECT name FROM singer GROUP BY name",
         "SELECT name FROM singer GROUP BY name HAVING max(age) > 2", "group"},
        {"SELECT name FROM singer ORDER BY age",
         "SELECT name FROM singer ORDER BY age ASC", ""},
        {"SELECT name FROM singer ORDER BY age",
         "SELECT name FROM singer ORDER BY age DESC", "order"},
        {"SELECT name FROM singer ORDER BY age, id DESC",
         "SELECT name FROM singer ORDER BY age DESC, id", ""},
        {"SELECT name FROM singer ORDER BY age LIMIT 3",
         "SELECT name FROM singer ORDER BY age LIMIT 1", ""},
        {"SELECT name FROM singer ORDER BY age LIMIT 3",
         "SELECT name FROM singer ORDER BY age", "order"},
        {"SELECT name FROM singer LIMIT 3", "SELECT name FROM singer",
         "keywords"},
        {"SELECT name FROM singer ORDER BY max(age) - min(age)",
         "SELECT name FROM singer ORDER BY max(age) - min(age)", ""},
        /* What follows a complete query is passed over. */
        {"SELECT name FROM singer LIMIT 3",
         "SELECT name FROM singer LIMIT 3 OFFSET 1", ""},
        {"SELECT name FROM singer LIMIT 3",
         "SELECT name FROM singer LIMIT 3 -- three", ""},
        {"SELECT name FROM singer", "SELECT name FROM singer; -- all", ""},
        {"SELECT name FROM singer LIMIT 3", "SELECT name FROM singer LIMIT 1,3",
         ""},
        {"SELECT name FROM singer ORDER BY age",
         "SELECT name FROM singer ORDER BY age COLLATE nocase DESC LIMIT 3",
         ""},
        {"SELECT name FROM singer ORDER BY age DESC",
         "SELECT name FROM singer ORDER BY age DESC NULLS LAST LIMIT 3", ""},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

START_TEST(tables_are_a_bag)
{
    static const pair pairs[] = {
        {"SELECT T1.name FROM singer AS T1 JOIN song AS T2 ON T1.id = "
         "T2.writer",
         "SELECT T2.name FROM song AS T1 JOIN singer AS T2 ON T1.year = T2.age",
         ""},
        {"SELECT name FROM singer", "SELECT name FROM singer JOIN song",
         "from"},
        {"SELECT count(*) FROM (SELECT age FROM singer WHERE id = 2)",
         "SELECT count(*) FROM (SELECT age FROM singer WHERE id = 2.0)", ""},
        /* Values in FROM do count. */
        {"SELECT count(*) FROM (SELECT age FROM singer WHERE id = 2)",
         "SELECT count(*) FROM (SELECT age FROM singer WHERE id = 3)", "from"},
        /* A word of another join is passed over behind ON column = column. */
        {"SELECT title FROM singer JOIN song ON singer.id = song.writer JOIN "
         "show ON show.opener = song.id",
         "SELECT title FROM singer JOIN song ON singer.id = song.writer LEFT "
         "JOIN show ON show.opener = song.id",
         ""},
        {"SELECT title FROM singer JOIN song ON singer.id = song.writer",
         "SELECT title FROM singer LEFT JOIN song ON singer.id = song.writer",
         "beyond"},
        {"SELECT title FROM song JOIN singer", "SELECT title FROM song singer",
         ""},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

START_TEST(foreign_keys_make_columns_equal)
{
    static const char gold[] = "SELECT T1.id FROM singer AS T1 JOIN song AS T2 "
                               "ON T1.id = T2.writer";
    static const char other[] = "SELECT T2.writer FROM singer AS T1 JOIN song "
                                "AS T2 ON T1.id = T2.writer";
    static const char alone[] = "SELECT id FROM singer EXCEPT SELECT writer "
                                "FROM song";
    ck_assert_str_eq(difference(gold, other, T2SED_EXACT_SPIDER), "");
    ck_assert_str_eq(difference(gold, other, T2SED_EXACT_NO_FOREIGN_KEYS),
                     "select");
    ck_assert_str_eq(difference(gold, other, T2SED_EXACT_WITH_VALUES), "");
    /* Only with the column's table in the first FROM. */
    ck_assert_str_eq(difference(alone,
                                "SELECT id FROM singer EXCEPT SELECT guest "
                                "FROM show",
                                T2SED_EXACT_SPIDER),
                     "compound");
    ck_assert_str_eq(
        difference("SELECT name FROM singer WHERE id IN (SELECT singer.id FROM "
                   "singer JOIN song)",
                   "SELECT name FROM singer WHERE id IN (SELECT song.writer "
                   "FROM singer JOIN song)",
                   T2SED_EXACT_SPIDER),
        "where");
}
END_TEST

START_TEST(compounds_compare_what_they_join)
{
    static const pair pairs[] = {
        {"SELECT name FROM singer UNION SELECT title FROM song",
         "SELECT name FROM singer UNION SELECT title FROM song", ""},
        {"SELECT name FROM singer UNION SELECT title FROM song",
         "SELECT name FROM singer EXCEPT SELECT title FROM song", "compound"},
        {"SELECT name FROM singer UNION SELECT title FROM song",
         "SELECT name FROM singer", "compound"},
        {"SELECT name FROM singer UNION SELECT title FROM song WHERE year = 1",
         "SELECT name FROM singer UNION SELECT title FROM song WHERE id = 1",
         "compound"},
        {"SELECT name FROM singer UNION SELECT year FROM song",
         "SELECT name FROM singer UNION SELECT year FROM show", "compound"},
        {"SELECT name FROM singer UNION SELECT title FROM song",
         "SELECT name FROM singer UNION SELECT title FROM song UNION SELECT "
         "year FROM show",
         "compound"},
        {"SELECT name FROM singer UNION SELECT title FROM song",
         "SELECT name FROM singer UNION ALL SELECT title FROM song", "beyond"},
        {"SELECT name FROM singer JOIN song ON age > 5 OR id = 2",
         "SELECT name FROM singer JOIN song ON age > 5 AND id = 2", "keywords"},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

/* Conditions hold queries that are compared as written. */
START_TEST(nested_queries_compare_whole)
{
    static const pair pairs[] = {
        {"SELECT name FROM singer WHERE id IN (SELECT writer FROM song WHERE "
         "year = 1)",
         "SELECT name FROM singer WHERE id IN (SELECT writer FROM song WHERE "
         "year = 2)",
         ""},
        {"SELECT name FROM singer WHERE id IN (SELECT writer FROM song)",
         "SELECT name FROM singer WHERE id IN (SELECT DISTINCT writer FROM "
         "song)",
         "where"},
        {"SELECT name FROM singer WHERE id IN (SELECT writer FROM song)",
         "SELECT name FROM singer WHERE id IN (SELECT guest FROM show)",
         "where"},
        {"SELECT name FROM singer WHERE age > (SELECT max(age) FROM singer)",
         "SELECT name FROM singer WHERE age > 5", "where"},
        {"SELECT name FROM singer WHERE id IN (SELECT writer FROM song LIMIT "
         "1)",
         "SELECT name FROM singer WHERE id IN (SELECT writer FROM song LIMIT 1 "
         "OFFSET 1)",
         "beyond"},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

START_TEST(values_count_if_asked_for)
{
    static const pair pairs[] = {
        {"SELECT name FROM singer WHERE age = 5",
         "SELECT name FROM singer WHERE age = 50e-1", ""},
        {"SELECT name FROM singer WHERE age = 5",
         "SELECT name FROM singer WHERE age = 6", "where"},
        {"SELECT name FROM singer WHERE age = 5",
         "SELECT name FROM singer WHERE age = -5", "where"},
        {"SELECT name FROM singer WHERE age = 5",
         "SELECT name FROM singer WHERE age = '5'", "where"},
        {"SELECT name FROM singer WHERE name = 'x'",
         "SELECT name FROM singer WHERE name = \"x\"", ""},
        {"SELECT name FROM singer WHERE name = 'x'",
         "SELECT name FROM singer WHERE name = 'X'", "where"},
        {"SELECT name FROM singer WHERE age = id",
         "SELECT name FROM singer WHERE age = singer.id", ""},
        {"SELECT name FROM singer WHERE age = id",
         "SELECT name FROM singer WHERE age = age", "where"},
        {"SELECT name FROM singer WHERE age BETWEEN 1 AND 2",
         "SELECT name FROM singer WHERE age BETWEEN 1 AND 3", "where"},
        {"SELECT name FROM singer WHERE id IN (SELECT writer FROM song WHERE "
         "year = 1)",
         "SELECT name FROM singer WHERE id IN (SELECT writer FROM song WHERE "
         "year = 2)",
         "where"},
        {"SELECT name FROM singer GROUP BY name HAVING count(*) > 2",
         "SELECT name FROM singer GROUP BY name HAVING count(*) > 3", "group"},
        {"SELECT name FROM singer LIMIT 3", "SELECT name FROM singer LIMIT 1",
         ""},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_WITH_VALUES);
}
END_TEST

START_TEST(other_sql_is_beyond)
{
    static const char *const queries[] = {
        "SELECT name AS n FROM singer",
        "SELECT name n FROM singer",
        "SELECT T1.name FROM singer T1",
        "SELECT singer.* FROM singer",
        "SELECT abs(age) FROM singer",
        "SELECT count(age, id) FROM singer",
        "SELECT count(*) / 2 FROM singer",
        "SELECT count(*) FILTER (WHERE id = 2) FROM singer",
        "SELECT id - age - id FROM singer",
        "SELECT id-age FROM singer",
        "SELECT id || age FROM singer",
        "SELECT (SELECT 1 FROM song) FROM singer",
        "SELECT 'x' FROM singer",
        "SELECT \"name\" FROM singer",
        "SELECT [name] FROM singer",
        "SELECT `name` FROM singer",
        "SELECT main.singer.name FROM singer",
        "SELECT singer . name FROM singer",
        "SELECT unheard FROM singer",
        "SELECT singer.unheard FROM singer",
        "SELECT T9.name FROM singer",
        "SELECT name FROM old",
        "SELECT name FROM unheard",
        "SELECT name FROM \"singer\"",
        "SELECT name FROM singer AS song",
        "SELECT ALL name FROM singer",
        "SELECT 1",
        "VALUES (1)",
        "WITH c AS (SELECT 1) SELECT name FROM singer",
        "SELECT name FROM singer, song",
        "SELECT name FROM singer INNER JOIN song",
        "SELECT name FROM singer JOIN song USING (id)",
        "SELECT name FROM (singer JOIN song)",
        "SELECT name FROM (SELECT name FROM singer)",
        "SELECT count(*) FROM (SELECT name FROM singer) AS x",
        "SELECT name FROM singer JOIN (SELECT id FROM song)",
        "SELECT name FROM singer INDEXED BY i",
        "SELECT name FROM singer WHERE (age = 5)",
        "SELECT name FROM singer WHERE NOT age = 5",
        "SELECT name FROM singer WHERE age=5",
        "SELECT name FROM singer WHERE age >=5",
        "SELECT name FROM singer WHERE age == 5",
        "SELECT name FROM singer WHERE age <> 5",
        "SELECT name FROM singer WHERE age IS NULL",
        "SELECT name FROM singer WHERE age IS NOT NULL",
        "SELECT name FROM singer WHERE age NOTNULL",
        "SELECT name FROM singer WHERE age IN (1, 2)",
        "SELECT name FROM singer WHERE age IN ()",
        "SELECT name FROM singer WHERE age IN song",
        "SELECT name FROM singer WHERE age = 5 + 1",
        "SELECT name FROM singer WHERE age = - 5",
        "SELECT name FROM singer WHERE age = 0x10",
        "SELECT name FROM singer WHERE age = max(id)",
        "SELECT name FROM singer WHERE age = (id)",
        "SELECT name FROM singer WHERE age > id AND (id = 2 OR age = 3)",
        "SELECT name FROM singer WHERE name = 'it''s'",
        "SELECT name FROM singer WHERE name = \"it's\"",
        "SELECT name FROM singer WHERE name LIKE 'x' ESCAPE 'y'",
        "SELECT name FROM singer WHERE EXISTS (SELECT id FROM song)",
        "SELECT name FROM singer WHERE 5 < age",
        "SELECT name FROM singer WHERE writer = 5",
        "SELECT name FROM singer HAVING count(*) > 2",
        "SELECT name FROM singer GROUP BY 1",
        "SELECT name FROM singer ORDER BY 1",
        "SELECT name FROM singer -- comment",
        "SELECT name FROM /* comment */ singer",
        "SELECT name FROM singer GROUP/**/BY name",
        "SELECT name FROM singer WINDOW w AS (ORDER BY id)",
        "SELECT CASE WHEN id = 1 THEN 2 END FROM singer",
        "SELECT CAST(id AS TEXT) FROM singer",
    };
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        const char *found = difference("SELECT name FROM singer", queries[i],
                                       T2SED_EXACT_SPIDER);
        ck_assert_msg(strcmp(found, "beyond") == 0, "%s: \"%s\"", queries[i],
                      found);
    }
}
END_TEST

START_TEST(blanks_are_needed_only_where_spider_needs_them)
{
    static const pair pairs[] = {
        {"SELECT name , age FROM singer", "SELECT name,age FROM singer", ""},
        {"SELECT count ( * ) FROM singer", "SELECT count(*)FROM singer", ""},
        {"SELECT name FROM singer WHERE age > 5",
         "SELECT name FROM singer WHERE age>5", ""},
        {"SELECT name FROM singer WHERE age >= 5",
         "SELECT name FROM singer WHERE age>= 5", ""},
        {"SELECT name FROM singer WHERE age != 5",
         "SELECT name FROM singer WHERE age!= 5", ""},
        {"SELECT name FROM singer WHERE id IN (SELECT id FROM song)",
         "SELECT name FROM singer WHERE id IN(SELECT id FROM song);  ", ""},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

/* One list of aliases for a query and all within it: the last counts. */
START_TEST(aliases_are_shared)
{
    static const pair pairs[] = {
        {"SELECT song.id FROM singer WHERE id IN (SELECT id FROM song)",
         "SELECT T1.id FROM singer AS T1 WHERE id IN (SELECT id FROM song AS "
         "T1)",
         ""},
        {"SELECT name FROM singer WHERE id IN (SELECT id FROM song)",
         "SELECT T1.name FROM singer AS T1 WHERE id IN (SELECT id FROM song AS "
         "T1)",
         "beyond"},
        {"SELECT name FROM singer", "SELECT name FROM singer AS \"x\"", ""},
    };
    CHECK_PAIRS(pairs, T2SED_EXACT_SPIDER);
}
END_TEST

START_TEST(hardness_counts_parts)
{
    static const struct {
        const char *query, *expected;
    } cases[] = {
        {"SELECT name FROM singer", "easy"},
        {"SELECT name FROM singer WHERE age = 5", "easy"},
        {"SELECT max(age) FROM singer", "easy"},
        {"SELECT name, age FROM singer", "medium"},
        {"SELECT name FROM singer ORDER BY age LIMIT 1", "medium"},
        {"SELECT name FROM singer WHERE name LIKE 'x'", "medium"},
        {"SELECT name FROM singer WHERE age = 5 OR age = 6", "medium"},
        {"SELECT name FROM singer JOIN song", "easy"},
        {"SELECT name FROM singer WHERE age = 5 ORDER BY age LIMIT 1", "hard"},
        {"SELECT max(age), min(age) FROM singer WHERE age = 5 AND id = 2",
         "hard"},
        {"SELECT name FROM singer WHERE id IN (SELECT id FROM song)", "hard"},
        {"SELECT name FROM singer UNION SELECT title FROM song", "hard"},
        {"SELECT name, age FROM singer WHERE id IN (SELECT id FROM song)",
         "extra"},
        {"SELECT name FROM singer WHERE age = 5 GROUP BY name ORDER BY age "
         "LIMIT 1",
         "extra"},
        /* A negated condition counts as an aggregate, with another one... */
        {"SELECT name, max(age) FROM singer WHERE name NOT LIKE 'x'", "extra"},
        {"SELECT name, max(age) FROM singer WHERE name LIKE 'x'", "medium"},
        {"SELECT max(id), age FROM singer WHERE id NOT IN (7) AND age = 5",
         "hard"},
        {"SELECT max(id), age FROM singer WHERE id IN (7) AND age = 5",
         "medium"},
        /* ...and so does a connective in HAVING. */
        {"SELECT name, max(id) FROM singer GROUP BY name, age HAVING max(age) "
         "> 5 AND min(age) > 4",
         "hard"},
        {"SELECT name, max(id) FROM singer GROUP BY name, age HAVING max(age) "
         "> 5",
         "medium"},
    };
    t2sed_schema *schema = open_schema();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_sql *sql = parse(cases[i].query);
        int hardness = -1;
        ck_assert_int_eq(t2sed_hardness(&hardness, sql, schema, NULL),
                         T2SED_OK);
        ck_assert_msg(
            strcmp(t2sed_hardness_name(hardness), cases[i].expected) == 0,
            "%s: expected %s, found %s", cases[i].query, cases[i].expected,
            t2sed_hardness_name(hardness));
        t2sed_sql_free(sql);
    }
    t2sed_schema_free(schema);
    ck_assert_ptr_null(t2sed_hardness_name(4));
    ck_assert_ptr_null(t2sed_hardness_name(-1));
    ck_assert_ptr_null(t2sed_exact_difference_name(10));
    ck_assert_ptr_null(t2sed_exact_difference_name(-1));
}
END_TEST

/* The maps of the official rule, without rows: of items that are the same to
 * exact match, one counts. */
static bool same_maps(const char *gold, const char *query)
{
    t2sed_schema *schema = open_schema();
    t2sed_sql *a = parse(gold), *b = parse(query);
    const t2s_result none = {0};
    t2s_spider_pair both = {0};
    bool same;
    ck_assert_int_eq(t2s_spider_pair_read(&both, a, b, schema, NULL, NULL),
                     T2SED_OK);
    same = t2s_spider_same_maps(&both, &none, &none);
    t2s_spider_pair_free(&both);
    t2sed_sql_free(a);
    t2sed_sql_free(b);
    t2sed_schema_free(schema);
    return same;
}

START_TEST(items_have_an_identity)
{
    ck_assert(same_maps("SELECT singer.id FROM singer JOIN song",
                        "SELECT singer.id, writer FROM singer JOIN song"));
    ck_assert(same_maps("SELECT count(DISTINCT title) FROM song",
                        "SELECT count(title) FROM song"));
    ck_assert(!same_maps("SELECT count(title) FROM song",
                         "SELECT max(title) FROM song"));
    ck_assert(!same_maps("SELECT count(title) FROM song",
                         "SELECT count(title), max(title) FROM song"));
}
END_TEST

int main(void)
{
    TCase *exact = tcase_create("exact");
    tcase_set_timeout(exact, 120);
    tcase_add_test(exact, selected_items_are_a_bag);
    tcase_add_test(exact, conditions_are_a_bag);
    tcase_add_test(exact, groups_and_orders_are_lists);
    tcase_add_test(exact, tables_are_a_bag);
    tcase_add_test(exact, foreign_keys_make_columns_equal);
    tcase_add_test(exact, compounds_compare_what_they_join);
    tcase_add_test(exact, nested_queries_compare_whole);
    tcase_add_test(exact, values_count_if_asked_for);
    tcase_add_test(exact, other_sql_is_beyond);
    tcase_add_test(exact, blanks_are_needed_only_where_spider_needs_them);
    tcase_add_test(exact, aliases_are_shared);
    tcase_add_test(exact, hardness_counts_parts);
    tcase_add_test(exact, items_have_an_identity);
    return t2s_test_run("exact", &exact, 1);
}
