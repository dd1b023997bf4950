/* Token lists. */
#include "text/tokenizer.h"

#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "base/utf8.h"

t2sed_status t2sed_tokens_new(t2sed_tokens **out, t2sed_error *err)
{
    t2sed_tokens *tokens;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    tokens = t2s_zalloc(sizeof *tokens);
    if (!tokens)
        return t2s_fail_memory(err);
    *out = tokens;
    return T2SED_OK;
}

void t2sed_tokens_free(t2sed_tokens *tokens)
{
    if (!tokens)
        return;
    t2s_vector_free(&tokens->ids);
    t2s_vector_free(&tokens->characters);
    t2s_vector_free(&tokens->byte_spans);
    t2s_vector_free(&tokens->char_starts);
    t2s_vector_free(&tokens->char_at);
    t2s_vector_free(&tokens->normal);
    t2s_vector_free(&tokens->decomposed);
    t2s_vector_free(&tokens->symbols);
    t2s_vector_free(&tokens->heap);
    t2s_free(tokens);
}

static bool is_ascii(const char *text, size_t n)
{
    unsigned char seen = 0;
    for (size_t i = 0; i < n; i++)
        seen = (unsigned char)(seen | (unsigned char)text[i]);
    return seen < 0x80;
}

t2sed_status t2s_tokens_begin(t2sed_tokens *tokens, const char *text, size_t n,
                              t2sed_error *err)
{
    size_t at = 0;
    t2s_tokens_clear(tokens);
    if (n > T2S_TEXT_LIMIT)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "text: %zu bytes, expected at most %zu", n,
                        T2S_TEXT_LIMIT);
    tokens->text = text;
    tokens->length = n;
    tokens->ascii = is_ascii(text, n);
    if (tokens->ascii)
        return T2SED_OK;
    tokens->char_starts.count = tokens->char_at.count = 0;
    if (!t2s_vector_reserve(&tokens->char_starts, n + 1) ||
        !t2s_vector_reserve(&tokens->char_at, n + 1))
        return t2s_fail_memory(err);
    while (at < n) {
        size_t length = t2s_utf8_length(text + at, n - at);
        if (length == 0)
            return t2s_utf8_check(text, n, "text", err);
        for (size_t i = 0; i < length; i++)
            tokens->char_at.at[at + i] = (uint32_t)tokens->char_starts.count;
        tokens->char_starts.at[tokens->char_starts.count++] = (uint32_t)at;
        at += length;
    }
    tokens->char_at.at[n] = (uint32_t)tokens->char_starts.count;
    tokens->char_starts.at[tokens->char_starts.count] = (uint32_t)n;
    return T2SED_OK;
}

void t2s_tokens_clear(t2sed_tokens *tokens)
{
    tokens->ids.count = tokens->characters.count = 0;
}

bool t2s_tokens_push(t2sed_tokens *tokens, int32_t id, uint32_t char_begin,
                     uint32_t char_end)
{
    const t2sed_span span = {char_begin, char_end};
    return t2s_vector_reserve(&tokens->characters, tokens->ids.count + 1) &&
           t2s_vector_push(&tokens->ids, id) &&
           t2s_vector_push(&tokens->characters, span);
}

bool t2s_tokens_finish(t2sed_tokens *tokens)
{
    const uint32_t *starts = tokens->char_starts.at;
    const size_t count = tokens->ids.count;
    tokens->text = NULL;
    tokens->bytes = tokens->characters.at;
    if (tokens->ascii)
        return true;
    if (!t2s_vector_reserve(&tokens->byte_spans, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const t2sed_span span = tokens->characters.at[i];
        tokens->byte_spans.at[i] =
            (t2sed_span){starts[span.begin], starts[span.end]};
    }
    tokens->bytes = tokens->byte_spans.at;
    return true;
}

t2sed_status t2sed_tokens_get(const t2sed_tokens *tokens,
                              t2sed_token_arrays *out, t2sed_error *err)
{
    t2sed_token_arrays arrays = {sizeof arrays, 0, NULL, NULL, NULL};
    if (!tokens || !out)
        return t2s_fail_null(err, __func__, "tokens and out");
    arrays.count = tokens->ids.count;
    if (arrays.count > 0) {
        arrays.ids = tokens->ids.at;
        arrays.bytes = tokens->bytes;
        arrays.characters = tokens->characters.at;
    }
    return t2s_sized_write(out, &arrays, sizeof arrays, "t2sed_token_arrays",
                           err);
}
