/* Scoring and training on a CUDA device, against the CPU; skipped, with the
 * reason, where there is none. `make test-cuda` runs this alone. */
#include "score_test.h"
#include "t2s_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/lab/trainer.h"
#include "tiny_model.h"

#define COUNT 30

static char dir[T2S_TINY_PATH], texts[COUNT][96];
static const char *queries[COUNT];
static t2sed_error skip_reason;

static void make_model(bool roberta)
{
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, roberta, NULL);
    for (int i = 0; i < COUNT; i++) {
        snprintf(texts[i], sizeof texts[i], "SELECT %.*s FROM t%d%s",
                 1 + i * 7 % 12, "abcdefghijklmnop", i,
                 i % 3 ? " WHERE a > 1" : "");
        queries[i] = texts[i];
    }
}

static void probabilities(double out[COUNT], const char *device, int precision)
{
    t2sed_model_options options;
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_question *question;
    t2sed_scores *scores;
    t2sed_error err;
    t2sed_model_options_init(&options, sizeof options);
    options.device = device;
    options.precision = precision;
    ck_assert_msg(t2sed_model_open(&model, dir, &options, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, "How many?", &err),
                     T2SED_OK);
    ck_assert_msg(t2s_test_score(&scores, scorer, question, queries, NULL,
                                 COUNT, NULL, &err) == T2SED_OK,
                  "%s", err.text);
    for (size_t i = 0; i < COUNT; i++)
        out[i] = t2sed_scores_probability(scores, i);
    t2sed_scores_free(scores);
    t2sed_question_free(question);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
}

static double largest_difference(const double *a, const double *b)
{
    double largest = 0;
    for (size_t i = 0; i < COUNT; i++)
        if (!(fabs(a[i] - b[i]) <= largest))
            largest = fabs(a[i] - b[i]);
    return largest;
}

START_TEST(scores_as_on_the_cpu)
{
    double cpu[COUNT], cuda[COUNT];
    make_model(_i % 2);
    probabilities(cpu, "cpu", T2SED_FP32);
    probabilities(cuda, "cuda", T2SED_FP32);
    ck_assert_double_le(largest_difference(cpu, cuda), 1e-4);
    probabilities(cuda, "cuda:0", T2SED_FP16);
    ck_assert_double_le(largest_difference(cpu, cuda), 0.02);
    probabilities(cuda, "cuda", T2SED_BF16);
    ck_assert_double_le(largest_difference(cpu, cuda), 0.02);
    t2s_tiny_remove(dir);
}
END_TEST

static int keep_losses(const t2sed_train_progress *progress, void *payload)
{
    double *losses = payload; /* the first epoch's, the last one's */
    if (progress->epoch_done)
        losses[progress->epoch == 1 ? 0 : 1] = progress->loss;
    return 0;
}

START_TEST(trains)
{
    t2sed_train_options options;
    t2sed_trainer *trainer;
    double losses[2] = {0, 0};
    t2sed_error err;
    make_model(false);
    t2sed_train_options_init(&options, sizeof options);
    options.device = "cuda";
    options.epochs = 12;
    options.batch_beams = 4;
    options.learning_rate = 3e-3;
    ck_assert_msg(t2sed_trainer_open(&trainer, dir, &options, &err) == T2SED_OK,
                  "%s", err.text);
    for (int i = 0; i < COUNT; i++) {
        const int label = i % 3 ? 1 : 0; /* has a WHERE, or not */
        t2sed_question *question;
        ck_assert_int_eq(t2sed_question_new(&question, "how many", &err),
                         T2SED_OK);
        ck_assert_int_eq(t2sed_trainer_add(trainer, T2SED_TRAIN, question,
                                           &queries[i], &label, 1, 1, NULL,
                                           NULL, &err),
                         T2SED_OK);
        t2sed_question_free(question);
    }
    ck_assert_msg(t2sed_trainer_run(trainer, keep_losses, losses, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(losses[1] < losses[0] / 2, "loss %g to %g", losses[0],
                  losses[1]);
    t2sed_trainer_free(trainer);
    t2s_tiny_remove(dir);
}
END_TEST

/* Whether a model opens on "cuda"; if not, skip_reason says why. */
static bool has_cuda(void)
{
    t2sed_model_options options;
    t2sed_model *model = NULL;
    t2sed_status status;
    t2sed_model_options_init(&options, sizeof options);
    options.device = "cuda";
    make_model(false);
    status = t2sed_model_open(&model, dir, &options, &skip_reason);
    t2sed_model_free(model);
    t2s_tiny_remove(dir);
    return status == T2SED_OK;
}

int main(void)
{
    TCase *tests = tcase_create("cuda");
    if (!getenv("T2SED_BACKEND"))
        setenv("T2SED_BACKEND", T2S_SHIM_PATH, 1);
    if (!t2s_file_exists(getenv("T2SED_BACKEND"))) {
        puts("1..1\nok 1 - CUDA # SKIP no shim was built");
        return 0;
    }
    if (!has_cuda()) {
        if (skip_reason.code != T2SED_ENODEVICE)
            printf("1..1\nnot ok 1 - no CUDA, but %s\n", skip_reason.text);
        else
            printf("1..1\nok 1 - CUDA # SKIP %s\n", skip_reason.text);
        return skip_reason.code != T2SED_ENODEVICE;
    }
    /* CUDA can't be used in a forked child once the parent has used it. */
    setenv("CK_FORK", "no", 1);
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, scores_as_on_the_cpu, 0, 2);
    tcase_add_test(tests, trains);
    return t2s_test_run("cuda", &tests, 1);
}
