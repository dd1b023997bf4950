#include "interrupt_test.h"
#include "t2s_test.h"

#include <string.h>

#include "lab/write/write.h"
#include "score_test.h"
#include "model/backend.h"
#include "model/files.h"
#include "tiny_model.h"

static char dir[T2S_TINY_PATH];

static void setup(void)
{
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    unsetenv("T2SED_MODEL");
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, false, NULL);
}

static void teardown(void)
{
    t2s_tiny_remove(dir);
}

static void path_of(char *out, const char *name)
{
    snprintf(out, T2S_TINY_PATH * 2, "%s/%s", dir, name);
}

static void overwrite(const char *name, const char *text)
{
    FILE *file = t2s_tiny_file(dir, name);
    fputs(text, file);
    fclose(file);
}

/* Opens the directory, which must fail so. */
static void fails(t2sed_status status, const char *part)
{
    t2sed_model *model = NULL;
    t2sed_error err;
    t2sed_status is = t2sed_model_open(&model, dir, NULL, &err);
    ck_assert_msg(is == status && err.code == status, "%s: %s",
                  t2sed_status_name(is), err.text);
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
    ck_assert_ptr_null(model);
}

START_TEST(a_model_says_what_it_is)
{
    t2sed_model *model;
    t2sed_model_options options;
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    ck_assert_msg(t2sed_model_open(&model, dir, &options, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_str_eq(t2s_model_info(model).path, dir);
    ck_assert_str_eq(t2s_model_info(model).backend, "fake 1.0");
    ck_assert_str_eq(t2s_model_info(model).device, "cpu");
    ck_assert_int_eq(t2s_model_info(model).precision, T2SED_FP32);
    ck_assert_int_eq(t2s_model_info(model).hidden, 32);
    ck_assert_int_eq(t2s_model_info(model).max_tokens, 64);
    ck_assert_double_eq(t2s_model_info(model).threshold, 0.5);
    ck_assert_ptr_nonnull(
        strstr(t2s_model_info(model).config, "\"layout\":\"separate\""));
    t2sed_model_free(model);
    t2sed_model_free(NULL);
}
END_TEST

START_TEST(the_environment_names_the_default)
{
    t2sed_model *model;
    t2sed_error err;
    setenv("T2SED_MODEL", dir, 1);
    ck_assert_int_eq(t2sed_model_open(&model, NULL, NULL, &err), T2SED_OK);
    t2sed_model_free(model);
    setenv("T2SED_MODEL", "/nonexistent/model", 1);
    ck_assert_int_eq(t2sed_model_open(&model, NULL, NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "/nonexistent/model"));
}
END_TEST

START_TEST(options_are_checked)
{
    t2sed_model *model = NULL;
    t2sed_error err;
    t2sed_model_options options;
    t2sed_model_options_init(&options, sizeof options);
    options.device = "cuda";
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_ENODEVICE);
    t2sed_model_options_init(&options, sizeof options);
    options.precision = 9;
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_EINVAL);
    t2sed_model_options_init(&options, sizeof options);
    options.threads = -1;
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_EINVAL);
    t2sed_model_options_init(&options, sizeof options);
    options.flags = 64;
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_EINVAL);
    t2sed_model_options_init(&options, sizeof options);
    options.struct_size = 8;
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_model_open(NULL, dir, NULL, &err), T2SED_EINVAL);
    ck_assert_ptr_null(model);
}
END_TEST

START_TEST(precision_follows_device_and_config)
{
    t2sed_model *model;
    t2sed_model_options options;
    t2sed_model_options_init(&options, sizeof options);
    options.precision = T2SED_FP16; /* widened on a CPU */
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_model_info(model).precision, T2SED_FP32);
    t2sed_model_free(model);
    setenv("T2S_FAKE_BACKEND", "bf16", 1);
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_model_info(model).precision, T2SED_BF16);
    t2sed_model_free(model);
    t2s_tiny_model(dir, false, "{\"allow_bf16\": false}");
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_model_info(model).precision, T2SED_FP32);
    t2sed_model_free(model);
}
END_TEST

START_TEST(missing_files_are_named)
{
    static const char *const names[] = {"config.json", "model.safetensors",
                                        "vocab.txt"};
    static const char *const parts[] = {"config.json", "model.safetensors", ""};
    for (int i = 0; i < 3; i++) {
        char path[T2S_TINY_PATH * 2];
        path_of(path, names[i]);
        ck_assert_int_eq(unlink(path), 0);
        fails(T2SED_ENOTFOUND, parts[i]);
        fails(T2SED_ENOTFOUND, dir);
        t2s_tiny_model(dir, false, NULL);
    }
}
END_TEST

START_TEST(bad_files_are_refused)
{
    char path[T2S_TINY_PATH * 2];
    overwrite("config.json", "{\"model_type\": ");
    fails(T2SED_EFORMAT, "config.json: not valid JSON");
    t2s_tiny_model(dir, false, NULL);
    path_of(path, "model.safetensors");
    ck_assert_int_eq(truncate(path, 30000), 0);
    fails(T2SED_EFORMAT, "model.safetensors: ");
    t2s_tiny_model(dir, false, NULL);
    overwrite("model.safetensors", "");
    fails(T2SED_EFORMAT, "too few");
}
END_TEST

/* Replaces text in config.json. */
static void edit_config(const char *from, const char *to)
{
    char path[T2S_TINY_PATH * 2], *text, *at;
    size_t n;
    FILE *file;
    path_of(path, "config.json");
    ck_assert_int_eq(t2s_file_read(&text, &n, path, 1 << 20, NULL), T2SED_OK);
    at = strstr(text, from);
    ck_assert_msg(at != NULL, "no %s in %s", from, text);
    file = t2s_tiny_file(dir, "config.json");
    fprintf(file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(file);
    t2s_free(text);
}

START_TEST(parts_must_fit_together)
{
    edit_config("\"intermediate_size\": 64", "\"intermediate_size\": 48");
    fails(T2SED_EMISMATCH,
          "encoder.layer.0.intermediate.dense.weight is F32 [64, 32], "
          "expected F32, F16 or BF16 [48, 32]");
    t2s_tiny_model(dir, false, NULL);
    edit_config("\"WHPP\",", "");
    fails(T2SED_EMISMATCH, "question_labels.weight");
    t2s_tiny_model(dir, false, NULL);
    edit_config("\"where_clause\"", "\"where_clause\", \"more\"");
    fails(T2SED_EMISMATCH, "sql_labels.weight");
    t2s_tiny_model(dir, false, NULL);
    edit_config("\"typed\": false", "\"typed\": true");
    fails(T2SED_EMISMATCH,
          "has no tensor question_graph.layers.0.edge_types.weight");
    t2s_tiny_model(dir, false, NULL);
    edit_config("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3");
    fails(T2SED_EMISMATCH, "has no tensor encoder.layer.2");
    t2s_tiny_model(dir, false, NULL);
    overwrite("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[MASK]\na\n");
    fails(T2SED_EMISMATCH, "begins a text");
}
END_TEST

START_TEST(a_vocabulary_may_not_be_larger_than_the_table)
{
    char path[T2S_TINY_PATH * 2];
    FILE *file;
    path_of(path, "vocab.txt");
    file = fopen(path, "ab");
    fputs("onemore\n", file);
    fclose(file);
    fails(T2SED_EMISMATCH, "\"vocab_size\"");
}
END_TEST

START_TEST(archives_need_trust)
{
    char path[T2S_TINY_PATH * 2];
    t2sed_model *model;
    t2sed_model_options options;
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    path_of(path, "model.pt");
    ck_assert_int_eq(t2sed_model_open(&model, dir, NULL, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_model_export(model, path, &err), T2SED_OK);
    t2sed_model_free(model);
    ck_assert_int_eq(t2sed_model_open(&model, path, NULL, &err), T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_MODEL_TRUST_ARCHIVE"));
    options.flags = T2SED_MODEL_TRUST_ARCHIVE;
    ck_assert_int_eq(t2sed_model_open(&model, path, &options, &err), T2SED_OK);
    ck_assert_str_eq(t2s_model_info(model).path, path);
    t2sed_model_free(model);
}
END_TEST

/* One of someone else's: fp32 whatever is asked for, and evidence of every
 * query though there is no forest. */
START_TEST(archives_may_read_the_evidence)
{
    static const char *const queries[] = {"select name", "select count ( * )"};
    char path[T2S_TINY_PATH * 2];
    t2sed_model_options options;
    t2sed_question *question;
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_model *model;
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    options.flags = T2SED_MODEL_TRUST_ARCHIVE;
    options.precision = T2SED_BF16;
    path_of(path, "model.pt");
    overwrite("model.pt", "code");
    edit_config("\"evidence\": [", "\"branch\": \"archive\", \"evidence\": "
                                   "[\"shape.selects\", \"source.schema\"");
    fails(T2SED_EUNSUPPORTED, "is an archive within");
    setenv("T2S_FAKE_BACKEND", "forward", 1);
    ck_assert_msg(t2sed_model_open(&model, path, &options, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2s_model_info(model).precision, T2SED_FP32);
    ck_assert_int_eq(t2sed_question_new(&question, "how", &err), T2SED_OK);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, &err), T2SED_OK);
    ck_assert_msg(t2s_test_score(&scores, scorer, question, queries, NULL, 2,
                                 NULL, &err) == T2SED_OK,
                  "%s", err.text);
    for (size_t i = 0; i < 2; i++)
        ck_assert_double_eq(t2s_test_scored(scores, i).logit, 1);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    t2sed_question_free(question);
    t2sed_model_free(model);
}
END_TEST

START_TEST(files_are_saved_with_other_weights)
{
    t2s_model_files files, again;
    char to[T2S_TINY_PATH * 2];
    t2sed_error err;
    json_t *extra = json_pack("{s{sf}s{sf}}", "calibration", "temperature", 2.5,
                              "metrics", "auc", 0.75);
    path_of(to, "saved");
    ck_assert_int_eq(t2s_model_files_open(&files, dir, true, &err), T2SED_OK);
    ck_assert_msg(t2s_model_files_save(&files, to, files.tensors,
                                       files.weights.count, T2S_F16, extra,
                                       &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2s_model_files_open(&again, to, true, &err), T2SED_OK);
    ck_assert_double_eq(again.config.temperature, 2.5);
    ck_assert_int_eq(again.tensors[0].dtype, T2S_F16);
    ck_assert_int_eq(again.weights.count, files.weights.count);
    ck_assert_uint_eq(t2sed_tokenizer_size(again.tokenizer),
                      t2sed_tokenizer_size(files.tokenizer));
    t2s_model_files_close(&again);
    json_decref(extra);
    extra = json_pack("{s{sf}}", "calibration", "temperature", -1.0);
    ck_assert_int_eq(t2s_model_files_save(&files, to, files.tensors,
                                          files.weights.count, T2S_F16, extra,
                                          &err),
                     T2SED_EFORMAT);
    json_decref(extra);
    t2s_model_files_close(&files);
}
END_TEST

static t2sed_status open_and_free(void *payload)
{
    t2sed_model *model;
    t2sed_status status = t2sed_model_open(&model, dir, NULL, payload);
    if (status == T2SED_OK)
        t2sed_model_free(model);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_error err;
    t2s_test_every_allocation(open_and_free, &err);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_error err;
    t2s_test_every_interrupt(open_and_free, &err, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("model");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_model_says_what_it_is);
    tcase_add_test(tests, the_environment_names_the_default);
    tcase_add_test(tests, options_are_checked);
    tcase_add_test(tests, precision_follows_device_and_config);
    tcase_add_test(tests, missing_files_are_named);
    tcase_add_test(tests, bad_files_are_refused);
    tcase_add_test(tests, parts_must_fit_together);
    tcase_add_test(tests, a_vocabulary_may_not_be_larger_than_the_table);
    tcase_add_test(tests, archives_need_trust);
    tcase_add_test(tests, archives_may_read_the_evidence);
    tcase_add_test(tests, files_are_saved_with_other_weights);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/model", &tests, 1);
}
