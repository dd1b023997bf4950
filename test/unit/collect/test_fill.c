/* Values for placeholders. */
#include "t2s_test.h"

#include <string.h>

#include "lab/collect/collector.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static const char ddl[] =
    "CREATE TABLE singer (id INT, name TEXT, age INT, country TEXT);"
    "CREATE TABLE concert (id INT, singer_id INT, year INT, place TEXT);";

static t2sed_schema *schema;

static void open_schema(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), 0);
}

static void close_schema(void)
{
    t2sed_schema_free(schema);
}

static t2sed_status fill(char **out, size_t *filled, size_t *guessed,
                         const char *sql, const char *gold)
{
    t2sed_sql *parsed = NULL;
    t2sed_status status = t2sed_sql_parse(&parsed, gold, NULL);
    if (status == T2SED_OK)
        status = t2s_fill(out, filled, guessed, sql, strlen(sql), parsed,
                          schema, NULL);
    t2sed_sql_free(parsed);
    return status;
}

static void expect(const char *sql, const char *gold, const char *expected,
                   size_t guessed)
{
    char *out;
    size_t got_filled = 99, got_guessed = 99;
    ck_assert_int_eq(fill(&out, &got_filled, &got_guessed, sql, gold), 0);
    ck_assert_str_eq(out, expected);
    ck_assert_uint_eq(got_guessed, guessed);
    t2sed_free(out);
}

START_TEST(columns_come_first)
{
    expect("SELECT name FROM singer WHERE country = value AND name = value",
           "SELECT id FROM singer WHERE name = 'Ann' AND country = 'Peru'",
           "SELECT name FROM singer WHERE country = 'Peru' AND name = 'Ann'",
           0);
    /* One of another table is further away. */
    expect("SELECT T1.name FROM singer AS T1 JOIN concert AS T2 ON T1.id = "
           "T2.singer_id WHERE T2.id = value AND T1.id = value",
           "SELECT name FROM singer AS a JOIN concert AS b ON a.id = "
           "b.singer_id WHERE a.id = 1 AND b.id = 2",
           "SELECT T1.name FROM singer AS T1 JOIN concert AS T2 ON T1.id = "
           "T2.singer_id WHERE T2.id = 2 AND T1.id = 1",
           0);
    expect("SELECT name FROM singer GROUP BY name HAVING Count ( * ) > = value "
           "AND avg ( age ) < value",
           "SELECT name FROM singer GROUP BY name HAVING avg(age) < 30 AND "
           "count(id) >= 2",
           "SELECT name FROM singer GROUP BY name HAVING Count ( * ) >= 2 "
           "AND avg ( age ) < 30",
           0);
}
END_TEST

START_TEST(then_operators)
{
    expect("SELECT name FROM singer WHERE age < value AND age > value",
           "SELECT name FROM singer WHERE age > 20 AND age < 60",
           "SELECT name FROM singer WHERE age < 60 AND age > 20", 0);
    expect("SELECT name FROM singer WHERE age BETWEEN value AND value",
           "SELECT name FROM singer WHERE age <= 60 AND age >= 20",
           "SELECT name FROM singer WHERE age BETWEEN 20 AND 60", 0);
    expect("SELECT name FROM singer WHERE age > value ORDER BY age LIMIT value",
           "SELECT name FROM singer WHERE age > 7 ORDER BY age LIMIT 3",
           "SELECT name FROM singer WHERE age > 7 ORDER BY age LIMIT 3", 0);
    expect("SELECT name FROM singer LIMIT value OFFSET value",
           "SELECT name FROM singer LIMIT 4 OFFSET 2",
           "SELECT name FROM singer LIMIT 4 OFFSET 2", 0);
    expect("SELECT name FROM singer WHERE name LIKE value OR country = value",
           "SELECT name FROM singer WHERE place = 'x' OR place LIKE '%y%'",
           "SELECT name FROM singer WHERE name LIKE '%y%' OR country = 'x'", 0);
    expect("SELECT name FROM singer WHERE value < age",
           "SELECT name FROM singer WHERE id < 1 OR id > 2",
           "SELECT name FROM singer WHERE 2 < age", 0);
}
END_TEST

START_TEST(then_types_and_order)
{
    expect("SELECT name FROM singer WHERE age = value OR name = value",
           "SELECT name FROM singer WHERE country = 'Peru' OR id = 3",
           "SELECT name FROM singer WHERE age = 3 OR name = 'Peru'", 0);
    expect("SELECT name FROM singer WHERE age = value INTERSECT SELECT name "
           "FROM singer WHERE age = value",
           "SELECT name FROM singer WHERE age = 1 INTERSECT SELECT name FROM "
           "singer WHERE age = -2.5",
           "SELECT name FROM singer WHERE age = 1 INTERSECT SELECT name "
           "FROM singer WHERE age = -2.5",
           0);
    expect("SELECT name FROM singer WHERE age > 1 -value",
           "SELECT name FROM singer WHERE age > -2",
           "SELECT name FROM singer WHERE age > 1 - -2", 0);
    /* Used a second time only where there are too few. */
    expect("SELECT name FROM singer WHERE name = value OR name = value",
           "SELECT name FROM singer WHERE name = 'Ann'",
           "SELECT name FROM singer WHERE name = 'Ann' OR name = 'Ann'", 0);
    expect("SELECT name FROM singer WHERE age IN (value, value)",
           "SELECT name FROM singer WHERE age IN (3, 4)",
           "SELECT name FROM singer WHERE age IN (3, 4)", 0);
}
END_TEST

START_TEST(strings_are_requoted)
{
    expect("SELECT id FROM singer WHERE name = value",
           "SELECT id FROM singer WHERE name = \"O'Hara \"\"x\"\"\"",
           "SELECT id FROM singer WHERE name = 'O''Hara \"x\"'", 0);
    /* "name" is a column, and no literal. */
    expect("SELECT id FROM singer WHERE country = value",
           "SELECT id FROM singer WHERE country = \"name\"",
           "SELECT id FROM singer WHERE country = 'value'", 1);
}
END_TEST

START_TEST(what_gold_lacks_is_made_up)
{
    expect("SELECT id FROM singer WHERE name = value AND age > value "
           "ORDER BY age LIMIT value",
           "SELECT id FROM singer",
           "SELECT id FROM singer WHERE name = 'value' AND age > 1 "
           "ORDER BY age LIMIT 1",
           3);
    /* LIMIT lends its number to nothing else. */
    expect("SELECT id FROM singer WHERE age > value",
           "SELECT id FROM singer ORDER BY age LIMIT 3",
           "SELECT id FROM singer WHERE age > 1", 1);
}
END_TEST

START_TEST(torn_operators_are_glued)
{
    expect("SELECT id FROM singer WHERE age > = 1 AND age < = 2 AND age ! = 3 "
           "AND age < > 4 AND name = '> ='",
           "SELECT 1",
           "SELECT id FROM singer WHERE age >= 1 AND age <= 2 AND age != 3 "
           "AND age <> 4 AND name = '> ='",
           0);
}
END_TEST

START_TEST(a_column_called_value_stays)
{
    t2sed_schema *mine = schema;
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&schema, "CREATE TABLE t (value INT)", NULL), 0);
    expect("SELECT value FROM t WHERE value = value", "SELECT 3",
           "SELECT value FROM t WHERE value = value", 0);
    t2sed_schema_free(schema);
    schema = mine;
    expect("SELECT count(*) AS value FROM singer ORDER BY value", "SELECT 3",
           "SELECT count(*) AS value FROM singer ORDER BY value", 0);
    expect("SELECT value.id FROM singer AS value WHERE id = 'value'",
           "SELECT 3",
           "SELECT value.id FROM singer AS value WHERE id = 'value'", 0);
}
END_TEST

START_TEST(bad_queries_are_told)
{
    char *out = NULL;
    size_t filled, guessed;
    char many[8192] = "SELECT 1 IN (value";
    ck_assert_int_eq(fill(&out, &filled, &guessed, "SELEC", "SELECT 1"),
                     T2SED_ESYNTAX);
    for (int i = 0; i < 200; i++)
        strcat(many, ", value");
    strcat(many, ")");
    ck_assert_int_eq(fill(&out, &filled, &guessed, many, "SELECT 1"),
                     T2SED_ELIMIT);
    ck_assert_ptr_null(out);
}
END_TEST

static t2sed_status fill_something(void *payload)
{
    char *out;
    size_t filled, guessed;
    t2sed_status status =
        fill(&out, &filled, &guessed,
             "SELECT id FROM singer WHERE name = value AND age > = value",
             "SELECT id FROM singer WHERE name = \"x\" AND age > -3");
    (void)payload;
    if (status == T2SED_OK)
        t2sed_free(out);
    return status;
}

START_TEST(memory_may_run_out_anywhere)
{
    t2s_test_every_allocation(fill_something, NULL);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("fill")};
    tcase_add_checked_fixture(cases[0], open_schema, close_schema);
    tcase_add_test(cases[0], columns_come_first);
    tcase_add_test(cases[0], then_operators);
    tcase_add_test(cases[0], then_types_and_order);
    tcase_add_test(cases[0], strings_are_requoted);
    tcase_add_test(cases[0], what_gold_lacks_is_made_up);
    tcase_add_test(cases[0], torn_operators_are_glued);
    tcase_add_test(cases[0], a_column_called_value_stays);
    tcase_add_test(cases[0], bad_queries_are_told);
    tcase_add_test(cases[0], memory_may_run_out_anywhere);
    return t2s_test_run("fill", cases, 1);
}
