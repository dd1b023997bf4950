#include "text/tokens.h"

#include <string.h>

#include "base/error.h"
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
    t2s_free(tokens->ids);
    t2s_free(tokens->char_begins);
    t2s_free(tokens->char_ends);
    t2s_free(tokens->byte_begins);
    t2s_free(tokens->byte_ends);
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
    tokens->count = 0;
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

/* Makes one of the arrays longer. */
static bool grow_array(void *field, size_t capacity, size_t element)
{
    void *memory, *larger;
    memcpy(&memory, field, sizeof memory);
    larger = t2s_realloc_array(memory, capacity, element);
    if (larger)
        memcpy(field, &larger, sizeof larger);
    return larger != NULL;
}

static bool grow(t2sed_tokens *tokens)
{
    size_t capacity = tokens->capacity ? tokens->capacity * 2 : 64;
    if (!grow_array(&tokens->ids, capacity, sizeof *tokens->ids) ||
        !grow_array(&tokens->char_begins, capacity, sizeof(uint32_t)) ||
        !grow_array(&tokens->char_ends, capacity, sizeof(uint32_t)) ||
        !grow_array(&tokens->byte_begins, capacity, sizeof(uint32_t)) ||
        !grow_array(&tokens->byte_ends, capacity, sizeof(uint32_t)))
        return false;
    tokens->capacity = capacity;
    return true;
}

bool t2s_tokens_push(t2sed_tokens *tokens, int32_t id, uint32_t char_begin,
                     uint32_t char_end)
{
    if (tokens->count == tokens->capacity && !grow(tokens))
        return false;
    tokens->ids[tokens->count] = id;
    tokens->char_begins[tokens->count] = char_begin;
    tokens->char_ends[tokens->count] = char_end;
    tokens->count++;
    return true;
}

void t2s_tokens_finish(t2sed_tokens *tokens)
{
    const uint32_t *starts = tokens->char_starts.at;
    for (size_t i = 0; i < tokens->count; i++) {
        uint32_t begin = tokens->char_begins[i], end = tokens->char_ends[i];
        tokens->byte_begins[i] = tokens->ascii ? begin : starts[begin];
        tokens->byte_ends[i] = tokens->ascii ? end : starts[end];
    }
    tokens->text = NULL;
}

size_t t2sed_tokens_count(const t2sed_tokens *tokens)
{
    return tokens ? tokens->count : 0;
}

const int32_t *t2sed_tokens_ids(const t2sed_tokens *tokens)
{
    return tokens ? tokens->ids : NULL;
}

const uint32_t *t2sed_tokens_byte_begins(const t2sed_tokens *tokens)
{
    return tokens ? tokens->byte_begins : NULL;
}

const uint32_t *t2sed_tokens_byte_ends(const t2sed_tokens *tokens)
{
    return tokens ? tokens->byte_ends : NULL;
}

const uint32_t *t2sed_tokens_char_begins(const t2sed_tokens *tokens)
{
    return tokens ? tokens->char_begins : NULL;
}

const uint32_t *t2sed_tokens_char_ends(const t2sed_tokens *tokens)
{
    return tokens ? tokens->char_ends : NULL;
}
