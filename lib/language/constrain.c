#include "language/constrain.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "text/tokenizer.h"

#define TOKEN_BYTES 256

static bool begins_with_stop(const char *text, size_t n,
                             const char *const *stops, size_t stop_count)
{
    while (n > 0 && strchr(" \t\r\n", *text)) {
        text++;
        n--;
    }
    for (size_t i = 0; i < stop_count; i++) {
        const size_t length = strlen(stops[i]);
        if (length > 0 && length <= n && memcmp(text, stops[i], length) == 0)
            return true;
    }
    return false;
}

t2sed_status t2s_find_stops(t2s_ids *out, const t2sed_language_model *model,
                            const char *const *stops, size_t stop_count,
                            t2sed_error *err)
{
    const size_t count = t2sed_tokenizer_size(model->tokenizer);
    char text[TOKEN_BYTES];
    for (size_t i = 0; i < count; i++) {
        const size_t n = t2sed_tokenizer_bytes(model->tokenizer, (int32_t)i,
                                               text, sizeof text);
        if (n <= sizeof text && begins_with_stop(text, n, stops, stop_count) &&
            !t2s_vector_push(out, (int32_t)i))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

/* Special tokens have no text here: a query does not name them. */
static t2sed_status make_vocabulary(t2sed_language_session *session,
                                    t2sed_error *err)
{
    const t2sed_tokenizer *tokenizer = session->model->tokenizer;
    const size_t count = t2sed_tokenizer_size(tokenizer);
    const char **tokens = t2s_zalloc_array(count + 1, sizeof *tokens);
    size_t *lengths = t2s_zalloc_array(count + 1, sizeof *lengths);
    char *texts = NULL;
    t2sed_status status = tokens && lengths ? T2SED_OK : t2s_fail_memory(err);
    size_t all = 0, used = 0;
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        if (!t2s_tokenizer_is_special(tokenizer, (int32_t)i))
            all += lengths[i] =
                t2sed_tokenizer_bytes(tokenizer, (int32_t)i, NULL, 0);
    if (status == T2SED_OK && !(texts = t2s_alloc(all + 1)))
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        if (lengths[i] == 0)
            continue;
        tokens[i] = texts + used;
        used += t2sed_tokenizer_bytes(tokenizer, (int32_t)i, texts + used,
                                      lengths[i]);
    }
    if (status == T2SED_OK)
        status = t2sed_constraint_vocabulary_new(&session->vocabulary, tokens,
                                                 lengths, count, err);
    t2s_free(texts);
    t2s_free(lengths);
    t2s_free(tokens);
    return status;
}

t2sed_status t2s_constrain(t2sed_constraint_state *state,
                           t2sed_language_session *session,
                           const t2s_ids *stops, uint32_t *mask, int *may_end,
                           t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!session->vocabulary)
        status = make_vocabulary(session, err);
    if (status == T2SED_OK)
        status = t2sed_constraint_mask(state, session->vocabulary, mask, err);
    if (status != T2SED_OK)
        return status;
    if (*may_end)
        *may_end = t2sed_constraint_may_end(state);
    if (*may_end < 0)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < stops->count && *may_end; i++)
        mask[stops->at[i] / 32] |= 1u << stops->at[i] % 32;
    return T2SED_OK;
}
