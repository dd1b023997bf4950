/* Names and cues of the question against the query. */
#include "t2s_test.h"

#include "features_test.h"

static const char ddl[] =
    "CREATE TABLE singer (singer_id INT PRIMARY KEY, name TEXT, age INT, "
    "country TEXT, birth_year INT);"
    "CREATE TABLE stadium (stadium_id INT PRIMARY KEY, name TEXT, "
    "average_attendance INT, highest_attendance INT);"
    "CREATE TABLE concert (concert_id INT PRIMARY KEY, theme TEXT, "
    "stadium_id INT REFERENCES stadium(stadium_id), "
    "singer_id INT REFERENCES singer(singer_id));";

static t2sed_schema *schema;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
}

typedef struct feature_case {
    const char *name, *text, *sql;
    double value;
} feature_case;

static void check(const t2s_feature_group *group, const feature_case *cases,
                  size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double value = feature(group, cases[i].name, cases[i].text,
                               cases[i].sql, schema, NULL);
        ck_assert_msg(fabs(value - cases[i].value) < 1e-5, "%s, %s: %g",
                      cases[i].name, cases[i].sql, value);
    }
}

#define CHECK(group, cases) check(group, cases, sizeof cases / sizeof cases[0])

START_TEST(columns)
{
    static const feature_case cases[] = {
        {"overlap.selected_min_match", "the age of singers",
         "SELECT age FROM singer", 1},
        {"overlap.selected_min_match", "the age of singers",
         "SELECT age, country FROM singer", 0},
        {"overlap.selected_mean_match", "the age of singers",
         "SELECT age, country FROM singer", 0.5},
        {"overlap.where_min_match", "the age of singers",
         "SELECT age FROM singer", -1},
        {"overlap.where_min_match", "singers by country",
         "SELECT name FROM singer WHERE country = 'x'", 1},
        {"overlap.order_min_match", "singers by age",
         "SELECT name FROM singer ORDER BY age DESC", 1},
        {"overlap.used_columns", "singers",
         "SELECT s.name FROM singer s JOIN concert c ON s.singer_id = "
         "c.singer_id WHERE c.theme = 'x'",
         2},
        {"overlap.used_columns", "singers",
         "SELECT name FROM singer WHERE singer_id IN (SELECT singer_id FROM "
         "concert)",
         1},
        {"overlap.used_columns", "singers",
         "SELECT s.age FROM singer s, concert c WHERE s.singer_id = "
         "c.singer_id",
         1},
        {"overlap.unnamed_columns", "the age of singers",
         "SELECT country, age, birth_year FROM singer", 2},
        {"overlap.unused_named_in_tables", "age and country of singers",
         "SELECT age FROM singer", 1},
        {"overlap.unused_named", "age and theme of singers",
         "SELECT age FROM singer", 1},
        {"overlap.unused_named_in_tables", "age and theme of singers",
         "SELECT age FROM singer", 0},
        {"overlap.unused_named", "names of singers", "SELECT name FROM stadium",
         0},
        {"overlap.unused_named_long", "the birth year of singers",
         "SELECT age FROM singer", 1},
        {"overlap.unused_named_position", "the age", "SELECT name FROM singer",
         0.5},
        {"overlap.better_columns", "the average attendance of stadiums",
         "SELECT highest_attendance FROM stadium", 1},
        {"overlap.better_columns", "the average attendance of stadiums",
         "SELECT average_attendance FROM stadium", 0},
        {"overlap.better_tables", "the name of the stadium",
         "SELECT name FROM singer", 1},
        {"overlap.ambiguity", "the name of the stadium",
         "SELECT name FROM stadium", 2},
        {"overlap.selected_keys_unasked", "the singers",
         "SELECT singer_id FROM singer", 1},
        {"overlap.selected_keys_unasked", "the ids of singers",
         "SELECT singer_id FROM singer", 0},
        {"overlap.unknown_names", "the singers", "SELECT size FROM singer", 1},
        {"overlap.selected_columns", "the singers",
         "SELECT name, age FROM singer", 2},
        {"overlap.selected_beyond_list", "name, age and country",
         "SELECT name FROM singer", -2},
        {"overlap.selected_named", "name", "SELECT name, age FROM singer", 0.5},
        {"overlap.selected_last_position", "show the age",
         "SELECT age FROM singer", 2.0 / 3},
        {"overlap.where_first_position", "show the age",
         "SELECT name FROM singer WHERE age = 3", 2.0 / 3},
    };
    CHECK(&t2s_overlap_group, cases);
}
END_TEST

START_TEST(tables_and_words)
{
    static const feature_case cases[] = {
        {"overlap.used_tables", "singers", "SELECT age FROM singer", 1},
        {"overlap.table_min_match", "singers",
         "SELECT s.age FROM singer s JOIN concert c ON s.singer_id = "
         "c.singer_id",
         0},
        {"overlap.join_only_tables", "singers",
         "SELECT s.age FROM singer s JOIN concert c ON s.singer_id = "
         "c.singer_id",
         1},
        {"overlap.join_only_unnamed", "singers in concerts",
         "SELECT s.age FROM singer s JOIN concert c ON s.singer_id = "
         "c.singer_id",
         0},
        {"overlap.unused_tables", "singers in concerts",
         "SELECT age FROM singer", 1},
        {"overlap.schema_tables", "singers", "SELECT age FROM singer", 3},
        {"overlap.schema_columns", "singers", "SELECT age FROM singer", 13},
        {"overlap.missed_schema_words", "age and country of singers",
         "SELECT age FROM singer", 1},
        {"overlap.missed_schema_share", "age and country of singers",
         "SELECT age FROM singer", 1.0 / 3},
        {"overlap.missed_words", "age of green singers",
         "SELECT age FROM singer", 1},
        {"overlap.missed_words", "age of green singers",
         "SELECT age FROM singer WHERE name = 'Green'", 0},
        {"overlap.question_words", "age of green singers",
         "SELECT age FROM singer", 4},
    };
    CHECK(&t2s_overlap_group, cases);
}
END_TEST

START_TEST(cues)
{
    static const feature_case cases[] = {
        {"cue.words_count", "how many, number of", "SELECT 1", 2},
        {"cue.count_missing", "how many singers", "SELECT name FROM singer", 1},
        {"cue.count_missing", "how many singers", "SELECT count(*) FROM singer",
         0},
        {"cue.count_extra", "the singers", "SELECT count(*) FROM singer", 1},
        {"cue.average_missing", "the average age", "SELECT age FROM singer", 1},
        {"cue.max_extra", "the age", "SELECT max(age) FROM singer", 1},
        {"cue.superlative_missing", "the oldest singer",
         "SELECT name FROM singer", 1},
        {"cue.wrong_end_most", "the oldest singer",
         "SELECT name FROM singer ORDER BY age LIMIT 1", 1},
        {"cue.wrong_end_most", "the oldest singer",
         "SELECT name FROM singer ORDER BY age DESC LIMIT 1", 0},
        {"cue.wrong_end_least", "the youngest singer",
         "SELECT name FROM singer ORDER BY age DESC LIMIT 1", 1},
        {"cue.descending_missing", "in reverse alphabetical order",
         "SELECT name FROM singer ORDER BY name", 1},
        {"cue.ascending_missing", "in alphabetical order",
         "SELECT name FROM singer ORDER BY name DESC", 1},
        {"cue.order_missing", "sorted by age", "SELECT name FROM singer", 1},
        {"cue.order_extra", "the names", "SELECT name FROM singer ORDER BY age",
         1},
        {"cue.group_missing", "for each country", "SELECT count(*) FROM singer",
         1},
        {"cue.group_extra", "the country",
         "SELECT country FROM singer GROUP BY country", 1},
        {"cue.greater_missing", "older than 5",
         "SELECT name FROM singer WHERE age = 5", 1},
        {"cue.greater_missing", "older than 5",
         "SELECT name FROM singer WHERE age > 5", 0},
        {"cue.less_extra", "age 5", "SELECT name FROM singer WHERE age < 5", 1},
        {"cue.at_least_strict", "at least 5",
         "SELECT name FROM singer WHERE age > 5", 1},
        {"cue.between_missing", "between 3 and 5",
         "SELECT name FROM singer WHERE age > 3", 1},
        {"cue.between_missing", "between 3 and 5",
         "SELECT name FROM singer WHERE age BETWEEN 3 AND 5", 0},
        {"cue.negation_missing", "not from France",
         "SELECT name FROM singer WHERE country = 'France'", 1},
        {"cue.negation_missing", "not from France",
         "SELECT name FROM singer WHERE country != 'France'", 0},
        {"cue.negation_missing", "not in a concert",
         "SELECT name FROM singer WHERE singer_id NOT IN (SELECT singer_id "
         "FROM concert)",
         0},
        {"cue.both_missing", "both here and there", "SELECT name FROM singer",
         1},
        {"cue.both_missing", "both here and there",
         "SELECT name FROM singer INTERSECT SELECT name FROM stadium", 0},
        {"cue.either_extra", "here",
         "SELECT name FROM singer WHERE age = 1 OR age = 2", 1},
        {"cue.distinct_missing", "distinct ages", "SELECT age FROM singer", 1},
        {"cue.distinct_extra", "the ages", "SELECT DISTINCT age FROM singer",
         1},
        {"cue.like_missing", "names that contain x",
         "SELECT name FROM singer WHERE name = 'x'", 1},
        {"cue.like_extra", "the names",
         "SELECT name FROM singer WHERE name LIKE '%x%'", 1},
        {"cue.comparison_missing", "older than the average",
         "SELECT name FROM singer WHERE age > 5", 1},
        {"cue.nesting_extra", "names",
         "SELECT name FROM singer WHERE age = (SELECT max(age) FROM singer)",
         1},
    };
    CHECK(&t2s_cues_group, cases);
}
END_TEST

START_TEST(tables_of_features)
{
    check_table(&t2s_overlap_group, "overlap.");
    check_table(&t2s_cues_group, "cue.");
}
END_TEST

START_TEST(no_schema)
{
    static const char text[] = "green ages of singers";
    static const char sql[] = "SELECT age FROM singer";
    ck_assert_double_eq(feature(&t2s_overlap_group, "overlap.missed_words",
                                text, sql, NULL, NULL),
                        1);
    ck_assert_double_eq(feature(&t2s_overlap_group, "overlap.question_words",
                                text, sql, NULL, NULL),
                        4);
    ck_assert_double_nan(feature(&t2s_overlap_group, "overlap.used_min_match",
                                 text, sql, NULL, NULL));
    ck_assert_double_nan(feature(&t2s_overlap_group,
                                 "overlap.missed_schema_words", text, sql, NULL,
                                 NULL));
    ck_assert_double_nan(feature(&t2s_overlap_group, "overlap.unknown_names",
                                 text, sql, NULL, NULL));
    ck_assert_double_eq(feature(&t2s_cues_group, "cue.count_missing",
                                "how many", sql, NULL, NULL),
                        1);
}
END_TEST

static t2sed_status gather_overlap(void *payload)
{
    float out[T2S_MOST_OF_GROUP];
    return gather(out, &t2s_overlap_group, "the names of singers", payload,
                  schema, NULL);
}

START_TEST(memory)
{
    char sql[] = "SELECT name FROM singer WHERE country = 'x'";
    t2s_test_every_allocation(gather_overlap, sql);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("overlap");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, columns);
    tcase_add_test(cases, tables_and_words);
    tcase_add_test(cases, cues);
    tcase_add_test(cases, tables_of_features);
    tcase_add_test(cases, no_schema);
    tcase_add_test(cases, memory);
    return t2s_test_run("evidence of names and cues", &cases, 1);
}
