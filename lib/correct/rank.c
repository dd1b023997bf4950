/* rank.c - the order of corrections, and their probabilities. */
#include "correct/rank.h"

#include <math.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sort.h"
#include "t2sed/checker.h"

/* What a written query may lose for its distance to the given one. */
#define MOST_LOST 5.0

static int compare_made(const void *a, const void *b, const void *context)
{
    const t2s_made *x = a, *y = b;
    (void)context;
    return x->score < y->score ? 1 : x->score > y->score ? -1 : 0;
}

t2sed_status t2s_rank(t2sed_corrections *out, t2sed_error *err)
{
    return t2s_sort(out->list.at, out->list.count, sizeof *out->list.at,
                    compare_made, NULL)
               ? T2SED_OK
               : t2s_fail_early(err);
}

/* Log of the sum of the edits' exp(score). */
static double total_of(const t2sed_corrections *out)
{
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; i < out->list.count; i++)
        if (t2s_made_here(&out->list.at[i]))
            most = fmax(most, out->list.at[i].score);
    for (size_t i = 0; i < out->list.count; i++)
        if (t2s_made_here(&out->list.at[i]))
            sum += exp(out->list.at[i].score - most);
    return most + log(sum);
}

/* Adds what the language model thinks. Edits that it did not look at lose as
 * much as the least likely; queries that it wrote may be far from the given
 * one. */
static void weigh_likelihoods(t2s_correcting *w)
{
    t2sed_corrections *out = w->out;
    const double total = total_of(out);
    double least = (double)NAN;
    for (size_t i = 0; i < out->list.count; i++)
        if (t2s_made_here(&out->list.at[i]))
            least = fmin(least, out->list.at[i].shown.log_probability);
    if (isnan(least))
        return; /* no language model was asked */
    for (size_t i = 0; i < out->list.count; i++) {
        t2s_made *one = &out->list.at[i];
        const double log = one->shown.log_probability;
        if (!t2s_made_here(one) && !isnan(log))
            one->score = fmax(one->score, total - MOST_LOST);
        one->score +=
            w->corrector->likelihood_weight * (isnan(log) ? least : log);
    }
}

/* The detector looks at the best; the others lose as much as the worst of
 * them. */
static t2sed_status detect(t2s_correcting *w, t2sed_error *err)
{
    t2sed_corrections *out = w->out;
    const size_t most = (size_t)w->corrector->options.checked;
    const size_t count = out->list.count < most ? out->list.count : most;
    const char *queries[64];
    t2sed_report *report = NULL;
    t2sed_check_input input;
    t2sed_status status;
    double least = 0;
    if (!w->corrector->checker || count == 0)
        return T2SED_OK;
    for (size_t i = 0; i < count; i++)
        queries[i] = out->list.at[i].shown.sql;
    t2sed_check_input_init(&input, sizeof input);
    input.question = w->input->question;
    input.queries = queries;
    input.count = count;
    status =
        t2sed_checker_check_input(&report, w->corrector->checker, &input, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_checked checked = {.struct_size = sizeof checked};
        t2s_made *to;
        double p;
        t2sed_report_get(report, i, &checked, NULL);
        to = &out->list.at[checked.candidate];
        p = isnan(checked.alone) ? 0.001 : checked.alone;
        p = p < 0.001 ? 0.001 : p > 0.999 ? 0.999 : p;
        to->shown.detected = checked.alone;
        p = w->corrector->detector_weight * log(p / (1 - p));
        to->score += p;
        least = i == 0 || p < least ? p : least;
    }
    for (size_t i = count; i < out->list.count; i++)
        out->list.at[i].score += least;
    t2sed_report_free(report);
    return status;
}

static void finish(t2s_correcting *w)
{
    t2sed_corrections *out = w->out;
    const size_t most = (size_t)w->corrector->options.most;
    double total = 0;
    for (size_t i = 0; i < out->list.count; i++)
        total += exp(out->list.at[i].score - out->list.at[0].score);
    for (size_t i = 0; i < out->list.count; i++) {
        t2s_made *one = &out->list.at[i];
        one->shown.probability =
            exp(one->score - out->list.at[0].score) / total;
        one->shown.edits = one->script.at;
        one->shown.edit_count = one->script.count;
    }
    while (out->list.count > most) {
        t2s_made *last = &out->list.at[--out->list.count];
        t2s_vector_free(&last->script);
        t2s_vector_free(&last->row);
    }
}

/* Features as two arrays. */
static bool show_features(t2sed_corrections *out)
{
    for (size_t i = 0; i < out->list.count; i++) {
        t2s_made *one = &out->list.at[i];
        const size_t n = one->row.count;
        int32_t *features =
            t2s_arena_alloc_array(&out->arena, n, sizeof *features);
        float *values = t2s_arena_alloc_array(&out->arena, n, sizeof *values);
        if (!features || !values)
            return false;
        for (size_t k = 0; k < n; k++) {
            features[k] = one->row.at[k].feature;
            values[k] = one->row.at[k].value;
        }
        one->shown.features = features;
        one->shown.values = values;
        one->shown.feature_count = n;
    }
    return true;
}

t2sed_status t2s_rank_all(t2s_correcting *w, t2sed_error *err)
{
    t2sed_status status;
    weigh_likelihoods(w);
    status = t2s_rank(w->out, err);
    if (status == T2SED_OK)
        status = detect(w, err);
    if (status == T2SED_OK)
        status = t2s_rank(w->out, err);
    if (status == T2SED_OK)
        finish(w);
    if (status == T2SED_OK && w->corrector->options.features &&
        !show_features(w->out))
        status = t2s_fail_memory(err);
    return status;
}
