/* Judges in front of a fake engine: what they read, what they say, and how a
 * scorer lets it count. */
#include "t2s_test.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "interrupt_test.h"
#include "judge/text.h"
#include "model/opinion.h"
#include "score_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "tiny_language_model.h"

static char language[T2S_TINY_PATH], dir[T2S_TINY_PATH], root[T2S_TINY_PATH];
static char file[T2S_TINY_PATH + 16];
static t2sed_judge *judge;
static t2sed_database *database;
static t2sed_question *question;
static t2sed_error err;

static void write_config(const char *head)
{
    char text[1000];
    snprintf(text, sizeof text,
             "{\"t2sed_adapter\": {\"format\": 1, \"scale\": 2}, "
             "\"t2sed_judge\": {%s}}",
             head);
    t2s_tiny_language_text(dir, "config.json", text);
}

#define HEAD(weight)                                                           \
    "\"format\": 1, \"bias\": 0.5, \"model_counts\": 0.8, "                    \
    "\"judge_counts\": 0.002, \"judge_counts_with_rows\": 0.001, "             \
    "\"weight\": " weight

static t2sed_status open_judge(t2sed_judge **out)
{
    t2sed_language_model_options options;
    t2sed_language_model_options_init(&options, sizeof options);
    options.backend = T2S_FAKE_BACKEND_PATH;
    return t2sed_judge_open(out, dir, language, &options, &err);
}

static void make_database(void)
{
    sqlite3 *db = NULL;
    snprintf(file, sizeof file, "%s/shop.sqlite", root);
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(
            db,
            "CREATE TABLE shop(id INTEGER PRIMARY KEY, town TEXT);"
            "CREATE TABLE sale(id INTEGER PRIMARY KEY, shop INTEGER REFERENCES "
            "shop(id), price REAL, sold TEXT, c1, c2, c3, c4, c5, c6, c7);"
            "CREATE TABLE staff(name);"
            "INSERT INTO shop VALUES (1, 'Ulm'), (2, 'a town with a name that "
            "is long'), (3, NULL);",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    ck_assert_msg(t2sed_database_open(&database, file, NULL, &err) == T2SED_OK,
                  "%s", err.text);
}

static void setup(void)
{
    unsetenv("T2S_FAKE_BACKEND");
    setenv("T2SED_SKETCH", "lib/models/sketch", 1);
    setenv("T2SED_SCHEMA_PREDICTION", "lib/models/schema-prediction", 1);
    t2s_tiny_directory(language);
    t2s_tiny_language_model(language, 4096);
    t2s_tiny_directory(dir);
    t2s_tiny_language_weights(dir, "model.safetensors",
                              T2S_TINY_LANGUAGE_TOKENS);
    write_config(HEAD("[1, 0, 0, 0, 0, 0, 0, -1]"));
    t2s_tiny_directory(root);
    make_database();
    ck_assert_msg(open_judge(&judge) == T2SED_OK, "%s", err.text);
    ck_assert_int_eq(
        t2sed_question_new(&question, "Which  town sold most?", &err),
        T2SED_OK);
}

static void teardown(void)
{
    t2sed_question_free(question);
    t2sed_judge_free(judge);
    t2sed_database_free(database);
    t2s_tiny_remove(root);
    t2s_tiny_remove(dir);
    t2s_tiny_remove(language);
}

static t2sed_beam beam_of(const char *const *queries, size_t count)
{
    t2sed_beam beam;
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.queries = queries;
    beam.count = count;
    beam.database = database;
    return beam;
}

START_TEST(prompts_tell_the_tables_in_use)
{
    static const char *const queries[] = {
        "SELECT town FROM Shop", "SELECT s.c3 FROM sale AS s JOIN shop ON 1"};
    t2sed_beam beam = beam_of(queries, 2);
    t2s_string text = {0};
    ck_assert_int_eq(
        t2sed_question_set_knowledge(question, "most:\n the highest c7", &err),
        T2SED_OK);
    ck_assert_int_eq(
        t2s_judge_prompt(&text, t2sed_database_schema(database), &beam, &err),
        T2SED_OK);
    /* Of the wide table: what is named, keys, and what the question names. */
    ck_assert_str_eq(text.text, "-- SQLite schema\n"
                                "shop(id, town)\n"
                                "sale(shop, sold, c3, ...; shop -> shop.id)\n"
                                "-- Other tables: staff\n"
                                "-- Knowledge: most: the highest c7\n"
                                "-- Question: Which town sold most?\n"
                                "-- Query:\n");
    t2s_string_clear(&text);
    beam = beam_of((const char *const[]){"SELECT 1"}, 1);
    ck_assert_int_eq(
        t2s_judge_prompt(&text, t2sed_database_schema(database), &beam, &err),
        T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text.text, "staff(name)\n-- Knowledge"));
    t2s_string_free(&text);
}
END_TEST

static void check_result(const char *query, const char *due)
{
    t2s_execution *execution = NULL;
    t2s_string text = {0};
    ck_assert_int_eq(t2s_execution_new(&execution, database, &err), T2SED_OK);
    ck_assert_int_eq(
        t2s_judge_result(&text, execution, query, strlen(query), &err),
        T2SED_OK);
    ck_assert_str_eq(text.length ? text.text : "", due);
    t2s_string_free(&text);
    t2s_execution_free(execution);
}

START_TEST(results_as_texts)
{
    check_result(
        "SELECT id, town FROM shop ORDER BY id",
        "\n-- Result: 3 rows: (1, 'Ulm'), (2, 'a town with a name t...')");
    check_result("SELECT 1.5, NULL, x'00', 2, 3, 4",
                 "\n-- Result: 1 row: (1.5, NULL, x'', 2, 3, ...)");
    check_result("SELECT id FROM staff", "");
    check_result("SELECT name FROM staff", "\n-- Result: no rows");
    check_result("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM "
                 "n WHERE i < 1500) SELECT i FROM n",
                 "\n-- Result: 1000 rows or more: (1), (2)");
    check_result("DELETE FROM shop", "");
}
END_TEST

START_TEST(says_one_number)
{
    static const char *const queries[] = {"SELECT town FROM shop", " \n",
                                          "SELEC", "\xff"};
    t2sed_beam beam = beam_of(queries, 4);
    double out[4];
    ck_assert_msg(t2sed_judge_logits(out, judge, &beam, &err) == T2SED_OK, "%s",
                  err.text);
    /* 1 * state[0] - 1 * state[7] + bias */
    ck_assert_double_eq_tol(out[0], -7 + 0.5, 1e-9);
    ck_assert(isnan(out[1]));
    ck_assert_double_eq_tol(out[2], -6.5, 1e-9);
    ck_assert(isnan(out[3]));
    beam.database = NULL;
    ck_assert_int_eq(t2sed_judge_logits(out, judge, &beam, &err), T2SED_OK);
    ck_assert(isnan(out[0]));
    beam.count = 0;
    ck_assert_int_eq(t2sed_judge_logits(out, judge, &beam, &err), T2SED_OK);
    beam.question = NULL;
    ck_assert_int_eq(t2sed_judge_logits(out, judge, &beam, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_judge_logits(out, NULL, &beam, &err), T2SED_EINVAL);
}
END_TEST

START_TEST(counts_beside_the_model)
{
    static const char *const queries[] = {"SELECT town FROM shop", "SELECT (",
                                          "SELECT count(*) FROM sale"};
    t2sed_beam beam = beam_of(queries, 3);
    t2sed_scorer_options options;
    t2sed_model *model = NULL;
    double alone[3];
    ck_assert_msg(t2sed_model_open(&model, "lib/models/default", NULL, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    t2sed_scorer_options_init(&options, sizeof options);
    for (int with = 0; with < 2; with++) {
        t2sed_scorer *scorer = NULL;
        t2sed_scores *scores = NULL;
        options.judge = with ? judge : NULL;
        ck_assert_int_eq(t2sed_scorer_new(&scorer, model, &options, &err),
                         T2SED_OK);
        ck_assert_msg(t2sed_scorer_score(&scores, scorer, &beam, &err) ==
                          T2SED_OK,
                      "%s", err.text);
        for (size_t i = 0; i < 3; i++) {
            const double p = t2sed_scores_probability(scores, i);
            if (!with)
                alone[i] = p;
            else if (i != 1)
                ck_assert_double_eq_tol(
                    log(p / (1 - p)),
                    0.8 * log(alone[i] / (1 - alone[i])) + 0.001 * -6.5, 1e-6);
        }
        ck_assert(isnan(t2sed_scores_probability(scores, 1)));
        t2sed_scores_free(scores);
        t2sed_scorer_free(scorer);
    }
    t2sed_model_free(model);
}
END_TEST

START_TEST(a_recorder_keeps_what_is_read)
{
    static const char *const queries[] = {"SELECT  town\nFROM shop", "\xff",
                                          "SELECT nothing"};
    static const char *const reasons[] = {"It  fits.", "", "A \"quote\"."};
    t2sed_beam beam = beam_of(queries, 3);
    const t2s_opinion *opinion;
    t2sed_judge *recorder = NULL;
    double out[3];
    ck_assert_int_eq(t2sed_judge_new_recorder(&recorder, 1, &err), T2SED_OK);
    ck_assert_ptr_null(t2sed_judge_recorded(recorder));
    opinion = (const t2s_opinion *)(void *)recorder;
    ck_assert(opinion->reads_reasons);
    ck_assert_int_eq(opinion->additions(out, recorder, &beam, reasons, &err),
                     T2SED_OK);
    ck_assert(isnan(out[0]) && isnan(out[1]) && isnan(out[2]));
    ck_assert_str_eq(
        t2sed_judge_recorded(recorder),
        "{\"prompt\": \"-- SQLite schema\\nshop(id, town)\\n-- Other "
        "tables: sale, staff\\n-- Question: Which town sold most?\\n-- "
        "Query:\\n\", "
        "\"right\": \"\\n-- Right:\", \"candidates\": ["
        "{\"query\": \"SELECT town FROM shop\", \"reasons\": \"\\n-- Reasons: "
        "It fits.\", \"result\": \"\\n-- Result: 3 rows: ('Ulm'), ('a town "
        "with a name t...')\"}, "
        "{\"query\": \"\", \"reasons\": \"\", \"result\": \"\"}, "
        "{\"query\": \"SELECT nothing\", \"reasons\": \"\\n-- Reasons: A "
        "\\\"quote\\\".\", \"result\": \"\"}]}");
    ck_assert_int_eq(t2sed_judge_logits(out, recorder, &beam, &err), T2SED_OK);
    ck_assert_ptr_null(strstr(t2sed_judge_recorded(recorder), "It fits"));
    beam.count = 0;
    ck_assert_int_eq(t2sed_judge_logits(out, recorder, &beam, &err), T2SED_OK);
    ck_assert_ptr_null(t2sed_judge_recorded(recorder));
    t2sed_judge_free(recorder);
}
END_TEST

START_TEST(configs_say_how_it_is_asked)
{
    const t2s_opinion *opinion = (const t2s_opinion *)(void *)judge;
    t2sed_judge *own = NULL;
    ck_assert_double_eq(opinion->margin, 0.5);
    ck_assert(!opinion->reads_reasons);
    write_config(
        "\"margin\": 2, \"reasons\": true, " HEAD("[1, 0, 0, 0, 0, 0, 0, 0]"));
    ck_assert_msg(open_judge(&own) == T2SED_OK, "%s", err.text);
    opinion = (const t2s_opinion *)(void *)own;
    ck_assert_double_eq(opinion->margin, 2);
    ck_assert(opinion->reads_reasons);
    t2sed_judge_free(own);
    write_config("\"margin\": -1, " HEAD("[1, 0, 0, 0, 0, 0, 0, 0]"));
    own = NULL;
    ck_assert_int_eq(open_judge(&own), T2SED_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.text, "margin"));
}
END_TEST

static void refused(t2sed_status due, const char *says)
{
    t2sed_judge *none = NULL;
    ck_assert_int_eq(open_judge(&none), due);
    ck_assert_ptr_null(none);
    ck_assert_msg(strstr(err.text, says) != NULL, "%s", err.text);
}

START_TEST(heads_that_are_refused)
{
    t2sed_language_model_options options;
    t2sed_judge *none = NULL;
    write_config(HEAD("[1, 2]"));
    refused(T2SED_EMISMATCH, "a head of 2 numbers");
    write_config(HEAD("[1, \"x\"]"));
    refused(T2SED_EFORMAT, "\"weight\" 1 is no number");
    write_config("\"format\": 1, \"bias\": 0");
    refused(T2SED_EFORMAT, "model_counts");
    write_config("\"format\": 2");
    refused(T2SED_EUNSUPPORTED, "config.json");
    t2s_tiny_language_text(dir, "config.json", "{}");
    refused(T2SED_EFORMAT, "t2sed_judge");
    unsetenv("T2SED_LANGUAGE_MODEL");
    ck_assert_int_eq(t2sed_judge_open(&none, dir, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_LANGUAGE_MODEL"));
    write_config(HEAD("[1, 0, 0, 0, 0, 0, 0, 0]"));
    t2sed_language_model_options_init(&options, sizeof options);
    options.adapter = dir;
    ck_assert_int_eq(t2sed_judge_open(&none, dir, language, &options, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_judge_open(&none, "no/such", language, NULL, &err),
                     T2SED_ENOTFOUND);
}
END_TEST

/* The hash of eight zeros, the last norm of the tiny language model. */
START_TEST(adapters_of_another_model)
{
    static const char text[] =
        "{\"t2sed_adapter\": {\"format\": 1, \"scale\": 2, \"base_norm\": "
        "\"%s\"}, \"t2sed_judge\": {" HEAD("[1, 0, 0, 0, 0, 0, 0, 0]") "}}";
    t2sed_judge *own = NULL;
    char config[sizeof text + 20];
    snprintf(config, sizeof config, text, "0123456789abcdef");
    t2s_tiny_language_text(dir, "config.json", config);
    refused(T2SED_EMISMATCH, "belongs to another language model");
    snprintf(config, sizeof config, text, "0c8210784d8af5a5");
    t2s_tiny_language_text(dir, "config.json", config);
    ck_assert_msg(open_judge(&own) == T2SED_OK, "%s", err.text);
    t2sed_judge_free(own);
}
END_TEST

START_TEST(questions_that_are_too_long)
{
    static char text[6000];
    static const char *const queries[] = {"SELECT town FROM shop"};
    t2sed_beam beam = beam_of(queries, 1);
    t2sed_question *wide = NULL;
    double out[1];
    memset(text, 'a', sizeof text - 1);
    ck_assert_int_eq(t2sed_question_new(&wide, text, &err), T2SED_OK);
    beam.question = wide;
    ck_assert_int_eq(t2sed_judge_logits(out, judge, &beam, &err),
                     T2SED_ETOOLONG);
    t2sed_question_free(wide);
}
END_TEST

static t2sed_status recording(void *payload)
{
    static const char *const queries[] = {"SELECT town FROM shop"};
    t2sed_beam beam = beam_of(queries, 1);
    t2sed_judge *own = NULL;
    double out[1];
    t2sed_status status = t2sed_judge_new_recorder(&own, 1, &err);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_judge_logits(out, own, &beam, &err);
    t2sed_judge_free(own);
    return status;
}

static t2sed_status everything(void *payload)
{
    static const char *const queries[] = {"SELECT town FROM shop",
                                          "SELECT count(*) FROM sale"};
    t2sed_beam beam = beam_of(queries, 2);
    t2sed_judge *own = NULL;
    double out[2];
    t2sed_status status = open_judge(&own);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_judge_logits(out, own, &beam, &err);
    t2sed_judge_free(own);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(everything, NULL);
    t2s_test_every_allocation(recording, NULL);
}
END_TEST

START_TEST(every_interruption)
{
    t2s_test_every_interrupt(everything, NULL, 3);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("judges");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, prompts_tell_the_tables_in_use);
    tcase_add_test(tests, a_recorder_keeps_what_is_read);
    tcase_add_test(tests, configs_say_how_it_is_asked);
    tcase_add_test(tests, results_as_texts);
    tcase_add_test(tests, says_one_number);
    tcase_add_test(tests, counts_beside_the_model);
    tcase_add_test(tests, heads_that_are_refused);
    tcase_add_test(tests, adapters_of_another_model);
    tcase_add_test(tests, questions_that_are_too_long);
    tcase_add_test(tests, every_allocation_may_fail);
    tcase_add_test(tests, every_interruption);
    return t2s_test_run("judges", &tests, 1);
}
