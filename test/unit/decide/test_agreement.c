/* Which candidates give, or say, the same. */
#include "interrupt_test.h"

#include "base/memory.h"
#include "base/string.h"
#include "database_test.h"
#include "decide/answers.h"
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed/parts/agreement.h"

static const char script[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INT);"
    "INSERT INTO singer VALUES (1, 'Joe', 52), (2, 'Rose', 41), "
    "(3, 'John', 41);";

static char path[64];
static t2sed_schema *schema;
static t2sed_evidence *evidence;

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-agreement-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    unlink(path);
    t2s_test_run_sql(path, script);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(path, schema), NULL),
        T2SED_OK);
}

static void tear_down(void)
{
    t2sed_evidence_free(evidence);
    t2sed_schema_free(schema);
    unlink(path);
}

static t2sed_agreement *agree(t2sed_evidence *source,
                              const char *const *queries, size_t count,
                              const double *weights)
{
    t2sed_agreement *agreement = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_agreement_new(&agreement, source, queries, NULL, count,
                                      weights, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(agreement->count, count);
    return agreement;
}

static t2sed_agreed agreed(const t2sed_agreement *a, size_t i)
{
    t2sed_agreed made = {.struct_size = sizeof made};
    ck_assert_int_eq(t2sed_agreement_get(a, i, &made, NULL), T2SED_OK);
    return made;
}

/* How many groups there are. */
static int group_count(const t2sed_agreement *a)
{
    int count = 0;
    for (size_t i = 0; i < a->count; i++)
        if (agreed(a, i).group >= count)
            count = agreed(a, i).group + 1;
    return count;
}

/* Groups as digits, '-' for none. */
static void check(t2sed_evidence *source, const char *const *queries,
                  size_t count, const char *expected)
{
    t2sed_agreement *a = agree(source, queries, count, NULL);
    char got[32] = {0};
    for (size_t i = 0; i < count; i++) {
        const int group = agreed(a, i).group;
        got[i] = group < 0 ? '-' : (char)('0' + group);
    }
    ck_assert_str_eq(got, expected);
    t2sed_agreement_free(a);
}
#define CHECK(source, queries, expected)                                       \
    check(source, queries, sizeof queries / sizeof queries[0], expected)

START_TEST(equal_results_agree)
{
    static const char *const queries[] = {
        "SELECT name, age FROM singer",
        "SELECT age, name FROM singer ORDER BY id DESC",
        "SELECT name FROM singer",
        "SELECT s.name, s.age FROM singer AS s WHERE s.id > 0",
        "SELECT nome FROM singer",
        "SELEC",
        "SELECT count(*) FROM singer",
        "SELECT 3.0000000001",
    };
    t2sed_agreement *a = agree(evidence, queries, 8, NULL);
    t2sed_agreed past;
    ck_assert_int_eq(group_count(a), 3);
    ck_assert_int_eq(agreed(a, 0).outcome, T2SED_OUTCOME_RAN);
    ck_assert_int_eq(agreed(a, 4).outcome, T2SED_OUTCOME_FAILED);
    ck_assert_int_eq(agreed(a, 5).outcome, T2SED_OUTCOME_SYNTAX);
    ck_assert_uint_eq(agreed(a, 0).rows, 3);
    ck_assert_uint_eq(agreed(a, 6).rows, 1);
    ck_assert_double_eq_tol(agreed(a, 3).share, 3.0 / 8, 1e-12);
    ck_assert(agreed(a, 4).share == 0);
    past.struct_size = sizeof past;
    ck_assert_int_eq(t2sed_agreement_get(a, 8, &past, NULL), T2SED_EINVAL);
    past.struct_size = 3;
    ck_assert_int_eq(t2sed_agreement_get(a, 0, &past, NULL), T2SED_EINVAL);
    t2sed_agreement_free(a);
    CHECK(evidence, queries, "0010--22");
}
END_TEST

START_TEST(order_counts_where_all_ask_for_it)
{
    static const char *const all[] = {"SELECT name FROM singer ORDER BY id",
                                      "SELECT name FROM singer ORDER BY -id",
                                      "SELECT name FROM singer ORDER BY id ASC",
                                      "SELECT nome FROM singer"};
    static const char *const some[] = {"SELECT name FROM singer ORDER BY id",
                                       "SELECT name FROM singer ORDER BY -id",
                                       "SELECT name FROM singer"};
    CHECK(evidence, all, "010-");
    CHECK(evidence, some, "000");
}
END_TEST

START_TEST(empty_results_say_nothing)
{
    static const char *const queries[] = {
        "SELECT name FROM singer WHERE age = 7",
        "SELECT name FROM singer WHERE age = 8",
        "SELECT T1.name FROM singer AS T1 WHERE T1.age = 7",
        "SELECT name FROM singer WHERE age = 7 LIMIT 1",
        "SELECT DISTINCT name FROM singer WHERE age = 7"};
    CHECK(evidence, queries, "01023");
}
END_TEST

START_TEST(without_rows_text_counts)
{
    static const char *const queries[] = {
        "SELECT name FROM singer WHERE age > 7",
        "select  NAME from Singer where AGE>7",
        "SELECT T1.name FROM singer AS T1 WHERE T1.age > 7",
        "SELECT name FROM singer WHERE age > 8",
        "SELECT name FROM singer WHERE name = 'a'",
        "SELECT name FROM singer WHERE name = 'A'",
        "SELECT nome FROM singer",
        "SELECT",
        "WITH t AS (SELECT 1) SELECT * FROM t",
        "with T as (select 1) select * from T"};
    t2sed_agreement *a;
    t2sed_evidence *blind;
    CHECK(NULL, queries, "0001234-55");
    ck_assert_int_eq(
        t2sed_evidence_new(&blind, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    CHECK(blind, queries, "000123--44");
    a = agree(blind, queries, 8, NULL);
    ck_assert_int_eq(agreed(a, 0).outcome, T2SED_OUTCOME_NOT_RUN);
    ck_assert_int_eq(agreed(a, 6).outcome, T2SED_OUTCOME_FAILED);
    ck_assert_int_eq(agreed(a, 7).outcome, T2SED_OUTCOME_SYNTAX);
    t2sed_agreement_free(a);
    t2sed_evidence_free(blind);
}
END_TEST

START_TEST(operations_and_functions_count)
{
    static const char *const queries[] = {
        "SELECT name FROM singer WHERE age + id > 3",
        "SELECT name FROM singer WHERE age - id > 3",
        "SELECT name FROM singer WHERE age + id > 3 ",
        "SELECT upper(name) FROM singer",
        "SELECT lower(name) FROM singer",
        "SELECT name FROM singer WHERE name LIKE 'a'",
        "SELECT name FROM singer WHERE name GLOB 'a'"};
    CHECK(NULL, queries, "0102345");
}
END_TEST

/* What facts of a query do not tell apart. */
START_TEST(what_is_put_together_otherwise_differs)
{
    static const char *const queries[] = {
        "SELECT name FROM singer UNION SELECT name FROM singer",
        "SELECT name FROM singer UNION ALL SELECT name FROM singer",
        "SELECT T1.name FROM singer AS T1 union all SELECT name FROM singer",
        "SELECT name FROM singer LIMIT 1, 2",
        "SELECT name FROM singer LIMIT 1 OFFSET 2",
        "SELECT name FROM singer LIMIT 2 OFFSET 1",
        "SELECT CASE WHEN age > 40 THEN id ELSE 0 END FROM singer",
        "SELECT CASE WHEN id > 40 THEN age ELSE 0 END FROM singer",
        "SELECT case when s.age > 40 then s.id else 0 end FROM singer AS s",
        "SELECT sum(age) OVER (PARTITION BY name ORDER BY id) FROM singer",
        "SELECT sum(age) OVER (PARTITION BY id ORDER BY name) FROM singer",
        "SELECT count(*) FILTER (WHERE age = 1), id FROM singer",
    };
    CHECK(NULL, queries, "011234565789");
}
END_TEST

START_TEST(limits_end_queries)
{
    static const char *const queries[] = {
        "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) "
        "SELECT x FROM t",
        "SELECT count(*) FROM singer",
        "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) "
        "SELECT X FROM t"};
    t2sed_agreement *a = agree(evidence, queries, 3, NULL);
    ck_assert_int_eq(agreed(a, 0).outcome, T2SED_OUTCOME_CUT);
    ck_assert_int_eq(agreed(a, 0).group, agreed(a, 2).group);
    t2sed_agreement_free(a);
}
END_TEST

#if !defined(_WIN32) /* where open files are not removed */
START_TEST(what_was_run_is_remembered)
{
    /* A query of chance gives what it gave before, until the file changes. */
    static const char *const queries[] = {"SELECT abs(random()) + name FROM "
                                          "singer",
                                          "SELECT count(*) FROM singer"};
    t2sed_agreement *a = agree(evidence, queries, 2, NULL);
    ck_assert_uint_eq(agreed(a, 1).rows, 1);
    ck_assert_uint_eq(agreed(a, 0).rows, 3);
    t2sed_agreement_free(a);
    unlink(path);
    t2s_test_run_sql(path, script);
    t2s_test_run_sql(path, "DELETE FROM singer WHERE id = 1");
    a = agree(evidence, queries, 2, NULL);
    ck_assert_uint_eq(agreed(a, 0).rows, 2);
    t2sed_agreement_free(a);
    unlink(path);
    a = agree(evidence, queries, 2, NULL);
    ck_assert_int_eq(agreed(a, 0).outcome, T2SED_OUTCOME_NOT_RUN);
    t2sed_agreement_free(a);
}
END_TEST
#endif

START_TEST(many_queries_are_forgotten_in_time)
{
    char text[64];
    const char *one[] = {text};
    for (int i = 0; i < 5000; i++) {
        t2sed_agreement *a;
        snprintf(text, sizeof text, "SELECT %d", i);
        a = agree(evidence, one, 1, NULL);
        ck_assert_int_eq(agreed(a, 0).outcome, T2SED_OUTCOME_RAN);
        t2sed_agreement_free(a);
    }
}
END_TEST

/* Each query twice, the second time with an alias: so many groups, however
 * many queries lie between the two. */
#define PAIRS 1000

START_TEST(twins_are_found_among_many)
{
    const char **queries = malloc(2 * PAIRS * sizeof *queries);
    char(*texts)[80] = malloc(2 * PAIRS * sizeof *texts);
    t2sed_agreement *a;
    t2sed_evidence *blind;
    for (int i = 0; i < PAIRS; i++) {
        snprintf(texts[i], sizeof texts[i],
                 "SELECT name FROM singer WHERE age > %d", i);
        snprintf(texts[PAIRS + i], sizeof texts[i],
                 "SELECT T1.name FROM singer AS T1 WHERE T1.age > %d", i);
    }
    for (int i = 0; i < 2 * PAIRS; i++)
        queries[i] = texts[i];
    ck_assert_int_eq(
        t2sed_evidence_new(&blind, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    a = agree(blind, queries, 2 * PAIRS, NULL);
    ck_assert_int_eq(group_count(a), PAIRS);
    for (size_t i = 0; i < PAIRS; i++) {
        ck_assert_int_eq(agreed(a, i).group, (int)i);
        ck_assert_int_eq(agreed(a, PAIRS + i).group, (int)i);
    }
    t2sed_agreement_free(a);
    t2sed_evidence_free(blind);
    free(queries);
    free(texts);
}
END_TEST

START_TEST(weights_count)
{
    static const char *const queries[] = {"SELECT 1", "SELECT 2", "SELECT 1",
                                          "SELECT nome"};
    const double weights[] = {0.1, 0.6, 0.2, (double)NAN}, none[4] = {0};
    const double negative[] = {0.1, -1, 0, 0};
    const double infinite[] = {0.1, (double)INFINITY, 0, 0};
    t2sed_agreement *a = agree(evidence, queries, 4, weights), *b = NULL;
    ck_assert_double_eq_tol(agreed(a, 0).share, 1.0 / 3, 1e-12);
    ck_assert_double_eq_tol(agreed(a, 1).share, 2.0 / 3, 1e-12);
    t2sed_agreement_free(a);
    a = agree(evidence, queries, 4, none);
    ck_assert_double_nan(agreed(a, 0).share);
    t2sed_agreement_free(a);
    ck_assert_int_eq(
        t2sed_agreement_new(&b, evidence, queries, NULL, 4, negative, NULL),
        T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_agreement_new(&b, evidence, queries, NULL, 4, infinite, NULL),
        T2SED_EINVAL);
}
END_TEST

/* Where there is a schema and no rows, queries run on instances of it. */
static void check_by_schema(int isolation, const char *expected)
{
    static const char *const queries[] = {
        "SELECT name FROM singer WHERE age > 41",
        "SELECT name FROM singer WHERE NOT age <= 41",
        "SELECT name FROM singer WHERE age >= 41",
        "SELECT nosuch FROM singer",
        "SELECT s.name FROM singer AS s WHERE 41 < s.age",
        "SELECT nosuch FROM singer",
    };
    t2sed_database_options options;
    t2sed_database *database = NULL;
    t2sed_evidence *by_schema = NULL;
    t2sed_agreement *a;
    t2sed_database_options_init(&options, sizeof options);
    options.isolation = isolation;
    ck_assert_int_eq(
        t2sed_database_new_schema(&database, schema, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_new(&by_schema, database, NULL), T2SED_OK);
    CHECK(by_schema, queries, expected);
    a = agree(by_schema, queries, 3, NULL);
    ck_assert_int_eq(agreed(a, 0).outcome, T2SED_OUTCOME_NOT_RUN);
    t2sed_agreement_free(a);
    t2sed_evidence_free(by_schema);
    t2sed_database_free(database);
}

START_TEST(by_schema_queries_agree_that_do_the_same)
{
    check_by_schema(T2SED_ISOLATION_NONE, "001-0-");
}
END_TEST

/* No query runs in the process of a host that has them run in another; without
 * that one it is not known which fail. */
START_TEST(by_schema_no_query_runs_where_a_worker_is_asked_for)
{
    ck_assert_int_eq(setenv("T2SED_WORKER", "/nonexistent/worker", 1), 0);
    check_by_schema(T2SED_ISOLATION_WORKER, "012343");
}
END_TEST

/* More than a case keeps: the first are read again for instances. */
#define SAME    20
#define REFUSED 480

START_TEST(by_schema_refused_queries_do_not_keep_others_from_instances)
{
    const char *queries[SAME + REFUSED];
    char(*texts)[80] = malloc((SAME + REFUSED) * sizeof *texts);
    t2sed_database *database = NULL;
    t2sed_evidence *by_schema = NULL;
    t2sed_agreement *a;
    for (int i = 0; i < SAME + REFUSED; i++) {
        snprintf(texts[i], sizeof texts[i],
                 i >= SAME ? "SELECT nosuch FROM singer WHERE age > %d"
                 : i % 2   ? "SELECT name FROM singer WHERE NOT age <= %d"
                           : "SELECT name FROM singer WHERE age > %d",
                 i < SAME ? i / 2 : i);
        queries[i] = texts[i];
    }
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_new(&by_schema, database, NULL), T2SED_OK);
    a = agree(by_schema, queries, SAME + REFUSED, NULL);
    for (size_t i = 0; i < SAME; i += 2)
        ck_assert_int_eq(agreed(a, i).group, agreed(a, i + 1).group);
    for (size_t i = SAME; i < SAME + REFUSED; i++)
        ck_assert_int_eq(agreed(a, i).outcome, T2SED_OUTCOME_FAILED);
    t2sed_agreement_free(a);
    t2sed_evidence_free(by_schema);
    t2sed_database_free(database);
    free(texts);
}
END_TEST

START_TEST(arguments_are_checked)
{
    static const char *const hole[] = {"SELECT 1", NULL};
    static const size_t lengths[] = {8, 8};
    static const char *const longer[] = {"SELECT 1, 2", "SELECT 1, 3"};
    t2sed_agreement *a = NULL;
    ck_assert_int_eq(t2sed_agreement_new(NULL, NULL, hole, NULL, 1, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_agreement_new(&a, NULL, hole, NULL, 2, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_agreement_new(&a, NULL, NULL, NULL, 1, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(a);
    ck_assert_int_eq(t2sed_agreement_new(&a, NULL, NULL, NULL, 0, NULL, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(a->count, 0);
    t2sed_agreement_free(a);
    ck_assert_int_eq(
        t2sed_agreement_new(&a, NULL, longer, lengths, 2, NULL, NULL),
        T2SED_OK);
    ck_assert_int_eq(agreed(a, 1).group, 0);
    t2sed_agreement_free(a);
    t2sed_agreement_free(NULL);
    ck_assert_str_eq(t2sed_outcome_name(T2SED_OUTCOME_CUT), "cut");
    ck_assert_ptr_null(t2sed_outcome_name(-1));
    ck_assert_str_eq(t2sed_outcome_name(T2SED_OUTCOME_UNSUPPORTED),
                     "unsupported");
    ck_assert_ptr_null(t2sed_outcome_name(6));
}
END_TEST

static t2sed_status make(void *payload)
{
    static const char *const queries[] = {
        "SELECT name FROM singer", "SELECT T1.name FROM singer AS T1",
        "SELECT name FROM singer WHERE age = 7", "SELECT nome FROM singer",
        "SELECT T1.name FROM singer AS T1 WHERE T1.age = 7"};
    t2sed_evidence *source = NULL;
    t2sed_agreement *a = NULL;
    t2sed_status status = T2SED_OK;
    t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    options.values_milliseconds = -1;
    if (payload)
        status = t2sed_database_open(&database, path, &options, NULL);
    if (payload && status == T2SED_OK)
        status = t2sed_evidence_new(&source, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_agreement_new(&a, source, queries, NULL, 5, NULL, NULL);
    if (status == T2SED_OK)
        t2sed_agreement_free(a);
    t2sed_evidence_free(source);
    t2sed_database_free(database);
    return status;
}

static t2sed_status make_by_schema(void *payload)
{
    static const char *const queries[] = {
        "SELECT name FROM singer WHERE age > 7", "SELECT nosuch FROM singer",
        "SELECT T1.name FROM singer AS T1 WHERE 7 < T1.age"};
    t2sed_evidence *source = NULL;
    t2sed_agreement *a = NULL;
    t2sed_database *database = NULL;
    t2sed_status status =
        t2sed_database_new_schema(&database, schema, NULL, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&source, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_agreement_new(&a, source, queries, NULL, 3, NULL, NULL);
    if (status == T2SED_OK)
        t2sed_agreement_free(a);
    t2sed_evidence_free(source);
    t2sed_database_free(database);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(make_by_schema, NULL);
    t2s_test_every_allocation(make, NULL);
    t2s_test_every_allocation(make, path);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(make, NULL, 3);
    t2s_test_every_interrupt(make, path, 3);
}
END_TEST

/* The square of so many SELECTs takes 10 seconds. */
START_TEST(many_subqueries_take_little_time)
{
    t2s_string text = {0};
    const char *query;
    const clock_t begin = clock();
    t2sed_evidence *blind;
    ck_assert_int_eq(
        t2sed_evidence_new(&blind, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    t2s_string_append(&text, "SELECT 1");
    for (int i = 0; i < 25000; i++)
        t2s_string_append(&text, ", (SELECT id FROM singer)");
    query = t2s_string_take(&text, NULL);
    t2sed_agreement_free(agree(blind, &query, 1, NULL));
    ck_assert(clock() - begin < 5 * CLOCKS_PER_SEC * t2s_test_slowness());
    t2s_free((char *)query);
    t2sed_evidence_free(blind);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("agreement");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, equal_results_agree);
    tcase_add_test(tests, order_counts_where_all_ask_for_it);
    tcase_add_test(tests, empty_results_say_nothing);
    tcase_add_test(tests, without_rows_text_counts);
    tcase_add_test(tests, operations_and_functions_count);
    tcase_add_test(tests, what_is_put_together_otherwise_differs);
    tcase_add_test(tests, limits_end_queries);
#if !defined(_WIN32)
    tcase_add_test(tests, what_was_run_is_remembered);
#endif
    tcase_add_test(tests, many_queries_are_forgotten_in_time);
    tcase_add_test(tests, twins_are_found_among_many);
    tcase_add_test(tests, weights_count);
    tcase_add_test(tests, by_schema_queries_agree_that_do_the_same);
    tcase_add_test(tests,
                   by_schema_refused_queries_do_not_keep_others_from_instances);
    tcase_add_test(tests, by_schema_no_query_runs_where_a_worker_is_asked_for);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, many_subqueries_take_little_time);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("decide/agreement", &tests, 1);
}
