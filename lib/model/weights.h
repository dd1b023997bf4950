/* weights.h - which tensors an architecture has. */
#ifndef T2S_MODEL_WEIGHTS_H
#define T2S_MODEL_WEIGHTS_H

#include <stdbool.h>

#include "base/private.h"
#include "shim/backend.h"
#include "weights/safetensors.h"

/* How a tensor begins, before any training. The encoder's begin as BERT's do,
 * the graph layers' as PyTorch Geometric's. */
enum t2s_initial {
    T2S_INITIAL_ZERO,
    T2S_INITIAL_ONE,
    T2S_INITIAL_NORMAL, /* deviation 0.02 */
    T2S_INITIAL_LABELS, /* normal, deviation 0.5, about that of an element of
                           an encoder's last layer (the published model has
                           1); row 0 is zero */
    T2S_INITIAL_GLOROT, /* uniform within sqrt(6 / (fan in + fan out)) */
    T2S_INITIAL_LINEAR  /* uniform within 1 / sqrt(fan in) */
};

typedef struct t2s_weight {
    t2s_tensor tensor; /* name and shape; no data */
    int32_t initial;   /* enum t2s_initial */
    double fan_in, fan_out;
    bool encoder; /* comes from the pre-trained encoder */
} t2s_weight;

/* All tensors of an architecture, in the order in which they are written. All
 * zeros is none. */
typedef struct t2s_weights {
    t2s_weight *at;
    int32_t count, capacity;
    t2s_arena arena;
} t2s_weights;

T2S_PRIVATE
t2sed_status t2s_weights_list(t2s_weights *out,
                              const t2s_architecture *architecture,
                              t2sed_error *err);
T2S_PRIVATE
void t2s_weights_free(t2s_weights *weights);

/* The tensors of `file` in the order of `weights`, each with its shape and an
 * element type that the engine reads; freed with t2s_free. Errors:
 * T2SED_EMISMATCH, T2SED_ENOMEM. */
t2sed_status t2s_weights_match(t2s_tensor **out, const t2s_weights *weights,
                               const t2s_safetensors *file, const char *what,
                               t2sed_error *err);

#endif
