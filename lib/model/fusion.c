#include "model/fusion.h"

enum t2s_known t2s_known_of(const t2s_config *config, const float *evidence)
{
    if (evidence[config->sources[T2S_KNOWN_DATABASE]] > 0.5F)
        return T2S_KNOWN_DATABASE;
    return evidence[config->sources[T2S_KNOWN_SCHEMA]] > 0.5F
               ? T2S_KNOWN_SCHEMA
               : T2S_KNOWN_QUESTION;
}

void t2s_fuse(float *logits, const t2s_config *config, const t2s_forest *forest,
              const float *evidence, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float *one = evidence + i * config->evidence.count;
        const t2s_fusion *f = &config->fusion[t2s_known_of(config, one)];
        logits[i] =
            (float)(f->text * (double)logits[i] +
                    f->evidence * t2s_forest_value(forest, one) + f->bias);
    }
}
