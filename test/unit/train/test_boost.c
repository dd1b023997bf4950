#include "interrupt_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "lab/train/boost.h"
#include "lab/train/lightgbm.h"

#define FEATURES 6
#define ROWS     800

static const char *const names[FEATURES] = {"a", "b", "c", "d", "e", "f"};

/* --- LightGBM's text, by hand --- */

#define HEAD "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\n"
#define END  "\n\nend of trees\n\nparameters:\n"

static const char model[] = HEAD
    "\nTree=0\nnum_leaves=3\nnum_cat=0\nsplit_feature=1 0\n"
    "threshold=-0.10000000000000001 1.0000000180025095e-35\n"
    "decision_type=8 2\nleft_child=1 -1\nright_child=-2 -3\n"
    "leaf_value=0.5 -1e-3 2.25\nis_linear=0\nshrinkage=1\n"
    "\nTree=1\nnum_leaves=1\nnum_cat=0\nleaf_value=0.125\nis_linear=0\n" END;

START_TEST(text_becomes_a_forest)
{
    t2s_forest forest;
    float row[2] = {0, -1};
    ck_assert_int_eq(t2s_boost_read_model(&forest, model, names, 2, NULL),
                     T2SED_OK);
    ck_assert_int_eq(forest.trees, 2);
    ck_assert_double_eq(t2s_forest_value(&forest, row), 0.625);
    row[1] = nextafterf(-0.1f, 0); /* the least float above -0.1 */
    ck_assert_double_eq_tol(t2s_forest_value(&forest, row), 0.124, 1e-9);
    row[1] = NAN; /* goes right */
    ck_assert_double_eq_tol(t2s_forest_value(&forest, row), 0.124, 1e-9);
    row[1] = -1;
    row[0] = NAN; /* counts as 0, which is at most the threshold */
    ck_assert_double_eq(t2s_forest_value(&forest, row), 0.625);
    row[0] = 1;
    ck_assert_double_eq(t2s_forest_value(&forest, row), 2.375);
    t2s_forest_free(&forest);
}
END_TEST

#define TREE(leaves, feature, threshold, decision, left, right, leaf)          \
    HEAD "\nTree=0\nnum_leaves=" leaves "\nsplit_feature=" feature             \
         "\nthreshold=" threshold "\ndecision_type=" decision                  \
         "\nleft_child=" left "\nright_child=" right "\nleaf_value=" leaf      \
         "\n" END

static const struct {
    const char *text;
    t2sed_status status;
} bad[] = {
    {"", T2SED_EFORMAT},
    {HEAD, T2SED_EFORMAT},
    {"tree\nversion=v4\n" END, T2SED_EUNSUPPORTED},
    {"tree\nnum_tree_per_iteration=3\n" END, T2SED_EUNSUPPORTED},
    {TREE("2", "0", "1", "2", "-1", "-2", "1 2"), T2SED_OK},
    {TREE("2", "2", "1", "2", "-1", "-2", "1 2"), T2SED_EMISMATCH},
    {TREE("2", "-1", "1", "2", "-1", "-2", "1 2"), T2SED_EMISMATCH},
    {TREE("2", "0.5", "1", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2", "0", "x", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2", "0", "nan", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2", "0", "1", "1", "-1", "-2", "1 2"), T2SED_EUNSUPPORTED},
    {TREE("2", "0", "1", "4", "-1", "-2", "1 2"), T2SED_EUNSUPPORTED},
    {TREE("2", "0", "1", "2", "0", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2", "0", "1", "2", "1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2", "0", "1", "2", "-3", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2", "0", "1", "2", "-1", "-2", "1"), T2SED_EFORMAT},
    {TREE("2", "0", "1", "2", "-1", "-2", "1 inf"), T2SED_EFORMAT},
    {TREE("2", "", "1", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("0", "0", "1", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2147483647", "0", "1", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
    {TREE("2000000000", "0", "1", "2", "-1", "-2", "1 2"), T2SED_EFORMAT},
};

START_TEST(bad_text_is_refused)
{
    t2s_forest forest = {0};
    ck_assert_int_eq(
        t2s_boost_read_model(&forest, bad[_i].text, names, 2, NULL),
        bad[_i].status);
    t2s_forest_free(&forest);
}
END_TEST

static t2sed_status read_model(void *payload)
{
    t2s_forest forest;
    t2sed_status status =
        t2s_boost_read_model(&forest, payload, names, 2, NULL);
    if (status == T2SED_OK)
        t2s_forest_free(&forest);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    char text[sizeof model];
    memcpy(text, model, sizeof text);
    t2s_test_every_allocation(read_model, text);
}
END_TEST

/* --- What is refused before LightGBM is asked --- */

static float features[ROWS * FEATURES], labels[ROWS], weights[ROWS];

static t2s_boost_rows rows_from(size_t first, size_t count)
{
    t2s_boost_rows rows = {features + first * FEATURES, labels + first,
                           weights + first, count};
    return rows;
}

static t2sed_status train(t2s_forest *forest, t2s_boost_report *report,
                          const t2s_boost_options *options, t2sed_error *err)
{
    t2s_boost_rows learn = rows_from(0, 600), valid = rows_from(600, 200);
    return t2s_boost_train(forest, report, &learn, &valid, names, FEATURES,
                           options, err);
}

START_TEST(options_are_checked)
{
    static const t2s_boost_options good = T2S_BOOST_OPTIONS_INIT;
    t2s_boost_rows learn = rows_from(0, 600);
    t2s_forest forest;
    t2s_boost_options options[8];
    for (int i = 0; i < 8; i++)
        options[i] = good;
    options[0].trees = 0;
    options[1].leaves = 1;
    options[2].learning_rate = NAN;
    options[3].feature_fraction = 1.5;
    options[4].bagging_fraction = 0;
    options[5].lambda = -1;
    options[6].bins = 1;
    options[7].patience = -1;
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(train(&forest, NULL, &options[i], NULL), T2SED_EINVAL);
    options[0] = good;
    options[0].patience = 3; /* without valid rows */
    ck_assert_int_eq(t2s_boost_train(&forest, NULL, &learn, NULL, names,
                                     FEATURES, &options[0], NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        t2s_boost_train(&forest, NULL, &learn, NULL, names, 0, &good, NULL),
        T2SED_EINVAL);
    learn.count = 0;
    ck_assert_int_eq(t2s_boost_train(&forest, NULL, &learn, NULL, names,
                                     FEATURES, &good, NULL),
                     T2SED_EINVAL);
    labels[7] = 0.5f;
    ck_assert_int_eq(train(&forest, NULL, &good, NULL), T2SED_EINVAL);
    labels[7] = 1;
    weights[3] = -1;
    ck_assert_int_eq(train(&forest, NULL, &good, NULL), T2SED_EINVAL);
    weights[3] = 0;
}
END_TEST

START_TEST(a_library_that_is_none_is_an_error)
{
    const t2s_lightgbm *lightgbm = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2s_lightgbm_load(&lightgbm, "/nowhere/lib.so", &err),
                     T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_LIGHTGBM"));
    ck_assert_int_eq(t2s_lightgbm_load(&lightgbm, T2S_FAKE_BACKEND_PATH, &err),
                     T2SED_ENOBACKEND);
    ck_assert_ptr_null(lightgbm);
}
END_TEST

/* --- With LightGBM --- */

/* Label 1 where a is large or missing, or b and c have one sign; d to f are
 * noise, and f is never missing. */
static void make_rows(void)
{
    t2s_random random = {7};
    for (size_t i = 0; i < ROWS; i++) {
        float *x = features + i * FEATURES;
        double score;
        for (int j = 0; j < FEATURES; j++)
            x[j] = (float)(t2s_random_unit(&random) * 4 - 2);
        for (int j = 0; j < FEATURES - 1; j++)
            if (t2s_random_unit(&random) < 0.2)
                x[j] = NAN;
        score = isnan(x[0]) ? 1 : (double)x[0];
        if (!isnan(x[1]) && !isnan(x[2]))
            score += x[1] * x[2] > 0 ? 1 : -1;
        labels[i] = score + t2s_random_unit(&random) > 0.5;
        weights[i] = i % 3 ? 1 : 0.25f;
    }
}

static t2s_boost_options small_options(void)
{
    t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    options.trees = 60;
    options.leaves = 7;
    options.learning_rate = 0.2;
    options.min_leaf = 5;
    options.seed = 3;
    options.threads = 1;
    options.lightgbm = T2S_LIGHTGBM_PATH;
    return options;
}

/* LightGBM's own predictions with the model that gives `forest`. */
START_TEST(values_are_lightgbm_s_own)
{
    const t2s_lightgbm *l;
    t2s_lightgbm_handle data = NULL, booster = NULL;
    static char text[1 << 20];
    static double predicted[ROWS];
    static const char parameters[] =
        "objective=binary verbosity=-1 num_threads=1 num_leaves=15 "
        "min_data_in_leaf=3 boost_from_average=true";
    int64_t n = 0;
    int finished;
    t2s_forest forest;
    ck_assert_int_eq(t2s_lightgbm_load(&l, T2S_LIGHTGBM_PATH, NULL), T2SED_OK);
    ck_assert_int_eq(l->dataset_from_matrix(features, T2S_LIGHTGBM_FLOAT32,
                                            ROWS, FEATURES, 1, parameters, NULL,
                                            &data),
                     0);
    l->dataset_set_field(data, "label", labels, ROWS, T2S_LIGHTGBM_FLOAT32);
    ck_assert_int_eq(l->booster_create(data, parameters, &booster), 0);
    for (int i = 0; i < 40; i++)
        ck_assert_int_eq(l->booster_update(booster, &finished), 0);
    ck_assert_int_eq(l->booster_save(booster, 0, -1, 0, sizeof text, &n, text),
                     0);
    ck_assert_int_lt(n, sizeof text);
    /* Values that training has not seen, missing ones among them. */
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < FEATURES; j++)
            if ((i + j) % 11 == 0)
                features[i * FEATURES + j] = j % 2 ? NAN : 0;
    ck_assert_int_eq(l->booster_predict(booster, features, T2S_LIGHTGBM_FLOAT32,
                                        ROWS, FEATURES, 1,
                                        T2S_LIGHTGBM_RAW_SCORE, 0, -1, "", &n,
                                        predicted),
                     0);
    ck_assert_int_eq(t2s_boost_read_model(&forest, text, names, FEATURES, NULL),
                     T2SED_OK);
    ck_assert_int_eq(forest.trees, 40);
    for (int i = 0; i < ROWS; i++)
        ck_assert_double_eq_tol(
            t2s_forest_value(&forest, features + i * FEATURES), predicted[i],
            1e-5);
    t2s_forest_free(&forest);
    l->booster_free(booster);
    l->dataset_free(data);
}
END_TEST

static int errors(const t2s_forest *forest, size_t first, size_t count)
{
    int n = 0;
    for (size_t i = first; i < first + count; i++)
        n += (t2s_forest_value(forest, features + i * FEATURES) > 0) !=
             (labels[i] > 0);
    return n;
}

START_TEST(a_forest_learns_and_stops_when_it_should)
{
    t2s_boost_options options = small_options();
    t2s_forest forest;
    t2s_boost_report all, best;
    ck_assert_int_eq(train(&forest, &all, &options, NULL), T2SED_OK);
    ck_assert_int_eq(all.trees, 60);
    ck_assert_int_eq(forest.trees, 60);
    ck_assert_int_lt(errors(&forest, 600, 200), 50);
    t2s_forest_free(&forest);
    options.patience = 10;
    options.trees = 1000;
    ck_assert_int_eq(train(&forest, &best, &options, NULL), T2SED_OK);
    ck_assert_int_lt(best.trees, 900);
    ck_assert_int_eq(forest.trees, best.trees);
    ck_assert_double_le(best.metric, all.metric);
    t2s_forest_free(&forest);
    options.metric = T2S_BOOST_AUC;
    ck_assert_int_eq(train(&forest, &best, &options, NULL), T2SED_OK);
    ck_assert_double_gt(best.metric, 0.85);
    t2s_forest_free(&forest);
}
END_TEST

START_TEST(monotone_features_only_raise_the_value)
{
    static const int8_t monotone[FEATURES] = {1, 0, 0, 0, 0, 0};
    t2s_boost_options options = small_options();
    float row[FEATURES] = {0, 1, 1, NAN, 0, 0};
    double last = -INFINITY;
    t2s_forest forest;
    options.monotone = monotone;
    ck_assert_int_eq(train(&forest, NULL, &options, NULL), T2SED_OK);
    for (row[0] = -2; row[0] < 2; row[0] += 0.01f) {
        double value = t2s_forest_value(&forest, row);
        ck_assert_double_ge(value, last - 1e-6);
        last = value;
    }
    t2s_forest_free(&forest);
}
END_TEST

START_TEST(equal_seeds_give_equal_forests)
{
    t2s_boost_options options = small_options();
    t2s_forest forests[3];
    for (int i = 0; i < 3; i++) {
        options.threads = i == 1 ? 2 : 1;
        options.seed = i == 2 ? 4 : 3;
        ck_assert_int_eq(train(&forests[i], NULL, &options, NULL), T2SED_OK);
    }
    for (int i = 0; i < ROWS; i++)
        ck_assert_double_eq(
            t2s_forest_value(&forests[0], features + i * FEATURES),
            t2s_forest_value(&forests[1], features + i * FEATURES));
    ck_assert_double_ne(t2s_forest_value(&forests[0], features),
                        t2s_forest_value(&forests[2], features));
    for (int i = 0; i < 3; i++)
        t2s_forest_free(&forests[i]);
}
END_TEST

/* LightGBM allocates as it likes; ours may fail around it. */
static t2sed_status train_small(void *payload)
{
    t2s_boost_options options = small_options();
    t2s_forest forest;
    t2sed_status status;
    (void)payload;
    options.trees = 2;
    status = train(&forest, NULL, &options, NULL);
    if (status == T2SED_OK)
        t2s_forest_free(&forest);
    return status;
}

START_TEST(every_allocation_of_training_may_fail)
{
    t2s_test_every_allocation(train_small, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(train_small, NULL, 1);
}
END_TEST

static TCase *with_lightgbm(void)
{
    TCase *tests = tcase_create("with LightGBM");
    tcase_add_checked_fixture(tests, make_rows, NULL);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, values_are_lightgbm_s_own);
    tcase_add_test(tests, a_forest_learns_and_stops_when_it_should);
    tcase_add_test(tests, monotone_features_only_raise_the_value);
    tcase_add_test(tests, equal_seeds_give_equal_forests);
    tcase_add_test(tests, every_allocation_of_training_may_fail);
    tcase_add_test(tests, the_host_may_end_it);
    return tests;
}

int main(void)
{
    TCase *cases[2];
    int count = 1;
    cases[0] = tcase_create("boost");
    tcase_add_test(cases[0], text_becomes_a_forest);
    tcase_add_loop_test(cases[0], bad_text_is_refused, 0,
                        sizeof bad / sizeof bad[0]);
    tcase_add_test(cases[0], every_allocation_may_fail);
    tcase_add_test(cases[0], options_are_checked);
    tcase_add_test(cases[0], a_library_that_is_none_is_an_error);
    if (*T2S_LIGHTGBM_PATH)
        cases[count++] = with_lightgbm();
    else
        t2s_test_skip("forests are trained", "no LightGBM (make deps-train)");
    return t2s_test_run("train/boost", cases, count);
}
