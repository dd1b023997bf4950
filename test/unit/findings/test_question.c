/* Findings of a query beside its question and the sketch: that each is made
 * where it is due, and that right queries are left alone. */
#include "findings_test.h"

#include "sketch/heads.h"

START_TEST(the_question_is_compared)
{
    static const expected cases[] = {
        {"How many singers are there?", "SELECT name FROM singer",
         "aggregate_missing", "", "How many", ""},
        {"What is the average age of singers?", "SELECT age FROM singer",
         "aggregate_missing", "", "average", ""},
        {"What is the age?", "SELECT avg(age) FROM singer",
         "aggregate_unexpected", "avg", "", ""},
        {"Which countries?", "SELECT count(*) FROM singer", "count_unexpected",
         "count", "", ""},
        {"Show the names sorted by age", "SELECT name FROM singer",
         "order_missing", "", "sorted", ""},
        {"Show the names", "SELECT name FROM singer ORDER BY age",
         "order_unexpected", "", "", ""},
        {"Show the names in descending order of age",
         "SELECT name FROM singer ORDER BY age", "wrong_direction", "",
         "descending", ""},
        {"Who is the oldest singer?", "SELECT name FROM singer WHERE age > 1",
         "limit_missing", "", "oldest", ""},
        {"Show the three oldest",
         "SELECT name FROM singer ORDER BY age DESC "
         "LIMIT 5",
         "wrong_limit", "LIMIT 5", "", ""},
        {"Count the singers of each country", "SELECT count(*) FROM singer",
         "group_missing", "", "each", ""},
        {"Who is older than 40?", "SELECT name FROM singer WHERE age = 40",
         "comparison_missing", "", "older than", ""},
        {"Who is at least 41?", "SELECT name FROM singer WHERE age > 41",
         "wrong_comparison", "age > 41", "41", ""},
        {"Who is older than 41?", "SELECT name FROM singer WHERE age < 41",
         "wrong_comparison", "age < 41", "41", ""},
        {"Who is under \u00a341?", "SELECT name FROM singer WHERE age > 41",
         "wrong_comparison", "age > 41", "41", ""},
        {"Singers with age > 41", "SELECT name FROM singer WHERE age < 41",
         "wrong_comparison", "age < 41", "41", ""},
        {"Singers with age \u2265 $41",
         "SELECT name FROM singer WHERE age > 41", "wrong_comparison",
         "age > 41", "41", ""},
        {"Singers, max. 41 years of age",
         "SELECT name FROM singer WHERE age >= 41", "wrong_comparison",
         "age >= 41", "41", ""},
        {"Singers excl. those from France",
         "SELECT name FROM singer WHERE country = 'France'", "negation_missing",
         "", "excl", ""},
        {"Who is the oldest singer?",
         "SELECT name FROM singer WHERE age = (SELECT min(age) FROM singer)",
         "wrong_direction", "min(age)", "oldest", ""},
        {"Who is 41?", "SELECT name FROM singer WHERE age > 41",
         "comparison_unexpected", ">", "", ""},
        {"Who is not from France?",
         "SELECT name FROM singer WHERE country = 'France'", "negation_missing",
         "", "not", ""},
        {"No. of singers from France?",
         "SELECT count(*) FROM singer WHERE country <> 'France'",
         "negation_unexpected", "", "", ""},
        {"Who is in no concert?", "SELECT name FROM singer", "negation_missing",
         "", "no", ""},
        {"Who is from France?",
         "SELECT name FROM singer WHERE NOT country = 'France'",
         "negation_unexpected", "NOT", "", ""},
        {"Which different countries are there?", "SELECT country FROM singer",
         "distinct_missing", "", "different", ""},
        {"Which years had both France and Spain?",
         "SELECT year FROM concert WHERE title = 'France' OR title = 'Spain'",
         "set_operation_missing", "", "both", ""},
        {"Who is from France?",
         "SELECT name FROM singer WHERE country = 'France' OR age = 3",
         "or_unexpected", "OR", "", ""},
        {"Show the name", "SELECT name, age, country FROM singer",
         "many_columns", "", "", ""},
        {"Who is 41?", "SELECT name FROM singer WHERE age = 42",
         "number_not_asked", "42", "", ""},
        {"The age of singer 41", "SELECT age FROM singer", "number_unused", "",
         "singer 41", ""},
        {"Show the name and the song name", "SELECT name FROM singer",
         "name_unused", "", "song name", ""},
        {"Show the name", "SELECT song_name FROM singer", "better_column",
         "song_name", "name", ""},
        {"Who is from France?", "SELECT name FROM singer WHERE age > 3",
         "value_unused", "", "France", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(evidence, &cases[i]);
}
END_TEST

START_TEST(sketches_are_compared)
{
    double probabilities[128] = {0};
    const expected missing = {
        NULL, "SELECT name FROM singer", "clause_missing", "", "", ""};
    const expected extra = {NULL,
                            "SELECT name FROM singer ORDER BY age",
                            "clause_unexpected",
                            "ORDER BY age",
                            "",
                            ""};
    t2sed_sketch *sketch = NULL;
    t2sed_findings *found;
    ck_assert_uint_le(t2sed_sketch_head_count(), 128);
    for (size_t i = 0; i < t2sed_sketch_head_count(); i++)
        probabilities[i] = 0.5;
    probabilities[T2SED_SKETCH_GROUP_BY] = 0.98;
    probabilities[T2SED_SKETCH_ORDER_BY] = 0.02;
    probabilities[T2SED_SKETCH_LIMIT] = 0.96;
    sketch = t2s_sketch_new(probabilities);
    ck_assert_ptr_nonnull(sketch);
    found = find_with(names, any, "SELECT name FROM singer");
    ck_assert_int_eq(look(found, "clause_missing"), -1);
    t2sed_findings_free(found);
    ck_assert_int_eq(t2sed_evidence_set_sketch(names, sketch, NULL), T2SED_OK);
    check(names, &missing);
    check(names, &extra);
    found = find_with(names, NULL,
                      "SELECT name, age FROM singer GROUP BY singer_id");
    ck_assert_int_eq(look(found, "clause_missing"), -1);
    ck_assert_int_eq(look(found, "clause_unexpected"), -1);
    t2sed_findings_free(found);
    t2sed_sketch_free(sketch);
}
END_TEST

/* Whether a finding is there for a question and a sketch of one sure part. */
static bool is_found(const char *code, int head, double probability,
                     const char *question, const char *sql)
{
    double probabilities[128];
    t2sed_sketch *sketch;
    t2sed_findings *found;
    bool is_there;
    for (size_t i = 0; i < 128; i++)
        probabilities[i] = 0.5;
    probabilities[head] = probability;
    sketch = t2s_sketch_new(probabilities);
    ck_assert_ptr_nonnull(sketch);
    t2sed_findings_free(find_with(names, question, sql));
    ck_assert_int_eq(t2sed_evidence_set_sketch(names, sketch, NULL), T2SED_OK);
    found = find_with(names, NULL, sql);
    is_there = look(found, code) >= 0;
    t2sed_findings_free(found);
    t2sed_sketch_free(sketch);
    return is_there;
}

START_TEST(conditions_as_asked_settle_the_sketch)
{
    static const int leaves_out = T2S_SKETCH_SENSES + T2S_SENSE_leaves_out;
    static const int not_null = T2S_SKETCH_FORMS + T2S_FORM_is_not_null;
    static const int is_null = T2S_SKETCH_FORMS + T2S_FORM_is_null;
    static const struct {
        const char *code;
        const int *head;
        double probability;
        const char *question, *sql;
        bool is_there;
    } cases[] = {
        {"expected_part", &leaves_out, 0.9, "Stadiums that are not big",
         "SELECT name FROM stadium", true},
        {"expected_part", &leaves_out, 0.9, "Singers without country",
         "SELECT name FROM singer WHERE country = 'no'", false},
        {"expected_part", &leaves_out, 0.9, "Singers without country",
         "SELECT name FROM singer WHERE country = 'yes'", true},
        {"unexpected_part", &not_null, 0.1, "Average capacity",
         "SELECT avg(capacity) FROM stadium WHERE capacity IS NOT NULL", false},
        {"unexpected_part", &not_null, 0.1, "Average capacity",
         "SELECT avg(capacity) FROM stadium WHERE size IS NOT NULL", true},
        {"unexpected_part", &is_null, 0.1, "Singers without country",
         "SELECT name FROM singer WHERE country IS NULL", false},
        {"unexpected_part", &is_null, 0.1, "All singers",
         "SELECT name FROM singer WHERE country IS NULL", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(is_found(cases[i].code, *cases[i].head,
                               cases[i].probability, cases[i].question,
                               cases[i].sql) == cases[i].is_there,
                      "case %zu", i);
}
END_TEST

static t2sed_findings *find_beside(const char *knowledge, const char *sql)
{
    t2sed_question *question;
    t2sed_findings *found;
    ck_assert_int_eq(t2sed_question_new(&question, "Who is old?", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, knowledge, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(names, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_findings_parse(&found, names, sql, NULL), T2SED_OK);
    t2sed_question_free(question);
    return found;
}

START_TEST(knowledge_is_compared)
{
    static const struct {
        const char *knowledge, *sql;
        const char *code; /* NULL: neither */
        size_t begin, end;
    } cases[] = {
        {"old refers to age > 60", "SELECT name FROM singer",
         "knowledge_column", 26, 29},
        {"old refers to age > 60", "SELECT name FROM singer WHERE age > 50",
         "knowledge_condition", 32, 34},
        {"old refers to age > 60", "SELECT name FROM singer WHERE age > 60",
         NULL, 0, 0},
        {"big refers to age > 60", "SELECT name FROM singer", NULL, 0, 0},
        {"old refers to singer_id", "SELECT name FROM singer", NULL, 0, 0},
        {NULL, "SELECT name FROM singer", NULL, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_findings *found = find_beside(cases[i].knowledge, cases[i].sql);
        const long at = look(found, cases[i].code ? cases[i].code : "");
        if (cases[i].code) {
            ck_assert_int_ge(at, 0);
            ck_assert_uint_eq(finding_at(found, (size_t)at).question.begin,
                              cases[i].begin);
            ck_assert_uint_eq(finding_at(found, (size_t)at).question.end,
                              cases[i].end);
        } else {
            ck_assert_int_eq(look(found, "knowledge_column"), -1);
            ck_assert_int_eq(look(found, "knowledge_condition"), -1);
        }
        t2sed_findings_free(found);
    }
}
END_TEST

START_TEST(first_and_last_of_a_sequence)
{
    static const struct {
        const char *question, *sql;
        bool is_wrong;
    } cases[] = {
        {"The name of the last stop",
         "SELECT name FROM stop ORDER BY position LIMIT 1", true},
        {"The name of the first stop",
         "SELECT name FROM stop ORDER BY position DESC LIMIT 1", true},
        {"The name of the last stop",
         "SELECT name FROM stop ORDER BY position DESC LIMIT 1", false},
        {"The name of the first stop",
         "SELECT name FROM stop ORDER BY position LIMIT 1", false},
        {"The name of the stop of the last race",
         "SELECT name FROM stop ORDER BY position LIMIT 1", false},
    };
    t2sed_schema *stops;
    t2sed_evidence *of;
    ck_assert_int_eq(t2sed_schema_parse_ddl(
                         &stops,
                         "CREATE TABLE stop (id INT, name TEXT, position INT);",
                         NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&of, t2s_test_database(NULL, stops), NULL),
        T2SED_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_findings *found = find_with(of, cases[i].question, cases[i].sql);
        ck_assert_msg((look(found, "wrong_direction") >= 0) ==
                          cases[i].is_wrong,
                      "%s: %s", cases[i].question, cases[i].sql);
        t2sed_findings_free(found);
    }
    t2sed_evidence_free(of);
    t2sed_schema_free(stops);
}
END_TEST

START_TEST(right_queries_are_left_alone)
{
    static const struct {
        const char *question, *sql;
    } right[] = {
        {"How many singers are there?", "SELECT count(*) FROM singer"},
        {"Show the name and age of singers from France.",
         "SELECT name, age FROM singer WHERE country = 'France'"},
        {"What is the name of the oldest singer?",
         "SELECT name FROM singer ORDER BY age DESC LIMIT 1"},
        {"How many singers does each country have? List the country and the "
         "number.",
         "SELECT country, count(*) FROM singer GROUP BY country"},
        {"Which singers are older than 40 or less than 20?",
         "SELECT name FROM singer WHERE age > 40 OR age < 20"},
        {"Which singers are under \u20ac50?",
         "SELECT name FROM singer WHERE age < 50"},
        {"Which singers are under 50 \u20ac?",
         "SELECT name FROM singer WHERE age < 50"},
        {"Show the name of singers with age > 41",
         "SELECT name FROM singer WHERE age > 41"},
        {"Show singers with age<=41",
         "SELECT name FROM singer WHERE age <= 41"},
        {"The name of singers whose age is -> 41",
         "SELECT name FROM singer WHERE age = 41"},
        {"The name of singers whose age is <41>",
         "SELECT name FROM singer WHERE age = 41"},
        {"Show singers of age min. 41",
         "SELECT name FROM singer WHERE age >= 41"},
        {"Show the name of singers aged at most 60. Min age is not needed",
         "SELECT name FROM singer WHERE age <= 60"},
        {"No. of singers from France",
         "SELECT count(*) FROM singer WHERE country = 'France'"},
        {"The no of singers for each country?",
         "SELECT country, count(*) FROM singer GROUP BY country"},
        {"Show the title of concerts in 2015 or after, sorted by year",
         "SELECT title FROM concert WHERE year >= 2015 ORDER BY year"},
        {"Which stadiums had no concert? Give their names.",
         "SELECT name FROM stadium WHERE id NOT IN (SELECT stadium_id FROM "
         "concert)"},
        {"Which stadiums had no concert? Give their names.",
         "SELECT name FROM stadium LEFT JOIN concert ON stadium_id = id WHERE "
         "concert_id IS NULL"},
        {"For each country, the name and the age of the oldest singer",
         "SELECT name, age FROM (SELECT name, age, rank() OVER (PARTITION BY "
         "country ORDER BY age DESC) AS place FROM singer) WHERE place = 1"},
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        check_clean(evidence, right[i].question, right[i].sql);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("findings beside a question")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], the_question_is_compared);
    tcase_add_test(cases[0], sketches_are_compared);
    tcase_add_test(cases[0], conditions_as_asked_settle_the_sketch);
    tcase_add_test(cases[0], knowledge_is_compared);
    tcase_add_test(cases[0], first_and_last_of_a_sequence);
    tcase_add_test(cases[0], right_queries_are_left_alone);
    return t2s_test_run("findings beside a question", cases, 1);
}
