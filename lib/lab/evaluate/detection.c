/* detection.c - decisions by thresholds that were chosen on other groups. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sized.h"
#include "lab/evaluate/items.h"

/* A detection with what its summaries need. */
typedef struct detection {
    t2sed_detection public; /* first, so that it is the same pointer */
    struct t2s_item *items; /* [item_count] those that take part, sorted */
    size_t item_count;
    int *decisions;     /* [count] */
    int *folds;         /* [count] */
    double *thresholds; /* [fold_count] */
} detection;

void t2sed_detection_options_init(t2sed_detection_options *options, size_t size)
{
    const t2sed_detection_options defaults = {.folds = 5, .threshold = 0.5};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

void t2sed_detection_free(t2sed_detection *given)
{
    detection *d = (detection *)given;
    if (!d)
        return;
    t2s_free(d->items);
    t2s_free(d->decisions);
    t2s_free(d->folds);
    t2s_free(d->thresholds);
    t2s_free(d);
}

/* --- folds --- */

/* Deals groups out to folds: sorted by number, shuffled, dealt out in turn, so
 * that two lists of items with the same groups get the same folds. */
static t2sed_status deal_out(int *folds, const t2sed_items *items, int count,
                             uint64_t seed, t2sed_error *err)
{
    size_t *group_of, groups;
    uint32_t *order;
    int *fold_of;
    t2s_random random = {seed};
    t2sed_status status =
        t2s_groups_number(&group_of, &groups, items->groups, items->count, err);
    if (status != T2SED_OK)
        return status;
    order = t2s_alloc_array(groups, sizeof *order);
    fold_of = t2s_alloc_array(groups, sizeof *fold_of);
    if (order && fold_of) {
        for (size_t g = 0; g < groups; g++)
            order[g] = (uint32_t)g;
        t2s_random_shuffle(&random, order, groups);
        for (size_t g = 0; g < groups; g++)
            fold_of[order[g]] = (int)(g % (size_t)count);
        for (size_t i = 0; i < items->count; i++)
            folds[i] = fold_of[group_of[i]];
    } else {
        status = t2s_fail_memory(err);
    }
    t2s_free(order);
    t2s_free(fold_of);
    t2s_free(group_of);
    return status;
}

/* --- thresholds --- */

/* A number above `low` and at most `high`, half-way if it can be. */
static double between(double low, double high)
{
    double middle = low / 2 + high / 2;
    return middle > low && middle < high ? middle : high;
}

/* The lowest of the thresholds with the highest accuracy on the items outside
 * `fold`; NaN where there are none. */
static double best_threshold(const detection *d, int fold)
{
    const struct t2s_item *items = d->items;
    const size_t count = d->item_count;
    double best = -INFINITY, below = 0;
    long gain = 0, best_gain = 0; /* in right decisions, over flagging none */
    bool is_pending = false, any = false; /* a threshold just above `below` */
    for (size_t i = 0; i < count;) {
        size_t end = t2s_items_tie(items, i, count);
        bool here = false;
        double score = items[i].score;
        for (; i < end; i++)
            if (d->folds[items[i].at] != fold) {
                /* A threshold between here and the next score that counts. */
                if (!here && is_pending)
                    best = between(below, score);
                here = true;
                gain += items[i].label ? -1 : 1;
            }
        if (!here)
            continue;
        any = true;
        below = score;
        is_pending = gain > best_gain;
        if (is_pending)
            best_gain = gain;
    }
    return !any ? NAN : is_pending ? INFINITY : best;
}

static t2sed_status choose_thresholds(detection *d, t2sed_error *err)
{
    for (int fold = 0; fold < d->public.fold_count; fold++) {
        bool has_items = false;
        for (size_t i = 0; i < d->item_count; i++)
            has_items |= d->folds[d->items[i].at] == fold;
        d->thresholds[fold] = has_items ? best_threshold(d, fold) : NAN;
        if (has_items && isnan(d->thresholds[fold]))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "detection: all %zu items with a score and a label "
                            "are of one fold, expected two groups at least to "
                            "choose a threshold across",
                            d->item_count);
    }
    return T2SED_OK;
}

/* --- the object --- */

static t2sed_status decide(detection *d, const t2sed_items *items,
                           const t2sed_detection_options *options,
                           t2sed_error *err)
{
    const size_t count = items->count;
    t2sed_status status;
    d->decisions = t2s_alloc_array(count, sizeof *d->decisions);
    d->folds = t2s_zalloc_array(count, sizeof *d->folds);
    d->thresholds =
        t2s_alloc_array((size_t)d->public.fold_count, sizeof *d->thresholds);
    if (!d->decisions || !d->folds || !d->thresholds)
        return t2s_fail_memory(err);
    status = t2s_items_select(&d->items, &d->item_count, items, err);
    d->thresholds[0] = options->threshold;
    if (status == T2SED_OK && options->folds)
        status =
            deal_out(d->folds, items, d->public.fold_count, options->seed, err);
    if (status == T2SED_OK && options->folds)
        status = choose_thresholds(d, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        d->decisions[i] = -1;
    for (size_t i = 0; i < d->item_count; i++) {
        const struct t2s_item *at = &d->items[i];
        d->decisions[at->at] = at->score >= d->thresholds[d->folds[at->at]];
    }
    d->public.count = count;
    d->public.decisions = d->decisions;
    d->public.folds = d->folds;
    d->public.thresholds = d->thresholds;
    return T2SED_OK;
}

t2sed_status t2sed_detection_measure(t2sed_detection **out,
                                     const t2sed_items *given_items,
                                     const t2sed_detection_options *given,
                                     t2sed_error *err)
{
    t2sed_detection_options options;
    t2sed_items items;
    detection *d;
    t2sed_status status;
    if (!out || !given_items)
        return t2s_fail_null(err, __func__, "out and items");
    status = T2S_READ_SIZED(t2sed_detection_options, &options, given, err);
    if (status == T2SED_OK)
        status = t2s_items_read(&items, given_items, err);
    if (status != T2SED_OK)
        return status;
    if (options.folds < 0 || options.folds == 1 || isnan(options.threshold) ||
        items.count > UINT32_MAX)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "detection: %d folds of %zu items and a threshold of "
                        "%g, expected no or at least 2 folds, and a number",
                        options.folds, items.count, options.threshold);
    d = t2s_zalloc(sizeof *d);
    if (!d)
        return t2s_fail_memory(err);
    /* No more folds than there could be groups, so that memory is bounded. */
    d->public.fold_count = options.folds ? options.folds : 1;
    if (options.folds > 2 && (size_t)options.folds > items.count)
        d->public.fold_count = items.count > 2 ? (int)items.count : 2;
    status = decide(d, &items, &options, err);
    if (status == T2SED_OK)
        *out = &d->public;
    else
        t2sed_detection_free(&d->public);
    return status;
}

/* --- summaries --- */

/* The kept items of one fold (-1: of all), sorted, into items [item_count]. */
static size_t gather(struct t2s_item *items, const detection *d, int fold,
                     const unsigned char *keep)
{
    size_t n = 0;
    for (size_t i = 0; i < d->item_count; i++) {
        const size_t at = d->items[i].at;
        if ((!keep || keep[at]) && (fold < 0 || d->folds[at] == fold))
            items[n++] = d->items[i];
    }
    return n;
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* Adds precision, recall and F1 of a class to sums [3]. */
static void add_class(double *sums, double found, double predicted,
                      double there)
{
    double p = ratio(found, predicted), r = ratio(found, there);
    sums[0] += p;
    sums[1] += r;
    sums[2] += ratio(2 * p * r, p + r);
}

/* Sums over folds; means once they are divided. */
typedef struct sums {
    double positive[3], negative[3]; /* precision, recall, F1 */
    double accuracy, auc;
    double folds, aucs; /* how many were added */
} sums;

/* Adds what `n` items say. */
static void add(sums *to, t2sed_detection_summary *out, const detection *d,
                const struct t2s_item *items, size_t n)
{
    double counts[2][2] = {{0, 0}, {0, 0}}; /* [label][decision] */
    double auc = t2s_items_auc(items, n);
    if (!n)
        return;
    for (size_t i = 0; i < n; i++)
        counts[items[i].label][d->decisions[items[i].at]]++;
    add_class(to->positive, counts[1][1], counts[1][1] + counts[0][1],
              counts[1][1] + counts[1][0]);
    add_class(to->negative, counts[0][0], counts[0][0] + counts[1][0],
              counts[0][0] + counts[0][1]);
    to->accuracy += (counts[0][0] + counts[1][1]) / (double)n;
    to->folds++;
    out->count += n;
    out->right += (size_t)(counts[1][0] + counts[1][1]);
    if (!isnan(auc)) {
        to->auc += auc;
        to->aucs++;
    }
}

t2sed_status t2sed_detection_sum_up(t2sed_detection_summary *out,
                                    const t2sed_detection *given, int how,
                                    const unsigned char *keep, t2sed_error *err)
{
    const detection *d = (const detection *)given;
    t2sed_detection_summary made = {.struct_size = sizeof made};
    struct t2s_item *items;
    sums s = {.folds = 0};
    if (!out || !d)
        return t2s_fail_null(err, __func__, "out and detection");
    if (how != T2SED_MEAN_OF_FOLDS && how != T2SED_ALL_ITEMS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "detection: how is %d, expected "
                        "T2SED_MEAN_OF_FOLDS or T2SED_ALL_ITEMS",
                        how);
    items = t2s_alloc_array(d->item_count, sizeof *items);
    if (!items)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < given->count; i++)
        made.left_out += (!keep || keep[i]) && d->decisions[i] < 0;
    for (int fold = 0; fold < given->fold_count; fold++) {
        const size_t n = gather(items, d, fold, keep);
        made.folds += n > 0;
        if (how == T2SED_MEAN_OF_FOLDS)
            add(&s, &made, d, items, n);
    }
    if (how == T2SED_ALL_ITEMS)
        add(&s, &made, d, items, gather(items, d, -1, keep));
    t2s_free(items);
    made.positive_precision = ratio(s.positive[0], s.folds);
    made.positive_recall = ratio(s.positive[1], s.folds);
    made.positive_f1 = ratio(s.positive[2], s.folds);
    made.negative_precision = ratio(s.negative[0], s.folds);
    made.negative_recall = ratio(s.negative[1], s.folds);
    made.negative_f1 = ratio(s.negative[2], s.folds);
    made.accuracy = s.folds > 0 ? s.accuracy / s.folds : NAN;
    made.auc = s.aucs > 0 ? s.auc / s.aucs : NAN;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_detection_summary",
                           err);
}
