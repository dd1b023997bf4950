#include "decide/policy.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

/* Every policy's name and default number. */
static const struct {
    const char *name;
    double number; /* negative: it has none */
} policies[] = {
    [T2SED_POLICY_SCORE] = {"rr", -1},
    [T2SED_POLICY_DETECT] = {"ed", 0.5},
    [T2SED_POLICY_MARGIN] = {"margin", 0.1},
    [T2SED_POLICY_SUM] = {"sum", 0.5},
    [T2SED_POLICY_PLAN] = {"qp", 0.5},
    [T2SED_POLICY_LINK] = {"sl", 0.5},
    [T2SED_POLICY_VOTE] = {"vote", -1},
    [T2SED_POLICY_RUNS] = {"runs", -1},
    [T2SED_POLICY_DEFAULT] = {"default", -1},
};
#define POLICIES ((int)(sizeof policies / sizeof policies[0]))

const char *t2sed_policy_name(int policy)
{
    return policy >= 0 && policy < POLICIES ? policies[policy].name : NULL;
}

double t2s_policy_default(int policy)
{
    return policies[policy].number < 0 ? (double)NAN : policies[policy].number;
}

t2sed_status t2s_policy_settle(t2sed_policy_step *step, t2sed_error *err)
{
    const char *name = t2sed_policy_name(step->policy);
    if (!name)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: no policy has the number %d", step->policy);
    if (isnan(step->number))
        step->number = t2s_policy_default(step->policy);
    else if (policies[step->policy].number < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: the policy %s takes no number", name);
    else if (!(step->number >= 0 && step->number <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: %s(%g): expected 0 to 1", name,
                        step->number);
    return T2SED_OK;
}

void t2s_policy_write(t2s_string *out, const t2sed_policy_step *steps,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        t2s_string_append(out, i ? "+" : "");
        t2s_string_append(out, policies[steps[i].policy].name);
        if (!isnan(steps[i].number))
            t2s_string_append_format(out, "(%.15g)", steps[i].number);
    }
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

static t2sed_status read_name(int *policy, reader *r, t2sed_error *err)
{
    const size_t n = strspn(r->at, "abcdefghijklmnopqrstuvwxyz");
    for (*policy = 0; *policy < POLICIES; (*policy)++)
        if (strlen(policies[*policy].name) == n &&
            memcmp(policies[*policy].name, r->at, n) == 0) {
            r->at += n;
            return T2SED_OK;
        }
    return wrong(r, err,
                 "expected rr, ed, margin, sum, qp, sl, vote, runs or default");
}

/* A double holds as many exactly. */
#define MOST_DIGITS 15

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

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
    for (; is_digit(*r->at); r->at++, digits++)
        *number = *number * 10 + (*r->at - '0');
    if (*r->at == '.')
        for (r->at++; is_digit(*r->at); r->at++, digits++, scale *= 10)
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

t2sed_status t2sed_policy_parse(t2sed_policy_step *steps, size_t *count,
                                const char *text, t2sed_error *err)
{
    t2sed_policy_step read[T2SED_MAX_POLICY_STEPS];
    reader r = {text, text};
    size_t n = 0;
    if (!steps || !count || !text)
        return t2s_fail_null(err, __func__, "steps, count and text");
    for (;;) {
        t2sed_status status;
        if (n == T2SED_MAX_POLICY_STEPS)
            return wrong(&r, err, "more than 16 steps");
        skip_blanks(&r);
        status = read_name(&read[n].policy, &r, err);
        if (status == T2SED_OK)
            status = read_number(&read[n].number, &r, err);
        if (status == T2SED_OK)
            status = t2s_policy_settle(&read[n], err);
        if (status != T2SED_OK)
            return status;
        n++;
        skip_blanks(&r);
        if (*r.at == '\0')
            break;
        if (*r.at != '+')
            return wrong(&r, err, "expected + or the end");
        r.at++;
    }
    memcpy(steps, read, n * sizeof *steps);
    *count = n;
    return T2SED_OK;
}
