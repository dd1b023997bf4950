/* rank.c - the order of corrections, and their probabilities. */
#include "correct/rank.h"

#include <math.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sort.h"
#include "t2sed/checker.h"

/* What a written query may lose for its distance to the given one. */
#define MOST_LOST 5.0

/* Where no person said anything: the weight of the detector's log odds, and by
 * how much those of a correction have to exceed the given query's. Chosen on
 * the project's own questions (docs/research/quality.md#agents-that-obey). */
#define OWN_WEIGHT 1.0
#define OWN_MARGIN 2.0

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

static double log_odds(double p)
{
    p = isnan(p) || p < 0.001 ? 0.001 : p > 0.999 ? 0.999 : p;
    return log(p / (1 - p));
}

/* Whether a correction may come before the given query where no person said
 * that this is wrong: it is below the threshold, and they are much more
 * probable. */
static bool is_offered(const t2s_feedback *feedback, const t2s_made *one)
{
    return feedback->given < feedback->threshold &&
           log_odds(one->shown.detected) >
               log_odds(feedback->given) + OWN_MARGIN;
}

/* Puts the other corrections behind the given query, in the order they have. */
static void keep_given(t2s_correcting *w)
{
    t2sed_corrections *out = w->out;
    double given = (double)NAN, best = -INFINITY;
    if (!w->feedback.is_ours || isnan(w->feedback.given))
        return;
    for (size_t i = 0; i < out->list.count; i++) {
        const t2s_made *one = &out->list.at[i];
        if (one->shown.source == T2SED_CORRECTION_GIVEN)
            given = one->score;
        else if (!is_offered(&w->feedback, one))
            best = fmax(best, one->score);
    }
    if (!(best >= given)) /* or there is no given one: it was repaired */
        return;
    for (size_t i = 0; i < out->list.count; i++) {
        t2s_made *one = &out->list.at[i];
        if (one->shown.source != T2SED_CORRECTION_GIVEN &&
            !is_offered(&w->feedback, one))
            one->score -= best - given + 0.01;
    }
}

/* The detector looks at the best, and may have looked at the given query; the
 * others lose as much as the worst of them. */
static t2sed_status detect(t2s_correcting *w, t2sed_error *err)
{
    t2sed_corrections *out = w->out;
    const size_t most = (size_t)w->corrector->options.checked;
    const size_t count = out->list.count < most ? out->list.count : most;
    const char *queries[64];
    t2sed_report *report = NULL;
    t2sed_check_input input;
    t2sed_status status;
    const double weight =
        w->feedback.is_ours ? OWN_WEIGHT : w->corrector->detector_weight;
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
        to->shown.detected = checked.alone;
        p = weight * log_odds(checked.alone);
        to->score += p;
        least = i == 0 || p < least ? p : least;
    }
    for (size_t i = count; i < out->list.count; i++) {
        t2s_made *one = &out->list.at[i];
        if (one->shown.source == T2SED_CORRECTION_GIVEN)
            one->shown.detected = w->feedback.given;
        one->score += isnan(one->shown.detected)
                          ? least
                          : weight * log_odds(one->shown.detected);
    }
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
    keep_given(w);
    if (status == T2SED_OK)
        status = t2s_rank(w->out, err);
    if (status == T2SED_OK)
        finish(w);
    if (status == T2SED_OK && w->corrector->options.features &&
        !show_features(w->out))
        status = t2s_fail_memory(err);
    return status;
}
