/* The public object: all evidence on a query, with and without a database. */
#include "interrupt_test.h"
#include "database_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed/parts/evidence.h"
#include "features/features.h"

static const char script[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INT);"
    "INSERT INTO singer VALUES (1, 'Joe', 52), (2, 'Rose', 41), "
    "(3, 'John', 41), (4, NULL, NULL);";

static char path[64];
static t2sed_schema *schema;
static t2sed_evidence *evidence;
static t2sed_question *question;
static float *numbers;

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-evidence-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, script);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(path, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "How many singers are there?", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
}

static void tear_down(void)
{
    free(numbers);
    t2sed_evidence_free(evidence);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
    unlink(path);
}

static t2sed_status compute(t2sed_evidence *from, const char *text)
{
    t2sed_sql *sql;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_evidence_compute(from, sql, numbers, NULL);
    t2sed_sql_free(sql);
    return status;
}

/* A number of the vector by its name. */
static double number(const char *name)
{
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strcmp(t2s_feature_at(i)->name, name) == 0)
            return (double)numbers[i];
    ck_abort_msg("no feature %s", name);
    return 0;
}

START_TEST(features_are_described)
{
    size_t count = t2sed_evidence_count();
    ck_assert_uint_gt(count, 200);
    for (size_t i = 0; i < count; i++) {
        t2sed_evidence_feature feature = {.struct_size = sizeof feature};
        ck_assert_int_eq(t2sed_evidence_feature_get(i, &feature, NULL),
                         T2SED_OK);
        ck_assert_ptr_nonnull(strchr(feature.name, '.'));
        ck_assert_uint_gt(strlen(feature.meaning), 0);
        ck_assert(feature.low < feature.high);
        ck_assert_uint_eq(t2s_feature_find(feature.name), i);
        for (size_t k = 0; k < i; k++)
            ck_assert_str_ne(t2s_feature_at(i)->name, t2s_feature_at(k)->name);
    }
    {
        t2sed_evidence_feature none = {.struct_size = sizeof none};
        t2sed_evidence_feature unset = {.struct_size = 0};
        ck_assert_int_eq(t2sed_evidence_feature_get(count, &none, NULL),
                         T2SED_EINVAL);
        ck_assert_int_eq(t2sed_evidence_feature_get(0, &unset, NULL),
                         T2SED_EINVAL);
        ck_assert_int_eq(t2sed_evidence_feature_get(0, NULL, NULL),
                         T2SED_EINVAL);
    }
}
END_TEST

START_TEST(results_are_looked_at)
{
    ck_assert_int_eq(compute(evidence, "SELECT count(*) FROM singer"),
                     T2SED_OK);
    ck_assert(number("execution.failed") == 0);
    ck_assert(number("execution.one_row") == 1);
    ck_assert(number("execution.count_not_one") == 0);
    ck_assert(number("source.execution") == 1);
    ck_assert_int_eq(compute(evidence, "SELECT age FROM singer"), T2SED_OK);
    ck_assert(fabs(number("execution.log_rows") - log(5)) < 1e-5);
    ck_assert(number("execution.count_not_one") == 1);
    ck_assert(number("execution.has_null") == 1);
    ck_assert(fabs(number("execution.duplicates") - 0.25) < 1e-6);
    ck_assert_int_eq(
        compute(evidence, "SELECT name FROM singer WHERE age > 90"), T2SED_OK);
    ck_assert(number("execution.empty") == 1);
    ck_assert_int_eq(
        compute(evidence, "SELECT count(*) FROM singer WHERE age > 90"),
        T2SED_OK);
    ck_assert(number("execution.zero") == 1);
    ck_assert_int_eq(
        compute(evidence, "SELECT name FROM singer WHERE age IS NULL"),
        T2SED_OK);
    ck_assert(number("execution.first_null") == 1);
    ck_assert_int_eq(compute(evidence, "SELECT name FROM singer LIMIT 1"),
                     T2SED_OK);
    ck_assert(number("execution.count_is_text") == 1);
    ck_assert(number("execution.negative") == 0);
    ck_assert_int_eq(compute(evidence, "SELECT 1 UNION ALL SELECT -1"),
                     T2SED_OK);
    ck_assert(number("execution.negative") == 0.5);
    ck_assert(number("execution.percent_over") == 0);
}
END_TEST

START_TEST(failures_are_evidence)
{
    t2sed_evidence *hasty = NULL;
    t2sed_database_options options = t2s_test_options(schema);
    ck_assert_int_eq(compute(evidence, "SELECT missing FROM nowhere"),
                     T2SED_OK);
    ck_assert(number("execution.failed") == 1);
    ck_assert(isnan(number("execution.empty")));
    options.max_rows = 3;
    ck_assert_int_eq(t2sed_evidence_new(
                         &hasty, t2s_test_database_with(path, &options), NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(hasty, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(compute(hasty, "SELECT * FROM singer"), T2SED_OK);
    ck_assert(number("execution.cut") == 1);
    ck_assert(number("execution.empty") == 0);
    ck_assert(fabs(number("execution.log_rows") - log(4)) < 1e-5);
    t2sed_evidence_free(hasty);
}
END_TEST

START_TEST(endless_queries_are_cut)
{
    t2sed_evidence *hasty = NULL;
    t2sed_database_options options = t2s_test_options(schema);
    options.max_milliseconds = 20;
    ck_assert_int_eq(t2sed_evidence_new(
                         &hasty, t2s_test_database_with(path, &options), NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(hasty, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        compute(hasty, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + "
                       "1 FROM n) SELECT count(*) FROM n"),
        T2SED_OK);
    ck_assert(number("execution.cut") == 1);
    ck_assert(number("execution.failed") == 0);
    ck_assert(isnan(number("execution.empty")));
    t2sed_evidence_free(hasty);
}
END_TEST

#if !defined(_WIN32) /* where open files do not vanish */
START_TEST(a_database_that_vanishes_is_unknown)
{
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(compute(evidence, "SELECT count(*) FROM singer"),
                     T2SED_OK);
    ck_assert(isnan(number("execution.failed")));
}
END_TEST
#endif

START_TEST(less_is_known_without_a_database)
{
    t2sed_evidence *names = NULL, *nothing = NULL;
    ck_assert_int_eq(
        t2sed_evidence_new(&names, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(names, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(compute(names, "SELECT count(*) FROM singer"), T2SED_OK);
    ck_assert(number("source.schema") == 1);
    ck_assert(number("source.execution") == 0);
    ck_assert(isnan(number("execution.empty")));
    t2sed_evidence_free(names);
    ck_assert_int_eq(t2sed_evidence_new(&nothing, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(nothing, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(compute(nothing, "SELECT count(*) FROM singer"), T2SED_OK);
    ck_assert(number("source.schema") == 0);
    t2sed_evidence_free(nothing);
}
END_TEST

START_TEST(misuse)
{
    t2sed_evidence *none = NULL;
    t2sed_error err;
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_evidence_new(NULL, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_evidence_new(&none, NULL, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT 1", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_compute(none, sql, numbers, &err),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2sed_evidence_compute(NULL, sql, numbers, &err),
                     T2SED_EINVAL);
    t2sed_sql_free(sql);
    t2sed_evidence_free(none);
    t2sed_evidence_free(NULL);
}
END_TEST

static t2sed_status gather(void *payload)
{
    t2sed_evidence *made = NULL;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2s_test_open(&database, path, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&made, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(made, question, NULL);
    if (status == T2SED_OK)
        status = compute(made, "SELECT name FROM singer WHERE age > 41");
    t2sed_evidence_free(made);
    t2sed_database_free(database);
    return status;
}

START_TEST(memory)
{
    t2s_test_every_allocation(gather, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(gather, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("evidence");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, features_are_described);
    tcase_add_test(cases, results_are_looked_at);
    tcase_add_test(cases, failures_are_evidence);
    tcase_add_test(cases, endless_queries_are_cut);
#if !defined(_WIN32)
    tcase_add_test(cases, a_database_that_vanishes_is_unknown);
#endif
    tcase_add_test(cases, less_is_known_without_a_database);
    tcase_add_test(cases, misuse);
    tcase_add_test(cases, memory);
    tcase_add_test(cases, the_host_may_end_it);
    return t2s_test_run("evidence", &cases, 1);
}
