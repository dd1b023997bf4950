/* What queries do on instances of the schema, as features. */
#include "features_test.h"

#include <stdio.h>

static const char shop[] =
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city "
    "TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INT NOT NULL "
    "REFERENCES customers (id), status TEXT, total INT, coupon TEXT);"
    "CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INT NOT NULL "
    "REFERENCES orders (id), quantity INT NOT NULL);"
    "CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id INT NOT NULL "
    "REFERENCES orders (id), paid INT);";

static double of_question(const char *question, const char *sql,
                          const char *name)
{
    t2sed_schema *schema = NULL;
    char full[64];
    double found;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, shop, NULL), T2SED_OK);
    snprintf(full, sizeof full, "effect.%s", name);
    found = feature(&t2s_effects_group, full, question, sql, schema, NULL);
    t2sed_schema_free(schema);
    return found;
}

static double value(const char *sql, const char *name)
{
    return of_question("x", sql, name);
}

#define is(text, name, expected)                                               \
    ck_assert_double_eq(value((text), (name)), (expected))
#define is_unknown(text, name) ck_assert(isnan(value((text), (name))))

START_TEST(sums_of_repeated_rows_are_found)
{
    const char *once = "SELECT customer_id, SUM(total) FROM orders JOIN "
                       "customers ON customers.id = customer_id GROUP BY 1";
    const char *repeated = "SELECT customer_id, SUM(total) FROM orders JOIN "
                           "items ON items.order_id = orders.id GROUP BY 1";
    is(once, "summed_once", 1);
    is(once, "summed_repeated", 0);
    is(repeated, "summed_once", 0);
    is(repeated, "summed_repeated", 1);
    is("SELECT SUM(quantity) FROM orders JOIN items ON items.order_id = "
       "orders.id",
       "summed_repeated", 0);
    is("SELECT MAX(total) FROM orders JOIN items ON items.order_id = orders.id",
       "summed_repeated", 0);
    /* A test of a column says nothing of whose value is summed. */
    is("SELECT SUM(CASE WHEN quantity > 1 THEN total END) FROM orders JOIN "
       "items ON items.order_id = orders.id",
       "summed_repeated", 1);
    is("SELECT COUNT(orders.id) FROM orders JOIN items ON items.order_id = "
       "orders.id",
       "counted_repeated", 1);
    is("SELECT COUNT(DISTINCT orders.id) FROM orders JOIN items ON "
       "items.order_id = orders.id",
       "counted_repeated", 0);
    is("SELECT COUNT(*) FROM orders JOIN items ON items.order_id = orders.id",
       "rows_without_grain", 0);
    is("SELECT COUNT(*) FROM orders o JOIN items i ON i.order_id = o.id JOIN "
       "payments p ON p.order_id = o.id",
       "rows_without_grain", 1);
}
END_TEST

START_TEST(rows_that_are_shown_are_told_apart)
{
    is("SELECT status FROM orders JOIN items ON items.order_id = orders.id",
       "shown_repeated", 1);
    is("SELECT quantity FROM orders JOIN items ON items.order_id = orders.id",
       "shown_repeated", 0);
    is("SELECT DISTINCT status FROM orders JOIN items ON items.order_id = "
       "orders.id",
       "shown_repeated", 0);
    is("SELECT city, COUNT(*) FROM customers GROUP BY city", "merged", 1);
    is("SELECT id, COUNT(*) FROM customers GROUP BY id", "merged", 0);
    is("SELECT id, COUNT(*) FROM customers GROUP BY id", "merged_names", 0);
    is("SELECT name, COUNT(*) FROM customers GROUP BY name", "merged", 0);
    is("SELECT name, COUNT(*) FROM customers GROUP BY name", "merged_names", 1);
}
END_TEST

START_TEST(joins_that_lose_rows_are_found)
{
    const char *inner = "SELECT name, COUNT(orders.id) FROM customers JOIN "
                        "orders ON customer_id = customers.id GROUP BY 1";
    const char *outer = "SELECT name, COUNT(orders.id) FROM customers LEFT "
                        "JOIN orders ON customer_id = customers.id GROUP BY 1";
    const char *undone =
        "SELECT name, COUNT(orders.id) FROM customers LEFT JOIN orders ON "
        "customer_id = customers.id WHERE status = 'paid' GROUP BY 1";
    is(inner, "inner", 1);
    is(inner, "inner_right", 0);
    is("SELECT name, COUNT(orders.id) FROM orders JOIN customers ON "
       "customer_id = customers.id GROUP BY 1",
       "inner_right", 1);
    is("SELECT name, COUNT(*) FROM items i JOIN orders o ON i.order_id = o.id "
       "JOIN customers c ON o.customer_id = c.id GROUP BY c.id",
       "inner_right", 2);
    is(outer, "inner", 0);
    is(outer, "outer", 1);
    is(undone, "outer", 0);
    is(undone, "outer_idle", 1);
    ck_assert_double_eq(
        of_question("customers with orders, including those with none", inner,
                    "lost_asked"),
        1);
    ck_assert_double_eq(
        of_question("customers with orders, including those with none", outer,
                    "lost_asked"),
        -1);
    ck_assert_double_eq(of_question("customers", outer, "kept_unasked"), 1);
    is("SELECT SUM(total) FROM orders JOIN items ON items.order_id = orders.id",
       "join", 1);
    is("SELECT total FROM orders JOIN customers ON customers.id = customer_id",
       "join_idle", 1);
}
END_TEST

START_TEST(parts_without_effect_are_found)
{
    is("SELECT id FROM orders WHERE total > 10", "condition", 1);
    is("SELECT id FROM orders WHERE total > 10 AND id IS NOT NULL", "condition",
       1);
    is("SELECT id FROM orders WHERE total > 10 AND id IS NOT NULL",
       "condition_idle", 1);
    is("SELECT DISTINCT id FROM orders", "distinct_idle", 1);
    is("SELECT DISTINCT customer_id FROM orders", "distinct", 1);
    is("SELECT customer_id FROM orders", "repeats", 1);
    is("SELECT id FROM orders", "repeats_idle", 1);
    is("SELECT id, name, COUNT(*) FROM customers GROUP BY id, name",
       "group_key_idle", 1);
    is("SELECT COUNT(customer_id) FROM orders", "count_repeats", 1);
    is("SELECT COUNT(coupon) FROM orders", "count_nulls", 1);
    is("SELECT COUNT(id) FROM orders", "count_nulls_idle", 1);
    is("SELECT SUM(total) / COUNT(*) FROM orders", "truncates", 1);
    is("SELECT SUM(total) * 1.0 / COUNT(*) FROM orders", "truncates", 0);
    is("SELECT COALESCE(coupon, 'none') FROM orders", "coalesce", 1);
    is("SELECT COALESCE(id, 0) FROM orders", "coalesce_idle", 1);
    is("SELECT id FROM orders WHERE coupon <> 'A'", "negated_nulls", 1);
    is("SELECT id FROM orders WHERE id <> 2", "negated_nulls_idle", 1);
    is("SELECT id FROM orders WHERE status NOT IN (SELECT coupon FROM orders)",
       "not_in_nulls", 1);
    is("SELECT id FROM customers WHERE id NOT IN (SELECT customer_id FROM "
       "orders)",
       "not_in_nulls", 0);
    is("SELECT city FROM customers UNION SELECT status FROM orders",
       "union_distinct", 1);
}
END_TEST

START_TEST(orders_and_ties_are_told_apart)
{
    is("SELECT id FROM orders ORDER BY id", "ties_idle", 2);
    is("SELECT id FROM orders ORDER BY status", "ties", 1);
    is("SELECT id FROM orders ORDER BY status LIMIT 3", "ties_cut", 1);
    is("SELECT id FROM orders ORDER BY id LIMIT 3", "ties_cut_idle", 2);
    is("SELECT id FROM orders ORDER BY id LIMIT 3", "limit", 1);
    is("SELECT name FROM customers ORDER BY name", "order", 1);
}
END_TEST

START_TEST(results_have_shapes)
{
    is("SELECT COUNT(*) FROM orders", "single", 1);
    is("SELECT id FROM orders", "single", 0);
    is("SELECT id FROM orders WHERE total > 10 AND total < 5", "empty", 1);
    is("SELECT id FROM orders WHERE total > 10", "empty", 0);
    is("SELECT SUM(total) FROM orders WHERE total > 10 AND total < 5", "untold",
       1);
    is("SELECT id, status FROM orders WHERE status = 'paid'", "constant", 1);
    is("SELECT id, NULL FROM orders", "nulls", 1);
    ck_assert_double_eq(of_question("orders per customer",
                                    "SELECT COUNT(*) FROM orders",
                                    "single_asked"),
                        1);
    ck_assert_double_eq(of_question("number of different customers with orders",
                                    "SELECT COUNT(customer_id) FROM orders",
                                    "repeats_asked"),
                        1);
    ck_assert_double_eq(
        of_question("number of orders",
                    "SELECT COUNT(DISTINCT customer_id) FROM orders",
                    "distinct_unasked"),
        1);
}
END_TEST

/* What nothing was seen of is not said to have no effect. */
START_TEST(what_is_not_seen_is_unknown)
{
    const char *empty = "SELECT DISTINCT SUM(total) FROM orders JOIN items ON "
                        "items.order_id = orders.id WHERE 1 = 2";
    is_unknown(empty, "summed_repeated");
    is_unknown(empty, "summed_once");
    is_unknown(empty, "distinct_idle");
    is("SELECT nosuch FROM orders", "runs", 0);
    is_unknown("SELECT nosuch FROM orders", "empty");
    is_unknown("SELECT nosuch FROM orders", "condition");
}
END_TEST

START_TEST(without_a_schema_nothing_is_known)
{
    ck_assert(isnan(feature(&t2s_effects_group, "effect.runs", "x",
                            "SELECT id FROM orders", NULL, NULL)));
}
END_TEST

/* A model that reads none of them does not pay for them. */
START_TEST(what_is_not_wanted_is_not_run)
{
    const size_t count = t2sed_evidence_count();
    bool *wanted = t2s_zalloc_array(count, sizeof *wanted);
    float *numbers = t2s_alloc_array(count, sizeof *numbers);
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    t2sed_evidence *of = NULL;
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    const size_t at = t2s_feature_find("effect.runs");
    ck_assert_uint_lt(at, count);
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, shop, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_new(&of, database, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, "orders", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(of, question, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT id FROM orders", NULL),
                     T2SED_OK);
    wanted[0] = true;
    ck_assert_int_eq(t2s_features_compute(of, sql, wanted, numbers, NULL),
                     T2SED_OK);
    ck_assert(of->witness == NULL);
    ck_assert(isnan(numbers[at]));
    wanted[at] = true;
    ck_assert_int_eq(t2s_features_compute(of, sql, wanted, numbers, NULL),
                     T2SED_OK);
    ck_assert(of->witness != NULL);
    ck_assert_double_eq((double)numbers[at], 1);
    t2sed_sql_free(sql);
    t2sed_evidence_free(of);
    t2sed_question_free(question);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
    t2s_free(numbers);
    t2s_free(wanted);
}
END_TEST

START_TEST(the_table_is_in_order)
{
    check_table(&t2s_effects_group, "effect.");
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("effects")};
    tcase_add_test(cases[0], sums_of_repeated_rows_are_found);
    tcase_add_test(cases[0], rows_that_are_shown_are_told_apart);
    tcase_add_test(cases[0], joins_that_lose_rows_are_found);
    tcase_add_test(cases[0], parts_without_effect_are_found);
    tcase_add_test(cases[0], orders_and_ties_are_told_apart);
    tcase_add_test(cases[0], results_have_shapes);
    tcase_add_test(cases[0], what_is_not_seen_is_unknown);
    tcase_add_test(cases[0], without_a_schema_nothing_is_known);
    tcase_add_test(cases[0], what_is_not_wanted_is_not_run);
    tcase_add_test(cases[0], the_table_is_in_order);
    return t2s_test_run("effects", cases, 1);
}
