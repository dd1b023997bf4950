/* scores.h - what candidates were scored to be, as the re-ranker sees it. */
#ifndef T2S_MODEL_SCORES_H
#define T2S_MODEL_SCORES_H

#include "base/arena.h"
#include "t2sed/scorer.h"

typedef struct t2s_score {
    t2sed_status status;
    int32_t cut;
    double logit, probability; /* NaN where status is not T2SED_OK */
    t2sed_error *error;        /* the arena's; NULL where there is none */
} t2s_score;

struct t2sed_scores {
    t2s_score *at;
    size_t count;
    t2s_arena errors;
};

/* `count` candidates that were not scored yet; NULL when memory is short. */
t2sed_scores *t2s_scores_new(size_t count);

#endif
