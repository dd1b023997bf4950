#include <stdio.h>
#include <string.h>

#include "../t2s_test.h"
#include "base/arena.h"
#include "base/string.h"
#include "evaluate/spider_query.h"
#include "t2sed/exact.h"

static const char ddl[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INT);"
    "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT, year INT,"
    " sales REAL, writer INT REFERENCES singer(id));"
    "CREATE TABLE show (year INT, guest INT REFERENCES singer(id),"
    " opener INT REFERENCES song(id));"
    "CREATE VIEW old AS SELECT name FROM singer;";

static t2sed_schema *open_schema(void)
{
    t2sed_schema *schema = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_schema_parse_ddl(&schema, ddl, &err) == T2SED_OK, "%s",
                  err.text);
    return schema;
}

static t2sed_sql *parse(const char *text)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    return sql;
}

/* The component in which they differ. */
static const char *difference(const char *gold, const char *predicted, int rule)
{
    t2sed_exact_options options = T2SED_EXACT_OPTIONS_INIT;
    t2sed_schema *schema = open_schema();
    t2sed_sql *a = parse(gold), *b = parse(predicted);
    t2sed_error err;
    int match = -1, found = -1;
    options.rule = rule;
    ck_assert_msg(t2sed_exact_match(&match, &found, a, b, schema, &options,
                                    &err) == T2SED_OK,
                  "%s: %s", gold, err.text);
    ck_assert_int_eq(match, found == T2SED_EXACT_NO_DIFFERENCE);
    t2sed_sql_free(a);
    t2sed_sql_free(b);
    t2sed_schema_free(schema);
    return t2sed_exact_difference_name(found);
}

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

START_TEST(items_have_an_identity)
{
    t2sed_schema *schema = open_schema();
    t2sed_sql *sql = parse("SELECT singer.id, writer, count(DISTINCT title), "
                           "count(title), max(title) FROM singer JOIN song");
    t2s_spider_keys keys = {0};
    t2s_arena arena = {0};
    t2s_spider_query *query = NULL;
    ck_assert_int_eq(t2s_spider_keys_make(&keys, schema, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_spider_query_read(&query, &arena, sql, &keys, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(query->item_count, 5);
    ck_assert(t2s_spider_same_item(&query->items[0], &query->items[1]));
    ck_assert(t2s_spider_same_item(&query->items[2], &query->items[3]));
    ck_assert(!t2s_spider_same_item(&query->items[3], &query->items[4]));
    t2s_spider_keys_free(&keys);
    t2s_arena_free(&arena);
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(wrong_arguments_are_told)
{
    t2sed_exact_options options = T2SED_EXACT_OPTIONS_INIT;
    t2sed_schema *schema = open_schema();
    t2sed_sql *sql = parse("SELECT name FROM singer");
    t2sed_sql *other = parse("SELECT name AS n FROM singer");
    int match = 7, hardness = 7;
    t2sed_error err;
#define EXACT(...) t2sed_exact_match(__VA_ARGS__, &err)
    ck_assert_int_eq(EXACT(NULL, NULL, sql, sql, schema, NULL), T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, NULL, sql, schema, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, sql, NULL, schema, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, sql, sql, NULL, NULL), T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "schema"));
    options.rule = 3;
    ck_assert_int_eq(EXACT(&match, NULL, sql, sql, schema, &options),
                     T2SED_EINVAL);
    options.rule = 0;
    options.struct_size = 4;
    ck_assert_int_eq(EXACT(&match, NULL, sql, sql, schema, &options),
                     T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, other, sql, schema, NULL),
                     T2SED_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "gold query"));
    ck_assert_int_eq(err.offset, 12);
    ck_assert_int_eq(match, 7);
    ck_assert_int_eq(t2sed_hardness(NULL, sql, schema, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_hardness(&hardness, NULL, schema, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_hardness(&hardness, sql, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_hardness(&hardness, other, schema, NULL),
                     T2SED_EUNSUPPORTED);
    ck_assert_int_eq(hardness, 7);
    t2sed_sql_free(sql);
    t2sed_sql_free(other);
    t2sed_schema_free(schema);
}
END_TEST

static char *repeat(const char *head, const char *part, size_t times,
                    const char *tail)
{
    t2s_string text = {0};
    t2s_string_append(&text, head);
    for (size_t i = 0; i < times; i++)
        t2s_string_append(&text, part);
    t2s_string_append(&text, tail);
    return t2s_string_take(&text, NULL);
}

/* Long and deep queries are read, or beyond; they take no long time. */
START_TEST(large_queries_are_bounded)
{
    static const struct {
        const char *head, *part, *tail;
        size_t times;
        const char *expected;
    } cases[] = {
        {"SELECT ", "name,", "name FROM singer", 400, "select"},
        {"SELECT ", "name,", "name FROM singer", 150000, "beyond"},
        {"SELECT name FROM singer WHERE id = 1", " AND age > 2", "", 900,
         "where"},
        {"SELECT name FROM singer", " JOIN song", "", 60, "from"},
        {"SELECT name FROM singer", " JOIN song", "", 100, "beyond"},
        {"SELECT name FROM singer", " UNION SELECT name FROM singer", "", 100,
         "compound"},
        {"SELECT name FROM singer", " UNION SELECT name FROM singer", "", 9000,
         "beyond"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text =
            repeat(cases[i].head, cases[i].part, cases[i].times, cases[i].tail);
        ck_assert_str_eq(
            difference("SELECT name FROM singer", text, T2SED_EXACT_SPIDER),
            cases[i].expected);
        if (strcmp(cases[i].expected, "beyond") != 0)
            ck_assert_str_eq(difference(text, text, T2SED_EXACT_WITH_VALUES),
                             "");
        t2sed_free(text);
    }
}
END_TEST

START_TEST(deep_queries_are_bounded)
{
    for (size_t depth = 100; depth <= 400; depth += 300) {
        char *head = repeat("SELECT name FROM singer WHERE id IN ",
                            "(SELECT id FROM song WHERE id IN ", depth, "(5)");
        char *text = repeat(head, ")", depth, "");
        const char *found =
            difference("SELECT name FROM singer", text, T2SED_EXACT_SPIDER);
        ck_assert_str_eq(found, depth == 100 ? "where" : "beyond");
        t2sed_free(head);
        t2sed_free(text);
    }
}
END_TEST

typedef struct inputs {
    t2sed_sql *gold, *predicted;
    t2sed_schema *schema;
} inputs;

static t2sed_status match_and_grade(void *payload)
{
    const inputs *in = payload;
    int match = 0, hardness;
    t2sed_error err;
    t2sed_status status = t2sed_exact_match(
        &match, NULL, in->gold, in->predicted, in->schema, NULL, &err);
    if (status == T2SED_OK)
        status = t2sed_hardness(&hardness, in->gold, in->schema, &err);
    ck_assert(status != T2SED_OK || match == 1);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    inputs in = {
        parse("SELECT max(T1.age), name FROM singer AS T1 JOIN song AS T2 ON "
              "T1.id = T2.writer WHERE T2.id IN (SELECT opener FROM show AS "
              "T3) GROUP BY name HAVING count(*) > 2 ORDER BY age UNION SELECT "
              "count(*), * FROM (SELECT id FROM song)"),
        parse("SELECT name, max(age) FROM song AS T1 JOIN singer AS T2 ON "
              "T1.writer = T2.id WHERE T1.id IN (SELECT opener FROM show) "
              "GROUP BY name HAVING count(*) > 3 ORDER BY T2.age UNION SELECT "
              "count(*), * FROM (SELECT id FROM song)"),
        open_schema()};
    t2s_test_every_allocation(match_and_grade, &in);
    t2sed_sql_free(in.gold);
    t2sed_sql_free(in.predicted);
    t2sed_schema_free(in.schema);
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
    tcase_add_test(exact, wrong_arguments_are_told);
    tcase_add_test(exact, large_queries_are_bounded);
    tcase_add_test(exact, deep_queries_are_bounded);
    tcase_add_test(exact, every_allocation_may_fail);
    return t2s_test_run("exact", &exact, 1);
}
