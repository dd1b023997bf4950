/* Which forms of today's SQL a query has, however they are spelled. */
#include <string.h>

#include "facts/forms.h"
#include "sql/sql.h"
#include "t2s_test.h"

#define NAME(name, meaning) #name,
static const char *const names[] = {T2S_FORMS(NAME)};

/* The names of a query's forms, in their order. */
static const char *forms_of(const char *text)
{
    static char list[1000];
    bool has[T2S_FORM_COUNT];
    t2sed_sql *sql;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    t2s_forms_read(has, &sql->full);
    list[0] = '\0';
    for (size_t i = 0; i < T2S_FORM_COUNT; i++)
        if (has[i]) {
            strcat(list, *list ? " " : "");
            strcat(list, names[i]);
        }
    t2sed_sql_free(sql);
    return list;
}

#define has(text, expected) ck_assert_str_eq(forms_of(text), (expected))

START_TEST(windows_are_read)
{
    has("SELECT a, row_number() OVER (PARTITION BY b ORDER BY c) FROM t",
        "window partition rank");
    has("SELECT sum(a) OVER (ORDER BY b) FROM t", "window running");
    has("SELECT sum(a) OVER () FROM t", "window");
    has("SELECT a - LAG(a) OVER (ORDER BY b) FROM t",
        "window neighbour difference");
}
END_TEST

START_TEST(arithmetic_is_read)
{
    has("SELECT 100.0 * a / b FROM t", "ratio percent real");
    has("SELECT a * b FROM t", "product");
    has("SELECT CAST(a AS REAL) / b FROM t", "ratio real cast");
    has("SELECT CAST(a AS TEXT) FROM t", "cast");
    has("SELECT a * 1.0 / b FROM t", "ratio real");
    has("SELECT -a FROM t", "");
    has("SELECT count(*) FROM t", "");
}
END_TEST

START_TEST(conditional_aggregates_are_read)
{
    has("SELECT sum(CASE WHEN a = 1 THEN b END) FROM t",
        "case conditional_aggregate");
    has("SELECT sum(iif(a = 1, b, 0)) FROM t", "case conditional_aggregate");
    has("SELECT sum(a = 1) FROM t", "conditional_aggregate");
    has("SELECT count(*) FILTER (WHERE a = 1) FROM t", "conditional_aggregate");
    has("SELECT sum(a) FROM t WHERE b = 1", "");
    /* A comparison within a SELECT there tells nothing apart. */
    has("SELECT sum((SELECT max(x) FROM u WHERE u.y = 1)) FROM t",
        "nested_aggregate");
}
END_TEST

START_TEST(anti_joins_are_one_form)
{
    has("SELECT a FROM t WHERE a NOT IN (SELECT b FROM u)", "anti_join");
    has("SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u)", "anti_join");
    has("SELECT a FROM t WHERE NOT (EXISTS (SELECT 1 FROM u))", "anti_join");
    has("SELECT a FROM t EXCEPT SELECT b FROM u", "anti_join");
    has("SELECT a FROM t LEFT JOIN u ON a = b WHERE b IS NULL", "anti_join");
    has("SELECT a FROM t LEFT JOIN u ON a = b WHERE b ISNULL", "anti_join");
    has("SELECT a FROM t LEFT JOIN u ON a = b", "outer_join");
    has("SELECT a FROM t WHERE a IN (SELECT b FROM u)", "semi_join");
    has("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u)", "semi_join");
    has("SELECT a FROM t WHERE a IN (1, 2)", "");
    has("SELECT a FROM t WHERE a NOT IN (1, 2)", "");
}
END_TEST

START_TEST(null_tests_are_read)
{
    has("SELECT a FROM t WHERE a IS NULL", "is_null");
    has("SELECT a FROM t WHERE a IS NOT NULL", "is_not_null");
    has("SELECT a FROM t WHERE a NOTNULL", "is_not_null");
    has("SELECT a FROM t WHERE a NOT NULL", "is_not_null");
    has("SELECT a FROM t WHERE a IS 3", "");
    has("SELECT a FROM t WHERE a NOT LIKE 'x' AND a NOT BETWEEN 1 AND 2", "");
    has("SELECT coalesce(a, 0) FROM t", "fallback");
}
END_TEST

START_TEST(the_rest_is_read)
{
    has("WITH w AS (SELECT avg(a) AS m FROM t GROUP BY b, c) "
        "SELECT max(m) FROM w",
        "with group_2 nested_aggregate");
    has("SELECT b FROM t GROUP BY b HAVING count(*) > 1 AND max(a) > 2", "");
    has("SELECT a FROM t UNION ALL SELECT b FROM u LIMIT 3 OFFSET 2",
        "offset union_all");
    has("SELECT group_concat(a), b || c FROM t", "concatenation");
    has("SELECT round(a, 2), strftime('%Y', b), upper(c) FROM t",
        "round date text");
    has("SELECT a FROM t WHERE b = (SELECT max(b) FROM t) AND c < d",
        "compared_query compared_columns");
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("all");
    tcase_add_test(all, windows_are_read);
    tcase_add_test(all, arithmetic_is_read);
    tcase_add_test(all, conditional_aggregates_are_read);
    tcase_add_test(all, anti_joins_are_one_form);
    tcase_add_test(all, null_tests_are_read);
    tcase_add_test(all, the_rest_is_read);
    return t2s_test_run("forms", &all, 1);
}
