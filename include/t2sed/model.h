/*
 * t2sed/model.h - opening a model, and asking what it is.
 *
 * A model is a directory (docs/model-format.md): config.json, weights, and a
 * tokenizer where it has an encoder. The default model consists of boosted
 * trees and needs no other library. A model with a neural network loads the
 * backend libt2sed-torch.so when it is opened; the backend then stays loaded.
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
 * archives from someone whom you would let run a program. Without the flag a
 * file is T2SED_EINVAL. */
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

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_model_options_init(t2sed_model_options *options,
                                        size_t size);

/*
 * Opens a model.
 *
 * out      the new model, freed with t2sed_model_free.
 * path     a model directory, or the name of a model that ships: "default"
 *          (also called "light"), or "large", which needs libtorch. NULL: the
 *          first of the environment variable T2SED_MODEL (a directory or a
 *          name),
 *          ../share/t2sed/models/default beside the library, and the same
 *          under the installation prefix. With T2SED_MODEL_TRUST_ARCHIVE also
 *          a file that t2sed_model_export (t2sed/lab/import.h) wrote, or
 *          one made elsewhere whose forward has the signature of
 *          docs/model-format.md, "Archives": all but the network is then read
 *          from its directory, forests included. The latter is run as it is,
 *          whatever the precision, and gives scores alone: encoders,
 *          t2sed_scorer_logits and t2sed_model_export are T2SED_EUNSUPPORTED.
 * options  NULL for the defaults. The backend is the first of
 *          options->backend, the environment variable T2SED_BACKEND,
 *          libt2sed-torch.so beside the library, and the same under the
 *          installation prefix.
 *
 * Errors: T2SED_ENOTFOUND (no model: the message lists where it looked; or a
 * file of the directory is missing), T2SED_EIO, T2SED_EFORMAT (a malformed
 * file; the message names file and key), T2SED_EMISMATCH (weights, vocabulary
 * and config do not fit; an archive's forward has another signature),
 * T2SED_EUNSUPPORTED (a newer format, an encoder of
 * another kind), T2SED_ENOBACKEND (the message lists where it looked),
 * T2SED_ENODEVICE, T2SED_EBACKEND, T2SED_EINVAL (options; an archive that is
 * not trusted), T2SED_ESTATE (options->backend is not the backend that the
 * process has loaded already), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_model_open(t2sed_model **out, const char *path,
                                        const t2sed_model_options *options,
                                        t2sed_error *err);

/* A file of a model directory that is in memory. */
typedef struct t2sed_model_file {
    const char *name; /* its path within the directory: "config.json" */
    const void *data;
    size_t size; /* bytes */
} t2sed_model_file;

/*
 * Opens a model whose files are in memory, such as data of the program.
 *
 * out      the new model, freed with t2sed_model_free.
 * name     what t2sed_model_describe gives as path, and what messages begin
 *          with.
 * files    [count] "config.json" and "forest.safetensors", and the model's own
 *          predictors, if any: "sketch/config.json",
 *          "sketch/model.safetensors" and the same in "schema-prediction/".
 *          A predictor that the config needs and that is not among them is the
 *          installed one. Other files are skipped. The data must not change or
 *          be freed before the model is (and everything made from it); names
 *          and the array are needed during the call only.
 * options  as of t2sed_model_open; NULL for the defaults.
 *
 * Errors: T2SED_ENOTFOUND (a file is missing), T2SED_EFORMAT, T2SED_EMISMATCH,
 * T2SED_EUNSUPPORTED (as of t2sed_model_open; a model with an encoder),
 * T2SED_EINVAL (NULL; options), T2SED_ELIMIT (config.json is too large),
 * T2SED_ENOMEM.
 * Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_model_open_memory(
    t2sed_model **out, const char *name, const t2sed_model_file *files,
    size_t count, const t2sed_model_options *options, t2sed_error *err);

/*
 * Frees a model. Encoders and scorers that were made from it keep what they
 * need of it, so they may outlive it. NULL is allowed.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_model_free(t2sed_model *model);

/* What a model is. Text is borrowed from the model, UTF-8, never NULL. */
typedef struct t2sed_model_info {
    size_t struct_size;  /* sizeof(t2sed_model_info), set by the caller */
    const char *path;    /* the directory (or archive) that was opened */
    const char *config;  /* config.json as compact JSON */
    const char *backend; /* the engine's name and version, such as "libtorch
                            2.13.0"; "none" for a model without one */
    const char *device;  /* as given in the options */
    int precision;       /* T2SED_FP32, T2SED_FP16 or T2SED_BF16 */
    int hidden;          /* elements of a vector of the encoder; 0: none */
    int max_tokens;      /* of a pair that the encoder takes, special ones
                            included */
    int reads_parses;    /* 1 where the graph layers read parse trees of
                            questions, which then have to be there or are made
                            (t2sed/parts/parser.h), else 0 */
    double threshold;    /* the probability from which on a query counts as
                            right, chosen when the model was made */
} t2sed_model_info;
#define T2SED_MODEL_INFO_INIT                                                  \
    {                                                                          \
        sizeof(t2sed_model_info), NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0        \
    }

/*
 * Tells what a model is.
 *
 * out  its struct_size is set by the caller; no more than that is written.
 *
 * Errors: T2SED_EINVAL (a struct_size that no version has). Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_model_describe(const t2sed_model *model,
                                            t2sed_model_info *out,
                                            t2sed_error *err);

T2SED_END_DECLS

#endif
