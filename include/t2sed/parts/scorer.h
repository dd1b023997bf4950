/*
 * t2sed/parts/scorer.h - the probability that a query answers its question.
 *
 *     t2sed_scorer_new(&scorer, model, NULL, &err);
 *     t2sed_beam_init(&beam, sizeof beam);
 *     beam.question = question;
 *     beam.database = database;
 *     beam.queries = queries;
 *     beam.count = count;
 *     t2sed_scorer_score(&scores, scorer, &beam, &err);
 *     for (i = 0; i < count; i++)
 *         use(t2sed_scores_probability(scores, i));
 *
 * A checker adds the order, findings and a decision (t2sed/checker.h). The
 * steps can be taken apart: an encoder's vectors, a builder's graphs and the
 * features of t2sed_scorer_gather are the input of t2sed_scorer_logits.
 */
#ifndef T2SED_SCORER_H
#define T2SED_SCORER_H

#include <stddef.h>

#include "../conversation.h"
#include "../database.h"
#include "../model.h"
#include "../question.h"
#include "../status.h"
#include "encoder.h"
#include "evidence.h"
#include "graph.h"
#include "parser.h"

T2SED_BEGIN_DECLS

/* Used by one thread at a time; make one for each thread, they share the
 * model. */
typedef struct t2sed_scorer t2sed_scorer;
/* The scores of a beam. Immutable; may be shared by threads. */
typedef struct t2sed_scores t2sed_scores;
/* A second opinion: t2sed/parts/judge.h. */
typedef struct t2sed_judge t2sed_judge;

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
    t2sed_judge *judge; /* is asked of every beam that has a schema, and what it
                           says counts beside the model (t2sed/parts/judge.h);
                           used by the scorer's thread, and must outlive the
                           scorer. NULL: none */
    int reasons;        /* not 0: scores keep what adds up to them, for
                           t2sed_reasons_new (t2sed/parts/reasons.h); default 0.
                           Since: 0.10 */
} t2sed_scorer_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_scorer_options_init(t2sed_scorer_options *options,
                                         size_t size);

/*
 * Makes a scorer from a model, which may be freed while it lives.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_scorer_new(t2sed_scorer **out,
                                        const t2sed_model *model,
                                        const t2sed_scorer_options *options,
                                        t2sed_error *err);
T2SED_API void t2sed_scorer_free(t2sed_scorer *scorer);

/* A question and its candidates. All is borrowed for the call. */
typedef struct t2sed_beam {
    size_t struct_size;             /* sizeof(t2sed_beam) */
    const t2sed_question *question; /* it does not change: where the model reads
                               parses and it lacks them, a copy is parsed, once
                               for all candidates */
    t2sed_database *database;   /* resolves aliases and bare columns where the
                                 model wants that, and tells what the model reads
                                 beside the text; NULL: nothing is known of schema
                                 or rows, the weakest way */
    const char *const *queries; /* [count] SQL texts */
    const size_t *lengths;      /* [count] in bytes; NULL: NUL-terminated */
    size_t count;               /* of candidates, at least 1; memory in the
                               engine does not grow with it */
    const t2sed_conversation *conversation; /* the turns before the question,
                               for features (t2sed_evidence_set_conversation)
                               and what is predicted for it; NULL: none. Text is
                               read of the question alone */
    t2sed_evidence *evidence; /* gathers features, on the database that it was
                               made of, which counts in place of `database`; its
                               question is set to this one, and what it ran need
                               not run again elsewhere. NULL: the scorer's own,
                               kept for the next beam on the same database */
    const float *features; /* [count, feature_count], one vector after another,
                              NaN for what is unknown; NULL: gathered where the
                              model reads features */
    size_t feature_count;  /* t2sed_model_feature_count(model) */
} t2sed_beam;

/* Fills in zeros and the size, `size` bytes at most. Errors: none.
 * Threads: any. Since: 0.9. */
T2SED_API void t2sed_beam_init(t2sed_beam *beam, size_t size);

/*
 * Scores the candidates of one question.
 *
 * out  the scores, freed with t2sed_scores_free.
 *
 * A candidate that can't be scored (a syntax error, too many tokens) has a
 * status of its own and does not spoil the others: the call succeeds. It fails
 * when the fault lies with the question, the model or the machine.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (count is 0, or the question has no
 * words), T2SED_EMISMATCH (the model reads features of its own kind, which have
 * to be given; features of another count than the model's), T2SED_ESTATE (the
 * model reads parses, the question has none, and there is no parser: the
 * message lists where it was looked for), T2SED_EDATABASE, T2SED_EBACKEND,
 * T2SED_ENOMEM. Threads: one at a time. Since: 0.9.
 * Source: Chen et al. 2023, section 3.3.
 */
T2SED_API t2sed_status t2sed_scorer_score(t2sed_scores **out,
                                          t2sed_scorer *scorer,
                                          const t2sed_beam *beam,
                                          t2sed_error *err);

/*
 * Scores several beams together, which is faster than one after another where
 * they are small: candidates of different beams share the engine's batches.
 * Probabilities are those of t2sed_scorer_score up to rounding, which depends
 * on what else is in a batch.
 *
 * out      [count] receives the scores of each beam, each freed with
 *          t2sed_scores_free.
 * beams    [count]; struct_size is the same in all.
 * count    at least 1.
 *
 * A beam whose question can't be read does not spoil the others: the fault is
 * then the status of each of its candidates. Otherwise as t2sed_scorer_score.
 *
 * Errors: as there. Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.3.
 */
T2SED_API t2sed_status t2sed_scorer_score_beams(t2sed_scores **out,
                                                t2sed_scorer *scorer,
                                                const t2sed_beam *beams,
                                                size_t count, t2sed_error *err);
T2SED_API void t2sed_scores_free(t2sed_scores *scores);

/* The score of a candidate. */
typedef struct t2sed_score {
    size_t struct_size;  /* sizeof(t2sed_score) */
    t2sed_status status; /* T2SED_OK, or why it could not be scored */
    double probability;  /* 0 to 1, calibrated; NaN where it was not scored */
    double logit;        /* what the model said, before calibration and without
                            a judge; NaN likewise */
    const t2sed_error *error; /* the failure, borrowed from the scores; NULL
                            where there is none. Its offset is in the SQL */
    size_t cut;               /* of its tokens, dropped to fit the encoder */
    int words_left; /* content words of the question that are in no name, value
                       or condition of the query: how much of the question it
                       does not use; 2 more where its result shows ids, for
                       which the question does not ask, without the names of
                       their rows. -1: not known, without a schema or where the
                       model does not read implied.words_unmet. Since: 0.10 */
} t2sed_score;
#define T2SED_SCORE_INIT                                                       \
    {                                                                          \
        sizeof(t2sed_score), 0, 0, 0, NULL, 0, -1                              \
    }

/*
 * count        candidates.
 * get          fills in what candidate i came to, as far as out->struct_size
 *              goes, which the caller sets.
 * probability  that of candidate i, alone; NaN where it was not scored, or i is
 *              out of range.
 *
 * Errors: T2SED_EINVAL (get: out of range, struct_size not set). Threads: any.
 * Since: 0.9.
 */
T2SED_API size_t t2sed_scores_count(const t2sed_scores *scores);
T2SED_API t2sed_status t2sed_scores_get(const t2sed_scores *scores, size_t i,
                                        t2sed_score *out, t2sed_error *err);
T2SED_API double t2sed_scores_probability(const t2sed_scores *scores, size_t i);

/*
 * The features that this scorer's model reads, of each candidate: what
 * t2sed_scorer_score gathers itself, with all that is predicted for it.
 *
 * features  [beam->count, t2sed_model_feature_count] receives them; NaN: not
 *           known, and throughout for a query that can't be read.
 *
 * Errors: as t2sed_scorer_score; T2SED_EINVAL where the model reads none.
 * Threads: one at a time. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_scorer_gather(float *features,
                                           t2sed_scorer *scorer,
                                           const t2sed_beam *beam,
                                           t2sed_error *err);

/*
 * Makes the graph builder whose graphs this scorer's model reads. It parses no
 * questions: where the model reads parses (t2sed_model_info.reads_parses),
 * those that lack them go through t2sed_question_complete first.
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
 *           from the texts of the graphs (t2sed_graph_text). Of a model without
 *           an encoder (T2SED_EUNSUPPORTED of t2sed_encoder_new) this and
 *           `graphs` are NULL.
 * graphs    [count] from a builder of this scorer.
 * features  [count, t2sed_model_feature_count] from t2sed_scorer_gather; NULL
 *           for a model that reads none.
 * logits    [count] receives one number each; its sigmoid, after division by
 *           the model's temperature, is the probability.
 *
 * Errors: T2SED_EINVAL (also where one is there that the model does not read,
 * or the other way round), T2SED_EMISMATCH (an encoding and a graph that are
 * not of the same texts, another layout, an encoding of another count),
 * T2SED_EBACKEND, T2SED_ENOMEM. Threads: one at a time. Since: 0.9.
 * Source: Chen et al. 2023, section 3.3; Brody et al. 2022 (GATv2).
 */
T2SED_API t2sed_status t2sed_scorer_logits(t2sed_scorer *scorer,
                                           const t2sed_encoding *encoding,
                                           const t2sed_graph *const *graphs,
                                           const float *features, size_t count,
                                           float *logits, t2sed_error *err);

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
