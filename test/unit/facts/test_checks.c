/* Checks of what a query means: each on queries that have the fault and on
 * queries that look alike and have not. */
#include "database_test.h"
#include "facts/checks.h"
#include "query_test.h"
#include "records.h"

static const char ddl[] =
    "CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, name TEXT,"
    " city TEXT);"
    "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER,"
    " amount INTEGER, placed TEXT, price_cents INTEGER, weight REAL,"
    " FOREIGN KEY (customer_id) REFERENCES customer (customer_id));"
    "CREATE TABLE product (product_id INTEGER PRIMARY KEY, title TEXT,"
    " stock INTEGER);"
    "CREATE TABLE item (order_id INTEGER, product_id INTEGER, pieces INTEGER,"
    " PRIMARY KEY (order_id, product_id),"
    " FOREIGN KEY (order_id) REFERENCES orders (order_id),"
    " FOREIGN KEY (product_id) REFERENCES product (product_id));"
    "CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, order_id INTEGER,"
    " paid INTEGER, FOREIGN KEY (order_id) REFERENCES orders (order_id));"
    "CREATE TABLE price (product_id INTEGER, starts TEXT, ends TEXT,"
    " cents INTEGER, PRIMARY KEY (product_id, starts),"
    " FOREIGN KEY (product_id) REFERENCES product (product_id));"
    "CREATE TABLE budget (product_id INTEGER, month TEXT, amount INTEGER,"
    " PRIMARY KEY (product_id, month),"
    " FOREIGN KEY (product_id) REFERENCES product (product_id));"
    "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, product_id INTEGER,"
    " month TEXT, FOREIGN KEY (product_id) REFERENCES product (product_id));"
    "CREATE TABLE employee (employee_id INTEGER PRIMARY KEY, name TEXT,"
    " manager_id INTEGER,"
    " FOREIGN KEY (manager_id) REFERENCES employee (employee_id));";

static t2sed_schema *schema;
static t2sed_evidence *evidence;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
}

static void tear_down(void)
{
    t2sed_evidence_free(evidence);
    t2sed_schema_free(schema);
}

static t2sed_status find_in(t2s_checks *out, const char *text)
{
    t2sed_sql *sql = NULL;
    t2s_query query = {0};
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status == T2SED_OK)
        status = t2s_query_read(&query, sql, schema, NULL);
    if (status == T2SED_OK)
        status = t2s_checks_find(out, &query, evidence, NULL);
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    return status;
}

static void ask(const char *asked)
{
    t2sed_question *question = NULL;
    ck_assert_int_eq(t2sed_question_new(&question, asked, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    t2sed_question_free(question);
}

static t2sed_status find(t2s_checks *out, const char *asked, const char *text)
{
    ask(asked);
    return find_in(out, text);
}

typedef struct row {
    t2s_check_kind kind;
    const char *asked, *with, *without;
} row;

#define K(kind) T2S_CHECK_##kind
#define JOINED  "customer c JOIN orders o ON o.customer_id = c.customer_id "

static const row rows[] = {
    {K(SUM_MULTIPLIED), "x",
     "SELECT sum(o.amount) FROM orders o JOIN item i ON i.order_id = "
     "o.order_id",
     "SELECT sum(i.pieces) FROM orders o JOIN item i ON i.order_id = "
     "o.order_id"},
    {K(SUM_MULTIPLIED), "x",
     "SELECT avg(amount) FROM orders JOIN payment USING (order_id)",
     "SELECT avg(paid) FROM orders JOIN payment USING (order_id)"},
    {K(SUM_MULTIPLIED), "x",
     "SELECT c.name, sum(o.amount) FROM " JOINED
     "JOIN item i ON i.order_id = o.order_id GROUP BY c.name",
     "SELECT c.name, sum(o.amount) FROM " JOINED
     "JOIN (SELECT order_id, count(*) AS n FROM item GROUP BY order_id) i ON "
     "i.order_id = o.order_id GROUP BY c.name"},
    {K(SUM_MULTIPLIED), "x",
     "SELECT o.order_id, sum(o.amount) FROM orders o JOIN item i ON "
     "i.order_id = o.order_id GROUP BY o.order_id",
     "SELECT sum(i.pieces) FROM item i JOIN price p ON p.product_id = "
     "i.product_id AND p.starts <= 'x' AND coalesce(p.ends, 'y') > 'x'"},
    {K(SUM_MULTIPLIED), "x",
     "SELECT 1, sum(o.amount) FROM orders o, item i WHERE i.order_id = "
     "o.order_id GROUP BY 1",
     "SELECT o.order_id, sum(CASE WHEN o.amount > 3 THEN 1 END) FROM orders "
     "o, item i WHERE i.order_id = o.order_id GROUP BY 1"},
    {K(SUM_OF_PAIRS), "x",
     "SELECT sum(o.amount) FROM orders o CROSS JOIN customer c",
     "SELECT count(*) FROM orders o CROSS JOIN customer c"},
    {K(SUM_OF_PAIRS), "x",
     "SELECT sum(i.pieces) FROM orders o JOIN item i ON i.order_id = "
     "o.order_id JOIN payment p ON p.order_id = o.order_id",
     "SELECT sum(i.pieces) FROM orders o JOIN item i ON i.order_id = "
     "o.order_id"},
    {K(COUNT_MULTIPLIED), "x", "SELECT count(c.customer_id) FROM " JOINED,
     "SELECT count(DISTINCT c.customer_id) FROM " JOINED},
    {K(COUNT_MULTIPLIED), "x",
     "SELECT count(s.sale_id) FROM sale s JOIN budget b ON b.product_id = "
     "s.product_id",
     "SELECT count(s.sale_id) FROM sale s JOIN price p ON p.product_id = "
     "s.product_id AND s.month BETWEEN p.starts AND coalesce(p.ends, 'x')"},
    {K(COUNT_OF_PAIRS), "x",
     "SELECT count(*) FROM orders o JOIN item i ON i.order_id = o.order_id "
     "JOIN payment p ON p.order_id = o.order_id",
     "SELECT count(*) FROM orders o JOIN item i ON i.order_id = o.order_id"},
    {K(ROWS_REPEAT), "x", "SELECT c.name FROM " JOINED,
     "SELECT DISTINCT c.name FROM " JOINED},
    {K(ROWS_REPEAT), "x",
     "SELECT name FROM customer JOIN orders USING "
     "(customer_id)",
     "SELECT name FROM customer JOIN orders USING (customer_id) WHERE amount "
     "> 3"},
    {K(MANY_UNNAMED), "how many customers are there",
     "SELECT count(*) FROM " JOINED, "SELECT count(*) FROM customer"},
    {K(MANY_UNNAMED), "how many customers are there",
     "SELECT count(*) FROM " JOINED,
     "SELECT count(*) FROM " JOINED "WHERE amount > 3"},
    {K(SCALAR_MANY), "x",
     "SELECT name, (SELECT m.name FROM employee m WHERE m.manager_id = "
     "e.employee_id) FROM employee e",
     "SELECT name, (SELECT m.name FROM employee m WHERE m.employee_id = "
     "e.manager_id) FROM employee e"},
    {K(SCALAR_MANY), "x",
     "SELECT (SELECT amount FROM orders o WHERE o.customer_id = "
     "c.customer_id) FROM customer c",
     "SELECT (SELECT max(amount) FROM orders o WHERE o.customer_id = "
     "c.customer_id) FROM customer c WHERE customer_id IN (SELECT customer_id "
     "FROM orders)"},
    {K(GROUPS_UNTIED), "x",
     "SELECT p.title FROM product p JOIN (SELECT product_id, max(cents) AS m "
     "FROM price GROUP BY product_id) x ON x.m = p.stock",
     "SELECT p.title FROM product p JOIN (SELECT product_id, max(cents) AS m "
     "FROM price GROUP BY product_id) x ON x.product_id = p.product_id"},
    {K(OTHER_DOMAIN), "x",
     "SELECT 1 FROM customer c JOIN orders o ON o.order_id = c.customer_id",
     "SELECT 1 FROM " JOINED},
    {K(OTHER_DOMAIN), "x",
     "SELECT 1 FROM customer WHERE customer_id IN (SELECT order_id FROM "
     "orders)",
     "SELECT 1 FROM customer WHERE customer_id IN (SELECT customer_id FROM "
     "orders)"},
    {K(OTHER_DOMAIN), "x",
     "SELECT 1 FROM customer c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE "
     "o.order_id = c.customer_id)",
     "SELECT 1 FROM payment p JOIN item i ON i.order_id = p.order_id"},
    {K(KEY_WITH_OTHER), "x",
     "SELECT 1 FROM customer c JOIN orders o ON o.placed = c.customer_id",
     "SELECT 1 FROM " JOINED},
    {K(UNTIED), "x",
     "SELECT 1 FROM orders a JOIN orders b ON b.placed = a.placed",
     "SELECT 1 FROM orders a JOIN orders b ON b.customer_id = a.customer_id"},
    {K(PART_OF_KEY), "x",
     "SELECT s.sale_id, b.amount FROM sale s JOIN budget b ON b.product_id = "
     "s.product_id",
     "SELECT s.sale_id, b.amount FROM sale s JOIN budget b ON b.product_id = "
     "s.product_id AND b.month = s.month"},
    {K(PARENT_REVERSED), "x",
     "SELECT e.name, m.name FROM employee e LEFT JOIN employee m ON "
     "m.manager_id = e.employee_id",
     "SELECT e.name, m.name FROM employee e LEFT JOIN employee m ON "
     "e.manager_id = m.employee_id"},
    {K(PARENT_REVERSED), "employees with their manager",
     "SELECT e.name, m.name FROM employee e JOIN employee m ON m.manager_id = "
     "e.employee_id",
     "SELECT e.name, m.name FROM employee e JOIN employee m ON e.manager_id = "
     "m.employee_id"},
    {K(PARENT_REVERSED), "x",
     "SELECT e.name, count(m.name) FROM employee e LEFT JOIN employee m ON "
     "e.manager_id = m.employee_id GROUP BY e.employee_id",
     "SELECT m.name, count(e.name) FROM employee m LEFT JOIN employee e ON "
     "e.manager_id = m.employee_id GROUP BY m.employee_id"},
    {K(PARENT_FOR_CHILD), "employees older than their manager",
     "SELECT e.name FROM employee e JOIN employee m ON m.manager_id = "
     "e.employee_id",
     "SELECT e.name FROM employee e JOIN employee m ON e.manager_id = "
     "m.employee_id"},
    {K(OUTER_FILTERED), "x",
     "SELECT c.name FROM customer c LEFT JOIN orders o ON o.customer_id = "
     "c.customer_id WHERE o.amount > 3",
     "SELECT c.name FROM customer c LEFT JOIN orders o ON o.customer_id = "
     "c.customer_id AND o.amount > 3 WHERE o.order_id IS NULL"},
    {K(OUTER_OR_NULL), "x",
     "SELECT c.name FROM customer c LEFT JOIN orders o ON o.customer_id = "
     "c.customer_id WHERE o.amount <> 3 OR o.order_id IS NULL",
     "SELECT c.name FROM customer c LEFT JOIN orders o ON o.customer_id = "
     "c.customer_id WHERE c.city = 'x' OR o.order_id IS NULL"},
    {K(OUTER_UNDONE), "x",
     "SELECT 1 FROM customer c LEFT JOIN orders o ON o.customer_id = "
     "c.customer_id JOIN item i ON i.order_id = o.order_id",
     "SELECT 1 FROM customer c LEFT JOIN orders o ON o.customer_id = "
     "c.customer_id LEFT JOIN item i ON i.order_id = o.order_id"},
    {K(OUTER_COUNTED), "x",
     "SELECT c.name, count(*) FROM customer c LEFT JOIN orders o ON "
     "o.customer_id = c.customer_id GROUP BY c.customer_id",
     "SELECT c.name, count(o.order_id) FROM customer c LEFT JOIN orders o ON "
     "o.customer_id = c.customer_id GROUP BY c.customer_id"},
    {K(OUTER_COUNTED), "x",
     "SELECT c.name, count(*) FROM customer c LEFT JOIN orders o ON "
     "o.customer_id = c.customer_id GROUP BY 1",
     "SELECT c.city, count(*) FROM orders o LEFT JOIN customer c ON "
     "o.customer_id = c.customer_id GROUP BY c.city"},
    {K(FRACTION_LOST), "x", "SELECT sum(amount) / count(*) FROM orders",
     "SELECT sum(weight) / count(*) FROM orders"},
    {K(FRACTION_LOST), "x",
     "WITH t AS (SELECT sum(amount > 3) AS a, count(*) AS b FROM orders) "
     "SELECT round(a * 100 / b, 1) FROM t",
     "WITH t AS (SELECT sum(amount > 3) AS a, count(*) AS b FROM orders) "
     "SELECT round(a * 100.0 / b, 1) FROM t"},
    {K(FRACTION_LOST), "x",
     "SELECT sum(CASE WHEN amount > 3 THEN 1 ELSE 0 END) / (SELECT count(*) "
     "FROM orders) FROM orders",
     "SELECT sum(CASE WHEN amount > 3 THEN 1.0 ELSE 0 END) / count(*) FROM "
     "orders"},
    {K(UNIT_LOST), "x", "SELECT sum(price_cents) / 100 FROM orders",
     "SELECT sum(price_cents) / 100.0, count(*) / 2 FROM orders WHERE amount "
     "/ 100 = 7"},
    {K(UNIT_LOST), "orders over 50 euros",
     "SELECT 1 FROM orders WHERE price_cents / 1000 > 5",
     "SELECT 1 FROM orders WHERE price_cents / 1000.0 > 5 AND price_cents / "
     "1000 >= 5"},
    {K(AVERAGE_OF_AVERAGES), "x",
     "SELECT avg(a) FROM (SELECT avg(amount) AS a FROM orders GROUP BY "
     "customer_id)",
     "SELECT avg(a) FROM (SELECT sum(amount) AS a FROM orders GROUP BY "
     "customer_id)"},
    {K(AVERAGE_OF_RATIOS), "x", "SELECT avg(amount / weight) FROM orders",
     "SELECT avg(amount / 100.0) FROM orders"},
    {K(COUNT_OF_CONDITION), "x", "SELECT count(amount > 3) FROM orders",
     "SELECT sum(amount > 3) FROM orders"},
    {K(COUNT_OF_CONDITION), "x",
     "SELECT count(CASE WHEN amount > 3 THEN 1 ELSE 0 END) FROM orders",
     "SELECT count(CASE WHEN amount > 3 THEN 1 END) FROM orders"},
    {K(COUNT_OF_CONDITION), "x",
     "SELECT count(CASE WHEN amount > 3 THEN 'no' ELSE 'yes' END) FROM orders",
     "SELECT count(CASE WHEN amount > 3 THEN NULL ELSE 1 END) FROM orders"},
    {K(COUNT_OF_CONDITION), "x",
     "SELECT count(CASE WHEN amount > 3 THEN 1 WHEN amount > 2 THEN 2 ELSE 3 "
     "END) FROM orders",
     "SELECT count(CASE WHEN amount > 3 THEN placed ELSE 1 END) FROM orders"},
    {K(OR_BESIDE_AND), "x",
     "SELECT 1 FROM orders WHERE amount = 1 OR amount = 2 AND weight > 3",
     "SELECT 1 FROM orders WHERE (amount = 1 OR amount = 2) AND weight > 3"},
    {K(OR_BESIDE_AND), "x",
     "SELECT 1 FROM orders WHERE amount = 1 AND weight > 3 OR amount = 2",
     "SELECT 1 FROM orders WHERE amount < 1 OR amount = 1 AND weight > 3"},
    {K(NEVER_EQUAL), "x",
     "SELECT 1 FROM orders WHERE strftime('%m', placed) = 7",
     "SELECT 1 FROM orders WHERE strftime('%m', placed) = '07'"},
    {K(NEVER_EQUAL), "x",
     "SELECT 1 FROM orders WHERE strftime('%m', placed) = '7'",
     "SELECT 1 FROM orders WHERE CAST(substr(placed, 1, 4) AS INT) = 2023"},
    {K(UNSORTABLE), "x", "SELECT 1 FROM orders WHERE placed >= '31/12/2023'",
     "SELECT 1 FROM orders WHERE placed = '31/12/2023'"},
    {K(UNSORTABLE), "x",
     "SELECT 1 FROM orders WHERE placed BETWEEN '01.01.2023' AND "
     "'02.01.2023'",
     "SELECT 1 FROM orders WHERE placed BETWEEN '2023-01-01' AND "
     "'2023-01-02'"},
    {K(NULL_COMPARED), "x",
     "SELECT CASE amount WHEN NULL THEN 1 END FROM orders",
     "SELECT CASE WHEN amount IS NULL THEN 1 END FROM orders"},
    {K(NULL_COMPARED), "x", "SELECT sum(amount = NULL) FROM orders",
     "SELECT sum(amount IS NULL) FROM orders"},
    {K(NUMBER_WITH_TEXT), "x", "SELECT 1 FROM orders WHERE amount = 'many'",
     "SELECT 1 FROM orders WHERE amount = '3' OR placed = 'x'"},
    {K(UNUSED_CTE), "x", "WITH t AS (SELECT 1 AS a) SELECT 2 AS b",
     "WITH t AS (SELECT 1 AS a) SELECT a FROM t"},
    {K(INNER_FOR_ALL), "orders per customer, those without as well",
     "SELECT c.name, count(*) FROM " JOINED "GROUP BY 1",
     "SELECT c.name, count(o.order_id) FROM customer c LEFT JOIN orders o "
     "USING (customer_id) GROUP BY 1"},
    {K(PERCENT_MISSING), "percentage of large orders",
     "SELECT avg(amount > 3) FROM orders",
     "SELECT 100 * avg(amount > 3) FROM orders"},
    {K(PARTITION_MISSING), "the largest order of each customer",
     "SELECT 1 FROM (SELECT rank() OVER (ORDER BY amount) AS r FROM orders)",
     "SELECT 1 FROM (SELECT rank() OVER (PARTITION BY customer_id ORDER BY "
     "amount) AS r FROM orders)"},
    {K(WINDOW_ORDERED), "x",
     "SELECT lag(amount) OVER (ORDER BY customer_id, placed) FROM orders",
     "SELECT lag(amount) OVER (ORDER BY placed, customer_id) FROM orders"},
    {K(TOP_OVERALL), "the two largest orders of each customer",
     "SELECT 1 FROM orders ORDER BY amount LIMIT 2",
     "SELECT customer_id FROM orders GROUP BY 1 ORDER BY sum(amount) LIMIT "
     "2"},
    {K(EXTREME_OVERALL), "the largest order of each customer",
     "SELECT 1 FROM orders WHERE amount = (SELECT max(amount) FROM orders)",
     "SELECT 1 FROM orders o WHERE amount = (SELECT max(amount) FROM orders p "
     "WHERE p.customer_id = o.customer_id)"},
    {K(UNCORRELATED), "x",
     "SELECT 1 FROM customer c WHERE EXISTS (SELECT 1 FROM orders o WHERE "
     "o.amount > 3)",
     "SELECT 1 FROM customer c WHERE EXISTS (SELECT 1 FROM orders o WHERE "
     "o.customer_id = c.customer_id)"},
    {K(LEVELS_REVERSED), "everyone below employee 3",
     "WITH RECURSIVE t(id) AS (SELECT manager_id FROM employee WHERE "
     "employee_id = 3 UNION SELECT e.manager_id FROM employee e JOIN t ON "
     "e.employee_id = t.id) SELECT id FROM t",
     "WITH RECURSIVE t(id) AS (SELECT employee_id FROM employee WHERE "
     "manager_id = 3 UNION SELECT e.employee_id FROM employee e JOIN t ON "
     "e.manager_id = t.id) SELECT id FROM t"},
    {K(UNIT_KEPT), "total in euros", "SELECT sum(price_cents) FROM orders",
     "SELECT sum(price_cents) / 100.0 FROM orders"},
    {K(UNIT_KEPT), "orders of the total in euros",
     "SELECT max(price_cents) FROM orders",
     "SELECT order_id, rank() OVER (ORDER BY price_cents), price_cents > 500 "
     "FROM orders"},
    {K(UNIT_DROPPED), "orders over 20 euros",
     "SELECT 1 FROM orders WHERE price_cents > 20",
     "SELECT 1 FROM orders WHERE price_cents > 2000"},
    {K(UNIT_DROPPED), "orders over 20 euros",
     "SELECT sum(price_cents = 20) FROM orders",
     "SELECT 1 FROM orders WHERE amount > 20 AND price_cents > 19"},
    {K(TIES_DROPPED), "the largest order, all if tied",
     "SELECT 1 FROM orders ORDER BY amount LIMIT 1",
     "SELECT 1 FROM (SELECT rank() OVER (ORDER BY amount) AS r FROM orders)"},
    {K(LEVELS_MISSING), "everyone under 3 at any depth, all levels",
     "SELECT name FROM employee WHERE manager_id = 3",
     "WITH RECURSIVE t(id) AS (SELECT 3 UNION SELECT e.employee_id FROM "
     "employee e JOIN t ON e.manager_id = t.id) SELECT id FROM t"},
    {K(REPEATS_KEPT), "cities, each once", "SELECT city FROM customer",
     "SELECT DISTINCT city FROM customer"},
};

START_TEST(faults_are_told_from_what_looks_alike)
{
    const row *of = &rows[_i];
    t2s_checks found;
    ck_assert_msg(find(&found, of->asked, of->with) == T2SED_OK, "%s",
                  of->with);
    ck_assert_msg(found.of[of->kind].count > 0, "missed: %s", of->with);
    ck_assert(found.of[of->kind].nodes[0] >= 0);
    ck_assert_msg(find(&found, of->asked, of->without) == T2SED_OK, "%s",
                  of->without);
    ck_assert_msg(found.of[of->kind].count == 0, "found: %s", of->without);
}
END_TEST

/* Work is bounded: each of these takes far less than the test may. */
START_TEST(hostile_queries_end)
{
    static const char *const parts[][3] = {
        {"SELECT 1", " + 1 / 1", ""},
        {"SELECT 1 WHERE 1", " OR 1 AND 1", ""},
        {"SELECT sum(1) FROM orders o", ", orders", ""},
        {"SELECT 1 FROM orders o WHERE 1", " AND o.amount = o.order_id", ""},
        {"SELECT CASE 1", " WHEN 1 THEN amount", " END / 2 FROM orders"},
        {"SELECT avg(x) FROM (SELECT 1", " / 2", " AS x)"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        t2s_string text = {0};
        t2s_checks found;
        t2sed_status status;
        t2s_string_append(&text, parts[i][0]);
        for (int k = 0; k < 900; k++)
            t2s_string_append(&text, parts[i][1]);
        t2s_string_append(&text, parts[i][2]);
        ck_assert(!text.failed);
        status = find(&found, "each", text.text);
        ck_assert_msg(status == T2SED_OK || status == T2SED_ELIMIT, "%.60s",
                      text.text);
        t2s_string_free(&text);
    }
}
END_TEST

static t2sed_status find_once(void *payload)
{
    t2s_checks found;
    (void)payload;
    return find_in(
        &found, "WITH t AS (SELECT customer_id, sum(amount) AS a FROM orders "
                "GROUP BY 1) SELECT c.name, sum(t.a) / 100, avg(o.price_cents) "
                "FROM customer c JOIN t USING (customer_id) JOIN orders o ON "
                "o.customer_id = c.customer_id JOIN item i ON i.order_id = "
                "o.order_id WHERE o.order_id = c.customer_id GROUP BY c.name "
                "ORDER BY 2 LIMIT 1");
}

START_TEST(every_allocation_may_fail)
{
    ask("orders in euros of each customer, ties too");
    t2s_test_every_allocation(find_once, NULL);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("checks")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_add_loop_test(cases[0], faults_are_told_from_what_looks_alike, 0,
                        sizeof rows / sizeof *rows);
    tcase_add_test(cases[0], hostile_queries_end);
    tcase_add_test(cases[0], every_allocation_may_fail);
    return t2s_test_run("checks", cases, 1);
}
