/* Training a model of a forest alone; LightGBM must be there, no engine. */
#include "database_test.h"
#include "score_test.h"
#include "t2s_test.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/lab/trainer.h"
#include "tiny_model.h"
#include "features/features.h"

#define BEAMS 60

static char dir[T2S_TINY_PATH];
static const char *names[1000];
static size_t name_count;
static t2sed_schema *schema;

static void set_up(void)
{
    setenv("T2SED_BACKEND", "/nowhere/libt2sed-torch.so", 1);
    setenv("T2SED_LIGHTGBM", T2S_LIGHTGBM_PATH, 1);
    t2s_tiny_directory(dir);
    ck_assert_int_eq(t2sed_schema_parse_ddl(
                         &schema, "CREATE TABLE t (a TEXT, b INTEGER)", NULL),
                     T2SED_OK);
    name_count = 0; /* what needs no predictor */
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strncmp(t2s_feature_at(i)->name, "plan.", 5) != 0 &&
            strncmp(t2s_feature_at(i)->name, "column.", 7) != 0)
            names[name_count++] = t2s_feature_at(i)->name;
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
    t2s_tiny_remove(dir);
}

static t2sed_train_options options_of(int trees)
{
    t2sed_train_options options;
    t2sed_train_options_init(&options, sizeof options);
    options.add_evidence = names;
    options.add_evidence_count = name_count;
    options.trees = trees;
    options.forests = 2;
    options.threads = 1;
    return options;
}

/* "How many" wants COUNT, whatever else the query has. Every `dev`th beam is a
 * dev beam; 0: none is. */
static t2sed_status add_some(t2sed_trainer *trainer, int dev, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < BEAMS && status == T2SED_OK; i++) {
        const char *queries[2] = {"SELECT count(*) FROM t WHERE b > 3",
                                  i % 2 ? "SELECT a FROM t WHERE b > 3"
                                        : "SELECT b FROM t WHERE b > 3"};
        const int labels[2] = {1, 0};
        char text[64];
        t2sed_question *question;
        size_t added;
        snprintf(text, sizeof text, "how many have a b above %d", i);
        status = t2sed_question_new(&question, text, err);
        if (status != T2SED_OK)
            return status;
        status = t2sed_trainer_add(
            trainer, dev && i % dev == 0 ? T2SED_DEV : T2SED_TRAIN, question,
            queries, labels, 2, 1, i % 3 ? schema : NULL, &added, err);
        t2sed_question_free(question);
    }
    return status;
}

static t2sed_status add_beams(t2sed_trainer *trainer, t2sed_error *err)
{
    return add_some(trainer, 4, err);
}

static int count_calls(const t2sed_train_progress *p, void *payload)
{
    int *calls = payload;
    if (p->epoch_done) {
        ck_assert_int_eq(p->branch, T2SED_BRANCH_EVIDENCE);
        ck_assert_int_eq(p->epochs, 4);
        ck_assert_double_gt(p->dev_auc, 0.9);
        calls[0]++;
    }
    if (p->fused) {
        ck_assert(p->text_weight == 0 && p->evidence_weight > 0);
        calls[1]++;
    }
    return 0;
}

static t2sed_status train_and_save(const t2sed_train_options *options,
                                   t2sed_train_progress_fn progress,
                                   void *payload, t2sed_error *err)
{
    t2sed_trainer *trainer;
    t2sed_status status = t2sed_trainer_open(&trainer, NULL, options, err);
    if (status != T2SED_OK)
        return status;
    status = add_beams(trainer, err);
    if (status == T2SED_OK)
        status = t2sed_trainer_run(trainer, progress, payload, err);
    if (status == T2SED_OK)
        status = t2sed_trainer_save(trainer, dir, T2SED_AUTO, err);
    t2sed_trainer_free(trainer);
    return status;
}

static void score_both(double *probabilities, const char *const *queries,
                       const t2sed_schema *with)
{
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_question *question;
    t2sed_error err;
    ck_assert_msg(t2sed_model_open(&model, dir, NULL, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, "how many have a b", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_test_score(&scores, scorer, question, queries, NULL, 2,
                                    with ? t2s_test_database(NULL, with) : NULL,
                                    NULL),
                     T2SED_OK);
    for (size_t i = 0; i < 2; i++)
        probabilities[i] = t2sed_scores_probability(scores, i);
    t2sed_scores_free(scores);
    t2sed_question_free(question);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
}

static void score(double *probabilities, const t2sed_schema *with)
{
    const char *queries[] = {"SELECT count(*) FROM t WHERE b > 3",
                             "SELECT a FROM t WHERE b > 3"};
    score_both(probabilities, queries, with);
}

START_TEST(a_forest_is_trained_without_an_engine)
{
    t2sed_train_options options = options_of(50);
    char path[T2S_TINY_PATH + 32];
    int calls[2] = {0, 0};
    double with[2], without[2];
    t2sed_error err;
    snprintf(path, sizeof path, "%s/log", dir);
    options.log = path;
    ck_assert_msg(train_and_save(&options, count_calls, calls, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert(calls[0] == 4 && calls[1] == 1);
    score(with, schema);
    score(without, NULL);
    /* Four beams are too few for more than the order. */
    ck_assert_msg(with[0] > with[1] && without[0] > without[1],
                  "%g and %g, %g and %g", with[0], with[1], without[0],
                  without[1]);
    snprintf(path, sizeof path, "%s/model.safetensors", dir);
    ck_assert(!t2s_file_exists(path));
}
END_TEST

START_TEST(equal_seeds_give_equal_files)
{
    t2sed_train_options options = options_of(20);
    char path[T2S_TINY_PATH + 32], *text[2];
    size_t length[2];
    snprintf(path, sizeof path, "%s/forest.safetensors", dir);
    options.refit = 1;
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(train_and_save(&options, NULL, NULL, NULL), T2SED_OK);
        ck_assert_int_eq(
            t2s_file_read(&text[i], &length[i], path, 1 << 24, NULL), T2SED_OK);
    }
    ck_assert_uint_eq(length[0], length[1]);
    ck_assert_mem_eq(text[0], text[1], length[0]);
    t2s_free(text[0]);
    t2s_free(text[1]);
}
END_TEST

START_TEST(what_a_forest_needs_is_asked_for)
{
    t2sed_train_options options = options_of(0);
    t2sed_trainer *trainer;
    t2sed_error err;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "trees"));
    options = options_of(10);
    options.add_evidence = NULL;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "forest"));
    options = options_of(10);
    options.branch = T2SED_BRANCH_TEXT;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, &err),
                     T2SED_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(err.text, "no text"));
    options = options_of(10);
    options.add_evidence_count = 5; /* lacks source.execution */
    names[2] = "shape.limit";
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, &err),
                     T2SED_EMISMATCH);
    options = options_of(10);
    options.forests = 0;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, &err),
                     T2SED_EINVAL);
}
END_TEST

/* A sketch is a matter of the beams that follow. */
START_TEST(predictors_are_used_from_then_on)
{
    t2sed_train_options options = options_of(2);
    t2sed_trainer *trainer;
    t2sed_sketcher *sketcher;
    t2sed_error err;
    names[name_count] = "plan.log_likelihood";
    options.add_evidence_count++;
    ck_assert_int_eq(t2sed_trainer_set_predictors(NULL, NULL, NULL, &err),
                     T2SED_EINVAL);
    /* Tests run at the root of the sources. */
    ck_assert_msg(t2sed_sketcher_open(&sketcher, "lib/models/sketch", &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_trainer_set_predictors(trainer, sketcher, NULL, &err), T2SED_OK);
    ck_assert_int_eq(add_beams(trainer, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_set_predictors(trainer, NULL, NULL, &err),
                     T2SED_OK);
    t2sed_sketcher_free(sketcher);
    ck_assert_int_eq(add_beams(trainer, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_run(trainer, NULL, NULL, &err), T2SED_OK);
    t2sed_trainer_free(trainer);
}
END_TEST

/* Forty refit beams whose labels contradict those of add_beams. */
static void add_contrary(t2sed_trainer *trainer, double weight)
{
    const char *queries[2] = {"SELECT count(*) FROM t WHERE b > 3",
                              "SELECT a FROM t WHERE b > 3"};
    const int labels[2] = {0, 1};
    for (int i = 0; i < 40; i++) {
        char text[64];
        t2sed_question *question;
        t2sed_error err;
        snprintf(text, sizeof text, "how many have a b above %d", i + 100);
        ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
        ck_assert_msg(t2sed_trainer_add(trainer, T2SED_REFIT, question, queries,
                                        labels, 2, weight, schema, NULL,
                                        &err) == T2SED_OK,
                      "%s", err.text);
        t2sed_question_free(question);
    }
}

/* How much likelier COUNT is than a column to a model that has also seen the
 * contrary with that weight as refit beams; 0: nowhere. */
static double gap_after(double contrary)
{
    t2sed_train_options options = options_of(20);
    t2sed_trainer *trainer;
    t2sed_error err;
    const char *queries[] = {"SELECT count(*) FROM t WHERE b > 3",
                             "SELECT a FROM t WHERE b > 3"};
    double probabilities[2];
    options.refit = 1;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(add_some(trainer, 0, NULL), T2SED_OK);
    if (contrary > 0)
        add_contrary(trainer, contrary);
    ck_assert_msg(t2sed_trainer_run(trainer, NULL, NULL, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_trainer_save(trainer, dir, T2SED_AUTO, NULL),
                     T2SED_OK);
    t2sed_trainer_free(trainer);
    score_both(probabilities, queries, schema);
    return probabilities[0] - probabilities[1];
}

START_TEST(refit_beams_are_for_refitting)
{
    ck_assert_double_gt(gap_after(0), 0.1);
    ck_assert_double_lt(gap_after(20), 0);
}
END_TEST

START_TEST(weights_out_of_range_are_refused)
{
    const char *queries[1] = {"SELECT a FROM t"};
    const int labels[1] = {1};
    t2sed_train_options options = options_of(5);
    t2sed_trainer *trainer;
    t2sed_question *question;
    t2sed_error err;
    ck_assert_int_eq(t2sed_question_new(&question, "the a", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_add(trainer, T2SED_TRAIN, question, queries,
                                       labels, 1, 0, schema, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "weight is 0"));
    ck_assert_int_eq(t2sed_trainer_add(trainer, 3, question, queries, labels, 1,
                                       1, schema, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_REFIT"));
    t2sed_question_free(question);
    t2sed_trainer_free(trainer);
    options.forests = 0;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, NULL, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "forests"));
}
END_TEST

static t2sed_status train_small(void *payload)
{
    const t2sed_train_options options = options_of(2);
    (void)payload;
    return train_and_save(&options, NULL, NULL, NULL);
}

START_TEST(every_allocation_may_fail)
{
    /* Beams are many alike: the first allocations and a sample of the rest. */
    for (long n = 1;; n = n < 600 ? t2s_test_next(n) : n + 997) {
        t2s_test_heap heap = {n, 0, 0};
        t2sed_status status;
        t2s_test_use_heap(&heap);
        status = train_small(NULL);
        t2s_test_use_heap(NULL);
        ck_assert_int_eq(heap.live, 0);
        if (heap.asked < n)
            break;
        ck_assert_int_eq(status, T2SED_ENOMEM);
    }
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("forest");
    if (!*T2S_LIGHTGBM_PATH) {
        t2s_test_skip("forests are trained", "no LightGBM (make deps-train)");
        return EXIT_SUCCESS;
    }
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, a_forest_is_trained_without_an_engine);
    tcase_add_test(tests, equal_seeds_give_equal_files);
    tcase_add_test(tests, what_a_forest_needs_is_asked_for);
    tcase_add_test(tests, predictors_are_used_from_then_on);
    tcase_add_test(tests, refit_beams_are_for_refitting);
    tcase_add_test(tests, weights_out_of_range_are_refused);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("train/forest", &tests, 1);
}
