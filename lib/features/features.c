/* features.c - the groups of features, one after another in one vector. */
#include "features/features.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "facts/covered_words.h"
#include "t2sed/evidence.h"

/* What there was to look at: lets a model tell unknown from average. */
static const t2s_feature source_features[] = {
    {"source.schema", "there is a schema", 0, 1, 0},
    {"source.values", "the database's values are known", 0, 1, 0},
    {"source.execution", "the query could be run", 0, 1, 0},
};

static t2sed_status compute_sources(double *numbers,
                                    const t2s_feature_input *input,
                                    t2sed_error *err)
{
    (void)err;
    numbers[0] = input->schema != NULL;
    numbers[1] = input->values != NULL;
    numbers[2] = input->execution != NULL;
    return T2SED_OK;
}

static const t2s_feature_group sources_group = {source_features, 3, 0,
                                                compute_sources};

static const t2s_feature_group *const groups[] = {
    &sources_group,       &t2s_shape_group,   &t2s_joins_group,
    &t2s_cues_group,      &t2s_overlap_group, &t2s_values_group,
    &t2s_execution_group, &t2s_sketch_group,  &t2s_columns_group};
#define GROUPS (sizeof groups / sizeof groups[0])

size_t t2sed_evidence_count(void)
{
    size_t count = 0;
    for (size_t g = 0; g < GROUPS; g++)
        count += groups[g]->count;
    return count;
}

const t2s_feature *t2s_feature_at(size_t i)
{
    for (size_t g = 0; g < GROUPS; g++) {
        if (i < groups[g]->count)
            return &groups[g]->features[i];
        i -= groups[g]->count;
    }
    return NULL;
}

size_t t2s_feature_find(const char *name)
{
    const t2s_feature *feature;
    size_t i = 0;
    while ((feature = t2s_feature_at(i)) && strcmp(feature->name, name) != 0)
        i++;
    return i;
}

t2sed_status t2sed_evidence_feature_get(size_t i, t2sed_evidence_feature *out,
                                        t2sed_error *err)
{
    const t2s_feature *feature = t2s_feature_at(i);
    t2sed_evidence_feature made = {.struct_size = 0};
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    if (!feature)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "evidence: there are %zu features, not one of number "
                        "%zu",
                        t2sed_evidence_count(), i);
    made.name = feature->name;
    made.meaning = feature->meaning;
    made.low = feature->low;
    made.high = feature->high;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_evidence_feature",
                           err);
}

/* T2S_NEEDS_* of what there is. */
static unsigned sources_of(const t2s_feature_input *input)
{
    return (input->schema ? T2S_NEEDS_SCHEMA : 0u) |
           (input->values ? T2S_NEEDS_VALUES : 0u) |
           (input->execution ? T2S_NEEDS_ROWS : 0u) |
           (input->sketch ? T2S_NEEDS_SKETCH : 0u) |
           (input->prediction ? T2S_NEEDS_PREDICTION : 0u);
}

t2sed_status t2s_features_of_group(float *out, const t2s_feature_group *group,
                                   const t2s_feature_input *input,
                                   t2sed_error *err)
{
    const unsigned has = sources_of(input);
    double numbers[T2S_MOST_OF_GROUP];
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < group->count; i++)
        numbers[i] = (double)NAN;
    if ((group->needs & ~has) == 0)
        status = group->compute(numbers, input, err);
    for (size_t i = 0; i < group->count && status == T2SED_OK; i++)
        out[i] = group->features[i].needs & ~has
                     ? NAN
                     : t2s_feature_clip(&group->features[i], numbers[i]);
    return status;
}

t2sed_status t2s_features_compute(float *out, const t2s_feature_input *given,
                                  t2sed_error *err)
{
    const size_t stems = given->question->stems.count;
    t2s_feature_input input = *given;
    bool *named = t2s_zalloc_array(2 * stems, sizeof *named);
    t2sed_status status = T2SED_OK;
    if (!named)
        return t2s_fail_memory(err);
    t2s_cover_names(named, input.question, input.query);
    memcpy(named + stems, named, stems);
    t2s_cover_values(named + stems, input.question, input.query);
    input.named = named;
    input.covered = named + stems;
    for (size_t g = 0; g < GROUPS && status == T2SED_OK; g++) {
        status = t2s_features_of_group(out, groups[g], &input, err);
        /* What was broken off looks like a query that takes too long. */
        if (status == T2SED_OK)
            status = t2s_check_interrupt(err);
        out += groups[g]->count;
    }
    t2s_free(named);
    return status;
}
