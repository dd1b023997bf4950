/* The shim's models: what they compute, what they refuse, threads, forks. */
#include "shim_test.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sys/wait.h>

static const int32_t lengths[] = {9, 30, 5, 17, 31, 1};
enum { SEQUENCES = 6 };

static shim_weights *weights;
static shim_batch *batch;

static void setup(void)
{
    t2s_architecture a = shim_architecture();
    weights = shim_weights_new(&a, 17, 0.4f);
    batch = shim_batch_new(&a, lengths, SEQUENCES, 23);
}

static void teardown(void)
{
    free(batch);
    shim_weights_free(weights);
}

static void forward(t2s_model_handle *model, float *logits)
{
    SHIM_OK(engine->forward(model, &batch->train.inputs, logits, err));
}

static void check_close(const float *a, const float *b, int n, double limit)
{
    for (int i = 0; i < n; i++)
        ck_assert_msg(fabs((double)a[i] - (double)b[i]) <= limit,
                      "value %d: %g and %g", i, (double)a[i], (double)b[i]);
}

START_TEST(the_table_is_whole)
{
    ck_assert_int_eq(engine->version, T2S_BACKEND_VERSION);
    ck_assert_int_eq(engine->struct_size, (int32_t)sizeof *engine);
    ck_assert_int_eq(strncmp(engine->name(), "libtorch ", 9), 0);
    ck_assert(engine->has_fast_bf16() == 0 || engine->has_fast_bf16() == 1);
}
END_TEST

START_TEST(encode_and_score_are_forward)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    float vectors[200 * 16], whole[SEQUENCES], parts[SEQUENCES];
    ck_assert(batch->train.inputs.tokens.tokens <= 200);
    forward(model, whole);
    SHIM_OK(engine->encode(model, &batch->train.inputs.tokens, vectors, err));
    SHIM_OK(engine->score(model, &batch->train.inputs, vectors, parts, err));
    check_close(whole, parts, SEQUENCES, 1e-5);
    ck_assert(fabsf(whole[0] - whole[1]) > 1e-4f);
    forward(model, parts);
    check_close(whole, parts, SEQUENCES, 0.0);
    engine->model_close(model);
}
END_TEST

/* A sequence's logit does not depend on what stands beside it. */
START_TEST(batches_do_not_mix)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    const t2s_architecture *a = &weights->architecture;
    float pair[2], alone;
    shim_batch *both = shim_batch_new(a, lengths + 1, 1, 31);
    shim_batch *first = shim_batch_new(a, lengths + 1, 1, 31);
    int32_t tokens = lengths[1];
    SHIM_OK(engine->forward(model, &first->train.inputs, &alone, err));
    /* The same again behind itself: every array twice, moved on. */
    for (int32_t t = 0; t < tokens; t++) {
        both->ids[tokens + t] = both->ids[t];
        both->types[tokens + t] = both->types[t];
    }
    both->starts[2] = 2 * tokens;
    both->train.inputs.tokens.sequences = 2;
    both->train.inputs.tokens.tokens = 2 * tokens;
    for (int k = 0; k < 2; k++) {
        t2s_graph_batch *g = &both->train.inputs.graphs[k];
        shim_graph *s = &both->graphs[k];
        for (int32_t n = 0; n < g->nodes; n++) {
            s->label[g->nodes + n] = s->label[n];
            s->graph[g->nodes + n] = 1;
        }
        for (int32_t e = 0; e < g->edges; e++) {
            s->source[g->edges + e] = s->source[e] + g->nodes;
            s->target[g->edges + e] = s->target[e] + g->nodes;
            s->type[g->edges + e] = s->type[e];
        }
        for (int32_t p = 0; p < g->pieces; p++) {
            s->token[g->pieces + p] = s->token[p] + tokens;
            s->node[g->pieces + p] = s->node[p] + g->nodes;
        }
        g->graphs = 2;
        g->nodes *= 2;
        g->edges *= 2;
        g->pieces *= 2;
    }
    SHIM_OK(engine->forward(model, &both->train.inputs, pair, err));
    ck_assert_float_eq_tol(pair[0], alone, 1e-5f);
    ck_assert_float_eq_tol(pair[1], alone, 1e-5f);
    engine->model_close(model);
    free(both);
    free(first);
}
END_TEST

START_TEST(precisions_agree)
{
    static const int32_t precisions[] = {T2S_BFLOAT16, T2S_FP16};
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    float wide[SEQUENCES], narrow[SEQUENCES];
    forward(model, wide);
    engine->model_close(model);
    for (int i = 0; i < 2; i++) {
        model = shim_model(weights, precisions[i]);
        forward(model, narrow);
        check_close(wide, narrow, SEQUENCES, i == 0 ? 0.08 : 0.0);
        engine->model_close(model);
    }
    model = NULL;
    SHIM_FAILS(engine->model_open(&model, &weights->architecture,
                                  weights->tensors, weights->count, "cpu", 9,
                                  err),
               T2SED_EINVAL, "precision 9");
    ck_assert_ptr_null(model);
}
END_TEST

START_TEST(every_layout_runs)
{
    for (int32_t layout = T2S_GRAPH_NONE; layout <= T2S_GRAPH_JOINT; layout++) {
        t2s_architecture a = shim_architecture();
        shim_weights *w;
        shim_batch *b;
        t2s_model_handle *model;
        float logits[2];
        a.layout = layout;
        a.readout = layout == T2S_GRAPH_JOINT ? T2S_READ_GLOBAL : T2S_READ_MEAN;
        a.edge_types = layout == T2S_GRAPH_JOINT ? 0 : 4;
        w = shim_weights_new(&a, 17, 0.4f);
        b = shim_batch_new(&a, lengths, 2, 3);
        model = shim_model(w, T2S_FP32);
        SHIM_OK(engine->forward(model, &b->train.inputs, logits, err));
        ck_assert(isfinite(logits[0]) && isfinite(logits[1]));
        engine->model_close(model);
        free(b);
        shim_weights_free(w);
    }
}
END_TEST

START_TEST(weights_must_fit)
{
    t2s_model_handle *model = NULL;
    const t2s_architecture *a = &weights->architecture;
    t2s_tensor *tensor = &weights->tensors[weights->count - 1];
    const char *name = tensor->name;
    const int64_t size = tensor->shape[0];
    t2s_architecture odd = *a;
    tensor->name = "head.out.bios";
    SHIM_FAILS(engine->model_open(&model, a, weights->tensors, weights->count,
                                  "cpu", T2S_FP32, err),
               T2SED_EMISMATCH, "'head.out.bias' of shape [1] is missing");
    tensor->name = name;
    tensor->shape[0] = 7;
    SHIM_FAILS(engine->model_open(&model, a, weights->tensors, weights->count,
                                  "cpu", T2S_FP32, err),
               T2SED_EMISMATCH,
               "'head.out.bias' has shape [7], the model needs [1]");
    tensor->shape[0] = size;
    tensor->dtype = T2S_I64;
    SHIM_FAILS(engine->model_open(&model, a, weights->tensors, weights->count,
                                  "cpu", T2S_FP32, err),
               T2SED_EMISMATCH, "'head.out.bias'");
    odd.heads = 3;
    SHIM_FAILS(engine->model_open(&model, &odd, weights->tensors,
                                  weights->count, "cpu", T2S_FP32, err),
               T2SED_EINVAL, "architecture");
    ck_assert_ptr_null(model);
}
END_TEST

START_TEST(devices_that_are_not_there)
{
    static const char *const wrong[] = {
        "", "gpu", "cuda:", "cuda:x", "cpu:0", "cuda:1234"};
    SHIM_OK(engine->check_device("cpu", err));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        SHIM_FAILS(engine->check_device(wrong[i], err), T2SED_EINVAL,
                   "no device");
    SHIM_FAILS(engine->check_device("cuda:99", err), T2SED_ENODEVICE,
               "cuda:99");
    SHIM_FAILS(engine->set_threads(-1, err), T2SED_EINVAL, "-1 threads");
}
END_TEST

/* Writes `value` into `place`, expects forward to fail, and undoes it. */
static void refuse_at(int32_t *place, int32_t value, t2sed_status status,
                      const char *message)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    const int32_t before = *place;
    float logits[SEQUENCES] = {42.0f};
    *place = value;
    SHIM_FAILS(engine->forward(model, &batch->train.inputs, logits, err),
               status, message);
    ck_assert(logits[0] == 42.0f);
    *place = before;
    forward(model, logits);
    engine->model_close(model);
}

START_TEST(indices_are_checked)
{
    shim_graph *q = &batch->graphs[0], *s = &batch->graphs[1];
    t2s_token_batch *tokens = &batch->train.inputs.tokens;
    refuse_at(&batch->ids[3], 60, T2SED_EINVAL, "token 3 has id 60");
    refuse_at(&batch->ids[3], -1, T2SED_EINVAL, "token 3 has id -1");
    refuse_at(&batch->types[0], 2, T2SED_EINVAL, "token 0 has type 2");
    refuse_at(&batch->starts[0], 1, T2SED_EINVAL, "starts[0]");
    refuse_at(&batch->starts[1], 0, T2SED_EEMPTY, "sequence 0");
    refuse_at(&batch->starts[2], 3, T2SED_EINVAL, "starts[2] is 3");
    refuse_at(&tokens->tokens, 7, T2SED_EINVAL, "there are 7 tokens");
    refuse_at(&tokens->sequences, 0, T2SED_EEMPTY, "0 sequences");
    refuse_at(&q->label[0], 5, T2SED_EINVAL, "question graph: node 0");
    refuse_at(&s->label[0], -2, T2SED_EINVAL, "SQL graph: node 0");
    refuse_at(&q->graph[0], 1, T2SED_EINVAL, "node 1 is of graph 0");
    refuse_at(&q->source[0], -1, T2SED_EINVAL, "edge 0 joins");
    refuse_at(&q->target[0], 1 << 30, T2SED_EINVAL, "edge 0 joins");
    refuse_at(&q->target[0], q->source[0], T2SED_EINVAL, "self-loop");
    refuse_at(&q->target[0], q->readout[1], T2SED_EINVAL, "two graphs");
    refuse_at(&q->type[0], 0, T2SED_EINVAL, "type 0");
    refuse_at(&q->type[0], 4, T2SED_EINVAL, "1 to 3");
    refuse_at(&q->token[0], -5, T2SED_EINVAL, "piece 0 joins token -5");
    refuse_at(&q->token[0], 12, T2SED_EINVAL, "not of sequence 0");
    refuse_at(&q->node[0], 4096, T2SED_EINVAL, "node 4096");
    refuse_at(&q->label[q->node[0]], 0, T2SED_EINVAL, "no terminal");
    refuse_at(&batch->train.inputs.graphs[1].graphs, 2, T2SED_EINVAL,
              "2 graphs for 6");
}
END_TEST

START_TEST(what_is_missing_is_said)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    static const int32_t long_one[] = {41};
    shim_batch *too_long =
        shim_batch_new(&weights->architecture, long_one, 1, 3);
    t2s_batch broken = batch->train.inputs;
    float logits[SEQUENCES], vectors[41 * 16];
    broken.graphs[0].edge_type = NULL;
    SHIM_FAILS(engine->forward(model, &broken, logits, err), T2SED_EINVAL,
               "needs edge types");
    broken = batch->train.inputs;
    broken.tokens.ids = NULL;
    SHIM_FAILS(engine->encode(model, &broken.tokens, vectors, err),
               T2SED_EINVAL, "ids are missing");
    SHIM_FAILS(
        engine->encode(model, &too_long->train.inputs.tokens, vectors, err),
        T2SED_ETOOLONG, "41 tokens, the encoder takes 40");
    ck_assert_int_eq(engine->encode(model, &broken.tokens, vectors, NULL),
                     T2SED_EINVAL);
    engine->model_close(model);
    engine->model_close(NULL);
    free(too_long);
}
END_TEST

START_TEST(archives_come_back)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32), *again = NULL;
    t2s_architecture other = weights->architecture;
    char path[] = "/tmp/t2sed-archive-XXXXXX";
    int file = mkstemp(path);
    float before[SEQUENCES], after[SEQUENCES];
    int32_t own_forward = 1;
    ck_assert(file >= 0);
    forward(model, before);
    SHIM_OK(engine->model_export(model, path, "{\"a\": 1}", err));
    SHIM_OK(engine->model_open_archive(&again, &weights->architecture, path,
                                       "cpu", T2S_FP32, &own_forward, err));
    ck_assert_int_eq(own_forward, 0);
    forward(again, after);
    check_close(before, after, SEQUENCES, 1e-5);
    engine->model_close(again);
    again = NULL;
    other.layers = 3;
    SHIM_FAILS(engine->model_open_archive(&again, &other, path, "cpu", T2S_FP32,
                                          &own_forward, err),
               T2SED_EMISMATCH, "layer2_qkv_weight");
    ck_assert(ftruncate(file, 1000) == 0);
    SHIM_FAILS(engine->model_open_archive(&again, &weights->architecture, path,
                                          "cpu", T2S_FP32, &own_forward, err),
               T2SED_EFORMAT, path);
    SHIM_FAILS(engine->model_open_archive(&again, &weights->architecture,
                                          "/nowhere/model.pt", "cpu", T2S_FP32,
                                          &own_forward, err),
               T2SED_EIO, "/nowhere/model.pt");
    SHIM_FAILS(engine->model_export(model, "/nowhere/model.pt", "{}", err),
               T2SED_EIO, "/nowhere/model.pt");
    ck_assert_ptr_null(again);
    engine->model_close(model);
    close(file);
    unlink(path);
}
END_TEST

typedef struct scorer {
    t2s_model_handle *model;
    const float *expected;
    int failures;
} scorer;

static void *score_often(void *payload)
{
    scorer *s = payload;
    for (int i = 0; i < 40; i++) {
        float logits[SEQUENCES];
        t2sed_error err;
        if (engine->forward(s->model, &batch->train.inputs, logits, &err) !=
                T2SED_OK ||
            memcmp(logits, s->expected, sizeof logits) != 0)
            s->failures++;
    }
    return NULL;
}

START_TEST(four_threads_share_a_model)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    pthread_t threads[4];
    scorer scorers[4];
    float expected[SEQUENCES];
    forward(model, expected);
    for (int i = 0; i < 4; i++) {
        scorers[i] = (scorer){model, expected, 0};
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, score_often, &scorers[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        ck_assert_int_eq(scorers[i].failures, 0);
    }
    engine->model_close(model);
}
END_TEST

/* The status of forward in a forked child. */
static t2sed_status forward_in_child(t2s_model_handle *model)
{
    float logits[SEQUENCES];
    int status;
    pid_t child = fork();
    ck_assert(child >= 0);
    if (child == 0)
        _exit(-engine->forward(model, &batch->train.inputs, logits, NULL));
    waitpid(child, &status, 0);
    ck_assert(WIFEXITED(status));
    return -WEXITSTATUS(status);
}

START_TEST(forked_children_are_refused)
{
    t2s_model_handle *model = shim_model(weights, T2S_FP32);
    float logits[SEQUENCES];
    SHIM_OK(engine->set_threads(2, err));
    forward(model, logits);
    ck_assert_int_eq(forward_in_child(model), T2SED_ESTATE);
    SHIM_OK(engine->set_threads(1, err));
    forward(model, logits);
    ck_assert_int_eq(forward_in_child(model), T2SED_OK);
    engine->model_close(model);
}
END_TEST

/* Everything above at once, with what reaches stdout and stderr counted. */
START_TEST(nothing_is_printed)
{
    char path[] = "/tmp/t2sed-output-XXXXXX";
    int file = mkstemp(path), saved[2];
    t2s_model_handle *model, *again = NULL;
    float logits[SEQUENCES];
    off_t written;
    int32_t own_forward;
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        saved[i] = dup(i + 1);
        dup2(file, i + 1);
    }
    model = shim_model(weights, T2S_BFLOAT16);
    forward(model, logits);
    engine->check_device("cuda", NULL);
    engine->model_open_archive(&again, &weights->architecture, path, "cpu",
                               T2S_FP32, &own_forward, NULL);
    engine->model_export(model, "/nowhere/model.pt", "{}", NULL);
    engine->model_close(model);
    fflush(stdout);
    written = lseek(file, 0, SEEK_END);
    for (int i = 0; i < 2; i++) {
        dup2(saved[i], i + 1);
        close(saved[i]);
    }
    close(file);
    unlink(path);
    ck_assert_int_eq(written, 0);
}
END_TEST

int main(void)
{
    TCase *model = tcase_create("model");
    if (!shim_open("model"))
        return EXIT_SUCCESS;
    tcase_set_timeout(model, 120);
    tcase_add_checked_fixture(model, setup, teardown);
    tcase_add_test(model, the_table_is_whole);
    tcase_add_test(model, encode_and_score_are_forward);
    tcase_add_test(model, batches_do_not_mix);
    tcase_add_test(model, precisions_agree);
    tcase_add_test(model, every_layout_runs);
    tcase_add_test(model, weights_must_fit);
    tcase_add_test(model, devices_that_are_not_there);
    tcase_add_test(model, indices_are_checked);
    tcase_add_test(model, what_is_missing_is_said);
    tcase_add_test(model, archives_come_back);
    tcase_add_test(model, four_threads_share_a_model);
    tcase_add_test(model, forked_children_are_refused);
    tcase_add_test(model, nothing_is_printed);
    return t2s_test_run("model", &model, 1);
}
