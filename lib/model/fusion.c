#include "model/fusion.h"

/* The most that a query can have which the database refuses: such a query is
 * wrong for certain, and parsers that write few of them teach no forest so. */
#define REFUSED_LOGIT (-6.0F)

enum t2s_known t2s_known_of(const t2s_config *config, const float *evidence)
{
    if (evidence[config->sources[T2S_KNOWN_DATABASE]] > 0.5F)
        return T2S_KNOWN_DATABASE;
    return evidence[config->sources[T2S_KNOWN_SCHEMA]] > 0.5F
               ? T2S_KNOWN_SCHEMA
               : T2S_KNOWN_QUESTION;
}

enum t2s_reader t2s_reader_of(enum t2s_known known)
{
    return known == T2S_KNOWN_DATABASE ? T2S_READER_DATABASE
                                       : T2S_READER_WITHOUT;
}

void t2s_fuse(float *logits, const t2s_config *config,
              const t2s_forest *forests, const float *evidence, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float *one = evidence + i * config->evidence.count;
        enum t2s_known known = t2s_known_of(config, one);
        const t2s_fusion *f = &config->fusion[known];
        double value = t2s_forest_value(&forests[t2s_reader_of(known)], one);
        logits[i] = (float)(f->text * (double)logits[i] + f->evidence * value +
                            f->bias);
        if (config->refused >= 0 && one[config->refused] > 0.5F &&
            logits[i] > REFUSED_LOGIT)
            logits[i] = REFUSED_LOGIT;
    }
}
