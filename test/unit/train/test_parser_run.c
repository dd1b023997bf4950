/* Runs of the parser's trainer: rates, checkpoints, what is saved. */
#include "interrupt_test.h"
#include "parser_trainer_test.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"

/* What a run tells. */
typedef struct told {
    double losses[200], rates[200], las, uas;
    long stop_at;
    int epochs;
} told;

static int listen(const t2sed_train_progress *p, void *payload)
{
    told *to = payload;
    if (p->epoch_done) {
        to->epochs++;
        to->las = p->dev_las;
        to->uas = p->dev_uas;
        return 0;
    }
    ck_assert_int_lt(p->step, 200);
    to->losses[p->step] = p->loss;
    to->rates[p->step] = p->learning_rate;
    return to->stop_at && p->step == to->stop_at;
}

static void read_saved(char **text, size_t *length, const char *name)
{
    char path[T2S_TINY_PATH + 64];
    t2sed_error err;
    snprintf(path, sizeof path, "%s/%s", out, name);
    ck_assert_msg(t2s_file_read(text, length, path, 1 << 20, &err) == T2SED_OK,
                  "%s", err.text);
}

START_TEST(goes_on_where_it_was_stopped)
{
    told whole = {0}, first = {0}, second = {0};
    t2sed_parser_trainer *trainer = open_with_bank(5);
    t2sed_error err;
    char *texts[2];
    size_t lengths[2];
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, listen, &whole, &err),
                     T2SED_OK);
    ck_assert_int_eq(whole.epochs, 5);
    ck_assert_int_eq(t2sed_parser_trainer_save(trainer, out, T2SED_FP32, &err),
                     T2SED_OK);
    read_saved(&texts[0], &lengths[0], "model.safetensors");
    t2sed_parser_trainer_free(trainer);
    trainer = open_with_bank(5);
    first.stop_at = 8;
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, listen, &first, &err),
                     T2SED_ECANCELLED);
    t2sed_parser_trainer_free(trainer);
    trainer = open_with_bank(5);
    ck_assert_msg(t2sed_parser_trainer_resume(trainer, checkpoint, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, listen, &second, &err),
                     T2SED_OK);
    ck_assert_int_eq(first.epochs + second.epochs, 5);
    ck_assert_double_gt(second.losses[9], 0);
    for (int i = 9; i < 200; i++) {
        ck_assert_double_eq(whole.losses[i], second.losses[i]);
        ck_assert_double_eq(whole.rates[i], second.rates[i]);
    }
    ck_assert_int_eq(t2sed_parser_trainer_save(trainer, out, T2SED_FP32, &err),
                     T2SED_OK);
    read_saved(&texts[1], &lengths[1], "model.safetensors");
    ck_assert_uint_eq(lengths[0], lengths[1]);
    ck_assert_mem_eq(texts[0], texts[1], lengths[0]);
    t2s_free(texts[0]);
    t2s_free(texts[1]);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(refuses_another_runs_checkpoint)
{
    told to = {.stop_at = 3};
    t2sed_parser_trainer *trainer = open_with_bank(2);
    t2sed_error err;
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, listen, &to, &err),
                     T2SED_ECANCELLED);
    t2sed_parser_trainer_free(trainer);
    trainer = open_with_bank(3); /* more epochs: another rate */
    ck_assert_int_eq(t2sed_parser_trainer_resume(trainer, checkpoint, &err),
                     T2SED_EMISMATCH);
    t2sed_parser_trainer_free(trainer);
    trainer = open_with_bank(2);
    add(trainer, T2SED_TRAIN, bank_dev_text);
    ck_assert_int_eq(t2sed_parser_trainer_resume(trainer, checkpoint, &err),
                     T2SED_EMISMATCH);
    t2sed_parser_trainer_free(trainer);
    trainer = open_with_bank(2);
    snprintf(checkpoint, sizeof checkpoint, "%s/model.safetensors", dir);
    ck_assert_int_eq(t2sed_parser_trainer_resume(trainer, checkpoint, &err),
                     T2SED_EFORMAT);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(rises_and_falls_the_rate)
{
    told to = {0};
    t2sed_parser_trainer *trainer = open_with_bank(20);
    t2sed_error err;
    trainer->options.augment = 0;
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, listen, &to, &err),
                     T2SED_OK);
    ck_assert_double_lt(to.rates[1], to.rates[2]);
    ck_assert_double_eq_tol(to.rates[6], 2e-3, 1e-12);
    ck_assert_double_eq_tol(to.rates[20], 2e-3, 1e-12);
    ck_assert_double_lt(to.rates[80], 1.2e-3);
    for (int i = 40; i < 199 && to.rates[i + 1] > 0; i++)
        ck_assert_double_lt(to.rates[i + 1], to.rates[i]);
    /* Of "How many singers oh" the engine says that all hang on the first. */
    ck_assert_double_eq_tol(to.uas, 0, 1e-12);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(saves_a_directory_and_a_log)
{
    t2sed_parser_trainer *trainer = open_with_bank(2);
    char *text;
    size_t length;
    json_t *json = NULL, *ours;
    t2sed_error err;
    FILE *log;
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_parser_trainer_save(trainer, out, T2SED_FP16, &err),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_parser_trainer_save(trainer, out, 99, &err),
                     T2SED_EINVAL);
    read_saved(&text, &length, "words.txt");
    ck_assert(strncmp(text, "singers\nfrom\n", 13) == 0);
    t2s_free(text);
    read_saved(&text, &length, "config.json");
    ck_assert_int_eq(t2s_json_parse(&json, text, length, "config", &err),
                     T2SED_OK);
    ours = json_object_get(json, "t2sed_parser");
    ck_assert_int_eq(json_integer_value(json_object_get(ours, "format")), 1);
    ck_assert_uint_eq(json_array_size(json_object_get(ours, "tags")), 12);
    ck_assert_str_eq(json_string_value(
                         json_array_get(json_object_get(ours, "relations"), 0)),
                     "advmod");
    json_decref(json);
    t2s_free(text);
    log = fopen(log_path, "r");
    ck_assert_ptr_nonnull(log);
    for (int i = 0; i < 3; i++) {
        char line[2000];
        ck_assert_ptr_nonnull(fgets(line, sizeof line, log));
        ck_assert_int_eq(t2s_json_parse(&json, line, strlen(line), "log", &err),
                         T2SED_OK);
        ck_assert_str_eq(json_string_value(json_object_get(json, "event")),
                         i ? "epoch" : "run");
        json_decref(json);
    }
    fclose(log);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(tells_what_the_engine_failed_with)
{
    t2sed_parser_trainer *trainer = open_with_bank(1);
    t2sed_error err;
    setenv("T2S_FAKE_BACKEND", "fail", 1);
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_EBACKEND);
    unsetenv("T2S_FAKE_BACKEND");
    t2sed_parser_trainer_free(trainer);
}
END_TEST

/* All of a trainer's life; files are gone before the next try. */
static t2sed_status live(void *payload)
{
    t2sed_parser_train_options options;
    t2sed_parser_trainer *trainer = NULL;
    t2sed_status status;
    (void)payload;
    bank_options(&options);
    options.epochs = 1;
    options.backend = T2S_FAKE_BACKEND_PATH;
    options.checkpoint = checkpoint;
    status = t2sed_parser_trainer_open(&trainer, dir, &options, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_add(trainer, T2SED_TRAIN, bank_text,
                                          sizeof bank_text - 1, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_add(trainer, T2SED_DEV, bank_dev_text,
                                          sizeof bank_dev_text - 1, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_run(trainer, NULL, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_save(trainer, out, T2SED_FP16, NULL);
    t2sed_parser_trainer_free(trainer);
    trainer = NULL;
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_open(&trainer, dir, &options, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_add(trainer, T2SED_TRAIN, bank_text,
                                          sizeof bank_text - 1, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_add(trainer, T2SED_DEV, bank_dev_text,
                                          sizeof bank_dev_text - 1, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_resume(trainer, checkpoint, NULL);
    t2sed_parser_trainer_free(trainer);
    return status;
}

START_TEST(survives_every_failed_allocation)
{
    ck_assert_int_eq(live(NULL), T2SED_OK); /* the backend stays loaded */
    t2s_test_every_allocation(live, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    ck_assert_int_eq(live(NULL), T2SED_OK); /* the backend stays loaded */
    t2s_test_every_interrupt(live, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("training");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, goes_on_where_it_was_stopped);
    tcase_add_test(tests, refuses_another_runs_checkpoint);
    tcase_add_test(tests, rises_and_falls_the_rate);
    tcase_add_test(tests, saves_a_directory_and_a_log);
    tcase_add_test(tests, tells_what_the_engine_failed_with);
    tcase_add_test(tests, survives_every_failed_allocation);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("parser run", &tests, 1);
}
