/* Training, saving, opening and asking sketchers. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt_test.h"
#include "base/file.h"
#include "base/random.h"
#include "base/save.h"
#include "sketch/sketcher.h"
#include "sketch_test.h"
#include "t2sed/lab/sketch_trainer.h"

static char directory[] = "/tmp/t2sed-sketcher-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[4][256];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", directory, name);
    return path[next];
}

/* --- examples --- */

static const struct {
    const char *question, *sql;
} lessons[] = {
    {"How many ships are there?", "SELECT count(*) FROM ship"},
    {"List the names of all ships.", "SELECT name FROM ship"},
    {"Which ship is the longest?",
     "SELECT name FROM ship ORDER BY length DESC LIMIT 1"},
    {"How many ships does each port have?",
     "SELECT port, count(*) FROM ship GROUP BY port"},
    {"Which ships are longer than 30?",
     "SELECT name FROM ship WHERE length > 30"},
};
enum { LESSONS = sizeof lessons / sizeof lessons[0] };

static t2sed_status add(t2sed_sketch_trainer *trainer, const char *db_id,
                        const char *text, const char *query,
                        const t2sed_sketch_options *context)
{
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_question_new(&question, text, NULL);
    if (status == T2SED_OK)
        status = t2sed_sql_parse(&sql, query, NULL);
    if (status == T2SED_OK)
        status = t2sed_sketch_trainer_add(trainer, db_id, question, sql, NULL,
                                          context, 1, NULL);
    t2sed_question_free(question);
    t2sed_sql_free(sql);
    return status;
}

/* Every lesson on databases of both folds. */
static t2sed_status add_all(t2sed_sketch_trainer *trainer)
{
    t2sed_status status = T2SED_OK;
    for (int d = 0; d < 8 && status == T2SED_OK; d++)
        for (size_t i = 0; i < LESSONS && status == T2SED_OK; i++) {
            char name[16];
            snprintf(name, sizeof name, "db%d", d);
            status =
                add(trainer, name, lessons[i].question, lessons[i].sql, NULL);
        }
    return status;
}

static t2sed_sketch_trainer_options small(void)
{
    t2sed_sketch_trainer_options options;
    t2sed_sketch_trainer_options_init(&options, sizeof options);
    options.folds = 2;
    options.min_count = 1;
    options.strength = 30;
    return options;
}

static void train(const char *path, int max_terms)
{
    t2sed_sketch_trainer_options options = small();
    t2sed_sketch_trainer *trainer;
    t2sed_error err;
    options.max_terms = max_terms;
    ck_assert_int_eq(t2sed_sketch_trainer_new(&trainer, &options, &err), 0);
    ck_assert_int_eq(add_all(trainer), T2SED_OK);
    ck_assert_msg(t2sed_sketch_trainer_run(trainer, path, NULL, NULL, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    t2sed_sketch_trainer_free(trainer);
}

static t2sed_sketch *ask(const t2sed_sketcher *sketcher, const char *text,
                         const t2sed_sketch_options *options)
{
    t2sed_question *question;
    t2sed_sketch *sketch = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
    ck_assert_msg(t2sed_sketcher_predict(&sketch, sketcher, question, NULL,
                                         options, &err) == T2SED_OK,
                  "%s", err.text);
    t2sed_question_free(question);
    return sketch;
}

static void expect(const char *path)
{
    t2sed_sketcher *sketcher;
    t2sed_error err;
    ck_assert_msg(t2sed_sketcher_open(&sketcher, path, &err) == T2SED_OK, "%s",
                  err.text);
    for (size_t i = 0; i < LESSONS; i++) {
        t2sed_sketch *sketch = ask(sketcher, lessons[i].question, NULL);
        t2sed_sql *sql;
        float has[T2S_SKETCH_COUNT];
        t2sed_sql_parse(&sql, lessons[i].sql, NULL);
        t2sed_sketch_read(has, sql, NULL, NULL);
        for (size_t h = 0; h < T2S_SKETCH_COUNT; h++)
            ck_assert_msg(
                (has[h] > 0) == (t2s_head(sketch, h).probability > 0.5),
                "%s: %s is %g", lessons[i].question, t2sed_sketch_head_name(h),
                t2s_head(sketch, h).probability);
        t2sed_sketch_free(sketch);
        t2sed_sql_free(sql);
    }
    t2sed_sketcher_free(sketcher);
}

START_TEST(what_was_learned_is_told)
{
    train(path_of("all"), 30000);
    expect(path_of("all"));
    expect(path_of("all/fold-0"));
    expect(path_of("all/fold-1"));
    train(path_of("pruned"), 40);
    expect(path_of("pruned"));
}
END_TEST

static void same_file(const char *a, const char *b)
{
    char *texts[2];
    size_t sizes[2];
    ck_assert_int_eq(t2s_file_read(&texts[0], &sizes[0], a, 1 << 24, NULL), 0);
    ck_assert_int_eq(t2s_file_read(&texts[1], &sizes[1], b, 1 << 24, NULL), 0);
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert(memcmp(texts[0], texts[1], sizes[0]) == 0);
    t2s_free(texts[0]);
    t2s_free(texts[1]);
}

START_TEST(training_repeats)
{
    train(path_of("one"), 100);
    train(path_of("two"), 100);
    same_file(path_of("one/model.safetensors"),
              path_of("two/model.safetensors"));
    same_file(path_of("one/fold-1/config.json"),
              path_of("two/fold-1/config.json"));
}
END_TEST

/* --- context --- */

START_TEST(earlier_turns_are_read)
{
    t2sed_sketch_trainer_options options = small();
    t2sed_sketch_trainer *trainer;
    t2sed_sketcher *sketcher;
    t2sed_conversation *many, *list;
    t2sed_sketch_options after_many;
    t2sed_sketch_options after_list;
    t2sed_sketch *sketch;
    t2sed_sketch_options_init(&after_list, sizeof after_list);
    t2sed_sketch_options_init(&after_many, sizeof after_many);
    t2sed_conversation_new(&many, NULL);
    t2sed_conversation_new(&list, NULL);
    t2sed_conversation_add(many, "How many ships are there?",
                           "SELECT count(*) FROM ship", NULL);
    t2sed_conversation_add(list, "List the ships.", "not a query", NULL);
    after_many.conversation = many;
    after_list.conversation = list;
    t2sed_sketch_trainer_new(&trainer, &options, NULL);
    for (int d = 0; d < 8; d++) {
        char name[16];
        snprintf(name, sizeof name, "db%d", d);
        add(trainer, name, "Only the old ones",
            "SELECT count(*) FROM ship WHERE old = 1", &after_many);
        add(trainer, name, "Only the old ones",
            "SELECT name FROM ship WHERE old = 1", &after_list);
    }
    ck_assert_int_eq(
        t2sed_sketch_trainer_run(trainer, path_of("talk"), NULL, NULL, NULL),
        0);
    ck_assert_int_eq(t2sed_sketcher_open(&sketcher, path_of("talk"), NULL), 0);
    sketch = ask(sketcher, "Only the old ones", &after_many);
    ck_assert_double_gt(t2s_head(sketch, T2S_SKETCH_select_count).probability,
                        0.8);
    t2sed_sketch_free(sketch);
    sketch = ask(sketcher, "Only the old ones", &after_list);
    ck_assert_double_lt(t2s_head(sketch, T2S_SKETCH_select_count).probability,
                        0.2);
    t2sed_sketch_free(sketch);
    t2sed_sketcher_free(sketcher);
    t2sed_sketch_trainer_free(trainer);
    t2sed_conversation_free(many);
    t2sed_conversation_free(list);
}
END_TEST

/* --- what is wrong --- */

START_TEST(bad_arguments_are_told)
{
    t2sed_sketch_trainer_options options = small();
    t2sed_sketch_options how;
    t2sed_sketch_trainer *trainer = NULL;
    t2sed_sketcher *sketcher = NULL;
    t2sed_sketch *sketch = NULL;
    t2sed_question *question;
    t2sed_error err;
    t2sed_sketch_options_init(&how, sizeof how);
    options.folds = 1;
    ck_assert_int_eq(t2sed_sketch_trainer_new(&trainer, &options, &err),
                     T2SED_EINVAL);
    options = small();
    options.struct_size = 3;
    ck_assert_int_eq(t2sed_sketch_trainer_new(&trainer, &options, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sketch_trainer_new(NULL, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sketch_trainer_new(&trainer, NULL, &err), T2SED_OK);
    ck_assert_int_eq(
        t2sed_sketch_trainer_run(trainer, path_of("none"), NULL, NULL, &err),
        T2SED_ESTATE);
    ck_assert_int_eq(t2sed_sketch_trainer_run(trainer, NULL, NULL, NULL, &err),
                     T2SED_EINVAL);
    t2sed_question_new(&question, "Who?", NULL);
    ck_assert_int_eq(t2sed_sketch_trainer_add(trainer, "a", question, NULL,
                                              NULL, NULL, 1, &err),
                     T2SED_EINVAL);
    how.task = "chess";
    train(path_of("ask"), 100);
    t2sed_sketcher_open(&sketcher, path_of("ask"), NULL);
    ck_assert_int_eq(
        t2sed_sketcher_predict(&sketch, sketcher, question, NULL, &how, &err),
        T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "chess"));
    ck_assert_int_eq(
        t2sed_sketcher_predict(&sketch, NULL, question, NULL, NULL, &err),
        T2SED_EINVAL);
    how.task = NULL;
    how.struct_size = 1;
    ck_assert_int_eq(
        t2sed_sketcher_predict(&sketch, sketcher, question, NULL, &how, &err),
        T2SED_EINVAL);
    ck_assert_ptr_null(sketch);
    t2sed_question_free(question);
    t2sed_sketcher_free(sketcher);
    t2sed_sketcher_free(NULL);
    t2sed_sketch_trainer_free(trainer);
    t2sed_sketch_trainer_free(NULL);
}
END_TEST

static int refuse(const t2sed_train_progress *p, void *payload)
{
    ck_assert_int_eq(p->epochs, 3);
    *(int *)payload = p->epoch;
    return p->epoch == 2;
}

START_TEST(training_can_be_ended)
{
    t2sed_sketch_trainer_options options = small();
    t2sed_sketch_trainer *trainer;
    int seen = 0;
    t2sed_sketch_trainer_new(&trainer, &options, NULL);
    add_all(trainer);
    ck_assert_int_eq(
        t2sed_sketch_trainer_run(trainer, path_of("no"), refuse, &seen, NULL),
        T2SED_ECANCELLED);
    ck_assert_int_eq(seen, 2);
    ck_assert(!t2s_directory_exists(path_of("no")));
    t2sed_sketch_trainer_free(trainer);
}
END_TEST

static void write_text(const char *path, const char *text)
{
    ck_assert_int_eq(t2s_save_file(path, text, strlen(text), NULL), 0);
}

/* Opening a copy of a good sketcher whose config has been replaced. */
static t2sed_status open_with(const char *config, t2sed_error *err)
{
    t2sed_sketcher *sketcher = NULL;
    t2sed_status status;
    write_text(path_of("bad/config.json"), config);
    status = t2sed_sketcher_open(&sketcher, path_of("bad"), err);
    ck_assert((status == T2SED_OK) == (sketcher != NULL));
    t2sed_sketcher_free(sketcher);
    return status;
}

START_TEST(bad_directories_are_told)
{
    t2sed_sketcher *sketcher = NULL;
    t2sed_error err;
    char *config;
    size_t n;
    ck_assert_int_eq(t2sed_sketcher_open(NULL, directory, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sketcher_open(&sketcher, path_of("lost"), &err),
                     T2SED_ENOTFOUND);
    train(path_of("bad"), 100);
    ck_assert_int_eq(
        t2s_file_read(&config, &n, path_of("bad/config.json"), 1 << 20, NULL),
        0);
    ck_assert_int_eq(open_with("{", &err), T2SED_EFORMAT);
    ck_assert_int_eq(open_with("{}", &err), T2SED_EFORMAT);
    ck_assert_int_eq(open_with("{\"t2sed_plan\": {\"format\": 9}}", &err),
                     T2SED_EUNSUPPORTED);
    ck_assert_int_eq(open_with("{\"t2sed_plan\": {\"format\": 1, \"heads\": "
                               "[\"where\"], \"thresholds\": [0.5]}}",
                               &err),
                     T2SED_EMISMATCH);
    ck_assert_int_eq(open_with(config, &err), T2SED_OK);
    write_text(path_of("bad/model.safetensors"), "short");
    ck_assert_int_lt(t2sed_sketcher_open(&sketcher, path_of("bad"), &err), 0);
    unlink(path_of("bad/model.safetensors"));
    ck_assert_int_eq(t2sed_sketcher_open(&sketcher, path_of("bad"), &err),
                     T2SED_ENOTFOUND);
    t2s_free(config);
}
END_TEST

static t2sed_status run_all(void *payload)
{
    t2sed_sketch_trainer_options options = small();
    t2sed_sketch_trainer *trainer;
    t2sed_sketcher *sketcher = NULL;
    t2sed_question *question = NULL;
    t2sed_sketch *sketch = NULL;
    t2sed_status status = t2sed_sketch_trainer_new(&trainer, &options, NULL);
    if (status != T2SED_OK)
        return status;
    for (int d = 0; d < 4 && status == T2SED_OK; d++)
        status = add(trainer, d % 2 ? "db0" : payload, lessons[d].question,
                     lessons[d].sql, NULL);
    if (status == T2SED_OK)
        status = t2sed_sketch_trainer_run(trainer, path_of("heap"), NULL, NULL,
                                          NULL);
    t2sed_sketch_trainer_free(trainer);
    if (status == T2SED_OK)
        status = t2sed_sketcher_open(&sketcher, path_of("heap"), NULL);
    if (status == T2SED_OK)
        status = t2sed_question_new(&question, "How many?", NULL);
    if (status == T2SED_OK)
        status = t2sed_sketcher_predict(&sketch, sketcher, question, NULL, NULL,
                                        NULL);
    t2sed_sketch_free(sketch);
    t2sed_question_free(question);
    t2sed_sketcher_free(sketcher);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    char other[16] = "db1"; /* of the other fold than db0 */
    for (int i = 2; t2s_fold(other, 2, 0) == t2s_fold("db0", 2, 0); i++)
        snprintf(other, sizeof other, "db%d", i);
    t2s_test_every_allocation(run_all, other);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    char other[16] = "db1"; /* of the other fold than db0 */
    for (int i = 2; t2s_fold(other, 2, 0) == t2s_fold("db0", 2, 0); i++)
        snprintf(other, sizeof other, "db%d", i);
    t2s_test_every_interrupt(run_all, other, 1);
}
END_TEST

START_TEST(the_shipped_sketcher_opens)
{
    t2sed_sketcher *sketcher;
    t2sed_sketch *sketch;
    t2sed_error err;
    ck_assert_msg(t2sed_sketcher_open(&sketcher, "lib/models/sketch", &err) ==
                      T2SED_OK,
                  "%s", err.text);
    sketch = ask(sketcher, "How many ships does each port have?", NULL);
    ck_assert_int_eq(t2s_head(sketch, T2SED_SKETCH_GROUP_BY).expected, 1);
    ck_assert_int_eq(t2s_head(sketch, T2S_SKETCH_select_count).expected, 1);
    ck_assert_int_eq(t2s_head(sketch, T2SED_SKETCH_UNION).expected, 0);
    t2sed_sketch_free(sketch);
    t2sed_sketcher_free(sketcher);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("sketcher");
    int status;
    if (!mkdtemp(directory))
        return EXIT_FAILURE;
    tcase_set_timeout(all, 120);
    tcase_add_test(all, what_was_learned_is_told);
    tcase_add_test(all, training_repeats);
    tcase_add_test(all, earlier_turns_are_read);
    tcase_add_test(all, bad_arguments_are_told);
    tcase_add_test(all, training_can_be_ended);
    tcase_add_test(all, bad_directories_are_told);
    tcase_add_test(all, every_allocation_may_fail);
    tcase_add_test(all, the_host_may_end_it);
    tcase_add_test(all, the_shipped_sketcher_opens);
    status = t2s_test_run("sketcher", &all, 1);
    {
        char command[64];
        snprintf(command, sizeof command, "rm -rf %s", directory);
        if (system(command) != 0)
            return EXIT_FAILURE;
    }
    return status;
}
