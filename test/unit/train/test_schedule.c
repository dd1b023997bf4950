/* The learning-rate schedule and the options, without an engine. */
#include "t2s_test.h"

#include <string.h>

#include "lab/train/detector.h"

START_TEST(rate_rises_then_falls)
{
    double last = 0;
    int64_t steps = 1000;
    for (int64_t step = 0; step < 99; step++) {
        double rate = t2s_train_rate(3e-5, 0.1, step, steps);
        ck_assert(rate > last);
        last = rate;
    }
    ck_assert_double_eq_tol(t2s_train_rate(3e-5, 0.1, 99, steps), 3e-5, 1e-7);
    last = 1;
    for (int64_t step = 100; step < steps; step++) {
        double rate = t2s_train_rate(3e-5, 0.1, step, steps);
        ck_assert(rate > 0 && rate < last && rate <= 3e-5);
        last = rate;
    }
    ck_assert(last < 1e-7);
}
END_TEST

START_TEST(rate_at_the_edges)
{
    ck_assert_double_eq(t2s_train_rate(1, 0, 0, 1), 0.5);
    ck_assert_double_eq(t2s_train_rate(1, 1, 0, 4), 0.25);
    ck_assert_double_eq(t2s_train_rate(1, 1, 3, 4), 1);
    for (int64_t step = 0; step < 3; step++)
        ck_assert(t2s_train_rate(1, 0, step, 3) > 0);
}
END_TEST

static t2sed_status read_options(t2sed_train_options *copy,
                                 const t2sed_train_options *options,
                                 t2sed_error *err)
{
    return t2s_options_read(copy, options, &t2s_detector_options, err);
}

START_TEST(options_are_checked)
{
    t2sed_train_options options, copy;
    t2sed_error err;
    t2sed_train_options_init(&options, sizeof options);
    options.log = "log";
    options.seed = UINT64_MAX;
    ck_assert_int_eq(read_options(&copy, &options, &err), T2SED_OK);
    ck_assert_str_eq(copy.log, "log");
    ck_assert_ptr_ne(copy.log, options.log);
    ck_assert_int_eq(copy.epochs, 10);
    ck_assert_double_eq(copy.beta2, 0.999);
    ck_assert_uint_eq(copy.seed, UINT64_MAX);
    t2s_options_free(&copy, &t2s_detector_options);
    options.epochs = 0;
    ck_assert_int_eq(read_options(&copy, &options, &err), T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "epochs is 0, expected 1 to"));
    t2sed_train_options_init(&options, sizeof options);
    options.learning_rate = 0.0 / 0.0;
    ck_assert_int_eq(read_options(&copy, &options, &err), T2SED_EINVAL);
    options.struct_size = 8;
    ck_assert_int_eq(read_options(&copy, &options, &err), T2SED_EINVAL);
}
END_TEST

/* A caller with an older header has less room. */
START_TEST(options_are_set_as_far_as_they_go)
{
    t2sed_train_options options;
    const size_t size = offsetof(t2sed_train_options, warmup);
    memset(&options, 0x55, sizeof options);
    t2sed_train_options_init(&options, size);
    ck_assert_uint_eq(options.struct_size, size);
    ck_assert_int_eq(options.batch_beams, 16);
    ck_assert_mem_eq(&options.warmup, "UUUUUUUU", 8);
}
END_TEST

START_TEST(what_makes_a_run_is_hashed_and_told)
{
    const t2s_options *table = &t2s_detector_options;
    t2sed_train_options options;
    uint64_t hash;
    json_t *told;
    t2sed_train_options_init(&options, sizeof options);
    hash = t2s_options_hash(&options, table);
    options.threads = 7;
    options.log = "log";
    ck_assert_uint_eq(t2s_options_hash(&options, table), hash);
    options.seed = 2;
    ck_assert_uint_ne(t2s_options_hash(&options, table), hash);
    told = t2s_options_describe(&options, table);
    ck_assert_int_eq(json_integer_value(json_object_get(told, "threads")), 7);
    ck_assert_int_eq(json_integer_value(json_object_get(told, "seed")), 2);
    ck_assert_double_eq(json_real_value(json_object_get(told, "warmup")), 0.1);
    ck_assert_ptr_null(json_object_get(told, "log"));
    json_decref(told);
}
END_TEST

static t2sed_status copy_options(void *payload)
{
    t2sed_train_options options, copy;
    t2sed_status status;
    (void)payload;
    t2sed_train_options_init(&options, sizeof options);
    options.device = "c";
    options.checkpoint = "a";
    options.log = "b";
    status = read_options(&copy, &options, NULL);
    if (status == T2SED_OK)
        t2s_options_free(&copy, &t2s_detector_options);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(copy_options, NULL);
}
END_TEST

START_TEST(order_is_a_permutation_of_its_own_epoch)
{
    t2sed_trainer trainer = {.started = false};
    uint32_t first[50], seen[50] = {0};
    trainer.options.seed = 5;
    trainer.sets[T2SED_TRAIN].beams.count = 50;
    ck_assert_int_eq(t2s_train_order(&trainer, 3, NULL), T2SED_OK);
    memcpy(first, trainer.order, sizeof first);
    for (int i = 0; i < 50; i++)
        seen[first[i]]++;
    for (int i = 0; i < 50; i++)
        ck_assert_uint_eq(seen[i], 1);
    ck_assert_int_eq(t2s_train_order(&trainer, 4, NULL), T2SED_OK);
    ck_assert(memcmp(first, trainer.order, sizeof first) != 0);
    ck_assert_int_eq(t2s_train_order(&trainer, 3, NULL), T2SED_OK);
    ck_assert(memcmp(first, trainer.order, sizeof first) == 0);
    t2s_free(trainer.order);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("schedule");
    tcase_add_test(tests, rate_rises_then_falls);
    tcase_add_test(tests, rate_at_the_edges);
    tcase_add_test(tests, options_are_checked);
    tcase_add_test(tests, options_are_set_as_far_as_they_go);
    tcase_add_test(tests, what_makes_a_run_is_hashed_and_told);
    tcase_add_test(tests, every_allocation_may_fail);
    tcase_add_test(tests, order_is_a_permutation_of_its_own_epoch);
    return t2s_test_run("train/schedule", &tests, 1);
}
