#include "model/fusion.h"

#include <math.h>

/* Upper bound of the logit when SQLite rejects the query. Fixed: parsers rarely
 * write such queries, so the forests cannot learn it. */
#define REFUSED_LOGIT (-6.0F)
/* The same when no database is there to run it and the schema lacks a name of
 * the query: wrong, unless the schema is incomplete. */
#define MISSING_LOGIT (-4.0F)

/* NaN where `a` is, so that such a fault is told. */
static float least(float a, float b)
{
    return a > b ? b : a;
}

/* What a number of the evidence says, or NAN where the model lacks it. */
static float said(const float *evidence, int32_t place)
{
    return place >= 0 ? evidence[place] : NAN;
}

/* Of what is above the bound so much is left: it goes on ordering queries. */
#define ABOVE_BOUND 0.1F

float t2s_bounded_by_faults(int32_t *fault, float logit,
                            const t2s_config *config, const float *evidence)
{
    float made = logit;
    *fault = -1;
    for (int32_t i = 0; i < config->fault_count; i++) {
        const t2s_fault *at = &config->faults[i];
        const float most = at->logit + ABOVE_BOUND * (logit - at->logit);
        if (evidence[at->place] > 0 && logit > at->logit && most < made) {
            made = most;
            *fault = at->place;
        }
    }
    return made;
}

float t2s_bounded(float logit, const t2s_config *config, const float *evidence)
{
    const float refused = said(evidence, config->refused);
    if (refused > 0.5F)
        return least(logit, REFUSED_LOGIT);
    if (isnan(refused) && said(evidence, config->missing) > 0.5F)
        return least(logit, MISSING_LOGIT);
    return logit;
}

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

/* Vectors that go through a forest at a time. */
#define ROWS 128

/* What the forests say of up to ROWS vectors. */
static void find_values(double *values, const t2s_config *config,
                        const t2s_forest *forests, const float *evidence,
                        size_t count)
{
    for (int reader = 0; reader < T2S_READERS; reader++) {
        const float *rows[ROWS];
        size_t places[ROWS], n = 0;
        double found[ROWS];
        for (size_t i = 0; i < count; i++) {
            const float *one = evidence + i * config->evidence.count;
            if ((int)t2s_reader_of(t2s_known_of(config, one)) != reader)
                continue;
            rows[n] = one;
            places[n++] = i;
        }
        t2s_forest_values(found, &forests[reader], rows, n);
        for (size_t i = 0; i < n; i++)
            values[places[i]] = found[i];
    }
}

void t2s_fuse(float *logits, const t2s_config *config,
              const t2s_forest *forests, const float *evidence, size_t count)
{
    double values[ROWS] = {0};
    for (size_t i = 0; i < count; i++) {
        const float *one = evidence + i * config->evidence.count;
        const t2s_fusion *f = &config->fusion[t2s_known_of(config, one)];
        int32_t fault;
        if (i % ROWS == 0)
            find_values(values, config, forests, one,
                        count - i < ROWS ? count - i : ROWS);
        logits[i] = (float)(f->text * (double)logits[i] +
                            f->evidence * values[i % ROWS] + f->bias);
        logits[i] = t2s_bounded_by_faults(&fault, logits[i], config, one);
        logits[i] = t2s_bounded(logits[i], config, one);
    }
}
