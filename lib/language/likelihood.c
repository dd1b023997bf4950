/* likelihood.c - how likely texts continue a prompt, and their hidden states.
 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "language/session.h"

typedef struct text_likelihood {
    t2sed_status status;
    double sum;
    size_t first, count; /* of its tokens */
} text_likelihood;

struct t2sed_likelihoods {
    text_likelihood *texts;
    size_t count;
    float *logs;
    t2s_spans spans; /* of all tokens */
};

void t2sed_likelihoods_free(t2sed_likelihoods *likelihoods)
{
    if (!likelihoods)
        return;
    t2s_free(likelihoods->texts);
    t2s_free(likelihoods->logs);
    t2s_vector_free(&likelihoods->spans);
    t2s_free(likelihoods);
}

size_t t2sed_likelihoods_count(const t2sed_likelihoods *likelihoods)
{
    return likelihoods ? likelihoods->count : 0;
}

t2sed_status t2sed_likelihoods_get(const t2sed_likelihoods *likelihoods,
                                   size_t i, t2sed_likelihood *out,
                                   t2sed_error *err)
{
    t2sed_likelihood made = {.struct_size = sizeof made};
    const text_likelihood *t;
    if (!likelihoods || !out)
        return t2s_fail_null(err, __func__, "likelihoods and out");
    if (i >= likelihoods->count)
        return t2s_fail(err, T2SED_EINVAL, -1, "likelihood %zu of %zu", i,
                        likelihoods->count);
    t = &likelihoods->texts[i];
    made.status = t->status;
    made.sum = t->sum;
    made.tokens = t->count;
    if (t->count > 0) {
        made.logs = likelihoods->logs + t->first;
        made.bytes = likelihoods->spans.at + t->first;
    }
    return t2s_sized_write(out, &made, sizeof made, "t2sed_likelihood", err);
}

/* Failures that are a text's own. */
static bool is_own(t2sed_status status)
{
    return status == T2SED_EEMPTY || status == T2SED_EUTF8 ||
           status == T2SED_ELIMIT || status == T2SED_ETOOLONG;
}

/* Tokens of all texts, and where each text's are. */
static t2sed_status encode_texts(t2sed_likelihoods *to, t2s_ids *ids,
                                 t2sed_language_session *session, size_t prompt,
                                 const char *const *texts,
                                 const size_t *lengths, t2sed_error *err)
{
    const size_t context = (size_t)session->model->config.decoder.positions;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < to->count && status == T2SED_OK; i++) {
        text_likelihood *t = &to->texts[i];
        const size_t n = lengths ? lengths[i] : texts[i] ? strlen(texts[i]) : 0;
        t->first = ids->count;
        t->sum = NAN;
        status = t2s_check_interrupt(err);
        if (status != T2SED_OK)
            break;
        if (!texts[i] && n > 0)
            return t2s_fail(err, T2SED_EINVAL, -1, "text %zu is NULL", i);
        t->status = t2s_session_encode(ids, &to->spans, session,
                                       texts[i] ? texts[i] : "", n, err);
        if (t->status == T2SED_OK && prompt + ids->count - t->first > context)
            t->status = T2SED_ETOOLONG;
        if (t->status == T2SED_OK) {
            t->count = ids->count - t->first;
            continue;
        }
        ids->count = to->spans.count = t->first;
        if (!is_own(t->status))
            status = t->status;
    }
    return status;
}

/* The tokens of texts [begin, end), read behind the prompt in one go, and what
 * they are likely. */
static t2sed_status score_texts(t2sed_likelihoods *to,
                                t2sed_language_session *session,
                                t2s_read_prompt *prompt, const t2s_ids *ids,
                                size_t begin, size_t end, t2sed_error *err)
{
    const t2s_backend *backend = session->model->backend;
    const size_t first = to->texts[begin].first;
    const size_t last = to->texts[end - 1].first + to->texts[end - 1].count;
    const int32_t base = (int32_t)prompt->ids.count;
    int32_t *parents = t2s_alloc_array(last - first, sizeof *parents);
    t2sed_status status;
    if (!parents)
        return t2s_fail_memory(err);
    /* A token's probability is what its parent says of it. */
    for (size_t i = begin; i < end; i++) {
        const text_likelihood *t = &to->texts[i];
        for (size_t k = 0; k < t->count; k++)
            parents[t->first - first + k] =
                k == 0 ? base - 1 : base + (int32_t)(t->first - first + k) - 1;
    }
    status = t2s_session_append(session, prompt, ids->at + first, parents,
                                last - first, NULL, 0, NULL, err);
    if (status == T2SED_OK)
        status = backend->cache_likelihood(
            prompt->cache, parents, ids->at + first, (int32_t)(last - first),
            t2s_session_stop, NULL, to->logs + first, err);
    t2s_session_drop(session, prompt);
    t2s_free(parents);
    return status;
}

/* As many texts at a time as a portion holds, at least one. */
static t2sed_status score_all(t2sed_likelihoods *to,
                              t2sed_language_session *session,
                              t2s_read_prompt *prompt, const t2s_ids *ids,
                              t2sed_error *err)
{
    const size_t portion = t2s_session_portion(session);
    const t2s_progress progress = t2s_progress_begin(to->count);
    t2sed_status status = T2SED_OK;
    for (size_t begin = 0, end; begin < to->count && status == T2SED_OK;
         begin = end) {
        size_t tokens = to->texts[begin].count;
        for (end = begin + 1;
             end < to->count && tokens + to->texts[end].count <= portion; end++)
            tokens += to->texts[end].count;
        status = t2s_check_progress(&progress, begin, err);
        if (status == T2SED_OK && tokens > 0)
            status = score_texts(to, session, prompt, ids, begin, end, err);
        if (status == T2SED_OK && !prompt->cache)
            status = t2s_fail_memory(err);
    }
    t2s_progress_end(&progress);
    for (size_t i = 0; i < to->count && status == T2SED_OK; i++) {
        text_likelihood *t = &to->texts[i];
        if (t->status != T2SED_OK)
            continue;
        t->sum = 0;
        for (size_t k = 0; k < t->count; k++)
            t->sum += (double)to->logs[t->first + k];
    }
    return status;
}

t2sed_status t2sed_language_session_likelihoods(t2sed_likelihoods **out,
                                                t2sed_language_session *session,
                                                const t2sed_prompt *prompt,
                                                const char *const *texts,
                                                const size_t *lengths,
                                                size_t count, t2sed_error *err)
{
    t2sed_likelihoods *made;
    t2s_read_prompt *read = NULL;
    t2s_ids ids = {0};
    t2sed_status status;
    if (!out || !session || !prompt || (!texts && count > 0))
        return t2s_fail_null(err, __func__, "out, session, prompt and texts");
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->count = count;
    made->texts = t2s_zalloc_array(count, sizeof *made->texts);
    status = made->texts ? t2s_session_read(&read, session, prompt, err)
                         : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = encode_texts(made, &ids, session, read->ids.count, texts,
                              lengths, err);
    if (status == T2SED_OK) {
        made->logs = t2s_alloc_array(ids.count, sizeof *made->logs);
        if (!made->logs)
            status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = score_all(made, session, read, &ids, err);
    t2s_vector_free(&ids);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_likelihoods_free(made);
    return status;
}

/* --- hidden states --- */

/* The mean over the tokens that a span overlaps. states: [tokens, hidden]. */
static void add_mean(float *out, const float *states, const t2s_spans *tokens,
                     t2sed_span span, size_t hidden)
{
    size_t count = 0;
    memset(out, 0, hidden * sizeof *out);
    for (size_t t = 0; t < tokens->count; t++) {
        if (tokens->at[t].begin >= span.end || tokens->at[t].end <= span.begin)
            continue;
        count++;
        for (size_t h = 0; h < hidden; h++)
            out[h] += states[t * hidden + h];
    }
    for (size_t h = 0; h < hidden && count > 0; h++)
        out[h] /= (float)count;
}

static t2sed_status check_states(const t2sed_language_session *session,
                                 size_t n, const t2sed_span *spans,
                                 size_t span_count, const int32_t *layers,
                                 size_t layer_count, t2sed_error *err)
{
    for (size_t i = 0; i < span_count; i++)
        if (spans[i].begin > spans[i].end || spans[i].end > n)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "span %zu is [%zu, %zu) of a text of %zu bytes", i,
                            spans[i].begin, spans[i].end, n);
    if (layer_count > 1024)
        return t2s_fail(err, T2SED_EINVAL, -1, "%zu layers", layer_count);
    for (size_t i = 0; i < layer_count; i++)
        if (layers[i] < 0 || layers[i] > session->model->config.decoder.layers)
            return t2s_fail(err, T2SED_EINVAL, -1, "layer %d of %d",
                            (int)layers[i],
                            (int)session->model->config.decoder.layers);
    return T2SED_OK;
}

/* Reads the text behind the prompt; states: [layers][tokens][hidden]. */
static t2sed_status read_states(float *states, t2sed_language_session *session,
                                t2s_read_prompt *prompt, const t2s_ids *ids,
                                const int32_t *layers, size_t layer_count,
                                t2sed_error *err)
{
    int32_t *parents = t2s_alloc_array(ids->count, sizeof *parents);
    t2sed_status status;
    if (!parents)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < ids->count; i++)
        parents[i] = (int32_t)(prompt->ids.count + i) - 1;
    status = t2s_session_append(session, prompt, ids->at, parents, ids->count,
                                layers, layer_count, states, err);
    t2s_session_drop(session, prompt);
    t2s_free(parents);
    return status;
}

t2sed_status t2sed_language_session_states(
    float *out, t2sed_language_session *session, const t2sed_prompt *prompt,
    const char *text, size_t n, const t2sed_span *spans, size_t span_count,
    const int32_t *layers, size_t layer_count, t2sed_error *err)
{
    t2s_read_prompt *read = NULL;
    t2s_ids ids = {0};
    t2s_spans places = {0};
    float *states = NULL;
    size_t hidden;
    t2sed_status status;
    if (!session || !prompt || (!text && n > 0) || (!spans && span_count > 0) ||
        (!layers && layer_count > 0) ||
        (!out && span_count > 0 && layer_count > 0))
        return t2s_fail_null(err, __func__,
                             "out, session, prompt, text, spans and layers");
    hidden = (size_t)session->model->config.decoder.hidden;
    status =
        check_states(session, n, spans, span_count, layers, layer_count, err);
    if (status == T2SED_OK)
        status = t2s_session_read(&read, session, prompt, err);
    if (status == T2SED_OK)
        status = t2s_session_encode(&ids, &places, session, text ? text : "", n,
                                    err);
    if (status == T2SED_OK) {
        states =
            t2s_alloc_array(ids.count * layer_count, hidden * sizeof *states);
        status = states ? read_states(states, session, read, &ids, layers,
                                      layer_count, err)
                        : t2s_fail_memory(err);
    }
    for (size_t s = 0; s < span_count && status == T2SED_OK; s++)
        for (size_t l = 0; l < layer_count; l++)
            add_mean(out + (s * layer_count + l) * hidden,
                     states + l * ids.count * hidden, &places, spans[s],
                     hidden);
    t2s_free(states);
    t2s_vector_free(&places);
    t2s_vector_free(&ids);
    return status;
}
