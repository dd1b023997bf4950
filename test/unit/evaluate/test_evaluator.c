/* Labels by the three rules, and what an evaluator is asked. */
#include "interrupt_test.h"
#include "evaluator_test.h"

#define ALL_ITEMS "SELECT name, stock FROM item"
/* The items with the first one last, so that ties are in another order. */
#define TURNED                                                                 \
    "(SELECT * FROM item WHERE id > 1 UNION ALL SELECT * FROM item WHERE id "  \
    "= 1)"

START_TEST(fixed_rule)
{
    static const struct {
        const char *gold, *query;
        int reason;
    } cases[] = {
        /* bags of rows and permutations of columns */
        {ALL_ITEMS, "SELECT stock, name FROM item ORDER BY id DESC",
         T2SED_REASON_SAME_ROWS},
        {ALL_ITEMS, "SELECT name FROM item", T2SED_REASON_COLUMN_COUNT},
        {ALL_ITEMS, ALL_ITEMS " WHERE id > 1", T2SED_REASON_ROW_COUNT},
        {ALL_ITEMS, "SELECT name, id FROM item", T2SED_REASON_VALUES},
        {"SELECT kind FROM item", "SELECT DISTINCT kind FROM item",
         T2SED_REASON_ROW_COUNT},
        {"SELECT 1, 2 UNION ALL SELECT 2, 1",
         "SELECT 1, 1 UNION ALL SELECT 2, 2", T2SED_REASON_VALUES},
        /* lists where ORDER BY differs */
        {ALL_ITEMS " ORDER BY id", "SELECT stock, name FROM item ORDER BY name",
         T2SED_REASON_SAME_LIST},
        {ALL_ITEMS " ORDER BY id", ALL_ITEMS " ORDER BY id DESC",
         T2SED_REASON_ORDER},
        {ALL_ITEMS " ORDER BY id", "SELECT name, id FROM item ORDER BY 1",
         T2SED_REASON_VALUES},
        {"SELECT name FROM item ORDER BY stock",
         "SELECT name FROM " TURNED " order by STOCK asc",
         T2SED_REASON_SAME_ROWS},
        {"SELECT name FROM item ORDER BY abs ( stock)",
         "SELECT name FROM " TURNED " ORDER BY ABS(stock)  -- so it is\n",
         T2SED_REASON_SAME_ROWS},
        {"SELECT kind FROM item WHERE id IN (SELECT id FROM item ORDER BY 1)",
         "SELECT kind FROM item ORDER BY kind", T2SED_REASON_SAME_ROWS},
        /* LIMIT */
        {"SELECT name FROM item ORDER BY stock DESC LIMIT 2",
         "SELECT name FROM item order by stock desc  limit  2",
         T2SED_REASON_SAME_ROWS},
        {"SELECT name FROM item WHERE stock = 3 LIMIT 1",
         "SELECT name FROM item WHERE stock = 3 ORDER BY id DESC LIMIT 1;",
         T2SED_REASON_SAME_ROWS},
        {"SELECT name FROM item LIMIT 1",
         "SELECT name FROM item WHERE id < 3 LIMIT 1", T2SED_REASON_ROW_COUNT},
        {"SELECT name FROM item LIMIT 1",
         "SELECT name FROM item WHERE id < 3 LIMIT 1 OFFSET 0",
         T2SED_REASON_SAME_ROWS},
        {"SELECT name FROM item LIMIT 0",
         "SELECT name FROM item WHERE id = 1 LIMIT 0",
         T2SED_REASON_EMPTY_DIFFERS},
        /* empty results */
        {"SELECT name FROM item WHERE id = 9",
         "SELECT name FROM item WHERE id = 8", T2SED_REASON_EMPTY_EXACT},
        {"SELECT name FROM item WHERE id = 9",
         "SELECT kind FROM item WHERE id = 8", T2SED_REASON_EMPTY_DIFFERS},
        {"SELECT name FROM item WHERE id = 9",
         "WITH a AS (SELECT name FROM item WHERE id = 9) SELECT * FROM a",
         T2SED_REASON_EMPTY_UNKNOWN},
        {"SELECT name FROM item WHERE id = 9",
         "SELECT name FROM item WHERE id = 1", T2SED_REASON_ONE_EMPTY},
        {"SELECT name FROM item WHERE id = 1",
         "SELECT name FROM item WHERE id = 9", T2SED_REASON_ONE_EMPTY},
        /* what fails */
        {ALL_ITEMS, "SELECT colour FROM item", T2SED_REASON_NOT_EXECUTABLE},
        {ALL_ITEMS, "SELEC 1", T2SED_REASON_NOT_EXECUTABLE},
        {ALL_ITEMS, "", T2SED_REASON_NOT_EXECUTABLE},
        {ALL_ITEMS, "SELECT 1; SELECT 2", T2SED_REASON_NOT_EXECUTABLE},
        {ALL_ITEMS, "SELECT name FROM item WHERE id = ?",
         T2SED_REASON_NOT_EXECUTABLE},
        {"SELECT nothing", ALL_ITEMS, T2SED_REASON_GOLD},
        {"", ALL_ITEMS, T2SED_REASON_GOLD},
    };
    t2sed_evaluator *evaluator = open_evaluator(T2SED_RULE_FIXED);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(evaluator, cases[i].gold, cases[i].query, cases[i].reason);
    t2sed_evaluator_free(evaluator);
}
END_TEST

START_TEST(strict_rule)
{
    static const struct {
        const char *gold, *query;
        int reason;
    } cases[] = {
        {"SELECT name FROM item WHERE id = 9",
         "SELECT kind, id FROM item WHERE id = 8", T2SED_REASON_BOTH_EMPTY},
        {"SELECT name FROM item WHERE id = 9",
         "SELECT name FROM item WHERE id = 1", T2SED_REASON_ONE_EMPTY},
        {"SELECT name FROM item WHERE stock = 3 ORDER BY id LIMIT 1",
         "SELECT name FROM item WHERE stock = 3 ORDER BY id DESC LIMIT 1",
         T2SED_REASON_VALUES},
        {"SELECT name FROM item ORDER BY stock",
         "SELECT name FROM " TURNED " ORDER BY stock", T2SED_REASON_ORDER},
        {"SELECT name FROM item LIMIT 1",
         "SELECT name FROM item WHERE id < 3 LIMIT 1", T2SED_REASON_SAME_ROWS},
    };
    t2sed_evaluator *evaluator = open_evaluator(T2SED_RULE_STRICT);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(evaluator, cases[i].gold, cases[i].query, cases[i].reason);
    t2sed_evaluator_free(evaluator);
}
END_TEST

START_TEST(official_rule)
{
    static const struct {
        const char *gold, *query;
        int reason;
    } cases[] = {
        {"SELECT name , kind FROM item", "SELECT kind , name FROM item",
         T2SED_REASON_SAME_MAPS},
        {"SELECT name FROM item", "SELECT name FROM item ORDER BY id DESC",
         T2SED_REASON_MAPS},
        {"SELECT stock FROM item WHERE id = 1",
         "SELECT stock FROM item WHERE id = 2", T2SED_REASON_SAME_MAPS},
        {"SELECT stock FROM item WHERE id = 1",
         "SELECT n FROM sale WHERE item = 9", T2SED_REASON_MAPS},
        {"SELECT id FROM item WHERE id = 3",
         "SELECT stock FROM item WHERE id = 1", T2SED_REASON_MAPS},
        {"SELECT max(id) FROM item", "SELECT min(id) FROM item",
         T2SED_REASON_MAPS},
        {"SELECT * FROM item", "SELECT * FROM item WHERE id > 0",
         T2SED_REASON_SAME_MAPS},
        {"SELECT name FROM item",
         "WITH a AS (SELECT name FROM item) SELECT name FROM a",
         T2SED_REASON_NOT_SPIDER},
        {"WITH a AS (SELECT name FROM item) SELECT name FROM a",
         "SELECT name FROM item", T2SED_REASON_GOLD},
        {"SELECT name FROM item WHERE id = 9",
         "SELECT name FROM item WHERE id = 8", T2SED_REASON_SAME_MAPS},
        {"SELECT name FROM item", "SELECT nam FROM item",
         T2SED_REASON_NOT_EXECUTABLE},
    };
    t2sed_evaluator *evaluator = open_evaluator(T2SED_RULE_OFFICIAL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(evaluator, cases[i].gold, cases[i].query, cases[i].reason);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* Values are compared pair by pair: each row of `odd` with each. */
START_TEST(values)
{
    static const char *const same[] = {
        "1|2", "6|7",     /* 1 and 1.0; equal at six decimals */
        "11|12", "13|14", /* bad bytes dropped; -0.0 and 0 */
    };
    t2sed_evaluator *evaluator = open_evaluator(T2SED_RULE_FIXED);
    for (int a = 1; a <= 14; a++)
        for (int b = a; b <= 14; b++) {
            char gold[80], query[80], pair[32];
            bool equal = a == b;
            snprintf(gold, sizeof gold, "SELECT x FROM odd WHERE rowid = %d",
                     a);
            snprintf(query, sizeof query, "SELECT x FROM odd WHERE rowid = %d",
                     b);
            snprintf(pair, sizeof pair, "%d|%d", a, b);
            for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
                equal = equal || strcmp(same[i], pair) == 0;
            expect(evaluator, gold, query,
                   equal ? T2SED_REASON_SAME_ROWS : T2SED_REASON_VALUES);
        }
    t2sed_evaluator_free(evaluator);
    evaluator = open_evaluator(T2SED_RULE_OFFICIAL); /* no rounding */
    expect(evaluator, "SELECT x FROM odd WHERE x = 0.1234564",
           "SELECT x FROM odd WHERE x = 0.1234561", T2SED_REASON_MAPS);
    t2sed_evaluator_free(evaluator);
}
END_TEST

START_TEST(answers_about_a_beam)
{
    static const char *const queries[] = {"SELECT count(*) FROM item LIMIT 5",
                                          "SELECT 4 LIMIT 5", "nonsense",
                                          "SELECT count(*) FROM item LIMIT 5"};
    t2sed_evaluator *evaluator = open_evaluator(T2SED_RULE_FIXED);
    t2sed_evaluator_item item =
        make_item("SELECT count(*) FROM item LIMIT 5", queries, 4);
    t2sed_evaluation *labels;
    ck_assert_int_eq(t2sed_evaluator_evaluate(&labels, evaluator, &item, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(labels->count, 4);
    ck_assert_int_eq(labels->verdicts[0].label, 1);
    ck_assert_int_eq(labels->verdicts[1].label, 1);
    ck_assert_int_eq(labels->verdicts[2].label, -1);
    ck_assert_int_eq(labels->verdicts[3].label, 1);
    ck_assert(labels->verdicts[0].limit_removed);
    ck_assert(!labels->verdicts[2].limit_removed);
    ck_assert_uint_eq(labels->verdicts[0].rows, 1);
    ck_assert_uint_eq(labels->verdicts[2].rows, 0);
    ck_assert_uint_eq(labels->gold_rows, 1);
    ck_assert(labels->verdicts[0].milliseconds > 0);
    ck_assert(labels->gold_milliseconds > 0);
    ck_assert_ptr_nonnull(strstr(labels->verdicts[2].message, "nonsense"));
    t2sed_evaluation_free(labels);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* A schema that the caller brings wins over the database's: with a foreign key
 * the two columns are one to exact match. */
START_TEST(takes_a_schema)
{
    static const char *const query = "SELECT item.id FROM sale JOIN item ON "
                                     "sale.item = item.id WHERE sale.n = 99";
    t2sed_evaluator *evaluator = open_evaluator(T2SED_RULE_FIXED);
    t2sed_evaluator_item item =
        make_item("SELECT sale.item FROM sale JOIN item ON sale.item = "
                  "item.id WHERE sale.n = 98",
                  &query, 1);
    t2sed_schema *schema;
    t2sed_evaluation *labels;
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&schema,
                               "CREATE TABLE item (id, name, price, kind, "
                               "stock); CREATE TABLE sale (item, day, n)",
                               NULL),
        T2SED_OK);
    expect(evaluator, item.gold, query, T2SED_REASON_EMPTY_EXACT);
    item.database = t2s_test_database(path, schema);
    ck_assert_int_eq(t2sed_evaluator_evaluate(&labels, evaluator, &item, NULL),
                     T2SED_OK);
    ck_assert_int_eq(labels->verdicts[0].reason, T2SED_REASON_EMPTY_DIFFERS);
    t2sed_evaluation_free(labels);
    t2sed_schema_free(schema);
    t2sed_evaluator_free(evaluator);
}
END_TEST

START_TEST(refuses_wrong_calls)
{
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator = NULL;
    t2sed_evaluation *labels = NULL;
    const char *none = NULL;
    t2sed_evaluator_item item = make_item(ALL_ITEMS, &none, 1);
    t2sed_error err;
    t2sed_evaluator_options_init(&options, sizeof options);
    options.rule = 3;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, &err),
                     T2SED_EINVAL);
    options.rule = 0;
    options.max_milliseconds = 0;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, &err),
                     T2SED_EINVAL);
    options.struct_size = 1;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(evaluator);
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, NULL, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_evaluator_evaluate(&labels, evaluator, &item, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_evaluator_submit(evaluator, &item, &err),
                     T2SED_EINVAL);
    item.queries = NULL;
    ck_assert_int_eq(t2sed_evaluator_evaluate(&labels, evaluator, &item, &err),
                     T2SED_EINVAL);
    item.query_count = 0;
    item.gold = NULL;
    ck_assert_int_eq(t2sed_evaluator_evaluate(&labels, evaluator, &item, &err),
                     T2SED_EINVAL);
    item.struct_size = 0;
    ck_assert_int_eq(t2sed_evaluator_evaluate(&labels, evaluator, &item, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_evaluator_next(&labels, evaluator, &err),
                     T2SED_ESTATE);
    ck_assert_ptr_null(labels);
    t2sed_evaluator_free(evaluator);
    t2sed_evaluator_free(NULL);
    t2sed_evaluation_free(NULL);
    ck_assert_str_eq(t2sed_rule_name(T2SED_RULE_STRICT), "strict");
    ck_assert_ptr_null(t2sed_rule_name(3));
    ck_assert_ptr_null(t2sed_reason_name(9));
}
END_TEST

/* Everything an evaluator does, in the caller's thread. */
static t2sed_status use(void *payload)
{
    static const char *const queries[] = {
        "SELECT stock, name FROM item LIMIT 3",
        "SELECT name, stock FROM item ORDER BY id DESC LIMIT 2",
        "SELECT name, id FROM item LIMIT 3"};
    static const char *const empty = "SELECT name FROM item WHERE id = 9";
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    t2sed_evaluation *labels;
    t2sed_evaluator_item item;
    t2sed_status status = t2sed_database_open(&shop_database, path, NULL, NULL);
    if (status != T2SED_OK)
        return status;
    item = make_item(ALL_ITEMS " LIMIT 3", queries, 3);
    t2sed_evaluator_options_init(&options, sizeof options);
    options.threads = 1;
    options.rule = *(int *)payload;
    status = t2sed_evaluator_new(&evaluator, &options, NULL);
    if (status != T2SED_OK) {
        t2sed_database_free(shop_database);
        return status;
    }
    status = t2sed_evaluator_submit(evaluator, &item, NULL);
    if (status == T2SED_OK)
        status = t2sed_evaluator_next(&labels, evaluator, NULL);
    if (status == T2SED_OK) {
        ck_assert_int_eq(labels->verdicts[0].label, 1);
        t2sed_evaluation_free(labels);
        item = make_item("SELECT name FROM item WHERE id = 8", &empty, 1);
        status = t2sed_evaluator_evaluate(&labels, evaluator, &item, NULL);
        if (status == T2SED_OK) {
            ck_assert_int_eq(labels->verdicts[0].label, 1);
            t2sed_evaluation_free(labels);
        }
    }
    t2sed_evaluator_free(evaluator);
    t2sed_database_free(shop_database);
    return status;
}

START_TEST(survives_failing_allocations)
{
    int rule = T2SED_RULE_FIXED;
    t2s_test_every_allocation(use, &rule);
    rule = T2SED_RULE_OFFICIAL;
    t2s_test_every_allocation(use, &rule);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    int rule = T2SED_RULE_FIXED;
    t2s_test_every_interrupt(use, &rule, 1);
    rule = T2SED_RULE_OFFICIAL;
    t2s_test_every_interrupt(use, &rule, 1);
}
END_TEST

int main(void)
{
    TCase *rules = tcase_create("rules"), *calls = tcase_create("calls");
    TCase *const cases[] = {rules, calls};
    tcase_add_checked_fixture(rules, set_up, tear_down);
    tcase_add_checked_fixture(calls, set_up, tear_down);
    tcase_set_timeout(rules, 60);
    tcase_set_timeout(calls, 120);
    tcase_add_test(rules, fixed_rule);
    tcase_add_test(rules, strict_rule);
    tcase_add_test(rules, official_rule);
    tcase_add_test(rules, values);
    tcase_add_test(calls, answers_about_a_beam);
    tcase_add_test(calls, takes_a_schema);
    tcase_add_test(calls, refuses_wrong_calls);
    tcase_add_test(calls, survives_failing_allocations);
    tcase_add_test(calls, the_host_may_end_it);
    return t2s_test_run("evaluator", cases, 2);
}
