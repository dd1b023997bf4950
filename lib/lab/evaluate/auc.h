/* auc.h - how well probabilities tell right from wrong. */
#ifndef T2S_EVALUATE_AUC_H
#define T2S_EVALUATE_AUC_H

#include <stddef.h>

#include "t2sed/status.h"

/*
 * The area under the ROC curve: the chance that a right item (label 1) scores
 * above a wrong one (label 0), ties counting half. With weights (NULL: all 1)
 * each pair counts by the product of its weights. NaN in *out where one of
 * the classes is absent.
 *
 * Errors: T2SED_ENOMEM, T2SED_EINVAL (a score that is NaN).
 */
t2sed_status t2s_auc(double *out, const float *scores, const float *labels,
                     const float *weights, size_t count, t2sed_error *err);

#endif
