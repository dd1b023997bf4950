/* The structure of queries as features. */
#include "features_test.h"

#include <stdio.h>

/* For a question of ten words. */
static double value(const char *text, const char *name)
{
    t2sed_schema *schema = t2s_test_schema();
    char full[64];
    double found;
    snprintf(full, sizeof full, "shape.%s", name);
    found = feature(&t2s_shape_group, full, "a b c d e f g h i j", text, schema,
                    NULL);
    t2sed_schema_free(schema);
    return found;
}

#define is(text, name, expected)                                               \
    ck_assert_double_eq_tol(value((text), (name)), (double)(expected), 1e-6)

START_TEST(clauses_are_seen)
{
    const char *all =
        "SELECT country, count(*) FROM singer WHERE age > 3 GROUP "
        "BY country HAVING count(*) > 1 ORDER BY count(*) DESC "
        "LIMIT 1";
    static const char *const clauses[] = {"where", "group", "having", "order",
                                          "limit"};
    for (size_t i = 0; i < 5; i++) {
        char main[32];
        snprintf(main, sizeof main, "main_%s", clauses[i]);
        is(all, clauses[i], 1);
        is(all, main, 1);
        is("SELECT 1", clauses[i], 0);
        is("SELECT 1", main, 0);
    }
    is(all, "order_by_count", 1);
    is(all, "limit_1", 1);
    is(all, "descending", 1);
    is(all, "ascending", 0);
    is(all, "select_count", 1);
    is(all, "any_sum", 0);
    is(all, "conditions", 2);
    is(all, "greater", 1);
    is(all, "less", 0);
    is(all, "selected", 2);
    is("SELECT name FROM singer ORDER BY age", "ascending", 1);
    is("SELECT name FROM singer LIMIT 3", "limit_1", 0);
}
END_TEST

START_TEST(nesting_is_seen)
{
    const char *nested = "SELECT name FROM singer WHERE id IN (SELECT singer "
                         "FROM plays WHERE fee > (SELECT avg(fee) FROM plays))";
    is(nested, "selects", 3);
    is(nested, "nested", 1);
    is(nested, "nested_condition", 1);
    is(nested, "nested_from", 0);
    is(nested, "depth", 2);
    is(nested, "in", 1);
    is(nested, "any_avg", 1);
    is(nested, "select_avg", 0);
    is(nested, "tables", 2);
    is("SELECT a FROM (SELECT name a FROM singer)", "nested_from", 1);
    is("SELECT name FROM singer EXCEPT SELECT name FROM singer", "nested", 0);
    is("SELECT name FROM singer EXCEPT SELECT name FROM singer", "except", 1);
    is("SELECT name FROM singer EXCEPT SELECT name FROM singer", "negation", 1);
    is("SELECT 1 UNION SELECT 2", "or", 1);
    is("SELECT 1 UNION SELECT 2", "compound", 1);
    is("SELECT 1 INTERSECT SELECT 2", "intersect", 1);
}
END_TEST

START_TEST(style_does_not_matter)
{
    static const char *const pairs[][2] = {
        {"SELECT name FROM singer JOIN plays ON singer.id = plays.singer WHERE "
         "fee > 3",
         "SELECT name FROM singer, plays WHERE singer.id = plays.singer AND "
         "fee > 3"},
        {"SELECT country, count(*) AS n FROM singer AS t GROUP BY country "
         "ORDER BY n",
         "SELECT t.country, count(*) FROM singer t GROUP BY t.country ORDER "
         "BY count(*) ASC"},
    };
    static const char *const same[] = {"where",      "main_where",    "tables",
                                       "conditions", "selected",      "columns",
                                       "literals",   "order_by_count"};
    for (size_t p = 0; p < 2; p++)
        for (size_t i = 0; i < sizeof same / sizeof *same; i++)
            is(pairs[p][0], same[i], value(pairs[p][1], same[i]));
    is("SELECT name FROM singer, plays WHERE singer.id = plays.singer", "where",
       0);
}
END_TEST

START_TEST(words_are_seen)
{
    is("SELECT DISTINCT name FROM singer", "distinct", 1);
    is("SELECT DISTINCT name FROM singer", "main_distinct", 1);
    is("SELECT count(DISTINCT name) FROM singer", "count_distinct", 1);
    is("SELECT count(DISTINCT name) FROM singer", "main_distinct", 0);
    is("SELECT * FROM singer", "star", 1);
    is("SELECT count(*) FROM singer", "star", 0);
    is("SELECT 1 FROM singer WHERE age BETWEEN 1 AND 2", "between", 1);
    is("SELECT 1 FROM singer WHERE name LIKE 'a%'", "like", 1);
    is("SELECT 1 FROM singer WHERE name NOT LIKE 'a%'", "negation", 1);
    is("SELECT 1 FROM singer WHERE age != 2", "negation", 1);
    is("SELECT 1 FROM singer WHERE age != 2", "not_equal", 1);
    is("SELECT 1 FROM singer WHERE age = 2 OR age = 3", "or", 1);
    is("SELECT 1 FROM singer WHERE age IS NULL", "is", 1);
    is("SELECT 1 FROM singer WHERE EXISTS (SELECT 1)", "exists", 1);
    is("SELECT age + 1 FROM singer", "arithmetic", 1);
    is("SELECT 1 FROM singer WHERE age >= 2", "or_equal", 1);
    is("SELECT 1 FROM singer WHERE age <= 2", "less", 1);
    is("SELECT 1 FROM singer WHERE age < 2", "or_equal", 0);
    is("SELECT age > 2 FROM singer", "greater", 0);
    is("SELECT sum(age), min(age), max(age), upper(name) FROM singer",
       "select_other", 1);
    is("SELECT sum(age), min(age), max(age) FROM singer", "select_sum", 1);
    is("SELECT sum(age), min(age), max(age) FROM singer", "selected_3", 1);
    is("SELECT nam, ag FROM singer", "unknown_names", 2);
    /* Columns of what is not known are not known to be missing. */
    is("SELECT nam, ag FROM sing", "unknown_names", 1);
    is("SELECT rowid, oid FROM singer", "unknown_names", 0);
    is("SELECT tbl_name FROM sqlite_master", "unknown_names", 0);
    is("SELECT name FROM pragma_table_list", "unknown_names", 0);
    is("SELECT value FROM json_each('[1]')", "unknown_names", 0);
    is("SELECT rank FROM singer WHERE singer MATCH 'x'", "unknown_names", 0);
    is("SELECT column1 FROM (VALUES (1), (2))", "unknown_names", 0);
    is("SELECT name FROM singer WHERE name = \"Rex\"", "unknown_names", 0);
    is("SELECT name, name, age FROM singer", "columns", 2);
    is("SELECT name, age FROM singer", "uses_per_word", 0.3f);
    is("SELECT name, age FROM singer", "tokens", 6);
}
END_TEST

START_TEST(values_stay_in_their_range)
{
    t2sed_schema *schema = t2s_test_schema();
    t2s_string text = {0};
    float values[T2S_MOST_OF_GROUP];
    t2s_string_append(&text, "SELECT 1");
    for (int i = 0; i < 500; i++)
        t2s_string_append_format(&text, ", x%d > 1", i);
    t2s_string_append(&text, " FROM t0");
    for (int i = 1; i < 50; i++)
        t2s_string_append_format(&text, ", t%d", i);
    feature(&t2s_shape_group, "shape.selects", "x", text.text, schema, NULL);
    ck_assert_int_eq(gather(values, &t2s_shape_group, "x",
                            "SELECT name FROM singer", NULL, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < t2s_shape_group.count; i++) {
        const char *name = t2s_shape_group.features[i].name;
        bool is_unknown = strcmp(name, "shape.columns") == 0 ||
                          strcmp(name, "shape.unknown_names") == 0;
        ck_assert_msg(isnan(values[i]) == is_unknown, "%s", name);
    }
    t2s_string_free(&text);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(names_differ)
{
    check_table(&t2s_shape_group, "shape.");
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("shape")};
    tcase_add_test(cases[0], clauses_are_seen);
    tcase_add_test(cases[0], nesting_is_seen);
    tcase_add_test(cases[0], style_does_not_matter);
    tcase_add_test(cases[0], words_are_seen);
    tcase_add_test(cases[0], values_stay_in_their_range);
    tcase_add_test(cases[0], names_differ);
    return t2s_test_run("shape", cases, 1);
}
