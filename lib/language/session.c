#include "language/session.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"

#define DEFAULT_CACHES 4
#define MAX_CACHES     1024
/* Multiplications of a layer between two questions to the host. */
#define LAYER_WORK 4e9

void t2sed_language_session_options_init(
    t2sed_language_session_options *options, size_t size)
{
    const t2sed_language_session_options defaults = {sizeof defaults,
                                                     DEFAULT_CACHES};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

t2sed_status t2sed_language_session_new(
    t2sed_language_session **out, const t2sed_language_model *model,
    const t2sed_language_session_options *given, t2sed_error *err)
{
    t2sed_language_session_options options;
    t2sed_language_session *session;
    t2sed_status status;
    if (!out || !model)
        return t2s_fail_null(err, __func__, "out and model");
    status =
        T2S_READ_SIZED(t2sed_language_session_options, &options, given, err);
    if (status != T2SED_OK)
        return status;
    if (options.caches == 0)
        options.caches = DEFAULT_CACHES;
    if (options.caches < 1 || options.caches > MAX_CACHES)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "language session options: %d caches, expected 1 to %d",
                        options.caches, MAX_CACHES);
    session = t2s_zalloc(sizeof *session);
    if (!session)
        return t2s_fail_memory(err);
    session->model = t2s_language_model_retain(model);
    session->prompt_count = (size_t)options.caches;
    session->prompts =
        t2s_zalloc_array(session->prompt_count, sizeof *session->prompts);
    status = session->prompts ? t2sed_tokens_new(&session->tokens, err)
                              : t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = session;
    else
        t2sed_language_session_free(session);
    return status;
}

void t2sed_language_session_free(t2sed_language_session *session)
{
    if (!session)
        return;
    for (size_t i = 0; session->prompts && i < session->prompt_count; i++) {
        t2s_read_prompt *p = &session->prompts[i];
        if (p->cache)
            session->model->backend->cache_close(p->cache);
        t2s_vector_free(&p->ids);
    }
    t2s_free(session->prompts);
    t2s_vector_free(&session->ids);
    t2sed_tokens_free(session->tokens);
    t2sed_constraint_vocabulary_free(session->vocabulary);
    t2sed_language_model_free(session->model);
    t2s_free(session);
}

int32_t t2s_session_stop(void *payload)
{
    (void)payload;
    return t2s_interrupted();
}

size_t t2s_session_portion(const t2sed_language_session *session)
{
    const t2s_decoder *d = &session->model->config.decoder;
    const double weights =
        (double)d->hidden *
        (3.0 * d->intermediate +
         2.0 * d->head_size * ((double)d->heads + d->key_heads));
    const double rows = LAYER_WORK / weights;
    return rows < 64 ? 64 : rows > 256 ? 256 : (size_t)rows;
}

static size_t common(const t2s_ids *a, const t2s_ids *b)
{
    const size_t most = a->count < b->count ? a->count : b->count;
    size_t n = 0;
    while (n < most && a->at[n] == b->at[n])
        n++;
    return n;
}

/* The cache that holds most of what is asked for; one that holds little of it
 * is left for its own database while another can be had. */
static t2s_read_prompt *choose(t2sed_language_session *session, size_t *shared)
{
    t2s_read_prompt *best = NULL, *oldest = &session->prompts[0];
    for (size_t i = 0; i < session->prompt_count; i++) {
        t2s_read_prompt *p = &session->prompts[i];
        const size_t n = common(&p->ids, &session->ids);
        if (n > 0 && (!best || n > *shared)) {
            best = p;
            *shared = n;
        }
        if (p->used < oldest->used)
            oldest = p;
    }
    if (best && 2 * *shared >= best->ids.count)
        return best;
    *shared = common(&oldest->ids, &session->ids);
    return oldest;
}

t2sed_status t2s_session_append(t2sed_language_session *session,
                                t2s_read_prompt *to, const int32_t *ids,
                                const int32_t *parents, size_t count,
                                const int32_t *layers, size_t layer_count,
                                float *states, t2sed_error *err)
{
    const size_t portion = t2s_session_portion(session);
    const size_t hidden = (size_t)session->model->config.decoder.hidden;
    t2sed_status status = T2SED_OK;
    float *some = NULL;
    if (layer_count > 0) {
        some = t2s_alloc_array(layer_count * portion, hidden * sizeof *some);
        if (!some)
            return t2s_fail_memory(err);
    }
    for (size_t at = 0, n; at < count && status == T2SED_OK; at += n) {
        n = count - at < portion ? count - at : portion;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = session->model->backend->cache_read(
                to->cache,
                &(t2s_reading){.count = (int32_t)n,
                               .ids = ids + at,
                               .parents = parents + at,
                               .wanted = (int32_t)layer_count,
                               .wanted_layers = layers,
                               .states = some,
                               .stop = t2s_session_stop},
                err);
        for (size_t l = 0; l < layer_count && status == T2SED_OK; l++)
            memcpy(states + (l * count + at) * hidden, some + l * n * hidden,
                   n * hidden * sizeof *states);
    }
    t2s_free(some);
    return status;
}

/* What the cache lacks of the prompt, from token `at` on. */
static t2sed_status read_rest(t2sed_language_session *session,
                              t2s_read_prompt *to, size_t at, t2sed_error *err)
{
    const t2s_ids *ids = &session->ids;
    const size_t n = ids->count - at;
    int32_t *parents;
    t2sed_status status;
    if (n == 0)
        return T2SED_OK;
    parents = t2s_alloc_array(n, sizeof *parents);
    status = parents && t2s_vector_reserve(&to->ids, ids->count)
                 ? T2SED_OK
                 : t2s_fail_memory(err);
    for (size_t i = 0; i < n && status == T2SED_OK; i++)
        parents[i] = (int32_t)(at + i) - 1;
    if (status == T2SED_OK)
        status = t2s_session_append(session, to, ids->at + at, parents, n, NULL,
                                    0, NULL, err);
    if (status == T2SED_OK) {
        memcpy(to->ids.at + at, ids->at + at, n * sizeof *ids->at);
        to->ids.count = ids->count;
    } else {
        t2s_session_drop(session, to);
    }
    t2s_free(parents);
    return status;
}

t2sed_status t2s_session_read(t2s_read_prompt **out,
                              t2sed_language_session *session,
                              const t2sed_prompt *prompt, t2sed_error *err)
{
    const t2sed_language_model *model = session->model;
    size_t shared = 0;
    t2s_read_prompt *to;
    t2sed_status status = t2s_prompt_encode(&session->ids, NULL, prompt, model,
                                            session->tokens, err);
    if (status != T2SED_OK)
        return status;
    to = choose(session, &shared);
    if (!to->cache)
        status = model->backend->cache_open(&to->cache, model->handle, err);
    else if (shared < to->ids.count) {
        status =
            model->backend->cache_keep(to->cache, NULL, (int32_t)shared, err);
        if (status == T2SED_OK)
            to->ids.count = shared;
    }
    if (status == T2SED_OK)
        status = read_rest(session, to, shared, err);
    if (status == T2SED_OK) {
        to->used = ++session->uses;
        *out = to;
    }
    return status;
}

void t2s_session_drop(t2sed_language_session *session, t2s_read_prompt *read)
{
    const t2s_backend *backend = session->model->backend;
    /* Keeping what is at the front allocates next to nothing; should it fail
     * all the same, the cache is read again next time. */
    if (backend->cache_keep(read->cache, NULL, (int32_t)read->ids.count,
                            NULL) != T2SED_OK) {
        backend->cache_close(read->cache);
        read->cache = NULL;
        read->ids.count = 0;
    }
}

t2sed_status t2s_session_encode(t2s_ids *ids, t2s_spans *spans,
                                t2sed_language_session *session,
                                const char *text, size_t n, t2sed_error *err)
{
    t2sed_token_arrays tokens = {.struct_size = sizeof tokens};
    t2sed_status status = t2sed_tokenizer_encode_n(
        session->model->tokenizer, session->tokens, text, n, 0, err);
    if (status != T2SED_OK)
        return status;
    t2sed_tokens_get(session->tokens, &tokens, NULL);
    if (tokens.count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "language model: an empty text has no likelihood");
    if (!t2s_vector_reserve(ids, ids->count + tokens.count) ||
        (spans && !t2s_vector_reserve(spans, spans->count + tokens.count)))
        return t2s_fail_memory(err);
    memcpy(ids->at + ids->count, tokens.ids, tokens.count * sizeof *ids->at);
    ids->count += tokens.count;
    if (spans) {
        memcpy(spans->at + spans->count, tokens.bytes,
               tokens.count * sizeof *spans->at);
        spans->count += tokens.count;
    }
    return T2SED_OK;
}
