/*
 * t2sed/parts/reranker.h - orders candidates by their probabilities and by
 * other signals.
 *
 * A re-ranker applies policies one after another:
 *
 *     t2sed_reranker_parse(&reranker, "ed(0.6)+rr", NULL, &err);
 *     t2sed_signals_init(&signals, sizeof signals);
 *     signals.count = count;
 *     signals.probability = probabilities;
 *     t2sed_reranker_apply(&ranking, reranker, &signals, &err);
 *     best = t2sed_ranking_candidate(ranking, 0);
 *
 * Every policy is stable and deterministic: equal candidates keep their order,
 * and the same signals give the same order everywhere.
 */
#ifndef T2SED_RERANKER_H
#define T2SED_RERANKER_H

#include <stddef.h>

#include "../checker.h"
#include "../model.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* The steps of a re-ranker and its weights. It never changes and may be shared
 * by threads. */
typedef struct t2sed_reranker t2sed_reranker;
/* An order of candidates. Immutable; may be shared by threads. */
typedef struct t2sed_ranking t2sed_ranking;

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
 *          + sketch     * mean agreement with the predicted clauses, less 1
 *          + link       * mean verdict of schema linking, less 1
 *
 * with logits cut off at 9.2 either way (probabilities of 0.0001 and 0.9999)
 * and what is unknown counting 0; an answer of unknown probability has the mean
 * logit of the others. The score's sigmoid is the probability that the answer
 * is right, given all evidence. What does not parse or run comes last.
 */
typedef struct t2sed_reranker_weights {
    size_t struct_size; /* sizeof(t2sed_reranker_weights) */
    double bias, logit_mean, logit_max, agreement, sources, first, parser,
        sketch, link;
} t2sed_reranker_weights;

/*
 * Fills in the library's own weights, for models that bring none, `size` bytes
 * at most: both probabilities, the detector's and the share of those that
 * agree, count once, as if they were independent.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_reranker_weights_init(t2sed_reranker_weights *weights,
                                           size_t size);

/*
 * The weights in the "reranker" object of a model's config.json; those that are
 * not there are as t2sed_reranker_weights_init has them.
 *
 * weights  receives them, as far as its struct_size goes, which the caller
 *          sets.
 *
 * Errors: T2SED_EINVAL, T2SED_EFORMAT (not a number), T2SED_ENOMEM. Threads:
 * any. Since: 0.1.
 */
T2SED_API t2sed_status
t2sed_reranker_weights_of(t2sed_reranker_weights *weights,
                          const t2sed_model *model, t2sed_error *err);

/*
 * Makes a re-ranker of the steps that a text lists (see below), with all
 * weights of a model: those of t2sed_reranker_weights_of, and those that count
 * for the probability in a beam, of the object "beam" (docs/model-format.md).
 *
 * out     freed with t2sed_reranker_free.
 * policy  NULL: "default".
 * model   may be freed while the re-ranker lives.
 *
 * Errors: those of t2sed_reranker_weights_of and t2sed_reranker_parse. Threads:
 * any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_reranker_new(t2sed_reranker **out,
                                          const char *policy,
                                          const t2sed_model *model,
                                          t2sed_error *err);

/*
 * Makes a re-ranker of the steps that a text lists: names of policies joined by
 * "+", each with its number N, 0 to 1, in brackets where it is not the default:
 * "sl+qp", "runs+ed(0.6)+rr". Blanks around names and numbers don't matter;
 * there are 1 to 16 steps. Each changes the order that the steps before it
 * left:
 *
 * rr         the most probable first (Chen et al. 2023, 4.2.3)
 * ed(N)      the steps behind this one are left out if the present first has a
 *            probability of at least N [0.5] (the same paper's ED+RR is
 *            "ed+rr")
 * margin(N)  from the first on, each candidate passes the one before it as long
 *            as it is more probable by more than N [0.1]; the manner of
 *            Bertrand-DR (Kelkar et al. 2020)
 * sum(N)     by N [0.5] times the probability plus 1 - N times the parser's
 *            confidence, a softmax over its scores; the manner of T5QL
 *            (Arcadinho et al. 2022). Where the parser gave no scores, as rr
 * qp(N)      candidates whose agreement with the predicted clauses is known and
 *            under N [0.5] go behind the others (Zeng et al. 2022, 4.1), as do
 *            those that could not be scored
 * sl(N)      the same with the verdict of schema linking [0.5] (4.2 there)
 * vote       what most agree on first; among equal shares the order stays, so
 *            that alone this is the majority vote
 * runs       what does not parse, or the database refuses, goes behind the
 *            others (execution guidance, Wang et al. 2018)
 * default    by the probability in the beam (t2sed_reranker_probabilities),
 *            where the re-ranker has weights for it; else by all evidence,
 *            weighed: see t2sed_reranker_weights. What fails comes last; of
 *            candidates that give the same result the most probable is first.
 *            With weights for a beam, log-probabilities of whole queries, as a
 * beam search gives, multiply the odds, as if they were independent, also among
 * candidates of one result; an unknown one counts as the lowest. Scores are
 * taken for such where they are one parser's, none is above 0, and they add up
 * to a probability of 1 at most
 *
 * The other steps read probabilities as they are given.
 *
 * out      freed with t2sed_reranker_free.
 * policy   NULL: "default".
 * weights  for "default"; copied; NULL: the library's own.
 *
 * Errors: T2SED_EINVAL (with the byte at which the text went wrong; a weight
 * that is no finite number), T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_reranker_parse(t2sed_reranker **out, const char *policy,
                     const t2sed_reranker_weights *weights, t2sed_error *err);
T2SED_API void t2sed_reranker_free(t2sed_reranker *reranker);

/* The steps of a re-ranker as text, each with its number; borrowed from it.
 * Errors: none. Threads: any. Since: 0.1. */
T2SED_API const char *t2sed_reranker_policy(const t2sed_reranker *reranker);

/* What steps read; probabilities and the parser's scores are always read. */
#define T2SED_SIGNAL_AGREEMENT 1u /* groups and outcomes */
#define T2SED_SIGNAL_SKETCH    2u /* agreement with the predicted clauses */
#define T2SED_SIGNAL_LINK      4u /* verdict of schema linking */
#define T2SED_SIGNAL_WEIGHTS   8u /* the model's weights */

/* Which signals besides the probability change the order that a re-ranker
 * gives: some of T2SED_SIGNAL_*. The others need not be found out. Errors:
 * none. Threads: any. Since: 0.9. */
T2SED_API unsigned t2sed_reranker_needs(const t2sed_reranker *reranker);

/* What is known of the candidates of one question, in the parser's order, best
 * first. Each array is [count]; NULL: nothing is known. They are only read
 * during a call. */
typedef struct t2sed_signals {
    size_t struct_size; /* sizeof(t2sed_signals) */
    size_t count;
    const double *probability;  /* 0 to 1; NaN: unknown, as in all of these */
    const double *parser_score; /* logits or log-probabilities */
    const double *sketch;       /* 0 to 1: agreement with the predicted clauses
                                   (t2sed_sketch_compare) */
    const double *link;         /* 0 to 1: verdict of schema linking */
    const double *agreement;    /* 0 to 1: the share of candidates that agree;
                                   NULL: by `groups`, each voice counting 1 */
    const int *groups;          /* equal numbers agree; negative: with nothing
                                   (t2sed_agreement_get) */
    const int *outcomes;        /* T2SED_OUTCOME_*; NULL: a candidate with a
                                   negative group does not run */
    const int *sources; /* equal numbers: of one parser; NULL: all are */
    const int *empty;   /* not 0: it ran and gave no row; NULL: unknown */
    const int *repeats; /* not 0: its text is that of a candidate before it, of
                           the same source; NULL: unknown. Since: 0.10 */
} t2sed_signals;

/* Fills in zeros and the size, `size` bytes at most. Errors: none.
 * Threads: any. Since: 0.9. */
T2SED_API void t2sed_signals_init(t2sed_signals *signals, size_t size);

/*
 * A candidate that fails, or can't be judged, changes nothing for the others,
 * and neither does one that repeats another of the same source: it has the same
 * text (`repeats`), or, where beams are weighed, the same result and exactly
 * the same probability. A parser that repeats itself is surer of the question,
 * but not of this answer.
 *
 * The probability of each candidate given the others: what one gives that many
 * give, and probable ones, is more likely right; what stands alone is less. It
 * is the sigmoid of the weighed sum of
 *
 *     bias    1
 *     logit   its own log odds
 *     votes   log odds of the share of others that agree with it: half a voice
 *             is added to both sides, so that few say little
 *     voices  the same, each of the others counting its squared probability
 *     size    the logarithm of the number of candidates that count
 *     empty   1 if it ran and gave no row
 *     fails   1 if it does not run
 *
 * Each source has one voice, which its candidates share. There are weights for
 * three kinds of beams: "sources" (results are known, and candidates are of
 * several sources), "results" (of one, or the weights of "sources" are not
 * there), "texts" (nothing ran: groups are of queries that say the same).
 *
 * out  [signals->count] receives them. They are the given ones, bit for bit,
 *      where the re-ranker has no such weights (t2sed_reranker_weighs_beams:
 *      t2sed_reranker_new makes one that has), where groups are not known, and
 *      where no other candidate counts. NaN stays NaN, and such a candidate
 *      counts for no other.
 *
 * Errors: as t2sed_reranker_apply. Threads: any. Since: 0.9.
 * Source: Wang et al. 2023 (self-consistency), with probabilities for votes.
 */
T2SED_API t2sed_status
t2sed_reranker_probabilities(double *out, const t2sed_reranker *reranker,
                             const t2sed_signals *signals, t2sed_error *err);

/* 1 where the re-ranker has weights for the probability in a beam, else 0.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_API int t2sed_reranker_weighs_beams(const t2sed_reranker *reranker);

/*
 * Orders candidates by the steps of a re-ranker. A signal that a step asks for
 * and that is not known leaves the order as it is (rr and margin: what is
 * unknown goes last, or passes nothing).
 *
 * out  the order, freed with t2sed_ranking_free; it keeps nothing of `signals`.
 *
 * Errors: T2SED_EINVAL (NULL, a struct_size not set, a probability, sketch,
 * link or agreement outside 0 to 1, an infinite parser's score), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_reranker_apply(t2sed_ranking **out,
                                            const t2sed_reranker *reranker,
                                            const t2sed_signals *signals,
                                            t2sed_error *err);
T2SED_API void t2sed_ranking_free(t2sed_ranking *ranking);

/*
 * What is in an order. Ranks and candidates are 0-based.
 *
 * count       candidates.
 * candidate   which candidate (its rank before) stands at `rank`; T2SED_NONE
 *             where there is no such rank.
 * confidence  the probability by all evidence that candidate i is right, where
 *             a step was "default" (the parser's log-probabilities are not in
 *             it); else, and out of range, NaN.
 * kept        why steps were left out ("ed"): a sentence, borrowed; NULL where
 *             all were applied.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_ranking_count(const t2sed_ranking *ranking);
T2SED_API size_t t2sed_ranking_candidate(const t2sed_ranking *ranking,
                                         size_t rank);
T2SED_API double t2sed_ranking_confidence(const t2sed_ranking *ranking,
                                          size_t i);
T2SED_API const char *t2sed_ranking_kept(const t2sed_ranking *ranking);

/* One step's moving of one candidate. Ranks are 0-based. */
typedef struct t2sed_move {
    size_t struct_size; /* sizeof(t2sed_move) */
    size_t step;        /* of the re-ranker's */
    const char *policy; /* the step's name, "rr"; static */
    size_t from, to;    /* ranks before and after the step */
    const char *text;   /* a sentence for people, borrowed from the ranking */
} t2sed_move;
#define T2SED_MOVE_INIT                                                        \
    {                                                                          \
        sizeof(t2sed_move), 0, NULL, 0, 0, NULL                                \
    }

/* How many steps changed the rank of candidate i; 0 out of range. Errors: none.
 * Threads: any. Since: 0.1. */
T2SED_API size_t t2sed_ranking_move_count(const t2sed_ranking *ranking,
                                          size_t i);

/*
 * Move k of candidate i, in the order of the steps.
 *
 * out  filled in as far as its struct_size goes, which the caller sets.
 *
 * Errors: T2SED_EINVAL (out of range, struct_size not set). Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_ranking_move_get(const t2sed_ranking *ranking,
                                              size_t i, size_t k,
                                              t2sed_move *out,
                                              t2sed_error *err);

/* The order of a report's candidates and how it came about; borrowed from the
 * report. NULL of NULL. Errors: none. Threads: any. Since: 0.9. */
T2SED_API const t2sed_ranking *t2sed_report_ranking(const t2sed_report *report);

T2SED_END_DECLS

#endif
