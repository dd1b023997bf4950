/* When a checker gives no answer: where nothing can run, and where the best is
 * hardly ever right. */
#include "checker_test.h"

#include <math.h>
#include <string.h>

#include "model/opinion.h"
#include "t2sed/checker.h"
#include "t2sed/parts.h"

static const char question[] = "How many singers are there?";

static t2sed_report *report_of(const t2sed_checker_options *options,
                               t2sed_database *known,
                               const char *const *queries, size_t count)
{
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_checker_new(&checker, model, known, options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_checker_check(&report, checker, question, queries, NULL,
                                      count, &err) == T2SED_OK,
                  "%s", err.text);
    t2sed_checker_free(checker);
    return report;
}

static void check_advice(const t2sed_report *report, const char *begin)
{
    char *advice = NULL;
    ck_assert_int_eq(t2sed_report_advice(&advice, NULL, report, NULL),
                     T2SED_OK);
    ck_assert_msg(strncmp(advice, begin, strlen(begin)) == 0, "%s", advice);
    t2sed_free(advice);
}

/* Of rows, a schema and neither; with findings, and without. */
START_TEST(where_nothing_runs_there_is_no_answer)
{
    const char *const queries[] = {
        _i / 2 < 2 ? "SELECT nosuch FROM singer" : "DROP TABLE singer",
        "SELECT count(*) FROM", "no SQL", "SELECT count(*) FROM singer"};
    t2sed_checker_options options;
    t2sed_database *schema_alone = NULL;
    t2sed_checker_options_init(&options, sizeof options);
    options.findings = _i % 2;
    ck_assert_int_eq(t2sed_database_new_schema(&schema_alone,
                                               t2sed_database_schema(database),
                                               NULL, NULL),
                     T2SED_OK);
    for (size_t count = 1; count <= 4; count++) {
        t2sed_database *known[] = {database, schema_alone, NULL};
        t2sed_report *report =
            report_of(&options, known[_i / 2], queries, count);
        t2sed_ask ask = T2SED_ASK_INIT;
        ck_assert_int_eq(
            t2sed_report_decision(report) == T2SED_DECISION_ABSTAIN, count < 4);
        ck_assert_int_eq(t2sed_report_ask(report, &ask, NULL), T2SED_OK);
        ck_assert_ptr_null(ask.question);
        check_advice(report, count == 4  ? "The query is right with"
                             : count > 1 ? "None of the queries can run, so "
                                           "there is no answer to give."
                             : _i % 2    ? "The query can't run as it is.\n- "
                                         : "The query ");
        t2sed_report_free(report);
    }
    t2sed_database_free(schema_alone);
}
END_TEST

/* It may be right: nobody knows. */
START_TEST(what_cannot_be_judged_is_asked_about)
{
    static const char *const queries[] = {
        "SELECT name FROM singer WHERE country @> 'France'", "SELECT nosuch"};
    t2sed_checker_options options;
    t2sed_report *report;
    t2sed_checker_options_init(&options, sizeof options);
    options.dialect = T2SED_DIALECT_POSTGRESQL;
    for (size_t count = 1; count <= 2; count++) {
        report = report_of(&options, database, queries, count);
        ck_assert_int_eq(t2sed_report_decision(report), T2SED_DECISION_ASK);
        t2sed_report_free(report);
    }
}
END_TEST

static double given; /* the judge's opinion */

static t2sed_status say(double *out, t2sed_judge *judge, const t2sed_beam *beam,
                        const char *const *reasons, t2sed_error *err)
{
    (void)judge;
    (void)reasons;
    (void)err;
    for (size_t i = 0; i < beam->count; i++)
        out[i] = log(given / (1 - given));
    return T2SED_OK;
}

/* The options (below 0: left out), the probability, and what is decided. */
static const struct {
    double answer, abstain, probability;
    int decision;
} thresholds[] = {
    {-1, -1, 0.051, T2SED_DECISION_ASK},
    {-1, -1, 0.049, T2SED_DECISION_ABSTAIN},
    {-1, 0, 0.001, T2SED_DECISION_ASK},
    {-1, 0.3, 0.29, T2SED_DECISION_ABSTAIN},
    {0.02, -1, 0.021, T2SED_DECISION_ANSWER},
    {0.02, -1, 0.019, T2SED_DECISION_ABSTAIN},
    {0.02, 0.01, 0.019, T2SED_DECISION_ASK},
};

START_TEST(what_is_hardly_ever_right_is_no_answer)
{
    static const char *const queries[] = {"SELECT count(*) FROM singer"};
    t2s_opinion judge = {say, 0, INFINITY, false};
    t2sed_scorer_options scorer;
    t2sed_checker_options options;
    t2sed_report *report;
    given = thresholds[_i].probability;
    t2sed_scorer_options_init(&scorer, sizeof scorer);
    scorer.judge = (t2sed_judge *)(void *)&judge;
    t2sed_checker_options_init(&options, sizeof options);
    options.scorer = &scorer;
    if (thresholds[_i].answer >= 0)
        options.answer = thresholds[_i].answer;
    if (thresholds[_i].abstain >= 0)
        options.abstain = thresholds[_i].abstain;
    report = report_of(&options, database, queries, 1);
    ck_assert_int_eq(t2sed_report_decision(report), thresholds[_i].decision);
    if (_i == 1)
        check_advice(report, "The query is right with probability 0.049, below "
                             "the threshold 0.050. Do not run it: write "
                             "another.");
    t2sed_report_free(report);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("decisions");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, where_nothing_runs_there_is_no_answer, 0, 6);
    tcase_add_test(tests, what_cannot_be_judged_is_asked_about);
    tcase_add_loop_test(tests, what_is_hardly_ever_right_is_no_answer, 0,
                        sizeof thresholds / sizeof *thresholds);
    return t2s_test_run("decide/decisions", &tests, 1);
}
