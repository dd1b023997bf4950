/* The list of findings: its codes, its order, and what hostile input, misuse
 * and want of memory do to it. */
#include "findings_test.h"
#include "base/clock.h"
#include "interrupt_test.h"

START_TEST(kinds_are_described)
{
    t2sed_finding_kind kind = {.struct_size = sizeof kind};
    t2sed_finding_kind other = {.struct_size = sizeof other};
    t2sed_error err;
    for (size_t i = 0; i < t2sed_finding_kind_count(); i++) {
        ck_assert_int_eq(t2sed_finding_kind_get(i, &kind, &err), T2SED_OK);
        ck_assert_uint_eq(strspn(kind.name, "abcdefghijklmnopqrstuvwxyz_"),
                          strlen(kind.name));
        ck_assert_uint_gt(strlen(kind.meaning), 9);
        ck_assert_ptr_nonnull(t2sed_severity_name(kind.severity));
        for (size_t k = 0; k < i; k++) {
            ck_assert_int_eq(t2sed_finding_kind_get(k, &other, &err), T2SED_OK);
            ck_assert_str_ne(kind.name, other.name);
            ck_assert_int_ne(kind.code, other.code);
        }
    }
    ck_assert_int_eq(
        t2sed_finding_kind_get(t2sed_finding_kind_count(), &kind, &err),
        T2SED_EINVAL);
    ck_assert_int_eq(t2sed_finding_kind_get(0, NULL, &err), T2SED_EINVAL);
    kind.struct_size = 0;
    ck_assert_int_eq(t2sed_finding_kind_get(0, &kind, &err), T2SED_EINVAL);
    ck_assert_ptr_null(t2sed_severity_name((t2sed_severity)0));
    ck_assert_ptr_null(t2sed_severity_name((t2sed_severity)4));
}
END_TEST

START_TEST(worst_come_first)
{
    t2sed_findings *found = find_with(
        evidence, "Show the song name",
        "SELECT name, age FROM singer WHERE country = NULL OR age = age");
    size_t count = t2sed_findings_count(found), n;
    t2sed_finding past = {.struct_size = sizeof past};
    t2sed_error err;
    ck_assert_uint_gt(count, 3);
    for (size_t i = 1; i < count; i++)
        ck_assert_int_ge(finding_at(found, i - 1).severity,
                         finding_at(found, i).severity);
    ck_assert_int_eq(t2sed_findings_get(found, count, &past, &err),
                     T2SED_EINVAL);
    ck_assert_str_eq(t2sed_findings_question(found, &n), "Show the song name");
    ck_assert_uint_eq(n, strlen("Show the song name"));
    t2sed_findings_free(found);
    ck_assert_uint_eq(t2sed_findings_count(NULL), 0);
    t2sed_findings_free(NULL);
}
END_TEST

START_TEST(nothing_is_needed)
{
    t2sed_evidence *nothing;
    t2sed_findings *found;
    ck_assert_int_eq(t2sed_evidence_new(&nothing, NULL, NULL), T2SED_OK);
    found = find_with(nothing, NULL, "SELECT a FROM t WHERE a = NULL");
    ck_assert_uint_eq(t2sed_findings_count(found), 1);
    ck_assert_int_eq(finding_at(found, 0).code, T2SED_FINDING_NULL_COMPARED);
    t2sed_findings_free(found);
    found = find_with(nothing, NULL, "SELECT t.a FROM t, u WHERE x LIKE 'b'");
    ck_assert_int_eq(look(found, "missing_join"), -1);
    t2sed_findings_free(found);
    found = find_with(nothing, NULL, "SELECT t.a, u.b FROM t, u");
    ck_assert_int_eq(look(found, "missing_join"), 0);
    t2sed_findings_free(found);
    found = find_with(nothing, "How many?", "SELECT a FROM t");
    ck_assert_int_eq(look(found, "aggregate_missing"), -1);
    t2sed_findings_free(found);
    t2sed_evidence_free(nothing);
}
END_TEST

#if !defined(_WIN32) /* where open files do not vanish */
START_TEST(a_database_that_vanishes_says_nothing)
{
    ck_assert_int_eq(unlink(path), 0);
    check_clean(evidence, any, "SELECT name FROM singer WHERE country = 'x'");
}
END_TEST
#endif

START_TEST(hostile_queries_end)
{
    t2sed_findings *found = NULL;
    t2sed_error err;
    char *text = malloc(1200000);
    size_t n = 0;
    ck_assert_ptr_nonnull(text);
    /* Many columns, and conditions as deep as they may be. */
    n = (size_t)sprintf(text, "SELECT a.name");
    for (int i = 0; i < 30000; i++)
        n += (size_t)sprintf(text + n, ", a.name/a.age");
    n += (size_t)sprintf(text + n, " FROM singer a, singer b WHERE a.age = 1");
    for (int i = 0; i < 900; i++)
        n += (size_t)sprintf(text + n, " AND a.age = %d", i + 10);
    ck_assert_int_eq(t2sed_findings_parse_n(&found, names, text, n, &err),
                     T2SED_OK);
    ck_assert_uint_le(t2sed_findings_count(found), 64);
    t2sed_findings_free(found);
    n = (size_t)sprintf(text, "SELECT 1 FROM singer s0");
    for (int i = 1; i < 5000; i++)
        n += (size_t)sprintf(text + n, ", singer s%d", i);
    ck_assert_int_eq(t2sed_findings_parse_n(&found, names, text, n, &err),
                     T2SED_OK);
    t2sed_findings_free(found);
    n = (size_t)sprintf(text, "SELECT s.x");
    for (int i = 0; i < 1000; i++)
        n += (size_t)sprintf(text + n, ", nam%d", i);
    n += (size_t)sprintf(text + n, " FROM singer");
    ck_assert_int_eq(t2sed_findings_parse_n(&found, names, text, n, &err),
                     T2SED_OK);
    ck_assert_uint_le(t2sed_findings_count(found), 64);
    t2sed_findings_free(found);
    free(text);
}
END_TEST

START_TEST(misuse)
{
    t2sed_findings *found = NULL;
    t2sed_error err;
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT 1", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_findings_new(NULL, evidence, sql, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_new(&found, NULL, sql, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_new(&found, evidence, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_parse(&found, evidence, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_findings_parse(&found, evidence, "SELECT '\xff'", &err),
        T2SED_OK);
    ck_assert_int_eq(finding_at(found, 0).code, T2SED_FINDING_SYNTAX_ERROR);
    t2sed_findings_free(found);
    t2sed_sql_free(sql);
}
END_TEST

static t2sed_status find_all(void *payload)
{
    static const char *const queries[] = {
        "SELECT nam, T9.x FROM singer",
        "SELECT name FROM singr",
        "SELECT name FROM singer JOIN stadium",
        "SELECT (",
        "SELECT c.title, avg(s.capacity), sum(s.size) FROM concert AS c JOIN "
        "stadium AS s ON s.id = c.concert_id, singer WHERE c.year = NULL AND "
        "c.year = 3 AND c.year = 2 AND \"city\" LIKE 'x' AND c.stadium_id IN "
        "(SELECT age FROM singer) GROUP BY c.year ORDER BY c.title LIMIT 7",
    };
    t2sed_evidence *from = NULL;
    t2sed_question *question = NULL;
    t2sed_error err;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2s_test_open(&database, payload, &options, &err);
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&from, database, &err);
    if (status == T2SED_OK)
        status = t2sed_question_new(
            &question, "Who is both at least 41 and from France?", &err);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(from, question, &err);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0] && !status; i++) {
        t2sed_findings *found = NULL;
        status = t2sed_findings_parse(&found, from, queries[i], &err);
        ck_assert((status == T2SED_OK) == (found != NULL));
        t2sed_findings_free(found);
    }
    t2sed_question_free(question);
    t2sed_evidence_free(from);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(find_all, NULL);
    t2s_test_every_allocation(find_all, path);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(find_all, NULL, 1);
    t2s_test_every_interrupt(find_all, path, 1);
}
END_TEST

/* The processor time of a query of so many SELECTs, the least of three. */
static double time_of_selects(size_t count)
{
    static const char first[] = "SELECT age FROM singer", more[] = " UNION "
                                                                   "SELECT 7";
    char *text = malloc(sizeof first + count * (sizeof more - 1));
    t2sed_sql *sql = NULL;
    double least = 0;
    strcpy(text, first);
    for (size_t i = 0; i < count; i++)
        memcpy(text + sizeof first - 1 + i * (sizeof more - 1), more,
               sizeof more);
    ck_assert_int_eq(t2sed_sql_parse(&sql, text, NULL), T2SED_OK);
    for (int round = 0; round < 3; round++) {
        t2sed_findings *findings = NULL;
        const double start = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID);
        double took;
        ck_assert_int_eq(t2sed_findings_new(&findings, names, sql, NULL),
                         T2SED_OK);
        took = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID) - start;
        least = round == 0 || took < least ? took : least;
        t2sed_findings_free(findings);
    }
    t2sed_sql_free(sql);
    free(text);
    return least;
}

/* Sixteen times as many take about sixteen times as long; the square would be
 * 256. */
START_TEST(many_selects_take_no_square)
{
    const double few = time_of_selects(500), many = time_of_selects(8000);
    ck_assert_double_lt(many, 90 * (few > 0.5 ? few : 0.5));
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("findings")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], kinds_are_described);
    tcase_add_test(cases[0], worst_come_first);
    tcase_add_test(cases[0], nothing_is_needed);
#if !defined(_WIN32)
    tcase_add_test(cases[0], a_database_that_vanishes_says_nothing);
#endif
    tcase_add_test(cases[0], hostile_queries_end);
    tcase_add_test(cases[0], misuse);
    tcase_add_test(cases[0], many_selects_take_no_square);
    tcase_add_test(cases[0], every_allocation);
    tcase_add_test(cases[0], the_host_may_end_it);
    return t2s_test_run("findings", cases, 1);
}
