/* Reading tokenizer.json: what BERT's and RoBERTa's tokenizers write. */
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "text/tokenizer.h"

static t2sed_status unsupported(const char *what, const char *part,
                                const char *found, const char *expected,
                                t2sed_error *err)
{
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                    "%s: %s %s is not supported, expected %s", what, part,
                    found, expected);
}

/* The "type" of a part that is an object; "" for null or nothing. */
static t2sed_status part_type(const json_t *root, const char *key,
                              json_t **part, const char **type,
                              const char *what, t2sed_error *err)
{
    t2sed_status status;
    *part = NULL;
    *type = "";
    status = t2s_json_object(root, key, false, part, what, err);
    if (status == T2SED_OK && *part)
        status = t2s_json_string(*part, "type", true, type, what, err);
    return status;
}

/* A member that must be absent, null, false, 0 or "" for us to read the file:
 * a switch that we do not have. */
static t2sed_status must_be_off(const json_t *object, const char *key,
                                const char *what, t2sed_error *err)
{
    const json_t *value = json_object_get(object, key);
    bool off = !value || json_is_null(value) || json_is_false(value) ||
               (json_is_number(value) && json_number_value(value) == 0) ||
               (json_is_string(value) && json_string_length(value) == 0);
    if (off)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                    "%s: \"%s\" is set, which is not supported", what, key);
}

static t2sed_status read_vocabulary(t2sed_tokenizer *tokenizer, json_t *vocab,
                                    const char *what, t2sed_error *err)
{
    const char *text;
    json_t *id;
    json_object_foreach(vocab, text, id)
    {
        t2sed_status status;
        if (!json_is_integer(id))
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: the id of token \"%s\" is no integer", what,
                            text);
        status = t2s_tokenizer_add(tokenizer, text, strlen(text),
                                   json_integer_value(id), what, err);
        if (status != T2SED_OK)
            return status;
    }
    return T2SED_OK;
}

t2sed_status t2s_tokenizer_read_vocabulary(t2sed_tokenizer *tokenizer,
                                           json_t *vocab, const char *what,
                                           t2sed_error *err)
{
    if (!json_is_object(vocab))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: the vocabulary is no object of tokens and ids",
                        what);
    return read_vocabulary(tokenizer, vocab, what, err);
}

static t2sed_status read_added(t2sed_tokenizer *tokenizer, json_t *entry,
                               const char *what, t2sed_error *err)
{
    const char *content = NULL;
    long long id = -1;
    bool normalized = false;
    t2s_added_token token = {0, false, false, false};
    t2sed_status status;
    size_t n;
    if (!json_is_object(entry))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: an entry of \"added_tokens\" is no object", what);
    if ((status =
             t2s_json_string(entry, "content", true, &content, what, err)) ||
        (status = t2s_json_integer(entry, "id", true, &id, what, err)) ||
        (status = must_be_off(entry, "single_word", what, err)) ||
        (status = t2s_json_boolean(entry, "normalized", false, &normalized,
                                   what, err)) ||
        (status = t2s_json_boolean(entry, "special", false, &token.special,
                                   what, err)) ||
        (status = t2s_json_boolean(entry, "lstrip", false, &token.lstrip, what,
                                   err)) ||
        (status = t2s_json_boolean(entry, "rstrip", false, &token.rstrip, what,
                                   err)))
        return status;
    if (normalized && tokenizer->kind == T2S_WORDPIECE)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: added token \"%s\" is looked for in normalised "
                        "text, which is not supported",
                        what, content);
    n = json_string_length(json_object_get(entry, "content"));
    status = t2s_tokenizer_add(tokenizer, content, n, id, what, err);
    if (status != T2SED_OK)
        return status;
    token.id = (int32_t)id;
    return t2s_tokenizer_add_special(tokenizer, token, content, n, err);
}

static t2sed_status read_added_tokens(t2sed_tokenizer *tokenizer,
                                      const json_t *root, const char *what,
                                      t2sed_error *err)
{
    json_t *list = NULL, *entry;
    size_t i;
    t2sed_status status =
        t2s_json_array(root, "added_tokens", false, &list, what, err);
    json_array_foreach(list, i, entry)
    {
        if (status == T2SED_OK)
            status = read_added(tokenizer, entry, what, err);
    }
    return status;
}

/* A merge is "left right" or ["left", "right"]. */
static t2sed_status read_merge(t2sed_tokenizer *tokenizer, const json_t *merge,
                               const char *what, t2sed_error *err)
{
    const json_t *left = json_array_get(merge, 0),
                 *right = json_array_get(merge, 1);
    if (json_is_string(merge))
        return t2s_tokenizer_add_merge_line(tokenizer, json_string_value(merge),
                                            json_string_length(merge), what,
                                            err);
    if (json_array_size(merge) != 2 || !json_is_string(left) ||
        !json_is_string(right))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: merge %zu is not two tokens", what,
                        tokenizer->bpe.merges.count + 1);
    return t2s_tokenizer_add_merge(
        tokenizer, json_string_value(left), json_string_length(left),
        json_string_value(right), json_string_length(right), what, err);
}

static t2sed_status read_bpe(t2sed_tokenizer *tokenizer, const json_t *model,
                             const char *what, t2sed_error *err)
{
    static const char *const off[] = {"dropout",
                                      "continuing_subword_prefix",
                                      "end_of_word_suffix",
                                      "byte_fallback",
                                      "ignore_merges",
                                      "fuse_unk"};
    json_t *merges = NULL, *merge;
    const char *unknown = NULL;
    size_t i;
    t2sed_status status = T2SED_OK;
    for (i = 0; i < sizeof off / sizeof *off && status == T2SED_OK; i++)
        status = must_be_off(model, off[i], what, err);
    if (status != T2SED_OK ||
        (status =
             t2s_json_string(model, "unk_token", false, &unknown, what, err)) ||
        (status = t2s_json_array(model, "merges", true, &merges, what, err)))
        return status;
    if (unknown) {
        tokenizer->bpe.unknown = t2sed_tokenizer_find(tokenizer, unknown);
        if (tokenizer->bpe.unknown < 0)
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: \"unk_token\" is \"%s\", which is not in the "
                            "vocabulary",
                            what, unknown);
    }
    json_array_foreach(merges, i, merge)
    {
        status = read_merge(tokenizer, merge, what, err);
        if (status != T2SED_OK)
            break;
    }
    return status;
}

static t2sed_status read_wordpiece(t2sed_tokenizer *tokenizer,
                                   const json_t *model, const char *what,
                                   t2sed_error *err)
{
    t2s_wordpiece *rules = &tokenizer->wordpiece;
    long long longest = rules->max_word;
    const char *prefix = rules->prefix;
    t2sed_status status;
    if ((status = t2s_json_string(model, "continuing_subword_prefix", false,
                                  &prefix, what, err)) ||
        (status = t2s_json_integer(model, "max_input_chars_per_word", false,
                                   &longest, what, err)))
        return status;
    if (longest < 1 || longest > 1000000)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: \"max_input_chars_per_word\" is %lld, expected 1 "
                        "to 1000000",
                        what, longest);
    rules->max_word = (uint32_t)longest;
    rules->prefix = t2s_arena_strdup(&tokenizer->arena, prefix);
    return rules->prefix ? T2SED_OK : t2s_fail_memory(err);
}

static t2sed_status read_bert_parts(t2sed_tokenizer *tokenizer,
                                    const json_t *root, const char *what,
                                    t2sed_error *err)
{
    t2s_wordpiece *rules = &tokenizer->wordpiece;
    json_t *part;
    const char *type;
    t2sed_status status =
        part_type(root, "normalizer", &part, &type, what, err);
    if (status != T2SED_OK)
        return status;
    if (!part) {
        rules->clean_text = rules->space_ideographs = false;
        rules->strip_accents = rules->lowercase = false;
    } else if (strcmp(type, "BertNormalizer") != 0) {
        return unsupported(what, "normalizer", type, "BertNormalizer", err);
    } else if ((status = t2s_json_boolean(part, "clean_text", false,
                                          &rules->clean_text, what, err)) ||
               (status =
                    t2s_json_boolean(part, "handle_chinese_chars", false,
                                     &rules->space_ideographs, what, err)) ||
               (status = t2s_json_boolean(part, "lowercase", false,
                                          &rules->lowercase, what, err))) {
        return status;
    } else {
        rules->strip_accents = rules->lowercase;
        status = t2s_json_boolean(part, "strip_accents", false,
                                  &rules->strip_accents, what, err);
        if (status != T2SED_OK)
            return status;
    }
    status = part_type(root, "pre_tokenizer", &part, &type, what, err);
    if (status == T2SED_OK && strcmp(type, "BertPreTokenizer") != 0)
        status = unsupported(what, "pre_tokenizer", part ? type : "null",
                             "BertPreTokenizer", err);
    return status;
}

static t2sed_status read_byte_level_parts(t2sed_tokenizer *tokenizer,
                                          const json_t *root, const char *what,
                                          t2sed_error *err)
{
    json_t *part;
    const char *type;
    bool expression = true;
    t2sed_status status =
        part_type(root, "normalizer", &part, &type, what, err);
    if (status == T2SED_OK && part)
        status = unsupported(what, "normalizer", type, "null", err);
    if (status == T2SED_OK)
        status = part_type(root, "pre_tokenizer", &part, &type, what, err);
    if (status == T2SED_OK && strcmp(type, "ByteLevel") != 0)
        status = unsupported(what, "pre_tokenizer", part ? type : "null",
                             "ByteLevel", err);
    tokenizer->bpe.add_prefix_space = true;
    if (status != T2SED_OK ||
        (status =
             t2s_json_boolean(part, "add_prefix_space", false,
                              &tokenizer->bpe.add_prefix_space, what, err)) ||
        (status = t2s_json_boolean(part, "use_regex", false, &expression, what,
                                   err)))
        return status;
    if (!expression)
        return unsupported(what, "pre_tokenizer ByteLevel with",
                           "use_regex "
                           "false",
                           "true", err);
    return T2SED_OK;
}

/* The name in ["name", id] under a key, where no name is known yet. */
static void take_name(const json_t *object, const char *key, const char **name)
{
    const json_t *text = json_array_get(json_object_get(object, key), 0);
    if (!*name && json_is_string(text))
        *name = json_string_value(text);
}

/* One post-processor; of a sequence of them, `nested` is each. */
static t2sed_status read_processor(t2sed_tokenizer *tokenizer,
                                   const json_t *part, const char *type,
                                   t2s_role_names *names, const char *what,
                                   t2sed_error *err)
{
    t2s_bpe *bpe = &tokenizer->bpe;
    bool roberta = strcmp(type, "RobertaProcessing") == 0;
    t2sed_status status;
    if (roberta || strcmp(type, "BertProcessing") == 0) {
        take_name(part, "cls", &names->names[T2SED_TOKEN_CLS]);
        take_name(part, "sep", &names->names[T2SED_TOKEN_SEP]);
    }
    if (roberta || strcmp(type, "ByteLevel") == 0) {
        bool trim = true, keep = true;
        if ((status = t2s_json_boolean(part, "trim_offsets", false, &trim, what,
                                       err)) ||
            (status = t2s_json_boolean(part, "add_prefix_space", false, &keep,
                                       what, err)))
            return status;
        if (trim && tokenizer->kind == T2S_WORDPIECE)
            return unsupported(what, "post_processor", type,
                               "TemplateProcessing or BertProcessing", err);
        if (trim) {
            bpe->trim_offsets = true;
            bpe->trim_keeps_first_blank = keep;
        }
        return T2SED_OK;
    }
    if (strcmp(type, "TemplateProcessing") == 0 ||
        strcmp(type, "BertProcessing") == 0)
        return T2SED_OK;
    return unsupported(what, "post_processor", type,
                       "RobertaProcessing, ByteLevel, BertProcessing or "
                       "TemplateProcessing",
                       err);
}

static t2sed_status read_processors(t2sed_tokenizer *tokenizer,
                                    const json_t *root, t2s_role_names *names,
                                    const char *what, t2sed_error *err)
{
    json_t *part, *list = NULL, *entry;
    const char *type;
    size_t i;
    t2sed_status status =
        part_type(root, "post_processor", &part, &type, what, err);
    if (status != T2SED_OK || !part)
        return status;
    if (strcmp(type, "Sequence") != 0)
        return read_processor(tokenizer, part, type, names, what, err);
    status = t2s_json_array(part, "processors", true, &list, what, err);
    json_array_foreach(list, i, entry)
    {
        if (status == T2SED_OK && !json_is_object(entry))
            status =
                t2s_fail(err, T2SED_EFORMAT, -1,
                         "%s: an entry of \"processors\" is no object", what);
        if (status == T2SED_OK)
            status = t2s_json_string(entry, "type", true, &type, what, err);
        if (status == T2SED_OK)
            status = read_processor(tokenizer, entry, type, names, what, err);
    }
    return status;
}

/* The kind of the model; files of old releases do not name it. */
static t2sed_status read_kind(const json_t *model,
                              enum t2s_tokenizer_kind *kind, const char *what,
                              t2sed_error *err)
{
    const char *type = json_object_get(model, "merges") ? "BPE" : "WordPiece";
    t2sed_status status =
        t2s_json_string(model, "type", false, &type, what, err);
    if (status != T2SED_OK)
        return status;
    if (strcmp(type, "BPE") != 0 && strcmp(type, "WordPiece") != 0)
        return unsupported(what, "model", type, "WordPiece or BPE", err);
    *kind = strcmp(type, "BPE") == 0 ? T2S_BYTE_BPE : T2S_WORDPIECE;
    return T2SED_OK;
}

static t2sed_status read_all(t2sed_tokenizer *tokenizer, const json_t *root,
                             const json_t *model, t2s_role_names *names,
                             const char *what, t2sed_error *err)
{
    json_t *vocab = NULL;
    t2sed_status status;
    if ((status = t2s_json_object(model, "vocab", true, &vocab, what, err)) ||
        (status = read_vocabulary(tokenizer, vocab, what, err)) ||
        (status = read_added_tokens(tokenizer, root, what, err)) ||
        (status = t2s_tokenizer_index(tokenizer, what, err)) ||
        (status = read_processors(tokenizer, root, names, what, err)))
        return status;
    if (tokenizer->kind == T2S_WORDPIECE) {
        const char *unknown = "[UNK]";
        if ((status = read_bert_parts(tokenizer, root, what, err)) ||
            (status = read_wordpiece(tokenizer, model, what, err)) ||
            (status = t2s_json_string(model, "unk_token", false, &unknown, what,
                                      err)))
            return status;
        names->names[T2SED_TOKEN_UNK] = unknown;
    } else if ((status = read_byte_level_parts(tokenizer, root, what, err)) ||
               (status = read_bpe(tokenizer, model, what, err))) {
        return status;
    }
    t2s_tokenizer_set_roles(tokenizer, names);
    return t2s_tokenizer_finish(tokenizer, what, err);
}

t2sed_status t2s_tokenizer_parse_json(t2sed_tokenizer **out, const char *text,
                                      size_t n, const t2s_role_names *names,
                                      const char *what, t2sed_error *err)
{
    json_t *root, *model = NULL;
    t2sed_tokenizer *tokenizer = NULL;
    t2s_role_names all = {{0}};
    enum t2s_tokenizer_kind kind = T2S_WORDPIECE;
    const char *version = "1.0";
    t2sed_status status = t2s_json_parse(&root, text, n, what, err);
    if (status != T2SED_OK)
        return status;
    if (names)
        all = *names;
    if (!json_is_object(root))
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: expected an object at the top", what);
    if (status == T2SED_OK)
        status = t2s_json_string(root, "version", false, &version, what, err);
    if (status == T2SED_OK && strcmp(version, "1.0") != 0)
        status = unsupported(what, "version", version, "1.0", err);
    if (status == T2SED_OK)
        status = t2s_json_object(root, "model", true, &model, what, err);
    if (status == T2SED_OK)
        status = read_kind(model, &kind, what, err);
    if (status == T2SED_OK)
        status = t2s_tokenizer_new(&tokenizer, kind, err);
    if (status == T2SED_OK)
        status = read_all(tokenizer, root, model, &all, what, err);
    json_decref(root);
    if (status != T2SED_OK) {
        t2sed_tokenizer_free(tokenizer);
        return status;
    }
    *out = tokenizer;
    return T2SED_OK;
}
