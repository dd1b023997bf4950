/* The corrector: edits that feedback asks for, their scripts, other sources,
 * what is left alone, and bad input. */
#include "database_test.h"
#include "sqlite_test.h"
#include "t2s_test.h"
#include "t2sed/corrector.h"
#include "t2sed/parts.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "correct/draft.h"
#include "correct/script.h"

static const char tables[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, song_name TEXT, "
    "country TEXT, age INT);"
    "CREATE TABLE concert (id INTEGER PRIMARY KEY, year INT, theme TEXT);"
    "CREATE TABLE plays (singer INT REFERENCES singer (id), concert INT "
    "REFERENCES concert (id), fee REAL);"
    "INSERT INTO singer VALUES (1, 'Ann', 'Sun', 'France', 20), (2, 'Bob', "
    "'Rain', 'Spain', 33);"
    "INSERT INTO concert VALUES (1, 2014, 'Free choice'), (2, 2015, 'Party');"
    "INSERT INTO plays VALUES (1, 1, 2.5), (2, 1, 3);";

static char path[64];
static t2sed_database *database;
static t2sed_schema_predictor *predictor;
static t2sed_sketcher *sketcher;
static t2sed_corrector_options options;
static t2sed_corrector *corrector;
static t2sed_corrections *made;
static t2sed_question *asked, *said;

static void set_up(void)
{
    t2sed_error err;
    snprintf(path, sizeof path, "/tmp/t2sed-correct-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, tables);
    ck_assert_int_eq(t2sed_database_open(&database, path, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_open(
                         &predictor, "lib/models/schema-prediction", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_sketcher_open(&sketcher, "lib/models/sketch", NULL),
                     T2SED_OK);
    t2sed_corrector_options_init(&options, sizeof options);
    options.weights = "lib/models/correct";
    options.schema_predictor = predictor;
    options.sketcher = sketcher;
    options.most = 64;
    ck_assert_msg(t2sed_corrector_new(&corrector, database, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
}

static void end_call(void)
{
    t2sed_corrections_free(made);
    t2sed_question_free(asked);
    t2sed_question_free(said);
    made = NULL;
    asked = said = NULL;
}

static void tear_down(void)
{
    end_call();
    t2sed_corrector_free(corrector);
    t2sed_schema_predictor_free(predictor);
    t2sed_sketcher_free(sketcher);
    t2sed_database_free(database);
    remove(path);
}

static t2sed_status call(t2sed_corrector *with, const char *question,
                         const char *sql, const char *feedback,
                         const char *const *extra, size_t extra_count)
{
    t2sed_correction_input input;
    t2sed_status status;
    end_call();
    t2sed_correction_input_init(&input, sizeof input);
    status = t2sed_question_new(&asked, question, NULL);
    if (status == T2SED_OK && feedback)
        status = t2sed_question_new(&said, feedback, NULL);
    input.question = asked;
    input.feedback = said;
    input.sql = sql;
    input.extra = extra;
    input.extra_count = extra_count;
    return status == T2SED_OK
               ? t2sed_corrector_correct(&made, with, &input, NULL)
               : status;
}

static t2sed_correction get(size_t i)
{
    t2sed_correction one = {.struct_size = sizeof one};
    ck_assert_int_eq(t2sed_corrections_get(made, i, &one, NULL), T2SED_OK);
    return one;
}

/* The best correction is `right`. */
static void check_best(const char *question, const char *sql,
                       const char *feedback, const char *right)
{
    ck_assert_int_eq(call(corrector, question, sql, feedback, NULL, 0),
                     T2SED_OK);
    ck_assert_msg(
        t2s_same_tokens(get(0).sql, strlen(get(0).sql), right, strlen(right)),
        "%s\nis not\n%s", get(0).sql, right);
}

START_TEST(feedback_is_followed)
{
    check_best("What are the names of singers from France?",
               "SELECT song_name FROM singer WHERE country = 'France'",
               "use name in place of song name",
               "SELECT name FROM singer WHERE country = 'France'");
    ck_assert_int_eq(get(0).source, T2SED_CORRECTION_EDIT);
    ck_assert_uint_eq(get(0).edit_count, 1);
    ck_assert_uint_eq(get(0).edits[0].begin, 7);
    ck_assert_uint_eq(get(0).edits[0].end, 16);
    ck_assert_str_eq(get(0).edits[0].text, "name");
    ck_assert_ptr_nonnull(strstr(get(0).reason, "another column"));
    check_best("How many concerts are there?", "SELECT count(*) FROM singer",
               "replace singer table with concert table",
               "SELECT count(*) FROM concert");
}
END_TEST

/* No correction has a text in it. */
static void check_without(const char *text)
{
    for (size_t i = 0; i < t2sed_corrections_count(made); i++)
        ck_assert_msg(!strstr(get(i).sql, text), "%s", get(i).sql);
}

/* Of advice the finding with a replacement is followed. Its frame gives no
 * numbers, and its quotes no values. */
START_TEST(advice_is_followed)
{
    static const char advice[] =
        "The query is right with probability 0.31, below the threshold 0.62. "
        "Compare it with the question.\n"
        "- warning: The query's result is empty. In the query: WHERE country = "
        "'FR'\n"
        "- warning: singer.country has no value \"FR\"; it has 'France'. In "
        "the query: 'FR' Instead: 'France'";
    check_best("Which singers are from France?",
               "SELECT name FROM singer WHERE country = 'FR'", advice,
               "SELECT name FROM singer WHERE country = 'France'");
    check_without("warning");
    check_without("0.31");
    check_without("Instead");
    check_best("Which singers are from France?",
               "SELECT name FROM singer WHERE country = 'FR'",
               "- warning: it has 'France'. In the query: 'FR' Instead: 'x'",
               "SELECT name FROM singer WHERE country = 'France'");
    /* What advice says of a query that is right so far is no blame. */
    ck_assert_int_eq(call(corrector, "Which singers are from France?",
                          "SELECT name FROM singer WHERE country = 'France'",
                          "The query may be wrong.\n- hint: Perhaps.", NULL, 0),
                     T2SED_OK);
    ck_assert_int_eq(get(0).source, T2SED_CORRECTION_GIVEN);
}
END_TEST

/* What closes a quoted text does not open the next. */
START_TEST(quotes_are_paired)
{
    ck_assert_int_eq(call(corrector, "Which singers are from France?",
                          "SELECT name FROM singer WHERE country = 'FR'",
                          "'FR' is nowhere, 'Fra' is; '\n- no", NULL, 0),
                     T2SED_OK);
    check_without("is nowhere");
    check_without("'; '");
    check_without("- no");
}
END_TEST

/* What one kind of edit leads to is among the corrections. */
START_TEST(edits_lead_there)
{
    static const struct {
        const char *question, *sql, *feedback, *right;
    } cases[] = {
        /* The last condition on a table goes, and the table with it. */
        {"Names of singers above 30?",
         "SELECT T1.name FROM singer AS T1 JOIN plays AS T2 ON T1.id = "
         "T2.singer WHERE T1.age > 30 AND T2.fee > 3",
         "remove the fee",
         "SELECT T1.name FROM singer AS T1 WHERE T1.age > 30"},
        /* What is ordered by within its aggregate, and another aggregate. */
        {"The country of the highest average id?",
         "SELECT country FROM singer GROUP BY country ORDER BY avg(age) DESC",
         "use id instead of age",
         "SELECT country FROM singer GROUP BY country ORDER BY avg(id) DESC"},
        {"The country of the highest total age?",
         "SELECT country FROM singer GROUP BY country ORDER BY avg(age) DESC",
         "sum, not average",
         "SELECT country FROM singer GROUP BY country ORDER BY sum(age) DESC"},
        {"Names of singers of 20 or 33?",
         "SELECT name FROM singer WHERE age LIKE 20 OR age LIKE 33",
         "equals in place of contains",
         "SELECT name FROM singer WHERE age = 20 OR age = 33"},
        {"Names of singers from France of song Sun?",
         "SELECT name FROM singer WHERE country = 'Sun' AND song_name = "
         "'France'",
         "exchange country and song name",
         "SELECT name FROM singer WHERE song_name = 'Sun' AND country = "
         "'France'"},
        /* All columns of one table are another's, which is there. */
        {"Theme of concert 1?",
         "SELECT T2.theme FROM plays AS T1 JOIN concert AS T2 ON T1.concert = "
         "T2.id JOIN singer AS T3 ON T1.singer = T3.id WHERE T3.id = 1",
         "use the concert's id in place of the singer's id",
         "SELECT T2.theme FROM concert AS T2 WHERE id = 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool found = false;
        ck_assert_int_eq(call(corrector, cases[i].question, cases[i].sql,
                              cases[i].feedback, NULL, 0),
                         T2SED_OK);
        for (size_t k = 0; k < t2sed_corrections_count(made); k++)
            found |= t2s_same_tokens(get(k).sql, strlen(get(k).sql),
                                     cases[i].right, strlen(cases[i].right));
        ck_assert_msg(found, "%s", cases[i].right);
    }
}
END_TEST

START_TEST(probabilities_are_of_all)
{
    double total = 0, last = 1;
    ck_assert_int_eq(call(corrector, "Names?", "SELECT age FROM singer",
                          "I want the name", NULL, 0),
                     T2SED_OK);
    ck_assert_uint_gt(t2sed_corrections_count(made), 10);
    for (size_t i = 0; i < t2sed_corrections_count(made); i++) {
        ck_assert_double_le(get(i).probability, last);
        last = get(i).probability;
        total += last;
    }
    ck_assert_double_le(total, 1.0001);
}
END_TEST

START_TEST(other_sources_are_ranked)
{
    static const char *const extra[] = {"SELECT", NULL,
                                        "SELECT name FROM singer"};
    bool found = false;
    ck_assert_int_eq(call(corrector, "Names of singers?",
                          "SELECT age FROM singer", "use name instead of age",
                          extra, 3),
                     T2SED_OK);
    for (size_t i = 0; i < 3; i++)
        found |= get(i).source == T2SED_CORRECTION_EXTRA && get(i).extra == 2;
    ck_assert(found);
}
END_TEST

START_TEST(what_is_not_understood_stays)
{
    const char *sql = "SELECT rank() OVER (ORDER BY age) FROM singer WINDOW w "
                      "AS (ORDER BY id)";
    ck_assert_int_eq(call(corrector, "Names?", sql, "use name", NULL, 0),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_corrections_count(made), 1);
    ck_assert_str_eq(get(0).sql, sql);
    ck_assert_int_eq(get(0).source, T2SED_CORRECTION_GIVEN);
}
END_TEST

/* Names that the database has not; the second query is not understood. */
START_TEST(names_are_those_of_the_database)
{
    static const char *const queries[][2] = {
        {"SELECT singr.nmae FROM singr", "SELECT singer.name FROM singer"},
        {"SELECT rank() OVER (ORDER BY agge) FROM singer",
         "SELECT rank() OVER (ORDER BY age) FROM singer"},
        {"SELECT qqqq FROM singer", NULL}};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        t2sed_correction one;
        ck_assert_int_eq(call(corrector, "Names of the singers?", queries[i][0],
                              NULL, NULL, 0),
                         T2SED_OK);
        one = get(0);
        if (!queries[i][1]) { /* nothing is like it: another column */
            ck_assert_ptr_null(strstr(one.sql, "qqqq"));
            continue;
        }
        ck_assert_str_eq(one.sql, queries[i][1]);
        ck_assert_int_eq(one.source, T2SED_CORRECTION_EDIT);
        ck_assert_uint_ge(one.edit_count, 1);
        ck_assert_ptr_nonnull(strstr(one.reason, "names are the database's"));
    }
}
END_TEST

START_TEST(bad_input)
{
    t2sed_corrector *none = NULL;
    t2sed_correction one = {.struct_size = sizeof one};
    t2sed_correction_input input;
    t2sed_error err;
    ck_assert_int_eq(call(corrector, "x", "SELECT FROM", NULL, NULL, 0),
                     T2SED_ESYNTAX);
    ck_assert_int_eq(call(corrector, "x", "DROP TABLE singer", NULL, NULL, 0),
                     T2SED_ENOTSELECT);
    t2sed_correction_input_init(&input, sizeof input);
    ck_assert_int_eq(t2sed_corrector_correct(&made, corrector, &input, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        call(corrector, "x", "SELECT absent FROM nowhere", "use it", NULL, 0),
        T2SED_OK);
    ck_assert_int_eq(t2sed_corrections_get(made, 99, &one, &err), T2SED_EINVAL);
    /* The text ends where its length says. */
    end_call();
    input.sql = "SELECT song_name FROM singerx'";
    input.length = strlen("SELECT song_name FROM singer");
    ck_assert_int_eq(t2sed_question_new(&asked, "Names?", NULL), T2SED_OK);
    input.question = asked;
    ck_assert_int_eq(t2sed_corrector_correct(&made, corrector, &input, &err),
                     T2SED_OK);
    ck_assert_ptr_null(strchr(get(0).sql, '\''));
    options.most = 0;
    ck_assert_int_eq(t2sed_corrector_new(&none, database, &options, &err),
                     T2SED_EINVAL);
    options.most = 64;
    options.answer = 1.5;
    ck_assert_int_eq(t2sed_corrector_new(&none, database, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "1.5"));
    options.answer = 0;
    options.weights = "lib/models/sketch";
    ck_assert_int_eq(t2sed_corrector_new(&none, database, &options, &err),
                     T2SED_EFORMAT);
    options.weights = "lib/models/correct";
    ck_assert_ptr_null(none);
    ck_assert_uint_eq(t2sed_corrections_count(NULL), 0);
}
END_TEST

/* Each text, its twin, and how many edits lead from one to the other. */
START_TEST(scripts_lead_from_one_to_the_other)
{
    static const struct {
        const char *a, *b;
        size_t edits;
    } cases[] = {
        {"SELECT  a FROM t", "select a from T", 0},
        {"SELECT (a;) FROM t;", "SELECT (a) FROM t", 1},
        {"SELECT a FROM t;", "SELECT b FROM t LIMIT 1", 2},
        {"SELECT a,b FROM t", "SELECT a FROM t", 1},
        {"SELECT a FROM t WHERE x=1 AND y=2", "SELECT a FROM t WHERE y = 2", 1},
        {"SELECT count(*)FROM t", "SELECT x FROM t", 1},
        {"SELECT 'a''b'", "SELECT \"a''b\"", 1},
        {"SELECT a , max(b) FROM t", "SELECT t.a, max(t.b) FROM t", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_script script = {0};
        t2s_string out = {0};
        t2s_arena arena = {0};
        const size_t n = strlen(cases[i].a), m = strlen(cases[i].b);
        ck_assert(t2s_script_make(&script, &out, &arena, cases[i].a, n,
                                  cases[i].b, m));
        ck_assert_msg(t2s_same_tokens(cases[i].b, m, out.text, out.length),
                      "%s\n%s", out.text, cases[i].b);
        ck_assert_uint_eq(script.count, cases[i].edits);
        ck_assert_ptr_null(strstr(out.text, "t. "));
        t2s_vector_free(&script);
        t2s_string_free(&out);
        t2s_arena_free(&arena);
    }
}
END_TEST

static t2sed_status run_all(void *payload)
{
    static const char *const extra[] = {"SELECT name FROM singer"};
    t2sed_corrector *own = NULL;
    t2sed_status status = t2sed_corrector_new(&own, database, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = call(own, "Name of Ann?", "SELECT agge FROM singer",
                      "use name", extra, 1);
    if (status == T2SED_OK)
        status = call(own, "Name of Ann?", "SELECT age FROM singer",
                      "- warning: use name In the query: age", NULL, 0);
    end_call();
    t2sed_corrector_free(own);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(run_all, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("corrector");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, feedback_is_followed);
    tcase_add_test(tests, advice_is_followed);
    tcase_add_test(tests, quotes_are_paired);
    tcase_add_test(tests, edits_lead_there);
    tcase_add_test(tests, probabilities_are_of_all);
    tcase_add_test(tests, other_sources_are_ranked);
    tcase_add_test(tests, what_is_not_understood_stays);
    tcase_add_test(tests, names_are_those_of_the_database);
    tcase_add_test(tests, bad_input);
    tcase_add_test(tests, scripts_lead_from_one_to_the_other);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("corrector", &tests, 1);
}
