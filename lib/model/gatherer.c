#include "model/gatherer.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "case/case.h"
#include "features/features.h"
#include "sketch/schema_predictor.h"
#include "sketch/sketcher.h"

/* --- Predictors --- */

static bool has_group(const t2s_names *names, const char *group)
{
    for (size_t i = 0; i < names->count; i++)
        if (strncmp(names->at[i], group, strlen(group)) == 0)
            return true;
    return false;
}

bool t2s_needs_sketch(const t2s_names *names)
{
    return has_group(names, "plan.");
}

bool t2s_needs_schema_prediction(const t2s_names *names)
{
    return has_group(names, "column.");
}

static t2sed_status read_sketcher(t2sed_sketcher **out, t2s_own_files *own,
                                  const void *of, t2sed_error *err)
{
    t2s_weight_directory files = {0};
    t2sed_status status = own(&files, of, T2S_OWN_SKETCH, err);
    if (status == T2SED_OK)
        status = files.config ? t2s_sketcher_read(out, &files, err)
                              : t2sed_sketcher_open(out, NULL, err);
    return status;
}

static t2sed_status read_schema_predictor(t2sed_schema_predictor **out,
                                          t2s_own_files *own, const void *of,
                                          t2sed_error *err)
{
    t2s_weight_directory files = {0};
    t2sed_status status = own(&files, of, T2S_OWN_SCHEMA_PREDICTION, err);
    if (status == T2SED_OK)
        status = files.config ? t2s_schema_predictor_read(out, &files, err)
                              : t2sed_schema_predictor_open(out, NULL, err);
    t2s_weight_directory_close(&files);
    return status;
}

t2sed_status t2s_predictors_read(t2s_predictors *out, const t2s_names *names,
                                 t2s_own_files *own, const void *of,
                                 t2sed_error *err)
{
    t2s_predictors made = {NULL, NULL};
    t2sed_status status = T2SED_OK;
    if (t2s_needs_sketch(names))
        status = read_sketcher(&made.sketcher, own, of, err);
    if (status == T2SED_OK && t2s_needs_schema_prediction(names))
        status = read_schema_predictor(&made.schema, own, of, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_predictors_free(&made);
    return status;
}

/* A t2s_own_files of the model's directory. */
static t2sed_status read_directory(t2s_weight_directory *out, const void *of,
                                   const char *name, t2sed_error *err)
{
    char *path = t2s_path_join(of, name);
    t2sed_status status = path ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK && t2s_directory_exists(path))
        status = t2s_weight_directory_open(out, path, err);
    t2s_free(path);
    return status;
}

t2sed_status t2s_predictors_open(t2s_predictors *out, const t2s_names *names,
                                 const char *directory, t2sed_error *err)
{
    return t2s_predictors_read(out, names, read_directory, directory, err);
}

void t2s_predictors_free(t2s_predictors *predictors)
{
    t2sed_sketcher_free(predictors->sketcher);
    t2sed_schema_predictor_free(predictors->schema);
    memset(predictors, 0, sizeof *predictors);
}

/* --- Gathering --- */

t2sed_status t2s_gatherer_open(t2s_gatherer *out, const t2s_names *names,
                               t2sed_error *err)
{
    const size_t known = t2sed_evidence_count();
    *out = (t2s_gatherer){
        .places = t2s_alloc_array(names->count, sizeof *out->places),
        .wanted = t2s_zalloc_array(known, sizeof *out->wanted),
        .all = t2s_alloc_array(known, sizeof *out->all),
        .count = names->count,
        .needs_sketch = t2s_needs_sketch(names),
        .needs_schema = t2s_needs_schema_prediction(names),
    };
    if (!out->places || !out->wanted || !out->all)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < names->count; i++) {
        out->places[i] = t2s_feature_find(names->at[i]);
        if (out->places[i] < known)
            out->wanted[out->places[i]] = true;
        else if (!out->unknown)
            out->unknown = names->at[i];
    }
    return T2SED_OK;
}

void t2s_gatherer_clear(t2s_gatherer *gatherer)
{
    if (gatherer->source) {
        t2sed_evidence_set_conversation(gatherer->source, NULL, NULL);
        t2sed_evidence_set_sketch(gatherer->source, NULL, NULL);
        t2sed_evidence_set_prediction(gatherer->source, NULL, NULL);
    }
    gatherer->source = NULL;
    t2sed_sketch_free(gatherer->sketch);
    gatherer->sketch = NULL;
    t2sed_schema_prediction_free(gatherer->prediction);
    gatherer->prediction = NULL;
    t2s_question_facts_free(gatherer->informed);
    gatherer->informed = NULL;
}

void t2s_gatherer_free(t2s_gatherer *gatherer)
{
    t2s_gatherer_clear(gatherer);
    t2sed_evidence_free(gatherer->own);
    t2s_free(gatherer->places);
    t2s_free(gatherer->wanted);
    t2s_free(gatherer->all);
    memset(gatherer, 0, sizeof *gatherer);
}

/* Evidence on the database, unless that is the last one. */
static t2sed_status open_own(t2s_gatherer *gatherer, t2sed_database *database,
                             t2sed_error *err)
{
    t2sed_evidence *made = NULL;
    t2sed_status status;
    if (gatherer->own && gatherer->own->database == database)
        return T2SED_OK;
    status = t2sed_evidence_new(&made, database, err);
    if (status != T2SED_OK)
        return status;
    t2sed_evidence_free(gatherer->own);
    gatherer->own = made;
    return T2SED_OK;
}

/* The facts of the question for predictors, which read knowledge as part of the
 * question. */
static t2sed_status read_informed(const t2s_question_facts **out,
                                  t2s_gatherer *gatherer,
                                  const t2sed_question *question,
                                  t2sed_error *err)
{
    const t2sed_evidence *source = gatherer->source;
    t2sed_status status = T2SED_OK;
    if (source->knowledge && !gatherer->informed)
        status = t2s_question_facts_new(&gatherer->informed,
                                        t2s_question_informed(question),
                                        source->schema, source->values, err);
    *out = source->knowledge ? gatherer->informed : source->question;
    return status;
}

static t2sed_status predict_sketch(t2s_gatherer *gatherer,
                                   const t2sed_question *question,
                                   const t2sed_conversation *conversation,
                                   t2sed_error *err)
{
    t2sed_evidence *source = gatherer->source;
    const t2s_question_facts *asked;
    t2sed_sketch_options options;
    t2sed_status status = read_informed(&asked, gatherer, question, err);
    t2sed_sketch_options_init(&options, sizeof options);
    options.conversation = conversation;
    if (status == T2SED_OK)
        status = t2s_sketcher_predict(&gatherer->sketch,
                                      gatherer->predictors.sketcher, question,
                                      asked, source->schema, &options, err);
    return status == T2SED_OK
               ? t2sed_evidence_set_sketch(source, gatherer->sketch, err)
               : status;
}

static t2sed_status predict_schema(t2s_gatherer *gatherer,
                                   const t2sed_question *question,
                                   const t2sed_conversation *conversation,
                                   t2sed_error *err)
{
    t2sed_evidence *source = gatherer->source;
    const t2s_question_facts *asked;
    t2sed_schema_prediction_options options;
    t2sed_status status = read_informed(&asked, gatherer, question, err);
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.values = source->values ? source : NULL;
    options.conversation = conversation;
    if (status == T2SED_OK)
        status = t2s_schema_predictor_predict(
            &gatherer->prediction, gatherer->predictors.schema, question, asked,
            source->schema, &options, err);
    return status == T2SED_OK ? t2sed_evidence_set_prediction(
                                    source, gatherer->prediction, err)
                              : status;
}

t2sed_status t2s_gatherer_set(t2s_gatherer *gatherer, t2sed_evidence *source,
                              t2sed_database *database,
                              const t2sed_question *question,
                              const t2sed_conversation *conversation,
                              t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_gatherer_clear(gatherer);
    if (gatherer->count == 0)
        return source ? t2sed_evidence_set_question(source, question, err)
                      : T2SED_OK;
    if (gatherer->unknown)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the model reads evidence \"%.100s\", which this "
                        "version of the library does not gather: it has to "
                        "be given with the beam",
                        gatherer->unknown);
    if (!source)
        status = open_own(gatherer, database, err);
    if (!source)
        source = gatherer->own;
    if (status == T2SED_OK)
        status = t2s_case_set_question(source, question, conversation, err);
    if (status != T2SED_OK)
        return status;
    gatherer->source = source;
    if (gatherer->needs_sketch && gatherer->predictors.sketcher)
        status = predict_sketch(gatherer, question, conversation, err);
    if (status == T2SED_OK && gatherer->needs_schema &&
        gatherer->predictors.schema && source->schema)
        status = predict_schema(gatherer, question, conversation, err);
    if (status != T2SED_OK)
        t2s_gatherer_clear(gatherer);
    return status;
}

t2sed_status t2s_gatherer_compute(t2s_gatherer *gatherer, const t2sed_sql *sql,
                                  float *out, t2sed_error *err)
{
    t2sed_status status = t2s_features_compute(
        gatherer->source, sql, gatherer->wanted, gatherer->all, err);
    for (size_t i = 0; status == T2SED_OK && i < gatherer->count; i++)
        out[i] = gatherer->all[gatherer->places[i]];
    return status;
}
