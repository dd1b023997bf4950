/* Reading tokenizer.json: what the tokenizers of BERT, RoBERTa, Qwen2 and
 * Llama 3 write. */
#include <string.h>

#include "text/tokenizer.h"

static bool fail_unsupported(t2s_tokenizer_reader *r, const char *part,
                             const char *found, const char *expected)
{
    return t2s_members_fail(&r->in, T2SED_EUNSUPPORTED,
                            "%s %s is not supported, expected %s", part, found,
                            expected);
}

/* Turns to a part of the file, an object with a "type", and returns that;
 * "null" where there is no such part. */
static const char *open_part(t2s_tokenizer_reader *r, const json_t *root,
                             const char *key)
{
    json_t *part = NULL;
    const char *type = "null";
    r->in.object = root;
    t2s_member_object(&r->in, key, false, &part);
    r->in.object = part;
    t2s_member_string(&r->in, "type", part != NULL, &type);
    return type;
}

/* Turns to a part that must be of that type. */
static bool require_part(t2s_tokenizer_reader *r, const json_t *root,
                         const char *key, const char *type)
{
    const char *found = open_part(r, root, key);
    return strcmp(found, type) == 0 || fail_unsupported(r, key, found, type);
}

/* A member that must be absent, null, false, 0 or "" for us to read the file:
 * a switch that we do not have. */
static void require_off(t2s_members *in, const char *key)
{
    const json_t *value = json_object_get(in->object, key);
    bool off = !value || json_is_null(value) || json_is_false(value) ||
               (json_is_number(value) && json_number_value(value) == 0) ||
               (json_is_string(value) && json_string_length(value) == 0);
    if (!off)
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "\"%s\" is set, which is not supported", key);
}

static bool require_object(t2s_tokenizer_reader *r, const json_t *value,
                           const char *list)
{
    r->in.object = value;
    if (!json_is_object(value))
        t2s_members_fail(&r->in, T2SED_EFORMAT,
                         "an entry of \"%s\" is no object", list);
    return r->in.status == T2SED_OK;
}

static void read_added_token(t2s_tokenizer_reader *r, const json_t *entry)
{
    t2s_members *in = &r->in;
    const char *content = "";
    long long id = -1;
    bool normalized = false;
    t2s_added_token token = {0, false, false, false};
    size_t n;
    if (!require_object(r, entry, "added_tokens"))
        return;
    require_off(in, "single_word");
    t2s_member_string(in, "content", true, &content);
    t2s_member_integer(in, "id", true, &id);
    t2s_member_boolean(in, "normalized", false, &normalized);
    t2s_member_boolean(in, "special", false, &token.special);
    t2s_member_boolean(in, "lstrip", false, &token.lstrip);
    t2s_member_boolean(in, "rstrip", false, &token.rstrip);
    if (normalized &&
        (r->tokenizer->kind == T2S_WORDPIECE || r->tokenizer->bpe.nfc))
        fail_unsupported(r, "normalized added token", content,
                         "\"normalized\": false");
    n = json_string_length(json_object_get(entry, "content"));
    t2s_tokenizer_add(r, content, n, id);
    token.id = (int32_t)id;
    t2s_tokenizer_add_special(r, token, content, n);
}

static void read_added_tokens(t2s_tokenizer_reader *r, const json_t *root)
{
    json_t *list = NULL, *entry;
    size_t i;
    r->in.object = root;
    t2s_member_array(&r->in, "added_tokens", false, &list);
    json_array_foreach(list, i, entry) read_added_token(r, entry);
}

/* A merge is "left right" or ["left", "right"]. */
static bool read_merge(t2s_tokenizer_reader *r, const json_t *merge)
{
    const json_t *left = json_array_get(merge, 0);
    const json_t *right = json_array_get(merge, 1);
    if (json_is_string(merge))
        return t2s_tokenizer_add_merge_line(r, json_string_value(merge),
                                            json_string_length(merge));
    if (json_array_size(merge) == 2 && json_is_string(left) &&
        json_is_string(right))
        return t2s_tokenizer_add_merge(
            r, json_string_value(left), json_string_length(left),
            json_string_value(right), json_string_length(right));
    return t2s_members_fail(&r->in, T2SED_EFORMAT,
                            "merge %zu is not two tokens",
                            r->tokenizer->bpe.merges.count + 1);
}

static void read_bpe(t2s_tokenizer_reader *r, const json_t *model)
{
    static const char *const off[] = {"dropout", "continuing_subword_prefix",
                                      "end_of_word_suffix", "byte_fallback",
                                      "fuse_unk"};
    json_t *merges = NULL, *merge;
    const char *unknown = NULL;
    size_t i;
    r->in.object = model;
    for (i = 0; i < sizeof off / sizeof *off; i++)
        require_off(&r->in, off[i]);
    t2s_member_string(&r->in, "unk_token", false, &unknown);
    t2s_member_boolean(&r->in, "ignore_merges", false,
                       &r->tokenizer->bpe.ignore_merges);
    t2s_member_array(&r->in, "merges", true, &merges);
    r->tokenizer->bpe.unknown = t2s_tokenizer_find(r->tokenizer, unknown);
    if (unknown && r->tokenizer->bpe.unknown < 0)
        t2s_members_fail(&r->in, T2SED_EFORMAT,
                         "\"unk_token\" is \"%s\", which is not in the "
                         "vocabulary",
                         unknown);
    json_array_foreach(merges, i, merge)
    {
        if (!read_merge(r, merge))
            break;
    }
}

/* NFC, or none. */
static void read_normal_form(t2s_tokenizer_reader *r, const json_t *root)
{
    const char *type = open_part(r, root, "normalizer");
    r->tokenizer->bpe.nfc = strcmp(type, "NFC") == 0;
    if (r->in.object && !r->tokenizer->bpe.nfc)
        fail_unsupported(r, "normalizer", type, "NFC or null");
}

/* Reads the ByteLevel that r->in is turned to; `splits` is whether it must
 * split the text itself, by GPT-2's expression. */
static void read_byte_level(t2s_tokenizer_reader *r, bool splits)
{
    bool expression = true;
    r->tokenizer->bpe.add_prefix_space = true;
    t2s_member_boolean(&r->in, "add_prefix_space", false,
                       &r->tokenizer->bpe.add_prefix_space);
    t2s_member_boolean(&r->in, "use_regex", false, &expression);
    if (expression != splits)
        fail_unsupported(r, "pre_tokenizer",
                         splits ? "ByteLevel without use_regex"
                                : "Split and ByteLevel with use_regex",
                         splits ? "use_regex" : "no use_regex");
    else if (!splits && r->tokenizer->bpe.add_prefix_space)
        fail_unsupported(r, "pre_tokenizer",
                         "Split and ByteLevel with add_prefix_space",
                         "no add_prefix_space");
}

/* Reads the Split that r->in is turned to, whose pattern must be a known
 * one. */
static void read_split(t2s_tokenizer_reader *r)
{
    static const char *const behaviors[] = {"Isolated", NULL};
    json_t *pattern = NULL;
    const char *expression;
    int behavior;
    t2s_member_object(&r->in, "pattern", true, &pattern);
    t2s_member_choice(&r->in, "behavior", true, behaviors, &behavior);
    require_off(&r->in, "invert");
    if (r->in.status != T2SED_OK)
        return;
    expression = json_string_value(json_object_get(pattern, "Regex"));
    for (int i = 0; i < T2S_SPLITS && expression; i++)
        if (t2s_split_patterns[i] &&
            strcmp(expression, t2s_split_patterns[i]) == 0) {
            r->tokenizer->bpe.split = (enum t2s_split)i;
            return;
        }
    t2s_members_fail(&r->in, T2SED_EUNSUPPORTED,
                     "pre_tokenizer Split by \"%.200s\" is not supported, "
                     "expected the expression of Qwen2 or Llama 3",
                     expression ? expression : "no Regex");
}

/* ByteLevel, or Split and ByteLevel in a sequence. */
static void read_pre_tokenizer(t2s_tokenizer_reader *r, const json_t *root)
{
    static const char *const parts[] = {"Split", "ByteLevel"};
    const char *type = open_part(r, root, "pre_tokenizer");
    json_t *list = NULL, *entry;
    size_t i;
    if (strcmp(type, "ByteLevel") == 0) {
        read_byte_level(r, true);
        return;
    }
    if (strcmp(type, "Sequence") != 0) {
        fail_unsupported(r, "pre_tokenizer", type, "ByteLevel or Sequence");
        return;
    }
    t2s_member_array(&r->in, "pretokenizers", true, &list);
    if (json_array_size(list) != 2)
        fail_unsupported(r, "pre_tokenizer", "Sequence of other parts",
                         "Split and ByteLevel");
    json_array_foreach(list, i, entry)
    {
        if (!require_object(r, entry, "pretokenizers") ||
            !t2s_member_string(&r->in, "type", true, &type))
            return;
        if (i > 1 || strcmp(type, parts[i]) != 0)
            fail_unsupported(r, "pre_tokenizer", type, "Split and ByteLevel");
        else if (i == 0)
            read_split(r);
        else
            read_byte_level(r, false);
    }
}

static void read_wordpiece(t2s_tokenizer_reader *r, const json_t *root,
                           const json_t *model)
{
    t2s_wordpiece *rules = &r->tokenizer->wordpiece;
    int32_t longest = (int32_t)rules->max_word;
    open_part(r, root, "normalizer");
    if (!r->in.object)
        rules->clean_text = rules->space_ideographs = rules->strip_accents =
            rules->lowercase = false;
    else if (require_part(r, root, "normalizer", "BertNormalizer"))
        t2s_tokenizer_read_bert(r, "lowercase", "handle_chinese_chars");
    t2s_member_boolean(&r->in, "clean_text", false, &rules->clean_text);
    require_part(r, root, "pre_tokenizer", "BertPreTokenizer");
    r->in.object = model;
    r->names[T2SED_TOKEN_UNK] = "[UNK]";
    t2s_member_string(&r->in, "unk_token", false, &r->names[T2SED_TOKEN_UNK]);
    t2s_member_string(&r->in, "continuing_subword_prefix", false,
                      &rules->prefix);
    t2s_member_count(&r->in, "max_input_chars_per_word", false, 1, 1000000,
                     &longest);
    rules->max_word = (uint32_t)longest;
    rules->prefix = t2s_arena_strdup(&r->tokenizer->arena, rules->prefix);
    if (!rules->prefix && r->in.status == T2SED_OK)
        r->in.status = t2s_fail_memory(r->in.err);
}

/* The name in ["name", id] under a key, where no name is known yet. */
static void take_name(const json_t *object, const char *key, const char **name)
{
    const json_t *text = json_array_get(json_object_get(object, key), 0);
    if (!*name && json_is_string(text))
        *name = json_string_value(text);
}

/* The name of the token that a template puts in front of a text, if it does:
 * that begins a sequence. */
static void take_first(t2s_tokenizer_reader *r)
{
    const json_t *first =
        json_array_get(json_object_get(r->in.object, "single"), 0);
    const json_t *name =
        json_object_get(json_object_get(first, "SpecialToken"), "id");
    if (!r->names[T2SED_TOKEN_CLS] && json_is_string(name))
        r->names[T2SED_TOKEN_CLS] = json_string_value(name);
}

/* Reads the post-processor that r->in is turned to. */
static bool read_processor(t2s_tokenizer_reader *r, const char *type)
{
    t2s_bpe *bpe = &r->tokenizer->bpe;
    bool roberta = strcmp(type, "RobertaProcessing") == 0;
    bool bert = strcmp(type, "BertProcessing") == 0;
    bool template = strcmp(type, "TemplateProcessing") == 0;
    bool trim = roberta || strcmp(type, "ByteLevel") == 0, keep = true;
    if (roberta || bert) {
        take_name(r->in.object, "cls", &r->names[T2SED_TOKEN_CLS]);
        take_name(r->in.object, "sep", &r->names[T2SED_TOKEN_SEP]);
    }
    if (template)
        take_first(r);
    if (!trim)
        return bert || template ||
               fail_unsupported(r, "post_processor", type,
                                "RobertaProcessing, ByteLevel, BertProcessing "
                                "or TemplateProcessing");
    t2s_member_boolean(&r->in, "trim_offsets", false, &trim);
    t2s_member_boolean(&r->in, "add_prefix_space", false, &keep);
    if (trim && r->tokenizer->kind == T2S_WORDPIECE)
        return fail_unsupported(r, "post_processor", type,
                                "TemplateProcessing or BertProcessing");
    if (trim) {
        bpe->trim_offsets = true;
        bpe->trim_keeps_first_blank = keep;
    }
    return r->in.status == T2SED_OK;
}

static void read_processors(t2s_tokenizer_reader *r, const json_t *root)
{
    json_t *list = NULL, *entry;
    const char *type = open_part(r, root, "post_processor");
    size_t i;
    if (strcmp(type, "Sequence") == 0)
        t2s_member_array(&r->in, "processors", true, &list);
    else if (r->in.object)
        read_processor(r, type);
    json_array_foreach(list, i, entry)
    {
        if (!require_object(r, entry, "processors") ||
            !t2s_member_string(&r->in, "type", true, &type) ||
            !read_processor(r, type))
            break;
    }
}

/* Reads the file's `root`, an object. */
static void read_root(t2s_tokenizer_reader *r, const json_t *root)
{
    static const char *const versions[] = {"1.0", NULL};
    static const char *const kinds[] = {"WordPiece", "BPE", NULL};
    json_t *model = NULL, *vocabulary = NULL;
    int version = 0, kind;
    t2s_member_choice(&r->in, "version", false, versions, &version);
    t2s_member_object(&r->in, "model", true, &model);
    r->in.object = model;
    /* Files of old releases do not name the kind. */
    kind = json_object_get(model, "merges") != NULL;
    t2s_member_choice(&r->in, "type", false, kinds, &kind);
    t2s_member_object(&r->in, "vocab", true, &vocabulary);
    if (!t2s_tokenizer_begin(r, kind ? T2S_BYTE_BPE : T2S_WORDPIECE))
        return;
    t2s_tokenizer_add_vocabulary(r, vocabulary);
    r->tokenizer->bpe.own = r->tokenizer->ids.count;
    if (kind)
        read_normal_form(r, root);
    read_added_tokens(r, root);
    t2s_tokenizer_index(r);
    read_processors(r, root);
    if (kind) {
        read_pre_tokenizer(r, root);
        read_bpe(r, model);
    } else {
        read_wordpiece(r, root, model);
    }
    t2s_tokenizer_set_roles(r);
}

t2sed_status t2s_tokenizer_parse_json(t2sed_tokenizer **out, const char *text,
                                      size_t n, const char *const *names,
                                      const char *what, t2sed_error *err)
{
    json_t *root;
    t2s_tokenizer_reader r = {.in = {NULL, what, err, T2SED_OK}};
    t2sed_status status = t2s_json_parse(&root, text, n, what, err);
    if (status != T2SED_OK)
        return status;
    if (names)
        memcpy(r.names, names, sizeof r.names);
    r.in.object = root;
    if (json_is_object(root))
        read_root(&r, root);
    else
        t2s_members_fail(&r.in, T2SED_EFORMAT, "expected an object at the top");
    status = t2s_tokenizer_finish(out, &r);
    json_decref(root);
    return status;
}
