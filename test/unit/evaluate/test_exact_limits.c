/* Exact match of what is wrong, large or deep, and without memory. */
#include <string.h>

#include "base/string.h"
#include "exact_test.h"

START_TEST(wrong_arguments_are_told)
{
    t2sed_schema *schema = open_schema();
    t2sed_sql *sql = parse("SELECT name FROM singer");
    t2sed_sql *other = parse("SELECT name AS n FROM singer");
    int match = 7, hardness = 7;
    t2sed_error err;
#define EXACT(...) t2sed_exact_match(__VA_ARGS__, &err)
    ck_assert_int_eq(EXACT(NULL, NULL, sql, sql, schema, 0), T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, NULL, sql, schema, 0), T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, sql, NULL, schema, 0), T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, sql, sql, NULL, 0), T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "schema"));
    ck_assert_int_eq(EXACT(&match, NULL, sql, sql, schema, 3), T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, sql, sql, schema, -1), T2SED_EINVAL);
    ck_assert_int_eq(EXACT(&match, NULL, other, sql, schema, 0),
                     T2SED_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "gold query"));
    ck_assert_int_eq(err.offset, 12);
    ck_assert_int_eq(match, 7);
    ck_assert_int_eq(t2sed_hardness(NULL, sql, schema, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_hardness(&hardness, NULL, schema, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_hardness(&hardness, sql, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_hardness(&hardness, other, schema, NULL),
                     T2SED_EUNSUPPORTED);
    ck_assert_int_eq(hardness, 7);
    t2sed_sql_free(sql);
    t2sed_sql_free(other);
    t2sed_schema_free(schema);
}
END_TEST

static char *repeat(const char *head, const char *part, size_t times,
                    const char *tail)
{
    t2s_string text = {0};
    t2s_string_append(&text, head);
    for (size_t i = 0; i < times; i++)
        t2s_string_append(&text, part);
    t2s_string_append(&text, tail);
    return t2s_string_take(&text, NULL);
}

/* Long and deep queries are read, or beyond; they take no long time. */
START_TEST(large_queries_are_bounded)
{
    static const struct {
        const char *head, *part, *tail;
        size_t times;
        const char *expected;
    } cases[] = {
        {"SELECT ", "name,", "name FROM singer", 400, "select"},
        {"SELECT ", "name,", "name FROM singer", 150000, "beyond"},
        {"SELECT name FROM singer WHERE id = 1", " AND age > 2", "", 900,
         "where"},
        {"SELECT name FROM singer", " JOIN song", "", 60, "from"},
        {"SELECT name FROM singer", " JOIN song", "", 100, "beyond"},
        {"SELECT name FROM singer", " UNION SELECT name FROM singer", "", 100,
         "compound"},
        {"SELECT name FROM singer", " UNION SELECT name FROM singer", "", 9000,
         "beyond"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text =
            repeat(cases[i].head, cases[i].part, cases[i].times, cases[i].tail);
        ck_assert_str_eq(
            difference("SELECT name FROM singer", text, T2SED_EXACT_SPIDER),
            cases[i].expected);
        if (strcmp(cases[i].expected, "beyond") != 0)
            ck_assert_str_eq(difference(text, text, T2SED_EXACT_WITH_VALUES),
                             "");
        t2sed_free(text);
    }
}
END_TEST

START_TEST(deep_queries_are_bounded)
{
    for (size_t depth = 100; depth <= 400; depth += 300) {
        char *head = repeat("SELECT name FROM singer WHERE id IN ",
                            "(SELECT id FROM song WHERE id IN ", depth, "(5)");
        char *text = repeat(head, ")", depth, "");
        const char *found =
            difference("SELECT name FROM singer", text, T2SED_EXACT_SPIDER);
        ck_assert_str_eq(found, depth == 100 ? "where" : "beyond");
        t2sed_free(head);
        t2sed_free(text);
    }
}
END_TEST

typedef struct inputs {
    t2sed_sql *gold, *predicted;
    t2sed_schema *schema;
} inputs;

static t2sed_status match_and_grade(void *payload)
{
    const inputs *in = payload;
    int match = 0, hardness;
    t2sed_error err;
    t2sed_status status =
        t2sed_exact_match(&match, NULL, in->gold, in->predicted, in->schema,
                          T2SED_EXACT_SPIDER, &err);
    if (status == T2SED_OK)
        status = t2sed_hardness(&hardness, in->gold, in->schema, &err);
    ck_assert(status != T2SED_OK || match == 1);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    inputs in = {
        parse("SELECT max(T1.age), name FROM singer AS T1 JOIN song AS T2 ON "
              "T1.id = T2.writer WHERE T2.id IN (SELECT opener FROM show AS "
              "T3) GROUP BY name HAVING count(*) > 2 ORDER BY age UNION SELECT "
              "count(*), * FROM (SELECT id FROM song)"),
        parse("SELECT name, max(age) FROM song AS T1 JOIN singer AS T2 ON "
              "T1.writer = T2.id WHERE T1.id IN (SELECT opener FROM show) "
              "GROUP BY name HAVING count(*) > 3 ORDER BY T2.age UNION SELECT "
              "count(*), * FROM (SELECT id FROM song)"),
        open_schema()};
    t2s_test_every_allocation(match_and_grade, &in);
    t2sed_sql_free(in.gold);
    t2sed_sql_free(in.predicted);
    t2sed_schema_free(in.schema);
}
END_TEST

int main(void)
{
    TCase *limits = tcase_create("exact_limits");
    tcase_set_timeout(limits, 120);
    tcase_add_test(limits, wrong_arguments_are_told);
    tcase_add_test(limits, large_queries_are_bounded);
    tcase_add_test(limits, deep_queries_are_bounded);
    tcase_add_test(limits, every_allocation_may_fail);
    return t2s_test_run("exact_limits", &limits, 1);
}
