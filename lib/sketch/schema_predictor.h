/* schema_predictor.h - boosted trees over pairs (pair.h): one forest
 * for each role of a column, one for tables, and the counts that they need. */
#ifndef T2S_SKETCH_SCHEMA_PREDICTOR_H
#define T2S_SKETCH_SCHEMA_PREDICTOR_H

#include "base/private.h"
#include "sketch/pair.h"
#include "weights/directory.h"
#include "weights/forest.h"
#include "t2sed/parts/schema_prediction.h"

#define T2S_SCHEMA_PREDICTOR_FORMAT 1
#define T2S_SCHEMA_PREDICTOR_TASK   "schema-prediction"

#define T2S_SCHEMA_FORESTS (T2S_ITEM_ROLES + 1) /* the last: tables */
/* What the names of each forest's tensors begin with. */
T2S_PRIVATE
extern const char *const t2s_schema_prefixes[T2S_SCHEMA_FORESTS];

struct t2sed_schema_predictor {
    t2s_forest forests[T2S_SCHEMA_FORESTS];
    t2s_weight_directory files;
    t2s_kept_association kept;   /* of the files */
    t2s_association association; /* in training, instead */
};

/* What a forest says of each of `count` rows of `width`: out[i * step]. */
T2S_PRIVATE
void t2s_schema_probabilities(double *out, size_t step,
                              const t2s_forest *forest, const float *rows,
                              size_t width, size_t count);

/* As t2sed_schema_predictor_predict. `asked`: facts of the question with its
 * knowledge, made with the schema and the options' values; NULL: made here. */
t2sed_status t2s_schema_predictor_predict(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2s_question_facts *asked,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    t2sed_error *err);

/* A predictor from its files, which it takes over, also after a failure; *files
 * becomes all zeros. Errors: see t2sed_schema_predictor_open. */
t2sed_status t2s_schema_predictor_read(t2sed_schema_predictor **out,
                                       t2s_weight_directory *files,
                                       t2sed_error *err);

/*
 * What is asked of a predictor, borrowed from the question and the options
 * (NULL: the defaults). *roles become those of the wrong query, to be freed
 * with t2s_free, also after a failure. Errors: T2SED_EINVAL, those of
 * t2sed_roles_read.
 */
T2S_PRIVATE
t2sed_status t2s_schema_inputs_read(
    t2s_pair_inputs *out, uint8_t **roles, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    t2sed_error *err);

#endif
