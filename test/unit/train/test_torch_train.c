/* Training with the real engine on a tiny model; the shim must be there. */
#include "t2s_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "t2sed/lab/trainer.h"
#include "tiny_model.h"
#include "features/features.h"

#define BEAMS 24

static char dir[T2S_TINY_PATH], path[T2S_TINY_PATH + 32];

static void set_up(void)
{
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, false, NULL);
    snprintf(path, sizeof path, "%s/checkpoint", dir);
}

static void tear_down(void)
{
    remove(path);
    t2s_tiny_remove(dir);
}

/* Right queries count, wrong ones don't: learnable from the text alone. */
static void add_beams(t2sed_trainer *trainer)
{
    for (int i = 0; i < BEAMS; i++) {
        char text[64], right[64], wrong[64];
        const char *queries[2] = {right, wrong};
        const int labels[2] = {1, 0};
        t2sed_question *question;
        t2sed_error err;
        size_t added = 0;
        snprintf(text, sizeof text, "how many t%d are there", i);
        snprintf(right, sizeof right, "SELECT count(*) FROM t%d", i);
        snprintf(wrong, sizeof wrong, "SELECT a FROM t%d", i);
        ck_assert_int_eq(t2sed_question_new(&question, text, &err), T2SED_OK);
        ck_assert_msg(t2sed_trainer_add(trainer,
                                        i % 4 ? T2SED_TRAIN : T2SED_DEV,
                                        question, queries, labels, 2, 1, NULL,
                                        &added, &err) == T2SED_OK,
                      "%s", err.text);
        ck_assert_uint_eq(added, 2);
        t2sed_question_free(question);
    }
}

static t2sed_trainer *open_trainer(int epochs, const char *checkpoint)
{
    t2sed_train_options options;
    t2sed_trainer *trainer = NULL;
    t2sed_error err;
    t2sed_train_options_init(&options, sizeof options);
    options.threads = 1;
    options.epochs = epochs;
    options.batch_beams = 4;
    options.learning_rate = 3e-3;
    options.checkpoint = checkpoint;
    options.checkpoint_steps = 0;
    ck_assert_msg(t2sed_trainer_open(&trainer, dir, &options, &err) == T2SED_OK,
                  "%s", err.text);
    add_beams(trainer);
    return trainer;
}

/* The features that need no predictor. */
static size_t list_features(const char **names)
{
    size_t count = 0;
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strncmp(t2s_feature_at(i)->name, "plan.", 5) != 0 &&
            strncmp(t2s_feature_at(i)->name, "column.", 7) != 0)
            names[count++] = t2s_feature_at(i)->name;
    return count;
}

/* A trainer of the model with new forests. */
static t2sed_trainer *open_with_forests(const char *model, int branch)
{
    const char *names[1000];
    t2sed_train_options options;
    t2sed_trainer *trainer = NULL;
    t2sed_error err;
    t2sed_train_options_init(&options, sizeof options);
    options.threads = 1;
    options.epochs = 2;
    options.batch_beams = 4;
    options.learning_rate = 1e-3;
    options.checkpoint = path;
    options.branch = branch;
    options.add_evidence = names;
    options.add_evidence_count = list_features(names);
    options.trees = 20;
    options.forests = 2;
    options.refit = 1;
    ck_assert_msg(t2sed_trainer_open(&trainer, model, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    add_beams(trainer);
    return trainer;
}

/* What a run tells: a fold of every number that its steps gave. */
typedef struct told {
    double first_loss, last_loss, auc, fused_auc, shares[2];
    double losses[200];
    long steps, stop_at;
    int epochs[3]; /* by branch */
} told;

static int listen(const t2sed_train_progress *progress, void *payload)
{
    told *to = payload;
    if (progress->fused) {
        to->fused_auc = progress->fused_auc;
        to->shares[0] = progress->text_weight;
        to->shares[1] = progress->evidence_weight;
        return 0;
    }
    if (progress->epoch_done) {
        to->epochs[progress->branch]++;
        if (progress->epoch == 1)
            to->first_loss = progress->loss;
        to->last_loss = progress->loss;
        to->auc = progress->dev_auc;
        return 0;
    }
    ck_assert(progress->step < 200);
    to->losses[progress->step] = progress->loss;
    to->steps = progress->step;
    return to->stop_at && progress->step == to->stop_at;
}

static void run(t2sed_trainer *trainer, told *to, t2sed_status expected)
{
    t2sed_error err;
    t2sed_status status = t2sed_trainer_run(trainer, listen, to, &err);
    ck_assert_msg(status == expected, "%s: %s", t2sed_status_name(status),
                  status ? err.text : "no error");
}

START_TEST(learns_what_can_be_learned)
{
    told to = {0};
    t2sed_trainer *trainer = open_trainer(15, NULL);
    t2sed_model *model = NULL;
    t2sed_error err;
    char out[T2S_TINY_PATH + 8];
    run(trainer, &to, T2SED_OK);
    ck_assert_msg(to.last_loss < to.first_loss / 2, "loss %g to %g",
                  to.first_loss, to.last_loss);
    ck_assert_double_ge(to.auc, 0.95);
    snprintf(out, sizeof out, "%s/out", dir);
    ck_assert_msg(t2sed_trainer_save(trainer, out, T2SED_FP16, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_model_open(&model, out, NULL, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_ptr_nonnull(strstr(t2s_model_info(model).config, "dev_auc"));
    t2sed_model_free(model);
    t2sed_trainer_free(trainer);
}
END_TEST

START_TEST(equal_seeds_give_equal_bits)
{
    told one = {0}, two = {0};
    t2sed_trainer *trainer = open_trainer(3, NULL);
    run(trainer, &one, T2SED_OK);
    t2sed_trainer_free(trainer);
    trainer = open_trainer(3, NULL);
    run(trainer, &two, T2SED_OK);
    t2sed_trainer_free(trainer);
    ck_assert_int_eq(one.steps, two.steps);
    ck_assert_mem_eq(one.losses, two.losses, sizeof one.losses);
}
END_TEST

/* Stopped in the middle of the second epoch and resumed in a new trainer: the
 * steps after that are those of a run without a break, to the bit. */
START_TEST(resumes_exactly)
{
    told whole = {0}, half = {.stop_at = 7}, rest = {0};
    t2sed_error err;
    t2sed_trainer *trainer = open_trainer(3, NULL);
    run(trainer, &whole, T2SED_OK);
    t2sed_trainer_free(trainer);
    trainer = open_trainer(3, path);
    run(trainer, &half, T2SED_ECANCELLED);
    ck_assert_int_eq(half.steps, 7);
    t2sed_trainer_free(trainer);
    trainer = open_trainer(3, path);
    ck_assert_msg(t2sed_trainer_resume(trainer, path, &err) == T2SED_OK, "%s",
                  err.text);
    run(trainer, &rest, T2SED_OK);
    t2sed_trainer_free(trainer);
    for (long step = 8; step <= whole.steps; step++)
        ck_assert_msg(rest.losses[step] == whole.losses[step],
                      "step %ld: %.17g, expected %.17g", step,
                      rest.losses[step], whole.losses[step]);
    ck_assert_double_eq(rest.auc, whole.auc);
}
END_TEST

START_TEST(resume_refuses_other_runs)
{
    told to = {.stop_at = 2};
    t2sed_error err;
    FILE *file;
    t2sed_trainer *trainer = open_trainer(3, path);
    run(trainer, &to, T2SED_ECANCELLED);
    t2sed_trainer_free(trainer);
    trainer = open_trainer(4, path); /* other options */
    ck_assert_int_eq(t2sed_trainer_resume(trainer, path, &err),
                     T2SED_EMISMATCH);
    ck_assert_int_eq(t2sed_trainer_resume(trainer, "/no/such", &err),
                     T2SED_ENOTFOUND);
    file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs("this is no checkpoint", file);
    fclose(file);
    ck_assert_int_eq(t2sed_trainer_resume(trainer, path, &err), T2SED_EFORMAT);
    t2sed_trainer_free(trainer);
}
END_TEST

static void save(t2sed_trainer *trainer, const char *directory)
{
    t2sed_error err;
    ck_assert_msg(t2sed_trainer_save(trainer, directory, T2SED_FP16, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    t2sed_trainer_free(trainer);
}

/* Right and wrong queries differ in shape, so that evidence tells them. */
START_TEST(forests_are_grown_after_the_text)
{
    char text[T2S_TINY_PATH + 8], out[T2S_TINY_PATH + 8];
    t2sed_trainer *trainer;
    t2sed_model *model;
    told all = {0}, first = {0}, later = {0};
    t2sed_error err;
    if (!*T2S_LIGHTGBM_PATH)
        return; /* test_forest says so */
    setenv("T2SED_LIGHTGBM", T2S_LIGHTGBM_PATH, 1);
    snprintf(text, sizeof text, "%s/text", dir);
    snprintf(out, sizeof out, "%s/out", dir);
    trainer = open_with_forests(dir, T2SED_BRANCH_DEFAULT);
    run(trainer, &all, T2SED_OK);
    save(trainer, out);
    ck_assert_int_eq(all.epochs[T2SED_BRANCH_TEXT], 2);
    ck_assert_int_eq(all.epochs[T2SED_BRANCH_EVIDENCE], 4);
    ck_assert_double_ge(all.fused_auc, 0.99);
    ck_assert(all.shares[0] >= 0 && all.shares[1] > 0);

    /* The same in two runs: text, then forests beside it. */
    trainer = open_with_forests(dir, T2SED_BRANCH_TEXT);
    run(trainer, &first, T2SED_OK);
    ck_assert_int_eq(first.epochs[T2SED_BRANCH_EVIDENCE], 0);
    save(trainer, text);
    trainer = open_with_forests(text, T2SED_BRANCH_EVIDENCE);
    run(trainer, &later, T2SED_OK);
    ck_assert_int_eq(later.epochs[T2SED_BRANCH_TEXT], 0);
    ck_assert_int_eq(later.epochs[T2SED_BRANCH_EVIDENCE], 4);
    ck_assert_double_ge(later.fused_auc, 0.99);
    save(trainer, out);
    ck_assert_msg(t2sed_model_open(&model, out, NULL, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_uint_gt(t2sed_model_feature_count(model), 200);
    ck_assert_ptr_nonnull(
        strstr(t2s_model_info(model).config, "evidence_training"));
    t2sed_model_free(model);
    t2s_tiny_remove(text);
    t2s_tiny_remove(out);
}
END_TEST

START_TEST(branches_that_are_not_there)
{
    static const char *const unknown[] = {"source.schema", "no.such.feature"};
    static const char *const twice[] = {"source.schema", "source.schema"};
    t2sed_train_options options;
    t2sed_trainer *trainer = NULL;
    t2sed_error err;
    t2sed_train_options_init(&options, sizeof options);
    options.branch = T2SED_BRANCH_EVIDENCE;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EMISMATCH);
    options.branch = 4;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EINVAL);
    options.branch = T2SED_BRANCH_DEFAULT;
    options.add_evidence = unknown;
    options.add_evidence_count = 2;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EMISMATCH);
    options.add_evidence = twice;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EINVAL);
    options.add_evidence_count = 0;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EMISMATCH);
    options.add_evidence_count = 1;
    options.trees = 0;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(trainer);
}
END_TEST

START_TEST(bad_beams_are_refused_or_left_out)
{
    const char *queries[3] = {"SELECT 1", "SELEC", "SELECT 2"};
    int labels[3] = {1, 0, 0};
    t2sed_trainer *trainer = open_trainer(1, NULL);
    t2sed_question *question;
    t2sed_error err;
    size_t added = 99;
    told to = {0};
    ck_assert_int_eq(t2sed_question_new(&question, "how many", &err), T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_add(trainer, T2SED_TRAIN, question, queries,
                                       labels, 3, 1, NULL, &added, &err),
                     T2SED_OK);
    ck_assert_uint_eq(added, 2);
    ck_assert_int_eq(t2sed_trainer_add(trainer, 7, question, queries, labels, 3,
                                       1, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_trainer_add(trainer, T2SED_TRAIN, question, queries,
                                       labels, 3, 0, NULL, NULL, &err),
                     T2SED_EINVAL);
    labels[0] = 2;
    ck_assert_int_eq(t2sed_trainer_add(trainer, T2SED_TRAIN, question, queries,
                                       labels, 3, 1, NULL, NULL, &err),
                     T2SED_EINVAL);
    labels[0] = 1;
    run(trainer, &to, T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_add(trainer, T2SED_TRAIN, question, queries,
                                       labels, 3, 1, NULL, NULL, &err),
                     T2SED_ESTATE);
    t2sed_question_free(question);
    t2sed_trainer_free(trainer);
}
END_TEST

START_TEST(nothing_to_train_on)
{
    t2sed_trainer *trainer = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_trainer_open(&trainer, "/no/such/model", NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_ptr_null(trainer);
    ck_assert_int_eq(t2sed_trainer_open(&trainer, dir, NULL, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_EEMPTY);
    t2sed_trainer_free(trainer);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("torch_train");
    if (!getenv("T2SED_BACKEND"))
        setenv("T2SED_BACKEND", T2S_SHIM_PATH, 1);
    if (!t2s_file_exists(getenv("T2SED_BACKEND"))) {
        puts("1..1\nok 1 - training with the engine # SKIP no shim was built");
        return 0;
    }
    tcase_set_timeout(tests, 600);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, learns_what_can_be_learned);
    tcase_add_test(tests, equal_seeds_give_equal_bits);
    tcase_add_test(tests, resumes_exactly);
    tcase_add_test(tests, resume_refuses_other_runs);
    tcase_add_test(tests, forests_are_grown_after_the_text);
    tcase_add_test(tests, branches_that_are_not_there);
    tcase_add_test(tests, bad_beams_are_refused_or_left_out);
    tcase_add_test(tests, nothing_to_train_on);
    return t2s_test_run("train/torch_train", &tests, 1);
}
