/* What is counted and summed against what the question counts and measures. */
#include "features/features.h"

#include <string.h>

#define ROW(name, low, high, needs, meaning)                                   \
    {"measure." #name, meaning, low, high, T2S_NEEDS_##needs},

static const t2s_feature features[] = {T2S_COUNTS(ROW)};

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    (void)err;
    memcpy(out, in->match->counted.of, sizeof in->match->counted.of);
    return T2SED_OK;
}

const t2s_feature_group t2s_counted_group = {features, T2S_COUNT_COUNT, 0,
                                             compute, true};
