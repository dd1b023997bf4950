/* The index of a database's values, and values of the question against those
 * of the query. */
#include "t2s_test.h"

#include <unistd.h>

#include "database_test.h"
#include "sqlite_test.h"
#include "features_test.h"

static const char sql[] =
    "CREATE TABLE singer (name TEXT, age INT, country TEXT);"
    "CREATE TABLE empty (name TEXT);"
    "CREATE VIEW grown AS SELECT name FROM singer WHERE age > 20;"
    "INSERT INTO singer VALUES ('Joe Sharp', 52, 'Netherlands'), "
    "('Rose White', 41, 'France'), ('John Nizinik', 43, 'France'), "
    "('O''Hara''s, Jr.', 41.5, x'00'), (NULL, '-7', ' New   York ');";

static char path[64];
static t2sed_schema *schema;
static t2s_value_index *values;

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-values-%ld.sqlite", (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, sql);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_value_index_open(
                         &values, t2s_test_database(path, NULL), NULL, NULL),
                     T2SED_OK);
}

static void tear_down(void)
{
    t2s_value_index_free(values);
    t2sed_schema_free(schema);
    unlink(path);
}

static const char *normal_of(const char *text)
{
    static char copy[128];
    t2s_string out = {0};
    t2s_string_append(&out, "");
    t2s_value_normal(&out, text, strlen(text));
    ck_assert(!out.failed && out.length < sizeof copy);
    memcpy(copy, out.text, out.length + 1);
    t2s_string_free(&out);
    return copy;
}

START_TEST(normal_forms)
{
    char number[32] = {0};
    ck_assert_str_eq(normal_of("  New   York, NY. "), "new york ny");
    ck_assert_str_eq(normal_of("O'Hara's, Jr."), "o'hara jr");
    ck_assert_str_eq(normal_of("2014-03-05 C++ -7 - 'x'"),
                     "2014-03-05 c++ -7 x");
    ck_assert_str_eq(normal_of("%_?"), "");
    ck_assert_uint_eq(t2s_value_normal_number(number, 2014), 4);
    ck_assert_uint_eq(t2s_value_normal_number(number, -0.5), 4);
    ck_assert_str_eq(number, "-0.5");
}
END_TEST

static bool holds(int32_t column, const char *normal)
{
    return t2s_value_index_holds(values, column, normal, strlen(normal));
}

START_TEST(index_of_values)
{
    size_t count;
    const int32_t *columns =
        t2s_value_index_columns(values, "france", 6, &count);
    ck_assert(count == 1 && columns[0] == 2);
    ck_assert_ptr_null(t2s_value_index_columns(values, "spain", 5, &count));
    ck_assert_uint_eq(count, 0);
    ck_assert(holds(0, "joe sharp") && !holds(2, "joe sharp"));
    ck_assert(holds(1, "52") && holds(1, "41.5") && holds(1, "-7"));
    ck_assert(holds(2, "new york") && holds(0, "o'hara jr"));
    ck_assert(!holds(-1, "52") && !holds(99, "52"));
    ck_assert(t2s_value_index_holds_exactly(values, 2, "France", 6));
    ck_assert(!t2s_value_index_holds_exactly(values, 2, "france", 6));
    ck_assert(t2s_value_index_is_complete(values, 0));
    ck_assert_uint_eq(t2s_value_index_count(values, 2), 3);
    ck_assert_uint_eq(t2s_value_index_count(values, 3), 0); /* empty.name */
    ck_assert_uint_eq(t2s_value_index_count(values, 4), 0); /* a view */
}
END_TEST

static t2s_value_index *open_bounded(t2s_value_index_options options)
{
    t2s_value_index *bounded;
    ck_assert_int_eq(t2s_value_index_open(&bounded,
                                          t2s_test_database(path, schema),
                                          &options, NULL),
                     T2SED_OK);
    return bounded;
}

START_TEST(bounds)
{
    t2s_value_index_options options = T2S_VALUE_INDEX_OPTIONS_INIT;
    t2s_value_index *bounded;
    options.max_rows = 2;
    bounded = open_bounded(options);
    ck_assert_uint_eq(t2s_value_index_count(bounded, 0), 2);
    ck_assert(!t2s_value_index_is_complete(bounded, 0));
    t2s_value_index_free(bounded);

    options = (t2s_value_index_options)T2S_VALUE_INDEX_OPTIONS_INIT;
    options.max_values = 2;
    bounded = open_bounded(options);
    ck_assert_uint_eq(t2s_value_index_count(bounded, 1), 2);
    ck_assert(!t2s_value_index_is_complete(bounded, 1));
    t2s_value_index_free(bounded);

    options = (t2s_value_index_options)T2S_VALUE_INDEX_OPTIONS_INIT;
    options.max_value_bytes = 9;
    bounded = open_bounded(options);
    ck_assert_uint_eq(t2s_value_index_count(bounded, 0), 1);
    ck_assert(!t2s_value_index_is_complete(bounded, 0));
    ck_assert(t2s_value_index_is_complete(bounded, 1));
    t2s_value_index_free(bounded);

    options = (t2s_value_index_options)T2S_VALUE_INDEX_OPTIONS_INIT;
    options.max_bytes = 40;
    bounded = open_bounded(options);
    ck_assert_uint_eq(t2s_value_index_count(bounded, 0), 1);
    ck_assert(!t2s_value_index_is_complete(bounded, 3));
    t2s_value_index_free(bounded);
}
END_TEST

START_TEST(other_databases)
{
    t2s_value_index *other = NULL;
    t2sed_schema *foreign;
    t2sed_error err;
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&foreign,
                               "CREATE TABLE singer (size INT, name TEXT);"
                               "CREATE TABLE song (name TEXT);",
                               NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_value_index_open(
                         &other, t2s_test_database(NULL, foreign), NULL, &err),
                     T2SED_EDATABASE);
    ck_assert_ptr_null(other);
    ck_assert_int_eq(t2s_value_index_open(
                         &other, t2s_test_database(path, foreign), NULL, &err),
                     T2SED_OK);
    ck_assert_uint_eq(t2s_value_index_count(other, 0), 0);
    ck_assert(t2s_value_index_holds(other, 1, "joe sharp", 9));
    ck_assert(!t2s_value_index_is_complete(other, 2));
    t2s_value_index_free(other);
    t2s_value_index_free(NULL);
    t2sed_schema_free(foreign);
}
END_TEST

#define ALL "SELECT name FROM singer WHERE "

START_TEST(features)
{
    static const struct {
        const char *name, *text, *sql;
        double value;
    } cases[] = {
        {"value.texts", "x", ALL "country = 'x' AND name = 'y'", 2},
        {"value.texts", "x", "SELECT 'x' FROM singer", 0},
        {"value.text_not_in_question", "from France", ALL "country = 'Spain'",
         1},
        {"value.question_values", "how many john niziniks", ALL "age = 1", 1},
        {"value.question_values", "how many 'john niziniks'", ALL "age = 1", 0},
        {"value.question_values", "of the netherland", ALL "age = 1", 1},
        /* The first word of what is no request; parts of hyphened words. */
        {"value.question_values", "France by age", ALL "age = 1", 1},
        {"value.question_values", "france-based singers", ALL "age = 1", 1},
        {"value.question_values_unused", "any john niziniks",
         ALL "name = 'John Nizinik'", 0},
        {"value.text_not_in_question", "from France", ALL "country = 'France'",
         0},
        {"value.text_partly_in_question", "the Sharps", ALL "name = 'Sharp'",
         1},
        {"value.text_not_in_question", "the Sharps", ALL "name LIKE '%sharp%'",
         0},
        {"value.not_in_column", "x", ALL "country = 'Joe Sharp'", 1},
        {"value.in_other_column", "x", ALL "country = 'Joe Sharp'", 1},
        {"value.nowhere", "x", ALL "country = 'Spain'", 1},
        {"value.not_in_column", "x", ALL "country = 'France'", 0},
        {"value.not_in_column", "x", ALL "'Spain' = country", 1},
        {"value.not_in_column", "x", ALL "country IN ('France', 'Spain')", 1},
        {"value.not_in_column", "x", ALL "country NOT IN ('Spain', 'y')", 2},
        {"value.not_in_column", "x", ALL "country LIKE '%Spain%'", 0},
        {"value.not_in_column", "x", "SELECT name FROM empty WHERE name = 'x'",
         0},
        {"value.spelled_otherwise", "x", ALL "country = 'france'", 1},
        {"value.spelled_otherwise", "x", ALL "country = 'France'", 0},
        {"value.number_not_in_column", "x", ALL "age = 99", 1},
        {"value.number_not_in_column", "x", ALL "age = 52", 0},
        {"value.number_not_in_column", "x", ALL "age > 99", 0},
        {"value.text_with_number_column", "x", ALL "age = 'old'", 1},
        {"value.text_with_number_column", "x", ALL "age = '52'", 0},
        {"value.number_with_text_column", "x", ALL "country = 5", 1},
        {"value.numbers", "x", ALL "age > 5 AND age < 0", 2},
        {"value.zeros", "x", ALL "age > 5 AND age < 0", 1},
        {"value.number_not_in_question", "over five", ALL "age > 5", 0},
        {"value.number_not_in_question", "over six", ALL "age > 5", 1},
        {"value.question_numbers_unused", "over 6", ALL "age > 5", 1},
        {"value.question_numbers_unused", "in 2014", ALL "name = '2014-01-01'",
         0},
        {"value.spelled_numbers_unused", "over six", ALL "age > 5", 1},
        {"value.named_numbers_unused", "songs of singer 4", ALL "age > 5", 1},
        {"value.named_numbers_unused", "the age of singer no. 4", ALL "1", 1},
        {"value.named_numbers_unused", "songs of singer 4", ALL "age = 4", 0},
        {"value.named_numbers_unused", "over 4", ALL "age > 5", 0},
        {"value.named_numbers_unused", "singer, 4 songs", ALL "1", 0},
        {"value.named_numbers_unused", "age 4-7", ALL "1", 0},
        {"value.pattern_for_exact", "exactly Joe", ALL "name LIKE '%Joe%'", 1},
        {"value.pattern_for_exact", "exactly Joe", ALL "name LIKE 'Joe'", 0},
        {"value.pattern_for_exact", "all of Joe", ALL "name LIKE '%Joe%'", 0},
        {"value.pattern_for_exact", "exactly j singers", ALL "name LIKE 'Joe%'",
         0},
        {"value.pattern_for_exact", "exactly 3 of Joe", ALL "name LIKE '%Joe%'",
         0},
        {"value.pattern_differs", "names starting with Joe",
         ALL "name LIKE '%Joe%'", 1},
        {"value.pattern_differs", "names starting with Joe", ALL "name = 'Joe'",
         1},
        {"value.pattern_differs", "names starting with Joe",
         ALL "name LIKE 'Joe%'", 0},
        {"value.pattern_differs", "names ending with the letter p",
         ALL "name LIKE 'p%'", 1},
        {"value.pattern_differs", "names ending with the letter p",
         ALL "name LIKE '%p'", 0},
        {"value.pattern_differs", "singers with Joe in their name",
         ALL "name LIKE 'Joe%'", 1},
        {"value.pattern_differs", "singers with Joe in their name",
         ALL "lower(name) LIKE '%joe%'", 0},
        {"value.pattern_differs", "names that contain Joe",
         ALL "name LIKE 'Joe%' OR name LIKE '% Joe'", 0},
        {"value.pattern_differs", "names containing Joe Sharp",
         ALL "name = 'Joe Sharp'", 0},
        {"value.pattern_differs", "names starting with Joe",
         ALL "substr(name, 1, 3) = 'Joe'", 0},
        {"value.pattern_differs", "names starting with Joe",
         ALL "name LIKE '%'", 0},
        {"value.pattern_differs", "singers starting with France",
         ALL "country = 'France'", 0},
        {"value.pattern_differs", "last names starting with S",
         ALL "name LIKE '% S%'", 0},
        {"value.pattern_differs", "names containing Joe as the first word",
         ALL "name LIKE 'Joe%'", 0},
        {"value.pattern_elsewhere", "those of France",
         ALL "name LIKE '%France%'", 1},
        {"value.pattern_elsewhere", "those of France",
         ALL "country LIKE '%France%'", 0},
        {"value.pattern_elsewhere", "names with the word France",
         ALL "name LIKE '%France%'", 0},
        {"value.pattern_elsewhere", "those of france",
         ALL "name LIKE '%France%'", 0},
        {"value.limit_not_in_question", "the top 3",
         "SELECT name FROM singer LIMIT 4", 1},
        {"value.limit_not_in_question", "the top three",
         "SELECT name FROM singer LIMIT 3", 0},
        {"value.limit_one_beside_number", "the top 3",
         "SELECT name FROM singer LIMIT 1", 1},
        {"value.question_values", "who is Joe Sharp from France", ALL "1", 2},
        /* Groups have no value that a condition leaves out. */
        {"value.question_values_unused", "France or Netherlands",
         "SELECT country, count(*) FROM singer GROUP BY country", 0},
        {"value.question_values_unused", "France or Netherlands",
         ALL "country = 'France' GROUP BY country", 1},
        {"value.question_values_unused", "France or Netherlands",
         ALL "country IN ('France', 'Netherlands') GROUP BY country", 0},
        {"value.question_values_unused", "France or Netherlands",
         ALL "country <> 'Spain' GROUP BY country", 0},
        {"value.question_values_unused", "who is Joe Sharp from France",
         ALL "country = 'France'", 1},
        {"value.marked_values_unused", "who is from france", ALL "1", 0},
        {"value.question_values_unused", "who is from france", ALL "1", 1},
        {"value.question_values_unused", "who is Joe Sharp",
         ALL "name LIKE '%Sharp%'", 0},
        /* What CASE and sums of comparisons tell apart is a condition. */
        {"value.question_values_unused", "how many are from France",
         "SELECT SUM(CASE WHEN country = 'France' THEN 1 END) FROM singer", 0},
        {"value.question_values_unused", "how many are from France",
         "SELECT SUM(country = 'France') FROM singer", 0},
        {"value.question_values_unused", "how many are from France",
         "SELECT COUNT(*) FILTER (WHERE country = 'France') FROM singer", 0},
        {"value.question_values_unused", "how many are from France",
         "SELECT 'France', COUNT(*) FROM singer", 1},
        {"value.texts", "x", "SELECT SUM(country = 'France') FROM singer", 1},
        {"value.nowhere", "x",
         "SELECT SUM(country = 'Fronce') FROM singer WHERE age > 1", 1},
        {"value.numbers", "x",
         "SELECT SUM(CASE WHEN age > 40 THEN 100.0 ELSE 0 END) FROM singer", 1},
        /* Another value of the column that the question names. */
        {"value.replaced", "who is from France", ALL "country = 'Netherlands'",
         1},
        {"value.replaced", "who is from France",
         "SELECT s.name FROM singer AS s WHERE lower(s.country) = 'italy'", 1},
        {"value.replaced", "who is from France", ALL "country LIKE '%Italy%'",
         1},
        {"value.replaced", "who is from France",
         ALL "country IN ('Italy', 'Spain')", 0},
        {"value.replaced", "how many are from France",
         "SELECT SUM(CASE WHEN country = 'Italy' THEN 1 END) FROM singer", 1},
        {"value.replaced", "who is from France", ALL "country = 'France'", 0},
        {"value.replaced", "who is from France",
         ALL "country IN ('France', 'Italy')", 0},
        {"value.replaced", "who is from France or Italy",
         ALL "country = 'Italy'", 0},
        {"value.replaced", "who is not from France", ALL "country <> 'Italy'",
         1},
        {"value.replaced", "who is not from France", ALL "country = 'Italy'",
         0},
        {"value.replaced", "who is from France", ALL "country <> 'Italy'", 0},
        {"value.replaced", "who is not Italian but from France",
         ALL "country <> 'Italy'", 0},
        {"value.replaced", "France or the UAE",
         ALL "country = 'United Arab Emirates'", 0},
        {"value.replaced", "from France, not the United Arab Emirates",
         ALL "country <> 'U.A.E.'", 0},
        {"value.replaced", "who is from France", ALL "name = 'Italy'", 0},
        {"value.replaced", "who is from France", ALL "country > 'Italy'", 0},
        {"value.replaced", "who is from France",
         ALL "country || name = 'Italy'", 0},
        {"value.replaced", "who is from France", ALL "country = 'IT'", 0},
        {"value.replaced", "who is from France", ALL "country = '2024-01-01'",
         0},
        {"value.replaced", "who is from Spain", ALL "country = 'Italy'", 0},
        {"value.question_values", "the French singers", ALL "age = 30", 1},
        {"value.question_values_unused", "the French singers", ALL "age = 30",
         1},
        {"value.question_values_unused", "the French singers",
         ALL "country = 'France'", 0},
        {"value.text_not_in_question", "French singers",
         ALL "country = 'France'", 0},
        {"value.text_partly_in_question", "the french ones",
         ALL "country = 'France'", 1},
        {"value.text_not_in_question", "Spanish singers",
         ALL "country = 'France'", 1},
        {"value.question_values", "the Spanish singers", ALL "age = 30", 0},
        {"value.question_values", "the \"Dutch\"", ALL "age = 30", 0},
        {"value.replaced", "the Dutch singers", ALL "country = 'Spain'", 1},
        {"value.number_replaced", "who is of age 40", ALL "age = 30", 1},
        {"value.number_replaced", "40 years of singers", ALL "age = 30", 1},
        {"value.number_replaced", "who is of age 40", ALL "age = 40", 0},
        {"value.number_replaced", "who is at least 40", ALL "age > 39", 0},
        {"value.number_replaced", "who is old", ALL "age = 30", 0},
        {"value.number_replaced", "who is of age 40",
         ALL "age < 30 OR age > 60", 1},
        {"value.column_number_replaced", "who is of age 40", ALL "age = 30", 1},
        {"value.column_number_replaced", "how many are of age 40",
         "SELECT SUM(CASE WHEN age = 30 THEN 1 END) FROM singer", 1},
        {"value.column_number_replaced", "40 singers of any age",
         ALL "age = 30", 0},
        {"value.column_number_replaced", "who is of age 40", ALL "age = 40", 0},
        {"value.column_number_replaced", "who is of age 40 in years",
         ALL "age * 2 = 30", 0},
        {"value.column_number_replaced", "who is of age twenty-five",
         ALL "age = 25", 0},
        {"value.column_number_replaced", "an age over one hundred and five",
         ALL "age > 105", 0},
        {"value.column_number_replaced", "of an age of three and a half",
         ALL "age = 3.5", 0},
        {"value.column_number_replaced", "an age below -5", ALL "age < -5", 0},
        {"value.column_number_replaced", "an age over 7 %", ALL "age > 0.07",
         0},
        {"value.column_number_replaced", "an age above 2 billion",
         ALL "age > 2000000000", 0},
        {"value.column_number_replaced", "an age over 1 200", ALL "age > 1200",
         0},
        {"value.column_number_replaced", "an age of 2 weeks", ALL "age = 14",
         0},
        {"value.column_number_replaced", "of age, born in the 90s",
         ALL "age > 1990", 0},
        {"value.column_number_replaced", "30 years of age", ALL "age < 1996",
         0},
        {"value.column_number_replaced", "the 3 aged singers", ALL "age = 1",
         0},
        {"value.column_number_replaced", "a two-digit age", ALL "age > 10", 0},
        {"value.column_number_replaced", "age 20 to 30, both exclusive",
         ALL "age BETWEEN 21 AND 29", 0},
        {"value.column_number_replaced", "of age 20 to 30",
         ALL "age BETWEEN 20 AND 39", 1},
        {"value.column_number_replaced", "of 20 weeks of age", ALL "age > 7",
         0},
        {"value.column_number_replaced", "of age 3 singers", ALL "age = 1", 1},
        {"value.quotes", "named \"Rose\" or 'Joe'", ALL "name = 'Rose'", 2},
        {"value.quotes_unused", "named \"Rose\" or 'Joe'", ALL "name = 'Rose'",
         1},
        {"value.capitals", "The Dutch Singer", ALL "1", 2},
        {"value.capitals_unused", "The Dutch Singer", ALL "1", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = feature(&t2s_values_group, cases[i].name, cases[i].text,
                               cases[i].sql, schema, values);
        ck_assert_msg(fabs(value - cases[i].value) < 1e-5, "%s, %s, %s: %g",
                      cases[i].name, cases[i].text, cases[i].sql, value);
    }
    check_table(&t2s_values_group, "value.");
}
END_TEST

static double cue(const char *name, const char *text, const char *query)
{
    return feature(&t2s_cues_group, name, text, query, schema, values);
}

START_TEST(cues_of_tests)
{
    const char *text = "how many are older than 40 and not from France";
    const char *query =
        "SELECT SUM(age > 40 AND country <> 'France') FROM singer";
    ck_assert(cue("cue.greater_missing", text, query) == 0);
    ck_assert(cue("cue.negation_missing", text, query) == 0);
    ck_assert(cue("cue.less_missing", "how many are younger than 40", query) ==
              1);
    ck_assert(cue("cue.greater_extra", "how many", query) == 1);
}
END_TEST

/* Words in another sense ask for nothing; other words ask as well. */
START_TEST(cues_by_sense)
{
    static const char all[] = "SELECT name FROM singer";
    static const char count[] = "SELECT COUNT(*) FROM singer";
    static const struct {
        const char *name, *text, *sql;
        double value;
    } cases[] = {
        {"cue.greater_missing", "singers over 40", all, 1},
        {"cue.greater_missing", "singers over the past year", all, 0},
        {"cue.greater_extra", "singers over the past year", ALL "age > 4", 0},
        {"cue.greater_inclusive", "earned after taxes", ALL "age >= 4", 0},
        {"cue.greater_inclusive", "older than 4", ALL "age >= 4", 1},
        {"cue.less_missing", "singers below 40", all, 1},
        {"cue.less_missing", "earned before tax", all, 0},
        {"cue.between_missing", "between 5 and 9", all, 1},
        {"cue.between_missing", "between a song and its singer", all, 0},
        {"cue.order_missing", "singers ordered by name", all, 1},
        {"cue.order_missing", "singers who ordered tea", all, 0},
        {"cue.negation_missing", "singers not from France", all, 1},
        {"cue.negation_missing", "singers, whether or not from France", all, 0},
        {"cue.like_missing", "countries that contain \"an\"", all, 1},
        {"cue.like_missing", "countries that contain a singer", all, 0},
        {"cue.count_extra", "who is from France", count, 1},
        {"cue.count_extra", "what percentage is from France", count, 0},
        {"cue.sum_extra", "who is from France", "SELECT SUM(age) FROM singer",
         1},
        {"cue.sum_extra", "what did singers earn",
         "SELECT SUM(age) FROM singer", 0},
        {"cue.order_extra", "who is from France",
         "SELECT name FROM singer ORDER BY age", 1},
        {"cue.order_extra", "the latest singers",
         "SELECT name FROM singer ORDER BY age", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(cue(cases[i].name, cases[i].text, cases[i].sql) ==
                          cases[i].value,
                      "%s, %s", cases[i].name, cases[i].text);
}
END_TEST

START_TEST(nulls_and_numbers_as_text)
{
    const int32_t first = schema->tables[0].first_column;
    ck_assert(t2s_value_index_has_null(values, first));
    ck_assert(!t2s_value_index_has_null(values, first + 1));
    ck_assert(!t2s_value_index_has_null(values, -1));
    ck_assert_int_eq(t2s_value_index_text_numbers(values, first),
                     T2S_TEXT_NO_NUMBERS);
    ck_assert_int_eq(t2s_value_index_text_numbers(values, -1),
                     T2S_TEXT_NO_NUMBERS);
}
END_TEST

START_TEST(less_known)
{
    static const char text[] = "from France in 2014";
    static const char query[] = ALL "country = 'Spain' AND age = 3";
    static const char *const blank[] = {
        "value.not_in_column",   "value.in_other_column",
        "value.nowhere",         "value.spelled_otherwise",
        "value.question_values", "value.number_not_in_column"};
    for (size_t i = 0; i < sizeof blank / sizeof blank[0]; i++) {
        ck_assert_double_nan(
            feature(&t2s_values_group, blank[i], text, query, schema, NULL));
        ck_assert_double_nan(
            feature(&t2s_values_group, blank[i], text, query, NULL, NULL));
    }
    ck_assert_double_eq(
        feature(&t2s_values_group, "value.replaced", text, query, schema, NULL),
        0);
    ck_assert_double_nan(feature(&t2s_values_group,
                                 "value.text_with_number_column", text, query,
                                 NULL, NULL));
    ck_assert_double_eq(feature(&t2s_values_group, "value.text_not_in_question",
                                text, query, NULL, NULL),
                        1);
}
END_TEST

static t2sed_status gather_values(void *payload)
{
    float out[T2S_MOST_OF_GROUP];
    (void)payload;
    return gather(out, &t2s_values_group, "Joe Sharp of \"France\" at 52",
                  ALL "country = 'Frances' AND age = 52", schema, values);
}

static t2sed_status open_index(void *payload)
{
    t2s_value_index *made;
    t2sed_status status = t2s_value_index_open(&made, payload, NULL, NULL);
    if (status == T2SED_OK)
        t2s_value_index_free(made);
    return status;
}

START_TEST(memory)
{
    t2sed_database *database = t2s_test_database(path, schema);
    ck_assert_int_eq(open_index(database), T2SED_OK);
    /* Its connection is there now, and stays. */
    t2s_test_every_allocation(open_index, database);
    t2s_test_every_allocation(gather_values, NULL);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("values");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, normal_forms);
    tcase_add_test(cases, index_of_values);
    tcase_add_test(cases, bounds);
    tcase_add_test(cases, other_databases);
    tcase_add_test(cases, features);
    tcase_add_test(cases, cues_of_tests);
    tcase_add_test(cases, cues_by_sense);
    tcase_add_test(cases, nulls_and_numbers_as_text);
    tcase_add_test(cases, less_known);
    tcase_add_test(cases, memory);
    return t2s_test_run("evidence of values", &cases, 1);
}
