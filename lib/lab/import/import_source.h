/* import_source.h - a pre-trained encoder as others save it. */
#ifndef T2S_MODEL_IMPORT_SOURCE_H
#define T2S_MODEL_IMPORT_SOURCE_H

#include "weights/safetensors.h"
#include "model/weights.h"

typedef struct t2s_import_source {
    t2s_safetensors file;
    const char *prefix; /* "bert.", "roberta.", "": before its names */
    char *path;         /* of the file, for messages */
} t2s_import_source;

/* Opens the directory's model.safetensors. Errors: t2s_safetensors_open;
 * T2SED_ENOTFOUND, T2SED_EUNSUPPORTED (split over several files, a pickle),
 * T2SED_EMISMATCH (no encoder of a known family). */
t2sed_status t2s_import_source_open(t2s_import_source *out,
                                    const char *directory, t2sed_error *err);
void t2s_import_source_close(t2s_import_source *source);

/* The tensor for one of the encoder's weights, checked; borrowed from the
 * file. Errors: T2SED_EMISMATCH, T2SED_EUNSUPPORTED. */
t2sed_status t2s_import_source_find(t2s_tensor *out,
                                    const t2s_import_source *source,
                                    const t2s_weight *weight, t2sed_error *err);

#endif
