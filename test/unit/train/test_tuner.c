/* Tuning a model of two tiny forests to labelled queries. */
#include "t2s_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "lab/train/tuner.h"
#include "model/fusion.h"
#include "tiny_model.h"

#define WIDTH   6
#define QUERIES 240

static const char config[] =
    "{\"t2sed\": {\"format\": 1, \"evidence\": [\"source.schema\", "
    "\"source.execution\", \"decides\", \"spreads\", \"noise\", "
    "\"execution.failed\"], \"calibration\": {\"temperature\": 2}, "
    "\"branch\": \"forest\", \"fusion\": {"
    "\"question\": {\"text\": 0, \"evidence\": 1, \"bias\": 0}, "
    "\"schema\": {\"text\": 0, \"evidence\": 1, \"bias\": 0}, "
    "\"database\": {\"text\": 0, \"evidence\": 0.5, \"bias\": -4}}}}";

static char dir[T2S_TINY_PATH], out[T2S_TINY_PATH + 8];

static void set_up(void)
{
    FILE *file;
    t2s_tiny_directory(dir);
    file = t2s_tiny_file(dir, "config.json");
    fputs(config, file);
    fclose(file);
    t2s_tiny_forest(dir);
    snprintf(out, sizeof out, "%s/tuned", dir);
}

static void tear_down(void)
{
    char command[2 * T2S_TINY_PATH];
    snprintf(command, sizeof command, "rm -r '%s'", dir);
    ck_assert_int_eq(system(command), 0);
}

/* Query i: which features it has. */
static void features_of(float *x, size_t i)
{
    t2s_random random = {i};
    x[0] = 1;
    x[1] = 1;
    x[2] = i % 7 == 0 ? NAN : (float)(t2s_random_unit(&random) < 0.5);
    x[3] = (float)t2s_random_normal(&random);
    x[4] = (float)t2s_random_normal(&random);
    x[5] = i % 40 == 0;
}

static double model_logit(const char *path, const float *x)
{
    t2s_model_files files;
    float logit = 0;
    ck_assert_int_eq(t2s_model_files_open(&files, path, false, NULL), T2SED_OK);
    t2s_fuse(&logit, &files.config, files.forests, x, 1);
    t2s_model_files_close(&files);
    return (double)logit;
}

/* How labels come about. */
enum kind { BY_FEATURE, BY_CHANCE };

static int label_of(const float *x, size_t i, enum kind kind)
{
    t2s_random random = {i + 1000};
    const double chance = kind == BY_CHANCE ? 0.5
                          : x[5] > 0.5F     ? 0
                          : x[2] > 0.5F     ? 0.9
                                            : 0.2 + 0.2 * (x[3] > 0);
    return t2s_random_unit(&random) < chance;
}

static t2sed_status add_query(t2sed_tuner *tuner, size_t i, size_t databases,
                              enum kind kind, t2sed_error *err)
{
    float x[WIDTH];
    char db_id[32], question[32];
    snprintf(db_id, sizeof db_id, "db%zu", i % databases);
    snprintf(question, sizeof question, "question %zu", i / 2);
    features_of(x, i);
    return t2sed_tuner_add(tuner, db_id, question, x, WIDTH,
                           model_logit(dir, x), label_of(x, i, kind), err);
}

static t2sed_tuner *opened(uint64_t seed)
{
    t2sed_tuner *tuner;
    t2sed_error err;
    ck_assert_msg(t2sed_tuner_open(&tuner, dir, seed, &err) == T2SED_OK, "%s",
                  err.text);
    return tuner;
}

static t2sed_tuner *filled(size_t databases, enum kind kind, bool backwards)
{
    t2sed_tuner *tuner = opened(1);
    for (size_t i = 0; i < QUERIES; i++)
        ck_assert_int_eq(add_query(tuner, backwards ? QUERIES - 1 - i : i,
                                   databases, kind, NULL),
                         T2SED_OK);
    return tuner;
}

static t2sed_tuning run(t2sed_tuner *tuner)
{
    t2sed_tuning result = {.struct_size = sizeof result};
    ck_assert_int_eq(t2sed_tuner_run(tuner, &result, NULL), T2SED_OK);
    return result;
}

START_TEST(a_feature_that_decides_is_learned)
{
    t2sed_tuner *tuner = filled(1, BY_FEATURE, false);
    const t2sed_tuning r = run(tuner);
    ck_assert_int_eq(r.better, 1);
    ck_assert_int_eq(r.form, T2SED_TUNING_CORRECTED);
    ck_assert_int_eq(r.by_database, 0);
    ck_assert_uint_eq(r.queries, QUERIES);
    ck_assert_uint_eq(r.questions, QUERIES / 2);
    ck_assert_uint_eq(r.databases, 1);
    ck_assert(r.log_loss.after < r.log_loss.before && r.log_loss.high < 0);
    ck_assert(r.log_loss.low < r.log_loss.high);
    ck_assert(r.auc.after > 0.5 && r.ece.after < r.ece.before);
    t2sed_tuner_free(tuner);
}
END_TEST

START_TEST(what_is_saved_is_what_was_fitted)
{
    t2sed_tuner *tuner = filled(1, BY_FEATURE, false);
    float less[WIDTH] = {1, 0, 1, 2, -1, 0};
    run(tuner);
    ck_assert_int_eq(t2sed_tuner_save(tuner, out, NULL), T2SED_OK);
    for (size_t i = 0; i < QUERIES; i++) {
        const tuner_row *row = &tuner->rows.at[i];
        const float *x = tuner->features.at + row->at * WIDTH;
        const double saved = model_logit(out, x) / 2; /* the temperature */
        if (row->fixed)
            ck_assert_double_le(saved, -3);
        else
            ck_assert_double_eq_tol(
                saved, t2s_tuner_logit(&tuner->fit, tuner, i), 1e-4);
    }
    /* Without a database, nothing changes. */
    ck_assert_double_eq(model_logit(out, less), model_logit(dir, less));
    less[0] = 0;
    ck_assert_double_eq(model_logit(out, less), model_logit(dir, less));
    ck_assert_int_eq(t2sed_tuner_save(tuner, out, NULL), T2SED_EIO);
    t2sed_tuner_free(tuner);
}
END_TEST

/* The forest without databases serves two cases. */
START_TEST(one_case_alone_changes)
{
    for (int schema = 0; schema < 2; schema++) {
        t2sed_tuner *tuner = opened(1);
        float x[WIDTH];
        for (size_t i = 0; i < QUERIES; i++) {
            char question[32];
            snprintf(question, sizeof question, "question %zu", i);
            features_of(x, i);
            x[0] = (float)schema;
            x[1] = 0;
            x[5] = NAN;
            ck_assert_int_eq(t2sed_tuner_add(tuner, NULL, question, x, WIDTH,
                                             model_logit(dir, x),
                                             label_of(x, i, BY_FEATURE), NULL),
                             T2SED_OK);
        }
        ck_assert_int_eq(run(tuner).form, T2SED_TUNING_CORRECTED);
        ck_assert_int_eq(t2sed_tuner_save(tuner, out, NULL), T2SED_OK);
        ck_assert_double_eq_tol(
            model_logit(out, tuner->features.at + tuner->rows.at[3].at * WIDTH),
            2 * t2s_tuner_logit(&tuner->fit, tuner, 3), 1e-4);
        x[0] = (float)!schema;
        ck_assert_double_eq(model_logit(out, x), model_logit(dir, x));
        t2sed_tuner_free(tuner);
        tear_down();
        set_up();
    }
}
END_TEST

START_TEST(chance_is_not_learned)
{
    t2sed_tuner *tuner = opened(1);
    float x[WIDTH];
    for (size_t i = 0; i < QUERIES; i++) {
        char question[32];
        snprintf(question, sizeof question, "question %zu", i);
        features_of(x, i);
        /* A model that says "as likely as not" of what is. */
        ck_assert_int_eq(t2sed_tuner_add(tuner, "db", question, x, WIDTH,
                                         0.1 * (double)x[4],
                                         label_of(x, i, BY_CHANCE), NULL),
                         T2SED_OK);
    }
    ck_assert_int_eq(run(tuner).better, 0);
    t2sed_tuner_free(tuner);
}
END_TEST

START_TEST(databases_are_held_out_whole)
{
    t2sed_tuner *tuner = filled(12, BY_FEATURE, false);
    const tuner_row *rows = tuner->rows.at;
    ck_assert_int_eq(run(tuner).by_database, 1);
    for (size_t i = 1; i < QUERIES; i++)
        if (rows[i].database == rows[i - 1].database)
            ck_assert_int_eq(rows[i].fold, rows[i - 1].fold);
    t2sed_tuner_free(tuner);
}
END_TEST

START_TEST(equal_queries_give_equal_results)
{
    t2sed_tuner *one = filled(3, BY_FEATURE, false);
    t2sed_tuner *two = filled(3, BY_FEATURE, true);
    const t2sed_tuning a = run(one), b = run(two), again = run(one);
    ck_assert_double_eq(a.log_loss.low, b.log_loss.low);
    ck_assert_double_eq(a.shift, b.shift);
    ck_assert_double_eq(a.auc.high, again.auc.high);
    ck_assert_mem_eq(one->fit.weights, two->fit.weights,
                     WIDTH * sizeof *one->fit.weights);
    t2sed_tuner_free(one);
    t2sed_tuner_free(two);
}
END_TEST

START_TEST(too_little_is_said)
{
    t2sed_tuner *tuner = opened(1);
    t2sed_tuning result = {.struct_size = sizeof result};
    t2sed_error err;
    float x[WIDTH] = {1, 1, 0, 0, 0, 0};
    ck_assert_int_eq(t2sed_tuner_save(tuner, out, &err), T2SED_ESTATE);
    for (size_t i = 0; i < 10; i++)
        add_query(tuner, i, 1, BY_FEATURE, NULL);
    ck_assert_int_eq(t2sed_tuner_run(tuner, &result, &err), T2SED_EEMPTY);
    ck_assert_ptr_nonnull(strstr(err.text, "10 labelled queries"));
    for (size_t i = 0; i < 90; i++)
        t2sed_tuner_add(tuner, NULL, "one question", x, WIDTH, 1, i % 2, NULL);
    ck_assert_int_eq(t2sed_tuner_run(tuner, &result, &err), T2SED_EEMPTY);
    ck_assert_ptr_nonnull(strstr(err.text, "6 questions"));
    t2sed_tuner_free(tuner);
    tuner = opened(1);
    for (size_t i = 0; i < 90; i++)
        t2sed_tuner_add(tuner, NULL, "q", x, WIDTH, 1, 1, NULL);
    ck_assert_int_eq(t2sed_tuner_run(tuner, &result, &err), T2SED_EEMPTY);
    ck_assert_ptr_nonnull(strstr(err.text, "90 right and 0 wrong"));
    t2sed_tuner_free(tuner);
}
END_TEST

START_TEST(wrong_arguments_are_said)
{
    t2sed_tuner *tuner = opened(1);
    float x[WIDTH] = {1, 1, 0, 0, 0, 0};
    ck_assert_int_eq(t2sed_tuner_add(tuner, NULL, "q", x, 3, 1, 1, NULL),
                     T2SED_EMISMATCH);
    ck_assert_int_eq(t2sed_tuner_add(tuner, NULL, "q", x, WIDTH, 1, 2, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_tuner_add(tuner, NULL, "q", x, WIDTH, (double)NAN, 1, NULL),
        T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tuner_add(tuner, NULL, "q", x, WIDTH, 1, 1, NULL),
                     T2SED_OK);
    x[1] = 0;
    ck_assert_int_eq(t2sed_tuner_add(tuner, NULL, "q", x, WIDTH, 1, 1, NULL),
                     T2SED_EMISMATCH);
    t2sed_tuner_free(tuner);
    ck_assert_int_eq(t2sed_tuner_open(&tuner, "/nowhere", 1, NULL),
                     T2SED_ENOTFOUND);
}
END_TEST

/* An infinite or constant feature, or one that is never known, has no say. */
START_TEST(odd_numbers_do_no_harm)
{
    t2sed_tuner *tuner = opened(1);
    for (size_t i = 0; i < QUERIES; i++) {
        float x[WIDTH];
        char question[32];
        snprintf(question, sizeof question, "question %zu", i);
        features_of(x, i);
        x[3] = i % 3 ? -HUGE_VALF : HUGE_VALF;
        x[4] = NAN;
        ck_assert_int_eq(t2sed_tuner_add(tuner, "db", question, x, WIDTH,
                                         i % 5 ? 2 : -2,
                                         label_of(x, i, BY_FEATURE), NULL),
                         T2SED_OK);
    }
    ck_assert(isfinite(run(tuner).log_loss.after));
    ck_assert_int_eq(t2sed_tuner_save(tuner, out, NULL), T2SED_OK);
    t2sed_tuner_free(tuner);
}
END_TEST

static t2sed_status open_and_add(void *payload)
{
    t2sed_tuner *tuner;
    float x[WIDTH] = {1, 1, 0, 0, 0, 0};
    t2sed_status status = t2sed_tuner_open(&tuner, dir, 1, NULL);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    for (int i = 0; i < 20 && status == T2SED_OK; i++)
        status = t2sed_tuner_add(tuner, "db", "q", x, WIDTH, 1, 1, NULL);
    t2sed_tuner_free(tuner);
    return status;
}

static t2sed_status save(void *payload)
{
    char command[3 * T2S_TINY_PATH];
    t2sed_status status = t2sed_tuner_save(payload, out, NULL);
    snprintf(command, sizeof command, "rm -rf '%s' '%s.part'", out, out);
    ck_assert_int_eq(system(command), 0);
    return status;
}

/* A run makes thousands of allocations, most of them of one kind. */
START_TEST(memory_that_is_short_is_said)
{
    t2sed_tuner *tuner = filled(1, BY_FEATURE, false);
    t2sed_tuning result = {.struct_size = sizeof result};
    t2sed_status status = T2SED_ENOMEM;
    run(tuner);
    t2s_test_every_allocation(open_and_add, NULL);
    t2s_test_every_allocation(save, tuner);
    for (long n = 1; status != T2SED_OK; n += 1 + n / 2) {
        t2s_test_heap heap = {n, 0, 0};
        t2s_test_use_heap(&heap);
        status = t2sed_tuner_run(tuner, &result, NULL);
        t2s_test_use_heap(NULL);
        if (heap.asked >= n)
            ck_assert_int_eq(status, T2SED_ENOMEM);
    }
    t2sed_tuner_free(tuner);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_feature_that_decides_is_learned,
        what_is_saved_is_what_was_fitted,
        one_case_alone_changes,
        chance_is_not_learned,
        databases_are_held_out_whole,
        equal_queries_give_equal_results,
        too_little_is_said,
        wrong_arguments_are_said,
        odd_numbers_do_no_harm,
        memory_that_is_short_is_said,
    };
    TCase *tc = tcase_create("tuner");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tcase_add_test(tc, tests[i]);
    tcase_set_timeout(tc, 120);
    return t2s_test_run("train/tuner", &tc, 1);
}
