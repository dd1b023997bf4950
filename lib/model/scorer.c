#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "case/case.h"
#include "model/fusion.h"
#include "model/opinion.h"
#include "model/scorer.h"

struct t2sed_scores {
    t2sed_score *at;
    size_t count;
    t2s_attribution *parts; /* [count]; NULL: nobody asked for them */
    t2sed_model *model;     /* of the parts */
    t2s_arena arena;        /* of errors and parts */
};

/* Added to words_left for ids without names: more than T2S_COVERED_WORDS of
 * decide/trigger.h. */
#define LEFT_BY_IDS 2

static const t2sed_scorer_options usual = {.struct_size = sizeof usual,
                                           .truncation = T2SED_TRUNCATE_MODEL,
                                           .parse = T2SED_PARSE_MISSING};

void t2sed_beam_init(t2sed_beam *beam, size_t size)
{
    const t2sed_beam none = {0};
    t2s_sized_init(beam, size, &none, sizeof none);
}

void t2sed_scorer_options_init(t2sed_scorer_options *options, size_t size)
{
    t2s_sized_init(options, size, &usual, sizeof usual);
}

static t2sed_status check_options(const t2sed_scorer_options *options,
                                  t2sed_error *err)
{
    if (options->truncation < T2SED_TRUNCATE_MODEL ||
        options->truncation > T2SED_TRUNCATE_SQL)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer options: unknown truncation %d",
                        options->truncation);
    if (options->parse != T2SED_PARSE_MISSING &&
        options->parse != T2SED_PARSE_NEVER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer options: parse is %d, expected "
                        "T2SED_PARSE_MISSING or T2SED_PARSE_NEVER",
                        options->parse);
    if (options->batch_tokens < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer options: batch_tokens is %d",
                        options->batch_tokens);
    return T2SED_OK;
}

/* The number of a feature that the model reads, or how many it reads. */
static size_t place_of(const t2sed_model *model, const char *name)
{
    size_t at = 0;
    while (at < model->config.evidence.count &&
           strcmp(model->config.evidence.at[at], name) != 0)
        at++;
    return at;
}

t2sed_status t2sed_scorer_new(t2sed_scorer **out, const t2sed_model *model,
                              const t2sed_scorer_options *given,
                              t2sed_error *err)
{
    t2sed_scorer_options options = usual;
    t2sed_scorer *scorer;
    t2sed_status status;
    if (!out || !model)
        return t2s_fail_null(err, __func__, "out and model");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_scorer_options", err);
    if (status == T2SED_OK)
        status = check_options(&options, err);
    if (status != T2SED_OK)
        return status;
    scorer = t2s_zalloc(sizeof *scorer);
    if (!scorer)
        return t2s_fail_memory(err);
    scorer->batch_tokens =
        options.batch_tokens ? (size_t)options.batch_tokens : T2S_CHUNK_TOKENS;
    scorer->judge = options.judge;
    scorer->explains = options.reasons != 0;
    scorer->model = t2s_model_retain(model);
    scorer->words_unmet = place_of(model, "implied.words_unmet");
    scorer->ids_alone = place_of(model, "implied.shown_keys_alone");
    if (model->config.evidence.count > 0)
        scorer->features =
            t2s_alloc_array(model->config.evidence.count,
                            T2S_SCORER_WINDOW * sizeof *scorer->features);
    if (model->config.evidence.count > 0 && !scorer->features)
        status = t2s_fail_memory(err);
    else
        status = t2s_preparer_open(&scorer->preparer, &scorer->model->config,
                                   model->tokenizer, options.truncation, err);
    if (status != T2SED_OK) {
        t2sed_scorer_free(scorer);
        return status;
    }
    scorer->preparer.gatherer.predictors = model->predictors;
    t2s_completer_set(&scorer->preparer.completer, options.parse,
                      options.parser, t2s_model_parser, scorer->model);
    *out = scorer;
    return T2SED_OK;
}

void t2sed_scorer_free(t2sed_scorer *scorer)
{
    if (!scorer)
        return;
    t2s_preparer_free(&scorer->preparer);
    t2s_batch_free(&scorer->builder);
    t2s_free(scorer->features);
    t2sed_model_free(scorer->model);
    t2s_free(scorer);
}

double t2sed_scorer_probability(const t2sed_scorer *scorer, double logit)
{
    if (!scorer)
        return (double)NAN;
    return 1 / (1 + exp(-logit / scorer->model->config.temperature));
}

/* Failures that follow each other are often the same: they share a copy. */
static t2sed_status keep_failure(t2sed_scores *scores, size_t i,
                                 const t2sed_error *failure, t2sed_error *err)
{
    const t2sed_error *last = i > 0 ? scores->at[i - 1].error : NULL;
    if (!last || last->code != failure->code ||
        last->offset != failure->offset ||
        strcmp(last->text, failure->text) != 0) {
        t2sed_error *copy = t2s_arena_alloc(&scores->arena, sizeof *copy);
        if (!copy)
            return t2s_fail_memory(err);
        *copy = *failure;
        last = copy;
    }
    scores->at[i].status = failure->code;
    scores->at[i].error = last;
    return T2SED_OK;
}

/* Prepares a candidate as the next sample of the window, or keeps why it can't
 * be. Fails only where that is not the candidate's fault. */
static t2sed_status prepare(t2sed_scorer *scorer, const t2s_sample_owner *whose,
                            const char *query, size_t length, t2sed_error *err)
{
    t2sed_scores *scores = whose->scores;
    t2sed_error failure;
    size_t at = scorer->held;
    t2sed_status status = t2s_sample_prepare(
        &scorer->samples[at], &scorer->preparer, query, length, &failure);
    if (status == T2SED_OK) {
        scorer->owners[at] = *whose;
        scorer->lengths[at] = scorer->samples[at].sequence.count;
        scores->at[whose->candidate].cut = (size_t)scorer->samples[at].cut;
        scorer->held++;
        return T2SED_OK;
    }
    if (t2s_is_sample_failure(status))
        return keep_failure(scores, whose->candidate, &failure, err);
    if (err)
        *err = failure;
    return status;
}

/* A feature of sample k of the chunk, or NAN. */
static float feature_of(const t2sed_scorer *scorer, size_t k, size_t place)
{
    const size_t count = scorer->model->config.evidence.count;
    return place < count ? scorer->features[k * count + place] : (float)NAN;
}

/* words_left of sample k of the chunk; -1 if it is not known. */
static int words_left(const t2sed_scorer *scorer, size_t k)
{
    const float left = feature_of(scorer, k, scorer->words_unmet);
    const float ids = feature_of(scorer, k, scorer->ids_alone);
    return isnan(left) ? -1 : (int)left + (ids > 0 ? LEFT_BY_IDS : 0);
}

/* A logit that is no number is a fault of the weights, not a score. */
static t2sed_status keep_logit(const t2s_sample_owner *whose, float logit,
                               const t2sed_scorer *scorer, t2sed_error *err)
{
    t2sed_scores *scores = whose->scores;
    size_t i = whose->candidate;
    t2sed_error failure;
    if (isfinite(logit)) {
        scores->at[i].logit = (double)logit;
        scores->at[i].probability =
            t2sed_scorer_probability(scorer, (double)logit);
        return T2SED_OK;
    }
    t2s_fail(&failure, T2SED_EBACKEND, -1, "the model's output is no number");
    return keep_failure(scores, i, &failure, err);
}

/* Keeps what adds up to the score of sample k of the chunk. */
static t2sed_status keep_parts(const t2s_sample_owner *whose, size_t k,
                               const t2sed_scorer *scorer, t2sed_error *err)
{
    const t2sed_model *model = scorer->model;
    const size_t count = model->config.evidence.count;
    t2sed_scores *scores = whose->scores;
    t2s_attribution *parts;
    if (!scores->parts)
        return T2SED_OK;
    parts = &scores->parts[whose->candidate];
    if (model->config.has_forest) {
        parts->features = t2s_arena_alloc_array(&scores->arena, count,
                                                sizeof *parts->features);
        if (!parts->features)
            return t2s_fail_memory(err);
    }
    t2s_attribute(parts, &model->config, model->forests,
                  scorer->features ? scorer->features + k * count : NULL,
                  (double)scorer->texts[k]);
    return T2SED_OK;
}

/* The logits of `count` samples, whose features are in the scorer's room. */
static t2sed_status run_branches(t2sed_scorer *scorer,
                                 const t2s_sample *const *samples, size_t count,
                                 float *logits, t2sed_error *err)
{
    const t2sed_model *model = scorer->model;
    t2s_batch batch;
    t2sed_status status = T2SED_OK;
    memset(logits, 0, count * sizeof *logits);
    if (model->handle) {
        status =
            t2s_samples_batch(&batch, &scorer->builder, samples, count, err);
        batch.evidence = scorer->features;
        if (status == T2SED_OK)
            status =
                model->backend->forward(model->handle, &batch, logits, err);
    }
    memcpy(scorer->texts, logits, count * sizeof *logits);
    if (status == T2SED_OK && model->config.has_forest)
        t2s_fuse(logits, &model->config, model->forests, scorer->features,
                 count);
    return status;
}

/* Samples order[begin..end) of the window through the model. */
static t2sed_status score_chunk(t2sed_scorer *scorer, size_t begin, size_t end,
                                t2sed_error *err)
{
    const t2sed_model *model = scorer->model;
    const size_t features = model->config.evidence.count;
    const t2s_sample *samples[T2S_SCORER_WINDOW] = {NULL};
    float logits[T2S_SCORER_WINDOW];
    t2sed_status status;
    for (size_t i = begin; i < end; i++) {
        samples[i - begin] = &scorer->samples[scorer->order[i]];
        if (scorer->features)
            memcpy(scorer->features + (i - begin) * features,
                   scorer->owners[scorer->order[i]].features
                       ? scorer->owners[scorer->order[i]].features
                       : samples[i - begin]->evidence,
                   features * sizeof(float));
    }
    status = run_branches(scorer, samples, end - begin, logits, err);
    for (size_t i = begin; i < end && status == T2SED_OK; i++) {
        const t2s_sample_owner *whose = &scorer->owners[scorer->order[i]];
        whose->scores->at[whose->candidate].words_left =
            words_left(scorer, i - begin);
        status = keep_logit(whose, logits[i - begin], scorer, err);
        if (status == T2SED_OK)
            status = keep_parts(whose, i - begin, scorer, err);
    }
    return status;
}

static void empty_window(t2sed_scorer *scorer)
{
    while (scorer->held > 0)
        t2s_sample_free(&scorer->samples[--scorer->held]);
}

/* Scores the samples of the window and empties it. */
static t2sed_status score_window(t2sed_scorer *scorer, t2sed_error *err)
{
    const size_t count = scorer->held;
    t2sed_status status =
        t2s_chunks_order(scorer->order, scorer->lengths, count)
            ? T2SED_OK
            : t2s_fail_early(err);
    for (size_t begin = 0, end; begin < count && status == T2SED_OK;
         begin = end) {
        end = t2s_chunks_end(scorer->order, scorer->lengths, count, begin,
                             scorer->batch_tokens, scorer->model->own_forward);
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = score_chunk(scorer, begin, end, err);
    }
    empty_window(scorer);
    return status;
}

/* Prepares the candidates of the preparer's question; scores those that fill
 * the window. */
static t2sed_status add_candidates(t2sed_scorer *scorer, t2sed_scores *scores,
                                   const t2sed_beam *beam, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < beam->count && status == T2SED_OK; i++) {
        const char *query = beam->queries[i];
        const t2s_sample_owner whose = {
            scores, i,
            beam->features ? beam->features + i * beam->feature_count : NULL};
        if (!query)
            return t2s_fail(err, T2SED_EINVAL, -1, "scorer: query %zu is NULL",
                            i);
        status = t2s_check_progress(&scorer->progress, scorer->prepared++, err);
        if (status == T2SED_OK)
            status =
                prepare(scorer, &whose, query,
                        beam->lengths ? beam->lengths[i] : strlen(query), err);
        if (status == T2SED_OK && scorer->held == T2S_SCORER_WINDOW)
            status = score_window(scorer, err);
    }
    return status;
}

t2sed_status t2s_scorer_set_question(t2sed_scorer *scorer,
                                     const t2sed_beam *beam, t2sed_error *err)
{
    const t2sed_schema *schema = beam->evidence
                                     ? beam->evidence->schema
                                     : t2sed_database_schema(beam->database);
    t2sed_status status = t2s_preparer_set_question(
        &scorer->preparer, beam->question, schema, err);
    if (status == T2SED_OK && !beam->features)
        status = t2s_gatherer_set(&scorer->preparer.gatherer, beam->evidence,
                                  beam->database, beam->question,
                                  beam->conversation, err);
    return status;
}

/* `count` candidates that were not scored yet; NULL when memory is short. */
static t2sed_scores *new_scores(const t2sed_scorer *scorer, size_t count)
{
    t2sed_scores *scores = t2s_zalloc(sizeof *scores);
    if (!scores)
        return NULL;
    scores->at = t2s_alloc_array(count, sizeof *scores->at);
    if (scorer->explains) {
        scores->model = t2s_model_retain(scorer->model);
        scores->parts = t2s_zalloc_array(count, sizeof *scores->parts);
    }
    if (!scores->at || (scorer->explains && !scores->parts)) {
        t2sed_scores_free(scores);
        return NULL;
    }
    scores->count = count;
    for (size_t i = 0; i < count; i++)
        scores->at[i] =
            (t2sed_score){.probability = NAN, .logit = NAN, .words_left = -1};
    return scores;
}

/* Makes the scores of a beam; those of samples in the window come later. A
 * fault of the question is its candidates' where `isolate` says so. */
static t2sed_status begin_beam(t2sed_scores **out, t2sed_scorer *scorer,
                               const t2sed_beam *beam, bool isolate,
                               t2sed_error *err)
{
    t2sed_error failure;
    t2sed_status status = t2s_scorer_set_question(scorer, beam, &failure);
    const bool refused = status != T2SED_OK;
    if (refused && !(isolate && t2s_is_sample_failure(status))) {
        if (err)
            *err = failure;
        return status;
    }
    *out = new_scores(scorer,
                      beam->count); /* the window may refer to it from here */
    if (!*out)
        return t2s_fail_memory(err);
    if (!refused)
        return add_candidates(scorer, *out, beam, err);
    status = T2SED_OK;
    for (size_t i = 0; i < beam->count && status == T2SED_OK; i++)
        status = keep_failure(*out, i, &failure, err);
    scorer->prepared += beam->count;
    return status;
}

t2sed_status t2s_scorer_check_beam(const t2sed_scorer *scorer,
                                   const t2sed_beam *beam, t2sed_error *err)
{
    const size_t wanted = scorer->model->config.evidence.count;
    if (!beam->question || (!beam->queries && beam->count > 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer: a beam's question or its queries are NULL");
    if (beam->count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "scorer: no queries");
    if (beam->features && wanted == 0)
        return t2s_fail(err, T2SED_EINVAL, -1, "the model reads no features");
    if (beam->features && beam->feature_count != wanted)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "vectors of %zu features, the model reads %zu",
                        beam->feature_count, wanted);
    return T2SED_OK;
}

/* Beam i, whatever the size of the caller's struct. */
static t2sed_status beam_at(t2sed_beam *to, const t2sed_scorer *scorer,
                            const t2sed_beam *beams, size_t i, t2sed_error *err)
{
    t2sed_status status;
    t2sed_beam_init(to, sizeof *to);
    status = t2s_sized_read_at(to, sizeof *to, beams, i, "t2sed_beam", err);
    return status == T2SED_OK ? t2s_scorer_check_beam(scorer, to, err) : status;
}

t2sed_status t2s_scores_add_opinion(t2sed_scores *scores,
                                    const t2sed_model *model,
                                    t2sed_judge *judge, const t2sed_beam *beam,
                                    const char *const *reasons,
                                    t2sed_error *err)
{
    const t2s_opinion *opinion = t2s_opinion_of(judge);
    double *added = t2s_alloc_array(beam->count, sizeof *added);
    t2sed_status status;
    if (!added)
        return t2s_fail_memory(err);
    status = opinion->additions(added, judge, beam, reasons, err);
    for (size_t i = 0; i < beam->count && status == T2SED_OK; i++) {
        t2sed_score *score = &scores->at[i];
        double own;
        if (isnan(score->probability) || isnan(added[i]))
            continue;
        own = score->logit / model->config.temperature;
        score->probability =
            1 / (1 + exp(-opinion->model_counts * own - added[i]));
        if (scores->parts)
            scores->parts[i].judge =
                (opinion->model_counts - 1) * own + added[i];
    }
    t2s_free(added);
    return status;
}

static t2sed_status add_opinions(t2sed_scores **scores, t2sed_scorer *scorer,
                                 const t2sed_beam *beams, size_t count,
                                 t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_beam beam;
        status = beam_at(&beam, scorer, beams, i, err);
        if (status == T2SED_OK)
            status = t2s_scores_add_opinion(scores[i], scorer->model,
                                            scorer->judge, &beam, NULL, err);
    }
    return status;
}

/* The scores of all beams into out[count], zeros before; all zeros again after
 * a failure. */
static t2sed_status score_beams(t2sed_scores **out, t2sed_scorer *scorer,
                                const t2sed_beam *beams, size_t count,
                                bool isolate, t2sed_error *err)
{
    size_t candidates = 0;
    t2sed_beam beam;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        status = beam_at(&beam, scorer, beams, i, err);
        candidates += beam.count;
    }
    if (status != T2SED_OK)
        return status;
    scorer->progress = t2s_progress_begin(candidates);
    scorer->prepared = 0;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        status = beam_at(&beam, scorer, beams, i, err);
        if (status == T2SED_OK)
            status = begin_beam(&out[i], scorer, &beam, isolate, err);
        if (!scorer->keeps_question)
            t2s_gatherer_clear(&scorer->preparer.gatherer);
    }
    if (status == T2SED_OK)
        status = score_window(scorer, err);
    if (status == T2SED_OK && scorer->judge)
        status = add_opinions(out, scorer, beams, count, err);
    t2s_progress_end(&scorer->progress);
    if (status == T2SED_OK)
        return T2SED_OK;
    empty_window(scorer);
    for (size_t i = 0; i < count; i++) {
        t2sed_scores_free(out[i]);
        out[i] = NULL;
    }
    return status;
}

t2sed_status t2sed_scorer_score(t2sed_scores **out, t2sed_scorer *scorer,
                                const t2sed_beam *beam, t2sed_error *err)
{
    t2sed_scores *made = NULL;
    t2sed_status status;
    if (!out || !scorer || !beam)
        return t2s_fail_null(err, __func__, "out, scorer and beam");
    status = score_beams(&made, scorer, beam, 1, false, err);
    if (status == T2SED_OK)
        *out = made;
    return status;
}

t2sed_status t2sed_scorer_score_beams(t2sed_scores **out, t2sed_scorer *scorer,
                                      const t2sed_beam *beams, size_t count,
                                      t2sed_error *err)
{
    t2sed_scores **made;
    t2sed_status status;
    if (!out || !scorer || (!beams && count > 0))
        return t2s_fail_null(err, __func__, "out, scorer and beams");
    if (count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "scorer: no beams");
    made = t2s_zalloc_array(count, sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    status = score_beams(made, scorer, beams, count, true, err);
    if (status == T2SED_OK)
        memcpy(out, made, count * sizeof *made);
    t2s_free(made);
    return status;
}

/* --- Scores --- */

void t2sed_scores_free(t2sed_scores *scores)
{
    if (!scores)
        return;
    t2s_free(scores->at);
    t2s_free(scores->parts);
    t2sed_model_free(scores->model);
    t2s_arena_free(&scores->arena);
    t2s_free(scores);
}

size_t t2sed_scores_count(const t2sed_scores *scores)
{
    return scores ? scores->count : 0;
}

t2sed_status t2sed_scores_get(const t2sed_scores *scores, size_t i,
                              t2sed_score *out, t2sed_error *err)
{
    if (!out || !scores)
        return t2s_fail_null(err, __func__, "out and scores");
    if (i >= scores->count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scores: there is no candidate %zu, expected 0 to "
                        "below %zu",
                        i, scores->count);
    return t2s_sized_write(out, &scores->at[i], sizeof *scores->at,
                           "t2sed_score", err);
}

const t2s_attribution *t2s_scores_parts(const t2sed_model **model,
                                        const t2sed_scores *scores, size_t i)
{
    *model = scores->model;
    return scores->parts && i < scores->count &&
                   scores->at[i].status == T2SED_OK
               ? &scores->parts[i]
               : NULL;
}

double t2sed_scores_probability(const t2sed_scores *scores, size_t i)
{
    return scores && i < scores->count ? scores->at[i].probability
                                       : (double)NAN;
}
