/* folds.c - which fold a group belongs to. */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "lab/evaluate/items.h"

t2sed_status t2sed_metrics_folds(int *out, const int *groups, size_t count,
                                 int folds, uint64_t seed, t2sed_error *err)
{
    size_t *group_of, group_count;
    uint32_t *order, *place;
    t2s_random random = {seed};
    t2sed_status status;
    if (!out && count > 0)
        return t2s_fail_null(err, __func__, "out");
    if (folds < 2 || count > UINT32_MAX)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "folds: %d for %zu items, expected at least 2, and "
                        "fewer than 2^32 items",
                        folds, count);
    status = t2s_groups_number(&group_of, &group_count, groups, count, err);
    if (status != T2SED_OK)
        return status;
    order = t2s_alloc_array(group_count, sizeof *order);
    place = t2s_alloc_array(group_count, sizeof *place);
    if (order && place) {
        for (size_t g = 0; g < group_count; g++)
            order[g] = (uint32_t)g;
        t2s_random_shuffle(&random, order, group_count);
        for (size_t g = 0; g < group_count; g++)
            place[order[g]] = (uint32_t)(g % (size_t)folds);
        for (size_t i = 0; i < count; i++)
            out[i] = (int)place[group_of[i]];
    } else {
        status = t2s_fail_memory(err);
    }
    t2s_free(order);
    t2s_free(place);
    t2s_free(group_of);
    return status;
}
