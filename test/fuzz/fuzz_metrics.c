/*
 * Metrics of any numbers: three bytes an item, its score, label and group. What
 * comes out is a share or unknown, whatever went in.
 */
#include <math.h>

#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"

#define MOST 64

static bool is_share(double x)
{
    return isnan(x) || (x >= -1e-9 && x <= 1 + 1e-9);
}

static double score(uint8_t byte)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e308, -0.0, 5e-324};
    return byte >= 250 ? odd[byte - 250] : byte / 249.0;
}

static void detect(const t2sed_items *items, uint8_t folds)
{
    t2sed_detection_options options;
    t2sed_detection_summary sum = {.struct_size = sizeof sum};
    t2sed_detection *detection;
    t2sed_detection_options_init(&options, sizeof options);
    options.folds = folds % 8;
    options.seed = folds;
    if (t2sed_detection_measure(&detection, items, &options, NULL) != T2SED_OK)
        return;
    for (int how = 0; how < 2; how++)
        if (t2sed_detection_sum_up(&sum, detection, how, NULL, NULL) ==
            T2SED_OK)
            require(is_share(sum.auc) && is_share(sum.accuracy) &&
                    is_share(sum.positive_f1) && is_share(sum.negative_f1) &&
                    sum.right <= sum.count);
    t2sed_detection_free(detection);
}

static void measure(const t2sed_items *items, uint8_t bins)
{
    t2sed_calibration_options options;
    t2sed_calibration *calibration;
    double auc;
    t2sed_calibration_options_init(&options, sizeof options);
    options.bins = bins % 20;
    options.equal_counts = bins >> 7;
    if (t2sed_metrics_auc(&auc, items, NULL) == T2SED_OK)
        require(is_share(auc));
    if (t2sed_calibration_measure(&calibration, items, &options, NULL) ==
        T2SED_OK) {
        require(is_share(calibration->error) && is_share(calibration->worst) &&
                is_share(calibration->brier));
        t2sed_calibration_free(calibration);
    }
    for (int kind = 0; kind < 3; kind++) {
        t2sed_curve *curve;
        if (t2sed_curve_measure(&curve, items, kind, NULL) != T2SED_OK)
            continue;
        require(is_share(curve->area));
        for (size_t i = 0; i < curve->count; i++)
            require(is_share(curve->points[i].y));
        (void)t2sed_curve_reach(curve, 0.9);
        t2sed_curve_free(curve);
    }
}

/* Groups as beams: each begins where the group changes. */
static void rerank(const t2sed_items *items, uint8_t limit)
{
    size_t offsets[MOST + 1] = {0}, count = 0;
    t2sed_beams beams = {.struct_size = sizeof beams};
    t2sed_rerank_options options;
    t2sed_rerank_summary sum = {.struct_size = sizeof sum};
    double share, softmax[MOST];
    t2sed_rerank_options_init(&options, sizeof options);
    for (size_t i = 1; i <= items->count; i++)
        if (i == items->count || items->groups[i] != items->groups[i - 1])
            offsets[++count] = i;
    beams.count = count;
    beams.offsets = offsets;
    beams.scores = items->scores;
    beams.labels = items->labels;
    options.limit = limit % 5;
    if (t2sed_metrics_oracle(&share, &beams, limit, NULL) == T2SED_OK)
        require(is_share(share));
    if (t2sed_metrics_rerank(&sum, &beams, &options, NULL) == T2SED_OK)
        require(is_share(sum.first) && is_share(sum.reranked) &&
                is_share(sum.detected_reranked) && is_share(sum.oracle));
    if (t2sed_metrics_softmax(softmax, items->scores, items->groups,
                              items->count, NULL) == T2SED_OK)
        for (size_t i = 0; i < items->count; i++)
            require(is_share(softmax[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double scores[MOST];
    int labels[MOST], groups[MOST];
    t2sed_items items = {.struct_size = sizeof items};
    if (size < 1)
        return 0;
    items.count = (size - 1) / 3 < MOST ? (size - 1) / 3 : MOST;
    items.scores = scores;
    items.labels = labels;
    items.groups = groups;
    for (size_t i = 0; i < items.count; i++) {
        const uint8_t *at = data + 1 + 3 * i;
        scores[i] = score(at[0]);
        labels[i] = at[1] % 3 - 1;
        groups[i] = at[2] & 1 ? at[2] >> 4 : -1 - at[2];
    }
    detect(&items, data[0]);
    measure(&items, data[0]);
    rerank(&items, data[0]);
    return 0;
}
