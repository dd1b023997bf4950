/* weights.c - what findings count: the contributions of the features that
 * measure the same, by findings.def. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "findings/findings.h"

/* By how much, in log odds, a code has to lower a query's probability to be
 * listed; less is required of a query that is more probably wrong. A query that
 * is more probably right has no hints. Codes that are not weak are listed
 * whatever their weight if the query is probably wrong: trees may count another
 * feature of the same fault instead. A warning that the model reads no feature
 * of (a NaN weight) says nothing of a query that is more probably right. Chosen
 * on own questions that the model had not learned from. */
#define LEAST_WEIGHT_WEAK 0.02
#define WEAK_BELOW        0.25
#define DOUBTED_BELOW     0.4
#define TRUSTED_FROM      0.5

/* Names of features, blanks between, and the code that they measure. */
static const struct {
    t2sed_finding_code code;
    const char *features;
} measured[] = {
#define FINDING(code, name, severity, needs, check, features, meaning,         \
                example)                                                       \
    {T2SED_FINDING_##code, features},
#define CHECK(code, kind, name, needs, measures, sentence)                     \
    {T2SED_FINDING_##code, "check." #name},
#define CUE(code, name, cue, use, item, is_sure, sentence)                     \
    {T2SED_FINDING_##code, "cue." #name},
#include "findings/findings.def"
};
#define MEASURED (sizeof measured / sizeof measured[0])

static size_t place_of(const t2s_contributions *of, const char *name, size_t n)
{
    size_t i = 0;
    while (i < of->count &&
           (strncmp(of->names[i], name, n) != 0 || of->names[i][n] != '\0'))
        i++;
    return i;
}

typedef void visit(void *payload, size_t feature);

/* Calls for each feature that measures a code. */
static void visit_features(int code, const t2s_contributions *of, visit *call,
                           void *payload)
{
    for (size_t i = 0; i < MEASURED; i++) {
        const char *at = measured[i].features;
        for (size_t n; (int)measured[i].code == code && *at != '\0';
             at += n + (at[n] == ' ')) {
            size_t place;
            n = strcspn(at, " ");
            place = place_of(of, at, n);
            if (place < of->count)
                call(payload, place);
        }
    }
}

static void claim(void *payload, size_t feature)
{
    ((int32_t *)payload)[feature]++;
}

void t2s_findings_claim(int32_t *claims, const t2sed_findings *findings,
                        const t2s_contributions *of)
{
    memset(claims, 0, of->count * sizeof *claims);
    for (size_t i = 0; findings && i < findings->list.count; i++)
        visit_features(findings->list.at[i].code, of, claim, claims);
}

/* The sum of a finding's shares; NaN: no feature measures it. */
typedef struct sum {
    const t2s_contributions *of;
    const int32_t *claims;
    double weight;
} sum;

static void add_share(void *payload, size_t feature)
{
    sum *s = payload;
    const double share = s->of->at[feature] / (double)s->claims[feature];
    s->weight = isnan(s->weight) ? share : s->weight + share;
}

static void weigh(t2sed_findings *findings, int32_t *claims,
                  const t2s_contributions *of)
{
    t2s_findings_claim(claims, findings, of);
    for (size_t i = 0; i < findings->list.count; i++) {
        t2sed_finding *one = &findings->list.at[i];
        sum s = {of, claims, (double)NAN};
        visit_features(one->code, of, add_share, &s);
        one->weight = s.weight;
    }
}

/* Whether right queries have a code about as often as wrong ones. */
static bool is_weak(int code)
{
    enum { ERROR, WARNING, HINT, WEAK };
    static const unsigned char severities[] = {
#define FINDING(code, name, severity, needs, check, features, meaning,         \
                example)                                                       \
    severity,
#include "findings/findings.def"
    };
    return severities[t2s_finding_place((t2sed_finding_code)code)] == WEAK;
}

/* What all findings of a code count together. */
static double weight_of_code(const t2sed_findings *findings, int code)
{
    double weight = 0;
    for (size_t i = 0; i < findings->list.count; i++)
        if (findings->list.at[i].code == code)
            weight += findings->list.at[i].weight;
    return weight;
}

/* Whether a finding says too little of a query of this probability. */
static bool is_light(const t2sed_findings *findings, const t2sed_finding *one,
                     double probability)
{
    const double weight = weight_of_code(findings, one->code);
    if (one->severity == T2SED_SEVERITY_ERROR)
        return false;
    if (one->severity == T2SED_SEVERITY_WARNING)
        return probability >= TRUSTED_FROM && !(weight <= -T2S_LEAST_WEIGHT);
    if (is_weak(one->code))
        return probability >= WEAK_BELOW || weight > -LEAST_WEIGHT_WEAK;
    return probability >= TRUSTED_FROM ||
           (probability >= DOUBTED_BELOW && weight > -T2S_LEAST_WEIGHT);
}

/* Drops findings that say too little; whether it did. */
static bool drop_light(t2sed_findings *findings, double probability)
{
    bool is_dropped[T2S_MOST_FINDINGS];
    size_t kept = 0;
    const size_t count = findings->list.count;
    for (size_t i = 0; i < count; i++)
        is_dropped[i] = is_light(findings, &findings->list.at[i], probability);
    for (size_t i = 0; i < count; i++)
        if (!is_dropped[i])
            findings->list.at[kept++] = findings->list.at[i];
    findings->list.count = kept;
    return kept < count;
}

/* Errors first, then what lowers it most; unknown weights come last. */
static bool comes_before(const t2sed_finding *a, const t2sed_finding *b)
{
    const bool is_error = a->severity == T2SED_SEVERITY_ERROR;
    if (is_error != (b->severity == T2SED_SEVERITY_ERROR))
        return is_error;
    return isnan(b->weight) ? !isnan(a->weight) : a->weight < b->weight;
}

static void sort(t2sed_findings *findings)
{
    for (size_t i = 1; i < findings->list.count; i++) {
        const t2sed_finding one = findings->list.at[i];
        size_t at = i;
        for (; at > 0 && comes_before(&one, &findings->list.at[at - 1]); at--)
            findings->list.at[at] = findings->list.at[at - 1];
        findings->list.at[at] = one;
    }
}

t2sed_status t2s_findings_weigh(t2sed_findings *findings,
                                const t2s_contributions *of, double probability,
                                t2sed_error *err)
{
    int32_t *claims = t2s_alloc_array(of->count, sizeof *claims);
    if (!claims)
        return t2s_fail_memory(err);
    weigh(findings, claims, of);
    /* What others shared with those is theirs alone. */
    if (!isnan(probability) && drop_light(findings, probability))
        weigh(findings, claims, of);
    sort(findings);
    t2s_free(claims);
    return T2SED_OK;
}
