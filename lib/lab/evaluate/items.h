/* items.h - items in the order of their scores, and groups as small numbers. */
#ifndef T2S_EVALUATE_ITEMS_H
#define T2S_EVALUATE_ITEMS_H

#include <stddef.h>

#include "t2sed/lab/metrics.h"

struct t2s_item {
    double score, weight;
    int label; /* 1 or 0 */
    size_t at; /* place in the caller's arrays */
};

/* The end of the tie that begins at items[begin], in sorted items. */
size_t t2s_items_tie(const struct t2s_item *items, size_t begin, size_t count);

/* The area under the ROC curve of sorted items; NaN without both classes. */
double t2s_items_auc(const struct t2s_item *items, size_t count);

/*
 * The same of scores [count] with labels (1; 0) and weights (NULL: all 1): each
 * pair of a right and a wrong item counts by the product of its weights.
 *
 * Errors: T2SED_ENOMEM, T2SED_EINVAL (a score that is NaN).
 */
t2sed_status t2s_auc(double *out, const float *scores, const float *labels,
                     const float *weights, size_t count, t2sed_error *err);

/* The caller's items, which may be of an older struct. T2SED_EINVAL, and why,
 * for those outside their contract. */
t2sed_status t2s_items_read(t2sed_items *to, const t2sed_items *given,
                            t2sed_error *err);

/* Reads items and gives those that take part (they have a label, and a score
 * that is no NaN), sorted by score, the lowest first, then by label, then by
 * place; t2s_free ends them. */
t2sed_status t2s_items_select(struct t2s_item **out, size_t *count,
                              const t2sed_items *items, t2sed_error *err);

/*
 * Numbers the groups by their order: out[i] is below *group_count, and t2s_free
 * ends it. `groups` NULL: each item is a group of its own.
 */
t2sed_status t2s_groups_number(size_t **out, size_t *group_count,
                               const int *groups, size_t count,
                               t2sed_error *err);

#endif
