/* fusion.h - the logits of a model whose evidence a forest reads. */
#ifndef T2S_MODEL_FUSION_H
#define T2S_MODEL_FUSION_H

#include "base/private.h"
#include "model/config.h"
#include "weights/forest.h"

/* How much a vector of evidence, the one that the config lists, tells to be
 * known. */
T2S_PRIVATE
enum t2s_known t2s_known_of(const t2s_config *config, const float *evidence);

/* A logit, but no more than a query that can't run may have. */
T2S_PRIVATE
float t2s_bounded(float logit, const t2s_config *config, const float *evidence);

/* A logit, lowered where the evidence has one of the config's faults; *fault is
 * its place there, or -1. */
float t2s_bounded_by_faults(int32_t *fault, float logit,
                            const t2s_config *config, const float *evidence);

/* Which forest reads evidence that tells so much. */
T2S_PRIVATE
enum t2s_reader t2s_reader_of(enum t2s_known known);

/* Turns the text's logits ([count]; 0 without an encoder) into the model's.
 * `forests` is [T2S_READERS],
 * `evidence` [count, what the config lists]. */
void t2s_fuse(float *logits, const t2s_config *config,
              const t2s_forest *forests, const float *evidence, size_t count);

#endif
