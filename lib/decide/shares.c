/* shares.c - how much of all voices each candidate's group has. */
#include "decide/answers.h"

#include <math.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"

static t2sed_status check(const double *weights, size_t count, t2sed_error *err)
{
    for (size_t i = 0; weights && i < count; i++)
        if (weights[i] < 0 || isinf(weights[i]))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "agreement: weight %zu is %g, expected 0 or more",
                            i, weights[i]);
    return T2SED_OK;
}

static double weight_of(const double *weights, size_t i)
{
    return !weights ? 1 : isnan(weights[i]) ? 0 : weights[i];
}

t2sed_status t2s_agreement_shares(double *out, const int *groups,
                                  const double *weights, size_t count,
                                  t2sed_error *err)
{
    t2s_map places = {0};
    double *sums = NULL, all = 0;
    t2sed_status status;
    status = check(weights, count, err);
    if (status != T2SED_OK)
        return status;
    sums = t2s_zalloc_array(count, sizeof *sums);
    for (size_t i = 0; sums && i < count; i++) {
        const char *key = (const char *)&groups[i];
        int64_t at;
        all += weight_of(weights, i);
        if (groups[i] < 0)
            continue;
        at = t2s_map_get(&places, key, sizeof groups[i], (int64_t)places.count);
        if (t2s_interrupted() ||
            !t2s_map_set(&places, key, sizeof groups[i], at)) {
            t2s_free(sums);
            sums = NULL;
            break;
        }
        sums[at] += weight_of(weights, i);
    }
    for (size_t i = 0; sums && i < count; i++) {
        const int64_t at = groups[i] < 0
                               ? -1
                               : t2s_map_get(&places, (const char *)&groups[i],
                                             sizeof groups[i], -1);
        out[i] = all > 0 ? (at < 0 ? 0 : sums[at] / all) : (double)NAN;
    }
    t2s_map_free(&places);
    if (!sums)
        return t2s_fail_early(err);
    t2s_free(sums);
    return T2SED_OK;
}
