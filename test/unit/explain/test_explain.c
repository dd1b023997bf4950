/* What queries do, in steps. test/golden/explain.jsonl has a query for each
 * construct; here is what a list of texts can't show. */
#include "../interrupt_test.h"
#include "../query_test.h"
#include "t2sed/explain.h"

static t2sed_explanation *explain(const char *text, const t2sed_schema *schema)
{
    t2sed_explanation *made = NULL;
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    ck_assert_msg(t2sed_sql_explain(&made, sql, schema, NULL, &err) == T2SED_OK,
                  "%s: %s", text, err.text);
    t2sed_sql_free(sql);
    return made;
}

static t2sed_step step_of(const t2sed_explanation *made, size_t i)
{
    t2sed_step step = {.struct_size = sizeof step};
    ck_assert_int_eq(t2sed_explanation_get(made, i, &step, NULL), T2SED_OK);
    return step;
}

/* The steps of `text` are `expected`, with newlines between. */
static void check(const char *text, const char *expected)
{
    t2sed_schema *schema = t2s_test_schema();
    t2sed_explanation *made = explain(text, schema);
    t2s_string found = {0};
    for (size_t i = 0; i < t2sed_explanation_count(made); i++) {
        t2s_string_append(&found, i ? "\n" : "");
        t2s_string_append(&found, step_of(made, i).text);
    }
    ck_assert_str_eq(found.text, expected);
    t2s_string_free(&found);
    t2sed_explanation_free(made);
    t2sed_schema_free(schema);
}

START_TEST(steps_of_splash)
{
    check("SELECT name FROM singer", "find the name of singer table");
    check(
        "SELECT place FROM stadium WHERE seats > 10 ORDER BY seats DESC "
        "LIMIT 1",
        "find the place of stadium table for which seats greater than 10 with "
        "largest value of seats");
    check(
        "SELECT s.name FROM plays p JOIN singer s ON p.singer = s.id JOIN "
        "concert c ON p.concert = c.id WHERE s.age = 3 AND c.year < 2000",
        "For each row in plays table, find corresponding rows in singer table "
        "and in concert table\n"
        "find name of the results of step 1 whose age equals 3 and year less "
        "than 2000");
    check("SELECT country FROM singer GROUP BY country HAVING count(*) > 2",
          "find the number of rows of each value of country in singer table\n"
          "find country in singer table whose corresponding value in step 1 is "
          "greater than 2");
    check(
        "SELECT country, avg(age) FROM singer GROUP BY country ORDER BY "
        "count(*) DESC LIMIT 3",
        "for each value of country in singer table, calculate number of rows\n"
        "show each value of country in singer table along with the "
        "corresponding average age ordered descending by the results of step "
        "1\n"
        "only show the first 3 rows of the results");
    /* The join is explained once. */
    check(
        "SELECT name FROM singer JOIN plays ON singer.id = singer WHERE fee "
        "= 1 INTERSECT SELECT name FROM singer JOIN plays ON singer.id = "
        "singer WHERE fee = 2",
        "For each row in singer table, find the corresponding rows in plays "
        "table\n"
        "find name of the results of step 1 whose fee equals 1\n"
        "find name of the results of step 1 whose fee equals 2\n"
        "show the rows that are in both the results of step 2 and the results "
        "of step 3");
}
END_TEST

START_TEST(subqueries_come_first)
{
    check("SELECT name FROM singer s WHERE EXISTS (SELECT 1 FROM plays WHERE "
          "singer = s.id AND fee > (SELECT avg(fee) FROM plays))",
          "find the average fee in plays table\n"
          "for each row of singer table, find rows of plays table whose singer "
          "equals singer's id and fee greater than the results of step 1\n"
          "find the name of singer table for which there are rows in the "
          "results of step 2 for that row");
    /* A query between depends on the row around it, too. */
    check("SELECT name FROM singer s WHERE id IN (SELECT singer FROM plays "
          "WHERE concert IN (SELECT id FROM concert WHERE year = s.age))",
          "for each row of singer table, find the concert's id of concert "
          "table for which "
          "year equals singer's age\n"
          "for each row of singer table, find the singer of plays table whose "
          "concert one of the results of step 1 for that row\n"
          "find the name of singer table whose singer's id one of the results "
          "of step 2 for that row");
    /* Used twice, explained once. */
    check(
        "WITH old AS (SELECT id FROM singer WHERE age > 60) SELECT count(*) "
        "FROM old WHERE id IN old",
        "find the id of singer table for which age greater than 60 "
        "(called old)\n"
        "find the number of rows in the results of step 1 whose id one of the "
        "results of step 1");
}
END_TEST

START_TEST(nothing_is_left_out)
{
    check("SELECT a.name FROM singer a JOIN singer b ON a.age = b.age + 1",
          "For each row in singer table (a), find the corresponding rows in "
          "singer table (b) where a's age equals (b's age plus 1)\n"
          "find a's name of the results of step 1");
    check(
        "SELECT name FROM singer WHERE age & 1 AND (id = 1 OR id = 2)",
        "find name of singer table for which `age & 1` is true and (id equals "
        "1 or id equals 2)");
    check("SELECT a.name FROM singer a, plays b",
          "For each row in singer table, find all rows in plays table\n"
          "find name of the results of step 1");
    check("SELECT name FROM singer WHERE name LIKE '%x%' AND country LIKE 'y'",
          "find name of singer table whose name contains x and country equals "
          "in any letter case y");
    check("SELECT title FROM concert ORDER BY year DESC NULLS LAST, 1 LIMIT 2, "
          "5",
          "find the title of concert table ordered descending by year (rows "
          "without a value last), ascending by title\n"
          "only show the next 5 rows of the results after the first 2");
    /* Refused by SQLite later, but it parses. */
    check("SELECT a FROM t LIMIT 1 UNION SELECT b FROM u",
          "find the a of t table\n"
          "only show the first row of the results, in no particular order\n"
          "find the b of u table\n"
          "show the rows that are in any of the results of step 2 or the "
          "results of step 3");
}
END_TEST

START_TEST(places_and_uses)
{
    const char *text = "SELECT country FROM singer WHERE age > 3 GROUP BY "
                       "country HAVING count(*) > 2";
    t2sed_explanation *made = explain(text, NULL);
    t2sed_step step;
    ck_assert_uint_eq(t2sed_explanation_count(made), 3);
    step = step_of(made, 0);
    ck_assert_int_eq(step.kind, T2SED_STEP_FILTER);
    ck_assert_uint_eq(step.span_count, 1);
    ck_assert_uint_eq(step.spans[0].begin, 27);
    ck_assert_uint_eq(step.spans[0].end, 40);
    ck_assert_uint_eq(step.use_count, 0);
    step = step_of(made, 1);
    ck_assert_int_eq(step.kind, T2SED_STEP_GROUP);
    ck_assert_uint_eq(step.use_count, 1);
    step = step_of(made, 2);
    ck_assert_int_eq(step.part, T2SED_STEP_OF_QUERY);
    ck_assert_uint_eq(step.use_count, 2);
    ck_assert_uint_eq(step.uses[0], 0);
    ck_assert_uint_eq(step.uses[1], 1);
    t2sed_explanation_free(made);
    made = explain("WITH t AS (SELECT 1) SELECT (SELECT 2) FROM t", NULL);
    ck_assert_int_eq(step_of(made, 0).part, T2SED_STEP_OF_WITH);
    ck_assert_int_eq(step_of(made, 1).part, T2SED_STEP_OF_SUBQUERY);
    ck_assert_int_eq(step_of(made, 2).part, T2SED_STEP_OF_QUERY);
    t2sed_explanation_free(made);
    for (int kind = T2SED_STEP_SELECT; kind <= T2SED_STEP_VALUES; kind++)
        ck_assert_ptr_nonnull(t2sed_step_kind_name((int)kind));
    ck_assert_ptr_null(t2sed_step_kind_name(0));
    ck_assert_ptr_null(t2sed_step_part_name(4));
}
END_TEST

START_TEST(names)
{
    static const char tables[] =
        "[{\"db_id\": \"x\", \"table_names_original\": [\"Dog_T\"],"
        " \"table_names\": [\"dogs\"], \"column_names_original\": [[0, "
        "\"hTown\"]],"
        " \"column_names\": [[0, \"home town\"]], \"column_types\": [\"text\"],"
        " \"primary_keys\": [], \"foreign_keys\": []}]";
    t2sed_schemas *schemas = NULL;
    t2sed_explain_options options;
    t2sed_explanation *made = NULL;
    t2sed_sql *sql = NULL;
    ck_assert_int_eq(
        t2s_schemas_parse(&schemas, tables, strlen(tables), "tables", NULL),
        T2SED_OK);
    made = explain("SELECT htown FROM dog_t", t2sed_schemas_find(schemas, "x"));
    ck_assert_str_eq(step_of(made, 0).text, "find the home town of dogs table");
    t2sed_explanation_free(made);
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT htown FROM dog_t", NULL),
                     T2SED_OK);
    t2sed_explain_options_init(&options, sizeof options);
    options.raw_names = 1;
    ck_assert_int_eq(t2sed_sql_explain(&made, sql,
                                       t2sed_schemas_find(schemas, "x"),
                                       &options, NULL),
                     T2SED_OK);
    ck_assert_str_eq(step_of(made, 0).text, "find the hTown of Dog_T table");
    t2sed_explanation_free(made);
    t2sed_sql_free(sql);
    t2sed_schemas_free(schemas);
}
END_TEST

START_TEST(texts_are_printable)
{
    t2sed_explanation *made = explain(
        "SELECT a AS \"x\ny\" FROM t WHERE b = 'c\x1b[0m\xe2\x80\xae'", NULL);
    ck_assert_str_eq(step_of(made, 0).text,
                     "find the a as x\\ny of t table for which b equals "
                     "c\\x1b[0m\\u202e");
    t2sed_explanation_free(made);
}
END_TEST

/* `count` times `piece` between two texts. */
static char *repeat(const char *before, const char *piece, size_t count,
                    const char *after)
{
    t2s_string text = {0};
    t2s_string_append(&text, before);
    for (size_t i = 0; i < count; i++)
        t2s_string_append(&text, piece);
    t2s_string_append(&text, after);
    return t2s_string_take(&text, NULL);
}

/* Whatever its size, a query has an explanation of that order, or an error. */
static void check_large(char *text)
{
    t2sed_sql *sql = NULL;
    t2sed_explanation *made = NULL;
    t2sed_error err;
    t2sed_status status;
    size_t total = 0;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s",
                  err.text);
    status = t2sed_sql_explain(&made, sql, NULL, NULL, &err);
    ck_assert_msg(status == T2SED_OK || status == T2SED_ELIMIT, "%s", err.text);
    for (size_t i = 0; i < t2sed_explanation_count(made); i++)
        total += strlen(step_of(made, i).text);
    ck_assert_uint_le(total, 17u << 20);
    t2sed_explanation_free(made);
    t2sed_sql_free(sql);
    t2sed_free(text);
}

START_TEST(large_queries)
{
    char *nested = repeat("", "SELECT a FROM t WHERE a IN (", 300, "SELECT 1");
    char *closing = repeat(nested, ")", 300, "");
    t2sed_free(nested);
    check_large(closing);
    nested = repeat("SELECT ", "(1 + ", 490, "1");
    closing = repeat(nested, ")", 490, "");
    t2sed_free(nested);
    check_large(closing);
    check_large(repeat("SELECT a FROM t WHERE a = 0", " OR a = 1", 990, ""));
    check_large(repeat("SELECT a", ", sum(b)", 20000, " FROM t GROUP BY a"));
    check_large(
        repeat("SELECT a FROM t", " UNION ALL SELECT b FROM u", 9000, ""));
    check_large(repeat("SELECT a FROM t", ", t", 50000, ""));
    check_large(repeat("SELECT a FROM t", " JOIN u ON t.a = u.b", 9000, ""));
    nested = repeat("SELECT x", ", a + b", 20000, " FROM t GROUP BY x");
    check_large(repeat(nested, ", c + d", 20000, ""));
    t2sed_free(nested);
    check_large(repeat("SELECT a + a + a + a + a + a + a + a + a AS b FROM t "
                       "GROUP BY b",
                       ", b", 100000, ""));
    check_large(repeat("SELECT sum(a) OVER (ORDER BY b, b, b) AS b, sum(a) "
                       "OVER (ORDER BY c, c, c) AS c FROM t ORDER BY b",
                       ", c", 50000, ""));
}
END_TEST

static t2sed_status explain_all(void *payload)
{
    static const char text[] =
        "WITH t (a) AS (SELECT id FROM singer) SELECT country, sum(age) "
        "OVER (PARTITION BY country ORDER BY id) FROM singer s JOIN plays p ON "
        "s.id = p.singer LEFT JOIN t ON t.a = s.id WHERE age BETWEEN 3 AND 4 "
        "AND EXISTS (SELECT * FROM concert WHERE id = p.concert) GROUP BY "
        "country HAVING count(*) > 1 UNION SELECT \"x\"\"y\", 'a' FROM t ORDER "
        "BY 1 LIMIT 3";
    const t2sed_schema *schema = payload;
    t2sed_sql *sql = NULL;
    t2sed_explanation *made = NULL;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status == T2SED_OK)
        status = t2sed_sql_explain(&made, sql, schema, NULL, NULL);
    t2sed_sql_free(sql);
    t2sed_explanation_free(made);
    return status;
}

START_TEST(every_allocation)
{
    t2sed_schema *schema = t2s_test_schema();
    t2s_test_every_allocation(explain_all, schema);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(every_interrupt)
{
    t2sed_schema *schema = t2s_test_schema();
    t2s_test_every_interrupt(explain_all, schema, 2);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(arguments)
{
    t2sed_explanation *made = NULL;
    t2sed_sql *sql = NULL;
    t2sed_explain_options options = {.struct_size = 1};
    t2sed_step step = {.struct_size = sizeof step};
    t2sed_error err;
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT 1", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_sql_explain(NULL, sql, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_explain(&made, NULL, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_explain(&made, sql, NULL, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(made);
    made = explain("SELECT 1", NULL);
    ck_assert_int_eq(t2sed_explanation_get(made, 1, &step, &err), T2SED_EINVAL);
    step.struct_size = 0;
    ck_assert_int_eq(t2sed_explanation_get(made, 0, &step, &err), T2SED_EINVAL);
    ck_assert_uint_eq(t2sed_explanation_count(NULL), 0);
    t2sed_explanation_free(NULL);
    t2sed_explanation_free(made);
    t2sed_sql_free(sql);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("explain");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, steps_of_splash);
    tcase_add_test(all, subqueries_come_first);
    tcase_add_test(all, nothing_is_left_out);
    tcase_add_test(all, places_and_uses);
    tcase_add_test(all, names);
    tcase_add_test(all, texts_are_printable);
    tcase_add_test(all, large_queries);
    tcase_add_test(all, every_allocation);
    tcase_add_test(all, every_interrupt);
    tcase_add_test(all, arguments);
    return t2s_test_run("explain", &all, 1);
}
