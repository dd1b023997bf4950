/* gatherer.h - the evidence that a model's config lists, of the queries for
 * one question after another. */
#ifndef T2S_MODEL_GATHERER_H
#define T2S_MODEL_GATHERER_H

#include "base/private.h"
#include "facts/question.h"
#include "model/config.h"
#include "t2sed/parts/evidence.h"
#include "t2sed/parts/schema_prediction.h"
#include "t2sed/parts/sketch.h"
#include "weights/directory.h"

/* What predicts the sketch and the tables and columns of the right query,
 * where a model's evidence compares queries with these. Either may be NULL:
 * the features that need it are unknown. */
typedef struct t2s_predictors {
    t2sed_sketcher *sketcher;
    t2sed_schema_predictor *schema;
} t2s_predictors;

/* A model's own predictors: directories within its own. */
#define T2S_OWN_SKETCH            "sketch"
#define T2S_OWN_SCHEMA_PREDICTION "schema-prediction"

/* Whether evidence of these names is gathered with the one or the other. */
bool t2s_needs_sketch(const t2s_names *names);
bool t2s_needs_schema_prediction(const t2s_names *names);

/* Reads a model's own directory `name`; *out stays as it is where there is
 * none. */
typedef t2sed_status t2s_own_files(t2s_weight_directory *out, const void *of,
                                   const char *name, t2sed_error *err);

/*
 * Reads what the names need: what `own` gives of the two names above, else what
 * is shipped. Errors: those of `own`, t2sed_sketcher_open and
 * t2sed_schema_predictor_open.
 */
t2sed_status t2s_predictors_read(t2s_predictors *out, const t2s_names *names,
                                 t2s_own_files *own, const void *of,
                                 t2sed_error *err);
/*
 * The same: the directories "sketch" and "schema-prediction"
 * in `directory` where they are there, else what is shipped.
 */
t2sed_status t2s_predictors_open(t2s_predictors *out, const t2s_names *names,
                                 const char *directory, t2sed_error *err);
void t2s_predictors_free(t2s_predictors *predictors);

/* All zeros gathers nothing. One thread at a time. */
typedef struct t2s_gatherer {
    t2s_predictors predictors; /* borrowed; set by whoever opened this */
    t2sed_evidence *source;    /* of the present question, or NULL */
    size_t *places; /* [count] of the names in the library's vector */
    size_t count;
    const char *unknown;             /* the first name that is not in there */
    bool needs_sketch, needs_schema; /* predicted */
    t2sed_evidence *own;             /* on the last database, or NULL */
    t2sed_sketch *sketch;            /* of the present question, or NULL */
    t2sed_schema_prediction *prediction; /* likewise */
    t2s_question_facts *informed; /* with its knowledge, for both; or NULL */
    bool *wanted; /* [t2sed_evidence_count()] what the places name */
    float *all;   /* likewise */
} t2s_gatherer;

/* `names` must outlive the gatherer, which t2s_gatherer_free ends in any case.
 * Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_gatherer_open(t2s_gatherer *out, const t2s_names *names,
                               t2sed_error *err);
T2S_PRIVATE
void t2s_gatherer_free(t2s_gatherer *gatherer);

/*
 * Sets the question and the turns before it (or NULL), in `source` too; NULL:
 * what the database tells (or nothing, where that is NULL too) is gathered.
 * Source, database and turns must live until t2s_gatherer_clear, which has to
 * come before another question. Where no evidence is listed, `source` gets the
 * question all the same.
 *
 * Errors: T2SED_EMISMATCH (a name that this library does not know), those of
 * t2sed_evidence_new, t2sed_evidence_set_question,
 * t2sed_evidence_set_conversation, t2sed_sketcher_predict and
 * t2sed_schema_predictor_predict; there is no question then.
 */
T2S_PRIVATE
t2sed_status t2s_gatherer_set(t2s_gatherer *gatherer, t2sed_evidence *source,
                              t2sed_database *database,
                              const t2sed_question *question,
                              const t2sed_conversation *conversation,
                              t2sed_error *err);
/* Leaves the gatherer without a question, and the source without turns and
 * what was predicted. */
T2S_PRIVATE
void t2s_gatherer_clear(t2s_gatherer *gatherer);

/* out: [names->count], NAN where unknown. Errors: those of
 * t2sed_evidence_compute. */
T2S_PRIVATE
t2sed_status t2s_gatherer_compute(t2s_gatherer *gatherer, const t2sed_sql *sql,
                                  float *out, t2sed_error *err);

#endif
