/* Which findings a user wants. */
#include "t2s_test.h"

#include "findings/advice.h"
#include "findings_test.h"

#include <math.h>

#include "findings/findings.h"

static const char query[] =
    "SELECT nam FROM singer WHERE age = NULL AND naam = 1";

static t2sed_status select_in(t2sed_findings **out, const char *ignore,
                              int severity, t2sed_error *err)
{
    t2sed_findings *all = find_with(evidence, any, query);
    const t2sed_status status =
        t2sed_findings_select(out, all, ignore, severity, err);
    t2sed_findings_free(all);
    return status;
}

static t2sed_findings *selected(const char *ignore, int severity)
{
    t2sed_findings *out = NULL;
    t2sed_error err;
    ck_assert_msg(select_in(&out, ignore, severity, &err) == T2SED_OK, "%s",
                  err.text);
    return out;
}

START_TEST(codes_are_left_out)
{
    t2sed_findings *found = selected(NULL, 0);
    size_t n;
    ck_assert_int_ge(look(found, "unknown_column"), 0);
    /* The list that it is a copy of is gone. */
    ck_assert_str_eq(finding_at(found, 0).suggestion, "name");
    ck_assert_str_eq(t2sed_findings_question(found, &n), any);
    ck_assert_uint_eq(n, strlen(any));
    t2sed_findings_free(found);
    found = selected(" order_missing,\n unknown_column ,", 0);
    ck_assert_int_eq(look(found, "unknown_column"), -1);
    t2sed_findings_free(found);
    found = selected("", 0);
    ck_assert_int_ge(look(found, "unknown_column"), 0);
    t2sed_findings_free(found);
}
END_TEST

START_TEST(a_severity_is_the_least)
{
    t2sed_findings *all = find_with(evidence, "Who is from Perth?",
                                    "SELECT name FROM stadium WHERE name = "
                                    "NULL"),
                   *found = NULL;
    const long at = look(all, "null_compared");
    ck_assert_int_ge(at, 0);
    for (int severity = 0; severity <= T2SED_SEVERITY_ERROR; severity++) {
        ck_assert_int_eq(
            t2sed_findings_select(&found, all, NULL, severity, NULL), T2SED_OK);
        for (size_t i = 0; i < t2sed_findings_count(found); i++)
            ck_assert_int_ge(finding_at(found, i).severity, severity);
        ck_assert_int_eq(look(found, "null_compared") >= 0,
                         finding_at(all, (size_t)at).severity >= severity);
        t2sed_findings_free(found);
    }
    t2sed_findings_free(all);
}
END_TEST

START_TEST(an_unknown_code_has_the_nearest)
{
    t2sed_findings *found = NULL;
    t2sed_finding_kind kind = T2SED_FINDING_KIND_INIT;
    t2sed_error err;
    static const char *const wrong[][2] = {{"unknwon_column", "unknown_column"},
                                           {"Many_Columns", "many_columns"},
                                           {"many-columns", "many_columns"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(select_in(&found, wrong[i][0], 0, &err),
                         T2SED_ENOTFOUND);
        ck_assert_ptr_nonnull(strstr(err.text, wrong[i][0]));
        ck_assert_ptr_nonnull(strstr(err.text, wrong[i][1]));
        ck_assert_ptr_null(found);
    }
    ck_assert_int_eq(select_in(&found, NULL, 7, &err), T2SED_EINVAL);
    ck_assert_int_eq(select_in(&found, NULL, -1, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_finding_kind_find(&kind, "syntax_error(", 12, &err),
                     T2SED_OK);
    ck_assert_int_eq(kind.code, T2SED_FINDING_SYNTAX_ERROR);
    ck_assert_int_eq(t2sed_finding_kind_find(&kind, "", 0, &err),
                     T2SED_ENOTFOUND);
    ck_assert_int_eq(t2sed_finding_kind_find(NULL, "", 0, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_select(&found, NULL, NULL, 0, &err),
                     T2SED_EINVAL);
}
END_TEST

/* What a language model reads: what is wrong, where, and what should be. */
START_TEST(advice_has_places_and_replacements)
{
    static const char sql[] =
        "SELECT \"na\nm\", name FROM singers WHERE name = 'name'";
    t2sed_findings *found = find_with(evidence, NULL, sql);
    t2sed_findings *none = find_with(evidence, NULL, "SELECT 1");
    char *text = NULL;
    size_t n = 0;
    ck_assert_int_eq(
        t2sed_findings_advice(&text, &n, found, sql, strlen(sql), NULL),
        T2SED_OK);
    ck_assert_uint_eq(n, strlen(text));
    ck_assert_int_eq(
        strncmp(text, "The query can't run as it is.\n- error: ", 39), 0);
    ck_assert_ptr_nonnull(
        strstr(text, "In the query: singers Instead: singer"));
    ck_assert_ptr_null(strstr(text, "na\nm"));
    t2sed_free(text);
    ck_assert_int_eq(t2sed_findings_advice(&text, NULL, none, NULL, 0, NULL),
                     T2SED_OK);
    ck_assert_str_eq(text, "No fault was found: the query can be run.");
    t2sed_free(text);
    ck_assert_int_eq(t2sed_findings_advice(&text, NULL, found, NULL, 3, NULL),
                     T2SED_EINVAL);
    t2sed_findings_free(found);
    t2sed_findings_free(none);
}
END_TEST

/* The weighed findings of a query whose probability is `probability`, by a
 * model that reads `feature` alone. */
static t2sed_findings *weighed(const char *feature, double weight,
                               double probability)
{
    const t2s_contributions of = {&feature, &weight, 1};
    t2sed_findings *found = find_with(names, "Who is from Perth?",
                                      "SELECT name FROM stadium WHERE city = "
                                      "NULL");
    ck_assert_int_eq(t2s_findings_weigh(found, &of, probability, NULL),
                     T2SED_OK);
    return found;
}

START_TEST(a_warning_without_a_weight_is_not_said_of_a_right_query)
{
    static const struct {
        const char *feature;
        double weight, probability;
        bool is_listed;
    } cases[] = {
        {"check.null_compared", -0.5, 0.9, true},
        {"check.null_compared", -0.05, 0.9, false},
        {"shape.joins", -0.5, 0.9, false}, /* nothing measures it */
        {"shape.joins", -0.5, 0.3, true},
        {"shape.joins", -0.5, (double)NAN, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_findings *found =
            weighed(cases[i].feature, cases[i].weight, cases[i].probability);
        ck_assert_int_eq(look(found, "null_compared") >= 0, cases[i].is_listed);
        t2sed_findings_free(found);
    }
}
END_TEST

START_TEST(advice_says_how_sure_it_is)
{
    static const struct {
        const char *feature, *said;
        double weight;
    } cases[] = {
        {"check.null_compared", "warning (strong evidence): A comp", -1.1},
        {"check.null_compared", "warning (some evidence): A comp", -0.1},
        {"check.null_compared", "warning (little evidence): A comp", 0.2},
        {"shape.joins", "warning: A comp", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_findings *found = weighed(cases[i].feature, cases[i].weight, 0.3);
        char *text;
        ck_assert_int_eq(
            t2sed_findings_advice(&text, NULL, found, NULL, 0, NULL), T2SED_OK);
        ck_assert_msg(strstr(text, cases[i].said) != NULL, "%s", text);
        t2sed_free(text);
        t2sed_findings_free(found);
    }
}
END_TEST

static t2sed_status use(void *payload)
{
    t2sed_findings *found = NULL;
    char *text = NULL;
    t2sed_status status = t2sed_findings_select(
        &found, payload, "order_missing", T2SED_SEVERITY_HINT, NULL);
    if (status == T2SED_OK)
        status = t2sed_findings_advice(&text, NULL, found, query, strlen(query),
                                       NULL);
    t2sed_free(text);
    t2sed_findings_free(found);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_findings *found = find_with(evidence, any, query);
    t2s_test_every_allocation(use, found);
    t2sed_findings_free(found);
}
END_TEST

/* What advice says is wrong, to be corrected first; "" where it says nothing,
 * NULL of what is no advice. */
START_TEST(advice_is_read)
{
    static const struct {
        const char *text, *what;
    } cases[] = {
        {"use name instead of city", NULL},
        {"error: no such column", NULL},
        {"", NULL},
        {"The query is right with probability 0.31, below the threshold 0.62. "
         "Compare it with the question.\n"
         "- warning: It returns no rows. In the query: WHERE x = 'DE'\n"
         "- warning (strong evidence): t.x has no value \"DE\"; it has 'D'. In "
         "the query: 'DE' "
         "Instead: 'D'\n"
         "- hint: Another. Instead: 7\n"
         "Ask the user: Should 5 be included?",
         "t.x has no value \"DE\"; it has 'D'."},
        {"The query may be wrong.\n- hint: One.\n- warning: Two.\n"
         "- warning: Three. In the query: x",
         "Two."},
        {"The query may be wrong.\n- hint: One.", ""},
        {"The query can't run as it is.\n- error: No column. In the query: a "
         "Instead: b\n- warning: Two.",
         ""},
        {"- error: No column. In the query: a Instead: b", ""},
        {"- warning: Two. In the query: x (occurrence 2)", "Two."},
        {"- warning (little evidence): Two (of 3).", "Two (of 3)."},
        {"None of the queries can run, so there is no answer to give.\n"
         "- warning: Two.",
         ""},
        {"Two. In the query: x Instead: y", "Two."},
        {"It is not known whether the query is right.", ""},
        {"The query is right with probability 0.90: it can be run.", ""},
        {"No fault was found: the query can be run.", ""},
        {"The query can't be judged, so it is not known whether it is right.",
         ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_span what;
        const char *text = cases[i].text, *right = cases[i].what;
        const bool is_advice = t2s_advice_read(&what, text, strlen(text));
        ck_assert_msg(is_advice == (right != NULL), "%s", text);
        ck_assert_msg(
            !right || (strlen(right) == what.end - what.begin &&
                       memcmp(text + what.begin, right, strlen(right)) == 0),
            "%s\n%zu to %zu", text, what.begin, what.end);
    }
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("rules");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, codes_are_left_out);
    tcase_add_test(tests, a_severity_is_the_least);
    tcase_add_test(tests, an_unknown_code_has_the_nearest);
    tcase_add_test(tests, advice_has_places_and_replacements);
    tcase_add_test(tests,
                   a_warning_without_a_weight_is_not_said_of_a_right_query);
    tcase_add_test(tests, advice_says_how_sure_it_is);
    tcase_add_test(tests, advice_is_read);
    tcase_add_test(tests, memory_may_run_out);
    return t2s_test_run("findings/rules", &tests, 1);
}
