/* Logistic regression, on what it is for: the logits of text and forest. */
#include "t2s_test.h"

#include <math.h>

#include "base/random.h"
#include "lab/train/logistic.h"

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

typedef struct fusion {
    double text, evidence, bias;
} fusion;

static t2s_logistic_row row(const void *data, size_t i)
{
    (void)data;
    return (t2s_logistic_row){{(double)text[i], (double)evidence[i], 1},
                              (double)labels[i],
                              (double)weights[i]};
}

static fusion fit(void)
{
    const t2s_logistic problem = {.unknowns = 3,
                                  .count = COUNT,
                                  .row = row,
                                  .penalty = 1,
                                  .tolerance = 1e-10,
                                  .at_least_0 = 2};
    double at[] = {0.5, 1, 0};
    t2s_logistic_fit(at, &problem);
    return (fusion){at[0], at[1], at[2]};
}

START_TEST(finds_what_drew_the_labels)
{
    fusion made;
    draw(0.3, 0.9, -0.5);
    made = fit();
    ck_assert_double_eq_tol(made.text, 0.3, 0.1);
    ck_assert_double_eq_tol(made.evidence, 0.9, 0.1);
    ck_assert_double_eq_tol(made.bias, -0.5, 0.1);
}
END_TEST

START_TEST(no_weight_is_below_0)
{
    fusion made;
    draw(-0.4, 0.9, 0);
    made = fit();
    ck_assert_double_eq(made.text, 0);
    ck_assert_double_gt(made.evidence, 0.5);
    draw(-0.4, -0.9, 0); /* neither is of use */
    made = fit();
    ck_assert_double_eq(made.text, 0);
    ck_assert_double_eq(made.evidence, 0);
}
END_TEST

START_TEST(stays_finite_where_logits_part_the_labels)
{
    fusion made;
    draw(0, 1, 0);
    for (size_t i = 0; i < COUNT; i++)
        labels[i] = evidence[i] > 0;
    made = fit();
    ck_assert(isfinite(made.text) && isfinite(made.bias));
    ck_assert(made.evidence > 2 && made.evidence < 1e3);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("logistic");
    tcase_add_test(tests, finds_what_drew_the_labels);
    tcase_add_test(tests, no_weight_is_below_0);
    tcase_add_test(tests, stays_finite_where_logits_part_the_labels);
    return t2s_test_run("train/logistic", &tests, 1);
}
