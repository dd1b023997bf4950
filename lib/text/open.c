/* Opening the tokenizer of a model directory: tokenizer.json, or vocab.json
 * and merges.txt, or vocab.txt, with the configuration files beside them. */
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "text/tokenizer.h"

/* -------------------------------------------------------- vocabulary files */

/* The next line without its ending; *text and *n are moved behind it. */
static const char *next_line(const char **text, size_t *n, size_t *length)
{
    const char *line = *text, *stop = memchr(line, '\n', *n);
    *length = stop ? (size_t)(stop - line) : *n;
    *n -= *length + (stop ? 1 : 0);
    *text += *length + (stop ? 1 : 0);
    if (*length > 0 && line[*length - 1] == '\r')
        --*length;
    return line;
}

/* White space at the end of a line is no part of the token, unless there is
 * nothing else. */
static size_t trim_line(const char *line, size_t n)
{
    size_t length = n;
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    return length > 0 ? length : n;
}

/* vocab.txt: a token a line. */
static void add_tokens(t2s_tokenizer_reader *r, const char *text, size_t n)
{
    for (long long id = 0; n > 0 && r->in.status == T2SED_OK; id++) {
        size_t length;
        const char *line = next_line(&text, &n, &length);
        if (!t2s_tokenizer_add(r, line, trim_line(line, length), id))
            t2s_fail_in(r->in.err, r->in.status, "line %lld", id + 1);
    }
}

/* merges.txt: a merge a line, below a heading. */
static void add_merges(t2s_tokenizer_reader *r, const char *text, size_t n)
{
    static const char heading[] = "#version";
    while (n > 0 && r->in.status == T2SED_OK) {
        size_t length;
        const char *line = next_line(&text, &n, &length);
        if (length > 0 && strncmp(line, heading, sizeof heading - 1) != 0)
            t2s_tokenizer_add_merge_line(r, line, length);
    }
}

/* Hands the text of a file, which must be UTF-8, to `add`. */
static void read_lines(t2s_tokenizer_reader *r, const char *path,
                       void (*add)(t2s_tokenizer_reader *, const char *,
                                   size_t))
{
    char *text = NULL;
    size_t n;
    if (r->in.status != T2SED_OK)
        return;
    r->in.what = path;
    r->in.status =
        t2s_file_read(&text, &n, path, T2S_TOKENIZER_FILE_LIMIT, r->in.err);
    if (r->in.status == T2SED_OK)
        r->in.status = t2s_utf8_check(text, n, path, r->in.err);
    if (r->in.status == T2SED_OK)
        add(r, text, n);
    t2s_free(text);
}

/* The tokens with a role are found in the text on request; RoBERTa's mask
 * takes the blank before it along. */
static void add_role_tokens(t2s_tokenizer_reader *r)
{
    const t2sed_tokenizer *made = r->tokenizer;
    for (int i = 0; i < T2S_ROLE_COUNT && r->in.status == T2SED_OK; i++) {
        t2s_added_token token = {made->roles[i], true, false, false};
        bool again = token.id < 0;
        for (int j = 0; j < i; j++)
            again = again || made->roles[j] == token.id;
        token.lstrip = made->kind == T2S_BYTE_BPE && i == T2SED_TOKEN_MASK;
        if (!again)
            t2s_tokenizer_add_special(r, token, made->texts[token.id],
                                      strlen(made->texts[token.id]));
    }
}

static t2sed_status open_wordpiece(t2sed_tokenizer **out,
                                   t2s_tokenizer_reader *r, const char *path)
{
    bool basic = true;
    if (t2s_tokenizer_begin(r, T2S_WORDPIECE)) {
        t2s_tokenizer_read_bert(r, "do_lower_case", "tokenize_chinese_chars");
        t2s_member_boolean(&r->in, "do_basic_tokenize", false, &basic);
    }
    if (!basic ||
        json_array_size(json_object_get(r->in.object, "never_split")) > 0)
        t2s_members_fail(&r->in, T2SED_EUNSUPPORTED, "\"%s\" is not supported",
                         basic ? "never_split" : "do_basic_tokenize\" false");
    read_lines(r, path, add_tokens);
    t2s_tokenizer_index(r);
    t2s_tokenizer_set_roles(r);
    add_role_tokens(r);
    return t2s_tokenizer_finish(out, r);
}

static t2sed_status open_byte_level(t2sed_tokenizer **out,
                                    t2s_tokenizer_reader *r,
                                    const char *vocabulary, const char *merges)
{
    json_t *tokens = NULL;
    if (t2s_tokenizer_begin(r, T2S_BYTE_BPE)) {
        t2s_bpe *bpe = &r->tokenizer->bpe;
        bpe->trim_offsets = true;
        t2s_member_boolean(&r->in, "add_prefix_space", false,
                           &bpe->add_prefix_space);
        t2s_member_boolean(&r->in, "trim_offsets", false, &bpe->trim_offsets);
        bpe->trim_keeps_first_blank = bpe->add_prefix_space;
    }
    if (r->in.status == T2SED_OK)
        r->in.status = t2s_json_read(&tokens, vocabulary,
                                     T2S_TOKENIZER_FILE_LIMIT, r->in.err);
    r->in.what = vocabulary;
    t2s_tokenizer_add_vocabulary(r, tokens);
    json_decref(tokens);
    t2s_tokenizer_index(r);
    read_lines(r, merges, add_merges);
    r->in.what = vocabulary;
    t2s_tokenizer_set_roles(r);
    add_role_tokens(r);
    return t2s_tokenizer_finish(out, r);
}

/* ---------------------------------------------------------------- a directory
 */

static t2sed_status open_json(t2sed_tokenizer **out, const char *path,
                              const char *const *names, t2sed_error *err)
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

/* The files of a directory, in the order in which they are looked for. */
enum { CONFIG, SPECIALS, JSON, VOCAB_JSON, MERGES, VOCAB_TXT, FILES };

static t2sed_status open_any(t2sed_tokenizer **out, t2s_tokenizer_reader *r,
                             char *const *paths, const char *directory)
{
    bool there[FILES];
    for (int i = JSON; i < FILES; i++)
        there[i] = t2s_file_exists(paths[i]);
    if (there[JSON])
        return open_json(out, paths[JSON], r->names, r->in.err);
    if (there[VOCAB_JSON] && there[MERGES])
        return open_byte_level(out, r, paths[VOCAB_JSON], paths[MERGES]);
    if (there[VOCAB_TXT])
        return open_wordpiece(out, r, paths[VOCAB_TXT]);
    return t2s_fail(r->in.err, T2SED_ENOTFOUND, -1,
                    "%s: no tokenizer: expected tokenizer.json, vocab.json "
                    "with merges.txt, or vocab.txt%s",
                    directory,
                    there[VOCAB_JSON] ? " (merges.txt is missing)" : "");
}

/* Reads an object from a file; *out stays NULL where there is no file. */
static t2sed_status read_optional(json_t **out, const char *path,
                                  t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (t2s_file_exists(path))
        status = t2s_json_read_loose(out, path, T2S_TOKENIZER_FILE_LIMIT, err);
    if (status == T2SED_OK && *out && !json_is_object(*out))
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: expected an object at the top", path);
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

static t2sed_status open_directory(t2sed_tokenizer **out, char *const *paths,
                                   const char *directory, t2sed_error *err)
{
    static const char *const keys[T2S_ROLE_COUNT] = {"cls_token", "sep_token",
                                                     "eos_token", "pad_token",
                                                     "unk_token", "mask_token"};
    t2s_tokenizer_reader r = {
        .in = {NULL, "tokenizer_config.json", err, T2SED_OK}};
    json_t *config = NULL, *specials = NULL;
    t2sed_status status = read_optional(&config, paths[CONFIG], err);
    if (status == T2SED_OK)
        status = read_optional(&specials, paths[SPECIALS], err);
    for (int i = 0; i < T2S_ROLE_COUNT; i++) {
        r.names[i] = token_name(config, keys[i]);
        if (!r.names[i])
            r.names[i] = token_name(specials, keys[i]);
    }
    r.in.object = config;
    if (status == T2SED_OK)
        status = open_any(out, &r, paths, directory);
    json_decref(config);
    json_decref(specials);
    return status;
}

t2sed_status t2sed_tokenizer_open(t2sed_tokenizer **out, const char *directory,
                                  t2sed_error *err)
{
    static const char *const names[FILES] = {"tokenizer_config.json",
                                             "special_tokens_map.json",
                                             "tokenizer.json",
                                             "vocab.json",
                                             "merges.txt",
                                             "vocab.txt"};
    char *paths[FILES] = {NULL};
    t2sed_status status = T2SED_OK;
    if (!out || !directory)
        return t2s_fail_null(err, __func__, "out and directory");
    if (!t2s_directory_exists(directory))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such directory",
                        directory);
    for (int i = 0; i < FILES && status == T2SED_OK; i++)
        if (!(paths[i] = t2s_path_join(directory, names[i])))
            status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = open_directory(out, paths, directory, err);
    for (int i = 0; i < FILES; i++)
        t2s_free(paths[i]);
    return status;
}
