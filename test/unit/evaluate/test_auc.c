/* The area under the ROC curve, against its definition. */
#include "t2s_test.h"

#include <math.h>

#include "lab/evaluate/items.h"

/* Every pair compared: the definition. */
static double by_pairs(const float *scores, const float *labels,
                       const float *weights, size_t count)
{
    double above = 0, all = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            double w = (double)weights[i] * (double)weights[j];
            if (labels[i] != 1 || labels[j] != 0)
                continue;
            all += w;
            above += scores[i] > scores[j]    ? w
                     : scores[i] == scores[j] ? w / 2
                                              : 0;
        }
    return above / all;
}

START_TEST(auc_is_what_pairs_say)
{
    float scores[200], labels[200], weights[200];
    unsigned state = 7;
    double auc;
    for (int i = 0; i < 200; i++) {
        state = state * 1103515245u + 12345u;
        scores[i] = (float)(state >> 16 & 31); /* many ties */
        labels[i] = (float)(state >> 24 & 1);
        weights[i] = state >> 28 & 1 ? 1.0f : 0.25f;
    }
    ck_assert_int_eq(t2s_auc(&auc, scores, labels, weights, 200, NULL),
                     T2SED_OK);
    ck_assert_double_eq_tol(auc, by_pairs(scores, labels, weights, 200), 1e-12);
}
END_TEST

START_TEST(auc_needs_both_classes)
{
    float scores[2] = {0.1f, 0.9f}, labels[2] = {1, 1};
    double auc = 0;
    t2sed_error err;
    ck_assert_int_eq(t2s_auc(&auc, scores, labels, NULL, 2, NULL), T2SED_OK);
    ck_assert(isnan(auc));
    labels[0] = 0;
    ck_assert_int_eq(t2s_auc(&auc, scores, labels, NULL, 2, NULL), T2SED_OK);
    ck_assert_double_eq(auc, 1);
    scores[1] = NAN;
    ck_assert_int_eq(t2s_auc(&auc, scores, labels, NULL, 2, &err),
                     T2SED_EINVAL);
    ck_assert_double_eq(auc, 1);
}
END_TEST

static t2sed_status one_auc(void *payload)
{
    float scores[2] = {0.1f, 0.9f}, labels[2] = {0, 1};
    double auc;
    (void)payload;
    return t2s_auc(&auc, scores, labels, NULL, 2, NULL);
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(one_auc, NULL);
}
END_TEST

int main(void)
{
    TCase *auc = tcase_create("auc");
    tcase_add_test(auc, auc_is_what_pairs_say);
    tcase_add_test(auc, auc_needs_both_classes);
    tcase_add_test(auc, every_allocation_may_fail);
    return t2s_test_run("evaluate", &auc, 1);
}
