#include "score_test.h"
#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "model/encoding.h"
#include "t2sed/parts/encoder.h"
#include "t2sed/parts/graph.h"
#include "t2sed/question.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/sql.h"
#include "tiny_model.h"

static char dir[T2S_TINY_PATH];
static t2sed_model *model;
static t2sed_question *question;

static void open_model(bool roberta, const char *config)
{
    t2sed_error err;
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, roberta, config);
    if (t2sed_model_open(&model, dir, NULL, &err) != T2SED_OK)
        t2s_tiny_die("open", &err);
    if (t2sed_question_new(&question, "How many singers?", &err) != T2SED_OK)
        t2s_tiny_die("question", &err);
}

static void setup(void)
{
    open_model(false, NULL);
}

static void teardown(void)
{
    t2sed_question_free(question);
    t2sed_model_free(model);
    t2s_tiny_remove(dir);
}

/* --- Encoder --- */

static t2sed_encoded pair_of(const t2sed_encoding *encoding, size_t i)
{
    t2sed_encoded pair = {.struct_size = sizeof pair};
    ck_assert_int_eq(t2sed_encoding_get(encoding, i, &pair, NULL), T2SED_OK);
    return pair;
}

START_TEST(pairs_have_one_separator)
{
    const char *first[] = {"how many", "show"};
    const char *second[] = {"select name", "select count from singer"};
    t2sed_encoder *encoder;
    t2sed_encoding *encoding;
    t2sed_encoded pair = {.struct_size = sizeof pair};
    t2sed_error err;
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, &err), T2SED_OK);
    ck_assert_msg(t2sed_encoder_encode(&encoding, encoder, first, NULL, second,
                                       NULL, 2, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(t2sed_encoding_count(encoding), 2);
    ck_assert_int_eq(t2sed_encoding_get(encoding, 0, &pair, &err), T2SED_OK);
    ck_assert(pair.hidden == 32 && pair.tokens == 7 && pair.cut == 0);
    /* [CLS] how many [SEP] select name [SEP] */
    ck_assert(pair.ids[0] == 2 && pair.ids[1] == 8 && pair.ids[2] == 9);
    ck_assert(pair.ids[3] == 3 && pair.ids[4] == 5 && pair.ids[5] == 10);
    ck_assert(pair.ids[6] == 3);
    ck_assert(pair.second == 4 && pair.spans[5].begin == 7);
    ck_assert(pair.spans[5].end == 11 && pair.spans[0].begin == (size_t)-1);
    /* Type 1 begins behind the separator: the fake engine shows it. */
    ck_assert(pair.vectors[3 * 32] != pair.vectors[6 * 32]);
    ck_assert_int_eq(t2sed_encoding_get(encoding, 2, &pair, &err),
                     T2SED_EINVAL);
    pair.struct_size = 0;
    ck_assert_int_eq(t2sed_encoding_get(encoding, 0, &pair, &err),
                     T2SED_EINVAL);
    t2sed_encoding_free(encoding);
    t2sed_encoder_free(encoder);
}
END_TEST

START_TEST(order_and_batches_do_not_matter)
{
    char texts[300][64];
    const char *first[300], *second[300];
    t2sed_encoder *encoder;
    t2sed_encoding *all, *one;
    for (int i = 0; i < 300; i++) {
        snprintf(texts[i], sizeof texts[i], "select %.*s from %d", i * 7 % 30,
                 "abcdefghijklmnopqrstuvwxyzabcdefgh", i);
        first[i] = i % 3 ? "how many" : "show";
        second[i] = texts[i];
    }
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_encode(&all, encoder, first, NULL, second,
                                          NULL, 300, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < 300; i += 13) {
        size_t n;
        ck_assert_int_eq(t2sed_encoder_encode(&one, encoder, first + i, NULL,
                                              second + i, NULL, 1, NULL),
                         T2SED_OK);
        n = pair_of(one, 0).tokens;
        ck_assert_uint_eq(pair_of(all, i).tokens, n);
        ck_assert_mem_eq(pair_of(all, i).vectors, pair_of(one, 0).vectors,
                         n * 32 * sizeof(float));
        t2sed_encoding_free(one);
    }
    t2sed_encoding_free(all);
    t2sed_encoder_free(encoder);
}
END_TEST

START_TEST(single_texts_and_lengths)
{
    const char *texts[] = {"how manyXX", "select"};
    size_t lengths[] = {8, 6};
    t2sed_encoder *encoder;
    t2sed_encoding *encoding;
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, texts, lengths,
                                          NULL, NULL, 2, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(pair_of(encoding, 0).tokens, 4);
    ck_assert_int_eq(pair_of(encoding, 0).ids[3], 3);
    t2sed_encoding_free(encoding);
    t2sed_encoder_free(encoder);
}
END_TEST

/* 64 tokens are room for 61 of texts. */
START_TEST(long_pairs_are_refused_or_cut)
{
    char letters[160];
    const char *first[] = {"how many of the"}, *second[] = {letters};
    t2sed_encoder_options options;
    t2sed_encoder *encoder;
    t2sed_encoding *encoding;
    t2sed_error err;
    t2sed_encoder_options_init(&options, sizeof options);
    for (size_t i = 0; i < sizeof letters - 1; i++)
        letters[i] = i % 2 ? ' ' : 'x';
    letters[sizeof letters - 1] = '\0'; /* 80 tokens */
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, first, NULL,
                                          second, NULL, 1, &err),
                     T2SED_ETOOLONG);
    ck_assert_ptr_nonnull(strstr(err.text, "pair 0: 87 tokens (4 and 80"));
    t2sed_encoder_free(encoder);
    options.truncation = T2SED_TRUNCATE_SQL;
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, first, NULL,
                                          second, NULL, 1, &err),
                     T2SED_OK);
    ck_assert_uint_eq(pair_of(encoding, 0).tokens, 64);
    ck_assert_uint_eq(pair_of(encoding, 0).cut, 23);
    ck_assert_int_eq(pair_of(encoding, 0).ids[63], 3);
    ck_assert_int_eq(pair_of(encoding, 0).ids[4], 12); /* "the" */
    t2sed_encoding_free(encoding);
    t2sed_encoder_free(encoder);
    options.truncation = T2SED_TRUNCATE_QUESTION; /* 4 tokens are not enough */
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, first, NULL,
                                          second, NULL, 1, &err),
                     T2SED_ETOOLONG);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, second, NULL,
                                          first, NULL, 1, &err),
                     T2SED_OK);
    ck_assert_uint_eq(pair_of(encoding, 0).cut, 23);
    t2sed_encoding_free(encoding);
    t2sed_encoder_free(encoder);
    options.truncation = 7;
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, &options, NULL),
                     T2SED_EINVAL);
}
END_TEST

START_TEST(bad_texts_are_refused)
{
    const char *bad[] = {"ok", "a\xff"}, *none[] = {"ok", NULL};
    t2sed_encoder *encoder;
    t2sed_encoding *encoding = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, bad, NULL, NULL,
                                          NULL, 2, &err),
                     T2SED_EUTF8);
    ck_assert_ptr_nonnull(strstr(err.text, "pair 1"));
    ck_assert_int_eq(err.offset, 1);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, none, NULL, NULL,
                                          NULL, 2, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, bad, NULL, NULL,
                                          NULL, 0, &err),
                     T2SED_EEMPTY);
    setenv("T2S_FAKE_BACKEND", "fail", 1);
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, bad, NULL, NULL,
                                          NULL, 1, &err),
                     T2SED_EBACKEND);
    ck_assert_ptr_null(encoding);
    t2sed_encoder_free(encoder);
}
END_TEST

/* --- Scorer --- */

static const char *const queries[] = {
    "SELECT count(*) FROM singer",
    "SELECT count(* FROM",
    "SELECT name FROM singer WHERE age > 20",
    "DELETE FROM singer",
    "",
    "SELECT 1; SELECT 2",
    "SELECT \xff",
    "SELECT count(*) FROM singer",
};
#define QUERY_COUNT (sizeof queries / sizeof queries[0])

static t2sed_scores *score(t2sed_scorer *scorer, const char *const *sql,
                           size_t count)
{
    t2sed_scores *scores;
    t2sed_error err;
    t2sed_status status =
        t2s_test_score(&scores, scorer, question, sql, NULL, count, NULL, &err);
    ck_assert_msg(status == T2SED_OK, "%s", err.text);
    return scores;
}

START_TEST(one_bad_candidate_spoils_no_other)
{
    static const t2sed_status expected[] = {
        T2SED_OK,     T2SED_ESYNTAX, T2SED_OK,    T2SED_ENOTSELECT,
        T2SED_EEMPTY, T2SED_EMANY,   T2SED_EUTF8, T2SED_OK};
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    scores = score(scorer, queries, QUERY_COUNT);
    ck_assert_uint_eq(t2sed_scores_count(scores), QUERY_COUNT);
    for (size_t i = 0; i < QUERY_COUNT; i++) {
        double p = t2sed_scores_probability(scores, i);
        ck_assert_int_eq(t2s_test_scored(scores, i).status, expected[i]);
        if (expected[i] == T2SED_OK) {
            ck_assert(p > 0 && p < 1);
            ck_assert_double_eq_tol(
                p, 1 / (1 + exp(-t2s_test_scored(scores, i).logit)), 1e-12);
            ck_assert_ptr_null(t2s_test_scored(scores, i).error);
        } else {
            ck_assert(isnan(p) && isnan(t2s_test_scored(scores, i).logit));
            ck_assert_int_eq(t2s_test_scored(scores, i).error->code,
                             expected[i]);
        }
    }
    ck_assert(t2s_test_scored(scores, 0).logit ==
              t2s_test_scored(scores, 7).logit);
    ck_assert(t2s_test_scored(scores, 0).logit !=
              t2s_test_scored(scores, 2).logit);
    ck_assert_double_nan(t2sed_scores_probability(scores, QUERY_COUNT));
    ck_assert(isnan(t2sed_scores_probability(scores, QUERY_COUNT)));
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
}
END_TEST

/* A thousand candidates, in small portions, score as each does alone. */
START_TEST(a_thousand_candidates_score_as_one)
{
    static char texts[1000][96];
    static const char *sql[1000];
    t2sed_scorer_options options;
    t2sed_scorer_options_init(&options, sizeof options);
    t2sed_scorer *scorer;
    t2sed_scores *all, *one;
    for (int i = 0; i < 1000; i++) {
        snprintf(texts[i], sizeof texts[i], "SELECT %.*s FROM t%d %s",
                 1 + i % 20, "abcdefghijklmnopqrstuvw", i,
                 i % 7 ? "" : "WHERE (");
        sql[i] = texts[i];
    }
    options.batch_tokens = 100;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, &options, NULL),
                     T2SED_OK);
    all = score(scorer, sql, 1000);
    for (size_t i = 0; i < 1000; i += 37) {
        one = score(scorer, sql + i, 1);
        ck_assert_int_eq(t2s_test_scored(all, i).status,
                         t2s_test_scored(one, 0).status);
        if (t2s_test_scored(one, 0).status == T2SED_OK)
            ck_assert_double_eq(t2s_test_scored(all, i).logit,
                                t2s_test_scored(one, 0).logit);
        t2sed_scores_free(one);
    }
    t2sed_scores_free(all);
    t2sed_scorer_free(scorer);
}
END_TEST

/* Encoder, graph builder and scorer, put together by hand. */
START_TEST(the_long_way_gives_the_same)
{
    t2sed_scorer *scorer;
    t2sed_encoder *encoder;
    t2sed_graph_builder *builder;
    t2sed_graph *graphs[2];
    t2sed_encoding *encoding;
    t2sed_scores *scores;
    const char *sql[] = {queries[0], queries[2]};
    const char *first[2], *second[2];
    float logits[2];
    t2sed_error err;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_encoder_new(&encoder, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_scorer_graph_builder(&builder, scorer, NULL),
                     T2SED_OK);
    scores = score(scorer, sql, 2); /* which parses the question itself */
    t2s_tiny_parse(question);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, NULL),
        T2SED_OK);
    for (int i = 0; i < 2; i++) {
        t2sed_sql *parsed;
        ck_assert_int_eq(t2sed_sql_parse(&parsed, sql[i], NULL), T2SED_OK);
        ck_assert_int_eq(
            t2sed_graph_builder_build(&graphs[i], builder, parsed, NULL),
            T2SED_OK);
        t2sed_sql_free(parsed);
        first[i] = t2sed_graph_text(graphs[i], T2SED_SIDE_QUESTION, NULL);
        second[i] = t2sed_graph_text(graphs[i], T2SED_SIDE_SQL, NULL);
    }
    ck_assert_int_eq(t2sed_encoder_encode(&encoding, encoder, first, NULL,
                                          second, NULL, 2, NULL),
                     T2SED_OK);
    ck_assert_msg(t2sed_scorer_logits(scorer, encoding,
                                      (const t2sed_graph *const *)graphs, NULL,
                                      2, logits, &err) == T2SED_OK,
                  "%s", err.text);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_double_eq_tol(t2s_test_scored(scores, i).logit,
                                (double)logits[i], 1e-5);
        ck_assert_double_eq_tol(
            t2sed_scores_probability(scores, i),
            t2sed_scorer_probability(scorer, (double)logits[i]), 1e-5);
    }
    { /* Graphs in the wrong order do not fit. */
        const t2sed_graph *swapped[2] = {graphs[1], graphs[0]};
        float evidence[2] = {0, 0};
        ck_assert_int_eq(t2sed_scorer_logits(scorer, encoding, swapped, NULL, 2,
                                             logits, &err),
                         T2SED_EMISMATCH);
        ck_assert_int_eq(t2sed_scorer_logits(scorer, encoding, swapped,
                                             evidence, 2, logits, &err),
                         T2SED_EINVAL);
        ck_assert_int_eq(t2sed_scorer_logits(scorer, encoding, swapped, NULL, 1,
                                             logits, &err),
                         T2SED_EMISMATCH);
        ck_assert_int_eq(
            t2sed_scorer_logits(scorer, NULL, NULL, NULL, 2, logits, &err),
            T2SED_EINVAL);
        ck_assert_int_eq(t2sed_scorer_gather(evidence, scorer, NULL, &err),
                         T2SED_EINVAL);
    }
    t2sed_scores_free(scores);
    t2sed_encoding_free(encoding);
    t2sed_graph_free(graphs[0]);
    t2sed_graph_free(graphs[1]);
    t2sed_graph_builder_free(builder);
    t2sed_encoder_free(encoder);
    t2sed_scorer_free(scorer);
}
END_TEST

START_TEST(every_layout_scores)
{
    static const char *const configs[] = {
        "{\"graph\": {\"layout\": \"none\"}}",
        "{\"graph\": {\"layout\": \"joint\", \"typed\": true,"
        " \"readout\": \"global\", \"edges\": {\"link\": true}}}",
        "{\"graph\": {\"layout\": \"separate\", \"typed\": true, \"heads\": 4,"
        " \"residual\": true, \"layers\": 1},"
        " \"calibration\": {\"temperature\": 2.0}}",
    };
    teardown();
    for (int i = 0; i < 6; i++) {
        t2sed_scorer *scorer;
        t2sed_scores *scores;
        open_model(i % 2, configs[i / 2]);
        ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL),
                         T2SED_OK);
        scores = score(scorer, queries, QUERY_COUNT);
        ck_assert_int_eq(t2s_test_scored(scores, 0).status, T2SED_OK);
        if (i / 2 == 2)
            ck_assert_double_eq_tol(
                t2sed_scores_probability(scores, 0),
                1 / (1 + exp(-t2s_test_scored(scores, 0).logit / 2)), 1e-12);
        t2sed_scores_free(scores);
        t2sed_scorer_free(scorer);
        teardown();
    }
    setup();
}
END_TEST

START_TEST(long_queries_are_refused_or_cut)
{
    char text[400] = "SELECT a";
    const char *sql[] = {text, "SELECT a FROM t"};
    t2sed_scorer_options options;
    t2sed_scorer_options_init(&options, sizeof options);
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    for (int i = 0; i < 90; i++)
        strcat(text, ", a");
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, &options, NULL),
                     T2SED_OK);
    scores = score(scorer, sql, 2);
    ck_assert_int_eq(t2s_test_scored(scores, 0).status, T2SED_ETOOLONG);
    ck_assert_int_eq(t2s_test_scored(scores, 1).status, T2SED_OK);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    options.truncation = T2SED_TRUNCATE_SQL;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, &options, NULL),
                     T2SED_OK);
    scores = score(scorer, sql, 2);
    ck_assert_int_eq(t2s_test_scored(scores, 0).status, T2SED_OK);
    ck_assert_uint_gt(t2s_test_scored(scores, 0).cut, 0);
    ck_assert_uint_eq(t2s_test_scored(scores, 1).cut, 0);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
}
END_TEST

START_TEST(failures_of_the_engine)
{
    t2sed_scorer *scorer;
    t2sed_scores *scores = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    setenv("T2S_FAKE_BACKEND", "fail", 1);
    ck_assert_int_eq(
        t2s_test_score(&scores, scorer, question, queries, NULL, 1, NULL, &err),
        T2SED_EBACKEND);
    ck_assert_ptr_null(scores);
    setenv("T2S_FAKE_BACKEND", "nan", 1);
    scores = score(scorer, queries, 1);
    ck_assert_int_eq(t2s_test_scored(scores, 0).status, T2SED_EBACKEND);
    ck_assert(isnan(t2sed_scores_probability(scores, 0)));
    t2sed_scores_free(scores);
    ck_assert_int_eq(
        t2s_test_score(&scores, scorer, question, queries, NULL, 0, NULL, &err),
        T2SED_EEMPTY);
    t2sed_scorer_free(scorer);
}
END_TEST

START_TEST(a_scorer_outlives_its_model)
{
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    t2sed_model_free(model);
    model = NULL;
    scores = score(scorer, queries, 1);
    ck_assert_int_eq(t2s_test_scored(scores, 0).status, T2SED_OK);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
}
END_TEST

static void *score_in_thread(void *payload)
{
    double *logits = payload;
    t2sed_scorer *scorer;
    if (t2sed_scorer_new(&scorer, model, NULL, NULL) != T2SED_OK)
        return NULL;
    for (int i = 0; i < 20; i++) {
        t2sed_scores *scores;
        if (t2s_test_score(&scores, scorer, question, queries, NULL, 3, NULL,
                           NULL) != T2SED_OK)
            break;
        logits[0] = t2s_test_scored(scores, 0).logit;
        logits[1] = t2s_test_scored(scores, 2).logit;
        t2sed_scores_free(scores);
    }
    t2sed_scorer_free(scorer);
    return payload;
}

START_TEST(threads_share_a_model)
{
    pthread_t threads[4];
    double logits[4][2] = {{0}};
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    scores = score(scorer, queries, 3);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, score_in_thread, logits[i]), 0);
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        ck_assert_ptr_nonnull(result);
        ck_assert_double_eq(logits[i][0], t2s_test_scored(scores, 0).logit);
        ck_assert_double_eq(logits[i][1], t2s_test_scored(scores, 2).logit);
    }
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
}
END_TEST

START_TEST(chunks_cover_all_in_order)
{
    int32_t lengths[200];
    uint32_t order[200];
    size_t begin, end, seen;
    for (int i = 0; i < 200; i++)
        lengths[i] = 1 + i * 37 % 50;
    ck_assert(t2s_chunks_order(order, lengths, 200));
    for (size_t i = 1; i < 200; i++)
        ck_assert(lengths[order[i - 1]] > lengths[order[i]] ||
                  (lengths[order[i - 1]] == lengths[order[i]] &&
                   order[i - 1] < order[i]));
    for (int padded = 0; padded < 2; padded++) {
        for (begin = seen = 0; begin < 200; begin = end) {
            int32_t sum = 0;
            end = t2s_chunks_end(order, lengths, 200, begin, 40, padded);
            for (size_t i = begin; i < end; i++)
                sum += lengths[order[padded ? begin : i]];
            ck_assert(end == begin + 1 || sum <= 40);
            seen += end - begin;
        }
        ck_assert_uint_eq(seen, 200);
    }
}
END_TEST

static t2sed_status score_all(void *payload)
{
    t2sed_scorer *scorer = NULL;
    t2sed_scores *scores = NULL;
    t2sed_status status = t2sed_scorer_new(&scorer, model, NULL, payload);
    if (status == T2SED_OK)
        status = t2s_test_score(&scores, scorer, question, queries, NULL,
                                QUERY_COUNT, NULL, payload);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    return status;
}

static t2sed_status encode_all(void *payload)
{
    const char *first[] = {"how many", "show"}, *second[] = {"select", "a b"};
    t2sed_encoder *encoder = NULL;
    t2sed_encoding *encoding = NULL;
    t2sed_status status = t2sed_encoder_new(&encoder, model, NULL, payload);
    if (status == T2SED_OK)
        status = t2sed_encoder_encode(&encoding, encoder, first, NULL, second,
                                      NULL, 2, payload);
    t2sed_encoding_free(encoding);
    t2sed_encoder_free(encoder);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_error err;
    /* The model keeps the parser that it opens. */
    ck_assert_int_eq(score_all(&err), T2SED_OK);
    t2s_test_every_allocation(score_all, &err);
    t2s_test_every_allocation(encode_all, &err);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_error err;
    /* The model keeps the parser that it opens. */
    ck_assert_int_eq(score_all(&err), T2SED_OK);
    t2s_test_every_interrupt(score_all, &err, 1);
    t2s_test_every_interrupt(encode_all, &err, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("scorer");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, pairs_have_one_separator);
    tcase_add_test(tests, order_and_batches_do_not_matter);
    tcase_add_test(tests, single_texts_and_lengths);
    tcase_add_test(tests, long_pairs_are_refused_or_cut);
    tcase_add_test(tests, bad_texts_are_refused);
    tcase_add_test(tests, one_bad_candidate_spoils_no_other);
    tcase_add_test(tests, a_thousand_candidates_score_as_one);
    tcase_add_test(tests, the_long_way_gives_the_same);
    tcase_add_test(tests, every_layout_scores);
    tcase_add_test(tests, long_queries_are_refused_or_cut);
    tcase_add_test(tests, failures_of_the_engine);
    tcase_add_test(tests, a_scorer_outlives_its_model);
    tcase_add_test(tests, threads_share_a_model);
    tcase_add_test(tests, chunks_cover_all_in_order);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/scorer", &tests, 1);
}
