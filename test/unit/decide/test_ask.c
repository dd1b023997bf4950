/* The question that tells the best two different answers apart. */
#include "checker_test.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "model/opinion.h"
#include "t2sed/checker.h"
#include "t2sed/parts.h"

static const char inner[] = "SELECT singer.name, count(song.id) FROM singer "
                            "JOIN song ON song.singer_id = singer.id GROUP BY "
                            "singer.id";
static const char outer[] = "SELECT singer.name, count(song.id) FROM singer "
                            "LEFT JOIN song ON song.singer_id = singer.id "
                            "GROUP BY singer.id";

/* Answers from the probability `answer` on. */
static t2sed_report *report_of(int ask, double answer, const char *a,
                               const char *b)
{
    const char *const queries[] = {a, b};
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_error err;
    t2sed_checker_options_init(&options, sizeof options);
    ck_assert_int_eq(options.ask, 1);
    options.ask = ask;
    options.answer = answer;
    ck_assert_msg(t2sed_checker_new(&checker, model, database, &options,
                                    &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(
        t2sed_checker_check(&report, checker, "How many songs has each singer?",
                            queries, NULL, b ? 2 : 1, &err) == T2SED_OK,
        "%s", err.text);
    t2sed_checker_free(checker); /* the report outlives it */
    return report;
}

static t2sed_ask ask_of(const t2sed_report *report)
{
    t2sed_ask ask = T2SED_ASK_INIT;
    ck_assert_int_eq(t2sed_report_ask(report, &ask, NULL), T2SED_OK);
    return ask;
}

START_TEST(the_question_tells_queries_apart)
{
    t2sed_report *report = report_of(1, 1, inner, outer);
    t2sed_ask ask = ask_of(report);
    t2sed_witness_rows rows = T2SED_WITNESS_ROWS_INIT;
    t2sed_checked best = T2SED_CHECKED_INIT;
    const int first = (int)ask.queries[0];
    ck_assert_int_eq(t2sed_report_decision(report), T2SED_DECISION_ASK);
    ck_assert_str_eq(ask.question,
                     "Should a singer without a song be included?");
    ck_assert_str_eq(ask.when, "They differ when a singer has no song.");
    t2sed_report_get(report, 0, &best, NULL);
    ck_assert_uint_eq(ask.queries[0], best.candidate);
    ck_assert_uint_eq(ask.queries[1], 1 - best.candidate);
    ck_assert_msg(strstr(ask.answers, first == 0
                                          ? "Query 1 gives no rows, "
                                            "query 2 gives ("
                                          : "Query 2 gives (") == ask.answers,
                  "%s", ask.answers);
    ck_assert_uint_eq(ask.tables, 2);
    ck_assert_int_eq(t2sed_report_ask_table(report, 0, &rows, NULL), T2SED_OK);
    ck_assert_str_eq(rows.name, "singer");
    ck_assert_uint_eq(rows.row_count, 1);
    ck_assert_int_eq(t2sed_report_ask_result(report, first, &rows, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(rows.row_count, 0); /* of the inner join */
    ck_assert_int_eq(t2sed_report_ask_result(report, 1 - first, &rows, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(rows.row_count, 1);
    ck_assert_int_eq(t2sed_report_ask_table(report, 2, &rows, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_report_ask_result(report, 2, &rows, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_report_ask(report, NULL, NULL), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_report_ask(NULL, &ask, NULL), T2SED_EINVAL);
    t2sed_report_free(report);
}
END_TEST

/* When there is none: the option, the decision, and the queries. */
static const struct {
    int ask;
    double answer;
    const char *a, *b;
    bool has_question;
} cases[] = {
    {0, 1, inner, outer, false},
    {1, 1e-9, inner, outer, false}, /* the decision is to answer */
    {2, 1e-9, inner, outer, true},
    {2, 1, inner, NULL, false},
    {2, 1, inner, inner, false},
    {2, 1, inner, "SELECT nosuch FROM singer", false},
    {2, 1, inner, "SELECT", false},
    {2, 1, "SELECT", "not SQL", false},
    {2, 1, "SELECT name FROM singer ORDER BY random()", inner, false},
};

START_TEST(there_is_no_question_where_none_is_found)
{
    t2sed_report *report =
        report_of(cases[_i].ask, cases[_i].answer, cases[_i].a, cases[_i].b);
    t2sed_witness_rows rows = T2SED_WITNESS_ROWS_INIT;
    t2sed_ask ask = ask_of(report);
    char *json = NULL;
    t2sed_error err;
    ck_assert_int_eq(ask.question != NULL, cases[_i].has_question);
    ck_assert_int_eq(t2sed_report_to_json(&json, NULL, report, NULL), T2SED_OK);
    ck_assert_int_eq(strstr(json, "\"ask\": {") != NULL,
                     cases[_i].has_question);
    if (!ask.question) {
        ck_assert_int_eq(t2sed_report_ask_table(report, 0, &rows, &err),
                         T2SED_EINVAL);
        ck_assert_str_eq(err.text, "report: there is no question to ask");
    }
    t2sed_free(json);
    t2sed_report_free(report);
}
END_TEST

/* The judge's opinion of each query. */
static double given[4];

static t2sed_status weigh(double *out, t2sed_judge *judge,
                          const t2sed_beam *beam, const char *const *reasons,
                          t2sed_error *err)
{
    (void)judge;
    (void)reasons;
    (void)err;
    for (size_t i = 0; i < beam->count; i++)
        out[i] = log(given[i] / (1 - given[i]));
    return T2SED_OK;
}

/* Of queries with the probabilities `given`. */
static t2sed_report *weighed(const char *const *queries, size_t count)
{
    t2s_opinion judge = {weigh, 0, INFINITY, false};
    t2sed_scorer_options scorer;
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_checked best = T2SED_CHECKED_INIT;
    t2sed_scorer_options_init(&scorer, sizeof scorer);
    scorer.judge = (t2sed_judge *)(void *)&judge;
    t2sed_checker_options_init(&options, sizeof options);
    options.scorer = &scorer;
    options.alone = 1;
    options.policy = "rr";
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_checker_check(&report, checker,
                                         "How many songs has each singer?",
                                         queries, NULL, count, NULL),
                     T2SED_OK);
    t2sed_report_get(report, 0, &best, NULL);
    ck_assert_uint_eq(best.candidate, 0);
    ck_assert_double_eq_tol(best.probability, given[0], 1e-9);
    ck_assert_int_eq(t2sed_report_decision(report), T2SED_DECISION_ASK);
    t2sed_checker_free(checker);
    return report;
}

START_TEST(what_is_far_less_probable_is_no_question)
{
    static const double rival[] = {0.2, 0.16, 0.14, 0.01};
    const char *const queries[] = {inner, outer};
    for (int i = 0; i < 4; i++) {
        t2sed_report *report;
        given[0] = 0.6;
        given[1] = rival[i];
        report = weighed(queries, 2);
        ck_assert_int_eq(ask_of(report).question != NULL, i < 2);
        t2sed_report_free(report);
    }
}
END_TEST

/* However probable: nor does it take the place of those that can. */
START_TEST(what_cannot_run_is_no_question)
{
    const char *const queries[] = {inner, "SELECT name, nosuch FROM singer",
                                   "SELECT nosuch FROM singer", outer};
    t2sed_report *report;
    given[0] = 0.6;
    given[1] = given[2] = 0.5;
    given[3] = 0.4;
    report = weighed(queries, 4);
    ck_assert_ptr_nonnull(ask_of(report).question);
    ck_assert_uint_eq(ask_of(report).queries[1], 3);
    t2sed_report_free(report);
}
END_TEST

START_TEST(no_row_of_the_database_is_shown)
{
    static const char *const names[] = {"Joe", "Rose", "John", "Chile", "Love"};
    t2sed_report *report =
        report_of(1, 1, "SELECT name FROM singer WHERE age > 41",
                  "SELECT name FROM singer WHERE age >= 41");
    json_t *json;
    char *text = NULL, *asked;
    ck_assert_int_eq(t2sed_report_to_json(&text, NULL, report, NULL), T2SED_OK);
    json = json_loads(text, 0, NULL);
    ck_assert_str_eq(json_string_value(json_object_get(
                         json_object_get(json, "ask"), "question")),
                     "Should a singer be included whose age is 41?");
    ck_assert_uint_eq(json_array_size(json_object_get(
                          json_object_get(json, "ask"), "results")),
                      2);
    asked = json_dumps(json_object_get(json, "ask"), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_ptr_null(strstr(asked, names[i]));
    free(asked);
    t2sed_free(text);
    json_decref(json);
    t2sed_report_free(report);
}
END_TEST

START_TEST(the_option_is_checked)
{
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_error err;
    t2sed_checker_options_init(&options, sizeof options);
    options.ask = 3;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, &err),
        T2SED_EINVAL);
    ck_assert_str_eq(err.text, "checker: ask is 3, expected 0 to 2");
    ck_assert_ptr_null(checker);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("ask");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_question_tells_queries_apart);
    tcase_add_loop_test(tests, there_is_no_question_where_none_is_found, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(tests, what_is_far_less_probable_is_no_question);
    tcase_add_test(tests, what_cannot_run_is_no_question);
    tcase_add_test(tests, no_row_of_the_database_is_shown);
    tcase_add_test(tests, the_option_is_checked);
    return t2s_test_run("decide/ask", &tests, 1);
}
