/* What the branches' logits count for. */
#include "t2s_test.h"

#include <math.h>

#include "train/internal.h"

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

static train_fusion fit(void)
{
    train_fusion fusion = {{0.5, 1}, 0, NAN};
    t2s_train_fit_fusion(&fusion, text, evidence, labels, weights, COUNT);
    return fusion;
}

START_TEST(finds_what_drew_the_labels)
{
    train_fusion fusion;
    draw(0.3, 0.9, -0.5);
    fusion = fit();
    ck_assert_double_eq_tol(fusion.weights[0], 0.3, 0.1);
    ck_assert_double_eq_tol(fusion.weights[1], 0.9, 0.1);
    ck_assert_double_eq_tol(fusion.bias, -0.5, 0.1);
}
END_TEST

START_TEST(no_weight_is_below_0)
{
    train_fusion fusion;
    draw(-0.4, 0.9, 0);
    fusion = fit();
    ck_assert_double_eq(fusion.weights[0], 0);
    ck_assert_double_gt(fusion.weights[1], 0.5);
    draw(-0.4, -0.9, 0); /* neither is of use: as it was */
    fusion = fit();
    ck_assert_double_eq(fusion.weights[0], 0.5);
    ck_assert_double_eq(fusion.weights[1], 1);
    ck_assert_double_eq(fusion.bias, 0);
}
END_TEST

START_TEST(stays_finite_where_logits_part_the_labels)
{
    train_fusion fusion;
    draw(0, 1, 0);
    for (size_t i = 0; i < COUNT; i++)
        labels[i] = evidence[i] > 0;
    fusion = fit();
    ck_assert(isfinite(fusion.weights[0]) && isfinite(fusion.bias));
    ck_assert(fusion.weights[1] > 2 && fusion.weights[1] < 1e3);
}
END_TEST

START_TEST(evidence_is_hidden_in_its_groups)
{
    static const char *names[] = {"execution.rows", "value.found",
                                  "source.execution", "source.values",
                                  "shape.joins"};
    t2sed_trainer trainer = {.options = {.seed = 1}};
    int execution = 0, values = 0, changed = 0;
    trainer.files.config.evidence = (t2s_names){names, 5};
    for (uint32_t i = 0; i < COUNT; i++) {
        float here[5] = {1, 1, 1, 1, 1}, next[5] = {1, 1, 1, 1, 1};
        trainer.at.epoch = 0;
        t2s_train_hide_evidence(&trainer, i, here);
        trainer.at.epoch = 1;
        t2s_train_hide_evidence(&trainer, i, next);
        ck_assert(isnan(here[0]) == (here[2] == 0));
        ck_assert(isnan(here[1]) == (here[3] == 0));
        ck_assert(here[4] == 1);
        execution += isnan(here[0]) != 0;
        values += isnan(here[1]) != 0;
        changed += !isnan(here[0]) != !isnan(next[0]);
    }
    ck_assert_double_eq_tol((double)execution / COUNT, 0.3, 0.03);
    ck_assert_double_eq_tol((double)values / COUNT, 0.15, 0.03);
    ck_assert_double_eq_tol((double)changed / COUNT, 2 * 0.3 * 0.7, 0.04);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("fusion");
    tcase_add_test(tests, finds_what_drew_the_labels);
    tcase_add_test(tests, no_weight_is_below_0);
    tcase_add_test(tests, stays_finite_where_logits_part_the_labels);
    tcase_add_test(tests, evidence_is_hidden_in_its_groups);
    return t2s_test_run("train/fusion", &tests, 1);
}
