#include "model/gatherer.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/evidence.h"
#include "features/features.h"

struct t2s_gatherer {
    size_t *places; /* [count] of the names in the library's vector */
    size_t count;
    const char *unknown; /* the first name that the library can't gather */
    const t2sed_conversation *earlier;   /* the turns before it, or NULL */
    t2sed_evidence *source;              /* of the present question, or NULL */
    t2sed_database *own_database;        /* of a schema alone */
    t2sed_evidence *own;                 /* on it */
    bool needs_sketch, needs_schema;     /* predicted */
    t2s_predictors predictors;           /* borrowed */
    t2sed_sketch *sketch;                /* of the present question, or NULL */
    t2sed_schema_prediction *prediction; /* likewise */
    float *all;                          /* [t2sed_evidence_count()] */
};

static void find_places(t2s_gatherer *gatherer, const t2s_names *names)
{
    const size_t known = t2sed_evidence_count();
    for (size_t i = 0; i < names->count; i++) {
        size_t at = t2s_feature_find(names->at[i]);
        if (at == known && !gatherer->unknown)
            gatherer->unknown = names->at[i];
        gatherer->places[i] = at;
    }
    gatherer->count = names->count;
    gatherer->needs_sketch = t2s_needs_sketch(names);
    gatherer->needs_schema = t2s_needs_schema_prediction(names);
}

/* Frees what was predicted, which no source has any more. */
static void forget(t2s_gatherer *gatherer)
{
    t2sed_sketch_free(gatherer->sketch);
    t2sed_schema_prediction_free(gatherer->prediction);
    gatherer->sketch = NULL;
    gatherer->prediction = NULL;
}

t2sed_status t2s_gatherer_open(t2s_gatherer **out, const t2s_names *names,
                               t2sed_error *err)
{
    t2s_gatherer *gatherer = t2s_zalloc(sizeof *gatherer);
    if (!gatherer)
        return t2s_fail_memory(err);
    gatherer->places = t2s_alloc_array(names->count, sizeof *gatherer->places);
    gatherer->all =
        t2s_alloc_array(t2sed_evidence_count(), sizeof *gatherer->all);
    if (!gatherer->places || !gatherer->all) {
        t2s_gatherer_free(gatherer);
        return t2s_fail_memory(err);
    }
    find_places(gatherer, names);
    *out = gatherer;
    return T2SED_OK;
}

void t2s_gatherer_free(t2s_gatherer *gatherer)
{
    if (!gatherer)
        return;
    forget(gatherer);
    t2sed_evidence_free(gatherer->own);
    t2sed_database_free(gatherer->own_database);
    t2s_free(gatherer->places);
    t2s_free(gatherer->all);
    t2s_free(gatherer);
}

void t2s_gatherer_use(t2s_gatherer *gatherer, const t2s_predictors *predictors)
{
    gatherer->predictors = *predictors;
}

void t2s_gatherer_set_conversation(t2s_gatherer *gatherer,
                                   const t2sed_conversation *conversation)
{
    gatherer->earlier = conversation;
}

void t2s_gatherer_clear(t2s_gatherer *gatherer)
{
    if (gatherer->source) {
        t2sed_evidence_set_conversation(gatherer->source, NULL, NULL);
        t2sed_evidence_set_sketch(gatherer->source, NULL, NULL);
        t2sed_evidence_set_prediction(gatherer->source, NULL, NULL);
    }
    gatherer->source = NULL;
    gatherer->earlier = NULL;
    forget(gatherer);
}

bool t2s_gatherer_is_set(const t2s_gatherer *gatherer)
{
    return gatherer->source != NULL;
}

/* Evidence without rows. */
static t2sed_status open_own(t2s_gatherer *gatherer, const t2sed_schema *schema,
                             t2sed_error *err)
{
    t2sed_database *database = NULL;
    t2sed_status status;
    if (gatherer->own &&
        t2sed_database_schema(gatherer->own_database) == schema)
        return T2SED_OK;
    t2sed_evidence_free(gatherer->own);
    gatherer->own = NULL;
    status = t2sed_database_new_schema(&database, schema, NULL, err);
    if (status != T2SED_OK)
        return status;
    t2sed_database_free(gatherer->own_database);
    gatherer->own_database = database;
    return t2sed_evidence_new(&gatherer->own, database, err);
}

static t2sed_status predict_sketch(t2s_gatherer *gatherer,
                                   const t2sed_question *question,
                                   const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_sketch_options options;
    t2sed_status status;
    t2sed_sketch_options_init(&options, sizeof options);
    options.conversation = gatherer->earlier;
    status =
        t2sed_sketcher_predict(&gatherer->sketch, gatherer->predictors.sketcher,
                               question, schema, &options, err);
    return status == T2SED_OK ? t2sed_evidence_set_sketch(gatherer->source,
                                                          gatherer->sketch, err)
                              : status;
}

static t2sed_status predict_schema(t2s_gatherer *gatherer,
                                   const t2sed_question *question,
                                   const t2sed_schema *schema, bool has_values,
                                   t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    t2sed_status status;
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.values = has_values ? gatherer->source : NULL;
    options.conversation = gatherer->earlier;
    status = t2sed_schema_predictor_predict(&gatherer->prediction,
                                            gatherer->predictors.schema,
                                            question, schema, &options, err);
    return status == T2SED_OK ? t2sed_evidence_set_prediction(
                                    gatherer->source, gatherer->prediction, err)
                              : status;
}

/* For the question that the source has, by the schema that it has. */
static t2sed_status predict(t2s_gatherer *gatherer,
                            const t2sed_question *question, t2sed_error *err)
{
    const t2sed_schema *schema = gatherer->source->schema;
    const bool has_values = gatherer->source->values != NULL;
    t2sed_status status = T2SED_OK;
    if (gatherer->needs_sketch && gatherer->predictors.sketcher)
        status = predict_sketch(gatherer, question, schema, err);
    if (status == T2SED_OK && gatherer->needs_schema &&
        gatherer->predictors.schema && schema)
        status = predict_schema(gatherer, question, schema, has_values, err);
    return status;
}

t2sed_status t2s_gatherer_set(t2s_gatherer *gatherer, t2sed_evidence *source,
                              const t2sed_question *question,
                              const t2sed_schema *schema, t2sed_error *err)
{
    const t2sed_conversation *earlier = gatherer->earlier;
    t2sed_status status = T2SED_OK;
    t2s_gatherer_clear(gatherer);
    if (gatherer->unknown)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the model reads evidence \"%.100s\", which this "
                        "version of the library does not gather: it has to "
                        "be given with the beam",
                        gatherer->unknown);
    if (!source)
        status = open_own(gatherer, schema, err);
    if (status == T2SED_OK) {
        source = source ? source : gatherer->own;
        status = t2sed_evidence_set_question(source, question, err);
    }
    if (status != T2SED_OK)
        return status;
    gatherer->source = source;
    gatherer->earlier = earlier;
    status = t2sed_evidence_set_conversation(source, earlier, err);
    if (status == T2SED_OK)
        status = predict(gatherer, question, err);
    if (status != T2SED_OK)
        t2s_gatherer_clear(gatherer);
    return status;
}

t2sed_status t2s_gatherer_compute(t2s_gatherer *gatherer, const t2sed_sql *sql,
                                  float *out, t2sed_error *err)
{
    t2sed_status status =
        t2sed_evidence_compute(gatherer->source, sql, gatherer->all, err);
    for (size_t i = 0; status == T2SED_OK && i < gatherer->count; i++)
        out[i] = gatherer->all[gatherer->places[i]];
    return status;
}
