/* opinion.h - what a judge (lib/judge) adds to the logits of a model. Scorers
 * know no more of one: lib/judge knows lib/language, which knows this room. */
#ifndef T2S_MODEL_OPINION_H
#define T2S_MODEL_OPINION_H

#include <stdbool.h>

#include "t2sed/parts/scorer.h"

/* The first member of every t2sed_judge: the calls and numbers by which a
 * scorer and a checker use it, whatever the rest of it is. */
typedef struct t2s_opinion {
    /* What is added to the logit of each candidate, after `model_counts` times
     * the model's own, calibrated; NaN: nothing is, and that stays as it is.
     * `reasons`: of each candidate what speaks for and against it, in words;
     * NULL: nobody looked. As t2sed_judge_logits otherwise. */
    t2sed_status (*additions)(double *out, t2sed_judge *judge,
                              const t2sed_beam *beam,
                              const char *const *reasons, t2sed_error *err);
    double model_counts;
    /* A checker asks where log odds differ by less: lib/decide/consult.h. */
    double margin;
    bool reads_reasons;
} t2s_opinion;

static inline const t2s_opinion *t2s_opinion_of(const t2sed_judge *judge)
{
    return (const t2s_opinion *)(const void *)judge;
}

#endif
