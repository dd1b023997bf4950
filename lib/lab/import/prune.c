/* prune.c - a smaller vocabulary for an encoder: most of its tokens never
 * occur in questions and SQL. */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "lab/import/import.h"
#include "text/tokenizer.h"

static t2sed_status keep_line(bool *kept, const t2sed_tokenizer *tokenizer,
                              t2sed_tokens *tokens, const char *line, size_t n,
                              t2sed_error *err)
{
    t2sed_token_arrays arrays = {.struct_size = sizeof arrays};
    t2sed_status status =
        t2sed_tokenizer_encode_n(tokenizer, tokens, line, n, 0, err);
    if (status != T2SED_OK)
        return status;
    status = t2sed_tokens_get(tokens, &arrays, err);
    for (size_t i = 0; i < arrays.count; i++)
        kept[arrays.ids[i]] = true;
    return status;
}

static t2sed_status keep_lines(bool *kept, const t2sed_tokenizer *tokenizer,
                               const char *path, t2sed_error *err)
{
    t2s_mapping file;
    t2sed_tokens *tokens = NULL;
    const char *at, *end;
    size_t number = 0;
    t2sed_status status = t2s_file_map(&file, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2sed_tokens_new(&tokens, err);
    at = (const char *)file.data;
    end = at ? at + file.size : at;
    while (status == T2SED_OK && at != end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);
        number++;
        status = keep_line(kept, tokenizer, tokens, at, n, err);
        if (status != T2SED_OK && status != T2SED_ENOMEM)
            t2s_fail_in(err, status, "%s: line %zu", path, number);
        at = newline ? newline + 1 : end;
    }
    t2sed_tokens_free(tokens);
    t2s_file_unmap(&file);
    return status;
}

/*
 * Marks the tokens of single bytes and all that the marked tokens are merged
 * from. WordPiece merges nothing and needs nothing.
 *
 * A part usually has a lower rank than what it is part of, so that one pass
 * from the last merge to the first finds all; a file in another order takes
 * more passes.
 */
static void keep_parts(const t2sed_tokenizer *tokenizer, bool *kept)
{
    const t2s_bpe *bpe = &tokenizer->bpe;
    bool more = tokenizer->kind == T2S_BYTE_BPE;
    for (unsigned byte = 0; more && byte < 256; byte++)
        kept[bpe->bytes[byte]] = true;
    while (more) {
        more = false;
        for (size_t i = bpe->merges.count; i-- > 0;) {
            const t2s_merge *merge = &bpe->merges.at[i];
            if (!kept[merge->result] ||
                (kept[merge->left] && kept[merge->right]))
                continue;
            kept[merge->left] = kept[merge->right] = true;
            more = true;
        }
    }
}

/* Whether a token spells a single character or byte: without those, texts
 * that hold no kept token could not be spelled. */
static bool is_single(const t2sed_tokenizer *tokenizer, int32_t id)
{
    const char *text = tokenizer->texts[id];
    size_t n = strlen(text), prefix = 0;
    if (tokenizer->kind == T2S_WORDPIECE)
        prefix = strlen(tokenizer->wordpiece.prefix);
    if (n > prefix && prefix > 0 &&
        memcmp(text, tokenizer->wordpiece.prefix, prefix) == 0) {
        text += prefix;
        n -= prefix;
    }
    return t2s_utf8_length(text, n) == n;
}

static void keep_needed(bool *kept, const t2sed_tokenizer *tokenizer, int first)
{
    size_t size = t2sed_tokenizer_size(tokenizer);
    for (size_t id = 0; id < size; id++)
        if (id < (size_t)first || is_single(tokenizer, (int32_t)id))
            kept[id] = true;
    for (int role = T2SED_TOKEN_CLS; role <= T2SED_TOKEN_MASK; role++) {
        int32_t id = t2sed_tokenizer_special(tokenizer, role);
        if (id >= 0)
            kept[id] = true;
    }
    keep_parts(tokenizer, kept);
}

t2sed_status t2s_prune(bool **kept, const t2sed_tokenizer *tokenizer,
                       const char *text, int first, t2sed_error *err)
{
    bool *made =
        t2s_zalloc_array(t2sed_tokenizer_size(tokenizer), sizeof *made);
    t2sed_status status =
        made ? keep_lines(made, tokenizer, text, err) : t2s_fail_memory(err);
    if (status != T2SED_OK) {
        t2s_free(made);
        return status;
    }
    keep_needed(made, tokenizer, first);
    *kept = made;
    return T2SED_OK;
}
