/* language.h - the import of language models: decoders of the Qwen2 and Llama
 * families, from a Hugging Face directory or a GGUF file. */
#ifndef T2S_IMPORT_LANGUAGE_H
#define T2S_IMPORT_LANGUAGE_H

#include "lab/import/gguf.h"
#include "t2sed/lab/import.h"
#include "weights/shards.h"

/* --- language_shape.c: which weights a model has --- */

/* What config.json says of them. */
typedef struct t2s_language_shape {
    int32_t family; /* enum below */
    int32_t vocabulary, hidden, layers, heads, kv_heads, head_size,
        intermediate;
    bool tied;                  /* the output's weights are the embeddings' */
    bool attention_biases;      /* of queries, keys and values */
    bool output_bias, mlp_bias; /* of the projections behind them */
} t2s_language_shape;
enum { T2S_QWEN2, T2S_LLAMA, T2S_LANGUAGE_FAMILIES };
extern const char
    *const t2s_family_names[T2S_LANGUAGE_FAMILIES + 1]; /* ends in NULL */

/* Reads Hugging Face's config.json; `what` names it in messages. Errors:
 * T2SED_EFORMAT, T2SED_EUNSUPPORTED (another family, quantised weights, a
 * sliding window, another activation), T2SED_EMISMATCH (heads that do not
 * divide). */
t2sed_status t2s_language_read(t2s_language_shape *out, const json_t *config,
                               const char *what, t2sed_error *err);

/* A weight and where it lies. */
typedef struct t2s_language_weight {
    t2s_tensor tensor;         /* Hugging Face's name, and the shape */
    const char *gguf;          /* GGUF's name */
    const t2s_gguf_type *type; /* how `data` is stored */
    const unsigned char *data;
    int32_t heads; /* rows lie in llama.cpp's order, within so many heads; 0:
                      as Hugging Face has them */
} t2s_language_weight;

typedef struct t2s_language_weights {
    T2S_VECTOR(t2s_language_weight) list;
    t2s_map names; /* Hugging Face's, to an index of `list` */
    t2s_arena arena;
} t2s_language_weights;

/* Lists the weights of a model, none found yet. Errors: T2SED_ENOMEM. */
t2sed_status t2s_language_weights_list(t2s_language_weights *out,
                                       const t2s_language_shape *shape,
                                       t2sed_error *err);
void t2s_language_weights_free(t2s_language_weights *weights);

/* --- shards.c: weights in Hugging Face's layout --- */

/*
 * Opens the files of a directory and finds every weight in them. Errors: those
 * of t2s_safetensors_open; T2SED_EFORMAT (the index; names of files that lead
 * elsewhere), T2SED_EMISMATCH (a tensor is missing, has another shape or type,
 * or is none of such a model), T2SED_EUNSUPPORTED (a pickle).
 */
t2sed_status t2s_import_shards_find(t2s_shards *out, const char *directory,
                                    const t2s_language_shape *shape,
                                    t2s_language_weights *weights,
                                    t2sed_error *err);

/* --- language_gguf.c, language_tokenizer.c: what a GGUF file says --- */

/* Hugging Face's config.json of the file's metadata. Errors: T2SED_EFORMAT,
 * T2SED_EUNSUPPORTED (another architecture, rotary positions that are scaled
 * otherwise than Llama 3's, experts). */
t2sed_status t2s_gguf_config(json_t **out, const t2s_gguf *file,
                             const char *what, t2sed_error *err);
/* Finds every weight. Errors: T2SED_EMISMATCH, T2SED_EUNSUPPORTED. */
t2sed_status t2s_gguf_find_weights(t2s_language_weights *weights,
                                   const t2s_gguf *file,
                                   const t2s_language_shape *shape,
                                   const char *what, t2sed_error *err);

/* tokenizer.json and tokenizer_config.json of the file's metadata. Errors:
 * T2SED_EFORMAT, T2SED_EUTF8, T2SED_EUNSUPPORTED (another kind of tokenizer or
 * of splitting). */
t2sed_status t2s_gguf_tokenizer(json_t **tokenizer, json_t **config,
                                const t2s_gguf *file, const char *what,
                                t2sed_error *err);

/* --- language.c --- */

/* Whether `from` is for t2s_language_import: a GGUF file, or a directory whose
 * config.json is of one of the families. Errors: T2SED_EIO, T2SED_ENOMEM; what
 * else is wrong with a directory is for the import to say. */
t2sed_status t2s_is_language_model(bool *out, const char *from,
                                   t2sed_error *err);

/* t2sed_model_import of a language model. precision: T2SED_AUTO is that of a
 * directory's weights, and bf16 for a GGUF file. */
t2sed_status t2s_language_import(const char *from, const char *to,
                                 int precision, t2sed_error *err);

#endif
