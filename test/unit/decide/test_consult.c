/* When a checker asks its judge: where the opinion may change the order or the
 * decision, once for all candidates, and not elsewhere. */
#include "checker_test.h"

#include <math.h>
#include <string.h>

#include "model/opinion.h"
#include "t2sed/parts.h"

/* A judge that is written down: what it adds to each candidate. */
static struct scripted {
    t2s_opinion opinion; /* the first */
    double adds[4];
    int calls;
    size_t asked;    /* candidates of the last call */
    char told[1000]; /* the reasons of the last of them */
} scripted;

static t2sed_status say(double *out, t2sed_judge *judge, const t2sed_beam *beam,
                        const char *const *reasons, t2sed_error *err)
{
    (void)err;
    ck_assert_ptr_eq(judge, (t2sed_judge *)(void *)&scripted);
    scripted.calls++;
    scripted.asked = beam->count;
    snprintf(scripted.told, sizeof scripted.told, "%s",
             reasons ? reasons[beam->count - 1] : "nothing");
    memcpy(out, scripted.adds, beam->count * sizeof *out);
    return T2SED_OK;
}

static const char *const question = "How many singers are from France?";
static const char *const queries[] = {
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "SELECT count(name) FROM singer WHERE country = 'France'",
    "SELECT count(*) FROM singer",
    "SELECT name FROM singer",
};

static double log_odds(double p)
{
    return log(p / (1 - p));
}

/* The report on the first queries; margin NaN: without a judge. */
static t2sed_report *check(size_t count, double margin, double answer)
{
    t2sed_scorer_options scorer;
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_error err;
    t2sed_scorer_options_init(&scorer, sizeof scorer);
    t2sed_checker_options_init(&options, sizeof options);
    ck_assert_double_eq(options.judge_margin, -1);
    options.scorer = &scorer;
    options.answer = answer;
    if (!isnan(margin)) {
        scorer.judge = (t2sed_judge *)(void *)&scripted;
        options.judge_margin = margin;
    }
    scripted.calls = 0;
    scripted.opinion.additions = say;
    scripted.opinion.model_counts = 1;
    ck_assert_msg(t2sed_checker_new(&checker, model, database, &options,
                                    &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_checker_check(&report, checker, question, queries, NULL,
                                      count, &err) == T2SED_OK,
                  "%s", err.text);
    t2sed_checker_free(checker);
    return report;
}

static int calls(size_t count, double margin, double answer)
{
    t2sed_report_free(check(count, margin, answer));
    return scripted.calls;
}

/* The log odds that the candidate at a rank is ordered by. */
static double place(const t2sed_report *report, size_t rank)
{
    t2sed_checked one = T2SED_CHECKED_INIT;
    ck_assert_int_eq(t2sed_report_get(report, rank, &one, NULL), T2SED_OK);
    return log_odds(isnan(one.confidence) ? one.probability : one.confidence);
}

static size_t at_rank(const t2sed_report *report, size_t rank)
{
    t2sed_checked one = T2SED_CHECKED_INIT;
    ck_assert_int_eq(t2sed_report_get(report, rank, &one, NULL), T2SED_OK);
    return one.candidate;
}

/* Far from any threshold; the first two queries are one answer. */
#define NEVER 0.999999999999

START_TEST(answers_that_are_near)
{
    t2sed_report *plain = check(4, (double)NAN, NEVER);
    const double gap = place(plain, 0) - place(plain, 2);
    ck_assert_uint_le(at_rank(plain, 0), 1);
    ck_assert_uint_le(at_rank(plain, 1), 1);
    ck_assert_double_gt(gap, 0.1);
    ck_assert_double_gt(fabs(log_odds(NEVER) - place(plain, 0)), gap);
    ck_assert_int_eq(calls(4, gap - 0.01, NEVER), 0);
    ck_assert_int_eq(calls(4, gap + 0.01, NEVER), 1);
    ck_assert_uint_eq(scripted.asked, 4);
    ck_assert_int_eq(calls(4, 0, NEVER), 0);
    ck_assert_int_eq(calls(4, INFINITY, NEVER), 1);
    scripted.opinion.margin = gap + 0.01;
    ck_assert_int_eq(calls(4, -1, NEVER), 1);
    scripted.opinion.margin = gap - 0.01;
    ck_assert_int_eq(calls(4, -1, NEVER), 0);
    t2sed_report_free(plain);
}
END_TEST

START_TEST(one_answer_is_compared_with_the_threshold)
{
    t2sed_report *plain = check(2, (double)NAN, NEVER);
    const double best = place(plain, 0);
    const double above = 1 / (1 + exp(-best - 0.5));
    ck_assert_int_eq(calls(2, 0.4, above), 0);
    ck_assert_int_eq(calls(2, 0.6, above), 1);
    ck_assert_int_eq(calls(2, 5, NEVER), 0);
    t2sed_report_free(plain);
}
END_TEST

START_TEST(what_it_says_counts_where_it_is_asked)
{
    t2sed_report *plain = check(4, (double)NAN, NEVER), *report;
    memcpy(scripted.adds, (double[]){-20, -20, 20, -20}, sizeof scripted.adds);
    report = check(4, 0, NEVER);
    for (size_t rank = 0; rank < 4; rank++) {
        ck_assert_uint_eq(at_rank(report, rank), at_rank(plain, rank));
        ck_assert_double_eq(place(report, rank), place(plain, rank));
    }
    t2sed_report_free(report);
    report = check(4, INFINITY, NEVER);
    ck_assert_uint_eq(at_rank(report, 0), 2);
    ck_assert_double_gt(place(report, 0), place(plain, 0));
    t2sed_report_free(report);
    t2sed_report_free(plain);
}
END_TEST

START_TEST(reasons_are_told_to_who_reads_them)
{
    ck_assert_int_eq(calls(4, INFINITY, NEVER), 1);
    ck_assert_str_eq(scripted.told, "nothing");
    scripted.opinion.reads_reasons = true;
    ck_assert_int_eq(calls(4, INFINITY, NEVER), 1);
    ck_assert_msg(strstr(scripted.told, "\"France\"") != NULL, "%s",
                  scripted.told);
    ck_assert_ptr_null(strstr(scripted.told, "judge"));
    scripted.opinion.reads_reasons = false;
}
END_TEST

START_TEST(a_margin_is_a_number)
{
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_error err;
    t2sed_checker_options_init(&options, sizeof options);
    options.judge_margin = (double)NAN;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, &err),
        T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "judge_margin"));
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("consult");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, answers_that_are_near);
    tcase_add_test(tests, one_answer_is_compared_with_the_threshold);
    tcase_add_test(tests, what_it_says_counts_where_it_is_asked);
    tcase_add_test(tests, reasons_are_told_to_who_reads_them);
    tcase_add_test(tests, a_margin_is_a_number);
    return t2s_test_run("decide/consult", &tests, 1);
}
