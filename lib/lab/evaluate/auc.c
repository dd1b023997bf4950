#include "lab/evaluate/auc.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/items.h"

t2sed_status t2s_auc(double *out, const float *scores, const float *labels,
                     const float *weights, size_t count, t2sed_error *err)
{
    struct t2s_item *items = t2s_alloc_array(count, sizeof *items);
    if (!items)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        items[i] = (struct t2s_item){scores[i], weights ? weights[i] : 1,
                                     labels[i] >= 0.5f, i};
        if (isnan(scores[i])) {
            t2s_free(items);
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "AUC: score %zu is not a number", i);
        }
    }
    t2s_items_sort(items, count);
    *out = t2s_items_auc(items, count);
    t2s_free(items);
    return T2SED_OK;
}

t2sed_status t2sed_metrics_auc(double *out, const t2sed_items *items,
                               t2sed_error *err)
{
    struct t2s_item *sorted;
    size_t count;
    t2sed_status status;
    if (!out || !items)
        return t2s_fail_null(err, __func__, "out and items");
    status = t2s_items_select(&sorted, &count, items, err);
    if (status != T2SED_OK)
        return status;
    *out = t2s_items_auc(sorted, count);
    t2s_free(sorted);
    return T2SED_OK;
}
