/* Cues of the question, and where the query disagrees with them. */
#include "features/features.h"

#define FAMILY(family, name, phrases)                                          \
    {"cue.words_" #name, "phrases for it in the question", 0, 3, 0},
#define DISAGREEMENT(name, condition, meaning) {"cue." #name, meaning, 0, 1, 0},

static const t2s_feature features[] = {T2S_CUE_FAMILIES(FAMILY)
                                           T2S_CUE_DISAGREEMENTS(DISAGREEMENT)};

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    bool disagrees[T2S_DISAGREEMENTS];
    (void)err;
    t2s_cues_compare(disagrees, in->question, in->query);
    for (int i = 0; i < T2S_CUES; i++)
        *out++ = in->question->cues[i];
    for (int i = 0; i < T2S_DISAGREEMENTS; i++)
        *out++ = disagrees[i];
    return T2SED_OK;
}

const t2s_feature_group t2s_cues_group = {
    features, T2S_CUES + T2S_DISAGREEMENTS, 0, compute};
