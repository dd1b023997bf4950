/* bootstrap.c - cluster bootstrap: intervals from resampled groups. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sized.h"
#include "base/vector.h"
#include "lab/evaluate/items.h"

/* The items of each group, one group after the other. */
typedef struct members {
    size_t *begin; /* [groups + 1] */
    size_t *items; /* [count] */
    size_t groups;
} members;

void t2sed_bootstrap_options_init(t2sed_bootstrap_options *options, size_t size)
{
    const t2sed_bootstrap_options defaults = {.rounds = 1000, .level = 0.95};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status list_members(members *m, const int *groups, size_t count,
                                 t2sed_error *err)
{
    size_t *group_of;
    t2sed_status status =
        t2s_groups_number(&group_of, &m->groups, groups, count, err);
    if (status != T2SED_OK)
        return status;
    m->begin = t2s_zalloc_array(m->groups + 2, sizeof *m->begin);
    m->items = t2s_alloc_array(count, sizeof *m->items);
    if (m->begin && m->items) {
        for (size_t i = 0; i < count; i++)
            m->begin[group_of[i] + 2]++;
        for (size_t g = 0; g < m->groups; g++)
            m->begin[g + 2] += m->begin[g + 1];
        for (size_t i = 0; i < count; i++)
            m->items[m->begin[group_of[i] + 1]++] = i;
    } else {
        status = t2s_fail_memory(err);
    }
    t2s_free(group_of);
    return status;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t count, double q)
{
    double place = q * (double)(count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] +
           (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

/* All rounds into values [rounds]; *kept is how many are numbers. */
static t2sed_status repeat(double *values, size_t *kept, const members *m,
                           t2sed_statistic statistic, void *payload,
                           const t2sed_bootstrap_options *options,
                           t2sed_error *err)
{
    const t2s_progress progress = t2s_progress_begin(options->rounds);
    T2S_VECTOR(size_t) chosen = {0};
    t2s_random random = {options->seed};
    t2sed_status status = T2SED_OK;
    *kept = 0;
    for (size_t round = 0; round < options->rounds; round++) {
        double value;
        chosen.count = 0;
        status = t2s_check_progress(&progress, round, err);
        if (status != T2SED_OK)
            goto done;
        for (size_t draw = 0; draw < m->groups; draw++) {
            size_t g = (size_t)t2s_random_below(&random, m->groups);
            size_t n = m->begin[g + 1] - m->begin[g];
            if (!t2s_vector_reserve(&chosen, chosen.count + n)) {
                status = t2s_fail_memory(err);
                goto done;
            }
            for (size_t i = 0; i < n; i++)
                chosen.at[chosen.count++] = m->items[m->begin[g] + i];
        }
        value = statistic(chosen.at, chosen.count, payload);
        if (!isnan(value))
            values[(*kept)++] = value;
    }
done:
    t2s_progress_end(&progress);
    t2s_vector_free(&chosen);
    return status;
}

t2sed_status t2sed_metrics_bootstrap(double *low, double *high,
                                     const int *groups, size_t count,
                                     t2sed_statistic statistic, void *payload,
                                     const t2sed_bootstrap_options *given,
                                     t2sed_error *err)
{
    t2sed_bootstrap_options options;
    members m = {0};
    double *values = NULL, tail;
    size_t kept = 0;
    t2sed_status status;
    if (!low || !high || !statistic)
        return t2s_fail_null(err, __func__, "low, high and statistic");
    status = T2S_READ_SIZED(t2sed_bootstrap_options, &options, given, err);
    if (status != T2SED_OK)
        return status;
    if (options.rounds < 1 || !(options.level > 0 && options.level < 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "bootstrap: %zu rounds at a level of %g, expected at "
                        "least 1, and a level between 0 and 1",
                        options.rounds, options.level);
    status = list_members(&m, groups, count, err);
    if (status == T2SED_OK) {
        values = t2s_alloc_array(options.rounds, sizeof *values);
        status = values ? repeat(values, &kept, &m, statistic, payload,
                                 &options, err)
                        : t2s_fail_memory(err);
    }
    if (status == T2SED_OK) {
        tail = (1 - options.level) / 2;
        if (kept)
            qsort(values, kept, sizeof *values, by_value);
        *low = kept ? quantile(values, kept, tail) : NAN;
        *high = kept ? quantile(values, kept, 1 - tail) : NAN;
    }
    t2s_free(values);
    t2s_free(m.begin);
    t2s_free(m.items);
    return status;
}
