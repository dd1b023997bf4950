/* opinion.h - what a judge (lib/judge) adds to the logits of a model. Scorers
 * know no more of one: lib/judge knows lib/language, which knows this room. */
#ifndef T2S_MODEL_OPINION_H
#define T2S_MODEL_OPINION_H

#include "t2sed/scorer.h"

/* How every t2sed_judge begins. */
typedef struct t2s_opinion {
    /* t2sed_judge_logits */
    t2sed_status (*logits)(double *out, t2sed_judge *judge,
                           const t2sed_beam *beam, t2sed_error *err);
    /* The logit of both: the model's, calibrated, times the first, and the
     * judge's times the second. */
    double model_counts, judge_counts;
} t2s_opinion;

#endif
