/* Training parsers with the real engine; the shim must be there. */
#include "question/question.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "treebank.h"

static char dir[T2S_TINY_PATH], checkpoint[T2S_TINY_PATH + 32],
    out[T2S_TINY_PATH + 32];

static void set_up(void)
{
    t2s_tiny_directory(dir);
    bank_encoder(dir);
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint", dir);
    snprintf(out, sizeof out, "%s/out", dir);
}

static void tear_down(void)
{
    t2s_tiny_remove(dir);
}

static t2sed_parser_trainer *open_trainer(int epochs, int augment)
{
    t2sed_parser_train_options options;
    t2sed_parser_trainer *trainer = NULL;
    t2sed_error err;
    bank_options(&options);
    options.epochs = epochs;
    options.hidden = 24;
    options.learning_rate = 1e-2;
    options.augment = augment;
    options.dropout = augment ? 0.2 : 0;
    options.checkpoint = checkpoint;
    ck_assert_msg(t2sed_parser_trainer_open(&trainer, dir, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    for (int purpose = T2SED_TRAIN; purpose <= T2SED_DEV; purpose++)
        ck_assert_msg(t2sed_parser_trainer_add(trainer, purpose, bank_text,
                                               sizeof bank_text - 1, NULL,
                                               &err) == T2SED_OK,
                      "%s", err.text);
    return trainer;
}

typedef struct told {
    double first_loss, last_loss, losses[400], uas, las, upos;
    long stop_at, steps;
} told;

static int listen(const t2sed_train_progress *p, void *payload)
{
    told *to = payload;
    if (p->epoch_done) {
        if (p->epoch == 1)
            to->first_loss = p->loss;
        to->last_loss = p->loss;
        to->uas = p->dev_uas;
        to->las = p->dev_las;
        to->upos = p->dev_upos;
        return 0;
    }
    ck_assert_int_lt(p->step, 400);
    to->losses[p->step] = p->loss;
    to->steps = p->step;
    return to->stop_at && p->step == to->stop_at;
}

static void run(t2sed_parser_trainer *trainer, told *to, t2sed_status expected)
{
    t2sed_error err;
    t2sed_status status = t2sed_parser_trainer_run(trainer, listen, to, &err);
    ck_assert_msg(status == expected, "%s: %s", t2sed_status_name(status),
                  status ? err.text : "no error");
}

START_TEST(learns_a_treebank_by_heart)
{
    static const char *const text = "Show singer's name";
    told to = {0};
    t2sed_parser_trainer *trainer = open_trainer(50, 0);
    t2sed_parser *parser = NULL;
    t2sed_parser_options options;
    t2sed_question *question = NULL;
    t2sed_error err;
    run(trainer, &to, T2SED_OK);
    ck_assert_double_lt(to.last_loss, to.first_loss / 4);
    ck_assert_double_gt(to.las, 0.9);
    ck_assert_double_gt(to.upos, 0.9);
    ck_assert_double_ge(to.uas, to.las);
    ck_assert_int_eq(t2sed_parser_trainer_save(trainer, out, T2SED_FP16, &err),
                     T2SED_OK);
    t2sed_parser_trainer_free(trainer);
    /* What was saved is a parser, and reads words as training did. */
    t2sed_parser_options_init(&options, sizeof options);
    options.precision = T2SED_FP32;
    ck_assert_msg(t2sed_parser_open(&parser, out, &options, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_question_new(&question, text, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_question_parse(question, parser, &err), T2SED_OK);
    ck_assert_uint_eq(t2sed_question_word_count(question), 4);
    ck_assert_int_eq(question->words[0].head, T2SED_HEAD_ROOT);
    ck_assert_int_eq(question->words[1].head, 3);
    ck_assert_int_eq(question->words[3].head, 0);
    ck_assert_str_eq(question->words[1].relation, "nmod:poss");
    ck_assert_str_eq(question->words[2].tag, "PART");
    t2sed_question_free(question);
    t2sed_parser_free(parser);
}
END_TEST

START_TEST(resumes_to_the_bit)
{
    told whole = {0}, first = {0}, second = {0};
    t2sed_parser_trainer *trainer = open_trainer(6, 1);
    t2sed_error err;
    run(trainer, &whole, T2SED_OK);
    t2sed_parser_trainer_free(trainer);
    first.stop_at = 14;
    trainer = open_trainer(6, 1);
    run(trainer, &first, T2SED_ECANCELLED);
    t2sed_parser_trainer_free(trainer);
    trainer = open_trainer(6, 1);
    ck_assert_msg(t2sed_parser_trainer_resume(trainer, checkpoint, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    run(trainer, &second, T2SED_OK);
    ck_assert_int_eq(whole.steps, second.steps);
    for (long i = 1; i <= whole.steps; i++)
        ck_assert_double_eq(whole.losses[i],
                            i <= 14 ? first.losses[i] : second.losses[i]);
    ck_assert_double_eq(whole.las, second.las);
    ck_assert_double_eq(whole.last_loss, second.last_loss);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(goes_on_in_the_same_trainer)
{
    told whole = {0}, parts = {0};
    t2sed_parser_trainer *trainer = open_trainer(3, 1);
    run(trainer, &whole, T2SED_OK);
    t2sed_parser_trainer_free(trainer);
    trainer = open_trainer(3, 1);
    parts.stop_at = 5;
    run(trainer, &parts, T2SED_ECANCELLED);
    parts.stop_at = 0;
    run(trainer, &parts, T2SED_OK);
    ck_assert_double_eq(whole.last_loss, parts.last_loss);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

int main(void)
{
    TCase *cases[1];
    if (!getenv("T2SED_BACKEND"))
        setenv("T2SED_BACKEND", T2S_SHIM_PATH, 1);
    if (!t2s_file_exists(getenv("T2SED_BACKEND"))) {
        puts("1..1\nok 1 - training parsers # SKIP no shim was built");
        return 0;
    }
    cases[0] = tcase_create("parsers");
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], learns_a_treebank_by_heart);
    tcase_add_test(cases[0], resumes_to_the_bit);
    tcase_add_test(cases[0], goes_on_in_the_same_trainer);
    return t2s_test_run("train/torch_parser_train", cases, 1);
}
