/* Causes: each kind is told, with the question that a person can answer, and
 * only where changing that alone ends the difference. */
#include "witness_test.h"

/* What differs, when (NULL: when a value of chance is there), and the question.
 */
static const struct {
    const char *a, *b, *cause, *question;
} causes[] = {
    {"SELECT name FROM customers", "SELECT name, age FROM customers",
     "They give 1 and 2 columns.", "Which columns should the result have?"},
    {"SELECT count(*) FROM orders WHERE placed < '2020-05-01'",
     "SELECT count(*) FROM orders WHERE code < '2020-05-01'", "", ""},
    {"SELECT sum(amount) FROM orders", "SELECT sum(discount) FROM orders",
     "They differ when an order's amount and discount are not the same.",
     "Which is meant: an order's amount or its discount?"},
    {"SELECT o.id, amount FROM orders o JOIN items i ON i.order_id = o.id",
     "SELECT o.id, price FROM orders o JOIN items i ON i.order_id = o.id",
     "They differ when an order's amount and an item's price are not the same.",
     "Which is meant: an order's amount or an item's price?"},
    {"SELECT id FROM orders WHERE amount >= discount",
     "SELECT id FROM orders WHERE amount > discount",
     "They differ when an order's amount and discount are the same.",
     "Should an order be included whose amount and discount are the same?"},
    {"SELECT count(*) FROM customers", "SELECT count(age) FROM customers",
     "They differ when a customer's age is NULL.",
     "Should a customer be included whose age is not known (NULL)?"},
    {"SELECT name FROM customers WHERE age IS NULL OR age > 5",
     "SELECT name FROM customers WHERE age > 5",
     "They differ when a customer's age is NULL: only the first query has age "
     "IS NULL.",
     "Should a customer be included whose age is not known (NULL)?"},
    {"SELECT name FROM customers WHERE age > 30",
     "SELECT name FROM customers WHERE age >= 30",
     "They differ when a customer's age is 30: only the first query has age > "
     "30.",
     "Should a customer be included whose age is 30?"},
    /* A constant of one query says more than the value of a row. */
    {"SELECT count(*) FROM orders WHERE status = 'paid' AND amount > 5",
     "SELECT count(*) FROM orders WHERE amount > 5", NULL,
     "Should only orders be included whose status is 'paid'?"},
    {"SELECT count(*) FROM orders",
     "SELECT count(*) FROM orders WHERE quantity = 7", NULL,
     "Should only orders be included whose quantity is 7?"},
    {"SELECT id FROM orders WHERE status = 'paid' AND amount > 5",
     "SELECT id FROM orders WHERE status <> 'void' AND amount > 5", NULL,
     "Should only orders be included whose status is 'paid'?"},
    {"SELECT count(*) FROM orders WHERE status = 'paid' OR status = 'open'",
     "SELECT count(*) FROM orders WHERE status = 'paid'",
     "They differ when an order's status is 'open': only the first query has "
     "status = 'open'.",
     "Should an order be included whose status is 'open'?"},
    {"SELECT count(*) FROM orders WHERE status <> 'void'",
     "SELECT count(*) FROM orders",
     "They differ when an order's status is 'void': only the first query has "
     "status != 'void'.",
     "Should an order be included whose status is 'void'?"},
    {"SELECT id, amount FROM orders",
     "SELECT id, amount * quantity FROM orders", "",
     NULL}, /* the value is one of chance: checked below */
    {"SELECT name FROM customers", "SELECT DISTINCT name FROM customers",
     "They differ when two customers have the same name.",
     "Should two customers with the same name both be included?"},
    {"SELECT name FROM customers ORDER BY age DESC LIMIT 1",
     "SELECT name FROM customers WHERE age = (SELECT max(age) FROM customers)",
     "They differ when two customers have the same age.",
     "Should two customers with the same age both be included?"},
    {"SELECT c.name, count(o.id) FROM customers c LEFT JOIN orders o ON "
     "o.customer_id = c.id GROUP BY c.id",
     "SELECT c.name, count(o.id) FROM customers c JOIN orders o ON "
     "o.customer_id = c.id GROUP BY c.id",
     "They differ when a customer has no orders.",
     "Should a customer without orders be included?"},
    {"SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)",
     "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
     "They differ when a customer has several orders.",
     "What is the right result for a customer with several orders?"},
    {"SELECT customer_id FROM orders GROUP BY 1 HAVING count(*) > 3",
     "SELECT customer_id FROM orders GROUP BY 1 HAVING count(*) > 4",
     "They differ when a customer has 4 but not 5 orders.",
     "Should a customer with 4 orders be included?"},
    {"SELECT i.id FROM items i JOIN goods g ON g.code = i.good",
     "SELECT i.id FROM items i LEFT JOIN goods g ON g.code = i.good",
     "They differ when an item's good refers to no good.",
     "Should an item without a good be included?"},
    {"SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM orders)",
     "SELECT name FROM customers", "They differ when there are no orders.",
     "What is the right result when there are no orders?"},
    {"SELECT min(age) FROM customers", "SELECT max(age) FROM customers",
     "They differ when there are several customers.",
     "What is the right result when there are several customers?"},
    {"SELECT name FROM customers ORDER BY age DESC LIMIT 3",
     "SELECT name FROM customers ORDER BY age DESC LIMIT 4",
     "They differ when there are 4 customers and not when there are 3.",
     "What is the right result when there are several customers?"},
    /* None of these is true: no change ends the difference. */
    {"SELECT name FROM customers", "SELECT status FROM orders", "",
     "What is the right result for these rows?"},
    {"SELECT count(*) FROM customers WHERE age IS NULL",
     "SELECT count(*) FROM customers WHERE age IS NOT NULL", "",
     "What is the right result for these rows?"},
};

static const char ddl[] =
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age "
    "INT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INT NOT NULL "
    "REFERENCES customers (id), status TEXT, amount INT NOT NULL, discount INT "
    "NOT NULL, quantity INT NOT NULL, placed DATE, code TEXT);"
    "CREATE TABLE goods (code TEXT PRIMARY KEY);"
    "CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INT NOT NULL "
    "REFERENCES orders (id), price INT NOT NULL, good TEXT NOT NULL);";

START_TEST(causes_are_told_with_a_question)
{
    t2sed_difference *found = compare(ddl, causes[_i].a, causes[_i].b);
    char *text = text_of(found);
    const char *cause = causes[_i].cause, *question = causes[_i].question;
    ck_assert_msg(t2sed_difference_outcome(found) == T2SED_WITNESS_DIFFER,
                  "%s\n%s", causes[_i].a, text);
    if (cause && (*cause || (question && *question)))
        ck_assert_msg(strcmp(t2sed_difference_cause(found), cause) == 0,
                      "%s\n%s", causes[_i].a, text);
    if (question && *question)
        ck_assert_str_eq(t2sed_difference_question(found), question);
    t2s_free(text);
    t2sed_difference_free(found);
}
END_TEST

/* A value that only one query uses. */
START_TEST(a_value_of_one_query_is_told)
{
    t2sed_difference *found =
        compare(ddl, "SELECT id, amount FROM orders",
                "SELECT id, amount * quantity FROM orders");
    const char *cause = t2sed_difference_cause(found);
    ck_assert_msg(strstr(cause, "They differ when an order's quantity is ") ==
                      cause,
                  "%s", cause);
    ck_assert_msg(strstr(cause, ": only the second query uses quantity.") !=
                      NULL,
                  "%s", cause);
    t2sed_difference_free(found);
}
END_TEST

START_TEST(there_is_no_question_without_a_difference)
{
    t2sed_difference *found = compare(ddl, "SELECT name FROM customers",
                                      "SELECT name FROM customers");
    ck_assert_str_eq(t2sed_difference_question(found), "");
    ck_assert_ptr_null(t2sed_difference_question(NULL));
    t2sed_difference_free(found);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("causes");
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, causes_are_told_with_a_question, 0,
                        sizeof causes / sizeof *causes);
    tcase_add_test(all, a_value_of_one_query_is_told);
    tcase_add_test(all, there_is_no_question_without_a_difference);
    return t2s_test_run("witness/causes", &all, 1);
}
