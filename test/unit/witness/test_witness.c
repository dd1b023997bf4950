/* Where queries differ: kinds of difference are found, shrunk and named; what
 * is the same is not called different. */
#include "witness_test.h"

/* Queries that differ, when they do ("" for any cause), and the most rows that
 * it takes to see it. */
static const struct {
    const char *a, *b, *cause;
    size_t rows;
} differences[] = {
    {"SELECT name FROM customers WHERE age > 30",
     "SELECT name FROM customers WHERE age >= 30",
     "They differ when a customer's age is 30: only the first query has age > "
     "30.",
     1},
    {"SELECT name FROM customers WHERE city = 'Paris'",
     "SELECT name FROM customers WHERE city LIKE 'paris'", "", 1},
    {"SELECT name FROM customers WHERE city LIKE 'A%'",
     "SELECT name FROM customers WHERE city LIKE '%A%'", "", 1},
    {"SELECT name FROM customers", "SELECT DISTINCT name FROM customers",
     "They differ when two customers have the same name.", 2},
    {"SELECT count(*) FROM customers", "SELECT count(age) FROM customers",
     "They differ when a customer's age is NULL.", 1},
    {"SELECT name FROM customers WHERE NOT age = 3",
     "SELECT name FROM customers WHERE age IS NOT 3",
     "They differ when a customer's age is NULL.", 1},
    {"SELECT c.name, count(o.id) FROM customers c LEFT JOIN orders o ON "
     "o.customer_id = c.id GROUP BY c.id",
     "SELECT c.name, count(o.id) FROM customers c JOIN orders o ON "
     "o.customer_id = c.id GROUP BY c.id",
     "They differ when a customer has no orders.", 1},
    {"SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)",
     "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
     "They differ when a customer has several orders.", 3},
    {"SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM "
     "orders)",
     "SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o "
     "WHERE o.customer_id = c.id)",
     "They differ when an order's customer id is NULL.", 2},
    {"SELECT name FROM customers ORDER BY age DESC LIMIT 1",
     "SELECT name FROM customers WHERE age = (SELECT max(age) FROM customers)",
     "", 2},
    {"SELECT name FROM customers ORDER BY age DESC LIMIT 3",
     "SELECT name FROM customers ORDER BY age DESC LIMIT 4", "", 4},
    {"SELECT city FROM customers GROUP BY city HAVING count(*) > 3",
     "SELECT city FROM customers GROUP BY city HAVING count(*) >= 3", "", 3},
    {"SELECT customer_id FROM orders GROUP BY 1 HAVING count(*) > 7",
     "SELECT customer_id FROM orders GROUP BY 1 HAVING count(*) > 8", "", 10},
    {"SELECT count(*) FROM orders WHERE strftime('%Y', placed) = '2019'",
     "SELECT count(*) FROM orders WHERE placed BETWEEN '2019-01-01' AND "
     "'2019-12-30'",
     "", 2},
    {"SELECT count(*) FROM orders WHERE placed < '2019-05-01'",
     "SELECT count(*) FROM orders WHERE placed <= '2019-05-01'", "", 2},
    {"SELECT sum(amount) FROM orders",
     "SELECT sum(amount) FROM orders o JOIN order_items i ON i.order_id = o.id",
     "", 3},
    {"SELECT name FROM customers WHERE age > 20 AND city = 'Rome'",
     "SELECT name FROM customers WHERE age > 20 OR city = 'Rome'", "", 1},
    {"SELECT name FROM customers WHERE age BETWEEN 20 AND 30",
     "SELECT name FROM customers WHERE age > 20 AND age < 30", "", 1},
    {"SELECT sum(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) FROM orders",
     "SELECT sum(CASE status WHEN 'open' THEN 1 ELSE 0 END) FROM orders", "",
     2},
    {"SELECT s.name FROM staff s JOIN staff b ON s.boss = b.id",
     "SELECT b.name FROM staff s JOIN staff b ON s.boss = b.id", "", 2},
    {"SELECT name FROM customers UNION SELECT name FROM staff",
     "SELECT name FROM customers UNION ALL SELECT name FROM staff", "", 2},
    {"SELECT name, rank() OVER (ORDER BY age) FROM customers",
     "SELECT name, dense_rank() OVER (ORDER BY age) FROM customers", "", 3},
    {"SELECT min(age) FROM customers", "SELECT max(age) FROM customers", "", 2},
    {"SELECT name FROM customers", "SELECT name, age FROM customers",
     "They give 1 and 2 columns.", 1},
    {"SELECT status FROM orders WHERE customer_id = (SELECT id FROM customers "
     "WHERE city = 'Rome')",
     "SELECT o.status FROM orders o JOIN customers c ON o.customer_id = c.id "
     "WHERE c.city = 'Rome'",
     "They differ when two customers have the same city.", 4},
    /* None of the customers is read: the order has none. */
    {"SELECT status FROM orders", "SELECT DISTINCT status FROM orders", "", 2},
    {"SELECT who FROM adults", "SELECT name FROM customers WHERE age > 18",
     "They differ when a customer's age is 18: only the second query has age > "
     "18.",
     1},
    {"SELECT name FROM customers ORDER BY age",
     "SELECT name FROM customers ORDER BY name", "", 2},
};

static size_t count_rows(const t2sed_difference *found)
{
    size_t count = 0;
    for (size_t i = 0; i < t2sed_difference_table_count(found); i++)
        count += table_of(found, i).row_count;
    return count;
}

START_TEST(differences_are_found_shrunk_and_named)
{
    const size_t i = (size_t)_i;
    t2sed_difference *found = compare(shop, differences[i].a, differences[i].b);
    char *text = text_of(found);
    ck_assert_msg(t2sed_difference_outcome(found) == T2SED_WITNESS_DIFFER,
                  "%s\n%s\n%s", differences[i].a, differences[i].b, text);
    ck_assert_msg(count_rows(found) <= differences[i].rows, "%s\n%s\n%s",
                  differences[i].a, differences[i].b, text);
    if (*differences[i].cause)
        ck_assert_str_eq(t2sed_difference_cause(found), differences[i].cause);
    t2s_free(text);
    t2sed_difference_free(found);
}
END_TEST

static const char *const same[][2] = {
    {"SELECT name FROM customers WHERE age > 30",
     "SELECT name FROM customers WHERE NOT age <= 30"},
    {"SELECT name, city FROM customers", "SELECT city, name FROM customers"},
    {"SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
     "SELECT c.name FROM orders o, customers c WHERE c.id = o.customer_id"},
    {"SELECT count(*) FROM customers", "SELECT count(name) FROM customers"},
    {"SELECT who FROM adults", "SELECT name FROM customers WHERE age > 17"},
    {"SELECT name FROM customers WHERE age >= 0 OR age IS NULL",
     "SELECT name FROM customers"}, /* by its CHECK */
    {"SELECT count(DISTINCT code) FROM orders",
     "SELECT count(code) FROM orders"}, /* UNIQUE */
    {"SELECT count(*) FROM order_items",
     "SELECT count(*) FROM order_items i JOIN orders o ON o.id = i.order_id"},
    /* Which of several is taken, SQL leaves open. */
    {"SELECT name FROM customers ORDER BY city LIMIT 2",
     "SELECT name FROM customers ORDER BY city ASC LIMIT 2"},
    {"SELECT name FROM customers LIMIT 1",
     "SELECT name FROM customers ORDER BY 1 = 1 LIMIT 1"},
};

START_TEST(what_is_the_same_is_not_called_different)
{
    t2sed_difference *found = compare(shop, same[_i][0], same[_i][1]);
    char *text = text_of(found);
    ck_assert_msg(t2sed_difference_outcome(found) == T2SED_WITNESS_NONE,
                  "%s\n%s\n%s", same[_i][0], same[_i][1], text);
    t2s_free(text);
    ck_assert_uint_eq(t2sed_difference_table_count(found), 0);
    ck_assert_str_eq(t2sed_difference_cause(found), "");
    t2sed_difference_free(found);
}
END_TEST

START_TEST(both_results_are_shown)
{
    t2sed_difference *found =
        compare(shop, "SELECT count(*) AS n FROM customers",
                "SELECT count(age) FROM customers");
    t2sed_witness_rows rows = result_of(found, 0);
    ck_assert_uint_eq(rows.column_count, 1);
    ck_assert_str_eq(rows.columns[0], "n");
    ck_assert_uint_eq(rows.row_count, 1);
    ck_assert_int_eq(rows.cells[0].integer, 1);
    ck_assert_int_eq(result_of(found, 1).cells[0].integer, 0);
    rows = table_of(found, 0);
    ck_assert_str_eq(rows.name, "customers");
    ck_assert_uint_eq(rows.column_count, 2); /* id and age, but no city */
    t2sed_difference_free(found);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_rows)
{
    static const char a[] = "SELECT name FROM customers WHERE age > 30",
                      b[] = "SELECT name FROM customers WHERE city = 'Oslo'";
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness_options options;
    char *texts[3];
    for (int i = 0; i < 3; i++) {
        t2sed_difference *found;
        t2sed_witness_options_init(&options, sizeof options);
        options.seed = i == 2 ? 7 : 0;
        found = compare_with(schema, a, b, &options);
        texts[i] = text_of(found);
        t2sed_difference_free(found);
    }
    ck_assert_str_eq(texts[0], texts[1]);
    ck_assert_str_ne(texts[0], texts[2]);
    for (int i = 0; i < 3; i++)
        t2s_free(texts[i]);
    t2sed_schema_free(schema);
}
END_TEST

/* Of every platform: to be changed with the way in which rows are made. */
START_TEST(rows_are_the_same_everywhere)
{
    t2sed_difference *found =
        compare(shop, "SELECT name FROM customers WHERE age > 30",
                "SELECT name FROM customers WHERE age > 30 AND id IN (SELECT "
                "customer_id FROM orders WHERE placed < '2020-02-01')");
    char *text = text_of(found);
    ck_assert_str_eq(text, "1 They differ when a customer has no orders.\n"
                           "customers: id name age;9,Olga,61\n"
                           "orders: id customer_id placed\n"
                           ": name;Olga\n"
                           ": name\n");
    t2s_free(text);
    t2sed_difference_free(found);
}
END_TEST

START_TEST(a_witness_is_used_again)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *witness = NULL;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    for (int i = 0; i < 3; i++) {
        t2sed_sql *a = sql_of("SELECT name FROM staff"),
                  *b = sql_of(i == 1 ? "SELECT name FROM customers"
                                     : "SELECT boss FROM staff");
        t2sed_difference *found = NULL;
        ck_assert_int_eq(t2sed_witness_compare(&found, witness, a, b, NULL),
                         T2SED_OK);
        ck_assert_int_eq(t2sed_difference_outcome(found), T2SED_WITNESS_DIFFER);
        t2sed_difference_free(found);
        t2sed_sql_free(a);
        t2sed_sql_free(b);
    }
    t2sed_witness_free(witness);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(a_schema_may_be_freed_first)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_sql *a = sql_of("SELECT name FROM staff"),
              *b = sql_of("SELECT DISTINCT name FROM staff");
    t2sed_witness *witness = NULL;
    t2sed_difference *found = NULL;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_witness_compare(&found, witness, a, b, NULL),
                     T2SED_OK);
    t2sed_schema_free(schema);
    t2sed_witness_free(witness);
    ck_assert_int_eq(t2sed_difference_outcome(found), T2SED_WITNESS_DIFFER);
    t2sed_difference_free(found);
    t2sed_sql_free(a);
    t2sed_sql_free(b);
}
END_TEST

START_TEST(instances_are_counted)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness_options options;
    t2sed_difference_counts counts = {.struct_size = sizeof counts};
    t2sed_difference *found;
    t2sed_witness_options_init(&options, sizeof options);
    options.instances = 10;
    options.exhaustive = 1;
    found = compare_with(schema, "SELECT name FROM customers",
                         "SELECT name || 'x' FROM customers", &options);
    ck_assert_int_eq(t2sed_difference_counts_get(found, &counts, NULL),
                     T2SED_OK);
    ck_assert_int_eq(counts.instances, 10);
    ck_assert_int_eq(counts.different, 9); /* one has no customers */
    ck_assert_int_eq(counts.telling, 9);
    ck_assert_int_eq(counts.same, 0);
    t2sed_difference_free(found);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(plain_instances_have_no_nulls)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness_options options;
    t2sed_difference *found;
    t2sed_witness_options_init(&options, sizeof options);
    options.plain = 1;
    found = compare_with(schema, "SELECT count(*) FROM customers",
                         "SELECT count(age) FROM customers", &options);
    ck_assert_int_eq(t2sed_difference_outcome(found), T2SED_WITNESS_NONE);
    t2sed_difference_free(found);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(values_of_the_question_are_tried)
{
    static const char *const values[] = {"Ottokar", "41"};
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness_options options;
    t2sed_difference *found;
    t2sed_witness_options_init(&options, sizeof options);
    options.values = values;
    options.value_count = 2;
    /* No condition has these constants in a form that is read. */
    found = compare_with(
        schema,
        "SELECT count(*) FROM customers WHERE instr(upper(name), 'OTTOKAR')",
        "SELECT count(*) FROM customers WHERE length(name) > 100", &options);
    ck_assert_int_eq(t2sed_difference_outcome(found), T2SED_WITNESS_DIFFER);
    t2sed_difference_free(found);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(queries_are_grouped)
{
    static const char *const texts[] = {
        "SELECT name FROM customers WHERE age > 30",
        "SELECT name FROM customers",
        "SELECT name FROM customers WHERE 30 < age",
        "SELECT nosuch FROM customers",
        NULL,
        "SELECT name FROM customers WHERE 1 = 1",
    };
    enum { COUNT = sizeof texts / sizeof *texts };
    static const int32_t expected[COUNT] = {0, 1, 0, -1, -1, 1};
    t2sed_schema *schema = schema_of(shop);
    t2sed_sql *queries[COUNT];
    t2sed_witness *witness = NULL;
    int32_t groups[COUNT];
    t2sed_error err;
    for (int i = 0; i < COUNT; i++)
        queries[i] = texts[i] ? sql_of(texts[i]) : NULL;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_witness_group(groups, witness,
                                         (const t2sed_sql *const *)queries,
                                         COUNT, 3, &err),
                     T2SED_OK);
    for (int i = 0; i < COUNT; i++)
        ck_assert_msg(groups[i] == expected[i], "query %d is in %d", i,
                      (int)groups[i]);
    ck_assert_int_eq(t2sed_witness_group(groups, witness,
                                         (const t2sed_sql *const *)queries,
                                         COUNT, 17, &err),
                     T2SED_EINVAL);
    t2sed_witness_free(witness);
    for (int i = 0; i < COUNT; i++)
        t2sed_sql_free(queries[i]);
    t2sed_schema_free(schema);
}
END_TEST

/* What is not known of queries, and so puts none of them together. */
static const struct {
    const char *ddl, *queries[2];
    int32_t expected[2];
} apart[] = {
    /* no row that the table takes is found */
    {"CREATE TABLE t (a INT, iban TEXT NOT NULL CHECK (length(iban) = 22))",
     {"SELECT count(*) FROM t WHERE a > 30", "SELECT count(*) FROM t"},
     {-1, -1}},
    /* they give nothing */
    {"CREATE TABLE t (a INT, b TEXT)",
     {"SELECT a FROM t WHERE length(b) > 99",
      "SELECT a FROM t WHERE a * a = 7"},
     {-1, -1}},
    {"CREATE TABLE t (a INT, b TEXT)",
     {"SELECT count(*) FROM t WHERE length(b) > 99", "SELECT count(*) FROM t"},
     {-1, 1}},
    /* all have an order */
    {"CREATE TABLE t (a INT, b TEXT)",
     {"SELECT b FROM t ORDER BY a DESC", "SELECT b FROM t ORDER BY a"},
     {0, 1}},
};

START_TEST(what_is_not_known_is_apart)
{
    t2sed_schema *schema = schema_of(apart[_i].ddl);
    t2sed_sql *queries[2];
    t2sed_witness *witness = NULL;
    int32_t groups[2] = {7, 7};
    for (int i = 0; i < 2; i++)
        queries[i] = sql_of(apart[_i].queries[i]);
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_witness_group(groups, witness,
                                         (const t2sed_sql *const *)queries, 2,
                                         3, NULL),
                     T2SED_OK);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(groups[i], apart[_i].expected[i]);
        t2sed_sql_free(queries[i]);
    }
    t2sed_witness_free(witness);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(options_are_checked)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *witness = NULL;
    t2sed_witness_options options;
    t2sed_error err;
    t2sed_witness_options_init(&options, sizeof options);
    options.instances = -1;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, &options, &err),
                     T2SED_EINVAL);
    ck_assert_str_eq(err.text, "instances is -1, expected 1 to 10000");
    t2sed_witness_options_init(&options, sizeof options);
    options.value_count = 1;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, &options, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_witness_new(&witness, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(witness);
    t2sed_schema_free(schema);
}
END_TEST

static t2sed_status try_all(void *payload)
{
    t2sed_schema *schema = NULL;
    t2sed_sql *a = NULL, *b = NULL;
    t2sed_witness *witness = NULL;
    t2sed_difference *found = NULL;
    t2sed_witness_options options;
    int32_t groups[2];
    t2sed_status status = t2sed_schema_parse_ddl(&schema, shop, NULL);
    (void)payload;
    t2sed_witness_options_init(&options, sizeof options);
    options.instances = 4;
    if (!status)
        status =
            t2sed_sql_parse(&a,
                            "SELECT c.name FROM customers c JOIN orders o ON "
                            "o.customer_id = c.id WHERE o.status LIKE 'a%'",
                            NULL);
    if (!status)
        status =
            t2sed_sql_parse(&b, "SELECT who FROM adults WHERE age > 3", NULL);
    if (!status)
        status = t2sed_witness_new(&witness, schema, &options, NULL);
    if (!status)
        status = t2sed_witness_compare(&found, witness, a, b, NULL);
    if (!status) {
        const t2sed_sql *queries[2] = {a, b};
        status = t2sed_witness_group(groups, witness, queries, 2, 1, NULL);
    }
    t2sed_difference_free(found);
    t2sed_witness_free(witness);
    t2sed_sql_free(a);
    t2sed_sql_free(b);
    t2sed_schema_free(schema);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(try_all, NULL);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("witness");
    tcase_set_timeout(all, 300);
    tcase_add_loop_test(all, differences_are_found_shrunk_and_named, 0,
                        sizeof differences / sizeof *differences);
    tcase_add_loop_test(all, what_is_the_same_is_not_called_different, 0,
                        sizeof same / sizeof *same);
    tcase_add_test(all, both_results_are_shown);
    tcase_add_test(all, the_same_seed_gives_the_same_rows);
    tcase_add_test(all, rows_are_the_same_everywhere);
    tcase_add_test(all, a_witness_is_used_again);
    tcase_add_test(all, a_schema_may_be_freed_first);
    tcase_add_test(all, instances_are_counted);
    tcase_add_test(all, plain_instances_have_no_nulls);
    tcase_add_test(all, values_of_the_question_are_tried);
    tcase_add_test(all, queries_are_grouped);
    tcase_add_loop_test(all, what_is_not_known_is_apart, 0,
                        sizeof apart / sizeof *apart);
    tcase_add_test(all, options_are_checked);
    tcase_add_test(all, every_allocation_may_fail);
    return t2s_test_run("witness", &all, 1);
}
