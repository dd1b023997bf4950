/* attribution.h - what adds up to the log odds of a score. */
#ifndef T2S_MODEL_ATTRIBUTION_H
#define T2S_MODEL_ATTRIBUTION_H

#include "model/config.h"
#include "weights/forest.h"

/* The summands, after calibration. */
typedef struct t2s_attribution {
    double *features; /* [config->evidence.count]; NULL: no forest reads them */
    double base;      /* the forest's mean over its training examples, and what
                         unknown features add */
    double shift;     /* of the calibration */
    double text;      /* what the encoder makes of question and query */
    double bound;     /* down to what a query may have that can't run */
    double judge;     /* what the second opinion changes */
} t2s_attribution;

/* Of the vector `evidence` and the text's logit; `out->features` is the room
 * for features, or NULL. `forests` is [T2S_READERS]. */
void t2s_attribute(t2s_attribution *out, const t2s_config *config,
                   const t2s_forest *forests, const float *evidence,
                   double text);

#endif
