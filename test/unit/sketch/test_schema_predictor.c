/* Schema predictions: from probabilities of our own, from a small model made
 * here, from the shipped one, and from files that are broken. */
#include "interrupt_test.h"

#include "database_test.h"
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/write/write.h"
#include "base/save.h"
#include "sketch/pair.h"
#include "sketch/schema_predictor.h"
#include "sketch_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "features/features.h"

#define SHIPPED "lib/models/schema-prediction"

static const char ddl[] =
    "CREATE TABLE stadium (stadium_id INT PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE concert (concert_id INT PRIMARY KEY, name TEXT, year INT,"
    " stadium_id INT REFERENCES stadium(stadium_id));";

enum { STADIUM_ID, STADIUM_NAME, CITY, CONCERT_ID, CONCERT_NAME, YEAR, KEY };
enum { COLUMNS = 7, TABLES = 2 };

static t2sed_schema *schema;
static t2sed_question *question;
static char directory[64], file[96], config[96];

/* A stump on "score" for every forest: logit 2 where it is above 0.5. */
static t2s_forest_node stump = {.threshold = 0.5F, .child = {~0, ~1}};
static const int32_t starts[] = {0, 1};
static const float leaves[] = {-2, 2};
static const char *stump_names[] = {"score"};

static uint64_t key_of(int number)
{
    return t2s_association_key(1, number, T2S_NO_TEXT, T2S_NO_TEXT);
}

static void write_model(void)
{
    t2sed_schema_predictor made = {0};
    for (int number = 0; number < 2; number++)
        ck_assert(t2s_association_add(&made.association, key_of(number), 5, 9));
    for (size_t i = 0; i < T2S_SCHEMA_FORESTS; i++)
        made.forests[i] =
            (t2s_forest){1, 1, starts, &stump, leaves, stump_names, {0}};
    ck_assert_int_eq(t2s_schema_predictor_write(&made, directory, NULL),
                     T2SED_OK);
    t2s_hash_table_free(&made.association);
}

static void set_up(void)
{
    snprintf(directory, sizeof directory, "/tmp/t2sed-predictor-%ld",
             (long)getpid());
    snprintf(file, sizeof file, "%s/model.safetensors", directory);
    snprintf(config, sizeof config, "%s/config.json", directory);
    write_model();
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "Name and city of stadiums", NULL),
        T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
    t2sed_question_free(question);
    unlink(file);
    unlink(config);
    rmdir(directory);
}

START_TEST(own_probabilities_are_kept)
{
    double columns[COLUMNS * T2S_ITEM_ROLES], tables[TABLES] = {0.9, 0.2};
    t2sed_schema_prediction *made = NULL;
    t2sed_predicted_item item = {.struct_size = sizeof item};
    t2sed_error err;
    size_t top[9];
    for (size_t i = 0; i < COLUMNS * T2S_ITEM_ROLES; i++)
        columns[i] = 0.01 * (double)(i / T2S_ITEM_ROLES + 1);
    columns[CITY * T2S_ITEM_ROLES + T2SED_ROLE_USED] = 0.8;
    columns[CITY * T2S_ITEM_ROLES + T2SED_ROLE_JOINED] = NAN;
    made = t2s_prediction_of(columns, tables, schema);
    ck_assert_uint_eq(t2sed_schema_prediction_column_count(made), COLUMNS);
    ck_assert_uint_eq(t2sed_schema_prediction_table_count(made), TABLES);
    ck_assert_double_eq(t2s_predicted_column(made, CITY).roles[T2SED_ROLE_USED],
                        0.8);
    ck_assert_double_eq(t2s_predicted_column(made, CITY).used, 0.8);
    ck_assert_ptr_null(t2s_predicted_table(made, 0).roles);
    ck_assert_int_eq(t2sed_schema_prediction_column(made, 7, &item, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_prediction_table(made, 2, &item, &err),
                     T2SED_EINVAL);
    item.struct_size = 3;
    ck_assert_int_eq(t2sed_schema_prediction_table(made, 1, &item, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2s_predicted_table(made, 0).named, 1);
    ck_assert_int_eq(t2s_predicted_table(made, 1).named, 0);
    ck_assert_int_eq(t2s_predicted_column(made, CITY).named, 1);
    ck_assert_int_eq(t2s_predicted_column(made, KEY).named, 0);
    ck_assert_uint_eq(t2sed_schema_prediction_top_tables(made, top, 1), 1);
    ck_assert_uint_eq(top[0], 0);
    ck_assert_uint_eq(t2sed_schema_prediction_top_tables(made, top, 9), 2);
    ck_assert_uint_eq(t2sed_schema_prediction_top_columns(
                          made, T2SED_NONE, T2SED_ROLE_USED, top, 3),
                      3);
    ck_assert_uint_eq(top[0], CITY);
    ck_assert_uint_eq(top[1], KEY);
    ck_assert_uint_eq(top[2], YEAR);
    ck_assert_uint_eq(
        t2sed_schema_prediction_top_columns(made, 0, T2SED_ROLE_JOINED, top, 9),
        2); /* the city's is not known */
    ck_assert_uint_eq(top[0], STADIUM_NAME);
    ck_assert_uint_eq(
        t2sed_schema_prediction_top_columns(made, T2SED_NONE, 77, top, 9), 0);
    ck_assert_uint_eq(
        t2sed_schema_prediction_top_columns(made, T2SED_NONE, 0, top, 0), 0);
    t2sed_schema_prediction_free(made);
}
END_TEST

START_TEST(a_model_predicts)
{
    t2sed_schema_predictor *predictor = NULL;
    t2sed_schema_prediction *made = NULL;
    t2sed_schema_prediction_options options;
    const double high = 1 / (1 + exp(-2));
    ck_assert_int_eq(t2sed_schema_predictor_open(&predictor, directory, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_double_eq_tol(
        t2s_predicted_column(made, CITY).roles[T2SED_ROLE_SELECTED], high,
        1e-9);
    ck_assert_double_eq_tol(
        t2s_predicted_column(made, YEAR).roles[T2SED_ROLE_SELECTED], 1 - high,
        1e-9);
    ck_assert_double_eq_tol(t2s_predicted_table(made, 0).used, high, 1e-9);
    t2sed_schema_prediction_free(made);
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.struct_size = 4;
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    schema, &options, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, NULL, question,
                                                    schema, NULL, NULL),
                     T2SED_EINVAL);
    t2sed_schema_predictor_free(predictor);
    t2sed_schema_predictor_free(NULL);
}
END_TEST

START_TEST(values_are_of_the_schema)
{
    t2sed_schema_predictor *predictor;
    t2sed_schema_prediction *made = NULL;
    t2sed_schema_prediction_options options;
    t2sed_evidence *evidence;
    t2sed_schema *other;
    ck_assert_int_eq(t2sed_schema_predictor_open(&predictor, directory, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_parse_ddl(&other, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(NULL, other), NULL),
        T2SED_OK);
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.values = evidence;
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    schema, &options, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    other, &options, NULL),
                     T2SED_OK);
    t2sed_schema_prediction_free(made);
    t2sed_evidence_free(evidence);
    t2sed_schema_free(other);
    t2sed_schema_predictor_free(predictor);
}
END_TEST

static double number(const float *numbers, const char *name)
{
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strcmp(t2s_feature_at(i)->name, name) == 0)
            return (double)numbers[i];
    ck_abort_msg("no feature %s", name);
    return 0;
}

START_TEST(evidence_reads_a_prediction)
{
    double columns[COLUMNS * T2S_ITEM_ROLES], tables[TABLES] = {0.9, 0.2};
    float *numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    t2sed_schema_prediction *made;
    t2sed_evidence *evidence, *blind;
    t2sed_sql *sql;
    for (size_t i = 0; i < COLUMNS * T2S_ITEM_ROLES; i++)
        columns[i] = 0.01;
    columns[CITY * T2S_ITEM_ROLES + T2SED_ROLE_SELECTED] = 0.8;
    columns[STADIUM_NAME * T2S_ITEM_ROLES + T2SED_ROLE_SELECTED] = 0.5;
    made = t2s_prediction_of(columns, tables, schema);
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT name FROM stadium", NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_new(&blind, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_compute(evidence, sql, numbers, NULL),
                     T2SED_OK);
    ck_assert(isnan(number(numbers, "column.selected_least")));
    ck_assert_int_eq(t2sed_evidence_set_prediction(evidence, made, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_compute(evidence, sql, numbers, NULL),
                     T2SED_OK);
    ck_assert_double_eq_tol(number(numbers, "column.selected_least"), log(0.5),
                            1e-6);
    ck_assert_double_eq_tol(number(numbers, "column.selected_missed"), 0.8,
                            1e-6);
    ck_assert_double_eq_tol(number(numbers, "column.selected_gap"), 0.3, 1e-6);
    ck_assert_double_eq_tol(number(numbers, "column.selected_expected"), 0.35,
                            1e-5);
    ck_assert(isnan(number(numbers, "column.grouped_least")));
    ck_assert_double_eq_tol(number(numbers, "column.table_likelihood"),
                            log(0.9) + log(0.8), 1e-5);
    ck_assert_double_eq_tol(number(numbers, "column.table_regret"), 0, 1e-6);
    ck_assert_double_lt(number(numbers, "column.regret"), -1);
    /* Another question, another prediction. */
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_compute(evidence, sql, numbers, NULL),
                     T2SED_OK);
    ck_assert(isnan(number(numbers, "column.regret")));
    ck_assert_int_eq(t2sed_evidence_set_prediction(blind, made, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_evidence_set_prediction(NULL, made, NULL),
                     T2SED_EINVAL);
    t2sed_evidence_free(evidence);
    t2sed_evidence_free(blind);
    t2sed_sql_free(sql);
    t2sed_schema_prediction_free(made);
    free(numbers);
}
END_TEST

static t2sed_status open_model(t2sed_error *err)
{
    t2sed_schema_predictor *predictor = NULL;
    t2sed_status status =
        t2sed_schema_predictor_open(&predictor, directory, err);
    ck_assert((status == T2SED_OK) == (predictor != NULL));
    t2sed_schema_predictor_free(predictor);
    return status;
}

static void write_config(const char *text)
{
    ck_assert_int_eq(t2s_save_file(config, text, strlen(text), NULL), T2SED_OK);
}

START_TEST(broken_models_are_refused)
{
    t2sed_error err;
    ck_assert_int_eq(t2sed_schema_predictor_open(NULL, directory, &err),
                     T2SED_EINVAL);
    write_config("{\"t2sed\": {\"format\": 2, \"task\": "
                 "\"schema-prediction\"}}");
    ck_assert_int_eq(open_model(&err), T2SED_EUNSUPPORTED);
    write_config("{\"t2sed\": {\"format\": 1, \"task\": \"plan\"}}");
    ck_assert_int_eq(open_model(&err), T2SED_EMISMATCH);
    write_config("{\"t2sed\": {\"format\": 1}}");
    ck_assert_int_eq(open_model(&err), T2SED_EFORMAT);
    write_config("{");
    ck_assert_int_eq(open_model(&err), T2SED_EFORMAT);
    unlink(config);
    ck_assert_int_eq(open_model(&err), T2SED_ENOTFOUND);
    write_model();
    unlink(file);
    ck_assert_int_eq(open_model(&err), T2SED_ENOTFOUND);
}
END_TEST

START_TEST(keys_rise)
{
    static char bytes[65536];
    const bool is_first = key_of(0) < key_of(1);
    const uint64_t keys[] = {key_of(!is_first), key_of(is_first)};
    t2sed_error err;
    size_t at = 0, size;
    FILE *from = fopen(file, "rb");
    ck_assert_ptr_nonnull(from);
    size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    while (at + sizeof keys <= size && memcmp(bytes + at, keys, sizeof keys))
        at++;
    ck_assert_uint_le(at + sizeof keys, size);
    memcpy(bytes + at, &keys[1], sizeof keys[1]);
    memcpy(bytes + at + sizeof keys[1], &keys[0], sizeof keys[0]);
    ck_assert_int_eq(t2s_save_file(file, bytes, size, NULL), T2SED_OK);
    ck_assert_int_eq(open_model(&err), T2SED_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.text, "count 1: key"));
}
END_TEST

START_TEST(any_byte_may_be_wrong)
{
    static char bytes[65536];
    size_t size;
    FILE *from = fopen(file, "rb");
    ck_assert_ptr_nonnull(from);
    size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    ck_assert_uint_gt(size, 1000);
    for (size_t i = 0; i < size; i += 7) {
        char kept = bytes[i];
        bytes[i] = (char)(kept ^ (i % 2 ? 0x80 : 0x01));
        ck_assert_int_eq(t2s_save_file(file, bytes, size, NULL), T2SED_OK);
        open_model(NULL); /* refused or not: nothing is read out of bounds */
        bytes[i] = kept;
    }
    ck_assert_int_eq(t2s_save_file(file, bytes, size / 2, NULL), T2SED_OK);
    ck_assert_int_eq(open_model(NULL), T2SED_EFORMAT);
}
END_TEST

static t2sed_status everything(void *payload)
{
    t2sed_schema_predictor *predictor = NULL;
    t2sed_schema_prediction *made = NULL;
    t2sed_schema_prediction_options options;
    t2sed_status status =
        t2sed_schema_predictor_open(&predictor, directory, NULL);
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.wrong = payload;
    options.feedback = question;
    if (status == T2SED_OK)
        status = t2sed_schema_predictor_predict(&made, predictor, question,
                                                schema, &options, NULL);
    t2sed_schema_prediction_free(made);
    t2sed_schema_predictor_free(predictor);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT name FROM concert", NULL),
                     T2SED_OK);
    t2s_test_every_allocation(everything, sql);
    t2sed_sql_free(sql);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT name FROM concert", NULL),
                     T2SED_OK);
    t2s_test_every_interrupt(everything, sql, 1);
    t2sed_sql_free(sql);
}
END_TEST

/* 1,000 columns, many of one name, some of a blank. */
static t2sed_schema *large_schema(void)
{
    static char text[200000];
    t2sed_schema *made;
    size_t at = 0;
    for (int t = 0; t < 50; t++) {
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "CREATE TABLE \"%s %d\" (\" \" TEXT, \"_\" INT",
                               t % 2 ? "name of city" : "_", t);
        for (int c = 0; c < 18; c++)
            at +=
                (size_t)snprintf(text + at, sizeof text - at, ", \"%s%d\" TEXT",
                                 c % 2 ? "the_city_name_" : "n", c);
        at += (size_t)snprintf(text + at, sizeof text - at, ");");
    }
    ck_assert_int_eq(t2sed_schema_parse_ddl(&made, text, NULL), T2SED_OK);
    ck_assert_uint_eq(t2sed_schema_column_count(made), 1000);
    return made;
}

static void predict_large(const char *path)
{
    t2sed_schema *large = large_schema();
    t2sed_schema_predictor *predictor;
    t2sed_schema_prediction *made;
    size_t top[20];
    ck_assert_int_eq(t2sed_schema_predictor_open(&predictor, path, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    large, NULL, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < 1000; i++)
        for (int role = 0; role < T2S_ITEM_ROLES; role++) {
            double p = t2s_predicted_column(made, i).roles[role];
            ck_assert(p >= 0 && p <= 1);
        }
    ck_assert_uint_eq(t2sed_schema_prediction_top_columns(
                          made, T2SED_NONE, T2SED_ROLE_USED, top, 20),
                      20);
    t2sed_schema_prediction_free(made);
    t2sed_schema_predictor_free(predictor);
    t2sed_schema_free(large);
}

START_TEST(hostile_schemas_are_read)
{
    t2sed_schema_predictor *predictor;
    t2sed_schema_prediction *made;
    t2sed_schema *tiny;
    predict_large(directory);
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&tiny, "CREATE TABLE \"\" (\"\")", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_open(&predictor, directory, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    tiny, NULL, NULL),
                     T2SED_OK);
    t2sed_schema_prediction_free(made);
    t2sed_schema_predictor_free(predictor);
    t2sed_schema_free(tiny);
}
END_TEST

START_TEST(the_shipped_model_predicts)
{
    t2sed_schema_predictor *predictor;
    t2sed_schema_prediction *made;
    size_t top[3];
    ck_assert_int_eq(t2sed_schema_predictor_open(&predictor, SHIPPED, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_schema_predictor_predict(&made, predictor, question,
                                                    schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_schema_prediction_top_columns(
                          made, T2SED_NONE, T2SED_ROLE_SELECTED, top, 3),
                      3);
    ck_assert(top[0] == CITY || top[0] == STADIUM_NAME);
    ck_assert(top[1] == CITY || top[1] == STADIUM_NAME);
    ck_assert(t2s_predicted_table(made, 0).named);
    ck_assert(!t2s_predicted_table(made, 1).named);
    t2sed_schema_prediction_free(made);
    t2sed_schema_predictor_free(predictor);
    predict_large(SHIPPED);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("predictor")};
    bool is_shipped = access(SHIPPED "/model.safetensors", R_OK) == 0;
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], own_probabilities_are_kept);
    tcase_add_test(cases[0], a_model_predicts);
    tcase_add_test(cases[0], values_are_of_the_schema);
    tcase_add_test(cases[0], evidence_reads_a_prediction);
    tcase_add_test(cases[0], broken_models_are_refused);
    tcase_add_test(cases[0], keys_rise);
    tcase_add_test(cases[0], any_byte_may_be_wrong);
    tcase_add_test(cases[0], memory_may_run_out);
    tcase_add_test(cases[0], the_host_may_end_it);
    tcase_add_test(cases[0], hostile_schemas_are_read);
    if (is_shipped)
        tcase_add_test(cases[0], the_shipped_model_predicts);
    else
        t2s_test_skip("the_shipped_model_predicts", "no " SHIPPED);
    return t2s_test_run("schema predictor", cases, 1);
}
