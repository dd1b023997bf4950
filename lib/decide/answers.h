/* answers.h - candidates that give the same result as one answer, and what is
 * known of it in numbers. */
#ifndef T2S_DECIDE_ANSWERS_H
#define T2S_DECIDE_ANSWERS_H

#include <stdbool.h>

#include "base/private.h"
#include "database/database.h"
#include "t2sed/parts/agreement.h"
#include "t2sed/parts/reranker.h"

/* The numbers of an answer, in the order of t2sed_reranker_weights. */
typedef enum t2s_weight {
    T2S_WEIGHT_LOGIT_MEAN,
    T2S_WEIGHT_LOGIT_MAX,
    T2S_WEIGHT_AGREEMENT,
    T2S_WEIGHT_SOURCES,
    T2S_WEIGHT_FIRST,
    T2S_WEIGHT_PARSER,
    T2S_WEIGHT_SKETCH,
    T2S_WEIGHT_LINK,
    T2S_WEIGHTS
} t2s_weight;

typedef struct t2s_answer {
    double numbers[T2S_WEIGHTS];
    size_t candidates;       /* how many give it */
    size_t first;            /* the first of them */
    size_t known;            /* of them, those of known probability */
    size_t sketched, linked; /* and of known agreement and verdict */
} t2s_answer;

/* All zeros is empty. */
typedef struct t2s_answers {
    t2s_answer *at;
    size_t count;
    size_t *of;     /* [candidates] the answer of each; T2S_NO_ANSWER: it does
                       not run */
    double *shares; /* [candidates] of agreement; NaN: unknown */
} t2s_answers;

#define T2S_NO_ANSWER ((size_t)-1)

/* t2s_answers_free ends them. `signals` were read. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_answers_make(t2s_answers *out, const t2sed_signals *signals,
                              t2sed_error *err);
T2S_PRIVATE
void t2s_answers_free(t2s_answers *answers);

/* Whether candidate i is known not to parse or run. */
bool t2s_signals_fails(const t2sed_signals *signals, size_t i);

/* The caller's signals, which may be of an older struct. T2SED_EINVAL, and why,
 * for those outside their contract. */
T2S_PRIVATE
t2sed_status t2s_signals_read(t2sed_signals *to, const t2sed_signals *given,
                              t2sed_error *err);

/* [count] the first candidate of the same number as each; NULL when memory is
 * short or the call is interrupted. */
size_t *t2s_find_firsts(const int *numbers, size_t count);

/* [count] the first candidate that each repeats, or itself: one of the same
 * source and group, exactly as probable. NULL when memory is short. */
size_t *t2s_signals_repeats(const t2sed_signals *signals);

/* Log odds of a probability, cut off at 9.2 either way. */
double t2s_log_odds(double probability);

struct t2sed_agreement {
    size_t count;
    int *groups;    /* [count] */
    double *shares; /* [count] */
    int *outcomes;  /* [count] T2SED_OUTCOME_* */
    size_t *rows;   /* [count] */
};

/* T2SED_OUTCOME_* of a query that was run. */
int t2s_outcome_of(t2s_run how);

/*
 * How much of all voices each candidate's group has, [count]: equal groups
 * agree, negative ones with nothing. weights: [count] of the voices, NULL: 1
 * each; NaN counts 0.
 *
 * Errors: T2SED_EINVAL (a negative or infinite weight), T2SED_ENOMEM.
 */
t2sed_status t2s_agreement_shares(double *out, const int *groups,
                                  const double *weights, size_t count,
                                  t2sed_error *err);

/* The shares of agreement of all candidates, NaN where unknown. Errors: those
 * of t2s_agreement_shares. */
t2sed_status t2s_signals_shares(double *out, const t2sed_signals *signals,
                                t2sed_error *err);

/*
 * The softmax of a parser's scores, NaN where one is unknown. Candidates with
 * equal numbers in `same` (NULL: all differ) count once, with the highest score
 * of theirs. Errors: T2SED_EINVAL (a score is +infinity), T2SED_ENOMEM.
 */
T2S_PRIVATE
t2sed_status t2s_softmax(double *out, const double *scores, const int *same,
                         size_t count, t2sed_error *err);

/* The weights in the order above; NULL for a weight that is none. */
T2S_PRIVATE
double *t2s_weight_at(t2sed_reranker_weights *weights, int which);

/* bias + weights * numbers. */
double t2s_answer_score(const t2s_answer *answer,
                        const t2sed_reranker_weights *weights);

#endif
