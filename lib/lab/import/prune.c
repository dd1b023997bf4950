#include "lab/import/prune.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "lab/import/write_tokenizer.h"

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

static void keep_needed(bool *kept, const t2sed_tokenizer *tokenizer, int first)
{
    size_t size = t2sed_tokenizer_size(tokenizer);
    for (size_t id = 0; id < size; id++)
        if (id < (size_t)first ||
            t2s_tokenizer_is_single(tokenizer, (int32_t)id))
            kept[id] = true;
    for (int role = T2SED_TOKEN_CLS; role <= T2SED_TOKEN_MASK; role++) {
        int32_t id = t2sed_tokenizer_special(tokenizer, role);
        if (id >= 0)
            kept[id] = true;
    }
    t2s_tokenizer_keep_parts(tokenizer, kept);
}

static t2sed_status number_kept(t2s_pruning *pruning, size_t size,
                                t2sed_error *err)
{
    pruning->ids = t2s_alloc_array(size, sizeof *pruning->ids);
    if (!pruning->ids)
        return t2s_fail_memory(err);
    for (size_t id = 0; id < size; id++)
        if (pruning->kept[id])
            pruning->ids[pruning->count++] = (int32_t)id;
    return T2SED_OK;
}

t2sed_status t2s_pruning_make(t2s_pruning *out, t2sed_tokenizer *tokenizer,
                              const char *text, int first, t2sed_error *err)
{
    t2s_pruning pruning = {0};
    size_t size = t2sed_tokenizer_size(tokenizer);
    t2sed_status status;
    pruning.kept = t2s_zalloc_array(size, sizeof *pruning.kept);
    if (!pruning.kept)
        return t2s_fail_memory(err);
    status = keep_lines(pruning.kept, tokenizer, text, err);
    if (status == T2SED_OK) {
        keep_needed(pruning.kept, tokenizer, first);
        status = number_kept(&pruning, size, err);
    }
    if (status != T2SED_OK) {
        t2s_pruning_free(&pruning);
        return status;
    }
    pruning.tokenizer = tokenizer;
    *out = pruning;
    return T2SED_OK;
}

t2sed_status t2s_pruning_write(const t2s_pruning *pruning,
                               const char *directory, t2sed_error *err)
{
    return t2s_tokenizer_write_kept(pruning->tokenizer, pruning->kept,
                                    directory, err);
}

void t2s_pruning_free(t2s_pruning *pruning)
{
    t2s_free(pruning->ids);
    t2s_free(pruning->kept);
    t2sed_tokenizer_free(pruning->tokenizer);
    memset(pruning, 0, sizeof *pruning);
}
