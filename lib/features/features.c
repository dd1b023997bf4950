/* features.c - the groups of features, one after another in one vector. */
#include "features/features.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "facts/shape.h"
#include "sketch/prediction.h"

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
    numbers[0] = input->from->schema != NULL;
    numbers[1] = input->from->values != NULL;
    numbers[2] = input->from->execution != NULL;
    return T2SED_OK;
}

static const t2s_feature_group sources_group = {source_features, 3, 0,
                                                compute_sources, false};

/* The structure of a query. */
#define STRUCTURE(name, most, value, meaning)                                  \
    {"shape." #name, meaning, 0, most, 0},

static const t2s_feature shape_features[] = {T2S_SHAPE(STRUCTURE)};

static t2sed_status compute_shape(double *out, const t2s_feature_input *in,
                                  t2sed_error *err)
{
    float shape[T2S_SHAPE_COUNT];
    (void)err;
    t2s_shape_read(shape, in->query);
    for (size_t i = 0; i < T2S_SHAPE_COUNT; i++)
        out[i] = (double)shape[i];
    out[T2S_SHAPE_uses_per_word] =
        in->from->question_words
            ? out[T2S_SHAPE_uses] / (double)in->from->question_words
            : (double)NAN;
    out[T2S_SHAPE_unknown_names] = (double)t2s_query_unknown_names(in->query);
    if (!in->from->schema)
        out[T2S_SHAPE_unknown_names] = out[T2S_SHAPE_columns] = (double)NAN;
    return T2SED_OK;
}

const t2s_feature_group t2s_shape_group = {shape_features, T2S_SHAPE_COUNT, 0,
                                           compute_shape, false};

/* Cues of the question, and where the query disagrees with them. */
#define FAMILY(family, name, phrases)                                          \
    {"cue.words_" #name, "phrases for it in the question", 0, 3, 0},
#define DISAGREEMENT(name, condition, meaning) {"cue." #name, meaning, 0, 1, 0},

static const t2s_feature cue_features[] = {
    T2S_CUE_FAMILIES(FAMILY) T2S_CUE_DISAGREEMENTS(DISAGREEMENT)};

static t2sed_status compute_cues(double *out, const t2s_feature_input *in,
                                 t2sed_error *err)
{
    (void)err;
    for (int i = 0; i < T2S_CUES; i++)
        *out++ = in->from->question->cues[i];
    for (int i = 0; i < T2S_DISAGREEMENTS; i++)
        *out++ = in->match->disagrees[i];
    return T2SED_OK;
}

const t2s_feature_group t2s_cues_group = {
    cue_features, T2S_CUES + T2S_DISAGREEMENTS, 0, compute_cues, false};

static const t2s_feature_group *const groups[] = {
    &sources_group,       &t2s_shape_group,   &t2s_joins_group,
    &t2s_cues_group,      &t2s_values_group,  &t2s_execution_group,
    &t2s_sketch_group,    &t2s_columns_group, &t2s_checks_group,
    &t2s_knowledge_group, &t2s_times_group,   &t2s_implied_group,
    &t2s_bounds_group,    &t2s_windows_group, &t2s_ratio_group,
    &t2s_measure_group,   &t2s_counted_group, &t2s_effects_group,
    &t2s_today_group};
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
    return (input->from->schema ? T2S_NEEDS_SCHEMA : 0u) |
           (input->from->values ? T2S_NEEDS_VALUES : 0u) |
           (input->from->execution ? T2S_NEEDS_ROWS : T2S_NEEDS_NO_ROWS) |
           (input->from->sketch ? T2S_NEEDS_SKETCH : 0u) |
           (input->from->prediction ? T2S_NEEDS_PREDICTION : 0u) |
           (input->from->knowledge ? T2S_NEEDS_KNOWLEDGE : 0u);
}

/* A value within the feature's range; NAN stays. */
static float clip(const t2s_feature *feature, double value)
{
    if (isnan(value))
        return NAN;
    if (value < (double)feature->low)
        return feature->low;
    return value > (double)feature->high ? feature->high : (float)value;
}

t2sed_status t2s_features_of_group(float *out, const t2s_feature_group *group,
                                   const t2s_feature_input *input,
                                   t2sed_error *err)
{
    const unsigned has = sources_of(input);
    const bool is_known = (group->needs & ~has) == 0;
    double numbers[T2S_MOST_OF_GROUP];
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < group->count; i++)
        numbers[i] = is_known && group->starts_at_0 ? 0 : (double)NAN;
    if (is_known)
        status = group->compute(numbers, input, err);
    for (size_t i = 0; i < group->count && status == T2SED_OK; i++)
        out[i] = group->features[i].needs & ~has
                     ? NAN
                     : clip(&group->features[i], numbers[i]);
    return status;
}

static bool is_wanted(const bool *wanted, size_t count)
{
    return !wanted || memchr(wanted, true, count) != NULL;
}

static void leave_out(float *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = NAN;
}

/* The numbers of the groups that are wanted. */
static t2sed_status compute_groups(float *out, const t2s_feature_input *input,
                                   const bool *wanted, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t g = 0; g < GROUPS && status == T2SED_OK; g++) {
        const size_t size = groups[g]->count;
        if (is_wanted(wanted, size))
            status = t2s_features_of_group(out, groups[g], input, err);
        else
            leave_out(out, size);
        /* What was broken off looks like a query that takes too long. */
        if (status == T2SED_OK)
            status = t2s_check_interrupt(err);
        out += size;
        wanted = wanted ? wanted + size : NULL;
    }
    return status;
}

t2sed_status
t2sed_evidence_set_prediction(t2sed_evidence *evidence,
                              const t2sed_schema_prediction *prediction,
                              t2sed_error *err)
{
    const t2sed_schema *schema = evidence ? evidence->schema : NULL;
    if (!evidence)
        return t2s_fail_null(err, __func__, "evidence");
    if (prediction &&
        (!schema || prediction->column_count != schema->column_count ||
         prediction->table_count != schema->table_count))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "evidence: the prediction is for %zu tables and %zu "
                        "columns, the schema has %zu and %zu",
                        prediction->table_count, prediction->column_count,
                        schema ? schema->table_count : 0,
                        schema ? schema->column_count : 0);
    evidence->prediction = prediction;
    return T2SED_OK;
}

t2sed_status t2sed_evidence_compute(t2sed_evidence *evidence,
                                    const t2sed_sql *sql, float *numbers,
                                    t2sed_error *err)
{
    return t2s_features_compute(evidence, sql, NULL, numbers, err);
}

t2sed_status t2s_features_compute(t2sed_evidence *evidence,
                                  const t2sed_sql *sql, const bool *wanted,
                                  float *numbers, t2sed_error *err)
{
    const size_t count = t2sed_evidence_count();
    t2s_feature_input input = {.from = evidence};
    t2s_query *query = NULL;
    float *computed;
    t2sed_status status;
    if (!evidence || !sql || !numbers)
        return t2s_fail_null(err, "t2sed_evidence_compute",
                             "evidence, sql and numbers");
    if (!evidence->question)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "evidence: no question is set "
                        "(t2sed_evidence_set_question)");
    computed = t2s_alloc_array(count, sizeof *computed);
    status = computed
                 ? t2s_case_candidate_of(&input.candidate, evidence, sql, err)
                 : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_candidate_match(&input.match, input.candidate, err);
    if (status == T2SED_OK)
        status = t2s_candidate_query(&query, input.candidate, err);
    input.query = query;
    if (status == T2SED_OK)
        status = compute_groups(computed, &input, wanted, err);
    if (status == T2SED_OK)
        memcpy(numbers, computed, count * sizeof *numbers);
    t2s_free(computed);
    return status;
}
