#include "t2s_test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lab/write/write.h"
#include "base/file.h"
#include "base/memory.h"
#include "model/config.h"
#include "model/weights.h"

#define ENCODER                                                                \
    "\"model_type\":\"bert\",\"vocab_size\":50,\"hidden_size\":32,"            \
    "\"num_hidden_layers\":2,\"num_attention_heads\":4,"                       \
    "\"intermediate_size\":64,\"max_position_embeddings\":40,"                 \
    "\"type_vocab_size\":2"
#define LABELS "\"labels\":{\"question\":[\"NP\",\"VP\"],\"sql\":[\"expr\"]}"
#define OURS   "\"format\":1,\"graph\":{},"

static const char good[] = "{" ENCODER ",\"t2sed\":{" OURS LABELS "}}";

static t2sed_status parse(t2s_config *config, const char *text,
                          t2sed_error *err)
{
    return t2s_config_parse(config, text, strlen(text), "config.json", err);
}

START_TEST(defaults_are_the_papers)
{
    t2s_config config;
    ck_assert_int_eq(parse(&config, good, NULL), T2SED_OK);
    ck_assert_int_eq(config.architecture.hidden, 32);
    ck_assert_int_eq(config.architecture.layout, T2S_GRAPH_SEPARATE);
    ck_assert_int_eq(config.architecture.gat_layers, 3);
    ck_assert_int_eq(config.architecture.question_labels, 3);
    ck_assert_int_eq(config.architecture.sql_labels, 2);
    ck_assert_int_eq(config.architecture.edge_types, 0);
    ck_assert_int_eq(config.max_tokens, 40);
    ck_assert_int_eq(config.truncation, T2S_CUT_ERROR);
    ck_assert(config.graph.sequence && !config.graph.keep_join_constraints);
    ck_assert_double_eq(config.temperature, 1);
    ck_assert_str_eq(config.question_labels.at[1], "VP");
    t2s_config_free(&config);
}
END_TEST

static const struct {
    const char *text;
    t2sed_status status;
    const char *part; /* of the message */
} bad[] = {
    {"{", T2SED_EFORMAT, "not valid JSON"},
    {"[]", T2SED_EFORMAT, "no JSON object"},
    {"{}", T2SED_EFORMAT, "\"model_type\" is missing"},
    {"{\"model_type\":\"gpt2\"}", T2SED_EUNSUPPORTED, "\"gpt2\""},
    {"{" ENCODER "}", T2SED_EFORMAT, "\"t2sed\" is missing"},
    {"{" ENCODER ",\"hidden_act\":\"relu\",\"t2sed\":{}}", T2SED_EUNSUPPORTED,
     "\"relu\""},
    {"{" ENCODER ",\"t2sed\":{}}", T2SED_EFORMAT, "\"format\" is missing"},
    {"{" ENCODER ",\"t2sed\":{\"format\":2}}", T2SED_EUNSUPPORTED,
     "\"format\" is 2"},
    {"{" ENCODER ",\"t2sed\":{\"format\":0}}", T2SED_EUNSUPPORTED,
     "\"format\" is 0"},
    {"{" ENCODER ",\"t2sed\":{\"format\":\"1\"}}", T2SED_EFORMAT,
     "\"format\" is a string"},
    {"{" ENCODER ",\"t2sed\":{\"format\":1}}", T2SED_EFORMAT,
     "\"graph\" is missing"},
    {"{" ENCODER ",\"t2sed\":{\"format\":1,\"graph\":{\"layout\":\"x\"}}}",
     T2SED_EUNSUPPORTED, "\"layout\" is \"x\""},
    {"{" ENCODER ",\"t2sed\":{\"format\":1,\"graph\":{\"layers\":0}}}",
     T2SED_EFORMAT, "\"layers\" is 0"},
    {"{" ENCODER ",\"t2sed\":{\"format\":1,\"graph\":{\"heads\":5}," LABELS
     "}}",
     T2SED_EMISMATCH, "\"heads\" 5"},
    {"{" ENCODER ",\"t2sed\":{\"format\":1,\"graph\":{}}}", T2SED_EMISMATCH,
     "\"question\" is empty"},
    {"{" ENCODER ",\"t2sed\":{" OURS
     "\"labels\":{\"question\":[\"A\",\"A\"]}}}",
     T2SED_EFORMAT, "\"A\" is listed twice"},
    {"{" ENCODER ",\"t2sed\":{" OURS "\"labels\":{\"question\":[\"\"]}}}",
     T2SED_EFORMAT, "name 0 is empty"},
    {"{" ENCODER ",\"t2sed\":{" OURS "\"labels\":{\"question\":[1]}}}",
     T2SED_EFORMAT, "no string"},
    {"{" ENCODER ",\"t2sed\":{\"format\":1,\"graph\":{\"layout\":\"joint\"}"
     "," LABELS "}}",
     T2SED_EMISMATCH, "must be empty in the joint"},
    {"{" ENCODER ",\"t2sed\":{" OURS LABELS ",\"max_tokens\":41}}",
     T2SED_EMISMATCH, "\"max_tokens\" is 41"},
    {"{" ENCODER ",\"t2sed\":{" OURS LABELS ",\"truncation\":\"left\"}}",
     T2SED_EUNSUPPORTED, "\"truncation\" is \"left\""},
    {"{" ENCODER ",\"t2sed\":{" OURS LABELS ",\"evidence_hidden\":4}}",
     T2SED_EUNSUPPORTED, "\"evidence_hidden\" is 4, but a forest has replaced"},
    {"{" ENCODER ",\"t2sed\":{" OURS LABELS ",\"evidence_hidden\":\"x\"}}",
     T2SED_EFORMAT, "\"evidence_hidden\" is a string"},
    {"{" ENCODER ",\"t2sed\":{" OURS LABELS ",\"evidence\":[\"a\"]}}",
     T2SED_EUNSUPPORTED, "without \"branch\": \"forest\""},
    {"{" ENCODER ",\"t2sed\":{" OURS LABELS
     ",\"calibration\":{\"temperature\":0}}}",
     T2SED_EFORMAT, "\"temperature\" is 0"},
    {"{\"model_type\":\"bert\",\"vocab_size\":50,\"hidden_size\":32,"
     "\"num_hidden_layers\":2,\"num_attention_heads\":5,"
     "\"intermediate_size\":64,\"max_position_embeddings\":40,"
     "\"type_vocab_size\":2}",
     T2SED_EMISMATCH, "no multiple"},
    {"{\"model_type\":\"bert\",\"vocab_size\":99999999999}", T2SED_EFORMAT,
     "\"vocab_size\" is 99999999999"},
};

START_TEST(bad_configs_are_refused)
{
    t2s_config config;
    t2sed_error err;
    t2sed_status status = parse(&config, bad[_i].text, &err);
    ck_assert_msg(status == bad[_i].status && err.code == status, "%s: %s: %s",
                  bad[_i].text, t2sed_status_name(status), err.text);
    ck_assert_msg(strstr(err.text, bad[_i].part) != NULL, "%s", err.text);
    ck_assert_ptr_eq(strstr(err.text, "config.json: "), err.text);
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    t2s_config config;
    t2sed_error err;
    ck_assert_int_eq(t2s_config_read(&config, "/nonexistent/config.json", &err),
                     T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "/nonexistent/config.json"));
}
END_TEST

/* What is written is read back the same, and what we do not know is kept. */
START_TEST(configs_survive_a_round_trip)
{
    static const char text[] =
        "{\"model_type\":\"roberta\",\"vocab_size\":50,\"hidden_size\":32,"
        "\"num_hidden_layers\":2,\"num_attention_heads\":4,"
        "\"intermediate_size\":64,\"max_position_embeddings\":40,"
        "\"type_vocab_size\":1,\"pad_token_id\":1,\"layer_norm_eps\":1e-05,"
        "\"strange\":[1],\"t2sed\":{\"format\":1,\"graph\":{\"layout\":"
        "\"joint\",\"readout\":\"global\",\"layers\":2,\"heads\":8,"
        "\"residual\":true,\"typed\":true,\"edges\":{\"link\":true,"
        "\"sequence\":false},\"view\":{\"keep_join_constraints\":true}},"
        "\"labels\":{\"question\":[\"NP\",\"expr\"]},"
        "\"evidence_hidden\":0,\"clauses\":[],\"max_"
        "tokens\":30,\"truncation\":"
        "\"sql\",\"allow_bf16\":false,\"calibration\":{\"temperature\":1.7},"
        "\"metrics\":{\"auc\":0.8},\"licences\":[\"Apache-2.0\"]}}";
    t2s_config first, second;
    char path[64];
    char *again;
    size_t n;
    snprintf(path, sizeof path, "/tmp/t2s-config-%ld", (long)getpid());
    ck_assert_int_eq(parse(&first, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_config_write(&first, path, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_config_read(&second, path, NULL), T2SED_OK);
    ck_assert_mem_eq(&first.architecture, &second.architecture,
                     sizeof first.architecture);
    ck_assert_mem_eq(&first.graph, &second.graph, sizeof first.graph);
    ck_assert_int_eq(second.architecture.position_offset, 2);
    ck_assert_int_eq(second.architecture.edge_types, T2S_EDGE_TYPES);
    ck_assert_int_eq(second.truncation, T2S_CUT_SQL);
    ck_assert_int_eq(second.max_tokens, 30);
    ck_assert(!second.allow_bf16);
    ck_assert_double_eq(second.temperature, 1.7);
    ck_assert_int_eq(t2s_file_read(&again, &n, path, 1 << 20, NULL), T2SED_OK);
    ck_assert_ptr_nonnull(strstr(again, "\"strange\""));
    ck_assert_ptr_nonnull(strstr(again, "Apache-2.0"));
    ck_assert_ptr_null(strstr(again, "evidence_hidden"));
    ck_assert_ptr_nonnull(strstr(again, "\"temperature\": 1.7"));
    t2s_free(again);
    t2s_config_free(&first);
    t2s_config_free(&second);
    unlink(path);
}
END_TEST

static const t2s_weight *find(const t2s_weights *weights, const char *name)
{
    for (int32_t i = 0; i < weights->count; i++)
        if (strcmp(weights->at[i].tensor.name, name) == 0)
            return &weights->at[i];
    ck_abort_msg("no weight %s", name);
}

START_TEST(an_architecture_lists_its_weights)
{
    t2s_config config;
    t2s_weights weights;
    const t2s_weight *weight;
    t2s_random random = {1};
    float labels[3 * 32];
    ck_assert_int_eq(parse(&config, good, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_weights_list(&weights, &config.architecture, NULL),
                     T2SED_OK);
    ck_assert_int_eq(weights.count, 5 + 2 * 16 + 2 * (1 + 3 * 6) + 4);
    weight = find(&weights, "sql_graph.layers.2.att");
    ck_assert_int_eq(weight->tensor.rank, 3);
    ck_assert_int_eq(weight->tensor.shape[2], 32);
    weight = find(&weights, "head.dense.weight");
    ck_assert_int_eq(weight->tensor.shape[0], 64);
    weight = find(&weights, "question_labels.weight");
    ck_assert_int_eq(weight->tensor.shape[0], 3);
    t2s_weight_fill(weight, labels, &random);
    for (int i = 0; i < 32; i++)
        ck_assert(labels[i] == 0.0f && labels[32 + i] != 0.0f);
    t2s_weights_free(&weights);
    t2s_config_free(&config);
}
END_TEST

static t2sed_status open_and_list(void *payload)
{
    t2s_config config;
    t2s_weights weights;
    t2sed_error err;
    t2sed_status status = parse(&config, good, &err);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2s_weights_list(&weights, &config.architecture, &err);
    if (status == T2SED_OK)
        t2s_weights_free(&weights);
    t2s_config_free(&config);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(open_and_list, NULL);
}
END_TEST

/* jansson allocates by itself. */
static long json_fail_at, json_asked;

static void *json_malloc(size_t size)
{
    return ++json_asked == json_fail_at ? NULL : malloc(size);
}

START_TEST(jansson_may_run_out_of_memory)
{
    t2s_config source;
    ck_assert_int_eq(parse(&source, good, NULL), T2SED_OK);
    json_set_alloc_funcs(json_malloc, free);
    for (json_fail_at = 1;; json_fail_at++) {
        t2s_config config;
        t2sed_status status;
        json_t *json;
        json_asked = 0;
        status = parse(&config, good, NULL);
        if (status == T2SED_OK)
            t2s_config_free(&config);
        if (json_asked < json_fail_at)
            break;
        ck_assert_int_ne(status, T2SED_OK);
        json_asked = 0;
        json = t2s_config_to_json(&source);
        json_decref(json);
    }
    json_set_alloc_funcs(malloc, free);
    t2s_config_free(&source);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("config");
    tcase_add_test(tests, defaults_are_the_papers);
    tcase_add_loop_test(tests, bad_configs_are_refused, 0,
                        (int)(sizeof bad / sizeof bad[0]));
    tcase_add_test(tests, a_missing_file_is_named);
    tcase_add_test(tests, configs_survive_a_round_trip);
    tcase_add_test(tests, an_architecture_lists_its_weights);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, jansson_may_run_out_of_memory);
    return t2s_test_run("model/config", &tests, 1);
}
