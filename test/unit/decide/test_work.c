/*
 * How often a check reads, predicts and runs: a query is parsed, read, checked
 * and run once, however many rooms look at it. The linker puts the counters
 * below in the place of the functions (test/test.mk, COUNTED).
 */
#include "checker_test.h"

#include "case/candidate.h"
#include "facts/asked_cues.h"
#include "facts/question.h"
#include "question/question.h"
#include "t2sed/checker.h"
#include "t2sed/parts/sketch.h"

typedef struct calls {
    int parsed, read, checks, cues, filters, sketches, questions, run;
    int times, bounds, windows, asked_cues, relative;
} calls;

static calls counted;

#define COUNTED(type, name, number, parameters, arguments)                     \
    type __real_##name parameters;                                             \
    type __wrap_##name parameters;                                             \
    type __wrap_##name parameters                                              \
    {                                                                          \
        counted.number++;                                                      \
        return __real_##name arguments;                                        \
    }

COUNTED(t2sed_status, t2sed_sql_parse_n, parsed,
        (t2sed_sql * *a, const char *b, size_t c, t2sed_error *d), (a, b, c, d))
COUNTED(t2sed_status, t2sed_sql_parse_as, parsed,
        (t2sed_sql * *a, const char *b, size_t c, const t2sed_sql_options *d,
         t2sed_error *e),
        (a, b, c, d, e))
COUNTED(t2sed_status, t2s_query_read, read,
        (t2s_query * a, const t2sed_sql *b, const t2sed_schema *c,
         t2sed_error *d),
        (a, b, c, d))
COUNTED(t2sed_status, t2s_checks_find, checks,
        (t2s_checks * a, const t2s_query *b, const t2sed_evidence *c,
         t2sed_error *d),
        (a, b, c, d))
COUNTED(void, t2s_cues_compare, cues,
        (bool a[T2S_DISAGREEMENTS], const t2s_question_facts *b,
         const t2s_query *c),
        (a, b, c))
COUNTED(t2s_time_conditions *, t2s_time_conditions_new, times,
        (const t2s_query *a, const t2sed_schema *b, const t2s_value_index *c,
         int64_t d),
        (a, b, c, d))
COUNTED(void, t2s_query_bounds_read, bounds,
        (t2s_query_bounds * a, const t2s_query *b, const t2sed_schema *c),
        (a, b, c))
COUNTED(void, t2s_query_windows_read, windows,
        (t2s_query_windows * a, const t2s_query *b), (a, b))
COUNTED(void, t2s_asked_cues_count, asked_cues,
        (uint32_t a[T2S_CUES], const t2s_question_facts *b), (a, b))
COUNTED(void, t2s_relative_words_read, relative,
        (t2s_relative_words * a, const t2s_question_facts *b), (a, b))
COUNTED(t2sed_status, t2s_result_filter_find, filters,
        (t2s_result_filter * a, const t2s_query *b, const t2sed_schema *c,
         t2s_execution *d, const t2s_value_index *e, t2sed_error *f),
        (a, b, c, d, e, f))
COUNTED(t2sed_status, t2s_sketcher_predict, sketches,
        (t2sed_sketch * *a, const t2sed_sketcher *b, const t2sed_question *c,
         const t2s_question_facts *d, const t2sed_schema *e,
         const t2sed_sketch_options *f, t2sed_error *g),
        (a, b, c, d, e, f, g))
COUNTED(t2sed_status, t2s_question_facts_new, questions,
        (t2s_question_facts * *a, const t2sed_question *b,
         const t2sed_schema *c, const t2s_value_index *d, t2sed_error *e),
        (a, b, c, d, e))
COUNTED(t2sed_status, t2s_runner_run, run,
        (t2s_run * a, t2s_result *b, t2s_runner *c, const char *d, size_t e,
         t2sed_error *f),
        (a, b, c, d, e, f))

static const char *const queries[] = {
    "SELECT count(*) FROM singer WHERE country = 'Frence'",
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "SELECT name, count(*) FROM singer JOIN song ON singer.id = singer_id",
};
#define QUERIES ((int)(sizeof queries / sizeof queries[0]))

/* What a check of the queries does, the second on one checker. */
static calls check(const t2sed_checker_options *options)
{
    t2sed_checker *checker;
    t2sed_question *question;
    t2sed_check_input input;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(
                         &question, "How many French singers are there?", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_knowledge(
                         question, "French refers to country = 'France'", NULL),
                     T2SED_OK);
    t2sed_check_input_init(&input, sizeof input);
    input.question = question;
    input.queries = queries;
    input.count = (size_t)QUERIES;
    for (int i = 0; i < 2; i++) {
        t2sed_report *report;
        counted = (calls){0};
        ck_assert_int_eq(
            t2sed_checker_check_input(&report, checker, &input, NULL),
            T2SED_OK);
        t2sed_report_free(report);
    }
    t2sed_question_free(question);
    t2sed_checker_free(checker);
    return counted;
}

static void expect_once(const calls *made)
{
    ck_assert_int_eq(made->parsed, QUERIES);
    ck_assert_int_eq(made->read, QUERIES);
    ck_assert_int_eq(made->checks, QUERIES);
    ck_assert_int_eq(made->cues, QUERIES);
    ck_assert_int_eq(made->times, QUERIES);
    ck_assert_int_eq(made->bounds, QUERIES);
    ck_assert_int_eq(made->windows, QUERIES);
    ck_assert_int_eq(made->filters, QUERIES);
    ck_assert_int_eq(made->sketches, 1);
    /* the question, with its knowledge, and for predictors with it */
    ck_assert_int_le(made->questions, 3);
    ck_assert_int_eq(made->asked_cues, made->questions);
    ck_assert_int_eq(made->relative, made->questions);
    ck_assert_int_eq(made->run, 0); /* remembered from the first check */
}

START_TEST(all_once)
{
    const calls made = check(NULL);
    expect_once(&made);
}
END_TEST

/* Verdicts of linking and of the sketch ask for the same candidates. */
START_TEST(with_verdicts)
{
    t2sed_checker_options options;
    calls made;
    t2sed_checker_options_init(&options, sizeof options);
    options.policy = "sl";
    made = check(&options);
    expect_once(&made);
}
END_TEST

int main(void)
{
    TCase *work = tcase_create("work");
    tcase_add_checked_fixture(work, set_up, tear_down);
    tcase_set_timeout(work, 120);
    tcase_add_test(work, all_once);
    tcase_add_test(work, with_verdicts);
    return t2s_test_run("work", &work, 1);
}
