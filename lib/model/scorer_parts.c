/* scorer_parts.c - the steps of a scorer by themselves, for hosts that put them
 * together by hand. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "case/candidate.h"
#include "model/fusion.h"
#include "model/scorer.h"

t2sed_status t2sed_scorer_graph_builder(t2sed_graph_builder **out,
                                        const t2sed_scorer *scorer,
                                        t2sed_error *err)
{
    t2sed_graph_options options;
    t2sed_sql_view_options view;
    if (!out || !scorer)
        return t2s_fail_null(err, __func__, "out and scorer");
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

/* The features of one query, NaN where it can't be read. */
static t2sed_status gather_one(float *features, t2sed_scorer *scorer,
                               const t2sed_beam *beam, size_t i,
                               t2sed_error *err)
{
    const size_t count = scorer->model->config.evidence.count;
    const char *query = beam->queries[i];
    t2s_gatherer *gatherer = &scorer->preparer.gatherer;
    t2s_candidate *candidate;
    t2sed_status status;
    if (!query)
        return t2s_fail(err, T2SED_EINVAL, -1, "scorer: query %zu is NULL", i);
    status = t2s_case_candidate(
        &candidate, gatherer->source, query,
        beam->lengths ? beam->lengths[i] : strlen(query), err);
    if (status == T2SED_OK)
        status = candidate->sql ? t2s_gatherer_compute(gatherer, candidate->sql,
                                                       features, err)
                                : candidate->why.code;
    if (status == T2SED_OK || !t2s_is_sample_failure(status))
        return status;
    for (size_t k = 0; k < count; k++)
        features[k] = (float)NAN;
    return T2SED_OK;
}

t2sed_status t2sed_scorer_gather(float *features, t2sed_scorer *scorer,
                                 const t2sed_beam *given, t2sed_error *err)
{
    t2sed_beam beam = {0};
    t2sed_status status;
    if (!features || !scorer || !given)
        return t2s_fail_null(err, __func__, "features, scorer and beam");
    status = t2s_sized_read(&beam, sizeof beam, given, "t2sed_beam", err);
    beam.features = NULL;
    if (status == T2SED_OK)
        status = t2s_scorer_check_beam(scorer, &beam, err);
    if (status == T2SED_OK && scorer->model->config.evidence.count == 0)
        status = t2s_fail(err, T2SED_EINVAL, -1, "the model reads no features");
    if (status != T2SED_OK)
        return status;
    status = t2s_scorer_set_question(scorer, &beam, err);
    for (size_t i = 0; status == T2SED_OK && i < beam.count; i++)
        status = gather_one(features + i * scorer->model->config.evidence.count,
                            scorer, &beam, i, err);
    t2s_gatherer_clear(&scorer->preparer.gatherer);
    return status;
}

/* What goes into the network, side by side. */
static t2sed_status batch_pairs(t2s_batch *out, t2sed_scorer *scorer,
                                const t2sed_encoding *encoding,
                                const t2sed_graph *const *graphs,
                                t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_batch_clear(&scorer->builder);
    for (size_t i = 0; i < encoding->count && status == T2SED_OK; i++) {
        status = check_pair(encoding, i, graphs[i], err);
        if (status == T2SED_OK)
            status = t2s_batch_add(&scorer->builder, graphs[i],
                                   &encoding->pairs[i].sequence, err);
    }
    if (status == T2SED_OK)
        t2s_batch_view(&scorer->builder, out);
    return status;
}

static t2sed_status check_parts(const t2sed_scorer *scorer,
                                const t2sed_encoding *encoding,
                                const t2sed_graph *const *graphs,
                                const float *features, size_t count,
                                t2sed_error *err)
{
    const t2s_config *config = &scorer->model->config;
    if (!features != (config->evidence.count == 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        features ? "the model reads no features"
                                 : "the model reads features, which "
                                   "t2sed_scorer_gather fills in");
    if (!encoding != !config->has_encoder || !graphs != !config->has_encoder)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        config->has_encoder
                            ? "the model reads vectors and graphs"
                            : "the model has no encoder and reads no graphs");
    if (!encoding)
        return T2SED_OK;
    if (encoding->model != scorer->model)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the vectors come from another model's encoder");
    if (encoding->count != count)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "vectors of %zu pairs, expected %zu", encoding->count,
                        count);
    return T2SED_OK;
}

t2sed_status t2sed_scorer_logits(t2sed_scorer *scorer,
                                 const t2sed_encoding *encoding,
                                 const t2sed_graph *const *graphs,
                                 const float *features, size_t count,
                                 float *logits, t2sed_error *err)
{
    t2s_batch batch;
    t2sed_status status;
    if (!scorer || !logits)
        return t2s_fail_null(err, __func__, "scorer and logits");
    status = check_parts(scorer, encoding, graphs, features, count, err);
    if (status == T2SED_OK && encoding)
        status = batch_pairs(&batch, scorer, encoding, graphs, err);
    if (status != T2SED_OK)
        return status;
    memset(logits, 0, count * sizeof *logits);
    if (encoding)
        status = scorer->model->backend->score(scorer->model->handle, &batch,
                                               encoding->vectors, logits, err);
    if (status == T2SED_OK && scorer->model->config.has_forest)
        t2s_fuse(logits, &scorer->model->config, scorer->model->forests,
                 features, count);
    return status;
}
