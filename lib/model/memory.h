/* memory.h - the files of a model directory that a program has in memory. */
#ifndef T2S_MODEL_MEMORY_H
#define T2S_MODEL_MEMORY_H

#include "model/files.h"
#include "model/gatherer.h"
#include "t2sed/model.h"

typedef struct t2s_memory_model {
    const char *name; /* what stands for the directory in messages */
    const t2sed_model_file *files;
    size_t count;
} t2s_memory_model;

/* t2s_model_files_open of such files. Errors: also T2SED_EUNSUPPORTED for an
 * encoder, whose engine reads a directory; T2SED_EINVAL (a file without a name
 * or without data). */
t2sed_status t2s_memory_files(t2s_model_files *out, const t2s_memory_model *in,
                              t2sed_error *err);

/* t2s_predictors_open of such files; the predictors keep pointers into them. */
t2sed_status t2s_memory_predictors(t2s_predictors *out, const t2s_names *names,
                                   const t2s_memory_model *in,
                                   t2sed_error *err);

#endif
