#include "lab/evaluate/items.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"

static int compare(const void *a, const void *b)
{
    const struct t2s_item *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    if (x->label != y->label)
        return x->label - y->label;
    return (x->at > y->at) - (x->at < y->at);
}

static void sort(struct t2s_item *items, size_t count)
{
    if (count)
        qsort(items, count, sizeof *items, compare);
}

size_t t2s_items_tie(const struct t2s_item *items, size_t begin, size_t count)
{
    size_t end = begin;
    while (end < count && items[end].score == items[begin].score)
        end++;
    return end;
}

double t2s_items_auc(const struct t2s_item *items, size_t count)
{
    double right = 0, wrong = 0, above = 0;
    /* Walk up the scores a tie at a time: every right item of the tie is above
     * all wrong ones below it and ties with those in it. */
    for (size_t i = 0; i < count;) {
        double tie_right = 0, tie_wrong = 0;
        size_t end = t2s_items_tie(items, i, count);
        for (; i < end; i++)
            *(items[i].label ? &tie_right : &tie_wrong) += items[i].weight;
        above += tie_right * (wrong + tie_wrong / 2);
        right += tie_right;
        wrong += tie_wrong;
    }
    return right > 0 && wrong > 0 ? above / (right * wrong) : NAN;
}

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
    sort(items, count);
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

t2sed_status t2s_items_read(t2sed_items *items, const t2sed_items *given,
                            t2sed_error *err)
{
    t2sed_status status;
    memset(items, 0, sizeof *items);
    status = t2s_sized_read(items, sizeof *items, given, "t2sed_items", err);
    if (status != T2SED_OK)
        return status;
    if (items->count && (!items->scores || !items->labels))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "items: %s is NULL, expected %zu of them",
                        items->scores ? "labels" : "scores", items->count);
    for (size_t i = 0; i < items->count; i++)
        if (items->labels[i] < -1 || items->labels[i] > 1)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "items: label %zu is %d, expected 1, 0 or -1", i,
                            items->labels[i]);
    return T2SED_OK;
}

t2sed_status t2s_items_select(struct t2s_item **out, size_t *count,
                              const t2sed_items *given, t2sed_error *err)
{
    struct t2s_item *selected;
    t2sed_items items;
    size_t n = 0;
    t2sed_status status = t2s_items_read(&items, given, err);
    if (status != T2SED_OK)
        return status;
    selected = t2s_alloc_array(items.count, sizeof *selected);
    if (!selected)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < items.count; i++)
        if (items.labels[i] >= 0 && !isnan(items.scores[i]))
            selected[n++] =
                (struct t2s_item){items.scores[i], 1, items.labels[i], i};
    sort(selected, n);
    *out = selected;
    *count = n;
    return T2SED_OK;
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

t2sed_status t2s_groups_number(size_t **out, size_t *group_count,
                               const int *groups, size_t count,
                               t2sed_error *err)
{
    size_t *places = t2s_alloc_array(count, sizeof *places), different = 0;
    int *sorted = t2s_alloc_array(count, sizeof *sorted);
    if (!places || !sorted) {
        t2s_free(places);
        t2s_free(sorted);
        return t2s_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        places[i] = i;
        sorted[i] = groups ? groups[i] : 0;
    }
    if (groups && count) {
        qsort(sorted, count, sizeof *sorted, by_number);
        for (size_t i = 0; i < count; i++)
            if (i == 0 || sorted[i] != sorted[different - 1])
                sorted[different++] = sorted[i];
        for (size_t i = 0; i < count; i++) {
            const int *found = bsearch(&groups[i], sorted, different,
                                       sizeof *sorted, by_number);
            places[i] = (size_t)(found - sorted);
        }
    }
    t2s_free(sorted);
    *out = places;
    *group_count = groups ? different : count;
    return T2SED_OK;
}
