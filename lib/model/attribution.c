#include "model/attribution.h"

#include <math.h>

#include "model/fusion.h"

/* What the bound on queries that can't run takes from a logit. */
static double find_bound(double logit, const t2s_config *config,
                         const float *evidence)
{
    const float bounded = t2s_bounded((float)logit, config, evidence);
    return bounded < (float)logit ? (double)bounded - logit : 0;
}

void t2s_attribute(t2s_attribution *out, const t2s_config *config,
                   const t2s_forest *forests, const float *evidence,
                   double text)
{
    const double scale = 1 / config->temperature;
    const t2s_fusion *f;
    enum t2s_known known;
    double logit, lowered;
    int32_t fault;
    *out = (t2s_attribution){.features = out->features, .text = scale * text};
    if (!config->has_forest)
        return;
    known = t2s_known_of(config, evidence);
    f = &config->fusion[known];
    out->base = t2s_forest_contributions(
        out->features, &forests[t2s_reader_of(known)], evidence);
    logit = f->text * text + f->bias + f->evidence * out->base;
    for (size_t i = 0; i < config->evidence.count; i++) {
        logit += f->evidence * out->features[i];
        if (isnan(evidence[i])) {
            out->base += out->features[i];
            out->features[i] = 0;
        }
        out->features[i] *= scale * f->evidence;
    }
    /* What a fault takes is the feature's that shows it. */
    lowered =
        (double)t2s_bounded_by_faults(&fault, (float)logit, config, evidence) -
        (double)(float)logit;
    if (fault >= 0) {
        logit += lowered;
        out->features[fault] += scale * lowered;
    }
    out->base *= scale * f->evidence;
    out->shift = scale * f->bias;
    out->text = scale * f->text * text;
    out->bound = scale * find_bound(logit, config, evidence);
}
