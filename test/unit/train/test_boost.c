#include "interrupt_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "lab/train/boost.h"

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
    "leaf_value=0.5 -1e-3 2.25\ninternal_count=10 8\nleaf_count=6 2 2\n"
    "is_linear=0\nshrinkage=1\n"
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
    ck_assert_int_eq(forest.nodes[0].left, 203); /* 8 of 10, 6 of 8 */
    ck_assert_int_eq(forest.nodes[1].left, 191);
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
    {TREE("2", "0", "1", "2", "-1", "-2",
          "1 2\ninternal_count=3\nleaf_count=1 2"),
     T2SED_OK},
    {TREE("2", "0", "1", "2", "-1", "-2",
          "1 2\ninternal_count=3\nleaf_count=1"),
     T2SED_EFORMAT},
    {TREE("2", "0", "1", "2", "-1", "-2",
          "1 2\ninternal_count=3\nleaf_count=4 2"),
     T2SED_EFORMAT},
    {TREE("2", "0", "1", "2", "-1", "-2",
          "1 2\ninternal_count=-3\nleaf_count=-4 2"),
     T2SED_EFORMAT},
    {TREE("40000", "0", "1", "2", "-1", "-2", "1 2"), T2SED_EUNSUPPORTED},
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

START_TEST(no_rows_are_refused)
{
    static const t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    const t2s_boost_rows none = {features, labels, weights, 0};
    t2s_forest forest;
    ck_assert_int_eq(t2s_boost_train(&forest, NULL, &none, NULL, names,
                                     FEATURES, &options, NULL),
                     T2SED_EEMPTY);
}
END_TEST

START_TEST(a_library_that_is_none_is_an_error)
{
    t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    t2s_forest forest;
    t2sed_error err;
    options.lightgbm = "/nowhere/lib.so";
    ck_assert_int_eq(train(&forest, NULL, &options, &err), T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_LIGHTGBM"));
    options.lightgbm = T2S_FAKE_BACKEND_PATH;
    ck_assert_int_eq(train(&forest, NULL, &options, &err), T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "is no LightGBM"));
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

/* The metric is LightGBM's, of its own predictions for the valid rows, missing
 * features among them: our values give the same. */
START_TEST(values_are_lightgbm_s_own)
{
    t2s_boost_options options = small_options();
    t2s_boost_report report;
    t2s_forest forest;
    double loss = 0, all = 0;
    for (int i = 600; i < ROWS; i++) /* ones that training never saw missing */
        features[i * FEATURES + 5] = i % 11 ? features[i * FEATURES + 5] : NAN;
    ck_assert_int_eq(train(&forest, &report, &options, NULL), T2SED_OK);
    for (int i = 600; i < ROWS; i++) {
        const double value = t2s_forest_value(&forest, features + i * FEATURES);
        loss += weights[i] * log1p(exp(labels[i] > 0 ? -value : value));
        all += weights[i];
    }
    ck_assert_double_eq_tol(loss / all, report.metric, 1e-6);
    t2s_forest_free(&forest);
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
    options.by_auc = true;
    ck_assert_int_eq(train(&forest, &best, &options, NULL), T2SED_OK);
    ck_assert_double_gt(best.metric, 0.85);
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
    tcase_add_test(cases[0], no_rows_are_refused);
    tcase_add_test(cases[0], a_library_that_is_none_is_an_error);
    if (*T2S_LIGHTGBM_PATH)
        cases[count++] = with_lightgbm();
    else
        t2s_test_skip("forests are trained", "no LightGBM (make deps-train)");
    return t2s_test_run("train/boost", cases, count);
}
