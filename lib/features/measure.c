/* What is measured: the unit of what the query computes, texts that are ranked
 * as numbers, and raw group keys. */
#include "features/features.h"

#include <string.h>

#define ROW(name, low, high, needs, meaning)                                   \
    {"measure." #name, meaning, low, high, T2S_NEEDS_##needs},

static const t2s_feature features[] = {T2S_MEASURES(ROW)};

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    (void)err;
    memcpy(out, in->match->measured.of, sizeof in->match->measured.of);
    return T2SED_OK;
}

const t2s_feature_group t2s_measure_group = {features, T2S_MEASURE_COUNT, 0,
                                             compute, true};
