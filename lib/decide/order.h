/* order.h - stable orders of candidates by a number of each. */
#ifndef T2S_DECIDE_ORDER_H
#define T2S_DECIDE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* Sorts candidates by numbers[candidate], the highest first; equal ones keep
 * their order, and NaN comes last. False when memory is short or the call is
 * interrupted. */
bool t2s_order_sort(size_t *candidates, size_t count, const double *numbers);

/* Each candidate, from the first on, passes those before it whose number is
 * less by more than `margin` (0 or more), until one is not. NaN passes nothing,
 * and is passed by any number. False when memory is short, or
 * where it was interrupted. */
bool t2s_order_promote(size_t *candidates, size_t count, const double *numbers,
                       double margin);

#endif
