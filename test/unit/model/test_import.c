#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "lab/write/write.h"
#include "base/file.h"
#include "model/files.h"
#include "sql/rules.h"
#include "text/tokenizer.h"
#include "tiny_model.h"

static char dir[T2S_TINY_PATH], from[T2S_TINY_PATH * 2], to[T2S_TINY_PATH * 4];

static void make_encoder(bool roberta)
{
    t2s_tiny_directory(dir);
    snprintf(from, sizeof from, "%s/from", dir);
    snprintf(to, sizeof to, "%s/to", dir);
    if (mkdir(from, 0777) != 0)
        t2s_tiny_die(from, NULL);
    t2s_tiny_encoder(from, roberta);
}

static void setup(void)
{
    make_encoder(false);
}

static void teardown(void)
{
    t2s_tiny_remove(dir);
}

static void overwrite(const char *name, const char *text)
{
    FILE *file = t2s_tiny_file(from, name);
    fputs(text, file);
    fclose(file);
}

static void fails(const t2sed_import_options *options, t2sed_status status,
                  const char *part)
{
    t2sed_error err;
    t2sed_status is = t2sed_model_import(from, to, options, &err);
    ck_assert_msg(is == status && err.code == status, "%s: %s",
                  t2sed_status_name(is), err.text);
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
    ck_assert(!t2s_directory_exists(to)); /* nothing was written */
}

static t2s_model_files import_and_open(const t2sed_import_options *options)
{
    t2s_model_files files;
    t2sed_error err;
    if (t2sed_model_import(from, to, options, &err) != T2SED_OK ||
        t2s_model_files_open(&files, to, true, &err) != T2SED_OK)
        ck_abort_msg("%s", err.text);
    return files;
}

static const t2s_tensor *find(const t2s_model_files *files, const char *name)
{
    const t2s_tensor *tensor = t2s_safetensors_find(&files->file, name);
    ck_assert_msg(tensor != NULL, "%s", name);
    return tensor;
}

START_TEST(weights_come_from_the_encoder)
{
    t2s_model_files files = import_and_open(NULL);
    t2s_safetensors source;
    char path[T2S_TINY_PATH * 4];
    const t2s_tensor *a, *b;
    snprintf(path, sizeof path, "%s/model.safetensors", from);
    ck_assert_int_eq(t2s_safetensors_open(&source, path, NULL), T2SED_OK);
    a = find(&files, "encoder.embeddings.word_embeddings.weight");
    b = t2s_safetensors_find(&source, "embeddings.word_embeddings.weight");
    ck_assert_mem_eq(a->data, b->data,
                     (size_t)t2s_tensor_elements(a) * sizeof(float));
    a = find(&files, "encoder.layer.1.output.dense.weight");
    b = t2s_safetensors_find(&source, "encoder.layer.1.output.dense.weight");
    ck_assert_mem_eq(a->data, b->data,
                     (size_t)t2s_tensor_elements(a) * sizeof(float));
    ck_assert_uint_eq(files.config.question_labels.count, 20);
    ck_assert_uint_eq(files.config.sql_labels.count, T2S_RULE_COUNT);
    t2s_safetensors_close(&source);
    t2s_model_files_close(&files);
}
END_TEST

static double deviation(const t2s_tensor *tensor)
{
    const float *data = tensor->data;
    int64_t count = t2s_tensor_elements(tensor);
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += (double)data[i] * (double)data[i];
    return sqrt(sum / (double)count);
}

START_TEST(fresh_weights_follow_the_seed)
{
    t2sed_import_options options;
    t2sed_import_options_init(&options, sizeof options);
    t2s_model_files first = import_and_open(&options), second, third;
    const char *name = "sql_graph.layers.1.lin_l.weight";
    const t2s_tensor *a = find(&first, name), *b;
    size_t n = (size_t)t2s_tensor_elements(a) * sizeof(float);
    /* Uniform within sqrt(6 / 64): deviation sqrt(2 / 64). */
    ck_assert_double_eq_tol(deviation(a), sqrt(2.0 / 64), 0.01);
    ck_assert_double_eq_tol(
        deviation(find(&first, "sql_labels.weight")),
        0.5 * sqrt((double)T2S_RULE_COUNT / (T2S_RULE_COUNT + 1)), 0.03);
    ck_assert_double_eq(deviation(find(&first, "sql_graph.layers.1.bias")), 0);
    second = import_and_open(&options);
    b = find(&second, name);
    ck_assert_mem_eq(a->data, b->data, n);
    options.seed = 2;
    third = import_and_open(&options);
    ck_assert_mem_ne(a->data, find(&third, name)->data, n);
    /* Equal shapes do not share their numbers. */
    ck_assert_mem_ne(a->data,
                     find(&first, "sql_graph.layers.2.lin_l.weight")->data, n);
    t2s_model_files_close(&first);
    t2s_model_files_close(&second);
    t2s_model_files_close(&third);
}
END_TEST

START_TEST(precision_and_config_are_the_callers)
{
    t2sed_import_options options;
    t2s_model_files files;
    t2sed_import_options_init(&options, sizeof options);
    options.precision = T2SED_FP16;
    options.config =
        "{\"graph\":{\"layout\":\"joint\",\"readout\":\"global\","
        "\"typed\":true},\"max_tokens\":50,\"licences\":[\"MIT\"]}";
    files = import_and_open(&options);
    ck_assert_int_eq(find(&files, "head.out.weight")->dtype, T2S_F16);
    ck_assert_int_eq(find(&files, "joint_labels.weight")->shape[0],
                     20 + T2S_RULE_COUNT + 1 + 1);
    ck_assert_int_eq(
        find(&files, "joint_graph.layers.0.edge_types.weight")->shape[0], 7);
    ck_assert_str_eq(files.config.question_labels.at[20 + T2S_RULE_COUNT],
                     "[GLOBAL]");
    ck_assert_int_eq(files.config.max_tokens, 50);
    ck_assert_str_eq(
        json_string_value(json_array_get(
            json_object_get(json_object_get(files.config.json, "t2sed"),
                            "licences"),
            0)),
        "MIT");
    t2s_model_files_close(&files);
    options.config = "[1]";
    teardown();
    make_encoder(false);
    fails(&options, T2SED_EFORMAT, "no JSON object");
    options.config = "{\"graph\":{\"heads\":5}}";
    fails(&options, T2SED_EMISMATCH, "\"heads\" 5");
    options.config = NULL;
    options.precision = 17;
    fails(&options, T2SED_EINVAL, "precision 17");
}
END_TEST

static size_t count_tokens(const t2s_model_files *files, const char *text,
                           t2sed_tokens *tokens)
{
    ck_assert_int_eq(
        t2sed_tokenizer_encode(files->tokenizer, tokens, text, 0, NULL),
        T2SED_OK);
    return tokens->ids.count;
}

/* Texts that were kept have the same tokens, each with its old vector. */
static void check_pruning(const char *kept, const char *other)
{
    t2sed_import_options options;
    t2sed_import_options_init(&options, sizeof options);
    t2s_model_files whole = import_and_open(&options), small;
    t2sed_tokens *a, *b;
    char path[T2S_TINY_PATH * 4];
    const float *before, *after;
    size_t n;
    FILE *file = t2s_tiny_file(dir, "keep.txt");
    fprintf(file, "%s\n", kept);
    fclose(file);
    snprintf(path, sizeof path, "%s/keep.txt", dir);
    snprintf(to, sizeof to, "%s/small", dir);
    options.keep_text = path;
    small = import_and_open(&options);
    ck_assert_uint_lt(t2sed_tokenizer_size(small.tokenizer),
                      t2sed_tokenizer_size(whole.tokenizer));
    ck_assert_int_eq(t2sed_tokens_new(&a, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_tokens_new(&b, NULL), T2SED_OK);
    n = count_tokens(&whole, kept, a);
    ck_assert_uint_eq(count_tokens(&small, kept, b), n);
    before = find(&whole, "encoder.embeddings.word_embeddings.weight")->data;
    after = find(&small, "encoder.embeddings.word_embeddings.weight")->data;
    for (size_t i = 0; i < n; i++) {
        int32_t old = a->ids.at[i], new = b->ids.at[i];
        ck_assert_str_eq(t2sed_tokenizer_token(whole.tokenizer, old),
                         t2sed_tokenizer_token(small.tokenizer, new));
        ck_assert_mem_eq(before + 32 * old, after + 32 * new,
                         32 * sizeof(float));
    }
    /* What was not kept is spelled in smaller pieces. */
    ck_assert_uint_gt(count_tokens(&small, other, b),
                      count_tokens(&whole, other, a));
    for (size_t i = 0; i < b->ids.count; i++)
        ck_assert_int_ne(b->ids.at[i], t2sed_tokenizer_special(
                                           small.tokenizer, T2SED_TOKEN_UNK));
    t2sed_tokens_free(a);
    t2sed_tokens_free(b);
    t2s_model_files_close(&whole);
    t2s_model_files_close(&small);
}

START_TEST(wordpieces_are_pruned)
{
    check_pruning("How many singers?", "select group where");
}
END_TEST

START_TEST(byte_pairs_are_pruned)
{
    teardown();
    make_encoder(true);
    check_pruning("from the stadium", "doing things");
}
END_TEST

START_TEST(the_first_tokens_may_be_kept)
{
    t2sed_import_options options;
    t2s_model_files files;
    char path[T2S_TINY_PATH * 4];
    t2sed_import_options_init(&options, sizeof options);
    fclose(t2s_tiny_file(dir, "keep.txt")); /* no line at all */
    snprintf(path, sizeof path, "%s/keep.txt", dir);
    options.keep_text = path;
    options.keep_first = 10;
    files = import_and_open(&options);
    ck_assert_int_eq(t2s_tokenizer_find(files.tokenizer, "many"), 9);
    ck_assert_int_eq(t2s_tokenizer_find(files.tokenizer, "group"), -1);
    t2s_model_files_close(&files);
    options.keep_first = -1;
    ck_assert_int_eq(t2sed_model_import(from, to, &options, NULL),
                     T2SED_EINVAL);
    options.keep_first = 0;
    options.keep_text = "/nonexistent/keep.txt";
    ck_assert_int_eq(t2sed_model_import(from, to, &options, NULL),
                     T2SED_ENOTFOUND);
}
END_TEST

START_TEST(layers_may_be_cut)
{
    t2sed_import_options options;
    t2s_model_files files = import_and_open(NULL);
    int32_t all = files.config.architecture.layers;
    t2sed_import_options_init(&options, sizeof options);
    ck_assert_int_gt(all, 1);
    t2s_model_files_close(&files);
    options.layers = 1;
    files = import_and_open(&options);
    ck_assert_int_eq(files.config.architecture.layers, 1);
    t2s_model_files_close(&files);
    options.layers = all;
    files = import_and_open(&options);
    ck_assert_int_eq(files.config.architecture.layers, all);
    t2s_model_files_close(&files);
}
END_TEST

START_TEST(layers_that_are_not_there)
{
    t2sed_import_options options;
    t2sed_import_options_init(&options, sizeof options);
    options.layers = 100;
    fails(&options, T2SED_EINVAL, "and 100 are to be kept");
    options.layers = -1;
    fails(&options, T2SED_EINVAL, "layers is -1");
}
END_TEST

START_TEST(what_is_missing_is_named)
{
    static const struct {
        const char *name;
        const char *part;
    } files[] = {{"config.json", "config.json"},
                 {"model.safetensors", "has no model.safetensors"},
                 {"vocab.txt", "from"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[T2S_TINY_PATH * 4];
        snprintf(path, sizeof path, "%s/%s", from, files[i].name);
        ck_assert_int_eq(unlink(path), 0);
        fails(NULL, T2SED_ENOTFOUND, files[i].part);
        t2s_tiny_encoder(from, false);
    }
    t2s_tiny_remove(from);
    fails(NULL, T2SED_ENOTFOUND, "no such file or directory");
}
END_TEST

START_TEST(other_encoders_are_refused)
{
    overwrite("config.json", "{\"model_type\": \"deberta\"}");
    fails(NULL, T2SED_EUNSUPPORTED, "\"deberta\"");
    t2s_tiny_encoder(from, false);
    overwrite("config.json", "nonsense");
    fails(NULL, T2SED_EFORMAT, "not valid JSON");
    t2s_tiny_encoder(from, false);
    overwrite("config.json",
              "{\"model_type\":\"bert\",\"vocab_size\":9,\"hidden_size\":32,"
              "\"num_hidden_layers\":2,\"num_attention_heads\":4,"
              "\"intermediate_size\":64,\"max_position_embeddings\":64,"
              "\"type_vocab_size\":2}");
    fails(NULL, T2SED_EMISMATCH, "\"vocab_size\" is 9");
}
END_TEST

START_TEST(wrong_weights_are_refused)
{
    static const float data[4] = {0};
    const t2s_tensor few[] = {
        {"bert.embeddings.word_embeddings.weight", T2S_F32, 2, {2, 2}, data}};
    const t2s_tensor none[] = {{"x", T2S_F32, 1, {4}, data}};
    char path[T2S_TINY_PATH * 4];
    snprintf(path, sizeof path, "%s/model.safetensors", from);
    ck_assert_int_eq(t2s_safetensors_write(path, few, 1, T2S_F32, NULL),
                     T2SED_OK);
    fails(NULL, T2SED_EMISMATCH,
          "encoder.embeddings.word_embeddings.weight is F32 [2, 2]");
    ck_assert_int_eq(t2s_safetensors_write(path, none, 1, T2S_F32, NULL),
                     T2SED_OK);
    fails(NULL, T2SED_EMISMATCH,
          "has no tensor embeddings.word_embeddings.weight");
    overwrite("model.safetensors", "short");
    fails(NULL, T2SED_EFORMAT, "too few");
    unlink(path);
    overwrite("pytorch_model.bin", "\x80\x02 old");
    fails(NULL, T2SED_EUNSUPPORTED, "convert_checkpoint.py");
    snprintf(from + strlen(from), 20, "/pytorch_model.bin");
    fails(NULL, T2SED_EUNSUPPORTED, "convert_checkpoint.py");
}
END_TEST

START_TEST(earlier_tokenizers_are_removed)
{
    t2s_model_files files = import_and_open(NULL);
    char stale[T2S_TINY_PATH * 5];
    FILE *file;
    t2s_model_files_close(&files);
    snprintf(stale, sizeof stale, "%s/tokenizer.json", to);
    file = fopen(stale, "wb");
    fputs("{}", file);
    fclose(file);
    files = import_and_open(NULL);
    ck_assert_int_eq(t2s_tokenizer_find(files.tokenizer, "singer"), 13);
    t2s_model_files_close(&files);
}
END_TEST

START_TEST(targets_that_cannot_be_made)
{
    t2sed_error err;
    ck_assert_int_eq(t2sed_model_import(from, "/nonexistent/a/b", NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "/nonexistent/a/b"));
    snprintf(to, sizeof to, "%s/config.json", from);
    ck_assert_int_eq(t2sed_model_import(from, to, NULL, &err), T2SED_EIO);
    ck_assert_int_eq(t2sed_model_import(NULL, to, NULL, &err), T2SED_EINVAL);
}
END_TEST

static t2sed_status import_once(void *payload)
{
    return t2sed_model_import(from, to, payload, NULL);
}

START_TEST(memory_may_run_out)
{
    t2sed_import_options options;
    char path[T2S_TINY_PATH * 4];
    FILE *file = t2s_tiny_file(dir, "keep.txt");
    t2sed_import_options_init(&options, sizeof options);
    fprintf(file, "how many\n");
    fclose(file);
    snprintf(path, sizeof path, "%s/keep.txt", dir);
    options.keep_text = path;
    t2s_test_every_allocation(import_once, &options);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_import_options options;
    char path[T2S_TINY_PATH * 4];
    FILE *file = t2s_tiny_file(dir, "keep.txt");
    t2sed_import_options_init(&options, sizeof options);
    fprintf(file, "how many\n");
    fclose(file);
    snprintf(path, sizeof path, "%s/keep.txt", dir);
    options.keep_text = path;
    t2s_test_every_interrupt(import_once, &options, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("import");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, weights_come_from_the_encoder);
    tcase_add_test(tests, fresh_weights_follow_the_seed);
    tcase_add_test(tests, precision_and_config_are_the_callers);
    tcase_add_test(tests, wordpieces_are_pruned);
    tcase_add_test(tests, byte_pairs_are_pruned);
    tcase_add_test(tests, the_first_tokens_may_be_kept);
    tcase_add_test(tests, layers_may_be_cut);
    tcase_add_test(tests, layers_that_are_not_there);
    tcase_add_test(tests, what_is_missing_is_named);
    tcase_add_test(tests, other_encoders_are_refused);
    tcase_add_test(tests, wrong_weights_are_refused);
    tcase_add_test(tests, earlier_tokenizers_are_removed);
    tcase_add_test(tests, targets_that_cannot_be_made);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/import", &tests, 1);
}
