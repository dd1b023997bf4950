/* Beams, softmax, bootstrap; and how every function of metrics.h fails. */
#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed/lab/metrics.h"

/* Four questions: the second's right query comes third, the third's first is
 * not labelled, the fourth has none. */
static const size_t offsets[] = {0, 2, 5, 7, 7};
static const double scores[] = {0.4, 0.6, 0.7, 0.2, 0.9, 0.1, 0.8};
static const int labels[] = {1, 0, 0, -1, 1, -1, 1};

static t2sed_beams four_beams(void)
{
    t2sed_beams beams = {.struct_size = sizeof beams};
    beams.count = 4;
    beams.offsets = offsets;
    beams.scores = scores;
    beams.labels = labels;
    return beams;
}

START_TEST(an_oracle_sees_the_first_n)
{
    t2sed_beams beams = four_beams();
    const double expected[] = {0, 0.25, 0.5, 0.75, 0.75};
    beams.scores = NULL;
    for (size_t n = 0; n < 5; n++) {
        double accuracy = -1;
        ck_assert_int_eq(t2sed_metrics_oracle(&accuracy, &beams, n, NULL), 0);
        ck_assert_double_eq(accuracy, expected[n]);
    }
    beams.count = 0;
    {
        double accuracy = 0;
        ck_assert_int_eq(t2sed_metrics_oracle(&accuracy, &beams, 1, NULL), 0);
        ck_assert(isnan(accuracy));
    }
}
END_TEST

START_TEST(reranking_takes_the_best_score)
{
    t2sed_beams beams = four_beams();
    t2sed_rerank_options options;
    t2sed_rerank_summary sum = {.struct_size = sizeof sum};
    const double thresholds[] = {0.3, 0.8, 0, 0};
    t2sed_rerank_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, &options, NULL), 0);
    ck_assert_uint_eq(sum.beams, 4);
    ck_assert_uint_eq(sum.skipped, 2);
    ck_assert_uint_eq(sum.flagged, 1);
    ck_assert_double_eq(sum.first, 0.25);
    ck_assert_double_eq(sum.reranked, 0.25); /* one is lost, one is won */
    ck_assert_double_eq(sum.detected_reranked, 0);
    ck_assert_double_eq(sum.oracle, 0.5);
    options.thresholds = thresholds;
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, &options, NULL), 0);
    ck_assert_double_eq(sum.detected_reranked, 0.5);
    options.limit = 1;
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, &options, NULL), 0);
    ck_assert_double_eq(sum.reranked, 0.25);
    ck_assert_double_eq(sum.oracle, 0.25);
    beams.count = 0;
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, NULL, NULL), 0);
    ck_assert(isnan(sum.first));
}
END_TEST

START_TEST(equal_scores_keep_the_parsers_order)
{
    const size_t one[] = {0, 3};
    const double tied[] = {0.5, 0.5, 0.5}, none[] = {NAN, NAN, 0.1};
    const int right_first[] = {1, 0, 0}, right_last[] = {0, 0, 1};
    t2sed_beams beams = {.struct_size = sizeof beams};
    t2sed_rerank_summary sum = {.struct_size = sizeof sum};
    beams.count = 1;
    beams.offsets = one;
    beams.scores = tied;
    beams.labels = right_first;
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, NULL, NULL), 0);
    ck_assert_double_eq(sum.reranked, 1);
    ck_assert_uint_eq(sum.flagged, 0); /* 0.5 is not below 0.5 */
    beams.scores = none;
    beams.labels = right_last;
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, NULL, NULL), 0);
    ck_assert_double_eq(sum.reranked, 1);
    ck_assert_double_eq(sum.detected_reranked, 1);
    ck_assert_uint_eq(sum.flagged, 1);
}
END_TEST

START_TEST(a_softmax_counts_equal_candidates_once)
{
    const double raw[] = {log(2.0), log(1.0), log(5.0), NAN, -INFINITY};
    const int same[] = {8, 8, 3, 3, 1};
    double p[5];
    ck_assert_int_eq(t2sed_metrics_softmax(p, raw, same, 5, NULL), T2SED_OK);
    ck_assert_double_eq_tol(p[0], 2 / 7.0, 1e-12);
    ck_assert_double_eq_tol(p[1], 2 / 7.0, 1e-12);
    ck_assert_double_eq_tol(p[2], 5 / 7.0, 1e-12);
    ck_assert(isnan(p[3]));
    ck_assert_double_eq(p[4], 0);
    ck_assert_int_eq(t2sed_metrics_softmax(p, raw, NULL, 3, NULL), T2SED_OK);
    ck_assert_double_eq_tol(p[1], 1 / 8.0, 1e-12);
    ck_assert_int_eq(t2sed_metrics_softmax(p, raw + 4, NULL, 1, NULL), 0);
    ck_assert_double_eq(p[0], 1);
    ck_assert_int_eq(t2sed_metrics_softmax(NULL, NULL, NULL, 0, NULL), 0);
}
END_TEST

static double mean(const size_t *chosen, size_t count, void *payload)
{
    const int *values = payload;
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[chosen[i]];
    return count ? sum / (double)count : NAN;
}

static double nothing(const size_t *chosen, size_t count, void *payload)
{
    (void)chosen, (void)count, (void)payload;
    return NAN;
}

START_TEST(an_interval_holds_what_groups_allow)
{
    int values[200], groups[200];
    t2sed_bootstrap_options options;
    double low = 0, high = 0, low_items, high_items, again;
    for (int i = 0; i < 200; i++) {
        groups[i] = i / 20; /* all of a group are alike */
        values[i] = groups[i] % 2;
    }
    t2sed_bootstrap_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low, &high, groups, 200, mean,
                                             values, &options, NULL),
                     T2SED_OK);
    /* 10 draws of a coin: 95 % lie between 2 and 8. */
    ck_assert_double_eq_tol(low, 0.2, 1e-9);
    ck_assert_double_eq_tol(high, 0.8, 1e-9);
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low, &again, groups, 200, mean,
                                             values, &options, NULL),
                     T2SED_OK);
    ck_assert_double_eq(again, high);
    /* Item by item, the deviation is 0.5 / sqrt(200). */
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low_items, &high_items, NULL, 200,
                                             mean, values, NULL, NULL),
                     T2SED_OK);
    ck_assert_double_eq_tol(high_items - low_items, 2 * 1.96 * 0.0354, 0.02);
    ck_assert_int_eq(t2sed_metrics_bootstrap(&low, &high, groups, 200, nothing,
                                             NULL, NULL, NULL),
                     T2SED_OK);
    ck_assert(isnan(low) && isnan(high));
    ck_assert_int_eq(
        t2sed_metrics_bootstrap(&low, &high, NULL, 0, mean, values, NULL, NULL),
        T2SED_OK);
    ck_assert(isnan(low));
}
END_TEST

START_TEST(wrong_arguments_are_told)
{
    double out = 5, p[2] = {0.5, 1.5};
    int wrong[2] = {1, 2}, good[2] = {1, 0}, one_group[2] = {3, 3};
    const size_t backwards[] = {2, 0};
    t2sed_items items = {.struct_size = sizeof items};
    t2sed_beams beams = four_beams();
    t2sed_detection_options options;
    t2sed_calibration_options bins;
    t2sed_bootstrap_options rounds;
    t2sed_rerank_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *d = NULL;
    t2sed_calibration *c = NULL;
    t2sed_curve *curve = NULL;
    t2sed_error err;
    t2sed_bootstrap_options_init(&rounds, sizeof rounds);
    t2sed_calibration_options_init(&bins, sizeof bins);
    t2sed_detection_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_metrics_auc(&out, NULL, &err), T2SED_EINVAL);
    items.count = 2;
    ck_assert_int_eq(t2sed_metrics_auc(&out, &items, &err), T2SED_EINVAL);
    items.scores = p;
    ck_assert_int_eq(t2sed_metrics_auc(&out, &items, &err), T2SED_EINVAL);
    items.labels = wrong;
    ck_assert_int_eq(t2sed_metrics_auc(&out, &items, &err), T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "label 1 is 2"));
    items.labels = good;
    ck_assert_int_eq(t2sed_metrics_auc(NULL, &items, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_calibration_measure(&c, &items, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "1.5"));
    bins.bins = 0;
    ck_assert_int_eq(t2sed_calibration_measure(&c, &items, &bins, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_curve_measure(&curve, &items, 3, &err),
                     T2SED_EINVAL);
    items.groups = one_group;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "two groups"));
    options.folds = 1;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, &err),
                     T2SED_EINVAL);
    options.folds = 0;
    options.threshold = NAN;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, &err),
                     T2SED_EINVAL);
    options.struct_size = 3;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_detection_sum_up(NULL, d, 0, NULL, &err),
                     T2SED_EINVAL);
    beams.offsets = backwards;
    beams.count = 1;
    ck_assert_int_eq(t2sed_metrics_oracle(&out, &beams, 1, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_metrics_rerank(&sum, &beams, NULL, &err),
                     T2SED_EINVAL);
    p[1] = INFINITY;
    ck_assert_int_eq(t2sed_metrics_softmax(p, p, NULL, 2, &err), T2SED_EINVAL);
    rounds.level = 1;
    ck_assert_int_eq(t2sed_metrics_bootstrap(&out, &out, NULL, 2, nothing, NULL,
                                             &rounds, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_metrics_bootstrap(&out, &out, NULL, 2, NULL, NULL, NULL, &err),
        T2SED_EINVAL);
    ck_assert_double_eq(out, 5);
    ck_assert_ptr_null(d);
    ck_assert_ptr_null(c);
    ck_assert_ptr_null(curve);
    t2sed_detection_free(NULL);
    t2sed_calibration_free(NULL);
    t2sed_curve_free(NULL);
}
END_TEST

/* Everything that allocates, once. */
static t2sed_status everything(void *payload)
{
    const double values[] = {0.1, 0.5, 0.5, 0.9};
    const int truth[] = {0, 1, 0, 1}, groups[] = {1, 1, 2, 2};
    t2sed_items items = {.struct_size = sizeof items};
    t2sed_bootstrap_options rounds;
    t2sed_detection_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *d = NULL;
    t2sed_calibration *c = NULL;
    t2sed_curve *curve = NULL;
    double number, low, high, p[4];
    t2sed_error err;
    t2sed_status status;
    t2sed_bootstrap_options_init(&rounds, sizeof rounds);
    (void)payload;
    items.count = 4;
    items.scores = values;
    items.labels = truth;
    items.groups = groups;
    rounds.rounds = 3;
    status = t2sed_metrics_auc(&number, &items, &err);
    if (status == T2SED_OK)
        status = t2sed_detection_measure(&d, &items, NULL, &err);
    if (status == T2SED_OK)
        status = t2sed_detection_sum_up(&sum, d, 0, NULL, &err);
    if (status == T2SED_OK)
        status = t2sed_calibration_measure(&c, &items, NULL, &err);
    if (status == T2SED_OK)
        status = t2sed_curve_measure(&curve, &items, 1, &err);
    if (status == T2SED_OK)
        status = t2sed_metrics_softmax(p, values, groups, 4, &err);
    if (status == T2SED_OK)
        status = t2sed_metrics_bootstrap(&low, &high, groups, 4, nothing, NULL,
                                         &rounds, &err);
    t2sed_detection_free(d);
    t2sed_calibration_free(c);
    t2sed_curve_free(curve);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(everything, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(everything, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *beams = tcase_create("beams");
    tcase_add_test(beams, an_oracle_sees_the_first_n);
    tcase_add_test(beams, reranking_takes_the_best_score);
    tcase_add_test(beams, equal_scores_keep_the_parsers_order);
    tcase_add_test(beams, a_softmax_counts_equal_candidates_once);
    tcase_add_test(beams, an_interval_holds_what_groups_allow);
    tcase_add_test(beams, wrong_arguments_are_told);
    tcase_add_test(beams, every_allocation_may_fail);
    tcase_add_test(beams, the_host_may_end_it);
    return t2s_test_run("beams", &beams, 1);
}
