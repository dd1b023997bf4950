/* What was interrupted can be done again: with the same outcome, and in time.
 */
#include "evaluator_test.h"

#include "database_test.h"
#include <time.h>

#include "base/clock.h"
#include "interrupt_test.h"

/* Runs until its time is up. */
#define SLOW                                                                   \
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT "  \
    "count(*) FROM c"

/* Says stop from the second time on, and notes when it first did, in processor
 * time: what others take of the machine does not count. */
typedef struct stopper {
    int asked;
    double since;
} stopper;

static int stop_later(void *payload, size_t done, size_t total)
{
    stopper *s = payload;
    (void)done;
    (void)total;
    if (++s->asked == 2)
        s->since = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    return s->asked >= 2;
}

static t2sed_evaluator *open_threads(int threads)
{
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    t2sed_evaluator_options_init(&options, sizeof options);
    options.threads = threads;
    options.max_milliseconds = 1000;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    return evaluator;
}

START_TEST(waiting_for_threads_ends_in_time)
{
    t2sed_evaluator *evaluator = open_threads(2);
    const char *query = SLOW;
    const t2sed_evaluator_item item =
        make_item("SELECT name FROM item", &query, 1);
    t2sed_evaluation *evaluation = NULL;
    stopper s = {0, 0};
    t2sed_error err;
    ck_assert_int_eq(t2sed_evaluator_submit(evaluator, &item, NULL), T2SED_OK);
    t2sed_interrupt_set(stop_later, &s);
    ck_assert_int_eq(t2sed_evaluator_next(&evaluation, evaluator, &err),
                     T2SED_EINTERRUPTED);
    ck_assert_double_lt(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - s.since,
                        200 * t2s_test_slowness());
    ck_assert_int_eq(err.code, T2SED_EINTERRUPTED);
    ck_assert_ptr_null(evaluation);
    ck_assert_int_eq(t2sed_evaluator_next(&evaluation, evaluator, NULL),
                     T2SED_EINTERRUPTED);
    t2sed_interrupt_set(NULL, NULL);
    ck_assert_int_eq(t2sed_evaluator_next(&evaluation, evaluator, NULL),
                     T2SED_OK);
    ck_assert_int_eq(evaluation->verdicts[0].reason, T2SED_REASON_TIME);
    t2sed_evaluation_free(evaluation);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* With and without threads: stopped at each check, questions keep their
 * order. */
START_TEST(questions_stay_in_line)
{
    static const char *const queries[] = {"SELECT name FROM item",
                                          "SELECT kind FROM item"};
    for (int threads = 1; threads <= 2; threads++)
        for (long n = 1; n <= 4; n++) {
            t2sed_evaluator *evaluator = open_threads(threads);
            t2s_test_handler handler = {0, n, 0, 0};
            size_t stopped = 0;
            for (size_t i = 0; i < 2; i++) {
                const t2sed_evaluator_item item =
                    make_item("SELECT name FROM item", &queries[i], 1);
                ck_assert_int_eq(t2sed_evaluator_submit(evaluator, &item, NULL),
                                 T2SED_OK);
            }
            t2s_test_listen(&handler);
            for (size_t i = 0; i < 2; i++) {
                t2sed_evaluation *evaluation = NULL;
                while (t2sed_evaluator_next(&evaluation, evaluator, NULL) ==
                       T2SED_EINTERRUPTED) {
                    stopped++;
                    t2s_test_listen(NULL);
                }
                ck_assert_int_eq(evaluation->verdicts[0].label, i == 0);
                t2sed_evaluation_free(evaluation);
            }
            t2s_test_listen(NULL);
            ck_assert(threads == 2 || stopped == 1);
            t2sed_evaluator_free(evaluator);
        }
}
END_TEST

static double sum(const size_t *items, size_t count, void *payload)
{
    (void)payload;
    return (double)items[0] + (double)count;
}

START_TEST(a_bootstrap_tells_its_rounds)
{
    t2sed_bootstrap_options options;
    const int groups[] = {1, 2, 3, 4, 5};
    t2s_test_handler handler = {0};
    double low = -1, high = -1, low_again = -1, high_again = -1;
    t2sed_bootstrap_options_init(&options, sizeof options);
    options.rounds = 500;
    t2s_test_listen(&handler);
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low, &high, groups, 5, sum, NULL,
                                             &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(handler.asked, 500);
    ck_assert(handler.total == 500 && handler.done == 499);
    handler.asked = 0;
    handler.stop_at = 250;
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low_again, &high_again, groups, 5,
                                             sum, NULL, &options, NULL),
                     T2SED_EINTERRUPTED);
    ck_assert(low_again == -1 && high_again == -1);
    t2s_test_listen(NULL);
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low_again, &high_again, groups, 5,
                                             sum, NULL, &options, NULL),
                     T2SED_OK);
    ck_assert(low_again == low && high_again == high);
}
END_TEST

/* A mutator draws as if the interrupted call had not been made. */
START_TEST(a_mutator_draws_again)
{
    t2sed_schema *schema = NULL;
    t2sed_mutator *mutator = NULL;
    t2sed_sql *sql = NULL;
    char *first[5] = {NULL};
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_mutator_new(
                         &mutator, t2s_test_database(path, schema), NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_sql_parse(&sql, "SELECT name FROM item WHERE price > 1", NULL),
        T2SED_OK);
    for (int round = 0; round < 2; round++) {
        t2sed_mutator_reseed(mutator, 5);
        for (size_t i = 0; i < 5; i++) {
            t2s_test_handler handler = {0, 1, 0, 0};
            char *text = NULL;
            if (round == 1) {
                t2s_test_listen(&handler);
                ck_assert_int_eq(
                    t2sed_mutator_mutate(&text, NULL, mutator, sql, NULL),
                    T2SED_EINTERRUPTED);
                t2s_test_listen(NULL);
                ck_assert_ptr_null(text);
            }
            ck_assert_int_eq(
                t2sed_mutator_mutate(&text, NULL, mutator, sql, NULL),
                T2SED_OK);
            if (round == 0) {
                first[i] = text;
                continue;
            }
            ck_assert_str_eq(text, first[i]);
            t2sed_free(text);
            t2sed_free(first[i]);
        }
    }
    t2sed_sql_free(sql);
    t2sed_mutator_free(mutator);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("interrupted");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, waiting_for_threads_ends_in_time);
    tcase_add_test(tests, questions_stay_in_line);
    tcase_add_test(tests, a_bootstrap_tells_its_rounds);
    tcase_add_test(tests, a_mutator_draws_again);
    return t2s_test_run("evaluate/interrupted", &tests, 1);
}
