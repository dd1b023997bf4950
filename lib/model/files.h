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
#include "t2sed/parts/tokenizer.h"

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

/* The forests of a file of tensors, whose name is for messages; their features
 * are those of to->config. Errors: t2s_forest_read, t2s_forest_bind. */
t2sed_status t2s_model_files_read_forests(t2s_model_files *to,
                                          const t2s_safetensors *file,
                                          const char *name, t2sed_error *err);

/* What the names of each forest's tensors begin with. */
T2S_PRIVATE
extern const char *const t2s_forest_prefixes[T2S_READERS];

/* T2S_F32... of T2SED_FP32...; T2SED_AUTO gives T2S_F32, and anything else
 * T2S_DTYPE_OTHER. */
T2S_PRIVATE
int32_t t2s_precision_dtype(int precision);

#endif
