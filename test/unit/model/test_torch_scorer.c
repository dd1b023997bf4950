/* Scoring with the real engine; the shim must have been built. */
#include "score_test.h"
#include "t2s_test.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/file.h"
#include "t2sed/parts/encoder.h"
#include "t2sed/question.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/sql.h"
#include "tiny_model.h"

#define COUNT 40

static char dir[T2S_TINY_PATH], texts[COUNT][128];
static const char *queries[COUNT];
static t2sed_model *model;
static t2sed_question *question;

static void open_model(bool roberta, const char *config)
{
    t2sed_model_options options;
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    options.precision = T2SED_FP32;
    options.threads = 1;
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, roberta, config);
    if (t2sed_model_open(&model, dir, &options, &err) != T2SED_OK)
        t2s_tiny_die("open", &err);
    if (t2sed_question_new(&question, "How many singers?", &err) != T2SED_OK)
        t2s_tiny_die("question", &err);
    for (int i = 0; i < COUNT; i++) {
        snprintf(texts[i], sizeof texts[i], "SELECT %.*s FROM t%d%s",
                 1 + i * 7 % 12, "abcdefghijklmnop", i,
                 i % 3 ? " WHERE a > 1" : "");
        queries[i] = texts[i];
    }
}

static void close_model(void)
{
    t2sed_question_free(question);
    t2sed_model_free(model);
    t2s_tiny_remove(dir);
}

static t2sed_scores *score(int batch_tokens)
{
    t2sed_scorer_options options;
    t2sed_scorer_options_init(&options, sizeof options);
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_error err;
    options.batch_tokens = batch_tokens;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, &options, NULL),
                     T2SED_OK);
    ck_assert_msg(t2s_test_score(&scores, scorer, question, queries, NULL,
                                 COUNT, NULL, &err) == T2SED_OK,
                  "%s", err.text);
    t2sed_scorer_free(scorer);
    return scores;
}

/* The logits of the long way: encoder, builder, scorer. */
static void score_in_steps(float *logits)
{
    t2sed_scorer *scorer;
    t2sed_encoder *encoder;
    t2sed_encoding *encoding;
    t2sed_graph_builder *builder;
    t2sed_graph *graphs[COUNT];
    const char *first[COUNT], *second[COUNT];
    t2sed_error err;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_scorer_graph_builder(&builder, scorer, NULL),
                     T2SED_OK);
    t2s_tiny_parse(question);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, NULL),
        T2SED_OK);
    for (int i = 0; i < COUNT; i++) {
        t2sed_sql *sql;
        ck_assert_int_eq(t2sed_sql_parse(&sql, queries[i], NULL), T2SED_OK);
        ck_assert_int_eq(
            t2sed_graph_builder_build(&graphs[i], builder, sql, NULL),
            T2SED_OK);
        t2sed_sql_free(sql);
        first[i] = t2sed_graph_text(graphs[i], T2SED_SIDE_QUESTION, NULL);
        second[i] = t2sed_graph_text(graphs[i], T2SED_SIDE_SQL, NULL);
    }
    ck_assert_msg(t2sed_encoder_encode(&encoding, encoder, first, NULL, second,
                                       NULL, COUNT, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_scorer_logits(scorer, encoding,
                                      (const t2sed_graph *const *)graphs, NULL,
                                      COUNT, logits, &err) == T2SED_OK,
                  "%s", err.text);
    for (int i = 0; i < COUNT; i++)
        t2sed_graph_free(graphs[i]);
    t2sed_encoding_free(encoding);
    t2sed_graph_builder_free(builder);
    t2sed_encoder_free(encoder);
    t2sed_scorer_free(scorer);
}

static const char *const configs[] = {
    NULL,
    "{\"graph\": {\"layout\": \"none\"}}",
    "{\"graph\": {\"layout\": \"joint\", \"typed\": true,"
    " \"readout\": \"global\", \"edges\": {\"link\": true}}}",
    "{\"graph\": {\"typed\": true, \"heads\": 4, \"residual\": true,"
    " \"layers\": 1}}",
};

/* In one call, in small portions, and in steps: the same logits. */
static void check_ways(bool roberta, const char *config)
{
    t2sed_scores *at_once, *in_portions;
    float logits[COUNT];
    double low = INFINITY, high = -INFINITY;
    open_model(roberta, config);
    at_once = score(0);
    in_portions = score(60);
    score_in_steps(logits);
    for (size_t i = 0; i < COUNT; i++) {
        double logit = t2s_test_scored(at_once, i).logit;
        ck_assert_int_eq(t2s_test_scored(at_once, i).status, T2SED_OK);
        ck_assert_double_eq_tol(logit, t2s_test_scored(in_portions, i).logit,
                                1e-4);
        ck_assert_double_eq_tol(logit, (double)logits[i], 1e-4);
        low = fmin(low, logit);
        high = fmax(high, logit);
    }
    ck_assert_double_gt(high - low, 1e-3); /* inputs matter */
    t2sed_scores_free(at_once);
    t2sed_scores_free(in_portions);
    close_model();
}

/* Evidence moves the logit. */
static void check_evidence(void)
{
    static const float evidence[] = {0, 0, 0, 0, 0, 0, 8, -8};
    const char *same[] = {queries[0], queries[0]};
    t2sed_beam beams[2];
    t2sed_scores *scores[2];
    t2sed_scorer *scorer;
    t2sed_error err;
    open_model(false, "{\"evidence\": [\"source.schema\","
                      " \"source.execution\", \"a\", \"b\"],"
                      " " T2S_TINY_FUSION "}");
    for (int i = 0; i < 2; i++) {
        t2sed_beam_init(&beams[i], sizeof beams[i]);
        beams[i].question = question;
        beams[i].queries = same;
        beams[i].count = 2;
        beams[i].features = evidence;
        beams[i].feature_count = 4;
    }
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_msg(t2sed_scorer_score_beams(scores, scorer, beams, 2, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_double_eq_tol(t2s_test_scored(scores[0], 1).logit -
                                t2s_test_scored(scores[0], 0).logit,
                            3, 1e-4);
    ck_assert_double_eq_tol(t2s_test_scored(scores[0], 1).logit,
                            t2s_test_scored(scores[1], 1).logit, 1e-4);
    t2sed_scores_free(scores[0]);
    t2sed_scores_free(scores[1]);
    t2sed_scorer_free(scorer);
    close_model();
}

static void check_devices(void)
{
    t2sed_model_options options;
    t2sed_model *none = NULL;
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    open_model(false, NULL);
    options.device = "cuda:77";
    ck_assert_int_eq(t2sed_model_open(&none, dir, &options, &err),
                     T2SED_ENODEVICE);
    options.device = "toaster";
    ck_assert_int_eq(t2sed_model_open(&none, dir, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(none);
    close_model();
}

/* One process for all: loading an engine takes long. */
START_TEST(all_ways_agree)
{
    for (int i = 0; i < 4; i++)
        check_ways(i % 2, configs[i]);
    check_evidence();
    check_devices();
}
END_TEST

static void *score_in_thread(void *payload)
{
    *(t2sed_scores **)payload = score(0);
    return NULL;
}

START_TEST(threads_share_a_model)
{
    pthread_t threads[4];
    t2sed_scores *alone, *scores[4];
    open_model(false, NULL);
    alone = score(0);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, score_in_thread, &scores[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        for (size_t k = 0; k < COUNT; k++)
            ck_assert_double_eq(t2sed_scores_probability(scores[i], k),
                                t2sed_scores_probability(alone, k));
        t2sed_scores_free(scores[i]);
    }
    t2sed_scores_free(alone);
    close_model();
}
END_TEST

START_TEST(precisions_agree)
{
    static const int precisions[] = {T2SED_FP16, T2SED_BF16};
    t2sed_scores *wide, *scores;
    open_model(true, NULL);
    wide = score(0);
    for (int i = 0; i < 2; i++) {
        t2sed_model_options options;
        t2sed_error err;
        t2sed_model_options_init(&options, sizeof options);
        t2sed_model_free(model);
        options.precision = precisions[i];
        ck_assert_msg(t2sed_model_open(&model, dir, &options, &err) == T2SED_OK,
                      "%s", err.text);
        scores = score(0);
        for (size_t k = 0; k < COUNT; k++)
            ck_assert_double_eq_tol(t2sed_scores_probability(scores, k),
                                    t2sed_scores_probability(wide, k), 0.02);
        t2sed_scores_free(scores);
    }
    t2sed_scores_free(wide);
    close_model();
}
END_TEST

START_TEST(archives_score_the_same)
{
    t2sed_model_options options;
    t2sed_scores *before, *after;
    char path[T2S_TINY_PATH * 2];
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    open_model(false, NULL);
    before = score(0);
    snprintf(path, sizeof path, "%s/model.pt", dir);
    ck_assert_msg(t2sed_model_export(model, path, &err) == T2SED_OK, "%s",
                  err.text);
    t2sed_model_free(model);
    options.flags = T2SED_MODEL_TRUST_ARCHIVE;
    options.precision = T2SED_FP32;
    ck_assert_msg(t2sed_model_open(&model, path, &options, &err) == T2SED_OK,
                  "%s", err.text);
    after = score(0);
    for (size_t i = 0; i < COUNT; i++)
        ck_assert_double_eq_tol(t2s_test_scored(before, i).logit,
                                t2s_test_scored(after, i).logit, 1e-5);
    t2sed_scores_free(before);
    t2sed_scores_free(after);
    close_model();
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("torch_scorer");
    if (!getenv("T2SED_BACKEND"))
        setenv("T2SED_BACKEND", T2S_SHIM_PATH, 1);
    if (!t2s_file_exists(getenv("T2SED_BACKEND"))) {
        puts("1..1\nok 1 - scoring with the engine # SKIP no shim was built");
        return 0;
    }
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, all_ways_agree);
    tcase_add_test(tests, threads_share_a_model);
    tcase_add_test(tests, precisions_agree);
    tcase_add_test(tests, archives_score_the_same);
    return t2s_test_run("model/torch_scorer", &tests, 1);
}
