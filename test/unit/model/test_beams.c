/* Beams scored together, evidence vectors and clause logits, against a fake
 * engine. */
#include "score_test.h"
#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed/parts/scorer.h"
#include "tiny_model.h"

#define BEAMS   40
#define QUERIES 3
#define SOURCES "\"source.schema\", \"source.execution\"" /* of forests */

static char dir[T2S_TINY_PATH];
static t2sed_model *model;
static t2sed_scorer *scorer;
static t2sed_question *questions[BEAMS];
static char texts[BEAMS][QUERIES][64];
static const char *queries[BEAMS][QUERIES];
static t2sed_beam beams[BEAMS];

static void open_model(const char *config)
{
    t2sed_error err;
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, false, config);
    if (t2sed_model_open(&model, dir, NULL, &err) != T2SED_OK)
        t2s_tiny_die("open", &err);
    if (t2sed_scorer_new(&scorer, model, NULL, &err) != T2SED_OK)
        t2s_tiny_die("scorer", &err);
    for (int b = 0; b < BEAMS; b++) {
        char text[40];
        snprintf(text, sizeof text, "How many of kind %d?", b);
        if (t2sed_question_new(&questions[b], text, &err) != T2SED_OK)
            t2s_tiny_die("question", &err);
        for (int i = 0; i < QUERIES; i++) {
            snprintf(texts[b][i], sizeof texts[b][i], "SELECT a%d FROM t%d %s",
                     b, i, (b + i) % 5 == 4 ? "WHERE (" : "");
            queries[b][i] = texts[b][i];
        }
        t2sed_beam_init(&beams[b], sizeof beams[b]);
        beams[b].question = questions[b];
        beams[b].queries = queries[b];
        beams[b].count = (size_t)(1 + b % QUERIES);
    }
}

static void setup(void)
{
    open_model(NULL);
}

static void teardown(void)
{
    for (int b = 0; b < BEAMS; b++)
        t2sed_question_free(questions[b]);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
    t2s_tiny_remove(dir);
}

static void free_all(t2sed_scores **scores, size_t count)
{
    for (size_t i = 0; i < count; i++)
        t2sed_scores_free(scores[i]);
}

/* More candidates than a window holds, some of them broken. */
START_TEST(beams_score_as_each_does_alone)
{
    t2sed_scores *all[BEAMS];
    t2sed_error err;
    ck_assert_msg(t2sed_scorer_score_beams(all, scorer, beams, BEAMS, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    for (int b = 0; b < BEAMS; b++) {
        t2sed_scores *one;
        ck_assert_int_eq(t2s_test_score(&one, scorer, questions[b], queries[b],
                                        NULL, beams[b].count, NULL, &err),
                         T2SED_OK);
        ck_assert_uint_eq(t2sed_scores_count(all[b]), beams[b].count);
        for (size_t i = 0; i < beams[b].count; i++) {
            ck_assert_int_eq(t2s_test_scored(all[b], i).status,
                             t2s_test_scored(one, i).status);
            if (t2s_test_scored(one, i).status == T2SED_OK)
                ck_assert_double_eq(t2s_test_scored(all[b], i).logit,
                                    t2s_test_scored(one, i).logit);
            else
                ck_assert_str_eq(t2s_test_scored(all[b], i).error->text,
                                 t2s_test_scored(one, i).error->text);
        }
        t2sed_scores_free(one);
    }
    free_all(all, BEAMS);
}
END_TEST

START_TEST(a_bad_question_spoils_no_other_beam)
{
    char text[1200];
    t2sed_scores *scores[3];
    t2sed_question *empty;
    t2sed_error err;
    memset(text, '?', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ck_assert_int_eq(t2sed_question_new(&empty, text, &err), T2SED_OK);
    beams[1].question = empty;
    ck_assert_int_eq(t2sed_scorer_score_beams(scores, scorer, beams, 3, &err),
                     T2SED_OK);
    ck_assert_int_eq(t2s_test_scored(scores[0], 0).status, T2SED_OK);
    for (size_t i = 0; i < beams[1].count; i++) {
        ck_assert_int_eq(t2s_test_scored(scores[1], i).status, T2SED_ETOOLONG);
        ck_assert(isnan(t2sed_scores_probability(scores[1], i)));
    }
    ck_assert_int_eq(t2s_test_scored(scores[2], 0).status, T2SED_OK);
    free_all(scores, 3);
    t2sed_question_free(empty);
}
END_TEST

START_TEST(bad_beams_are_refused)
{
    t2sed_scores *scores[BEAMS] = {NULL};
    const char *holes[] = {"SELECT a FROM t", NULL};
    const float evidence[2] = {0, 0};
    t2sed_error err;
#define REFUSED(code, n)                                                       \
    ck_assert_int_eq(t2sed_scorer_score_beams(scores, scorer, beams, n, &err), \
                     code);                                                    \
    ck_assert_ptr_null(scores[0])
    ck_assert_int_eq(t2sed_scorer_score_beams(NULL, scorer, beams, 1, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_scorer_score_beams(scores, scorer, NULL, 1, &err),
                     T2SED_EINVAL);
    REFUSED(T2SED_EEMPTY, 0);
    beams[1].count = 0;
    REFUSED(T2SED_EEMPTY, 2);
    beams[1].count = 2;
    beams[1].queries = holes;
    REFUSED(T2SED_EINVAL, 2);
    beams[1].queries = NULL;
    REFUSED(T2SED_EINVAL, 2);
    beams[1].queries = queries[1];
    beams[1].features = evidence;
    beams[1].feature_count = 1;
    REFUSED(T2SED_EINVAL, 2);
    beams[1].features = NULL;
    beams[1].struct_size = 8;
    REFUSED(T2SED_EINVAL, 2);
    beams[0].struct_size = 8;
    REFUSED(T2SED_EINVAL, 2);
    beams[0].struct_size = beams[1].struct_size = sizeof(t2sed_beam);
    setenv("T2S_FAKE_BACKEND", "fail", 1);
    REFUSED(T2SED_EBACKEND, BEAMS);
    unsetenv("T2S_FAKE_BACKEND");
    /* After every failure the scorer is as good as new. */
    ck_assert_int_eq(t2sed_scorer_score_beams(scores, scorer, beams, 2, &err),
                     T2SED_OK);
    free_all(scores, 2);
#undef REFUSED
}
END_TEST

/* A program that was compiled with a later, longer struct. */
START_TEST(longer_beams_are_read)
{
    struct longer {
        t2sed_beam beam;
        void *more;
    } longer[2];
    t2sed_scores *scores[2];
    t2sed_error err;
    for (int i = 0; i < 2; i++) {
        longer[i].beam = beams[i + 1];
        longer[i].beam.struct_size = sizeof *longer;
        longer[i].more = NULL;
    }
    ck_assert_int_eq(
        t2sed_scorer_score_beams(scores, scorer, &longer->beam, 2, &err),
        T2SED_OK);
    ck_assert_uint_eq(t2sed_scores_count(scores[0]), beams[1].count);
    ck_assert_uint_eq(t2sed_scores_count(scores[1]), beams[2].count);
    free_all(scores, 2);
    longer[1].more = &err; /* what the library does not know */
    ck_assert_int_eq(
        t2sed_scorer_score_beams(scores, scorer, &longer->beam, 2, &err),
        T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "newer library"));
}
END_TEST

/* And one with an earlier, shorter one. */
START_TEST(shorter_beams_are_read)
{
    enum { SIZE = offsetof(t2sed_beam, evidence) };
    union {
        t2sed_beam beam;
        char bytes[2 * SIZE];
    } shorter;
    t2sed_scores *scores[2];
    t2sed_error err;
    for (int i = 0; i < 2; i++) {
        beams[i + 1].struct_size = SIZE;
        memcpy(shorter.bytes + i * SIZE, &beams[i + 1], SIZE);
    }
    ck_assert_msg(t2sed_scorer_score_beams(scores, scorer, &shorter.beam, 2,
                                           &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(t2sed_scores_count(scores[0]), beams[1].count);
    ck_assert_uint_eq(t2sed_scores_count(scores[1]), beams[2].count);
    free_all(scores, 2);
}
END_TEST

/* The tiny forest adds 3 for the third number. */
START_TEST(evidence_is_gathered)
{
    t2sed_scores *scores, *given;
    t2sed_evidence *source = NULL;
    double plain;
    float numbers[3] = {0};
    t2sed_error err;
    teardown();
    open_model("{\"evidence\": [" SOURCES ", \"shape.selected\"],"
               " " T2S_TINY_FUSION "}");
    queries[0][0] = "SELECT a, b, c FROM t";
    beams[0].features = numbers;
    beams[0].feature_count = 3;
    beams[0].count = 1;
    ck_assert_int_eq(t2sed_scorer_score_beams(&given, scorer, beams, 1, &err),
                     T2SED_OK);
    plain = t2s_test_scored(given, 0).logit;
    t2sed_scores_free(given);
    beams[0].features = NULL;
    ck_assert_msg(t2sed_scorer_score_beams(&scores, scorer, beams, 1, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_double_eq_tol(t2s_test_scored(scores, 0).logit, plain + 3, 1e-5);
    t2sed_scores_free(scores);
    ck_assert_int_eq(t2sed_evidence_new(&source, NULL, &err), T2SED_OK);
    beams[0].evidence = source;
    ck_assert_int_eq(t2sed_scorer_score_beams(&scores, scorer, beams, 1, &err),
                     T2SED_OK);
    ck_assert_double_eq_tol(t2s_test_scored(scores, 0).logit, plain + 3, 1e-5);
    t2sed_scores_free(scores);
    t2sed_evidence_free(source);
}
END_TEST

START_TEST(evidence_may_be_given)
{
    static const float evidence[BEAMS * QUERIES * 4] = {0, 0, 0, 0, 0, 0,
                                                        1, 0, 0, 0, 0, 1};
    t2sed_scores *scores[BEAMS], *none;
    double plain;
    t2sed_error err;
    teardown();
    open_model("{\"evidence\": [" SOURCES ", \"time\", \"rows\"],"
               " " T2S_TINY_FUSION "}");
    ck_assert_uint_eq(t2sed_model_feature_count(model), 4);
    ck_assert_str_eq(t2sed_model_feature_name(model, 3), "rows");
    ck_assert_ptr_null(t2sed_model_feature_name(model, 4));
    ck_assert_int_eq(t2s_test_score(&none, scorer, questions[0], queries[0],
                                    NULL, 1, NULL, &err),
                     T2SED_EMISMATCH); /* evidence of the model's own kind */
    for (int b = 0; b < BEAMS; b++) {
        beams[b].features = evidence;
        beams[b].feature_count = 4;
    }
    queries[2][1] = queries[2][0]; /* candidates that differ in evidence only */
    queries[2][2] = queries[2][0];
    beams[1].feature_count = 3;
    ck_assert_int_eq(
        t2sed_scorer_score_beams(scores, scorer, beams, BEAMS, &err),
        T2SED_EMISMATCH);
    beams[1].feature_count = 4;
    ck_assert_msg(t2sed_scorer_score_beams(scores, scorer, beams, BEAMS,
                                           &err) == T2SED_OK,
                  "%s", err.text);
    plain = t2s_test_scored(scores[2], 0).logit;
    ck_assert_double_eq_tol(t2s_test_scored(scores[2], 1).logit, plain + 3,
                            1e-5);
    ck_assert_double_eq_tol(t2s_test_scored(scores[2], 2).logit, plain + 4,
                            1e-5);
    free_all(scores, BEAMS);
}
END_TEST

static t2sed_status score_some(void *payload)
{
    t2sed_error *err = payload;
    t2sed_scorer *own;
    t2sed_scores *scores[3];
    t2sed_status status = t2sed_scorer_new(&own, model, NULL, err);
    if (status != T2SED_OK)
        return status;
    status = t2sed_scorer_score_beams(scores, own, beams, 3, err);
    if (status == T2SED_OK)
        free_all(scores, 3);
    t2sed_scorer_free(own);
    return status;
}

START_TEST(memory_may_run_out)
{
    static const float evidence[QUERIES * 2] = {0};
    t2sed_error err;
    teardown();
    open_model("{\"evidence\": [" SOURCES "], " T2S_TINY_FUSION "}");
    for (int b = 0; b < BEAMS; b++) {
        beams[b].features = evidence;
        beams[b].feature_count = 2;
    }
    /* The model keeps the parser that it opens. */
    ck_assert_int_eq(score_some(&err), T2SED_OK);
    t2s_test_every_allocation(score_some, &err);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    static const float evidence[QUERIES * 2] = {0};
    t2sed_error err;
    teardown();
    open_model("{\"evidence\": [" SOURCES "], " T2S_TINY_FUSION "}");
    for (int b = 0; b < BEAMS; b++) {
        beams[b].features = evidence;
        beams[b].feature_count = 2;
    }
    /* The model keeps the parser that it opens. */
    ck_assert_int_eq(score_some(&err), T2SED_OK);
    t2s_test_every_interrupt(score_some, &err, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("beams");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, beams_score_as_each_does_alone);
    tcase_add_test(tests, a_bad_question_spoils_no_other_beam);
    tcase_add_test(tests, bad_beams_are_refused);
    tcase_add_test(tests, longer_beams_are_read);
    tcase_add_test(tests, shorter_beams_are_read);
    tcase_add_test(tests, evidence_is_gathered);
    tcase_add_test(tests, evidence_may_be_given);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/beams", &tests, 1);
}
