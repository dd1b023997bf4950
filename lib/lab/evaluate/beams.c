/* beams.c - what n-best lists hold, and what re-ranking makes of them. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "t2sed/lab/metrics.h"

void t2sed_rerank_options_init(t2sed_rerank_options *options, size_t size)
{
    const t2sed_rerank_options defaults = {.threshold = 0.5};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_beams(t2sed_beams *beams, const t2sed_beams *given,
                               bool scores_needed, t2sed_error *err)
{
    t2sed_status status;
    memset(beams, 0, sizeof *beams);
    status = t2s_sized_read(beams, sizeof *beams, given, "t2sed_beams", err);
    if (status != T2SED_OK)
        return status;
    if (!beams->count)
        return T2SED_OK;
    if (!beams->offsets || !beams->labels || (scores_needed && !beams->scores))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "beams: an array is NULL, expected offsets, labels%s",
                        scores_needed ? " and scores" : "");
    for (size_t b = 0; b < beams->count; b++) {
        if (beams->offsets[b] > beams->offsets[b + 1])
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "beams: offset %zu is %zu, less than the %zu "
                            "before it",
                            b + 1, beams->offsets[b + 1], beams->offsets[b]);
        for (size_t i = beams->offsets[b]; i < beams->offsets[b + 1]; i++)
            if (beams->labels[i] < -1 || beams->labels[i] > 1)
                return t2s_fail(err, T2SED_EINVAL, -1,
                                "beams: label %zu is %d, expected 1, 0 or -1",
                                i, beams->labels[i]);
    }
    return T2SED_OK;
}

t2sed_status t2sed_metrics_oracle(double *out, const t2sed_beams *given,
                                  size_t n, t2sed_error *err)
{
    t2sed_beams beams;
    size_t hits = 0;
    t2sed_status status;
    if (!out || !given)
        return t2s_fail_null(err, __func__, "out and beams");
    status = read_beams(&beams, given, false, err);
    if (status != T2SED_OK)
        return status;
    for (size_t b = 0; b < beams.count; b++) {
        size_t i = beams.offsets[b], end = beams.offsets[b + 1];
        if (end - i > n)
            end = i + n;
        while (i < end && beams.labels[i] != 1)
            i++;
        hits += i < end;
    }
    *out = beams.count ? (double)hits / (double)beams.count : NAN;
    return T2SED_OK;
}

/* What comes of one beam. */
typedef struct outcome {
    bool first, best, any; /* whether it is right, or any is */
} outcome;

static outcome look(const t2sed_beams *beams, size_t b, size_t limit)
{
    size_t begin = beams->offsets[b], best = begin, taken = 0;
    outcome o = {beams->labels[begin] == 1, false, false};
    for (size_t i = begin; i < beams->offsets[b + 1]; i++) {
        if (beams->labels[i] < 0)
            continue;
        if (limit && taken++ == limit)
            break;
        o.any |= beams->labels[i] == 1;
        /* Never true of a score that is NaN; true where only the best is. */
        if (beams->scores[i] > beams->scores[best] ||
            (isnan(beams->scores[best]) && !isnan(beams->scores[i])))
            best = i;
    }
    o.best = beams->labels[best] == 1;
    return o;
}

static void add_up(t2sed_rerank_summary *sums, const t2sed_beams *beams,
                   const t2sed_rerank_options *options)
{
    for (size_t b = 0; b < beams->count; b++) {
        size_t begin = beams->offsets[b];
        double threshold =
            options->thresholds ? options->thresholds[b] : options->threshold;
        outcome o;
        bool flagged;
        if (begin == beams->offsets[b + 1] || beams->labels[begin] < 0) {
            sums->skipped++;
            continue;
        }
        o = look(beams, b, options->limit);
        flagged = !(beams->scores[begin] >= threshold);
        sums->flagged += flagged;
        sums->first += o.first;
        sums->reranked += o.best;
        sums->detected_reranked += flagged ? o.best : o.first;
        sums->oracle += o.any;
    }
}

t2sed_status t2sed_metrics_rerank(t2sed_rerank_summary *out,
                                  const t2sed_beams *given_beams,
                                  const t2sed_rerank_options *given,
                                  t2sed_error *err)
{
    t2sed_rerank_options options;
    t2sed_rerank_summary sums = {.struct_size = sizeof sums};
    t2sed_beams beams;
    t2sed_status status;
    double all;
    if (!out || !given_beams)
        return t2s_fail_null(err, __func__, "out and beams");
    status = T2S_READ_SIZED(t2sed_rerank_options, &options, given, err);
    if (status == T2SED_OK)
        status = read_beams(&beams, given_beams, true, err);
    if (status != T2SED_OK)
        return status;
    add_up(&sums, &beams, &options);
    all = (double)beams.count;
    sums.beams = beams.count;
    sums.first = beams.count ? sums.first / all : NAN;
    sums.reranked = beams.count ? sums.reranked / all : NAN;
    sums.detected_reranked = beams.count ? sums.detected_reranked / all : NAN;
    sums.oracle = beams.count ? sums.oracle / all : NAN;
    return t2s_sized_write(out, &sums, sizeof sums, "t2sed_rerank_summary",
                           err);
}

t2sed_status t2sed_metrics_softmax(double *out, const double *scores,
                                   const int *same, size_t count,
                                   t2sed_error *err)
{
    if ((!out || !scores) && count > 0)
        return t2s_fail_null(err, __func__, "out and scores");
    return t2s_softmax(out, scores, same, count, err);
}
