/* planner.h - a planner's parts, as the trainer makes them. */
#ifndef T2S_MODEL_PLANNER_H
#define T2S_MODEL_PLANNER_H

#include <jansson.h>

#include "base/private.h"
#include "sketch/plan_heads.h"
#include "sketch/plan_vocabulary.h"
#include "weights/safetensors.h"

#define T2S_PLANNER_FORMAT    1
#define T2S_PLANNER_MAX_TERMS 1000000

/* Heads with room to spare, so that loops over them can take several at a
 * time. */
#define T2S_PLAN_STRIDE ((T2S_PLAN_COUNT + 7) / 8 * 8)

struct t2sed_planner {
    t2s_plan_vocabulary vocabulary;
    float *weights; /* [terms][T2S_PLAN_STRIDE], zeros behind the heads */
    float bias[T2S_PLAN_STRIDE];
    /* probability = sigmoid(slope * logit + shift) */
    float slope[T2S_PLAN_COUNT], shift[T2S_PLAN_COUNT];
    double threshold[T2S_PLAN_COUNT];
};

/* The tasks of plan.h; NULL past the end. */
T2S_PRIVATE
const char *t2s_plan_task(size_t i);

/* bias + row times weights. */
T2S_PRIVATE
void t2s_planner_logits(float logits[T2S_PLAN_STRIDE],
                        const t2sed_planner *planner, const t2s_plan_row *row);

/* The caller's options (NULL: the defaults); their task becomes one of
 * t2s_plan_task. Errors: T2SED_EINVAL. */
T2S_PRIVATE
t2sed_status t2s_planner_options_read(t2sed_planner_options *to,
                                      const t2sed_planner_options *given,
                                      t2sed_error *err);

/* A planner from its config and tensors, which may both go afterwards; the
 * paths are for messages. Errors: see t2sed_planner_open. */
t2sed_status t2s_planner_read(t2sed_planner **out, const json_t *config,
                              const t2s_safetensors *weights,
                              const char *config_path, const char *weights_path,
                              t2sed_error *err);

/* Writes a planner's directory, which is made if need be. */
T2S_PRIVATE
t2sed_status t2s_planner_save(const t2sed_planner *planner, const char *path,
                              t2sed_error *err);

#endif
