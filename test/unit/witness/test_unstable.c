/* Queries whose results the rows alone do not settle, instances that are rare,
 * and limits that do not depend on the clock. */
#include "witness_test.h"

/* What is compared, and what comes of it. */
static const struct {
    const char *a, *b;
    int outcome;
    const char *cause; /* its beginning */
} compared[] = {
    {"SELECT name FROM customers ORDER BY random() LIMIT 1",
     "SELECT name FROM customers LIMIT 1", T2SED_WITNESS_UNKNOWN,
     "the first query returns random rows"},
    {"SELECT name FROM customers", "SELECT hex(RandomBlob(2)) FROM customers",
     T2SED_WITNESS_UNKNOWN, "the second query returns random rows"},
    {"SELECT name FROM customers WHERE age > strftime('%Y', 'now') - 2000",
     "SELECT name FROM customers WHERE age > 26", T2SED_WITNESS_UNKNOWN,
     "only the result of the first query depends on the date"},
    {"SELECT name FROM customers", "SELECT name, CURRENT_DATE FROM customers",
     T2SED_WITNESS_UNKNOWN,
     "only the result of the second query depends on the date"},
    {"SELECT name FROM customers", "SELECT name || date() FROM customers",
     T2SED_WITNESS_UNKNOWN, "only the result of the second"},
    {"SELECT name FROM customers", "SELECT strftime('%Y') FROM customers",
     T2SED_WITNESS_UNKNOWN, "only the result of the second"},
    {"SELECT id FROM orders WHERE placed < date('now')",
     "SELECT id FROM orders WHERE placed < CURRENT_DATE AND status = 'x'",
     T2SED_WITNESS_DIFFER, ""},
    {"SELECT id, date(placed, '+1 day') FROM orders",
     "SELECT id, placed FROM orders", T2SED_WITNESS_DIFFER,
     ""}, /* a date of the rows */
    /* Ties: what numbers rows may number them so or so. */
    {"SELECT name, row_number() OVER (ORDER BY city) FROM customers",
     "SELECT name, row_number() OVER (ORDER BY city, name) FROM customers",
     T2SED_WITNESS_NONE, ""},
    {"SELECT name, lag(name) OVER (ORDER BY city) FROM customers",
     "SELECT name, lag(name) OVER (ORDER BY city, name DESC) FROM customers",
     T2SED_WITNESS_NONE, ""},
    {"SELECT name FROM customers ORDER BY city LIMIT 2",
     "SELECT name FROM customers ORDER BY city, age LIMIT 2",
     T2SED_WITNESS_NONE, ""},
    {"SELECT name FROM (SELECT name FROM customers ORDER BY age LIMIT 3)",
     "SELECT name FROM (SELECT name FROM customers ORDER BY age, city LIMIT 3)",
     T2SED_WITNESS_NONE, ""},
    /* Whatever it chooses, it gives another number of rows, or numbers. */
    {"SELECT name FROM customers ORDER BY age DESC LIMIT 1",
     "SELECT name FROM customers WHERE age = (SELECT max(age) FROM customers)",
     T2SED_WITNESS_DIFFER, ""},
    {"SELECT name, row_number() OVER (ORDER BY city) FROM customers",
     "SELECT name, rank() OVER (ORDER BY city) FROM customers",
     T2SED_WITNESS_DIFFER, ""},
    {"SELECT name, row_number() OVER (ORDER BY city) FROM customers",
     "SELECT name, row_number() OVER (ORDER BY city DESC) FROM customers",
     T2SED_WITNESS_DIFFER, ""},
    /* A table may be empty. */
    {"SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM staff)",
     "SELECT name FROM customers", T2SED_WITNESS_DIFFER,
     "They differ when there is no staff."},
    /* What is UNIQUE may be NULL, and several may be. */
    {"SELECT count(code) FROM orders", "SELECT count(*) FROM orders",
     T2SED_WITNESS_DIFFER, "They differ when an order's code is NULL."},
    {"SELECT DISTINCT code FROM orders", "SELECT code FROM orders",
     T2SED_WITNESS_DIFFER, ""},
};

START_TEST(what_rows_do_not_settle_is_no_difference)
{
    t2sed_difference *found = compare(shop, compared[_i].a, compared[_i].b);
    char *text = text_of(found);
    ck_assert_msg(t2sed_difference_outcome(found) == compared[_i].outcome,
                  "%s\n%s\n%s", compared[_i].a, compared[_i].b, text);
    ck_assert_msg(strstr(t2sed_difference_cause(found), compared[_i].cause) ==
                      t2sed_difference_cause(found),
                  "%s", text);
    t2s_free(text);
    t2sed_difference_free(found);
}
END_TEST

/* Groups of pairs of queries. */
static const struct {
    const char *queries[2];
    int32_t expected[2];
} grouped[] = {
    {{"SELECT name FROM customers", "SELECT DISTINCT name FROM customers"},
     {0, 1}},
    {{"SELECT name, city FROM customers",
      "SELECT DISTINCT name, city FROM customers"},
     {0, 1}},
    {{"SELECT name FROM customers", "SELECT name FROM customers ORDER BY "
                                    "random()"},
     {0, -1}},
    {{"SELECT name FROM customers",
      "SELECT name FROM customers WHERE date('now') > '2020-01-01'"},
     {0, 1}},
    {{"SELECT id FROM orders WHERE placed < date('now')",
      "SELECT id FROM orders WHERE date('now') > placed"},
     {0, 0}},
};

static void group_two(int32_t groups[2], t2sed_witness *witness,
                      const char *const texts[2])
{
    t2sed_sql *queries[2] = {sql_of(texts[0]), sql_of(texts[1])};
    ck_assert_int_eq(t2sed_witness_group(groups, witness,
                                         (const t2sed_sql *const *)queries, 2,
                                         3, NULL),
                     T2SED_OK);
    t2sed_sql_free(queries[0]);
    t2sed_sql_free(queries[1]);
}

START_TEST(groups_are_of_what_rows_settle)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *witness = NULL;
    int32_t groups[2] = {7, 7};
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    group_two(groups, witness, grouped[_i].queries);
    for (int i = 0; i < 2; i++)
        ck_assert_msg(groups[i] == grouped[_i].expected[i], "%s is in %d",
                      grouped[_i].queries[i], (int)groups[i]);
    t2sed_witness_free(witness);
    t2sed_schema_free(schema);
}
END_TEST

/* Steps, not the clock. */
START_TEST(a_query_ends_after_so_many_steps)
{
    t2sed_difference *found = compare(
        shop,
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
        "SELECT sum(n) FROM r",
        "SELECT name FROM staff");
    ck_assert_str_eq(t2sed_difference_cause(found),
                     "the first query can't be run: stopped after 1000000 "
                     "steps of SQLite");
    t2sed_difference_free(found);
}
END_TEST

/* What a witness compared before does not change what it finds. */
START_TEST(what_came_before_does_not_matter)
{
    static const char *const before[] = {"SELECT code FROM orders",
                                         "SELECT DISTINCT status FROM orders"};
    t2sed_schema *schema = schema_of(shop);
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        t2sed_witness *witness = NULL;
        t2sed_difference *found = NULL;
        t2sed_sql *a = sql_of("SELECT code, status FROM orders WHERE amount > "
                              "3"),
                  *b = sql_of("SELECT code, status FROM orders WHERE amount > "
                              "3 AND placed > '2020-01-01'");
        int32_t groups[2];
        ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL),
                         T2SED_OK);
        if (i == 1)
            group_two(groups, witness, before);
        ck_assert_int_eq(t2sed_witness_compare(&found, witness, a, b, NULL),
                         T2SED_OK);
        texts[i] = text_of(found);
        t2sed_difference_free(found);
        t2sed_sql_free(a);
        t2sed_sql_free(b);
        t2sed_witness_free(witness);
    }
    ck_assert_str_eq(texts[0], texts[1]);
    t2s_free(texts[0]);
    t2s_free(texts[1]);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("unstable");
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, what_rows_do_not_settle_is_no_difference, 0,
                        sizeof compared / sizeof *compared);
    tcase_add_loop_test(all, groups_are_of_what_rows_settle, 0,
                        sizeof grouped / sizeof *grouped);
    tcase_add_test(all, a_query_ends_after_so_many_steps);
    tcase_add_test(all, what_came_before_does_not_matter);
    return t2s_test_run("witness/unstable", &all, 1);
}
