/* Questions handed to the evaluator's own threads (pthread_create): the same
 * labels in the same order whatever their number. */
#include "evaluator_test.h"

#include <time.h>

enum { QUESTIONS = 60, QUERIES = 4 };

static const char *const queries[] = {
    "SELECT name FROM item ORDER BY id", "SELECT name, id FROM item",
    ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "
     "randomblob(1000000) FROM n ORDER BY 1"),
    "SELECT nothing FROM nowhere"};

/* The labels of all questions as one text, the caller's. */
static char *label_all(int threads)
{
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    char *text = calloc(QUESTIONS * (QUERIES + 1) * 16 + 1, 1);
    char other[300];
    t2sed_database *missing;
    size_t submitted = 0, fetched = 0, n = 0;
    t2sed_evaluator_options_init(&options, sizeof options);
    ck_assert_ptr_nonnull(text);
    options.threads = threads;
    options.max_memory = (size_t)16 << 20;
    options.max_milliseconds = 60000;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    /* One whose file is gone when it is asked. */
    snprintf(other, sizeof other, "%s/other.sqlite", directory);
    t2s_test_run_sql(other, "CREATE TABLE item (id)");
    missing = t2s_test_database(other, NULL);
    unlink(other);
    while (fetched < QUESTIONS) {
        t2sed_evaluation *labels;
        if (submitted < QUESTIONS && submitted - fetched < 10) {
            char gold[80] = "";
            t2sed_evaluator_item item = make_item(gold, queries, QUERIES);
            /* a few questions use memory up, a few have no database */
            item.query_count = submitted % 20 == 7 ? QUERIES : 2;
            if (submitted % 9 == 5)
                item.database = missing;
            item.gold_length = (size_t)snprintf(
                gold, sizeof gold, "SELECT name FROM item WHERE id <> %zu",
                submitted % 5);
            ck_assert_int_eq(t2sed_evaluator_submit(evaluator, &item, NULL),
                             T2SED_OK);
            submitted++;
            continue;
        }
        ck_assert_int_eq(t2sed_evaluator_next(&labels, evaluator, NULL),
                         T2SED_OK);
        fetched++;
        for (size_t i = 0; i < labels->count; i++)
            n += (size_t)sprintf(text + n, "%s ",
                                 t2sed_reason_name(labels->verdicts[i].reason));
        n += (size_t)sprintf(text + n, "\n");
        t2sed_evaluation_free(labels);
    }
    t2sed_evaluator_free(evaluator);
    return text;
}

START_TEST(labels_do_not_depend_on_threads)
{
    char *one = label_all(1), *four = label_all(4);
    ck_assert_str_eq(one, four);
    ck_assert_ptr_nonnull(strstr(one, "memory"));
    ck_assert_ptr_nonnull(strstr(one, "database"));
    ck_assert_ptr_nonnull(strstr(one, "same_rows"));
    free(one);
    free(four);
}
END_TEST

/* An evaluator that ends while its threads run a query without end. */
START_TEST(ends_at_once)
{
    static const char *const query =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT count(*) FROM n";
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    t2sed_evaluator_item item = make_item("SELECT 1", &query, 1);
    t2sed_evaluator_options_init(&options, sizeof options);
    options.threads = 3;
    options.max_milliseconds = 600000;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(t2sed_evaluator_submit(evaluator, &item, NULL),
                         T2SED_OK);
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    t2sed_evaluator_free(evaluator);
}
END_TEST

int main(void)
{
    TCase *threads = tcase_create("threads");
    TCase *const cases[] = {threads};
    tcase_add_checked_fixture(threads, set_up, tear_down);
    tcase_set_timeout(threads, 240);
    tcase_add_test(threads, labels_do_not_depend_on_threads);
    tcase_add_test(threads, ends_at_once);
    return t2s_test_run("threads", cases, 1);
}
