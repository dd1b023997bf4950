/*
 * t2sed/model.h - models: opening them, asking what they are, making them.
 *
 * A model is a directory (docs/model-format.md): config.json,
 * model.safetensors, and the tokenizer's files. The first model that is opened
 * loads the backend, libt2sed-torch.so, which stays loaded; a program that
 * opens no model never loads it.
 */
#ifndef T2SED_MODEL_H
#define T2SED_MODEL_H

#include <stddef.h>

#include "status.h"

T2SED_BEGIN_DECLS

/* Immutable; may be shared by threads. */
typedef struct t2sed_model t2sed_model;

/* How a model computes, or how weights are stored. */
#define T2SED_AUTO 0
#define T2SED_FP32 1
#define T2SED_FP16 2
#define T2SED_BF16 3

/* Flags of t2sed_model_options. */
/* The path may name a TorchScript archive (.pt), whose code is run. Only for
 * archives from someone whom you would let run a program. */
#define T2SED_MODEL_TRUST_ARCHIVE 1u

typedef struct t2sed_model_options {
    size_t struct_size;  /* sizeof(t2sed_model_options) */
    const char *device;  /* "cpu", "cuda", "cuda:1"; NULL: "cpu" */
    int precision;       /* T2SED_AUTO: bf16 on a CPU that multiplies it in
                            hardware if the model allows it, else fp32.
                            fp16 on a CPU computes in fp32. */
    int threads;         /* of the engine, for the whole process; 0: all cores
                            for the first model, unchanged for later ones */
    unsigned flags;      /* T2SED_MODEL_* */
    const char *backend; /* path of libt2sed-torch.so; NULL: look for it */
} t2sed_model_options;

#define T2SED_MODEL_OPTIONS_INIT                                               \
    {                                                                          \
        sizeof(t2sed_model_options), NULL, T2SED_AUTO, 0, 0, NULL              \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_model_options_init(t2sed_model_options *options);

/*
 * Opens a model.
 *
 * out      the new model, ended with t2sed_model_free.
 * path     a model directory, or the name of a model that ships: "default",
 *          or "light", which needs no libtorch. NULL: the first of the
 *          environment variable T2SED_MODEL (a directory or a name),
 *          ../share/t2sed/models/default beside the library, and the same
 *          under the installation prefix. With T2SED_MODEL_TRUST_ARCHIVE also
 *          a file that t2sed_model_export wrote: all but the weights is then
 *          read from its directory.
 * options  NULL for the defaults. The backend is the first of
 *          options->backend, the environment variable T2SED_BACKEND,
 *          libt2sed-torch.so beside the library, and the same under the
 *          installation prefix.
 *
 * Errors: T2SED_ENOTFOUND (no model: the message lists where it looked; or a
 * file of the directory is missing), T2SED_EIO, T2SED_EFORMAT (a malformed
 * file; the message names file and key), T2SED_EMISMATCH (weights, vocabulary
 * and config do not fit), T2SED_EUNSUPPORTED (a newer format, an encoder of
 * another kind), T2SED_ENOBACKEND (the message lists where it looked),
 * T2SED_ENODEVICE, T2SED_EBACKEND, T2SED_EINVAL (options; an archive that is
 * not trusted), T2SED_ESTATE (options->backend is not the backend that the
 * process has loaded already), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_model_open(t2sed_model **out, const char *path,
                                        const t2sed_model_options *options,
                                        t2sed_error *err);

/*
 * Ends a model. Encoders and scorers that were made from it keep what they
 * need of it, so they may outlive it. NULL is allowed.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_model_free(t2sed_model *model);

/*
 * What a model is. Text is borrowed from the model, UTF-8, never NULL.
 *
 * path        the directory (or archive) that was opened.
 * config      config.json as compact JSON.
 * backend     the engine's name and version, such as "libtorch 2.13.0".
 * device      as given in the options.
 * precision   T2SED_FP32, T2SED_FP16 or T2SED_BF16.
 * hidden      elements of a vector of the encoder.
 * max_tokens  how many tokens of a pair the encoder takes, special ones
 *             included.
 * reads_parses  1 where the graph layers read parse trees of questions, which
 *             then have to be there or are made (t2sed/parser.h), else 0.
 * threshold   the probability from which on a query counts as right, chosen
 *             when the model was made; NaN for NULL.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API const char *t2sed_model_path(const t2sed_model *model);
T2SED_API const char *t2sed_model_config(const t2sed_model *model);
T2SED_API const char *t2sed_model_backend(const t2sed_model *model);
T2SED_API const char *t2sed_model_device(const t2sed_model *model);
T2SED_API int t2sed_model_precision(const t2sed_model *model);
T2SED_API int t2sed_model_hidden(const t2sed_model *model);
T2SED_API int t2sed_model_max_tokens(const t2sed_model *model);
T2SED_API int t2sed_model_reads_parses(const t2sed_model *model);
T2SED_API double t2sed_model_threshold(const t2sed_model *model);

/*
 * The numbers that a model reads beside a pair (its evidence vector): how many
 * there are, and what number i stands for, by the names in config.json; NULL
 * for i at or beyond the count.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_model_evidence_count(const t2sed_model *model);
T2SED_API const char *t2sed_model_evidence_name(const t2sed_model *model,
                                                size_t i);

/*
 * Writes the model as a TorchScript archive that torch::jit::load and Python's
 * torch.jit.load run without this library. Its metadata is config.json.
 *
 * Errors: T2SED_EIO, T2SED_EBACKEND, T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_model_export(t2sed_model *model, const char *path,
                                          t2sed_error *err);

/*
 * How t2sed_model_import makes a model of an encoder. Names and numbers are
 * those of "t2sed" in config.json (docs/model-format.md).
 */
typedef struct t2sed_import_options {
    size_t struct_size; /* sizeof(t2sed_import_options) */
    int precision;      /* of the weights: T2SED_FP32 (default), _FP16, _BF16;
                           T2SED_AUTO: fp32 */
    unsigned long seed; /* of the fresh weights; default 1 */
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

#define T2SED_IMPORT_OPTIONS_INIT                                              \
    {                                                                          \
        sizeof(t2sed_import_options), T2SED_FP32, 1, NULL, NULL, 0, 0          \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_import_options_init(t2sed_import_options *options);

/*
 * Makes a model directory of a pre-trained encoder: its weights, and fresh
 * ones (docs/model-format.md says how they begin) for the graph layers and the
 * head. The result needs training before its probabilities mean anything.
 *
 * from     a Hugging Face directory of the BERT or RoBERTa family: config.json,
 *          model.safetensors and the tokenizer's files. Weights that PyTorch
 *          saved as a pickle (pytorch_model.bin, *.pt, *.ckpt) become one with
 *          examples/python/convert_checkpoint.py.
 * to       the directory to write; it is made if it does not exist. Files of
 *          the same names are replaced.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT, T2SED_EMISMATCH (a tensor
 * is missing or has another shape than the config says), T2SED_EUNSUPPORTED
 * (another architecture, weights that are a pickle or split), T2SED_EINVAL (an
 * option out of range, more layers than there are), T2SED_ENOMEM. Threads: any.
 * Since: 0.1. Source of the initial values: reference implementation of Chen
 * et al. 2023 (PyTorch Geometric's GATv2Conv, torch.nn.Linear).
 */
T2SED_API t2sed_status t2sed_model_import(const char *from, const char *to,
                                          const t2sed_import_options *options,
                                          t2sed_error *err);

T2SED_END_DECLS

#endif
