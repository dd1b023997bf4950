/* weights.h - the tensors of a Hugging Face directory: one file, or shards. */
#ifndef T2S_LANGUAGE_WEIGHTS_H
#define T2S_LANGUAGE_WEIGHTS_H

#include "weights/safetensors.h"

typedef struct t2s_shards {
    t2s_safetensors *files;
    size_t count;
    t2s_tensor *tensors; /* of all files */
    int32_t tensor_count;
} t2s_shards;

/* Opens model.safetensors, or the files that model.safetensors.index.json
 * names, which lie in the directory itself. Errors: those of
 * t2s_safetensors_open and t2s_json_read; T2SED_EFORMAT (an index that is
 * none). */
t2sed_status t2s_shards_open(t2s_shards *out, const char *directory,
                             t2sed_error *err);
void t2s_shards_close(t2s_shards *shards);

#endif
