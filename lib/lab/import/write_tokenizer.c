#include "lab/import/write_tokenizer.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/save.h"
#include "base/string.h"
#include "base/utf8.h"

/* What is being written: new ids are -1 for tokens that are left out. */
typedef struct writer {
    const t2sed_tokenizer *tokenizer;
    const int32_t *ids;
    t2s_string out;
} writer;

static const char *boolean(bool value)
{
    return value ? "true" : "false";
}

static void put(writer *w, const char *text)
{
    t2s_string_append(&w->out, text);
}

static void put_token(writer *w, int32_t old)
{
    const char *text = w->tokenizer->texts[old];
    t2s_string_append_json(&w->out, text, strlen(text));
}

/* In the order of their ids, as `tokenizers` wants them. */
static void put_added_tokens(writer *w)
{
    const t2sed_tokenizer *tokenizer = w->tokenizer;
    const char *between = "";
    put(w, "\"added_tokens\": [");
    for (size_t id = 0; id < tokenizer->count; id++)
        for (size_t i = 0; i < tokenizer->added.count; i++) {
            const t2s_added_token *token = &tokenizer->added.at[i];
            if ((size_t)token->id != id || w->ids[id] < 0)
                continue;
            t2s_string_append_format(
                &w->out, "%s\n  {\"id\": %d, \"content\": ", between,
                (int)w->ids[id]);
            put_token(w, token->id);
            t2s_string_append_format(
                &w->out,
                ", \"single_word\": false, \"lstrip\": %s, \"rstrip\": %s, "
                "\"normalized\": false, \"special\": %s}",
                boolean(token->lstrip), boolean(token->rstrip),
                boolean(token->special));
            between = ",";
            break;
        }
    put(w, "],\n");
}

static void put_vocabulary(writer *w)
{
    const char *between = "";
    put(w, "\"vocab\": {");
    for (size_t id = 0; id < w->tokenizer->count; id++) {
        if (w->ids[id] < 0)
            continue;
        t2s_string_append_format(&w->out, "%s\n  ", between);
        put_token(w, (int32_t)id);
        t2s_string_append_format(&w->out, ": %d", (int)w->ids[id]);
        between = ",";
    }
    put(w, "}");
}

/* A merge stays where its result and both parts do, unless a later one of the
 * same parts has replaced it. */
static void put_merges(writer *w)
{
    const t2s_bpe *bpe = &w->tokenizer->bpe;
    const char *between = "";
    put(w, ",\n\"merges\": [");
    for (size_t i = 0; i < bpe->merges.count; i++) {
        const t2s_merge *merge = &bpe->merges.at[i];
        const uint64_t *rank =
            t2s_hash_table_find(&bpe->ranks, t2s_pair((uint32_t)merge->left,
                                                      (uint32_t)merge->right));
        if (w->ids[merge->result] < 0 || w->ids[merge->left] < 0 ||
            w->ids[merge->right] < 0 || !rank || *rank != i)
            continue;
        t2s_string_append_format(&w->out, "%s\n  [", between);
        put_token(w, merge->left);
        put(w, ", ");
        put_token(w, merge->right);
        put(w, "]");
        between = ",";
    }
    put(w, "]");
}

/* Whether the token with a role is there and stays. */
static bool has_role(const writer *w, int role)
{
    int32_t id = w->tokenizer->roles[role];
    return id >= 0 && w->ids[id] >= 0;
}

/* "name", new id */
static void put_role(writer *w, int role)
{
    int32_t id = w->tokenizer->roles[role];
    put_token(w, id);
    t2s_string_append_format(&w->out, ", %d", (int)w->ids[id]);
}

/* [CLS] A [SEP], as `tokenizers` adds them for its own users. */
static void put_post_processor(writer *w)
{
    const t2sed_tokenizer *tokenizer = w->tokenizer;
    const t2s_bpe *bpe = &tokenizer->bpe;
    bool ends = has_role(w, T2SED_TOKEN_CLS) && has_role(w, T2SED_TOKEN_SEP);
    put(w, "\"post_processor\": ");
    if (ends) {
        t2s_string_append_format(&w->out, "{\"type\": \"%s\", \"sep\": [",
                                 tokenizer->kind == T2S_WORDPIECE
                                     ? "BertProcessing"
                                     : "RobertaProcessing");
        put_role(w, T2SED_TOKEN_SEP);
        put(w, "], \"cls\": [");
        put_role(w, T2SED_TOKEN_CLS);
        put(w, "]");
    } else if (tokenizer->kind == T2S_BYTE_BPE) {
        put(w, "{\"type\": \"ByteLevel\", \"use_regex\": true");
    } else {
        put(w, "null,\n");
        return;
    }
    if (tokenizer->kind == T2S_BYTE_BPE)
        t2s_string_append_format(
            &w->out, ", \"trim_offsets\": %s, \"add_prefix_space\": %s",
            boolean(bpe->trim_offsets), boolean(bpe->trim_keeps_first_blank));
    put(w, "},\n");
}

static void put_wordpiece(writer *w)
{
    const t2s_wordpiece *rules = &w->tokenizer->wordpiece;
    t2s_string_append_format(
        &w->out,
        "\"normalizer\": {\"type\": \"BertNormalizer\", \"clean_text\": %s, "
        "\"handle_chinese_chars\": %s, \"strip_accents\": %s, "
        "\"lowercase\": %s},\n"
        "\"pre_tokenizer\": {\"type\": \"BertPreTokenizer\"},\n",
        boolean(rules->clean_text), boolean(rules->space_ideographs),
        boolean(rules->strip_accents), boolean(rules->lowercase));
    put_post_processor(w);
    put(w, "\"decoder\": {\"type\": \"WordPiece\", \"prefix\": ");
    t2s_string_append_json(&w->out, rules->prefix, strlen(rules->prefix));
    put(w, ", \"cleanup\": true},\n\"model\": {\"type\": \"WordPiece\", "
           "\"unk_token\": ");
    put_token(w, w->tokenizer->roles[T2SED_TOKEN_UNK]);
    put(w, ", \"continuing_subword_prefix\": ");
    t2s_string_append_json(&w->out, rules->prefix, strlen(rules->prefix));
    t2s_string_append_format(&w->out, ", \"max_input_chars_per_word\": %lu,\n",
                             (unsigned long)rules->max_word);
    put_vocabulary(w);
}

static void put_bpe(writer *w)
{
    const t2s_bpe *bpe = &w->tokenizer->bpe;
    t2s_string_append_format(
        &w->out,
        "\"normalizer\": null,\n"
        "\"pre_tokenizer\": {\"type\": \"ByteLevel\", \"add_prefix_space\": "
        "%s, \"trim_offsets\": true, \"use_regex\": true},\n",
        boolean(bpe->add_prefix_space));
    put_post_processor(w);
    put(w, "\"decoder\": {\"type\": \"ByteLevel\", \"add_prefix_space\": true, "
           "\"trim_offsets\": true, \"use_regex\": true},\n"
           "\"model\": {\"type\": \"BPE\", \"dropout\": null, "
           "\"unk_token\": ");
    if (bpe->unknown >= 0)
        put_token(w, bpe->unknown);
    else
        put(w, "null");
    put(w, ", \"continuing_subword_prefix\": null, \"end_of_word_suffix\": "
           "null, \"fuse_unk\": false, \"byte_fallback\": false, "
           "\"ignore_merges\": false,\n");
    put_vocabulary(w);
    put_merges(w);
}

static void put_tokenizer(writer *w)
{
    put(w, "{\"version\": \"1.0\", \"truncation\": null, \"padding\": null,\n");
    put_added_tokens(w);
    if (w->tokenizer->kind == T2S_WORDPIECE)
        put_wordpiece(w);
    else
        put_bpe(w);
    put(w, "}}\n");
}

static void put_configuration(writer *w)
{
    static const char *const keys[T2S_ROLE_COUNT] = {"cls_token", "sep_token",
                                                     "eos_token", "pad_token",
                                                     "unk_token", "mask_token"};
    const t2sed_tokenizer *tokenizer = w->tokenizer;
    const t2s_wordpiece *rules = &tokenizer->wordpiece;
    put(w, "{");
    for (int i = 0; i < T2S_ROLE_COUNT; i++)
        if (has_role(w, i)) {
            t2s_string_append_format(&w->out, "\"%s\": ", keys[i]);
            put_token(w, tokenizer->roles[i]);
            put(w, ",\n ");
        }
    if (tokenizer->kind == T2S_WORDPIECE)
        t2s_string_append_format(
            &w->out,
            "\"do_lower_case\": %s,\n \"strip_accents\": %s,\n "
            "\"tokenize_chinese_chars\": %s,\n "
            "\"tokenizer_class\": \"BertTokenizer\"}\n",
            boolean(rules->lowercase), boolean(rules->strip_accents),
            boolean(rules->space_ideographs));
    else
        t2s_string_append_format(
            &w->out,
            "\"add_prefix_space\": %s,\n \"trim_offsets\": %s,\n "
            "\"tokenizer_class\": \"RobertaTokenizer\"}\n",
            boolean(tokenizer->bpe.add_prefix_space),
            boolean(tokenizer->bpe.trim_offsets));
}

/* Writes what `content` puts to directory/name. */
static t2sed_status write_file(writer *w, void (*content)(writer *),
                               const char *directory, const char *name,
                               t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    t2sed_status status;
    t2s_string_clear(&w->out);
    content(w);
    if (!path || w->out.failed)
        status = t2s_fail_memory(err);
    else
        status = t2s_save_file(path, w->out.text, w->out.length, err);
    t2s_free(path);
    return status;
}

static t2sed_status check_kept(const t2sed_tokenizer *tokenizer,
                               const int32_t *ids, t2sed_error *err)
{
    bool bpe = tokenizer->kind == T2S_BYTE_BPE;
    for (int i = 0; i < (bpe ? 256 : 1); i++) {
        int32_t id =
            bpe ? tokenizer->bpe.bytes[i] : tokenizer->roles[T2SED_TOKEN_UNK];
        if (ids[id] < 0)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "vocabulary: token \"%s\" is needed, but it is "
                            "left out",
                            tokenizer->texts[id]);
    }
    return T2SED_OK;
}

t2sed_status t2s_tokenizer_write_kept(const t2sed_tokenizer *tokenizer,
                                      const bool *kept, const char *directory,
                                      t2sed_error *err)
{
    writer w = {0};
    int32_t *ids = t2s_alloc_array(tokenizer->count, sizeof *ids), next = 0;
    t2sed_status status;
    if (!ids)
        return t2s_fail_memory(err);
    for (size_t id = 0; id < tokenizer->count; id++)
        ids[id] = !kept || kept[id] ? next++ : -1;
    w.tokenizer = tokenizer;
    w.ids = ids;
    status = check_kept(tokenizer, ids, err);
    if (status == T2SED_OK)
        status =
            write_file(&w, put_tokenizer, directory, "tokenizer.json", err);
    if (status == T2SED_OK)
        status = write_file(&w, put_configuration, directory,
                            "tokenizer_config.json", err);
    t2s_string_free(&w.out);
    t2s_free(ids);
    return status;
}

/*
 * A part usually has a lower rank than what it is part of, so that one pass
 * from the last merge to the first finds all; a file in another order takes
 * more passes.
 */
void t2s_tokenizer_keep_parts(const t2sed_tokenizer *tokenizer, bool *kept)
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

bool t2s_tokenizer_is_single(const t2sed_tokenizer *tokenizer, int32_t id)
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
