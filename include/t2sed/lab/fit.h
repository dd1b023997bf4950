/*
 * t2sed/lab/fit.h - learning how decisions are made: the weights of the
 * re-ranker's policy "default" and of the probability in a beam, and the
 * thresholds of a trigger.
 */
#ifndef T2SED_FIT_H
#define T2SED_FIT_H

#include <stddef.h>
#include <stdint.h>

#include "../parts/reranker.h"
#include "../status.h"
#include "../parts/trigger.h"
#include "metrics.h"

T2SED_BEGIN_DECLS

/* --- the weights of the re-ranker's policy "default" --- */

/* A beam whose answers are known. */
typedef struct t2sed_reranker_example {
    size_t struct_size; /* sizeof(t2sed_reranker_example) */
    const t2sed_signals *signals;
    const int *labels; /* [signals->count] 1 right, 0 wrong, -1 not known */
    double weight;     /* 1: counts once */
} t2sed_reranker_example;
#define T2SED_RERANKER_EXAMPLE_INIT                                            \
    {                                                                          \
        sizeof(t2sed_reranker_example), NULL, NULL, 0                          \
    }

typedef struct t2sed_reranker_fit_options {
    size_t struct_size; /* sizeof(t2sed_reranker_fit_options) */
    unsigned features;  /* T2SED_WEIGHT_* that may be other than 0 */
    double ridge;       /* at least 0: pulls weights to 0, per example */
} t2sed_reranker_fit_options;

#define T2SED_WEIGHT_LOGIT_MEAN 1u
#define T2SED_WEIGHT_LOGIT_MAX  2u
#define T2SED_WEIGHT_AGREEMENT  4u
#define T2SED_WEIGHT_FIRST      8u
#define T2SED_WEIGHT_PARSER     16u
#define T2SED_WEIGHT_SKETCH     32u
#define T2SED_WEIGHT_LINK       64u
#define T2SED_WEIGHT_SOURCES    128u

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults: all
 * features but FIRST and PARSER, and a ridge of 0.01.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void
t2sed_reranker_fit_options_init(t2sed_reranker_fit_options *options,
                                size_t size);

/*
 * Learns the weights of the policy "default": those with which the right answer
 * of a beam is likeliest to score highest (conditional logistic regression, by
 * Newton's method), then a scale and the bias with which the best answer's
 * score is the log odds that it is right. Weights that make evidence count
 * against an answer which should count for it are held at 0.
 *
 * weights   receives them; struct_size is set by the caller.
 * examples  [count]; struct_size is the same in all. Only beams with a right
 *           and a wrong answer teach weights; all with labels teach the bias.
 * options   NULL for the defaults.
 *
 * The probabilities should come from a model that has not seen these databases.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no beam with right and wrong answers),
 * T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: McFadden 1974 (conditional logit); Platt 1999.
 */
T2SED_LAB_API t2sed_status t2sed_reranker_fit(
    t2sed_reranker_weights *weights, const t2sed_reranker_example *examples,
    size_t count, const t2sed_reranker_fit_options *options, t2sed_error *err);

/* --- the weights of the probability in a beam --- */

/* The kinds of beams that have weights of their own, and their names in the
 * object "beam" of config.json (t2sed_reranker_probabilities). */
#define T2SED_BEAM_SOURCES 0 /* "sources" */
#define T2SED_BEAM_RESULTS 1 /* "results" */
#define T2SED_BEAM_TEXTS   2 /* "texts" */

typedef struct t2sed_beam_weights {
    size_t struct_size; /* sizeof(t2sed_beam_weights) */
    double logit, votes, voices, size, empty, fails, bias;
} t2sed_beam_weights;
#define T2SED_BEAM_WEIGHTS_INIT                                                \
    {                                                                          \
        sizeof(t2sed_beam_weights), 0, 0, 0, 0, 0, 0, 0                        \
    }

typedef struct t2sed_beam_fit_options {
    size_t struct_size; /* sizeof(t2sed_beam_fit_options) */
    double ridge;       /* above 0: pulls weights to those with which a
                           probability stays as it is, per example */
    int parts;          /* 0: beams are learned from whole; else also from parts
                           of 2, 3, 5, 8, 12, 20 and 40 of their candidates,
                           drawn at random */
    uint64_t seed;      /* of these */
} t2sed_beam_fit_options;

/* Fills in the defaults, `size` bytes at most: a ridge of 0.001, parts, seed 1.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_LAB_API void t2sed_beam_fit_options_init(t2sed_beam_fit_options *options,
                                               size_t size);

/*
 * Learns the weights of one kind of beams, from the examples of that kind:
 * logistic regression over candidates, each beam and each part of one of the
 * same weight. Those of the kinds "results" and "texts" have one number of who
 * agrees, voices and votes; "sources" has both. Of these and of logit no weight
 * is below 0.
 *
 * weights   receives them, as far as its struct_size goes, which the caller
 *           sets.
 * kind      T2SED_BEAM_*.
 * examples  [count]; struct_size is the same in all. Their probabilities are
 *           those of candidates alone.
 * options   NULL for the defaults.
 *
 * The probabilities should come from a model that has not seen these databases.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no beam of that kind has two candidates
 * that are scored and labels), T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_LAB_API t2sed_status
t2sed_beam_fit(t2sed_beam_weights *weights, int kind,
               const t2sed_reranker_example *examples, size_t count,
               const t2sed_beam_fit_options *options, t2sed_error *err);

/* --- the thresholds of a trigger --- */

/* What thresholds are to achieve. */
typedef struct t2sed_trigger_goal {
    size_t struct_size; /* sizeof(t2sed_trigger_goal) */
    double precision;   /* of the answers, at least; NaN: no such goal */
    double budget;      /* the share of questions that may be asked about; NaN:
                           no limit */
} t2sed_trigger_goal;

/*
 * Fills `size` bytes of *goal, the caller's sizeof, with the defaults: a
 * precision of 0.95 and a budget of 1.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void t2sed_trigger_goal_init(t2sed_trigger_goal *goal,
                                           size_t size);

/*
 * Chooses thresholds from what is known of some questions.
 *
 * With a precision: as many questions are answered as this allows; of the
 * others, the surest are asked about, as many as the budget allows, and the
 * rest is abstained from. Without: the least sure questions are asked about, as
 * many as the budget allows, and the others are answered.
 *
 * out    receives the thresholds; struct_size is set by the caller. Half-way
 *        between two neighbouring scores, so that rounding does no harm.
 * items  what was scored, and what turned out; best of databases that the model
 *        has not seen. An item is a question with its one query.
 * goal   NULL for the defaults: 95 %, any number of interactions.
 *
 * Errors: T2SED_EINVAL (a precision or budget outside 0 to 1, or both NaN),
 * T2SED_EEMPTY (no item counts), T2SED_ENOTFOUND (no threshold has that
 * precision), T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Chen et al. 2023, 4.2.4, Tables 5 and 7.
 */
T2SED_LAB_API t2sed_status t2sed_trigger_fit(t2sed_trigger_options *out,
                                             const t2sed_items *items,
                                             const t2sed_trigger_goal *goal,
                                             t2sed_error *err);

T2SED_END_DECLS

#endif
