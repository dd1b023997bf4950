/* Joins, grouping and aggregates against the schema, as features. */
#include "features_test.h"

#include <stdio.h>

static double value(const char *text, const char *name)
{
    t2sed_schema *schema = t2s_test_schema();
    char full[64];
    double found;
    snprintf(full, sizeof full, "join.%s", name);
    found = feature(&t2s_joins_group, full, "x", text, schema, NULL);
    t2sed_schema_free(schema);
    return found;
}

#define is(text, name, expected)                                               \
    ck_assert_double_eq(value((text), (name)), (expected))

START_TEST(joins_are_told_apart)
{
    const char *good =
        "SELECT name FROM singer JOIN plays ON singer.id = "
        "plays.singer JOIN concert ON plays.concert = concert.id";
    is(good, "declared", 2);
    is(good, "unrelated", 0);
    is(good, "lacking", 0);
    is("SELECT name FROM plays, singer WHERE plays.singer = singer.id",
       "declared", 1);
    is("SELECT name FROM plays, singer WHERE plays.singer = singer.id",
       "lacking", 0);
    is("SELECT name FROM singer JOIN plays ON singer.age = plays.concert",
       "unrelated", 1);
    is("SELECT 1 FROM singer JOIN concert ON singer.id = concert.id",
       "same_name", 1);
    is("SELECT 1 FROM plays a JOIN plays b ON a.singer = b.singer", "shared",
       1);
    is("SELECT 1 FROM plays a JOIN plays b ON a.singer = b.singer",
       "shared_bridged", 0);
    is("SELECT 1 FROM plays a JOIN plays b ON a.singer = b.singer",
       "table_twice", 1);
    is(good, "table_twice", 0);
    is("SELECT 1 FROM singer JOIN plays", "lacking", 1);
    is("SELECT 1 FROM singer NATURAL JOIN plays", "lacking", 0);
    is("SELECT 1 FROM singer, plays, concert", "lacking", 2);
    is("SELECT 1 FROM concert JOIN (SELECT max(id) m FROM stadium) s ON "
       "concert.stadium = s.m",
       "lacking", 0);
}
END_TEST

START_TEST(a_table_between_is_passed)
{
    t2sed_schema *schema;
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(
            &schema,
            "CREATE TABLE line (line_id INT PRIMARY KEY);"
            "CREATE TABLE stop (stop_id INT PRIMARY KEY,"
            " line_id INT REFERENCES line(line_id));"
            "CREATE TABLE segment (segment_id INT PRIMARY KEY,"
            " line_id INT REFERENCES line(line_id));"
            "CREATE TABLE depot (depot_id INT PRIMARY KEY,"
            " line_id INT REFERENCES line(line_id));"
            "CREATE TABLE served (stop_id INT REFERENCES stop(stop_id),"
            " segment_id INT REFERENCES segment(segment_id));",
            NULL),
        T2SED_OK);
    ck_assert_double_eq(
        feature(&t2s_joins_group, "join.shared_bridged", "x",
                "SELECT 1 FROM stop JOIN segment ON stop.line_id = "
                "segment.line_id",
                schema, NULL),
        1);
    ck_assert_double_eq(
        feature(&t2s_joins_group, "join.shared_bridged", "x",
                "SELECT 1 FROM stop JOIN depot ON stop.line_id = depot.line_id",
                schema, NULL),
        0);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(leaves_are_found)
{
    const char *leaf =
        "SELECT name FROM singer JOIN plays ON singer.id = "
        "plays.singer JOIN concert ON plays.concert = concert.id";
    is(leaf, "leaf_unused", 1);
    is(leaf, "leaf_uncounted", 1);
    is("SELECT count(*) FROM singer JOIN plays ON singer.id = plays.singer "
       "WHERE fee > 1",
       "leaf_unused", 1);
    is("SELECT count(*) FROM singer JOIN plays ON singer.id = plays.singer "
       "WHERE fee > 1",
       "leaf_uncounted", 0);
    is("SELECT name FROM singer JOIN plays ON singer.id = plays.singer WHERE "
       "fee > 1",
       "leaf_unused", 0);
    is("SELECT name FROM singer WHERE id IN (SELECT singer FROM plays)",
       "leaf_unused", 0);
}
END_TEST

START_TEST(subqueries_are_compared)
{
    is("SELECT name FROM singer WHERE id NOT IN (SELECT singer FROM plays)",
       "in_related", 1);
    is("SELECT name FROM singer WHERE id IN (SELECT DISTINCT concert FROM "
       "plays)",
       "in_unrelated", 1);
    is("SELECT name FROM singer WHERE age IN (1, 2)", "in_unrelated", 0);
    is("SELECT name FROM singer WHERE age > (SELECT avg(age) FROM singer)",
       "compared_same", 1);
    is("SELECT name FROM singer WHERE age > (SELECT avg(id) FROM singer)",
       "compared_other", 1);
    is("SELECT name FROM singer WHERE age > (SELECT count(*) FROM singer)",
       "compared_other", 0);
}
END_TEST

START_TEST(grouping_is_judged)
{
    is("SELECT country, count(*) FROM singer GROUP BY country",
       "group_unselected", 0);
    is("SELECT name, count(*) FROM singer GROUP BY country", "group_unselected",
       1);
    is("SELECT name FROM singer", "group_unselected", 0);
    is("SELECT name FROM singer GROUP BY id", "group_by_key", 1);
    is("SELECT title FROM concert GROUP BY stadium", "group_by_foreign_key", 1);
    is("SELECT country FROM singer GROUP BY country, age", "group_by_other", 2);
    is("SELECT name, max(age) FROM singer", "mixed", 1);
    is("SELECT name, max(age) FROM singer GROUP BY name", "mixed", 0);
    is("SELECT count(*), max(age) FROM singer", "mixed", 0);
    is("SELECT max(age) - min(age) FROM singer", "mixed", 0);
}
END_TEST

START_TEST(types_are_judged)
{
    is("SELECT sum(name), avg(age) FROM singer", "aggregate_text", 1);
    is("SELECT avg(DISTINCT country) FROM singer", "aggregate_text", 1);
    is("SELECT name FROM singer ORDER BY country LIMIT 1", "order_text", 1);
    is("SELECT name FROM singer ORDER BY country", "order_text", 0);
    is("SELECT name FROM singer ORDER BY age LIMIT 1", "order_text", 0);
    is("SELECT 1 FROM singer GROUP BY age ORDER BY count(name) LIMIT 1",
       "order_text", 0);
    is("SELECT 1 FROM singer WHERE name > 3", "compare_text", 1);
    is("SELECT 1 FROM singer WHERE 3 < name", "compare_text", 1);
    is("SELECT 1 FROM singer WHERE age > 3", "compare_text", 0);
    is("SELECT 1 FROM singer GROUP BY age HAVING count(name) > 3",
       "compare_text", 0);
    is("SELECT id, name FROM singer", "primary_selected", 1);
    is("SELECT count(id) FROM singer", "primary_selected", 0);
    is("SELECT stadium FROM concert", "foreign_selected", 1);
    is("SELECT 1", "schema_tables", 4);
    is("SELECT 1", "schema_columns", 14);
    is("SELECT 1", "schema_foreign_keys", 3);
}
END_TEST

START_TEST(without_a_schema_little_is_known)
{
    float values[T2S_MOST_OF_GROUP];
    ck_assert_int_eq(gather(values, &t2s_joins_group, "x",
                            "SELECT name, max(age) FROM singer, plays", NULL,
                            NULL),
                     T2SED_OK);
    for (size_t i = 0; i < t2s_joins_group.count; i++) {
        const char *name = t2s_joins_group.features[i].name;
        if (strcmp(name, "join.lacking") == 0 ||
            strcmp(name, "join.mixed") == 0)
            ck_assert_float_eq(values[i], 1);
        else
            ck_assert_msg(isnan(values[i]), "%s", name);
    }
}
END_TEST

static t2sed_status fill_once(void *payload)
{
    float values[T2S_MOST_OF_GROUP];
    return gather(values, &t2s_joins_group, "x",
                  "SELECT name FROM singer GROUP BY id", payload, NULL);
}

START_TEST(every_allocation_may_fail)
{
    t2sed_schema *schema = t2s_test_schema();
    t2s_test_every_allocation(fill_once, schema);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("joins")};
    tcase_add_test(cases[0], joins_are_told_apart);
    tcase_add_test(cases[0], a_table_between_is_passed);
    tcase_add_test(cases[0], leaves_are_found);
    tcase_add_test(cases[0], subqueries_are_compared);
    tcase_add_test(cases[0], grouping_is_judged);
    tcase_add_test(cases[0], types_are_judged);
    tcase_add_test(cases[0], without_a_schema_little_is_known);
    tcase_add_test(cases[0], every_allocation_may_fail);
    return t2s_test_run("joins", cases, 1);
}
