/* Opening question parsers. */
#include "model/parser.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "model/backend.h"
#include "base/locate.h"
#include "weights/directory.h"
#include "weights/fields.h"

void t2sed_parser_options_init(t2sed_parser_options *options, size_t size)
{
    const t2sed_parser_options defaults = {.struct_size = sizeof defaults};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

void t2sed_parser_free(t2sed_parser *parser)
{
    if (!parser)
        return;
    if (parser->handle)
        parser->backend->parser_close(parser->handle);
    t2s_map_free(&parser->words);
    t2s_arena_free(&parser->arena);
    t2s_free(parser);
}

/* A list of labels: strings that CoNLL-U can hold. */
static void read_labels(t2s_names *out, t2sed_parser *parser, t2s_members *in,
                        const char *key)
{
    t2s_names_read(out, &parser->arena, in, key);
    if (in->status == T2SED_OK &&
        (out->count == 0 || out->count > T2S_PARSER_MAX_LABELS))
        in->status = t2s_fail(in->err, T2SED_EFORMAT, -1,
                              "%s: \"%s\" has %zu labels, expected 1 to %d",
                              in->what, key, out->count, T2S_PARSER_MAX_LABELS);
    for (size_t i = 0; i < out->count && in->status == T2SED_OK; i++)
        if (strpbrk(out->at[i], " \t\r\n"))
            in->status =
                t2s_fail(in->err, T2SED_EFORMAT, -1,
                         "%s: \"%s\": item %zu is no label", in->what, key, i);
}

static t2sed_status read_config(t2sed_parser *parser, const json_t *config,
                                const char *path, t2sed_error *err)
{
    json_t *ours = NULL;
    t2sed_status status =
        t2s_read_own_object(&ours, config, "t2sed_parser", T2S_PARSER_FORMAT,
                            T2S_PARSER_FORMAT, path, err);
    t2s_members in = {ours, path, err, status};
    read_labels(&parser->tags, parser, &in, "tags");
    read_labels(&parser->relations, parser, &in, "relations");
    return in.status;
}

/* Line i, from 1, is row i; row 0 is for words that are not there. */
static t2sed_status read_words(t2sed_parser *parser, const char *path,
                               t2sed_error *err)
{
    char *text;
    size_t length, row = 1;
    t2sed_status status =
        t2s_file_read(&text, &length, path, T2S_PARSER_MAX_WORDS, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_utf8_check(text, length, path, err);
    for (size_t at = 0; at < length && status == T2SED_OK; row++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t n = end ? (size_t)(end - text) - at : length - at;
        if (!t2s_map_set(&parser->words, text + at, n, (int64_t)row))
            status = t2s_fail_memory(err);
        at += n + 1;
    }
    t2s_free(text);
    if (status == T2SED_OK && parser->words.count != row - 1)
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: %zu lines but %zu different words", path,
                          row - 1, parser->words.count);
    return status;
}

/* Whether labels, words and features fit the weights. */
static t2sed_status check_sizes(const t2sed_parser *parser, const char *path,
                                t2sed_error *err)
{
    const t2s_parser_sizes *s = &parser->sizes;
    const struct {
        const char *what;
        size_t is, wanted;
    } pairs[] = {
        {"tags", (size_t)s->tags, parser->tags.count},
        {"relations", (size_t)s->relations, parser->relations.count},
        {"words and one more", (size_t)s->fixed, parser->words.count + 1},
        {"shapes", (size_t)s->shapes, 16},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].is != pairs[i].wanted)
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "%s: weights for %zu, there are %zu %s", path,
                            pairs[i].is, pairs[i].wanted, pairs[i].what);
    if (s->words < 1 || s->ngrams < 1)
        return t2s_fail(err, T2SED_EMISMATCH, -1, "%s: an empty table", path);
    return T2SED_OK;
}

static t2sed_status read_weights(t2sed_parser *parser,
                                 const t2s_weight_directory *files,
                                 const t2sed_parser_options *options,
                                 t2sed_error *err)
{
    int precision = options->precision;
    t2sed_status status = t2s_backend_load(&parser->backend, options->backend,
                                           options->threads, err);
    if (status == T2SED_OK && !parser->backend->parser_open)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "parser: the backend has none");
    if (status == T2SED_OK && precision == T2SED_AUTO)
        precision = parser->backend->has_fast_bf16() ? T2SED_BF16 : T2SED_FP32;
    if (status == T2SED_OK)
        status = parser->backend->parser_open(
            &parser->handle, files->weights.tensors, files->weights.count,
            precision == T2SED_BF16 ? T2S_BFLOAT16 : T2S_FP32, err);
    if (status == T2SED_OK) {
        parser->backend->parser_describe(parser->handle, &parser->sizes);
        status = check_sizes(parser, files->weights_path, err);
    }
    return status;
}

static t2sed_status read_directory(t2sed_parser *parser, const char *path,
                                   const t2sed_parser_options *options,
                                   t2sed_error *err)
{
    t2s_weight_directory files;
    char *words = t2s_path_join(path, "words.txt");
    t2sed_status status = words ? t2s_weight_directory_open(&files, path, err)
                                : t2s_fail_memory(err);
    if (status == T2SED_OK) {
        status = read_config(parser, files.config, files.config_path, err);
        if (status == T2SED_OK)
            status = read_words(parser, words, err);
        if (status == T2SED_OK)
            status = read_weights(parser, &files, options, err);
        t2s_weight_directory_close(&files);
    }
    t2s_free(words);
    return status;
}

t2sed_status t2sed_parser_open(t2sed_parser **out, const char *path,
                               const t2sed_parser_options *given,
                               t2sed_error *err)
{
    t2sed_parser_options options;
    t2sed_parser *parser;
    char *found = NULL;
    t2sed_status status;
    t2sed_parser_options_init(&options, sizeof options);
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_parser_options", err);
    if (status != T2SED_OK)
        return status;
    if (options.precision != T2SED_AUTO && options.precision != T2SED_FP32 &&
        options.precision != T2SED_BF16)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "parser options: precision %d is none of T2SED_AUTO, "
                        "T2SED_FP32, T2SED_BF16",
                        options.precision);
    if (options.threads < 0 || options.threads > 65536)
        return t2s_fail(err, T2SED_EINVAL, -1, "parser options: %d threads",
                        options.threads);
    parser = t2s_zalloc(sizeof *parser);
    if (!parser)
        return t2s_fail_memory(err);
    status = t2s_locate(&found, T2S_QUESTION_PARSER, path, err);
    if (status == T2SED_OK)
        status = read_directory(parser, found, &options, err);
    t2s_free(found);
    if (status != T2SED_OK) {
        t2sed_parser_free(parser);
        return status;
    }
    *out = parser;
    return T2SED_OK;
}
