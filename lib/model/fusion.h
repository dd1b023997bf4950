/* fusion.h - the logits of a model whose evidence a forest reads. */
#ifndef T2S_MODEL_FUSION_H
#define T2S_MODEL_FUSION_H

#include "model/config.h"
#include "model/forest.h"

/* How much a vector of evidence, the one that the config lists, tells to be
 * known. */
enum t2s_known t2s_known_of(const t2s_config *config, const float *evidence);

/* Turns the text's logits ([count]; 0 without an encoder) into the model's.
 * `evidence` is [count, what the config lists]. */
void t2s_fuse(float *logits, const t2s_config *config, const t2s_forest *forest,
              const float *evidence, size_t count);

#endif
