/* language_tokenizer.c - the tokenizer in a GGUF file's metadata, written as
 * Hugging Face's files. */
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "lab/import/language.h"
#include "text/tokenizer.h"

#define PREFIX "tokenizer.ggml."

/* How tokens are marked. */
enum { NORMAL = 1, UNKNOWN, CONTROL, USER_DEFINED, UNUSED };

/* What `tokenizer.ggml.pre` says of splitting. */
typedef struct rules {
    const char *name;
    enum t2s_split split;
    bool nfc, ignore_merges;
    bool begins; /* texts begin with a token, where nothing else is said */
} rules;

static const rules known[] = {
    {"qwen2", T2S_SPLIT_QWEN2, true, false, false},
    {"deepseek-r1-qwen", T2S_SPLIT_QWEN2, true, false, false},
    {"llama-bpe", T2S_SPLIT_LLAMA3, false, true, true},
    {"llama3", T2S_SPLIT_LLAMA3, false, true, true},
    {"llama-v3", T2S_SPLIT_LLAMA3, false, true, true},
    {"gpt-2", T2S_SPLIT_GPT2, false, false, false},
};
enum { KNOWN = sizeof known / sizeof *known };

/* What is being made. */
typedef struct maker {
    const t2s_gguf *file;
    const rules *rules;
    t2s_members in;
    json_t *vocabulary, *added, *merges;
    const t2s_gguf_array *tokens, *types;
    size_t count; /* tokens, but for unused ones at the end */
} maker;

static void fail_memory(maker *m)
{
    if (m->in.status == T2SED_OK)
        m->in.status = t2s_fail_memory(m->in.err);
}

/* An array of the metadata. */
static const t2s_gguf_array *find_array(maker *m, const char *key,
                                        uint32_t kind, bool required)
{
    const t2s_gguf_array *array = t2s_gguf_find_array(m->file, key);
    if (!array && required)
        t2s_members_fail(&m->in, T2SED_EFORMAT, "\"%s\" is missing", key);
    if (array && array->kind != kind)
        t2s_members_fail(&m->in, T2SED_EFORMAT,
                         "\"%s\" is an array of type %u, expected %u", key,
                         (unsigned)array->kind, (unsigned)kind);
    return array;
}

static int type_of(const maker *m, size_t i)
{
    const unsigned char *at = m->types ? m->types->data + 4 * i : NULL;
    return at ? (int)at[0] : NORMAL; /* all types are below 256 */
}

/* A string of the file as text; NULL after a failure. */
static const char *take_text(maker *m, const t2s_gguf_array *array, size_t *at,
                             size_t i, t2s_arena *arena)
{
    size_t n;
    const char *bytes = t2s_gguf_next_string(array, at, &n), *text;
    if (n == 0 || memchr(bytes, '\0', n)) {
        t2s_members_fail(&m->in, T2SED_EFORMAT, "\"%s\": entry %zu is %s",
                         array->key, i, n ? "cut by a NUL character" : "empty");
        return NULL;
    }
    if (m->in.status == T2SED_OK) {
        m->in.status = t2s_utf8_check(bytes, n, array->key, m->in.err);
        if (m->in.status != T2SED_OK)
            t2s_fail_in(m->in.err, m->in.status, "%s", m->in.what);
    }
    if (m->in.status == T2SED_OK && i % 1024 == 0)
        m->in.status = t2s_check_interrupt(m->in.err);
    text = m->in.status == T2SED_OK ? t2s_arena_strndup(arena, bytes, n) : NULL;
    if (!text)
        fail_memory(m);
    return text;
}

static void find_tokens(maker *m)
{
    m->tokens = find_array(m, PREFIX "tokens", T2S_GGUF_STRING, true);
    m->types = find_array(m, PREFIX "token_type", T2S_GGUF_I32, false);
    if (m->in.status != T2SED_OK)
        return;
    if (m->types && m->types->count != m->tokens->count)
        t2s_members_fail(&m->in, T2SED_EFORMAT,
                         "%llu tokens, but %llu types of tokens",
                         (unsigned long long)m->tokens->count,
                         (unsigned long long)m->types->count);
    else if (m->tokens->count > T2S_VOCABULARY_LIMIT)
        t2s_members_fail(
            &m->in, T2SED_ELIMIT, "%llu tokens, at most %zu are allowed",
            (unsigned long long)m->tokens->count, T2S_VOCABULARY_LIMIT);
    if (m->in.status != T2SED_OK)
        return;
    m->count = (size_t)m->tokens->count;
    /* Embeddings often have more rows than there are tokens. */
    while (m->count > 0 && type_of(m, m->count - 1) == UNUSED)
        m->count--;
}

/* Adds token i to the vocabulary, or to those that are found in a text. */
static void add_token(maker *m, const char *text, size_t i, t2s_map *seen)
{
    const int type = type_of(m, i);
    const size_t n = strlen(text);
    const t2s_map_entry *before = t2s_map_find(seen, text, n);
    bool good;
    if (before) {
        t2s_members_fail(&m->in, T2SED_EFORMAT,
                         "token \"%s\" is there twice, as %lld and %zu", text,
                         (long long)before->value, i);
        return;
    }
    if (type == CONTROL || type == USER_DEFINED)
        good = json_array_append_new(
                   m->added,
                   json_pack("{s:I, s:s, s:b, s:b, s:b, s:b, s:b}", "id",
                             (json_int_t)i, "content", text, "single_word", 0,
                             "lstrip", 0, "rstrip", 0, "normalized", 0,
                             "special", type == CONTROL)) == 0;
    else
        good = json_object_set_new(m->vocabulary, text,
                                   json_integer((json_int_t)i)) == 0;
    if (!good || !t2s_map_set(seen, text, n, (int64_t)i))
        fail_memory(m);
}

static void add_tokens(maker *m)
{
    t2s_map seen = {0};
    t2s_arena texts = {0};
    size_t at = 0;
    for (size_t i = 0; i < m->count && m->in.status == T2SED_OK; i++) {
        const char *text = take_text(m, m->tokens, &at, i, &texts);
        if (text)
            add_token(m, text, i, &seen);
    }
    t2s_map_free(&seen);
    t2s_arena_free(&texts);
}

static void add_merges(maker *m)
{
    const t2s_gguf_array *merges =
        find_array(m, PREFIX "merges", T2S_GGUF_STRING, true);
    t2s_arena texts = {0};
    size_t at = 0;
    if (merges && merges->count > T2S_MERGE_LIMIT)
        t2s_members_fail(&m->in, T2SED_ELIMIT, "more than %zu merges",
                         T2S_MERGE_LIMIT);
    for (size_t i = 0; m->in.status == T2SED_OK && i < (size_t)merges->count;
         i++) {
        const char *text = take_text(m, merges, &at, i, &texts);
        if (text && json_array_append_new(m->merges, json_string(text)) != 0)
            fail_memory(m);
    }
    t2s_arena_free(&texts);
}

/* The text of a token that the metadata names by its id; NULL: none. */
static const char *token_named(maker *m, const char *key, t2s_arena *arena)
{
    long long id = -1;
    size_t at = 0, n = 0;
    const char *text = NULL;
    t2s_member_integer(&m->in, key, false, &id);
    if (m->in.status != T2SED_OK || id < 0)
        return NULL;
    if ((unsigned long long)id >= m->count) {
        t2s_members_fail(&m->in, T2SED_EFORMAT,
                         "\"%s\" is %lld, but there are %zu tokens", key, id,
                         m->count);
        return NULL;
    }
    for (long long i = 0; i <= id; i++)
        text = t2s_gguf_next_string(m->tokens, &at, &n);
    text = t2s_arena_strndup(arena, text, n);
    if (!text)
        fail_memory(m);
    return text;
}

/* --- the files --- */

static json_t *byte_level(bool splits)
{
    return json_pack("{s:s, s:b, s:b, s:b}", "type", "ByteLevel",
                     "add_prefix_space", 0, "trim_offsets", 0, "use_regex",
                     splits);
}

static json_t *pre_tokenizer(const rules *how)
{
    if (how->split == T2S_SPLIT_GPT2)
        return byte_level(true);
    return json_pack("{s:s, s:[{s:s, s:{s:s}, s:s, s:b}, o]}", "type",
                     "Sequence", "pretokenizers", "type", "Split", "pattern",
                     "Regex", t2s_split_patterns[how->split], "behavior",
                     "Isolated", "invert", 0, byte_level(false));
}

/* With a template where texts begin with a token. */
static json_t *post_processor(const char *begin, long long id)
{
    if (!begin)
        return byte_level(false);
    return json_pack(
        "{s:s, s:[o, {s:s, s:[{s:{s:s, s:i}}, {s:{s:s, s:i}}],"
        " s:[{s:{s:s, s:i}}, {s:{s:s, s:i}}, {s:{s:s, s:i}}],"
        " s:{s:{s:s, s:[I], s:[s]}}}]}",
        "type", "Sequence", "processors", byte_level(false), "type",
        "TemplateProcessing", "single", "SpecialToken", "id", begin, "type_id",
        0, "Sequence", "id", "A", "type_id", 0, "pair", "SpecialToken", "id",
        begin, "type_id", 0, "Sequence", "id", "A", "type_id", 0, "Sequence",
        "id", "B", "type_id", 1, "special_tokens", begin, "id", begin, "ids",
        (json_int_t)id, "tokens", begin);
}

static json_t *describe(maker *m, const char *begin)
{
    const json_int_t id = json_integer_value(
        json_object_get(m->file->metadata, PREFIX "bos_token_id"));
    json_t *normal =
        m->rules->nfc ? json_pack("{s:s}", "type", "NFC") : json_null();
    return json_pack(
        "{s:s, s:n, s:n, s:O, s:o, s:o, s:o, s:o,"
        " s:{s:s, s:n, s:n, s:s, s:s, s:b, s:b, s:b, s:O, s:O}}",
        "version", "1.0", "truncation", "padding", "added_tokens", m->added,
        "normalizer", normal, "pre_tokenizer", pre_tokenizer(m->rules),
        "post_processor", post_processor(begin, id), "decoder",
        byte_level(true), "model", "type", "BPE", "dropout", "unk_token",
        "continuing_subword_prefix", "", "end_of_word_suffix", "", "fuse_unk",
        0, "byte_fallback", 0, "ignore_merges", m->rules->ignore_merges,
        "vocab", m->vocabulary, "merges", m->merges);
}

static json_t *configure(maker *m, const char *begin, const char *end,
                         const char *pad)
{
    const char *template = NULL;
    t2s_member_string(&m->in, "tokenizer.chat_template", false, &template);
    return json_pack(
        "{s:s, s:b, s:b, s:s?, s:s?, s:s?, s:n, s:s*}", "tokenizer_class",
        m->rules->split == T2S_SPLIT_QWEN2 ? "Qwen2Tokenizer"
                                           : "PreTrainedTokenizerFast",
        "add_prefix_space", 0, "clean_up_tokenization_spaces", 0, "bos_token",
        begin, "eos_token", end, "pad_token", pad, "unk_token", "chat_template",
        template);
}

static void make_files(maker *m, json_t **tokenizer, json_t **config)
{
    t2s_arena names = {0};
    bool begins = m->rules->begins;
    const char *begin = token_named(m, PREFIX "bos_token_id", &names);
    const char *end = token_named(m, PREFIX "eos_token_id", &names);
    const char *pad = token_named(m, PREFIX "padding_token_id", &names);
    t2s_member_boolean(&m->in, PREFIX "add_bos_token", false, &begins);
    if (begins && !begin)
        t2s_members_fail(&m->in, T2SED_EFORMAT,
                         "texts begin with a token that is not named");
    if (!begins)
        begin = NULL;
    if (m->in.status == T2SED_OK) {
        *config = configure(m, begin, end, pad);
        *tokenizer = describe(m, begin);
        if (!*config || !*tokenizer)
            fail_memory(m);
    }
    t2s_arena_free(&names);
}

static void choose_rules(maker *m)
{
    const char *model = NULL, *pre = NULL;
    t2s_member_string(&m->in, PREFIX "model", true, &model);
    if (m->in.status == T2SED_OK && strcmp(model, "gpt2") != 0)
        t2s_members_fail(&m->in, T2SED_EUNSUPPORTED,
                         "a tokenizer \"%s\", expected \"gpt2\" (byte-level "
                         "BPE)",
                         model);
    t2s_member_string(&m->in, PREFIX "pre", true, &pre);
    for (int i = 0; i < KNOWN && m->in.status == T2SED_OK; i++)
        if (strcmp(known[i].name, pre) == 0)
            m->rules = &known[i];
    if (m->in.status == T2SED_OK && !m->rules)
        t2s_members_fail(&m->in, T2SED_EUNSUPPORTED,
                         "texts are split as \"%s\" does, expected qwen2, "
                         "llama-bpe or gpt-2",
                         pre);
}

t2sed_status t2s_gguf_tokenizer(json_t **tokenizer, json_t **config,
                                const t2s_gguf *file, const char *what,
                                t2sed_error *err)
{
    maker m = {.file = file,
               .in = {file->metadata, what, err, T2SED_OK},
               .vocabulary = json_object(),
               .added = json_array(),
               .merges = json_array()};
    json_t *made = NULL, *made_config = NULL;
    if (!m.vocabulary || !m.added || !m.merges)
        fail_memory(&m);
    choose_rules(&m);
    find_tokens(&m);
    if (m.in.status == T2SED_OK)
        add_tokens(&m);
    if (m.in.status == T2SED_OK)
        add_merges(&m);
    if (m.in.status == T2SED_OK)
        make_files(&m, &made, &made_config);
    json_decref(m.vocabulary);
    json_decref(m.added);
    json_decref(m.merges);
    if (m.in.status != T2SED_OK) {
        json_decref(made);
        json_decref(made_config);
        return m.in.status;
    }
    *tokenizer = made;
    *config = made_config;
    return T2SED_OK;
}
