/* shards.h - the tensors of a Hugging Face directory: one file, or several. */
#ifndef T2S_WEIGHTS_SHARDS_H
#define T2S_WEIGHTS_SHARDS_H

#include "base/private.h"
#include "weights/safetensors.h"

typedef struct t2s_shards {
    t2s_safetensors *files;
    size_t count;
    t2s_tensor *tensors; /* of all files */
    int32_t tensor_count;
} t2s_shards;

/*
 * Opens model.safetensors, or the files that model.safetensors.index.json
 * names, which lie in the directory itself.
 *
 * Errors: those of t2s_safetensors_open and t2s_json_read; T2SED_EFORMAT (an
 * index that is none), T2SED_EMISMATCH (a tensor is not in the file that the
 * index says, or not in the index), T2SED_ELIMIT, T2SED_EINTERRUPTED.
 */
T2S_PRIVATE
t2sed_status t2s_shards_open(t2s_shards *out, const char *directory,
                             t2sed_error *err);
T2S_PRIVATE
void t2s_shards_close(t2s_shards *shards);

#endif
