/* language.c - the import of a language model: Hugging Face's layout in one
 * directory, from such a directory or from a GGUF file. */
#include "lab/import/language.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "lab/write/write.h"
#include "model/files.h"
#include "t2sed/parts/tokenizer.h"
#include "text/tokenizer.h"

#define FORMAT     1
#define MAX_CONFIG ((size_t)4 << 20)

/* A model on its way. */
typedef struct language {
    const char *from, *to;
    int32_t dtype; /* of the written weights; T2S_DTYPE_KEEP */
    json_t *config;
    t2s_language_shape shape;
    t2s_language_weights weights;
    t2s_gguf gguf;
    t2s_shards shards;
    json_t *tokenizer, *tokenizer_config; /* NULL: those of `from` */
} language;

/* --- weights --- */

/* Where row i of a weight lies. llama.cpp takes the halves of a head, which
 * are rotated together, in turns: its rows are 0, d / 2, 1, d / 2 + 1 ... */
static size_t stored_row(const t2s_language_weight *weight, size_t i)
{
    const size_t rows = (size_t)weight->tensor.shape[0];
    const size_t size = weight->heads ? rows / (size_t)weight->heads : 0;
    const size_t half = size / 2;
    size_t within;
    if (size == 0)
        return i;
    within = i % size;
    return i - within + 2 * (within % half) + within / half;
}

/* A t2s_tensor_read. */
static t2sed_status read_elements(float *out, void *ctx, int32_t i,
                                  size_t first, size_t count, t2sed_error *err)
{
    const language *l = ctx;
    const t2s_language_weight *weight = &l->weights.list.at[i];
    const size_t columns =
        weight->tensor.rank == 2 ? (size_t)weight->tensor.shape[1] : 1;
    const t2s_gguf_type *type = weight->type;
    (void)err;
    while (count > 0) {
        /* Rows and pieces are whole blocks. */
        const size_t at = first % columns;
        const size_t row = stored_row(weight, first / columns);
        const size_t place = weight->heads ? row * columns + at : first;
        size_t n = weight->heads ? columns - at : count;
        n = n < count ? n : count;
        t2s_gguf_widen(out, type,
                       weight->data + place / type->elements * type->bytes, n);
        out += n;
        first += n;
        count -= n;
    }
    return T2SED_OK;
}

static t2sed_status write_weights(language *l, const char *path,
                                  t2sed_error *err)
{
    const size_t count = l->weights.list.count;
    t2s_tensor *tensors = t2s_alloc_array(count, sizeof *tensors);
    t2sed_status status;
    if (!tensors)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        tensors[i] = l->weights.list.at[i].tensor;
    status = t2s_safetensors_stream(path, tensors, (int32_t)count, l->dtype,
                                    read_elements, l, err);
    t2s_free(tensors);
    return status;
}

/* --- config.json --- */

/* How many weights are stored in which way: {"Q5_0": 133, ...}. */
static json_t *count_types(const language *l)
{
    json_t *counts = json_object();
    for (size_t i = 0; counts && i < l->weights.list.count; i++) {
        const char *name = l->weights.list.at[i].type->name;
        const json_int_t n = json_integer_value(json_object_get(counts, name));
        if (json_object_set_new(counts, name, json_integer(n + 1)) != 0) {
            json_decref(counts);
            return NULL;
        }
    }
    return counts;
}

static const char *dtype_name(int32_t dtype)
{
    return dtype == T2S_F32   ? "float32"
           : dtype == T2S_F16 ? "float16"
                              : "bfloat16";
}

/* Puts "t2sed" into the config, and the precision of the weights. */
static t2sed_status finish_config(language *l, t2sed_error *err)
{
    json_t *licence = json_object_get(l->gguf.metadata, "general.license");
    json_t *ours = json_pack("{s:i, s:s, s:o}", "format", FORMAT, "kind",
                             "language_model", "stored_as", count_types(l));
    int failed = !ours;
    if (ours && json_is_string(licence))
        failed |= json_object_set_new(ours, "licences",
                                      json_pack("[O]", licence)) != 0;
    if (l->dtype != T2S_DTYPE_KEEP) {
        /* By its old name, and where the file has the new one, by both. */
        const char *dtype = dtype_name(l->dtype);
        failed |= json_object_set_new(l->config, "torch_dtype",
                                      json_string(dtype)) != 0;
        if (json_object_get(l->config, "dtype"))
            failed |= json_object_set_new(l->config, "dtype",
                                          json_string(dtype)) != 0;
    }
    failed |= json_object_set_new(l->config, "t2sed", ours) != 0;
    return failed ? t2s_fail_memory(err) : T2SED_OK;
}

/* --- the tokenizer --- */

static t2sed_status check_tokenizer(const language *l,
                                    const t2sed_tokenizer *tokenizer,
                                    t2sed_error *err)
{
    const size_t size = t2sed_tokenizer_size(tokenizer);
    return size <= (size_t)l->shape.vocabulary
               ? T2SED_OK
               : t2s_fail(err, T2SED_EMISMATCH, -1,
                          "%s: the tokenizer has %zu tokens, but there are "
                          "%d embeddings",
                          l->from, size, (int)l->shape.vocabulary);
}

/* It must be there and fit before anything is written. */
static t2sed_status open_made_tokenizer(const language *l,
                                        t2sed_tokenizer **out, t2sed_error *err)
{
    char *text = json_dumps(l->tokenizer, JSON_COMPACT);
    t2sed_status status =
        text ? t2s_tokenizer_parse_json(out, text, strlen(text), NULL, l->from,
                                        err)
             : t2s_fail_memory(err);
    t2s_json_free_text(text);
    return status;
}

static t2sed_status
open_their_tokenizer(const language *l, t2sed_tokenizer **out, t2sed_error *err)
{
    char *path = t2s_path_join(l->from, "tokenizer.json");
    t2sed_status status = T2SED_OK;
    if (!path)
        status = t2s_fail_memory(err);
    else if (!t2s_file_exists(path))
        status = t2s_fail(err, T2SED_ENOTFOUND, -1,
                          "%s: no such file; a language model needs it, which "
                          "says how texts are split",
                          path);
    else
        status = t2sed_tokenizer_open(out, l->from, err);
    t2s_free(path);
    return status;
}

static t2sed_status try_tokenizer(const language *l, t2sed_error *err)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_status status = l->tokenizer
                              ? open_made_tokenizer(l, &tokenizer, err)
                              : open_their_tokenizer(l, &tokenizer, err);
    if (status == T2SED_OK)
        status = check_tokenizer(l, tokenizer, err);
    t2sed_tokenizer_free(tokenizer);
    return status;
}

/* A chat template that lies in a file of its own is put where it always was
 * before: into tokenizer_config.json, which *out becomes. */
static t2sed_status join_template(json_t **out, const char *config_path,
                                  const char *template_path, t2sed_error *err)
{
    char *text = NULL;
    size_t n = 0;
    json_t *config = NULL;
    t2sed_status status = T2SED_OK;
    if (!t2s_file_exists(template_path))
        return T2SED_OK;
    status = t2s_file_read(&text, &n, template_path, MAX_CONFIG, err);
    if (status == T2SED_OK && t2s_file_exists(config_path))
        status = t2s_json_read_loose(&config, config_path, MAX_CONFIG, err);
    else if (status == T2SED_OK && !(config = json_object()))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && !json_is_object(config))
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: expected an object at the top", config_path);
    if (status == T2SED_OK && !json_object_get(config, "chat_template")) {
        json_t *template = json_stringn(text, n);
        if (!template)
            status = t2s_fail(err, T2SED_EUTF8, -1, "%s: is no UTF-8",
                              template_path);
        else if (json_object_set_new(config, "chat_template", template) != 0)
            status = t2s_fail_memory(err);
        if (status == T2SED_OK)
            *out = json_incref(config);
    }
    json_decref(config);
    t2s_free(text);
    return status;
}

static t2sed_status find_template(language *l, t2sed_error *err)
{
    char *config = t2s_path_join(l->from, "tokenizer_config.json");
    char *template = t2s_path_join(l->from, "chat_template.jinja");
    t2sed_status status =
        config && template
            ? join_template(&l->tokenizer_config, config, template, err)
            : t2s_fail_memory(err);
    t2s_free(config);
    t2s_free(template);
    return status;
}

/* --- opening and writing --- */

static t2sed_status open_directory(language *l, t2sed_error *err)
{
    char *path = t2s_path_join(l->from, T2S_CONFIG_FILE);
    t2sed_status status = path
                              ? t2s_json_read(&l->config, path, MAX_CONFIG, err)
                              : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_language_read(&l->shape, l->config, path, err);
    t2s_free(path);
    if (status == T2SED_OK)
        status = t2s_language_weights_list(&l->weights, &l->shape, err);
    if (status == T2SED_OK)
        status = t2s_import_shards_find(&l->shards, l->from, &l->shape,
                                        &l->weights, err);
    return status == T2SED_OK ? find_template(l, err) : status;
}

static t2sed_status open_gguf(language *l, t2sed_error *err)
{
    t2sed_status status = t2s_gguf_open(&l->gguf, l->from, err);
    if (status == T2SED_OK)
        status = t2s_gguf_config(&l->config, &l->gguf, l->from, err);
    if (status == T2SED_OK)
        status = t2s_language_read(&l->shape, l->config, l->from, err);
    if (status == T2SED_OK)
        status = t2s_language_weights_list(&l->weights, &l->shape, err);
    if (status == T2SED_OK)
        status = t2s_gguf_find_weights(&l->weights, &l->gguf, &l->shape,
                                       l->from, err);
    if (status == T2SED_OK)
        status = t2s_gguf_tokenizer(&l->tokenizer, &l->tokenizer_config,
                                    &l->gguf, l->from, err);
    return status;
}

/* Writes an object, which is taken over, where there is one. */
static t2sed_status save(const char *directory, const char *name,
                         json_t **object, size_t style, t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    t2sed_status status = T2SED_OK;
    if (!path)
        return t2s_fail_memory(err);
    if (*object)
        status = t2s_json_save(path, *object, style, err);
    *object = NULL;
    t2s_free(path);
    return status;
}

static t2sed_status write_directory(language *l, t2sed_error *err)
{
    char *weights = t2s_path_join(l->to, T2S_WEIGHTS_FILE);
    t2sed_status status = weights ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_make_directory(l->to, err);
    if (status == T2SED_OK)
        status = t2s_copy_tokenizer(l->tokenizer ? NULL : l->from, l->to, err);
    if (status == T2SED_OK)
        status =
            save(l->to, "tokenizer.json", &l->tokenizer, JSON_INDENT(1), err);
    if (status == T2SED_OK)
        status = save(l->to, "tokenizer_config.json", &l->tokenizer_config,
                      JSON_INDENT(2), err);
    if (status == T2SED_OK)
        status = write_weights(l, weights, err);
    if (status == T2SED_OK)
        status =
            save(l->to, T2S_CONFIG_FILE, &l->config, T2S_CONFIG_STYLE, err);
    t2s_free(weights);
    return status;
}

static void end(language *l)
{
    json_decref(l->config);
    json_decref(l->tokenizer);
    json_decref(l->tokenizer_config);
    t2s_language_weights_free(&l->weights);
    t2s_gguf_close(&l->gguf);
    t2s_shards_close(&l->shards);
}

t2sed_status t2s_language_import(const char *from, const char *to,
                                 int precision, t2sed_error *err)
{
    language l = {.from = from, .to = to};
    const bool is_directory = t2s_directory_exists(from);
    t2sed_status status;
    l.dtype = precision != T2SED_AUTO ? t2s_precision_dtype(precision)
              : is_directory          ? T2S_DTYPE_KEEP
                                      : T2S_BF16;
    status = is_directory ? open_directory(&l, err) : open_gguf(&l, err);
    if (status == T2SED_OK)
        status = try_tokenizer(&l, err);
    if (status == T2SED_OK)
        status = finish_config(&l, err);
    if (status == T2SED_OK)
        status = write_directory(&l, err);
    end(&l);
    return status;
}

/* Whether a file begins as GGUF's do. */
static t2sed_status is_gguf(bool *out, const char *path, t2sed_error *err)
{
    t2s_mapping file;
    t2sed_status status = t2s_file_map(&file, path, err);
    if (status != T2SED_OK)
        return status;
    *out = file.size >= 4 && memcmp(file.data, "GGUF", 4) == 0;
    t2s_file_unmap(&file);
    return T2SED_OK;
}

t2sed_status t2s_is_language_model(bool *out, const char *from,
                                   t2sed_error *err)
{
    char *path;
    json_t *config = NULL;
    const char *type = NULL;
    t2sed_status status;
    *out = false;
    if (!t2s_directory_exists(from))
        return t2s_file_exists(from) ? is_gguf(out, from, err) : T2SED_OK;
    path = t2s_path_join(from, T2S_CONFIG_FILE);
    if (!path)
        return t2s_fail_memory(err);
    status = t2s_json_read(&config, path, MAX_CONFIG, err);
    if (status == T2SED_OK)
        type = json_string_value(json_object_get(config, "model_type"));
    for (int i = 0; i < T2S_LANGUAGE_FAMILIES && type; i++)
        *out = *out || strcmp(type, t2s_family_names[i]) == 0;
    json_decref(config);
    t2s_free(path);
    return status == T2SED_ENOMEM ? status : T2SED_OK;
}
