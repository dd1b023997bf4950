/* Views without the writer's style: names of result columns, quotes, and
 * spellings that differ without meaning anything. */
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "t2sed/schema.h"
#include "t2sed/sql.h"

static const char ddl[] = "CREATE TABLE t (id INT, a TEXT, b INT);"
                          "CREATE TABLE u (id INT, c TEXT)";

static t2sed_status plain(char **out, const char *text,
                          const t2sed_schema *schema)
{
    t2sed_sql_view_options view = t2s_test_view();
    t2sed_sql *sql;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status != T2SED_OK)
        return status;
    view.plain_style = 1;
    view.keep_join_constraints = 1;
    status = t2sed_sql_print(out, sql, T2SED_SQL_SEXPR, &view, schema, NULL);
    t2sed_sql_free(sql);
    return status;
}

/* Both texts must give one tree. */
static void same(const char *a, const char *b)
{
    t2sed_schema *schema;
    char *first, *second;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(plain(&first, a, schema), T2SED_OK);
    ck_assert_int_eq(plain(&second, b, schema), T2SED_OK);
    ck_assert_str_eq(first, second);
    t2sed_free(first);
    t2sed_free(second);
    t2sed_schema_free(schema);
}

START_TEST(styles_meet)
{
    same("SELECT a AS x FROM t", "SELECT a FROM t");
    same("SELECT t.a \"The A\", b AS n FROM t", "SELECT t.a, t.b FROM t");
    same("SELECT a FROM t WHERE a = \"M\"", "SELECT a FROM t WHERE a = 'M'");
    same("SELECT `a` FROM [t] WHERE \"b\" <> 3",
         "SELECT a FROM t WHERE b != 3");
    same("SELECT a FROM t ORDER BY b ASC", "SELECT a FROM t ORDER BY b");
    same("SELECT a FROM t INNER JOIN u ON t.id == u.id",
         "SELECT a FROM t JOIN u ON t.id = u.id");
    same("SELECT a FROM t LEFT OUTER JOIN u ON t.id = u.id",
         "SELECT a FROM t LEFT JOIN u ON t.id = u.id");
}
END_TEST

START_TEST(what_differs_in_meaning_stays)
{
    t2sed_schema *schema;
    char *text;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(plain(&text, "SELECT a FROM t ORDER BY b DESC", schema),
                     T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text, "\"DESC\""));
    t2sed_free(text);
    /* A derived table's names are referred to from outside. */
    ck_assert_int_eq(
        plain(&text, "SELECT n FROM (SELECT count(*) AS n FROM t)", schema),
        T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text, "\"AS\" \"n\""));
    t2sed_free(text);
    ck_assert_int_eq(
        plain(&text, "SELECT a FROM t LEFT JOIN u ON t.id = u.id", schema),
        T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text, "\"LEFT\""));
    t2sed_free(text);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(names_are_spelled_out)
{
    char *text;
    ck_assert_int_eq(plain(&text,
                           "SELECT a, count(*) AS total FROM t GROUP BY a "
                           "HAVING Total > 2 ORDER BY `total` DESC",
                           NULL),
                     T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text, "(expr \"count *\" \">\" \"2\")"));
    ck_assert_ptr_nonnull(strstr(text,
                                 "\"ORDER BY\" (ordering_term \"count *\" "
                                 "\"DESC\")"));
    t2sed_free(text);
}
END_TEST

START_TEST(ranges_are_the_names)
{
    static const char query[] = "SELECT max(b) AS m FROM t ORDER BY m";
    t2sed_sql_view_options view = t2s_test_view();
    t2sed_sql *sql;
    char *text, wanted[64];
    view.plain_style = 1;
    ck_assert_int_eq(t2sed_sql_parse(&sql, query, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_sql_print(&text, sql, T2SED_SQL_JSON, &view, NULL, NULL),
        T2SED_OK);
    snprintf(wanted, sizeof wanted,
             "{\"text\": \"max b\", \"range\": [%d, %d]}",
             (int)sizeof query - 2, (int)sizeof query - 1);
    ck_assert_ptr_nonnull(strstr(text, wanted));
    t2sed_free(text);
    t2sed_sql_free(sql);
}
END_TEST

/* Thousands of names and uses of each: neither time nor text explode. */
START_TEST(many_names)
{
    t2s_string query = {0};
    char *text;
    t2s_string_append(&query, "SELECT 1 AS n0");
    for (int i = 1; i < 5000; i++)
        t2s_string_append_format(&query, ", n%d + %d AS n%d", i - 1, i, i);
    t2s_string_append(&query, " FROM t ORDER BY n0");
    for (int i = 1; i < 5000; i++)
        t2s_string_append_format(&query, ", n%d", i);
    ck_assert_int_eq(plain(&text, query.text, NULL), T2SED_OK);
    ck_assert_uint_lt(strlen(text), 2000000);
    t2sed_free(text);
    t2s_string_free(&query);
}
END_TEST

static t2sed_status view_one(void *payload)
{
    char *text;
    t2sed_status status = plain(
        &text, "SELECT a AS x, \"y\" FROM t WHERE b <> 2 ORDER BY x ASC", NULL);
    (void)payload;
    if (status == T2SED_OK)
        t2sed_free(text);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(view_one, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("style");
    tcase_add_test(tests, styles_meet);
    tcase_add_test(tests, what_differs_in_meaning_stays);
    tcase_add_test(tests, names_are_spelled_out);
    tcase_add_test(tests, ranges_are_the_names);
    tcase_add_test(tests, many_names);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("sql/style", &tests, 1);
}
