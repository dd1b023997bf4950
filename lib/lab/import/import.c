/* import.c - a model directory of a pre-trained encoder or language model, and
 * a model as a TorchScript archive. */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/sized.h"
#include "graph/graph.h"
#include "lab/import/import.h"
#include "lab/import/language.h"
#include "lab/write/write.h"
#include "model/files.h"
#include "model/model.h"
#include "sql/rules.h"
#include "t2sed/parts/graph.h"
#include "t2sed/lab/import.h"

#define WORDS      "encoder.embeddings.word_embeddings.weight"
#define MAX_CONFIG (4u << 20)

/* --- Its config --- */

static int append_names(json_t *to, const char *const *names, size_t count)
{
    int failed = 0;
    for (size_t i = 0; i < count; i++)
        failed |= json_array_append_new(to, json_string(names[i])) != 0;
    return failed;
}

static bool member_is(const json_t *object, const char *outer,
                      const char *inner, const char *text)
{
    const char *is = json_string_value(
        json_object_get(json_object_get(object, outer), inner));
    return is && strcmp(is, text) == 0;
}

/* "labels" for the layout that `ours` asks for; NULL when memory is short. */
static json_t *default_labels(const json_t *ours)
{
    static const char *const global[] = {T2SED_GRAPH_GLOBAL_LABEL};
    const bool joint = member_is(ours, "graph", "layout", "joint");
    json_t *labels = json_pack("{s:[], s:[]}", "question", "sql");
    json_t *question = json_object_get(labels, "question");
    json_t *sql = joint ? question : json_object_get(labels, "sql");
    int failed = 0;
    if (!member_is(ours, "graph", "layout", "none")) {
        failed |= append_names(question, t2s_paper_question_labels,
                               sizeof t2s_paper_question_labels /
                                   sizeof *t2s_paper_question_labels);
        failed |= append_names(sql, t2s_sql_rule_names, T2S_RULE_COUNT);
    }
    if (member_is(ours, "graph", "readout", "global")) {
        failed |= append_names(question, global, 1);
        failed |= joint ? 0 : append_names(sql, global, 1);
    }
    if (failed) {
        json_decref(labels);
        return NULL;
    }
    return labels;
}

/* Puts the defaults that differ from a config that says nothing. */
static int put_defaults(json_t *ours)
{
    json_t *defaults =
        json_pack("{s:i, s:{}, s:o}", "format", T2S_FORMAT_NEWEST, "graph",
                  "labels", default_labels(ours));
    const int failed = json_object_update_missing(ours, defaults);
    json_decref(defaults);
    return failed;
}

static t2sed_status parse_ours(json_t **out, const char *ours, t2sed_error *err)
{
    t2sed_status status =
        t2s_json_parse(out, ours, strlen(ours), "import options", err);
    if (status == T2SED_OK && !json_is_object(*out))
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "import options: config is no JSON object");
    return status;
}

/* Joins both parts and lets the reader of configs judge the whole. */
static t2sed_status join(t2s_config *out, json_t *theirs, json_t *ours,
                         const char *what, t2sed_error *err)
{
    t2sed_status status;
    char *text = NULL;
    if (!put_defaults(ours) && json_object_set(theirs, "t2sed", ours) == 0 &&
        json_object_set_new(theirs, "architectures",
                            json_pack("[s]", "T2sedModel")) == 0)
        text = json_dumps(theirs, JSON_COMPACT);
    if (!text)
        return t2s_fail_memory(err);
    status = t2s_config_parse(out, text, strlen(text), what, err);
    t2s_json_free_text(text);
    return status;
}

/*
 * The config.json of a Hugging Face directory with a "t2sed" of the defaults
 * and, over them, of the members of `ours` (JSON text or NULL). Labels that are
 * not given are the paper's for questions and all rules of the grammar for
 * SQL.
 */
static t2sed_status make_config(t2s_config *out, const char *directory,
                                const char *ours, t2sed_error *err)
{
    json_t *theirs = NULL, *members = NULL;
    char *path = t2s_path_join(directory, T2S_CONFIG_FILE);
    t2sed_status status;
    if (!path)
        return t2s_fail_memory(err);
    status = t2s_json_read(&theirs, path, MAX_CONFIG, err);
    if (status == T2SED_OK && !json_is_object(theirs))
        status =
            t2s_fail(err, T2SED_EFORMAT, -1, "%s: is no JSON object", path);
    if (status == T2SED_OK)
        status = parse_ours(&members, ours ? ours : "{}", err);
    if (status == T2SED_OK)
        status = join(out, theirs, members, path, err);
    json_decref(theirs);
    json_decref(members);
    t2s_free(path);
    return status;
}

/* --- Its options --- */

void t2sed_import_options_init(t2sed_import_options *options, size_t size)
{
    const t2sed_import_options defaults = {
        .struct_size = sizeof defaults, .precision = T2SED_AUTO, .seed = 1};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_import_options *to,
                                 const t2sed_import_options *options,
                                 t2sed_error *err)
{
    t2sed_status status;
    t2sed_import_options_init(to, sizeof *to);
    status =
        t2s_sized_read(to, sizeof *to, options, "t2sed_import_options", err);
    if (status != T2SED_OK)
        return status;
    if (t2s_precision_dtype(to->precision) == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "import options: unknown precision %d", to->precision);
    if (to->keep_first < 0 || to->layers < 0)
        return t2s_fail(err, T2SED_EINVAL, -1, "import options: %s is %d",
                        to->keep_first < 0 ? "keep_first" : "layers",
                        to->keep_first < 0 ? to->keep_first : to->layers);
    return T2SED_OK;
}

/* --- Its weights --- */

/* A model in the making. All zeros is none. */
typedef struct import {
    t2s_config config;
    t2s_import_source source;
    t2sed_tokenizer *tokenizer;
    bool *kept; /* [the tokenizer's size] by old id; NULL: all tokens stay */
    int32_t kept_count;
    t2s_weights weights;
    t2s_tensor *tensors; /* [weights.count] */
    t2s_arena arena;     /* fresh and gathered data */
} import;

static t2sed_status cut_layers(t2s_config *config, int layers, const char *from,
                               t2sed_error *err)
{
    if (layers > config->architecture.layers)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "%s: its encoder has %d layers, and %d are to be kept",
                        from, config->architecture.layers, layers);
    if (layers > 0)
        config->architecture.layers = layers;
    return T2SED_OK;
}

static t2sed_status make_fresh(import *in, t2s_tensor *out,
                               const t2s_weight *weight, t2s_random *random,
                               t2sed_error *err)
{
    float *data;
    int64_t count;
    *out = weight->tensor;
    out->dtype = T2S_F32;
    count = t2s_tensor_elements(out);
    if (count < 0)
        return t2s_fail(err, T2SED_ELIMIT, -1, "%s is too large",
                        weight->tensor.name);
    data = t2s_arena_alloc_array(&in->arena, (size_t)count, sizeof *data);
    if (!data)
        return t2s_fail_memory(err);
    t2s_weight_fill(weight, data, random);
    out->data = data;
    return T2SED_OK;
}

/* The rows of the word embeddings that are kept. */
static t2sed_status gather_rows(import *in, t2s_tensor *words, t2sed_error *err)
{
    const size_t row = (size_t)words->shape[1] * t2s_dtype_size(words->dtype);
    char *data = t2s_arena_alloc_array(&in->arena, (size_t)in->kept_count, row);
    char *to = data;
    if (!data)
        return t2s_fail_memory(err);
    for (size_t id = 0; id < t2sed_tokenizer_size(in->tokenizer); id++)
        if (in->kept[id]) {
            memcpy(to, (const char *)words->data + id * row, row);
            to += row;
        }
    words->data = data;
    words->shape[0] = in->kept_count;
    return T2SED_OK;
}

/* Every tensor of the model: the encoder's from the source, others fresh. Each
 * has random numbers of its own, so that one more tensor changes no other. */
static t2sed_status collect(import *in, uint64_t seed, t2sed_error *err)
{
    t2sed_status status =
        t2s_weights_list(&in->weights, &in->config.architecture, err);
    if (status != T2SED_OK)
        return status;
    in->tensors =
        t2s_alloc_array((size_t)in->weights.count, sizeof *in->tensors);
    if (!in->tensors)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < in->weights.count && status == T2SED_OK; i++) {
        const t2s_weight *weight = &in->weights.at[i];
        t2s_random random = {seed * 0x9E3779B97F4A7C15u + (uint64_t)(i + 1)};
        status = t2s_check_interrupt(err);
        if (status != T2SED_OK)
            return status;
        if (!weight->encoder)
            status = make_fresh(in, &in->tensors[i], weight, &random, err);
        else
            status = t2s_import_source_find(&in->tensors[i], &in->source,
                                            weight, err);
        if (status == T2SED_OK && in->kept &&
            strcmp(weight->tensor.name, WORDS) == 0)
            status = gather_rows(in, &in->tensors[i], err);
    }
    return status;
}

static t2sed_status write_model(import *in, const char *from, const char *to,
                                const t2sed_import_options *options,
                                t2sed_error *err)
{
    t2sed_status status = t2s_make_directory(to, err);
    if (status == T2SED_OK)
        status = t2s_copy_tokenizer(in->kept ? NULL : from, to, err);
    if (status == T2SED_OK && in->kept) {
        in->config.architecture.vocabulary = in->kept_count;
        status = t2s_tokenizer_write_kept(in->tokenizer, in->kept, to, err);
    }
    if (status == T2SED_OK)
        status =
            t2s_write_model(to, &in->config, in->tensors, in->weights.count,
                            t2s_precision_dtype(options->precision), NULL, err);
    return status;
}

/* The tokenizer must be there and fit before anything is written. */
static t2sed_status open_tokenizer(import *in, const char *from,
                                   const t2sed_import_options *options,
                                   t2sed_error *err)
{
    const int32_t rows = in->config.architecture.vocabulary;
    t2sed_status status = t2sed_tokenizer_open(&in->tokenizer, from, err);
    size_t size;
    if (status != T2SED_OK)
        return status;
    size = t2sed_tokenizer_size(in->tokenizer);
    if (size > (size_t)rows)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the tokenizer has %zu tokens, but "
                        "\"vocab_size\" is %d",
                        from, size, rows);
    if (options->keep_text)
        status = t2s_prune(&in->kept, in->tokenizer, options->keep_text,
                           options->keep_first, err);
    for (size_t id = 0; in->kept && id < size; id++)
        in->kept_count += in->kept[id];
    return status;
}

static void end(import *in)
{
    t2s_config_free(&in->config);
    t2s_import_source_close(&in->source);
    t2sed_tokenizer_free(in->tokenizer);
    t2s_free(in->kept);
    t2s_weights_free(&in->weights);
    t2s_free(in->tensors);
    t2s_arena_free(&in->arena);
}

static t2sed_status import_encoder(const char *from, const char *to,
                                   const t2sed_import_options *options,
                                   t2sed_error *err)
{
import in = {0 };
    t2sed_status status = make_config(&in.config, from, options->config, err);
    if (status == T2SED_OK)
        status = cut_layers(&in.config, options->layers, from, err);
    if (status == T2SED_OK)
        status = t2s_import_source_open(&in.source, from, err);
    if (status == T2SED_OK)
        status = open_tokenizer(&in, from, options, err);
    if (status == T2SED_OK)
        status = collect(&in, options->seed, err);
    if (status == T2SED_OK)
        status = write_model(&in, from, to, options, err);
    end(&in);
    return status;
}

static t2sed_status import_language(const char *from, const char *to,
                                    const t2sed_import_options *options,
                                    t2sed_error *err)
{
    if (options->config || options->keep_text || options->layers)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "import options: %s is for encoders, and %s is a "
                        "language model",
                        options->config      ? "config"
                        : options->keep_text ? "keep_text"
                                             : "layers",
                        from);
    return t2s_language_import(from, to, options->precision, err);
}

t2sed_status t2sed_model_import(const char *from, const char *to,
                                const t2sed_import_options *given,
                                t2sed_error *err)
{
    t2sed_import_options options;
    bool language = false;
    t2sed_status status;
    if (!from || !to)
        return t2s_fail_null(err, __func__, "from and to");
    status = read_options(&options, given, err);
    if (status == T2SED_OK)
        status = t2s_is_language_model(&language, from, err);
    if (status != T2SED_OK)
        return status;
    if (language)
        return import_language(from, to, &options, err);
    if (t2s_file_exists(from))
        return t2s_import_refuse_pickle(from, err);
    if (!t2s_directory_exists(from))
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "%s: no such file or directory", from);
    return import_encoder(from, to, &options, err);
}

/* --- Export --- */

t2sed_status t2sed_model_export(t2sed_model *model, const char *path,
                                t2sed_error *err)
{
    t2s_save save;
    t2sed_status status;
    if (!model || !path)
        return t2s_fail_null(err, __func__, "model and path");
    if (!model->handle)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "export: the model is a forest alone; there is "
                        "nothing for an engine to run");
    status = t2s_save_open(&save, path, err);
    if (status != T2SED_OK)
        return status;
    status = model->backend->model_export(model->handle, save.temporary,
                                          model->config_text, err);
    if (status == T2SED_OK)
        return t2s_save_commit(&save, err);
    t2s_save_abort(&save);
    return status;
}
