/* Everything about a question's candidates in one call, which is what its parts
 * give when they are put together by hand. The model is the shipped light one,
 * which needs no engine. */
#include "checker_test.h"

#include "beam_model.h"
#include "interrupt_test.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "model/model.h"
#include "t2sed/parts.h"

static const char question[] = "How many singers are from France?";
static const char *const queries[] = {
    "SELECT count(*) FROM singer WHERE country = 'Frence'",
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "SELECT name FROM singer",
    "SELECT count(*) FROM",
    "SELECT count(id) FROM singer WHERE singer.country = 'France'",
    "SELECT count(*) FROM singers",
};
#define QUERIES (sizeof queries / sizeof queries[0])

static t2sed_checker *checker_of(const char *policy, int findings)
{
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_error err;
    t2sed_checker_options_init(&options, sizeof options);
    options.policy = policy;
    options.findings = findings;
    ck_assert_msg(t2sed_checker_new(&checker, model, database, &options,
                                    &err) == T2SED_OK,
                  "%s", err.text);
    return checker;
}

static t2sed_report *check(t2sed_checker *checker)
{
    t2sed_report *report = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_checker_check(&report, checker, question, queries, NULL,
                                      QUERIES, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(t2sed_report_count(report), QUERIES);
    return report;
}

static t2sed_checked at(const t2sed_report *report, size_t rank)
{
    t2sed_checked made = {.struct_size = sizeof made};
    ck_assert_int_eq(t2sed_report_get(report, rank, &made, NULL), T2SED_OK);
    return made;
}

/* What was found of a candidate, wherever it stands. */
static t2sed_checked of(const t2sed_report *report, size_t candidate)
{
    size_t rank = 0;
    while (at(report, rank).candidate != candidate)
        rank++;
    return at(report, rank);
}

START_TEST(one_call_tells_all)
{
    t2sed_checker *checker = checker_of(NULL, 1);
    t2sed_report *report = check(checker);
    ck_assert_uint_ne(at(report, 0).candidate, 2);
    ck_assert_int_eq(of(report, 1).group, of(report, 4).group);
    ck_assert_int_eq(of(report, 1).outcome, T2SED_OUTCOME_RAN);
    ck_assert_uint_eq(of(report, 2).rows, 3);
    ck_assert_double_gt(of(report, 1).probability, of(report, 2).probability);
    ck_assert_int_eq(of(report, 3).status, T2SED_ESYNTAX);
    ck_assert_ptr_nonnull(of(report, 3).error);
    ck_assert_double_nan(of(report, 3).probability);
    ck_assert_uint_eq(t2sed_findings_count(of(report, 3).findings), 1);
    ck_assert_int_eq(of(report, 5).outcome, T2SED_OUTCOME_FAILED);
    ck_assert_uint_gt(t2sed_findings_count(of(report, 5).findings), 0);
    ck_assert_double_ge(at(report, 0).confidence, at(report, 1).confidence);
    ck_assert_uint_eq(t2sed_ranking_candidate(t2sed_report_ranking(report), 0),
                      at(report, 0).candidate);
    /* The report may outlive what it was made with. */
    t2sed_checker_free(checker);
    ck_assert_uint_gt(t2sed_findings_count(of(report, 0).findings), 0);
    t2sed_report_free(report);
}
END_TEST

START_TEST(parts_by_hand_give_the_same)
{
    t2sed_checker *checker = checker_of("default", 0);
    t2sed_report *report = check(checker);
    t2sed_scorer *scorer = NULL;
    t2sed_question *asked = NULL;
    t2sed_beam beam;
    float *features, logits[QUERIES];
    const size_t count = t2sed_model_feature_count(model);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&asked, question, NULL), T2SED_OK);
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = asked;
    beam.database = database;
    beam.queries = queries;
    beam.count = QUERIES;
    features = malloc(QUERIES * count * sizeof *features);
    ck_assert_int_eq(t2sed_scorer_gather(features, scorer, &beam, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_scorer_logits(scorer, NULL, NULL, features, QUERIES,
                                         logits, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < QUERIES; i++) {
        const t2sed_checked one = of(report, i);
        const double p = t2sed_scorer_probability(scorer, (double)logits[i]);
        if (one.status == T2SED_OK) /* bit for bit */
            ck_assert_msg(memcmp(&p, &one.alone, sizeof p) == 0,
                          "query %zu: %.17g, expected %.17g", i, p, one.alone);
        else
            ck_assert(isnan(features[i * count]));
    }
    free(features);
    t2sed_question_free(asked);
    t2sed_scorer_free(scorer);
    t2sed_report_free(report);
    t2sed_checker_free(checker);
}
END_TEST

#define BEAM "{\"results\": {\"logit\": 1, \"voices\": 1.5}}"

/* Checked by a model with weights for the probability in a beam. */
static t2sed_report *check_in_beam(int alone, size_t count)
{
    t2sed_model *weighed = NULL;
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_error err;
    ck_assert_msg(t2s_beam_model(&weighed, BEAM, &err) == T2SED_OK, "%s",
                  err.text);
    t2sed_checker_options_init(&options, sizeof options);
    options.alone = alone;
    options.findings = 0;
    ck_assert_msg(t2sed_checker_new(&checker, weighed, database, &options,
                                    &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_checker_check(&report, checker, question, queries + 1,
                                      NULL, count, &err) == T2SED_OK,
                  "%s", err.text);
    t2sed_checker_free(checker);
    t2sed_model_free(weighed);
    return report;
}

START_TEST(others_of_the_beam_count)
{
    t2sed_report *report = check_in_beam(0, QUERIES - 1);
    t2sed_report *own = check_in_beam(1, QUERIES - 1);
    t2sed_report *single = check_in_beam(0, 1);
    double last = 1;
    for (size_t rank = 0; rank + 1 < QUERIES; rank++) {
        const t2sed_checked in_beam = at(report, rank);
        const t2sed_checked alone = of(own, in_beam.candidate);
        if (in_beam.status != T2SED_OK) {
            ck_assert_double_nan(in_beam.probability);
            continue;
        }
        ck_assert_double_eq(in_beam.probability, in_beam.confidence);
        ck_assert_double_eq(in_beam.alone, alone.probability);
        ck_assert_double_eq(alone.alone, alone.probability);
        if (in_beam.outcome == T2SED_OUTCOME_RAN) {
            ck_assert_double_le(in_beam.probability, last);
            last = in_beam.probability;
        }
    }
    /* Two agree with each other; one with none. */
    ck_assert_double_lt(of(report, 1).probability, of(report, 1).alone);
    ck_assert_double_eq(of(single, 0).probability, of(single, 0).alone);
    ck_assert_double_eq(of(single, 0).probability, of(report, 0).alone);
    t2sed_report_free(report);
    t2sed_report_free(own);
    t2sed_report_free(single);
}
END_TEST

/* By the parser's scores alone, whose order is another one. */
START_TEST(policies_and_the_parsers_scores_count)
{
    const double scores[QUERIES] = {-6, -5, -1, -4, -3, -2};
    const int sources[QUERIES] = {0, 0, 1, 1, 2, 2};
    t2sed_checker *checker = checker_of("sum(0)", 0);
    t2sed_report *report = NULL;
    t2sed_question *asked = NULL;
    t2sed_check_input input;
    t2sed_error err;
    ck_assert_int_eq(t2sed_question_new(&asked, question, NULL), T2SED_OK);
    t2sed_check_input_init(&input, sizeof input);
    input.question = asked;
    input.queries = queries;
    input.count = QUERIES;
    input.scores = scores;
    input.sources = sources;
    ck_assert_msg(t2sed_checker_check_input(&report, checker, &input, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(at(report, 0).candidate, 2);
    ck_assert_uint_eq(at(report, 1).candidate, 5);
    ck_assert_double_nan(at(report, 0).confidence);
    ck_assert_ptr_null(at(report, 0).findings);
    t2sed_report_free(report);
    t2sed_question_free(asked);
    t2sed_checker_free(checker);
}
END_TEST

START_TEST(queries_need_no_nul)
{
    static const char text[] = "SELECT count(*) FROM singerSELECT 1";
    const char *const cut[] = {text, text + 27};
    const size_t lengths[] = {27, 8};
    static const char *const whole[] = {"SELECT count(*) FROM singer",
                                        "SELECT 1"};
    t2sed_checker *checker = checker_of(NULL, 1);
    t2sed_report *reports[2];
    ck_assert_int_eq(t2sed_checker_check(&reports[0], checker, question, cut,
                                         lengths, 2, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_checker_check(&reports[1], checker, question, whole,
                                         NULL, 2, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_double_eq(of(reports[0], i).probability,
                            of(reports[1], i).probability);
        ck_assert_uint_eq(t2sed_findings_count(of(reports[0], i).findings),
                          t2sed_findings_count(of(reports[1], i).findings));
        ck_assert_int_eq(of(reports[0], i).outcome, T2SED_OUTCOME_RAN);
    }
    t2sed_report_free(reports[0]);
    t2sed_report_free(reports[1]);
    t2sed_checker_free(checker);
}
END_TEST

START_TEST(input_is_checked)
{
    const double infinite = (double)INFINITY;
    t2sed_checker *checker = checker_of(NULL, 0);
    t2sed_report *report = NULL;
    t2sed_question *asked = NULL;
    t2sed_check_input input;
    ck_assert_int_eq(t2sed_question_new(&asked, question, NULL), T2SED_OK);
    t2sed_check_input_init(&input, sizeof input);
    ck_assert_int_eq(t2sed_checker_check_input(&report, checker, &input, NULL),
                     T2SED_EINVAL); /* no question */
    input.question = asked;
    ck_assert_int_eq(t2sed_checker_check_input(&report, checker, &input, NULL),
                     T2SED_EEMPTY);
    input.count = 1;
    ck_assert_int_eq(t2sed_checker_check_input(&report, checker, &input, NULL),
                     T2SED_EINVAL);
    input.queries = queries;
    input.scores = &infinite;
    ck_assert_int_eq(t2sed_checker_check_input(&report, checker, &input, NULL),
                     T2SED_EINVAL);
    input.scores = NULL;
    input.struct_size = 0;
    ck_assert_int_eq(t2sed_checker_check_input(&report, checker, &input, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_checker_check_input(&report, checker, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(report);
    t2sed_question_free(asked);
    t2sed_checker_free(checker);
}
END_TEST

START_TEST(nothing_need_be_known)
{
    t2sed_database *keep = database;
    t2sed_checker *checker;
    t2sed_report *report;
    database = NULL;
    checker = checker_of(NULL, 1);
    report = check(checker);
    ck_assert_int_eq(of(report, 1).outcome, T2SED_OUTCOME_NOT_RUN);
    ck_assert(!isnan(of(report, 1).probability));
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    database = keep;
}
END_TEST

START_TEST(the_database_may_go_first)
{
    t2sed_database *mine = NULL;
    t2sed_checker *checker = NULL;
    t2sed_report *a, *b;
    ck_assert_int_eq(t2sed_database_open(&mine, database_path, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_checker_new(&checker, model, mine, NULL, NULL),
                     T2SED_OK);
    a = check(checker);
    t2sed_database_free(mine);
    b = check(checker);
    for (size_t i = 0; i < QUERIES; i++)
        ck_assert(at(a, i).candidate == at(b, i).candidate &&
                  (at(a, i).probability == at(b, i).probability ||
                   isnan(at(a, i).probability)));
    t2sed_report_free(a);
    t2sed_report_free(b);
    t2sed_checker_free(checker);
}
END_TEST

/* Whether advice and JSON name the command, both or none. */
static bool says_what_makes_thresholds(const t2sed_report *report)
{
    static const char note[] = "The model has no thresholds and answers from "
                               "0.5 on; `t2sed trigger --fit --write DIR` "
                               "chooses them.";
    char *advice, *json;
    bool is_said;
    ck_assert_int_eq(t2sed_report_advice(&advice, NULL, report, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_report_to_json(&json, NULL, report, NULL), T2SED_OK);
    is_said = strstr(advice, note) != NULL;
    ck_assert_int_eq(strstr(json, note) != NULL, is_said);
    t2sed_free(advice);
    t2sed_free(json);
    return is_said;
}

START_TEST(a_model_may_have_no_thresholds)
{
    t2sed_error err;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_checker_options options;
    t2sed_checker_options_init(&options, sizeof options);
    json_object_clear(json_object_get(
        json_object_get(model->config.json, "t2sed"), "thresholds"));
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_checker_check(&report, checker, question, queries, NULL, 1, NULL),
        T2SED_OK);
    ck_assert_double_eq(t2sed_report_threshold(report), 0.5);
    ck_assert(says_what_makes_thresholds(report));
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    checker = NULL;
    report = NULL;
    options.answer = 0.5; /* as it was asked for */
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_checker_check(&report, checker, question, queries, NULL, 1, NULL),
        T2SED_OK);
    ck_assert(!says_what_makes_thresholds(report));
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    checker = NULL;
    options.answer = 0;
    options.precision = 0.9;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, &err),
        T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "t2sed trigger --fit"));
    ck_assert_ptr_null(checker);
}
END_TEST

START_TEST(arguments_are_checked)
{
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_checker_options options;
    t2sed_checked record = {.struct_size = 3};
    t2sed_checker_options_init(&options, sizeof options);
    options.precision = 0.5;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, NULL),
        T2SED_ENOTFOUND);
    options.precision = 0.9;
    options.policy = "best";
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, NULL),
        T2SED_EINVAL);
    options.struct_size = 1;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, NULL),
        T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_checker_open(&checker, "/nowhere", database, NULL, NULL),
        T2SED_ENOTFOUND);
    ck_assert_ptr_null(checker);
    checker = checker_of(NULL, 1);
    ck_assert_int_eq(
        t2sed_checker_check(&report, checker, question, queries, NULL, 0, NULL),
        T2SED_EEMPTY);
    ck_assert_int_eq(
        t2sed_checker_check(&report, checker, "", queries, NULL, 1, NULL),
        T2SED_EEMPTY);
    ck_assert_ptr_null(report);
    report = check(checker);
    ck_assert_int_eq(t2sed_report_get(report, 0, &record, NULL), T2SED_EINVAL);
    record.struct_size = sizeof record;
    ck_assert_int_eq(t2sed_report_get(report, QUERIES, &record, NULL),
                     T2SED_EINVAL);
    t2sed_report_free(report);
    t2sed_checker_free(checker);
}
END_TEST

/* Codes and a severity are left out of reports, and of what is asked about. */
START_TEST(findings_may_be_left_out)
{
    static const char *const one = "SELECT count(*) FROM singers";
    const struct {
        const char *ignore;
        int severity;
        size_t count;
    } cases[] = {{NULL, 0, 1},
                 {"unknown_table", 0, 0},
                 {"unknown_column", T2SED_SEVERITY_ERROR, 1}};
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_error err;
    char *text;
    t2sed_checker_options_init(&options, sizeof options);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        options.ignore = cases[i].ignore;
        options.severity = cases[i].severity;
        ck_assert_int_eq(
            t2sed_checker_new(&checker, model, database, &options, &err),
            T2SED_OK);
        ck_assert_int_eq(t2sed_checker_check(&report, checker, question, &one,
                                             NULL, 1, &err),
                         T2SED_OK);
        ck_assert_uint_eq(t2sed_findings_count(at(report, 0).findings),
                          cases[i].count);
        ck_assert_uint_eq(t2sed_report_topic(report),
                          cases[i].count ? 0 : T2SED_NONE);
        ck_assert_int_eq(t2sed_report_advice(&text, NULL, report, &err),
                         T2SED_OK);
        ck_assert_int_eq(strstr(text, "Instead: singer") != NULL,
                         cases[i].count == 1);
        t2sed_free(text);
        t2sed_report_free(report);
        t2sed_checker_free(checker);
        checker = NULL;
    }
    options.ignore = "unknown_tabel";
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, &err),
        T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "\"unknown_table\""));
    options.ignore = NULL;
    options.severity = 4;
    ck_assert_int_eq(
        t2sed_checker_new(&checker, model, database, &options, &err),
        T2SED_EINVAL);
    ck_assert_ptr_null(checker);
    ck_assert_int_eq(t2sed_report_advice(&text, NULL, NULL, &err),
                     T2SED_EINVAL);
}
END_TEST

static t2sed_status use(void *payload)
{
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_status status =
        t2sed_checker_new(&checker, model, payload, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_checker_check(&report, checker, question, queries, NULL,
                                     2, NULL);
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(use, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    for (int i = 0; i < 2; i++) /* its values and keys are read */
        ck_assert_int_eq(use(database), T2SED_OK);
    t2s_test_every_interrupt(use, database, 1);
}
END_TEST

/* The threshold of a report with this database, of a question. */
static double threshold_of(const t2sed_model *of, t2sed_database *with,
                           const char *asked)
{
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_error err;
    double threshold;
    ck_assert_msg(t2sed_checker_new(&checker, of, with, NULL, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_checker_check(&report, checker, asked, queries, NULL,
                                         QUERIES, NULL),
                     T2SED_OK);
    threshold = t2sed_report_threshold(report);
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    return threshold;
}

static double threshold_with(const t2sed_model *of, t2sed_database *with)
{
    return threshold_of(of, with, question);
}

START_TEST(a_query_that_covers_its_question_has_a_threshold)
{
    static const char apart[] =
        "How many purple singers of the frozen lagoon are there?";
    t2sed_model *changed = NULL;
    ck_assert_int_eq(
        t2s_changed_model(&changed, "thresholds",
                          "{\"answer_95\": 0.9, \"answer_95_covered\": 0.8}",
                          NULL),
        T2SED_OK);
    ck_assert_double_eq(threshold_with(changed, database), 0.8);
    ck_assert_double_eq(threshold_of(changed, database, apart), 0.9);
    /* What the query leaves aside is not known. */
    ck_assert_double_eq(threshold_with(changed, NULL), 0.9);
    t2sed_model_free(changed);
}
END_TEST

START_TEST(the_threshold_is_that_of_what_is_known)
{
    t2sed_schema *schema = NULL;
    t2sed_database *without_rows = NULL;
    t2sed_model *changed = NULL;
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&schema,
                               "CREATE TABLE singer (id INT, name TEXT)", NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2sed_database_new_schema(&without_rows, schema, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2s_changed_model(&changed, "thresholds",
                          "{\"answer_95\": 0.9, \"answer_95_schema\": 0.7}",
                          NULL),
        T2SED_OK);
    ck_assert_double_eq(threshold_with(changed, database), 0.9);
    ck_assert_double_eq(threshold_with(changed, without_rows), 0.7);
    ck_assert_double_eq(threshold_with(changed, NULL), 0.9);
    t2sed_model_free(changed);
    t2sed_database_free(without_rows);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("checker");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, one_call_tells_all);
    tcase_add_test(tests, parts_by_hand_give_the_same);
    tcase_add_test(tests, others_of_the_beam_count);
    tcase_add_test(tests, policies_and_the_parsers_scores_count);
    tcase_add_test(tests, queries_need_no_nul);
    tcase_add_test(tests, input_is_checked);
    tcase_add_test(tests, nothing_need_be_known);
    tcase_add_test(tests, the_database_may_go_first);
    tcase_add_test(tests, a_model_may_have_no_thresholds);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, findings_may_be_left_out);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    tcase_add_test(tests, the_threshold_is_that_of_what_is_known);
    tcase_add_test(tests, a_query_that_covers_its_question_has_a_threshold);
    return t2s_test_run("decide/checker", &tests, 1);
}
