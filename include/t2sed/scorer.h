/*
 * t2sed/scorer.h - the probability that a query answers its question.
 *
 * Two ways lead here. Most programs take the short one:
 *
 *     t2sed_scorer_open(&scorer, model, NULL, &err);
 *     t2sed_scorer_score(&scores, scorer, question, queries, NULL, count,
 *                        schema, &err);
 *     for (i = 0; i < count; i++)
 *         if (t2sed_scores_status(scores, i) == T2SED_OK)
 *             use(t2sed_scores_probability(scores, i));
 *
 * The long one takes the steps apart: an encoder's vectors and a builder's
 * graphs go in, logits come out (t2sed_scorer_logits).
 */
#ifndef T2SED_SCORER_H
#define T2SED_SCORER_H

#include <stddef.h>

#include "conversation.h"
#include "encoder.h"
#include "evidence.h"
#include "graph.h"
#include "model.h"
#include "parser.h"
#include "question.h"
#include "schema.h"
#include "status.h"

T2SED_BEGIN_DECLS

/* Used by one thread at a time; make one for each thread, they share the
 * model. */
typedef struct t2sed_scorer t2sed_scorer;
/* What candidates were scored to be. Immutable; may be shared by threads. */
typedef struct t2sed_scores t2sed_scores;

typedef struct t2sed_scorer_options {
    size_t struct_size; /* sizeof(t2sed_scorer_options) */
    int truncation;     /* T2SED_TRUNCATE_*, see encoder.h */
    int batch_tokens;   /* at most so many tokens go through the engine at a
                           time (a single longer pair goes alone), which
                           bounds memory; 0: 4096 */
    int parse;          /* of a question that lacks a parse which the model
                           reads: T2SED_PARSE_MISSING, _NEVER; parser.h */
    const t2sed_parser *parser; /* what parses it, and must outlive the scorer;
                           NULL: the default parser, opened when it is first
                           needed, once for all scorers of a model */
} t2sed_scorer_options;

#define T2SED_SCORER_OPTIONS_INIT                                              \
    {                                                                          \
        sizeof(t2sed_scorer_options), T2SED_TRUNCATE_MODEL, 0,                 \
            T2SED_PARSE_MISSING, NULL                                          \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_scorer_options_init(t2sed_scorer_options *options);

/*
 * Makes a scorer from a model, which may be freed while it lives.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_scorer_open(t2sed_scorer **out,
                                         const t2sed_model *model,
                                         const t2sed_scorer_options *options,
                                         t2sed_error *err);
T2SED_API void t2sed_scorer_free(t2sed_scorer *scorer);

/*
 * Scores the candidate queries of one question.
 *
 * out      the scores, ended with t2sed_scores_free.
 * question borrowed for the call; it does not change. Where the model reads
 *          parses and it lacks them, a copy is parsed, once for all candidates
 *          (and not again where the next question has the same text).
 * queries  [count] SQL texts.
 * lengths  [count] in bytes; NULL: all are NUL-terminated.
 * count    at least 1. Memory in the engine does not grow with it.
 * schema   resolves aliases and bare columns where the model wants that, and
 *          tells part of the evidence where the model reads it; may be NULL.
 *          What a database would tell is unknown: t2sed_scorer_score_beams
 *          takes a source of evidence that has one.
 *
 * A candidate that can't be scored (a syntax error, too many tokens) has a
 * status of its own and does not spoil the others: the call succeeds. It fails
 * when the fault lies with the question, the model or the machine.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (count is 0, or the question has no
 * words), T2SED_EMISMATCH (the model reads evidence of its own kind, which has
 * to be given: t2sed_scorer_score_beams), T2SED_ESTATE (the model reads parses,
 * the question has none, and there is no parser: the message lists where it
 * was looked for), T2SED_EBACKEND, T2SED_ENOMEM.
 * Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.3.
 */
T2SED_API t2sed_status t2sed_scorer_score(
    t2sed_scores **out, t2sed_scorer *scorer, const t2sed_question *question,
    const char *const *queries, const size_t *lengths, size_t count,
    const t2sed_schema *schema, t2sed_error *err);
T2SED_API void t2sed_scores_free(t2sed_scores *scores);

/* A question and its candidates, as in t2sed_scorer_score. */
typedef struct t2sed_beam {
    size_t struct_size;             /* sizeof(t2sed_beam) */
    const t2sed_question *question; /* borrowed for the call, as all here */
    const t2sed_schema *schema;     /* may be NULL */
    const char *const *queries;     /* [count] */
    const size_t *lengths;          /* [count]; NULL: NUL-terminated */
    size_t count;                   /* of candidates, at least 1 */
    const float *evidence;  /* [count, evidence_size], one vector after another,
                               NaN for what is unknown; NULL: gathered where
                               the model reads evidence */
    size_t evidence_size;   /* t2sed_model_evidence_count(model) */
    t2sed_evidence *source; /* gathers evidence, on the database it was opened
                               with; its question is set to this one. NULL:
                               what question and schema tell is gathered */
    const t2sed_conversation *conversation; /* the turns before the question,
                               for gathered evidence
                               (t2sed_evidence_set_conversation) and what is
                               predicted for it; NULL: none. Text is read of
                               the question alone */
} t2sed_beam;

#define T2SED_BEAM_INIT                                                        \
    {                                                                          \
        sizeof(t2sed_beam), NULL, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL     \
    }

/*
 * Fills *beam with zeros and its size, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_beam_init(t2sed_beam *beam);

/*
 * Scores several beams together, which is faster than one after another where
 * they are small: candidates of different beams share the engine's batches.
 * Probabilities are those of t2sed_scorer_score up to rounding, which depends
 * on what else is in a batch.
 *
 * out      [count] receives the scores of each beam, each ended with
 *          t2sed_scores_free.
 * beams    [count]; struct_size is the same in all.
 * count    at least 1.
 *
 * A beam whose question can't be read does not spoil the others: the fault is
 * then the status of each of its candidates. Otherwise as t2sed_scorer_score.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no beams, or one without candidates),
 * T2SED_EMISMATCH (evidence of another size than the model's), T2SED_ESTATE (as
 * there), T2SED_EBACKEND, T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.3.
 */
T2SED_API t2sed_status t2sed_scorer_score_beams(t2sed_scores **out,
                                                t2sed_scorer *scorer,
                                                const t2sed_beam *beams,
                                                size_t count, t2sed_error *err);

/*
 * What candidate i came to; i at or beyond the count gives T2SED_EINVAL, NaN,
 * NULL or 0.
 *
 * status       T2SED_OK, or why it could not be scored.
 * probability  0 to 1, calibrated; NaN where status is not T2SED_OK.
 * logit        what the model said, before calibration; NaN likewise.
 * error        the description of the failure, borrowed; NULL where there is
 *              none. Its offset is in the candidate's SQL.
 * cut          how many of its tokens were dropped to fit the encoder.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_scores_count(const t2sed_scores *scores);
T2SED_API t2sed_status t2sed_scores_status(const t2sed_scores *scores,
                                           size_t i);
T2SED_API double t2sed_scores_probability(const t2sed_scores *scores, size_t i);
T2SED_API double t2sed_scores_logit(const t2sed_scores *scores, size_t i);
T2SED_API const t2sed_error *t2sed_scores_error(const t2sed_scores *scores,
                                                size_t i);
T2SED_API size_t t2sed_scores_cut(const t2sed_scores *scores, size_t i);

/*
 * Makes the graph builder whose graphs this scorer's model reads. It parses no
 * questions: where the model reads parses (t2sed_model_reads_parses), those
 * that lack them go through t2sed_question_complete first.
 *
 * Errors: T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_scorer_graph_builder(t2sed_graph_builder **out,
                                                  const t2sed_scorer *scorer,
                                                  t2sed_error *err);

/*
 * The graph layers and the head by themselves.
 *
 * encoding  vectors of `count` pairs, made by an encoder of the same model
 *           from the texts of the graphs (t2sed_graph_text).
 * graphs    [count] from a builder of this scorer.
 * evidence  [count, evidence], or NULL for a model without evidence.
 * logits    [count] receives one number each; its sigmoid, after division by
 *           the model's temperature, is the probability.
 *
 * Errors: T2SED_EINVAL, T2SED_EMISMATCH (an encoding and a graph that are not
 * of the same texts, another layout), T2SED_EBACKEND, T2SED_ENOMEM.
 * Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.3; Brody et al. 2022 (GATv2).
 */
T2SED_API t2sed_status t2sed_scorer_logits(t2sed_scorer *scorer,
                                           const t2sed_encoding *encoding,
                                           const t2sed_graph *const *graphs,
                                           const float *evidence, float *logits,
                                           t2sed_error *err);

/*
 * The calibrated probability of a logit: 1 / (1 + exp(-logit / temperature));
 * NaN without a scorer.
 *
 * Errors: none. Threads: any. Since: 0.1.
 * Source: Guo et al. 2017 (temperature scaling).
 */
T2SED_API double t2sed_scorer_probability(const t2sed_scorer *scorer,
                                          double logit);

T2SED_END_DECLS

#endif
