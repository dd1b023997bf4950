/* beam.h - the probability of a candidate in its beam: given what the others
 * of its question give, and how probable these are. */
#ifndef T2S_DECIDE_BEAM_H
#define T2S_DECIDE_BEAM_H

#include <stdbool.h>

#include "base/private.h"
#include "t2sed/parts/reranker.h"

/* What is known of candidates besides their probabilities; each kind of beam
 * has weights of its own. */
typedef enum t2s_beam_kind {
    T2S_BEAM_SOURCES, /* their results, and which parsers gave them */
    T2S_BEAM_RESULTS, /* their results */
    T2S_BEAM_TEXTS,   /* nothing ran: which say the same */
    T2S_BEAM_KINDS
} t2s_beam_kind;

/* The numbers of a candidate; the score is the sum of these by their weights,
 * and its sigmoid the probability. */
typedef enum t2s_beam_number {
    T2S_BEAM_LOGIT,  /* its own log odds */
    T2S_BEAM_VOTES,  /* log odds of the share of the others that agree */
    T2S_BEAM_VOICES, /* the same, each counting its squared probability */
    T2S_BEAM_SIZE,   /* logarithm of the number of candidates */
    T2S_BEAM_EMPTY,  /* 1: it ran and gave no row */
    T2S_BEAM_FAILS,  /* 1: it does not run */
    T2S_BEAM_BIAS,   /* 1 */
    T2S_BEAM_NUMBERS
} t2s_beam_number;

typedef struct t2s_beam_weights {
    bool known;
    double at[T2S_BEAM_NUMBERS];
} t2s_beam_weights;

/* Whether the candidates, but for those that fail, are of several parsers. */
bool t2s_beam_has_sources(const t2sed_signals *signals);

/* Which kind of beam the signals make. Where they tell nothing of who agrees,
 * T2S_BEAM_KINDS. */
T2S_PRIVATE
t2s_beam_kind t2s_beam_kind_of(const t2sed_signals *signals);

/* The numbers of all candidates, [signals->count]; NaN throughout for those of
 * unknown probability, which the others do without. `signals` were read and
 * have groups. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_beam_numbers_of(double (*out)[T2S_BEAM_NUMBERS],
                                 const t2sed_signals *signals,
                                 t2sed_error *err);

/* The weights that count for the signals, of [T2S_BEAM_KINDS]; NULL: none, and
 * each candidate has its own probability. */
const t2s_beam_weights *t2s_beam_weights_for(const t2s_beam_weights *weights,
                                             const t2sed_signals *signals);

/* Reads a model's weights, [T2S_BEAM_KINDS]. Errors: T2SED_EFORMAT. */
t2sed_status t2s_beam_weights_of(t2s_beam_weights *out,
                                 const t2sed_model *model, t2sed_error *err);

/*
 * The probabilities in the beam, [signals->count], by weights of its kind; with
 * weights, the signals have groups. A candidate that fails changes no other's,
 * nor does one that repeats another of the same source (the same result,
 * exactly as probable): a parser that repeats itself is surer of the question,
 * but not of this answer to it. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_beam_probabilities(double *out,
                                    const t2s_beam_weights *weights,
                                    const t2sed_signals *signals,
                                    t2sed_error *err);

#endif
