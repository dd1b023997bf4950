/* calibration.c - probabilities beside frequencies. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/evaluate/items.h"

struct t2sed_calibration {
    double error, worst, brier;
    int count;
    t2sed_calibration_bin *bins; /* [count] */
};

/* More than this is a slip of the pen. */
enum { MOST_BINS = 100000 };

void t2sed_calibration_options_init(t2sed_calibration_options *options)
{
    if (!options)
        return;
    *options = (t2sed_calibration_options)T2SED_CALIBRATION_OPTIONS_INIT;
}

void t2sed_calibration_free(t2sed_calibration *calibration)
{
    if (!calibration)
        return;
    t2s_free(calibration->bins);
    t2s_free(calibration);
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

static void fill(t2sed_calibration_bin *bin, const struct t2s_item *items,
                 size_t begin, size_t end)
{
    double sum = 0, right = 0;
    for (size_t i = begin; i < end; i++) {
        sum += items[i].score;
        right += items[i].label;
    }
    bin->count = end - begin;
    bin->probability = end > begin ? sum / (double)(end - begin) : NAN;
    bin->accuracy = end > begin ? right / (double)(end - begin) : NAN;
}

static void fill_equal_widths(t2sed_calibration *c,
                              const struct t2s_item *items, size_t count,
                              int bins)
{
    size_t begin = 0;
    for (int b = 0; b < bins; b++) {
        size_t end = begin;
        while (end < count && bin_of(items[end].score, bins) == b)
            end++;
        c->bins[b].low = (double)b / bins;
        c->bins[b].high = (double)(b + 1) / bins;
        fill(&c->bins[b], items, begin, end);
        begin = end;
    }
    c->count = bins;
}

static void fill_equal_counts(t2sed_calibration *c,
                              const struct t2s_item *items, size_t count,
                              int bins)
{
    size_t begin = 0;
    for (int b = 0; b < bins && begin < count; b++) {
        size_t end = (size_t)((double)count * (b + 1) / bins);
        if (b + 1 == bins)
            end = count;
        if (end <= begin)
            continue;
        end = t2s_items_tie(items, end - 1, count);
        c->bins[c->count].low = c->count ? items[begin].score : 0;
        c->bins[c->count].high = end < count ? items[end].score : 1;
        fill(&c->bins[c->count++], items, begin, end);
        begin = end;
    }
}

static void sum_up(t2sed_calibration *c, const struct t2s_item *items,
                   size_t count)
{
    double error = 0, brier = 0;
    c->worst = count ? 0 : NAN;
    for (int b = 0; b < c->count; b++) {
        const t2sed_calibration_bin *bin = &c->bins[b];
        double distance = fabs(bin->probability - bin->accuracy);
        if (!bin->count)
            continue;
        error += distance * (double)bin->count;
        if (distance > c->worst)
            c->worst = distance;
    }
    for (size_t i = 0; i < count; i++) {
        double distance = items[i].score - items[i].label;
        brier += distance * distance;
    }
    c->error = count ? error / (double)count : NAN;
    c->brier = count ? brier / (double)count : NAN;
}

static t2sed_status make(t2sed_calibration **out, const struct t2s_item *items,
                         size_t count, const t2sed_calibration_options *options,
                         t2sed_error *err)
{
    t2sed_calibration *c;
    for (size_t i = 0; i < count; i++)
        if (items[i].score < 0 || items[i].score > 1)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "calibration: score %zu is %g, expected a "
                            "probability, 0 to 1",
                            items[i].at, items[i].score);
    c = t2s_zalloc(sizeof *c);
    if (c)
        c->bins = t2s_zalloc_array((size_t)options->bins, sizeof *c->bins);
    if (!c || !c->bins) {
        t2sed_calibration_free(c);
        return t2s_fail_memory(err);
    }
    if (options->equal_counts)
        fill_equal_counts(c, items, count, options->bins);
    else
        fill_equal_widths(c, items, count, options->bins);
    sum_up(c, items, count);
    *out = c;
    return T2SED_OK;
}

t2sed_status t2sed_calibration_measure(t2sed_calibration **out,
                                       const t2sed_items *items,
                                       const t2sed_calibration_options *given,
                                       t2sed_error *err)
{
    t2sed_calibration_options options = T2SED_CALIBRATION_OPTIONS_INIT;
    struct t2s_item *sorted;
    size_t count;
    t2sed_status status;
    if (!out || !items)
        return t2s_fail_null(err, __func__, "out and items");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_calibration_options", err);
    if (status != T2SED_OK)
        return status;
    if (options.bins < 1 || options.bins > MOST_BINS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "calibration: bins is %d, expected 1 to %d",
                        options.bins, MOST_BINS);
    status = t2s_items_select(&sorted, &count, items, err);
    if (status != T2SED_OK)
        return status;
    status = make(out, sorted, count, &options, err);
    t2s_free(sorted);
    return status;
}

double t2sed_calibration_error(const t2sed_calibration *calibration)
{
    return calibration ? calibration->error : (double)NAN;
}

double t2sed_calibration_worst(const t2sed_calibration *calibration)
{
    return calibration ? calibration->worst : (double)NAN;
}

double t2sed_calibration_brier(const t2sed_calibration *calibration)
{
    return calibration ? calibration->brier : (double)NAN;
}

int t2sed_calibration_bins(const t2sed_calibration *calibration)
{
    return calibration ? calibration->count : 0;
}

t2sed_status t2sed_calibration_bin_at(t2sed_calibration_bin *out,
                                      const t2sed_calibration *calibration,
                                      int i, t2sed_error *err)
{
    if (!out || !calibration)
        return t2s_fail_null(err, __func__, "out and calibration");
    if (i < 0 || i >= calibration->count)
        return t2s_fail(err, T2SED_EINVAL, -1, "calibration: no bin %d", i);
    return t2s_sized_write(out, &calibration->bins[i],
                           sizeof calibration->bins[i], "t2sed_calibration_bin",
                           err);
}
