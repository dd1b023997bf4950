/*
 * t2sed/reranker.h - the order of candidates by what they were scored, and by
 * whatever else is known of them.
 *
 * A re-ranker applies policies one after another:
 *
 *     t2sed_reranker_open_policy(&reranker, "ed(0.6)+rr", NULL, &err);
 *     t2sed_signals_init(&signals);
 *     signals.count = count;
 *     signals.probability = probabilities;
 *     t2sed_reranker_apply(&ranking, reranker, &signals, &err);
 *     best = t2sed_ranking_candidate(ranking, 0);
 *
 * Every policy is stable and deterministic: what it finds equal keeps its
 * order, and the same signals give the same order everywhere.
 */
#ifndef T2SED_RERANKER_H
#define T2SED_RERANKER_H

#include <stddef.h>

#include "model.h"
#include "scorer.h"
#include "status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_reranker t2sed_reranker;
/* An order of candidates. Immutable; may be shared by threads. */
typedef struct t2sed_ranking t2sed_ranking;

typedef struct t2sed_reranker_options {
    size_t struct_size; /* sizeof(t2sed_reranker_options) */
    /* Candidates are put in a new order only if the probability of the first
     * is at most this; 1 (the default): always. */
    double only_below;
} t2sed_reranker_options;

#define T2SED_RERANKER_OPTIONS_INIT                                            \
    {                                                                          \
        sizeof(t2sed_reranker_options), 1.0                                    \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_reranker_options_init(t2sed_reranker_options *options);

/*
 * Makes a re-ranker.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (only_below outside 0..1), T2SED_ENOMEM. Threads: any;
 * a re-ranker never changes and may be shared. Since: 0.1.
 */
T2SED_API t2sed_status
t2sed_reranker_open(t2sed_reranker **out, const t2sed_reranker_options *options,
                    t2sed_error *err);
T2SED_API void t2sed_reranker_free(t2sed_reranker *reranker);

/*
 * Orders candidates by probability, the highest first. Candidates of equal
 * probability keep the order in which they came, and those that could not be
 * scored come last, in that order too.
 *
 * out     the order, ended with t2sed_ranking_free.
 * scores  of the candidates in the parser's order, best first.
 *
 * With only_below set, a first candidate that could not be scored counts as
 * doubtful, so that the rest is ordered.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Chen et al. 2023, section 4.3.
 */
T2SED_API t2sed_status t2sed_reranker_rank(t2sed_ranking **out,
                                           const t2sed_reranker *reranker,
                                           const t2sed_scores *scores,
                                           t2sed_error *err);

/*
 * The same from probabilities alone, for whoever scores in steps of his own.
 *
 * probabilities  [count], in the parser's order; NaN: could not be scored.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Chen et al. 2023, section 4.3.
 */
T2SED_API t2sed_status t2sed_reranker_order(t2sed_ranking **out,
                                            const t2sed_reranker *reranker,
                                            const double *probabilities,
                                            size_t count, t2sed_error *err);
T2SED_API void t2sed_ranking_free(t2sed_ranking *ranking);

/*
 * What is in an order. Ranks and candidates are 0-based; one out of range
 * gives (size_t)-1.
 *
 * count      candidates.
 * candidate  which candidate (its rank before) stands at `rank`.
 * rank       where candidate i stands now.
 * changed    1 if any candidate moved, else 0.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_ranking_count(const t2sed_ranking *ranking);
T2SED_API size_t t2sed_ranking_candidate(const t2sed_ranking *ranking,
                                         size_t rank);
T2SED_API size_t t2sed_ranking_rank(const t2sed_ranking *ranking, size_t i);
T2SED_API int t2sed_ranking_changed(const t2sed_ranking *ranking);

/* --- policies --- */

/*
 * What a step does to the order that the steps before it left. "Number" is the
 * step's, NaN stands for the default in brackets.
 */
/* "rr": the most probable first (Chen et al. 2023, 4.2.3). No number. */
#define T2SED_POLICY_SCORE 0
/* "ed(N)": the steps behind this one are left out if the present first has a
 * probability of at least N [0.5] (the same paper's ED+RR is "ed+rr"). */
#define T2SED_POLICY_DETECT 1
/* "margin(N)": from the first on, each candidate passes the one before it as
 * long as it is more probable by more than N [0.1]; the manner of Bertrand-DR
 * (Kelkar et al. 2020). */
#define T2SED_POLICY_MARGIN 2
/* "sum(N)": by N [0.5] times the probability plus 1 - N times the parser's
 * confidence, a softmax over its scores; the manner of T5QL (Arcadinho et al.
 * 2022). Where the parser gave no scores, as "rr". */
#define T2SED_POLICY_SUM 3
/* "qp(N)": candidates whose agreement with the query plan is known and under N
 * [0.5] go behind the others (Zeng et al. 2022, 4.1). */
#define T2SED_POLICY_PLAN 4
/* "sl(N)": the same with the verdict of schema linking [0.5] (4.2 there). */
#define T2SED_POLICY_LINK 5
/* "vote": what most agree on first; among equal shares the order stays, so
 * that alone this is the majority vote. No number. */
#define T2SED_POLICY_VOTE 6
/* "runs": what does not parse, or the database refuses, goes behind the others
 * (execution guidance, Wang et al. 2018). No number. */
#define T2SED_POLICY_RUNS 7
/* "default": by all evidence, weighed; see t2sed_reranker_weights. */
#define T2SED_POLICY_DEFAULT 8

/* The names above ("rr"); NULL for another number. Static text. Errors: none.
 * Threads: any. Since: 0.1. */
T2SED_API const char *t2sed_policy_name(int policy);

typedef struct t2sed_policy_step {
    int policy;    /* T2SED_POLICY_* */
    double number; /* NaN: the policy's default */
} t2sed_policy_step;

/* At most so many steps make a re-ranker. */
#define T2SED_MAX_POLICY_STEPS 16

/*
 * Reads the short text form of a list of steps: names joined by "+", each with
 * its number in brackets where it is not the default. "sl+qp", "runs+ed(0.6)+
 * rr" (without the line break). Blanks around names and numbers don't matter.
 *
 * steps  [T2SED_MAX_POLICY_STEPS] receives them.
 * count  receives how many there are, at least 1.
 *
 * Errors: T2SED_EINVAL (with the byte at which it went wrong). Threads: any.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_policy_parse(t2sed_policy_step *steps,
                                          size_t *count, const char *text,
                                          t2sed_error *err);

/*
 * How the policy "default" weighs evidence. Candidates that give the same
 * result (signals.groups) are one answer and stand or fall together; an
 * answer's score is
 *
 *     bias + logit_mean * mean of its candidates' logits
 *          + logit_max  * the highest of them
 *          + agreement  * log odds of its share, (k + 1/2) / (n + 1)
 *          + sources    * the same of sources, each with one voice, which its
 *                         candidates share; 0 where there is one source
 *          + first      * 1 if it has the parser's first candidate
 *          + parser     * the logarithm of the parser's confidence in it
 *          + plan       * mean agreement with the query plan, less 1
 *          + link       * mean verdict of schema linking, less 1
 *
 * with logits cut off at 9.2 either way (probabilities of 0.0001 and 0.9999)
 * and what is unknown counting 0; an answer of unknown probability has the mean
 * logit of the others. The score's sigmoid is the probability that the answer
 * is right, given all evidence. What does not parse or run comes last.
 */
typedef struct t2sed_reranker_weights {
    size_t struct_size; /* sizeof(t2sed_reranker_weights) */
    double bias, logit_mean, logit_max, agreement, sources, first, parser, plan,
        link;
} t2sed_reranker_weights;

/*
 * Fills *weights with the library's own, for models that bring none: both
 * probabilities, the detector's and the share of those that agree, count once,
 * as if they were independent.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_reranker_weights_init(t2sed_reranker_weights *weights);

/*
 * The weights in the "reranker" object of a model's config.json; those that are
 * not there are as t2sed_reranker_weights_init has them.
 *
 * Errors: T2SED_EINVAL, T2SED_EFORMAT (not a number), T2SED_ENOMEM. Threads:
 * any. Since: 0.1.
 */
T2SED_API t2sed_status
t2sed_reranker_weights_of(t2sed_reranker_weights *weights,
                          const t2sed_model *model, t2sed_error *err);

/*
 * Makes a re-ranker of steps.
 *
 * steps    [count], 1 to T2SED_MAX_POLICY_STEPS; copied.
 * weights  for T2SED_POLICY_DEFAULT; copied; NULL for the library's own.
 *
 * Errors: T2SED_EINVAL (also a number out of range: 0 to 1 for all that have
 * one), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_reranker_open_steps(
    t2sed_reranker **out, const t2sed_policy_step *steps, size_t count,
    const t2sed_reranker_weights *weights, t2sed_error *err);

/* The same from the short text form. Errors: as t2sed_policy_parse and
 * t2sed_reranker_open_steps. Threads: any. Since: 0.1. */
T2SED_API t2sed_status t2sed_reranker_open_policy(
    t2sed_reranker **out, const char *policy,
    const t2sed_reranker_weights *weights, t2sed_error *err);

/* The steps of a re-ranker in the short text form, borrowed from it. Errors:
 * none. Threads: any. Since: 0.1. */
T2SED_API const char *t2sed_reranker_policy(const t2sed_reranker *reranker);

/* What is known of the candidates of one question, in the parser's order, best
 * first. Each array is [count]; NULL: nothing is known. They are only read
 * during a call. */
typedef struct t2sed_signals {
    size_t struct_size; /* sizeof(t2sed_signals) */
    size_t count;
    const double *probability;  /* 0 to 1; NaN: unknown, as in all of these */
    const double *parser_score; /* logits or log-probabilities */
    const double *plan;         /* 0 to 1: agreement with the query plan */
    const double *link;         /* 0 to 1: verdict of schema linking */
    const double *agreement;    /* 0 to 1: the share of candidates that agree;
                                   NULL: by `groups`, each voice counting 1 */
    const int *groups;          /* equal numbers agree; negative: with nothing
                                   (t2sed_agreement_group) */
    const int *outcomes;        /* T2SED_OUTCOME_*; NULL: a candidate with a
                                   negative group does not run */
    const int *sources; /* equal numbers: of one parser; NULL: all are */
} t2sed_signals;

/* Fills *signals with zeros and its size. Errors: none. Threads: any.
 * Since: 0.1. */
T2SED_API void t2sed_signals_init(t2sed_signals *signals);

/*
 * Orders candidates by the steps of a re-ranker. A signal that a step asks for
 * and that is not known leaves the order as it is ("rr" and "margin": what is
 * unknown goes last, or passes nothing).
 *
 * out  the order, ended with t2sed_ranking_free; it keeps nothing of `signals`.
 *
 * Errors: T2SED_EINVAL (NULL, a struct_size not set, a probability, plan, link
 * or agreement outside 0 to 1, an infinite parser's score), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_reranker_apply(t2sed_ranking **out,
                                            const t2sed_reranker *reranker,
                                            const t2sed_signals *signals,
                                            t2sed_error *err);

/* --- why --- */

/* One step's moving of one candidate. Ranks are 0-based. */
typedef struct t2sed_move {
    size_t struct_size; /* sizeof(t2sed_move) */
    size_t step;        /* of the re-ranker's */
    int policy;         /* T2SED_POLICY_* */
    size_t from, to;    /* ranks before and after the step */
    const char *text;   /* a sentence for people, borrowed from the ranking */
} t2sed_move;

/*
 * How candidate i came to its place: one move for each step that changed its
 * rank, in the order of the steps.
 *
 * move_count  of candidate i; 0 where it stands where it stood, and out of
 *             range.
 * move        *out gets move k of candidate i; its struct_size is set by the
 *             caller.
 * kept        why steps were left out ("ed"): a sentence, borrowed; NULL where
 *             all were applied.
 * confidence  the probability by all evidence that candidate i is right, where
 *             a step was "default"; else NaN.
 *
 * Errors: T2SED_EINVAL (move: out of range or struct_size not set). Threads:
 * any. Since: 0.1.
 */
T2SED_API size_t t2sed_ranking_move_count(const t2sed_ranking *ranking,
                                          size_t i);
T2SED_API t2sed_status t2sed_ranking_move(t2sed_move *out,
                                          const t2sed_ranking *ranking,
                                          size_t i, size_t k, t2sed_error *err);
T2SED_API const char *t2sed_ranking_kept(const t2sed_ranking *ranking);
T2SED_API double t2sed_ranking_confidence(const t2sed_ranking *ranking,
                                          size_t i);

T2SED_END_DECLS

#endif
