/* What a question implies: conditions, their direction, rows without a match,
 * the sides of a self-join, codes. Each feature on a right and on a wrong
 * query.
 */
#include "database_test.h"
#include "t2s_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts/restriction_words.h"
#include "features/features.h"
#include "t2sed/parts/evidence.h"

static const char ddl[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT,"
    " is_active INT, closed_on TEXT, tier TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INT REFERENCES"
    " customer(id), status TEXT, sts_cd TEXT, amount REAL, due_on TEXT,"
    " paid_on TEXT, shipped_city TEXT, needed_by TEXT);"
    "CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, wage REAL,"
    " manager_id INT REFERENCES employee(id));"
    "CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT,"
    " referred_by INT REFERENCES member(id));"
    "CREATE TABLE vet (id INTEGER PRIMARY KEY, name TEXT, hired_on TEXT,"
    " mntr_id INT REFERENCES vet(id), deputy_id INT REFERENCES vet(id));"
    "CREATE TABLE repair (id INTEGER PRIMARY KEY, employee_id INT REFERENCES"
    " employee(id), begun_on TEXT, completed_on TEXT, cost REAL);"
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, employee_id INT REFERENCES"
    " employee(id), state TEXT, left_on TEXT, cancelled_on TEXT);"
    "CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, replaced_by INT"
    " REFERENCES part(id));"
    "CREATE TABLE stock (id INTEGER PRIMARY KEY, depot TEXT, quantity INT,"
    " in_stock INT);"
    "CREATE TABLE pupil (id INTEGER PRIMARY KEY, sex TEXT, email TEXT,"
    " vegetarian INT, town TEXT);"
    "CREATE TABLE worker (id INTEGER PRIMARY KEY, hired_on TEXT, end_date"
    " TEXT);"
    "CREATE TABLE airport (code TEXT PRIMARY KEY, city TEXT);"
    "CREATE TABLE flight (id INTEGER PRIMARY KEY, origin TEXT REFERENCES"
    " airport(code), destination TEXT REFERENCES airport(code));";

static t2sed_schema *schema;
static t2sed_evidence *evidence;
static float *numbers;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
}

static void tear_down(void)
{
    free(numbers);
    t2sed_evidence_free(evidence);
    t2sed_schema_free(schema);
}

static t2sed_status compute(const char *question, const char *knowledge,
                            const char *text)
{
    t2sed_question *made;
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_question_new(&made, question, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_question_set_knowledge(made, knowledge, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(evidence, made, NULL);
    t2sed_question_free(made);
    if (status == T2SED_OK)
        status = t2sed_sql_parse(&sql, text, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_compute(evidence, sql, numbers, NULL);
    t2sed_sql_free(sql);
    return status;
}

/* NAN stands for "not known" in a table of cases. */
typedef struct feature_case {
    const char *name, *question, *knowledge, *sql;
    double value;
} feature_case;

static void check(const feature_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const feature_case *at = &cases[i];
        char name[64];
        double got;
        size_t place;
        snprintf(name, sizeof name, "implied.%s", at->name);
        place = t2s_feature_find(name);
        ck_assert_msg(place < t2sed_evidence_count(), "no feature %s", name);
        ck_assert_int_eq(compute(at->question, at->knowledge, at->sql),
                         T2SED_OK);
        got = (double)numbers[place];
        ck_assert_msg(isnan(at->value) ? isnan(got)
                                       : got >= at->value && got <= at->value,
                      "%s is %g and not %g: %s; %s", name, got, at->value,
                      at->question, at->sql);
    }
}

#define CHECK(cases) check(cases, sizeof cases / sizeof cases[0])

START_TEST(a_condition_is_implied)
{
    static const char bare[] = "SELECT count(*) FROM customer";
    static const feature_case cases[] = {
        {"narrowing_unmet", "How many repeat customers do we have?", NULL, bare,
         1},
        {"balance", "How many repeat customers do we have?", NULL, bare, -1},
        {"balance", "How many repeat customers do we have?", NULL,
         "SELECT count(*) FROM (SELECT 1 FROM orders GROUP BY customer_id "
         "HAVING count(*) > 2)",
         0},
        {"narrowing_unmet", "number of active customers", NULL, bare, 1},
        {"narrowing_unmet", "number of active customers", NULL,
         "SELECT count(*) FROM customer WHERE is_active = 1", 0},
        {"narrowing_unmet", "number of active customers", NULL,
         "SELECT count(*) FROM customer WHERE closed_on IS NULL", 0},
        {"words_offered", "customers of the gold tier", NULL, bare, 1},
        {"words_offered", "customers of the gold tier", NULL,
         "SELECT count(*) FROM customer WHERE tier = 'gold'", 0},
        {"words_unmet", "total of unpaid orders", NULL,
         "SELECT sum(amount) FROM orders", 1},
        {"words_unmet", "total of unpaid orders", NULL,
         "SELECT sum(amount) FROM orders WHERE paid_on IS NULL", 0},
        /* Knowledge explains a condition by a word of the question. */
        {"narrowing_unmet", "late orders", "Late: due_on before today",
         "SELECT * FROM orders WHERE due_on < '2026-01-01'", 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(a_condition_is_not_asked_for)
{
    static const feature_case cases[] = {
        {"free", "names of all customers", NULL,
         "SELECT name FROM customer WHERE is_active = 1", 1},
        {"free_flag", "names of all customers", NULL,
         "SELECT name FROM customer WHERE is_active = 1", 1},
        {"free", "names of active customers", NULL,
         "SELECT name FROM customer WHERE is_active = 1", 0},
        {"free_null", "names of all customers", NULL,
         "SELECT name FROM customer WHERE closed_on IS NOT NULL", 1},
        /* One that protects a computation is not free, others are. */
        {"free_null", "average time of a roof job", NULL,
         "SELECT avg(julianday(completed_on) - julianday(begun_on)) FROM "
         "repair "
         "WHERE completed_on IS NOT NULL",
         0},
        {"free_null", "average cost of a roof job", NULL,
         "SELECT avg(cost) FROM repair WHERE completed_on IS NOT NULL", 1},
        {"free_null", "average time of a roof job", NULL,
         "SELECT avg(julianday(completed_on) - julianday(begun_on)) FROM "
         "repair "
         "WHERE completed_on IS NULL",
         1},
        {"free_value", "names of all customers", NULL,
         "SELECT name FROM customer WHERE tier = 'gold'", 1},
        {"free_value", "names of gold customers", NULL,
         "SELECT name FROM customer WHERE tier = 'gold'", 0},
        {"free_columns", "number of orders", NULL,
         "SELECT count(*) FROM orders WHERE paid_on > due_on", 1},
        {"free_related", "names of all customers", NULL,
         "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM "
         "orders)",
         1},
        {"free_related", "customers who have orders", NULL,
         "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM "
         "orders)",
         0},
        {"free_value", "number of customers in CA", NULL,
         "SELECT count(*) FROM customer WHERE city = 'CA'", 0},
        {"free_value", "number of customers in NY", NULL,
         "SELECT count(*) FROM customer WHERE city = 'CA'", 1},
        {"free_value", "how many customers did it cost", NULL,
         "SELECT count(*) FROM customer WHERE city = 'IT'", 1},
        {"free_value", "HOW MANY CUSTOMERS DID IT COST", NULL,
         "SELECT count(*) FROM customer WHERE city = 'IT'", 1},
        {"free_amount", "orders above 50", NULL,
         "SELECT * FROM orders WHERE amount > 50", 0},
        {"free_amount", "all orders", NULL,
         "SELECT * FROM orders WHERE amount > 50", 1},
        {"free_amount", "orders of 2023", NULL,
         "SELECT * FROM orders WHERE due_on >= '2023-01-01' AND due_on < "
         "'2024-01-01'",
         0},
        {"free_amount", "orders of 2023", NULL,
         "SELECT * FROM orders WHERE due_on LIKE '2023%' AND paid_on < "
         "'2024-03-01'",
         1},
        {"free_amount", "orders of 2023", NULL,
         "SELECT * FROM orders WHERE due_on >= '2021-01-01' AND due_on < "
         "'2022-01-01'",
         2},
        {"free_amount", "orders after 6pm", NULL,
         "SELECT * FROM orders WHERE time(paid_on) > '18:00:00'", 0},
        {"free_amount", "orders after 6pm", NULL,
         "SELECT * FROM orders WHERE time(paid_on) > '06:00:00'", 1},
        {"free_amount", "orders after 6 am", NULL,
         "SELECT * FROM orders WHERE time(paid_on) > '06:00'", 0},
        {"free_groups", "orders by customer", NULL,
         "SELECT customer_id, count(*) FROM orders GROUP BY 1 HAVING "
         "count(*) > 7",
         1},
        {"free", "all orders", "orders count where paid_on is set",
         "SELECT * FROM orders WHERE paid_on IS NOT NULL", 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(conditions_have_a_direction)
{
    static const feature_case cases[] = {
        {"null_direction", "unpaid orders", NULL,
         "SELECT * FROM orders WHERE paid_on IS NULL", 1},
        {"null_direction", "unpaid orders", NULL,
         "SELECT * FROM orders WHERE paid_on IS NOT NULL", -1},
        {"null_direction", "orders not yet paid", NULL,
         "SELECT * FROM orders WHERE NOT paid_on IS NULL", -1},
        {"null_direction", "paid orders", NULL,
         "SELECT * FROM orders WHERE paid_on IS NOT NULL", 1},
        {"null_direction", "orders per city, paid ones left out", NULL,
         "SELECT shipped_city, count(*) FROM orders WHERE paid_on IS NULL "
         "GROUP BY 1",
         1},
        {"null_direction", "current customers", NULL,
         "SELECT * FROM customer WHERE closed_on IS NULL", 1},
        {"null_direction", "current customers", NULL,
         "SELECT * FROM customer WHERE closed_on IS NOT NULL", -1},
        {"null_direction", "current customers", NULL,
         "SELECT sum(CASE WHEN closed_on IS NULL THEN 0 ELSE 1 END) FROM "
         "customer",
         -1},
        {"null_direction", "orders by city", NULL,
         "SELECT shipped_city, count(*) FROM orders GROUP BY 1", (double)NAN},
        {"flag_direction", "inactive customers", NULL,
         "SELECT * FROM customer WHERE is_active = 1", -1},
        {"flag_direction", "inactive customers", NULL,
         "SELECT * FROM customer WHERE is_active = 0", 1},
        {"flag_direction", "inactive customers", NULL,
         "SELECT * FROM customer WHERE NOT is_active", 1},
        {"flag_direction", "inactive customers", NULL,
         "SELECT * FROM customer WHERE is_active", -1},
        {"value_direction", "orders that are not cancelled", NULL,
         "SELECT * FROM orders WHERE status = 'cancelled'", -1},
        {"value_direction", "orders that are not cancelled", NULL,
         "SELECT * FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "orders with a status other than cancelled", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "all orders but the cancelled ones", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "orders apart from cancelled ones", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "every order bar cancelled ones", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "all orders save those cancelled", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "number of orders minus the cancelled ones", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "amount of orders net of cancelled ones", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "orders once cancelled ones are taken out", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "filter out cancelled orders", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled'", 1},
        {"value_direction", "all orders but the cancelled ones", NULL,
         "SELECT id FROM orders WHERE status = 'cancelled'", -1},
        {"value_direction", "orders in a status other than cancelled", NULL,
         "SELECT id FROM orders WHERE status = 'cancelled'", -1},
        {"value_direction", "orders not yet paid by customers in Graz", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE c.city = 'Graz' AND paid_on IS NULL",
         1},
        {"value_direction", "orders of customers not living in Graz", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE c.city = 'Graz' AND paid_on IS NULL",
         -1},
        {"value_direction", "orders not shipped to Graz", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE c.city = 'Graz'",
         -1},
        {"value_direction", "customers other than gold ones in Graz", NULL,
         "SELECT id FROM customer WHERE tier <> 'gold' AND city = 'Graz'", 2},
        {"null_direction", "orders not cancelled though paid", NULL,
         "SELECT id FROM orders WHERE status <> 'cancelled' AND paid_on IS NOT "
         "NULL",
         1},
        {"null_direction", "share of orders not paid", NULL,
         "SELECT sum(due_on - paid_on) FROM orders WHERE paid_on IS NOT NULL",
         (double)NAN},
        {"null_direction", "share of orders not paid", NULL,
         "SELECT sum(amount) FROM orders WHERE paid_on IS NOT NULL", -1},
        {"related_direction", "customers without orders", NULL,
         "SELECT * FROM customer c WHERE EXISTS (SELECT 1 FROM orders o WHERE "
         "o.customer_id = c.id)",
         -1},
        {"related_direction", "customers without orders", NULL,
         "SELECT * FROM customer c WHERE NOT EXISTS (SELECT 1 FROM orders o "
         "WHERE o.customer_id = c.id)",
         1},
        {"related_direction", "customers without orders", NULL,
         "SELECT c.* FROM customer c LEFT JOIN orders o ON o.customer_id = "
         "c.id WHERE o.id IS NULL",
         1},
        {"related_direction", "customers without orders", NULL,
         "SELECT id FROM customer EXCEPT SELECT customer_id FROM orders", 1},
        {"related_direction", "customers without orders", NULL,
         "SELECT * FROM customer c WHERE (SELECT count(*) FROM orders o WHERE "
         "o.customer_id = c.id) = 0",
         1},
        /* Other words for the end of a row. */
        {"null_direction", "number of repairs that are done", NULL,
         "SELECT count(*) FROM repair WHERE completed_on IS NOT NULL", 1},
        {"null_direction", "number of repairs that are done", NULL,
         "SELECT count(*) FROM repair WHERE completed_on IS NULL", -1},
        {"null_direction", "repairs that are not finished", NULL,
         "SELECT id FROM repair WHERE completed_on IS NULL", 1},
        {"null_direction", "repairs that are not finished", NULL,
         "SELECT id FROM repair WHERE completed_on IS NOT NULL", -1},
        {"free_null", "number of repairs that are done", NULL,
         "SELECT count(*) FROM repair WHERE completed_on IS NOT NULL", 0},
        {"free_null", "number of cancelled repairs", NULL,
         "SELECT count(*) FROM repair WHERE completed_on IS NOT NULL", 1},
        {"free_null", "number of visits that are done", NULL,
         "SELECT count(*) FROM visit WHERE cancelled_on IS NOT NULL", 1},
        /* The same column, and rows of two tables. */
        {"related_direction", "employees with visits but no repairs", NULL,
         "SELECT id FROM employee WHERE id IN (SELECT employee_id FROM visit) "
         "AND id NOT IN (SELECT employee_id FROM repair)",
         2},
        {"related_direction", "employees with visits but no repairs", NULL,
         "SELECT id FROM employee WHERE id NOT IN (SELECT employee_id FROM "
         "visit) AND id IN (SELECT employee_id FROM repair)",
         -1},
        {"related_direction", "employees with no cheap repairs", NULL,
         "SELECT id FROM employee WHERE id IN (SELECT employee_id FROM repair) "
         "AND id NOT IN (SELECT employee_id FROM repair WHERE cost < 5)",
         (double)NAN},
        {"explained_direction", "regular buyers", "Regular: closed_on is empty",
         "SELECT * FROM customer WHERE closed_on IS NULL", 1},
        {"explained_direction", "regular buyers", "Regular: closed_on is empty",
         "SELECT * FROM customer WHERE closed_on IS NOT NULL", -1},
        {"opposite", "unpaid orders", NULL,
         "SELECT * FROM orders WHERE paid_on IS NOT NULL", 1},
        {"direction", "unpaid orders", NULL,
         "SELECT * FROM orders WHERE paid_on IS NULL", 1},
        /* Comparisons of two columns. */
        {"direction", "orders paid on time", NULL,
         "SELECT id FROM orders WHERE paid_on <= due_on", 1},
        {"opposite", "orders paid on time", NULL,
         "SELECT id FROM orders WHERE paid_on > due_on", 1},
        {"direction", "late orders", NULL,
         "SELECT id FROM orders WHERE paid_on > due_on", 1},
        {"opposite", "late orders", NULL,
         "SELECT id FROM orders WHERE paid_on <= due_on", 1},
        {"direction", "late orders", NULL,
         "SELECT id FROM orders WHERE paid_on > needed_by", 1},
        {"opposite", "late orders", NULL,
         "SELECT id FROM orders WHERE paid_on <= needed_by", 1},
        {"direction", "orders that were not late", NULL,
         "SELECT id FROM orders WHERE paid_on <= due_on", 1},
        {"opposite", "orders that were not paid on time", NULL,
         "SELECT id FROM orders WHERE paid_on <= due_on", 1},
        {"free_columns", "late orders", NULL,
         "SELECT id FROM orders WHERE paid_on > due_on", 0},
        {"direction", "orders with late fees", NULL,
         "SELECT id FROM orders WHERE paid_on > due_on", 0},
        {"free_columns", "orders of the early morning", NULL,
         "SELECT id FROM orders WHERE paid_on > due_on", 1},
        {"direction", "late orders and those on time", NULL,
         "SELECT id FROM orders WHERE paid_on > due_on", 0},
        {"opposite", "overdue orders", NULL,
         "SELECT id FROM orders WHERE due_on > paid_on", 1},
        {"opposite", "orders shipped to their own city", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE o.shipped_city <> c.city",
         1},
        {"direction", "orders shipped to their own city", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE o.shipped_city = c.city",
         1},
        {"direction", "orders shipped to the same city", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE o.shipped_city = c.city",
         1},
        {"opposite", "orders shipped to another city", NULL,
         "SELECT o.id FROM orders o JOIN customer c ON c.id = o.customer_id "
         "WHERE o.shipped_city <> c.city",
         0},
        {"negations", "orders that were never paid", NULL,
         "SELECT * FROM orders WHERE paid_on IS NULL", 0},
        {"negations", "orders that were never paid", NULL,
         "SELECT * FROM orders", 1},
        {"different", "orders shipped to another city", NULL,
         "SELECT * FROM orders o JOIN customer c ON c.id = o.customer_id WHERE "
         "o.shipped_city = c.city",
         -1},
        {"different", "orders shipped to another city", NULL,
         "SELECT * FROM orders o JOIN customer c ON c.id = o.customer_id WHERE "
         "o.shipped_city <> c.city",
         1},
    };
    CHECK(cases);
}
END_TEST

#define INNER                                                                  \
    "SELECT c.name, count(o.id) FROM customer c JOIN orders o ON "             \
    "o.customer_id = c.id GROUP BY c.id, c.name"
#define OUTER                                                                  \
    "SELECT c.name, count(o.id) FROM customer c LEFT JOIN orders o ON "        \
    "o.customer_id = c.id GROUP BY c.id, c.name"

START_TEST(rows_without_a_match)
{
    static const char with_zero[] =
        "orders per customer, including those without any";
    static const char only[] =
        "orders per customer, leave out customers that have none";
    static const feature_case cases[] = {
        {"keep_asked", with_zero, NULL, OUTER, 2},
        {"keep_fits", with_zero, NULL, OUTER, 2},
        {"keep_fits", with_zero, NULL, INNER, -2},
        {"keep_fits", with_zero, NULL,
         "SELECT name, (SELECT count(*) FROM orders o WHERE o.customer_id = "
         "c.id) FROM customer c",
         2},
        {"keep_asked", only, NULL, OUTER, -1},
        {"keep_fits", only, NULL, OUTER, -1},
        {"keep_fits", only, NULL, INNER, 1},
        {"keep_asked", "orders of customers",
         "Customers without an order count with zero, too.", OUTER, 2},
        {"kept", "names", NULL, "SELECT name FROM customer", 0},
        {"counted_inner", with_zero, NULL, INNER, 1},
        {"counted_optional", with_zero, NULL, OUTER, 1},
        {"anti_joins", "customers without orders", NULL,
         "SELECT c.* FROM customer c LEFT JOIN orders o ON o.customer_id = "
         "c.id WHERE o.id IS NULL",
         1},
        {"outer_lost", with_zero, NULL,
         "SELECT c.name, count(o.id) FROM customer c LEFT JOIN orders o ON "
         "o.customer_id = c.id WHERE o.status = 'paid' GROUP BY c.id, c.name",
         1},
        {"kept", with_zero, NULL,
         "SELECT c.name, count(o.id) FROM customer c LEFT JOIN orders o ON "
         "o.customer_id = c.id WHERE o.status = 'paid' GROUP BY c.id, c.name",
         0},
        {"default_fits", with_zero, NULL,
         "SELECT c.name, coalesce(sum(o.amount), 0) FROM customer c LEFT JOIN "
         "orders o ON o.customer_id = c.id GROUP BY c.id",
         1},
        {"default_fits", with_zero, NULL, OUTER, -1},
        {"inner_beside", with_zero, NULL,
         "SELECT * FROM customer c JOIN orders o ON o.customer_id = c.id LEFT "
         "JOIN employee e ON e.id = c.id",
         1},
    };
    CHECK(cases);
}
END_TEST

#define BOTH "employees with the name of their manager"

START_TEST(a_self_join_has_sides)
{
    static const char right[] =
        "SELECT e.name, m.name FROM employee e LEFT JOIN employee m ON m.id = "
        "e.manager_id";
    static const char reversed[] =
        "SELECT e.name, m.name FROM employee e LEFT JOIN employee m ON "
        "m.manager_id = e.id";
    static const char nested[] =
        "SELECT e.name, (SELECT m.name FROM employee m WHERE m.id = "
        "e.manager_id) FROM employee e";
    static const char nested_reversed[] =
        "SELECT e.name, (SELECT m.name FROM employee m WHERE m.manager_id = "
        "e.id) FROM employee e";
    static const char referred[] =
        "SELECT r.name, m.name FROM member r JOIN member m ON r.referred_by = "
        "m.id";
    static const feature_case cases[] = {
        {"self_kept", BOTH, NULL, right, 1},
        {"self_kept", BOTH, NULL, reversed, -1},
        {"self_kept", BOTH, NULL, nested, 1},
        {"self_kept", BOTH, NULL, nested_reversed, -1},
        {"self_first", BOTH, NULL, right, 1},
        {"self_first", BOTH, NULL, reversed, -1},
        {"self_asked", BOTH, NULL, right, 1},
        {"self_asked", "managers and the number of employees below them", NULL,
         right, -1},
        {"self_asked", "how many people has each member referred", NULL,
         referred, -1},
        {"self_asked", "members and the one they were referred by", NULL,
         referred, 1},
        {"self_asked", "which members were referred by Ann?", NULL, referred,
         1},
        {"self_fits", BOTH, NULL, right, 1},
        {"self_fits", BOTH, NULL, reversed, -1},
        {"self_named", BOTH, NULL, right, 1},
        {"self_named", BOTH, NULL, reversed, -1},
        {"self_shows_both", BOTH, NULL, right, 1},
        {"self_evidence", BOTH, NULL, right, 3},
        {"self_evidence", BOTH, NULL, reversed, -3},
        {"self_counted", "number of employees of each manager", NULL,
         "SELECT m.name, count(*) FROM employee e JOIN employee m ON m.id = "
         "e.manager_id GROUP BY m.id",
         1},
        {"self_counted", "number of employees of each manager", NULL,
         "SELECT e.name, count(*) FROM employee e JOIN employee m ON m.id = "
         "e.manager_id GROUP BY e.id",
         -1},
        {"self_filtered", "who works for Ann?", NULL,
         "SELECT e.name FROM employee e JOIN employee m ON m.id = "
         "e.manager_id WHERE m.name = 'Ann'",
         -1},
        {"self_filtered", "who works for Ann?", NULL,
         "SELECT m.name FROM employee e JOIN employee m ON m.id = "
         "e.manager_id WHERE e.name = 'Ann'",
         1},
        {"self_greater_fits", "employees who earn more than their manager",
         NULL,
         "SELECT e.name FROM employee e JOIN employee m ON m.id = "
         "e.manager_id WHERE e.wage > m.wage",
         1},
        {"self_greater_fits", "employees who earn more than their manager",
         NULL,
         "SELECT e.name FROM employee e JOIN employee m ON m.id = "
         "e.manager_id WHERE e.wage < m.wage",
         -1},
        {"self_greater", "employees who earn more than their manager", NULL,
         "SELECT e.name FROM employee e JOIN employee m ON m.id = "
         "e.manager_id WHERE e.wage < m.wage",
         -1},
        {"recursion_fits", "all employees below employee 3", NULL,
         "WITH RECURSIVE t(id) AS (SELECT id FROM employee WHERE id = 3 UNION "
         "SELECT e.id FROM employee e JOIN t ON e.manager_id = t.id) SELECT "
         "id FROM t",
         1},
        {"recursion", "all employees below employee 3", NULL,
         "WITH RECURSIVE t AS (SELECT id, manager_id FROM employee WHERE id = "
         "3 UNION SELECT e.id, e.manager_id FROM employee e JOIN t ON e.id = "
         "t.manager_id) SELECT id FROM t",
         -1},
        {"self_kept", "names", NULL, "SELECT name FROM employee", (double)NAN},
    };
    CHECK(cases);
}
END_TEST

START_TEST(a_noun_is_narrowed)
{
    const feature_case cases[] = {
        {"bare", "unpaid orders", NULL, "SELECT * FROM orders", 2},
        {"bare", "How many unpaid orders are there?", NULL,
         "SELECT count(*) FROM orders WHERE status <> 'paid'", 0},
        {"bare", "repeat customers", NULL,
         "SELECT DISTINCT c.name FROM customer c JOIN orders o ON "
         "o.customer_id = c.id",
         1},
        {"bare", "repeat customers", NULL,
         "SELECT c.name FROM customer c JOIN orders o ON o.customer_id = c.id "
         "GROUP BY c.id HAVING count(*) > 1",
         0},
        {"bare", "all orders, cancelled orders included", NULL,
         "SELECT * FROM orders", 0},
        {"bare", "latest orders", NULL,
         "SELECT * FROM orders ORDER BY due_on DESC LIMIT 3", 0},
        {"bare", "orders", NULL, "SELECT * FROM orders", 0},
        {"bare", "shipped orders per customer", NULL,
         "SELECT c.name, count(*) FROM customer c JOIN orders o ON "
         "o.customer_id = c.id GROUP BY c.id",
         0},
        {"bare", "open orders beside closed ones", NULL,
         "SELECT status, count(*) FROM orders GROUP BY status", 0},
        {"bare", "shipped orders", NULL, "SELECT count(paid_on) FROM orders",
         0},
    };
    check(cases, sizeof cases / sizeof *cases);
}
END_TEST

#define TO_CITY(column)                                                        \
    "SELECT count(*) FROM flight f JOIN airport a ON a.code = f." column       \
    " WHERE a.city = 'Berlin'"
#define FROM_TO(first, second)                                                 \
    "SELECT f.id FROM flight f JOIN airport a ON a.code = f.origin JOIN "      \
    "airport b ON f.destination = b.code WHERE a.city = '" first               \
    "' AND b.city = '" second "'"
START_TEST(a_movement_has_ends)
{
    const char *const london = "flights from London to New York";
    const feature_case cases[] = {
        {"ends_fit", "flights to Berlin", NULL, TO_CITY("destination"), 1},
        {"ends_opposite", "flights to Berlin", NULL, TO_CITY("origin"), 1},
        {"ends_fit", "flights leaving from Berlin", NULL, TO_CITY("origin"), 1},
        {"ends_opposite", "flights that land in the city of Berlin", NULL,
         TO_CITY("origin"), 1},
        {"ends_asked", "flights of Berlin", NULL, TO_CITY("origin"), 0},
        {"ends_asked", "flights that start or end in Berlin", NULL,
         TO_CITY("origin"), 0},
        {"ends_fit", "flights to Berlin", NULL,
         "SELECT id FROM flight WHERE destination IN (SELECT code FROM airport "
         "WHERE city = 'Berlin')",
         1},
        {"ends_opposite", "flights to BER", NULL,
         "SELECT id FROM flight WHERE origin = 'BER'", 1},
        {"ends_fit", london, NULL, FROM_TO("London", "New York"), 2},
        {"ends_opposite", london, NULL, FROM_TO("New York", "London"), 2},
        {"ends_words", "arriving flights per city", NULL,
         "SELECT a.city, count(*) FROM flight f JOIN airport a ON a.code = "
         "f.origin GROUP BY 1",
         -1},
        {"ends_words", "arriving flights per city", NULL,
         "SELECT a.city, count(*) FROM flight f JOIN airport a ON a.code = "
         "f.destination GROUP BY 1",
         1},
        {"ends_asked", "flights to and from Berlin", NULL, TO_CITY("origin"),
         0},
        {"ends_asked", "cities connected to Berlin", NULL, TO_CITY("origin"),
         0},
        {"ends_asked", "flights to Berlin and back from Berlin", NULL,
         TO_CITY("origin"), 0},
        {"ends_asked", "customers from Rome", NULL,
         "SELECT name FROM customer WHERE city = 'Rome'", 0},
    };
    check(cases, sizeof cases / sizeof *cases);
}
END_TEST

#define VETS(reference)                                                        \
    "SELECT v.name FROM vet v JOIN vet m ON m.id = v." reference               \
    " WHERE v.hired_on < m.hired_on"
START_TEST(a_reference_has_a_role)
{
    static const char before[] = "vets hired before their mentor";
    static const char boss[] = "Who is the mentor of Kit?";
    static const char without[] = "vets without a mentor";
    static const feature_case cases[] = {
        {"roles_used", before, NULL, VETS("mntr_id"), 1},
        {"role_rivals", before, NULL, VETS("mntr_id"), 0},
        {"role_rivals", before, NULL, VETS("deputy_id"), 1},
        {"roles_unused", before, NULL, VETS("deputy_id"), 1},
        {"role_rivals", "vets hired before another one", NULL,
         VETS("deputy_id"), 0},
        {"roles_unused", boss, NULL, "SELECT name FROM vet WHERE name = 'Kit'",
         1},
        {"echoes", boss, NULL, "SELECT name FROM vet WHERE name = 'Kit'", 1},
        {"echoes", "When was Kit hired?", NULL,
         "SELECT hired_on FROM vet WHERE name = 'Kit'", 0},
        {"echoes", "Is there a vet called Kit?", NULL,
         "SELECT name FROM vet WHERE name = 'Kit'", 0},
        {"echoes", "vets with an i in their name", NULL,
         "SELECT name FROM vet WHERE name LIKE '%i%'", 0},
        {"siblings_unasked", boss, NULL,
         "SELECT name FROM vet WHERE mntr_id = (SELECT mntr_id FROM vet WHERE "
         "name = 'Kit')",
         1},
        {"siblings_unasked", "vets with the same mentor as Kit", NULL,
         "SELECT name FROM vet WHERE mntr_id = (SELECT mntr_id FROM vet WHERE "
         "name = 'Kit')",
         0},
        {"self_result", boss, NULL,
         "SELECT v.name FROM vet v JOIN vet m ON m.id = v.mntr_id WHERE v.name "
         "= 'Kit'",
         1},
        {"self_result", boss, NULL,
         "SELECT m.name FROM vet v JOIN vet m ON m.id = v.mntr_id WHERE v.name "
         "= 'Kit'",
         -1},
        {"steps_off", "the mentor of the mentor of Kit", NULL,
         "SELECT m.name FROM vet v JOIN vet m ON m.id = v.mntr_id WHERE v.name "
         "= 'Kit'",
         -1},
        {"without_role", without, NULL,
         "SELECT name FROM vet WHERE mntr_id IS NULL", 2},
        {"without_role", without, NULL,
         "SELECT name FROM vet WHERE id NOT IN (SELECT mntr_id FROM vet WHERE "
         "mntr_id IS NOT NULL)",
         -1},
        {"yes_no_fits", "Is Kit a mentor?", NULL,
         "SELECT EXISTS (SELECT 1 FROM vet WHERE mntr_id = 3)", 1},
        {"yes_no_fits", "Is Kit a mentor?", NULL,
         "SELECT name FROM vet WHERE name = 'Kit'", -1},
        {"self_value_opposite", "Which part replaced Bolt?", NULL,
         "SELECT n.name FROM part o JOIN part n ON n.id = o.replaced_by WHERE "
         "o.name = 'Bolt'",
         -1},
        {"self_value_opposite", "Which part replaced Bolt?", NULL,
         "SELECT o.name FROM part o JOIN part n ON n.id = o.replaced_by WHERE "
         "n.name = 'Bolt'",
         1},
        {"self_value_opposite", "predecessor of Bolt", NULL,
         "SELECT o.name FROM part o JOIN part n ON n.id = o.replaced_by WHERE "
         "n.name = 'Bolt'",
         -1},
    };
    CHECK(cases);
}
END_TEST

#define SET(left, right)                                                       \
    "SELECT customer_id FROM orders WHERE due_on LIKE '" left                  \
    "%' EXCEPT SELECT customer_id FROM orders WHERE due_on LIKE '" right "%'"
START_TEST(a_number_is_left_out)
{
    static const char lost[] = "customers with orders in 2024 but not in 2025";
    static const feature_case cases[] = {
        {"negated_numbers_fit", lost, NULL, SET("2024", "2025"), 2},
        {"negated_numbers_swapped", lost, NULL, SET("2024", "2025"), 0},
        {"negated_numbers_swapped", lost, NULL, SET("2025", "2024"), 2},
        {"negated_numbers_swapped", "customers with orders in 2024 and 2025",
         NULL, SET("2025", "2024"), 0},
    };
    CHECK(cases);
}
END_TEST

#define MANAGER                                                                \
    "SELECT m.name FROM employee e JOIN employee m ON e.manager_id = m.id "    \
    "WHERE e.name = 'Bob'"
#define REPORTS                                                                \
    "SELECT e.name FROM employee e JOIN employee m ON e.manager_id = m.id "    \
    "WHERE m.name = 'Bob'"
START_TEST(a_value_is_of_a_side)
{
    static const char *const managers[] = {"Who is Bob's manager?",
                                           "manager of Bob",
                                           "Who manages Bob?",
                                           "Who does Bob report to?",
                                           "the manager responsible for Bob",
                                           "By whom is Bob managed?",
                                           "Does Bob have a manager?"};
    static const char *const reports[] = {
        "Who reports to Bob?",        "Bob's direct reports",
        "employees under Bob",        "employees managed by Bob",
        "employees that Bob manages", "Is Bob a manager?"};
    feature_case at = {"self_value_opposite", NULL, NULL, NULL, 0};
    for (size_t i = 0; i < sizeof managers / sizeof *managers; i++) {
        at.question = managers[i];
        at.sql = MANAGER;
        at.value = -1;
        check(&at, 1);
        at.sql = REPORTS;
        at.value = 1;
        check(&at, 1);
    }
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        at.question = reports[i];
        at.sql = REPORTS;
        at.value = -1;
        check(&at, 1);
        at.sql = MANAGER;
        at.value = 1;
        check(&at, 1);
    }
    at.question = "How much does Bob earn?";
    at.value = 0;
    check(&at, 1);
    at.question = "What is the employee of Bob?";
    check(&at, 1);
    at.question = "manager of Bob";
    at.sql = "SELECT name FROM employee WHERE id = (SELECT manager_id FROM "
             "employee WHERE name = 'Bob')";
    at.value = -1;
    check(&at, 1);
}
END_TEST

START_TEST(codes_are_explained)
{
    static const char prose[] = "sts_cd: O open, D delivered, X cancelled.";
    static const char delivered[] =
        "SELECT count(*) FROM orders WHERE sts_cd = 'D'";
    static const char open[] = "SELECT count(*) FROM orders WHERE sts_cd = 'O'";
    static const feature_case cases[] = {
        {"codes", "delivered orders", prose, delivered, 1},
        {"codes_replaced", "delivered orders", prose, open, 1},
        {"codes_replaced", "delivered orders", prose, delivered, 0},
        {"codes_replaced", "delivered orders", prose,
         "SELECT count(*) FROM orders WHERE sts_cd <> 'O'", 0},
        {"codes_replaced", "delivered orders", prose,
         "SELECT count(*) FROM orders", 0},
        {"codes_replaced", "delivered orders", NULL, open, (double)NAN},
        /* Parts of names and functions are none. */
        {"codes_replaced", "delivered orders",
         "STS_CD of delivered orders is D; COUNT(ID) counts orders", delivered,
         0},
        {"codes_initial", "delivered orders", NULL, delivered, 1},
        {"codes_strange", "cancelled orders", NULL, delivered, 1},
        {"codes_strange", "delivered orders", NULL, delivered, 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(two_counts_are_two_results)
{
    static const char question[] =
        "How many open orders and how many paid orders are there?";
    const feature_case cases[] = {
        {"results_missing", question, NULL,
         "SELECT count(*) FROM orders WHERE status IN ('open', 'paid')", 1},
        {"results_missing", question, NULL,
         "SELECT sum(status = 'open'), sum(status = 'paid') FROM orders", 0},
        {"results_missing", question, NULL,
         "SELECT status, count(*) FROM orders GROUP BY status", 0},
        {"results_missing", question, NULL,
         "SELECT count(*) FROM orders WHERE status = 'open' UNION ALL SELECT "
         "count(*) FROM orders WHERE status = 'paid'",
         0},
        {"results_missing", "How many orders are there?", NULL,
         "SELECT count(*) FROM orders", 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(a_role_is_a_reference)
{
    const feature_case cases[] = {
        {"role_unused", "Who is the manager of employee 4?", NULL,
         "SELECT name FROM employee WHERE id = 4", 1},
        {"role_unused", "Who manages employee 4?", NULL,
         "SELECT name FROM employee WHERE id = 4", 1},
        {"role_unused", "Who is the manager of employee 4?", NULL,
         "SELECT name FROM employee WHERE id = (SELECT manager_id FROM "
         "employee WHERE id = 4)",
         0},
        {"role_unused", "Who is employee 4?", NULL,
         "SELECT name FROM employee WHERE id = 4", 0},
        {"role_unused", "Who manages the sales staff?", NULL,
         "SELECT name FROM employee WHERE name = 'Sales Manager'", 0},
        {"role_unused", "managers of customers", NULL,
         "SELECT name FROM customer", 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(an_answer_has_keys)
{
    static const char by_city[] =
        "SELECT shipped_city, count(*) FROM orders GROUP BY shipped_city";
    static const char by_both[] = "SELECT shipped_city, status, count(*) FROM "
                                  "orders GROUP BY shipped_city, status";
    static const feature_case cases[] = {
        {"keys", "orders for each shipped city and status", NULL, by_city, 2},
        {"keys_unused", "orders for each shipped city and status", NULL,
         by_city, 1},
        {"keys_unused", "orders for each shipped city and each status", NULL,
         by_both, 0},
        {"keys_unused", "number of orders per status", NULL, by_city, 1},
        {"keys_unused", "number of orders by status", NULL, by_city, 1},
        {"keys", "top orders by amount", NULL, by_city, 0},
        {"keys", "orders per year", NULL, by_city, 0},
        {"keys", "each", NULL, by_city, 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(live_is_a_state_or_a_verb)
{
    static const struct {
        const char *text;
        bool is_state;
    } cases[] = {
        {"customers who live in Detroit", false},
        {"how many live at the coast?", false},
        {"live listings in Detroit", true},
        {"listings that are live on the site", true},
        {"listings that are live", true},
    };
    static t2s_restricted_words words;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_state = false;
        t2s_restricted_words_read(&words, cases[i].text, strlen(cases[i].text));
        for (size_t k = 0; k < words.count; k++)
            is_state |= words.at[k].is_live && words.at[k].is_narrowing;
        ck_assert_msg(is_state == cases[i].is_state, "%s", cases[i].text);
    }
}
END_TEST

START_TEST(words_state_a_condition)
{
    static const feature_case cases[] = {
        {"null_direction", "former workers", NULL,
         "SELECT * FROM worker WHERE end_date IS NOT NULL", 1},
        {"null_direction", "former workers", NULL,
         "SELECT * FROM worker WHERE end_date IS NULL", -1},
        {"null_direction", "workers who no longer work here", NULL,
         "SELECT * FROM worker WHERE end_date IS NOT NULL", 1},
        {"null_direction", "workers who no longer work here", NULL,
         "SELECT * FROM worker WHERE end_date IS NULL", -1},
        {"null_direction", "workers no longer active", NULL,
         "SELECT * FROM worker WHERE end_date IS NOT NULL", 1},
        {"null_direction", "active workers", NULL,
         "SELECT * FROM worker WHERE end_date IS NULL", 1},
        {"flag_direction", "parts out of stock", NULL,
         "SELECT * FROM stock WHERE quantity = 0", 1},
        {"flag_direction", "parts in stock", NULL,
         "SELECT * FROM stock WHERE quantity = 0", -1},
        {"flag_direction", "parts not in stock", NULL,
         "SELECT * FROM stock WHERE quantity = 0", 1},
        {"flag_direction", "which parts are sold out?", NULL,
         "SELECT * FROM stock WHERE in_stock = 1", -1},
        {"flag_direction", "parts out of stock", NULL,
         "SELECT * FROM stock WHERE in_stock = 0", 1},
        {"flag_direction", "parts that are not sold out", NULL,
         "SELECT * FROM stock WHERE in_stock = 1", 1},
        {"flag_direction", "parts no longer in stock", NULL,
         "SELECT * FROM stock WHERE in_stock = 0", 1},
        {"value_direction", "pupils no longer in the town of Graz", NULL,
         "SELECT * FROM pupil WHERE town = 'Graz'", 1},
        {"value_direction", "mothers of boys", NULL,
         "SELECT count(*) FROM pupil WHERE sex = 'F'", (double)NAN},
        {"flag_direction", "parts with no stock in Lyon", NULL,
         "SELECT * FROM stock WHERE quantity = 0 AND depot = 'Lyon'", 1},
        {"value_direction", "parts with no stock in Lyon", NULL,
         "SELECT * FROM stock WHERE quantity = 0 AND depot = 'Lyon'", 1},
        {"value_direction", "how many girls are there?", NULL,
         "SELECT count(*) FROM pupil WHERE sex = 'f'", 1},
        {"value_direction", "how many girls are there?", NULL,
         "SELECT count(*) FROM pupil WHERE sex = 'M'", -1},
        {"value_direction", "pupils who are not boys", NULL,
         "SELECT count(*) FROM pupil WHERE sex = 'F'", 1},
        {"value_direction", "boys and girls per town", NULL,
         "SELECT count(*) FROM pupil WHERE sex = 'F'", (double)NAN},
        {"value_direction", "pupils with no email in Graz", NULL,
         "SELECT * FROM pupil WHERE email IS NULL AND town = 'Graz'", 1},
        {"value_direction", "pupils with no email in Graz", NULL,
         "SELECT * FROM pupil WHERE email IS NULL AND town <> 'Graz'", -1},
        {"value_direction", "pupils not from Graz", NULL,
         "SELECT * FROM pupil WHERE town = 'Graz'", -1},
        {"value_direction", "non-vegetarian pupils in Graz", NULL,
         "SELECT * FROM pupil WHERE vegetarian = 0 AND town = 'Graz'", 1},
        {"flag_direction", "non-vegetarian pupils in Graz", NULL,
         "SELECT * FROM pupil WHERE vegetarian = 0 AND town = 'Graz'", 1},
    };
    CHECK(cases);
}
END_TEST

START_TEST(words_are_forms_of_one)
{
    static const struct {
        const char *a, *b;
        bool are_akin;
    } cases[] = {
        {"paid", "paid", true},
        {"cancelled", "canceled", true},
        {"certified", "certificate", true},
        {"returned", "ret", true},
        {"interest", "internal", false},
        {"order", "ordinary", false},
        {"a", "a", false},
        {"paid", "prepaid", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(t2s_words_are_akin(cases[i].a, strlen(cases[i].a),
                                         cases[i].b, strlen(cases[i].b)) ==
                          cases[i].are_akin,
                      "%s, %s", cases[i].a, cases[i].b);
}
END_TEST

START_TEST(long_texts_end_somewhere)
{
    static char question[20000], sql[20000];
    strcpy(sql, "SELECT 1 FROM orders WHERE paid_on IS NULL");
    for (int i = 0; i < 600; i++) {
        strcat(question, "never unpaid, ");
        strcat(sql, " AND status = 'x'");
    }
    ck_assert_int_eq(compute(question, question, sql), T2SED_OK);
    ck_assert_int_eq(compute("?", "", "SELECT 1"), T2SED_OK);
    ck_assert_int_eq(compute("-'()", "'", "VALUES (1)"), T2SED_OK);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("implied");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, a_condition_is_implied);
    tcase_add_test(all, a_condition_is_not_asked_for);
    tcase_add_test(all, conditions_have_a_direction);
    tcase_add_test(all, rows_without_a_match);
    tcase_add_test(all, a_self_join_has_sides);
    tcase_add_test(all, a_noun_is_narrowed);
    tcase_add_test(all, a_movement_has_ends);
    tcase_add_test(all, a_value_is_of_a_side);
    tcase_add_test(all, a_reference_has_a_role);
    tcase_add_test(all, a_number_is_left_out);
    tcase_add_test(all, codes_are_explained);
    tcase_add_test(all, two_counts_are_two_results);
    tcase_add_test(all, a_role_is_a_reference);
    tcase_add_test(all, an_answer_has_keys);
    tcase_add_test(all, live_is_a_state_or_a_verb);
    tcase_add_test(all, words_state_a_condition);
    tcase_add_test(all, words_are_forms_of_one);
    tcase_add_test(all, long_texts_end_somewhere);
    return t2s_test_run("evidence of what is implied", &all, 1);
}
