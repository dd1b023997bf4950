/*
 * features.h - what speaks for or against a query as numbers: a table of groups
 * of features. To add a feature, add its entry to the table of its group and
 * set its number in the group's function.
 *
 * A feature's name, which model directories store, never changes its meaning:
 * another meaning is another name. A value that can't be known (no schema, no
 * database) is NAN; it is not 0. docs/internals/features.md defines each.
 */
#ifndef T2S_FEATURES_FEATURES_H
#define T2S_FEATURES_FEATURES_H

#include <math.h>

#include "case/candidate.h"

/* What a feature can't be known without. */
enum {
    T2S_NEEDS_NOTHING = 0,
    T2S_NEEDS_SCHEMA = 1,
    T2S_NEEDS_VALUES = 2, /* of the database */
    T2S_NEEDS_ROWS = 4,   /* queries can run */
    T2S_NEEDS_SKETCH = 8,
    T2S_NEEDS_PREDICTION = 16,
    T2S_NEEDS_KNOWLEDGE = 32, /* beside the question */
    T2S_NEEDS_NO_ROWS = 64    /* queries can't run */
};

typedef struct t2s_feature {
    const char *name;    /* "value.text_not_in_question" */
    const char *meaning; /* one line */
    float low, high;     /* its range; clipped to it */
    unsigned needs;      /* T2S_NEEDS_* */
} t2s_feature;

/* All that features come from. */
typedef struct t2s_feature_input {
    const t2sed_evidence *from; /* the schema, the question... */
    t2s_candidate *candidate;
    const t2s_query *query; /* of the candidate */
    const t2s_match *match;
} t2s_feature_input;

typedef struct t2s_feature_group {
    const t2s_feature *features;
    size_t count;   /* T2S_MOST_OF_GROUP at most */
    unsigned needs; /* of all of it */
    /* Fills numbers[0..count); those that need more than there is may be
     * anything. Errors: T2SED_ENOMEM. */
    t2sed_status (*compute)(double *numbers, const t2s_feature_input *input,
                            t2sed_error *err);
    bool starts_at_0; /* what the numbers are before: 0, or else NAN */
} t2s_feature_group;

#define T2S_MOST_OF_GROUP 128

extern const t2s_feature_group t2s_shape_group, t2s_joins_group, t2s_cues_group,
    t2s_values_group, t2s_execution_group, t2s_sketch_group, t2s_columns_group,
    t2s_checks_group, t2s_knowledge_group, t2s_times_group, t2s_implied_group,
    t2s_bounds_group, t2s_windows_group, t2s_ratio_group, t2s_measure_group,
    t2s_counted_group, t2s_effects_group, t2s_today_group;

/* Feature i of all groups, or NULL; and the number of the one of that name, or
 * t2sed_evidence_count(). */
const t2s_feature *t2s_feature_at(size_t i);
size_t t2s_feature_find(const char *name);

/*
 * t2sed_evidence_compute for the groups that have a feature whose `wanted`
 * [t2sed_evidence_count()] is set (NULL: all), so that a model does not pay for
 * what it does not read; the numbers of the others are NAN.
 */
t2sed_status t2s_features_compute(t2sed_evidence *evidence,
                                  const t2sed_sql *sql, const bool *wanted,
                                  float *numbers, t2sed_error *err);

/* The numbers of one group, clipped to their ranges. Errors: T2SED_ENOMEM. */
t2sed_status t2s_features_of_group(float *numbers,
                                   const t2s_feature_group *group,
                                   const t2s_feature_input *input,
                                   t2sed_error *err);

#endif
