/* What raises and lowers a probability: it adds up, it is in order, and what
 * hardly counts is left out. */
#include "decide/trigger.h"
#include "checker_test.h"

#include "interrupt_test.h"

#include <math.h>
#include <string.h>

#include "decide/reasons.h"
#include "features/features.h"
#include "model/attribution.h"
#include "model/fusion.h"
#include "model/opinion.h"
#include "model/scorer.h"
#include "t2sed/parts.h"

static const char *const questions[] = {
    "How many singers are from France?",
    "Show the name of the oldest singer.",
    "List the titles of songs by singers older than 45.",
};
static const char *const queries[] = {
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "SELECT count(*) FROM singer WHERE country = 'Frence'",
    "SELECT name, age FROM singer ORDER BY age",
    "SELECT name FROM singer ORDER BY age DESC LIMIT 1",
    ("SELECT title FROM song JOIN singer ON song.singer_id = singer.id WHERE "
     "age > 45"),
    "SELECT title FROM song, singer WHERE age < 45 OR age = 3",
    "SELECT hobby FROM singer",
    "SELECT avg(age) FROM singer WHERE name LIKE 'J'",
};
#define QUESTIONS (sizeof questions / sizeof *questions)
#define QUERIES   (sizeof queries / sizeof *queries)

/* What is known: rows, the schema, nothing. */
static t2sed_database *known[3];
static t2sed_schema *schema;
static t2sed_checker *checkers[3][2]; /* those used, not for and for all */

/* Its CREATE statements. */
static const char tables[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, country TEXT, "
    "age INT);"
    "CREATE TABLE song (id INTEGER PRIMARY KEY, singer_id INT REFERENCES "
    "singer (id), title TEXT);";

static void set_up_all(void)
{
    set_up();
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, tables, NULL), T2SED_OK);
    known[0] = database;
    ck_assert_int_eq(t2sed_database_new_schema(&known[1], schema, NULL, NULL),
                     T2SED_OK);
}

static void tear_down_all(void)
{
    for (int k = 0; k < 6; k++)
        t2sed_checker_free(checkers[k / 2][k % 2]);
    t2sed_database_free(known[1]);
    t2sed_schema_free(schema);
    tear_down();
}

/* By a checker of known[k], which is kept. */
static t2sed_report *check(int k, int all, const char *question,
                           const char *const *some, size_t count)
{
    t2sed_report *report = NULL;
    t2sed_error err;
    if (!checkers[k][all]) {
        t2sed_checker_options options;
        t2sed_checker_options_init(&options, sizeof options);
        options.all_findings = all;
        ck_assert_msg(t2sed_checker_new(&checkers[k][all], model, known[k],
                                        &options, &err) == T2SED_OK,
                      "%s", err.text);
    }
    ck_assert_msg(t2sed_checker_check(&report, checkers[k][all], question, some,
                                      NULL, count, &err) == T2SED_OK,
                  "%s", err.text);
    return report;
}

static double log_odds(double p)
{
    return log(p / (1 - p));
}

/* The weights of findings and of reasons, added up. */
static double sum_of(const t2sed_report *report, size_t rank)
{
    t2sed_checked one = T2SED_CHECKED_INIT;
    t2sed_finding finding = T2SED_FINDING_INIT;
    t2sed_reason reason = T2SED_REASON_INIT;
    double sum = 0;
    ck_assert_int_eq(t2sed_report_get(report, rank, &one, NULL), T2SED_OK);
    for (size_t i = 0;
         t2sed_findings_get(one.findings, i, &finding, NULL) == T2SED_OK; i++)
        sum += finding.weight;
    for (size_t i = 0;
         t2sed_report_reason_get(report, rank, i, &reason, NULL) == T2SED_OK;
         i++)
        sum += reason.weight;
    return sum;
}

/* Each query by itself, then all in a beam; rows, the schema or nothing. */
START_TEST(parts_add_up)
{
    for (size_t q = 0; q < QUESTIONS; q++) {
        t2sed_report *beam = check(_i, 1, questions[q], queries, QUERIES);
        for (size_t i = 0; i < QUERIES; i++) {
            t2sed_report *own = check(_i, 1, questions[q], &queries[i], 1);
            t2sed_checked one = T2SED_CHECKED_INIT;
            t2sed_report_get(own, 0, &one, NULL);
            ck_assert_double_eq_tol(sum_of(own, 0), log_odds(one.probability),
                                    1e-6);
            t2sed_report_get(beam, i, &one, NULL);
            ck_assert_double_eq_tol(sum_of(beam, i), log_odds(one.probability),
                                    1e-6);
            t2sed_report_free(own);
        }
        t2sed_report_free(beam);
    }
}
END_TEST

/* The same of a text beside the forests, of another temperature and with a
 * bound, against what t2s_fuse makes of it. */
START_TEST(a_text_and_a_temperature_add_up)
{
    t2s_config config = model->config;
    const size_t count = config.evidence.count;
    float *features = malloc(QUERIES * count * sizeof *features);
    double *adds = malloc(count * sizeof *adds);
    t2sed_scorer *scorer = NULL;
    t2sed_question *question = NULL;
    t2sed_beam beam;
    config.temperature = 1.75;
    for (int k = 0; k < T2S_KNOWN_CASES; k++)
        config.fusion[k].text = 0.25 * (k + 1);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, questions[0], NULL),
                     T2SED_OK);
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.database = known[_i];
    beam.queries = queries;
    beam.count = QUERIES;
    ck_assert_int_eq(t2sed_scorer_gather(features, scorer, &beam, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < QUERIES; i++) {
        const float text = 2 + (float)i;
        float logit = text;
        t2s_attribution parts = {.features = adds};
        double sum;
        t2s_attribute(&parts, &config, model->forests, features + i * count,
                      (double)text);
        t2s_fuse(&logit, &config, model->forests, features + i * count, 1);
        sum = parts.base + parts.shift + parts.text + parts.bound + parts.judge;
        for (size_t f = 0; f < count; f++)
            sum += adds[f];
        ck_assert_double_eq_tol(sum, (double)logit / config.temperature, 1e-6);
        if (i == 6 && _i < 2)
            ck_assert_double_lt(parts.bound, -0.1);
    }
    t2sed_question_free(question);
    t2sed_scorer_free(scorer);
    free(features);
    free(adds);
}
END_TEST

static t2sed_status doubt(double *out, t2sed_judge *judge,
                          const t2sed_beam *beam, const char *const *reasons,
                          t2sed_error *err)
{
    (void)judge;
    (void)reasons;
    (void)err;
    for (size_t i = 0; i < beam->count; i++)
        out[i] = -0.5;
    return T2SED_OK;
}

START_TEST(a_judge_is_a_part)
{
    t2s_opinion judge = {doubt, 0.75, INFINITY, false};
    t2sed_scorer_options options;
    t2sed_checker_options how;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL, *plain = check(0, 1, questions[0], queries, 1);
    t2sed_checked with = T2SED_CHECKED_INIT, without = T2SED_CHECKED_INIT;
    t2sed_scorer_options_init(&options, sizeof options);
    options.judge = (t2sed_judge *)(void *)&judge;
    t2sed_checker_options_init(&how, sizeof how);
    how.scorer = &options;
    how.all_findings = 1;
    ck_assert_int_eq(t2sed_checker_new(&checker, model, database, &how, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_checker_check(&report, checker, questions[0],
                                         queries, NULL, 1, NULL),
                     T2SED_OK);
    t2sed_report_get(report, 0, &with, NULL);
    t2sed_report_get(plain, 0, &without, NULL);
    ck_assert_double_eq_tol(log_odds(with.probability),
                            0.75 * log_odds(without.probability) - 0.5, 1e-6);
    ck_assert_double_eq_tol(sum_of(report, 0), log_odds(with.probability),
                            1e-6);
    t2sed_report_free(report);
    t2sed_report_free(plain);
    t2sed_checker_free(checker);
}
END_TEST

START_TEST(every_feature_has_a_group)
{
    const t2s_feature *feature;
    for (size_t i = 0; (feature = t2s_feature_at(i)); i++)
        ck_assert_msg(t2s_reason_of(feature->name) < T2S_REASONS, "%s",
                      feature->name);
    ck_assert_int_eq(t2s_reason_of("column.selected_gap"), T2S_REASON_SELECTED);
    ck_assert_int_eq(t2s_reason_of("column.used_gap"), T2S_REASON_COLUMNS);
    ck_assert_int_eq(t2s_reason_of("time.gap"), T2S_REASON_TIMES);
    ck_assert_int_eq(t2s_reason_of("today.gap"), T2S_REASON_TIMES);
    ck_assert_int_eq(t2s_reason_of("join.schema_tables"), T2S_REASON_SCHEMA);
    ck_assert_int_eq(t2s_reason_of("join.keys"), T2S_REASON_JOINS);
    ck_assert_int_eq(t2s_reason_of("other.gap"), T2S_REASONS);
    ck_assert_int_eq(t2s_reason_of("today"), T2S_REASONS);
}
END_TEST

/* Of the findings of one report, what `all` says comes first, and what another
 * list lacks lowers the log odds by less than 0.1. */
static void check_findings(const t2sed_findings *shown,
                           const t2sed_findings *all, double alone)
{
    t2sed_finding one = T2SED_FINDING_INIT;
    double last = -INFINITY;
    for (size_t i = 0; t2sed_findings_get(shown, i, &one, NULL) == T2SED_OK;
         i++) {
        if (one.severity == T2SED_SEVERITY_ERROR)
            continue;
        ck_assert_double_ge(one.weight, last);
        last = one.weight;
        if (one.severity == T2SED_SEVERITY_HINT)
            ck_assert_double_lt(alone, 0.5);
        if (alone >= (one.severity == T2SED_SEVERITY_HINT ? 0.4 : 0.5))
            ck_assert_double_le(
                one.weight * (double)t2sed_findings_count(shown), -0.1);
    }
    ck_assert_uint_le(t2sed_findings_count(shown), t2sed_findings_count(all));
    for (size_t i = 0; t2sed_findings_get(all, i, &one, NULL) == T2SED_OK; i++)
        if (one.severity == T2SED_SEVERITY_ERROR)
            ck_assert_uint_ge(t2sed_findings_count(shown), 1);
}

START_TEST(what_hardly_counts_is_left_out)
{
    size_t shown = 0, all = 0;
    for (size_t q = 0; q < QUESTIONS; q++) {
        t2sed_report *few = check(0, 0, questions[q], queries, QUERIES);
        t2sed_report *many = check(0, 1, questions[q], queries, QUERIES);
        for (size_t rank = 0; rank < QUERIES; rank++) {
            t2sed_checked a = T2SED_CHECKED_INIT, b = T2SED_CHECKED_INIT;
            t2sed_report_get(few, rank, &a, NULL);
            t2sed_report_get(many, rank, &b, NULL);
            ck_assert_double_eq(a.probability, b.probability);
            check_findings(a.findings, b.findings, a.alone);
            shown += t2sed_findings_count(a.findings);
            all += t2sed_findings_count(b.findings);
        }
        t2sed_report_free(few);
        t2sed_report_free(many);
    }
    ck_assert_uint_gt(shown, 0);
    ck_assert_uint_gt(all, shown);
}
END_TEST

/* Whether a finding or a reason lowers the probability. */
static bool is_lowered(const t2sed_report *report, size_t rank)
{
    t2sed_checked one = T2SED_CHECKED_INIT;
    t2sed_reason reason = T2SED_REASON_INIT;
    bool found = false;
    t2sed_report_get(report, rank, &one, NULL);
    for (size_t i = 0;
         t2sed_report_reason_get(report, rank, i, &reason, NULL) == T2SED_OK;
         i++)
        found = found || reason.weight < 0;
    return found || t2sed_findings_count(one.findings) > 0;
}

START_TEST(what_is_not_answered_has_a_reason)
{
    size_t below = 0;
    for (size_t q = 0; q < QUESTIONS; q++) {
        for (size_t i = 0; i < QUERIES; i++) {
            t2sed_report *report = check(_i, 0, questions[q], &queries[i], 1);
            t2sed_reason reason = T2SED_REASON_INIT;
            size_t raises = 0, lowers = 0;
            double last = INFINITY;
            for (size_t k = 0; t2sed_report_reason_get(report, 0, k, &reason,
                                                       NULL) == T2SED_OK;
                 k++) {
                ck_assert_double_le(fabs(reason.weight), last);
                last = fabs(reason.weight);
                ck_assert_ptr_nonnull(strchr(reason.text, '.'));
                raises += reason.weight > 0;
                lowers += reason.weight < 0;
            }
            ck_assert_uint_le(raises, 3);
            ck_assert_uint_le(lowers, 3);
            if (t2sed_report_decision(report) != T2SED_DECISION_ANSWER) {
                below++;
                ck_assert(is_lowered(report, 0));
            }
            t2sed_report_free(report);
        }
    }
    ck_assert_uint_gt(below, 0);
}
END_TEST

/* Beside one that does not run, and beside its own text. Without a schema it is
 * not known which columns there are. */
START_TEST(idle_rivals_change_nothing)
{
    for (size_t i = 0; i < 6; i++) {
        const char *const few[] = {queries[i],
                                   _i < 2 ? queries[6] : "DROP TABLE singer",
                                   queries[i], "SELECT count(*) FROM"};
        t2sed_report *own = check(_i, 0, questions[0], few, 1);
        t2sed_checked alone = T2SED_CHECKED_INIT, one = T2SED_CHECKED_INIT;
        t2sed_report_get(own, 0, &alone, NULL);
        for (size_t count = 2; count <= 4; count++) {
            t2sed_report *report = check(_i, 0, questions[0], few, count);
            ck_assert_int_eq(t2sed_report_decision(report),
                             t2sed_report_decision(own));
            for (size_t rank = 0; rank < count; rank++) {
                t2sed_report_get(report, rank, &one, NULL);
                if (one.candidate % 2 == 0)
                    ck_assert_double_eq(one.probability, alone.probability);
            }
            t2sed_report_get(report, 0, &one, NULL);
            ck_assert_uint_eq(one.candidate % 2, 0);
            ck_assert_double_eq(one.confidence, alone.confidence);
            t2sed_report_free(report);
        }
        t2sed_report_free(own);
    }
}
END_TEST

/* Beside others, too: none is compared with, or wanted of the instances on
 * which these are compared. */
START_TEST(idle_rivals_change_no_others)
{
    static const char *const idle[] = {
        "SELECT hobby FROM singer",
        "SELECT name FROM singers",
        "SELECT name FROM singer WHERE count(*) > 3",
        "SELECT name FROM singer UNION SELECT id, name FROM singer",
        "SELECT id FROM singer JOIN song",
    };
    const char *few[3 + sizeof idle / sizeof *idle] = {queries[0], queries[4],
                                                       queries[7]};
    t2sed_report *own = check(1, 0, questions[0], few, 3);
    t2sed_report *report;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        few[3 + i] = idle[i];
    report = check(1, 0, questions[0], few, 3 + sizeof idle / sizeof *idle);
    for (size_t rank = 0; rank < 3; rank++) {
        t2sed_checked one = T2SED_CHECKED_INIT, alone = T2SED_CHECKED_INIT;
        t2sed_report_get(own, rank, &alone, NULL);
        t2sed_report_get(report, rank, &one, NULL);
        ck_assert_uint_eq(one.candidate, alone.candidate);
        ck_assert_double_eq(one.probability, alone.probability);
        ck_assert_int_eq(one.outcome, T2SED_OUTCOME_NOT_RUN);
    }
    t2sed_report_free(own);
    t2sed_report_free(report);
}
END_TEST

START_TEST(arguments_are_checked)
{
    t2sed_report *report = check(0, 0, questions[0], queries, 1);
    t2sed_reason reason = T2SED_REASON_INIT;
    t2sed_reasons *reasons = NULL;
    t2sed_scores *scores = NULL;
    t2sed_scorer *scorer = NULL;
    t2sed_question *question = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_findings *findings = NULL;
    t2sed_trigger_options trigger;
    t2sed_beam beam;
    ck_assert_int_eq(t2sed_report_reason_get(NULL, 0, 0, &reason, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_report_reason_get(report, 1, 0, &reason, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_report_reason_get(report, 0, 99, &reason, NULL),
                     T2SED_EINVAL);
    reason.struct_size = 0;
    ck_assert_int_eq(t2sed_report_reason_get(report, 0, 0, &reason, NULL),
                     T2SED_EINVAL);
    ck_assert_uint_eq(t2sed_report_reason_count(NULL, 0), 0);
    ck_assert_double_nan(t2sed_report_threshold(NULL));
    t2sed_trigger_options_init(&trigger, sizeof trigger);
    ck_assert_int_eq(t2s_trigger_options_for(
                         &trigger, model, T2S_KNOWN_DATABASE, true, 0.95, NULL),
                     T2SED_OK);
    ck_assert_double_eq(t2sed_report_threshold(report), trigger.answer);
    ck_assert_uint_eq(t2sed_reasons_count(NULL), 0);
    ck_assert_int_eq(t2sed_reasons_get(NULL, 0, &reason, NULL), T2SED_EINVAL);
    /* A scorer that keeps no reasons. */
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, questions[0], NULL),
                     T2SED_OK);
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.queries = queries;
    beam.count = 1;
    ck_assert_int_eq(t2sed_scorer_score(&scores, scorer, &beam, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_new(&evidence, database, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_findings_parse(&findings, evidence, queries[2], NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_findings_weigh(findings, scores, 0, 0, NULL),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2sed_findings_weigh(findings, scores, 1, 0, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reasons_new(&reasons, scores, 0, NULL, NULL, NULL),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2sed_reasons_new(NULL, scores, 0, NULL, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(reasons);
    t2sed_findings_free(findings);
    t2sed_evidence_free(evidence);
    t2sed_scores_free(scores);
    t2sed_question_free(question);
    t2sed_scorer_free(scorer);
    t2sed_report_free(report);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("reasons");
    tcase_add_checked_fixture(tests, set_up_all, tear_down_all);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, parts_add_up, 0, 3);
    tcase_add_loop_test(tests, a_text_and_a_temperature_add_up, 0, 3);
    tcase_add_test(tests, a_judge_is_a_part);
    tcase_add_test(tests, every_feature_has_a_group);
    tcase_add_test(tests, what_hardly_counts_is_left_out);
    tcase_add_loop_test(tests, what_is_not_answered_has_a_reason, 0, 3);
    tcase_add_loop_test(tests, idle_rivals_change_nothing, 0, 3);
    tcase_add_test(tests, idle_rivals_change_no_others);
    tcase_add_test(tests, arguments_are_checked);
    return t2s_test_run("decide/reasons", &tests, 1);
}
