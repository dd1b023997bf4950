/* calibration.c - probabilities beside frequencies. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/evaluate/items.h"

/* More than this is a slip of the pen. */
enum { MOST_BINS = 100000 };

void t2sed_calibration_options_init(t2sed_calibration_options *options,
                                    size_t size)
{
    const t2sed_calibration_options defaults = {.bins = 10};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

void t2sed_calibration_free(t2sed_calibration *calibration)
{
    t2s_free(calibration); /* with its bins */
}

/* Which of `bins` equal bins holds p, by the bounds that are reported: the
 * product alone can be one off. */
static int bin_of(double p, int bins)
{
    int bin = (int)(p * bins);
    while (bin > 0 && p < (double)bin / bins)
        bin--;
    while (bin + 1 < bins && p >= (double)(bin + 1) / bins)
        bin++;
    return bin < bins ? bin : bins - 1;
}

static t2sed_calibration_bin
make_bin(double low, double high, const struct t2s_item *items, size_t count)
{
    t2sed_calibration_bin bin = {count, low, high, 0, 0};
    for (size_t i = 0; i < count; i++) {
        bin.probability += items[i].score;
        bin.accuracy += items[i].label;
    }
    bin.probability = count ? bin.probability / (double)count : NAN;
    bin.accuracy = count ? bin.accuracy / (double)count : NAN;
    return bin;
}

/* Fills `bins` with sorted items and returns how many it made. */
static int make_bins(t2sed_calibration_bin *bins,
                     const t2sed_calibration_options *options,
                     const struct t2s_item *items, size_t count)
{
    const int wanted = options->bins;
    size_t begin = 0, end = 0;
    int made = 0;
    for (int b = 0; b < wanted; b++, begin = end) {
        double low = (double)b / wanted, high = (double)(b + 1) / wanted;
        if (options->equal_counts) {
            end = b + 1 < wanted ? (size_t)((double)count * (b + 1) / wanted)
                                 : count;
            if (end <= begin) {
                end = begin;
                continue;
            }
            end = t2s_items_tie(items, end - 1, count);
            low = made ? items[begin].score : 0;
            high = end < count ? items[end].score : 1;
        } else {
            while (end < count && bin_of(items[end].score, wanted) == b)
                end++;
        }
        bins[made++] = make_bin(low, high, items + begin, end - begin);
    }
    return made;
}

static void sum_up(t2sed_calibration *c, const struct t2s_item *items,
                   size_t count)
{
    for (int b = 0; b < c->count; b++) {
        double distance = fabs(c->bins[b].probability - c->bins[b].accuracy);
        if (!c->bins[b].count)
            continue;
        c->error += distance * (double)c->bins[b].count;
        if (distance > c->worst)
            c->worst = distance;
    }
    for (size_t i = 0; i < count; i++) {
        double distance = items[i].score - items[i].label;
        c->brier += distance * distance;
    }
    c->error = count ? c->error / (double)count : NAN;
    c->worst = count ? c->worst : NAN;
    c->brier = count ? c->brier / (double)count : NAN;
}

static t2sed_status measure(t2sed_calibration **out,
                            const struct t2s_item *items, size_t count,
                            const t2sed_calibration_options *options,
                            t2sed_error *err)
{
    t2sed_calibration_bin *bins;
    t2sed_calibration *c;
    for (size_t i = 0; i < count; i++)
        if (items[i].score < 0 || items[i].score > 1)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "calibration: score %zu is %g, expected a "
                            "probability, 0 to 1",
                            items[i].at, items[i].score);
    c = t2s_zalloc(sizeof *c + (size_t)options->bins * sizeof *bins);
    if (!c)
        return t2s_fail_memory(err);
    bins = (t2sed_calibration_bin *)(c + 1);
    c->bins = bins;
    c->count = make_bins(bins, options, items, count);
    sum_up(c, items, count);
    *out = c;
    return T2SED_OK;
}

t2sed_status t2sed_calibration_measure(t2sed_calibration **out,
                                       const t2sed_items *items,
                                       const t2sed_calibration_options *given,
                                       t2sed_error *err)
{
    t2sed_calibration_options options;
    struct t2s_item *sorted;
    size_t count;
    t2sed_status status;
    if (!out || !items)
        return t2s_fail_null(err, __func__, "out and items");
    status = T2S_READ_SIZED(t2sed_calibration_options, &options, given, err);
    if (status != T2SED_OK)
        return status;
    if (options.bins < 1 || options.bins > MOST_BINS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "calibration: bins is %d, expected 1 to %d",
                        options.bins, MOST_BINS);
    status = t2s_items_select(&sorted, &count, items, err);
    if (status != T2SED_OK)
        return status;
    status = measure(out, sorted, count, &options, err);
    t2s_free(sorted);
    return status;
}
