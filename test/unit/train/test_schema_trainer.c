/* Training of the schema predictor, on a handful of questions. */
#include "t2s_test.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/random.h"
#include "base/memory.h"
#include "sketch_test.h"
#include "t2sed/lab/schema_trainer.h"

static const char ddl[] =
    "CREATE TABLE stadium (stadium_id INT PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE concert (concert_id INT PRIMARY KEY, name TEXT, year INT,"
    " stadium_id INT REFERENCES stadium(stadium_id));";

enum { STADIUM_ID, STADIUM_NAME, CITY, CONCERT_ID, CONCERT_NAME, YEAR, KEY };

static const struct {
    const char *question, *sql;
} examples[] = {
    {"Show the names of stadiums", "SELECT name FROM stadium"},
    {"What is the city of each stadium?", "SELECT city FROM stadium"},
    {"Names and years of concerts", "SELECT name, year FROM concert"},
    {"Which concerts were after year 2014?",
     "SELECT name FROM concert WHERE year > 2014"},
    {"List stadium names ordered by city",
     "SELECT name FROM stadium ORDER BY city"},
    {"How many concerts in each stadium?",
     "SELECT T1.name, count(*) FROM stadium AS T1 JOIN concert AS T2 ON "
     "T1.stadium_id = T2.stadium_id GROUP BY T1.stadium_id"},
};

static t2sed_schema *schema;
static char directory[64];

static void set_up(void)
{
    snprintf(directory, sizeof directory, "/tmp/t2sed-schema-trainer-%ld",
             (long)getpid());
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
}

static void remove_model(const char *path)
{
    char file[128];
    snprintf(file, sizeof file, "%s/model.safetensors", path);
    unlink(file);
    snprintf(file, sizeof file, "%s/config.json", path);
    unlink(file);
    rmdir(path);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
    remove_model(directory);
}

static t2sed_status add(t2sed_schema_trainer *trainer, const char *db_id,
                        size_t i, double weight)
{
    t2sed_schema_prediction_options options;
    t2sed_conversation *talk = NULL;
    t2sed_question *question = NULL, *feedback = NULL;
    t2sed_sql *right = NULL, *wrong = NULL;
    t2sed_status status =
        t2sed_question_new(&question, examples[i].question, NULL);
    t2sed_schema_prediction_options_init(&options, sizeof options);
    if (status == T2SED_OK)
        status = t2sed_question_new(&feedback, "use the name instead", NULL);
    if (status == T2SED_OK)
        status = t2sed_sql_parse(&right, examples[i].sql, NULL);
    if (status == T2SED_OK)
        status = t2sed_sql_parse(&wrong, "SELECT year FROM concert", NULL);
    if (status == T2SED_OK)
        status = t2sed_conversation_new(&talk, NULL);
    if (status == T2SED_OK)
        status = t2sed_conversation_add(talk, "Show all stadiums", NULL, NULL);
    if (i % 3 == 1)
        options.conversation = talk;
    if (i % 3 == 2) {
        options.feedback = feedback;
        options.wrong = wrong;
    }
    if (status == T2SED_OK)
        status = t2sed_schema_trainer_add(trainer, question, schema, &options,
                                          db_id, right, weight, NULL);
    t2sed_conversation_free(talk);
    t2sed_question_free(question);
    t2sed_question_free(feedback);
    t2sed_sql_free(right);
    t2sed_sql_free(wrong);
    return status;
}

static t2sed_schema_trainer *open_trainer(const char *lightgbm)
{
    t2sed_schema_trainer_options options;
    t2sed_schema_trainer *trainer;
    t2sed_schema_trainer_options_init(&options, sizeof options);
    options.trees = 8;
    options.threads = 1;
    options.lightgbm = lightgbm;
    ck_assert_int_eq(t2sed_schema_trainer_new(&trainer, &options, NULL),
                     T2SED_OK);
    return trainer;
}

START_TEST(options_are_checked)
{
    t2sed_schema_trainer_options options;
    t2sed_schema_trainer *trainer = NULL;
    ck_assert_int_eq(t2sed_schema_trainer_new(NULL, NULL, NULL), T2SED_EINVAL);
    t2sed_schema_trainer_options_init(&options, sizeof options);
    options.trees = 0;
    ck_assert_int_eq(t2sed_schema_trainer_new(&trainer, &options, NULL),
                     T2SED_EINVAL);
    t2sed_schema_trainer_options_init(&options, sizeof options);
    options.leaves = 1;
    ck_assert_int_eq(t2sed_schema_trainer_new(&trainer, &options, NULL),
                     T2SED_EINVAL);
    t2sed_schema_trainer_options_init(&options, sizeof options);
    options.struct_size = 8;
    ck_assert_int_eq(t2sed_schema_trainer_new(&trainer, &options, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(trainer);
    t2sed_schema_trainer_free(NULL);
}
END_TEST

START_TEST(nothing_is_trained_on_nothing)
{
    t2sed_schema_trainer *trainer = open_trainer("/nowhere/lib_lightgbm.so");
    int fold = t2s_fold("pets", 2, 0);
    ck_assert_int_eq(add(trainer, "pets", 0, 0), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_trainer_run(trainer, directory, -1, 1, NULL),
                     T2SED_EEMPTY);
    ck_assert_int_eq(add(trainer, "pets", 0, 1), T2SED_OK);
    ck_assert_int_eq(
        t2sed_schema_trainer_run(trainer, directory, fold, 2, NULL),
        T2SED_EEMPTY);
    ck_assert_int_eq(t2sed_schema_trainer_run(trainer, directory, 2, 2, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_trainer_run(trainer, directory, -2, 2, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_trainer_run(trainer, NULL, -1, 1, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_trainer_run(trainer, directory, -1, 1, NULL),
                     T2SED_ENOBACKEND);
    ck_assert(access(directory, F_OK) != 0);
    t2sed_schema_trainer_free(trainer);
}
END_TEST

static t2sed_status adding(void *payload)
{
    t2sed_schema_trainer *trainer = NULL;
    t2sed_schema_trainer_options options;
    t2sed_status status;
    (void)payload;
    t2sed_schema_trainer_options_init(&options, sizeof options);
    options.lightgbm = "/nowhere/lib_lightgbm.so";
    status = t2sed_schema_trainer_new(&trainer, &options, NULL);
    for (size_t i = 0; i < 3 && status == T2SED_OK; i++)
        status = add(trainer, "pets", i, 1);
    t2sed_schema_trainer_free(trainer);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(adding, NULL);
}
END_TEST

static t2sed_schema_trainer *with_examples(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    t2sed_schema_trainer *trainer = open_trainer(T2S_LIGHTGBM_PATH);
    for (size_t d = 0; d < 8; d++)
        for (size_t i = 0; i < 30; i++)
            ck_assert_int_eq(add(trainer, names[d], i % 6, 1), T2SED_OK);
    return trainer;
}

START_TEST(names_are_learnt)
{
    t2sed_schema_trainer *trainer = with_examples();
    t2sed_schema_predictor *predictor;
    t2sed_schema_prediction *made;
    t2sed_question *question;
    ck_assert_int_eq(t2sed_schema_trainer_run(trainer, directory, -1, 1, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_open(&predictor, directory, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "The city of stadiums", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_double_gt(t2s_predicted_column(made, CITY).roles[5],
                        t2s_predicted_column(made, CONCERT_ID).roles[5]);
    ck_assert_double_gt(t2s_predicted_table(made, 0).used,
                        t2s_predicted_table(made, 1).used);
    t2sed_question_free(question);
    t2sed_schema_prediction_free(made);
    t2sed_schema_predictor_free(predictor);
    t2sed_schema_trainer_free(trainer);
}
END_TEST

START_TEST(equal_examples_give_equal_bytes)
{
    char other[80], a_path[128], b_path[128];
    char *a, *b;
    size_t a_size, b_size;
    snprintf(other, sizeof other, "%s-again", directory);
    for (int i = 0; i < 2; i++) {
        t2sed_schema_trainer *trainer = with_examples();
        ck_assert_int_eq(t2sed_schema_trainer_run(
                             trainer, i ? other : directory, 1, 3, NULL),
                         T2SED_OK);
        t2sed_schema_trainer_free(trainer);
    }
    snprintf(a_path, sizeof a_path, "%s/model.safetensors", directory);
    snprintf(b_path, sizeof b_path, "%s/model.safetensors", other);
    ck_assert_int_eq(t2s_file_read(&a, &a_size, a_path, 1 << 24, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_file_read(&b, &b_size, b_path, 1 << 24, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(a_size, b_size);
    ck_assert(memcmp(a, b, a_size) == 0);
    t2s_free(a);
    t2s_free(b);
    remove_model(other);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("schema trainer")};
    bool is_there =
        T2S_LIGHTGBM_PATH[0] && access(T2S_LIGHTGBM_PATH, R_OK) == 0;
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], options_are_checked);
    tcase_add_test(cases[0], nothing_is_trained_on_nothing);
    tcase_add_test(cases[0], memory_may_run_out);
    if (is_there) {
        tcase_add_test(cases[0], names_are_learnt);
        tcase_add_test(cases[0], equal_examples_give_equal_bytes);
    } else {
        t2s_test_skip("names_are_learnt", "no LightGBM");
        t2s_test_skip("equal_examples_give_equal_bytes", "no LightGBM");
    }
    return t2s_test_run("schema trainer", cases, 1);
}
