/* Detection, calibration, curves and beams, against cases worked out by hand
 * and against what must hold whatever the numbers. */
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed/lab/metrics.h"

/* Numbers that look random and are the same everywhere. */
static unsigned next(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 16 & 0x7fff;
}

enum { MANY = 300 };

typedef struct sample {
    double scores[MANY];
    int labels[MANY], groups[MANY];
    t2sed_items items;
} sample;

/* Scores with many ties, some missing; labels that go with them. */
static void fill(sample *s, unsigned seed)
{
    t2sed_items items = {.struct_size = sizeof items};
    for (int i = 0; i < MANY; i++) {
        s->scores[i] = next(&seed) % 20 / 19.0;
        s->labels[i] = next(&seed) % 100 < 20 + 60 * s->scores[i];
        s->groups[i] = (int)(next(&seed) % 13) - 4;
        if (next(&seed) % 17 == 0)
            s->scores[i] = NAN;
        if (next(&seed) % 17 == 0)
            s->labels[i] = -1;
    }
    items.count = MANY;
    items.scores = s->scores;
    items.labels = s->labels;
    items.groups = s->groups;
    s->items = items;
}

static void shuffle(sample *to, const sample *from, unsigned seed)
{
    *to = *from;
    for (int i = MANY - 1; i > 0; i--) {
        int j = (int)next(&seed) % (i + 1);
        double score = to->scores[i];
        int label = to->labels[i], group = to->groups[i];
        to->scores[i] = to->scores[j];
        to->labels[i] = to->labels[j];
        to->groups[i] = to->groups[j];
        to->scores[j] = score;
        to->labels[j] = label;
        to->groups[j] = group;
    }
    to->items.scores = to->scores;
    to->items.labels = to->labels;
    to->items.groups = to->groups;
}

static t2sed_items items_of(const double *scores, const int *labels,
                            const int *groups, size_t count)
{
    t2sed_items items = {.struct_size = sizeof items};
    items.scores = scores;
    items.labels = labels;
    items.groups = groups;
    items.count = count;
    return items;
}

START_TEST(auc_leaves_out_what_is_unknown)
{
    const double scores[] = {0.9, 0.8, NAN, 0.8, 0.1, 0.7};
    const int labels[] = {1, 1, 0, 0, 0, -1};
    t2sed_items items = items_of(scores, labels, NULL, 6);
    double auc = 0;
    /* Pairs: (0.9, 0.8) 1, (0.9, 0.1) 1, (0.8, 0.8) 1/2, (0.8, 0.1) 1. */
    ck_assert_int_eq(t2sed_metrics_auc(&auc, &items, NULL), T2SED_OK);
    ck_assert_double_eq(auc, 3.5 / 4);
    items.count = 2;
    ck_assert_int_eq(t2sed_metrics_auc(&auc, &items, NULL), T2SED_OK);
    ck_assert(isnan(auc));
    items.count = 0;
    ck_assert_int_eq(t2sed_metrics_auc(&auc, &items, NULL), T2SED_OK);
    ck_assert(isnan(auc));
}
END_TEST

static t2sed_detection *detect(const t2sed_items *items, int folds,
                               uint64_t seed)
{
    t2sed_detection_options options;
    t2sed_detection *d = NULL;
    t2sed_detection_options_init(&options, sizeof options);
    options.folds = folds;
    options.seed = seed;
    ck_assert_int_eq(t2sed_detection_measure(&d, items, &options, NULL),
                     T2SED_OK);
    return d;
}

START_TEST(folds_depend_on_groups_alone)
{
    sample s, other;
    int of_group[13], sizes[5] = {0};
    t2sed_detection *d, *shuffled, *seeded;
    fill(&s, 1);
    shuffle(&other, &s, 2);
    memset(of_group, -1, sizeof of_group);
    d = detect(&s.items, 5, 3);
    shuffled = detect(&other.items, 5, 3);
    seeded = detect(&s.items, 5, 4);
    for (int i = 0; i < MANY; i++) {
        int *fold = &of_group[s.groups[i] + 4];
        ck_assert(d->folds[i] >= 0 && d->folds[i] < 5);
        if (*fold < 0)
            sizes[ *fold = d->folds[i]]++;
        ck_assert_int_eq(*fold, d->folds[i]);
    }
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(of_group[other.groups[i] + 4], shuffled->folds[i]);
    for (int f = 0; f < 5; f++) /* 13 groups: 3, 3, 3, 2, 2 */
        ck_assert_int_eq(sizes[f], f < 3 ? 3 : 2);
    ck_assert_int_ne(memcmp(d->folds, seeded->folds, MANY * sizeof(int)), 0);
    t2sed_detection_free(d);
    t2sed_detection_free(shuffled);
    t2sed_detection_free(seeded);
}
END_TEST

/* Two groups in two folds: each one's threshold is the other's best. */
START_TEST(thresholds_come_from_the_other_folds)
{
    const double scores[] = {0.1, 0.2, 0.4, 0.8, 0.1, 0.5, 0.6, 0.9};
    const int labels[] = {0, 0, 1, 1, 0, 0, 0, 1};
    const int groups[] = {7, 7, 7, 7, 9, 9, 9, 9};
    t2sed_items items = items_of(scores, labels, groups, 8);
    t2sed_detection_options options;
    t2sed_detection_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *d = NULL;
    const unsigned char keep[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    t2sed_detection_options_init(&options, sizeof options);
    options.folds = 2;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(d->count, 8);
    ck_assert_int_eq(d->fold_count, 2);
    ck_assert_double_eq_tol(d->thresholds[d->folds[0]], 0.75, 1e-12);
    ck_assert_double_eq_tol(d->thresholds[d->folds[4]], 0.3, 1e-12);
    for (size_t i = 0; i < 8; i++)
        ck_assert_int_eq(d->decisions[i], i == 3 || i == 5 || i == 6 || i == 7);
    /* The group 7: right ones 1 of 2 found; wrong ones 2 of 2. The group 9:
     * three are taken as right, one is; one wrong of three is flagged. */
    ck_assert_int_eq(
        t2sed_detection_sum_up(&sum, d, T2SED_MEAN_OF_FOLDS, NULL, NULL),
        T2SED_OK);
    ck_assert_double_eq_tol(sum.positive_precision, (1 + 1 / 3.0) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.positive_recall, (0.5 + 1) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.positive_f1, (2 / 3.0 + 0.5) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.negative_precision, (2 / 3.0 + 1) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.negative_recall, (1 + 1 / 3.0) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.negative_f1, (0.8 + 0.5) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.accuracy, (0.75 + 0.5) / 2, 1e-12);
    ck_assert_double_eq_tol(sum.auc, 1, 1e-12);
    ck_assert_uint_eq(sum.count, 8);
    ck_assert_uint_eq(sum.right, 3);
    ck_assert_uint_eq(sum.folds, 2);
    ck_assert_int_eq(
        t2sed_detection_sum_up(&sum, d, T2SED_ALL_ITEMS, NULL, NULL), T2SED_OK);
    ck_assert_double_eq_tol(sum.positive_precision, 0.5, 1e-12);
    ck_assert_double_eq_tol(sum.negative_recall, 3 / 5.0, 1e-12);
    ck_assert_double_eq_tol(sum.auc, 13 / 15.0, 1e-12);
    ck_assert_uint_eq(sum.folds, 2);
    ck_assert_int_eq(
        t2sed_detection_sum_up(&sum, d, T2SED_ALL_ITEMS, keep, NULL), T2SED_OK);
    ck_assert_uint_eq(sum.count, 4);
    ck_assert_uint_eq(sum.folds, 1);
    ck_assert_double_eq_tol(sum.accuracy, 0.5, 1e-12);
    t2sed_detection_free(d);
}
END_TEST

/* No threshold does better on the others: every one of them is tried. */
START_TEST(no_threshold_is_better)
{
    for (unsigned seed = 1; seed < 20; seed++) {
        sample s;
        t2sed_detection *d = NULL;
        fill(&s, seed);
        ck_assert_int_eq(t2sed_detection_measure(&d, &s.items, NULL, NULL),
                         T2SED_OK);
        for (int fold = 0; fold < 5; fold++) {
            double chosen = d->thresholds[fold];
            int with_chosen = 0;
            for (int step = -2; step <= 41; step++) {
                double threshold = step == -2 ? chosen : step / 38.0;
                int good = 0;
                for (int i = 0; i < MANY; i++)
                    if (d->folds[i] != fold && d->decisions[i] >= 0)
                        good += (s.scores[i] >= threshold) == s.labels[i];
                if (step == -2)
                    with_chosen = good;
                ck_assert_int_le(good, with_chosen);
                if (threshold < chosen - 0.01 && good == with_chosen)
                    ck_abort_msg("%g is as good as %g, and lower", threshold,
                                 chosen);
            }
        }
        t2sed_detection_free(d);
    }
}
END_TEST

START_TEST(extreme_thresholds_are_chosen_too)
{
    const double scores[] = {0.1, 0.9, 0.1, 0.9, -INFINITY, INFINITY};
    int labels[] = {1, 1, 1, 1, 0, 1};
    const int groups[] = {1, 1, 2, 2, 3, 3};
    t2sed_items items = items_of(scores, labels, groups, 4);
    t2sed_detection_options options;
    t2sed_detection_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *d = NULL;
    t2sed_detection_options_init(&options, sizeof options);
    options.folds = 2;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, NULL), 0);
    ck_assert_double_eq(d->thresholds[0], -INFINITY);
    ck_assert_int_eq(
        t2sed_detection_sum_up(&sum, d, T2SED_MEAN_OF_FOLDS, NULL, NULL), 0);
    ck_assert_double_eq(sum.accuracy, 1);
    ck_assert_double_eq(sum.negative_precision, 0); /* none was flagged */
    ck_assert(isnan(sum.auc));
    t2sed_detection_free(d);
    memset(labels, 0, sizeof labels);
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, NULL), 0);
    ck_assert_double_eq(d->thresholds[1], INFINITY);
    t2sed_detection_free(d);
    labels[5] = labels[1] = labels[3] = 1;
    items.count = 6;
    options.folds = 3;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, NULL), 0);
    for (size_t i = 0; i < 6; i++)
        ck_assert_int_eq(d->decisions[i], labels[i]);
    t2sed_detection_free(d);
}
END_TEST

START_TEST(a_given_threshold_decides)
{
    const double scores[] = {0.5, 0.49, NAN, 0.7};
    const int labels[] = {1, 1, 1, -1};
    t2sed_items items = items_of(scores, labels, NULL, 4);
    t2sed_detection_options options;
    t2sed_detection_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *d = NULL;
    t2sed_detection_options_init(&options, sizeof options);
    options.folds = 0;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, NULL), 0);
    ck_assert_int_eq(d->decisions[0], 1);
    ck_assert_int_eq(d->decisions[1], 0);
    ck_assert_int_eq(d->decisions[2], -1);
    ck_assert_int_eq(d->decisions[3], -1);
    ck_assert_int_eq(d->fold_count, 1);
    ck_assert_int_eq(
        t2sed_detection_sum_up(&sum, d, T2SED_ALL_ITEMS, NULL, NULL), 0);
    ck_assert_uint_eq(sum.left_out, 2);
    ck_assert_uint_eq(sum.count, 2);
    t2sed_detection_free(d);
    items.count = 0;
    ck_assert_int_eq(t2sed_detection_measure(&d, &items, &options, NULL), 0);
    ck_assert_int_eq(
        t2sed_detection_sum_up(&sum, d, T2SED_MEAN_OF_FOLDS, NULL, NULL), 0);
    ck_assert(isnan(sum.accuracy));
    t2sed_detection_free(d);
}
END_TEST

START_TEST(calibration_of_six_items)
{
    const double p[] = {0.05, 0.15, 0.1, 0.95, 1, 0};
    const int labels[] = {0, 1, 0, 1, 0, 0};
    t2sed_items items = items_of(p, labels, NULL, 6);
    t2sed_calibration *c = NULL;
    ck_assert_int_eq(t2sed_calibration_measure(&c, &items, NULL, NULL), 0);
    ck_assert_int_eq(c->count, 10);
    ck_assert_uint_eq(c->bins[1].count, 2); /* 0.1 is in the second bin */
    ck_assert_double_eq_tol(c->bins[1].probability, 0.125, 1e-12);
    ck_assert_double_eq_tol(c->bins[1].accuracy, 0.5, 1e-12);
    ck_assert_double_eq_tol(c->bins[1].low, 0.1, 1e-12);
    ck_assert_uint_eq(c->bins[9].count, 2); /* and 1 in the last */
    ck_assert(isnan(c->bins[5].accuracy) && c->bins[5].count == 0);
    ck_assert_double_eq_tol(c->error, (2 * 0.025 + 2 * 0.375 + 2 * 0.475) / 6,
                            1e-12);
    ck_assert_double_eq_tol(c->worst, 0.475, 1e-12);
    ck_assert_double_eq_tol(
        c->brier, (0.0025 + 0.7225 + 0.01 + 0.0025 + 1 + 0) / 6, 1e-12);
    t2sed_calibration_free(c);
}
END_TEST

START_TEST(equal_counts_keep_ties_together)
{
    const double p[] = {0.2, 0.2, 0.2, 0.4, 0.6, 0.8};
    const int labels[] = {0, 0, 1, 1, 0, 1};
    t2sed_items items = items_of(p, labels, NULL, 6);
    t2sed_calibration_options options;
    t2sed_calibration *c = NULL;
    const size_t counts[] = {3, 1, 2};
    t2sed_calibration_options_init(&options, sizeof options);
    options.equal_counts = 1;
    options.bins = 3;
    ck_assert_int_eq(t2sed_calibration_measure(&c, &items, &options, NULL), 0);
    ck_assert_int_eq(c->count, 3);
    for (int i = 0; i < 3; i++)
        ck_assert_uint_eq(c->bins[i].count, counts[i]);
    t2sed_calibration_free(c);
    items.count = 3;
    ck_assert_int_eq(t2sed_calibration_measure(&c, &items, &options, NULL), 0);
    ck_assert_int_eq(c->count, 1);
    t2sed_calibration_free(c);
    items.count = 0;
    ck_assert_int_eq(t2sed_calibration_measure(&c, &items, &options, NULL), 0);
    ck_assert(isnan(c->error));
    t2sed_calibration_free(c);
}
END_TEST

START_TEST(curves_of_five_items)
{
    const double scores[] = {0.9, 0.8, 0.8, 0.3, 0.1};
    const int labels[] = {1, 1, 0, 1, 0};
    t2sed_items items = items_of(scores, labels, NULL, 5);
    t2sed_curve *c = NULL;
    ck_assert_int_eq(t2sed_curve_measure(&c, &items, T2SED_CURVE_ANSWERS, NULL),
                     0);
    ck_assert_uint_eq(c->count, 4); /* the tie is one point */
    ck_assert_double_eq(c->points[1].x, 3);
    ck_assert_double_eq_tol(c->points[1].y, 2 / 3.0, 1e-12);
    ck_assert_double_eq(c->points[1].threshold, 0.8);
    /* 3 right of 4 */
    ck_assert_ptr_eq(t2sed_curve_reach(c, 0.75), &c->points[2]);
    ck_assert_ptr_eq(t2sed_curve_reach(c, 1), &c->points[0]);
    ck_assert_double_eq_tol(
        c->area, (1 + 1.5 / 2 + 2 / 3.0 + 3 / 4.0 + 3 / 5.0) / 5, 1e-12);
    t2sed_curve_free(c);
    ck_assert_int_eq(
        t2sed_curve_measure(&c, &items, T2SED_CURVE_INTERACTIONS, NULL), 0);
    ck_assert_uint_eq(c->count, 5);
    ck_assert_double_eq(c->points[0].x, 0);
    ck_assert_double_eq_tol(c->points[0].y, 0.6, 1e-12);
    ck_assert_double_eq_tol(c->points[1].y, 0.8, 1e-12);
    ck_assert_double_eq(c->points[1].threshold, 0.3);
    ck_assert_double_eq(c->points[4].threshold, INFINITY);
    ck_assert_double_eq(t2sed_curve_reach(c, 0.95)->x, 4);
    ck_assert_double_eq(t2sed_curve_reach(c, 0.8)->x, 1);
    ck_assert_double_eq_tol(c->area, (0.8 + 0.8 + 0.9 + 1 + 1) / 5, 1e-12);
    t2sed_curve_free(c);
    ck_assert_int_eq(t2sed_curve_measure(&c, &items, T2SED_CURVE_RISK, NULL),
                     0);
    ck_assert_double_eq_tol(c->points[1].x, 0.6, 1e-12);
    ck_assert_double_eq_tol(c->points[1].y, 1 / 3.0, 1e-12);
    ck_assert_double_eq_tol(t2sed_curve_reach(c, 0.25)->x, 0.8, 1e-12);
    ck_assert_uint_eq(c->items, 5);
    ck_assert_double_eq_tol(
        c->area, 1 - (1 + 1.5 / 2 + 2 / 3.0 + 3 / 4.0 + 3 / 5.0) / 5, 1e-12);
    t2sed_curve_free(c);
}
END_TEST

START_TEST(curves_of_nothing_have_no_points)
{
    t2sed_items items = {.struct_size = sizeof items};
    for (int kind = 0; kind < 3; kind++) {
        t2sed_curve *c = NULL;
        ck_assert_int_eq(t2sed_curve_measure(&c, &items, kind, NULL), 0);
        ck_assert_uint_eq(c->count, 0);
        ck_assert_ptr_null(t2sed_curve_reach(c, 0.5));
        ck_assert(isnan(c->area));
        t2sed_curve_free(c);
    }
}
END_TEST

/* Everything that is reported, as one list of numbers. */
static int report(double *out, const sample *s)
{
    t2sed_detection_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *d = NULL;
    t2sed_calibration *c = NULL;
    t2sed_calibration_options options;
    int n = 0;
    t2sed_calibration_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_detection_measure(&d, &s->items, NULL, NULL), 0);
    for (int how = 0; how < 2; how++) {
        ck_assert_int_eq(t2sed_detection_sum_up(&sum, d, how, NULL, NULL), 0);
        memcpy(out + n, &sum.positive_precision, 8 * sizeof(double));
        n += 8;
    }
    t2sed_detection_free(d);
    for (int equal = 0; equal < 2; equal++) {
        options.equal_counts = equal;
        ck_assert_int_eq(
            t2sed_calibration_measure(&c, &s->items, &options, NULL), 0);
        out[n++] = c->error;
        out[n++] = c->brier;
        t2sed_calibration_free(c);
    }
    for (int kind = 0; kind < 3; kind++) {
        const t2sed_curve_point *point;
        t2sed_curve *curve = NULL;
        ck_assert_int_eq(t2sed_curve_measure(&curve, &s->items, kind, NULL), 0);
        point = t2sed_curve_reach(curve, kind == 2 ? 0.3 : 0.7);
        out[n++] = curve->area;
        out[n++] = point ? point->x : -1;
        t2sed_curve_free(curve);
    }
    return n;
}

START_TEST(the_order_of_items_does_not_matter)
{
    for (unsigned seed = 1; seed < 30; seed++) {
        sample s, other;
        double a[64], b[64];
        int n;
        fill(&s, seed);
        shuffle(&other, &s, seed + 100);
        n = report(a, &s);
        ck_assert_int_eq(report(b, &other), n);
        for (int i = 0; i < n; i++)
            ck_assert_double_eq(a[i], b[i]);
    }
}
END_TEST

START_TEST(only_the_order_of_scores_matters_to_curves)
{
    sample s;
    double stretched[MANY];
    fill(&s, 5);
    for (int i = 0; i < MANY; i++)
        stretched[i] = 100 * s.scores[i] * s.scores[i] - 7;
    for (int kind = 0; kind < 3; kind++) {
        t2sed_items items = s.items;
        t2sed_curve *a = NULL, *b = NULL;
        items.scores = stretched;
        ck_assert_int_eq(t2sed_curve_measure(&a, &s.items, kind, NULL), 0);
        ck_assert_int_eq(t2sed_curve_measure(&b, &items, kind, NULL), 0);
        ck_assert_uint_eq(a->count, b->count);
        for (size_t i = 0; i < a->count; i++)
            ck_assert_double_eq(a->points[i].y, b->points[i].y);
        t2sed_curve_free(a);
        t2sed_curve_free(b);
    }
}
END_TEST

int main(void)
{
    TCase *metrics = tcase_create("metrics");
    tcase_add_test(metrics, auc_leaves_out_what_is_unknown);
    tcase_add_test(metrics, folds_depend_on_groups_alone);
    tcase_add_test(metrics, thresholds_come_from_the_other_folds);
    tcase_add_test(metrics, no_threshold_is_better);
    tcase_add_test(metrics, extreme_thresholds_are_chosen_too);
    tcase_add_test(metrics, a_given_threshold_decides);
    tcase_add_test(metrics, calibration_of_six_items);
    tcase_add_test(metrics, equal_counts_keep_ties_together);
    tcase_add_test(metrics, curves_of_five_items);
    tcase_add_test(metrics, curves_of_nothing_have_no_points);
    tcase_add_test(metrics, the_order_of_items_does_not_matter);
    tcase_add_test(metrics, only_the_order_of_scores_matters_to_curves);
    return t2s_test_run("metrics", &metrics, 1);
}
