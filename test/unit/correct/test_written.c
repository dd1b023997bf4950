/* Corrections with a language model in front of a fake engine: what it writes,
 * how likely it finds edits, and when it is asked. */
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed.h"
#include "t2sed/parts.h"
#include "tiny_language_model.h"

static const char tables[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, song_name TEXT, "
    "country TEXT, age INT);";

static char dir[T2S_TINY_PATH];
static t2sed_schema *schema;
static t2sed_database *database;
static t2sed_schema_predictor *predictor;
static t2sed_sketcher *sketcher;
static t2sed_language_model *model;
static t2sed_corrector_options options;
static t2sed_question *asked, *said;
static t2sed_correction_input input;
static t2sed_error err;

static void set_up(void)
{
    t2sed_language_model_options how;
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_language_model(dir, 4096);
    t2sed_language_model_options_init(&how, sizeof how);
    how.backend = T2S_FAKE_BACKEND_PATH;
    ck_assert_msg(t2sed_language_model_open(&model, dir, &how, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, tables, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, &err),
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
    options.language_model = model;
    options.written = 2;
    options.likely = 3;
    ck_assert_int_eq(
        t2sed_question_new(&asked, "What are the names of singers?", NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&said, "use name in place of song name", NULL),
        T2SED_OK);
    t2sed_correction_input_init(&input, sizeof input);
    input.question = asked;
    input.feedback = said;
    input.sql = "SELECT song_name FROM singer";
}

static void tear_down(void)
{
    t2sed_question_free(said);
    t2sed_question_free(asked);
    t2sed_language_model_free(model);
    t2sed_sketcher_free(sketcher);
    t2sed_schema_predictor_free(predictor);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
    t2s_tiny_remove(dir);
}

static t2sed_corrector *open_corrector(void)
{
    t2sed_corrector *corrector = NULL;
    ck_assert_msg(t2sed_corrector_new(&corrector, database, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    return corrector;
}

static t2sed_corrections *correct(t2sed_corrector *corrector)
{
    t2sed_corrections *made = NULL;
    ck_assert_msg(t2sed_corrector_correct(&made, corrector, &input, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    return made;
}

static t2sed_correction get(const t2sed_corrections *made, size_t i)
{
    t2sed_correction one = {.struct_size = sizeof one};
    ck_assert_int_eq(t2sed_corrections_get(made, i, &one, NULL), T2SED_OK);
    return one;
}

/* How many of a source there are, and how many have a log-probability. */
static size_t count(const t2sed_corrections *made, int source, size_t *likely)
{
    size_t found = 0;
    for (size_t i = 0; i < t2sed_corrections_count(made); i++) {
        const t2sed_correction one = get(made, i);
        found += one.source == source;
        *likely += one.source == source && !isnan(one.log_probability);
    }
    return found;
}

START_TEST(edits_are_looked_at)
{
    size_t likely = 0, written = 0;
    t2sed_corrector *corrector = open_corrector();
    t2sed_corrections *made;
    options.most = 64;
    t2sed_corrector_free(corrector);
    corrector = open_corrector();
    /* The corrector needs no longer what it was made with. */
    t2sed_language_model_free(model);
    model = NULL;
    made = correct(corrector);
    ck_assert_uint_gt(count(made, T2SED_CORRECTION_EDIT, &likely), 3);
    (void)count(made, T2SED_CORRECTION_GIVEN, &likely);
    ck_assert_uint_eq(likely, 3);
    ck_assert_uint_le(count(made, T2SED_CORRECTION_WRITTEN, &written), 2);
    for (size_t i = 0; i + 1 < t2sed_corrections_count(made); i++)
        ck_assert_double_ge(get(made, i).probability,
                            get(made, i + 1).probability);
    t2sed_corrections_free(made);
    t2sed_corrector_free(corrector);
}
END_TEST

START_TEST(it_is_asked_for_feedback_alone)
{
    size_t likely = 0;
    t2sed_corrector *corrector = open_corrector();
    t2sed_corrections *made;
    input.feedback = NULL;
    made = correct(corrector);
    for (int source = 0; source <= T2SED_CORRECTION_WRITTEN; source++)
        (void)count(made, source, &likely);
    ck_assert_uint_eq(likely, 0);
    t2sed_corrections_free(made);
    t2sed_corrector_free(corrector);
}
END_TEST

/* A query of another source is as good as it is likely: of two that are equally
 * far, and equally unlike what was said, the likelier one comes first. */
START_TEST(likely_queries_come_first)
{
    static const char *const extra[] = {
        "SELECT avg(age) + 1 FROM singer WHERE id > 5",
        "SELECT avg(age) + 2 FROM singer WHERE id > 5"};
    const double none[] = {-900, -1000}, logs[] = {-3, 0};
    t2sed_corrector *corrector;
    t2sed_corrections *made;
    options.written = 0;
    options.most = 64;
    corrector = open_corrector();
    input.extra = extra;
    input.extra_count = 2;
    input.extra_log_probabilities = logs;
    made = correct(corrector);
    ck_assert_int_eq(get(made, 0).source, T2SED_CORRECTION_EXTRA);
    ck_assert_uint_eq(get(made, 0).extra, 1);
    ck_assert_double_eq(get(made, 0).log_probability, 0);
    ck_assert_uint_eq(get(made, 1).extra, 0);
    t2sed_corrections_free(made);
    input.extra_log_probabilities = none;
    made = correct(corrector);
    ck_assert_int_ne(get(made, 0).source, T2SED_CORRECTION_EXTRA);
    t2sed_corrections_free(made);
    t2sed_corrector_free(corrector);
}
END_TEST

/* What is not edited can still be written again. */
START_TEST(windows_are_written_anew)
{
    static const char *const extra[] = {"SELECT name FROM singer"};
    const double logs[] = {-1};
    t2sed_corrector *corrector;
    t2sed_corrections *made;
    options.written = 0;
    corrector = open_corrector();
    input.sql = "SELECT song_name FROM singer WINDOW w AS (ORDER BY id)";
    input.extra = extra;
    input.extra_count = 1;
    input.extra_log_probabilities = logs;
    made = correct(corrector);
    ck_assert_str_eq(get(made, 0).sql, extra[0]);
    ck_assert_int_eq(get(made, 1).source, T2SED_CORRECTION_GIVEN);
    t2sed_corrections_free(made);
    t2sed_corrector_free(corrector);
}
END_TEST

/* What the model writes is there, once, and not the given query again. */
START_TEST(queries_are_written)
{
    static const char *const cases[][2] = {
        {"write=SELECT country FROM singer WHERE age > 30;",
         "SELECT country FROM singer WHERE age > 30"},
        {"write=SELECT song_name FROM singer;", NULL}, /* the given one */
        {"write=SELECT name FROM singer;", NULL},      /* an edit */
    };
    t2sed_corrector *corrector;
    options.written = 1;
    options.most = 64;
    corrector = open_corrector();
    for (size_t i = 0; i < 3; i++) {
        t2sed_corrections *made;
        size_t likely = 0, at = 0;
        setenv("T2S_FAKE_BACKEND", cases[i][0], 1);
        made = correct(corrector);
        ck_assert_uint_eq(count(made, T2SED_CORRECTION_WRITTEN, &likely),
                          cases[i][1] != NULL);
        ck_assert_uint_eq(likely, cases[i][1] != NULL);
        while (cases[i][1] && get(made, at).source != T2SED_CORRECTION_WRITTEN)
            at++;
        if (cases[i][1])
            ck_assert_str_eq(get(made, at).sql, cases[i][1]);
        t2sed_corrections_free(made);
    }
    unsetenv("T2S_FAKE_BACKEND");
    t2sed_corrector_free(corrector);
}
END_TEST

START_TEST(log_probabilities_are_checked)
{
    static const char *const extra[] = {"SELECT name FROM singer"};
    static const double wrong[] = {0.5, INFINITY, -INFINITY};
    t2sed_corrector *corrector = open_corrector();
    t2sed_corrections *made = NULL;
    input.extra = extra;
    input.extra_count = 1;
    for (size_t i = 0; i < 3; i++) {
        input.extra_log_probabilities = wrong + i;
        ck_assert_int_eq(
            t2sed_corrector_correct(&made, corrector, &input, &err),
            T2SED_EINVAL);
        ck_assert_ptr_nonnull(strstr(err.text, "log-probability"));
    }
    t2sed_corrector_free(corrector);
}
END_TEST

/* One without a log-probability is asked for none, and gains nothing. */
START_TEST(others_are_not_looked_at)
{
    static const char *const extra[] = {"SELECT name FROM singer"};
    t2sed_corrector *corrector;
    t2sed_corrections *made;
    size_t likely = 0;
    options.written = 0;
    options.most = 64;
    corrector = open_corrector();
    input.extra = extra;
    input.extra_count = 1;
    made = correct(corrector);
    ck_assert_uint_eq(count(made, T2SED_CORRECTION_EXTRA, &likely), 1);
    ck_assert_uint_eq(likely, 0);
    t2sed_corrections_free(made);
    t2sed_corrector_free(corrector);
}
END_TEST

START_TEST(numbers_out_of_range)
{
    static const int wrong[][2] = {{-1, 8}, {65, 8}, {10, 0}, {10, 65}};
    t2sed_corrector *none = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.written = wrong[i][0];
        options.likely = wrong[i][1];
        ck_assert_int_eq(t2sed_corrector_new(&none, database, &options, &err),
                         T2SED_EINVAL);
        ck_assert_ptr_nonnull(strstr(err.text, "written"));
    }
    options.max_milliseconds = -1;
    ck_assert_int_eq(t2sed_corrector_new(&none, database, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "milliseconds"));
}
END_TEST

START_TEST(an_engine_that_fails)
{
    t2sed_corrector *corrector = open_corrector();
    t2sed_corrections *made = NULL;
    setenv("T2S_FAKE_BACKEND", "fail", 1);
    ck_assert_int_eq(t2sed_corrector_correct(&made, corrector, &input, &err),
                     T2SED_EBACKEND);
    unsetenv("T2S_FAKE_BACKEND");
    ck_assert_ptr_null(made);
    t2sed_corrector_free(corrector);
}
END_TEST

static t2sed_status run_all(void *payload)
{
    t2sed_corrector *corrector = NULL;
    t2sed_corrections *made = NULL;
    t2sed_status status =
        t2sed_corrector_new(&corrector, database, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_corrector_correct(&made, corrector, &input, NULL);
    t2sed_corrections_free(made);
    t2sed_corrector_free(corrector);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    options.written = 0; /* generation has a test of its own */
    options.likely = 1;
    t2s_test_every_allocation(run_all, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("written");
    TCase *slow = tcase_create("allocations");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_checked_fixture(slow, set_up, tear_down);
    tcase_set_timeout(slow, 120);
    tcase_add_test(tests, edits_are_looked_at);
    tcase_add_test(tests, it_is_asked_for_feedback_alone);
    tcase_add_test(tests, likely_queries_come_first);
    tcase_add_test(tests, windows_are_written_anew);
    tcase_add_test(tests, queries_are_written);
    tcase_add_test(tests, log_probabilities_are_checked);
    tcase_add_test(tests, others_are_not_looked_at);
    tcase_add_test(tests, numbers_out_of_range);
    tcase_add_test(tests, an_engine_that_fails);
    tcase_add_test(slow, every_allocation_may_fail);
    return t2s_test_run("correct/written", (TCase *[]){tests, slow}, 2);
}
