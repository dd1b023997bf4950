/* Models whose evidence a forest reads: alone, and beside a text. */
#include "score_test.h"
#include "interrupt_test.h"
#include "database_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "sqlite_test.h"
#include "lab/write/write.h"
#include "model/files.h"
#include "model/fusion.h"
#include "model/model.h"
#include "t2sed/parts/encoder.h"
#include "t2sed/parts/evidence.h"
#include "t2sed/parts/scorer.h"
#include "tiny_model.h"

#define NAMES "\"source.schema\", \"source.execution\", \"shape.limit\""
#define FUSION                                                                 \
    "\"fusion\": {"                                                            \
    "\"question\": {\"text\": 1, \"evidence\": 0.5, \"bias\": 1},"             \
    "\"schema\": {\"text\": 2, \"evidence\": 2, \"bias\": -1},"                \
    "\"database\": {\"text\": 3, \"evidence\": 1, \"bias\": 0}}"
#define LIGHT                                                                  \
    "{\"t2sed\": {\"format\": 1, \"branch\": \"forest\", \"evidence\": "       \
    "[" NAMES "], " FUSION "}}"

static char dir[T2S_TINY_PATH], database[T2S_TINY_PATH + 32];
static t2sed_question *question;
static t2sed_schema *schema;
static const char *const queries[] = {"SELECT a FROM t",
                                      "SELECT a FROM t LIMIT 1"};

/* A tree that gives `low` without LIMIT and `high` with it. */
static void make_forest(t2s_tensor *tensors, char (*names)[32],
                        const char *prefix, const char *features, size_t bytes,
                        const float *leaf)
{
    static const int32_t sizes[] = {1}, zero[] = {0}, left[] = {~0},
                         right[] = {~1};
    static const float threshold[] = {0.5f};
    static const uint8_t missing[] = {0};
    const t2s_tensor all[] = {
        {"sizes", T2S_I32, 1, {1}, sizes},
        {"feature", T2S_I32, 1, {1}, zero},
        {"threshold", T2S_F32, 1, {1}, threshold},
        {"left", T2S_I32, 1, {1}, left},
        {"right", T2S_I32, 1, {1}, right},
        {"leaf", T2S_F32, 1, {2}, leaf},
        {"missing", T2S_U8, 1, {1}, missing},
        {"names", T2S_U8, 1, {(int64_t)bytes}, features},
    };
    for (int i = 0; i < 8; i++) {
        tensors[i] = all[i];
        snprintf(names[i], 32, "%s%s", prefix, all[i].name);
        tensors[i].name = names[i];
    }
}

/* With a database 2 without LIMIT and -3 with it; else half as much more. */
static void write_forest(const char *feature)
{
    static const float leaves[2][2] = {{2.5f, -3.5f}, {2, -3}};
    char path[T2S_TINY_PATH + 32], text[64], names[16][32];
    t2s_tensor tensors[16], sorted[16];
    size_t bytes = (size_t)snprintf(text, sizeof text, "%s\n", feature);
    make_forest(tensors, names, "without.", text, bytes, leaves[0]);
    make_forest(tensors + 8, names + 8, "database.", text, bytes, leaves[1]);
    for (int i = 0; i < 6; i++) { /* wide elements first */
        sorted[2 * i] = tensors[i];
        sorted[2 * i + 1] = tensors[8 + i];
    }
    for (int i = 6; i < 8; i++) {
        sorted[2 * i] = tensors[i];
        sorted[2 * i + 1] = tensors[8 + i];
    }
    snprintf(path, sizeof path, "%s/forest.safetensors", dir);
    ck_assert_int_eq(
        t2s_safetensors_write(path, sorted, 16, T2S_DTYPE_KEEP, NULL),
        T2SED_OK);
}

static void write_config(const char *text)
{
    FILE *file = t2s_tiny_file(dir, "config.json");
    fputs(text, file);
    fclose(file);
}

static void setup(void)
{
    t2s_tiny_directory(dir);
    snprintf(database, sizeof database, "%s/t.sqlite", dir);
    t2s_test_run_sql(database,
                     "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)");
    ck_assert_int_eq(t2s_test_schema_open(&schema, database, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, "Which a?", NULL), T2SED_OK);
    write_config(LIGHT);
    write_forest("shape.limit");
    /* No model of these tests may load an engine unless it says so. */
    setenv("T2SED_BACKEND", "/nowhere/libt2sed-torch.so", 1);
}

static void teardown(void)
{
    t2sed_question_free(question);
    t2sed_schema_free(schema);
    t2s_tiny_remove(dir);
}

/* The logits of both queries. */
static void score(double *logits, const t2sed_model *model,
                  const t2sed_schema *with, t2sed_evidence *source)
{
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_beam beam;
    t2sed_error err;
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.queries = queries;
    beam.count = 2;
    beam.database = with ? t2s_test_database(NULL, with) : NULL;
    beam.evidence = source;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_msg(t2sed_scorer_score_beams(&scores, scorer, &beam, 1, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    for (size_t i = 0; i < 2; i++) {
        logits[i] = t2s_test_scored(scores, i).logit;
        ck_assert_double_eq_tol(t2sed_scores_probability(scores, i),
                                1 / (1 + exp(-logits[i])), 1e-12);
    }
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
}

START_TEST(a_forest_alone_scores_without_an_engine)
{
    t2sed_model *model;
    t2sed_evidence *source;
    double logits[2];
    t2sed_error err;
    ck_assert_msg(t2sed_model_open(&model, dir, NULL, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_str_eq(t2s_model_info(model).backend, "none");
    ck_assert_int_eq(t2s_model_info(model).hidden, 0);
    ck_assert_uint_eq(t2sed_model_feature_count(model), 3);
    score(logits, model, NULL, NULL);
    ck_assert(logits[0] == 2.25 && logits[1] == -0.75);
    score(logits, model, schema, NULL);
    ck_assert(logits[0] == 4 && logits[1] == -8);
    ck_assert_int_eq(
        t2sed_evidence_new(&source, t2s_test_database(database, schema), NULL),
        T2SED_OK);
    score(logits, model, schema, source);
    ck_assert(logits[0] == 2 && logits[1] == -3);
    t2sed_evidence_free(source);
    t2sed_model_free(model);
}
END_TEST

START_TEST(what_needs_an_encoder_says_so)
{
    t2sed_model *model;
    t2sed_encoder *encoder;
    t2sed_error err;
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, &err),
                     T2SED_EUNSUPPORTED);
    ck_assert_int_eq(t2sed_model_export(model, "/tmp/x.pt", &err),
                     T2SED_EUNSUPPORTED);
    t2sed_model_free(model);
}
END_TEST

START_TEST(bad_queries_fail_alone)
{
    const char *const some[] = {"SELECT a FROM t", "SELECT (", ""};
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2s_test_score(&scores, scorer, question, some, NULL, 3, NULL, NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_test_scored(scores, 0).status, T2SED_OK);
    ck_assert_int_eq(t2s_test_scored(scores, 1).status, T2SED_ESYNTAX);
    ck_assert_int_ne(t2s_test_scored(scores, 2).status, T2SED_OK);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
}
END_TEST

START_TEST(what_cannot_run_is_wrong_whatever_the_forest_says)
{
    /* Schema known, database known, refused, names that are missing. */
    const float evidence[][4] = {{1, 1, 0, 0},
                                 {1, 1, 1, 0},
                                 {1, 0, NAN, 0},
                                 {1, 0, NAN, 2},
                                 {1, 1, 0, 2}};
    t2s_config config;
    t2s_forest forests[T2S_READERS];
    t2s_safetensors file;
    char path[T2S_TINY_PATH + 32];
    float logits[5] = {30, 30, 30, 30, 30};
    int32_t fault;
    t2s_config_init(&config);
    config.evidence.count = 4;
    config.sources[T2S_KNOWN_SCHEMA] = 0;
    config.sources[T2S_KNOWN_DATABASE] = 1;
    config.refused = 2;
    config.missing = 3;
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        config.fusion[known] = (t2s_fusion){1, 1, 0};
    snprintf(path, sizeof path, "%s/forest.safetensors", dir);
    ck_assert_int_eq(t2s_safetensors_open(&file, path, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_forest_read(&forests[0], &file, "without.", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_forest_read(&forests[1], &file, "database.", NULL),
                     T2SED_OK);
    t2s_safetensors_close(&file);
    t2s_fuse(logits, &config, forests, evidence[0], 5);
    ck_assert_float_gt(logits[0], 20);
    ck_assert_float_lt(logits[1], -5);
    ck_assert_float_gt(logits[2], 20); /* unknown is no refusal */
    ck_assert_float_lt(logits[3], -3);
    ck_assert_float_gt(logits[4], 20); /* the database knows better */
    /* A fault lowers what is above its bound, keeps the order, and raises
     * nothing. */
    config.faults[0] = (t2s_fault){3, -1};
    config.fault_count = 1;
    ck_assert_float_lt(t2s_bounded_by_faults(&fault, 5, &config, evidence[4]),
                       0);
    ck_assert_int_eq(fault, 3);
    ck_assert_float_lt(t2s_bounded_by_faults(&fault, 5, &config, evidence[4]),
                       t2s_bounded_by_faults(&fault, 6, &config, evidence[4]));
    ck_assert_float_eq(t2s_bounded_by_faults(&fault, -2, &config, evidence[4]),
                       -2);
    ck_assert_int_eq(fault, -1);
    ck_assert_float_eq(t2s_bounded_by_faults(&fault, 5, &config, evidence[0]),
                       5);
    ck_assert_float_nan(
        t2s_bounded_by_faults(&fault, NAN, &config, evidence[4]));
    config.fault_count = 0;
    config.refused = config.missing = -1;
    logits[1] = logits[3] = 30;
    t2s_fuse(logits, &config, forests, evidence[0], 5);
    ck_assert_float_gt(logits[1], 20);
    ck_assert_float_gt(logits[3], 20);
    t2s_forest_free(&forests[0]);
    t2s_forest_free(&forests[1]);
    config.evidence.count = 0;
    t2s_config_free(&config);
}
END_TEST

/* The same forest beside the tiny text model, with the fake engine. */
START_TEST(a_text_is_added_by_how_much_is_known)
{
    char text_dir[T2S_TINY_PATH], path[T2S_TINY_PATH + 32];
    const char *names[] = {"source.schema", "source.execution", "shape.limit"};
    t2sed_model *text, *both;
    t2s_model_files files;
    double alone[2], forest[2], sum[2];
    t2sed_error err;
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    t2s_tiny_directory(text_dir);
    t2s_tiny_model(text_dir, false, NULL);
    ck_assert_int_eq(t2s_model_files_open(&files, text_dir, true, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_model_files_add_forest(&files, names, 3, NULL),
                     T2SED_OK);
    files.config.fusion[T2S_KNOWN_SCHEMA] = (t2s_fusion){0.25, 2, -1};
    {
        t2s_safetensors file;
        snprintf(path, sizeof path, "%s/forest.safetensors", dir);
        ck_assert_int_eq(t2s_safetensors_open(&file, path, NULL), T2SED_OK);
        ck_assert_int_eq(
            t2s_forest_read(&files.forests[0], &file, "without.", NULL),
            T2SED_OK);
        ck_assert_int_eq(
            t2s_forest_read(&files.forests[1], &file, "database.", NULL),
            T2SED_OK);
        t2s_safetensors_close(&file);
    }
    snprintf(path, sizeof path, "%s/both", dir);
    ck_assert_msg(t2s_model_files_save(&files, path, files.tensors,
                                       files.weights.count, T2S_F32, NULL,
                                       &err) == T2SED_OK,
                  "%s", err.text);
    t2s_model_files_close(&files);
    ck_assert_int_eq(t2sed_model_open(&text, text_dir, NULL, NULL), T2SED_OK);
    ck_assert_msg(t2sed_model_open(&both, path, NULL, &err) == T2SED_OK, "%s",
                  err.text);
    score(alone, text, schema, NULL);
    score(sum, both, schema, NULL);
    forest[0] = 2 * 2.5 - 1;
    forest[1] = 2 * -3.5 - 1;
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq_tol(sum[i], 0.25 * alone[i] + forest[i], 1e-5);
    t2sed_model_free(text);
    t2sed_model_free(both);
    /* Saved without, the directory keeps no forest. */
    ck_assert_int_eq(t2s_model_files_open(&files, text_dir, true, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_model_files_save(&files, path, files.tensors,
                                          files.weights.count, T2S_F32, NULL,
                                          NULL),
                     T2SED_OK);
    t2s_model_files_close(&files);
    snprintf(path, sizeof path, "%s/both/forest.safetensors", dir);
    ck_assert(!t2s_file_exists(path));
    snprintf(path, sizeof path, "%s/both", dir);
    t2s_tiny_remove(path);
    t2s_tiny_remove(text_dir);
}
END_TEST

static const struct {
    const char *config, *feature;
    t2sed_status status;
    const char *text;
} bad[] = {
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"tree\"}}", "shape.limit",
     T2SED_EUNSUPPORTED, "\"branch\" is \"tree\""},
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"forest\"}}", "shape.limit",
     T2SED_EFORMAT, "\"fusion\" is missing"},
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"forest\", \"fusion\": "
     "{\"question\": {}}}}",
     "shape.limit", T2SED_EFORMAT, "\"schema\" is missing"},
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"forest\", " FUSION "}}",
     "shape.limit", T2SED_EMISMATCH, "lacks \"source.schema\""},
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"forest\", \"evidence\": "
     "[" NAMES "], \"clauses\": [\"where\"], " FUSION "}}",
     "shape.limit", T2SED_EUNSUPPORTED, "\"clauses\" is not empty"},
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"forest\", "
     "\"evidence_hidden\": 8, \"evidence\": [" NAMES "], " FUSION "}}",
     "shape.limit", T2SED_EUNSUPPORTED, "\"evidence_hidden\" is 8"},
    {"{\"t2sed\": {\"format\": 1, \"branch\": \"forest\", \"evidence\": "
     "[" NAMES "], \"fusion\": {\"question\": {\"evidence\": -1}, "
     "\"schema\": {}, \"database\": {}}}}",
     "shape.limit", T2SED_EFORMAT, "\"evidence\" is -1"},
    {"{\"t2sed\": {\"format\": 1}}", "shape.limit", T2SED_EFORMAT,
     "\"model_type\" is missing"},
    {LIGHT, "shape.order", T2SED_EMISMATCH, "the feature shape.order"},
};

START_TEST(bad_directories_are_refused)
{
    t2sed_model *model;
    t2sed_error err;
    write_config(bad[_i].config);
    write_forest(bad[_i].feature);
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, &err), bad[_i].status);
    ck_assert_msg(strstr(err.text, bad[_i].text) != NULL, "%s", err.text);
}
END_TEST

START_TEST(a_missing_forest_is_named)
{
    char path[T2S_TINY_PATH + 32];
    t2sed_model *model;
    t2sed_error err;
    snprintf(path, sizeof path, "%s/forest.safetensors", dir);
    unlink(path);
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "forest.safetensors"));
}
END_TEST

static t2sed_status open_and_score(void *payload)
{
    t2sed_model *model;
    t2sed_scorer *scorer = NULL;
    t2sed_scores *scores = NULL;
    t2sed_status status = t2sed_model_open(&model, dir, NULL, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_scorer_new(&scorer, model, NULL, NULL);
    if (status == T2SED_OK)
        status = t2s_test_score(&scores, scorer, question, queries, NULL, 2,
                                payload, NULL);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(open_and_score, t2s_test_database(NULL, schema));
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(open_and_score, t2s_test_database(NULL, schema),
                             1);
}
END_TEST

/* --- models in memory --- */

#define SHIPPED "lib/models/"
enum { MOST_FILES = 6 };

/* The files of a model. */
typedef struct in_memory {
    t2sed_model_file files[MOST_FILES];
    size_t count;
} in_memory;

static void read_into(in_memory *to, const char *directory, const char *file,
                      const char *name)
{
    char path[T2S_TINY_PATH + 64];
    char *text;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", directory, file);
    ck_assert_int_eq(t2s_file_read(&text, &size, path, 1u << 30, NULL),
                     T2SED_OK);
    to->files[to->count++] = (t2sed_model_file){name, text, size};
}

static in_memory read_tiny(void)
{
    in_memory model = {.count = 0};
    read_into(&model, dir, T2S_CONFIG_FILE, T2S_CONFIG_FILE);
    read_into(&model, dir, T2S_FOREST_FILE, T2S_FOREST_FILE);
    return model;
}

static in_memory read_shipped(void)
{
    in_memory model = {.count = 0};
    read_into(&model, SHIPPED "default", "config.json", "config.json");
    read_into(&model, SHIPPED "default", "forest.safetensors",
              "forest.safetensors");
    read_into(&model, SHIPPED "sketch", "config.json", "sketch/config.json");
    read_into(&model, SHIPPED "sketch", "model.safetensors",
              "sketch/model.safetensors");
    read_into(&model, SHIPPED "schema-prediction", "config.json",
              "schema-prediction/config.json");
    read_into(&model, SHIPPED "schema-prediction", "model.safetensors",
              "schema-prediction/model.safetensors");
    return model;
}

static void free_files(in_memory *model)
{
    for (size_t i = 0; i < model->count; i++)
        t2s_free((void *)(uintptr_t)model->files[i].data);
}

static double score_first(const t2sed_model *model)
{
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    double probability;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_test_score(&scores, scorer, question, queries, NULL, 1,
                                    t2s_test_database(NULL, schema), NULL),
                     T2SED_OK);
    probability = t2s_test_scored(scores, 0).probability;
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    return probability;
}

START_TEST(files_in_memory_give_the_same)
{
    in_memory files = _i ? read_shipped() : read_tiny();
    t2sed_model *opened, *model = NULL;
    t2sed_error err;
    double expected;
    setenv("T2SED_SKETCH", SHIPPED "sketch", 1);
    setenv("T2SED_SCHEMA_PREDICTION", SHIPPED "schema-prediction", 1);
    ck_assert_int_eq(
        t2sed_model_open(&opened, _i ? SHIPPED "default" : dir, NULL, NULL),
        T2SED_OK);
    expected = score_first(opened);
    t2sed_model_free(opened);
    /* What is in memory is not looked for. */
    setenv("T2SED_SKETCH", "/nowhere", 1);
    setenv("T2SED_SCHEMA_PREDICTION", "/nowhere", 1);
    ck_assert_msg(t2sed_model_open_memory(&model, "linked", files.files,
                                          files.count, NULL, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_str_eq(t2s_model_info(model).path, "linked");
    ck_assert_double_eq(score_first(model), expected);
    t2sed_model_free(model);
    free_files(&files);
}
END_TEST

/* Opens what is left of the shipped model without one file. */
static void fails_without(size_t left_out, t2sed_status status,
                          const char *part)
{
    in_memory files = read_shipped();
    t2sed_model *model = NULL;
    t2sed_error err;
    const t2sed_model_file lacking = files.files[left_out];
    files.files[left_out].name = "other";
    setenv("T2SED_SKETCH", "/nowhere", 1);
    ck_assert_int_eq(t2sed_model_open_memory(&model, "linked", files.files,
                                             files.count, NULL, &err),
                     status);
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
    ck_assert_ptr_null(model);
    files.files[left_out] = lacking;
    free_files(&files);
}

START_TEST(missing_files_in_memory_are_named)
{
    fails_without(0, T2SED_ENOTFOUND, "linked/config.json: ");
    fails_without(1, T2SED_ENOTFOUND, "linked/forest.safetensors: ");
    fails_without(2, T2SED_ENOTFOUND, "linked/sketch/config.json: ");
    fails_without(3, T2SED_ENOTFOUND, "linked/sketch/model.safetensors: ");
    fails_without(5, T2SED_ENOTFOUND,
                  "linked/schema-prediction/model.safetensors: ");
}
END_TEST

/* Opening the files fails so; the message has `part`. */
static void fails(const in_memory *model, t2sed_status status, const char *part)
{
    t2sed_model *opened = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_model_open_memory(&opened, "m", model->files,
                                             model->count, NULL, &err),
                     status);
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
    ck_assert_ptr_null(opened);
}

START_TEST(bad_files_in_memory_are_refused)
{
    in_memory files = read_tiny(), encoder = {.count = 0};
    t2sed_model *model = NULL;
    t2sed_error err;
    const t2sed_model_file config = files.files[0], forest = files.files[1];
    files.files[1].size /= 2;
    fails(&files, T2SED_EFORMAT, "m/forest.safetensors");
    files.files[1].data = NULL;
    fails(&files, T2SED_EINVAL, "file 1 has no name or no data");
    files.files[1] = forest;
    ck_assert_int_eq(t2sed_model_open_memory(&model, NULL, files.files,
                                             files.count, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_model_open_memory(&model, "m", NULL, 0, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(model);
    files.files[0].size = 2;
    fails(&files, T2SED_EFORMAT, "m/config.json");
    files.files[0] = config;
    read_into(&encoder, SHIPPED "large", T2S_CONFIG_FILE, T2S_CONFIG_FILE);
    fails(&encoder, T2SED_EUNSUPPORTED, "an encoder");
    free_files(&encoder);
    free_files(&files);
}
END_TEST

/* Of `model`, file `i` with blanks behind its end has its limit, and then one
 * byte more. */
static void has_limit(in_memory *model, size_t i, size_t limit)
{
    const t2sed_model_file was = model->files[i];
    t2sed_model *opened = NULL;
    char *text = malloc(limit + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, ' ', limit + 1);
    memcpy(text, was.data, was.size);
    model->files[i].data = text;
    model->files[i].size = limit;
    ck_assert_int_eq(t2sed_model_open_memory(&opened, "m", model->files,
                                             model->count, NULL, NULL),
                     T2SED_OK);
    t2sed_model_free(opened);
    model->files[i].size = limit + 1;
    fails(model, T2SED_ELIMIT, was.name);
    model->files[i] = was;
    free(text);
}

START_TEST(configs_in_memory_have_the_limits_of_files)
{
    in_memory files = read_shipped();
    has_limit(&files, 0, 4u << 20);
    has_limit(&files, 2, 1u << 20);
    has_limit(&files, 4, 1u << 20);
    free_files(&files);
}
END_TEST

static t2sed_status open_memory(void *payload)
{
    const in_memory *files = payload;
    t2sed_model *model = NULL;
    const t2sed_status status = t2sed_model_open_memory(
        &model, "memory", files->files, files->count, NULL, NULL);
    t2sed_model_free(model);
    return status;
}

START_TEST(memory_may_run_out_in_memory)
{
    in_memory files = read_tiny();
    t2s_test_every_allocation(open_memory, &files);
    free_files(&files);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("forest model");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_forest_alone_scores_without_an_engine);
    tcase_add_test(tests, what_needs_an_encoder_says_so);
    tcase_add_test(tests, bad_queries_fail_alone);
    tcase_add_test(tests, what_cannot_run_is_wrong_whatever_the_forest_says);
    tcase_add_test(tests, a_text_is_added_by_how_much_is_known);
    tcase_add_loop_test(tests, bad_directories_are_refused, 0,
                        sizeof bad / sizeof bad[0]);
    tcase_add_test(tests, a_missing_forest_is_named);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    tcase_add_loop_test(tests, files_in_memory_give_the_same, 0, 2);
    tcase_add_test(tests, missing_files_in_memory_are_named);
    tcase_add_test(tests, bad_files_in_memory_are_refused);
    tcase_add_test(tests, configs_in_memory_have_the_limits_of_files);
    tcase_add_test(tests, memory_may_run_out_in_memory);
    return t2s_test_run("model/forest_model", &tests, 1);
}
