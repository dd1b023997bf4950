/* weights.c - how much each kind of evidence counts. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sized.h"
#include "decide/answers.h"
#include "model/model.h"

static const struct {
    const char *name;
    size_t offset;
} weights_by_number[T2S_WEIGHTS] = {
    {"logit_mean", offsetof(t2sed_reranker_weights, logit_mean)},
    {"logit_max", offsetof(t2sed_reranker_weights, logit_max)},
    {"agreement", offsetof(t2sed_reranker_weights, agreement)},
    {"sources", offsetof(t2sed_reranker_weights, sources)},
    {"first", offsetof(t2sed_reranker_weights, first)},
    {"parser", offsetof(t2sed_reranker_weights, parser)},
    {"plan", offsetof(t2sed_reranker_weights, sketch)},
    {"link", offsetof(t2sed_reranker_weights, link)},
};

const char *t2s_weight_name(int which)
{
    return weights_by_number[which].name;
}

double *t2s_weight_at(t2sed_reranker_weights *weights, int which)
{
    return (double *)(void *)((char *)weights +
                              weights_by_number[which].offset);
}

void t2sed_reranker_weights_init(t2sed_reranker_weights *weights, size_t size)
{
    const t2sed_reranker_weights own = {.logit_mean = 1, .agreement = 1};
    t2s_sized_init(weights, size, &own, sizeof own);
}

t2sed_status t2sed_reranker_weights_of(t2sed_reranker_weights *weights,
                                       const t2sed_model *model,
                                       t2sed_error *err)
{
    t2sed_reranker_weights read;
    json_t *config = NULL, *ours = NULL, *from = NULL;
    t2s_members in = {NULL, "config.json", err, T2SED_OK};
    if (!weights || !model)
        return t2s_fail_null(err, __func__, "weights and model");
    t2sed_reranker_weights_init(&read, sizeof read);
    in.status = t2s_json_parse(&config, model->config_text,
                               strlen(model->config_text), in.what, err);
    in.object = config;
    t2s_member_object(&in, "t2sed", false, &ours);
    in.object = ours;
    t2s_member_object(&in, "reranker", false, &from);
    in.object = from;
    t2s_member_number(&in, "bias", false, -INFINITY, INFINITY, &read.bias);
    for (int i = 0; i < T2S_WEIGHTS; i++)
        t2s_member_number(&in, t2s_weight_name(i), false, -INFINITY, INFINITY,
                          t2s_weight_at(&read, i));
    json_decref(config);
    return in.status == T2SED_OK
               ? t2s_sized_write(weights, &read, sizeof read,
                                 "t2sed_reranker_weights", err)
               : in.status;
}
