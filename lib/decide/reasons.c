/* reasons.c - what raises and lowers a probability, in sentences: the model's
 * contributions, summed by groups of features, and what is added to them. */
#include "t2sed/parts/reasons.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/reasons.h"
#include "findings/findings.h"
#include "model/scorer.h"

/* So many are shown that raise the probability, and as many that lower it. */
#define MOST_SHOWN 3

static const struct {
    const char *name, *raises, *lowers;
} said[T2S_REASONS] = {
#define REASON(id, name, begins, raises, lowers) {name, raises, lowers},
    T2S_REASON_TABLE(REASON)
#undef REASON
};

/* Of groups of features, beginnings of their names; the first that fits. */
static const char *const beginnings[T2S_REASONS] = {
#define REASON(id, name, begins, raises, lowers) begins,
    T2S_REASON_TABLE(REASON)
#undef REASON
};

struct t2sed_reasons {
    t2sed_reason at[T2S_REASONS];
    size_t count;
};

/* Whether the name begins with one of the words of the list, or NULL. */
static bool begins_with(const char *name, const char *list)
{
    while (list && *list) {
        const size_t length = strcspn(list, " ");
        if (strncmp(name, list, length) == 0)
            return true;
        list += length;
        list += strspn(list, " ");
    }
    return false;
}

t2s_reason t2s_reason_of(const char *feature)
{
    int i = 0;
    while (i < T2S_REASONS && !begins_with(feature, beginnings[i]))
        i++;
    return (t2s_reason)i;
}

static double log_odds(double probability)
{
    return log(probability / (1 - probability));
}

/* --- Findings --- */

static t2sed_status find_parts(const t2s_attribution **out,
                               const t2sed_model **model,
                               const t2sed_scores *scores, size_t i,
                               t2sed_error *err)
{
    if (i >= t2sed_scores_count(scores))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "reasons: there is no candidate %zu, expected 0 to "
                        "below %zu",
                        i, t2sed_scores_count(scores));
    *out = t2s_scores_parts(model, scores, i);
    return *model ? T2SED_OK
                  : t2s_fail(err, T2SED_ESTATE, -1,
                             "reasons: the scores are of a scorer without the "
                             "option `reasons`");
}

static t2s_contributions contributions_of(const t2s_attribution *parts,
                                          const t2sed_model *model)
{
    return (t2s_contributions){model->config.evidence.at, parts->features,
                               model->config.evidence.count};
}

t2sed_status t2sed_findings_weigh(t2sed_findings *findings,
                                  const t2sed_scores *scores, size_t i, int all,
                                  t2sed_error *err)
{
    const t2s_attribution *parts;
    const t2sed_model *model;
    t2s_contributions of;
    t2sed_status status;
    if (!findings || !scores)
        return t2s_fail_null(err, __func__, "findings and scores");
    status = find_parts(&parts, &model, scores, i, err);
    if (status != T2SED_OK || !parts || !parts->features)
        return status;
    of = contributions_of(parts, model);
    return t2s_findings_weigh(
        findings, &of, all ? (double)NAN : t2sed_scores_probability(scores, i),
        err);
}

/* --- Reasons --- */

/* Adds up what no finding has claimed, by groups. */
static t2sed_status add_features(double *weights, const t2s_contributions *of,
                                 const t2sed_findings *findings,
                                 t2sed_error *err)
{
    t2s_reason group = T2S_REASONS;
    int32_t *claims = t2s_alloc_array(of->count, sizeof *claims);
    if (!claims)
        return t2s_fail_memory(err);
    t2s_findings_claim(claims, findings, of);
    for (size_t i = 0; i < of->count; i++) {
        if (claims[i] > 0 || of->at[i] == 0)
            continue;
        group = t2s_reason_of(of->names[i]);
        weights[group < T2S_REASONS ? group : T2S_REASON_BASE] += of->at[i];
    }
    t2s_free(claims);
    return T2SED_OK;
}

static void add_reason(t2sed_reasons *to, t2s_reason which, double weight)
{
    size_t at = to->count++;
    for (; at > 0 && fabs(weight) > fabs(to->at[at - 1].weight); at--)
        to->at[at] = to->at[at - 1];
    to->at[at] = (t2sed_reason){
        .struct_size = sizeof(t2sed_reason),
        .name = said[which].name,
        .text = weight < 0 ? said[which].lowers : said[which].raises,
        .weight = weight,
    };
}

/* What every query of the model has says nothing of this one. */
static bool is_about_query(t2s_reason which)
{
    return which != T2S_REASON_BASE && which != T2S_REASON_CALIBRATION;
}

bool t2s_reason_is_against(const t2sed_reason *reason)
{
    int which = 0;
    while (which < T2S_REASONS && strcmp(said[which].name, reason->name) != 0)
        which++;
    return is_about_query((t2s_reason)which) && which != T2S_REASON_THRESHOLD &&
           reason->weight <= -T2S_LEAST_WEIGHT;
}

static void list_all(t2sed_reasons *to, const double *weights)
{
    for (int i = 0; i < T2S_REASONS; i++)
        if (weights[i] != 0)
            add_reason(to, (t2s_reason)i, weights[i]);
}

/* The MOST_SHOWN that raise or lower it most: `sign` 1 or -1. */
static size_t list_most(t2sed_reasons *to, const double *weights, double sign)
{
    bool is_listed[T2S_REASONS] = {false};
    size_t count = 0;
    for (; count < MOST_SHOWN; count++) {
        int most = -1;
        for (int i = 0; i < T2S_REASONS; i++)
            if (is_about_query((t2s_reason)i) && !is_listed[i] &&
                sign * weights[i] >= T2S_LEAST_WEIGHT &&
                (most < 0 || sign * weights[i] > sign * weights[most]))
                most = i;
        if (most < 0)
            break;
        is_listed[most] = true;
        add_reason(to, (t2s_reason)most, weights[most]);
    }
    return count;
}

static bool any_lowers(const t2sed_findings *findings)
{
    t2sed_finding one = T2SED_FINDING_INIT;
    for (size_t i = 0; t2sed_findings_get(findings, i, &one, NULL) == T2SED_OK;
         i++)
        if (one.weight < 0 || one.severity == T2SED_SEVERITY_ERROR)
            return true;
    return false;
}

static void list(t2sed_reasons *to, const double *weights,
                 const t2sed_findings *findings,
                 const t2sed_reasons_options *options)
{
    const double decided =
        isnan(options->confidence) ? options->probability : options->confidence;
    size_t against;
    if (options->all) {
        list_all(to, weights);
        return;
    }
    list_most(to, weights, 1);
    against = list_most(to, weights, -1);
    if (decided < options->threshold && against == 0 && !any_lowers(findings))
        add_reason(to, T2S_REASON_THRESHOLD,
                   log_odds(decided) - log_odds(options->threshold));
}

static const t2sed_reasons_options usual = {.struct_size = sizeof usual,
                                            .probability = (double)NAN,
                                            .confidence = (double)NAN,
                                            .threshold = (double)NAN};

void t2sed_reasons_options_init(t2sed_reasons_options *options, size_t size)
{
    t2s_sized_init(options, size, &usual, sizeof usual);
}

static t2sed_status make(t2sed_reasons *to, const t2sed_scores *scores,
                         size_t i, const t2sed_findings *findings,
                         t2sed_reasons_options *options, t2sed_error *err)
{
    double weights[T2S_REASONS] = {0};
    const double own = t2sed_scores_probability(scores, i);
    const t2s_attribution *parts;
    const t2sed_model *model;
    t2sed_status status = find_parts(&parts, &model, scores, i, err);
    if (status != T2SED_OK || !parts)
        return status;
    if (isnan(options->probability))
        options->probability = own;
    weights[T2S_REASON_BASE] = parts->base;
    weights[T2S_REASON_CALIBRATION] = parts->shift;
    weights[T2S_REASON_TEXT] = parts->text;
    weights[T2S_REASON_REFUSED] = parts->bound;
    weights[T2S_REASON_JUDGE] = parts->judge;
    if (options->probability != own)
        weights[T2S_REASON_AGREEMENT] =
            log_odds(options->probability) - log_odds(own);
    if (parts->features) {
        const t2s_contributions of = contributions_of(parts, model);
        status = add_features(weights, &of, findings, err);
    }
    if (status == T2SED_OK)
        list(to, weights, findings, options);
    return status;
}

t2sed_status t2sed_reasons_new(t2sed_reasons **out, const t2sed_scores *scores,
                               size_t i, const t2sed_findings *findings,
                               const t2sed_reasons_options *given,
                               t2sed_error *err)
{
    t2sed_reasons_options options = usual;
    t2sed_reasons *made;
    t2sed_status status;
    if (!out || !scores)
        return t2s_fail_null(err, __func__, "out and scores");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_reasons_options", err);
    if (status != T2SED_OK)
        return status;
    made = t2s_zalloc(sizeof *made);
    status = made ? make(made, scores, i, findings, &options, err)
                  : t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_reasons_free(made);
    return status;
}

void t2sed_reasons_free(t2sed_reasons *reasons)
{
    t2s_free(reasons);
}

size_t t2sed_reasons_count(const t2sed_reasons *reasons)
{
    return reasons ? reasons->count : 0;
}

t2sed_status t2sed_reasons_get(const t2sed_reasons *reasons, size_t i,
                               t2sed_reason *out, t2sed_error *err)
{
    if (!reasons || !out)
        return t2s_fail_null(err, __func__, "reasons and out");
    if (i >= reasons->count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "reasons: no reason %zu, there are %zu", i,
                        reasons->count);
    return t2s_sized_write(out, &reasons->at[i], sizeof *out, "t2sed_reason",
                           err);
}
