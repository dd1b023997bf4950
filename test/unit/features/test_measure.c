/* What is measured and of which base: each feature on a right and a wrong
 * query. */
#include "t2s_test.h"

#include <unistd.h>

#include "database_test.h"
#include "sqlite_test.h"
#include "features_test.h"

static const char ddl[] =
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER"
    " REFERENCES customers(id), status TEXT, coupon TEXT, amount_cents INTEGER,"
    " minutes INTEGER, placed_on TEXT, shipped_on TEXT, refunded INTEGER,"
    " bags INTEGER);"
    "CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER"
    " REFERENCES orders(id), quantity INTEGER, unit_price REAL);"
    "CREATE TABLE cancelled_orders (order_id INTEGER PRIMARY KEY REFERENCES"
    " orders(id), reason TEXT);"
    "CREATE TABLE engines (id INTEGER PRIMARY KEY, power TEXT, rate TEXT,"
    " zip TEXT, \"Length (mm)\" INTEGER, kW INTEGER);"
    "INSERT INTO customers VALUES (1, 'Ann', 'Ede'), (2, 'Ann', 'ede');"
    "INSERT INTO orders VALUES (1, 1, 'open', NULL, 100, 5, '2024-01-01', "
    "NULL, 0, 1), (2, 1, 'done', 'X', 200, 6, '2024-01-02', '2024-01-03', 1, "
    "0);"
    "INSERT INTO order_lines VALUES (1, 1, 2, 3.5);"
    "INSERT INTO engines VALUES (1, '95', '1.5', '1000', 1, 1), (2, '320', "
    "'2', "
    "'2000', 1, 1), (3, '140', '2.5', '3000', 1, 1), (4, 'n/a', '3', '4000', "
    "1, 1);";

static char path[64];
static t2sed_schema *schema;
static t2s_value_index *values;

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-measure-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, ddl);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_value_index_open(
                         &values, t2s_test_database(path, NULL), NULL, NULL),
                     T2SED_OK);
}

static void tear_down(void)
{
    t2s_value_index_free(values);
    t2sed_schema_free(schema);
    unlink(path);
}

static double value(const t2s_feature_group *group, const char *name,
                    const char *question, const char *text)
{
    char full[64];
    snprintf(full, sizeof full, "measure.%s", name);
    return feature(group, full, question, text, schema, values);
}

#define is(name, question, text, expected)                                     \
    ck_assert_double_eq_tol(value(&t2s_measure_group, name, question, text),   \
                            expected, 0.01)
#define count_is(name, question, text, expected)                               \
    ck_assert_double_eq_tol(value(&t2s_counted_group, name, question, text),   \
                            expected, 0.01)
#define ratio_is(name, question, text, expected)                               \
    ck_assert_double_eq_tol(value(&t2s_ratio_group, name, question, text),     \
                            expected, 0.01)

START_TEST(units)
{
    const char *hours = "hours per customer";
    is("unit_fits", "total time in hours",
       "SELECT SUM(minutes) / 60.0 FROM orders", 1);
    is("unit_off", "total time in hours", "SELECT SUM(minutes) FROM orders", 1);
    is("unit_off_by", "total time in hours", "SELECT SUM(minutes) FROM orders",
       -1.778);
    is("unit_off", "total time in hours",
       "WITH h AS (SELECT minutes / 60.0 AS h FROM orders) SELECT SUM(h) FROM "
       "h",
       0);
    is("unit_off", "total in euros", "SELECT SUM(amount_cents) FROM orders", 1);
    is("unit_fits", "total in euros",
       "SELECT SUM(amount_cents) * 0.01 FROM orders", 1);
    is("unit_fits", "average days from order to shipment",
       "SELECT AVG(julianday(shipped_on) - julianday(placed_on)) FROM orders",
       1);
    is("unit_off", "average days from order to shipment",
       "SELECT AVG(strftime('%s', shipped_on) - strftime('%s', placed_on)) / "
       "3600 FROM orders",
       1);
    is("units_asked", hours, "SELECT 1 FROM orders", 0);
    is("units_asked", "orders of the last 30 days", "SELECT 1 FROM orders", 0);
    is("unit_fits", "what percentage of orders is open",
       "SELECT AVG(CASE WHEN status = 'open' THEN 100.0 ELSE 0 END) FROM "
       "orders",
       1);
    is("unit_off", "what percentage of orders is open",
       "SELECT AVG(status = 'open') FROM orders", 1);
    is("percent_unasked", "orders that are open",
       "SELECT 100.0 * SUM(status = 'open') / COUNT(*) FROM orders", 1);
    is("unit_mixed", "x",
       "SELECT SUM(minutes) - (julianday(MAX(placed_on)) - "
       "julianday('2024-01-01')) FROM orders",
       1);
}
END_TEST

START_TEST(amounts)
{
    const char *question = "orders over 5 euros";
    is("amount_fits", question,
       "SELECT id FROM orders WHERE amount_cents > 500", 1);
    is("amount_fits", question,
       "SELECT id FROM orders WHERE amount_cents / 100.0 > 5", 1);
    is("amount_off", question, "SELECT id FROM orders WHERE amount_cents > 5",
       1);
    is("amount_off", question, "SELECT id FROM orders WHERE 5 < amount_cents",
       1);
    is("amount_off", "engines longer than 2 metres",
       "SELECT id FROM engines WHERE \"Length (mm)\" > 2", 1);
    is("amount_fits", "engines longer than 2 metres",
       "SELECT id FROM engines WHERE \"Length (mm)\" > 2000", 1);
    is("amount_fits", "engines below 500 kW",
       "SELECT id FROM engines WHERE kW < 500", 1);
    is("amount_off", "engines below 5 megawatts",
       "SELECT id FROM engines WHERE kW < 5", 1);
    is("amount_off", "orders 5", "SELECT id FROM orders WHERE amount_cents > 5",
       0);
}
END_TEST

START_TEST(counts)
{
    const char *orders = "how many orders are there";
    count_is("count_of_null", orders,
             "SELECT COUNT(coupon) FROM orders WHERE coupon IS NULL", 1);
    count_is("count_of_null", orders,
             "SELECT COUNT(id) FROM orders WHERE coupon IS NULL", 0);
    count_is("count_of_group", orders,
             "SELECT coupon, COUNT(coupon) FROM orders GROUP BY coupon", 1);
    count_is("count_has_null", orders, "SELECT COUNT(coupon) FROM orders", 1);
    count_is("count_has_null", orders, "SELECT COUNT(status) FROM orders", 0);
    count_is("count_has_null", orders,
             "SELECT COUNT(coupon) FROM orders WHERE coupon = 'X'", 0);
    count_is("count_has_null_unnamed", "how many orders have a coupon",
             "SELECT COUNT(coupon) FROM orders", 0);
    count_is("count_preserved", orders,
             "SELECT c.id, COUNT(c.id) FROM customers c LEFT JOIN orders o ON "
             "o.customer_id = c.id GROUP BY c.id",
             1);
    count_is("count_preserved", orders,
             "SELECT c.id, COUNT(o.id) FROM customers c LEFT JOIN orders o ON "
             "o.customer_id = c.id GROUP BY c.id",
             0);
    count_is("counted_named", orders, "SELECT COUNT(*) FROM orders", 1);
    count_is("counted_named", "how many customers ordered",
             "SELECT COUNT(*) FROM orders", -1);
    count_is("counted_parent", "how many customers ordered",
             "SELECT COUNT(*) FROM orders", 1);
    count_is("counted_distinct", "how many customers ordered",
             "SELECT COUNT(DISTINCT customer_id) FROM orders", 1);
    count_is("counted_distinct", "orders per city",
             "SELECT COUNT(DISTINCT customer_id) FROM orders", -1);
    count_is("distinct_unnamed", orders,
             "SELECT COUNT(DISTINCT status) FROM orders", 1);
    /* A test is no sum. */
    count_is("count_star_nulls", "orders that were shipped in %",
             "SELECT SUM(CASE WHEN shipped_on IS NOT NULL THEN 1 ELSE 0 END) / "
             "COUNT(*) FROM orders",
             0);
    count_is("count_star_nulls", "orders that were shipped in %",
             "SELECT COUNT(shipped_on) / COUNT(*) FROM orders", 0);
    count_is("count_star_nulls", "average days to ship",
             "SELECT SUM(julianday(shipped_on)) / COUNT(*) FROM orders", 1);
    count_is("count_star_nulls", "average days to ship",
             "SELECT SUM(julianday(shipped_on)) / COUNT(*) FROM orders WHERE "
             "shipped_on IS NOT NULL",
             0);
}
END_TEST

START_TEST(sums)
{
    const char *question = "total revenue";
    count_is("money_there", question,
             "SELECT SUM(quantity * unit_price) FROM order_lines", 3);
    count_is("money_price_alone", question,
             "SELECT SUM(quantity * unit_price) FROM order_lines", 0);
    count_is("money_price_alone", question,
             "SELECT SUM(unit_price) FROM order_lines", 1);
    count_is("money_quantity_alone", question,
             "SELECT SUM(quantity) FROM order_lines", 1);
    count_is("aggregated_rival", "average quantity",
             "SELECT AVG(unit_price) FROM order_lines", 1);
    count_is("aggregated_rival", "average quantity",
             "SELECT AVG(quantity) FROM order_lines", 0);
    count_is("count_for_sum", "how many minutes", "SELECT COUNT(*) FROM orders",
             1);
    count_is("sum_for_count", "how many orders",
             "SELECT SUM(minutes) FROM orders", 1);
}
END_TEST

START_TEST(texts)
{
    is("text_ranked", "x", "SELECT MAX(power) FROM engines", 1);
    is("text_ranked", "x", "SELECT MAX(CAST(power AS REAL)) FROM engines", 0);
    is("text_ranked", "x", "SELECT id FROM engines ORDER BY power LIMIT 1", 1);
    is("text_ranked", "x", "SELECT id FROM engines ORDER BY zip LIMIT 1", 0);
    is("text_ranked", "x", "SELECT id FROM engines WHERE power > 100", 1);
    is("text_odd", "x", "SELECT AVG(power) FROM engines", 1);
    is("text_odd_tested", "x", "SELECT AVG(power) FROM engines", 0);
    is("text_odd_tested", "x",
       "SELECT AVG(CAST(power AS REAL)) FROM engines WHERE power <> 'n/a'", 1);
    is("text_odd_tested", "x", "SELECT AVG(NULLIF(power, 'n/a')) FROM engines",
       1);
    is("text_odd", "x", "SELECT SUM(power), AVG(rate) FROM engines", 0);
    is("text_odd", "x", "SELECT AVG(LENGTH(power)) FROM engines", 0);
    is("text_odd_tested", "x", "SELECT AVG(power) FROM engines WHERE power > 0",
       1);
    is("text_odd_below", "x",
       "SELECT id FROM engines WHERE CAST(power AS INTEGER) < 100", 1);
    is("text_odd_below", "x",
       "SELECT id FROM engines WHERE 100 > CAST(power AS INTEGER)", 1);
    is("text_odd_below", "x",
       "SELECT id FROM engines WHERE CAST(power AS INTEGER) > 100", 0);
    is("text_odd_below", "x",
       "SELECT id FROM engines WHERE CAST(power AS INTEGER) < 100 AND power <> "
       "'n/a'",
       0);
    is("text_cut", "x", "SELECT SUM(CAST(rate AS INTEGER)) FROM engines", 1);
    is("text_cut", "x", "SELECT SUM(CAST(rate AS REAL)) FROM engines", 0);
    is("text_beside_number", "x", "SELECT 1 FROM engines WHERE power > id", 1);
}
END_TEST

START_TEST(groups)
{
    is("group_raw", "x",
       "SELECT LOWER(city), COUNT(*) FROM customers GROUP BY city", 1);
    is("group_raw", "x",
       "SELECT LOWER(city), COUNT(*) FROM customers GROUP BY LOWER(city)", 0);
    is("group_name_repeats", "x",
       "SELECT name, COUNT(*) FROM customers GROUP BY name", 1);
    is("group_name_repeats", "x",
       "SELECT name, COUNT(*) FROM customers GROUP BY id, name", 0);
}
END_TEST

START_TEST(bases)
{
    const char *refunds = "share of refunded orders";
    const char *share = "what share of open orders used a coupon";
    const char *right =
        "SELECT 1.0 * COUNT(coupon) / COUNT(*) FROM orders WHERE status = "
        "'open'";
    const char *wrong =
        "SELECT 1.0 * COUNT(coupon) / (SELECT COUNT(*) FROM orders) FROM "
        "orders WHERE status = 'open'";
    ratio_is("base_lost", share, right, 0);
    ratio_is("base_lost", share, wrong, 1);
    ratio_is("base_lost_inside", share, wrong, 1);
    ratio_is("base_tested", share, right, 1);
    ratio_is("base_tested", share,
             "SELECT AVG(coupon IS NOT NULL) FROM orders WHERE status = 'open'",
             1);
    ratio_is(
        "base_tested", share,
        "SELECT AVG(CASE WHEN coupon IS NOT NULL THEN 1.0 ELSE 0 END) FROM "
        "orders WHERE status = 'open'",
        1);
    ratio_is("ratio_there", share, right, 2);
    ratio_is("ratio_there", share, "SELECT AVG(minutes) FROM orders", 1);
    ratio_is("ratio_there", share, "SELECT id FROM orders", 0);
    ratio_is("ratio_fits", share, right, 1);
    ratio_is("ratio_fits", share, "SELECT COUNT(*) FROM orders", -1);
    /* A column of truths is a condition; one of amounts is none. */
    ratio_is("ratio_fits", refunds, "SELECT AVG(refunded) FROM orders", 1);
    ratio_is("ratio_fits", refunds,
             "SELECT 1.0 * SUM(refunded) / COUNT(*) FROM orders", 1);
    ratio_is("ratio_fits", refunds, "SELECT SUM(refunded) FROM orders", -1);
    ratio_is("ratio_fits", refunds, "SELECT AVG(bags) FROM orders", -1);
    ratio_is("ratio_fits", "average bags of orders",
             "SELECT AVG(bags) FROM orders", 0);
    ratio_is("base_extra", share,
             "SELECT 1.0 * COUNT(*) / SUM(status = 'open') FROM orders", 1);
    ratio_is("base_complement", share,
             "SELECT 1.0 * SUM(status = 'open') / SUM(status = 'done') FROM "
             "orders",
             1);
    ratio_is("base_same", share, "SELECT COUNT(*) / COUNT(*) FROM orders", 1);
    ratio_is("else_missing", share,
             "SELECT AVG(CASE WHEN status = 'open' THEN 100.0 END) FROM orders",
             1);
    ratio_is("base_tables_lost", share,
             "SELECT 1.0 * COUNT(*) / (SELECT COUNT(*) FROM customers) FROM "
             "orders",
             1);
    ratio_is("base_named", share, right, 1);
    ratio_is("base_named", share,
             "SELECT 1.0 * COUNT(*) / (SELECT COUNT(*) FROM customers) FROM "
             "order_lines",
             -1);
    ck_assert(isnan(
        value(&t2s_ratio_group, "base_lost", share, "SELECT id FROM orders")));
}
END_TEST

START_TEST(bases_of_groups)
{
    const char *share = "share of each status in all orders";
    ratio_is("base_overall", share,
             "SELECT status, 1.0 * COUNT(*) / (SELECT COUNT(*) FROM orders) "
             "FROM orders GROUP BY status",
             1);
    ratio_is(
        "base_overall", share,
        "SELECT status, 1.0 * COUNT(*) / SUM(COUNT(*)) OVER () FROM orders "
        "GROUP BY status",
        1);
    ratio_is(
        "base_other_window", share,
        "SELECT status, 1.0 * COUNT(*) / MAX(COUNT(*)) OVER () FROM orders "
        "GROUP BY status",
        1);
    ratio_is("base_overall", share,
             "SELECT status, AVG(coupon IS NULL) FROM orders GROUP BY status",
             -1);
    ratio_is("base_overall_fits", share,
             "SELECT status, 1.0 * COUNT(*) / (SELECT COUNT(*) FROM orders) "
             "FROM orders GROUP BY status",
             2);
}
END_TEST

START_TEST(growth)
{
    const char *question = "growth in percent against the month before";
    const char *form =
        "WITH m AS (SELECT placed_on AS m, COUNT(*) AS n FROM orders GROUP BY "
        "1) SELECT m, 100.0 * (n - LAG(n) OVER (ORDER BY m)) / %s FROM m";
    char text[256];
    snprintf(text, sizeof text, form, "LAG(n) OVER (ORDER BY m)");
    ratio_is("growth_base", question, text, 1);
    snprintf(text, sizeof text, form, "n");
    ratio_is("growth_base", question, text, -1);
    ratio_is("growth_base", "orders", text, 0);
}
END_TEST

START_TEST(without_a_schema_or_sense)
{
    const char *queries[] = {
        "SELECT 1",
        "SELECT a / b FROM t",
        "SELECT * FROM t GROUP BY 1",
        "SELECT AVG(a) / COUNT(DISTINCT b) FROM t ORDER BY a",
        "SELECT COUNT() FROM t",
        "SELECT 1 / 0, 0 / 0 FROM t",
        ("WITH RECURSIVE a(x) AS (SELECT x FROM a UNION SELECT x / y FROM a) "
         "SELECT AVG(x) / (SELECT x FROM a) FROM a")};
    float out[T2S_MOST_OF_GROUP];
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        const char *text = "percentage in hours, 5 euros of 0 %";
        ck_assert_int_eq(
            gather(out, &t2s_measure_group, text, queries[i], NULL, NULL), 0);
        ck_assert_int_eq(
            gather(out, &t2s_counted_group, text, queries[i], NULL, NULL), 0);
        ck_assert_int_eq(
            gather(out, &t2s_ratio_group, text, queries[i], NULL, NULL), 0);
    }
    check_table(&t2s_measure_group, "measure.");
    check_table(&t2s_counted_group, "measure.");
    check_table(&t2s_ratio_group, "measure.");
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("measure")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_add_test(cases[0], units);
    tcase_add_test(cases[0], amounts);
    tcase_add_test(cases[0], counts);
    tcase_add_test(cases[0], sums);
    tcase_add_test(cases[0], texts);
    tcase_add_test(cases[0], groups);
    tcase_add_test(cases[0], bases);
    tcase_add_test(cases[0], bases_of_groups);
    tcase_add_test(cases[0], growth);
    tcase_add_test(cases[0], without_a_schema_or_sense);
    return t2s_test_run("measure", cases, 1);
}
