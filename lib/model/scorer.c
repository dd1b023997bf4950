#include "t2sed/scorer.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/chunks.h"
#include "model/encoding.h"
#include "model/model.h"
#include "model/sample.h"
#include "model/scores.h"

/* Candidates are prepared and scored in windows, so that memory does not grow
 * with their number. */
#define WINDOW 128

struct t2sed_scorer {
    t2sed_model *model;
    t2s_preparer *preparer;
    size_t batch_tokens;
    t2s_batch_builder builder;
    /* The window: candidates that could be prepared, and their numbers. */
    t2s_sample samples[WINDOW];
    size_t candidates[WINDOW];
    int32_t lengths[WINDOW];
    uint32_t order[WINDOW];
};

void t2sed_scorer_options_init(t2sed_scorer_options *options)
{
    *options = (t2sed_scorer_options)T2SED_SCORER_OPTIONS_INIT;
}

static t2sed_status check_options(const t2sed_scorer_options *options,
                                  t2sed_error *err)
{
    if (options->struct_size < sizeof *options)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer options: struct_size is %zu, expected %zu",
                        options->struct_size, sizeof *options);
    if (options->truncation < T2SED_TRUNCATE_MODEL ||
        options->truncation > T2SED_TRUNCATE_SQL)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer options: unknown truncation %d",
                        options->truncation);
    if (options->batch_tokens < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "scorer options: batch_tokens is %d",
                        options->batch_tokens);
    return T2SED_OK;
}

t2sed_status t2sed_scorer_open(t2sed_scorer **out, const t2sed_model *model,
                               const t2sed_scorer_options *given,
                               t2sed_error *err)
{
    t2sed_scorer_options options = T2SED_SCORER_OPTIONS_INIT;
    t2sed_scorer *scorer;
    t2sed_status status;
    if (!out || !model)
        return t2s_fail(err, T2SED_EINVAL, -1, "scorer: an argument is NULL");
    if (given) {
        status = check_options(given, err);
        if (status != T2SED_OK)
            return status;
        options = *given;
    }
    scorer = t2s_zalloc(sizeof *scorer);
    if (!scorer)
        return t2s_fail_memory(err);
    scorer->batch_tokens =
        options.batch_tokens ? (size_t)options.batch_tokens : T2S_CHUNK_TOKENS;
    status = t2s_preparer_open(&scorer->preparer, &model->config,
                               model->tokenizer, options.truncation, err);
    if (status != T2SED_OK) {
        t2s_free(scorer);
        return status;
    }
    scorer->model = t2s_model_retain(model);
    *out = scorer;
    return T2SED_OK;
}

void t2sed_scorer_free(t2sed_scorer *scorer)
{
    if (!scorer)
        return;
    t2s_preparer_free(scorer->preparer);
    t2s_batch_free(&scorer->builder);
    t2sed_model_free(scorer->model);
    t2s_free(scorer);
}

double t2sed_scorer_probability(const t2sed_scorer *scorer, double logit)
{
    return 1 / (1 + exp(-logit / scorer->model->config.temperature));
}

static t2sed_status keep_failure(t2sed_scores *scores, size_t i,
                                 const t2sed_error *failure, t2sed_error *err)
{
    t2sed_error *copy = t2s_arena_alloc(&scores->errors, sizeof *copy);
    if (!copy)
        return t2s_fail_memory(err);
    *copy = *failure;
    scores->at[i].status = failure->code;
    scores->at[i].error = copy;
    return T2SED_OK;
}

/* Prepares candidate i as sample `at` of the window; *prepared tells whether
 * it could be. Fails only where it is not the candidate's fault. */
static t2sed_status prepare(t2sed_scorer *scorer, t2sed_scores *scores,
                            const char *query, size_t length, size_t i,
                            size_t at, bool *prepared, t2sed_error *err)
{
    t2sed_error failure;
    t2sed_status status = t2s_sample_prepare(
        &scorer->samples[at], scorer->preparer, query, length, &failure);
    *prepared = status == T2SED_OK;
    if (status == T2SED_OK) {
        scorer->candidates[at] = i;
        scorer->lengths[at] = scorer->samples[at].sequence.count;
        scores->at[i].cut = scorer->samples[at].cut;
        return T2SED_OK;
    }
    if (t2s_is_sample_failure(status))
        return keep_failure(scores, i, &failure, err);
    if (err)
        *err = failure;
    return status;
}

/* A logit that is no number is a fault of the weights, not a score. */
static t2sed_status keep_logit(t2sed_scores *scores, size_t i, float logit,
                               const t2sed_scorer *scorer, t2sed_error *err)
{
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

/* Samples order[begin..end) of the window through the engine. */
static t2sed_status score_chunk(t2sed_scorer *scorer, t2sed_scores *scores,
                                size_t begin, size_t end, t2sed_error *err)
{
    const t2sed_model *model = scorer->model;
    const t2s_sample *samples[WINDOW] = {NULL};
    float logits[WINDOW];
    t2s_batch batch;
    t2sed_status status;
    for (size_t i = begin; i < end; i++)
        samples[i - begin] = &scorer->samples[scorer->order[i]];
    status =
        t2s_samples_batch(&batch, &scorer->builder, samples, end - begin, err);
    if (status == T2SED_OK)
        status =
            model->backend->forward(model->handle, &batch, logits, NULL, err);
    for (size_t i = begin; i < end && status == T2SED_OK; i++)
        status = keep_logit(scores, scorer->candidates[scorer->order[i]],
                            logits[i - begin], scorer, err);
    return status;
}

/* Scores the `count` samples of the window and empties it. */
static t2sed_status score_window(t2sed_scorer *scorer, t2sed_scores *scores,
                                 size_t count, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_chunks_order(scorer->order, scorer->lengths, count);
    for (size_t begin = 0, end; begin < count && status == T2SED_OK;
         begin = end) {
        end = t2s_chunks_end(scorer->order, scorer->lengths, count, begin,
                             scorer->batch_tokens);
        status = score_chunk(scorer, scores, begin, end, err);
    }
    return status;
}

static t2sed_status score_all(t2sed_scorer *scorer, t2sed_scores *scores,
                              const char *const *queries, const size_t *lengths,
                              t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    size_t held = 0;
    for (size_t i = 0; i < scores->count && status == T2SED_OK; i++) {
        bool prepared = false;
        if (!queries[i]) {
            status =
                t2s_fail(err, T2SED_EINVAL, -1, "scorer: query %zu is NULL", i);
            break;
        }
        status = prepare(scorer, scores, queries[i],
                         lengths ? lengths[i] : strlen(queries[i]), i, held,
                         &prepared, err);
        held += prepared;
        if (status == T2SED_OK && (held == WINDOW || i + 1 == scores->count)) {
            status = score_window(scorer, scores, held, err);
            while (held > 0)
                t2s_sample_free(&scorer->samples[--held]);
        }
    }
    while (held > 0)
        t2s_sample_free(&scorer->samples[--held]);
    return status;
}

t2sed_status t2sed_scorer_score(t2sed_scores **out, t2sed_scorer *scorer,
                                const t2sed_question *question,
                                const char *const *queries,
                                const size_t *lengths, size_t count,
                                const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_scores *scores;
    t2sed_status status;
    if (!out || !scorer || !question || !queries)
        return t2s_fail(err, T2SED_EINVAL, -1, "scorer: an argument is NULL");
    if (count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "scorer: no queries");
    if (scorer->model->config.architecture.evidence > 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "the model reads an evidence vector, which this "
                        "version does not make");
    status = t2s_preparer_set_question(scorer->preparer, question, schema, err);
    if (status != T2SED_OK)
        return status;
    scores = t2s_scores_new(count);
    if (!scores)
        return t2s_fail_memory(err);
    status = score_all(scorer, scores, queries, lengths, err);
    if (status != T2SED_OK) {
        t2sed_scores_free(scores);
        return status;
    }
    *out = scores;
    return T2SED_OK;
}

t2sed_status t2sed_scorer_graph_builder(t2sed_graph_builder **out,
                                        const t2sed_scorer *scorer,
                                        t2sed_error *err)
{
    t2sed_graph_options options;
    t2sed_sql_view_options view;
    if (!out || !scorer)
        return t2s_fail(err, T2SED_EINVAL, -1, "scorer: an argument is NULL");
    t2s_graph_options_of(&options, &view, &scorer->model->config);
    return t2sed_graph_builder_new(out, &options, err);
}

static t2sed_status check_pair(const t2sed_encoding *encoding, size_t i,
                               const t2sed_graph *graph, t2sed_error *err)
{
    if (!graph)
        return t2s_fail(err, T2SED_EINVAL, -1, "scorer: graph %zu is NULL", i);
    for (int side = 0; side < 2; side++) {
        size_t length = 0;
        t2sed_graph_text(graph, side, &length);
        if (length != encoding->pairs[i].text_length[side])
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "pair %zu was not encoded from the texts of graph "
                            "%zu",
                            i, i);
    }
    return T2SED_OK;
}

t2sed_status t2sed_scorer_logits(t2sed_scorer *scorer,
                                 const t2sed_encoding *encoding,
                                 const t2sed_graph *const *graphs,
                                 const float *evidence, float *logits,
                                 t2sed_error *err)
{
    t2s_batch batch;
    t2sed_status status = T2SED_OK;
    if (!scorer || !encoding || !graphs || !logits)
        return t2s_fail(err, T2SED_EINVAL, -1, "scorer: an argument is NULL");
    if (!evidence != (scorer->model->config.architecture.evidence == 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        evidence ? "the model reads no evidence vector"
                                 : "the model needs an evidence vector");
    if (encoding->model != scorer->model)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the vectors come from another model's encoder");
    t2s_batch_clear(&scorer->builder);
    for (size_t i = 0; i < encoding->count && status == T2SED_OK; i++) {
        t2s_sequence sequence;
        t2s_encoding_sequence(&sequence, encoding, i);
        status = check_pair(encoding, i, graphs[i], err);
        if (status == T2SED_OK)
            status = t2s_batch_add(&scorer->builder, graphs[i], &sequence, err);
    }
    if (status != T2SED_OK)
        return status;
    t2s_batch_view(&scorer->builder, &batch);
    batch.evidence = evidence;
    return scorer->model->backend->score(scorer->model->handle, &batch,
                                         encoding->vectors, logits, NULL, err);
}
