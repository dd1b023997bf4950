/* gatherer.h - the evidence that a model's config lists, of the queries for
 * one question after another. */
#ifndef T2S_MODEL_GATHERER_H
#define T2S_MODEL_GATHERER_H

#include "base/private.h"
#include "model/config.h"
#include "model/predictors.h"
#include "t2sed/evidence.h"

/* One thread at a time. */
typedef struct t2s_gatherer t2s_gatherer;

/* `names` must outlive the gatherer. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_gatherer_open(t2s_gatherer **out, const t2s_names *names,
                               t2sed_error *err);
T2S_PRIVATE
void t2s_gatherer_free(t2s_gatherer *gatherer);

/* What predicts for the questions that are set from now on, each once;
 * borrowed. As long as there is nothing, what needs it is unknown. */
T2S_PRIVATE
void t2s_gatherer_use(t2s_gatherer *gatherer, const t2s_predictors *predictors);

/* The turns before the question that is set next, or NULL; borrowed until
 * t2s_gatherer_clear, which forgets them. */
void t2s_gatherer_set_conversation(t2s_gatherer *gatherer,
                                   const t2sed_conversation *conversation);

/*
 * Sets the question, in `source` too; NULL: what the schema alone (or nothing,
 * where that is NULL) can tell is gathered. Source and schema must live until
 * t2s_gatherer_clear, which has to come before another question.
 *
 * Errors: T2SED_EMISMATCH (a name that this library does not know), those of
 * t2sed_evidence_new, t2sed_evidence_set_question,
 * t2sed_evidence_set_conversation, t2sed_sketcher_predict and
 * t2sed_schema_predictor_predict; there is no question then.
 */
T2S_PRIVATE
t2sed_status t2s_gatherer_set(t2s_gatherer *gatherer, t2sed_evidence *source,
                              const t2sed_question *question,
                              const t2sed_schema *schema, t2sed_error *err);
/* Leaves the gatherer without a question, and the source without what was
 * predicted. */
T2S_PRIVATE
void t2s_gatherer_clear(t2s_gatherer *gatherer);
bool t2s_gatherer_is_set(const t2s_gatherer *gatherer);

/* out: [names->count], NAN where unknown. Errors: those of
 * t2sed_evidence_compute. */
T2S_PRIVATE
t2sed_status t2s_gatherer_compute(t2s_gatherer *gatherer, const t2sed_sql *sql,
                                  float *out, t2sed_error *err);

#endif
