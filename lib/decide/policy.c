#include "decide/policy.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/string.h"

/* Every policy's name, default number and signals that it reads. */
static const struct {
    const char *name;
    double number; /* negative: it has none */
    unsigned needs;
} policies[] = {
    [T2S_POLICY_SCORE] = {"rr", -1, 0},
    [T2S_POLICY_DETECT] = {"ed", 0.5, 0},
    [T2S_POLICY_MARGIN] = {"margin", 0.1, 0},
    [T2S_POLICY_SUM] = {"sum", 0.5, 0},
    [T2S_POLICY_SKETCH] = {"qp", 0.5, T2SED_SIGNAL_SKETCH},
    [T2S_POLICY_LINK] = {"sl", 0.5, T2SED_SIGNAL_LINK},
    [T2S_POLICY_VOTE] = {"vote", -1, T2SED_SIGNAL_AGREEMENT},
    [T2S_POLICY_RUNS] = {"runs", -1, T2SED_SIGNAL_AGREEMENT},
    [T2S_POLICY_DEFAULT] = {"default", -1,
                            T2SED_SIGNAL_WEIGHTS | T2SED_SIGNAL_AGREEMENT},
};
#define POLICIES (sizeof policies / sizeof policies[0])

const char *t2s_policy_name(t2s_policy policy)
{
    return policies[policy].name;
}

unsigned t2sed_reranker_needs(const t2sed_reranker *reranker)
{
    unsigned needs = 0;
    for (size_t i = 0; reranker && i < reranker->count; i++)
        needs |= policies[reranker->steps[i].policy].needs;
    /* What has no weight changes nothing. */
    if (needs & T2SED_SIGNAL_WEIGHTS && reranker->weights.sketch != 0)
        needs |= T2SED_SIGNAL_SKETCH;
    if (needs & T2SED_SIGNAL_WEIGHTS && reranker->weights.link != 0)
        needs |= T2SED_SIGNAL_LINK;
    return needs;
}

/* What is left of the text that is read. */
typedef struct reader {
    const char *text, *at;
} reader;

static void skip_blanks(reader *r)
{
    r->at += strspn(r->at, " \t");
}

static t2sed_status wrong(const reader *r, t2sed_error *err, const char *text)
{
    return t2s_fail(err, T2SED_EINVAL, r->at - r->text,
                    "policy \"%.60s\", byte %d: %s", r->text,
                    (int)(r->at - r->text), text);
}

static t2sed_status read_name(t2s_policy *policy, reader *r, t2sed_error *err)
{
    const size_t n = strspn(r->at, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < POLICIES; i++)
        if (strlen(policies[i].name) == n &&
            memcmp(policies[i].name, r->at, n) == 0) {
            *policy = (t2s_policy)i;
            r->at += n;
            return T2SED_OK;
        }
    return wrong(r, err,
                 "expected rr, ed, margin, sum, qp, sl, vote, runs or default");
}

/* A double holds as many exactly. */
#define MOST_DIGITS 15

/* "(0.5)", if it is there: digits and a point, whatever the locale. */
static t2sed_status read_number(double *number, reader *r, t2sed_error *err)
{
    double scale = 1;
    int digits = 0;
    const char *begin;
    *number = (double)NAN;
    skip_blanks(r);
    if (*r->at != '(')
        return T2SED_OK;
    r->at++;
    skip_blanks(r);
    begin = r->at;
    *number = 0;
    for (; t2s_is_digit(*r->at); r->at++, digits++)
        *number = *number * 10 + (*r->at - '0');
    if (*r->at == '.')
        for (r->at++; t2s_is_digit(*r->at); r->at++, digits++, scale *= 10)
            *number = *number * 10 + (*r->at - '0');
    *number /= scale;
    if (digits == 0 || digits > MOST_DIGITS) {
        r->at = begin;
        return wrong(r, err, "expected a number from 0 to 1");
    }
    skip_blanks(r);
    if (*r->at != ')')
        return wrong(r, err, "expected )");
    r->at++;
    return T2SED_OK;
}

/* The step's number, or its policy's default. */
static t2sed_status settle(t2s_step *step, t2sed_error *err)
{
    const char *name = policies[step->policy].name;
    const double usual = policies[step->policy].number;
    if (isnan(step->number))
        step->number = usual < 0 ? (double)NAN : usual;
    else if (usual < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: the policy %s takes no number", name);
    else if (step->number > 1)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: %s(%g): expected 0 to 1", name,
                        step->number);
    return T2SED_OK;
}

static t2sed_status write_steps(t2sed_reranker *to, t2sed_error *err)
{
    t2s_string text = {0};
    for (size_t i = 0; i < to->count; i++) {
        t2s_string_append(&text, i ? "+" : "");
        t2s_string_append(&text, policies[to->steps[i].policy].name);
        if (!isnan(to->steps[i].number))
            t2s_string_append_format(&text, "(%.15g)", to->steps[i].number);
    }
    to->text = t2s_string_take(&text, NULL);
    return to->text ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2s_policy_parse(t2sed_reranker *out, const char *text,
                              t2sed_error *err)
{
    reader r = {text, text};
    for (;;) {
        t2s_step *step = &out->steps[out->count];
        t2sed_status status;
        if (out->count == T2S_MOST_STEPS)
            return wrong(&r, err, "more than 16 steps");
        skip_blanks(&r);
        status = read_name(&step->policy, &r, err);
        if (status == T2SED_OK)
            status = read_number(&step->number, &r, err);
        if (status == T2SED_OK)
            status = settle(step, err);
        if (status != T2SED_OK)
            return status;
        out->count++;
        skip_blanks(&r);
        if (*r.at == '\0')
            return write_steps(out, err);
        if (*r.at != '+')
            return wrong(&r, err, "expected + or the end");
        r.at++;
    }
}
