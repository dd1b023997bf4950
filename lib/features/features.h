/*
 * features.h - evidence as numbers: the rules that every part of the room
 * keeps.
 *
 * A part of evidence (shape, cues, overlap, values, joins, execution) is a
 * table of features and a function that fills them in. A feature's name,
 * which model directories store, never changes its meaning: another meaning
 * is another name. A value that can't be known (no schema, no database) is
 * NAN; it is not 0.
 */
#ifndef T2S_FEATURES_FEATURES_H
#define T2S_FEATURES_FEATURES_H

#include <math.h>
#include <stddef.h>

typedef struct t2s_feature {
    const char *name;    /* "values.text_not_in_question" */
    const char *meaning; /* one line */
    float low, high;     /* its range; clipped to it */
} t2s_feature;

/* A value within the feature's range; NAN stays. */
static inline float t2s_feature_clip(const t2s_feature *feature, double value)
{
    if (isnan(value))
        return NAN;
    if (value < (double)feature->low)
        return feature->low;
    return value > (double)feature->high ? feature->high : (float)value;
}

#endif
