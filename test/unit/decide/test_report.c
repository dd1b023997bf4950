/* Reports as JSON. */
#include "checker_test.h"

#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "t2sed/parts.h"

static const char *const queries[] = {
    "SELECT name FROM singer",
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "SELECT count(*) FROM",
    "SELECT TOP 1 name\nFROM singer ORDER BY nam",
    "SELECT '\xff'",
};
#define QUERIES (sizeof queries / sizeof queries[0])

static t2sed_report *report_of(int dialect, int findings, const char *knowledge)
{
    t2sed_checker_options options;
    t2sed_checker *checker = NULL;
    t2sed_question *question = NULL;
    t2sed_report *report = NULL;
    t2sed_check_input input;
    t2sed_error err;
    t2sed_checker_options_init(&options, sizeof options);
    options.dialect = dialect;
    options.findings = findings;
    ck_assert_msg(t2sed_checker_new(&checker, model, database, &options,
                                    &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(
        t2sed_question_new(&question, "How many are \"French\"?", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, knowledge, NULL),
                     T2SED_OK);
    t2sed_check_input_init(&input, sizeof input);
    input.question = question;
    input.queries = queries;
    input.count = QUERIES;
    ck_assert_msg(t2sed_checker_check_input(&report, checker, &input, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    t2sed_question_free(question);
    t2sed_checker_free(checker); /* the report outlives both */
    return report;
}

static json_t *parsed(const t2sed_report *report)
{
    char *text = NULL;
    size_t length = 0;
    t2sed_error err;
    json_error_t why;
    json_t *made;
    ck_assert_msg(t2sed_report_to_json(&text, &length, report, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(strlen(text), length);
    ck_assert_ptr_null(strchr(text, '\n'));
    made = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    ck_assert_msg(made != NULL, "%s: %s", why.text, text);
    t2sed_free(text);
    return made;
}

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static double number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_real(value) ? json_real_value(value) : (double)NAN;
}

/* The candidate whose place in `queries` is i. */
static const json_t *of(const json_t *report, size_t i)
{
    size_t rank;
    json_t *one;
    json_array_foreach(json_object_get(report, "candidates"), rank, one)
    {
        const json_t *place = json_object_get(one, "rank_before");
        if (json_integer_value(place) == (json_int_t)i + 1)
            return one;
    }
    ck_abort_msg("candidate %zu is not in the report", i);
    return NULL;
}

START_TEST(it_has_what_the_report_has)
{
    t2sed_report *report = report_of(T2SED_DIALECT_SQLITE, 1, "French: France");
    json_t *made = parsed(report);
    const json_t *list = json_object_get(made, "candidates");
    ck_assert_str_eq(text_at(made, "question"), "How many are \"French\"?");
    ck_assert_str_eq(text_at(made, "knowledge"), "French: France");
    ck_assert_str_eq(text_at(made, "decision"),
                     t2sed_decision_name(t2sed_report_decision(report)));
    ck_assert_str_eq(text_at(json_object_get(made, "scored_by"), "version"),
                     t2sed_version());
    ck_assert_str_eq(text_at(json_object_get(made, "scored_by"), "database"),
                     "rows");
    ck_assert_uint_eq(json_array_size(list), QUERIES);
    for (size_t rank = 0; rank < QUERIES; rank++) {
        const json_t *one = json_array_get(list, rank);
        const json_t *agreement = json_object_get(one, "agreement");
        const json_t *findings = json_object_get(one, "findings");
        t2sed_checked is = {.struct_size = sizeof is};
        ck_assert_int_eq(t2sed_report_get(report, rank, &is, NULL), T2SED_OK);
        ck_assert_int_eq(
            json_integer_value(json_object_get(one, "rank_before")),
            (json_int_t)is.candidate + 1);
        ck_assert_str_eq(text_at(agreement, "outcome"),
                         t2sed_outcome_name(is.outcome));
        ck_assert_int_eq(json_is_null(json_object_get(agreement, "group")),
                         is.group < 0);
        ck_assert_uint_eq(json_array_size(findings),
                          t2sed_findings_count(is.findings));
        ck_assert_ptr_null(json_object_get(one, "dialect"));
        ck_assert_int_eq(json_object_get(one, "error") == NULL,
                         is.status == T2SED_OK);
        if (is.status != T2SED_OK) {
            ck_assert(json_is_null(json_object_get(one, "probability")));
            ck_assert_ptr_null(json_object_get(one, "alone"));
            continue;
        }
        ck_assert_double_eq_tol(number_at(one, "probability"), is.probability,
                                5e-7);
        ck_assert_double_eq_tol(number_at(one, "alone"), is.alone, 5e-7);
        ck_assert_double_eq_tol(number_at(one, "confidence"), is.confidence,
                                5e-7);
    }
    json_decref(made);
    t2sed_report_free(report);
}
END_TEST

START_TEST(a_finding_has_its_places)
{
    t2sed_report *report = report_of(T2SED_DIALECT_SQLITE, 1, NULL);
    json_t *made = parsed(report);
    const json_t *one = of(made, 2);
    const json_t *finding = json_array_get(json_object_get(one, "findings"), 0);
    const json_t *error = json_object_get(one, "error");
    ck_assert_ptr_null(json_object_get(made, "knowledge"));
    ck_assert_str_eq(text_at(one, "sql"), queries[2]);
    ck_assert_str_eq(text_at(finding, "code"), "syntax_error");
    ck_assert_str_eq(text_at(finding, "severity"), "error");
    ck_assert_int_eq(
        json_integer_value(json_array_get(json_object_get(finding, "sql"), 0)),
        (json_int_t)strlen(queries[2]));
    ck_assert(json_is_null(json_object_get(finding, "question")));
    ck_assert_str_eq(text_at(error, "code"), "ESYNTAX");
    ck_assert_int_eq(json_integer_value(json_object_get(error, "offset")),
                     (json_int_t)strlen(queries[2]));
    /* Bytes that are no UTF-8 do not spoil the line. */
    ck_assert_str_eq(text_at(of(made, 4), "sql"), "SELECT '\xef\xbf\xbd'");
    json_decref(made);
    t2sed_report_free(report);
}
END_TEST

START_TEST(dialects_are_shown)
{
    t2sed_report *report = report_of(T2SED_DIALECT_AUTO, 0, NULL);
    json_t *made = parsed(report);
    ck_assert_ptr_null(json_object_get(of(made, 1), "dialect"));
    ck_assert_str_eq(text_at(of(made, 3), "dialect"), "tsql");
    ck_assert_ptr_null(json_object_get(of(made, 1), "sqlite"));
    ck_assert_ptr_null(json_object_get(of(made, 1), "findings"));
    ck_assert_str_eq(text_at(of(made, 3), "sql"), queries[3]);
    json_decref(made);
    t2sed_report_free(report);
    report = report_of(T2SED_DIALECT_TSQL, 1, NULL);
    made = parsed(report);
    ck_assert_ptr_null(json_object_get(of(made, 3), "dialect"));
    ck_assert_ptr_nonnull(strstr(text_at(of(made, 3), "sqlite"), "LIMIT 1"));
    json_decref(made);
    t2sed_report_free(report);
}
END_TEST

START_TEST(numbers_do_not_depend_on_the_locale)
{
    t2sed_report *report = report_of(T2SED_DIALECT_SQLITE, 0, NULL);
    char *plain, *other;
    ck_assert_int_eq(t2sed_report_to_json(&plain, NULL, report, NULL),
                     T2SED_OK);
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        ck_assert_int_eq(t2sed_report_to_json(&other, NULL, report, NULL),
                         T2SED_OK);
        setlocale(LC_NUMERIC, "C");
        ck_assert_str_eq(plain, other);
        t2sed_free(other);
    }
    t2sed_free(plain);
    t2sed_report_free(report);
}
END_TEST

static t2sed_status write_json(void *payload)
{
    char *text = NULL;
    t2sed_status status = t2sed_report_to_json(&text, NULL, payload, NULL);
    ck_assert_int_eq(text != NULL, status == T2SED_OK);
    t2sed_free(text);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_report *report = report_of(T2SED_DIALECT_SQLITE, 1, "x");
    t2sed_error err;
    char *text = NULL;
    t2s_test_every_allocation(write_json, report);
    ck_assert_int_eq(t2sed_report_to_json(NULL, NULL, report, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_report_to_json(&text, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(text);
    t2sed_report_free(report);
}
END_TEST

START_TEST(the_version_has_a_number)
{
    ck_assert_int_eq(t2sed_version_number(), T2SED_VERSION_NUMBER);
    ck_assert_int_eq(t2sed_version_number(), T2SED_VERSION_MAJOR * 10000 +
                                                 T2SED_VERSION_MINOR * 100 +
                                                 T2SED_VERSION_PATCH);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("report");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, it_has_what_the_report_has);
    tcase_add_test(tests, a_finding_has_its_places);
    tcase_add_test(tests, dialects_are_shown);
    tcase_add_test(tests, numbers_do_not_depend_on_the_locale);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_version_has_a_number);
    return t2s_test_run("decide/report", &tests, 1);
}
