/* predictors.h - what predicts the sketch and the tables and columns of the
 * right query, where a model's evidence compares queries with these. */
#ifndef T2S_MODEL_PREDICTORS_H
#define T2S_MODEL_PREDICTORS_H

#include "model/config.h"
#include "t2sed/sketch.h"
#include "t2sed/schema_prediction.h"

/* Either may be NULL: the features that need it are unknown. */
typedef struct t2s_predictors {
    t2sed_sketcher *sketcher;
    t2sed_schema_predictor *schema;
} t2s_predictors;

/* Whether a list of evidence has features that need them. */
bool t2s_needs_sketch(const t2s_names *names);
bool t2s_needs_schema_prediction(const t2s_names *names);

/*
 * Opens what the names need: the directories "plan" (of a sketcher) and
 * "schema-prediction" in `directory` where they are there, else what is
 * shipped. Errors: those of t2sed_sketcher_open and
 * t2sed_schema_predictor_open.
 */
t2sed_status t2s_predictors_open(t2s_predictors *out, const t2s_names *names,
                                 const char *directory, t2sed_error *err);
void t2s_predictors_free(t2s_predictors *predictors);

#endif
