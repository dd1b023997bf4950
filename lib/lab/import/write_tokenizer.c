/* write_tokenizer.c - a tokenizer as tokenizer.json, whole or with a part of
 * its vocabulary. */
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "lab/import/import.h"
#include "text/tokenizer.h"

/* What is being written. */
typedef struct writer {
    const t2sed_tokenizer *tokenizer;
    const int32_t *ids; /* by old id; -1 for tokens that are left out */
} writer;

static const char *text_of(const writer *w, int32_t old)
{
    return w->tokenizer->texts[old];
}

/* Puts an element in its place; false where it could not be made. */
static bool push(json_t *array, json_t *element)
{
    return json_array_append_new(array, element) == 0;
}

/* `made` if all went well, else NULL. */
static json_t *or_null(json_t *made, bool good)
{
    if (good)
        return made;
    json_decref(made);
    return NULL;
}

/* In the order of their ids, as `tokenizers` wants them. */
static json_t *added_tokens(const writer *w)
{
    const t2sed_tokenizer *tokenizer = w->tokenizer;
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t id = 0; id < tokenizer->count && good; id++)
        for (size_t i = 0; i < tokenizer->added.count; i++) {
            const t2s_added_token *token = &tokenizer->added.at[i];
            if ((size_t)token->id != id || w->ids[id] < 0)
                continue;
            good = push(list, json_pack("{s:i, s:s, s:b, s:b, s:b, s:b, s:b}",
                                        "id", (int)w->ids[id], "content",
                                        text_of(w, token->id), "single_word", 0,
                                        "lstrip", token->lstrip, "rstrip",
                                        token->rstrip, "normalized", 0,
                                        "special", token->special));
            break;
        }
    return or_null(list, good);
}

static json_t *vocabulary(const writer *w)
{
    json_t *all = json_object();
    bool good = all != NULL;
    for (size_t id = 0; id < w->tokenizer->count && good; id++)
        if (w->ids[id] >= 0)
            good = json_object_set_new(all, text_of(w, (int32_t)id),
                                       json_integer(w->ids[id])) == 0;
    return or_null(all, good);
}

/* A merge stays where its result and both parts do, unless a later one of the
 * same parts has replaced it. */
static json_t *merges(const writer *w)
{
    const t2s_bpe *bpe = &w->tokenizer->bpe;
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; i < bpe->merges.count && good; i++) {
        const t2s_merge *merge = &bpe->merges.at[i];
        const uint64_t *rank =
            t2s_hash_table_find(&bpe->ranks, t2s_pair((uint32_t)merge->left,
                                                      (uint32_t)merge->right));
        if (w->ids[merge->result] >= 0 && w->ids[merge->left] >= 0 &&
            w->ids[merge->right] >= 0 && rank && *rank == i)
            good = push(list, json_pack("[s, s]", text_of(w, merge->left),
                                        text_of(w, merge->right)));
    }
    return or_null(list, good);
}

/* Whether the token with a role is there and stays. */
static bool has_role(const writer *w, int role)
{
    const int32_t id = w->tokenizer->roles[role];
    return id >= 0 && w->ids[id] >= 0;
}

/* [name, new id] */
static json_t *role(const writer *w, int of)
{
    const int32_t id = w->tokenizer->roles[of];
    return json_pack("[s, i]", text_of(w, id), (int)w->ids[id]);
}

/* [CLS] A [SEP], as `tokenizers` adds them for its own users. */
static json_t *post_processor(const writer *w)
{
    const t2s_bpe *bpe = &w->tokenizer->bpe;
    const bool is_bpe = w->tokenizer->kind == T2S_BYTE_BPE;
    json_t *made, *offsets;
    if (has_role(w, T2SED_TOKEN_CLS) && has_role(w, T2SED_TOKEN_SEP))
        made = json_pack("{s:s, s:o, s:o}", "type",
                         is_bpe ? "RobertaProcessing" : "BertProcessing", "sep",
                         role(w, T2SED_TOKEN_SEP), "cls",
                         role(w, T2SED_TOKEN_CLS));
    else if (is_bpe)
        made = json_pack("{s:s, s:b}", "type", "ByteLevel", "use_regex", 1);
    else
        return json_null();
    if (!made || !is_bpe)
        return made;
    offsets = json_pack("{s:b, s:b}", "trim_offsets", bpe->trim_offsets,
                        "add_prefix_space", bpe->trim_keeps_first_blank);
    made = or_null(made, json_object_update(made, offsets) == 0);
    json_decref(offsets);
    return made;
}

static json_t *describe_wordpiece(const writer *w)
{
    const t2s_wordpiece *rules = &w->tokenizer->wordpiece;
    return json_pack(
        "{s:{s:s, s:b, s:b, s:b, s:b}, s:{s:s}, s:{s:s, s:s, s:b},"
        " s:{s:s, s:s, s:s, s:I, s:o}}",
        "normalizer", "type", "BertNormalizer", "clean_text", rules->clean_text,
        "handle_chinese_chars", rules->space_ideographs, "strip_accents",
        rules->strip_accents, "lowercase", rules->lowercase, "pre_tokenizer",
        "type", "BertPreTokenizer", "decoder", "type", "WordPiece", "prefix",
        rules->prefix, "cleanup", 1, "model", "type", "WordPiece", "unk_token",
        text_of(w, w->tokenizer->roles[T2SED_TOKEN_UNK]),
        "continuing_subword_prefix", rules->prefix, "max_input_chars_per_word",
        (json_int_t)rules->max_word, "vocab", vocabulary(w));
}

static json_t *describe_bpe(const writer *w)
{
    const t2s_bpe *bpe = &w->tokenizer->bpe;
    return json_pack("{s:n, s:{s:s, s:b, s:b, s:b}, s:{s:s, s:b, s:b, s:b},"
                     " s:{s:s, s:n, s:s?, s:n, s:n, s:b, s:b, s:b, s:o, s:o}}",
                     "normalizer", "pre_tokenizer", "type", "ByteLevel",
                     "add_prefix_space", bpe->add_prefix_space, "trim_offsets",
                     1, "use_regex", 1, "decoder", "type", "ByteLevel",
                     "add_prefix_space", 1, "trim_offsets", 1, "use_regex", 1,
                     "model", "type", "BPE", "dropout", "unk_token",
                     bpe->unknown >= 0 ? text_of(w, bpe->unknown) : NULL,
                     "continuing_subword_prefix", "end_of_word_suffix",
                     "fuse_unk", 0, "byte_fallback", 0, "ignore_merges", 0,
                     "vocab", vocabulary(w), "merges", merges(w));
}

static json_t *describe_tokenizer(const writer *w)
{
    json_t *model = w->tokenizer->kind == T2S_WORDPIECE ? describe_wordpiece(w)
                                                        : describe_bpe(w);
    json_t *all = json_pack(
        "{s:s, s:n, s:n, s:o, s:o}", "version", "1.0", "truncation", "padding",
        "added_tokens", added_tokens(w), "post_processor", post_processor(w));
    all = or_null(all, all && model && json_object_update(all, model) == 0);
    json_decref(model);
    return all;
}

static json_t *describe_configuration(const writer *w)
{
    static const char *const keys[T2S_ROLE_COUNT] = {"cls_token", "sep_token",
                                                     "eos_token", "pad_token",
                                                     "unk_token", "mask_token"};
    const t2sed_tokenizer *tokenizer = w->tokenizer;
    const t2s_wordpiece *rules = &tokenizer->wordpiece;
    json_t *all =
        tokenizer->kind == T2S_WORDPIECE
            ? json_pack("{s:b, s:b, s:b, s:s}", "do_lower_case",
                        rules->lowercase, "strip_accents", rules->strip_accents,
                        "tokenize_chinese_chars", rules->space_ideographs,
                        "tokenizer_class", "BertTokenizer")
            : json_pack("{s:b, s:b, s:s}", "add_prefix_space",
                        tokenizer->bpe.add_prefix_space, "trim_offsets",
                        tokenizer->bpe.trim_offsets, "tokenizer_class",
                        "RobertaTokenizer");
    bool good = all != NULL;
    for (int i = 0; i < T2S_ROLE_COUNT && good; i++)
        if (has_role(w, i))
            good = json_object_set_new(
                       all, keys[i],
                       json_string(text_of(w, tokenizer->roles[i]))) == 0;
    return or_null(all, good);
}

/* Writes an object, which is taken over; NULL means that memory is short. */
static t2sed_status write_file(json_t *object, const char *directory,
                               const char *name, t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    t2sed_status status = path
                              ? t2s_json_save(path, object, JSON_INDENT(1), err)
                              : t2s_fail_memory(err);
    if (!path)
        json_decref(object);
    t2s_free(path);
    return status;
}

static t2sed_status check_kept(const writer *w, t2sed_error *err)
{
    const t2sed_tokenizer *tokenizer = w->tokenizer;
    const bool bpe = tokenizer->kind == T2S_BYTE_BPE;
    if (tokenizer->bpe.split != T2S_SPLIT_GPT2 || tokenizer->bpe.nfc ||
        tokenizer->bpe.ignore_merges)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "vocabulary: only tokenizers of encoders can be "
                        "pruned, this is a language model's");
    for (int i = 0; i < (bpe ? 256 : 1); i++) {
        const int32_t id =
            bpe ? tokenizer->bpe.bytes[i] : tokenizer->roles[T2SED_TOKEN_UNK];
        if (w->ids[id] < 0)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "vocabulary: token \"%s\" is needed, but it is "
                            "left out",
                            text_of(w, id));
    }
    return T2SED_OK;
}

t2sed_status t2s_tokenizer_write_kept(const t2sed_tokenizer *tokenizer,
                                      const bool *kept, const char *directory,
                                      t2sed_error *err)
{
    int32_t *ids = t2s_alloc_array(tokenizer->count, sizeof *ids), next = 0;
    const writer w = {tokenizer, ids};
    t2sed_status status;
    if (!ids)
        return t2s_fail_memory(err);
    for (size_t id = 0; id < tokenizer->count; id++)
        ids[id] = !kept || kept[id] ? next++ : -1;
    status = check_kept(&w, err);
    if (status == T2SED_OK)
        status = write_file(describe_tokenizer(&w), directory, "tokenizer.json",
                            err);
    if (status == T2SED_OK)
        status = write_file(describe_configuration(&w), directory,
                            "tokenizer_config.json", err);
    t2s_free(ids);
    return status;
}
