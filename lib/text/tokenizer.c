#include "text/tokenizer.h"

#include <string.h>

#include "base/sized.h"
#include "base/string.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "text/unicode.h"

/* ------------------------------------------------------------- token lists */

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
    t2s_vector_free(&tokens->spelled);
    t2s_vector_free(&tokens->sources);
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

static t2sed_status tokens_begin(t2sed_tokens *tokens, const char *text,
                                 size_t n, t2sed_error *err)
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

/* Finds the bytes of the tokens; false when memory is short. */
static bool finish(t2sed_tokens *tokens)
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

/* ------------------------------------------------------------------- tries */

uint32_t t2s_trie_grow(t2s_trie *trie, uint32_t node, uint32_t symbol)
{
    uint64_t *edge = t2s_hash_table_add(trie, t2s_pair(node, symbol));
    if (!edge)
        return T2S_NO_CHILD;
    if (*edge == 0)
        *edge = t2s_pair((uint32_t)trie->count, 0);
    return (uint32_t)(*edge >> 32);
}

void t2s_trie_set(t2s_trie *trie, uint32_t node, uint32_t symbol, int32_t value)
{
    uint64_t *edge = t2s_hash_table_find(trie, t2s_pair(node, symbol));
    if (edge)
        *edge = t2s_pair((uint32_t)(*edge >> 32), (uint32_t)(value + 1));
}

uint32_t t2s_trie_step(const t2s_trie *trie, uint32_t node, uint32_t symbol,
                       int32_t *value)
{
    const uint64_t *edge = t2s_hash_table_find(trie, t2s_pair(node, symbol));
    if (!edge)
        return T2S_NO_CHILD;
    *value = (int32_t)(uint32_t)*edge - 1;
    return (uint32_t)(*edge >> 32);
}

/* -------------------------------------------------------------- tokenizers */

/* The longest added token at text[at..n), or NULL. */
static const t2s_added_token *match_added(const t2sed_tokenizer *tokenizer,
                                          const char *text, size_t n, size_t at,
                                          size_t *length)
{
    const t2s_added_token *found = NULL;
    uint32_t node = 0;
    if (!tokenizer->added_first[(unsigned char)text[at]])
        return NULL;
    for (size_t i = at; i < n; i++) {
        int32_t value;
        node = t2s_trie_step(&tokenizer->added_trie, node,
                             (unsigned char)text[i], &value);
        if (node == T2S_NO_CHILD)
            break;
        if (value != T2S_NO_VALUE) {
            found = &tokenizer->added.at[value];
            *length = i + 1 - at;
        }
    }
    return found;
}

/* Where the white space that ends at `end` begins, not before `begin`. */
static size_t space_before(const char *text, size_t begin, size_t end)
{
    while (end > begin) {
        size_t at = end - 1, length;
        while (at > begin && ((unsigned char)text[at] & 0xC0) == 0x80)
            at--;
        if (!t2s_char_is_space(t2s_utf8_decode(text + at, end - at, &length)))
            break;
        end = at;
    }
    return end;
}

static size_t space_after(const char *text, size_t n, size_t at)
{
    size_t length;
    while (at < n &&
           t2s_char_is_space(t2s_utf8_decode(text + at, n - at, &length)))
        at += length;
    return at;
}

/* Adds an added token that was found at [begin, end), white space included. */
static bool push_added(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                       int32_t id, size_t begin, size_t end)
{
    uint32_t first = t2s_tokens_char_at(tokens, begin);
    uint32_t last = t2s_tokens_char_at(tokens, end);
    size_t inner = space_after(tokens->text, end, begin);
    size_t stop = space_before(tokens->text, begin, end);
    if (tokenizer->kind == T2S_WORDPIECE)
        return t2s_tokens_push(tokens, id, first, last);
    return t2s_bpe_push(tokenizer, tokens, id, first, last,
                        t2s_tokens_char_at(tokens, inner) - first,
                        last - t2s_tokens_char_at(tokens, stop));
}

/* Text without added tokens. */
static bool encode_plain(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                         size_t begin, size_t end)
{
    if (begin >= end)
        return true;
    return tokenizer->kind == T2S_WORDPIECE
               ? t2s_wordpiece_encode(tokenizer, tokens, begin, end)
               : t2s_bpe_encode(tokenizer, tokens, begin, end);
}

static bool encode_text(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                        bool specials)
{
    const char *text = tokens->text;
    size_t n = tokens->length, from = 0, at = 0, length = 0;
    if (!specials && !tokenizer->has_plain_added)
        return encode_plain(tokenizer, tokens, 0, n);
    while (at < n) {
        const t2s_added_token *added;
        size_t begin;
        if (at % 1024 == 0 && t2s_interrupted())
            return false;
        added = match_added(tokenizer, text, n, at, &length);
        begin = at;
        if (!added) {
            at++;
            continue;
        }
        at += length;
        if (added->special && !specials)
            continue;
        if (added->lstrip)
            begin = space_before(text, from, begin);
        if (added->rstrip)
            at = space_after(text, n, at);
        if (!encode_plain(tokenizer, tokens, from, begin) ||
            !push_added(tokenizer, tokens, added->id, begin, at))
            return false;
        from = at;
    }
    return encode_plain(tokenizer, tokens, from, n);
}

t2sed_status t2sed_tokenizer_encode_n(const t2sed_tokenizer *tokenizer,
                                      t2sed_tokens *tokens, const char *text,
                                      size_t n, int flags, t2sed_error *err)
{
    t2sed_status status;
    if (tokens)
        t2s_tokens_clear(tokens);
    if (!tokenizer || !tokens || (!text && n > 0))
        return t2s_fail_null(err, __func__, "tokenizer, tokens and text");
    if (flags & ~T2SED_ENCODE_SPECIALS)
        return t2s_fail(err, T2SED_EINVAL, -1, "encode: unknown flags 0x%x",
                        (unsigned)(flags & ~T2SED_ENCODE_SPECIALS));
    status = tokens_begin(tokens, text, n, err);
    if (status != T2SED_OK)
        return status;
    if (encode_text(tokenizer, tokens, flags & T2SED_ENCODE_SPECIALS) &&
        finish(tokens))
        return T2SED_OK;
    t2s_tokens_clear(tokens);
    return t2s_fail_early(err);
}

t2sed_status t2sed_tokenizer_encode(const t2sed_tokenizer *tokenizer,
                                    t2sed_tokens *tokens, const char *text,
                                    int flags, t2sed_error *err)
{
    return t2sed_tokenizer_encode_n(tokenizer, tokens, text,
                                    t2s_text_length(text), flags, err);
}

size_t t2sed_tokenizer_size(const t2sed_tokenizer *tokenizer)
{
    return tokenizer ? tokenizer->count : 0;
}

int32_t t2sed_tokenizer_special(const t2sed_tokenizer *tokenizer, int role)
{
    if (!tokenizer || role < 0 || role >= T2S_ROLE_COUNT)
        return -1;
    return tokenizer->roles[role];
}

const char *t2sed_tokenizer_token(const t2sed_tokenizer *tokenizer, int32_t id)
{
    if (!tokenizer || id < 0 || (size_t)id >= tokenizer->count)
        return NULL;
    return tokenizer->texts[id];
}

int32_t t2s_tokenizer_find(const t2sed_tokenizer *tokenizer, const char *token)
{
    return token
               ? (int32_t)t2s_map_get(&tokenizer->ids, token, strlen(token), -1)
               : -1;
}
