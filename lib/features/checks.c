/* How often each check of a query's meaning hits. */
#include "facts/checks.h"
#include "features/features.h"

#define NEEDS_NOTHING  0
#define NEEDS_QUESTION 0 /* there always is one */
#define NEEDS_ROWS     T2S_NEEDS_ROWS
#define NEEDS_SCHEMA   T2S_NEEDS_SCHEMA

static const t2s_feature features[] = {
#define CHECK(code, kind, name, needs, measures, sentence)                     \
    ALONE(kind, name, needs, measures)
#define ALONE(kind, name, needs, measures)                                     \
    {"check." #name, measures, 0, 3, NEEDS_##needs},
#include "findings/findings.def"
};

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_checks *found;
    t2sed_status status = t2s_candidate_checks(&found, in->candidate, err);
    for (int i = 0; i < T2S_CHECK_KINDS && status == T2SED_OK; i++)
        out[i] = found->of[i].count;
    return status;
}

const t2s_feature_group t2s_checks_group = {features, T2S_CHECK_KINDS, 0,
                                            compute, false};
