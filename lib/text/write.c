#include "text/write.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/save.h"
#include "base/string.h"
#include "base/utf8.h"

void t2s_tokenizer_keep_parts(const t2sed_tokenizer *tokenizer, bool *kept)
{
    const t2s_bpe *bpe = &tokenizer->bpe;
    if (tokenizer->kind != T2S_BYTE_BPE)
        return;
    /* A merge's parts come from merges of lower rank, or are bytes. */
    for (size_t i = bpe->merges.count; i-- > 0;)
        if (kept[bpe->merges.at[i].result]) {
            kept[bpe->merges.at[i].left] = true;
            kept[bpe->merges.at[i].right] = true;
        }
}

bool t2s_tokenizer_is_single(const t2sed_tokenizer *tokenizer, int32_t id)
{
    const char *text = tokenizer->texts[id];
    size_t n = strlen(text);
    if (tokenizer->kind == T2S_WORDPIECE && tokenizer->wordpiece.prefix) {
        size_t prefix = strlen(tokenizer->wordpiece.prefix);
        if (n > prefix &&
            memcmp(text, tokenizer->wordpiece.prefix, prefix) == 0)
            return t2s_utf8_length(text + prefix, n - prefix) == n - prefix;
    }
    return n > 0 && t2s_utf8_length(text, n) == n;
}

static t2sed_status save(t2s_string *text, const char *directory,
                         const char *name, t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    t2sed_status status;
    if (!path || text->failed)
        status = t2s_fail_memory(err);
    else
        status = t2s_save_file(path, text->text ? text->text : "", text->length,
                               err);
    t2s_free(path);
    t2s_string_free(text);
    return status;
}

static t2sed_status write_txt(const t2sed_tokenizer *tokenizer,
                              const bool *kept, const char *directory,
                              t2sed_error *err)
{
    t2s_string text = {0};
    for (size_t id = 0; id < tokenizer->count; id++)
        if (kept[id]) {
            t2s_string_append(&text, tokenizer->texts[id]);
            t2s_string_append(&text, "\n");
        }
    return save(&text, directory, "vocab.txt", err);
}

static t2sed_status write_vocabulary(const t2sed_tokenizer *tokenizer,
                                     const bool *kept, const char *directory,
                                     t2sed_error *err)
{
    t2s_string text = {0};
    size_t count = 0;
    t2s_string_append(&text, "{");
    for (size_t id = 0; id < tokenizer->count; id++)
        if (kept[id]) {
            t2s_string_append(&text, count ? ",\n" : "\n");
            t2s_string_append_json(&text, tokenizer->texts[id],
                                   strlen(tokenizer->texts[id]));
            t2s_string_append_format(&text, ": %zu", count++);
        }
    t2s_string_append(&text, "\n}\n");
    return save(&text, directory, "vocab.json", err);
}

static t2sed_status write_merges(const t2sed_tokenizer *tokenizer,
                                 const bool *kept, const char *directory,
                                 t2sed_error *err)
{
    t2s_string text = {0};
    t2s_string_append(&text, "#version: 0.2\n");
    for (size_t i = 0; i < tokenizer->bpe.merges.count; i++) {
        const t2s_merge *merge = &tokenizer->bpe.merges.at[i];
        if (!kept[merge->left] || !kept[merge->right] || !kept[merge->result])
            continue;
        t2s_string_append(&text, tokenizer->texts[merge->left]);
        t2s_string_append(&text, " ");
        t2s_string_append(&text, tokenizer->texts[merge->right]);
        t2s_string_append(&text, "\n");
    }
    return save(&text, directory, "merges.txt", err);
}

static void append_flag(t2s_string *text, const char *key, bool value)
{
    t2s_string_append_format(text, ",\n  \"%s\": %s", key,
                             value ? "true" : "false");
}

static t2sed_status write_config(const t2sed_tokenizer *tokenizer,
                                 const char *directory, t2sed_error *err)
{
    static const char *const roles[T2S_ROLE_COUNT] = {
        "cls_token", "sep_token", "eos_token",
        "pad_token", "unk_token", "mask_token"};
    bool is_bpe = tokenizer->kind == T2S_BYTE_BPE;
    t2s_string text = {0};
    t2s_string_append_format(&text, "{\n  \"tokenizer_class\": \"%s\"",
                             is_bpe ? "RobertaTokenizer" : "BertTokenizer");
    for (int i = 0; i < T2S_ROLE_COUNT; i++)
        if (tokenizer->roles[i] >= 0) {
            const char *name = tokenizer->texts[tokenizer->roles[i]];
            t2s_string_append_format(&text, ",\n  \"%s\": ", roles[i]);
            t2s_string_append_json(&text, name, strlen(name));
        }
    if (is_bpe) {
        append_flag(&text, "add_prefix_space", tokenizer->bpe.add_prefix_space);
        append_flag(&text, "trim_offsets", tokenizer->bpe.trim_offsets);
    } else {
        append_flag(&text, "do_lower_case", tokenizer->wordpiece.lowercase);
        append_flag(&text, "strip_accents", tokenizer->wordpiece.strip_accents);
        append_flag(&text, "tokenize_chinese_chars",
                    tokenizer->wordpiece.space_ideographs);
    }
    t2s_string_append(&text, "\n}\n");
    return save(&text, directory, "tokenizer_config.json", err);
}

t2sed_status t2s_tokenizer_write_kept(const t2sed_tokenizer *tokenizer,
                                      const bool *kept, const char *directory,
                                      t2sed_error *err)
{
    t2sed_status status;
    if (tokenizer->kind == T2S_WORDPIECE) {
        status = write_txt(tokenizer, kept, directory, err);
    } else {
        status = write_vocabulary(tokenizer, kept, directory, err);
        if (status == T2SED_OK)
            status = write_merges(tokenizer, kept, directory, err);
    }
    if (status == T2SED_OK)
        status = write_config(tokenizer, directory, err);
    return status;
}
