/* What queries do on instances: the same whatever ran before, and bounded. */
#include "base/clock.h"
#include "witness/effects.h"
#include "witness_test.h"

static t2sed_witness *witness_of(const t2sed_schema *schema)
{
    t2sed_witness *witness = NULL;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    return witness;
}

static t2s_effects find(t2sed_witness *witness, const t2sed_schema *schema,
                        const char *text)
{
    t2sed_sql *sql = sql_of(text);
    t2s_query query = {0};
    t2s_effects found;
    ck_assert_int_eq(t2s_query_read(&query, sql, schema, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_effects_find(&found, witness, sql, &query, NULL),
                     T2SED_OK);
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    return found;
}

/* Unique columns are learnt from rows that are refused; another query's rows
 * must not depend on it. */
START_TEST(earlier_queries_change_nothing)
{
    static const char *const texts[] = {
        "SELECT code, count(*) FROM orders GROUP BY code",
        ("SELECT c.name, sum(o.amount) FROM customers c JOIN orders o ON "
         "o.customer_id = c.id WHERE o.status <> 'open' GROUP BY c.name"),
        "SELECT status FROM orders ORDER BY placed LIMIT 2"};
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *shared = witness_of(schema);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            t2sed_witness *own = witness_of(schema);
            const t2s_effects a = find(own, schema, texts[i]),
                              b = find(shared, schema, texts[i]);
            ck_assert_int_eq(a.runs, 2);
            ck_assert_int_eq(b.runs, a.runs);
            ck_assert_int_eq(b.telling, a.telling);
            ck_assert(memcmp(a.of, b.of, sizeof a.of) == 0);
            ck_assert(memcmp(&a.summed, &b.summed, sizeof a.summed) == 0);
            ck_assert(memcmp(&a.merged, &b.merged, sizeof a.merged) == 0);
            t2sed_witness_free(own);
        }
    t2sed_witness_free(shared);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(each_variant_of_a_query_is_counted)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *witness = witness_of(schema);
    const t2s_effects found =
        find(witness, schema,
             "SELECT name FROM customers WHERE age > 20 AND (city = 'Rome') "
             "AND id IN (SELECT customer_id FROM orders WHERE amount > 5)");
    const t2s_effects plain =
        find(witness, schema,
             "SELECT name FROM customers WHERE age > 20 AND (city = 'Rome')");
    const t2s_tally conditions = found.of[T2S_VARIANT_condition];
    ck_assert_int_eq(conditions.yes + conditions.no + conditions.unknown, 4);
    ck_assert_int_eq(plain.of[T2S_VARIANT_condition].yes, 2);
    t2sed_witness_free(witness);
    t2sed_schema_free(schema);
}
END_TEST

static void check_bounded(const char *text)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *witness = witness_of(schema);
    const double start = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    const t2s_effects found = find(witness, schema, text);
    ck_assert_msg(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start <
                      3000 * t2s_test_slowness(),
                  "too long");
    for (int i = 0; i < T2S_VARIANT_KINDS; i++)
        ck_assert_int_eq(found.of[i].no, 0);
    t2sed_witness_free(witness);
    t2sed_schema_free(schema);
}

START_TEST(what_takes_too_long_is_not_known)
{
    t2s_string text = {0};
    check_bounded("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 "
                  "FROM r) SELECT DISTINCT sum(n) FROM r, staff");
    check_bounded("SELECT DISTINCT count(*) FROM orders a, orders b, orders c, "
                  "orders d, orders e, orders f, orders g WHERE a.amount > 1");
    t2s_string_append(&text, "SELECT DISTINCT id FROM staff WHERE name <> '");
    for (int i = 0; i < 30000; i++)
        t2s_string_append_char(&text, 'x');
    t2s_string_append_char(&text, '\'');
    check_bounded(text.text);
    t2s_string_free(&text);
}
END_TEST

/* Steps, not milliseconds, end a query: the same on every machine. */
START_TEST(steps_are_counted)
{
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness *witness = witness_of(schema);
    const t2s_effects few = find(witness, schema,
                                 "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL "
                                 "SELECT n + 1 FROM r WHERE n < 100) SELECT "
                                 "sum(n) FROM r"),
                      many = find(witness, schema,
                                  "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL "
                                  "SELECT n + 1 FROM r WHERE n < 20000) SELECT "
                                  "sum(n) FROM r");
    ck_assert_int_eq(few.runs, 2);
    ck_assert_int_eq(many.runs, 0);
    t2sed_witness_free(witness);
    t2sed_schema_free(schema);
}
END_TEST

static t2sed_status find_once(void *payload)
{
    const t2sed_schema *schema = payload;
    t2sed_witness *witness = NULL;
    t2sed_sql *sql = NULL;
    t2s_query query = {0};
    t2s_effects found;
    t2sed_error err;
    t2sed_status status = t2sed_witness_new(&witness, schema, NULL, &err);
    if (!status)
        status = t2sed_sql_parse(
            &sql, "SELECT DISTINCT sum(id) FROM staff GROUP BY name", &err);
    if (!status)
        status = t2s_query_read(&query, sql, schema, &err);
    if (!status)
        status = t2s_effects_find(&found, witness, sql, &query, &err);
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    t2sed_witness_free(witness);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2sed_schema *schema = schema_of(shop);
    t2s_test_every_allocation(find_once, schema);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("effects")};
    tcase_add_test(cases[0], earlier_queries_change_nothing);
    tcase_add_test(cases[0], each_variant_of_a_query_is_counted);
    tcase_add_test(cases[0], what_takes_too_long_is_not_known);
    tcase_add_test(cases[0], steps_are_counted);
    tcase_add_test(cases[0], every_allocation_may_fail);
    return t2s_test_run("effects", cases, 1);
}
