/* sketcher.h - a sketcher's parts, as the trainer makes them. */
#ifndef T2S_SKETCHER_H
#define T2S_SKETCHER_H

#include <jansson.h>

#include "base/private.h"
#include "sketch/heads.h"
#include "sketch/vocabulary.h"
#include "weights/safetensors.h"

#define T2S_SKETCHER_FORMAT    1
#define T2S_SKETCHER_MAX_TERMS 1000000

/* Heads with room to spare, so that loops over them can take several at a
 * time. */
#define T2S_SKETCH_STRIDE ((T2S_SKETCH_COUNT + 7) / 8 * 8)

struct t2sed_sketcher {
    t2s_sketch_vocabulary vocabulary;
    float *weights; /* [terms][T2S_SKETCH_STRIDE], zeros behind the heads */
    float bias[T2S_SKETCH_STRIDE];
    /* probability = sigmoid(slope * logit + shift) */
    float slope[T2S_SKETCH_COUNT], shift[T2S_SKETCH_COUNT];
    double threshold[T2S_SKETCH_COUNT];
};

/* The tasks of sketch.h; NULL past the end. */
T2S_PRIVATE
const char *t2s_sketch_task(size_t i);

/* bias + row times weights. */
T2S_PRIVATE
void t2s_sketcher_logits(float logits[T2S_SKETCH_STRIDE],
                         const t2sed_sketcher *sketcher,
                         const t2s_sketch_row *row);

/* The caller's options (NULL: the defaults); their task becomes one of
 * t2s_sketch_task. Errors: T2SED_EINVAL. */
T2S_PRIVATE
t2sed_status t2s_sketch_options_read(t2sed_sketch_options *to,
                                     const t2sed_sketch_options *given,
                                     t2sed_error *err);

/* A sketcher from its config and tensors, which may both go afterwards; the
 * paths are for messages. Errors: see t2sed_sketcher_open. */
t2sed_status t2s_sketcher_read(t2sed_sketcher **out, const json_t *config,
                               const t2s_safetensors *weights,
                               const char *config_path,
                               const char *weights_path, t2sed_error *err);

#endif
