/* detection.c - decisions by thresholds that were chosen on other groups. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/evaluate/items.h"

struct t2sed_detection {
    size_t count;
    double *scores;     /* [count] */
    int *labels;        /* [count] */
    int *decisions;     /* [count] */
    int *folds;         /* [count] */
    double *thresholds; /* [fold_count] */
    int fold_count;
};

void t2sed_detection_options_init(t2sed_detection_options *options)
{
    if (!options)
        return;
    *options = (t2sed_detection_options)T2SED_DETECTION_OPTIONS_INIT;
}

void t2sed_detection_free(t2sed_detection *detection)
{
    if (!detection)
        return;
    t2s_free(detection->scores);
    t2s_free(detection->labels);
    t2s_free(detection->decisions);
    t2s_free(detection->folds);
    t2s_free(detection->thresholds);
    t2s_free(detection);
}

static t2sed_status check(const t2sed_detection_options *options,
                          t2sed_error *err)
{
    if (options->folds < 0 || options->folds == 1)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "detection: %d folds, expected 0 or at least 2",
                        options->folds);
    if (isnan(options->threshold))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "detection: the threshold is not a number");
    return T2SED_OK;
}

/* A number above `low` and at most `high`, half-way if it can be. */
static double between(double low, double high)
{
    double middle = low / 2 + high / 2;
    return middle > low && middle < high ? middle : high;
}

/* The lowest of the thresholds with the highest accuracy on the sorted items
 * outside `fold`; NaN where there are none. */
static double best_threshold(const t2sed_detection *d,
                             const struct t2s_item *items, size_t count,
                             int fold)
{
    double best = -INFINITY, below = 0;
    long gain = 0, best_gain = 0; /* in right decisions, over flagging none */
    bool is_pending = false, any = false; /* a threshold just above `below` */
    for (size_t i = 0; i < count;) {
        size_t end = t2s_items_tie(items, i, count);
        bool here = false;
        double score = items[i].score;
        long change = 0;
        for (; i < end; i++)
            if (d->folds[items[i].at] != fold) {
                here = true;
                change += items[i].label ? -1 : 1;
            }
        if (!here)
            continue;
        any = true;
        if (is_pending)
            best = between(below, score);
        gain += change;
        below = score;
        is_pending = gain > best_gain;
        if (is_pending)
            best_gain = gain;
    }
    if (!any)
        return NAN;
    return is_pending ? INFINITY : best;
}

static t2sed_status choose_thresholds(t2sed_detection *d,
                                      const struct t2s_item *items,
                                      size_t count, t2sed_error *err)
{
    for (int fold = 0; fold < d->fold_count; fold++) {
        size_t own = 0;
        for (size_t i = 0; i < count; i++)
            own += d->folds[items[i].at] == fold;
        d->thresholds[fold] = NAN;
        if (!own)
            continue;
        d->thresholds[fold] = best_threshold(d, items, count, fold);
        if (isnan(d->thresholds[fold]))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "detection: all %zu items with a score and a label "
                            "are of one fold, expected two groups at least to "
                            "choose a threshold across",
                            count);
    }
    return T2SED_OK;
}

static t2sed_detection *allocate(const t2sed_items *items, int folds)
{
    t2sed_detection *d = t2s_zalloc(sizeof *d);
    if (!d)
        return NULL;
    d->count = items->count;
    d->scores = t2s_alloc_array(items->count, sizeof *d->scores);
    d->labels = t2s_alloc_array(items->count, sizeof *d->labels);
    d->decisions = t2s_alloc_array(items->count, sizeof *d->decisions);
    d->folds = t2s_zalloc_array(items->count, sizeof *d->folds);
    d->fold_count = folds;
    d->thresholds = t2s_alloc_array((size_t)folds, sizeof *d->thresholds);
    if (!d->scores || !d->labels || !d->decisions || !d->folds ||
        !d->thresholds) {
        t2sed_detection_free(d);
        return NULL;
    }
    for (size_t i = 0; i < items->count; i++) {
        d->scores[i] = items->scores[i];
        d->labels[i] = items->labels[i];
    }
    return d;
}

static t2sed_status measure(t2sed_detection *d, const t2sed_items *items,
                            const t2sed_detection_options *options,
                            t2sed_error *err)
{
    struct t2s_item *sorted;
    size_t count;
    t2sed_status status;
    if (options->folds == 0) {
        d->thresholds[0] = options->threshold;
        status = T2SED_OK;
    } else {
        status = t2sed_metrics_folds(d->folds, items->groups, items->count,
                                     d->fold_count, options->seed, err);
        if (status == T2SED_OK)
            status = t2s_items_select(&sorted, &count, items, err);
        if (status != T2SED_OK)
            return status;
        status = choose_thresholds(d, sorted, count, err);
        t2s_free(sorted);
    }
    for (size_t i = 0; status == T2SED_OK && i < d->count; i++)
        d->decisions[i] = t2s_items_has(items, i)
                              ? d->scores[i] >= d->thresholds[d->folds[i]]
                              : -1;
    return status;
}

t2sed_status t2sed_detection_measure(t2sed_detection **out,
                                     const t2sed_items *given_items,
                                     const t2sed_detection_options *given,
                                     t2sed_error *err)
{
    t2sed_detection_options options = T2SED_DETECTION_OPTIONS_INIT;
    t2sed_items items;
    t2sed_detection *d;
    t2sed_status status;
    int folds;
    if (!out || !given_items)
        return t2s_fail_null(err, __func__, "out and items");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_detection_options", err);
    if (status == T2SED_OK)
        status = check(&options, err);
    if (status == T2SED_OK)
        status = t2s_items_read(&items, given_items, err);
    if (status != T2SED_OK)
        return status;
    /* No more folds than there could be groups, so that memory is bounded. */
    folds = options.folds ? options.folds : 1;
    if (options.folds > 2 && (size_t)options.folds > items.count)
        folds = items.count > 2 ? (int)items.count : 2;
    d = allocate(&items, folds);
    if (!d)
        return t2s_fail_memory(err);
    status = measure(d, &items, &options, err);
    if (status != T2SED_OK) {
        t2sed_detection_free(d);
        return status;
    }
    *out = d;
    return T2SED_OK;
}

size_t t2sed_detection_count(const t2sed_detection *detection)
{
    return detection ? detection->count : 0;
}

int t2sed_detection_decision(const t2sed_detection *detection, size_t i)
{
    return detection && i < detection->count ? detection->decisions[i] : -1;
}

int t2sed_detection_fold(const t2sed_detection *detection, size_t i)
{
    return detection && i < detection->count ? detection->folds[i] : -1;
}

int t2sed_detection_folds(const t2sed_detection *detection)
{
    return detection ? detection->fold_count : 0;
}

double t2sed_detection_threshold(const t2sed_detection *detection, int fold)
{
    return detection && fold >= 0 && fold < detection->fold_count
               ? detection->thresholds[fold]
               : NAN;
}

/* The kept items of one fold (-1: of all), sorted, into items [count]. */
static size_t gather(struct t2s_item *items, const t2sed_detection *d, int fold,
                     const unsigned char *keep)
{
    size_t n = 0;
    for (size_t i = 0; i < d->count; i++)
        if ((!keep || keep[i]) && d->decisions[i] >= 0 &&
            (fold < 0 || d->folds[i] == fold))
            items[n++] = (struct t2s_item){d->scores[i], 1, d->labels[i], i};
    t2s_items_sort(items, n);
    return n;
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* Adds what `n` items say to the sums in *out; *aucs counts the areas. */
static void add(t2sed_detection_summary *out, size_t *aucs,
                const t2sed_detection *d, const struct t2s_item *items,
                size_t n)
{
    double counts[2][2] = {{0, 0}, {0, 0}}; /* [label][decision] */
    double auc = t2s_items_auc(items, n), p, r;
    if (!n)
        return;
    for (size_t i = 0; i < n; i++)
        counts[items[i].label][d->decisions[items[i].at]]++;
    p = ratio(counts[1][1], counts[1][1] + counts[0][1]);
    r = ratio(counts[1][1], counts[1][1] + counts[1][0]);
    out->positive_precision += p;
    out->positive_recall += r;
    out->positive_f1 += ratio(2 * p * r, p + r);
    p = ratio(counts[0][0], counts[0][0] + counts[1][0]);
    r = ratio(counts[0][0], counts[0][0] + counts[0][1]);
    out->negative_precision += p;
    out->negative_recall += r;
    out->negative_f1 += ratio(2 * p * r, p + r);
    out->accuracy += (counts[0][0] + counts[1][1]) / (double)n;
    out->count += n;
    out->right += (size_t)(counts[1][0] + counts[1][1]);
    out->folds++;
    if (!isnan(auc)) {
        out->auc += auc;
        ++*aucs;
    }
}

/* Turns sums over `parts` into means. */
static void divide(t2sed_detection_summary *out, size_t aucs)
{
    double parts = (double)out->folds;
    out->accuracy = out->folds ? out->accuracy / parts : NAN;
    out->auc = aucs ? out->auc / (double)aucs : NAN;
    if (!out->folds)
        return;
    out->positive_precision /= parts;
    out->positive_recall /= parts;
    out->positive_f1 /= parts;
    out->negative_precision /= parts;
    out->negative_recall /= parts;
    out->negative_f1 /= parts;
}

static size_t folds_with_items(const t2sed_detection *d,
                               const struct t2s_item *items, size_t n)
{
    size_t folds = 0;
    for (int fold = 0; fold < d->fold_count; fold++)
        for (size_t i = 0; i < n; i++)
            if (d->folds[items[i].at] == fold) {
                folds++;
                break;
            }
    return folds;
}

t2sed_status t2sed_detection_sum_up(t2sed_detection_summary *out,
                                    const t2sed_detection *detection, int how,
                                    const unsigned char *keep, t2sed_error *err)
{
    t2sed_detection_summary sums = T2SED_DETECTION_SUMMARY_INIT;
    struct t2s_item *items;
    size_t aucs = 0;
    if (!out || !detection)
        return t2s_fail_null(err, __func__, "out and detection");
    if (how != T2SED_MEAN_OF_FOLDS && how != T2SED_ALL_ITEMS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "detection: how is %d, expected "
                        "T2SED_MEAN_OF_FOLDS or T2SED_ALL_ITEMS",
                        how);
    items = t2s_alloc_array(detection->count, sizeof *items);
    if (!items)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < detection->count; i++)
        sums.left_out += (!keep || keep[i]) && detection->decisions[i] < 0;
    if (how == T2SED_ALL_ITEMS) {
        size_t n = gather(items, detection, -1, keep);
        add(&sums, &aucs, detection, items, n);
        divide(&sums, aucs);
        sums.folds = folds_with_items(detection, items, n);
    } else {
        for (int fold = 0; fold < detection->fold_count; fold++)
            add(&sums, &aucs, detection, items,
                gather(items, detection, fold, keep));
        divide(&sums, aucs);
    }
    t2s_free(items);
    return t2s_sized_write(out, &sums, sizeof sums, "t2sed_detection_summary",
                           err);
}
