/* signals.c - what is known of candidates: its contract, and what follows from
 * it directly. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "t2sed/agreement.h"

void t2sed_signals_init(t2sed_signals *signals, size_t size)
{
    const t2sed_signals none = {0};
    t2s_sized_init(signals, size, &none, sizeof none);
}

static t2sed_status check_shares(const double *numbers, size_t count,
                                 const char *what, t2sed_error *err)
{
    for (size_t i = 0; numbers && i < count; i++)
        if (numbers[i] < 0 || numbers[i] > 1)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "re-ranker: %s of candidate %zu is %g, expected "
                            "0 to 1 or NaN",
                            what, i, numbers[i]);
    return T2SED_OK;
}

t2sed_status t2s_signals_read(t2sed_signals *s, const t2sed_signals *given,
                              t2sed_error *err)
{
    t2sed_status status;
    if (!given)
        return t2s_fail(err, T2SED_EINVAL, -1, "re-ranker: signals is NULL");
    t2sed_signals_init(s, sizeof *s);
    status = t2s_sized_read(s, sizeof *s, given, "t2sed_signals", err);
    if (status == T2SED_OK)
        status = check_shares(s->probability, s->count, "the probability", err);
    if (status == T2SED_OK)
        status = check_shares(s->sketch, s->count, "the sketch", err);
    if (status == T2SED_OK)
        status = check_shares(s->link, s->count, "the link", err);
    if (status == T2SED_OK)
        status = check_shares(s->agreement, s->count, "the agreement", err);
    for (size_t i = 0; status == T2SED_OK && s->parser_score && i < s->count;
         i++)
        if (isinf(s->parser_score[i]))
            status = t2s_fail(err, T2SED_EINVAL, -1,
                              "re-ranker: the parser's score of candidate %zu "
                              "is infinite",
                              i);
    return status;
}

bool t2s_signals_fails(const t2sed_signals *s, size_t i)
{
    if (s->outcomes)
        return s->outcomes[i] == T2SED_OUTCOME_FAILED ||
               s->outcomes[i] == T2SED_OUTCOME_SYNTAX;
    return s->groups && s->groups[i] < 0;
}

t2sed_status t2s_signals_shares(double **out, const t2sed_signals *s,
                                t2sed_error *err)
{
    double *shares = t2s_alloc_array(s->count, sizeof *shares);
    t2sed_status status = T2SED_OK;
    if (!shares)
        return t2s_fail_memory(err);
    if (s->groups && !s->agreement)
        status = t2s_agreement_shares(shares, s->groups, NULL, s->count, err);
    else
        for (size_t i = 0; i < s->count; i++)
            shares[i] = s->agreement ? s->agreement[i] : (double)NAN;
    if (status != T2SED_OK) {
        t2s_free(shares);
        return status;
    }
    *out = shares;
    return T2SED_OK;
}
