/* files.h - the parts of a model directory, read and checked, before an
 * engine has seen them. */
#ifndef T2S_MODEL_FILES_H
#define T2S_MODEL_FILES_H

#include <stdbool.h>

#include "base/private.h"
#include "model/config.h"
#include "weights/directory.h"
#include "weights/forest.h"
#include "model/weights.h"
#include "t2sed/tokenizer.h"

/* All zeros is none. */
typedef struct t2s_model_files {
    char *path;
    t2s_config config;
    t2sed_tokenizer *tokenizer;      /* NULL without an encoder */
    t2s_forest forests[T2S_READERS]; /* their features are config.evidence; none
                            where the config has none */
    t2s_weights weights;             /* what the architecture has ... */
    t2s_tensor *tensors; /* ... [weights.count] and their data, mapped;
                            NULL if weights were not asked for */
    t2s_safetensors file;
} t2s_model_files;

/* Errors: see t2sed_model_open. */
T2S_PRIVATE
t2sed_status t2s_model_files_open(t2s_model_files *out, const char *path,
                                  bool with_weights, t2sed_error *err);
T2S_PRIVATE
void t2s_model_files_close(t2s_model_files *files);

/*
 * Makes the model one whose evidence a forest reads, yet to be trained, in
 * place of the forest that it may have: `names` are its features. Errors:
 * T2SED_EINVAL (names), T2SED_EMISMATCH (these lack "source.schema" or
 * "source.execution"), T2SED_ENOMEM; the files can then but be closed.
 */
T2S_PRIVATE
t2sed_status t2s_model_files_add_forest(t2s_model_files *files,
                                        const char *const *names, size_t count,
                                        t2sed_error *err);

/* The same of nothing: a model of a forest alone. */
T2S_PRIVATE
t2sed_status t2s_model_files_new_forest(t2s_model_files *out,
                                        const char *const *names, size_t count,
                                        t2sed_error *err);

/*
 * Writes a model directory (made if need be) with other weights: model
 * .safetensors from `tensors` (element types as in t2s_safetensors_write),
 * config.json with the members of `extra` (may be NULL) merged into its
 * "t2sed", the forest if there is one, and the tokenizer's files and README.md
 * as they are.
 */
T2S_PRIVATE
t2sed_status t2s_model_files_save(const t2s_model_files *files,
                                  const char *path, const t2s_tensor *tensors,
                                  int32_t count, int32_t dtype,
                                  const json_t *extra, t2sed_error *err);

/* The steps of that. */
/* Copies the tokenizer's files, in whichever form they are, and README.md;
 * those that `from` has not are removed from `to`. */
T2S_PRIVATE
t2sed_status t2s_copy_tokenizer(const char *from, const char *to,
                                t2sed_error *err);
/* Removes them, before a new tokenizer is written. */
T2S_PRIVATE
t2sed_status t2s_remove_tokenizer(const char *directory, t2sed_error *err);
T2S_PRIVATE
t2sed_status t2s_write_model(const char *path, const t2s_config *config,
                             const t2s_tensor *tensors, int32_t count,
                             int32_t dtype, const json_t *extra,
                             t2sed_error *err);

/* T2S_F32... of T2SED_FP32...; T2SED_AUTO gives T2S_F32, and anything else
 * T2S_DTYPE_OTHER. */
T2S_PRIVATE
int32_t t2s_precision_dtype(int precision);

#endif
