/* Opening the tokenizer of a model directory. */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "text/tokenizer.h"

/* tokenizer_config.json and special_tokens_map.json, NULL where not there. */
typedef struct configuration {
    json_t *config, *specials;
    t2s_role_names names;
} configuration;

static void end_configuration(configuration *given)
{
    json_decref(given->config);
    json_decref(given->specials);
}

/* Reads directory/name into *out, which stays NULL where there is no such
 * file. */
static t2sed_status read_optional(json_t **out, const char *directory,
                                  const char *name, t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    t2sed_status status = T2SED_OK;
    if (!path)
        return t2s_fail_memory(err);
    if (t2s_file_exists(path))
        status = t2s_json_read_loose(out, path, T2S_TOKENIZER_FILE_LIMIT, err);
    if (status == T2SED_OK && *out && !json_is_object(*out)) {
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: expected an object at the top", path);
        json_decref(*out);
        *out = NULL;
    }
    t2s_free(path);
    return status;
}

/* A special token is written as its text or as an object with "content". */
static const char *token_name(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (json_is_object(value))
        value = json_object_get(value, "content");
    return json_string_value(value);
}

static t2sed_status read_configuration(configuration *out,
                                       const char *directory, t2sed_error *err)
{
    static const char *const keys[T2S_ROLE_COUNT] = {"cls_token", "sep_token",
                                                     "eos_token", "pad_token",
                                                     "unk_token", "mask_token"};
    configuration given = {0};
    t2sed_status status =
        read_optional(&given.config, directory, "tokenizer_config.json", err);
    if (status == T2SED_OK)
        status = read_optional(&given.specials, directory,
                               "special_tokens_map.json", err);
    if (status != T2SED_OK) {
        end_configuration(&given);
        return status;
    }
    for (int i = 0; i < T2S_ROLE_COUNT; i++) {
        given.names.names[i] = token_name(given.config, keys[i]);
        if (!given.names.names[i])
            given.names.names[i] = token_name(given.specials, keys[i]);
    }
    *out = given;
    return T2SED_OK;
}

static t2sed_status apply_bert(t2s_wordpiece *rules, const json_t *config,
                               t2sed_error *err)
{
    static const char what[] = "tokenizer_config.json";
    bool basic = true;
    const json_t *never = json_object_get(config, "never_split");
    t2sed_status status;
    if ((status = t2s_json_boolean(config, "do_lower_case", false,
                                   &rules->lowercase, what, err)) ||
        (status = t2s_json_boolean(config, "tokenize_chinese_chars", false,
                                   &rules->space_ideographs, what, err)) ||
        (status = t2s_json_boolean(config, "do_basic_tokenize", false, &basic,
                                   what, err)))
        return status;
    rules->strip_accents = rules->lowercase;
    status = t2s_json_boolean(config, "strip_accents", false,
                              &rules->strip_accents, what, err);
    if (status == T2SED_OK && !basic)
        status =
            t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                     "%s: \"do_basic_tokenize\" false is not supported", what);
    if (status == T2SED_OK && json_array_size(never) > 0)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "%s: \"never_split\" is not supported", what);
    return status;
}

static t2sed_status apply_byte_level(t2s_bpe *bpe, const json_t *config,
                                     t2sed_error *err)
{
    static const char what[] = "tokenizer_config.json";
    t2sed_status status;
    bpe->trim_offsets = true;
    if ((status = t2s_json_boolean(config, "add_prefix_space", false,
                                   &bpe->add_prefix_space, what, err)) ||
        (status = t2s_json_boolean(config, "trim_offsets", false,
                                   &bpe->trim_offsets, what, err)))
        return status;
    bpe->trim_keeps_first_blank = bpe->add_prefix_space;
    return T2SED_OK;
}

static t2sed_status open_json(t2sed_tokenizer **out, const char *path,
                              const t2s_role_names *names, t2sed_error *err)
{
    char *text;
    size_t n;
    t2sed_status status =
        t2s_file_read(&text, &n, path, T2S_TOKENIZER_FILE_LIMIT, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_tokenizer_parse_json(out, text, n, names, path, err);
    t2s_free(text);
    return status;
}

/* From vocabulary files: merges_path is NULL for WordPiece. */
static t2sed_status open_files(t2sed_tokenizer **out, const char *vocab_path,
                               const char *merges_path,
                               const configuration *given, t2sed_error *err)
{
    t2sed_tokenizer *tokenizer;
    t2sed_status status = t2s_tokenizer_new(
        &tokenizer, merges_path ? T2S_BYTE_BPE : T2S_WORDPIECE, err);
    if (status != T2SED_OK)
        return status;
    status = merges_path
                 ? apply_byte_level(&tokenizer->bpe, given->config, err)
                 : apply_bert(&tokenizer->wordpiece, given->config, err);
    if (status == T2SED_OK)
        status = merges_path
                     ? t2s_tokenizer_read_bpe(tokenizer, vocab_path,
                                              merges_path, &given->names, err)
                     : t2s_tokenizer_read_txt(tokenizer, vocab_path,
                                              &given->names, err);
    if (status != T2SED_OK) {
        t2sed_tokenizer_free(tokenizer);
        return status;
    }
    *out = tokenizer;
    return T2SED_OK;
}

/* Opens from whichever of the files is there. */
static t2sed_status open_any(t2sed_tokenizer **out, const char *directory,
                             const configuration *given, t2sed_error *err)
{
    enum { JSON, VOCAB_JSON, MERGES, VOCAB_TXT, COUNT };
    static const char *const names[COUNT] = {"tokenizer.json", "vocab.json",
                                             "merges.txt", "vocab.txt"};
    char *paths[COUNT] = {NULL};
    bool there[COUNT];
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < COUNT; i++) {
        paths[i] = t2s_path_join(directory, names[i]);
        there[i] = paths[i] && t2s_file_exists(paths[i]);
        if (!paths[i])
            status = t2s_fail_memory(err);
    }
    if (status != T2SED_OK)
        ;
    else if (there[JSON])
        status = open_json(out, paths[JSON], &given->names, err);
    else if (there[VOCAB_JSON] && there[MERGES])
        status = open_files(out, paths[VOCAB_JSON], paths[MERGES], given, err);
    else if (there[VOCAB_TXT])
        status = open_files(out, paths[VOCAB_TXT], NULL, given, err);
    else
        status = t2s_fail(err, T2SED_ENOTFOUND, -1,
                          "%s: no tokenizer: expected tokenizer.json, "
                          "vocab.json with merges.txt, or vocab.txt%s",
                          directory,
                          there[VOCAB_JSON] ? " (merges.txt is missing)" : "");
    for (int i = 0; i < COUNT; i++)
        t2s_free(paths[i]);
    return status;
}

t2sed_status t2sed_tokenizer_open(t2sed_tokenizer **out, const char *directory,
                                  t2sed_error *err)
{
    configuration given;
    t2sed_status status;
    if (!out || !directory)
        return t2s_fail_null(err, __func__, "out and directory");
    if (!t2s_directory_exists(directory))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such directory",
                        directory);
    status = read_configuration(&given, directory, err);
    if (status != T2SED_OK)
        return status;
    status = open_any(out, directory, &given, err);
    end_configuration(&given);
    return status;
}

t2sed_status t2sed_tokenizer_open_file(t2sed_tokenizer **out, const char *path,
                                       t2sed_error *err)
{
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    return open_json(out, path, NULL, err);
}
