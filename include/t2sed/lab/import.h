/*
 * t2sed/lab/import.h - making models of pre-trained encoders and language
 * models, and archives of models.
 */
#ifndef T2SED_LAB_IMPORT_H
#define T2SED_LAB_IMPORT_H

#include <stddef.h>
#include <stdint.h>

#include "../model.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/*
 * Writes the model as a TorchScript archive that torch::jit::load and Python's
 * torch.jit.load run without this library. Its metadata is config.json.
 *
 * Errors: T2SED_EIO, T2SED_EBACKEND, T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_model_export(t2sed_model *model,
                                              const char *path,
                                              t2sed_error *err);

/*
 * How t2sed_model_import makes a model. All but the precision is for encoders
 * alone, and must be left out for language models. Names and numbers are
 * those of "t2sed" in config.json (docs/model-format.md).
 */
typedef struct t2sed_import_options {
    size_t struct_size; /* sizeof(t2sed_import_options) */
    int precision;      /* of the weights: T2SED_FP32, _FP16, _BF16;
                           T2SED_AUTO (default): of an encoder fp32, of a
                           language model as they are, of a GGUF file bf16 */
    uint64_t seed;      /* of the fresh weights; default 1 */
    /* "t2sed" object as JSON text, whose members replace the defaults (the
     * paper's model); "labels" left out stand for the paper's question labels
     * and all rules of the SQL grammar. NULL: all defaults. */
    const char *config;
    /* Vocabulary pruning: a file of text, one piece a line, whose tokens are
     * kept, together with special tokens, single characters or bytes, and the
     * `keep_first` tokens with the lowest ids. NULL: the whole vocabulary. */
    const char *keep_text;
    int keep_first;
    /* How many of the encoder's layers are kept, from the first; 0: all. */
    int layers;
} t2sed_import_options;

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void t2sed_import_options_init(t2sed_import_options *options,
                                             size_t size);

/*
 * Makes a model directory of a pre-trained encoder or language model.
 *
 * Of an encoder: its weights, and fresh
 * ones (docs/model-format.md says how they begin) for the graph layers and the
 * head. The result needs training before its probabilities mean anything.
 *
 * Of a language model (Qwen2 and Llama families): Hugging Face's layout, its
 * weights in one file, converted piece by piece: memory for one piece is all
 * that it takes. A GGUF file (versions 2 and 3; F32, F16, BF16, Q4_0, Q4_1,
 * Q5_0, Q5_1, Q8_0, Q4_K, Q5_K, Q6_K) is dequantised; its metadata gives the
 * configuration, the tokenizer and the chat template. Every file is checked
 * before anything is written. The host's handler is told how far it is, and
 * may interrupt.
 *
 * from     a Hugging Face directory of the BERT, RoBERTa, Qwen2 or Llama
 *          family: config.json, model.safetensors (of a language model also
 *          several files with model.safetensors.index.json) and the
 *          tokenizer's files; or a GGUF file. Weights that PyTorch
 *          saved as a pickle (pytorch_model.bin, *.pt, *.ckpt) become one with
 *          examples/python/convert_checkpoint.py.
 * to       the directory to write; it is made if it does not exist. Files of
 *          the same names are replaced.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT, T2SED_EMISMATCH (a tensor
 * is missing or has another shape than the config says; a tensor that such a
 * model has not; a tokenizer with more tokens than embeddings),
 * T2SED_EUNSUPPORTED (another architecture, weights that are a pickle, or split
 * ones of an encoder; quantisation, rotary positions or a splitting of texts
 * that are not known), T2SED_EUTF8, T2SED_ELIMIT, T2SED_EINVAL (an option out
 * of range or for encoders alone, more layers than there are),
 * T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: any. Since: 0.1. Source of the
 * initial values: reference implementation of Chen et al. 2023 (PyTorch
 * Geometric's GATv2Conv, torch.nn.Linear).
 */
T2SED_LAB_API t2sed_status
t2sed_model_import(const char *from, const char *to,
                   const t2sed_import_options *options, t2sed_error *err);

T2SED_END_DECLS

#endif
