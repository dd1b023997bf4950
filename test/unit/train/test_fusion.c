/* What the logits of text and forest count for. */
#include "t2s_test.h"

#include <math.h>

#include "lab/train/internal.h"

#define COUNT 4000

static float text[COUNT], evidence[COUNT], labels[COUNT], weights[COUNT];

/* Labels drawn with the chance that a sum of both logits gives. */
static void draw(double of_text, double of_evidence, double bias)
{
    t2s_random random = {11};
    for (size_t i = 0; i < COUNT; i++) {
        double chance;
        text[i] = (float)(2 * t2s_random_normal(&random));
        evidence[i] = (float)(2 * t2s_random_normal(&random));
        chance = of_text * (double)text[i] + of_evidence * (double)evidence[i] +
                 bias;
        labels[i] = t2s_random_unit(&random) < 1 / (1 + exp(-chance));
        weights[i] = 1;
    }
}

static t2s_fusion fit(void)
{
    t2s_fusion fusion = {0.5, 1, 0};
    t2s_train_fit_fusion(&fusion, text, evidence, labels, weights, COUNT);
    return fusion;
}

START_TEST(finds_what_drew_the_labels)
{
    t2s_fusion fusion;
    draw(0.3, 0.9, -0.5);
    fusion = fit();
    ck_assert_double_eq_tol(fusion.text, 0.3, 0.1);
    ck_assert_double_eq_tol(fusion.evidence, 0.9, 0.1);
    ck_assert_double_eq_tol(fusion.bias, -0.5, 0.1);
}
END_TEST

START_TEST(no_weight_is_below_0)
{
    t2s_fusion fusion;
    draw(-0.4, 0.9, 0);
    fusion = fit();
    ck_assert_double_eq(fusion.text, 0);
    ck_assert_double_gt(fusion.evidence, 0.5);
    draw(-0.4, -0.9, 0); /* neither is of use: as it was */
    fusion = fit();
    ck_assert_double_eq(fusion.text, 0.5);
    ck_assert_double_eq(fusion.evidence, 1);
    ck_assert_double_eq(fusion.bias, 0);
}
END_TEST

START_TEST(stays_finite_where_logits_part_the_labels)
{
    t2s_fusion fusion;
    draw(0, 1, 0);
    for (size_t i = 0; i < COUNT; i++)
        labels[i] = evidence[i] > 0;
    fusion = fit();
    ck_assert(isfinite(fusion.text) && isfinite(fusion.bias));
    ck_assert(fusion.evidence > 2 && fusion.evidence < 1e3);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("fusion");
    tcase_add_test(tests, finds_what_drew_the_labels);
    tcase_add_test(tests, no_weight_is_below_0);
    tcase_add_test(tests, stays_finite_where_logits_part_the_labels);
    return t2s_test_run("train/fusion", &tests, 1);
}
